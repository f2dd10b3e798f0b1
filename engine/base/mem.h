/* mem.h - every allocation in the engine goes through a st_mem. */
#ifndef STRATA_BASE_MEM_H
#define STRATA_BASE_MEM_H

#include "strata.h"

typedef struct st_mem {
  strata_alloc_fn alloc;
  void *user;
  size_t live_bytes; /* exact: 0 again when everything is freed */
} st_mem;

/* A NULL `alloc` means malloc. */
void st_mem_init(st_mem *mem, strata_alloc_fn alloc, void *user);

/* Grow or shrink `ptr` to `count` elements of `size`. NULL on overflow or no
 * memory, and then `ptr` is still valid and still owned by the caller. */
void *st_mem_resize(st_mem *mem, void *ptr, size_t old_count, size_t count,
                    size_t size);

/* A new zeroed array; NULL on overflow or no memory. */
void *st_mem_zeroed(st_mem *mem, size_t count, size_t size);

/* NULL is allowed. */
void st_mem_free(st_mem *mem, void *ptr, size_t count, size_t size);

/* Make room for `need` elements in the array *ptr of *capacity, at least
 * doubling. False if there is no memory, and then nothing changed. */
bool st_mem_grow(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                 size_t size);

/* There mostly is room, and a pass asks ten thousand times a millisecond: that
 * is no call. Analysers, who would take an array with room for one that may be
 * NULL, are told less. */
#if defined(__clang_analyzer__)
bool st_mem_reserve(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                    size_t size);
#else
static inline bool st_mem_reserve(st_mem *mem, void *ptr, size_t *capacity,
                                  size_t need, size_t size) {
  return need <= *capacity || st_mem_grow(mem, ptr, capacity, need, size);
}
#endif

/* A copy of a text of `length` bytes, with a NUL; NULL if no memory. Freed by
 * st_mem_free(mem, text, length + 1, 1). */
char *st_mem_copy_text(st_mem *mem, const char *text, size_t length);

#endif
