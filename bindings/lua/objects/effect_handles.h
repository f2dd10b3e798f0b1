/* effect_handles.h - effects: world:effect and the methods of effects. */
#ifndef STRATA_LUA_OBJECTS_EFFECT_HANDLES_H
#define STRATA_LUA_OBJECTS_EFFECT_HANDLES_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_effect(lua_State *L);

/** lua_CFunction: world:effect{...}. */
int stl_world_effect(lua_State *L);

#endif
