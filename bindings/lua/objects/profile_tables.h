/* profile_tables.h - world:profile: costs of an evaluation as tables. */
#ifndef STRATA_LUA_OBJECTS_PROFILE_TABLES_H
#define STRATA_LUA_OBJECTS_PROFILE_TABLES_H

#include <lua.h>
#include <stdint.h>

/** world:profile(f, ...) */
int stl_world_profile(lua_State *L);

/** A clock for where scripts have one of their own. */
uint64_t stl_nanoseconds(void *user);

#endif
