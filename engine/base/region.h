/* region.h - memory that is taken in small pieces through an st_mem and freed
 * as a whole. */
#ifndef STRATA_BASE_REGION_H
#define STRATA_BASE_REGION_H

#include "base/mem.h"

typedef struct st_region_block st_region_block;

/*
 * Memory from st_region_mem need not be freed. A piece that is freed is
 * cleared, and if it was the piece taken last, its bytes are used again. So
 * all bytes outside live pieces are 0, which makes the bytes of a region
 * reproducible. Held by test unit.region.
 */
typedef struct st_region {
  st_mem host_mem; /* the host's allocator, which the blocks come from */
  st_region_block *first, *last;
  void *last_piece;   /* the piece taken last; NULL: unknown */
  size_t total_bytes; /* capacity of all blocks */
} st_region;

/* A region whose first block has room for one piece of `size` bytes. NULL if
 * memory runs out. A NULL `alloc` means malloc. */
st_region *st_region_new(strata_alloc_fn alloc, void *user, size_t size);
/* Free the region and all memory taken from it; NULL is allowed. */
void st_region_free(st_region *region);

/* An allocator that takes pieces of the region. The region must not move. */
st_mem st_region_mem(st_region *region);

/* The bytes in use, block by block, with the padding between pieces. */
size_t st_region_size(const st_region *region);
/* The offset of an address among these bytes, SIZE_MAX if it is not in the
 * region. Cost O(blocks). */
size_t st_region_offset(const st_region *region, const void *at);
/* Copy these bytes, in the same order. */
void st_region_copy(const st_region *region, uint8_t *out);

#endif
