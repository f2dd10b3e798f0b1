/* entity_methods.h - the fields and methods of entities. */
#ifndef STRATA_LUA_OBJECTS_ENTITY_METHODS_H
#define STRATA_LUA_OBJECTS_ENTITY_METHODS_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_entity(lua_State *L);

#endif
