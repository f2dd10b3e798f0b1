/*
 * world_act.c - world:act and the other methods that make events.
 *
 * The fields of an event type tell which type a value must have. Parameters of
 * codes have no declared type: there the Lua value decides, and the engine
 * refuses a wrong one.
 */
#include "lua/actions/world_act.h"

#include "lua/actions/running_worlds.h"
#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- What is given -------------------------------------------------------- */

/* Whose values are read: of an event's fields, or (kind 0) of a code. */
typedef struct given_args {
  stl_world *world;
  const char *where; /* "world:act: gain" */
  strata_event_type kind;
} given_args;

/* The type that a value is to have: 0 if only the engine knows it. */
static strata_type given_type(const given_args *g, const char *name) {
  const strata_rules *rules = g->world->rules->rules;
  if (g->kind == 0) return 0;
  const strata_field field = strata_rules_find(rules, STRATA_NAME_FIELD, name);
  return field == 0 ? 0 : (strata_type)strata_rules_field_type(rules, field);
}

/* The value under the key at the top, which is popped. */
static strata_named_value read_given(lua_State *L, const given_args *g,
                                     int table) {
  const char *name = lua_tostring(L, -1);
  strata_named_value given = {.name = name};
  lua_getfield(L, table, name);
  const char *expected = stl_read_plain_value(
      L, lua_gettop(L), g->world, given_type(g, name), &given.value);
  if (expected != NULL) {
    lua_pushfstring(L, "%s.%s", g->where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), expected, lua_gettop(L) - 1);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 2);
  return given;
}

/* Push the keys of the table in their order, which Lua's is not. */
static lua_Integer push_sorted_keys(lua_State *L, const given_args *g,
                                    int table) {
  lua_Integer count = 0;
  lua_newtable(L);
  const int keys = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      luaL_error(L, "%s: expected values by name, got a %s as a key", g->where,
                 lua_typename(L, stl_odd_key_type(L, table, 0)));
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
  }
  stl_sort_keys(L, keys, count);
  return count;
}

/* Read the table at `table`, or nothing for nil; what it is read to is pushed.
 */
static void read_given_table(lua_State *L, const given_args *g, int table,
                             strata_act_desc *out) {
  if (lua_isnoneornil(L, table)) return;
  if (!lua_istable(L, table)) {
    stl_push_mismatch(L, g->where, "a table of values by name", table);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  const lua_Integer count = push_sorted_keys(L, g, table);
  const int keys = lua_gettop(L);
  strata_named_value *given =
      lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *given, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, keys, i + 1);
    given[i] = read_given(L, g, table);
  }
  out->given = given;
  out->given_count = (size_t)count;
}

strata_entity stl_field_entity(lua_State *L, int index, const stl_world *world,
                               const char *where, const char *name) {
  strata_value value = {0};
  lua_getfield(L, index, name);
  const char *expected =
      stl_read_plain_value(L, lua_gettop(L), world, STRATA_REF, &value);
  if (expected != NULL) {
    lua_pushfstring(L, "%s: %s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), expected, lua_gettop(L) - 1);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return value.ref;
}

/* -- world:act ------------------------------------------------------------ */

/* settling = "checks": what comes after the action. */
static strata_settle_mode read_settling(lua_State *L, int index,
                                        const char *where) {
  static const char *const names[] = {"all", "none", "checks", "place", NULL};
  if (lua_getfield(L, index, "settling") == LUA_TNIL) {
    lua_pop(L, 1);
    return STRATA_SETTLE_ALL;
  }
  const char *text = stl_field_text(L, -1, where, "settling");
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp(names[i], text) == 0) {
      lua_pop(L, 1);
      return (strata_settle_mode)i;
    }
  }
  stl_raise_unknown_word(L, where, "settling", text, names);
  return STRATA_SETTLE_ALL;
}

int stl_push_outcome(lua_State *L, const stl_world *world,
                     strata_outcome outcome) {
  strata_act_result result;
  lua_pushstring(L, strata_outcome_text(outcome));
  strata_last_action(world->world, &result);
  if (outcome == STRATA_DECIDE || result.why_not == NULL) return 1;
  lua_pushfstring(L, "it did not happen: %s", result.why_not);
  return 2;
}

int stl_host_complete_fields(lua_State *L) {
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_setiuservalue(L, 1, STL_UV_FIELDS);
  return 0;
}

/* Let the packs of the rules complete the fields of an event, in place of the
 * table at `fields`: with the defaults of its type, and the words for cards.
 * The world is at `reading->index`. */
static void complete_given_fields(lua_State *L,
                                  const stl_event_reading *reading,
                                  const char *name, int fields,
                                  const strata_act_desc *desc) {
  const int top = lua_gettop(L);
  lua_getiuservalue(L, reading->index, 1); /* the rules */
  if (lua_getiuservalue(L, -1, STL_UV_FIELDS) == LUA_TTABLE &&
      lua_getfield(L, -1, name) == LUA_TFUNCTION) {
    lua_pushvalue(L, reading->index);
    lua_pushvalue(L, fields);
    stl_push_entity(L, reading->index, desc->you ? desc->you : reading->by);
    stl_push_entity(L, reading->index,
                    desc->source ? desc->source : reading->cause);
    lua_call(L, 4, 1);
    lua_replace(L, fields);
  }
  lua_settop(L, top);
}

void stl_event_read(lua_State *L, const stl_event_reading *reading, int first,
                    strata_act_desc *out) {
  static const char *const all[] = {"by", "settling", "source", NULL};
  static const char *const inner[] = {"by", "source", NULL};
  stl_world *world = reading->world;
  const char *where = reading->where;
  const bool settles = reading->settles;
  const char *name = luaL_checkstring(L, first);
  const int options = first + 2;
  out->event =
      stl_rules_need(L, world->rules, STRATA_NAME_EVENT_TYPE, where, name);
  if (!lua_isnil(L, options)) {
    luaL_checktype(L, options, LUA_TTABLE);
    stl_check_fields(L, options, where, "option", settles ? all : inner, 0);
    out->you = stl_field_entity(L, options, world, where, "by");
    out->source = stl_field_entity(L, options, world, where, "source");
    if (settles) out->settling = read_settling(L, options, where);
  }
  const given_args g = {.world = world,
                        .where = lua_pushfstring(L, "%s: %s", where, name),
                        .kind = out->event};
  complete_given_fields(L, reading, name, first + 1, out);
  read_given_table(L, &g, first + 1, out);
}

/* { code = "test:choir", source = bear, you = alice, with = { target = elf } }
 */
void stl_read_watcher_call(lua_State *L, stl_world *world, const char *where,
                           strata_act_desc *out) {
  static const char *const known[] = {"code", "resolve", "settling", "source",
                                      "with", "you",     NULL};
  given_args code = {.world = world, .where = where};
  given_args *g = &code;
  const stl_rules *rules = g->world->rules;
  stl_check_fields(L, 2, g->where, "field", known, 0);
  out->settling = read_settling(L, 2, g->where);
  out->resolve = stl_field_boolean(L, 2, g->where, "resolve");
  if (lua_getfield(L, 2, "code") == LUA_TNIL && out->resolve) return;
  const char *name = stl_field_text(L, -1, g->where, "code");
  out->watcher_def =
      stl_rules_need(L, rules, STRATA_NAME_WATCHER_DEF, g->where, name);
  out->you = stl_field_entity(L, 2, g->world, g->where, "you");
  out->source = stl_field_entity(L, 2, g->world, g->where, "source");
  lua_getfield(L, 2, "with");
  g->where = lua_pushfstring(L, "%s: %s", where, name);
  read_given_table(L, g, lua_gettop(L) - 1, out);
}

void stl_charge_events(lua_State *L, const stl_world *world) {
  const uint64_t events = stl_stats(world->world).events;
  stl_charge(L, events * STL_STEPS_AN_EVENT);
}

int stl_world_act(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 4);
  strata_act_desc desc = {0};
  if (lua_type(L, 2) == LUA_TSTRING) {
    const stl_event_reading reading = {
        .world = world, .index = 1, .where = "world:act", .settles = true};
    stl_event_read(L, &reading, 2, &desc);
  } else if (lua_istable(L, 2)) {
    if (!lua_isnil(L, 3)) {
      luaL_error(L, "world:act: what the code is given stands in its table, "
                    "under `with`");
    }
    stl_read_watcher_call(L, world, "world:act", &desc);
  } else {
    stl_push_mismatch(L, "world:act",
                      "the name of a kind of event, or { code = its name }", 2);
    return luaL_error(L, "%s", lua_tostring(L, -1));
  }
  strata_outcome outcome = STRATA_DONE;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_act(world->world, &desc, &outcome);
  stl_running_world_end_checked(L, &acting, status, "world:act");
  stl_charge_events(L, world);
  return stl_push_outcome(L, world, outcome);
}

int stl_world_seed(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const lua_Integer seed = luaL_checkinteger(L, 2);
  const strata_status status = strata_seed(world->world, (uint64_t)seed);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:seed");
  }
  return 0;
}

/* -- Notes ---------------------------------------------------------------- */

/* Whose notes: an entity of this world, or nil for the world's own. */
static strata_entity read_note_owner(lua_State *L, const stl_world *world,
                                     const char *where) {
  strata_value value = {0};
  const char *expected = stl_read_plain_value(L, 2, world, STRATA_REF, &value);
  if (expected != NULL) {
    const bool foreign = stl_handle_test(L, 2, STL_HANDLE_ENTITY) != NULL;
    stl_push_mismatch(
        L, where, foreign ? expected : "an entity, or nil for the world itself",
        2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return value.ref;
}

int stl_world_note(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 4);
  const strata_entity owner = read_note_owner(L, world, "world:note");
  const char *key = luaL_checkstring(L, 3);
  strata_value value = {0};
  if (!lua_isnil(L, 4)) {
    const char *expected = stl_read_plain_value(L, 4, world, 0, &value);
    if (expected != NULL) {
      lua_pushfstring(L, "world:note: %s", key);
      stl_push_mismatch(L, lua_tostring(L, -1), expected, 4);
      return luaL_error(L, "%s", lua_tostring(L, -1));
    }
  }
  const strata_status status =
      strata_note(world->world, owner, key, lua_isnil(L, 4) ? NULL : &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:note");
  }
  return 0;
}

/* Whether a number is an id of an entity, which are all 2^32 or more. */
static bool is_entity_handle(const stl_world *world, strata_entity entity) {
  strata_value unused = {0};
  if (entity <= UINT32_MAX) return false;
  return strata_is_alive(world->world, entity) ||
         strata_last_known(world->world, entity, 1, &unused) == STRATA_OK;
}

/* A note does not keep its type: what it is read as is `type`, or a guess for
 * 0. */
static void push_note(lua_State *L, const stl_world *world, strata_type type,
                      strata_value value) {
  if (value.type == STRATA_SYM) {
    stl_push_value(L, 1, &value);
    return;
  }
  const bool guessed = type == 0 && is_entity_handle(world, value.ref);
  if (type == STRATA_REF || guessed) {
    stl_push_entity(L, 1, value.ref);
  } else if (type == STRATA_FLAG) {
    lua_pushboolean(L, value.integer != 0);
  } else {
    lua_pushinteger(L, value.integer);
  }
}

/* world:noted(bear, "held"), world:noted(nil, "asked", "flag") */
int stl_world_noted(lua_State *L) {
  static const char *const names[] = {"any", "int", "flag", "ref", "sym", NULL};
  static const strata_type types[] = {0, STRATA_INT, STRATA_FLAG, STRATA_REF,
                                      STRATA_SYM};
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 4);
  const strata_entity owner = read_note_owner(L, world, "world:noted");
  if (owner != 0 && stl_visibility_is_hidden(world, owner)) {
    return stl_visibility_refuse_hidden(L, world, owner, "world:noted");
  }
  const char *key = luaL_checkstring(L, 3);
  const strata_type type = types[luaL_checkoption(L, 4, "any", names)];
  size_t count = 0;
  strata_status status =
      strata_noted(world->world, owner, key, NULL, 0, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:noted");
  }
  stl_charge(L, count);
  strata_value *values = lua_newuserdatauv(L, (count + 1) * sizeof *values, 0);
  status = strata_noted(world->world, owner, key, values, count, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:noted");
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_note(L, world, type, values[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

int stl_world_tick(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const strata_clock clock = stl_rules_need(
      L, world->rules, STRATA_NAME_CLOCK, "world:tick", luaL_checkstring(L, 2));
  uint32_t ended = 0;
  stl_world_note_change(world);
  const strata_status status = strata_tick(world->world, clock, &ended);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:tick");
  }
  lua_pushinteger(L, (lua_Integer)ended);
  return 1;
}
