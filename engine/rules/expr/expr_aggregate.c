/*
 * expr_aggregate.c - count, sum and distinct over the live entities.
 *
 * An aggregate is a scope of its own, in which `outer` is the `it` of the
 * scope around it. Live entities are visited by words of slots. The matches of
 * an aggregate that does not vary may be cached by the environment, and then
 * only words that have changed are matched again.
 *
 * Invariant: a sum is exact until it ends and saturates once, so the order of
 * the entities makes no difference (test unit.expr).
 */
#include "base/bits.h"
#include "base/lanes.h"
#include "rules/expr/expr_eval64.h"

#define SMALL_SET_WORDS 8 /* sets of up to 512 symbols need no allocation */

/* An aggregate so far. */
typedef struct aggregate_sum {
  int64_t high; /* the exact sum: high * 2^32 + low */
  uint32_t low;
  uint64_t *set; /* DISTINCT: the union of the sets */
  uint32_t words;
} aggregate_sum;

/* Add v * times. The sum is exact until it ends, so the order makes no
 * difference. */
static void add_multiple(aggregate_sum *t, int64_t v, uint32_t times) {
  uint64_t low = (uint64_t)(uint32_t)v * times + t->low;
  int64_t high = (v - (int64_t)(uint32_t)v) / (INT64_C(1) << 32);
  int64_t more = st_sat_add(high * times, (int64_t)(low >> 32));
  t->high = st_sat_add(t->high, more);
  t->low = (uint32_t)low;
}

static int64_t saturated_total(const aggregate_sum *t) {
  if (t->high > INT32_MAX) return INT64_MAX;
  if (t->high < INT32_MIN) return INT64_MIN;
  return t->high * (INT64_C(1) << 32) + t->low;
}

static uint32_t slot_multiplicity(const st_expr_scope *s, uint32_t slot) {
  return s->env.multiplicity ? s->env.multiplicity(&s->env, slot) : 1;
}

static ST_NOINLINE strata_status add_summed_values(st_expr_scope *s,
                                                   uint32_t node,
                                                   st_candidate_word at,
                                                   aggregate_sum *t) {
  int64_t room[ST_LANES];
  st_lane_numbers values;
  strata_status status = st_expr_scope_eval_numbers(s, node, at, room, &values);
  if (status) return status;
  for (uint64_t left = at.candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    add_multiple(t, values.each ? values.each[bit] : values.same,
                 slot_multiplicity(s, at.word * 64 + bit));
  }
  return STRATA_OK;
}

static void count_matches(const st_expr_scope *s, st_candidate_word at,
                          aggregate_sum *t) {
  if (!s->env.multiplicity) {
    add_multiple(t, 1, st_count_bits(at.candidates));
    return;
  }
  for (uint64_t left = at.candidates; left != 0; left &= left - 1) {
    add_multiple(t, 1,
                 slot_multiplicity(s, at.word * 64 + st_lowest_bit(left)));
  }
}

/* Add the entities that satisfy the predicate. */
static strata_status add_matches(st_expr_scope *s, const st_expr_node *n,
                                 st_candidate_word at, aggregate_sum *t) {
  if (n->op == ST_EXPR_COUNT) {
    count_matches(s, at, t);
    return STRATA_OK;
  }
  if (n->op == ST_EXPR_DISTINCT) {
    return s->env.join_word(&s->env, at.word, n->attr, at.candidates, t->set);
  }
  return add_summed_values(s, n->a, at, t);
}

static uint32_t aggregate_predicate(const st_expr_node *n) {
  return n->op == ST_EXPR_SUM ? n->b : n->a;
}

static bool is_word_stale(const st_cached_matches *cached, uint32_t word) {
  return cached->stale ? st_bit_test(cached->stale, word)
                       : cached->matched_at[word] <= cached->changed_at[word];
}

/* Find the cached matches of a word again. */
static strata_status match_word_again(st_expr_scope *s, uint32_t predicate,
                                      const st_cached_matches *cached,
                                      st_candidate_word at) {
  uint64_t *bits = &cached->matches[at.word];
  uint64_t now = 0;
  strata_status status = STRATA_OK;
  if (at.candidates != 0) status = st_expr_scope_match(s, predicate, at, &now);
  if (status) return status;
  if (cached->stale) {
    st_bit_set(cached->stale, at.word, false);
    *cached->total += (int64_t)st_count_bits(now) - st_count_bits(*bits);
  } else {
    cached->matched_at[at.word] = cached->now;
  }
  *bits = now;
  return STRATA_OK;
}

/* Find which live entities of a word satisfy the predicate. Cached matches are
 * reused if nothing in the word has changed since. */
static strata_status find_matches(st_expr_scope *s, uint32_t predicate,
                                  const st_cached_matches *cached,
                                  st_candidate_word *at) {
  if (!cached->matches) {
    return st_expr_scope_match(s, predicate, *at, &at->candidates);
  }
  if (is_word_stale(cached, at->word)) {
    strata_status status = match_word_again(s, predicate, cached, *at);
    if (status) return status;
  }
  at->candidates &= cached->matches[at->word];
  return STRATA_OK;
}

/* Count the matches by those words alone that have changed. */
static strata_status count_by_changes(st_expr_scope *s, const st_expr_node *n,
                                      const st_cached_matches *cached,
                                      aggregate_sum *t) {
  for (uint32_t i = 0; i * 64 < s->env.word_count; i++) {
    for (uint64_t left = cached->stale[i]; left != 0; left &= left - 1) {
      uint32_t word = i * 64 + st_lowest_bit(left);
      st_candidate_word at = {word, s->env.live_word(&s->env, word)};
      if (!st_mem_work(s->env.mem, 1)) return STRATA_ENOMEM;
      strata_status status =
          match_word_again(s, aggregate_predicate(n), cached, at);
      if (status) return status;
    }
  }
  add_multiple(t, *cached->total, 1);
  return STRATA_OK;
}

/* Visit the live entities in the order of their slots. */
static strata_status add_all_matches(st_expr_scope *s, const st_expr_node *n,
                                     const st_cached_matches *cached,
                                     aggregate_sum *t) {
  if (cached->matches && cached->stale && n->op == ST_EXPR_COUNT) {
    return count_by_changes(s, n, cached, t);
  }
  for (uint32_t word = 0; word < s->env.word_count; word++) {
    st_candidate_word at = {word, s->env.live_word(&s->env, word)};
    if (at.candidates == 0) continue;
    if (!st_mem_work(s->env.mem, 1)) return STRATA_ENOMEM;
    strata_status status = find_matches(s, aggregate_predicate(n), cached, &at);
    if (!status && at.candidates != 0) status = add_matches(s, n, at, t);
    if (status) return status;
  }
  for (uint32_t i = 0; i < t->words; i++) {
    add_multiple(t, 1, st_count_bits(t->set[i]));
  }
  return STRATA_OK;
}

/* Find the cached matches of an aggregate that does not depend on `it`. A match
 * that depends on others than the entity in question is not cached: it can
 * change although no entity of its word of slots has changed. */
static strata_status find_cached_matches(const st_expr_scope *s, uint32_t node,
                                         st_cached_matches *out) {
  int64_t values[ST_CACHED_MATCH_VALUES];
  strata_status status = STRATA_OK;
  uint32_t predicate = aggregate_predicate(&s->expr->nodes[node]);
  *out = (st_cached_matches){.matches = NULL};
  if (!s->env.find_cached_matches || st_expr_scope_varies(s, node) ||
      (s->expr->nodes[predicate].uses & ST_EXPR_USES_OTHERS)) {
    return STRATA_OK;
  }
  size_t count = st_expr_scope_closed_values(s, predicate, values,
                                             ST_CACHED_MATCH_VALUES, &status);
  if (status || count > ST_CACHED_MATCH_VALUES ||
      !s->env.find_cached_matches(&s->env, s->expr, node, values, count, out)) {
    out->matches = NULL;
  }
  return status;
}

strata_status st_expr_scope_eval_aggregate(const st_expr_scope *s,
                                           uint32_t node, int64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  st_cached_matches cached;
  strata_status status = find_cached_matches(s, node, &cached);
  if (status) return status;
  st_expr_scope inside;
  st_expr_scope_init(&inside, s->expr, &s->env);
  inside.env.outer_slot = s->env.it_slot;
  inside.env.it_slot = 0;
  /* The cached arrays are in use until all words are matched: an aggregate
   * within this one, for which they may be taken, is not cached meanwhile. */
  if (cached.matches) inside.env.find_cached_matches = NULL;
  uint64_t small[SMALL_SET_WORDS] = {0};
  aggregate_sum t = {.set = small};
  st_mem *mem = s->env.mem;
  if (n->op == ST_EXPR_DISTINCT) {
    t.words = s->expr->rules->attrs[n->attr - 1].word_count;
    if (t.words > SMALL_SET_WORDS) {
      t.set = st_mem_zeroed(mem, t.words, sizeof t.set[0]);
      if (!t.set) return STRATA_ENOMEM;
    }
  }
  status = add_all_matches(&inside, n, &cached, &t);
  if (t.set != small) st_mem_free(mem, t.set, t.words, sizeof t.set[0]);
  if (!status) *out = saturated_total(&t);
  return status;
}
