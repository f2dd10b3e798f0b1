/* mem.h - the allocator interface through which the engine takes all of its
 * memory. */
#ifndef STRATA_BASE_MEM_H
#define STRATA_BASE_MEM_H

#include "strata.h"

typedef struct st_mem {
  strata_alloc_fn alloc;
  void *user;
  size_t live_bytes; /* exact; 0 when all blocks are freed */
} st_mem;

/* Use the host's allocator hook; NULL means malloc. */
void st_mem_init(st_mem *mem, strata_alloc_fn alloc, void *user);

/* Grow or shrink the block `ptr` to `count` elements of `size` bytes. Returns
 * NULL if the size overflows or memory runs out; the caller then still owns
 * the unchanged block. */
void *st_mem_resize(st_mem *mem, void *ptr, size_t old_count, size_t count,
                    size_t size);

/* A new zeroed array; NULL if the size overflows or memory runs out. */
void *st_mem_zeroed(st_mem *mem, size_t count, size_t size);

/* Free a block of exactly `count` elements; NULL is allowed. */
void st_mem_free(st_mem *mem, void *ptr, size_t count, size_t size);

/* Grow the array *ptr of *capacity elements to at least `need`, at least
 * doubling it. Returns false and changes nothing if memory runs out. */
bool st_mem_grow(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                 size_t size);

/* As st_mem_grow; the elements that are new are zero. */
bool st_mem_grow_zeroed(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                        size_t size);

/* Inline, because the array nearly always has room and an evaluation pass asks
 * some ten thousand times in a millisecond. Static analysers see a plain
 * declaration: from the inline form they conclude that an array with room may
 * be NULL. */
#if defined(__clang_analyzer__)
bool st_mem_reserve(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                    size_t size);
#else
static inline bool st_mem_reserve(st_mem *mem, void *ptr, size_t *capacity,
                                  size_t need, size_t size) {
  return need <= *capacity || st_mem_grow(mem, ptr, capacity, need, size);
}
#endif

/* As st_mem_reserve; the elements that are new are zero. */
static inline bool st_mem_reserve_zeroed(st_mem *mem, void *ptr,
                                         size_t *capacity, size_t need,
                                         size_t size) {
  return need <= *capacity ||
         st_mem_grow_zeroed(mem, ptr, capacity, need, size);
}

/* A copy of `length` bytes of text with a NUL behind them; NULL if memory runs
 * out. Free it with st_mem_free(mem, text, length + 1, 1). */
char *st_mem_copy_text(st_mem *mem, const char *text, size_t length);

#endif
