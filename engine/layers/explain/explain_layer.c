/*
 * explain_layer.c - the order of the units within one layer, and its graph.
 *
 * The order is explained from a pass of its own, in the evaluator's st_pass
 * that is not current, because only such a pass tries all pairs of units.
 */
#include "layers/explain/explain_layer.h"

#include "layers/explain/explain_lost.h"
#include "layers/order/dependency.h"
#include "layers/values/evaluate_value.h"

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

/* Add rows for the constant parts of an effect in a layer that are in no pass,
 * as nothing reads what they change. */
static strata_status add_locked_rows(strata_why *why, uint32_t effect,
                                     strata_layer layer) {
  const st_store *store = why->eval->store;
  strata_status status = STRATA_OK;
  uint32_t part = st_effect_first_part(store, effect);
  for (; !status && part != 0;
       part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    if (st_part_header_layer(header) != layer) continue;
    st_value_part entry = {.place = st_part_sort_key(store, part, header),
                           .verb = header,
                           .value =
                               st_get_split(store, ST_COLUMN_PART_VALUE, part),
                           .origin = part,
                           .step = STRATA_STEP_APPLIED};
    status = st_evaluate_value_operand(why->eval, &entry);
    if (!status) status = st_explain_row_add(why, &entry, NULL, NULL, NULL);
  }
  return status;
}

static strata_status add_all_locked_rows(strata_why *why, strata_layer layer) {
  const st_eval *eval = why->eval;
  strata_status status = STRATA_OK;
  uint32_t top = st_effect_top(eval->store);
  for (uint32_t effect = 1; !status && effect <= top; effect++) {
    if (st_effect_is_used(eval->store, effect) &&
        !st_in_force_has_effect(&eval->in_force, effect)) {
      status = add_locked_rows(why, effect, layer);
    }
  }
  return status;
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
    strata_status status = st_explain_row_add(why, &entry, NULL, NULL, NULL);
    if (status) return status;
  }
  for (uint32_t i = 0; i < pass->unit_count; i++) {
    if (pass->units[i].started ||
        !st_clause_has_layer(pass->units[i].base_clause, layer)) {
      continue;
    }
    strata_status status = st_explain_lost_add(why, &pass->units[i], &layer, 0);
    if (status) return status;
  }
  write_dot_graph(why, pass, layer);
  return add_all_locked_rows(why, layer);
}

strata_status st_explain_layer(st_eval *eval, strata_layer layer,
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
  return st_explain_finish(why, status, out);
}
