/* candidates.h - watchers that could be applied to events of a batch. */
#ifndef STRATA_PLAY_REPLACE_CANDIDATES_H
#define STRATA_PLAY_REPLACE_CANDIDATES_H

#include "play/execution/execution.h"

/* Somebody who could be applied to an event. */
typedef struct st_replacement_candidate {
  uint32_t event;
  uint32_t candidate; /* in the index */
  uint32_t class;
  strata_entity decider;
} st_replacement_candidate;

#endif
