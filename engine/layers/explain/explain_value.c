/*
 * explain_value.c - explanations of values: an evaluation with its trace kept,
 * and what the pass recorded.
 *
 * Nothing is computed here that an evaluation or a pass does not tell, so an
 * explanation cannot differ from the value that it explains. The order of a
 * layer is explained from a pass of its own, in the evaluator's st_pass that
 * is not current, because only such a pass tries all pairs of units.
 */
#include "layers/explain/explain_value.h"

#include "layers/explain/explain_row.h"
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

static strata_status add_traced_row(void *user, const st_value_part *entry,
                                    const uint64_t *before,
                                    const uint64_t *after) {
  return st_explain_row_add(user, entry, before, after);
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

static strata_status finish_value_explanation(strata_why *why,
                                              strata_status status,
                                              strata_why **out) {
  if (!status && why->dot.failed) status = STRATA_ENOMEM;
  if (status) {
    st_why_free(why);
    return status;
  }
  *out = why;
  return STRATA_OK;
}

strata_status st_explain_value(st_eval *eval, strata_entity entity,
                               strata_attr attr, strata_why **out) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  uint64_t *words = new_value_words(eval, attr);
  strata_why *why = st_explain_new(eval, attr);
  if (words && why) status = explain_one_value(why, st_slot_of(entity), words);
  if (!words || !why) status = STRATA_ENOMEM;
  free_value_words(eval, attr, words);
  return why ? finish_value_explanation(why, status, out) : STRATA_ENOMEM;
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
             ? st_explain_row_add(why, entry, before, after)
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

/* Finds the unit that took an ability away: the first one after which the
 * ability is gone. */
typedef struct ability_loss {
  const st_eval *eval;
  const st_ability_instance *instance;
  uint32_t taker_unit; /* + 1 */
} ability_loss;

static strata_status trace_ability_loss(void *user, const st_value_part *entry,
                                        const uint64_t *before,
                                        const uint64_t *after) {
  ability_loss *t = user;
  const st_pass *pass = st_eval_pass_of(t->eval);
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  if (t->taker_unit == 0 && applied &&
      st_ability_list_find(&pass->lists, before[0], t->instance) &&
      !st_ability_list_find(&pass->lists, after[0], t->instance)) {
    t->taker_unit = applied->unit + 1;
  }
  return STRATA_OK;
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

/* Add rows for the parts of a unit that was lost before it started, of one
 * layer, or of all if `layer` is NULL. */
static strata_status add_lost_rows(strata_why *why, const st_layer_unit *unit,
                                   const strata_layer *layer) {
  st_eval *eval = why->eval;
  strata_attr attr = eval->rules->ability_attr;
  ability_loss t = {.eval = eval, .instance = &unit->instance};
  st_value_trace trace = {.on_part = trace_ability_loss, .user = &t};
  uint64_t list;
  strata_status status =
      st_evaluate_value(eval, attr, unit->object, NULL, &trace, &list);
  st_text taker_name;
  st_text_init(&taker_name, why->mem);
  if (t.taker_unit) {
    st_explain_row_unit_name(eval, st_eval_pass(eval), t.taker_unit - 1,
                             &taker_name);
  }
  for (uint32_t i = 0; !status && i < unit->base_clause->part_count; i++) {
    if (layer &&
        st_part_header_layer(unit->base_clause->parts[i].flags) != *layer) {
      continue;
    }
    status =
        st_explain_row_add_lost(why, unit, &unit->base_clause->parts[i],
                                STRATA_STEP_LOST, st_text_get(&taker_name));
  }
  if (taker_name.failed) status = STRATA_ENOMEM;
  st_text_fini(&taker_name);
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
    strata_status status = add_lost_rows(why, unit, NULL);
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
  return finish_value_explanation(why, status, out);
}

/* -- The order of a layer -- */

static void write_dot_label(const st_eval *eval, const st_pass *pass,
                            uint32_t unit, st_text *dot) {
  st_text name;
  st_text_init(&name, eval->mem);
  st_explain_row_unit_name(eval, pass, unit, &name);
  static const char digits[] = "0123456789abcdef";
  const char *text = st_text_get(&name);
  for (; *text;
       text++) { /* quotes, backslashes and control characters are escaped */
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == 0x7f) {
      const char escape[] = {'\\', '\\', 'x', digits[byte >> 4],
                             digits[byte & 15]};
      st_text_add(dot, escape, sizeof escape);
      continue;
    }
    if (*text == '"' || *text == '\\') st_text_add_str(dot, "\\");
    st_text_add(dot, text, 1);
  }
  strata_entity source = st_layer_unit_source(pass, &pass->units[unit]);
  if (source) {
    st_text_add_str(dot, "\\n");
    st_public_value_write_entity(dot, source);
  }
  st_text_add_str(dot, "\\ntimestamp ");
  st_text_add_uint(dot, pass->units[unit].stamp);
  if (name.failed) dot->failed = true;
  st_text_fini(&name);
}

static const char *short_dependency_name(uint8_t dependency) {
  switch ((st_dependency_kind)dependency) {
  case ST_DEPENDENCY_EXISTENCE:
    return "existence";
  case ST_DEPENDENCY_TEXT:
    return "text";
  case ST_DEPENDENCY_AFFECTED:
    return "set";
  case ST_DEPENDENCY_OPERAND:
    return "operand";
  case ST_DEPENDENCY_NONE:
    break;
  }
  return "";
}

static bool affects_any_class(const st_pass *pass, const st_layer_unit *unit) {
  if (!unit->condition_holds) return false;
  for (uint32_t w = 0; unit->members.bits && w < pass->words; w++) {
    if (unit->members.bits[w] != 0) return true;
  }
  return unit->members.one != 0;
}

static bool is_idle_law_unit(const st_pass *pass, const st_layer_unit *unit) {
  return unit->kind == ST_LAYER_UNIT_LAW && !affects_any_class(pass, unit);
}

/* One box of the graph; `order` is 0 for a unit that was lost before it
 * started. */
static void write_dot_node(strata_why *why, const st_pass *pass, uint32_t unit,
                           uint32_t order) {
  st_text *dot = &why->dot;
  st_text_add_str(dot, "  u");
  st_text_add_uint(dot, unit);
  st_text_add_str(dot, " [label=\"");
  if (order > 0) {
    st_text_add_uint(dot, order);
    st_text_add_str(dot, ". ");
  }
  write_dot_label(why->eval, pass, unit, dot);
  st_text_add_str(dot, order > 0 ? "\"];\n" : "\", style=dashed];\n");
}

static void write_dot_graph(strata_why *why, const st_pass *pass,
                            strata_layer layer) {
  st_text *dot = &why->dot;
  uint32_t last = UINT32_MAX;
  uint32_t order = 0;
  st_text_add_str(dot, "digraph layer {\n  node [shape=box];\n");
  for (size_t i = 0; i < pass->applied_count; i++) {
    uint32_t unit = pass->applied[i].unit;
    if (st_part_header_layer(pass->applied[i].part->flags) != layer ||
        unit == last || is_idle_law_unit(pass, &pass->units[unit])) {
      continue;
    }
    last = unit;
    write_dot_node(why, pass, unit, ++order);
  }
  for (uint32_t i = 0; i < pass->unit_count; i++) {
    const st_layer_unit *unit = &pass->units[i];
    if (!unit->started && st_clause_has_layer(unit->base_clause, layer)) {
      write_dot_node(why, pass, i, 0);
    }
  }
  for (size_t i = 0; i < pass->edge_count; i++) {
    const st_dependency_edge *edge = &pass->edges[i];
    if (edge->layer != layer) continue;
    st_text_add_str(dot, "  u");
    st_text_add_uint(dot, edge->dependent);
    st_text_add_str(dot, " -> u");
    st_text_add_uint(dot, edge->waited_for);
    st_text_add_str(dot, " [label=\"");
    st_text_add_str(dot, short_dependency_name(edge->dependency));
    st_text_add_str(dot, "\"];\n");
  }
  st_text_add_str(dot, "}\n");
}

static strata_status explain_layer_order(strata_why *why, const st_pass *pass,
                                         strata_layer layer) {
  for (uint32_t i = 0; i < pass->applied_count; i++) {
    const st_applied_part *applied = &pass->applied[i];
    if (st_part_header_layer(applied->part->flags) != layer) continue;
    const st_layer_unit *unit = &pass->units[applied->unit];
    st_value_part entry = st_apply_value_part(pass, i, unit->members.one);
    entry.step = STRATA_STEP_APPLIED;
    if (!affects_any_class(pass, unit)) entry.step = STRATA_STEP_SUBJECT;
    if (!unit->condition_holds) entry.step = STRATA_STEP_CONDITION;
    strata_status status = st_explain_row_add(why, &entry, NULL, NULL);
    if (status) return status;
  }
  for (uint32_t i = 0; i < pass->unit_count; i++) {
    if (pass->units[i].started ||
        !st_clause_has_layer(pass->units[i].base_clause, layer)) {
      continue;
    }
    strata_status status = add_lost_rows(why, &pass->units[i], &layer);
    if (status) return status;
  }
  write_dot_graph(why, pass, layer);
  return STRATA_OK;
}

strata_status st_explain_value_layer(st_eval *eval, strata_layer layer,
                                     strata_why **out) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  strata_why *why = st_explain_new(eval, 0);
  if (!why) return STRATA_ENOMEM;
  /* The pass that is not current is free for a run in which all pairs are
   * tried. */
  eval->current_pass = (uint8_t)(1 - eval->current_pass);
  st_pass *pass = st_eval_pass(eval);
  pass->all_edges = true;
  st_classes_drop_empty(&eval->classes);
  status = st_pass_run(pass);
  if (!status) status = explain_layer_order(why, pass, layer);
  pass->all_edges = false;
  eval->current_pass = (uint8_t)(1 - eval->current_pass);
  return finish_value_explanation(why, status, out);
}
