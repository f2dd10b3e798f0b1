/* trigger_match.h - which triggers and ends of durations match the events of a
 * batch (603, 610.3). */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_MATCH_H
#define STRATA_PLAY_EVENTS_TRIGGER_MATCH_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"

/*
 * A match is kept in the execution until its batch is done; a trigger that uses
 * the stack becomes a row of the pending triggers
 * (world/tables/pending_triggers.h). Each function takes an outermost batch and
 * includes its results (120.4). Cost O(events + watchers that may match, as
 * st_listeners_find finds them).
 */

/* Before the batch is performed: match triggers that look back, with the state
 * as it is before the events (603.10). */
strata_status st_trigger_match_before(st_execution *exec, uint32_t batch);

/* After the batch was performed: match the ends of durations. */
strata_status st_trigger_match_durations(st_execution *exec, uint32_t batch);

/* Match all other triggers, also state triggers (603.8), with the state as it
 * is after the events (603.6b), and record all matches of the batch. *told: a
 * batch of events that say what has triggered, which the caller begins; 0 if no
 * watcher listens to these. */
strata_status st_trigger_match_after(st_execution *exec, uint32_t batch,
                                     uint32_t *told);

/* Set *has if any state trigger is there (603.8), whether it triggers or not.
 */
strata_status st_trigger_has_state_triggers(st_execution *exec, bool *has);

/* Set *holds if the intervening if of a watcher holds (603.4), or it has none.
 */
strata_status st_trigger_holds_if(st_execution *exec,
                                  const st_watcher_candidate *watcher,
                                  uint32_t event, bool *holds);

/* Drop the matches of a batch that is done. */
void st_trigger_drop_matches(st_execution *exec, uint32_t batch);

#endif
