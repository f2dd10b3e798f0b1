/* api_decision.h - answers of policies. */
#ifndef STRATA_API_PLAY_API_DECISION_H
#define STRATA_API_PLAY_API_DECISION_H

#include "api/world/api_world.h"
#include "play/execution/execution.h"

/* Let the policy of a world's handler runner answer a decision:
 * st_execution_host.ask_policy. */
strata_status st_decision_ask_policy(st_execution *exec,
                                     const st_new_decision *ask,
                                     uint32_t number, st_new_answer *out);

#endif
