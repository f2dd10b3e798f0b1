/* running.h - actions that scripts have begun, and the handlers in them. */
#ifndef STL_RUNNING_H
#define STL_RUNNING_H

#include "lua/core/state.h"

/* A call of a script on a world that may run handlers, policies and views. What
 * these fail with that the engine has no place for is kept here. */
typedef struct stl_running_world {
  struct stl_running_world *outer;
  stl_world *world;
  char error_text[256]; /* why a policy or view failed; "" */
  bool is_policy_error; /* it was a policy */
} stl_running_world;

/** Begin such a call, on the world at `index`; until its end nothing may raise.
 */
void stl_running_world_begin(stl_running_world *acting, lua_State *L,
                             int index);

/** End the call: raise what it, or a view that was told of it, failed with. */
void stl_running_world_end_checked(lua_State *L,
                                   const stl_running_world *acting,
                                   strata_status status, const char *where);

/** End the call, whatever came of it. */
void stl_running_world_end(lua_State *L, const stl_running_world *acting);

/** Push the userdata of its world. */
void stl_running_world_push(lua_State *L, const stl_running_world *acting);

/** Push the userdata of a world that is running: true if it is one for this
 * run only, which stl_world_detach must end. May raise. */
bool stl_running_world_push_any(lua_State *L, stl_context *context,
                                strata_world *world);

/** Let handlers, policies and views of the rules run where it runs. */
strata_status stl_world_set_handler_runner(stl_world *world);

/* A handler that runs; the innermost first. */
typedef struct stl_handler_call {
  struct stl_handler_call *outer;
  strata_handler_call *run;
  uint64_t serial; /* what ctx and its events know it by */
} stl_handler_call;

/* `ctx`. User value 1 = the world. */
typedef struct stl_handler_ctx {
  uint64_t serial;
} stl_handler_ctx;

/** The run of a ctx or an event, by its number; raises if that is over. */
strata_handler_call *stl_handler_call_check(lua_State *L, uint64_t serial);

/** The run of the ctx at 1. */
strata_handler_call *stl_handler_ctx_check(lua_State *L);

/** Push the world of the ctx or event at 1. */
stl_world *stl_handler_ctx_push_world(lua_State *L);

/** Raise what a call on a run has failed with: suspension as itself. */
int stl_handler_call_raise(lua_State *L, const stl_world *world,
                           strata_status status, const char *where);

/** ctx:choose{...}, ctx:choose_all{ {...}, {...} } */
int stl_handler_ctx_choose(lua_State *L);
int stl_handler_ctx_choose_all(lua_State *L);

/** Answer a decision by the world's policy. */
strata_status stl_policy_decide(void *user, strata_world *world,
                                const strata_decision *decision,
                                strata_answer_desc *answer);

/** The reserved error: a decision is needed. Push it. */
void stl_push_suspension(lua_State *L);

#endif
