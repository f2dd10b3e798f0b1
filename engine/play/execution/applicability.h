/* applicability.h - whether a watcher applies to an event. */
#ifndef STRATA_PLAY_EXECUTION_APPLICABILITY_H
#define STRATA_PLAY_EXECUTION_APPLICABILITY_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"

/* What it says is true of the event: key, alias, tests, condition. Of the event
 * alone: not whether it may apply once more. */
strata_status st_applicability_test(st_execution *run,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, bool *says);

/* What of it is not so: the first part, of whom, whom the event's field names;
 * NULL: all of it is. For accounts. */
typedef struct st_unmet_condition {
  const strata_expr *condition;
  strata_entity it;   /* or 0 */
  strata_field field; /* or 0 */
} st_unmet_condition;
strata_status st_applicability_find_unmet(st_execution *run,
                                          const st_watcher_candidate *candidate,
                                          uint32_t event,
                                          st_unmet_condition *out);

/* The value of an expression of its code, as it sees the event; of 0, how
 * things are. */
strata_status st_applicability_eval(st_execution *run,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, const strata_expr *expr,
                                    int64_t *out);

/* A frame whose variables are lent, and not bound by what it is for: it holds
 * until the next one is borrowed, and is run->condition_frame. */
strata_status st_applicability_borrow_frame(st_execution *run,
                                            const st_program *program,
                                            int64_t *variables,
                                            strata_entity self, uint32_t event);

#endif
