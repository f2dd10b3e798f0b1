/* function_code.h - the code of a function as tables. */
#ifndef STRATA_LUA_INSPECT_FUNCTION_CODE_H
#define STRATA_LUA_INSPECT_FUNCTION_CODE_H

#include <lua.h>

/** lua_CFunction, host.code(function): the code of a function as tables, see
 * strata.check.function_code, with its path and the values that it has from
 * outside. Cost O(instructions^2). */
int stl_host_function_tables(lua_State *L);

#endif
