/* interpreter.h - the interpreter of programs, which are lists of instructions.
 */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_H
#define STRATA_PLAY_EVENTS_INTERPRETER_H

#include "play/execution/execution.h"

/* One step of the task on top, which walks a program, or repeats one for each
 * of a list of entities. */
strata_status st_interpreter_step(st_execution *exec);
strata_status st_interpreter_step_each(st_execution *exec);

#endif
