/* execution_lifetime.h - initializing, freeing and resetting an execution. */
#ifndef STRATA_PLAY_ACTION_EXECUTION_LIFETIME_H
#define STRATA_PLAY_ACTION_EXECUTION_LIFETIME_H

#include "play/execution/execution.h"

void st_execution_init(st_execution *exec, st_mutator *change,
                       strata_error *error);

void st_execution_fini(st_execution *exec);

/* Forget all events, frames and tasks, also of an execution that waits for an
 * answer; memory is kept. */
void st_execution_reset(st_execution *exec);

#endif
