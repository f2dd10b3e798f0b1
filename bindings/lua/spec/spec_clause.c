/*
 * spec_clause.c - read one clause: who is changed, and how.
 *
 * A clause has the form of world:effect{...}, but all its expressions become
 * text: the engine compiles them when the rules are frozen.
 */
#include "lua/spec/spec_clause.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/change_table.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

typedef struct clause_reading {
  stl_spec *s;
  const char *where; /* "strata.rules: laws.counters" */
  const char *const *fields;
  bool is_begun_effect; /* of an effect that an instruction begins */
  stl_changes changes;
  strata_clause desc;
  strata_clause_part *parts; /* STL_PARTS_MAX */
} clause_reading;

/* The expression at the top as text, which stays alive. */
static const char *read_clause_expr(clause_reading *c, const char *what) {
  lua_State *L = c->s->L;
  const int index = lua_gettop(L);
  const char *place = lua_pushfstring(L, "%s: %s", c->where, what);
  lua_pushvalue(L, index);
  const char *text = stl_spec_expression(c->s, place);
  lua_settop(L, index);
  return text;
}

static const char *layer_name(clause_reading *c, strata_layer layer) {
  const strata_rules *rules = c->s->known->rules;
  if (!strata_rules_is_numbered(rules)) {
    return strata_rules_name(rules, STRATA_NAME_LAYER, (uint32_t)layer + 1);
  }
  return stl_spec_digits(c->s, layer);
}

static void set_clause_names(clause_reading *c, const strata_value *value,
                             strata_clause_part *part) {
  const char **names =
      stl_spec_alloc(c->s, (value->symbol_count + 1) * sizeof *names);
  for (size_t i = 0; i < value->symbol_count; i++) {
    names[i] = strata_rules_name(c->s->known->rules, STRATA_NAME_SYMBOL,
                                 value->symbols[i]);
  }
  part->names = names;
  part->name_count = value->symbol_count;
}

/* Store a constant as the text of an expression, except texts and lists of
 * names, which are stored as they are. */
static void set_clause_constant(clause_reading *c, const strata_value *value,
                                strata_clause_part *part) {
  const strata_rules *rules = c->s->known->rules;
  switch (value->type) {
  case STRATA_INT:
    part->operand = stl_spec_digits(c->s, value->integer);
    return;
  case STRATA_FLAG:
    part->operand = value->integer != 0 ? "true" : "false";
    return;
  case STRATA_SYM:
    part->operand = "none";
    if (value->symbol == 0) return;
    lua_pushfstring(
        c->s->L, "'%s'",
        strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbol));
    part->operand = stl_spec_keep_text(c->s);
    return;
  case STRATA_TEXT:
    part->operand = value->text;
    return;
  case STRATA_SET:
  case STRATA_ABILITIES:
    set_clause_names(c, value, part);
    return;
  case STRATA_REF:
    part->operand = "none";
    return;
  }
}

/* Read an integer without a check of its range, because the engine limits it.
 * False if the value is no integer. */
static bool read_clause_integer(clause_reading *c, const stl_change *change,
                                strata_value *out) {
  strata_attribute about = {0};
  int exact = 0;
  if (strata_rules_attribute(c->s->known->rules, change->attr, &about) !=
          STRATA_OK ||
      about.type != STRATA_INT || lua_type(c->s->L, -1) != LUA_TNUMBER) {
    return false;
  }
  *out = (strata_value){.type = STRATA_INT};
  out->integer = lua_tointegerx(c->s->L, -1, &exact);
  return exact != 0;
}

static void read_clause_constant(clause_reading *c, const stl_change *change,
                                 strata_clause_part *part) {
  lua_State *L = c->s->L;
  const int index = lua_gettop(L);
  strata_value value = {0};
  if (!read_clause_integer(c, change, &value)) {
    const char *expected =
        stl_read_value(L, index, c->s->known, NULL, change->attr, &value);
    if (expected != NULL) {
      const char *place = lua_pushfstring(
          L, "%s: %s: %s", c->where, change->name, stl_op_name(change->op->op));
      if (lua_type(L, index) == LUA_TBOOLEAN) stl_raise_boolean_expr(L, place);
      stl_push_mismatch(L, place, expected, index);
      luaL_error(L, "%s", lua_tostring(L, -1));
    }
  }
  set_clause_constant(c, &value, part); /* of what was pushed nothing is kept */
}

/* Both words of substitute("swamp", "island"), in an array at the top. */
static void read_clause_words(clause_reading *c, const stl_change *change,
                              strata_clause_part *part) {
  const char *place =
      lua_pushfstring(c->s->L, "%s: %s: substitute", c->where, change->name);
  lua_insert(c->s->L, -2);
  part->names = stl_spec_names(c->s, place, STL_LIST_OF_ANY, &part->name_count);
  for (size_t i = 0; i < part->name_count; i++) {
    (void)stl_rules_need(c->s->L, c->s->known, STRATA_NAME_SYMBOL, place,
                         part->names[i]);
  }
}

static void read_borrowed(clause_reading *c, const stl_change *change,
                          strata_clause_part *part) {
  part->operand = read_clause_expr(c, change->name);
  if (change->op->kind == STRATA_ABILITY_KEYWORD) return; /* all kinds */
  part->names = &stl_ability_kinds[change->op->kind];
  part->name_count = 1;
}

static void read_switched(clause_reading *c, const stl_change *change,
                          strata_clause_part *part) {
  const char *place =
      lua_pushfstring(c->s->L, "%s: %s: switch", c->where, change->name);
  const strata_attr other = stl_rules_need_attr(c->s->L, c->s->known, place,
                                                lua_tostring(c->s->L, -2));
  part->other =
      strata_rules_name(c->s->known->rules, STRATA_NAME_ATTRIBUTE, other);
}

/* The operand is at the top. */
static void read_clause_operand(clause_reading *c, const stl_change *change,
                                strata_clause_part *part) {
  lua_State *L = c->s->L;
  const strata_op op = change->op->op;
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return;
  if (op == STRATA_OP_SWITCH) {
    read_switched(c, change, part);
  } else if (op == STRATA_OP_SUBSTITUTE) {
    read_clause_words(c, change, part);
  } else if (op == STRATA_OP_BORROW) {
    read_borrowed(c, change, part);
  } else if (op == STRATA_OP_COPY ||
             (stl_handle_test(L, -1, STL_HANDLE_EXPR) != NULL &&
              !stl_expr_is_none(L, -1))) {
    part->operand = read_clause_expr(c, change->name);
  } else {
    read_clause_constant(c, change, part);
  }
}

static void add_clause_part(void *user, const stl_change *change) {
  clause_reading *c = user;
  lua_State *L = c->s->L;
  if (c->desc.part_count == STL_PARTS_MAX) {
    luaL_error(L, "%s: more than %d parts", c->where, STL_PARTS_MAX);
  }
  if (change->op->locked && !c->is_begun_effect) {
    luaL_error(L,
               "%s: %s: only an effect that starts can compute something "
               "once; leave out :locked()",
               c->where, change->name);
  }
  strata_clause_part *part = &c->parts[c->desc.part_count++];
  *part = (strata_clause_part){.attr = change->attr != 0 ? change->name : NULL,
                               .layer = layer_name(c, change->layer),
                               .op = change->op->op,
                               .rounding = change->op->rounding,
                               .divisor = change->op->divisor,
                               .capture = change->op->locked};
  read_clause_operand(c, change, part);
}

/* A key's value is at the top. */
static void read_clause_key(stl_spec *s, const char *key, void *user) {
  clause_reading *c = user;
  (void)s;
  if (stl_change_add_key(&c->changes, key)) return;
  for (const char *const *field = c->fields; *field != NULL; field++) {
    if (strcmp(*field, key) == 0) return;
  }
  stl_change_raise_key(&c->changes, key, "field", c->fields);
}

static const char *read_clause_predicate(clause_reading *c, const char *what) {
  const char *text = NULL;
  if (lua_getfield(c->s->L, c->changes.table, what) != LUA_TNIL) {
    text = read_clause_expr(c, what);
  }
  lua_pop(c->s->L, 1);
  return text;
}

strata_clause stl_spec_read_clause(stl_spec *s, const char *where,
                                   const char *const *fields, bool begins) {
  lua_State *L = s->L;
  strata_clause_part parts[STL_PARTS_MAX];
  clause_reading c = {
      .s = s, .where = where, .fields = fields, .is_begun_effect = begins};
  c.parts = parts;
  c.changes = (stl_changes){
      .L = L, .rules = s->known, .where = where, .table = lua_gettop(L)};
  if (!lua_istable(L, -1)) {
    luaL_error(L,
               "%s: expected a clause, such as { on = each.creature, power "
               "= add(1) }, got %s",
               where, luaL_typename(L, -1));
  }
  stl_spec_each(s, where + strlen("strata.rules: "), 1, read_clause_key, &c);
  c.desc.subject = read_clause_predicate(&c, "on");
  c.desc.condition = read_clause_predicate(&c, "when");
  if (lua_rawgeti(L, -1, 1) != LUA_TNIL) { /* { each.creature, ... } */
    if (c.desc.subject != NULL) luaL_error(L, "%s: on: given twice", where);
    c.desc.subject = read_clause_expr(&c, "on");
  }
  lua_pop(L, 1);
  stl_change_each(&c.changes, &c, add_clause_part);
  const size_t size = c.desc.part_count * sizeof parts[0];
  c.desc.parts = memcpy(stl_spec_alloc(s, size + 1), parts, size);
  return c.desc;
}

const strata_clause *stl_spec_clause(stl_spec *s, const char *where) {
  static const char *const fields[] = {"when", "layer", NULL};
  const int top = lua_gettop(s->L);
  strata_clause *out = stl_spec_alloc(s, sizeof *out);
  *out = stl_spec_read_clause(s, where, fields, true);
  lua_settop(s->L, top);
  return out;
}
