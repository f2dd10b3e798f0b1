/*
 * arena.c - a chain of blocks in the order in which they are filled.
 *
 * A block that is too small for a request is skipped until the arena is
 * emptied. The same sizes recur from round to round, so little is lost.
 */
#include "base/arena.h"

#include "base/base.h"

#include <stdalign.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)16384)
#define ALIGNMENT   (alignof(max_align_t))

struct st_arena_block {
  st_arena_block *next;
  size_t capacity;
  alignas(max_align_t) unsigned char bytes[];
};

void st_arena_init(st_arena *arena, st_mem *mem) {
  *arena = (st_arena){.mem = mem};
}

static size_t block_bytes(size_t capacity) {
  return sizeof(st_arena_block) + capacity;
}

void st_arena_fini(st_arena *arena) {
  while (arena->first) {
    st_arena_block *next = arena->first->next;
    st_mem_free(arena->mem, arena->first, block_bytes(arena->first->capacity),
                1);
    arena->first = next;
  }
  arena->current = NULL;
  arena->used_bytes = 0;
  arena->total_bytes = 0;
}

void st_arena_reset(st_arena *arena) {
  arena->current = arena->first;
  arena->used_bytes = 0;
}

void st_arena_rewind(st_arena *arena, st_arena_position mark) {
  if (!mark.current) {
    st_arena_reset(arena);
    return;
  }
  arena->current = mark.current;
  arena->used_bytes = mark.used;
}

/* Add a block of at least `size` bytes behind the current one. */
static bool add_arena_block(st_arena *arena, size_t size) {
  size_t capacity = size > BLOCK_BYTES ? size : BLOCK_BYTES;
  if (capacity > SIZE_MAX - sizeof(st_arena_block)) return false;
  st_arena_block *block =
      st_mem_resize(arena->mem, NULL, 0, block_bytes(capacity), 1);
  if (!block) return false;
  block->capacity = capacity;
  st_arena_block **link =
      arena->current ? &arena->current->next : &arena->first;
  block->next = *link;
  *link = block;
  arena->total_bytes += block_bytes(capacity);
  return true;
}

void *st_arena_alloc(st_arena *arena, size_t count, size_t size) {
  /* Two small numbers cannot overflow, so their check needs no division. */
  bool small = count <= UINT16_MAX && size <= UINT16_MAX / 2;
  if (!small && size != 0 && count > (SIZE_MAX - ALIGNMENT) / size) return NULL;
  size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  st_arena_block *block = arena->current;
  if (!block || block->capacity - arena->used_bytes < bytes) {
    while (block && block->next && block->next->capacity < bytes) {
      block = block->next;
    }
    if (block) arena->current = block;
    if ((!block || !block->next) && !add_arena_block(arena, bytes)) return NULL;
    arena->current = arena->current ? arena->current->next : arena->first;
    arena->used_bytes = 0;
  }
  void *out = arena->current->bytes + arena->used_bytes;
  arena->used_bytes += bytes;
  memset(out, 0, bytes);
  return out;
}

char *st_arena_copy_text(st_arena *arena, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = st_arena_alloc(arena, size, 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}
