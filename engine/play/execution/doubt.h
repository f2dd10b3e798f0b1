/* doubt.h - why a watcher does nothing about an event. */
#ifndef STRATA_PLAY_DOUBT_H
#define STRATA_PLAY_DOUBT_H

#include "play/execution/judge.h"
#include "play/execution/tracer.h"

/* When somebody looks who is to do something about an event. */
typedef enum st_moment {
  ST_MOMENT_CANT,
  ST_MOMENT_REPLACE,
  ST_MOMENT_BACK, /* before it is performed (603.10) */
  ST_MOMENT_AFTER
} st_moment;

/* If the run is asked about this event, and by one who is looked for now: note
 * what keeps him from it, or that nothing does. */
strata_status st_doubt_ask(st_run *run, uint32_t event, uint32_t batch,
                           st_moment moment);

static inline strata_status st_doubt(st_run *run, uint32_t event,
                                     uint32_t batch, st_moment moment) {
  bool asked = st_is_traced(run) && run->tracer->event == event;
  return asked ? st_doubt_ask(run, event, batch, moment) : STRATA_OK;
}

/* What has triggered, and does nothing as it is placed or resolves: its
 * intervening if does not hold, its player lets it be (`may`), or no target is
 * legal. To be called only if the run is traced. */
strata_status st_doubt_undone(st_run *run, uint32_t frame, strata_code code,
                              strata_verdict verdict);

/* Somebody's trigger that another does not let trigger. To be called only if
 * the run is traced. */
strata_status st_doubt_never(st_run *run, const st_found *found, uint32_t event,
                             const st_found *by);

#endif
