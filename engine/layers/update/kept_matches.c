/*
 * kept_matches.c - the matches of counts that programs ask for again.
 *
 * "As long as you control six lands" is asked each time something triggers, and
 * few entities change in between. A place is taken by an aggregate that was
 * asked twice, as subscribing makes writes of the attributes that it reads
 * dearer; the first time it is only noted, by a hash in a small table, which
 * may take two for one. An aggregate is recognized by its text, its node and
 * its closed values: the same text may be parsed again, and another expression
 * may lie where a freed one lay.
 *
 * Invariant: a word of matches that is not marked as stale is what a test of
 * its entities gives, but for changes that are still to be read from the log;
 * and the total is the number of all matches that are there, stale or not.
 * Matches are cache and no state. Held by test unit.kept_sets.
 */
#include "layers/update/kept_matches.h"

#include "base/bits.h"
#include "base/hash.h"

#include <string.h>

static void free_kept_match(st_eval *eval, st_kept_match *match) {
  st_mem_free(eval->mem, match->text, match->text ? match->text_size + 1 : 0,
              1);
  st_mem_free(eval->mem, match->matches, match->capacity,
              sizeof match->matches[0]);
  st_mem_free(eval->mem, match->stale, match->stale_capacity,
              sizeof match->stale[0]);
  *match = (st_kept_match){0};
}

void st_kept_matches_clear(st_eval *eval) {
  st_kept_matches *kept = &eval->kept_matches;
  for (uint32_t i = 0; i < ST_KEPT_MATCHES; i++) {
    free_kept_match(eval, &kept->places[i]);
  }
  *kept = (st_kept_matches){0};
}

size_t st_kept_matches_bytes(const st_eval *eval) {
  const st_kept_matches *kept = &eval->kept_matches;
  size_t bytes = 0;
  for (uint32_t i = 0; i < ST_KEPT_MATCHES; i++) {
    const st_kept_match *match = &kept->places[i];
    bytes +=
        (match->capacity + match->stale_capacity) * sizeof match->matches[0];
    if (match->text) bytes += match->text_size + 1;
  }
  return bytes;
}

/* -- Places -- */

static bool is_match_of(const st_kept_match *match, const st_kept_match *key,
                        const char *text) {
  return match->text && match->node == key->node &&
         match->value_count == key->value_count &&
         memcmp(match->values, key->values, sizeof key->values) == 0 &&
         match->text_size == key->text_size &&
         memcmp(match->text, text, key->text_size) == 0;
}

/* Whether an aggregate has been asked before, as far as a hash tells. */
static bool was_asked(st_kept_matches *kept, const st_kept_match *key,
                      const strata_expr *expr) {
  uint64_t hash = st_mix((uint64_t)(uintptr_t)expr, key->node);
  for (uint32_t i = 0; i < key->value_count; i++) {
    hash = st_mix(hash, (uint64_t)key->values[i]);
  }
  uint64_t *seen = &kept->seen[hash % ST_KEPT_MATCHES_SEEN];
  bool before = *seen == hash;
  *seen = hash;
  return before;
}

/* The place of an aggregate; NULL: it has none. */
static st_kept_match *find_place(st_eval *eval, const st_kept_match *key,
                                 const strata_expr *expr) {
  st_kept_matches *kept = &eval->kept_matches;
  st_kept_match *oldest = &kept->places[0];
  for (uint32_t i = 0; i < ST_KEPT_MATCHES; i++) {
    st_kept_match *match = &kept->places[i];
    if (is_match_of(match, key, expr->text)) return match;
    if (match->asked_at < oldest->asked_at) oldest = match;
  }
  if (!was_asked(kept, key, expr) &&
      eval->tune[STRATA_TUNE_SETS] != STRATA_TUNE_ALWAYS) {
    return NULL;
  }
  char *text = st_mem_copy_text(eval->mem, expr->text, expr->text_size);
  if (!text) return NULL;
  free_kept_match(eval, oldest);
  *oldest = *key;
  oldest->text = text;
  if (st_eval_subscribe_to_reads(eval, expr)) return oldest;
  free_kept_match(eval, oldest);
  return NULL;
}

/* -- Changes -- */

/* Let a match have so many words: new ones are stale, and what is beyond them
 * is not counted. */
static bool set_word_count(st_eval *eval, st_kept_match *match,
                           uint32_t words) {
  if (!st_mem_reserve_zeroed(eval->mem, &match->matches, &match->capacity,
                             words, sizeof match->matches[0]) ||
      !st_mem_reserve_zeroed(eval->mem, &match->stale, &match->stale_capacity,
                             st_bit_words(words), sizeof match->stale[0])) {
    return false;
  }
  for (uint32_t w = words; w < match->words; w++) {
    match->total -= st_count_bits(match->matches[w]);
    match->matches[w] = 0;
    st_bit_set(match->stale, w, false);
  }
  for (uint32_t w = match->words; w < words; w++) {
    st_bit_set(match->stale, w, true);
  }
  match->words = words;
  return true;
}

/* Mark the words of a match that have changed since it was asked last. */
static void read_changes(const st_eval *eval, st_kept_match *match) {
  const uint32_t *items;
  size_t count;
  bool all = !st_change_log_read_since(&eval->changes.values, &match->read,
                                       &items, &count) ||
             st_change_log_is_about_all(items, count);
  for (uint32_t w = 0; all && w < match->words; w++) {
    st_bit_set(match->stale, w, true);
  }
  for (size_t i = 0; !all && i < count; i++) {
    uint32_t word = items[i] / 64;
    if (word < match->words) st_bit_set(match->stale, word, true);
  }
}

bool st_kept_matches_find(const st_expr_env *env, const strata_expr *expr,
                          uint32_t node, const int64_t *values, size_t count,
                          st_cached_matches *out) {
  st_eval *eval = env->context;
  st_kept_matches *kept = &eval->kept_matches;
  if (eval->tune[STRATA_TUNE_SETS] == STRATA_TUNE_NEVER) return false;
  assert(!eval->in_force.stale && !eval->needs_pass && !eval->classes_moved);
  assert(count <= ST_CACHED_MATCH_VALUES);
  st_kept_match key = {.text_size = expr->text_size,
                       .node = node,
                       .value_count = (uint32_t)count};
  memcpy(key.values, values, count * sizeof values[0]);
  st_kept_match *match = find_place(eval, &key, expr);
  if (!match || !set_word_count(eval, match, env->word_count)) return false;
  read_changes(eval, match);
  match->asked_at = ++kept->asked;
  *out = (st_cached_matches){
      .matches = match->matches, .stale = match->stale, .total = &match->total};
  return true;
}
