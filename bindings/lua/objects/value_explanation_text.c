/*
 * value_explanation_text.c - an explanation of values as text, in columns: the
 * layer, the operation, the value after it, and the effect with its timestamp.
 */
#include "lua/objects/value_explanation_text.h"

#include "lua/core/text_output.h"
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
    add_entity(&t->out, value->ref);
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

static const char *off_text(strata_why_step step) {
  switch (step) {
  case STRATA_STEP_CONDITION:
    return "off: its condition does not hold";
  case STRATA_STEP_SUBJECT:
    return "off: its subject leaves this out";
  case STRATA_STEP_STACKING:
    return "off: another of its group counts";
  case STRATA_STEP_LOST:
    return "off: the ability was lost before it started";
  case STRATA_STEP_ZONE:
    return "off: the ability does not function in this zone";
  case STRATA_STEP_APPLIED:
    break;
  }
  return "";
}

/* Add the other effect of an order, by its name if it has one. */
static void add_other_effect(luaL_Buffer *out, const char *order,
                             const strata_why_row *row) {
  luaL_addstring(out, order);
  luaL_addstring(out, row->waited_for[0] ? row->waited_for : "an effect");
}

/* Add why the row stands at its place in the order. */
static void add_order_reason(luaL_Buffer *out, const strata_why_row *row) {
  switch (row->because) {
  case STRATA_REASON_CDA:
    luaL_addstring(out, ", first as it defines a characteristic");
    break;
  case STRATA_REASON_LAW:
    luaL_addstring(out, ", a law");
    break;
  case STRATA_REASON_DEPENDS:
    add_other_effect(out, ", waited for ", row);
    break;
  case STRATA_REASON_LOOP:
    add_other_effect(out, ", in a loop with ", row);
    break;
  case STRATA_REASON_TIMESTAMP:
  case STRATA_REASON_PRIORITY:
    break;
  }
  if (row->difference[0] == '\0') return;
  const bool lost = row->step == STRATA_STEP_LOST;
  luaL_addstring(out, lost ? ", taken by " : " (");
  luaL_addstring(out, row->difference);
  if (!lost) luaL_addchar(out, ')');
}

/* True for a law that does nothing here: laws are many, so the text leaves such
 * rows out. */
static bool is_idle_law(const why_text *t, const strata_why_row *row) {
  return row->because == STRATA_REASON_LAW &&
         (row->step != STRATA_STEP_APPLIED ||
          (!t->is_order && is_same_value(&row->before, &row->after)));
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
  luaL_addstring(&t->out, off_text(row->step));
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
 * reason why it is off, and its effect. */
static void add_row(why_text *t, const strata_why_row *row) {
  char timestamp[40];
  luaL_addstring(&t->out, luaL_bufflen(&t->out) > 0 ? "\n  " : "  ");
  stl_add_cell(&t->out, row->layer_name, t->layer_width);
  const bool is_wide = add_operation(t, row);
  if (add_result(t, row) || is_wide) luaL_addstring(&t->out, "  ");
  luaL_addstring(&t->out, row->effect_name[0] ? row->effect_name : "effect");
  if (row->source != 0) {
    luaL_addstring(&t->out, " from ");
    add_entity(&t->out, row->source);
  }
  (void)snprintf(timestamp, sizeof timestamp, ", timestamp %" PRIu64,
                 row->timestamp);
  luaL_addstring(&t->out, timestamp);
  add_order_reason(&t->out, row);
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

void stl_push_why_text(lua_State *L, const strata_rules *rules,
                       strata_attr attr, const strata_why *why) {
  why_text t = {.rules = rules,
                .why = why,
                .attr = attr,
                .is_order = strata_why_dot(why)[0] != '\0'};
  find_widths(&t);
  luaL_buffinit(L, &t.out);
  if (attr != 0) add_heading(&t);
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (!is_idle_law(&t, row)) add_row(&t, row);
  }
  luaL_pushresult(&t.out);
}
