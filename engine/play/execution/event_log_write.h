/* event_log_write.h - rows of the log about an event in flight. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_LOG_WRITE_H
#define STRATA_PLAY_EXECUTION_EVENT_LOG_WRITE_H

#include "play/execution/execution.h"
#include "world/tables/event_log.h"

/* A row of the log about an event that it was not to be: who did that to it,
 * and `prevented` of its amount. Nothing for quiet kinds. */
strata_status st_event_log_write_outcome(st_execution *run, uint32_t number,
                                         st_logged what, strata_watcher_def def,
                                         strata_entity source,
                                         int64_t prevented);

/* A row that has all of its fields: it happened, or has passed. */
strata_status st_event_log_write_words(st_execution *run, uint32_t number,
                                       st_logged what, strata_watcher_def def,
                                       uint64_t *row);

#endif
