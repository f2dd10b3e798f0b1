/*
 * aggregate_cache.c - the matches of aggregates in a finished pass.
 *
 * Which classes satisfy a predicate changes only where classes change, so only
 * words with changed classes are matched again. The totals are not kept: a
 * class can gain or lose entities without changing.
 */
#include "layers/pass/aggregate_cache.h"

#include <string.h>

/* Look-ups are linear; more aggregates than this are not kept. */
enum { MAX_AGGREGATES = 64 };

void st_aggregate_cache_init(st_aggregate_cache *cache, st_mem *mem,
                             st_arena *arena) {
  *cache = (st_aggregate_cache){.mem = mem, .arena = arena};
}

void st_aggregate_cache_fini(st_aggregate_cache *cache) {
  st_mem_free(cache->mem, cache->at, cache->capacity, sizeof cache->at[0]);
}

void st_aggregate_cache_clear(st_aggregate_cache *cache) {
  cache->count = 0;
  cache->touched = NULL;
  cache->update_count = 0;
  cache->is_usable = false;
}

strata_status st_aggregate_cache_begin_update(st_aggregate_cache *cache,
                                              uint32_t words) {
  if (!cache->touched) {
    cache->words = words;
    cache->touched =
        st_arena_alloc(cache->arena, words, sizeof cache->touched[0]);
    if (!cache->touched) return STRATA_ENOMEM;
  }
  assert(cache->words == words);
  cache->update_count++;
  return STRATA_OK;
}

static st_aggregate *find_aggregate(const st_aggregate_cache *cache,
                                    const st_aggregate *key) {
  for (size_t i = 0; i < cache->count; i++) {
    st_aggregate *aggregate = &cache->at[i];
    if (aggregate->expr == key->expr && aggregate->node == key->node &&
        aggregate->value_count == key->value_count &&
        memcmp(aggregate->values, key->values,
               key->value_count * sizeof key->values[0]) == 0) {
      return aggregate;
    }
  }
  return NULL;
}

static st_aggregate *add_aggregate(st_aggregate_cache *cache,
                                   const st_aggregate *key) {
  if (cache->count == MAX_AGGREGATES ||
      !st_mem_reserve(cache->mem, &cache->at, &cache->capacity,
                      cache->count + 1, sizeof cache->at[0])) {
    return NULL;
  }
  uint64_t *words =
      st_arena_alloc(cache->arena, (size_t)cache->words * 2, sizeof *words);
  if (!words) return NULL;
  st_aggregate *aggregate = &cache->at[cache->count++];
  *aggregate = *key;
  aggregate->bits = words;
  aggregate->found = words + cache->words;
  return aggregate;
}

bool st_aggregate_cache_find(st_aggregate_cache *cache, const st_aggregate *key,
                             st_cached_matches *out) {
  st_aggregate *aggregate = find_aggregate(cache, key);
  if (!aggregate) aggregate = add_aggregate(cache, key);
  if (!aggregate) return false;
  *out = (st_cached_matches){.matches = aggregate->bits,
                             .matched_at = aggregate->found,
                             .changed_at = cache->touched,
                             .now = cache->update_count + 1};
  return true;
}
