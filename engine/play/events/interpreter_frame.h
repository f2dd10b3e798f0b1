/* interpreter_frame.h - the arguments and the bound variable of an instruction.
 */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_FRAME_H
#define STRATA_PLAY_EVENTS_INTERPRETER_FRAME_H

#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"

static inline const st_argument *
st_interpreter_argument(st_execution *exec, uint32_t frame,
                        const st_instruction *instruction, uint32_t i) {
  return &st_frame_get(exec, frame)
              ->program->arguments[instruction->first_argument + i];
}

/* Bind the variable that an instruction names, if it names one. */
static inline void st_interpreter_bind(st_execution *exec, uint32_t frame,
                                       const st_instruction *instruction,
                                       int64_t value) {
  if (instruction->bound_variable != 0) {
    st_frame_get(exec, frame)->variables[instruction->bound_variable - 1] =
        value;
  }
}

#endif
