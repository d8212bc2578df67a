#pragma once

/// The commit that the program was built from, with "-dirty" when the tree had changes; "" when unknown.
const char *tidemark_commit(void);

/// The version of the Swift compiler and of its runtime, which is linked in; "" when unknown.
const char *tidemark_swift_version(void);

/// The version of the C library that is linked in; "" when it is not the GNU C library.
const char *tidemark_c_library_version(void);
