/* world_recording.h - worlds whose actions are recorded, and replays. */
#ifndef STRATA_LUA_OBJECTS_WORLD_RECORDING_H
#define STRATA_LUA_OBJECTS_WORLD_RECORDING_H

#include <lua.h>

/** Add the methods of worlds that can be recorded, record() and history(), to
 * the table of methods at the top. May raise. */
void stl_add_recording_methods(lua_State *L);

/** lua_CFunction: rules:replay(bytes, options). */
int stl_rules_replay(lua_State *L);

/** lua_CFunction, host.entity_handle(value): the number of an entity, nil for
 * any other value; host.entity_of(world, number): the handle of an entity,
 * which need not exist. */
int stl_host_entity_number(lua_State *L);
int stl_host_entity_of_number(lua_State *L);

#endif
