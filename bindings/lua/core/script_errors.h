/* script_errors.h - the error that ends a handler because a player must decide,
 * and the file that a function comes from. */
#ifndef STRATA_LUA_CORE_SCRIPT_ERRORS_H
#define STRATA_LUA_CORE_SCRIPT_ERRORS_H

#include <lua.h>
#include <stdbool.h>

/** Push the reserved error that ends a handler because a player must decide. */
void stl_push_suspension(lua_State *L);

/** Whether an error is the reserved one of stl_push_suspension, which scripts
 * cannot catch. */
bool stl_is_suspension(lua_State *L, int index);

/** The whole path of the file that a function comes from; `short_src` would be
 * cut. */
const char *stl_source_path(const lua_Debug *about);

#endif
