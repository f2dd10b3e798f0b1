/* api_decide.h - decisions that policies answer. */
#ifndef STRATA_API_DECIDE_H
#define STRATA_API_DECIDE_H

#include "api/world/api_world.h"

/* Let the policy of a world's runner answer a decision: st_host.decide. */
strata_status st_policy_decide(st_run *run, const st_new_decision *ask,
                               uint32_t number, st_decided *out);

#endif
