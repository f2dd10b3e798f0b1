/*
 * change_table.c - the keys of a table whose values are operations.
 *
 * A key whose value is an operation, or a list of operations, is an attribute;
 * `copy` stands for all attributes that are copiable. The layer of an operation
 * is its own, else that of the table, else the one of default_layers.
 */
#include "lua/handles/change_table.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Layers --------------------------------------------------------------- */

strata_layer stl_read_layer(lua_State *L, int index, const stl_rules *rules,
                            const char *where, const char *what) {
  const bool numbered = strata_rules_is_numbered(rules->rules);
  int exact = 0;
  const lua_Integer number = lua_tointegerx(L, index, &exact);
  const bool is_number = lua_type(L, index) == LUA_TNUMBER;
  const bool in_range = exact && number >= INT32_MIN && number <= INT32_MAX;
  if (numbered && is_number && in_range) return (strata_layer)number;
  index = lua_absindex(L, index);
  lua_pushfstring(L, what != NULL ? "%s: %s" : "%s", where, what);
  const char *place = lua_tostring(L, -1);
  if (numbered || lua_type(L, index) != LUA_TSTRING) {
    stl_push_mismatch(L, place,
                      numbered ? "the number of a layer, of 32 bits"
                               : "the name of a layer",
                      index);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  const uint32_t id = stl_rules_need(L, rules, STRATA_NAME_LAYER, place,
                                     lua_tostring(L, index));
  lua_pop(L, 1);
  return (strata_layer)id - 1;
}

/* `op`: where the operation is, 0 for what is none. */
static strata_layer find_op_layer(const stl_changes *c, int op,
                                  const stl_change *change) {
  lua_State *L = c->L;
  const char *what = "at";
  bool given = op != 0 && lua_getiuservalue(L, op, STL_OP_LAYER) != LUA_TNIL;
  if (!given) {
    if (op != 0) lua_pop(L, 1);
    what = "layer";
    given = lua_getfield(L, c->table, "layer") != LUA_TNIL;
  }
  strata_layer layer = 0;
  if (given) layer = stl_read_layer(L, -1, c->rules, c->where, what);
  lua_pop(L, 1);
  if (given) return layer;
  const size_t place =
      (size_t)change->attr * STL_OP_COUNT + (size_t)change->op->op;
  const int64_t usual = c->rules->layers[place];
  if (usual == STL_NO_LAYER) {
    luaL_error(L,
               "%s: %s: which layer? say layer = ..., or %s(...):at(...), or "
               "default_layers in the rules",
               c->where, change->name, stl_op_name(change->op->op));
  }
  return (strata_layer)usual;
}

/* -- Keys ----------------------------------------------------------------- */

/* True if the value at the top is an operation or a list of them. */
static bool is_op_or_op_list(lua_State *L) {
  if (stl_handle_test(L, -1, STL_HANDLE_OP) != NULL) return true;
  if (!lua_istable(L, -1)) return false;
  lua_rawgeti(L, -1, 1);
  const bool change = stl_handle_test(L, -1, STL_HANDLE_OP) != NULL;
  lua_pop(L, 1);
  return change;
}

bool stl_change_add_key(stl_changes *c, const char *key) {
  strata_attr attr = 0;
  if (strcmp(key, "copy") != 0) {
    if (!is_op_or_op_list(c->L)) return false;
    attr = stl_rules_need_attr(c->L, c->rules, c->where, key);
  }
  if (c->count == STL_PARTS_MAX) {
    luaL_error(c->L, "%s: more than %d parts", c->where, STL_PARTS_MAX);
  }
  size_t i = c->count++;
  while (i > 0 && c->attrs[i - 1] > attr) {
    c->attrs[i] = c->attrs[i - 1];
    i--;
  }
  c->attrs[i] = attr;
  return true;
}

static int raise_change_mismatch(const stl_changes *c, const char *name,
                                 const char *expected, int index) {
  stl_push_mismatch(c->L, name, expected, index);
  return luaL_error(c->L, "%s: %s", c->where, lua_tostring(c->L, -1));
}

int stl_change_raise_key(const stl_changes *c, const char *key,
                         const char *what, const char *const *words) {
  const strata_rules *rules = c->rules->rules;
  if (strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, key) != 0) {
    return raise_change_mismatch(c, key,
                                 "an operation, such as set(3) or add(3)", -1);
  }
  const char *near = stl_nearest_word(key, words);
  if (near == NULL) {
    near = stl_rules_nearest(c->L, rules, STRATA_NAME_ATTRIBUTE, key);
  }
  if (near != NULL) {
    return luaL_error(c->L, "%s: no %s '%s'; did you mean '%s'?", c->where,
                      what, key, near);
  }
  stl_push_words(c->L, words);
  return luaL_error(c->L, "%s: no %s '%s'; there are %s, and attributes",
                    c->where, what, key, lua_tostring(c->L, -1));
}

/* -- Operations ----------------------------------------------------------- */

typedef struct change_visitor {
  void *user;
  void (*visit)(void *user, const stl_change *change);
} change_visitor;

/* The operation at the top, which is popped. */
static void visit_change_op(const stl_changes *c, stl_change change,
                            const change_visitor *call) {
  lua_State *L = c->L;
  const int index = lua_gettop(L);
  change.op = stl_handle_test(L, index, STL_HANDLE_OP);
  if (change.op == NULL) {
    raise_change_mismatch(c, change.name, "an operation, such as add(1)",
                          index);
    return;
  }
  change.layer = find_op_layer(c, index, &change);
  lua_getiuservalue(L, index, STL_OP_OPERAND);
  call->visit(call->user, &change);
  lua_settop(L, index - 1);
}

/* copy = bear, copy = this.chosen, copy = copy(bear):at("copy.effects") */
static void visit_copy(const stl_changes *c, const change_visitor *call) {
  static const stl_op plain = {.op = STRATA_OP_COPY};
  lua_State *L = c->L;
  stl_change change = {.name = "copy", .op = &plain};
  lua_getfield(L, c->table, "copy");
  const stl_op *op = stl_handle_test(L, -1, STL_HANDLE_OP);
  if (op != NULL && op->op != STRATA_OP_COPY) {
    raise_change_mismatch(
        c, "copy", "whom: an entity, or an expression that gives one", -1);
  }
  if (op != NULL) {
    visit_change_op(c, change, call);
    return;
  }
  change.layer = find_op_layer(c, 0, &change);
  call->visit(call->user, &change);
  lua_pop(L, 1);
}

/* The value of one attribute: an operation or a list of them. */
static void visit_attribute(const stl_changes *c, strata_attr attr,
                            const change_visitor *call) {
  lua_State *L = c->L;
  const stl_change change = {
      .attr = attr,
      .name = strata_rules_name(c->rules->rules, STRATA_NAME_ATTRIBUTE, attr)};
  if (lua_getfield(L, c->table, change.name) != LUA_TTABLE) {
    visit_change_op(c, change, call);
    return;
  }
  if (stl_push_list_flaw(L, -1, STL_LIST_OF_ANY)) {
    luaL_error(L, "%s: %s: %s", c->where, change.name, lua_tostring(L, -1));
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    visit_change_op(c, change, call);
  }
  lua_pop(L, 1);
}

void stl_change_each(stl_changes *c, void *user,
                     void (*visit)(void *user, const stl_change *change)) {
  const change_visitor call = {user, visit};
  for (size_t i = 0; i < c->count; i++) {
    if (c->attrs[i] == 0) {
      visit_copy(c, &call);
    } else {
      visit_attribute(c, c->attrs[i], &call);
    }
  }
}
