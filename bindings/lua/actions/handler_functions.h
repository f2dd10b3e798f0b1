/* handler_functions.h - keep and call the functions of handlers. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_FUNCTIONS_H
#define STRATA_LUA_ACTIONS_HANDLER_FUNCTIONS_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** lua_CFunction, (function): raises why it could not be kept as a handler.
 * Cost O(its code). */
int stl_host_check_handler(lua_State *L);

/** Let handlers, policies and views of the rules run where it runs. */
strata_status stl_world_set_handler_runner(stl_world *world);

/** As stl_rules_keep_predicates for the functions of handlers: copies that keep
 * nothing. Raises where one would. */
void stl_rules_keep_handlers(lua_State *L, int table, int owner,
                             stl_rules *rules);

#endif
