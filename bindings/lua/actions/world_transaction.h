/* world_transaction.h - actions: what a script does whole or not at all. */
#ifndef STRATA_LUA_ACTIONS_WORLD_TRANSACTION_H
#define STRATA_LUA_ACTIONS_WORLD_TRANSACTION_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_action(lua_State *L);

/** Mark a new world for the running action of the state, if there is one. */
strata_status stl_action_join(stl_world *world);

/** lua_CFunction: world:action(f, ...), world:mark(), world:rollback(m),
 * world:commit(). */
int stl_world_action(lua_State *L);
int stl_world_mark(lua_State *L);
int stl_world_rollback(lua_State *L);
int stl_world_commit(lua_State *L);

#endif
