/* script_errors.h - error texts, tracebacks, and the error that asks a player.
 */
#ifndef STRATA_LUA_CORE_SCRIPT_ERRORS_H
#define STRATA_LUA_CORE_SCRIPT_ERRORS_H

#include <lua.h>
#include <stdbool.h>

/** The reserved error: a decision is needed. Push it. */
void stl_push_suspension(lua_State *L);

/** Whether an error says that a decision is needed: nobody may catch it. */
bool stl_is_suspension(lua_State *L, int index);

/** The whole path of the file that a function comes from: short_src is cut. */
const char *stl_source_path(const lua_Debug *about);

#endif
