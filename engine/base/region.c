/*
 * region.c - a list of blocks that are filled one after the other.
 *
 * A new block has half the size of all blocks before it, between a least and a
 * greatest size: a small region wastes little, and a large one has few blocks.
 */
#include "base/region.h"

#include "base/base.h"

#include <stdalign.h>
#include <string.h>

/* In builds with assertions almost every piece gets a block of its own, so
 * tests that let allocations fail reach every place that allocates. */
#ifdef NDEBUG
#define MIN_BLOCK_BYTES ((size_t)4096)
#define MAX_BLOCK_BYTES ((size_t)1 << 20)
#else
#define MIN_BLOCK_BYTES ((size_t)64)
#define MAX_BLOCK_BYTES ((size_t)64)
#endif
#define ALIGNMENT                                                              \
  ((size_t)8) /* enough for every type that frozen rules contain */

struct st_region_block {
  st_region_block *next;
  size_t capacity, used;
  alignas(max_align_t) uint8_t bytes[];
};

/* False if the rounded size overflows. */
static bool round_up(size_t size, size_t *out) {
  if (size > SIZE_MAX - ALIGNMENT) return false;
  *out = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return true;
}

static bool add_region_block(st_region *region, size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(st_region_block)) return false;
  st_region_block *block =
      st_mem_zeroed(&region->host_mem, sizeof *block + capacity, 1);
  if (!block) return false;
  block->capacity = capacity;
  if (region->last) {
    region->last->next = block;
  } else {
    region->first = block;
  }
  region->last = block;
  region->total_bytes += capacity;
  return true;
}

st_region *st_region_new(strata_alloc_fn alloc, void *user, size_t size) {
  st_mem host;
  st_mem_init(&host, alloc, user);
  st_region *region = st_mem_zeroed(&host, 1, sizeof *region);
  if (!region) return NULL;
  region->host_mem = host;
  size_t rounded;
  if (round_up(size, &rounded) && add_region_block(region, rounded)) {
    return region;
  }
  st_region_free(region);
  return NULL;
}

void st_region_free(st_region *region) {
  if (!region) return;
  st_mem host =
      region->host_mem; /* a copy, because the region itself is freed below */
  while (region->first) {
    st_region_block *block = region->first;
    region->first = block->next;
    st_mem_free(&host, block, sizeof *block + block->capacity, 1);
  }
  st_mem_free(&host, region, 1, sizeof *region);
  assert(host.live_bytes == 0);
}

/* -- Allocation -- */

static size_t next_capacity(const st_region *region, size_t size) {
  size_t capacity = region->total_bytes / 2;
  if (capacity < MIN_BLOCK_BYTES) capacity = MIN_BLOCK_BYTES;
  if (capacity > MAX_BLOCK_BYTES) capacity = MAX_BLOCK_BYTES;
  return capacity < size ? size : capacity;
}

static void *alloc_piece(st_region *region, size_t size) {
  size_t rounded;
  if (!round_up(size, &rounded)) return NULL;
  if (region->last->capacity - region->last->used < rounded &&
      !add_region_block(region, next_capacity(region, rounded))) {
    return NULL;
  }
  st_region_block *block = region->last;
  region->last_piece = block->bytes + block->used;
  block->used += rounded;
  return region->last_piece;
}

static void free_piece(st_region *region, void *ptr, size_t size) {
  memset(ptr, 0, size);
  if (ptr != region->last_piece) return;
  region->last->used = (size_t)((uint8_t *)ptr - region->last->bytes);
  region->last_piece = NULL;
}

/* The piece taken last grows or shrinks where it is, if its block has room. */
static bool resize_in_place(st_region *region, void *ptr, size_t old_size,
                            size_t size) {
  size_t rounded;
  if (ptr != region->last_piece || !round_up(size, &rounded)) return false;
  st_region_block *block = region->last;
  size_t start = (size_t)((uint8_t *)ptr - block->bytes);
  if (block->capacity - start < rounded) return false;
  if (size < old_size) memset((uint8_t *)ptr + size, 0, old_size - size);
  block->used = start + rounded;
  return true;
}

static void *region_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  st_region *region = user;
  if (size == 0) {
    free_piece(region, ptr, old_size);
    return NULL;
  }
  if (!ptr) return alloc_piece(region, size);
  if (resize_in_place(region, ptr, old_size, size)) return ptr;
  void *moved = alloc_piece(region, size);
  if (!moved) return NULL;
  memcpy(moved, ptr, old_size < size ? old_size : size);
  memset(ptr, 0, old_size);
  return moved;
}

st_mem st_region_mem(st_region *region) {
  st_mem mem;
  st_mem_init(&mem, region_alloc, region);
  return mem;
}

/* -- Offsets -- */

size_t st_region_size(const st_region *region) {
  size_t size = 0;
  for (const st_region_block *b = region->first; b; b = b->next) {
    size += b->used;
  }
  return size;
}

size_t st_region_offset(const st_region *region, const void *at) {
  size_t before = 0;
  uintptr_t wanted = (uintptr_t)at;
  for (const st_region_block *b = region->first; b; b = b->next) {
    uintptr_t start = (uintptr_t)b->bytes;
    if (wanted >= start && wanted - start < b->used) {
      return before + (wanted - start);
    }
    before += b->used;
  }
  return SIZE_MAX;
}

void st_region_copy(const st_region *region, uint8_t *out) {
  for (const st_region_block *b = region->first; b; b = b->next) {
    memcpy(out, b->bytes, b->used);
    out += b->used;
  }
}
