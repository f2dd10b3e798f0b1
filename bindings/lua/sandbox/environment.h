/* environment.h - environments: the names that a script can use. */
#ifndef STRATA_LUA_SANDBOX_ENVIRONMENT_H
#define STRATA_LUA_SANDBOX_ENVIRONMENT_H

#include <lua.h>

/** Prepare a new Lua state, in which the module is open, for scripts: load the
 * base, string, table and math libraries of Lua and build the shared
 * environment from the allow-list. */
void stl_open_sandbox(lua_State *L);

#endif
