/*
 * handler_threads.c - threads of Lua in which handlers can wait for answers.
 *
 * A handler that waits must stay as it is, with all that it holds, until it
 * goes on or is forgotten. What it holds leads to its world, by ctx at least,
 * and the world of the engine leads to it. So nothing but the userdata of that
 * world keeps the thread alive: a world that no script holds any more is
 * collected together with the handlers that wait in it.
 *
 * Of a world one action runs or waits at a time, so it needs as many threads as
 * handlers that can wait were nested. They stay, empty, for the next ones; but
 * a hook that has raised in a thread of Lua is the last that this one calls, so
 * one that has failed is not used again.
 */
#include "lua/actions/handler_threads.h"

#include "lua/actions/running_worlds.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"

#include <lauxlib.h>
#include <strata.h>

/* User values of a thread. */
enum { THREAD_UV_THREAD = 1, THREAD_UV_CTX };

/* Push a new thread; the userdata of its world is at `world`. */
static stl_handler_thread *push_new_thread(lua_State *L, int world) {
  stl_handler_thread *thread = lua_newuserdatauv(L, sizeof *thread, 2);
  *thread = (stl_handler_thread){.L = NULL};
  thread->ctx = lua_newuserdatauv(L, sizeof *thread->ctx, 1);
  thread->ctx->serial = 0;
  lua_pushvalue(L, world);
  lua_setiuservalue(L, -2, 1);
  stl_handle_kind_set(L, STL_HANDLE_HANDLER_CTX);
  lua_setiuservalue(L, -2, THREAD_UV_CTX);
  return thread;
}

/* Give the thread at the top one of Lua, if it has none. */
static void give_lua_thread(lua_State *L, stl_handler_thread *thread) {
  if (thread->L != NULL) return;
  lua_State *made = lua_newthread(L);
  lua_setiuservalue(L, -2, THREAD_UV_THREAD);
  thread->L = made;
}

/* Push an idle thread of the list at the top, which gets one if all are used.
 */
static stl_handler_thread *push_idle_thread(lua_State *L, int world) {
  const int list = lua_gettop(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    stl_handler_thread *thread = lua_touserdata(L, -1);
    if (thread->ctx->serial == 0) return thread;
    lua_pop(L, 1);
  }
  stl_handler_thread *made = push_new_thread(L, world);
  lua_pushvalue(L, -1);
  lua_rawseti(L, list, count + 1);
  return made;
}

typedef struct thread_request {
  const stl_rules *rules;
  strata_handler handler;
  strata_world *world;
  stl_world *temporary_world; /* made for this call alone, or NULL */
  stl_handler_thread *thread;
} thread_request;

/* (request) */
static int take_thread(lua_State *L) {
  enum { WORLD = 2 };
  thread_request *r = lua_touserdata(L, 1);
  const bool passes =
      stl_running_world_push_any(L, r->rules->context, r->world);
  stl_world *world = stl_handle_unbox(L, WORLD);
  if (passes) {
    r->temporary_world = world;
    return 0;
  }
  if (lua_getiuservalue(L, WORLD, STL_UV_THREADS) != LUA_TTABLE) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, WORLD, STL_UV_THREADS);
    world->has_threads = true;
  }
  stl_handler_thread *thread = push_idle_thread(L, WORLD);
  give_lua_thread(L, thread);
  lua_State *functions = r->rules->handlers;
  lua_pushvalue(functions, (int)r->handler); /* it keeps room for that */
  lua_xmove(functions, thread->L, 1);
  lua_getiuservalue(L, -1, THREAD_UV_CTX);
  lua_xmove(L, thread->L, 1);
  r->thread = thread;
  return 0;
}

stl_handler_thread *stl_handler_thread_take(lua_State *L,
                                            const stl_rules *rules,
                                            strata_handler handler,
                                            strata_world *world,
                                            uint64_t serial) {
  thread_request r = {.rules = rules, .handler = handler, .world = world};
  lua_pushcfunction(L, take_thread);
  lua_pushlightuserdata(L, &r);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) lua_pop(L, 1);
  if (r.temporary_world != NULL) stl_world_detach(r.temporary_world);
  if (r.thread == NULL) return NULL;
  lua_sethook(r.thread->L, NULL, 0, 0); /* a new thread has that of another */
  r.thread->ctx->serial = serial;
  return r.thread;
}

void stl_handler_thread_release(stl_handler_thread *thread) {
  thread->ctx->serial = 0;
  const int status = lua_status(thread->L);
  if (status != LUA_OK) (void)lua_resetthread(thread->L);
  lua_settop(thread->L, 0);
  if (status != LUA_OK && status != LUA_YIELD) thread->L = NULL;
}
