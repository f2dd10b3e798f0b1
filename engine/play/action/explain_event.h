/* explain_event.h - how an event came about: a row of the explanation for each
 * note of the trace that concerns it. */
#ifndef STRATA_PLAY_ACTION_EXPLAIN_EVENT_H
#define STRATA_PLAY_ACTION_EXPLAIN_EVENT_H

#include "play/action/event_explanation.h"

/* Add the rows of an event. */
strata_status st_event_explanation_add_event(strata_event_why *why,
                                             st_execution *exec,
                                             uint32_t event);

#endif
