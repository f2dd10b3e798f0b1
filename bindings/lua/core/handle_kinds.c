/*
 * handle_kinds.c - kinds of userdata, told apart by their metatables.
 *
 * The metatable of a kind is in the registry under an address that scripts
 * cannot have; a comparison of names would cost more at each call. Metatables
 * are locked, so a metamethod can trust its first argument where only values of
 * its kind have the metatable.
 */
#include "lua/core/handle_kinds.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"

#include <lauxlib.h>

const char stl_handle_keys[STL_HANDLE_KIND_COUNT] = {0};

void stl_handle_kind_new(lua_State *L, stl_handle_kind kind, const char *name,
                         const luaL_Reg *meta) {
  lua_newtable(L);
  if (meta != NULL) luaL_setfuncs(L, meta, 0);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
}

void stl_handle_kind_set(lua_State *L, stl_handle_kind kind) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
  lua_setmetatable(L, -2);
}

void *stl_handle_test(lua_State *L, int index, stl_handle_kind kind) {
  if (!lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
  const bool same = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  if (!same) return NULL;
  if (kind <= STL_HANDLE_COMPILED_EXPR) return stl_handle_unbox(L, index);
  void *data = lua_touserdata(L, index);
  return data != NULL ? data : L; /* a table */
}

void *stl_handle_check(lua_State *L, int index, stl_handle_kind kind) {
  void *data = stl_handle_test(L, index, kind);
  if (data == NULL) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
    lua_getfield(L, -1, "__name");
    luaL_typeerror(L, index, lua_tostring(L, -1));
  }
  return data;
}

void **stl_handle_push_box(lua_State *L, stl_handle_kind kind, void *object) {
  void **box = lua_newuserdatauv(L, sizeof *box, STL_UV_THREADS);
  *box = object;
  stl_handle_kind_set(L, kind);
  return box;
}
