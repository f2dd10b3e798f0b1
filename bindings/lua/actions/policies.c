/*
 * policies.c - functions of scripts that answer decisions or observe events.
 *
 * A policy answers in place of a player; a view is called with each row of the
 * log. Both may only read the world: the engine refuses every call that writes.
 * The first error of a policy or view is kept in the stl_running_world and
 * raised when the call of the script ends.
 */
#include "lua/actions/policies.h"

#include "lua/actions/decision_tables.h"
#include "lua/actions/log_rows.h"
#include "lua/actions/running_worlds.h"
#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata.h>

/* The error at the top, which is popped: the first one is kept. */
static void keep_first_failure(lua_State *L, stl_context *context, bool decides,
                               int result) {
  stl_running_world *acting = context->running_world;
  if (acting != NULL && (acting->error_text[0] == '\0' || decides)) {
    (void)snprintf(acting->error_text, sizeof acting->error_text, "%s",
                   stl_budget_error_text(&context->budget, L, result));
    acting->is_policy_error = decides;
  }
  lua_pop(L, 1);
}

/* Call a function of the binding that runs scripts, and tell why they cannot
 * write the world meanwhile. What is at the top is its argument. */
static int call_reader(lua_State *L, const stl_context *context,
                       const char *reason) {
  stl_running_world *acting = context->running_world;
  const char *outer = acting == NULL ? NULL : acting->reads_alone;
  if (acting != NULL) acting->reads_alone = reason;
  const int result = lua_pcall(L, 1, 0, 0);
  if (acting != NULL) acting->reads_alone = outer;
  return result;
}

/* -- Policies ------------------------------------------------------------- */

typedef struct policy_call {
  stl_context *context;
  strata_world *world;
  const strata_decision *decision;
  strata_answer_desc *answer;
  stl_world *temporary_world;
  bool answered;
} policy_call;

/* Push the policy for the world whose userdata is at the top. A temporary copy
 * of a running world has the policy of that world. */
static void push_policy(lua_State *L, const policy_call *d) {
  const stl_running_world *acting = d->context->running_world;
  if (d->temporary_world != NULL && acting != NULL) {
    stl_running_world_push(L, acting);
    lua_getiuservalue(L, -1, STL_UV_POLICY);
    lua_remove(L, -2);
  } else {
    lua_getiuservalue(L, -1, STL_UV_POLICY);
  }
}

/* (deciding) */
static int run_policy(lua_State *L) {
  policy_call *d = lua_touserdata(L, 1);
  /* A world that a host alone acts in, and never made known, has no policy. */
  if (d->context->running_world == NULL && !stl_world_is_of_host(L, d->world)) {
    return 0;
  }
  const bool passes = stl_running_world_push_any(L, d->context, d->world);
  lua_replace(L, 1);
  stl_world *world = stl_handle_unbox(L, 1);
  if (passes) d->temporary_world = world;
  lua_pushvalue(L, 1);
  push_policy(L, d);
  if (!lua_isfunction(L, -1)) return 0;
  lua_replace(L, 2);
  stl_push_decision(L, d->decision); /* 3 */
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_call(L, 1, 1); /* 4 */
  if (lua_isnil(L, 4)) return 0;
  stl_read_answer(L, world, 3, 4, d->answer);
  lua_createtable(L, 2, 0); /* what the answer points to must outlive this */
  const int kept = lua_gettop(L);
  for (int i = 5; i < kept; i++) {
    lua_pushvalue(L, i);
    lua_rawseti(L, kept, i);
  }
  lua_setiuservalue(L, 1, STL_UV_ANSWER);
  d->answered = true;
  return 0;
}

strata_status stl_policy_decide(void *user, strata_world *world,
                                const strata_decision *decision,
                                strata_answer_desc *answer) {
  const stl_rules *rules = user;
  stl_context *context = rules->context;
  lua_State *L = context->policy_thread;
  if (!lua_checkstack(L, LUA_MINSTACK)) return STRATA_ENOMEM;
  policy_call d = {.context = context,
                   .world = world,
                   .decision = decision,
                   .answer = answer};
  lua_pushcfunction(L, run_policy);
  lua_pushlightuserdata(L, &d);
  lua_sethook(L, NULL, 0, 0); /* it may have one that was a host's */
  stl_budget_scope scope;
  stl_budget_begin_in(&context->budget, L, &scope, &context->handler_limits,
                      STL_STEPS_UNKNOWN);
  const int result =
      call_reader(L, context, "a policy answers a decision, and can only read");
  if (d.temporary_world != NULL) stl_world_detach(d.temporary_world);
  if (result != LUA_OK) keep_first_failure(L, context, true, result);
  const bool memory = result == LUA_ERRMEM &&
                      context->budget.exhausted == STL_EXHAUSTED_NOTHING;
  stl_budget_end_policy(&context->budget, &scope);
  if (result == LUA_OK) return d.answered ? STRATA_OK : STRATA_ESUSPEND;
  return memory ? STRATA_ENOMEM : STRATA_ESCRIPT;
}

/* Who decides and who is told is not changed in the middle. */
static void refuse_during_action(lua_State *L, const stl_world *world,
                                 const char *where) {
  if (world->context->running_world != NULL) {
    luaL_error(L, "%s: an action runs", where);
  }
}

int stl_world_policy(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  refuse_during_action(L, world, "world:policy");
  if (!lua_isnil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  if (world->rules->owned == NULL) {
    return luaL_error(L, "world:policy: this world is its host's, who says who "
                         "decides in it");
  }
  lua_setiuservalue(L, 1, STL_UV_POLICY);
  return 0;
}

/* -- Views ---------------------------------------------------------------- */

typedef struct view_call {
  stl_world *world;
  strata_world *told;
  const strata_log_row *row;
} view_call;

/* (telling) */
static int run_views(lua_State *L) {
  view_call *t = lua_touserdata(L, 1);
  if (stl_running_world_push_any(L, t->world->context, t->told)) {
    stl_world_detach(stl_handle_unbox(L, -1)); /* it has no views */
    return 0;
  }
  lua_replace(L, 1);
  if (lua_getiuservalue(L, 1, STL_UV_VIEWS) != LUA_TTABLE) return 0;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 2, i);
    stl_push_log_row(L, 1, t->world->rules->rules, t->row);
    lua_call(L, 1, 0);
  }
  return 0;
}

void stl_views_observe(void *user, strata_world *told,
                       const strata_log_row *row) {
  view_call t = {user, told, row};
  stl_context *context = t.world->context;
  lua_State *L = t.world->rules->main;
  if (!lua_checkstack(L, LUA_MINSTACK)) return;
  lua_pushcfunction(L, run_views);
  lua_pushlightuserdata(L, &t);
  stl_budget_scope scope;
  stl_budget_begin_in(&context->budget, L, &scope, &context->handler_limits,
                      STL_STEPS_UNKNOWN);
  const int result = call_reader(
      L, context, "a view is told what has happened, and can only read");
  if (result != LUA_OK) keep_first_failure(L, context, false, result);
  stl_budget_end(&context->budget, &scope);
}

int stl_world_view(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  refuse_during_action(L, world, "world:view");
  if (lua_getiuservalue(L, 1, STL_UV_VIEWS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 1, STL_UV_VIEWS);
  }
  lua_pushvalue(L, 2);
  lua_rawseti(L, 3, (lua_Integer)lua_rawlen(L, 3) + 1);
  if (world->observer != NULL) return 0;
  const strata_status status =
      strata_subscribe(world->world, stl_views_observe, world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:view");
  }
  world->observer = stl_views_observe;
  return 0;
}
