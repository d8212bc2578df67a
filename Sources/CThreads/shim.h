// On which processor a thread begins, by calls of the GNU C library that its module leaves out. Which C
// library it is, is known only behind one of its headers.
#include <limits.h>
#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)

#define TIDEMARK_BITS (CHAR_BIT * sizeof(unsigned long))

// A set of 1,024 processors, as the library's own has them.
typedef struct {
  unsigned long words[1024 / (CHAR_BIT * sizeof(unsigned long))];
} tidemark_processors;

int tidemark_current_processor(void) __asm__("sched_getcpu");
int tidemark_get_processors(int thread, size_t size, tidemark_processors *set)
    __asm__("sched_getaffinity");
int tidemark_set_processors(int thread, size_t size, const tidemark_processors *set)
    __asm__("sched_setaffinity");
int tidemark_set_processors_of(void *attributes, size_t size, const tidemark_processors *set)
    __asm__("pthread_attr_setaffinity_np");

// Lets a thread with these attributes begin on another processor than the caller's: the system would
// often put it on the same one, where it waits for the next tick of the clock, even if others are idle.
// Says which processors the caller may use; 0 where there is no other one.
static inline int tidemark_begin_elsewhere(void *attributes, tidemark_processors *allowed) {
  int own = tidemark_current_processor();
  size_t count = sizeof allowed->words / sizeof *allowed->words;
  if (own < 0 || (size_t)own >= count * TIDEMARK_BITS) return 0;
  for (size_t index = 0; index < count; index++) allowed->words[index] = 0;
  if (tidemark_get_processors(0, sizeof *allowed, allowed) < 0) return 0;
  tidemark_processors others = *allowed;
  others.words[own / TIDEMARK_BITS] &= ~(1UL << own % TIDEMARK_BITS);
  unsigned long any = 0;
  for (size_t index = 0; index < count; index++) any |= others.words[index];
  return any != 0 && tidemark_set_processors_of(attributes, sizeof others, &others) == 0;
}

// From here on the calling thread may use any of these processors.
static inline void tidemark_go_anywhere(const tidemark_processors *allowed) {
  (void)tidemark_set_processors(0, sizeof *allowed, allowed);
}

#else

typedef struct {
  unsigned long words[1];
} tidemark_processors;

static inline int tidemark_begin_elsewhere(void *attributes, tidemark_processors *allowed) {
  (void)attributes;
  (void)allowed;
  return 0;
}

static inline void tidemark_go_anywhere(const tidemark_processors *allowed) { (void)allowed; }

#endif
