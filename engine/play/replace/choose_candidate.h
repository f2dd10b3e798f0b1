/* choose_candidate.h - which candidate is applied next (616.1). */
#ifndef STRATA_PLAY_REPLACE_CHOOSE_CANDIDATE_H
#define STRATA_PLAY_REPLACE_CHOOSE_CANDIDATE_H

#include "play/execution/execution.h"

/* Those that are chosen from now; none if no event has any left. */
strata_status st_choose_candidate_find(st_execution *run, uint32_t batch,
                                       uint32_t **all, uint32_t *count);

/* One of several. Nobody is asked where it makes no difference. */
strata_status st_choose_candidate(st_execution *run, uint32_t batch,
                                  uint32_t *all, uint32_t count,
                                  uint32_t *chosen);

#endif
