/*
 * handler_functions.c - keep and call the functions of handlers.
 *
 * The engine calls a handler in the middle of an action. If a player is asked,
 * by the handler or amid an event that it emits, and there is no answer yet,
 * one reserved error goes up through it, which scripts cannot catch
 * (base_pcall), and the engine rolls the action back; with the answer the whole
 * action runs again. So handlers may keep nothing, and function_capture.c makes
 * copies of them that cannot.
 *
 * From then on this handler is called in a thread of its own
 * (handler_threads.c), which costs more than a plain call, and in which it can
 * wait: it yields where the error would be raised, and the answer resumes it.
 * That is a shortcut and nothing else: world, log, steps and faults are the
 * same. A handler that is within a function of C that calls back, such as
 * table.sort, cannot yield there; then the error is raised as before.
 *
 * The functions lie on the stack of a thread that the userdata of the rules
 * holds, and run in the main thread, as functions of predicates do
 * (predicates.c). A ctx identifies its call by a number and is refused once the
 * call has ended. Calls one after another share one ctx, whose number changes,
 * because handlers keep nothing; a call inside another gets a new ctx.
 */
#include "lua/actions/handler_functions.h"

#include "lua/actions/failed_handlers.h"
#include "lua/actions/handler_threads.h"
#include "lua/actions/policies.h"
#include "lua/actions/running_worlds.h"
#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/script_errors.h"
#include "lua/core/state.h"
#include "lua/sandbox/function_capture.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* -- Running -------------------------------------------------------------- */

typedef struct handler_run {
  stl_rules *rules;
  const stl_handler_call *running;
  stl_world *temporary_world; /* made for this call alone, or NULL */
} handler_run;

/* Obey the result of a handler of a chain, at the top: after false no later
 * handler of the chain is called, after "drop" the handler leaves the chain. */
static strata_status apply_handler_result(lua_State *L, const stl_rules *rules,
                                          strata_handler_call *call,
                                          strata_handler handler) {
  const int type = lua_type(L, -1);
  strata_status status = STRATA_OK;
  char text[sizeof((strata_error *)0)->text] = "";
  char placed[2 * sizeof text];
  if (type == LUA_TBOOLEAN && !lua_toboolean(L, -1)) {
    status = strata_call_halt(call);
  } else if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "drop") == 0) {
    status = strata_call_drop(call);
  } else if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    status = STRATA_ESCRIPT;
    (void)snprintf(text, sizeof text,
                   "a handler returns nothing, false or \"drop\", got %s",
                   lua_typename(L, type));
  }
  if (status == STRATA_OK) return STRATA_OK;
  if (text[0] == '\0') {
    (void)snprintf(text, sizeof text, "%s",
                   strata_world_error(strata_call_world(call)));
  }
  stl_failed_handler_text(rules, handler, text, placed, sizeof placed);
  return strata_call_fault(call, STRATA_FAULT_RETURN, placed);
}

/* From now on the spare thing is of the world at 2, unless it is of one. */
static void lend_spare_ctx(lua_State *L, stl_rules *rules) {
  if (rules->spare_ctx_world != NULL) return;
  lua_pushvalue(L, 2);
  lua_xmove(L, rules->handlers, 1);
  lua_setiuservalue(rules->handlers, -2, 1);
  rules->spare_ctx_world = stl_handle_unbox(L, 2);
}

/* (function, call) */
static int run_handler_function(lua_State *L) {
  handler_run *c = lua_touserdata(L, 2);
  lua_settop(L, 1);
  if (!lua_isfunction(L, 1)) luaL_error(L, "no function was given for it");
  strata_world *world = strata_call_world(c->running->call);
  const bool passes =
      stl_running_world_push_any(L, c->rules->context, world); /* 2 */
  if (passes) c->temporary_world = stl_handle_unbox(L, 2);
  stl_handler_ctx *made = lua_newuserdatauv(L, sizeof *made, 1);
  made->serial = c->running->serial;
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, -2, 1);
  stl_handle_kind_set(L, STL_HANDLE_HANDLER_CTX);
  if (!passes) lend_spare_ctx(L, c->rules);
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

/* The error is at the top. */
static strata_status report_handler_error(lua_State *L, const stl_rules *rules,
                                          strata_handler_call *call,
                                          strata_handler handler, int result) {
  const stl_budget *budget = &rules->context->budget;
  if (result == LUA_ERRMEM && budget->exhausted == STL_EXHAUSTED_NOTHING) {
    return strata_call_fail(call, STRATA_ENOMEM, "out of memory");
  }
  if (stl_is_suspension(L, -1)) return STRATA_ESUSPEND;
  return stl_failed_handler_report(L, rules, call, handler, result);
}

/* Push the function and the spare ctx. Returns false, and pushes nothing, if
 * the spare ctx is in use or belongs to another world. Needs no memory. */
static bool push_spare_ctx(const stl_rules *rules, lua_State *L,
                           strata_handler handler, strata_world *world) {
  const stl_handler_ctx *spare = rules->spare_ctx;
  if (spare == NULL || spare->serial != 0 || rules->spare_ctx_world == NULL ||
      rules->spare_ctx_world->world != world) {
    return false;
  }
  lua_pushvalue(rules->handlers, (int)handler);
  lua_pushvalue(rules->handlers, -2);
  lua_xmove(rules->handlers, L, 2);
  return true;
}

static int call_with_spare_ctx(lua_State *L, stl_handler_ctx *spare,
                               uint64_t serial) {
  spare->serial = serial;
  const int result = lua_pcall(L, 1, 1, 0);
  spare->serial = 0;
  return result;
}

static int call_with_new_ctx(lua_State *L, strata_handler handler,
                             stl_rules *rules,
                             const stl_handler_call *running) {
  handler_run c = {.rules = rules, .running = running};
  lua_State *thread = rules->handlers;
  lua_pushcfunction(L, run_handler_function);
  lua_pushvalue(thread, (int)handler); /* it keeps room for that */
  lua_xmove(thread, L, 1);
  lua_pushlightuserdata(L, &c);
  const int result = lua_pcall(L, 2, 1, 0);
  if (c.temporary_world != NULL) stl_world_detach(c.temporary_world);
  return result;
}

/* Do as the result at the top of L says. */
static strata_status end_handler(lua_State *L, const stl_rules *rules,
                                 strata_handler_call *call,
                                 strata_handler handler, int result) {
  if (result != LUA_OK) {
    return report_handler_error(L, rules, call, handler, result);
  }
  return lua_isnil(L, -1) ? STRATA_OK
                          : apply_handler_result(L, rules, call, handler);
}

static strata_status call_handler(stl_rules *rules, strata_handler_call *call,
                                  strata_handler handler) {
  lua_State *L = rules->main;
  stl_context *context = rules->context;
  stl_handler_call running = {.outer = context->handler_call,
                              .call = call,
                              .serial = ++context->last_handler_call,
                              .thread = L};
  context->handler_call = &running;
  stl_budget_scope scope;
  stl_budget_begin_in(&context->budget, L, &scope, &context->handler_limits,
                      rules->handler_traits[handler].max_steps);
  scope.is_handler = true;
  const int result =
      push_spare_ctx(rules, L, handler, strata_call_world(call))
          ? call_with_spare_ctx(L, rules->spare_ctx, running.serial)
          : call_with_new_ctx(L, handler, rules, &running);
  context->handler_call = running.outer;
  const strata_status status = end_handler(L, rules, call, handler, result);
  lua_pop(L, 1);
  stl_budget_end(&context->budget, &scope);
  return status;
}

/* -- Waiting -------------------------------------------------------------- */

/* Run the function of the thread from its beginning, with its ctx, or go on
 * with it. Then the first result, or the error, is at the top of the thread.
 * *waits: it has yielded, for want of an answer. */
static int resume_thread(stl_rules *rules, strata_handler_call *call,
                         stl_handler_thread *thread, bool *waits) {
  stl_context *context = rules->context;
  stl_handler_call running = {.outer = context->handler_call,
                              .call = call,
                              .serial = thread->ctx->serial,
                              .thread = thread->L};
  lua_State *from = running.outer != NULL ? running.outer->thread : rules->main;
  const bool begins = lua_status(thread->L) == LUA_OK;
  context->handler_call = &running;
  int count = 0;
  int result = lua_resume(thread->L, from, begins ? 1 : 0, &count);
  context->handler_call = running.outer;
  *waits = result == LUA_YIELD && running.waits;
  if (*waits) return result;
  if (result == LUA_YIELD) { /* by the stock library, as in the main thread */
    lua_pushliteral(thread->L, "attempt to yield from outside a coroutine");
    result = LUA_ERRRUN;
  }
  if (result == LUA_OK) lua_settop(thread->L, 1); /* as a call gives it */
  return result;
}

static strata_status run_in_thread(stl_rules *rules, strata_handler_call *call,
                                   strata_handler handler,
                                   stl_handler_thread *thread) {
  stl_budget *budget = &rules->context->budget;
  bool waits = false;
  const int result = resume_thread(rules, call, thread, &waits);
  if (waits) {
    stl_budget_leave(budget, &thread->scope);
    return STRATA_ESUSPEND;
  }
  const strata_status status =
      end_handler(thread->L, rules, call, handler, result);
  strata_call_keep(call, NULL);
  stl_handler_thread_release(thread);
  stl_budget_end(budget, &thread->scope);
  return status;
}

/* strata_handler_runner.handle */
static strata_status run_handler(void *user, strata_handler_call *call,
                                 strata_handler handler) {
  stl_rules *rules = user;
  lua_State *L = rules->main;
  if (rules->handlers == NULL) {
    return strata_call_fail(call, STRATA_ESCRIPT,
                            "no function was given for it");
  }
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    return strata_call_fail(call, STRATA_ENOMEM, "out of memory");
  }
  stl_handler_traits *traits = &rules->handler_traits[handler];
  stl_context *context = rules->context;
  stl_handler_thread *thread = NULL;
  if (traits->has_waited) {
    thread = stl_handler_thread_take(L, rules, handler, strata_call_world(call),
                                     ++context->last_handler_call);
  }
  if (thread == NULL) {
    const strata_status status = call_handler(rules, call, handler);
    if (status == STRATA_ESUSPEND) traits->has_waited = true;
    return status;
  }
  strata_call_keep(call, thread);
  stl_budget_begin_in(&context->budget, thread->L, &thread->scope,
                      &context->handler_limits, traits->max_steps);
  thread->scope.is_handler = true;
  return run_in_thread(rules, call, handler, thread);
}

/* strata_handler_runner.go_on */
static strata_status go_on_with_handler(void *user, strata_handler_call *call,
                                        strata_handler handler, void *kept) {
  stl_rules *rules = user;
  stl_context *context = rules->context;
  stl_handler_thread *thread = kept;
  stl_budget_enter(&context->budget, thread->L, &thread->scope,
                   &context->handler_limits);
  return run_in_thread(rules, call, handler, thread);
}

/* strata_handler_runner.forget */
static void forget_handler(void *user, void *kept) {
  const stl_rules *rules = user;
  if (!rules->context->is_closed) stl_handler_thread_release(kept);
}

strata_status stl_world_set_handler_runner(stl_world *world) {
  if (world->rules->owned == NULL) return STRATA_OK; /* the host runs them */
  const strata_handler_runner runner = {.handle = run_handler,
                                        .handle_user = world->rules,
                                        .decide = stl_policy_decide,
                                        .decide_user = world->rules,
                                        .event_limit = world->event_limit,
                                        .fault = stl_failed_handler_tell_host,
                                        .fault_user = world->rules,
                                        .strict = world->stops_on_fault,
                                        .go_on = go_on_with_handler,
                                        .forget = forget_handler};
  return strata_set_handler_runner(world->world, &runner);
}

/* -- Keeping functions ---------------------------------------------------- */

/* Push a fresh environment with the names of every script of the sandbox and
 * return its index; 0 in the stock interpreter, which has no allow-list. */
static int push_allowed_globals(lua_State *L) {
  stl_context_push(L, STL_UV_SHARED_ENV);
  const bool sandbox = lua_istable(L, -1);
  lua_pop(L, 1);
  if (!sandbox) return 0;
  stl_push_new_env(L, NULL, NULL);
  return lua_gettop(L);
}

/* Those of the table at `handlers`; behind them what is known of each, which is
 * the result. */
static stl_handler_traits *keep_handler_functions(lua_State *L,
                                                  lua_State *thread,
                                                  const strata_rules *rules,
                                                  int handlers) {
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_HANDLER);
  stl_handler_traits *traits =
      lua_newuserdatauv(L, (count + 1) * sizeof *traits, 0);
  lua_newtable(L);
  const int memo = lua_gettop(L);
  const int allowed = push_allowed_globals(L);
  for (uint32_t id = 1; id <= count; id++) {
    const char *name = strata_rules_name(rules, STRATA_NAME_HANDLER, id);
    traits[id] = (stl_handler_traits){.max_steps = STL_STEPS_UNKNOWN};
    if (lua_getfield(L, handlers, name) == LUA_TFUNCTION) {
      traits[id].max_steps = stl_capture_function(L, memo, allowed);
    }
    lua_xmove(L, thread, 1);
  }
  lua_settop(L, memo - 1);
  lua_xmove(L, thread, 1);
  return traits;
}

int stl_host_check_handler(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_newtable(L);
  const int allowed = push_allowed_globals(L);
  lua_pushvalue(L, 1);
  (void)stl_capture_function(L, 2, allowed);
  return 0;
}

int stl_host_freeze_module(lua_State *L) {
  const char *path = luaL_checkstring(L, 2);
  const int line = (int)luaL_checkinteger(L, 3);
  const char *name = luaL_checkstring(L, 4);
  luaL_checktype(L, 5, LUA_TTABLE);
  lua_settop(L, 5);
  const int allowed = push_allowed_globals(L);
  lua_pushvalue(L, 1);
  stl_freeze_module(L, 5, allowed, path, line, name);
  return 1;
}

void stl_rules_keep_handlers(lua_State *L, int table, int owner,
                             stl_rules *rules) {
  const uint32_t count = strata_rules_count(rules->rules, STRATA_NAME_HANDLER);
  if (count == 0) return;
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_State *thread = lua_newthread(L);
  luaL_checkstack(thread, (int)count + LUA_MINSTACK, "rules");
  lua_setiuservalue(L, owner, STL_UV_HANDLERS);
  lua_getfield(L, table, "handlers");
  rules->handler_traits =
      keep_handler_functions(L, thread, rules->rules, lua_gettop(L));
  lua_pop(L, 1);
  rules->spare_ctx = lua_newuserdatauv(L, sizeof *rules->spare_ctx, 1);
  rules->spare_ctx->serial = 0;
  stl_handle_kind_set(L, STL_HANDLE_HANDLER_CTX);
  lua_xmove(L, thread, 1);
  rules->handlers = thread;
}
