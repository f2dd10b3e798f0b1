/* explain_why_not.h - why a watcher did nothing about an event. */
#ifndef STRATA_PLAY_ACTION_EXPLAIN_WHY_NOT_H
#define STRATA_PLAY_ACTION_EXPLAIN_WHY_NOT_H

#include "play/action/event_explanation.h"

/* Add the one row of why whom the tracer is asked about did nothing about it.
 * *triggered: it has triggered, and nothing was said of what came of that. */
strata_status st_event_explanation_add_why_not(strata_event_why *why,
                                               st_execution *run,
                                               uint32_t event, bool *triggered);

/* What came of one that has triggered: of the row DROPPED that this run has
 * written. *found: there is such a thing. */
strata_status st_event_explanation_add_undone(strata_event_why *why,
                                              st_execution *run, uint64_t row,
                                              bool *found);

#endif
