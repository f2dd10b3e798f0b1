/* trigger_record.h - triggers that have matched, as pending triggers, rows of
 * the log and events. */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_RECORD_H
#define STRATA_PLAY_EVENTS_TRIGGER_RECORD_H

#include "play/execution/execution.h"
#include "play/execution/matched_trigger.h"

/* Record all matches of a batch: in the log, and as pending triggers if they
 * use the stack. */
strata_status st_trigger_record_matches(st_execution *exec, uint32_t batch);

/* Add a row to the log that says what has triggered, as a child of its event's
 * row. */
strata_status st_trigger_log(st_execution *exec, const st_trigger_match *m);

/* Add a pending trigger for a match. `own` are notes that it captures besides
 * the words of its event. */
strata_status st_trigger_add_pending(st_execution *exec,
                                     const st_trigger_match *m,
                                     const st_note *own, uint32_t own_count);

/* Make the events that say what has triggered. *told: their batch, which is to
 * happen next; unchanged if no watcher listens. */
strata_status st_trigger_emit_triggered(st_execution *exec,
                                        const st_trigger_match *all,
                                        size_t count, uint32_t *told);

/* Whether a watcher definition triggers on abilities that trigger (603.3b). */
bool st_trigger_is_second_order(const strata_rules *rules,
                                strata_watcher_def def);

/*
 * A new frame for the program of a pending trigger. Its variables are those of
 * the row's notes, and its event has the words that the real event had when the
 * trigger matched. That event is in a batch that never happens; its `log_row`
 * is 0, and may be set to the row of the log that is the parent of all events
 * that the program emits.
 */
strata_status st_trigger_new_frame(st_execution *exec, uint32_t row,
                                   uint32_t *frame);

/* The note key of a field in a pending trigger. */
uint64_t st_trigger_field_key(const strata_rules *rules, strata_field field);

/* The note key of a variable in a pending trigger. */
uint64_t st_trigger_variable_key(const st_expr_variable *name);

#endif
