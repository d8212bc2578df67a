// The settings of the allocator of the GNU C library. Which C library it is, is known only behind one of its
// headers; other ones for Linux have this header, too, and less in it.
#if defined(__linux__)
#include <malloc.h>
#endif
