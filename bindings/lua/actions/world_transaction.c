/*
 * world_transaction.c - actions: what a script does whole or not at all.
 *
 * stl_action_call runs a script as an action on every world of the state;
 * world:action(f) is an action on one world and may be inside another. Each
 * action has a number, and a mark that a script takes carries this number: a
 * rollback past the beginning of an action is refused, because the action could
 * not be taken back afterwards.
 *
 * world:commit() in the middle of a script forgets all marks. So the state at
 * the beginning of the action is kept as a world of its own, and put back by an
 * exchange of two pointers, which cannot fail. That is impossible for a world
 * of a host, which knows its address; there world:commit() is refused.
 */
#include "lua/actions/world_transaction.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>

/* -- One world in an action of the whole state ---------------------------- */

static strata_status mark_world(stl_world *world, bool born) {
  const strata_status status = strata_mark_set(world->world, &world->mark);
  if (status != STRATA_OK) return status;
  world->is_new = born;
  world->depth = 1;
  return STRATA_OK;
}

static void unmark_world(stl_world *world) {
  strata_world_free(world->backup);
  world->backup = NULL;
  world->depth = 0;
  world->is_new = false;
}

static void roll_back_world(stl_world *world) {
  if (world->backup != NULL) {
    strata_world *now = world->world;
    world->world = world->backup;
    world->backup = now;
  } else {
    const strata_status status = strata_rollback(world->world, world->mark);
    assert(status == STRATA_OK || world->is_new); /* may have committed */
    (void)status;
  }
  unmark_world(world);
}

strata_status stl_action_join(stl_world *world) {
  return world->context->action_call == 0 ? STRATA_OK : mark_world(world, true);
}

/* The loops over all worlds may run functions of scripts: views, predicates,
 * and those that are told of errors. So the worlds are held. */
static bool mark_all_worlds(stl_context *context) {
  bool marked = true;
  stl_worlds_hold(context);
  for (stl_world *w = context->worlds; marked && w != NULL; w = w->next) {
    if (w->world == NULL || w->is_read_only || w->is_let_go) continue;
    marked = mark_world(w, false) == STRATA_OK;
  }
  stl_worlds_release(context);
  return marked;
}

static void roll_back_all_worlds(stl_context *context) {
  stl_worlds_hold(context);
  for (stl_world *w = context->worlds; w != NULL; w = w->next) {
    if (w->depth > 0 && !w->is_let_go) roll_back_world(w);
  }
  stl_worlds_release(context);
}

/* Why not all could be committed. */
typedef struct commit_failure {
  strata_status status;
  char text[256];
} commit_failure;

/* An action that waits for a decision is committed when it has ended; it can
 * still be answered, and taken back by its host. */
static strata_status commit_world(stl_world *world) {
  if (strata_decision_count(world->world) > 0) return STRATA_OK;
  return strata_commit(world->world);
}

/* A world that fails, for want of memory or by a predicate, is as it was. */
static void commit_all_worlds(stl_context *context, commit_failure *out) {
  out->status = STRATA_OK;
  stl_worlds_hold(context);
  for (stl_world *w = context->worlds; w != NULL; w = w->next) {
    if (w->depth == 0 || w->is_let_go) continue;
    const strata_status status = commit_world(w);
    if (status == STRATA_OK) {
      unmark_world(w);
      continue;
    }
    if (out->status == STRATA_OK) {
      out->status = status;
      (void)snprintf(out->text, sizeof out->text, "%s",
                     stl_world_error_text(w, status));
    }
    roll_back_world(w);
  }
  stl_worlds_release(context);
}

/* -- Errors --------------------------------------------------------------- */

/* Runs where the error is: keeps the traceback, makes the message a string. */
static int keep_traceback(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING) {
    lua_pushstring(L, stl_error_text(L, 1));
    lua_replace(L, 1);
  }
  if (lua_checkstack(L, 40)) {
    luaL_traceback(L, L, NULL, 1);
    stl_context_store(L, STL_UV_TRACEBACK);
  }
  lua_settop(L, 1);
  return 1;
}

static int raise_error_text(lua_State *L) {
  return luaL_error(L, "%s", (const char *)lua_touserdata(L, 1));
}

/* lua_pcall with the handler below function and arguments. */
static int call_with_traceback(lua_State *L, int nargs, int nresults) {
  const int function = lua_gettop(L) - nargs;
  lua_pushcfunction(L, keep_traceback);
  lua_insert(L, function);
  const int status = lua_pcall(L, nargs, nresults, function);
  lua_remove(L, function);
  return status;
}

static int push_failure(lua_State *L, const commit_failure *why) {
  const bool memory = why->status == STRATA_ENOMEM;
  commit_failure copy = *why;
  if (memory) {
    (void)snprintf(copy.text, sizeof copy.text, "not enough memory");
  }
  lua_pushcfunction(L, raise_error_text);
  lua_pushlightuserdata(L, copy.text);
  const int status = lua_pcall(L, 1, 0, 0);
  return memory ? LUA_ERRMEM : status;
}

static int check_budget(lua_State *L) {
  stl_budget_check(L);
  return 0;
}

/* Push the message of a script that was ended, but has returned. */
static int push_interrupt(lua_State *L) {
  lua_pushcfunction(L, check_budget);
  return lua_pcall(L, 0, 0, 0);
}

#define MEMORY_LIMIT "memory limit: the script takes more than it may have"

/* -- The whole state ------------------------------------------------------ */

int stl_action_call(lua_State *L, int nargs, int nresults) {
  stl_context *context = stl_context_get(L);
  if (context->action_call != 0) return call_with_traceback(L, nargs, nresults);
  const int base = lua_gettop(L) - nargs - 1;
  if (!mark_all_worlds(context)) {
    roll_back_all_worlds(context);
    lua_settop(L, base);
    return push_failure(L, &(commit_failure){.status = STRATA_ENOMEM});
  }
  const uint64_t outer = context->action;
  context->action = context->action_call = ++context->last_action;
  stl_budget_scope scope;
  stl_budget_begin(&context->budget, &scope, &context->action_limits,
                   STL_STEPS_UNKNOWN);
  int status = call_with_traceback(L, nargs, nresults);
  if (stl_budget_is_interrupted(&context->budget) && status == LUA_OK) {
    lua_settop(L, base); /* it has caught that, and done no more */
    status = push_interrupt(L);
  }
  const bool memory = context->budget.exhausted == STL_EXHAUSTED_MEMORY;
  stl_budget_end(&context->budget, &scope);
  context->action = outer;
  context->action_call = 0;
  if (status != LUA_OK) {
    roll_back_all_worlds(context);
    if (status != LUA_ERRMEM || !memory) return status;
    lua_settop(L, base);
    return push_failure(
        L, &(commit_failure){.status = STRATA_ELIMIT, .text = MEMORY_LIMIT});
  }
  commit_failure why;
  commit_all_worlds(context, &why);
  if (why.status == STRATA_OK) return LUA_OK;
  lua_settop(L, base);
  return push_failure(L, &why);
}

/* -- One world ------------------------------------------------------------ */

int stl_world_action(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  stl_context *context = world->context;
  strata_mark mark = {0};
  strata_status status = strata_mark_set(world->world, &mark);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:action");
  }
  const uint64_t outer = context->action;
  context->action = ++context->last_action;
  world->depth++;
  const int result = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  context->action = outer;
  stl_world_check_live(L, world); /* what the script called may let go of it */
  world->depth--;
  if (result == LUA_OK && world->depth == 0) status = commit_world(world);
  if (result == LUA_OK && status == STRATA_OK) return lua_gettop(L) - 1;
  stl_world_note_change(world);
  const strata_status back = strata_rollback(world->world, mark);
  assert(back == STRATA_OK);
  (void)back;
  if (result != LUA_OK) return lua_error(L);
  return stl_world_raise(L, world, status, "world:action");
}

typedef struct script_mark {
  stl_world *world;
  uint64_t action;
  uint32_t epoch; /* of the world */
  strata_mark mark;
} script_mark;

/* User value 1 = world, so that its address stays its own. */
int stl_world_mark(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  script_mark *m = lua_newuserdatauv(L, sizeof *m, 1);
  *m = (script_mark){world, world->context->action, world->epoch, {0}};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  stl_handle_kind_set(L, STL_HANDLE_MARK);
  const strata_status status = strata_mark_set(world->world, &m->mark);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:mark");
  }
  return 1;
}

int stl_world_rollback(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const script_mark *m = stl_handle_check(L, 2, STL_HANDLE_MARK);
  if (m->world != world) {
    return luaL_error(L, "world:rollback: the mark is of another world");
  }
  if (m->action != world->context->action) {
    return luaL_error(L, "world:rollback: stale mark: it was made in another "
                         "action");
  }
  if (m->epoch != world->epoch) {
    return luaL_error(L, "world:rollback: stale mark: the world was reloaded "
                         "since");
  }
  stl_world_note_change(world);
  const strata_status status = strata_rollback(world->world, m->mark);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:rollback");
  }
  return 0;
}

/* Commit a copy, and keep the original as it was when the action began. */
static strata_status commit_in_copy(stl_world *world) {
  strata_world *copy = NULL;
  strata_status status = strata_fork(world->world, NULL, &copy);
  if (status == STRATA_OK) status = strata_remember_as(copy, world->world);
  if (status == STRATA_OK) status = strata_commit(copy);
  if (status == STRATA_OK && world->observer != NULL) {
    status = strata_subscribe(copy, world->observer, world);
  }
  if (status == STRATA_OK) status = strata_rollback(world->world, world->mark);
  if (status != STRATA_OK) {
    strata_world_free(copy);
    return status;
  }
  world->backup = world->world;
  world->world = copy;
  return STRATA_OK;
}

int stl_world_commit(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  const stl_context *context = world->context;
  if (context->action != context->action_call) {
    return luaL_error(L, "world:commit: not inside of world:action, which "
                         "commits when it ends");
  }
  if (context->action_call != 0 && !world->owned) {
    return luaL_error(L, "world:commit: this world is its host's, who commits "
                         "it when the script ends");
  }
  const bool aside =
      world->depth > 0 && !world->is_new && world->backup == NULL;
  const strata_status status =
      aside ? commit_in_copy(world) : strata_commit(world->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:commit");
  }
  return 0;
}

static int mark_tostring(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_MARK);
  lua_pushliteral(L, "mark");
  return 1;
}

void stl_open_action(lua_State *L) {
  static const luaL_Reg meta[] = {{"__tostring", mark_tostring}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_MARK, "mark", meta);
  lua_pop(L, 1);
}
