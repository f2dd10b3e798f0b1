/* trigger.h - who is set off by what happens: abilities that trigger (603), and
 * ends of durations (610.3). */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_H
#define STRATA_PLAY_EVENTS_TRIGGER_H

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

/* Whether a code triggers on abilities that trigger (603.3b). */
bool st_trigger_is_second_order(const strata_rules *rules,
                                strata_watcher_def code);

/* Whether a duration ends of which nothing comes but events, and push the deeds
 * of all such: their events go into the batch `collect` (610.3d). */
bool st_trigger_has_plain_ends(st_execution *run, uint32_t batch);
strata_status st_trigger_push_plain_ends(st_execution *run, uint32_t batch,
                                         uint32_t collect);

/* Do what the next end of a duration says, or the next code that waits for no
 * stack: its deeds are pushed, or were done if they are but a handler; false:
 * there is none. */
strata_status st_trigger_do_next_end(st_execution *run, uint32_t batch,
                                     bool *more);
strata_status st_trigger_do_next_immediate(st_execution *run, uint32_t batch,
                                           bool *more);

/* Nothing of this batch is asked for any more. */
void st_trigger_drop_matches(st_execution *run, uint32_t batch);

/* The deed: a code triggers now, about the frame's event (603.12). *told as
 * above. */
strata_status st_trigger_reflexive(st_execution *run, uint32_t frame,
                                   const st_instruction *deed, uint32_t *told);

/*
 * A new frame for the deeds of a row of what has triggered: it names what the
 * row's notes say, and its event has the words that the real one had, as it was
 * looked at then. That event is in a batch that does not happen; its `row` is 0
 * and may be set to what is to be the parent in the log of all that it emits.
 */
strata_status st_trigger_new_frame(st_execution *run, uint32_t row,
                                   uint32_t *frame);

/* The key of the note in which such a row keeps a field. */
uint64_t st_trigger_field_key(const strata_rules *rules, strata_field field);

#endif
