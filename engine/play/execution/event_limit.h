/* event_limit.h - how much may happen in one action before it is thought to go
 * on for ever. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_LIMIT_H
#define STRATA_PLAY_EXECUTION_EVENT_LIMIT_H

#include "play/execution/execution.h"

/* How many events it may have; 0: as many as most have use for. */
void st_event_limit_set(st_execution *run, uint64_t events);

/* Too much happens: ELIMIT, and which events come again and again. */
strata_status st_event_limit_fail(st_execution *run);

#endif
