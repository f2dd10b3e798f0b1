/* equal_candidates_state.h - the groups of equal candidates of one event; see
 * play/replace/equal_candidates.h. */
#ifndef STRATA_PLAY_EXECUTION_EQUAL_CANDIDATES_STATE_H
#define STRATA_PLAY_EXECUTION_EQUAL_CANDIDATES_STATE_H

#include "rules/model/event_type.h"

/* Those who could be applied to one event: see alike.h. */
typedef struct st_equal_group {
  size_t first_free, end; /* places: those before are no longer free */
} st_equal_group;

typedef struct st_equal_candidates {
  uint32_t event; /* 0: of none */
  uint32_t
      recorded_event; /* the one that is looked at; 0: it is not to be kept */
  uint64_t index_serial; /* of the scan of the index */
  uint64_t key_places;   /* places of its words that keys look at, as bits */
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t *items;
  size_t item_count, item_capacity;
  st_equal_group *groups;
  size_t group_count, group_capacity;
} st_equal_candidates;

#endif
