/* world_methods.h - worlds: make, load, copy, read, let go. */
#ifndef STRATA_LUA_OBJECTS_WORLD_METHODS_H
#define STRATA_LUA_OBJECTS_WORLD_METHODS_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_world(lua_State *L);

/** lua_CFunction: rules:world{...}. */
int stl_rules_world(lua_State *L);

/** lua_CFunction: rules:load(bytes, {...}). */

int stl_rules_load(lua_State *L);

#endif
