#pragma once
#include <cmark.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// An arena allocator for the tree of one value. A report has hundreds of thousands of small values,
// and malloc and free would take most of the time for each. A thread has one arena, which is
// emptied as a whole, so `free` does nothing. Its first chunk is kept until the thread ends.

typedef struct tidemark_chunk {
  struct tidemark_chunk *older;
  size_t size;
} tidemark_chunk;

typedef struct {
  tidemark_chunk *newest;
  char *next;
  char *end;
  char *latest;
  int busy;
} tidemark_arena;

static inline tidemark_arena *tidemark_thread_arena(void) {
  static _Thread_local tidemark_arena arena;
  return &arena;
}

static inline void tidemark_free_arena(void *ended) {
  tidemark_arena *arena = (tidemark_arena *)ended;
  while (arena->newest != NULL) {
    tidemark_chunk *chunk = arena->newest;
    arena->newest = chunk->older;
    free(chunk);
  }
  arena->next = arena->end = arena->latest = NULL;
}

static inline pthread_key_t *tidemark_arena_key(void) {
  static pthread_key_t key;
  return &key;
}

static pthread_once_t tidemark_arena_once = PTHREAD_ONCE_INIT;

static inline void tidemark_make_arena_key(void) {
  if (pthread_key_create(tidemark_arena_key(), tidemark_free_arena) != 0) abort();
}

// Called when a thread allocates its first chunk.
static inline void tidemark_free_at_thread_end(tidemark_arena *arena) {
  pthread_once(&tidemark_arena_once, tidemark_make_arena_key);
  if (pthread_setspecific(*tidemark_arena_key(), arena) != 0) abort();
}

enum { tidemark_chunk_size = 1 << 16, tidemark_header = 16 };

static inline void *tidemark_allocate(size_t count) {
  tidemark_arena *arena = tidemark_thread_arena();
  if (count > ((size_t)-1 >> 2)) abort();
  size_t need = ((count + 15) & ~(size_t)15) + tidemark_header;
  if (arena->next == NULL || (size_t)(arena->end - arena->next) < need) {
    size_t size = arena->newest ? arena->newest->size * 2 : (size_t)tidemark_chunk_size;
    if (size < need + 16) size = need + 16;
    tidemark_chunk *chunk = (tidemark_chunk *)malloc(size);
    if (chunk == NULL) abort();
    if (arena->newest == NULL) tidemark_free_at_thread_end(arena);
    chunk->older = arena->newest;
    chunk->size = size;
    arena->newest = chunk;
    arena->next = (char *)chunk + 16;
    arena->end = (char *)chunk + size;
  }
  char *memory = arena->next + tidemark_header;
  *(size_t *)arena->next = count;
  arena->next += need;
  arena->latest = memory;
  return memory;
}

static inline void *tidemark_calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) abort();
  void *memory = tidemark_allocate(total);
  memset(memory, 0, total);
  return memory;
}

static inline void *tidemark_realloc(void *old, size_t count) {
  tidemark_arena *arena = tidemark_thread_arena();
  if (old == NULL) return tidemark_allocate(count);
  size_t *size = (size_t *)((char *)old - tidemark_header);
  if (count <= *size) return old;
  if (old == arena->latest && (size_t)(arena->end - arena->latest) >= ((count + 15) & ~(size_t)15)
      && count <= ((size_t)-1 >> 2)) {
    *size = count;
    arena->next = arena->latest + ((count + 15) & ~(size_t)15);
    return old;
  }
  void *memory = tidemark_allocate(count);
  memcpy(memory, old, *size);
  return memory;
}

static inline void tidemark_free(void *memory) { (void)memory; }

static cmark_mem tidemark_memory = {tidemark_calloc, tidemark_realloc, tidemark_free};

/// Parses into this thread's arena; NULL if the arena already has a tree.
static inline cmark_node *tidemark_parse_in_arena(const char *text, size_t count, int options) {
  if (tidemark_thread_arena()->busy) return NULL;
  tidemark_thread_arena()->busy = 1;
  cmark_parser *parser = cmark_parser_new_with_mem(options, &tidemark_memory);
  cmark_parser_feed(parser, text, count);
  return cmark_parser_finish(parser);
}

/// Discards the arena's tree. Keeps the first chunk for the next tree.
static inline void tidemark_empty_arena(void) {
  tidemark_arena *arena = tidemark_thread_arena();
  tidemark_chunk *chunk = arena->newest;
  while (chunk != NULL && chunk->older != NULL) {
    tidemark_chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
  arena->newest = chunk;
  arena->next = chunk ? (char *)chunk + 16 : NULL;
  arena->end = chunk ? (char *)chunk + chunk->size : NULL;
  arena->latest = NULL;
  arena->busy = 0;
}
