/* event_log_write.h - writing the log rows of an event in flight. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_LOG_WRITE_H
#define STRATA_PLAY_EXECUTION_EVENT_LOG_WRITE_H

#include "play/execution/execution.h"
#include "world/tables/event_log.h"

/* Log that an event was refused, replaced or prevented: by which watcher and
 * source, and how much of its amount was prevented. Events of quiet types are
 * not logged. */
strata_status st_event_log_write_outcome(st_execution *exec, uint32_t number,
                                         st_logged what, strata_watcher_def def,
                                         strata_entity source,
                                         int64_t prevented);

/* Log an event with all of its fields, when it has happened or has passed along
 * a chain. */
strata_status st_event_log_write_words(st_execution *exec, uint32_t number,
                                       st_logged what, strata_watcher_def def,
                                       uint64_t *row);

/* Forget the rows of earlier actions that no rule can ask for from now on, as
 * the action ends. The host is told before. Cost O(rows that go). */
strata_status st_event_log_let_leave(st_execution *exec);

/* Add a row to the log. No watcher changes by it, so the watcher index stays
 * current. */
strata_status st_event_log_write_row(st_execution *exec,
                                     const st_new_log_row *row);

#endif
