/* world_concede.h - world:concede: a player concedes at any moment. */
#ifndef STRATA_LUA_ACTIONS_WORLD_CONCEDE_H
#define STRATA_LUA_ACTIONS_WORLD_CONCEDE_H

#include <lua.h>

/** lua_CFunction, world:concede(player): returns an outcome. */
int stl_world_concede(lua_State *L);

#endif
