/*
 * running_worlds.c - the worlds in which actions of scripts run now.
 *
 * Running calls form a list on the C stack. The context anchors the userdata of
 * each running world, so that the engine's callbacks find it by its address and
 * no script can let it be collected meanwhile.
 */
#include "lua/actions/running_worlds.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>

void stl_running_world_begin(stl_running_world *acting, lua_State *L,
                             int index) {
  stl_world *world = stl_handle_unbox(L, index);
  stl_world_note_change(world);
  index = lua_absindex(L, index);
  stl_context_push(L, STL_UV_RUNNING_WORLDS);
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, world);
  lua_pop(L, 1);
  *acting = (stl_running_world){.outer = world->context->running_world,
                                .world = world};
  world->context->running_world = acting;
}

/* Let go of the world of a spare ctx that no script holds, so that the ctx does
 * not keep the world alive. */
static void forget_spare_ctx(stl_rules *rules) {
  if (rules->spare_ctx->serial != 0) return;
  lua_pushnil(rules->handlers);
  lua_setiuservalue(rules->handlers, -2, 1);
  rules->spare_ctx_world = NULL;
}

/* The acting one of a world, from this one on outward. */
static stl_running_world *find_running_world(stl_running_world *acting,
                                             const strata_world *world) {
  while (acting != NULL && acting->world->world != world) {
    acting = acting->outer;
  }
  return acting;
}

void stl_running_world_end(lua_State *L, const stl_running_world *acting) {
  stl_world *world = acting->world;
  world->context->running_world = acting->outer;
  if (world->rules->spare_ctx_world == world) forget_spare_ctx(world->rules);
  if (find_running_world(acting->outer, world->world) != NULL) return;
  stl_context_push(L, STL_UV_RUNNING_WORLDS);
  lua_pushnil(L);
  lua_rawsetp(L, -2, world); /* of a key that is there: needs no memory */
  lua_pop(L, 1);
}

void stl_running_world_end_checked(lua_State *L,
                                   const stl_running_world *acting,
                                   strata_status status, const char *where) {
  stl_running_world_end(L, acting);
  if (acting->error_text[0] != '\0' &&
      acting->is_policy_error == (status != STRATA_OK)) {
    luaL_error(L, "%s: %s: %s", where,
               acting->is_policy_error ? "policy" : "view", acting->error_text);
  }
  if (status != STRATA_OK) stl_world_raise(L, acting->world, status, where);
}

bool stl_running_world_push_any(lua_State *L, stl_context *context,
                                strata_world *world) {
  luaL_checkstack(L, LUA_MINSTACK, "handlers");
  const stl_running_world *acting =
      find_running_world(context->running_world, world);
  if (acting == NULL) return stl_world_push_temporary(L, world);
  stl_running_world_push(L, acting);
  return false;
}

void stl_running_world_push(lua_State *L, const stl_running_world *acting) {
  stl_context_push(L, STL_UV_RUNNING_WORLDS);
  lua_rawgetp(L, -1, acting->world);
  lua_remove(L, -2);
}
