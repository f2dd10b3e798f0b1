/* legal_acts.h - world:legal and world:next_choice: what a player may do. */
#ifndef STRATA_LUA_ACTIONS_LEGAL_ACTS_H
#define STRATA_LUA_ACTIONS_LEGAL_ACTS_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** The player at index 2 of a method of worlds. Raises with `where` if that is
 * none. */
strata_entity stl_check_player(lua_State *L, const stl_world *world,
                               const char *where);

/** lua_CFunction: world:legal(player), world:next_choice(act). */
int stl_world_legal(lua_State *L);
int stl_world_next_choice(lua_State *L);

#endif
