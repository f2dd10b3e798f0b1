/*
 * last_known.c - expressions that know live entities, last-known ones, and one
 * that an event would make.
 *
 * The cells of a last-known slot hold the values that the entity had last; a
 * preview has a row of words. The slot number tells a preview
 * (ST_PREVIEW_SLOT), one bit of the state tells a last-known slot, so the
 * functions of the environment tell the three apart and the evaluator of
 * expressions need not. Words of 64 slots hold live entities alone, except a
 * word that is asked for a single slot.
 */
#include "layers/update/last_known.h"

#include "layers/pass/pass.h"

static st_eval *last_known_env_eval(const st_expr_env *env) {
  return env->context;
}

/* The preview that a preview slot is of. */
static const st_preview_values *
preview_of_context(const st_last_known_context *context) {
  assert(context && context->preview);
  return context->preview;
}

static bool is_slot_last_known(const st_store *store, uint32_t slot) {
  return st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot);
}

uint32_t st_last_known_slot(const st_store *store,
                            const st_last_known_context *context,
                            strata_entity entity) {
  if (entity == 0) return 0;
  if (context && context->preview && context->preview->who == entity) {
    return ST_PREVIEW_SLOT | st_slot_of(entity);
  }
  uint32_t slot = st_entity_slot(store, entity);
  return slot != 0 ? slot : st_entity_last_known_slot(store, entity);
}

/* -- Previews -- */

/* The words of an attribute in the preview's row. */
static const uint64_t *preview_value(const st_eval *eval,
                                     const st_preview_values *preview,
                                     strata_attr attr) {
  const uint64_t *words = preview->words;
  for (strata_attr a = 1; a < attr; a++) {
    words += eval->rules->attrs[a - 1].word_count;
  }
  return words;
}

static bool preview_has(const st_eval *eval, const st_preview_values *preview,
                        strata_attr attr, uint32_t index) {
  if (eval->rules->attrs[attr - 1].type == STRATA_SET) {
    return st_bit_test(preview_value(eval, preview, attr), index);
  }
  for (uint32_t i = 0; i < preview->ability_count; i++) {
    if (preview->abilities[i] == index) return true;
  }
  return false;
}

/* -- Last-known entities -- */

/* The list of the abilities whose text is kept for a last-known entity. */
static strata_status last_known_list(st_eval *eval, const st_attr *attr,
                                     uint32_t slot, uint32_t *out) {
  int64_t text = st_entity_base(eval->store, attr, slot);
  return st_ability_list_from_text(&st_eval_pass(eval)->lists, &eval->compiled,
                                   eval->store, (uint32_t)text, out);
}

static strata_status last_known_has(st_eval *eval, strata_attr attr,
                                    uint32_t slot, uint32_t index, bool *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (a->type == STRATA_SET) {
    *out = st_get_bit(eval->store, a->base_column + index, slot);
    return STRATA_OK;
  }
  uint32_t list;
  strata_status status = last_known_list(eval, a, slot, &list);
  if (!status) {
    *out = st_ability_list_has(&st_eval_pass(eval)->lists, list, index);
  }
  return status;
}

/* -- The environment -- */

static strata_status last_known_env_read(const st_expr_env *env, uint32_t slot,
                                         strata_attr attr, int64_t *out) {
  st_eval *eval = last_known_env_eval(env);
  if (ST_UNLIKELY(slot & ST_PREVIEW_SLOT)) {
    *out = (int64_t)preview_value(eval, preview_of_context(eval->frame_context),
                                  attr)[0];
    return STRATA_OK;
  }
  if (ST_UNLIKELY(is_slot_last_known(eval->store, slot))) {
    *out = st_entity_base(eval->store, &eval->rules->attrs[attr - 1], slot);
    return STRATA_OK;
  }
  return st_current_values_read(env, slot, attr, out);
}

static strata_status any_slot_has(st_eval *eval,
                                  const st_last_known_context *context,
                                  strata_attr attr, uint32_t slot,
                                  uint32_t index, bool *out) {
  if (ST_UNLIKELY(slot & ST_PREVIEW_SLOT)) {
    *out = preview_has(eval, preview_of_context(context), attr, index);
    return STRATA_OK;
  }
  if (ST_UNLIKELY(is_slot_last_known(eval->store, slot))) {
    return last_known_has(eval, attr, slot, index, out);
  }
  return st_eval_has(eval, attr, slot, index, out);
}

static strata_status last_known_env_has(const st_expr_env *env, uint32_t slot,
                                        strata_attr attr, uint32_t index,
                                        bool *out) {
  st_eval *eval = last_known_env_eval(env);
  return any_slot_has(eval, eval->frame_context, attr, slot, index, out);
}

static bool is_slot_current(const st_eval *eval, uint32_t slot) {
  return !(slot & ST_PREVIEW_SLOT) && !is_slot_last_known(eval->store, slot);
}

/* How many symbols or abilities a value of the attribute may hold. */
static uint32_t domain_size(const st_eval *eval, strata_attr attr) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  return a->type == STRATA_SET ? a->domain_count : eval->rules->ability_count;
}

static strata_status last_known_env_join_word(const st_expr_env *env,
                                              uint32_t word, strata_attr attr,
                                              uint64_t candidates,
                                              uint64_t *set) {
  st_eval *eval = last_known_env_eval(env);
  uint32_t slot = word * 64 + st_lowest_bit(candidates);
  if (is_slot_current(eval, slot)) {
    return st_current_values_join_word(env, word, attr, candidates, set);
  }
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < domain_size(eval, attr); i++) {
    bool there = false;
    status = last_known_env_has(env, slot, attr, i, &there);
    if (there) st_bit_set(set, i, true);
  }
  return status;
}

static strata_status last_known_env_any_word(const st_expr_env *env,
                                             uint32_t word, strata_attr attr,
                                             uint64_t candidates,
                                             uint64_t *out) {
  st_eval *eval = last_known_env_eval(env);
  uint32_t slot = word * 64 + st_lowest_bit(candidates);
  if (is_slot_current(eval, slot)) {
    return st_current_values_any_word(env, word, attr, candidates, out);
  }
  bool any = false;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && !any && i < domain_size(eval, attr); i++) {
    status = last_known_env_has(env, slot, attr, i, &any);
  }
  *out = any ? candidates : 0;
  return status;
}

static strata_entity last_known_env_handle(const st_expr_env *env,
                                           uint32_t slot) {
  const st_eval *eval = last_known_env_eval(env);
  if (slot & ST_PREVIEW_SLOT) {
    return preview_of_context(eval->frame_context)->who;
  }
  return is_slot_last_known(eval->store, slot)
             ? st_entity_last_known_handle(eval->store, slot)
             : st_entity_handle(eval->store, slot);
}

static uint32_t last_known_env_resolve(const st_expr_env *env,
                                       strata_entity handle) {
  const st_eval *eval = last_known_env_eval(env);
  return st_last_known_slot(eval->store, eval->frame_context, handle);
}

/* Let an environment of current values know all entities. */
static void know_last_known(st_expr_env *env) {
  env->read = last_known_env_read;
  env->has = last_known_env_has;
  env->any_word = last_known_env_any_word;
  env->join_word = last_known_env_join_word;
  env->handle_of = last_known_env_handle;
  env->resolve = last_known_env_resolve;
}

strata_status st_last_known_env(st_eval *eval, uint32_t it, uint32_t source,
                                st_expr_env *out) {
  strata_status status = st_eval_env(eval, it, source, out);
  know_last_known(out);
  return status;
}

void st_last_known_env_as_is(st_eval *eval, uint32_t it, uint32_t source,
                             st_expr_env *out) {
  st_eval_env_as_is(eval, it, source, out);
  know_last_known(out);
}

strata_status st_last_known_has(st_eval *eval,
                                const st_last_known_context *context,
                                strata_attr attr, uint32_t slot, uint32_t index,
                                bool *out) {
  return any_slot_has(eval, context, attr, slot, index, out);
}

strata_status st_last_known_expr(st_eval *eval,
                                 const st_last_known_context *context,
                                 const strata_expr *expr, strata_entity source,
                                 int64_t *out) {
  assert(!eval->frame_context);
  st_expr_env env;
  uint32_t slot = st_last_known_slot(eval->store, context, source);
  strata_status status = st_last_known_env(eval, 0, slot, &env);
  eval->frame_context = context;
  if (!status) status = st_expr_eval(expr, &env, out);
  eval->frame_context = NULL;
  return status;
}
