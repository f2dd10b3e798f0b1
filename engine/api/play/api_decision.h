/* api_decide.h - decisions that policies answer. */
#ifndef STRATA_API_PLAY_API_DECISION_H
#define STRATA_API_PLAY_API_DECISION_H

#include "api/world/api_world.h"
#include "play/execution/execution.h"

/* Let the policy of a world's runner answer a decision:
 * st_execution_host.decide. */
strata_status st_decision_ask_policy(st_execution *run,
                                     const st_new_decision *ask,
                                     uint32_t number, st_new_answer *out);

#endif
