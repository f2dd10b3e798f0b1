/* choose_candidate.h - which candidate is applied next (616.1). */
#ifndef STRATA_PLAY_REPLACE_CHOOSE_CANDIDATE_H
#define STRATA_PLAY_REPLACE_CHOOSE_CANDIDATE_H

#include "play/execution/execution.h"

/* The candidates to choose from now, as places in st_execution.candidates;
 * *count is 0 if no event of the batch has candidates left. */
strata_status st_choose_candidate_find(st_execution *exec, uint32_t batch,
                                       uint32_t **all, uint32_t *count);

/* Choose one of several candidates; the player is asked only if it makes a
 * difference. *chosen is its place in st_execution.candidates.
 * ESUSPEND while the decision is open. */
strata_status st_choose_candidate(st_execution *exec, uint32_t batch,
                                  uint32_t *all, uint32_t count,
                                  uint32_t *chosen);

#endif
