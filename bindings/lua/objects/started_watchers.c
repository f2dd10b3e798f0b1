/*
 * started_watchers.c - watchers that were started in a world, for steps of
 * scenarios: what a card has started can be listed and ended.
 */
#include "lua/objects/started_watchers.h"

#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>

int stl_host_started_watchers(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_world_check_live(L, world);
  const strata_rules *rules = strata_world_rules(world->world);
  lua_newtable(L);
  strata_watcher at = strata_watcher_next(world->world, STRATA_NO_WATCHER);
  for (lua_Integer n = 1; at.id != 0; n++) {
    strata_watcher_start_desc desc;
    const strata_status status =
        strata_watcher_describe(world->world, at, &desc);
    if (status != STRATA_OK) {
      return stl_world_raise(L, world, status, "started watchers");
    }
    lua_pushstring(
        L, strata_rules_name(rules, STRATA_NAME_WATCHER_DEF, desc.watcher_def));
    lua_rawseti(L, -2, n);
    at = strata_watcher_next(world->world, at);
  }
  return 1;
}

int stl_host_end_watcher(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_world_check_live(L, world);
  strata_watcher at = strata_watcher_next(world->world, STRATA_NO_WATCHER);
  for (lua_Integer n = luaL_checkinteger(L, 2); n > 1 && at.id != 0; n--) {
    at = strata_watcher_next(world->world, at);
  }
  const strata_status status = strata_watcher_remove(world->world, at);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "end of a watcher");
  }
  return 0;
}
