/* api_course.c - the course of the game in its public form. */
#include "api/play/api_action.h"
#include "world/tables/course_rows.h"
#include "world/tables/game_end.h"

size_t strata_course(const strata_world *world, strata_open_period *out) {
  st_world_go_back(world);
  uint32_t depth = st_course_depth(&world->store);
  for (uint32_t i = 0; i < depth; i++) {
    st_course_row row = st_course_open_get(&world->store, i);
    out[i] = (strata_open_period){.period = row.period, .player = row.player};
  }
  return depth;
}

strata_status strata_advance_into(strata_world *world, strata_period period,
                                  strata_outcome *outcome) {
  st_world_go_back(world);
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_PERIOD);
  if (period == 0 || period > count) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "advance_into: it is no period of these rules");
  }
  return st_act_run(world, "advance_into",
                    &(st_action_request){.advances = true, .into = period},
                    outcome);
}

strata_status strata_advance(strata_world *world, strata_outcome *outcome) {
  st_world_go_back(world);
  return st_act_run(world, "advance", &(st_action_request){.advances = true},
                    outcome);
}
