// What kind of disk a file is on: a call of Linux that the module of its C library leaves out.
#if defined(__linux__)
#include <sys/statfs.h>
#endif
