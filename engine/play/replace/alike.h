/* alike.h - those who could be applied to one event, by who is like whom. */
#ifndef STRATA_ALIKE_H
#define STRATA_ALIKE_H

#include "play/execution/run.h"

/* How much and how often somebody still may. */
typedef struct st_limits {
  int64_t left; /* -1: there is no end of it */
  uint32_t uses;
} st_limits;

st_limits st_limits_of(const st_run *run, const st_found *found);

static inline bool st_limits_same(st_limits a, st_limits b) {
  return a.left == b.left && a.uses == b.uses;
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
void st_alike_begin(st_run *run, uint32_t event);

/* The next who is free, in order; `joins`: like the one before. False if there
 * is no memory. */
bool st_alike_add(st_run *run, uint32_t found, bool joins);

/* All were there. */
void st_alike_end(st_run *run);

/* Whether the last look still holds for an event. */
bool st_alike_holds(const st_run *run, uint32_t event);

/* The first who is free of the next group from *group on, which is then behind
 * it; 0: there is none. */
uint32_t st_alike_next(st_run *run, size_t *group);

/* Somebody was applied to an event: what is known of another is not. */
void st_alike_applied(st_run *run, uint32_t event);

#endif
