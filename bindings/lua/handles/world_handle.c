/*
 * world_handle.c - worlds as userdata: push, check, raise errors of the engine.
 *
 * A world that scripts made is owned by the binding and freed by Lua's
 * collector. A world of a host is wrapped once and anchored in the context
 * until the host takes it back; from then on its handles are stale. A world
 * that the engine makes for one call has a temporary userdata.
 */
#include "lua/handles/world_handle.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/rules_handle.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* -- Errors --------------------------------------------------------------- */

/* Why a script cannot write a world while an action runs in it, in words of
 * scripts: the engine's text tells hosts which of its functions help, and no
 * script can call these. NULL if no action of a script runs there. */
static const char *running_reason_text(const stl_world *world) {
  const stl_running_world *acting = world->context->running_world;
  while (acting != NULL && acting->world != world) {
    acting = acting->outer;
  }
  if (acting == NULL) return NULL;
  if (acting->reads_alone != NULL) return acting->reads_alone;
  return "an action runs: a handler lets events happen (ctx:emit), and what "
         "performs an event writes";
}

/* The engine's text begins with the name of its own call, "set_base: ", where
 * a script wants to read what it wrote itself. */
const char *stl_world_error_text(const stl_world *world, strata_status status) {
  if (world == NULL || world->world == NULL || status == STRATA_ENOMEM) {
    return strata_status_text(status);
  }
  const char *reason =
      status == STRATA_EOPEN ? running_reason_text(world) : NULL;
  if (reason != NULL) return reason;
  const char *text = strata_world_error(world->world);
  const size_t call = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
  if (call > 0 && strncmp(text + call, ": ", 2) == 0) text += call + 2;
  return text[0] != '\0' ? text : strata_status_text(status);
}

int stl_world_raise(lua_State *L, const stl_world *world, strata_status status,
                    const char *where) {
  if (status == STRATA_EINTERRUPTED) {
    stl_budget_check(L);
    return luaL_error(L, "interrupted");
  }
  return luaL_error(L, "%s: %s", where, stl_world_error_text(world, status));
}

void stl_world_check_live(lua_State *L, const stl_world *world) {
  if (world->world == NULL) {
    luaL_error(L, "stale world: its host has taken it back");
  }
  if (world->context->predicate_context != NULL) {
    luaL_error(L, "a predicate may only read, and only what it and this give "
                  "it");
  }
  stl_charge_to(L, &world->context->budget, STL_STEPS_A_CALL);
}

/* Each effect looks at the entities, 64 at a time, and some at each other. */
static uint64_t steps_of_pass(const stl_world *world) {
  const strata_stats now = stl_stats(world->world);
  return now.effects * (1 + now.entities / 64 + now.effects / 64);
}

void stl_world_charge_passes(lua_State *L, const stl_world *world,
                             uint32_t times) {
  stl_charge(L, times * steps_of_pass(world));
}

void stl_world_charge_look(lua_State *L, const stl_world *world) {
  const stl_context *context = world->context;
  stl_budget_scope *scope = context->budget.scope;
  if (scope == NULL) return;
  if (scope->looked_at == world->serial &&
      scope->looked_after == context->changes) {
    return;
  }
  scope->looked_at = world->serial;
  scope->looked_after = context->changes;
  stl_charge(L, steps_of_pass(world));
}

void stl_world_note_change(const stl_world *world) {
  world->context->changes++;
}

void stl_world_charge_entities(lua_State *L, const stl_world *world) {
  stl_charge(L, stl_stats(world->world).entities);
}

stl_world *stl_world_check(lua_State *L, int index) {
  stl_world *world = stl_handle_check(L, index, STL_HANDLE_WORLD);
  stl_world_check_live(L, world);
  return world;
}

void stl_handle_push_world(lua_State *L, int index) {
  if (stl_handle_test(L, index, STL_HANDLE_WORLD) != NULL) {
    lua_pushvalue(L, index);
  } else {
    lua_getiuservalue(L, index, 1);
  }
}

/* -- Userdata -------------------------------------------------------------- */

stl_world *stl_world_push_new(lua_State *L, int rules) {
  rules = lua_absindex(L, rules);
  void **box = stl_handle_push_box(L, STL_HANDLE_WORLD, NULL);
  lua_pushvalue(L, rules);
  lua_setiuservalue(L, -2, 1);
  stl_world *world = stl_world_new(L, stl_handle_unbox(L, rules));
  *box = world;
  return world;
}

bool stl_world_is_of_host(lua_State *L, strata_world *world) {
  stl_context_push(L, STL_UV_HOST_WORLDS);
  const bool known = lua_rawgetp(L, -1, world) != LUA_TNIL;
  lua_pop(L, 2);
  return known;
}

bool stl_world_push_temporary(lua_State *L, strata_world *host) {
  stl_context_push(L, STL_UV_HOST_WORLDS);
  const bool known = lua_rawgetp(L, -1, host) != LUA_TNIL;
  lua_remove(L, -2);
  if (known) return false;
  lua_pop(L, 1);
  stl_push_host_rules(L, strata_world_rules(host));
  stl_world *world = stl_world_push_new(L, -1);
  world->world = host;
  lua_remove(L, -2);
  return true;
}

strata_world *stl_world_give_to_host(lua_State *L, int index) {
  stl_world *world = stl_world_check(L, index);
  lua_pushvalue(L, index);
  stl_context_push(L, STL_UV_HOST_WORLDS);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, world->world);
  lua_pop(L, 1);
  world->owned = false;
  return world->world;
}

void stl_world_forget_host(lua_State *L, strata_world *host) {
  stl_context_push(L, STL_UV_HOST_WORLDS);
  if (lua_rawgetp(L, -1, host) == LUA_TNIL) {
    lua_pop(L, 2);
    return;
  }
  stl_world *world = stl_handle_unbox(L, -1);
  stl_rules *rules = world->rules;
  stl_world_detach(world);
  bool used = rules->owned != NULL; /* a host's world on a script's rules */
  for (stl_world *w = world->context->worlds; w != NULL; w = w->next) {
    used = used || (w->rules == rules && w->world != NULL);
  }
  if (!used) stl_rules_forget(rules);
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_rawsetp(L, -2, host); /* of a key that is there: needs no memory */
  lua_pop(L, 1);
}

strata_world *stl_to_world(lua_State *L, int index) {
  const stl_world *world = stl_handle_test(L, index, STL_HANDLE_WORLD);
  return world != NULL ? world->world : NULL;
}

/* -- Ids as text ----------------------------------------------------------- */

strata_entity stl_parse_entity_id(const char *text, char **end_out) {
  if (*text == '#') text++;
  char *end = NULL;
  *end_out = NULL;
  const unsigned long long slot = strtoull(text, &end, 10);
  if (end == text || *end != ':' || slot > UINT32_MAX) return 0;
  text = end + 1;
  const unsigned long long generation = strtoull(text, &end, 10);
  if (end == text || generation > UINT32_MAX) return 0;
  *end_out = end;
  return (strata_entity)generation << 32 | slot;
}

static void push_id(lua_State *L, char sign, uint64_t id) {
  char text[32];
  (void)snprintf(text, sizeof text, "%c%" PRIu32 ":%" PRIu32, sign,
                 (uint32_t)(id & UINT32_MAX), (uint32_t)(id >> 32));
  lua_pushstring(L, text);
}

void stl_push_entity_id(lua_State *L, uint64_t id) {
  push_id(L, '#', id);
}

void stl_push_effect_id(lua_State *L, uint64_t id) {
  push_id(L, '~', id);
}
