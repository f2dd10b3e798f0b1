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

int stl_world_advance(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 1);
  strata_outcome outcome = STRATA_DONE;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_advance(world->world, &outcome);
  stl_running_world_end_checked(L, &acting, status, "world:advance");
  stl_charge_events(L, world);
  return stl_push_outcome(L, world, outcome);
}
