/* world_concede.c - world:concede: a player concedes at any moment. */
#include "lua/actions/world_concede.h"

#include "lua/actions/legal_acts.h"
#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <strata.h>

int stl_world_concede(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  const strata_entity player = stl_check_player(L, world, "world:concede");
  strata_outcome outcome = STRATA_DONE;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_concede(world->world, player, &outcome);
  stl_running_world_end_checked(L, &acting, status, "world:concede");
  stl_charge_events(L, world);
  return stl_push_outcome(L, world, outcome);
}
