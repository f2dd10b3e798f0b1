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

/* Fill the caches that the first action of a loaded state would fill otherwise:
 * values, watchers, and the entities that state-based actions concern. Nothing
 * is filled if the rules have no events or no watchers, or if they have
 * predicates of the host, which does not expect to be called by a load. An
 * error is not told here: the first action meets it again and tells it. */
void st_execution_warm(st_execution *exec);

#endif
