/* candidates.h - which replacement effects could be applied to which events. */
#ifndef STRATA_PLAY_REPLACE_CANDIDATES_H
#define STRATA_PLAY_REPLACE_CANDIDATES_H

#include "play/execution/execution.h"

/* The candidates of an event have to be collected again. */
void st_candidates_mark_dirty(st_execution *run, uint32_t event);

/* All candidates of a batch, as the state is now: st_execution.candidates. */
strata_status st_candidates_refresh(st_execution *run, uint32_t batch);

/* They differ in nothing, nor in what they still may. */
bool st_candidates_are_equivalent(const st_execution *run,
                                  const st_watcher_candidate *a,
                                  const st_watcher_candidate *b);

/* It is of the lowest of its event's ranks. */
bool st_candidates_is_of_lowest_class(
    const st_execution *run, const st_replacement_candidate *candidate);

/* The events of one decider to which one could be applied now. */
uint32_t st_candidates_events_of(const st_execution *run,
                                 const st_replacement_candidate *candidate,
                                 uint32_t *events);

#endif
