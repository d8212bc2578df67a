#pragma once

#include <stddef.h>

// The arguments of the process, and signal handlers. The handlers are in C, because a handler may
// call only async-signal-safe functions, and the Swift runtime is not safe.

/// The arguments with the program's name; NULL if the C library passes them only to `main`.
char *const *tidemark_arguments(int *count);

// MARK: Temporary files

/// A file that is removed when a signal ends the process.
typedef struct tidemark_file tidemark_file;

/// Creates an unregistered file; NULL if there is no memory.
///
/// `names`: the root's path, then each name below it, all NUL-terminated, then an empty name.
tidemark_file *tidemark_file_make(const char *names, size_t count);
void tidemark_file_free(tidemark_file *file);

/// Installs the handlers for SIGHUP, SIGINT and SIGTERM, unless a signal is ignored (`nohup`).
void tidemark_files_watch(void);

/// Blocks the signals and locks the list of files, so that a handler never waits for the thread
/// that it interrupted.
void tidemark_files_lock(void);
void tidemark_files_unlock(void);

/// Registers a file. The caller has locked the list.
void tidemark_files_add(tidemark_file *file);

/// Unregisters a file. The caller has locked the list.
void tidemark_files_forget(tidemark_file *file);

// MARK: Termination

/// Records the next SIGINT, SIGTERM or SIGHUP. A second signal of the same kind ends the process.
void tidemark_termination_await(void);

/// Whether a signal has been recorded.
int tidemark_termination_requested(void);
