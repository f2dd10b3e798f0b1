/* routine.h - programs: what is emitted, chosen and bound, and in which order.
 */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_H
#define STRATA_PLAY_EVENTS_INTERPRETER_H

#include "play/execution/execution.h"

/* A piece of the task on top, which is of deeds, of deeds for each, or of a
 * series of events. */
strata_status st_interpreter_step(st_execution *run);
strata_status st_interpreter_step_each(st_execution *run);
strata_status st_interpreter_step_series(st_execution *run);

/* Do a CHOOSE. *some: there was something to choose, or nothing needs to be. */
strata_status st_interpreter_choose(st_execution *run, uint32_t frame,
                                    const st_instruction *deed, bool *some);

#endif
