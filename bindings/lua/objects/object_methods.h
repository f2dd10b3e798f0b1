/* object_methods.h - make, move and change objects. */
#ifndef STRATA_LUA_OBJECTS_OBJECT_METHODS_H
#define STRATA_LUA_OBJECTS_OBJECT_METHODS_H

#include <lua.h>

/** world:spawn, world:spawn_copy, world:zone, world:forget_gone */
int stl_world_spawn(lua_State *L);
int stl_world_spawn_copy(lua_State *L);
int stl_world_zone(lua_State *L);
int stl_world_forget_gone(lua_State *L);

/** entity:abilities(): a row for each of them. */
int stl_entity_abilities(lua_State *L);

/** Add what objects do, move and the like, to the table of methods at the
 * top. */
void stl_add_object_methods(lua_State *L);

#endif
