/* base_library.h - the base functions that scripts call, print and pairs among
 * them. */
#ifndef STRATA_LUA_SANDBOX_BASE_LIBRARY_H
#define STRATA_LUA_SANDBOX_BASE_LIBRARY_H

#include <lua.h>
#include <stdbool.h>

/** lua_CFunction: pairs with an order that is the same everywhere: numbers,
 * then strings, both ascending. */
int stl_sorted_pairs(lua_State *L);

/** Whether the value is the sandbox's setmetatable. A handler that can name it
 * can make operators call functions. */
bool stl_is_setmetatable(lua_State *L, int index);

/** Add the base functions (print, tostring, pairs, pcall, getmetatable and
 * others) to the table at the top. */
void stl_add_base_library(lua_State *L);

/** The __pairs of frozen tables, which the stock interpreter asks for; pairs of
 * the sandbox knows frozen tables itself. */
int stl_frozen_pairs(lua_State *L);

#endif
