/*
 * value_convert.c - values of attributes to values of Lua and back.
 *
 * int: integer. flag: boolean. set: array of names, sorted, with tostring, ==
 * and :has. ref: entity or nil. sym: name or nil. text: string. abilities: as a
 * set, but in their own order. The methods of sets are in symbol_sets.c.
 */
#include "lua/handles/value_convert.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/world_handle.h"

#include <lua.h>
#include <math.h>
#include <strata.h>
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
    stl_charge_bytes(L, strlen(value->text));
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
  const char *near = stl_rules_nearest(L, rules, kind, name);
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
  /* Two abilities of one name are two; a set has a symbol or has it not. */
  if (!one && stl_push_list_flaw(L, index,
                                 out->type == STRATA_SET ? STL_LIST_OF_UNEQUAL
                                                         : STL_LIST_OF_ANY)) {
    lua_pushfstring(L, "an array of names (%s)", lua_tostring(L, -1));
    lua_remove(L, -2);
    return lua_tostring(L, -1);
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
    stl_charge_bytes(L, lua_rawlen(L, index));
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

/* The symbol at `index`; a card may be called by its definition too. */
static const char *read_word(lua_State *L, int index, const strata_rules *rules,
                             strata_symbol *out) {
  if (lua_type(L, index) == LUA_TSTRING) {
    const char *word = lua_tostring(L, index);
    *out = strata_rules_find(rules, STRATA_NAME_SYMBOL, word);
    if (*out == 0) *out = strata_rules_symbol_calling(rules, word);
    if (*out != 0) return NULL;
  }
  lua_pushvalue(L, index);
  *out = read_symbol(L, rules, 0, STRATA_NAME_SYMBOL);
  return *out == 0 ? lua_tostring(L, -1) : NULL;
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
    return read_word(L, index, world->rules->rules, &out->symbol);
  case STRATA_SET:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return "nothing: fields of events are no lists"; /* unreachable */
}
