/* applicability.h - whether a watcher's conditions hold for an event. */
#ifndef STRATA_PLAY_EXECUTION_APPLICABILITY_H
#define STRATA_PLAY_EXECUTION_APPLICABILITY_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"

/* Test a candidate's key, the alias of its event type, its field tests and its
 * condition. How often it may apply is another question: see use_limits.h. */
strata_status st_applicability_test(st_execution *exec,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, bool *applies);

/* The first condition of a candidate that does not hold: the condition (NULL:
 * all hold), the entity it was tested on (or 0), and the event field that named
 * that entity (or 0). For why-not. */
typedef struct st_unmet_condition {
  const strata_expr *condition;
  strata_entity it;
  strata_field field;
} st_unmet_condition;
strata_status st_applicability_find_unmet(st_execution *exec,
                                          const st_watcher_candidate *candidate,
                                          uint32_t event,
                                          st_unmet_condition *out);

/* Evaluate an expression of a candidate's definition as the candidate sees the
 * event; event 0: as it sees the state. */
strata_status st_applicability_eval(st_execution *exec,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, const strata_expr *expr,
                                    int64_t *out);

/* Make exec->condition_frame a frame of `program` with these variables, which
 * the caller owns. It holds until it is borrowed again. */
strata_status st_applicability_borrow_frame(st_execution *exec,
                                            const st_program *program,
                                            int64_t *variables,
                                            strata_entity self, uint32_t event);

#endif
