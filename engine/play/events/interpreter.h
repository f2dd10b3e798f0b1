/* routine.h - programs: what is emitted, chosen and bound, and in which order.
 */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_H
#define STRATA_PLAY_EVENTS_INTERPRETER_H

#include "play/execution/execution.h"

/* A piece of the task on top, which is of deeds, or of deeds for each. */
strata_status st_interpreter_step(st_execution *run);
strata_status st_interpreter_step_each(st_execution *run);

#endif
