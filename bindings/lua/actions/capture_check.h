/* capture_check.h - check that functions of packs keep no hidden state. */
#ifndef STRATA_LUA_ACTIONS_CAPTURE_CHECK_H
#define STRATA_LUA_ACTIONS_CAPTURE_CHECK_H

#include "lua/core/state.h"

#include <lua.h>

struct stl_context;

/** lua_CFunction, (rules) -> a table: path -> value of all that the handlers of
 * the rules hold, from "pack:name" on. Cost O(it). */
int stl_host_list_captures(lua_State *L);

/** lua_CFunction, (rules) -> a list of what the handlers of the rules want to
 * keep, a message each, found by running each once on nobody. Cost: 20,000
 * steps for each at most. */
int stl_host_check_captures(lua_State *L);

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_capture_check(lua_State *L);

#endif
