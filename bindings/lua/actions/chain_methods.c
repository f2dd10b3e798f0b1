/*
 * chain_methods.c - the methods of handler chains of entities and worlds.
 *
 * A chain is a list of handlers to which events are passed. Scripts name
 * handlers by the names of their codes, one name or a list; a list is a group,
 * which is added whole or not at all. The chains of a world apply to all its
 * entities.
 */
#include "lua/actions/chain_methods.h"

#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* Whose chains. */
typedef struct chain_owner {
  const stl_world *world;
  strata_entity entity; /* 0: of all */
} chain_owner;

/* The world or entity at 1. */
static chain_owner check_chain_owner(lua_State *L) {
  if (stl_handle_test(L, 1, STL_HANDLE_WORLD) != NULL) {
    return (chain_owner){stl_world_check(L, 1), 0};
  }
  const stl_handle *handle = stl_entity_check(L, 1);
  return (chain_owner){handle->world, handle->id};
}

/* Check_owner for what tells of its chains: those of a definition would tell
 * which it is. */
static chain_owner check_visible_chain_owner(lua_State *L, const char *where) {
  const chain_owner o = check_chain_owner(L);
  if (o.entity != 0) {
    stl_visibility_refuse_face_down(L, o.world, o.entity, where);
  }
  return o;
}

/* -- Hooking -------------------------------------------------------------- */

/* The names at 2; what they are read to is pushed. */
static void read_chain_handlers(lua_State *L, const stl_world *world,
                                const char *where, strata_hook_desc *out) {
  const bool one = lua_type(L, 2) == LUA_TSTRING;
  if (!one && !lua_istable(L, 2)) {
    stl_push_mismatch(L, where, "the name of a handler, or a list of them", 2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  const size_t count =
      one ? 1 : (size_t)stl_check_list(L, 2, where, STL_LIST_OF_UNEQUAL);
  strata_watcher_def *codes =
      lua_newuserdatauv(L, (count + 1) * sizeof *codes, 0);
  for (size_t i = 0; i < count; i++) {
    if (one) {
      lua_pushvalue(L, 2);
    } else {
      lua_rawgeti(L, 2, (lua_Integer)i + 1);
    }
    lua_pushfstring(L, "%s[%d]", where, (int)i + 1);
    const char *name = stl_field_text(L, -2, lua_tostring(L, -1), NULL);
    codes[i] =
        stl_rules_need(L, world->rules, STRATA_NAME_WATCHER_DEF, where, name);
    lua_pop(L, 2);
  }
  out->watcher_defs = codes;
  out->watcher_def_count = count;
}

/* { clock = "turn", ticks = 2 } at 3: until it has ticked so often, or once. */
static void read_chain_duration(lua_State *L, const stl_world *world,
                                const char *where, strata_hook_desc *out) {
  static const char *const known[] = {"clock", "ticks", NULL};
  if (lua_isnil(L, 3)) return;
  luaL_checktype(L, 3, LUA_TTABLE);
  stl_check_fields(L, 3, where, "option", known, 0);
  lua_getfield(L, 3, "clock");
  const char *name = stl_field_text(L, -1, where, "clock");
  out->clock = stl_rules_need(L, world->rules, STRATA_NAME_CLOCK, where, name);
  lua_getfield(L, 3, "ticks");
  const lua_Integer ticks = luaL_optinteger(L, -1, 1);
  luaL_argcheck(L, ticks >= 1 && ticks <= UINT32_MAX, 3,
                "ticks is 1 or more, of 32 bits");
  out->ticks = (uint64_t)ticks;
  lua_pop(L, 2);
}

typedef strata_status (*hook_fn)(strata_world *world,
                                 const strata_hook_desc *desc, size_t *count);

/* How many handlers were not there, or were. */
static int change_chain(lua_State *L, const char *where, hook_fn fn,
                        bool tries) {
  const chain_owner o = check_chain_owner(L);
  lua_settop(L, 3);
  strata_hook_desc desc = {.owner = o.entity, .try_only = tries};
  read_chain_duration(L, o.world, where, &desc);
  read_chain_handlers(L, o.world, where, &desc);
  size_t count = 0;
  const strata_status status = fn(o.world->world, &desc, &count);
  if (status != STRATA_OK) return stl_world_raise(L, o.world, status, where);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

static int chain_hook(lua_State *L) {
  return change_chain(L, "hook", strata_hook_add, false);
}

static int chain_try_hook(lua_State *L) {
  return change_chain(L, "try_hook", strata_hook_add, true);
}

static int chain_unhook(lua_State *L) {
  return change_chain(L, "unhook", strata_hook_remove, false);
}

static int chain_try_unhook(lua_State *L) {
  return change_chain(L, "try_unhook", strata_hook_remove, true);
}

static int chain_is_hooked(lua_State *L) {
  const chain_owner o = check_visible_chain_owner(L, "is_hooked");
  const strata_watcher_def code =
      stl_rules_need(L, o.world->rules, STRATA_NAME_WATCHER_DEF, "is_hooked",
                     luaL_checkstring(L, 2));
  lua_pushboolean(L, strata_hook_has(o.world->world, o.entity, code));
  return 1;
}

/* -- Looking -------------------------------------------------------------- */

static void push_chain_row(lua_State *L, const stl_world *world,
                           const strata_chain_row *row) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L,
                 strata_rules_name(world->rules->rules, STRATA_NAME_WATCHER_DEF,
                                   row->watcher_def));
  lua_setfield(L, -2, "name");
  lua_pushinteger(L, row->rank);
  lua_setfield(L, -2, "rank");
  lua_pushboolean(L, row->owner != 0);
  lua_setfield(L, -2, "own");
  lua_pushboolean(L, row->hooked != 0);
  lua_setfield(L, -2, "hooked");
}

/* bear:chain("hit", "before") */
static int chain_rows(lua_State *L) {
  const chain_owner o = check_visible_chain_owner(L, "chain");
  const char *name = luaL_checkstring(L, 2);
  const char *phase = luaL_checkstring(L, 3);
  const strata_event_type kind =
      stl_rules_need(L, o.world->rules, STRATA_NAME_EVENT_TYPE, "chain", name);
  const strata_chain_row *rows = NULL;
  size_t count = 0;
  const strata_status status =
      strata_chain_list(o.world->world, o.entity, kind, phase, &rows, &count);
  if (status != STRATA_OK) return stl_world_raise(L, o.world, status, "chain");
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_chain_row(L, o.world, &rows[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* -- Stores --------------------------------------------------------------- */

/* Push the owner's world, for what is pushed as of it. */
static int push_chain_world(lua_State *L) {
  if (stl_handle_test(L, 1, STL_HANDLE_WORLD) != NULL) {
    lua_pushvalue(L, 1);
  } else {
    lua_getiuservalue(L, 1, 1);
  }
  return lua_gettop(L);
}

/* bear:hook_get("x:rage", "count") */
static int chain_store_get(lua_State *L) {
  const chain_owner o = check_visible_chain_owner(L, "hook_get");
  const strata_watcher_def code =
      stl_rules_need(L, o.world->rules, STRATA_NAME_WATCHER_DEF, "hook_get",
                     luaL_checkstring(L, 2));
  strata_value value = {0};
  const strata_status status = strata_hook_get(o.world->world, o.entity, code,
                                               luaL_checkstring(L, 3), &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, o.world, status, "hook_get");
  }
  stl_push_value(L, push_chain_world(L), &value);
  return 1;
}

/* bear:hook_set("x:rage", "count", 3) */
static int chain_store_set(lua_State *L) {
  const chain_owner o = check_chain_owner(L);
  lua_settop(L, 4);
  const char *name = luaL_checkstring(L, 3);
  const strata_watcher_def code =
      stl_rules_need(L, o.world->rules, STRATA_NAME_WATCHER_DEF, "hook_set",
                     luaL_checkstring(L, 2));
  strata_value value = {0};
  strata_status status =
      strata_hook_get(o.world->world, o.entity, code, name, &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, o.world, status, "hook_set");
  }
  const char *expected =
      stl_read_plain_value(L, 4, o.world, value.type, &value);
  if (expected != NULL) {
    stl_push_mismatch(L, name, expected, 4);
    return luaL_error(L, "hook_set: %s", lua_tostring(L, -1));
  }
  status = strata_hook_set(o.world->world, o.entity, code, name, &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, o.world, status, "hook_set");
  }
  return 0;
}

/* -- Passing -------------------------------------------------------------- */

/* Push the fields of the event as they were left, then what came of it. */
static int push_walk_result(lua_State *L, const stl_world *world,
                            const strata_walk_result *passed) {
  strata_log_row row = {0};
  const strata_status status = strata_log_get(world->world, passed->row, &row);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:pass");
  }
  lua_createtable(L, 0, (int)row.field_count);
  for (size_t i = 0; i < row.field_count; i++) {
    stl_push_value(L, 1, &row.fields[i].value);
    lua_setfield(L, -2, row.fields[i].name);
  }
  lua_createtable(L, 0, 5);
  lua_pushboolean(L, passed->outcome == STRATA_PARTLY);
  lua_setfield(L, -2, "partly");
  lua_pushinteger(L, passed->called);
  lua_setfield(L, -2, "called");
  lua_pushboolean(L, passed->stopped);
  lua_setfield(L, -2, "stopped");
  lua_pushboolean(L, passed->until);
  lua_setfield(L, -2, "ended");
  if (passed->stopper != 0) {
    lua_pushstring(L,
                   strata_rules_name(world->rules->rules,
                                     STRATA_NAME_WATCHER_DEF, passed->stopper));
    lua_setfield(L, -2, "by");
  }
  return 2;
}

/* world:pass("hit", "before", { who = bear }, { whole = true }) */
int stl_world_pass(lua_State *L) {
  static const char *const known[] = {"by", "source", "whole", NULL};
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 5);
  strata_walk_desc desc = {.phase = luaL_checkstring(L, 3)};
  if (!lua_isnil(L, 5)) {
    luaL_checktype(L, 5, LUA_TTABLE);
    stl_check_fields(L, 5, "world:pass", "option", known, 0);
    desc.whole = stl_field_boolean(L, 5, "world:pass", "whole");
    lua_createtable(L, 0, 2); /* those that all events have */
    lua_getfield(L, 5, "by");
    lua_setfield(L, -2, "by");
    lua_getfield(L, 5, "source");
    lua_setfield(L, -2, "source");
    lua_replace(L, 5);
  }
  lua_pushvalue(L, 3); /* the phase lives on above */
  lua_remove(L, 3);    /* kind, fields and options stand as for world:act */
  const stl_event_reading reading = {
      .world = world, .index = 1, .where = "world:pass"};
  stl_event_read(L, &reading, 2, &desc.event);
  strata_walk_result passed = {0};
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_walk_chain(world->world, &desc, &passed);
  stl_running_world_end_checked(L, &acting, status, "world:pass");
  stl_charge_events(L, world);
  if (passed.outcome != STRATA_DECIDE) {
    return push_walk_result(L, world, &passed);
  }
  lua_pushnil(L);
  lua_pushliteral(L, "decide");
  return 2;
}

/* -- Opening -------------------------------------------------------------- */

static const luaL_Reg chain_methods[] = {{"hook", chain_hook},
                                         {"try_hook", chain_try_hook},
                                         {"unhook", chain_unhook},
                                         {"try_unhook", chain_try_unhook},
                                         {"is_hooked", chain_is_hooked},
                                         {"chain", chain_rows},
                                         {"hook_get", chain_store_get},
                                         {"hook_set", chain_store_set},
                                         {NULL, NULL}};

void stl_add_chain_methods(lua_State *L) {
  luaL_setfuncs(L, chain_methods, 0);
}
