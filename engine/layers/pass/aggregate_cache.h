/* tally.h - what counts, sums and distincts of a finished pass have found, kept
 * by difference. */
#ifndef STRATA_LAYERS_PASS_AGGREGATE_CACHE_H
#define STRATA_LAYERS_PASS_AGGREGATE_CACHE_H

#include "base/arena.h"
#include "rules/expr/expr.h"

/* Who satisfies the predicate of one aggregate with certain closed values. */
typedef struct st_aggregate {
  const strata_expr *expr;
  uint32_t node;
  uint32_t value_count;
  int64_t values[ST_CACHED_MATCH_VALUES];
  uint64_t *bits, *found; /* by word of classes */
} st_aggregate;

/* What they point to lies in the arena of their pass. */
typedef struct st_aggregate_cache {
  st_mem *mem;
  st_arena *arena;
  st_aggregate *at;
  size_t count, capacity;
  uint32_t words;    /* of a bitmap of classes */
  uint64_t *touched; /* by word of classes: when one was told to be another */
  uint64_t update_count; /* how often some were */
  bool is_usable; /* nothing that is read changes now: they may be used */
} st_aggregate_cache;

void st_aggregate_cache_init(st_aggregate_cache *cache, st_mem *mem,
                             st_arena *arena);
void st_aggregate_cache_fini(st_aggregate_cache *cache);

/* Nothing is known any more; the arena may be emptied. */
void st_aggregate_cache_clear(st_aggregate_cache *cache);

/* Some classes are others now: first say so, then which words of them. What was
 * found there before is found again. */
strata_status st_aggregate_cache_begin_update(st_aggregate_cache *cache,
                                              uint32_t words);
static inline void st_aggregate_cache_touch(st_aggregate_cache *cache,
                                            uint32_t word) {
  if (word < cache->words) cache->touched[word] = cache->update_count;
}

/* What is known of an aggregate; false if nothing is kept of it: there are too
 * many, or there is no memory. Cost O(aggregates). */
bool st_aggregate_cache_find(st_aggregate_cache *cache, const st_aggregate *key,
                             st_cached_matches *out);

#endif
