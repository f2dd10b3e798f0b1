/* legal_acts.c - world:legal, world:next_choice and what belongs to them: what
 * a player may do, in how many ways, and why not. */
#include "lua/actions/legal_acts.h"

#include "lua/actions/decision_tables.h"
#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>

strata_entity stl_check_player(lua_State *L, const stl_world *world,
                               const char *where) {
  strata_value value = {0};
  const char *expected = stl_read_plain_value(L, 2, world, STRATA_REF, &value);
  if (expected == NULL && value.ref == 0) expected = "a player";
  if (expected != NULL) {
    stl_push_mismatch(L, where, expected, 2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return value.ref;
}

/* Push an action as world:act reads it. The world is at 1, the player at 2. */
static void push_legal_act(lua_State *L, const stl_world *world,
                           const strata_legal_action *action) {
  lua_createtable(L, 0, 3);
  lua_pushstring(L, strata_rules_name(world->rules->rules,
                                      STRATA_NAME_WATCHER_DEF, action->action));
  lua_setfield(L, -2, "code");
  stl_push_entity(L, 1, action->subject);
  lua_setfield(L, -2, "source");
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "you");
}

/* -- Equal objects as one -- */

static bool wants_equal(lua_State *L, int index, const char *where) {
  static const char *const words[] = {"equal", NULL};
  if (lua_isnoneornil(L, index)) return false;
  luaL_checktype(L, index, LUA_TTABLE);
  stl_check_fields(L, index, where, "option", words, 0);
  return stl_field_boolean(L, index, where, "equal");
}

/* Push a block with the index of the first entity that is like each of `who`.
 */
static const uint32_t *push_first_equal(lua_State *L, const stl_world *world,
                                        const strata_entity *who,
                                        size_t count) {
  uint32_t *first = lua_newuserdatauv(L, (count + 1) * sizeof *first, 0);
  const strata_status status =
      strata_equal_entities(world->world, who, count, first);
  if (status != STRATA_OK) stl_world_raise(L, world, status, "world:legal");
  return first;
}

/* Count one more in the table on top, and add an entity to its members. */
static void add_member(lua_State *L, strata_entity member) {
  lua_getfield(L, -1, "members");
  const lua_Integer count = luaL_len(L, -1) + 1;
  stl_push_entity(L, 1, member);
  lua_rawseti(L, -2, count);
  lua_pop(L, 1);
  lua_pushinteger(L, count);
  lua_setfield(L, -2, "count");
}

static void set_first_member(lua_State *L, strata_entity member) {
  lua_createtable(L, 1, 0);
  lua_setfield(L, -2, "members");
  add_member(L, member);
}

/* -- The list -- */

/* Add an action to the list on top, or to the one that it is like. `places`:
 * by action, its place in the list. */
static void add_legal_act(lua_State *L, const stl_world *world,
                          const strata_legal_action *all, const uint32_t *first,
                          lua_Integer *places, size_t i) {
  places[i] = 0;
  for (size_t k = first[i]; k < i && places[i] == 0; k++) {
    if (all[k].action == all[i].action && first[k] == first[i]) {
      places[i] = places[k];
    }
  }
  if (places[i] != 0) {
    lua_rawgeti(L, -1, places[i]);
    add_member(L, all[i].subject);
    lua_pop(L, 1);
    return;
  }
  places[i] = luaL_len(L, -1) + 1;
  push_legal_act(L, world, &all[i]);
  if (all[i].subject != 0) set_first_member(L, all[i].subject);
  lua_rawseti(L, -2, places[i]);
}

/* Push the list with equal objects as one; `all` is a copy. */
static void push_equal_acts(lua_State *L, const stl_world *world,
                            const strata_legal_action *all, size_t count) {
  strata_entity *who = lua_newuserdatauv(L, (count + 1) * sizeof *who, 0);
  for (size_t i = 0; i < count; i++) {
    who[i] = all[i].subject;
  }
  const uint32_t *first = push_first_equal(L, world, who, count);
  lua_Integer *places = lua_newuserdatauv(L, (count + 1) * sizeof *places, 0);
  lua_newtable(L);
  for (size_t i = 0; i < count; i++) {
    add_legal_act(L, world, all, first, places, i);
  }
}

/* The engine's list lives until the next call on the world, and a value that is
 * pushed may make one: so it is copied. */
int stl_world_legal(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  const strata_entity player = stl_check_player(L, world, "world:legal");
  const bool equal = wants_equal(L, 3, "world:legal");
  const strata_legal_action *list = NULL;
  size_t count = 0;
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_actions(world->world, player, &list, &count);
  stl_running_world_end_checked(L, &looking, status, "world:legal");
  strata_legal_action *copy =
      lua_newuserdatauv(L, (count + 1) * sizeof *copy, 0);
  for (size_t i = 0; i < count; i++) {
    copy[i] = list[i];
  }
  if (equal) {
    push_equal_acts(L, world, copy, count);
    return 1;
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_legal_act(L, world, &copy[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* -- What comes next -- */

/* Push the decision of a choice. */
static void push_choice(lua_State *L, const strata_act_desc *desc,
                        const strata_legal_choice *choice) {
  const strata_decision decision = {.purpose = choice->purpose,
                                    .who = desc->you,
                                    .source = desc->source,
                                    .options = choice->options,
                                    .option_count = choice->option_count,
                                    .least = choice->least,
                                    .most = choice->most};
  stl_push_decision(L, &decision);
  lua_pushstring(L, choice->name);
  lua_setfield(L, -2, "name");
}

/* Push a choice whose equal options are one. Options that are no entities stand
 * for themselves. */
static void push_equal_choice(lua_State *L, const stl_world *world,
                              const strata_act_desc *desc,
                              strata_legal_choice choice) {
  const size_t count = choice.option_count;
  strata_option *options =
      lua_newuserdatauv(L, (count + 1) * sizeof *options, 0);
  strata_entity *who = lua_newuserdatauv(L, (count + 1) * sizeof *who, 0);
  for (size_t i = 0; i < count; i++) {
    const strata_value *value = &choice.options[i].value;
    options[i] = choice.options[i];
    who[i] = value->type == STRATA_REF ? value->ref : 0;
  }
  const uint32_t *first = push_first_equal(L, world, who, count);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (first[i] == i) options[kept++] = options[i];
  }
  choice.options = options;
  choice.option_count = kept;
  push_choice(L, desc, &choice);
  lua_getfield(L, -1, "options");
  for (size_t i = 0, place = 0; i < count; i++) {
    if (first[i] != i || who[i] == 0) continue;
    while (options[place].value.type != STRATA_REF ||
           options[place].value.ref != who[i]) {
      place++;
    }
    lua_rawgeti(L, -1, (lua_Integer)place + 1);
    set_first_member(L, who[i]);
    for (size_t k = i + 1; k < count; k++) {
      if (first[k] == i) add_member(L, who[k]);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

int stl_world_next_choice(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  luaL_checktype(L, 2, LUA_TTABLE);
  const bool equal = wants_equal(L, 3, "world:next_choice");
  strata_act_desc desc = {0};
  stl_read_watcher_call(L, world, "world:next_choice", &desc);
  strata_legal_choice choice = {0};
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_choice_next(world->world, &desc, &choice);
  stl_running_world_end_checked(L, &looking, status, "world:next_choice");
  if (choice.name == NULL) {
    lua_pushnil(L);
  } else if (equal) {
    push_equal_choice(L, world, &desc, choice);
  } else {
    push_choice(L, &desc, &choice);
  }
  return 1;
}

/* -- Why not -- */

int stl_world_why_not_act(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  strata_act_desc desc = {0};
  stl_read_watcher_call(L, world, "world:why_not", &desc);
  strata_refusal kind = STRATA_REFUSAL_NONE;
  const char *text = NULL;
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_why_not(world->world, &desc, &kind, &text);
  stl_running_world_end_checked(L, &looking, status, "world:why_not");
  if (text == NULL) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushstring(L, text);
  lua_pushstring(L, strata_refusal_text(kind));
  return 2;
}

/* -- Ways -- */

/* Read an action, or a player: all that the player may do. */
static void read_ways_of(lua_State *L, stl_world *world, const char *where,
                         strata_act_desc *out) {
  if (lua_istable(L, 2)) {
    stl_read_watcher_call(L, world, where, out);
  } else {
    *out = (strata_act_desc){.you = stl_check_player(L, world, where)};
  }
}

/* How many ways are looked at one by one: a field of the table at 3, or 0. */
static uint64_t read_most(lua_State *L, const char *where) {
  int64_t most = 0;
  if (lua_isnil(L, 3)) return 0;
  (void)stl_field_integer(L, 3, where, "most", &most);
  luaL_argcheck(L, most >= 0, 3, "most is a number of ways");
  return (uint64_t)most;
}

int stl_world_count_legal(lua_State *L) {
  static const char *const words[] = {"most", NULL};
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  if (!lua_isnil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    stl_check_fields(L, 3, "world:count_legal", "option", words, 0);
  }
  strata_act_desc desc = {0};
  read_ways_of(L, world, "world:count_legal", &desc);
  const uint64_t most = read_most(L, "world:count_legal");
  strata_legal_ways ways = {0};
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_count(world->world, &desc, most, &ways);
  stl_running_world_end_checked(L, &looking, status, "world:count_legal");
  const bool fits = ways.count <= LUA_MAXINTEGER;
  lua_pushinteger(L, fits ? (lua_Integer)ways.count : LUA_MAXINTEGER);
  lua_pushboolean(L, ways.at_least || !fits);
  return 2;
}

/* Push a way as world:act takes it. */
static void push_way(lua_State *L, const stl_world *world, strata_entity player,
                     const strata_legal_way *way) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, strata_rules_name(world->rules->rules,
                                      STRATA_NAME_WATCHER_DEF, way->action));
  lua_setfield(L, -2, "code");
  stl_push_entity(L, 1, way->subject);
  lua_setfield(L, -2, "source");
  stl_push_entity(L, 1, player);
  lua_setfield(L, -2, "you");
  lua_createtable(L, 0, (int)way->given_count);
  for (size_t i = 0; i < way->given_count; i++) {
    const strata_value *value = &way->given[i].value;
    if (value->type == STRATA_REF && value->ref == 0) {
      stl_expr_push_none(L);
    } else {
      stl_push_value(L, 1, value);
    }
    lua_setfield(L, -2, way->given[i].name);
  }
  lua_setfield(L, -2, "with");
}

/* Copy what was taken: pushing a value may call the world. */
static void push_copied_way(lua_State *L, const stl_world *world,
                            const strata_act_desc *desc, strata_legal_way way) {
  strata_named_value *given =
      lua_newuserdatauv(L, (way.given_count + 1) * sizeof *given, 0);
  for (size_t i = 0; i < way.given_count; i++) {
    given[i] = way.given[i];
  }
  way.given = given;
  push_way(L, world, desc->you, &way);
  lua_getfield(L, -1, "with");
  for (size_t i = 0; i < desc->given_count; i++) {
    stl_push_value(L, 1, &desc->given[i].value);
    lua_setfield(L, -2, desc->given[i].name);
  }
  lua_pop(L, 1);
}

int stl_world_sample_legal(lua_State *L) {
  static const char *const words[] = {"most", "random", NULL};
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  int64_t random = 0;
  bool own = false;
  if (!lua_isnil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    stl_check_fields(L, 3, "world:sample_legal", "option", words, 0);
    own = stl_field_integer(L, 3, "world:sample_legal", "random", &random);
  }
  strata_act_desc desc = {0};
  read_ways_of(L, world, "world:sample_legal", &desc);
  const uint64_t most = read_most(L, "world:sample_legal");
  uint64_t word = (uint64_t)random;
  strata_legal_way way = {0};
  stl_running_world looking;
  stl_running_world_begin(&looking, L, 1);
  const strata_status status =
      strata_legal_sample(world->world, &desc, most, own ? &word : NULL, &way);
  stl_running_world_end_checked(L, &looking, status, "world:sample_legal");
  if (way.action == 0) {
    lua_pushnil(L);
  } else {
    push_copied_way(L, world, &desc, way);
  }
  lua_pushboolean(L, way.is_uniform);
  if (own) {
    lua_pushinteger(L, (lua_Integer)word);
  } else {
    lua_pushnil(L);
  }
  return 3;
}
