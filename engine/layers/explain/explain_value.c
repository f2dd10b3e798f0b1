/*
 * explain_value.c - explanations of values: an evaluation with its trace kept,
 * and what the pass recorded.
 *
 * Nothing is computed here that an evaluation or a pass does not tell, so an
 * explanation cannot differ from the value that it explains. Where something
 * may be missing, the pass is run and watched in the evaluator's st_pass that
 * is not current (missing_units.h).
 */
#include "layers/explain/explain_value.h"

#include "layers/explain/explain_lost.h"
#include "layers/order/dependency.h"

#include <string.h>

/* -- One value -- */

/* The words of one value, all zero. */
static uint64_t *new_value_words(st_eval *eval, strata_attr attr) {
  return st_mem_zeroed(eval->mem, eval->rules->attrs[attr - 1].word_count,
                       sizeof(uint64_t));
}

static void free_value_words(st_eval *eval, strata_attr attr, uint64_t *words) {
  st_mem_free(eval->mem, words, eval->rules->attrs[attr - 1].word_count,
              sizeof *words);
}

/* Add the row of a part that does nothing here, if that is news: a pass kept
 * its unit from being in force for the entity. */
static strata_status add_missing_row(strata_why *why,
                                     const st_value_part *entry, uint32_t unit,
                                     const uint64_t *value) {
  st_missing_unit missing = {.fate = ST_UNIT_FATE_NONE};
  if (why->missing) missing = st_missing_units_get(why->missing, unit);
  if (missing.fate != ST_UNIT_FATE_SILENT &&
      missing.fate != ST_UNIT_FATE_DISPLACED) {
    return STRATA_OK;
  }
  st_text taken_by;
  st_text_init(&taken_by, why->mem);
  if (missing.taker_unit != 0) {
    st_explain_row_unit_name(why->eval, st_eval_pass_of(why->eval),
                             missing.taker_unit - 1, &taken_by);
  }
  strata_status status = taken_by.failed
                             ? STRATA_ENOMEM
                             : st_explain_row_add(why, entry, value, value,
                                                  st_text_get(&taken_by));
  st_text_fini(&taken_by);
  return status;
}

static strata_status add_traced_row(void *user, const st_value_part *entry,
                                    const uint64_t *before,
                                    const uint64_t *after) {
  strata_why *why = user;
  const st_pass *pass = st_eval_pass_of(why->eval);
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  if (applied && (entry->step == STRATA_STEP_CONDITION ||
                  entry->step == STRATA_STEP_SUBJECT)) {
    return add_missing_row(why, entry, applied->unit, before);
  }
  size_t bytes =
      why->eval->rules->attrs[why->attr - 1].word_count * sizeof *before;
  if (applied && pass->units[applied->unit].kind == ST_LAYER_UNIT_LAW &&
      memcmp(before, after, bytes) == 0) {
    return STRATA_OK;
  }
  return st_explain_row_add(why, entry, before, after, NULL);
}

/* Add rows for the abilities that would be in force for the value, had they not
 * been lost. */
static strata_status add_lost_rows_of_value(strata_why *why) {
  const st_pass *pass = st_eval_pass_of(why->eval);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < why->missing->count; i++) {
    if (why->missing->at[i].fate == ST_UNIT_FATE_LOST) {
      status = st_explain_lost_add(why, &pass->units[i], NULL, why->attr);
    }
  }
  return status;
}

static strata_status explain_one_value(strata_why *why, uint32_t slot,
                                       uint64_t *words) {
  st_eval *eval = why->eval;
  strata_status status = st_evaluate_value_base(eval, why->attr, slot, words);
  if (!status) {
    status = st_public_value_make(eval, why->attr, words, why->mem, &why->base);
  }
  st_value_trace trace = {.on_part = add_traced_row, .user = why};
  if (!status) {
    status = st_evaluate_value(eval, why->attr, slot, NULL, &trace, words);
  }
  if (!status) {
    status =
        st_public_value_make(eval, why->attr, words, why->mem, &why->value);
  }
  return status;
}

/* Find first what is missing, in the pass that is not current. */
static strata_status explain_with_missing(strata_why *why, uint32_t slot,
                                          uint64_t *words) {
  st_eval *eval = why->eval;
  st_missing_units missing;
  eval->current_pass = (uint8_t)(1 - eval->current_pass);
  strata_status status = st_missing_units_find(&missing, eval, why->attr, slot);
  why->missing = &missing;
  if (!status) status = explain_one_value(why, slot, words);
  if (!status) status = add_lost_rows_of_value(why);
  why->missing = NULL;
  eval->current_pass = (uint8_t)(1 - eval->current_pass);
  st_missing_units_fini(&missing);
  return status;
}

strata_status st_explain_value(st_eval *eval, strata_entity entity,
                               strata_attr attr, strata_why **out) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  uint64_t *words = new_value_words(eval, attr);
  strata_why *why = st_explain_new(eval, attr);
  uint32_t slot = st_slot_of(entity);
  if (words && why) {
    status = st_missing_units_possible(eval, attr, slot)
                 ? explain_with_missing(why, slot, words)
                 : explain_one_value(why, slot, words);
  }
  if (!words || !why) status = STRATA_ENOMEM;
  free_value_words(eval, attr, words);
  return why ? st_explain_finish(why, status, out) : STRATA_ENOMEM;
}

/* -- What one source does -- */

/* True if the part is of the source or effect that is explained. */
static bool is_of_asked_source(const strata_why *why,
                               const st_value_part *entry) {
  const st_eval *eval = why->eval;
  const st_pass *pass = st_eval_pass_of(eval);
  uint32_t effect = st_value_part_effect(pass, entry);
  if (why->effect != 0) return effect == why->effect;
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  strata_entity source =
      applied ? st_layer_unit_source(pass, &pass->units[applied->unit])
              : st_get64(eval->store, ST_COLUMN_EFFECT_SOURCE, effect);
  return source != 0 && source == st_entity_handle(eval->store, why->source);
}

static strata_status add_traced_row_of_source(void *user,
                                              const st_value_part *entry,
                                              const uint64_t *before,
                                              const uint64_t *after) {
  strata_why *why = user;
  return is_of_asked_source(why, entry)
             ? st_explain_row_add(why, entry, before, after, NULL)
             : STRATA_OK;
}

static strata_status explain_all_attributes(strata_why *why, uint32_t slot) {
  st_eval *eval = why->eval;
  strata_status status = STRATA_OK;
  for (strata_attr a = 1; !status && a <= st_attr_count(eval->rules); a++) {
    if (!eval->rules->attrs[a - 1].layered) continue;
    uint64_t *words = new_value_words(eval, a);
    if (!words) return STRATA_ENOMEM;
    st_value_trace trace = {.on_part = add_traced_row_of_source, .user = why};
    why->attr = a;
    status = st_evaluate_value(eval, a, slot, NULL, &trace, words);
    free_value_words(eval, a, words);
  }
  why->attr = 0;
  return status;
}

/* Finds what took away the last ability with a watcher definition. */
typedef struct watcher_loss {
  const st_eval *eval;
  strata_watcher_def watcher_def;
  st_text *taker_name;
  bool found;
} watcher_loss;

static bool list_has_watcher_def(const st_eval *eval, uint64_t list,
                                 strata_watcher_def watcher_def) {
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&st_eval_pass_of(eval)->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    const st_ability *ability = &eval->rules->abilities[items[i].ability];
    for (uint32_t c = 0; !items[i].forbidden && c < ability->watcher_def_count;
         c++) {
      if (ability->watcher_defs[c] == watcher_def) return true;
    }
  }
  return false;
}

static strata_status trace_watcher_loss(void *user, const st_value_part *entry,
                                        const uint64_t *before,
                                        const uint64_t *after) {
  watcher_loss *t = user;
  const st_pass *pass = st_eval_pass_of(t->eval);
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  if (t->found || !list_has_watcher_def(t->eval, before[0], t->watcher_def) ||
      list_has_watcher_def(t->eval, after[0], t->watcher_def)) {
    return STRATA_OK;
  }
  t->found = true;
  if (applied) {
    st_explain_row_unit_name(t->eval, pass, applied->unit, t->taker_name);
  } else {
    st_strings_read(t->eval->store,
                    st_get32(t->eval->store, ST_COLUMN_EFFECT_NAME,
                             st_value_part_effect(pass, entry)),
                    t->taker_name);
  }
  return STRATA_OK;
}

strata_status st_explain_value_lost_watcher(st_eval *eval, uint32_t slot,
                                            strata_watcher_def watcher_def,
                                            bool *had, bool *has,
                                            st_text *taker_name) {
  strata_attr attr = eval->rules->ability_attr;
  *had = *has = false;
  if (attr == 0) return STRATA_OK;
  strata_status status = st_eval_ensure_fresh(eval);
  watcher_loss t = {
      .eval = eval, .watcher_def = watcher_def, .taker_name = taker_name};
  st_value_trace trace = {.on_part = trace_watcher_loss, .user = &t};
  uint64_t list = 0;
  if (!status) status = st_evaluate_value_base(eval, attr, slot, &list);
  if (!status) *had = list_has_watcher_def(eval, list, watcher_def);
  if (!status) {
    status = st_evaluate_value(eval, attr, slot, NULL, &trace, &list);
  }
  if (!status) *has = list_has_watcher_def(eval, list, watcher_def);
  return status;
}

static strata_status add_all_lost_rows(strata_why *why) {
  const st_pass *pass = st_eval_pass_of(why->eval);
  for (size_t i = 0; why->source != 0 && i < pass->unit_count; i++) {
    const st_layer_unit *unit = &pass->units[i];
    if (unit->kind != ST_LAYER_UNIT_ABILITY || unit->object != why->source ||
        unit->started) {
      continue;
    }
    strata_status status = st_explain_lost_add(why, unit, NULL, 0);
    if (status) return status;
  }
  return STRATA_OK;
}

/* Add rows for abilities that do not function in the zone where their object is
 * (113.6). */
static strata_status add_nonfunctioning_rows(strata_why *why) {
  st_eval *eval = why->eval;
  strata_attr attr = eval->rules->ability_attr;
  if (attr == 0 || why->source == 0) return STRATA_OK;
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, why->source, &words);
  if (status) return status;
  uint32_t count;
  const st_ability_lists *lists = &st_eval_pass(eval)->lists;
  const st_ability_instance *items =
      st_ability_list_items(lists, words[0], &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_ability *ability = &eval->rules->abilities[items[i].ability];
    if (items[i].forbidden ||
        st_layer_unit_functions(st_eval_pass(eval), ability, why->source)) {
      continue;
    }
    for (uint32_t c = 0; !status && c < ability->clause_count; c++) {
      const st_clause *watcher_def = &ability->clauses[c];
      st_layer_unit unit = {
          .instance = items[i],
          .object = why->source,
          .kind = ST_LAYER_UNIT_ABILITY,
          .phase = ST_LAYER_PHASE_MAIN,
          .priority = UINT32_C(0x80000000),
          .stamp = st_get64(eval->store, ST_COLUMN_ENTITY_STAMP, why->source)};
      for (uint32_t p = 0; !status && p < watcher_def->part_count; p++) {
        status = st_explain_row_add_lost(why, &unit, &watcher_def->parts[p],
                                         STRATA_STEP_ZONE, NULL);
      }
    }
  }
  return status;
}

strata_status st_explain_value_by_source(st_eval *eval, uint32_t slot,
                                         uint32_t source, uint32_t effect,
                                         strata_why **out) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  strata_why *why = st_explain_new(eval, 0);
  if (!why) return STRATA_ENOMEM;
  why->source = source;
  why->effect = effect;
  status = explain_all_attributes(why, slot);
  if (!status) status = add_all_lost_rows(why);
  if (!status) status = add_nonfunctioning_rows(why);
  return st_explain_finish(why, status, out);
}
