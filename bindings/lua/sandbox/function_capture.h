/* function_capture.h - copies of functions that keep nothing between two calls.
 */
#ifndef STRATA_LUA_SANDBOX_FUNCTION_CAPTURE_H
#define STRATA_LUA_SANDBOX_FUNCTION_CAPTURE_H

#include <lua.h>
#include <stdint.h>

/** Replace the Lua function at the top by a copy that shares nothing with the
 * script and keeps nothing between two calls. `memo` is the index of a table
 * for the copies of one set of rules; `allowed` is the index of an environment
 * with the names that every script has, 0 for none. Returns the most
 * instructions of one call, for stl_budget_begin. Raises with file and line if
 * the function would keep state. */
uint32_t stl_capture_function(lua_State *L, int memo, int allowed);

/** Replace the table or function at the top, the result of a module, by a
 * frozen copy. `memo`, `allowed`: as above, of all modules of one game. `path`,
 * `line` and `name` are for the message that is raised if it would keep state.
 */
void stl_freeze_module(lua_State *L, int memo, int allowed, const char *path,
                       int line, const char *name);

/** A hash of the code of the Lua function at `index`, equal wherever the
 * function stands in its file. */
uint64_t stl_function_hash(lua_State *L, int index);

#endif
