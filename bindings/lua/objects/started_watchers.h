/* started_watchers.h - watchers that were started in a world. */
#ifndef STRATA_LUA_OBJECTS_STARTED_WATCHERS_H
#define STRATA_LUA_OBJECTS_STARTED_WATCHERS_H

#include <lua.h>

/* host.started_watchers(world): the names of their definitions, the oldest
 * first. Cost O(watchers). */
int stl_host_started_watchers(lua_State *L);

/* host.end_watcher(world, place): end the one in this place of that list. Cost
 * O(watchers). */
int stl_host_end_watcher(lua_State *L);

#endif
