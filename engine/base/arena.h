/* arena.h - memory that is given back all at once. */
#ifndef STRATA_BASE_ARENA_H
#define STRATA_BASE_ARENA_H

#include "base/mem.h"

typedef struct st_arena_block st_arena_block;

/* Blocks are kept when it is emptied, so a second round of the same size takes
 * nothing from the allocator. */
typedef struct st_arena {
  st_mem *mem;
  st_arena_block *first, *current;
  size_t used_bytes;  /* bytes of the current block */
  size_t total_bytes; /* of all blocks */
} st_arena;

void st_arena_init(st_arena *arena, st_mem *mem);
void st_arena_fini(st_arena *arena);

/* A zeroed array that lives until the arena is emptied; NULL on overflow or no
 * memory. A count of 0 gives a pointer that must not be followed. */
void *st_arena_alloc(st_arena *arena, size_t count, size_t size);

void st_arena_reset(st_arena *arena);

/* A moment: arrays that were taken since can be given back, and only they. */
typedef struct st_arena_position {
  st_arena_block *current;
  size_t used;
} st_arena_position;

static inline st_arena_position st_arena_tell(const st_arena *arena) {
  return (st_arena_position){arena->current, arena->used_bytes};
}

void st_arena_rewind(st_arena *arena, st_arena_position mark);

#endif
