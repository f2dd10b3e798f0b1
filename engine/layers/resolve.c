/*
 * resolve.c - bringing the plan up to date, in the order of a pass.
 *
 * Items are worked out in the order of their places, each on the values as
 * they stand there, so whatever an item reads has been decided before it; no
 * evaluation starts another, and there are no cycles. An item that comes out
 * as it was stops the change there (early cut-off). What it changes marks only
 * items after it, so one sweep is enough.
 */
#include "layers/resolve.h"

#include <string.h>

/* -- Values for expressions -- */

static const st_view *view_of(const st_expr_env *env) {
  return env->context;
}

/* The words of a value as the view sees it. `scratch` has room for them. */
static strata_status view_words(const st_view *view, uint32_t slot,
                                strata_attr attr, uint64_t *scratch,
                                const uint64_t **out) {
  if (!view->before) return st_eval_value(view->eval, attr, slot, out);
  *out = scratch;
  return st_fold(view->eval, attr, slot, view->before, NULL, scratch);
}

static strata_status env_read(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, int64_t *out) {
  const st_view *view = view_of(env);
  if (st_fold_is_base(view->eval, attr, slot)) {
    const st_attr *a = &env->rules->attrs[attr - 1];
    *out = st_entity_base(view->eval->store, a, slot);
    return STRATA_OK;
  }
  uint64_t scratch;
  const uint64_t *words;
  strata_status status = view_words(view, slot, attr, &scratch, &words);
  if (!status) *out = (int64_t)words[0];
  return status;
}

#define STACK_WORDS 16 /* sets of up to 1,024 symbols need no memory */

/* Or the set into `into`, or if that is NULL tell whether it has `index`. */
static strata_status with_set(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, uint64_t *into, uint32_t index,
                              bool *has) {
  uint32_t count = env->rules->attrs[attr - 1].words;
  uint64_t stack[STACK_WORDS];
  uint64_t *scratch = stack;
  if (count > STACK_WORDS) {
    scratch = st_mem_resize(env->mem, NULL, 0, count, sizeof *scratch);
    if (!scratch) return STRATA_ENOMEM;
  }
  const uint64_t *words;
  strata_status status = view_words(view_of(env), slot, attr, scratch, &words);
  for (uint32_t i = 0; !status && into && i < count; i++) {
    into[i] |= words[i];
  }
  if (!status && has) *has = st_bit_test(words, index);
  if (scratch != stack) st_mem_free(env->mem, scratch, count, sizeof *scratch);
  return status;
}

static strata_status env_has(const st_expr_env *env, uint32_t slot,
                             strata_attr attr, uint32_t index, bool *out) {
  const st_eval *eval = view_of(env)->eval;
  if (st_fold_is_base(eval, attr, slot)) {
    uint32_t column = env->rules->attrs[attr - 1].column + index;
    *out = st_get_bit(eval->store, column, slot);
    return STRATA_OK;
  }
  return with_set(env, slot, attr, NULL, index, out);
}

/* True if no part is locked to any of the slots 64*word .. +63: a page of the
 * chain's column holds just as many. */
static bool is_untouched(const st_eval *eval, const st_attr *attr,
                         uint32_t word) {
  static_assert(ST_PAGE_BYTES / sizeof(uint32_t) == 64, "a page is a word");
  return st_store_page(eval->store, attr->chain, word * 64, ST_SHIFT_32) ==
         eval->store->arena;
}

static strata_status env_has_word(const st_expr_env *env, uint32_t word,
                                  strata_attr attr, uint32_t index,
                                  uint64_t candidates, uint64_t *out) {
  const st_eval *eval = view_of(env)->eval;
  const st_attr *a = &env->rules->attrs[attr - 1];
  bool base = !a->layered || (eval->plan.attrs[attr - 1].open_count == 0 &&
                              is_untouched(eval, a, word));
  if (base) {
    *out = candidates & st_get_word(eval->store, a->column + index, word);
    return STRATA_OK;
  }
  *out = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    bool has = false;
    strata_status status = env_has(env, word * 64 + bit, attr, index, &has);
    if (status) return status;
    if (has) *out |= (uint64_t)1 << bit;
  }
  return STRATA_OK;
}

static strata_status env_join(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, uint64_t *words) {
  return with_set(env, slot, attr, words, 0, NULL);
}

static uint64_t env_live_word(const st_expr_env *env, uint32_t word) {
  return st_get_word(view_of(env)->eval->store, ST_COLUMN_ENTITY_LIVE, word);
}

static strata_entity env_handle(const st_expr_env *env, uint32_t slot) {
  return st_entity_handle(view_of(env)->eval->store, slot);
}

static uint32_t env_resolve(const st_expr_env *env, strata_entity handle) {
  return st_entity_slot(view_of(env)->eval->store, handle);
}

st_expr_env st_view_env(const st_view *view, uint32_t it, uint32_t source) {
  st_eval *eval = view->eval;
  union { /* the one place where a context loses its const */
    const st_view *in;
    void *out;
  } context = {.in = view};
  return (st_expr_env){
      .rules = eval->rules,
      .it = it,
      .source = source,
      .word_count = st_words_for(st_entity_top(eval->store) + 1),
      .read = env_read,
      .has = env_has,
      .has_word = env_has_word,
      .join = env_join,
      .live_word = env_live_word,
      .handle = env_handle,
      .resolve = env_resolve,
      .mem = eval->mem,
      .context = context.out,
  };
}

/* -- What a change reaches -- */

void st_eval_spread(st_eval *eval, strata_attr attr, uint32_t slot,
                    const st_place *after) {
  uint32_t together = eval->plan.attrs[attr - 1].switched;
  if (together == 0) {
    st_plan_mark(&eval->plan, attr, slot, after);
    return;
  }
  for (strata_attr a = 1; a <= st_attr_count(eval->rules); a++) {
    if (eval->plan.attrs[a - 1].switched != together) continue;
    st_cells_drop(&eval->cells, a, slot);
    st_plan_mark(&eval->plan, a, slot, after);
  }
}

void st_eval_sync(st_eval *eval) {
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    const st_plan_attr *a = &eval->plan.attrs[i];
    eval->cells.attrs[i].plain = a->open_count == 0 && a->switched == 0;
    eval->cells.attrs[i].watched = a->reader_count > 0 || a->switched != 0;
  }
}

static void part_changed(st_eval *eval, const st_planned *planned,
                         uint32_t slot) {
  strata_attr attr = st_verb_attr(planned->verb);
  st_eval_changed(eval, attr, slot, &planned->place);
}

/* An entity enters or leaves what a clause affects. */
static void member_changed(st_eval *eval, st_clause *clause, uint32_t slot) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    st_planned *planned = &clause->parts[i];
    part_changed(eval, planned, slot);
    if (!planned->values) continue;
    st_bit_put(planned->dirty, slot, true);
    planned->dirty_some = true;
  }
}

void st_eval_clause_gone(st_eval *eval, const st_clause *clause) {
  if (clause->condition && !clause->holds) return;
  for (uint32_t w = 0; w < eval->plan.words; w++) {
    for (uint64_t left = clause->members[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      for (uint32_t i = 0; i < clause->part_count; i++) {
        part_changed(eval, &clause->parts[i], slot);
      }
    }
  }
}

/* -- Working out a clause's start -- */

static uint32_t source_slot(const st_eval *eval, const st_clause *clause) {
  strata_entity source =
      st_get64(eval->store, ST_COLUMN_EFFECT_SOURCE, clause->effect);
  return st_entity_slot(eval->store, source);
}

static strata_status find_holds(st_eval *eval, st_clause *clause) {
  bool holds = true;
  if (clause->condition) {
    st_view view = {eval, &clause->start};
    st_expr_env env = st_view_env(&view, 0, source_slot(eval, clause));
    int64_t result;
    strata_status status = st_expr_eval(clause->condition, &env, &result);
    if (status) return status;
    holds = result != 0;
  }
  if (holds == clause->holds) return STRATA_OK;
  clause->holds = holds;
  for (uint32_t w = 0; w < eval->plan.words; w++) {
    for (uint64_t left = clause->members[w]; left != 0; left &= left - 1) {
      member_changed(eval, clause, w * 64 + st_lowest_bit(left));
    }
  }
  return STRATA_OK;
}

/* The entities of one word that the clause is locked to. */
static void locked_members(const st_eval *eval, const st_clause *clause,
                           uint64_t *members) {
  const st_store *store = eval->store;
  memset(members, 0, eval->plan.words * sizeof *members);
  uint32_t part = st_effect_parts(store, clause->effect);
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    st_bit_put(members, st_get32(store, ST_COLUMN_NODE_TARGET, node), true);
  }
}

/* Take over the members of one word, telling of the differences. */
static void take_word(st_eval *eval, st_clause *clause, uint32_t word,
                      uint64_t members) {
  uint64_t changed = clause->members[word] ^ members;
  clause->members[word] = members;
  if (clause->condition && !clause->holds) return;
  for (; changed != 0; changed &= changed - 1) {
    member_changed(eval, clause, word * 64 + st_lowest_bit(changed));
  }
}

static strata_status find_members(st_eval *eval, st_clause *clause) {
  st_view view = {eval, &clause->start};
  st_expr_env env = st_view_env(&view, 0, source_slot(eval, clause));
  for (uint32_t w = 0; w < eval->plan.words; w++) {
    uint64_t wanted = clause->dirty_all ? UINT64_MAX : clause->dirty[w];
    if (wanted == 0) continue;
    uint64_t live =
        w < env.word_count
            ? wanted & st_get_word(eval->store, ST_COLUMN_ENTITY_LIVE, w)
            : 0;
    uint64_t members = 0;
    if (live != 0) {
      strata_status status =
          st_expr_match(clause->subject, &env, w, live, &members);
      if (status) return status;
    }
    take_word(eval, clause, w, (clause->members[w] & ~wanted) | members);
  }
  return STRATA_OK;
}

static strata_status resolve_start(st_eval *eval, st_clause *clause) {
  if (!clause->dirty_all && !clause->dirty_some) return STRATA_OK;
  strata_status status = STRATA_OK;
  if (clause->dirty_all) status = find_holds(eval, clause);
  if (status) return status;
  if (clause->subject) {
    status = find_members(eval, clause);
    if (status) return status;
  } else if (clause->dirty_all) {
    /* Its own dirty bits serve as scratch: all of it is worked out now. */
    locked_members(eval, clause, clause->dirty);
    for (uint32_t w = 0; w < eval->plan.words; w++) {
      take_word(eval, clause, w, clause->dirty[w]);
    }
  }
  memset(clause->dirty, 0, eval->plan.words * sizeof clause->dirty[0]);
  clause->dirty_all = false;
  clause->dirty_some = false;
  return STRATA_OK;
}

/* -- Working out an operand -- */

static strata_status find_value(st_eval *eval, st_planned *planned,
                                uint32_t slot, uint64_t *out) {
  st_view view = {eval, &planned->place};
  st_expr_env env =
      st_view_env(&view, slot, source_slot(eval, planned->clause));
  int64_t result = 0;
  strata_status status = st_expr_eval(planned->operand, &env, &result);
  *out = (uint64_t)result;
  return status;
}

static strata_status resolve_shared(st_eval *eval, st_planned *planned) {
  uint64_t value;
  strata_status status = find_value(eval, planned, 0, &value);
  if (status || value == planned->value) return status;
  planned->value = value;
  const st_clause *clause = planned->clause;
  for (uint32_t w = 0; w < eval->plan.words; w++) {
    for (uint64_t left = clause->members[w]; left != 0; left &= left - 1) {
      part_changed(eval, planned, w * 64 + st_lowest_bit(left));
    }
  }
  return STRATA_OK;
}

static strata_status resolve_each(st_eval *eval, st_planned *planned) {
  const st_clause *clause = planned->clause;
  for (uint32_t w = 0; w < eval->plan.words; w++) {
    uint64_t left = clause->members[w] &
                    (planned->dirty_all ? UINT64_MAX : planned->dirty[w]);
    for (; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      uint64_t value;
      strata_status status = find_value(eval, planned, slot, &value);
      if (status) return status;
      if (value == planned->values[slot]) continue;
      planned->values[slot] = value;
      part_changed(eval, planned, slot);
    }
  }
  return STRATA_OK;
}

static strata_status resolve_operand(st_eval *eval, st_planned *planned) {
  if (!planned->dirty_all && !planned->dirty_some) return STRATA_OK;
  strata_status status = planned->values ? resolve_each(eval, planned)
                                         : resolve_shared(eval, planned);
  if (status) return status;
  memset(planned->dirty, 0, eval->plan.words * sizeof planned->dirty[0]);
  planned->dirty_all = false;
  planned->dirty_some = false;
  return STRATA_OK;
}

/* -- The sweep -- */

strata_status st_resolve(st_eval *eval) {
  st_plan *plan = &eval->plan;
  strata_status status;
  if (plan->stale ||
      plan->words != eval->store->capacity[ST_TABLE_ENTITY] / 64) {
    status = st_plan_build(plan, eval->store, &eval->compiled);
    st_eval_sync(eval);
    if (status) return status;
    st_cells_drop_all(&eval->cells);
  }
  for (size_t i = 0; plan->dirty && i < plan->item_count; i++) {
    st_item *item = &plan->items[i];
    status = item->planned ? resolve_operand(eval, item->planned)
                           : resolve_start(eval, item->clause);
    if (status) return status;
  }
  plan->dirty = false;
  return STRATA_OK;
}

strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out) {
  if (st_resolve_needed(eval)) {
    strata_status status = st_resolve(eval);
    if (status) return status;
  }
  uint64_t *row = st_cells_open(&eval->cells, attr, slot,
                                eval->store->capacity[ST_TABLE_ENTITY]);
  if (!row) return STRATA_ENOMEM;
  uint32_t generation =
      st_get32(eval->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint64_t key = st_cells_key(&eval->cells.attrs[attr - 1], generation);
  if (row[0] != key) {
    row[0] = 0;
    strata_status status = st_fold(eval, attr, slot, NULL, NULL, row + 1);
    if (status) return status;
    row[0] = key;
    eval->evaluations++;
  }
  *out = row + 1;
  return STRATA_OK;
}
