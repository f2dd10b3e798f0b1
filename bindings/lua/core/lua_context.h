/* lua_context.h - the context of a Lua state and its user values. */
#ifndef STRATA_LUA_CORE_LUA_CONTEXT_H
#define STRATA_LUA_CORE_LUA_CONTEXT_H

#include "lua/core/state.h"

#include <lua.h>

/** Give a new Lua state the context of its host, which outlives the state.
 * Without this call stl_open makes a context that ends with the state. */
void stl_context_set(lua_State *L, stl_context *context);

/** The context of a Lua state, NULL if it has none yet. */

stl_context *stl_context_get(lua_State *L);

/** Push a user value of the context (STL_UV_...). */
void stl_context_push(lua_State *L, int user_value);

/** Pop a value and store it as a user value of the context. */
void stl_context_store(lua_State *L, int user_value);

/** The object that the box at `index` points to. */
void *stl_handle_unbox(lua_State *L, int index);

/** Push a copy of the table of the module, which is open by then: scripts may
 * write to their copies. */
void stl_push_module(lua_State *L);

#endif
