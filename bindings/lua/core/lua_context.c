/*
 * lua_context.c - the context of a Lua state and its user values.
 *
 * The registry holds a box that points to the context. Values of Lua that
 * belong to the context are user values of this box.
 */
#include "lua/core/lua_context.h"

#include "lua/core/state.h"

#include <assert.h>
#include <lua.h>

static const char context_key = 0;

void *stl_handle_unbox(lua_State *L, int index) {
  void **box = lua_touserdata(L, index);
  return box != NULL ? *box : NULL;
}

/* The registry has a userdata that points to the context. */
stl_context *stl_context_get(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  stl_context *context = stl_handle_unbox(L, -1);
  lua_pop(L, 1);
  return context;
}

void stl_context_push(lua_State *L, int user_value) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  lua_getiuservalue(L, -1, user_value);
  lua_remove(L, -2);
}

void stl_context_store(lua_State *L, int user_value) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, user_value);
  lua_pop(L, 1);
}

void stl_context_set(lua_State *L, stl_context *context) {
  void **box = lua_newuserdatauv(L, sizeof *box, STL_UV_POLICY_THREAD);
  *box = context;
  context->policy_thread = lua_newthread(L);
  lua_setiuservalue(L, -2, STL_UV_POLICY_THREAD);
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_HOST_WORLDS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_PACKS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_RUNNING_WORLDS);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &context_key);
}

void stl_push_module(lua_State *L) {
  stl_context_push(L, STL_UV_MODULE);
  assert(lua_istable(L, -1));
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}
