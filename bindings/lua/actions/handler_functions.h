/* handler_functions.h - keep and call the functions of handlers. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_FUNCTIONS_H
#define STRATA_LUA_ACTIONS_HANDLER_FUNCTIONS_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** lua_CFunction, (function): raises if the function cannot be kept as a
 * handler. Cost O(its code). */
int stl_host_check_handler(lua_State *L);

/** lua_CFunction, (value, path, line, name, memo): returns the result of a
 * module, frozen. `memo` is a table for all modules of one game. Raises if the
 * value would keep state. Cost O(its tables and code). */
int stl_host_freeze_module(lua_State *L);

/** Let the engine call the handlers, the policy and the fault function of a
 * world whose rules scripts have made. A host runs the handlers of its own
 * rules. */
strata_status stl_world_set_handler_runner(stl_world *world);

/** Keep copies of the functions of handlers from the table at `table` for new
 * rules, whose userdata is at `owner`. Raises if a function would keep state
 * between two calls. */
void stl_rules_keep_handlers(lua_State *L, int table, int owner,
                             stl_rules *rules);

#endif
