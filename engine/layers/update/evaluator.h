/* evaluator.h - the evaluator as the API sees it: current values, and the
 * notifications after each change of the state. */
#ifndef STRATA_LAYERS_UPDATE_EVALUATOR_H
#define STRATA_LAYERS_UPDATE_EVALUATOR_H

#include "layers/values/evaluate_value.h"

/* The store must outlive the evaluator, which becomes the observer of its
 * rollbacks. */
strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store);
void st_eval_fini(st_eval *eval);

/* The state has been replaced by another one: drop everything derived from
 * it. */
void st_eval_reset(st_eval *eval);

/* Drop all cached values. Of what is derived from the state only compiled texts
 * are kept. */
void st_eval_drop_caches(st_eval *eval);

/* -- Values -- */

/* Bring in-force set, classes and pass up to date. On ENOMEM they stay as out
 * of date as they were. */
strata_status st_eval_refresh(st_eval *eval);

static inline bool st_eval_needs_refresh(const st_eval *eval) {
  return eval->in_force.stale | eval->needs_pass | eval->classes_moved;
}

/* st_eval_refresh, if anything has changed since the last one. */
static inline strata_status st_eval_ensure_fresh(st_eval *eval) {
  return st_eval_needs_refresh(eval) ? st_eval_refresh(eval) : STRATA_OK;
}

/* The current value: cached, or computed and cached. `out` points to its
 * words, which live until the next evaluation. `slot` is live. */
strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out);

/* Whether a SET has the symbol at `index` of its domain, or a list of abilities
 * has that ability. */
strata_status st_eval_has(st_eval *eval, strata_attr attr, uint32_t slot,
                          uint32_t index, bool *out);

/* The value as it stands after a layer, and after the last one that counts for
 * copies (613.2c). `words` has room for a value. */
strata_status st_eval_value_after(st_eval *eval, strata_attr attr,
                                  uint32_t slot, strata_layer layer,
                                  uint64_t *words);
strata_status st_eval_copiable(st_eval *eval, strata_attr attr, uint32_t slot,
                               uint64_t *words);

/* Whether nothing that the pass has applied changes copiable values of an
 * entity: they are base values, but for parts that are locked to them. Nothing
 * was written since the refresh. Cost O(steps). */
bool st_eval_is_copied_as_base(const st_eval *eval, uint32_t slot);

/* Add the names of the abilities of a list, one on each line. */
strata_status st_eval_list_text(st_eval *eval, uint64_t list, st_text *out);

/* Describe the abilities of a list that a slot has. Returns how many there are;
 * at most `capacity` are written. */
size_t st_eval_abilities(const st_eval *eval, uint32_t slot, uint64_t list,
                         strata_ability_row *buffer, size_t capacity);

/* Evaluate on current values; it and source are slots. */
strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out);

/* The same for an expression of type SET, as words of the SET `to`; `it` is
 * none. */
strata_status st_eval_set(st_eval *eval, const strata_expr *expr,
                          uint32_t source, const st_attr *to, uint64_t *out);

/*
 * An environment for expressions on current values; `it` and `source` are
 * slots. A caller that evaluates expressions of a frame sets
 * eval->frame_context meanwhile, and the environment's `field` and `name`,
 * which find the frame by st_eval_frame_context.
 */
strata_status st_eval_env(st_eval *eval, uint32_t it, uint32_t source,
                          st_expr_env *out);

/* The same without bringing anything up to date: for expressions that read
 * nothing of the world (st_expr_reads_world). */
void st_eval_env_as_is(st_eval *eval, uint32_t it, uint32_t source,
                       st_expr_env *out);

static inline const void *st_eval_frame_context(const st_expr_env *env) {
  const st_eval *eval = env->context;
  return eval->frame_context;
}

/* Functions of that environment, for environments that know more than live
 * entities: slots and candidates are live here. */
strata_status st_current_values_read(const st_expr_env *env, uint32_t slot,
                                     strata_attr attr, int64_t *out);
strata_status st_current_values_any_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         uint64_t *out);
strata_status st_current_values_join_word(const st_expr_env *env, uint32_t word,
                                          strata_attr attr, uint64_t candidates,
                                          uint64_t *set);

/* The entities that satisfy a predicate: a bitmap of live slots, of *words
 * words, that is good until the next call. */
strata_status st_eval_select(st_eval *eval, const strata_expr *expr,
                             uint32_t source, const uint64_t **bits,
                             uint32_t *words);

/* The program of a number that depends on its base value alone, if the program
 * is up to date; NULL if the value must be computed otherwise. */
static inline st_number_program *
st_eval_find_fresh_program(const st_eval *eval, const st_value_cache_attr *a,
                           uint32_t slot) {
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (!a->is_independent || !a->programs || !a->programs[block]) return NULL;
  st_number_program *program = a->programs[block][slot % ST_VALUE_BLOCK_ROWS];
  return program && program->fresh_serial == eval->serial ? program : NULL;
}

/* -- Notifications after the state has changed -- */

/* A base value that something else depends on has changed. */
void st_eval_read_value_changed(st_eval *eval, strata_attr attr, uint32_t slot);

/* A base value has changed, or the parts that are locked to it. */
static inline void st_eval_base_changed(st_eval *eval, strata_attr attr,
                                        uint32_t slot) {
  st_value_cache_drop(&eval->cells, attr, slot);
  if (ST_UNLIKELY(eval->cells.attrs[attr - 1].has_dependents)) {
    st_eval_read_value_changed(eval, attr, slot);
  }
}

void st_eval_spawned(st_eval *eval, uint32_t slot);
void st_eval_despawned(st_eval *eval, uint32_t slot);

/* An entity's timestamp, zone or definition has changed, or the timestamp of a
 * counter. */
void st_eval_entity_changed(st_eval *eval, uint32_t slot);

/* The order of a zone has changed; moves of entities need not say so too. */
void st_eval_zone_reordered(st_eval *eval);

/* An effect was added, as described. */
void st_eval_effect_added(st_eval *eval, uint32_t effect,
                          const st_new_effect *desc);

/* Called before the effect's rows change. */
void st_eval_effect_ending(st_eval *eval, uint32_t effect);

size_t st_eval_bytes(const st_eval *eval);

#endif
