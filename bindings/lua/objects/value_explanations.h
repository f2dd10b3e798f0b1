/* value_explanations.h - entity:why: the steps that made a value. */
#ifndef STRATA_LUA_OBJECTS_VALUE_EXPLANATIONS_H
#define STRATA_LUA_OBJECTS_VALUE_EXPLANATIONS_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_explanations(lua_State *L);

/** lua_CFunction: entity:why(attribute), strata.why(entity, attribute). */
int stl_entity_why(lua_State *L);

/** lua_CFunction: entity:why_not(source or effect), world:graph(layer). */
int stl_entity_why_not(lua_State *L);
int stl_world_graph(lua_State *L);

#endif
