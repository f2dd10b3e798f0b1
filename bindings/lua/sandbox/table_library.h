/* table_library.h - the table and math functions that scripts call. */
#ifndef STRATA_LUA_SANDBOX_TABLE_LIBRARY_H
#define STRATA_LUA_SANDBOX_TABLE_LIBRARY_H

#include <lua.h>

/** Push a new table of table functions; its sort is stable. */
void stl_push_table_library(lua_State *L);

#endif
