// SHA-256 by the instructions that processors have for it: a tenth of the time. Swift has no words
// for them. No header of the compiler's is included, since Swift would see all that it declares.

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)

typedef int tidemark_words __attribute__((vector_size(16)));

static inline void tidemark_cpuid(uint32_t leaf, uint32_t *b, uint32_t *c) {
  uint32_t a = leaf, d;
  *c = 0;
  __asm__("cpuid" : "+a"(a), "=b"(*b), "+c"(*c), "=d"(d));
}

/// Whether the processor has the instructions, and those that move bytes (SSSE3, SSE4.1).
static inline int tidemark_sha256_is_available(void) {
  uint32_t a = 0, b, c, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  if (a < 7) return 0;
  tidemark_cpuid(1, &b, &c);
  if (!(c & (1u << 9)) || !(c & (1u << 19))) return 0;
  tidemark_cpuid(7, &b, &c);
  return (b & (1u << 29)) != 0;
}

/// Takes whole blocks of 64 bytes into the state, with the standard's 64 constants.
__attribute__((target("sha,sse4.1,ssse3")))
static inline void tidemark_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  // The instructions want the words of the state in this order: f e b a, h g d c.
  tidemark_words abef = {(int)state[5], (int)state[4], (int)state[1], (int)state[0]};
  tidemark_words cdgh = {(int)state[7], (int)state[6], (int)state[3], (int)state[2]};
  for (; count > 0; count--, blocks += 64) {
    const tidemark_words abef_before = abef, cdgh_before = cdgh;
    tidemark_words words[16];
#pragma clang loop unroll(full)
    for (int four = 0; four < 16; four++) {
      if (four < 4) {
        for (int word = 0; word < 4; word++) {
          uint32_t read;
          __builtin_memcpy(&read, blocks + 16 * four + 4 * word, 4);
          words[four][word] = (int)__builtin_bswap32(read);
        }
      } else {
        tidemark_words sum = __builtin_ia32_sha256msg1(words[four - 4], words[four - 3]);
        sum += __builtin_shufflevector(words[four - 2], words[four - 1], 1, 2, 3, 4);
        words[four] = __builtin_ia32_sha256msg2(sum, words[four - 1]);
      }
      tidemark_words added;
      __builtin_memcpy(&added, constants + 4 * four, 16);
      const tidemark_words round = words[four] + added;
      cdgh = __builtin_ia32_sha256rnds2(cdgh, abef, round);
      abef = __builtin_ia32_sha256rnds2(
          abef, cdgh, __builtin_shufflevector(round, round, 2, 3, 2, 3));
    }
    abef += abef_before;
    cdgh += cdgh_before;
  }
  for (int word = 0; word < 2; word++) {
    state[1 - word] = (uint32_t)abef[word + 2];
    state[5 - word] = (uint32_t)abef[word];
    state[3 - word] = (uint32_t)cdgh[word + 2];
    state[7 - word] = (uint32_t)cdgh[word];
  }
}

#else

static inline int tidemark_sha256_is_available(void) { return 0; }

static inline void tidemark_sha256_compress(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {}

#endif
