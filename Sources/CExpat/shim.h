// The header declares the limits only if XML_DTD is defined, as it was for Debian's library.
#define XML_DTD 1
#include <expat.h>

// Limits the memory that one document may use, in proportion to its size. Taking the address of the
// function fails to compile if Expat lacks this security patch, because its header does not declare
// the function.
static inline XML_Bool tidemark_expat_limit_memory(XML_Parser parser) {
  return (&XML_SetAllocTrackerMaximumAmplification)(parser, 100.0f);
}
