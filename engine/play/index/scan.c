/*
 * scan.c - whom state-based actions are about.
 *
 * Invariant: bit n of a check that is known says whether it was about slot n
 * when the notices were read last; a word that is dirty may be another by now.
 * Checks share the words that are dirty, and each asks them anew when it is
 * looked at; what is not looked at in a round is forgotten.
 */
#include "play/index/scan.h"

#include "base/bits.h"
#include "rules/model/check.h"

#include <string.h>

void st_scan_init(st_scan *scan, st_change *change) {
  *scan = (st_scan){.change = change};
}

void st_scan_fini(st_scan *scan) {
  if (!scan->change) return;
  st_mem *mem = scan->change->mem;
  for (uint32_t n = 0; scan->checks && n < scan->check_count; n++) {
    st_scan_check *check = &scan->checks[n];
    st_mem_free(mem, check->bits, check->capacity, sizeof check->bits[0]);
  }
  st_mem_free(mem, scan->checks, scan->checks ? scan->check_count : 0,
              sizeof scan->checks[0]);
  st_mem_free(mem, scan->dirty, scan->dirty_capacity, sizeof scan->dirty[0]);
  *scan = (st_scan){0};
}

void st_scan_drop(st_scan *scan) {
  st_change *change = scan->change;
  st_scan_fini(scan);
  st_scan_init(scan, change);
}

size_t st_scan_bytes(const st_scan *scan) {
  size_t bytes = scan->dirty_capacity * sizeof scan->dirty[0];
  for (uint32_t n = 0; scan->checks && n < scan->check_count; n++) {
    bytes += scan->checks[n].capacity * sizeof scan->checks[n].bits[0];
  }
  return bytes;
}

/* -- What the rules say -- */

/* What `it` has by itself decides: nobody else, no event, name or function. */
static bool hangs_on_it_alone(const strata_expr *expr) {
  if (expr->uses_this || expr->follows || expr->population) return false;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    if (expr->reads[i].far) return false;
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    uint8_t op = expr->nodes[i].op;
    if (op == ST_EXPR_ASK || op == ST_EXPR_FIELD || op == ST_EXPR_NAME ||
        op == ST_EXPR_TOP) {
      return false;
    }
  }
  return true;
}

/* Listen to all that one reads. */
static bool listen(const st_scan *scan, const strata_expr *who) {
  for (uint32_t i = 0; i < who->read_count; i++) {
    if (!st_eval_listen(scan->change->eval, who->reads[i].attr,
                        ST_NOTICE_VALUE)) {
      return false;
    }
  }
  return true;
}

static bool prepare(st_scan *scan) {
  const strata_rules *rules = scan->change->rules;
  uint32_t count = strata_rules_count(rules, STRATA_KIND_CHECK);
  for (uint32_t n = 1; n <= count; n++) {
    const strata_expr *who = st_check_get(rules, n)->who;
    if (hangs_on_it_alone(who) && !listen(scan, who)) return false;
  }
  scan->checks =
      st_mem_zeroed(scan->change->mem, count, sizeof scan->checks[0]);
  if (!scan->checks) return false;
  scan->check_count = count;
  for (uint32_t n = 0; n < count; n++) {
    scan->checks[n].alone = hangs_on_it_alone(st_check_get(rules, n + 1)->who);
  }
  return true;
}

/* -- Words that may be others -- */

static uint32_t word_count(const st_scan *scan) {
  return st_words_for(st_entity_top(scan->change->store) + 1);
}

static bool take_dirty(st_scan *scan) {
  size_t had = scan->dirty_capacity;
  size_t count = st_words_for(word_count(scan)) + 1u;
  if (!st_mem_reserve(scan->change->mem, &scan->dirty, &scan->dirty_capacity,
                      count, sizeof scan->dirty[0])) {
    return false;
  }
  memset(scan->dirty + had, 0,
         (scan->dirty_capacity - had) * sizeof scan->dirty[0]);
  return true;
}

/* Also of slots that are beyond the last one now: a rollback has taken them. */
static void make_dirty(st_scan *scan, const uint32_t *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word = items[i] / 64;
    if (word / 64 >= scan->dirty_capacity) continue;
    scan->dirty[word / 64] |= (uint64_t)1 << (word % 64);
  }
}

strata_status st_scan_look(st_scan *scan) {
  st_eval *eval = scan->change->eval;
  strata_status status = STRATA_OK;
  if (!scan->checks && !prepare(scan)) return STRATA_ENOMEM;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (!status && !take_dirty(scan)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  memset(scan->dirty, 0, scan->dirty_capacity * sizeof scan->dirty[0]);
  bool all =
      !st_notice_since(&eval->notice.values, &scan->seen, &items, &count);
  for (uint32_t n = 0; n < scan->check_count; n++) {
    st_scan_check *check = &scan->checks[n];
    check->known = check->known && !all && check->looked;
    check->looked = false;
  }
  make_dirty(scan, items, count);
  return STRATA_OK;
}

/* -- Asking -- */

static bool make_room(st_scan *scan, st_scan_check *check) {
  size_t had = check->capacity;
  if (!st_mem_reserve(scan->change->mem, &check->bits, &check->capacity,
                      word_count(scan), sizeof check->bits[0])) {
    return false;
  }
  memset(check->bits + had, 0, (check->capacity - had) * sizeof check->bits[0]);
  return true;
}

static strata_status ask_all(st_scan *scan, st_scan_check *check,
                             const strata_expr *who, const st_expr_env *env) {
  memset(check->bits, 0, check->capacity * sizeof check->bits[0]);
  strata_status status = st_expr_match_live(who, env, check->bits);
  check->count = 0;
  for (uint32_t w = 0; w < word_count(scan); w++) {
    check->count += st_count_bits(check->bits[w]);
  }
  return status;
}

static strata_status ask_word(st_scan_check *check, const strata_expr *who,
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

static strata_status ask_dirty(const st_scan *scan, st_scan_check *check,
                               const strata_expr *who, const st_expr_env *env) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < scan->dirty_capacity; i++) {
    for (uint64_t left = scan->dirty[i]; !status && left; left &= left - 1) {
      uint32_t word = (uint32_t)i * 64 + st_lowest_bit(left);
      if (word < check->capacity) status = ask_word(check, who, env, word);
    }
  }
  return status;
}

strata_status st_scan_find(st_scan *scan, uint32_t number,
                           const st_expr_env *env, st_arena *arena,
                           strata_entity **who, uint32_t *count) {
  st_scan_check *check = &scan->checks[number - 1];
  const strata_expr *asked = st_check_get(scan->change->rules, number)->who;
  if (!make_room(scan, check)) return STRATA_ENOMEM;
  bool known = check->known;
  check->known = false;
  strata_status status = known ? ask_dirty(scan, check, asked, env)
                               : ask_all(scan, check, asked, env);
  if (status) return status;
  check->known = check->looked = check->alone;
  *count = check->count;
  *who = st_arena_take(arena, check->count + 1u, sizeof **who);
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
