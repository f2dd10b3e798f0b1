/* merge_results.h - results of events that are merged before they happen. */
#ifndef STRATA_PLAY_EVENTS_MERGE_RESULTS_H
#define STRATA_PLAY_EVENTS_MERGE_RESULTS_H

#include "play/execution/execution.h"

/* Merge the events of a batch of results: equal results of types that say so
 * (702.15), and what several effects add to one entering object (122.6). Parts
 * of an event that does not happen are dropped. ENOMEM. */
strata_status st_results_merge(st_execution *exec, uint32_t batch);

#endif
