/* lua_context.h - the context of a Lua state and its user values. */
#ifndef STRATA_LUA_CORE_LUA_CONTEXT_H
#define STRATA_LUA_CORE_LUA_CONTEXT_H

#include "lua/core/state.h"

#include <lua.h>

/** Let a new state use a context of its host, which ends it after the state;
 * without this, stl_open makes one that ends with the state. */
void stl_context_set(lua_State *L, stl_context *context);

stl_context *stl_context_get(lua_State *L);

/** Push the context's user value. */
void stl_context_push(lua_State *L, int user_value);

/** Pop a value into the context's user value. */
void stl_context_store(lua_State *L, int user_value);

/** What the pointing userdata at `index` points to. */
void *stl_handle_unbox(lua_State *L, int index);

/** Push a copy of the table of the module, which is open by then: scripts may
 * write to their copies. */
void stl_push_module(lua_State *L);

#endif
