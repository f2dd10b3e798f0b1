/* library_host.h - strata.host: what the library in Lua needs from C. */
#ifndef STRATA_LUA_MODULE_LIBRARY_HOST_H
#define STRATA_LUA_MODULE_LIBRARY_HOST_H

#include <lua.h>

/** lua_CFunction: push the table of the module "strata.host". */
int stl_open_host(lua_State *L);

#endif
