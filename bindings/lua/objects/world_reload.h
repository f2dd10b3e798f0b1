/* world_reload.h - world:reload: the same world under changed rules. */
#ifndef STRATA_LUA_OBJECTS_WORLD_RELOAD_H
#define STRATA_LUA_OBJECTS_WORLD_RELOAD_H

#include <lua.h>

/** lua_CFunction: world:reload(rules), world:lacks(rules). */
int stl_world_reload(lua_State *L);
int stl_world_lacks(lua_State *L);

#endif
