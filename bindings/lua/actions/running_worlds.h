/* running_worlds.h - the worlds in which actions of scripts run now. */
#ifndef STRATA_LUA_ACTIONS_RUNNING_WORLDS_H
#define STRATA_LUA_ACTIONS_RUNNING_WORLDS_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <strata.h>

/** Begin a call that may run handlers of the world at `index`. Until its end
 * nothing may raise. */
void stl_running_world_begin(stl_running_world *acting, lua_State *L,
                             int index);

/** End the call. Raises if its status is not STRATA_OK, or if a view failed
 * during it. */
void stl_running_world_end_checked(lua_State *L,
                                   const stl_running_world *acting,
                                   strata_status status, const char *where);

/** End the call without raising. */
void stl_running_world_end(lua_State *L, const stl_running_world *acting);

/** Push the userdata of the world of a call. */
void stl_running_world_push(lua_State *L, const stl_running_world *acting);

/** Push the userdata of a running world. Returns true if the userdata is
 * temporary, and the caller must end it with stl_world_detach. May raise. */
bool stl_running_world_push_any(lua_State *L, stl_context *context,
                                strata_world *world);

#endif
