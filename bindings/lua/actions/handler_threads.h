/* handler_threads.h - threads of Lua in which handlers can wait for answers. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_THREADS_H
#define STRATA_LUA_ACTIONS_HANDLER_THREADS_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/* A thread, which one handler after another uses. */
typedef struct stl_handler_thread {
  lua_State *L;           /* NULL: it has failed, and gets a new one */
  stl_handler_ctx *ctx;   /* of its handlers; the serial is 0: it is idle */
  stl_budget_scope scope; /* of the handler that runs or waits in it */
} stl_handler_thread;

/** A thread for a call of a handler, with its function and its ctx on the
 * stack, or NULL: then the handler is called without one, and cannot wait. Runs
 * in L, and raises nothing. */
stl_handler_thread *stl_handler_thread_take(lua_State *L,
                                            const stl_rules *rules,
                                            strata_handler handler,
                                            strata_world *world,
                                            uint64_t serial);

/** Give a thread back, whose handler has ended, or never goes on. Raises
 * nothing. */
void stl_handler_thread_release(stl_handler_thread *thread);

#endif
