/* candidates.h - which replacement effects are applicable to which events. */
#ifndef STRATA_PLAY_REPLACE_CANDIDATES_H
#define STRATA_PLAY_REPLACE_CANDIDATES_H

#include "play/execution/execution.h"
#include "play/index/watcher_buckets.h"

/* A watcher that is applicable to an event: a replacement or prevention effect.
 */
typedef struct st_replacement_candidate {
  uint32_t event;
  uint32_t candidate; /* candidate number; see st_execution_candidate */
  uint32_t class;     /* of 616.1a-e: the lowest is applied first */
  strata_entity decider;
} st_replacement_candidate;

/* Let the candidates of an event be collected again. */
void st_candidates_mark_dirty(st_execution *exec, uint32_t event);

/* Bring the candidates of a batch up to date with the state:
 * st_execution.candidates. Cost O(candidates),
 * and a look into the index of watchers for each event that has changed. */
strata_status st_candidates_refresh(st_execution *exec, uint32_t batch);

/* Whether two watchers are interchangeable: equal in all that could be
 * observed, and with the same uses and amount left. */
bool st_candidates_are_equivalent(const st_execution *exec,
                                  const st_watcher_candidate *a,
                                  const st_watcher_candidate *b);

/* Whether a candidate is of the lowest class of its event's candidates
 * (616.1a-e). */
bool st_candidates_is_of_lowest_class(
    const st_execution *exec, const st_replacement_candidate *candidate);

/* The events to which a watcher is applicable now, for one decider. Returns
 * their number; `events`, if not NULL, gets them. */
uint32_t st_candidates_events_of(const st_execution *exec,
                                 const st_replacement_candidate *candidate,
                                 uint32_t *events);

#endif
