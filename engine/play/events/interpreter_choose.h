/* interpreter_choose.h - the instruction CHOOSE: the decision that it asks, and
 * the variable that the answer binds. */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H
#define STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H

#include "play/execution/execution.h"
#include "play/execution/task.h"

/* Do one CHOOSE. *some is false if something must be chosen and there is no
 * option. ESUSPEND while the decision is open. */
strata_status st_interpreter_choose(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    bool *some);

/* Do the CHOOSE at `at`; a hidden one together with the hidden choices that
 * follow it. */
strata_status st_interpreter_do_choose(st_execution *exec, const st_task *task,
                                       uint32_t at,
                                       const st_instruction *instruction);

#endif
