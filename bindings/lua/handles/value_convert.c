/*
 * convert.c - values of attributes to values of Lua and back, and the texts
 * that say why one is not the other.
 *
 * int: integer. flag: boolean. set: array of names, sorted, with tostring,
 * == and :has. ref: entity or nil. sym: name or nil. text: string. abilities:
 * as a set, but in their own order; called, it gives what entity:abilities()
 * gives, so that `card:abilities()` also works where the attribute has this
 * name and hides the method.
 */
#include "lua/core/state.h"

#include <math.h>
#include <strata/lua.h>
#include <string.h>

/* -- Out ------------------------------------------------------------------ */

static void push_symbol_names(lua_State *L, const strata_rules *rules,
                              const strata_value *value) {
  lua_createtable(L, (int)value->symbol_count, 0);
  for (size_t i = 0; i < value->symbol_count; i++) {
    lua_pushstring(
        L, strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbols[i]));
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  stl_handle_kind_set(L, value->type == STRATA_SET ? STL_HANDLE_SET
                                                   : STL_HANDLE_ABILITIES);
}

void stl_push_symbols(lua_State *L, const strata_rules *rules,
                      const strata_value *value) {
  if (value->type == STRATA_SYM) {
    lua_pushstring(L,
                   strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbol));
  } else {
    push_symbol_names(L, rules, value);
  }
}

void stl_push_value(lua_State *L, int owner, const strata_value *value) {
  switch (value->type) {
  case STRATA_INT:
    lua_pushinteger(L, value->integer);
    return;
  case STRATA_FLAG:
    lua_pushboolean(L, value->integer != 0);
    return;
  case STRATA_REF:
    stl_push_entity(L, owner, value->ref);
    return;
  case STRATA_TEXT:
    lua_pushstring(L, value->text);
    return;
  case STRATA_SET:
  case STRATA_SYM:
  case STRATA_ABILITIES:
    break;
  }
  const int base = lua_gettop(L);
  owner = lua_absindex(L, owner);
  stl_handle_push_world(L, owner);
  const stl_world *world = stl_handle_unbox(L, -1);
  stl_push_symbols(L, strata_world_rules(world->world), value);
  lua_replace(L, base + 1);
}

/* -- In ------------------------------------------------------------------- */

static const char *read_attr_integer(lua_State *L, int index,
                                     const strata_attribute *attribute,
                                     int64_t *out) {
  if (lua_type(L, index) != LUA_TNUMBER) return "an integer";
  int exact = 0;
  const lua_Integer number = lua_tointegerx(L, index, &exact);
  if (!exact) {
    return isnan(lua_tonumber(L, index)) ? "an integer, and nan is not a number"
                                         : "an integer in range";
  }
  const bool all = attribute->min == 0 && attribute->max == 0;
  if (!all && (number < attribute->min || number > attribute->max)) {
    return lua_pushfstring(L, "an integer in the range %I to %I",
                           (LUAI_UACINT)attribute->min,
                           (LUAI_UACINT)attribute->max);
  }
  *out = number;
  return NULL;
}

/* Push what is wrong with a name. */
static void push_bad_name(lua_State *L, const strata_rules *rules,
                          strata_name_kind kind, const char *name) {
  const char *what = kind == STRATA_NAME_ABILITY ? "an ability" : "a symbol";
  const char *near = strata_rules_nearest(rules, kind, name);
  if (strata_rules_find(rules, kind, name) != 0) {
    lua_pushfstring(L, "%s that was declared for it, and '%s' was not", what,
                    name);
  } else if (near != NULL) {
    lua_pushfstring(L, "%s, and there is no '%s'; the nearest is '%s'", what,
                    name, near);
  } else {
    lua_pushfstring(L, "%s, and there is no '%s'", what, name);
  }
}

/* The symbol named at the top, which is popped; else a message is pushed. */
static strata_symbol read_symbol(lua_State *L, const strata_rules *rules,
                                 strata_attr attr, strata_name_kind kind) {
  if (lua_type(L, -1) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushliteral(L, "a name, or an array of names");
    return 0;
  }
  const char *name = lua_tostring(L, -1);
  const strata_symbol symbol =
      strata_rules_find(rules, STRATA_NAME_SYMBOL, name);
  if (symbol != 0 && (attr == 0 || stl_rules_in_domain(rules, attr, symbol))) {
    lua_pop(L, 1);
    return symbol;
  }
  push_bad_name(L, rules, kind, name);
  lua_remove(L, -2);
  return 0;
}

/* The names of a set, or of abilities. */
static const char *read_symbol_names(lua_State *L, int index,
                                     const strata_rules *rules,
                                     strata_attr attr, strata_value *out) {
  const strata_name_kind kind =
      out->type == STRATA_ABILITIES ? STRATA_NAME_ABILITY : STRATA_NAME_SYMBOL;
  const bool one = lua_type(L, index) == LUA_TSTRING;
  if (!one && lua_type(L, index) != LUA_TTABLE) {
    return "a name, or an array of names";
  }
  const lua_Unsigned count = one ? 1 : lua_rawlen(L, index);
  strata_symbol *symbols =
      lua_newuserdatauv(L, (count + 1) * sizeof *symbols, 0);
  for (lua_Unsigned i = 0; i < count; i++) {
    if (one) {
      lua_pushvalue(L, index);
    } else {
      lua_rawgeti(L, index, (lua_Integer)i + 1);
    }
    symbols[i] = read_symbol(L, rules, attr, kind);
    if (symbols[i] == 0) return lua_tostring(L, -1);
  }
  out->symbols = symbols;
  out->symbol_count = count;
  return NULL;
}

static const char *read_ref(lua_State *L, int index, const stl_world *world,
                            strata_value *out) {
  if (lua_isnil(L, index) || stl_expr_is_none(L, index)) return NULL;
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (world == NULL) {
    return "none or an expression, as no entity is older than its rules";
  }
  if (handle == NULL) return "an entity or none";
  if (handle->world != world) return "an entity of this world";
  if (!strata_is_alive(world->world, handle->id)) {
    return "an entity, and this one is stale";
  }
  out->ref = handle->id;
  return NULL;
}

const char *stl_read_value(lua_State *L, int index, const stl_rules *rules,
                           const stl_world *world, strata_attr attr,
                           strata_value *out) {
  index = lua_absindex(L, index);
  strata_attribute attribute = {0};
  if (strata_rules_attribute(rules->rules, attr, &attribute) != STRATA_OK) {
    return "an attribute";
  }
  *out = (strata_value){.type = attribute.type};
  switch (attribute.type) {
  case STRATA_INT:
    return read_attr_integer(L, index, &attribute, &out->integer);
  case STRATA_FLAG:
    out->integer = lua_toboolean(L, index);
    return lua_type(L, index) == LUA_TBOOLEAN ? NULL : "true or false";
  case STRATA_SET:
  case STRATA_ABILITIES:
    return read_symbol_names(L, index, rules->rules, attr, out);
  case STRATA_REF:
    return read_ref(L, index, world, out);
  case STRATA_SYM:
    if (lua_isnil(L, index) || stl_expr_is_none(L, index)) return NULL;
    lua_pushvalue(L, index);
    out->symbol = read_symbol(L, rules->rules, 0, STRATA_NAME_SYMBOL);
    return out->symbol == 0 ? lua_tostring(L, -1) : NULL;
  case STRATA_TEXT:
    if (lua_type(L, index) != LUA_TSTRING) return "a string";
    out->text = lua_tostring(L, index);
    if (strlen(out->text) != lua_rawlen(L, index)) {
      return "a string without a zero byte";
    }
    return NULL;
  }
  return "an attribute";
}

/* What the Lua value alone says it is. */
static strata_type guess_type(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    return STRATA_INT;
  case LUA_TBOOLEAN:
    return STRATA_FLAG;
  case LUA_TSTRING:
    return STRATA_SYM;
  default:
    return STRATA_REF;
  }
}

/* Of this world, alive or not: the engine says whether who is gone will do. */
static const char *read_handle(lua_State *L, int index, const stl_world *world,
                               const char *expected, strata_value *out) {
  if (lua_isnil(L, index) || stl_expr_is_none(L, index)) return NULL;
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (handle == NULL) return expected;
  if (handle->world != world) return "an entity of this world";
  out->ref = handle->id;
  return NULL;
}

const char *stl_read_plain_value(lua_State *L, int index,
                                 const stl_world *world, strata_type type,
                                 strata_value *out) {
  static const strata_attribute any = {0};
  const bool guessed = type == 0;
  index = lua_absindex(L, index);
  if (guessed) type = guess_type(L, index);
  *out = (strata_value){.type = type};
  switch (type) {
  case STRATA_INT:
    return read_attr_integer(L, index, &any, &out->integer);
  case STRATA_FLAG:
    out->integer = lua_toboolean(L, index);
    return lua_type(L, index) == LUA_TBOOLEAN ? NULL : "true or false";
  case STRATA_REF:
    return read_handle(L, index, world,
                       guessed ? "a number, true or false, an entity or a word"
                               : "an entity or none",
                       out);
  case STRATA_SYM:
    if (lua_isnil(L, index) || stl_expr_is_none(L, index)) return NULL;
    lua_pushvalue(L, index);
    out->symbol = read_symbol(L, world->rules->rules, 0, STRATA_NAME_SYMBOL);
    return out->symbol == 0 ? lua_tostring(L, -1) : NULL;
  case STRATA_SET:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return "nothing: fields of events are no lists"; /* unreachable */
}

/* -- Messages ------------------------------------------------------------- */

void stl_push_mismatch(lua_State *L, const char *where, const char *expected,
                       int index) {
  const int type = lua_type(L, index);
  index = lua_absindex(L, index);
  if (type == LUA_TSTRING) {
    lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  } else if (type == LUA_TNUMBER || type == LUA_TBOOLEAN) {
    stl_push_text(L, index);
  } else if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) {
    lua_pushstring(L, luaL_typename(L, index));
  }
  lua_pushfstring(L, "%s: expected %s, got %s", where, expected,
                  lua_tostring(L, -1));
  lua_remove(L, -2);
}

int stl_raise_boolean_expr(lua_State *L, const char *where) {
  return luaL_error(
      L,
      "%s: a boolean where an expression belongs: Lua's == < > not and or "
      "give true or false at once; write it.power:more_than(2), the(card).power"
      ":is(3), p & q, ~p",
      where);
}

bool stl_field_integer(lua_State *L, int index, const char *where,
                       const char *name, int64_t *out) {
  if (lua_getfield(L, index, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return false;
  }
  int exact = 0;
  *out = lua_tointegerx(L, -1, &exact);
  if (lua_type(L, -1) != LUA_TNUMBER || !exact) {
    lua_pushfstring(L, "%s.%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "an integer", -2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return true;
}

bool stl_field_boolean(lua_State *L, int index, const char *where,
                       const char *name) {
  const int type = lua_getfield(L, index, name);
  const bool value = lua_toboolean(L, -1) != 0;
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    lua_pushfstring(L, "%s.%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "true or false", -2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

const char *stl_field_text(lua_State *L, int index, const char *where,
                           const char *name) {
  if (lua_type(L, index) != LUA_TSTRING) {
    index = lua_absindex(L, index);
    lua_pushfstring(L, name != NULL ? "%s.%s" : "%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "a string", index);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return lua_tostring(L, index);
}

/* -- Sets and lists of abilities ------------------------------------------ */

/* True if both values are sets, or both are lists of abilities. */
static bool are_same_set_kind(lua_State *L, int a, int b) {
  const stl_handle_kind kind = stl_handle_test(L, a, STL_HANDLE_SET) != NULL
                                   ? STL_HANDLE_SET
                                   : STL_HANDLE_ABILITIES;
  return stl_handle_test(L, a, kind) != NULL &&
         stl_handle_test(L, b, kind) != NULL;
}

static int set_tostring(lua_State *L) {
  luaL_Buffer buffer;
  const lua_Unsigned count = lua_rawlen(L, 1);
  luaL_buffinit(L, &buffer);
  luaL_addchar(&buffer, '{');
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (i > 1) luaL_addstring(&buffer, ", ");
    lua_rawgeti(L, 1, (lua_Integer)i);
    if (lua_type(L, -1) != LUA_TSTRING) {
      lua_pop(L, 1);
      lua_pushliteral(L, "?");
    }
    luaL_addvalue(&buffer);
  }
  luaL_addchar(&buffer, '}');
  luaL_pushresult(&buffer);
  return 1;
}

static int set_eq(lua_State *L) {
  const lua_Unsigned count = lua_rawlen(L, 1);
  bool same = are_same_set_kind(L, 1, 2) && lua_rawlen(L, 2) == count;
  for (lua_Unsigned i = 1; same && i <= count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i);
    lua_rawgeti(L, 2, (lua_Integer)i);
    same = lua_rawequal(L, -1, -2) != 0;
    lua_pop(L, 2);
  }
  lua_pushboolean(L, same);
  return 1;
}

static int set_has(lua_State *L) {
  if (!are_same_set_kind(L, 1, 1)) (void)stl_handle_check(L, 1, STL_HANDLE_SET);
  luaL_checktype(L, 2, LUA_TSTRING);
  const lua_Unsigned count = lua_rawlen(L, 1);
  bool found = false;
  for (lua_Unsigned i = 1; !found && i <= count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i);
    found = lua_rawequal(L, -1, 2) != 0;
    lua_pop(L, 1);
  }
  lua_pushboolean(L, found);
  return 1;
}

/* bear:abilities() is bear.abilities called with bear. */
static int abilities_call(lua_State *L) {
  lua_remove(L, 1);
  return stl_entity_abilities(L);
}

void stl_open_symbol_sets(lua_State *L) {
  static const luaL_Reg meta[] = {{"__call", abilities_call},
                                  {"__tostring", set_tostring},
                                  {"__eq", set_eq},
                                  {NULL, NULL}};
  static const luaL_Reg methods[] = {{"has", set_has}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_SET, "set", meta + 1);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  stl_handle_kind_new(L, STL_HANDLE_ABILITIES, "list of abilities", meta);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 2);
}
