/* candidates.h - one watcher that could be applied to one event. */
#ifndef STRATA_PLAY_REPLACE_CANDIDATES_H
#define STRATA_PLAY_REPLACE_CANDIDATES_H

#include "play/execution/execution.h"

typedef struct st_replacement_candidate {
  uint32_t event;
  uint32_t candidate; /* candidate number; see st_execution_candidate */
  uint32_t class;
  strata_entity decider;
} st_replacement_candidate;

#endif
