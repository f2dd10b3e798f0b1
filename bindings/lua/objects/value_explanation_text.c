/*
 * value_explanation_text.c - an explanation of values as text, in columns: the
 * layer, the operation, the value after it, and the effect with its timestamp.
 */
#include "lua/objects/value_explanation_text.h"

#include "lua/core/text_layout.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/world_handle.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <strata/text.h>
#include <string.h>

/* An operand that is wider does not widen its column. */
enum { OPERAND_WIDTH_MAX = 40 };

/* What the lines of one explanation share. */
typedef struct why_text {
  luaL_Buffer out;
  int owner; /* where a handle of the world is */
  const strata_rules *rules;
  const strata_why *why;
  strata_attr attr; /* of one value; 0: the rows name their attributes */
  bool is_order;    /* of a layer, whose rows have no values */
  size_t layer_width, operand_width;
} why_text;

/* -- Values --------------------------------------------------------------- */

static const char *symbol_name(const why_text *t, strata_symbol symbol) {
  const char *name = strata_rules_name(t->rules, STRATA_NAME_SYMBOL, symbol);
  return name != NULL ? name : "none";
}

static void add_entity(luaL_Buffer *out, strata_entity entity) {
  if (entity == 0) {
    luaL_addstring(out, "none");
    return;
  }
  stl_push_entity_id(out->L, entity);
  luaL_addvalue(out);
}

/* Add an entity that is a value, with its name. */
static void add_ref(why_text *t, strata_entity entity) {
  lua_State *L = t->out.L;
  if (entity == 0) {
    luaL_addstring(&t->out, "none");
    return;
  }
  stl_push_entity(L, t->owner, entity);
  (void)luaL_tolstring(L, -1, NULL);
  lua_remove(L, -2);
  luaL_addvalue(&t->out);
}

static void add_symbols(why_text *t, const strata_value *value) {
  luaL_addchar(&t->out, '{');
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (i > 0) luaL_addstring(&t->out, ", ");
    luaL_addstring(&t->out, symbol_name(t, value->symbols[i]));
  }
  luaL_addchar(&t->out, '}');
}

static void add_value(why_text *t, const strata_value *value) {
  switch (value->type) {
  case STRATA_INT:
    lua_pushinteger(t->out.L, value->integer);
    luaL_addvalue(&t->out);
    return;
  case STRATA_FLAG:
    luaL_addstring(&t->out, value->integer ? "true" : "false");
    return;
  case STRATA_REF:
    add_ref(t, value->ref);
    return;
  case STRATA_SYM:
    luaL_addstring(&t->out, symbol_name(t, value->symbol));
    return;
  case STRATA_TEXT:
    luaL_addchar(&t->out, '"');
    luaL_addstring(&t->out, value->text);
    luaL_addchar(&t->out, '"');
    return;
  case STRATA_SET:
  case STRATA_ABILITIES:
    add_symbols(t, value);
    return;
  }
}

static bool is_same_value(const strata_value *a, const strata_value *b) {
  if (a->symbol_count != b->symbol_count || a->integer != b->integer ||
      a->ref != b->ref || a->symbol != b->symbol) {
    return false;
  }
  for (size_t i = 0; i < a->symbol_count; i++) {
    if (a->symbols[i] != b->symbols[i]) return false;
  }
  return a->text == b->text ||
         (a->text != NULL && b->text != NULL && strcmp(a->text, b->text) == 0);
}

/* -- Rows ----------------------------------------------------------------- */

/* Add why a row does nothing, and the rule that says so. */
static void add_off_reason(luaL_Buffer *out, const strata_why_row *row) {
  const bool is_taken = row->taken_by[0] != '\0';
  switch (row->step) {
  case STRATA_STEP_CONDITION:
    luaL_addstring(out, "off: its condition does not hold");
    break;
  case STRATA_STEP_SUBJECT:
    luaL_addstring(out, is_taken ? "off: since " : "off: ");
    luaL_addstring(out, row->taken_by);
    luaL_addstring(out, is_taken ? " its subject leaves this out"
                                 : "its subject leaves this out");
    break;
  case STRATA_STEP_STACKING:
    luaL_addstring(out, "off: another of its group counts");
    break;
  case STRATA_STEP_LOST:
    luaL_addstring(out, is_taken ? "off: " : "off: the ability was lost");
    luaL_addstring(out, row->taken_by);
    luaL_addstring(out, is_taken ? " took the ability away before it began"
                                 : " before it began");
    break;
  case STRATA_STEP_ZONE:
    luaL_addstring(out, "off: the ability does not function in this zone");
    break;
  case STRATA_STEP_APPLIED:
    return;
  }
  if (row->rule[0] == '\0') return;
  luaL_addstring(out, " (");
  luaL_addstring(out, row->rule);
  luaL_addchar(out, ')');
}

/* Add the other effect of an order, by its name if it has one. */
static void add_other_effect(luaL_Buffer *out, const char *order,
                             const strata_why_row *row) {
  luaL_addstring(out, order);
  luaL_addstring(out, row->waited_for[0] ? row->waited_for : "an effect");
}

/* Add why the row stands at its place in the order. */
static void add_order_reason(luaL_Buffer *out, const strata_why_row *row) {
  if (row->step == STRATA_STEP_LOST) return;
  switch (row->because) {
  case STRATA_REASON_CDA:
    luaL_addstring(out, ", first as it defines a characteristic (613.3)");
    return;
  case STRATA_REASON_LAW:
    luaL_addstring(out, ", a law");
    return;
  case STRATA_REASON_DEPENDS:
    add_other_effect(out, ", waited for ", row);
    luaL_addstring(out, row->difference[0] ? " (613.8a: " : " (613.8a");
    luaL_addstring(out, row->difference);
    luaL_addchar(out, ')');
    return;
  case STRATA_REASON_LOOP:
    add_other_effect(out, ", in a loop with ", row);
    luaL_addstring(out, " (613.8b)");
    return;
  case STRATA_REASON_TIMESTAMP:
  case STRATA_REASON_PRIORITY:
    return;
  }
}

/* True for a law that does nothing here: laws are many, so the text leaves such
 * rows out. */
static bool is_idle_law(const why_text *t, const strata_why_row *row) {
  return row->because == STRATA_REASON_LAW &&
         (row->step != STRATA_STEP_APPLIED ||
          (!t->is_order && is_same_value(&row->before, &row->after)));
}

/* True if two rows are off for the same reason: only their sources differ, as
 * of many equal tokens. */
static bool are_off_alike(const strata_why_row *a, const strata_why_row *b) {
  return a->step != STRATA_STEP_APPLIED && a->step == b->step &&
         a->attr == b->attr && a->layer == b->layer &&
         strcmp(a->effect_name, b->effect_name) == 0 &&
         strcmp(a->operand, b->operand) == 0 &&
         strcmp(a->formula, b->formula) == 0 &&
         strcmp(a->taken_by, b->taken_by) == 0;
}

/* How many rows behind row `n` are off as it is. */
static size_t count_alike(const strata_why *why, size_t n) {
  const strata_why_row *row = strata_why_get(why, n);
  size_t end = n + 1;
  while (end < strata_why_count(why) &&
         are_off_alike(row, strata_why_get(why, end))) {
    end++;
  }
  return end - n - 1;
}

/* The attribute of a row, where the rows are of more than one. */
static const char *row_attribute(const why_text *t, const strata_why_row *row) {
  return t->attr != 0
             ? ""
             : strata_rules_name(t->rules, STRATA_NAME_ATTRIBUTE, row->attr);
}

static size_t operation_width(const why_text *t, const strata_why_row *row) {
  const char *attribute = row_attribute(t, row);
  const size_t blank = attribute[0] != '\0';
  return stl_text_width(attribute, strlen(attribute)) + blank +
         stl_text_width(row->operand, strlen(row->operand));
}

/* Add the column of the operation; true if it is too narrow for it. */
static bool add_operation(why_text *t, const strata_why_row *row) {
  const char *attribute = row_attribute(t, row);
  const size_t width = operation_width(t, row);
  luaL_addstring(&t->out, attribute);
  if (attribute[0] != '\0') luaL_addchar(&t->out, ' ');
  luaL_addstring(&t->out, row->operand);
  stl_pad_cell(&t->out, width, t->operand_width);
  return width > t->operand_width;
}

/* Add what came of a row; false if it says nothing. */
static bool add_result(why_text *t, const strata_why_row *row) {
  const bool shows_value = row->step == STRATA_STEP_APPLIED && !t->is_order;
  add_off_reason(&t->out, row);
  if (shows_value) {
    luaL_addstring(&t->out, "-> ");
    add_value(t, &row->after);
  }
  if (row->formula[0] != '\0') {
    luaL_addstring(&t->out, "  [");
    luaL_addstring(&t->out, row->formula);
    luaL_addchar(&t->out, ']');
  }
  return shows_value || row->step != STRATA_STEP_APPLIED ||
         row->formula[0] != '\0';
}

/* Add the line of a row: its layer, its operation, the value after it or the
 * reason why it is off, and its effect; and how many more rows it stands
 * for. */
static void add_row(why_text *t, const strata_why_row *row, size_t more) {
  char text[60];
  luaL_addstring(&t->out, luaL_bufflen(&t->out) > 0 ? "\n  " : "  ");
  stl_add_cell(&t->out, row->layer_name, t->layer_width);
  const bool is_wide = add_operation(t, row);
  if (add_result(t, row) || is_wide) luaL_addstring(&t->out, "  ");
  luaL_addstring(&t->out, row->effect_name[0] ? row->effect_name : "effect");
  if (row->source != 0) {
    luaL_addstring(&t->out, " from ");
    add_entity(&t->out, row->source);
  }
  if (t->is_order && row->target != 0) {
    luaL_addstring(&t->out, " on ");
    add_entity(&t->out, row->target);
  }
  (void)snprintf(text, sizeof text, ", timestamp %" PRIu64, row->timestamp);
  luaL_addstring(&t->out, text);
  add_order_reason(&t->out, row);
  if (more == 0) return;
  (void)snprintf(text, sizeof text, ", and %zu more like it", more);
  luaL_addstring(&t->out, text);
}

/* Add the value and its base, above the rows. */
static void add_heading(why_text *t) {
  luaL_addstring(&t->out,
                 strata_rules_name(t->rules, STRATA_NAME_ATTRIBUTE, t->attr));
  luaL_addstring(&t->out, " = ");
  add_value(t, strata_why_value(t->why));
  luaL_addstring(&t->out, "\n  ");
  stl_add_cell(&t->out, "base", t->layer_width);
  stl_add_cell(&t->out, "", t->operand_width);
  luaL_addstring(&t->out, "-> ");
  add_value(t, strata_why_base(t->why));
}

static void find_widths(why_text *t) {
  t->layer_width = strlen("base");
  for (size_t i = 0; i < strata_why_count(t->why); i++) {
    const strata_why_row *row = strata_why_get(t->why, i);
    if (is_idle_law(t, row)) continue;
    const size_t width = operation_width(t, row);
    const size_t kept = width < OPERAND_WIDTH_MAX ? width : OPERAND_WIDTH_MAX;
    t->layer_width = stl_wider(t->layer_width, row->layer_name, SIZE_MAX);
    if (kept > t->operand_width) t->operand_width = kept;
  }
}

void stl_push_why_text(lua_State *L, int owner, const strata_rules *rules,
                       strata_attr attr, const strata_why *why) {
  why_text t = {.owner = owner,
                .rules = rules,
                .why = why,
                .attr = attr,
                .is_order = strata_why_dot(why)[0] != '\0'};
  find_widths(&t);
  luaL_buffinit(L, &t.out);
  if (attr != 0) add_heading(&t);
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (is_idle_law(&t, row)) continue;
    const size_t more = count_alike(why, i);
    add_row(&t, row, more);
    i += more;
  }
  luaL_pushresult(&t.out);
}
