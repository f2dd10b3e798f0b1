/* way_forward.h - from a state that was rolled back forward again, by writing
 * words, without doing anything anew. */
#ifndef STRATA_WORLD_STORE_WAY_FORWARD_H
#define STRATA_WORLD_STORE_WAY_FORWARD_H

#include "world/store/store.h"

/* A word of a column's page as it is in the later state, and a cell in it that
 * was written on the way there. */
typedef struct st_forward_word {
  uint64_t word;
  uint32_t column, index; /* of the cell */
  uint32_t place;         /* of the page, in the column's directory entries */
  uint32_t at;            /* of the word, in the page */
} st_forward_word;

/*
 * The way from an earlier state to a later one. It names words by column and
 * not by page, so it can also be gone where other pages have been added since.
 *
 * Invariant: it has each cell that the journal names between the two states
 * once, so that caches are told of all that a rollback tells them of. Only the
 * cells of bit columns may be there more often; and of a fresh row those that
 * have no page, which hold 0 in both states, are left out.
 */
typedef struct st_way_forward {
  st_forward_word *words;
  size_t count, capacity;
  uint64_t from_hash, to_hash; /* of the two states */
} st_way_forward;

void st_way_forward_fini(st_way_forward *way, st_mem *mem);

/* Keep the way from a savepoint to the present state, which does not change.
 * ENOMEM. Cost O(records since the savepoint + pages / 64). */
strata_status st_way_forward_keep(st_way_forward *way, const st_store *store,
                                  st_savepoint from);

/* Go the way. The store is in a state equal to the earlier one: asserted by its
 * hash. All is journaled, and caches are told as of an undo. On ENOMEM the
 * caller undoes what was written. Cost O(words). */
strata_status st_way_forward_go(const st_way_forward *way, st_store *store);

#endif
