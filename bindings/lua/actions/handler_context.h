/* handler_context.h - find the running call behind a ctx or an event. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_CONTEXT_H
#define STRATA_LUA_ACTIONS_HANDLER_CONTEXT_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdint.h>
#include <strata.h>

/** The run of a ctx or an event, by its number; raises if that is over. */
strata_handler_call *stl_handler_call_check(lua_State *L, uint64_t serial);

/** The run of the ctx at 1. */
strata_handler_call *stl_handler_ctx_check(lua_State *L);

/** Push the world of the ctx or event at 1. */
stl_world *stl_handler_ctx_push_world(lua_State *L);

/** Raise what a call on a run has failed with: suspension as itself. */
int stl_handler_call_raise(lua_State *L, const stl_world *world,
                           strata_status status, const char *where);

#endif
