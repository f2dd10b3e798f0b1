/*
 * sba_cache.c - the entities that match the subject of each state-based action.
 *
 * Invariant: bit n of a valid entry tells whether its subject matched slot n
 * when the change log was last read; only words that are marked dirty may be
 * wrong. All entries share the dirty words, and each tests them again when a
 * find uses it. An entry that no find used since a refresh misses the dirty
 * words of that round, so the next refresh makes it invalid. Held by test
 * unit.sba_cache.
 */
#include "play/index/sba_cache.h"

#include "base/bits.h"
#include "rules/model/sba_def.h"

#include <string.h>

void st_sba_cache_init(st_sba_cache *cache, st_mutator *change) {
  *cache = (st_sba_cache){.change = change};
}

void st_sba_cache_fini(st_sba_cache *cache) {
  if (!cache->change) return;
  st_mem *mem = cache->change->mem;
  for (uint32_t n = 0; cache->entries && n < cache->entry_count; n++) {
    st_sba_cache_entry *entry = &cache->entries[n];
    st_mem_free(mem, entry->bits, entry->capacity, sizeof entry->bits[0]);
  }
  st_mem_free(mem, cache->entries, cache->entries ? cache->entry_count : 0,
              sizeof cache->entries[0]);
  st_mem_free(mem, cache->dirty, cache->dirty_capacity, sizeof cache->dirty[0]);
  *cache = (st_sba_cache){0};
}

void st_sba_cache_release(st_sba_cache *cache) {
  st_mutator *change = cache->change;
  st_sba_cache_fini(cache);
  st_sba_cache_init(cache, change);
}

size_t st_sba_cache_bytes(const st_sba_cache *cache) {
  size_t bytes = cache->dirty_capacity * sizeof cache->dirty[0];
  for (uint32_t n = 0; cache->entries && n < cache->entry_count; n++) {
    bytes += cache->entries[n].capacity * sizeof cache->entries[n].bits[0];
  }
  return bytes;
}

/* -- What the rules tell once -- */

/* Subscribe to all attributes that a predicate reads. */
static bool subscribe_to_reads(const st_sba_cache *cache,
                               const strata_expr *subject) {
  for (uint32_t i = 0; i < subject->read_count; i++) {
    if (!st_eval_subscribe(cache->change->eval, subject->reads[i].attr,
                           ST_CHANGE_LOG_VALUE)) {
      return false;
    }
  }
  return true;
}

static bool prepare_sba_cache(st_sba_cache *cache) {
  const strata_rules *rules = cache->change->rules;
  uint32_t count = st_rules_count(rules, STRATA_NAME_SBA);
  for (uint32_t n = 1; n <= count; n++) {
    const strata_expr *subject = st_sba_get(rules, n)->subject;
    if (st_expr_depends_on_it_alone(subject) &&
        !subscribe_to_reads(cache, subject)) {
      return false;
    }
  }
  cache->entries =
      st_mem_zeroed(cache->change->mem, count, sizeof cache->entries[0]);
  if (!cache->entries) return false;
  cache->entry_count = count;
  for (uint32_t n = 0; n < count; n++) {
    cache->entries[n].depends_on_it_alone =
        st_expr_depends_on_it_alone(st_sba_get(rules, n + 1)->subject);
  }
  return true;
}

/* -- Words to test again -- */

static uint32_t entity_word_count(const st_sba_cache *cache) {
  return st_bit_words(st_entity_top(cache->change->store) + 1);
}

static bool reserve_dirty_words(st_sba_cache *cache) {
  size_t count = st_bit_words(entity_word_count(cache)) + 1u;
  return st_mem_reserve_zeroed(cache->change->mem, &cache->dirty,
                               &cache->dirty_capacity, count,
                               sizeof cache->dirty[0]);
}

/* Slots beyond the last one in use are marked too: a rollback may have freed
 * them. */
static void mark_words_dirty(st_sba_cache *cache, const uint32_t *items,
                             size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word = items[i] / 64;
    if (word / 64 >= cache->dirty_capacity) continue;
    cache->dirty[word / 64] |= (uint64_t)1 << (word % 64);
  }
}

strata_status st_sba_cache_refresh(st_sba_cache *cache) {
  st_eval *eval = cache->change->eval;
  if (!cache->entries && !prepare_sba_cache(cache)) return STRATA_ENOMEM;
  strata_status status = st_eval_ensure_fresh(eval);
  if (!status && !reserve_dirty_words(cache)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  memset(cache->dirty, 0, cache->dirty_capacity * sizeof cache->dirty[0]);
  bool all = !st_change_log_read_since(&eval->changes.values,
                                       &cache->notices_read, &items, &count) ||
             st_change_log_is_about_all(items, count);
  for (uint32_t n = 0; n < cache->entry_count; n++) {
    st_sba_cache_entry *entry = &cache->entries[n];
    entry->valid = entry->valid && !all && entry->used_since_refresh;
    entry->used_since_refresh = false;
  }
  if (!all) mark_words_dirty(cache, items, count);
  return STRATA_OK;
}

/* -- Finding -- */

static bool reserve_entry_bits(st_sba_cache *cache, st_sba_cache_entry *entry) {
  return st_mem_reserve_zeroed(cache->change->mem, &entry->bits,
                               &entry->capacity, entity_word_count(cache),
                               sizeof entry->bits[0]);
}

static strata_status match_all_entities(st_sba_cache *cache,
                                        st_sba_cache_entry *entry,
                                        const strata_expr *subject,
                                        const st_expr_env *env) {
  memset(entry->bits, 0, entry->capacity * sizeof entry->bits[0]);
  strata_status status = st_expr_match_live(subject, env, entry->bits);
  entry->count = 0;
  for (uint32_t w = 0; w < entity_word_count(cache); w++) {
    entry->count += st_count_bits(entry->bits[w]);
  }
  return status;
}

static strata_status rematch_word(st_sba_cache_entry *entry,
                                  const strata_expr *subject,
                                  const st_expr_env *env, uint32_t word) {
  uint64_t now = 0;
  uint64_t live = word < env->word_count ? env->live_word(env, word) : 0;
  strata_status status = STRATA_OK;
  if (live != 0) status = st_expr_match(subject, env, word, live, &now);
  entry->count += st_count_bits(now);
  entry->count -= st_count_bits(entry->bits[word]);
  entry->bits[word] = now;
  return status;
}

static strata_status rematch_dirty_words(const st_sba_cache *cache,
                                         st_sba_cache_entry *entry,
                                         const strata_expr *subject,
                                         const st_expr_env *env) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < cache->dirty_capacity; i++) {
    for (uint64_t left = cache->dirty[i]; !status && left; left &= left - 1) {
      uint32_t word = (uint32_t)i * 64 + st_lowest_bit(left);
      if (word < entry->capacity) {
        status = rematch_word(entry, subject, env, word);
      }
    }
  }
  return status;
}

strata_status st_sba_cache_find(st_sba_cache *cache, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count) {
  st_sba_cache_entry *entry = &cache->entries[number - 1];
  const strata_expr *subject =
      st_sba_get(cache->change->rules, number)->subject;
  if (!reserve_entry_bits(cache, entry)) return STRATA_ENOMEM;
  bool known = entry->valid;
  entry->valid = false;
  strata_status status = known ? rematch_dirty_words(cache, entry, subject, env)
                               : match_all_entities(cache, entry, subject, env);
  if (status) return status;
  entry->valid = entry->used_since_refresh = entry->depends_on_it_alone;
  *count = entry->count;
  *who = st_arena_alloc(arena, entry->count + 1u, sizeof **who);
  if (!*who) return STRATA_ENOMEM;
  uint32_t n = 0;
  for (uint32_t w = 0; n < entry->count; w++) {
    for (uint64_t left = entry->bits[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      (*who)[n++] = st_entity_handle(cache->change->store, slot);
    }
  }
  return STRATA_OK;
}
