/* store_difference.h - in which words two states of the same rules differ. */
#ifndef STRATA_WORLD_STORE_STORE_DIFFERENCE_H
#define STRATA_WORLD_STORE_STORE_DIFFERENCE_H

#include "world/store/store.h"

/* All zero: there is no difference. */
typedef struct st_store_difference {
  uint64_t *words; /* owned; see store_difference.c */
  size_t count, capacity;
} st_store_difference;

/* Find how `b` differs from `a`; *out is owned, and written on OK alone.
 * ENOMEM. Cost O(directory + pages). */
strata_status st_store_difference_make(st_mem *mem, const st_store *a,
                                       const st_store *b,
                                       st_store_difference *out);

/* Make `a` of `b`, or `b` of `a`; `hash` is that of the result. The store has
 * no marks. On ENOMEM it is neither of the two any more. Cost O(words). */
strata_status st_store_difference_apply(st_store *store,
                                        const st_store_difference *difference,
                                        uint64_t hash);

void st_store_difference_fini(st_mem *mem, st_store_difference *difference);

#endif
