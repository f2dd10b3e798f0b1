/* interpreter_choose.h - the instruction CHOOSE: the decision that it asks, and
 * the variable that the answer binds. */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H
#define STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H

#include "play/execution/execution.h"
#include "play/execution/task.h"
#include "world/tables/open_decision.h"

/* Do one CHOOSE. *some is false if something must be chosen and there is no
 * option. ESUSPEND while the decision is open. */
strata_status st_interpreter_choose(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    bool *some);

/* Fill in the decision of a CHOOSE, with its options in the arena. */
strata_status st_interpreter_describe_choice(st_execution *exec, uint32_t frame,
                                             const st_instruction *instruction,
                                             st_new_decision *ask);

/* Ask a decision that was described, and bind the answer. *some: see
 * st_interpreter_choose. */
strata_status st_interpreter_ask_choice(st_execution *exec, uint32_t frame,
                                        const st_instruction *instruction,
                                        const st_new_decision *ask, bool *some);

/* Whether the answer to a choice can be that its variable gets this word. */
bool st_interpreter_can_choose(const st_new_decision *ask, int64_t word);

/* Do the CHOOSE at `at`; a hidden one together with the hidden choices that
 * follow it. */
strata_status st_interpreter_do_choose(st_execution *exec, const st_task *task,
                                       uint32_t at,
                                       const st_instruction *instruction);

#endif
