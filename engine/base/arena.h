/* arena.h - an arena: many small arrays that are freed all at once. */
#ifndef STRATA_BASE_ARENA_H
#define STRATA_BASE_ARENA_H

#include "base/mem.h"

typedef struct st_arena_block st_arena_block;

/* Emptying an arena keeps its blocks, so a second round of the same sizes
 * takes nothing from the allocator. Held by test unit.arena. */
typedef struct st_arena {
  st_mem *mem;
  st_arena_block *first, *current;
  size_t used_bytes;  /* bytes in use in the current block */
  size_t total_bytes; /* bytes of all blocks */
} st_arena;

void st_arena_init(st_arena *arena, st_mem *mem);
void st_arena_fini(st_arena *arena);

/* A zeroed array that lives until the arena is emptied; NULL if the size
 * overflows or memory runs out. A count of 0 gives a pointer that must not be
 * dereferenced. */
void *st_arena_alloc(st_arena *arena, size_t count, size_t size);

/* A copy of a text that ends with NUL; NULL if memory runs out. */
char *st_arena_copy_text(st_arena *arena, const char *text);

void st_arena_reset(st_arena *arena);

/* A position in the arena: st_arena_rewind frees all arrays that were
 * allocated after it, and no others. */
typedef struct st_arena_position {
  st_arena_block *current;
  size_t used;
} st_arena_position;

static inline st_arena_position st_arena_tell(const st_arena *arena) {
  return (st_arena_position){arena->current, arena->used_bytes};
}

void st_arena_rewind(st_arena *arena, st_arena_position mark);

#endif
