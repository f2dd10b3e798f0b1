/*
 * scan.c - whom state-based actions are about.
 *
 * Invariant: bit n of a check that is known says whether it was about slot n
 * when the notices were read last; a word that is dirty may be another by now.
 * Checks share the words that are dirty, and each asks them anew when it is
 * looked at; what is not looked at in a round is forgotten.
 */
#include "play/index/sba_cache.h"

#include "base/bits.h"
#include "rules/model/sba_def.h"

#include <string.h>

void st_sba_cache_init(st_sba_cache *scan, st_mutator *change) {
  *scan = (st_sba_cache){.change = change};
}

void st_sba_cache_fini(st_sba_cache *scan) {
  if (!scan->change) return;
  st_mem *mem = scan->change->mem;
  for (uint32_t n = 0; scan->entries && n < scan->entry_count; n++) {
    st_sba_cache_entry *check = &scan->entries[n];
    st_mem_free(mem, check->bits, check->capacity, sizeof check->bits[0]);
  }
  st_mem_free(mem, scan->entries, scan->entries ? scan->entry_count : 0,
              sizeof scan->entries[0]);
  st_mem_free(mem, scan->dirty, scan->dirty_capacity, sizeof scan->dirty[0]);
  *scan = (st_sba_cache){0};
}

void st_sba_cache_release(st_sba_cache *scan) {
  st_mutator *change = scan->change;
  st_sba_cache_fini(scan);
  st_sba_cache_init(scan, change);
}

size_t st_sba_cache_bytes(const st_sba_cache *scan) {
  size_t bytes = scan->dirty_capacity * sizeof scan->dirty[0];
  for (uint32_t n = 0; scan->entries && n < scan->entry_count; n++) {
    bytes += scan->entries[n].capacity * sizeof scan->entries[n].bits[0];
  }
  return bytes;
}

/* -- What the rules say -- */

/* What `it` has by itself decides: nobody else, no event, name or function. */
static bool depends_on_it_alone(const strata_expr *expr) {
  if (expr->uses_this || expr->follows_refs || expr->counts_entities)
    return false;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    if (expr->reads[i].of_others) return false;
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    uint8_t op = expr->nodes[i].op;
    if (op == ST_EXPR_ASK || op == ST_EXPR_FIELD || op == ST_EXPR_VARIABLE ||
        op == ST_EXPR_TOP) {
      return false;
    }
  }
  return true;
}

/* Listen to all that one reads. */
static bool subscribe_to_reads(const st_sba_cache *scan,
                               const strata_expr *who) {
  for (uint32_t i = 0; i < who->read_count; i++) {
    if (!st_eval_subscribe(scan->change->eval, who->reads[i].attr,
                           ST_CHANGE_LOG_VALUE)) {
      return false;
    }
  }
  return true;
}

static bool prepare_sba_cache(st_sba_cache *scan) {
  const strata_rules *rules = scan->change->rules;
  uint32_t count = st_rules_count(rules, STRATA_NAME_SBA);
  for (uint32_t n = 1; n <= count; n++) {
    const strata_expr *who = st_sba_get(rules, n)->subject;
    if (depends_on_it_alone(who) && !subscribe_to_reads(scan, who))
      return false;
  }
  scan->entries =
      st_mem_zeroed(scan->change->mem, count, sizeof scan->entries[0]);
  if (!scan->entries) return false;
  scan->entry_count = count;
  for (uint32_t n = 0; n < count; n++) {
    scan->entries[n].depends_on_it_alone =
        depends_on_it_alone(st_sba_get(rules, n + 1)->subject);
  }
  return true;
}

/* -- Words that may be others -- */

static uint32_t entity_word_count(const st_sba_cache *scan) {
  return st_bit_words(st_entity_top(scan->change->store) + 1);
}

static bool reserve_dirty_words(st_sba_cache *scan) {
  size_t had = scan->dirty_capacity;
  size_t count = st_bit_words(entity_word_count(scan)) + 1u;
  if (!st_mem_reserve(scan->change->mem, &scan->dirty, &scan->dirty_capacity,
                      count, sizeof scan->dirty[0])) {
    return false;
  }
  memset(scan->dirty + had, 0,
         (scan->dirty_capacity - had) * sizeof scan->dirty[0]);
  return true;
}

/* Also of slots that are beyond the last one now: a rollback has taken them. */
static void mark_words_dirty(st_sba_cache *scan, const uint32_t *items,
                             size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word = items[i] / 64;
    if (word / 64 >= scan->dirty_capacity) continue;
    scan->dirty[word / 64] |= (uint64_t)1 << (word % 64);
  }
}

strata_status st_sba_cache_refresh(st_sba_cache *scan) {
  st_eval *eval = scan->change->eval;
  strata_status status = STRATA_OK;
  if (!scan->entries && !prepare_sba_cache(scan)) return STRATA_ENOMEM;
  if (st_eval_needs_refresh(eval)) status = st_eval_refresh(eval);
  if (!status && !reserve_dirty_words(scan)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  memset(scan->dirty, 0, scan->dirty_capacity * sizeof scan->dirty[0]);
  bool all = !st_change_log_read_since(&eval->changes.values,
                                       &scan->notices_read, &items, &count);
  for (uint32_t n = 0; n < scan->entry_count; n++) {
    st_sba_cache_entry *check = &scan->entries[n];
    check->valid = check->valid && !all && check->used_since_refresh;
    check->used_since_refresh = false;
  }
  mark_words_dirty(scan, items, count);
  return STRATA_OK;
}

/* -- Asking -- */

static bool reserve_entry_bits(st_sba_cache *scan, st_sba_cache_entry *check) {
  size_t had = check->capacity;
  if (!st_mem_reserve(scan->change->mem, &check->bits, &check->capacity,
                      entity_word_count(scan), sizeof check->bits[0])) {
    return false;
  }
  memset(check->bits + had, 0, (check->capacity - had) * sizeof check->bits[0]);
  return true;
}

static strata_status match_all_entities(st_sba_cache *scan,
                                        st_sba_cache_entry *check,
                                        const strata_expr *who,
                                        const st_expr_env *env) {
  memset(check->bits, 0, check->capacity * sizeof check->bits[0]);
  strata_status status = st_expr_match_live(who, env, check->bits);
  check->count = 0;
  for (uint32_t w = 0; w < entity_word_count(scan); w++) {
    check->count += st_count_bits(check->bits[w]);
  }
  return status;
}

static strata_status rematch_word(st_sba_cache_entry *check,
                                  const strata_expr *who,
                                  const st_expr_env *env, uint32_t word) {
  uint64_t now = 0;
  uint64_t live = word < env->word_count ? env->live_word(env, word) : 0;
  strata_status status = STRATA_OK;
  if (live != 0) status = st_expr_match(who, env, word, live, &now);
  check->count += st_count_bits(now);
  check->count -= st_count_bits(check->bits[word]);
  check->bits[word] = now;
  return status;
}

static strata_status rematch_dirty_words(const st_sba_cache *scan,
                                         st_sba_cache_entry *check,
                                         const strata_expr *who,
                                         const st_expr_env *env) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < scan->dirty_capacity; i++) {
    for (uint64_t left = scan->dirty[i]; !status && left; left &= left - 1) {
      uint32_t word = (uint32_t)i * 64 + st_lowest_bit(left);
      if (word < check->capacity) status = rematch_word(check, who, env, word);
    }
  }
  return status;
}

strata_status st_sba_cache_find(st_sba_cache *scan, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count) {
  st_sba_cache_entry *check = &scan->entries[number - 1];
  const strata_expr *asked = st_sba_get(scan->change->rules, number)->subject;
  if (!reserve_entry_bits(scan, check)) return STRATA_ENOMEM;
  bool known = check->valid;
  check->valid = false;
  strata_status status = known ? rematch_dirty_words(scan, check, asked, env)
                               : match_all_entities(scan, check, asked, env);
  if (status) return status;
  check->valid = check->used_since_refresh = check->depends_on_it_alone;
  *count = check->count;
  *who = st_arena_alloc(arena, check->count + 1u, sizeof **who);
  if (!*who) return STRATA_ENOMEM;
  uint32_t n = 0;
  for (uint32_t w = 0; n < check->count; w++) {
    for (uint64_t left = check->bits[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      (*who)[n++] = st_entity_handle(scan->change->store, slot);
    }
  }
  return STRATA_OK;
}
