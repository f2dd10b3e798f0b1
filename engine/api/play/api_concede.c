/* api_concede.c - conceding at any moment (104.3a). */
#include "api/play/api_action.h"
#include "play/action/concession.h"
#include "rules/model/sba_def.h"

strata_status strata_concede(strata_world *world, strata_entity player,
                             strata_outcome *outcome) {
  st_world_go_back(world);
  if (world->busy) return st_world_refuse_locked(world, "concede");
  if (world->rules->play->concedes == 0) {
    return ST_REFUSE(world, STRATA_EREFUSED,
                     "concede: these rules do not say what happens then; let "
                     "their rules of play name an event (concedes)");
  }
  if (st_world_check_entity(world, "concede", player) == 0) {
    return STRATA_ESTALE;
  }
  if (st_decision_request(&world->store) != 0) {
    return st_act_concede(world, player, outcome);
  }
  st_concession_words words;
  const st_action_request request =
      st_concession_request(world->rules, player, &words);
  return st_act_run(world, "concede", &request, outcome);
}
