/* interpreter_choose.h - the instruction CHOOSE: what is asked, and what the
 * answer binds. */
#ifndef STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H
#define STRATA_PLAY_EVENTS_INTERPRETER_CHOOSE_H

#include "play/execution/execution.h"

/* Do a CHOOSE. *some: there was something to choose, or nothing needs to be. */
strata_status st_interpreter_choose(st_execution *run, uint32_t frame,
                                    const st_instruction *instruction,
                                    bool *some);

/* Do the CHOOSE at `at`, with the secret ones that are made at the same time.
 */
strata_status st_interpreter_do_choose(st_execution *run, const st_task *task,
                                       uint32_t at,
                                       const st_instruction *instruction);

#endif
