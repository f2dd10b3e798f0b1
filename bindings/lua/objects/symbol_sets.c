/*
 * symbol_sets.c - the methods of sets and of lists of abilities.
 *
 * A list of abilities can be called and then gives what entity:abilities()
 * gives, so that `card:abilities()` also works where an attribute of this name
 * hides the method.
 */
#include "lua/objects/symbol_sets.h"

#include "lua/core/handle_kinds.h"
#include "lua/objects/object_methods.h"

#include <lauxlib.h>
#include <stdbool.h>

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

/* A set has methods and a list part; a word is asked for by `has`, and nil
 * would say that it is not in the set. */
static int set_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  if (lua_type(L, 2) != LUA_TSTRING) return 1;
  return luaL_error(L, "a set has no field '%s'; ask set:has(\"%s\")",
                    lua_tostring(L, 2), lua_tostring(L, 2));
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
  lua_pushcclosure(L, set_index, 1);
  lua_setfield(L, -2, "__index");
  stl_handle_kind_new(L, STL_HANDLE_ABILITIES, "list of abilities", meta);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, set_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 2);
}
