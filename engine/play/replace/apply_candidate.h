/* apply_candidate.h - one replacement or prevention effect applied to one
 * event. */
#ifndef STRATA_PLAY_REPLACE_APPLY_CANDIDATE_H
#define STRATA_PLAY_REPLACE_APPLY_CANDIDATE_H

#include "play/execution/execution.h"
#include "play/replace/candidates.h"

/* Push the self-replacements of the next event of a batch that has some
 * (614.15): the instructions inside of the EMIT that made it. *again: there was
 * such an event. */
strata_status st_apply_self_replacement(st_execution *exec, uint32_t batch,
                                        bool *again);

/* Apply a candidate to its event: ask its player if it is optional, divide its
 * prevention if that is limited, then push its program. ESUSPEND while a
 * decision is open. */
strata_status st_apply_candidate(st_execution *exec, uint32_t batch,
                                 const st_replacement_candidate *candidate);

/* End the last application of a batch. An event that alone takes the place of
 * the replaced one takes over its applied set, and no longer shares it. */
void st_apply_candidate_finish(st_execution *exec, uint32_t batch);

#endif
