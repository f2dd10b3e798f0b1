/* equal_candidates.h - the groups of equal watchers of the last event that was
 * evaluated. */
#ifndef STRATA_PLAY_REPLACE_EQUAL_CANDIDATES_H
#define STRATA_PLAY_REPLACE_EQUAL_CANDIDATES_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"

/* What a watcher may still do. */
typedef struct st_candidate_limits {
  int64_t amount_left; /* -1: without a limit */
  uint32_t uses_left;
} st_candidate_limits;

st_candidate_limits
st_candidate_limits_get(const st_execution *exec,
                        const st_watcher_candidate *watcher);

static inline bool st_candidate_limits_equal(st_candidate_limits a,
                                             st_candidate_limits b) {
  return a.amount_left == b.amount_left && a.uses_left == b.uses_left;
}

/*
 * A cache for an event that is alone in its batch: the watchers that listen to
 * it, in groups of equals. One watcher represents its group. As long as no
 * watcher changes and the keyed fields of the event stay the same, a watcher
 * that was applied never becomes applicable again; so the representative of
 * each group is found by going on from the last one.
 */

/* Drop the cache, and begin to record the watchers of an event. */
void st_equal_candidates_begin(st_execution *exec, uint32_t event);

/* Record the next applicable watcher, in the order of the index. `joins`: it is
 * equal to the previous one. False if there is no memory. */
bool st_equal_candidates_add(st_execution *exec, uint32_t watcher, bool joins);

/* A watcher may not be applied now: recording stops if it may be again. */
void st_equal_candidates_leave_out(st_execution *exec, uint32_t watcher);

/* End recording; all watchers were added. */
void st_equal_candidates_end(st_execution *exec);

/* Whether the cache is valid for an event as it is now. */
bool st_equal_candidates_is_valid(const st_execution *exec, uint32_t event);

/* The representative of the next group from *group on; *group is then the place
 * behind it. 0: there is none. */
uint32_t st_equal_candidates_next(st_execution *exec, size_t *group);

/* A watcher was applied to an event: drop the cache if it is that of another
 * event. */
void st_equal_candidates_applied(st_execution *exec, uint32_t event);

#endif
