/* event_limit.h - the limit of events and steps, beyond which an action is
 * taken for an endless loop. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_LIMIT_H
#define STRATA_PLAY_EXECUTION_EVENT_LIMIT_H

#include "play/execution/execution.h"

/* Set the limit of events; 0 sets the default. The limit of steps follows from
 * it. */
void st_event_limit_set(st_execution *exec, uint64_t events);

/* Fail with ELIMIT, and name the events that repeat. */
strata_status st_event_limit_fail(st_execution *exec);

#endif
