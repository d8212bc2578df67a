// The header declares the limits for a library with support of document types alone, as Debian's is.
#define XML_DTD 1
#include <expat.h>

// Limits the memory that one document may make the parser take, in proportion to its size. The function
// is also what tells a patched expat from an older one, whose header does not declare it: taking its
// address is then an error.
static inline XML_Bool tidemark_expat_limit_memory(XML_Parser parser) {
  return (&XML_SetAllocTrackerMaximumAmplification)(parser, 100.0f);
}
