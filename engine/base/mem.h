/* mem.h - the allocator interface through which the engine takes all of its
 * memory. */
#ifndef STRATA_BASE_MEM_H
#define STRATA_BASE_MEM_H

#include "strata.h"

/* The meter of effort. An interrupt travels through the engine as want of
 * memory does, as ENOMEM: the host lends no more of either, so whatever was
 * begun goes back, and nobody is to blame. The API tells which it was. */
typedef struct st_effort {
  strata_interrupt_fn ask; /* NULL: it is never interrupted */
  void *user;
  uint64_t slices;     /* that have begun: works are counted in slices */
  uint32_t left;       /* works that are left of the last one */
  bool is_interrupted; /* until the outermost call has ended */
} st_effort;

/* What the host lends to a world, and the meters of it. */
typedef struct st_mem {
  strata_alloc_fn alloc;
  void *user;
  size_t live_bytes; /* exact; 0 when all blocks are freed */
  st_effort effort;
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

/* Ask the host whether to go on; for st_mem_work. */
bool st_mem_ask_host(st_mem *mem, uint32_t works);

/* Count small works that are about to be done. Returns false if the host wants
 * no more of them: the caller fails with ENOMEM. It stands in each loop that
 * can be long, where memory could run out too. */
static inline bool st_mem_work(st_mem *mem, uint32_t works) {
  if (works < mem->effort.left) {
    mem->effort.left -= works;
    return true;
  }
  return st_mem_ask_host(mem, works);
}

/* A copy of `length` bytes of text with a NUL behind them; NULL if memory runs
 * out. Free it with st_mem_free(mem, text, length + 1, 1). */
char *st_mem_copy_text(st_mem *mem, const char *text, size_t length);

#endif
