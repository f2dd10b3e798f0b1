/* evaluate.h - the evaluator as the API sees it: values, and being told of
 * what changes. */
#ifndef STRATA_LAYERS_UPDATE_EVALUATOR_H
#define STRATA_LAYERS_UPDATE_EVALUATOR_H

#include "layers/values/evaluate_value.h"

/* `store` must outlive the evaluator, which becomes the one that is told of
 * rollbacks. */
strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store);
void st_eval_fini(st_eval *eval);

/* The state has been replaced by another. */
void st_eval_reset(st_eval *eval);

/* Forget all values: of what is derived from the state, only what texts mean is
 * kept. */
void st_eval_drop_caches(st_eval *eval);

/* -- Values -- */

/* Bring plan and pass up to date. On ENOMEM they stay as out of date as they
 * were. */
strata_status st_eval_refresh(st_eval *eval);

static inline bool st_eval_needs_refresh(const st_eval *eval) {
  return eval->in_force.stale | eval->needs_pass | eval->classes_moved;
}

/* The current value: cached, or computed and cached. `out` points to its
 * words, which live until the next evaluation. `slot` is live. */
strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out);

/* Whether a SET has the symbol at `index` of its domain, or a list of abilities
 * that ability. */
strata_status st_eval_has(st_eval *eval, strata_attr attr, uint32_t slot,
                          uint32_t index, bool *out);

/* The value as it stands after a layer, and after the last one that counts for
 * copies (613.2c). `words` has room for a value. */
strata_status st_eval_value_after(st_eval *eval, strata_attr attr,
                                  uint32_t slot, strata_layer layer,
                                  uint64_t *words);
strata_status st_eval_copiable(st_eval *eval, strata_attr attr, uint32_t slot,
                               uint64_t *words);

/* Names of the abilities of a list, one on each line. */
strata_status st_eval_list_text(st_eval *eval, uint64_t list, st_text *out);

/* Describe the abilities of a list that a slot has. Returns how many there are;
 * at most `capacity` are written. */
size_t st_eval_abilities(const st_eval *eval, uint32_t slot, uint64_t list,
                         strata_ability_row *buffer, size_t capacity);

/* Evaluate on current values; it and source are slots. */
strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out);

/* An environment of expressions on current values; it and source are slots.
 * Whoever evaluates expressions of a frame sets eval->sight meanwhile, and
 * `field` and `name`, which find it by st_eval_frame_context. */
strata_status st_eval_env(st_eval *eval, uint32_t it, uint32_t source,
                          st_expr_env *out);

static inline const void *st_eval_frame_context(const st_expr_env *env) {
  const st_eval *eval = env->context;
  return eval->frame_context;
}

/* Functions of it, for environments that answer for more than the living:
 * slots and candidates are live. */
strata_status st_current_values_read(const st_expr_env *env, uint32_t slot,
                                     strata_attr attr, int64_t *out);
strata_status st_current_values_any_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         uint64_t *out);
strata_status st_current_values_join_word(const st_expr_env *env, uint32_t word,
                                          strata_attr attr, uint64_t candidates,
                                          uint64_t *set);

/* Who satisfies a predicate: a bitmap of live slots, of *words words, that
 * lives until the next call. */
strata_status st_eval_select(st_eval *eval, const strata_expr *expr,
                             uint32_t source, const uint64_t **bits,
                             uint32_t *words);

/* The program of a number that hangs on nothing but its base value, if it is up
 * to date; NULL if the value must be computed otherwise. */
static inline st_number_program *
st_eval_find_fresh_program(const st_eval *eval, const st_value_cache_attr *a,
                           uint32_t slot) {
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (!a->is_independent || !a->programs || !a->programs[block]) return NULL;
  st_number_program *program = a->programs[block][slot % ST_VALUE_BLOCK_ROWS];
  return program && program->fresh_serial == eval->serial ? program : NULL;
}

/* Whoever listens to the notice of an attribute says so here. False if there is
 * no memory. */
bool st_eval_subscribe(st_eval *eval, strata_attr attr, unsigned bits);

/* -- After the state has changed -- */

/* A value that something reads: the pass must be run again. */
void st_eval_read_value_changed(st_eval *eval, strata_attr attr, uint32_t slot);

/* A base value, or the parts on one. */
static inline void st_eval_base_changed(st_eval *eval, strata_attr attr,
                                        uint32_t slot) {
  st_value_cache_drop(&eval->cells, attr, slot);
  if (ST_UNLIKELY(eval->cells.attrs[attr - 1].has_dependents)) {
    st_eval_read_value_changed(eval, attr, slot);
  }
}

void st_eval_spawned(st_eval *eval, uint32_t slot);
void st_eval_despawned(st_eval *eval, uint32_t slot);

/* An entity's timestamp, zone or definition, or the timestamp of a counter. */
void st_eval_entity_changed(st_eval *eval, uint32_t slot);

void st_eval_effect_added(st_eval *eval, uint32_t effect);

/* Before the state changes. */
void st_eval_effect_ending(st_eval *eval, uint32_t effect);

size_t st_eval_bytes(const st_eval *eval);

#endif
