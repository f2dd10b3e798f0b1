/* interpreter_emit.h - the instruction EMIT: the events that it makes. */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_EMIT_H
#define STRATA_PLAY_EVENTS_INTERPRETER_EMIT_H

#include "play/execution/execution.h"
#include "play/execution/task.h"

/* Do one EMIT. */
strata_status st_interpreter_emit(st_execution *exec, const st_task *task,
                                  const st_instruction *instruction);

/* One step of the task on top, which is a series of events. */
strata_status st_interpreter_step_series(st_execution *exec);

#endif
