/* region.h - memory that is taken bit by bit by way of an st_mem, and given
 * back as a whole. */
#ifndef STRATA_BASE_REGION_H
#define STRATA_BASE_REGION_H

#include "base/mem.h"

typedef struct st_region_block st_region_block;

/*
 * Whoever takes memory of st_region_mem need not give it back. What is given
 * back all the same is used again if it was taken last, and is emptied: bytes
 * that nobody has are 0.
 */
typedef struct st_region {
  st_mem host_mem; /* whose memory this is */
  st_region_block *first, *last;
  void *last_piece;   /* what was taken last; NULL: nothing is known of it */
  size_t total_bytes; /* of all blocks */
} st_region;

/* A region whose first block has room for `size` bytes in one piece. NULL if
 * there is no memory. A NULL `alloc` means malloc. */
st_region *st_region_new(strata_alloc_fn alloc, void *user, size_t size);
/* NULL is allowed. */
void st_region_free(st_region *region);

/* What takes of it: the region must stay where it is. */
st_mem st_region_mem(st_region *region);

/* Bytes that were taken, block by block, with what lies between them. */
size_t st_region_size(const st_region *region);
/* Where something lies among these, SIZE_MAX if it is not in the region. Cost
 * O(blocks). */
size_t st_region_offset(const st_region *region, const void *at);
/* All of them, in that order. */
void st_region_copy(const st_region *region, uint8_t *out);

#endif
