/* alike.h - those who could be applied to one event, by who is like whom. */
#ifndef STRATA_PLAY_REPLACE_EQUAL_CANDIDATES_H
#define STRATA_PLAY_REPLACE_EQUAL_CANDIDATES_H

#include "play/execution/execution.h"

/* How much and how often somebody still may. */
typedef struct st_candidate_limits {
  int64_t amount_left; /* -1: there is no end of it */
  uint32_t uses_left;
} st_candidate_limits;

st_candidate_limits
st_candidate_limits_get(const st_execution *run,
                        const st_watcher_candidate *watcher);

static inline bool st_candidate_limits_equal(st_candidate_limits a,
                                             st_candidate_limits b) {
  return a.amount_left == b.amount_left && a.uses_left == b.uses_left;
}

/*
 * A memory of the last look at an event that is alone in its batch: groups of
 * those that differ in nothing, of which one stands for all. As long as nobody
 * who watches has changed, and the event says the same to their keys, whoever
 * is no longer free for it never is again: so of each group the first that is
 * free is found by going on from the last one, and ten thousand equal ones are
 * looked at once. It is kept where there are many.
 */

/* Forget what is known, and begin to write down a look at an event. */
void st_equal_candidates_begin(st_execution *run, uint32_t event);

/* The next who is free, in order; `joins`: like the one before. False if there
 * is no memory. */
bool st_equal_candidates_add(st_execution *run, uint32_t watcher, bool joins);

/* All were there. */
void st_equal_candidates_end(st_execution *run);

/* Whether the last look still holds for an event. */
bool st_equal_candidates_is_valid(const st_execution *run, uint32_t event);

/* The first who is free of the next group from *group on, which is then behind
 * it; 0: there is none. */
uint32_t st_equal_candidates_next(st_execution *run, size_t *group);

/* Somebody was applied to an event: what is known of another is not. */
void st_equal_candidates_applied(st_execution *run, uint32_t event);

#endif
