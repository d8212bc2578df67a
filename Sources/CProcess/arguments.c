#include "CProcess.h"

// Defines `__GLIBC__` if the C library is the GNU one.
#include <stdlib.h>

static int given_count;
static char **given;

#ifdef __GLIBC__
// The GNU C library passes the arguments of `main` to constructors. Swift reads them from /proc,
// which may not be mounted.
__attribute__((constructor)) static void take(int count, char **arguments) {
  given_count = count;
  given = arguments;
}
#endif

char *const *tidemark_arguments(int *count) {
  *count = given_count;
  return given;
}
