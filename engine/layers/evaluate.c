/*
 * evaluate.c - the evaluator as the API sees it.
 *
 * It hears of every change, also of those that a rollback takes back, and
 * forgets exactly what the change reaches. It never computes anything by
 * itself: values are pulled.
 */
#include "layers/evaluate.h"

#define OF_CHAIN UINT32_C(0x80000000) /* in column_attr */

static void program_stale(st_eval *eval, strata_attr attr, uint32_t slot) {
  st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
  if (!kept || !*kept) return;
  (*kept)->stale = true;
  (*kept)->fresh = 0;
}

/* A cell of a column that belongs to no attribute. */
static void forget_other(st_eval *eval, uint32_t column, uint32_t index) {
  switch (column) {
  case ST_COLUMN_ENTITY_LIVE:
    st_cells_drop_entity(&eval->cells, index);
    st_plan_mark_population(&eval->plan, index);
    break;
  case ST_COLUMN_EFFECT_PLANNED_NEXT:
  case ST_COLUMN_EFFECT_PLANNED_PREV:
    eval->plan.stale = true;
    break;
  case ST_COLUMN_SCALAR:
    if (index == ST_SCALAR_PLANNED) eval->plan.stale = true;
    if (index == ST_SCALAR_TEXT_TOP) {
      eval->plan.stale = true; /* it may borrow what is forgotten now */
      st_compiled_forget(&eval->compiled, st_strings_count(eval->store) + 1);
    }
    break;
  default:
    break;
  }
}

/* Cells have been put back, or what hangs on one is about to change. */
static void forget(void *user, const st_record *records, size_t count) {
  st_eval *eval = user;
  for (size_t i = 0; i < count; i++) {
    uint32_t column = st_record_column(&records[i]);
    uint32_t index = records[i].index;
    if (ST_UNLIKELY(column & ST_RECORD_PAGE)) continue;
    uint32_t attr = eval->column_attr[column];
    if (ST_UNLIKELY(attr == 0)) {
      forget_other(eval, column, index);
      continue;
    }
    st_eval_changed(eval, attr & ~OF_CHAIN, index, NULL);
    if (attr & OF_CHAIN) program_stale(eval, attr & ~OF_CHAIN, index);
  }
}

strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store) {
  const strata_rules *rules = store->rules;
  *eval = (st_eval){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .serial = 1,
                    .compiled = {.mem = mem, .rules = rules}};
  eval->column_attr =
      st_mem_zeroed(mem, rules->column_count, sizeof eval->column_attr[0]);
  strata_status status = eval->column_attr ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = st_cells_init(&eval->cells, mem, rules);
  if (!status) status = st_plan_init(&eval->plan, mem, rules);
  if (status) {
    st_eval_fini(eval);
    return status;
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    for (uint32_t c = attr->column; c < attr->chain; c++) {
      eval->column_attr[c] = i + 1;
    }
    if (attr->layered) eval->column_attr[attr->chain] = (i + 1) | OF_CHAIN;
  }
  store->forget = forget;
  store->forget_user = eval;
  return STRATA_OK;
}

void st_eval_fini(st_eval *eval) {
  if (!eval->mem) return;
  eval->store->forget = NULL;
  if (eval->plan.mem) st_plan_fini(&eval->plan);
  if (eval->cells.mem) st_cells_fini(&eval->cells);
  st_compiled_fini(&eval->compiled);
  st_mem_free(eval->mem, eval->column_attr, eval->rules->column_count,
              sizeof eval->column_attr[0]);
  st_mem_free(eval->mem, eval->entries, eval->entry_capacity,
              sizeof eval->entries[0]);
  st_mem_free(eval->mem, eval->spare, eval->spare_capacity,
              sizeof eval->spare[0]);
  st_mem_free(eval->mem, eval->words, eval->word_capacity,
              sizeof eval->words[0]);
  *eval = (st_eval){0};
}

void st_eval_reset(st_eval *eval) {
  eval->serial++;
  st_cells_drop_all(&eval->cells);
  st_compiled_forget(&eval->compiled, 0);
  eval->plan.stale = true;
}

void st_eval_drop(st_eval *eval) {
  st_eval_reset(eval);
  st_cells_clear(&eval->cells);
}

strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_resolve(eval);
  if (status) return status;
  st_view view = {eval, NULL};
  st_expr_env env = st_view_env(&view, it, source);
  return st_expr_eval(expr, &env, out);
}

strata_status st_eval_match(st_eval *eval, const strata_expr *expr,
                            uint32_t word, uint32_t source, uint64_t *out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_resolve(eval);
  if (status) return status;
  st_view view = {eval, NULL};
  st_expr_env env = st_view_env(&view, 0, source);
  uint64_t live = st_get_word(eval->store, ST_COLUMN_ENTITY_LIVE, word);
  return st_expr_match(expr, &env, word, live, out);
}

void st_eval_spawned(st_eval *eval, uint32_t slot) {
  st_plan_mark_population(&eval->plan, slot);
}

void st_eval_despawned(st_eval *eval, uint32_t slot) {
  st_cells_drop_entity(&eval->cells, slot);
  st_plan_mark_population(&eval->plan, slot);
}

/* Each value that the effect's parts are locked to has one part more. */
static void parts_added(st_eval *eval, uint32_t effect) {
  const st_store *store = eval->store;
  uint32_t part = st_effect_parts(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
    strata_attr attr = st_verb_attr(verb);
    uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
      uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
      st_place place = st_part_place(store, part, verb);
      st_eval_changed(eval, attr, slot, &place);
      st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
      if (!kept || !*kept) continue;
      (*kept)->pending++;
      (*kept)->fresh = 0;
    }
  }
}

void st_eval_effect_added(st_eval *eval, uint32_t effect) {
  parts_added(eval, effect);
  if (eval->plan.stale || !st_effect_is_planned(eval->store, effect)) return;
  /* A switch ties values together that were apart: all of them are suspect. */
  bool has_switch = false;
  uint32_t part = st_effect_parts(eval->store, effect);
  for (; part != 0; part = st_get32(eval->store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get64(eval->store, ST_COLUMN_PART_VERB, part);
    has_switch = has_switch || (st_verb_flags(verb) & ST_PART_SWITCH);
  }
  if (has_switch ||
      st_plan_add(&eval->plan, eval->store, &eval->compiled, effect)) {
    eval->plan.stale = true;
  }
  st_eval_sync(eval);
}

void st_eval_effect_going(st_eval *eval, uint32_t effect) {
  if (eval->plan.stale || !st_effect_is_planned(eval->store, effect)) return;
  st_clause *clause = st_plan_remove(&eval->plan, effect);
  if (!clause) {
    eval->plan.stale = true;
    return;
  }
  st_eval_clause_gone(eval, clause);
  st_plan_free_clause(&eval->plan, clause);
  st_eval_sync(eval);
}

size_t st_eval_bytes(const st_eval *eval) {
  return eval->cells.bytes + eval->entry_capacity * sizeof eval->entries[0] +
         eval->spare_capacity * sizeof eval->spare[0] +
         eval->word_capacity * sizeof eval->words[0];
}
