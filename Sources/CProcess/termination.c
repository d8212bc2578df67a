#include "CProcess.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_int is_requested;

static void note(int signal) {
  (void)signal;
  atomic_store_explicit(&is_requested, 1, memory_order_relaxed);
}

void tidemark_termination_await(void) {
  const int watched[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) {
    struct sigaction before;
    // An ignored hang-up (`nohup`) stays ignored.
    if (watched[index] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
      continue;
    sigaction(watched[index], &action, NULL);
  }
}

int tidemark_termination_requested(void) {
  return atomic_load_explicit(&is_requested, memory_order_relaxed);
}
