/* legal_acts.h - world:legal, world:next_choice and what belongs to them: what
 * a player may do, in how many ways, and why not. */
#ifndef STRATA_LUA_ACTIONS_LEGAL_ACTS_H
#define STRATA_LUA_ACTIONS_LEGAL_ACTS_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** The player at index 2 of a method of worlds. Raises with `where` if that is
 * none. */
strata_entity stl_check_player(lua_State *L, const stl_world *world,
                               const char *where);

/** lua_CFunction: world:legal(player, options), world:next_choice(act,
 * options). */
int stl_world_legal(lua_State *L);
int stl_world_next_choice(lua_State *L);

/** lua_CFunction: world:why_not(act). */
int stl_world_why_not_act(lua_State *L);

/** lua_CFunction: world:count_legal(who, options), world:sample_legal(who,
 * options); `who` is an action or a player. */
int stl_world_count_legal(lua_State *L);
int stl_world_sample_legal(lua_State *L);

#endif
