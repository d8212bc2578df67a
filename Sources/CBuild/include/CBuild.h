#pragma once

/// The commit of the build, with "-dirty" if the tree had changes; "" if unknown.
const char *tidemark_commit(void);

/// The version of the Swift compiler and its linked runtime; "" if unknown.
const char *tidemark_swift_version(void);

/// The version of the linked C library; "" unless it is the GNU C library.
const char *tidemark_c_library_version(void);
