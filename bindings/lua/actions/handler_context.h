/* handler_context.h - find the running call behind a ctx or an event. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_CONTEXT_H
#define STRATA_LUA_ACTIONS_HANDLER_CONTEXT_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdint.h>
#include <strata.h>

/** The running call of this number. Raises if it has ended. */
strata_handler_call *stl_handler_call_check(lua_State *L, uint64_t serial);

/** The running call of the ctx at index 1. Raises if it has ended. */
strata_handler_call *stl_handler_ctx_check(lua_State *L);

/** Push the world of the ctx or event at index 1, and return it. */
stl_world *stl_handler_ctx_push_world(lua_State *L);

/** Raise an error for the status of a call that a handler made;
 * STRATA_ESUSPEND is raised as the reserved error. */
int stl_handler_call_raise(lua_State *L, const stl_world *world,
                           strata_status status, const char *where);

#endif
