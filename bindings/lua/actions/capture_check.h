/* capture_check.h - check that functions of packs keep no hidden state. */
#ifndef STRATA_LUA_ACTIONS_CAPTURE_CHECK_H
#define STRATA_LUA_ACTIONS_CAPTURE_CHECK_H

#include "lua/core/state.h"

#include <lua.h>

/** lua_CFunction, (rules): a table from a path such as "pack:name.x" to each
 * value that the handlers of the rules hold. Cost O(values). */
int stl_host_list_captures(lua_State *L);

/** lua_CFunction, (rules): a list of messages, one for each handler that
 * attempts to keep state. Each handler runs once on a dummy that answers every
 * question with itself. Cost: at most 20,000 steps for each handler. */
int stl_host_check_captures(lua_State *L);

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_capture_check(lua_State *L);

#endif
