/* course_calls.h - world:course and world:advance: the course of the game. */
#ifndef STRATA_LUA_ACTIONS_COURSE_CALLS_H
#define STRATA_LUA_ACTIONS_COURSE_CALLS_H

#include <lua.h>

/** lua_CFunction, world:course(): the open periods. */
int stl_world_course(lua_State *L);

/** lua_CFunction, world:advance(): the course goes on. */
int stl_world_advance(lua_State *L);

#endif
