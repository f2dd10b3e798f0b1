/* string_library.h - the string functions that scripts call. */
#ifndef STRATA_LUA_SANDBOX_STRING_LIBRARY_H
#define STRATA_LUA_SANDBOX_STRING_LIBRARY_H

#include <lua.h>

/** Push a new table of string functions, without those of Lua that show
 * bytecode or addresses. */
void stl_push_string_library(lua_State *L);

/** Push a new table of the math functions whose results are exact. */
void stl_push_math_library(lua_State *L);

#endif
