/* request.h - what an action is, and how it is written down while it waits. */
#ifndef STRATA_PLAY_ACTION_ACTION_REQUEST_H
#define STRATA_PLAY_ACTION_ACTION_REQUEST_H

#include "play/execution/execution.h"

/* An event that happens, or passes along a chain; the deeds of a code; or to
 * let the topmost object of the stack resolve; and what comes after it. */
typedef struct st_action_request {
  strata_event_type event_type;   /* or 0 */
  strata_watcher_def watcher_def; /* or 0 */
  bool resolves_top;              /* if both are 0 */
  bool is_walk;      /* the event does not happen, but passes a phase */
  bool ignores_stop; /* ... whoever stops it */
  uint32_t phase;
  strata_settle_mode settling;
  strata_entity self, controller; /* of a code */
  const int64_t *words; /* the event's, in the order of its kind's fields; or
                           what the code is given, in order */
} st_action_request;

/* How many words it has, and one of them, from 0. */
uint32_t st_action_request_word_count(const st_execution *run,
                                      const st_action_request *r);
int64_t st_action_request_word(const st_action_request *r, uint32_t i);

/* Open an action in a store where none is: the run's, or a copy of it. */
strata_status st_action_request_write(st_execution *run,
                                      const st_action_request *r,
                                      st_store *store);

/* The open action; what it points to is in the arena. ECORRUPT if these rules
 * have no such kind or code, or not one with such words. */
strata_status st_action_request_read(st_execution *run, st_action_request *out);

#endif
