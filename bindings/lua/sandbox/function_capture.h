/* function_capture.h - copies of functions that keep nothing between two calls.
 */
#ifndef STRATA_LUA_SANDBOX_FUNCTION_CAPTURE_H
#define STRATA_LUA_SANDBOX_FUNCTION_CAPTURE_H

#include <lua.h>
#include <stdint.h>

/** Make the Lua function at the top one that keeps nothing between two calls:
 * a copy that shares nothing with what it was made of. Raises with file and
 * line where it would. `memo` is where a table for the copies of one set of
 * rules is; `allowed` where that is which every script can name, 0 for none.
 * Returns the most instructions that it can take (stl_budget_begin). */
uint32_t stl_capture_function(lua_State *L, int memo, int allowed);

/** A hash of what the Lua function at `index` says. */
uint64_t stl_function_hash(lua_State *L, int index);

#endif
