/*
 * kept_sets.c - the entities that match predicates which are asked again.
 *
 * A host asks the same few questions after each action, and so do programs:
 * each creature, each card of a player. A set has one bit for each slot, and
 * remembers how far it has read the log of changed values. To find it again
 * costs the words in which an entity may have changed since.
 *
 * A predicate is recognized by its text: hosts parse the same text again, and
 * another expression may lie where a freed one lay. Those that have been asked
 * once are only noted, since subscribing makes writes of the attributes that
 * they read dearer. There are 16 places, and the one that was asked longest ago
 * is taken for another predicate.
 *
 * Invariant: bit n of a set with bits tells whether its predicate matched slot
 * n when the log was last read. Sets are cache and no state. Held by test
 * unit.kept_sets.
 */
#include "layers/update/kept_sets.h"

#include "base/bits.h"

#include <string.h>

/* -- Places -- */

static void free_kept_set(st_eval *eval, st_kept_set *set) {
  st_mem_free(eval->mem, set->text, set->text ? set->text_size + 1 : 0, 1);
  st_mem_free(eval->mem, set->bits, set->capacity, sizeof set->bits[0]);
  *set = (st_kept_set){0};
}

void st_kept_sets_clear(st_eval *eval) {
  for (uint32_t i = 0; i < ST_KEPT_SETS; i++) {
    free_kept_set(eval, &eval->kept_sets[i]);
  }
}

size_t st_kept_sets_bytes(const st_eval *eval) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < ST_KEPT_SETS; i++) {
    const st_kept_set *set = &eval->kept_sets[i];
    bytes += set->capacity * sizeof set->bits[0];
    if (set->text) bytes += set->text_size + 1;
  }
  return bytes;
}

static bool is_of_predicate(const st_kept_set *set,
                            const strata_expr *predicate) {
  return set->text && set->text_size == predicate->text_size &&
         memcmp(set->text, predicate->text, set->text_size) == 0;
}

/* The set of a predicate, or the place for it: without text if it is new. */
static st_kept_set *find_place(st_eval *eval, const strata_expr *predicate) {
  st_kept_set *oldest = &eval->kept_sets[0];
  for (uint32_t i = 0; i < ST_KEPT_SETS; i++) {
    st_kept_set *set = &eval->kept_sets[i];
    if (is_of_predicate(set, predicate)) return set;
    if (set->asked_at < oldest->asked_at) oldest = set;
  }
  free_kept_set(eval, oldest);
  return oldest;
}

static bool note_predicate(const st_eval *eval, st_kept_set *set,
                           const strata_expr *predicate) {
  set->text =
      st_mem_copy_text(eval->mem, predicate->text, predicate->text_size);
  if (!set->text) return false;
  set->text_size = predicate->text_size;
  return true;
}

/* -- Matching -- */

static strata_status match_word(st_kept_set *set, const strata_expr *predicate,
                                const st_expr_env *env, uint32_t word) {
  uint64_t live = word < env->word_count ? env->live_word(env, word) : 0;
  set->bits[word] = 0;
  return live == 0
             ? STRATA_OK
             : st_expr_match(predicate, env, word, live, &set->bits[word]);
}

/* Ask the words of the entities in the log again, each once for a run of items
 * in it. Slots beyond the last one in use are among them: a rollback may have
 * freed them. */
static strata_status match_changed(st_kept_set *set,
                                   const strata_expr *predicate,
                                   const st_expr_env *env,
                                   const uint32_t *items, size_t count) {
  strata_status status = STRATA_OK;
  uint32_t done = UINT32_MAX;
  for (size_t i = 0; i < count && !status; i++) {
    uint32_t word = items[i] / 64;
    if (word == done || word >= set->capacity) continue;
    status = match_word(set, predicate, env, word);
    done = word;
  }
  return status;
}

static strata_status match_all(st_kept_set *set, const strata_expr *predicate,
                               const st_expr_env *env) {
  if (set->bits) memset(set->bits, 0, set->capacity * sizeof set->bits[0]);
  return st_expr_match_live(predicate, env, set->bits);
}

/* Bring the set up to date with the log. */
static strata_status refresh_set(st_eval *eval, st_kept_set *set,
                                 const strata_expr *predicate,
                                 const st_expr_env *env) {
  bool is_new = !set->bits;
  const uint32_t *items;
  size_t count;
  if (is_new && !st_eval_subscribe_to_reads(eval, predicate)) {
    return STRATA_ENOMEM;
  }
  if (!st_mem_reserve_zeroed(eval->mem, &set->bits, &set->capacity,
                             env->word_count, sizeof set->bits[0])) {
    return STRATA_ENOMEM;
  }
  bool all = !st_change_log_read_since(&eval->changes.values, &set->read,
                                       &items, &count) ||
             is_new || count > set->capacity ||
             st_change_log_is_about_all(items, count);
  return all ? match_all(set, predicate, env)
             : match_changed(set, predicate, env, items, count);
}

strata_status st_kept_sets_find(st_eval *eval, const strata_expr *predicate,
                                const st_expr_env *env, const uint64_t **bits) {
  strata_tune how = eval->tune[STRATA_TUNE_SETS];
  *bits = NULL;
  if (how == STRATA_TUNE_NEVER || !st_expr_reads_world(predicate) ||
      !st_expr_depends_on_it_alone(predicate)) {
    return STRATA_OK;
  }
  st_kept_set *set = find_place(eval, predicate);
  bool is_new = !set->text;
  if (is_new && !note_predicate(eval, set, predicate)) return STRATA_ENOMEM;
  set->asked_at = ++eval->sets_asked;
  if (is_new && how != STRATA_TUNE_ALWAYS) return STRATA_OK;
  strata_status status = refresh_set(eval, set, predicate, env);
  if (status) {
    free_kept_set(eval, set);
  } else {
    *bits = set->bits;
  }
  return status;
}
