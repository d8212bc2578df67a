#include "CProcess.h"

// Says which C library this is.
#include <stdlib.h>

static int given_count;
static char **given;

#ifdef __GLIBC__
// The GNU C library calls constructors as it calls `main`. Swift reads the arguments from /proc, which may not be
// mounted.
__attribute__((constructor)) static void take(int count, char **arguments) {
  given_count = count;
  given = arguments;
}
#endif

char *const *tidemark_arguments(int *count) {
  *count = given_count;
  return given;
}
