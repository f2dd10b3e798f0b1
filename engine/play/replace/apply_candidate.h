/* apply_candidate.h - one replacement effect applied to one event. */
#ifndef STRATA_PLAY_REPLACE_APPLY_CANDIDATE_H
#define STRATA_PLAY_REPLACE_APPLY_CANDIDATE_H

#include "play/execution/execution.h"

/* What the deed that emitted an event says of it: once for each. */
strata_status st_apply_self_replacement(st_execution *run, uint32_t batch,
                                        bool *again);

/* Apply a candidate. */
strata_status st_apply_candidate(st_execution *run, uint32_t batch,
                                 const st_replacement_candidate *candidate);

/* What the last application has done: who alone takes an event's place goes on
 * with its marks. */
void st_apply_candidate_finish(st_execution *run, uint32_t batch);

#endif
