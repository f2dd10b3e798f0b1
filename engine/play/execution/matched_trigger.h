/* matched_trigger.h - a trigger that matched an event or the state, until it is
 * placed among the pending triggers. */
#ifndef STRATA_PLAY_EXECUTION_MATCHED_TRIGGER_H
#define STRATA_PLAY_EXECUTION_MATCHED_TRIGGER_H

#include "play/index/watcher_id.h"

typedef struct st_trigger_match {
  strata_watcher_def watcher_def;
  uint32_t event;  /* the event, or 0 for a trigger on the state */
  uint32_t count;  /* how many times it triggers; of those that act at once: how
                      many times still */
  bool looks_back; /* it sees the event as before it happened (603.10) */
  /* an UNTIL, which ends a duration; an immediate trigger, which does not use
   * the stack */
  bool ends_duration, acts_at_once;
  bool is_recorded; /* by a row of the log, or of the pending triggers */
  strata_entity self, controller;
  st_watcher_id id;               /* of the watcher */
  uint32_t text;                  /* as st_watcher_candidate.text */
  const int64_t *given_variables; /* the variables that it was started with, by
                                     place; in the arena */
} st_trigger_match;

#endif
