/* value_explanations.h - entity:why: the steps that made a value. */
#ifndef STRATA_LUA_OBJECTS_VALUE_EXPLANATIONS_H
#define STRATA_LUA_OBJECTS_VALUE_EXPLANATIONS_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_explanations(lua_State *L);

/** lua_CFunction: entity:why(attribute), strata.why(entity, attribute). */
int stl_entity_why(lua_State *L);

/** lua_CFunction: entity:why_not(source or effect), world:graph(layer). */
int stl_entity_why_not(lua_State *L);
int stl_world_graph(lua_State *L);

#endif
