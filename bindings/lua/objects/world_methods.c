/*
 * world_methods.c - worlds: make, load, copy, read, let go.
 *
 * A world made inside an action joins the action, and is taken back with it.
 */
#include "lua/objects/world_methods.h"

#include "lua/actions/chain_methods.h"
#include "lua/actions/course_calls.h"
#include "lua/actions/decision_tables.h"
#include "lua/actions/event_explanations.h"
#include "lua/actions/failed_handlers.h"
#include "lua/actions/handler_functions.h"
#include "lua/actions/legal_acts.h"
#include "lua/actions/log_rows.h"
#include "lua/actions/policies.h"
#include "lua/actions/running_worlds.h"
#include "lua/actions/seats.h"
#include "lua/actions/world_act.h"
#include "lua/actions/world_transaction.h"
#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/compiled_expr.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"
#include "lua/objects/effect_handles.h"
#include "lua/objects/object_methods.h"
#include "lua/objects/pack_list.h"
#include "lua/objects/profile_tables.h"
#include "lua/objects/save_packs.h"
#include "lua/objects/value_explanations.h"
#include "lua/objects/world_recording.h"
#include "lua/objects/world_reload.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* Charge for a call that goes through the whole state of a world. That call
 * takes back an action that is ahead (st_world_go_back); strata_world_stats
 * does not, and counts the pages of what the action has written. So the action
 * is taken back before the state is measured: the same script is charged the
 * same, whether it has read something of the world before or not. */
static void charge_state(lua_State *L, const stl_world *world) {
  (void)strata_hash(world->world); /* it takes the action back */
  stl_charge_bytes(L, (size_t)stl_stats(world->world).state_bytes);
}

/* -- Life ----------------------------------------------------------------- */

/* Worlds are no memory of Lua's, and no table of one is empty. */
enum { STEPS_A_WORLD = 10 * 1000 };

static int world_gc(lua_State *L) {
  stl_world **box = lua_touserdata(L, 1);
  if (*box != NULL) stl_world_delete(*box);
  *box = NULL;
  return 0;
}

/* A world that was made in an action belongs to it. */
static void join_running_action(lua_State *L, stl_world *world) {
  const strata_status status = stl_action_join(world);
  if (status != STRATA_OK) stl_world_raise(L, world, status, "world");
}

/* Whoever made the rules knows what their handlers do. */
static void set_world_runner(lua_State *L, stl_world *world) {
  const strata_status status = stl_world_set_handler_runner(world);
  if (status != STRATA_OK) stl_world_raise(L, world, status, "world");
}

void stl_push_world(lua_State *L, strata_world *host) {
  stl_context_push(L, STL_UV_HOST_WORLDS);
  if (lua_rawgetp(L, -1, host) != LUA_TNIL) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  stl_push_host_rules(L, strata_world_rules(host));
  stl_world *world = stl_world_push_new(L, -1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -4, host);
  world->world = host; /* not before stl_world_forget_host can find it */
  set_world_runner(L, world);
  join_running_action(L, world);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* on_fault = "stop": what becomes of an action in which a handler fails. */
static void read_on_fault(lua_State *L, int options, stl_world *world) {
  static const char *const words[] = {"disable", "stop", NULL};
  if (lua_getfield(L, options, "on_fault") != LUA_TNIL) {
    const char *text = stl_field_text(L, -1, "rules:world", "on_fault");
    world->stops_on_fault = strcmp(text, words[1]) == 0;
    if (!world->stops_on_fault && strcmp(text, words[0]) != 0) {
      stl_raise_unknown_word(L, "rules:world", "on_fault", text, words);
    }
  }
  lua_pop(L, 1);
}

/* event_limit = 1000: how many events one action may have. */
static void read_event_limit(lua_State *L, int options, stl_world *world) {
  if (lua_getfield(L, options, "event_limit") != LUA_TNIL) {
    const lua_Integer limit = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (limit < 1) {
      luaL_error(L, "rules:world.event_limit: expected a number from 1");
    }
    world->event_limit = (uint64_t)limit;
  }
  lua_pop(L, 1);
}

/* Read { strict = , log = , on_fault = , event_limit = } at `options`, if it is
 * there. */
static void read_world_options(lua_State *L, int options, stl_world *world) {
  static const char *const known[] = {"event_limit", "log", "on_fault",
                                      "strict", NULL};
  if (lua_isnoneornil(L, options)) return;
  luaL_checktype(L, options, LUA_TTABLE);
  stl_check_fields(L, options, "rules:world", "option", known, 0);
  read_on_fault(L, options, world);
  read_event_limit(L, options, world);
  if (lua_getfield(L, options, "strict") != LUA_TNIL) {
    lua_pop(L, 1);
    world->strict = stl_field_boolean(L, options, "rules:world", "strict");
  } else {
    lua_pop(L, 1);
  }
  if (lua_getfield(L, options, "log") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_isfunction(L, -1)) {
    luaL_error(L, "rules:world.log: expected a function, got %s",
               luaL_typename(L, -1));
  }
  lua_setiuservalue(L, -2, 2);
}

static strata_world_config world_config(stl_context *context) {
  return (strata_world_config){.alloc = context->alloc,
                               .alloc_user = context->alloc_user,
                               .quotas = context->quotas,
                               .interrupt = stl_budget_ask_host,
                               .interrupt_user = &context->budget};
}

static stl_rules *check_rules_arg(lua_State *L, int index) {
  stl_rules *rules = stl_handle_check(L, index, STL_HANDLE_RULES);
  if (rules->rules == NULL) luaL_error(L, "rules: stale");
  return rules;
}

int stl_rules_world(lua_State *L) {
  const stl_rules *rules = check_rules_arg(L, 1);
  lua_settop(L, 2);
  stl_charge(L, STEPS_A_WORLD);
  stl_world *world = stl_world_push_new(L, 1);
  read_world_options(L, 2, world);
  const strata_world_config config = world_config(world->context);
  const strata_status status =
      strata_world_new(rules->rules, &config, &world->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, NULL, status, "rules:world");
  }
  world->owned = true;
  set_world_runner(L, world);
  join_running_action(L, world);
  return 1;
}

/* rules:load has an option more than rules:world: look at it, and put a table
 * without it in the place of the options, which are the caller's. */
static bool take_allow_changed(lua_State *L, int options) {
  if (!lua_istable(L, options)) return false;
  const int type = lua_getfield(L, options, "allow_changed");
  const bool is_allowed = lua_toboolean(L, -1) != 0;
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    luaL_error(L, "rules:load.allow_changed: expected a boolean, got %s",
               luaL_typename(L, -1));
  }
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, options)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushnil(L);
  lua_setfield(L, -2, "allow_changed");
  lua_replace(L, options);
  lua_pop(L, 1);
  return is_allowed;
}

int stl_rules_load(lua_State *L) {
  const stl_rules *rules = check_rules_arg(L, 1);
  size_t size = 0;
  const char *bytes = luaL_checklstring(L, 2, &size);
  lua_settop(L, 3);
  const bool is_allowed = take_allow_changed(L, 3);
  stl_charge(L, STEPS_A_WORLD);
  stl_charge_bytes(L, size);
  const size_t offset = stl_save_packs_check(L, 1, bytes, size, is_allowed);
  stl_world *world = stl_world_push_new(L, 1);
  read_world_options(L, 3, world);
  const strata_world_config config = world_config(world->context);
  strata_error error = {0};
  const strata_status status =
      strata_load(rules->rules, &config, bytes + offset, size - offset,
                  &world->world, &error);
  if (status != STRATA_OK) {
    const size_t place = offset + error.offset;
    return luaL_error(L, "rules:load: %s (at byte %I)",
                      error.text[0] != '\0' ? error.text
                                            : strata_status_text(status),
                      (LUAI_UACINT)place);
  }
  world->owned = true;
  set_world_runner(L, world);
  join_running_action(L, world);
  stl_save_packs_migrate(L, 1, lua_gettop(L), bytes, size);
  return 1;
}

/* Push a world with the rules and options of the one at 1, without a state. */
static stl_world *push_copy(lua_State *L, const char *what) {
  const stl_world *from = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, from, what);
  stl_charge(L, STEPS_A_WORLD);
  charge_state(L, from);
  lua_settop(L, 1);
  lua_getiuservalue(L, 1, 1);
  stl_world *world = stl_world_push_new(L, -1);
  world->strict = from->strict;
  world->stops_on_fault = from->stops_on_fault;
  world->event_limit = from->event_limit;
  return world;
}

/* A copy of a world in the middle of an action can only be read. */
static int world_peek(lua_State *L) {
  stl_world *world = push_copy(L, "world:peek");
  const stl_world *from = stl_world_check(L, 1);
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_peek(from->world, NULL, &world->world);
  stl_running_world_end_checked(L, &acting, status, "world:peek");
  world->owned = true;
  world->is_read_only = true;
  return 1;
}

static int world_fork(lua_State *L) {
  stl_world *world = push_copy(L, "world:fork");
  const stl_world *from = stl_world_check(L, 1);
  lua_getiuservalue(L, 1, 2);
  lua_setiuservalue(L, -2, 2);
  const strata_status status = strata_fork(from->world, NULL, &world->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, NULL, status, "world:fork");
  }
  world->owned = true;
  join_running_action(L, world);
  return 1;
}

/* -- Reading -------------------------------------------------------------- */

static int world_entities(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 1);
  stl_world_charge_entities(L, world);
  lua_createtable(L, (int)stl_stats(world->world).entities, 0);
  lua_Integer count = 0;
  strata_entity entity = strata_entity_next(world->world, 0);
  while (entity != 0) {
    if (!stl_visibility_is_hidden(
            world, entity)) { /* their order would tell of them */
      stl_push_entity(L, 1, entity);
      lua_rawseti(L, 2, ++count);
    }
    entity = strata_entity_next(world->world, entity);
  }
  return 1;
}

typedef struct aged_effect {
  uint64_t timestamp;
  strata_effect effect;
} aged_effect;

static int compare_by_age(const void *left, const void *right) {
  const aged_effect *a = left;
  const aged_effect *b = right;
  return a->timestamp < b->timestamp ? -1 : a->timestamp > b->timestamp;
}

static int world_effects(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 1);
  const size_t room = (size_t)stl_stats(world->world).effects;
  stl_charge(L, 4 * room); /* they are sorted */
  aged_effect *found = lua_newuserdatauv(L, (room + 1) * sizeof *found, 0);
  size_t count = 0;
  strata_effect effect = strata_effect_next(world->world, STRATA_NO_EFFECT);
  while (effect.id != 0 && count < room) {
    strata_effect_info info = {0};
    const strata_status status =
        strata_effect_describe(world->world, effect, &info);
    if (status != STRATA_OK) {
      return stl_world_raise(L, world, status, "effects");
    }
    found[count++] = (aged_effect){info.timestamp, effect};
    effect = strata_effect_next(world->world, effect);
  }
  qsort(found, count, sizeof *found, compare_by_age);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    stl_push_effect(L, 1, found[i].effect);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int world_entity(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  strata_entity entity = 0;
  if (lua_type(L, 2) == LUA_TNUMBER) {
    const lua_Integer slot = luaL_checkinteger(L, 2);
    stl_world_charge_entities(L, world);
    do {
      entity = strata_entity_next(world->world, entity);
    } while (entity != 0 && (lua_Integer)(entity & UINT32_MAX) != slot);
  } else {
    char *end = NULL;
    entity = stl_parse_entity_id(luaL_checkstring(L, 2), &end);
    if (end == NULL || *end != '\0' || !strata_is_alive(world->world, entity)) {
      entity = 0;
    }
  }
  if (entity != 0 && stl_visibility_is_hidden(world, entity)) entity = 0;
  stl_push_entity(L, 1, entity);
  return 1;
}

/* Copy the list at index 3 of entities of this world. */
static void read_entity_list(lua_State *L, const stl_world *world, size_t count,
                             strata_entity *out) {
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, 3, (lua_Integer)i + 1);
    const stl_handle *handle = stl_handle_test(L, -1, STL_HANDLE_ENTITY);
    if (handle == NULL) {
      luaL_error(L, "world:values: entities[%I]: expected an entity, got %s",
                 (LUAI_UACINT)i + 1, luaL_typename(L, -1));
      return; /* unreachable */
    }
    if (handle->world != world) {
      luaL_error(L, "world:values: entities[%I]: entity of another world",
                 (LUAI_UACINT)i + 1);
    }
    out[i] = handle->id;
    lua_pop(L, 1);
  }
}

/* Say which one it is, as scripts count. */
static int raise_gone_entity(lua_State *L, const stl_world *world,
                             const strata_entity *entities) {
  size_t i = 0;
  while (strata_is_alive(world->world, entities[i])) {
    i++;
  }
  stl_push_entity_id(L, entities[i]);
  return luaL_error(
      L, "world:values: entities[%I]: %s no longer exists in this world",
      (LUAI_UACINT)i + 1, lua_tostring(L, -1));
}

static int world_values(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:values");
  const strata_attr attr = stl_rules_need_attr(L, world->rules, "world:values",
                                               luaL_checkstring(L, 2));
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  const size_t count = (size_t)lua_rawlen(L, 3);
  stl_charge(L, count);
  (void)stl_check_list(L, 3, "world:values: entities", STL_LIST_OF_ANY);
  strata_entity *entities =
      lua_newuserdatauv(L, (count + 1) * sizeof *entities, 0);
  int64_t *values = lua_newuserdatauv(L, (count + 1) * sizeof *values, 0);
  read_entity_list(L, world, count, entities);
  stl_world_charge_look(L, world);
  const strata_status status =
      strata_get_ints(world->world, attr, entities, count, values);
  if (status == STRATA_ESTALE) return raise_gone_entity(L, world, entities);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:values");
  }
  strata_attribute attribute = {0};
  const bool flag = strata_rules_attribute(world->rules->rules, attr,
                                           &attribute) == STRATA_OK &&
                    attribute.type == STRATA_FLAG;
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    if (flag) {
      lua_pushboolean(L, values[i] != 0);
    } else {
      lua_pushinteger(L, values[i]);
    }
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int world_hash(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:hash");
  charge_state(L, world);
  return stl_push_hash(L, strata_hash(world->world));
}

static int world_position(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:position");
  charge_state(L, world);
  uint64_t hash = 0;
  const strata_status s = strata_position_hash(world->world, &hash);
  if (s == STRATA_OK) return stl_push_hash(L, hash);
  return stl_world_raise(L, world, s, "world:position");
}

static int world_save(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:save");
  charge_state(L, world);
  size_t size = 0;
  strata_status status = strata_save(world->world, NULL, 0, &size);
  if (status == STRATA_OK) {
    lua_settop(L, 1);
    void *buffer = lua_newuserdatauv(L, size, 0);
    status = strata_save(world->world, buffer, size, &size);
    if (status == STRATA_OK) {
      lua_getiuservalue(L, 1, 1);
      stl_save_packs_push(L, 3, buffer, size);
      return 1;
    }
  }
  return stl_world_raise(L, world, status, "world:save");
}

/* What the next three tell and change hangs on what a host has read before, so
 * a handler that knew it would do something else in the same game. */
static int world_stats(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:stats");
  const strata_stats stats = stl_stats(world->world);
  const struct {
    const char *name;
    uint64_t value;
  } fields[] = {{"entities", stats.entities},
                {"effects", stats.effects},
                {"evaluations", stats.evaluations},
                {"classes", stats.classes},
                {"state_bytes", stats.state_bytes},
                {"cache_bytes", stats.cache_bytes},
                {"journal_bytes", stats.journal_bytes},
                {"live_bytes", stats.live_bytes},
                {"predicate_calls", stats.predicate_calls},
                {"trials", stats.trials},
                {"resumed", stats.resumed},
                {"effort", stats.effort}};
  const size_t count = sizeof fields / sizeof fields[0];
  lua_createtable(L, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, (lua_Integer)fields[i].value);
    lua_setfield(L, -2, fields[i].name);
  }
  return 1;
}

static int world_drop_caches(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:drop_caches");
  stl_world_note_change(world); /* all is computed anew */
  strata_world_drop_caches(world->world);
  return 0;
}

static int world_tune(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:tune");
  /* In the order of the enums. */
  static const char *const whats[] = {"classes", "sums", "updates",
                                      "answers", "sets", NULL};
  static const char *const hows[] = {"auto", "never", "always", NULL};
  const int what = luaL_checkoption(L, 2, NULL, whats);
  const int how = luaL_checkoption(L, 3, NULL, hows);
  stl_world_note_change(world);
  const strata_status status =
      strata_world_tune(world->world, (strata_tuning)what, (strata_tune)how);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:tune");
  }
  return 0;
}

/* -- The end of the game --------------------------------------------------- */

static int world_ended(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const uint64_t end = strata_game_end(world->world);
  if (end == 0) {
    lua_pushnil(L);
  } else {
    lua_pushinteger(L, (lua_Integer)end);
  }
  return 1;
}

/* -- Fields --------------------------------------------------------------- */

static int world_index(lua_State *L) {
  const stl_world *world = stl_handle_unbox(L, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "rules") == 0) {
    lua_getiuservalue(L, 1, 1);
    return 1;
  }
  if (strcmp(key, "strict") == 0) {
    lua_pushboolean(L, world->strict);
    return 1;
  }
  return luaL_error(L, "a world has no field '%s'", key);
}

static int world_newindex(lua_State *L) {
  return luaL_error(L, "a world's fields cannot be assigned");
}

static int world_tostring(lua_State *L) {
  const stl_world *world = stl_handle_check(L, 1, STL_HANDLE_WORLD);
  if (world->world == NULL) {
    lua_pushliteral(L, "world (stale)");
    return 1;
  }
  const strata_stats stats = stl_stats(world->world);
  lua_pushfstring(L, "world with %I entities and %I effects",
                  (LUAI_UACINT)stats.entities, (LUAI_UACINT)stats.effects);
  return 1;
}

static const luaL_Reg methods[] = {{"spawn", stl_world_spawn},
                                   {"spawn_copy", stl_world_spawn_copy},
                                   {"zone", stl_world_zone},
                                   {"forget_gone", stl_world_forget_gone},
                                   {"graph", stl_world_graph},
                                   {"profile", stl_world_profile},
                                   {"entity", world_entity},
                                   {"entities", world_entities},
                                   {"values", world_values},
                                   {"effect", stl_world_effect},
                                   {"effects", world_effects},
                                   {"select", stl_world_select},
                                   {"count", stl_world_count},
                                   {"eval", stl_world_eval},
                                   {"action", stl_world_action},
                                   {"mark", stl_world_mark},
                                   {"rollback", stl_world_rollback},
                                   {"commit", stl_world_commit},
                                   {"fork", world_fork},
                                   {"hash", world_hash},
                                   {"position", world_position},
                                   {"save", world_save},
                                   {"reload", stl_world_reload},
                                   {"lacks", stl_world_lacks},
                                   {"stats", world_stats},
                                   {"drop_caches", world_drop_caches},
                                   {"tune", world_tune},
                                   {"peek", world_peek},
                                   {"policy", stl_world_policy},
                                   {"view", stl_world_view},
                                   {"decisions", stl_world_decisions},
                                   {"legal", stl_world_legal},
                                   {"seat", stl_world_seat},
                                   {"seat_object", stl_world_seat_object},
                                   {"seat_secret", stl_world_seat_secret},
                                   {"disclose", stl_world_disclose},
                                   {"count_legal", stl_world_count_legal},
                                   {"sample_legal", stl_world_sample_legal},
                                   {"ended", world_ended},
                                   {"course", stl_world_course},
                                   {"next_choice", stl_world_next_choice},
                                   {"note", stl_world_note},
                                   {"noted", stl_world_noted},
                                   {"log", stl_world_log},
                                   {"forget_log", stl_world_forget_log},
                                   {"keep_log", stl_world_keep_log},
                                   {"why", stl_world_why},
                                   {"why_not", stl_world_why_not},
                                   {"remember", stl_world_remember},
                                   {"faults", stl_world_faults},
                                   {NULL, NULL}};

void stl_open_world(lua_State *L) {
  static const luaL_Reg meta[] = {{"__gc", world_gc},
                                  {"__tostring", world_tostring},
                                  {"__newindex", world_newindex},
                                  {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_WORLD, "world", meta);
  luaL_newlib(L, methods);
  stl_add_chain_methods(L);
  stl_add_recording_methods(L);
  lua_pushcclosure(L, world_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
