/* effect_handles.h - effects: world:effect and the methods of effects. */
#ifndef STRATA_LUA_OBJECTS_EFFECT_HANDLES_H
#define STRATA_LUA_OBJECTS_EFFECT_HANDLES_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_effect(lua_State *L);

/** lua_CFunction: world:effect{...}. */
int stl_world_effect(lua_State *L);

#endif
