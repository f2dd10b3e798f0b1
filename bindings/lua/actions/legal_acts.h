/* legal_acts.h - world:legal and world:next_choice: what a player may do. */
#ifndef STRATA_LUA_ACTIONS_LEGAL_ACTS_H
#define STRATA_LUA_ACTIONS_LEGAL_ACTS_H

#include <lua.h>

/** lua_CFunction: world:legal(player), world:next_choice(act). */
int stl_world_legal(lua_State *L);
int stl_world_next_choice(lua_State *L);

#endif
