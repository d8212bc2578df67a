#pragma once

#include <stddef.h>

// What the system hands to a process at its start, and what runs in handlers of signals. The handlers are in C,
// since a handler may call only functions that are safe there, and the runtime of Swift is not.

/// The arguments as the system handed them over, with the program's name; NULL where only `main` gets them.
char *const *tidemark_arguments(int *count);

// MARK: Temporary files

/// A file that is removed when a signal ends the process.
typedef struct tidemark_file tidemark_file;

/// Makes a file that is not registered; NULL without memory.
///
/// `names` are the root's path, then each name below it, each NUL-terminated, and an empty name at the end.
tidemark_file *tidemark_file_make(const char *names, size_t count);
void tidemark_file_free(tidemark_file *file);

/// Installs the handlers for signals that would end the process. Ignored signals (`nohup`) stay ignored.
void tidemark_files_watch(void);

/// Blocks the signals and locks the list of files, so that a handler never waits for the thread that it
/// interrupted.
void tidemark_files_lock(void);
void tidemark_files_unlock(void);

/// Registers a file. The list is locked.
void tidemark_files_add(tidemark_file *file);

/// Unregisters a file. The list is locked.
void tidemark_files_forget(tidemark_file *file);

// MARK: Termination

/// Notes the next SIGINT, SIGTERM or SIGHUP instead of ending by it. A second one ends the process.
void tidemark_termination_await(void);

/// Whether a signal has been noted.
int tidemark_termination_requested(void);
