/*
 * current_values.c - expressions on current values, outside of any pass.
 *
 * The environment's functions read 64 slots at a time from the board or from
 * base values where they can, and otherwise one value at a time from the
 * cache.
 */
#include "base/lanes.h"
#include "layers/update/evaluator.h"
#include "layers/update/kept_sets.h"
#include "world/objects/zone.h"

static st_eval *current_env_eval(const st_expr_env *env) {
  return env->context;
}

strata_status st_current_values_read(const st_expr_env *env, uint32_t slot,
                                     strata_attr attr, int64_t *out) {
  st_eval *eval = current_env_eval(env);
  if (st_evaluate_value_is_base(eval, attr, slot)) {
    *out = st_entity_base(eval->store, &env->rules->attrs[attr - 1], slot);
    return STRATA_OK;
  }
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (!status) *out = (int64_t)words[0];
  return status;
}

static strata_status current_env_has(const st_expr_env *env, uint32_t slot,
                                     strata_attr attr, uint32_t index,
                                     bool *out) {
  return st_eval_has(current_env_eval(env), attr, slot, index, out);
}

/* True if the values of slots 64*word .. +63 are their base values. A page of
 * the chain's column holds as many slots, and a page without parts is the
 * store's empty page. */
static bool is_base_word(const st_eval *eval, strata_attr attr, uint32_t word) {
  static_assert(ST_PAGE_BYTES / sizeof(uint32_t) == 64, "a page is a word");
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (!a->layered) return true;
  return st_eval_pass_of(eval)->applied_to_attr[attr - 1].count == 0 &&
         eval->in_force.switch_group[attr - 1] == 0 &&
         st_store_page(eval->store, a->chain_column, word * 64, ST_SHIFT_32) ==
             eval->store->arena;
}

static strata_status current_env_read_word(const st_expr_env *env,
                                           uint32_t word, strata_attr attr,
                                           uint64_t candidates, int64_t *room,
                                           const int64_t **out) {
  st_eval *eval = current_env_eval(env);
  if (st_eval_is_on_board(eval, attr)) {
    *out = st_pass_numbers_word(st_eval_pass(eval), attr, word, room);
    return STRATA_OK;
  }
  const st_attr *a = &env->rules->attrs[attr - 1];
  if (is_base_word(eval, attr, word)) {
    *out = st_entity_base64(eval->store, a, word, room);
    return STRATA_OK;
  }
  *out = room;
  st_lanes_fill(room, 0);
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    strata_status status =
        st_current_values_read(env, word * 64 + bit, attr, &room[bit]);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status current_env_flag_word(const st_expr_env *env,
                                           uint32_t word, strata_attr attr,
                                           uint64_t candidates, uint64_t *out) {
  st_eval *eval = current_env_eval(env);
  if (st_eval_is_on_board(eval, attr)) {
    *out = candidates & st_pass_flags_word(st_eval_pass(eval), attr, word);
    return STRATA_OK;
  }
  const st_attr *a = &env->rules->attrs[attr - 1];
  if (is_base_word(eval, attr, word)) {
    *out = candidates & st_entity_base_flags64(eval->store, a, word);
    return STRATA_OK;
  }
  uint64_t hits = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    int64_t flag = 0;
    strata_status status =
        st_current_values_read(env, word * 64 + bit, attr, &flag);
    if (status) return status;
    hits |= (uint64_t)(flag != 0) << bit;
  }
  *out = hits;
  return STRATA_OK;
}

static strata_status current_env_has_word(const st_expr_env *env, uint32_t word,
                                          strata_attr attr, uint32_t index,
                                          uint64_t candidates, uint64_t *out) {
  st_eval *eval = current_env_eval(env);
  const st_attr *a = &env->rules->attrs[attr - 1];
  if (a->type == STRATA_SET && st_eval_is_on_board(eval, attr)) {
    *out = candidates &
           st_board_get_plane(&st_eval_pass(eval)->board, attr, index, word);
    return STRATA_OK;
  }
  if (a->type == STRATA_SET && is_base_word(eval, attr, word)) {
    *out =
        candidates & st_get_bits64(eval->store, a->base_column + index, word);
    return STRATA_OK;
  }
  *out = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    bool has = false;
    strata_status status =
        current_env_has(env, word * 64 + bit, attr, index, &has);
    if (status) return status;
    if (has) *out |= (uint64_t)1 << bit;
  }
  return STRATA_OK;
}

/* True if the value of a SET or of ABILITIES is not empty. */
static bool value_holds_any(st_eval *eval, const st_attr *a,
                            const uint64_t *value) {
  if (a->type == STRATA_ABILITIES) {
    return st_ability_list_has_any(&st_eval_pass(eval)->lists, value[0]);
  }
  for (uint32_t i = 0; i < a->word_count; i++) {
    if (value[i] != 0) return true;
  }
  return false;
}

strata_status st_current_values_any_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         uint64_t *out) {
  st_eval *eval = current_env_eval(env);
  const st_attr *a = &env->rules->attrs[attr - 1];
  if (a->type == STRATA_SET && st_eval_is_on_board(eval, attr)) {
    *out = st_pass_any_word(st_eval_pass(eval), attr, word, candidates);
    return STRATA_OK;
  }
  uint64_t hits = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    const uint64_t *value;
    strata_status status = st_eval_value(eval, attr, word * 64 + bit, &value);
    if (status) return status;
    hits |= (uint64_t)value_holds_any(eval, a, value) << bit;
  }
  *out = hits;
  return STRATA_OK;
}

strata_status st_current_values_join_word(const st_expr_env *env, uint32_t word,
                                          strata_attr attr, uint64_t candidates,
                                          uint64_t *set) {
  st_eval *eval = current_env_eval(env);
  if (st_eval_is_on_board(eval, attr)) {
    st_pass_join_word(st_eval_pass(eval), attr, word, candidates, set);
    return STRATA_OK;
  }
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    const uint64_t *value;
    strata_status status = st_eval_value(eval, attr, word * 64 + bit, &value);
    if (status) return status;
    for (uint32_t i = 0; i < env->rules->attrs[attr - 1].word_count; i++) {
      set[i] |= value[i];
    }
  }
  return STRATA_OK;
}

static uint64_t current_env_live_word(const st_expr_env *env, uint32_t word) {
  return st_get_bits64(current_env_eval(env)->store, ST_COLUMN_ENTITY_LIVE,
                       word);
}

static strata_entity current_env_handle(const st_expr_env *env, uint32_t slot) {
  return st_entity_handle(current_env_eval(env)->store, slot);
}

static uint32_t current_env_resolve(const st_expr_env *env,
                                    strata_entity handle) {
  return st_entity_slot(current_env_eval(env)->store, handle);
}

static strata_status current_env_ask(const st_expr_env *env, uint32_t index,
                                     bool *out) {
  return st_predicate_eval(&current_env_eval(env)->predicate_cache, env, index,
                           out);
}

static strata_status current_env_ask_word(const st_expr_env *env,
                                          uint32_t index, uint32_t word,
                                          uint64_t candidates, uint64_t *out) {
  return st_predicate_eval_word(&current_env_eval(env)->predicate_cache, env,
                                index, word, candidates, out);
}

static strata_entity current_env_top(const st_expr_env *env, strata_zone zone,
                                     strata_entity player, int64_t n) {
  return st_zone_nth_of_player(current_env_eval(env)->store,
                               &env->rules->zones[zone - 1], player, n);
}

void st_eval_env_as_is(st_eval *eval, uint32_t it, uint32_t source,
                       st_expr_env *out) {
  static const st_expr_env functions = {.read = st_current_values_read,
                                        .has = current_env_has,
                                        .read_word = current_env_read_word,
                                        .flag_word = current_env_flag_word,
                                        .has_word = current_env_has_word,
                                        .any_word = st_current_values_any_word,
                                        .join_word =
                                            st_current_values_join_word,
                                        .live_word = current_env_live_word,
                                        .handle_of = current_env_handle,
                                        .resolve = current_env_resolve,
                                        .ask = current_env_ask,
                                        .ask_word = current_env_ask_word,
                                        .top = current_env_top};
  *out = functions;
  out->rules = eval->rules;
  out->it_slot = it;
  out->this_slot = source;
  out->word_count = st_bit_words(st_entity_top(eval->store) + 1);
  out->mem = eval->mem;
  out->context = eval;
}

strata_status st_eval_env(st_eval *eval, uint32_t it, uint32_t source,
                          st_expr_env *out) {
  strata_status status = st_eval_ensure_fresh(eval);
  st_eval_env_as_is(eval, it, source, out);
  return status;
}

strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out) {
  st_expr_env env;
  strata_status status = st_eval_env(eval, it, source, &env);
  return status ? status : st_expr_eval(expr, &env, out);
}

strata_status st_eval_set(st_eval *eval, const strata_expr *expr,
                          uint32_t source, const st_attr *to, uint64_t *out) {
  st_expr_env env;
  strata_status status = st_eval_env(eval, 0, source, &env);
  return status ? status : st_expr_eval_set(expr, &env, to, out);
}

strata_status st_eval_select(st_eval *eval, const strata_expr *expr,
                             uint32_t source, const uint64_t **bits,
                             uint32_t *words) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  st_expr_env env;
  st_eval_env_as_is(eval, 0, source, &env);
  *words = env.word_count;
  status = st_kept_sets_find(eval, expr, &env, bits);
  if (status || *bits) return status;
  if (!st_mem_reserve(eval->mem, &eval->selected, &eval->selected_capacity,
                      env.word_count, sizeof eval->selected[0])) {
    return STRATA_ENOMEM;
  }
  *bits = eval->selected;
  return st_expr_match_live(expr, &env, eval->selected);
}
