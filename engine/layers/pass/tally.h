/* tally.h - what counts, sums and distincts of a finished pass have found, kept
 * by difference. */
#ifndef STRATA_TALLY_H
#define STRATA_TALLY_H

#include "base/arena.h"
#include "rules/expr/expr.h"

/* Who satisfies the predicate of one aggregate with certain closed values. */
typedef struct st_tally {
  const strata_expr *expr;
  uint32_t node;
  uint32_t value_count;
  int64_t values[ST_KEPT_VALUES];
  uint64_t *bits, *found; /* by word of classes */
} st_tally;

/* What they point to lies in the arena of their pass. */
typedef struct st_tallies {
  st_mem *mem;
  st_arena *arena;
  st_tally *at;
  size_t count, capacity;
  uint32_t words;    /* of a bitmap of classes */
  uint64_t *touched; /* by word of classes: when one was told to be another */
  uint64_t now;      /* how often some were */
  bool open;         /* nothing that is read changes now: they may be used */
} st_tallies;

void st_tallies_init(st_tallies *tallies, st_mem *mem, st_arena *arena);
void st_tallies_fini(st_tallies *tallies);

/* Nothing is known any more; the arena may be emptied. */
void st_tallies_forget(st_tallies *tallies);

/* Some classes are others now: first say so, then which words of them. What was
 * found there before is found again. */
strata_status st_tallies_begin(st_tallies *tallies, uint32_t words);
static inline void st_tallies_touch(st_tallies *tallies, uint32_t word) {
  if (word < tallies->words) tallies->touched[word] = tallies->now;
}

/* What is known of an aggregate; false if nothing is kept of it: there are too
 * many, or there is no memory. Cost O(aggregates). */
bool st_tallies_find(st_tallies *tallies, const st_tally *key, st_kept *out);

#endif
