/*
 * handler_context.c - find the running call behind a ctx or an event.
 *
 * A ctx and its events hold the serial number of their call, because a script
 * can keep them longer than the call runs. Calls are in a list on the C stack,
 * the innermost first; once a call has ended its number is found no more and
 * the ctx is refused.
 */
#include "lua/actions/handler_context.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/script_errors.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>

/* The handler call of a ctx or an event. */
strata_handler_call *stl_handler_call_check(lua_State *L, uint64_t serial) {
  const stl_context *context = stl_context_get(L);
  for (stl_handler_call *r = context->handler_call; r != NULL; r = r->outer) {
    if (r->serial == serial) return r->call;
  }
  luaL_error(L, "what a handler is given is gone once it has ended");
  return NULL;
}

strata_handler_call *stl_handler_ctx_check(lua_State *L) {
  const stl_handler_ctx *c = stl_handle_check(L, 1, STL_HANDLE_HANDLER_CTX);
  return stl_handler_call_check(L, c->serial);
}

/* Push the world of the ctx or event at 1. */
stl_world *stl_handler_ctx_push_world(lua_State *L) {
  lua_getiuservalue(L, 1, 1);
  return stl_handle_unbox(L, -1);
}

/* A handler cannot wait within functions of C that call functions of scripts,
 * as those that sort and replace do, nor in a coroutine of its own. Nor can it
 * later in the same call, if a script has caught the error: it would go on
 * behind its question. */
int stl_handler_call_wait(lua_State *L, lua_KFunction go_on) {
  const stl_context *context = stl_context_get(L);
  stl_handler_call *call = context->handler_call;
  if (!call->cannot_wait && call->thread == L && lua_isyieldable(L) &&
      stl_budget_can_leave(&context->budget)) {
    call->waits = true;
    return lua_yieldk(L, 0, 0, go_on);
  }
  call->cannot_wait = true;
  stl_push_suspension(L);
  return lua_error(L);
}

int stl_handler_call_raise(lua_State *L, const stl_world *world,
                           strata_status status, const char *where) {
  if (status == STRATA_ESUSPEND) {
    stl_push_suspension(L);
    return lua_error(L);
  }
  return stl_world_raise(L, world, status, where);
}
