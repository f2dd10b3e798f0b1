/* why_not.h - why a watcher did nothing about an event. */
#ifndef STRATA_PLAY_EXECUTION_WHY_NOT_H
#define STRATA_PLAY_EXECUTION_WHY_NOT_H

#include "play/execution/execution.h"
#include "play/execution/trace.h"

/* The moments at which the watchers of an event are looked for. */
typedef enum st_why_not_moment {
  ST_WHY_NOT_CANT,
  ST_WHY_NOT_REPLACE,
  ST_WHY_NOT_LOOK_BACK, /* triggers that look back, before it is performed
                           (603.10) */
  ST_WHY_NOT_LOOK_AFTER
} st_why_not_moment;

/* If the question is about this event, and about a watcher of the kind that is
 * looked for at this moment: note what keeps the watcher from acting, or that
 * nothing does. */
strata_status st_why_not_explain(st_execution *exec, uint32_t event,
                                 uint32_t batch, st_why_not_moment moment);

static inline strata_status st_why_not_at(st_execution *exec, uint32_t event,
                                          uint32_t batch,
                                          st_why_not_moment moment) {
  bool asked = st_trace_is_on(exec) && exec->trace->asked_event == event;
  return asked ? st_why_not_explain(exec, event, batch, moment) : STRATA_OK;
}

/* Note why a trigger does nothing as it is placed or resolves: its intervening
 * if is false (603.4), its player declined, or no target is legal. To be called
 * only while tracing. */
strata_status st_why_not_add_undone(st_execution *exec, uint32_t frame,
                                    strata_watcher_def def,
                                    strata_verdict verdict);

/* Note that watcher `by` keeps a trigger from triggering. To be called only
 * while tracing. */
strata_status st_why_not_add_never(st_execution *exec,
                                   const st_watcher_candidate *candidate,
                                   uint32_t event,
                                   const st_watcher_candidate *by);

#endif
