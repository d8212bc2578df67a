// For O_PATH.
#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tidemark_file {
  tidemark_file *previous;
  tidemark_file *next;
  char names[];
};

static const int watched[] = {SIGHUP, SIGINT, SIGTERM};
static const size_t watched_count = sizeof watched / sizeof *watched;

/// The start of the list.
static tidemark_file head;
static atomic_flag is_locked = ATOMIC_FLAG_INIT;
/// The signals that the thread with the lock had blocked before.
static sigset_t blocked_before;

static bool take_lock(void) {
  return !atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire);
}

tidemark_file *tidemark_file_make(const char *names, size_t count) {
  tidemark_file *file = malloc(sizeof *file + count);
  if (!file) return NULL;
  file->previous = file->next = NULL;
  memcpy(file->names, names, count);
  return file;
}

void tidemark_file_free(tidemark_file *file) { free(file); }

void tidemark_files_lock(void) {
  sigset_t set, before;
  sigemptyset(&set);
  for (size_t index = 0; index < watched_count; index++) sigaddset(&set, watched[index]);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  // The lock is usually held for a few instructions, but for longer while a file is created.
  for (int attempts = 0; !take_lock(); attempts++) {
    if (attempts > 20) usleep(50);
    else sched_yield();
  }
  blocked_before = before;
}

void tidemark_files_unlock(void) {
  const sigset_t before = blocked_before;
  atomic_flag_clear_explicit(&is_locked, memory_order_release);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void tidemark_files_add(tidemark_file *file) {
  file->previous = &head;
  file->next = head.next;
  if (head.next) head.next->previous = file;
  head.next = file;
}

void tidemark_files_forget(tidemark_file *file) {
  file->previous->next = file->next;
  if (file->next) file->next->previous = file->previous;
}

// The following functions run in a signal handler: they call only functions of signal-safety(7).

/// Removes a file without following a link below its root.
static void remove_file(const char *names) {
  int folder = open(names, O_PATH | O_DIRECTORY | O_CLOEXEC);
  const char *name = names + strlen(names) + 1;
  while (folder >= 0 && *name) {
    const char *next = name + strlen(name) + 1;
    int inner = -1;
    if (*next) inner = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    else unlinkat(folder, name, 0);
    close(folder);
    folder = inner;
    name = next;
  }
  if (folder >= 0) close(folder);
}

/// Removes the files and ends the process by the signal. Keeps the lock, so that no other thread
/// creates a file. If another thread holds it for ten seconds, the next writer removes the files.
static void end(int signal) {
  int attempts = 0;
  bool is_mine = take_lock();
  for (; !is_mine && attempts < 10000; attempts++) {
    poll(NULL, 0, 1);
    is_mine = take_lock();
  }
  if (is_mine) {
    for (const tidemark_file *file = head.next; file; file = file->next) remove_file(file->names);
  }
  // The default action is restored; the signal is delivered when this handler returns.
  raise(signal);
}

void tidemark_files_watch(void) {
  struct sigaction action = {.sa_handler = end, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < watched_count; index++) sigaddset(&action.sa_mask, watched[index]);
  for (size_t index = 0; index < watched_count; index++) {
    struct sigaction before;
    if (sigaction(watched[index], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction(watched[index], &action, NULL);
  }
}
