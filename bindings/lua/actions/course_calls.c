/* course_calls.c - world:course and world:advance: the course of the game. */
#include "lua/actions/course_calls.h"

#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/world_handle.h"

#include <strata.h>

int stl_world_course(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  strata_open_period open[STRATA_MOST_OPEN_PERIODS];
  const size_t count = strata_course(world->world, open);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, strata_rules_name(world->rules->rules, STRATA_NAME_PERIOD,
                                        open[i].period));
    lua_setfield(L, -2, "period");
    stl_push_entity(L, 1, open[i].player);
    lua_setfield(L, -2, "player");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* The period of a name, or 0 for nil. */
static strata_period check_period(lua_State *L, const stl_world *world,
                                  int arg) {
  if (lua_isnoneornil(L, arg)) return 0;
  const char *name = luaL_checkstring(L, arg);
  const strata_period period =
      strata_rules_find(world->rules->rules, STRATA_NAME_PERIOD, name);
  if (period == 0) luaL_error(L, "world:advance: no period '%s'", name);
  return period;
}

int stl_world_advance(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const strata_period into = check_period(L, world, 2);
  lua_settop(L, 1);
  strata_outcome outcome = STRATA_DONE;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status =
      into != 0 ? strata_advance_into(world->world, into, &outcome)
                : strata_advance(world->world, &outcome);
  stl_running_world_end_checked(L, &acting, status, "world:advance");
  stl_charge_events(L, world);
  return stl_push_outcome(L, world, outcome);
}
