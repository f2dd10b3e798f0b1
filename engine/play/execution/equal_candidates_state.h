/* equal_candidates_state.h - the data of play/replace/equal_candidates.h, which
 * st_execution holds by value. */
#ifndef STRATA_PLAY_EXECUTION_EQUAL_CANDIDATES_STATE_H
#define STRATA_PLAY_EXECUTION_EQUAL_CANDIDATES_STATE_H

#include "rules/model/event_type.h"

/* The candidates of one event, in groups of equal ones. */
typedef struct st_equal_group {
  /* indices of `items`; items before first_free are no longer free */
  size_t first_free, end;
} st_equal_group;

typedef struct st_equal_candidates {
  uint32_t event;          /* 0: nothing is remembered */
  uint32_t recorded_event; /* the event that is being collected; 0: it is not to
                              be remembered */
  uint64_t index_serial;   /* of the index they were found in */
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t *items;
  size_t item_count, item_capacity;
  st_equal_group *groups;
  size_t group_count, group_capacity;
} st_equal_candidates;

#endif
