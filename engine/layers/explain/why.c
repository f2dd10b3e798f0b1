/*
 * why.c - explanations: the fold with its trace kept, and what the pass wrote
 * down.
 *
 * Nothing is computed here that a fold or a pass does not tell.
 */
#include "layers/explain/why.h"

#include "layers/explain/row.h"
#include "layers/order/run.h"

#include <string.h>

/* -- One value -- */

/* The words of a value, with room for what the trace needs. */
static uint64_t *new_words(st_eval *eval, strata_attr attr) {
  return st_mem_zeroed(eval->mem, eval->rules->attrs[attr - 1].words,
                       sizeof(uint64_t));
}

static void free_words(st_eval *eval, strata_attr attr, uint64_t *words) {
  st_mem_free(eval->mem, words, eval->rules->attrs[attr - 1].words,
              sizeof *words);
}

static strata_status add_row(void *user, const st_entry *entry,
                             const uint64_t *before, const uint64_t *after) {
  return st_row_add(user, entry, before, after);
}

static strata_status explain(strata_why *why, uint32_t slot, uint64_t *words) {
  st_eval *eval = why->eval;
  strata_status status = st_fold_base(eval, why->attr, slot, words);
  if (!status) {
    status = st_value_make(eval, why->attr, words, why->mem, &why->base);
  }
  st_trace trace = {.row = add_row, .user = why};
  if (!status) status = st_fold(eval, why->attr, slot, NULL, &trace, words);
  if (!status) {
    status = st_value_make(eval, why->attr, words, why->mem, &why->value);
  }
  if (!status) st_row_write_all(why, false);
  return status;
}

static strata_status finish(strata_why *why, strata_status status,
                            strata_why **out) {
  if (!status && (why->text.failed || why->dot.failed)) status = STRATA_ENOMEM;
  if (status) {
    strata_why_free(why);
    return status;
  }
  *out = why;
  return STRATA_OK;
}

strata_status st_why_make(st_eval *eval, strata_entity entity, strata_attr attr,
                          strata_why **out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  uint64_t *words = new_words(eval, attr);
  strata_why *why = st_why_new(eval, attr);
  if (words && why) status = explain(why, st_slot_of(entity), words);
  if (!words || !why) status = STRATA_ENOMEM;
  free_words(eval, attr, words);
  return why ? finish(why, status, out) : STRATA_ENOMEM;
}

/* -- What one source does -- */

/* True if an entry is of the source or effect that is asked for. */
static bool is_wanted(const strata_why *why, const st_entry *entry) {
  const st_eval *eval = why->eval;
  const st_pass *pass = st_eval_pass_of(eval);
  uint32_t effect = st_entry_effect(pass, entry);
  if (why->effect != 0) return effect == why->effect;
  const st_applied *applied = st_entry_applied(pass, entry);
  strata_entity source =
      applied ? st_unit_source(pass, &pass->units[applied->unit])
              : st_get64(eval->store, ST_COLUMN_EFFECT_SOURCE, effect);
  return source != 0 && source == st_entity_handle(eval->store, why->source);
}

static strata_status add_wanted(void *user, const st_entry *entry,
                                const uint64_t *before, const uint64_t *after) {
  strata_why *why = user;
  return is_wanted(why, entry) ? st_row_add(why, entry, before, after)
                               : STRATA_OK;
}

static strata_status explain_attributes(strata_why *why, uint32_t slot) {
  st_eval *eval = why->eval;
  strata_status status = STRATA_OK;
  for (strata_attr a = 1; !status && a <= st_attr_count(eval->rules); a++) {
    if (!eval->rules->attrs[a - 1].layered) continue;
    uint64_t *words = new_words(eval, a);
    if (!words) return STRATA_ENOMEM;
    st_trace trace = {.row = add_wanted, .user = why};
    why->attr = a;
    status = st_fold(eval, a, slot, NULL, &trace, words);
    free_words(eval, a, words);
  }
  why->attr = 0;
  return status;
}

/* Who took an ability away: the first row after which it is gone. */
typedef struct thief {
  const st_eval *eval;
  const st_instance *instance;
  uint32_t unit; /* + 1 */
} thief;

static strata_status see_theft(void *user, const st_entry *entry,
                               const uint64_t *before, const uint64_t *after) {
  thief *t = user;
  const st_pass *pass = st_eval_pass_of(t->eval);
  const st_applied *applied = st_entry_applied(pass, entry);
  if (t->unit == 0 && applied &&
      st_list_find(&pass->lists, before[0], t->instance) &&
      !st_list_find(&pass->lists, after[0], t->instance)) {
    t->unit = applied->unit + 1;
  }
  return STRATA_OK;
}

/* Who took away what says a code. */
typedef struct code_thief {
  const st_eval *eval;
  strata_code code;
  st_text *took;
  bool found;
} code_thief;

static bool list_says(const st_eval *eval, uint64_t list, strata_code code) {
  uint32_t count;
  const st_instance *items =
      st_list_items(&st_eval_pass_of(eval)->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    const st_ability *ability = &eval->rules->abilities[items[i].ability];
    for (uint32_t c = 0; !items[i].banned && c < ability->code_count; c++) {
      if (ability->codes[c] == code) return true;
    }
  }
  return false;
}

static strata_status see_code_lost(void *user, const st_entry *entry,
                                   const uint64_t *before,
                                   const uint64_t *after) {
  code_thief *t = user;
  const st_pass *pass = st_eval_pass_of(t->eval);
  const st_applied *applied = st_entry_applied(pass, entry);
  if (t->found || !list_says(t->eval, before[0], t->code) ||
      list_says(t->eval, after[0], t->code)) {
    return STRATA_OK;
  }
  t->found = true;
  if (applied) {
    st_row_unit_name(t->eval, pass, applied->unit, t->took);
  } else {
    st_strings_read(t->eval->store,
                    st_get32(t->eval->store, ST_COLUMN_EFFECT_NAME,
                             st_entry_effect(pass, entry)),
                    t->took);
  }
  return STRATA_OK;
}

strata_status st_why_lost(st_eval *eval, uint32_t slot, strata_code code,
                          bool *had, bool *has, st_text *took) {
  strata_attr attr = eval->rules->ability_attr;
  *had = *has = false;
  if (attr == 0) return STRATA_OK;
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  code_thief t = {.eval = eval, .code = code, .took = took};
  st_trace trace = {.row = see_code_lost, .user = &t};
  uint64_t list = 0;
  if (!status) status = st_fold_base(eval, attr, slot, &list);
  if (!status) *had = list_says(eval, list, code);
  if (!status) status = st_fold(eval, attr, slot, NULL, &trace, &list);
  if (!status) *has = list_says(eval, list, code);
  return status;
}

/* Rows for the parts of a unit that never started, of one layer or all. */
static strata_status add_lost(strata_why *why, const st_unit *unit,
                              const strata_layer *layer) {
  st_eval *eval = why->eval;
  strata_attr attr = eval->rules->ability_attr;
  thief t = {.eval = eval, .instance = &unit->instance};
  st_trace trace = {.row = see_theft, .user = &t};
  uint64_t list;
  strata_status status = st_fold(eval, attr, unit->object, NULL, &trace, &list);
  st_text took;
  st_text_init(&took, why->mem);
  if (t.unit) st_row_unit_name(eval, st_eval_pass(eval), t.unit - 1, &took);
  for (uint32_t i = 0; !status && i < unit->plain->part_count; i++) {
    if (layer && st_verb_layer(unit->plain->parts[i].verb) != *layer) continue;
    status = st_row_add_lost(why, unit, &unit->plain->parts[i],
                             STRATA_STEP_LOST, st_text_get(&took));
  }
  if (took.failed) status = STRATA_ENOMEM;
  st_text_fini(&took);
  return status;
}

static strata_status add_all_lost(strata_why *why) {
  const st_pass *pass = st_eval_pass_of(why->eval);
  for (size_t i = 0; why->source != 0 && i < pass->unit_count; i++) {
    const st_unit *unit = &pass->units[i];
    if (unit->kind != ST_UNIT_ABILITY || unit->object != why->source ||
        unit->started) {
      continue;
    }
    strata_status status = add_lost(why, unit, NULL);
    if (status) return status;
  }
  return STRATA_OK;
}

/* Abilities that do nothing where their object is. */
static strata_status add_sleeping(strata_why *why) {
  st_eval *eval = why->eval;
  strata_attr attr = eval->rules->ability_attr;
  if (attr == 0 || why->source == 0) return STRATA_OK;
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, why->source, &words);
  if (status) return status;
  uint32_t count;
  const st_lists *lists = &st_eval_pass(eval)->lists;
  const st_instance *items = st_list_items(lists, words[0], &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_ability *ability = &eval->rules->abilities[items[i].ability];
    if (items[i].banned ||
        st_unit_functions(st_eval_pass(eval), ability, why->source)) {
      continue;
    }
    for (uint32_t c = 0; !status && c < ability->clause_count; c++) {
      const st_clause_code *code = &ability->clauses[c];
      st_unit unit = {
          .instance = items[i],
          .object = why->source,
          .kind = ST_UNIT_ABILITY,
          .phase = ST_PHASE_MAIN,
          .priority = UINT32_C(0x80000000),
          .stamp = st_get64(eval->store, ST_COLUMN_ENTITY_STAMP, why->source)};
      for (uint32_t p = 0; !status && p < code->part_count; p++) {
        status = st_row_add_lost(why, &unit, &code->parts[p], STRATA_STEP_ZONE,
                                 NULL);
      }
    }
  }
  return status;
}

strata_status st_why_source(st_eval *eval, uint32_t slot, uint32_t source,
                            uint32_t effect, strata_why **out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  strata_why *why = st_why_new(eval, 0);
  if (!why) return STRATA_ENOMEM;
  why->source = source;
  why->effect = effect;
  status = explain_attributes(why, slot);
  if (!status) status = add_all_lost(why);
  if (!status) status = add_sleeping(why);
  if (!status) st_row_write_all(why, true);
  return finish(why, status, out);
}

/* -- The order of a layer -- */

static void write_label(const st_eval *eval, const st_pass *pass, uint32_t unit,
                        st_text *dot) {
  st_text name;
  st_text_init(&name, eval->mem);
  st_row_unit_name(eval, pass, unit, &name);
  static const char digits[] = "0123456789abcdef";
  const char *text = st_text_get(&name);
  for (; *text;
       text++) { /* a label's quotes, backslashes, control characters */
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == 0x7f) {
      const char escape[] = {'\\', '\\', 'x', digits[byte >> 4],
                             digits[byte & 15]};
      st_text_add(dot, escape, sizeof escape);
      continue;
    }
    if (*text == '"' || *text == '\\') st_text_str(dot, "\\");
    st_text_add(dot, text, 1);
  }
  strata_entity source = st_unit_source(pass, &pass->units[unit]);
  if (source) {
    st_text_str(dot, "\\n");
    st_value_write_entity(dot, source);
  }
  st_text_str(dot, "\\ntimestamp ");
  st_text_uint(dot, pass->units[unit].stamp);
  if (name.failed) dot->failed = true;
  st_text_fini(&name);
}

static const char *short_difference(uint8_t difference) {
  switch ((st_difference)difference) {
  case ST_DIFFERENCE_EXISTENCE:
    return "existence";
  case ST_DIFFERENCE_TEXT:
    return "text";
  case ST_DIFFERENCE_SET:
    return "set";
  case ST_DIFFERENCE_OPERAND:
    return "operand";
  case ST_DIFFERENCE_NONE:
    break;
  }
  return "";
}

static bool has_members(const st_pass *pass, const st_unit *unit) {
  if (!unit->holds) return false;
  for (uint32_t w = 0; unit->members.bits && w < pass->words; w++) {
    if (unit->members.bits[w] != 0) return true;
  }
  return unit->members.one != 0;
}

static bool is_idle_law(const st_pass *pass, const st_unit *unit) {
  return unit->kind == ST_UNIT_LAW && !has_members(pass, unit);
}

static bool is_in_layer(const st_unit *unit, strata_layer layer) {
  for (uint32_t i = 0; i < unit->plain->part_count; i++) {
    if (st_verb_layer(unit->plain->parts[i].verb) == layer) return true;
  }
  return false;
}

/* A box; `order` is 0 for a unit whose ability was lost. */
static void write_node(strata_why *why, const st_pass *pass, uint32_t unit,
                       uint32_t order) {
  st_text *dot = &why->dot;
  st_text_str(dot, "  u");
  st_text_uint(dot, unit);
  st_text_str(dot, " [label=\"");
  if (order > 0) {
    st_text_uint(dot, order);
    st_text_str(dot, ". ");
  }
  write_label(why->eval, pass, unit, dot);
  st_text_str(dot, order > 0 ? "\"];\n" : "\", style=dashed];\n");
}

static void write_dot(strata_why *why, const st_pass *pass,
                      strata_layer layer) {
  st_text *dot = &why->dot;
  uint32_t last = UINT32_MAX;
  uint32_t order = 0;
  st_text_str(dot, "digraph layer {\n  node [shape=box];\n");
  for (size_t i = 0; i < pass->applied_count; i++) {
    uint32_t unit = pass->applied[i].unit;
    if (st_verb_layer(pass->applied[i].part->verb) != layer || unit == last ||
        is_idle_law(pass, &pass->units[unit])) {
      continue;
    }
    last = unit;
    write_node(why, pass, unit, ++order);
  }
  for (uint32_t i = 0; i < pass->unit_count; i++) {
    const st_unit *unit = &pass->units[i];
    if (!unit->started && is_in_layer(unit, layer)) {
      write_node(why, pass, i, 0);
    }
  }
  for (size_t i = 0; i < pass->edge_count; i++) {
    const st_edge *edge = &pass->edges[i];
    if (edge->layer != layer) continue;
    st_text_str(dot, "  u");
    st_text_uint(dot, edge->waits);
    st_text_str(dot, " -> u");
    st_text_uint(dot, edge->waited_for);
    st_text_str(dot, " [label=\"");
    st_text_str(dot, short_difference(edge->difference));
    st_text_str(dot, "\"];\n");
  }
  st_text_str(dot, "}\n");
}

static strata_status explain_layer(strata_why *why, const st_pass *pass,
                                   strata_layer layer) {
  for (uint32_t i = 0; i < pass->applied_count; i++) {
    const st_applied *applied = &pass->applied[i];
    if (st_verb_layer(applied->part->verb) != layer) continue;
    const st_unit *unit = &pass->units[applied->unit];
    st_entry entry = st_apply_entry(pass, i, unit->members.one);
    entry.step = STRATA_STEP_APPLIED;
    if (!has_members(pass, unit)) entry.step = STRATA_STEP_SUBJECT;
    if (!unit->holds) entry.step = STRATA_STEP_CONDITION;
    strata_status status = st_row_add(why, &entry, NULL, NULL);
    if (status) return status;
  }
  for (uint32_t i = 0; i < pass->unit_count; i++) {
    if (pass->units[i].started || !is_in_layer(&pass->units[i], layer)) {
      continue;
    }
    strata_status status = add_lost(why, &pass->units[i], &layer);
    if (status) return status;
  }
  st_row_write_all(why, true);
  write_dot(why, pass, layer);
  return STRATA_OK;
}

strata_status st_why_layer(st_eval *eval, strata_layer layer,
                           strata_why **out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  strata_why *why = st_why_new(eval, 0);
  if (!why) return STRATA_ENOMEM;
  /* The pass that does not count is free for a run with all pairs tried. */
  eval->current = (uint8_t)(1 - eval->current);
  st_pass *pass = st_eval_pass(eval);
  pass->all_edges = true;
  st_classes_purge(&eval->classes);
  status = st_pass_run(pass);
  if (!status) status = explain_layer(why, pass, layer);
  pass->all_edges = false;
  eval->current = (uint8_t)(1 - eval->current);
  return finish(why, status, out);
}
