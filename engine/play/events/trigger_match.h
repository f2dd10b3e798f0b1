/* trigger_match.h - which triggers and durations an event sets off (603,
 * 610.3). */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_MATCH_H
#define STRATA_PLAY_EVENTS_TRIGGER_MATCH_H

#include "play/execution/execution.h"

/*
 * What is matched is kept in the run until the batch that has set it off is
 * done; then what has triggered is a row (world/tables/pending_triggers.h). All
 * of these are of an outermost batch, whose results are looked at with it
 * (120.4). Cost O(events + those who may be meant, as st_listeners_find has
 * it).
 */

/* Its events will all happen now: match those who look back, as things are
 * before that (603.10). */
strata_status st_trigger_match_before(st_execution *run, uint32_t batch);

/* They have: match the ends of durations. */
strata_status st_trigger_match_durations(st_execution *run, uint32_t batch);

/* Match all others, also those about no event (603.8), with everything as it is
 * now (603.6b); all abilities that have triggered become rows. *told: the batch
 * of events that tell of that, which are to happen next; 0 if nobody listens.
 */
strata_status st_trigger_match_after(st_execution *run, uint32_t batch,
                                     uint32_t *told);

/* The intervening if (603.4). */
strata_status st_trigger_holds_if(st_execution *run,
                                  const st_watcher_candidate *watcher,
                                  uint32_t event, bool *holds);

/* Nothing of this batch is asked for any more. */
void st_trigger_drop_matches(st_execution *run, uint32_t batch);

#endif
