/* object_methods.h - make, move and change objects. */
#ifndef STRATA_LUA_OBJECTS_OBJECT_METHODS_H
#define STRATA_LUA_OBJECTS_OBJECT_METHODS_H

#include <lua.h>

/** lua_CFunction: world:spawn, world:spawn_copy, world:zone,
 * world:forget_gone. */
int stl_world_spawn(lua_State *L);
int stl_world_spawn_copy(lua_State *L);
int stl_world_zone(lua_State *L);
int stl_world_forget_gone(lua_State *L);

/** lua_CFunction: entity:abilities(), a row for each ability. */
int stl_entity_abilities(lua_State *L);

/** Add the methods that move, transform and read objects to the table of
 * methods at the top. */
void stl_add_object_methods(lua_State *L);

#endif
