/* use_limits.h - how often a watcher may be applied, and how often it was. */
#ifndef STRATA_PLAY_EXECUTION_USE_LIMITS_H
#define STRATA_PLAY_EXECUTION_USE_LIMITS_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"
#include "rules/model/watcher_def.h"

/* Whether what a code says is done now, in a frame of it: its player may let it
 * be, and what counts how often it is done is counted (603.2i). */
strata_status st_use_limits_try(st_execution *run, strata_watcher_def id,
                                uint32_t frame, bool *yes);

/* It may be applied to this event: it has not been to it or to what it came
 * from (614.5), and is not used up. */
bool st_use_limits_allow(const st_execution *run,
                         const st_watcher_candidate *candidate, uint32_t event);

/* Whether it matters how often it was applied. */
static inline bool
st_use_limits_has_any(const st_watcher_def *def,
                      const st_watcher_candidate *candidate) {
  return candidate->started_handle != 0 || def->uses != 0 ||
         def->uses_per_clock != 0;
}

/* How often it may still be applied; UINT32_MAX: there is no limit. */
uint32_t st_use_limits_left(const st_execution *run,
                            const st_watcher_candidate *candidate);

/* It was applied once more. Writes how often, if there is a limit. */
strata_status st_use_limits_count_use(st_execution *run,
                                      const st_watcher_candidate *candidate);

#endif
