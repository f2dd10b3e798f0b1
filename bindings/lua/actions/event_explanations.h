/* event_explanations.h - why an event happened, or did not. */
#ifndef STRATA_LUA_ACTIONS_EVENT_EXPLANATIONS_H
#define STRATA_LUA_ACTIONS_EVENT_EXPLANATIONS_H

#include <lua.h>

/** lua_CFunction: world:why(event), world:why_not(card, code, event),
 * world:remember(n). */
int stl_world_why(lua_State *L);
int stl_world_why_not(lua_State *L);
int stl_world_remember(lua_State *L);

#endif
