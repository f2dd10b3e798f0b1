/* entity_methods.h - the fields and methods of entities. */
#ifndef STRATA_LUA_OBJECTS_ENTITY_METHODS_H
#define STRATA_LUA_OBJECTS_ENTITY_METHODS_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_entity(lua_State *L);

#endif
