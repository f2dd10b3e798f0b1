/* explain_event.h - how an event came: a row for each note of the trace. */
#ifndef STRATA_PLAY_ACTION_EXPLAIN_EVENT_H
#define STRATA_PLAY_ACTION_EXPLAIN_EVENT_H

#include "play/action/event_explanation.h"

/* Add the rows of how an event came. */
strata_status st_event_explanation_add_event(strata_event_why *why,
                                             st_execution *run, uint32_t event);

#endif
