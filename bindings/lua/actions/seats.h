/* seats.h - world:seat and what belongs to it: what a player may see. */
#ifndef STRATA_LUA_ACTIONS_SEATS_H
#define STRATA_LUA_ACTIONS_SEATS_H

#include <lua.h>

/** lua_CFunction, world:seat(player): all that the player may see and do. */
int stl_world_seat(lua_State *L);

/** lua_CFunction, world:seat_object(player, id): the object of a view id. */
int stl_world_seat_object(lua_State *L);

/** lua_CFunction, world:seat_secret(number): set the secret from which view ids
 * are made. */
int stl_world_seat_secret(lua_State *L);

/** lua_CFunction, world:disclose(object, player): the player, or all, see it.
 */
int stl_world_disclose(lua_State *L);

#endif
