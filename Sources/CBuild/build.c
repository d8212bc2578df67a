#include "CBuild.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

// Package.swift defines both macros from the environment of the build.

const char *tidemark_commit(void) { return TIDEMARK_COMMIT; }

const char *tidemark_swift_version(void) { return TIDEMARK_SWIFT; }

const char *tidemark_c_library_version(void) {
#ifdef __GLIBC__
  return gnu_get_libc_version();
#else
  return "";
#endif
}
