/* trigger_record.h - abilities that have triggered, as rows and events. */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_RECORD_H
#define STRATA_PLAY_EVENTS_TRIGGER_RECORD_H

#include "play/execution/execution.h"

/* Put the abilities that a batch has triggered into rows and the log. */
strata_status st_trigger_record_matches(st_execution *run, uint32_t batch);

/* A row of the log: what has triggered, below its event. */
strata_status st_trigger_log(st_execution *run, const st_trigger_match *m);

/* Put a match among what waits for the stack; `own` is what it captures besides
 * its event. */
strata_status st_trigger_add_pending(st_execution *run,
                                     const st_trigger_match *m,
                                     const st_note *own, uint32_t own_count);

/* Some have triggered: *told is a batch of what is to happen next, or 0. */
strata_status st_trigger_emit_triggered(st_execution *run,
                                        const st_trigger_match *all,
                                        size_t count, uint32_t *told);

/* Whether a code triggers on abilities that trigger (603.3b). */
bool st_trigger_is_second_order(const strata_rules *rules,
                                strata_watcher_def def);

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

/* The key of the note in which such a row keeps a variable. */
uint64_t st_trigger_variable_key(const st_expr_variable *name);

#endif
