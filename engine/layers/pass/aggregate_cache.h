/* aggregate_cache.h - the matches of counts, sums and distincts in a finished
 * pass, updated word by word. */
#ifndef STRATA_LAYERS_PASS_AGGREGATE_CACHE_H
#define STRATA_LAYERS_PASS_AGGREGATE_CACHE_H

#include "base/arena.h"
#include "rules/expr/expr.h"

/* The entities that satisfy the predicate of one aggregate, for certain
 * values of its closed operands (those that do not depend on the entity in
 * question). */
typedef struct st_aggregate {
  const strata_expr *expr;
  uint32_t node;
  uint32_t value_count;
  int64_t values[ST_CACHED_MATCH_VALUES];
  uint64_t *bits, *found; /* `bits`: the matches; `found`: when, by word */
} st_aggregate;

/* The aggregates of one pass; their bitmaps lie in its arena. A word of matches
 * must be computed again if it was touched after it was computed. */
typedef struct st_aggregate_cache {
  st_mem *mem;
  st_arena *arena;
  st_aggregate *at;
  size_t count, capacity;
  uint32_t words; /* the length of a bitmap of classes */
  /* by word of classes: the last update that changed one of them */
  uint64_t *touched;
  uint64_t update_count; /* updates so far */
  bool is_usable;        /* nothing that aggregates read changes now */
} st_aggregate_cache;

void st_aggregate_cache_init(st_aggregate_cache *cache, st_mem *mem,
                             st_arena *arena);
void st_aggregate_cache_fini(st_aggregate_cache *cache);

/* Drop all aggregates; the arena may be reset. */
void st_aggregate_cache_clear(st_aggregate_cache *cache);

/* Begin an update in which some classes change, then touch the words of these
 * classes. Matches in words that are not touched hold on. */
strata_status st_aggregate_cache_begin_update(st_aggregate_cache *cache,
                                              uint32_t words);
static inline void st_aggregate_cache_touch(st_aggregate_cache *cache,
                                            uint32_t word) {
  if (word < cache->words) cache->touched[word] = cache->update_count;
}

/* Find or add an aggregate. False if it is not kept, because there are too many
 * or there is no memory. Cost O(aggregates). */
bool st_aggregate_cache_find(st_aggregate_cache *cache, const st_aggregate *key,
                             st_cached_matches *out);

#endif
