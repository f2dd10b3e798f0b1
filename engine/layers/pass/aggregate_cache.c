/*
 * tally.c - what aggregates of a finished pass have found.
 *
 * Whom a predicate takes in changes only with the classes that are told to be
 * others, and only words with one of those are looked at again. What is added
 * up over them is not kept: a class has more entities, or fewer, without being
 * another.
 */
#include "layers/pass/aggregate_cache.h"

#include <string.h>

/* More of them are too many to look through. */
enum { MAX_AGGREGATES = 64 };

void st_aggregate_cache_init(st_aggregate_cache *tallies, st_mem *mem,
                             st_arena *arena) {
  *tallies = (st_aggregate_cache){.mem = mem, .arena = arena};
}

void st_aggregate_cache_fini(st_aggregate_cache *tallies) {
  st_mem_free(tallies->mem, tallies->at, tallies->capacity,
              sizeof tallies->at[0]);
}

void st_aggregate_cache_clear(st_aggregate_cache *tallies) {
  tallies->count = 0;
  tallies->touched = NULL;
  tallies->update_count = 0;
  tallies->is_usable = false;
}

strata_status st_aggregate_cache_begin_update(st_aggregate_cache *tallies,
                                              uint32_t words) {
  if (!tallies->touched) {
    tallies->words = words;
    tallies->touched =
        st_arena_alloc(tallies->arena, words, sizeof tallies->touched[0]);
    if (!tallies->touched) return STRATA_ENOMEM;
  }
  assert(tallies->words == words);
  tallies->update_count++;
  return STRATA_OK;
}

static st_aggregate *find_aggregate(const st_aggregate_cache *tallies,
                                    const st_aggregate *key) {
  for (size_t i = 0; i < tallies->count; i++) {
    st_aggregate *t = &tallies->at[i];
    if (t->expr == key->expr && t->node == key->node &&
        t->value_count == key->value_count &&
        memcmp(t->values, key->values,
               key->value_count * sizeof key->values[0]) == 0) {
      return t;
    }
  }
  return NULL;
}

static st_aggregate *add_aggregate(st_aggregate_cache *tallies,
                                   const st_aggregate *key) {
  if (tallies->count == MAX_AGGREGATES ||
      !st_mem_reserve(tallies->mem, &tallies->at, &tallies->capacity,
                      tallies->count + 1, sizeof tallies->at[0])) {
    return NULL;
  }
  uint64_t *words =
      st_arena_alloc(tallies->arena, (size_t)tallies->words * 2, sizeof *words);
  if (!words) return NULL;
  st_aggregate *t = &tallies->at[tallies->count++];
  *t = *key;
  t->bits = words;
  t->found = words + tallies->words;
  return t;
}

bool st_aggregate_cache_find(st_aggregate_cache *tallies,
                             const st_aggregate *key, st_cached_matches *out) {
  st_aggregate *t = find_aggregate(tallies, key);
  if (!t) t = add_aggregate(tallies, key);
  if (!t) return false;
  *out = (st_cached_matches){.matches = t->bits,
                             .matched_at = t->found,
                             .changed_at = tallies->touched,
                             .now = tallies->update_count + 1};
  return true;
}
