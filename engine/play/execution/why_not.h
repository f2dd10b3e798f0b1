/* doubt.h - why a watcher does nothing about an event. */
#ifndef STRATA_PLAY_EXECUTION_WHY_NOT_H
#define STRATA_PLAY_EXECUTION_WHY_NOT_H

#include "play/execution/execution.h"
#include "play/execution/trace.h"

/* When somebody looks who is to do something about an event. */
typedef enum st_why_not_moment {
  ST_WHY_NOT_CANT,
  ST_WHY_NOT_REPLACE,
  ST_WHY_NOT_LOOK_BACK, /* before it is performed (603.10) */
  ST_WHY_NOT_LOOK_AFTER
} st_why_not_moment;

/* If the run is asked about this event, and by one who is looked for now: note
 * what keeps him from it, or that nothing does. */
strata_status st_why_not_explain(st_execution *run, uint32_t event,
                                 uint32_t batch, st_why_not_moment moment);

static inline strata_status st_why_not_at(st_execution *run, uint32_t event,
                                          uint32_t batch,
                                          st_why_not_moment moment) {
  bool asked = st_trace_is_on(run) && run->trace->asked_event == event;
  return asked ? st_why_not_explain(run, event, batch, moment) : STRATA_OK;
}

/* What has triggered, and does nothing as it is placed or resolves: its
 * intervening if does not hold, its player lets it be (`may`), or no target is
 * legal. To be called only if the run is traced. */
strata_status st_why_not_add_undone(st_execution *run, uint32_t frame,
                                    strata_watcher_def def,
                                    strata_verdict verdict);

/* Somebody's trigger that another does not let trigger. To be called only if
 * the run is traced. */
strata_status st_why_not_add_never(st_execution *run,
                                   const st_watcher_candidate *candidate,
                                   uint32_t event,
                                   const st_watcher_candidate *by);

#endif
