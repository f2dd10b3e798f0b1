/* profile_tables.h - world:profile: costs of an evaluation as tables. */
#ifndef STRATA_LUA_OBJECTS_PROFILE_TABLES_H
#define STRATA_LUA_OBJECTS_PROFILE_TABLES_H

#include <lua.h>
#include <stdint.h>

/** lua_CFunction: world:profile(f, ...). */
int stl_world_profile(lua_State *L);

/** strata_time_fn: the time of the system, for states whose scripts can read
 * clocks anyway, as in a stock interpreter. */
uint64_t stl_nanoseconds(void *user);

#endif
