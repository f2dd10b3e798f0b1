/* use_limits.h - how often a watcher may still be applied, and counting its
 * uses. */
#ifndef STRATA_PLAY_EXECUTION_USE_LIMITS_H
#define STRATA_PLAY_EXECUTION_USE_LIMITS_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"
#include "rules/model/watcher_def.h"

/* The notes in which uses are counted: of a watcher with a limit for all time;
 * with a limit for each tick of a clock, the uses in a tick and its number. */
typedef enum st_use_note {
  ST_USE_NOTE_USED,
  ST_USE_NOTE_TIMES,
  ST_USE_NOTE_TICK,
  ST_USE_NOTE_COUNT
} st_use_note;

/* The key of such a note of the watcher with this save key. */
uint64_t st_use_limits_note_key(st_use_note which, uint64_t identity);

/* Whether a trigger that is being placed or resolved does what it says: its
 * player may decline an optional one, and one that counts how often it is done
 * stops at its limit (603.2i). If so, the use is counted. `frame` is that of
 * its program. */
strata_status st_use_limits_try(st_execution *exec, strata_watcher_def id,
                                uint32_t frame, bool *yes);

/* Whether a candidate may be applied to an event: it has not been applied to
 * the event or to one that it came from (614.5), and it has uses left. */
bool st_use_limits_allow(const st_execution *exec,
                         const st_watcher_candidate *candidate, uint32_t event);

/* Whether anything limits the uses of a candidate. */
static inline bool
st_use_limits_has_any(const st_watcher_def *def,
                      const st_watcher_candidate *candidate) {
  return candidate->started_handle != 0 || def->uses != 0 ||
         def->uses_per_clock != 0;
}

/* How many uses are left; UINT32_MAX: there is no limit. */
uint32_t st_use_limits_left(const st_execution *exec,
                            const st_watcher_candidate *candidate);

/* Count one use, if there is a limit. */
strata_status st_use_limits_count_use(st_execution *exec,
                                      const st_watcher_candidate *candidate);

#endif
