/* legal_acts.c - world:legal and world:next_choice: what a player may do. */
#include "lua/actions/legal_acts.h"

#include "lua/actions/decision_tables.h"
#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
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

/* The engine's list lives until the next call on the world, and a value that is
 * pushed may make one: so it is copied. */
int stl_world_legal(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  const strata_entity player = stl_check_player(L, world, "world:legal");
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
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_legal_act(L, world, &copy[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

int stl_world_next_choice(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  luaL_checktype(L, 2, LUA_TTABLE);
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
    return 1;
  }
  const strata_decision decision = {.purpose = choice.purpose,
                                    .who = desc.you,
                                    .source = desc.source,
                                    .options = choice.options,
                                    .option_count = choice.option_count,
                                    .least = choice.least,
                                    .most = choice.most};
  const char *name = choice.name;
  stl_push_decision(L, &decision);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "name");
  return 1;
}
