/*
 * seats.c - world:seat and what belongs to it: what a player may see.
 *
 * What a seat is told is data without handles: a program of a stranger gets it
 * in place of a world. It is made of what strata_seat_view lists, of the open
 * decisions of the player and of the actions that the player may do.
 */
#include "lua/actions/seats.h"

#include "lua/actions/decision_tables.h"
#include "lua/actions/legal_acts.h"
#include "lua/actions/running_worlds.h"
#include "lua/core/budget.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* A seat that is told: the world that it looks at is a userdata at `at`. While
 * a decision is open that is a copy amid the action, whose entities the options
 * name. */
typedef struct seat {
  lua_State *L;
  const stl_world *world;
  strata_entity player;
} seat;

static void raise_seat(const seat *s, strata_status status) {
  if (status != STRATA_OK) {
    stl_world_raise(s->L, s->world, status, "world:seat");
  }
}

/* Push the view id of an entity; nil for none, and for what is gone. */
static void push_view_id(const seat *s, strata_entity entity) {
  uint64_t id = 0;
  if (!strata_is_alive(s->world->world, entity)) {
    lua_pushnil(s->L);
    return;
  }
  raise_seat(s, strata_seat_id(s->world->world, s->player, entity, &id));
  lua_pushinteger(s->L, (lua_Integer)id);
}

static void set_view_id(const seat *s, const char *field,
                        strata_entity entity) {
  push_view_id(s, entity);
  lua_setfield(s->L, -2, field);
}

/* Symbols as a list of names. */
static void push_names(const seat *s, const strata_value *value) {
  const strata_rules *rules = s->world->rules->rules;
  lua_createtable(s->L, (int)value->symbol_count, 0);
  for (size_t i = 0; i < value->symbol_count; i++) {
    lua_pushstring(
        s->L, strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbols[i]));
    lua_rawseti(s->L, -2, (lua_Integer)i + 1);
  }
}

static void push_seat_value(const seat *s, const strata_value *value) {
  switch (value->type) {
  case STRATA_REF:
    push_view_id(s, value->ref);
    return;
  case STRATA_SET:
  case STRATA_ABILITIES:
    push_names(s, value);
    return;
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_SYM:
  case STRATA_TEXT:
    break;
  }
  stl_push_value(s->L, 1, value);
}

/* -- Objects -- */

/* The current values of what is seen. The row is at the top. */
static void set_values(const seat *s, strata_entity entity) {
  const strata_rules *rules = s->world->rules->rules;
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  stl_charge(s->L, count);
  lua_createtable(s->L, 0, (int)count);
  for (strata_attr attr = 1; attr <= count; attr++) {
    strata_value value = {0};
    raise_seat(s, strata_get(s->world->world, entity, attr, &value));
    push_seat_value(s, &value);
    lua_setfield(s->L, -2,
                 strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, attr));
  }
  lua_setfield(s->L, -2, "values");
}

static void push_seat_object(const seat *s, const strata_seat_row *row) {
  static const char *const sights[] = {[STRATA_SIGHT_NOTHING] = "nothing",
                                       [STRATA_SIGHT_BACK] = "back",
                                       [STRATA_SIGHT_FACE] = "face"};
  lua_State *L = s->L;
  lua_createtable(L, 0, 6);
  lua_pushinteger(L, (lua_Integer)row->id);
  lua_setfield(L, -2, "id");
  lua_pushstring(L, sights[row->sight]);
  lua_setfield(L, -2, "sees");
  if (row->zone != 0) {
    lua_pushstring(L, strata_rules_name(s->world->rules->rules,
                                        STRATA_NAME_ZONE, row->zone));
    lua_setfield(L, -2, "zone");
    lua_pushinteger(L, row->place);
    lua_setfield(L, -2, "place");
  }
  set_view_id(s, "whose", row->whose);
  if (row->sight != STRATA_SIGHT_NOTHING) set_values(s, row->entity);
}

static void set_objects(const seat *s) {
  size_t count = 0;
  const size_t room = (size_t)stl_stats(s->world->world).entities;
  strata_seat_row *rows = lua_newuserdatauv(s->L, (room + 1) * sizeof *rows, 0);
  raise_seat(s,
             strata_seat_view(s->world->world, s->player, rows, room, &count));
  lua_createtable(s->L, (int)count, 0);
  for (size_t i = 0; i < count && i < room; i++) {
    push_seat_object(s, &rows[i]);
    lua_rawseti(s->L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(s->L, -3, "objects");
  lua_pop(s->L, 1);
}

/* -- Questions -- */

static void set_text(lua_State *L, const char *field, const char *text) {
  if (text == NULL) return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

static void set_number(lua_State *L, const char *field, int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, field);
}

/* Push an option: an object by its view id; of the pairs of an assignment the
 * place as well, which their text calls by its handle. */
static void push_seat_option(const seat *s, const strata_decision *decision,
                             const strata_option *option) {
  lua_createtable(s->L, 0, 3);
  if (option->value.type == STRATA_REF) {
    set_view_id(s, "id", option->value.ref);
  } else if (option->value.type != 0) {
    push_seat_value(s, &option->value);
    lua_setfield(s->L, -2, "value");
  }
  const strata_entity place =
      stl_pair_place(s->world->world, decision, option->text);
  if (place != 0) {
    set_view_id(s, "to", place);
  } else {
    set_text(s->L, "text", option->text);
  }
  set_text(s->L, "outcome", option->outcome);
}

static void push_question(const seat *s, const strata_decision *decision) {
  lua_State *L = s->L;
  lua_createtable(L, 0, 11);
  set_number(L, "id", decision->id);
  set_text(L, "purpose", strata_decision_purpose_text(decision->purpose));
  set_view_id(s, "source", decision->source);
  set_text(L, "prompt", decision->prompt);
  set_number(L, "least", decision->least);
  set_number(L, "most", decision->most);
  set_number(L, "total", decision->total);
  lua_pushboolean(L, decision->ordered);
  lua_setfield(L, -2, "ordered");
  lua_pushboolean(L, decision->hidden);
  lua_setfield(L, -2, "hidden");
  lua_pushboolean(L, decision->firm);
  lua_setfield(L, -2, "firm");
  lua_createtable(L, (int)decision->option_count, 0);
  for (size_t i = 0; i < decision->option_count; i++) {
    push_seat_option(s, decision, &decision->options[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "options");
}

/* The player's own questions; of those of others that there are any. */
static void set_questions(const seat *s, const stl_world *asking) {
  const size_t count = strata_decision_count(asking->world);
  lua_Integer own = 0;
  bool waits = false;
  lua_newtable(s->L);
  for (size_t i = 0; i < count; i++) {
    strata_decision decision = {0};
    raise_seat(s, strata_decision_get(asking->world, i, &decision));
    if (decision.who != s->player) {
      waits = true;
      continue;
    }
    push_question(s, &decision);
    lua_rawseti(s->L, -2, ++own);
  }
  lua_setfield(s->L, -2, "questions");
  lua_pushboolean(s->L, waits);
  lua_setfield(s->L, -2, "waits");
}

/* -- Actions -- */

/* The engine's list lives until the next call on the world, so it is copied. */
static void set_legal(const seat *s) {
  lua_State *L = s->L;
  const strata_legal_action *list = NULL;
  size_t count = 0;
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_actions(s->world->world, s->player, &list, &count);
  stl_running_world_end_checked(L, &looking, status, "world:seat");
  strata_legal_action *copy =
      lua_newuserdatauv(L, (count + 1) * sizeof *copy, 0);
  if (count > 0) memcpy(copy, list, count * sizeof *copy);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(L, 0, 2);
    set_text(L, "code",
             strata_rules_name(s->world->rules->rules, STRATA_NAME_WATCHER_DEF,
                               copy[i].action));
    set_view_id(s, "source", copy[i].subject);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -3, "legal");
  lua_pop(L, 1);
}

/* -- Functions -- */

int stl_world_seat(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:seat");
  lua_settop(L, 2);
  seat s = {L, world, stl_check_player(L, world, "world:seat")};
  stl_world_charge_entities(L, world);
  const bool is_open = strata_decision_count(world->world) > 0;
  if (is_open) {
    lua_getfield(L, 1, "peek");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    s.world = stl_world_check(L, -1);
  }
  stl_world_charge_look(L, s.world);
  lua_createtable(L, 0, 4);
  set_objects(&s);
  set_questions(&s, world);
  if (!is_open) set_legal(&s);
  return 1;
}

int stl_world_seat_object(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:seat_object");
  const strata_entity player = stl_check_player(L, world, "world:seat_object");
  const uint64_t id = (uint64_t)luaL_checkinteger(L, 3);
  strata_entity found = 0;
  const strata_status status =
      strata_seat_find(world->world, player, id, &found);
  if (status == STRATA_ENOENT) {
    lua_pushnil(L);
    return 1;
  }
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:seat_object");
  }
  stl_push_entity(L, 1, found);
  return 1;
}

int stl_world_seat_secret(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:seat_secret");
  const strata_status status =
      strata_seat_secret(world->world, (uint64_t)luaL_checkinteger(L, 2));
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:seat_secret");
  }
  return 0;
}

int stl_world_disclose(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:disclose");
  lua_settop(L, 3);
  const stl_handle *object = stl_handle_test(L, 2, STL_HANDLE_ENTITY);
  if (object == NULL || object->world != world) {
    return luaL_error(L, "world:disclose: expected an entity of this world");
  }
  const strata_entity shown = object->id; /* its handle is removed below */
  strata_entity player = 0;
  if (!lua_isnil(L, 3)) {
    lua_remove(L, 2); /* where stl_check_player looks for it */
    player = stl_check_player(L, world, "world:disclose");
  }
  const strata_status status =
      strata_seat_disclose(world->world, player, shown);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:disclose");
  }
  return 0;
}
