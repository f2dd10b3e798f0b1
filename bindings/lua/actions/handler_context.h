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

/** Let the innermost handler wait, whose function of C at the top of L has met
 * ESUSPEND: it yields, and `go_on` is called once there is an answer, on the
 * stack that there is now. If it cannot yield there, the reserved error is
 * raised, and its action will be executed again. */
int stl_handler_call_wait(lua_State *L, lua_KFunction go_on);

/** Raise an error for the status of a call that a handler made;
 * STRATA_ESUSPEND is raised as the reserved error. */
int stl_handler_call_raise(lua_State *L, const stl_world *world,
                           strata_status status, const char *where);

#endif
