/* running_worlds.h - the worlds in which actions of scripts run now. */
#ifndef STRATA_LUA_ACTIONS_RUNNING_WORLDS_H
#define STRATA_LUA_ACTIONS_RUNNING_WORLDS_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <strata.h>

/** Begin such a call, on the world at `index`; until its end nothing may raise.
 */
void stl_running_world_begin(stl_running_world *acting, lua_State *L,
                             int index);

/** End the call: raise what it, or a view that was told of it, failed with. */
void stl_running_world_end_checked(lua_State *L,
                                   const stl_running_world *acting,
                                   strata_status status, const char *where);

/** End the call, whatever came of it. */
void stl_running_world_end(lua_State *L, const stl_running_world *acting);

/** Push the userdata of its world. */
void stl_running_world_push(lua_State *L, const stl_running_world *acting);

/** Push the userdata of a world that is running: true if it is one for this
 * run only, which stl_world_detach must end. May raise. */
bool stl_running_world_push_any(lua_State *L, stl_context *context,
                                strata_world *world);

#endif
