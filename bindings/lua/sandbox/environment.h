/* environment.h - environments: the names that a script can use. */
#ifndef STRATA_LUA_SANDBOX_ENVIRONMENT_H
#define STRATA_LUA_SANDBOX_ENVIRONMENT_H

#include <lua.h>

/** Make of a new state with Lua's base, string, table and math libraries one
 * in which scripts see the allow-list only. The module is at the top. */
void stl_open_sandbox(lua_State *L);

#endif
