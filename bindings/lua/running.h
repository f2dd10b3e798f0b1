/* running.h - actions that scripts have begun, and the handlers in them. */
#ifndef STL_RUNNING_H
#define STL_RUNNING_H

#include "state.h"

/* A call of a script on a world that may run handlers, policies and views. What
 * these fail with that the engine has no place for is kept here. */
typedef struct stl_acting {
  struct stl_acting *outer;
  stl_world *world;
  char text[256]; /* why a policy or view failed; "" */
  bool decides;   /* it was a policy */
} stl_acting;

/** Begin such a call, on the world at `index`; until its end nothing may raise.
 */
void stl_acting_begin(stl_acting *acting, lua_State *L, int index);

/** End the call: raise what it, or a view that was told of it, failed with. */
void stl_acting_finish(lua_State *L, const stl_acting *acting,
                       strata_status status, const char *where);

/** End the call, whatever came of it. */
void stl_acting_end(lua_State *L, const stl_acting *acting);

/** Push the userdata of its world. */
void stl_push_acting(lua_State *L, const stl_acting *acting);

/** Push the userdata of a world that is running: true if it is one for this
 * run only, which stl_world_let_go must end. May raise. */
bool stl_push_running(lua_State *L, stl_context *context, strata_world *world);

/** Let handlers, policies and views of the rules run where it runs. */
strata_status stl_set_runner(stl_world *world);

/* A handler that runs; the innermost first. */
typedef struct stl_running {
  struct stl_running *outer;
  strata_handler_call *run;
  uint64_t serial; /* what ctx and its events know it by */
} stl_running;

/* `ctx`. User value 1 = the world. */
typedef struct stl_ctx {
  uint64_t serial;
} stl_ctx;

/** The run of a ctx or an event, by its number; raises if that is over. */
strata_handler_call *stl_need_run(lua_State *L, uint64_t serial);

/** The run of the ctx at 1. */
strata_handler_call *stl_check_ctx(lua_State *L);

/** Push the world of the ctx or event at 1. */
stl_world *stl_push_world_of(lua_State *L);

/** Raise what a call on a run has failed with: suspension as itself. */
int stl_raise_run(lua_State *L, const stl_world *world, strata_status status,
                  const char *where);

/** ctx:choose{...}, ctx:choose_all{ {...}, {...} } */
int stl_ctx_choose(lua_State *L);
int stl_ctx_choose_all(lua_State *L);

/** Answer a decision by the world's policy. */
strata_status stl_decide(void *user, strata_world *world,
                         const strata_decision *decision,
                         strata_answer_desc *answer);

/** The reserved error: a decision is needed. Push it. */
void stl_push_suspension(lua_State *L);

#endif
