/* saved_answers.h - the decisions of an execution as rows of the open action.
 */
#ifndef STRATA_PLAY_ACTION_SAVED_ANSWERS_H
#define STRATA_PLAY_ACTION_SAVED_ANSWERS_H

#include "play/execution/execution.h"

/* Write all decisions that the execution has met into the store, those that are
 * open and those that have an answer. */
strata_status st_saved_answers_write(st_execution *exec, st_store *store);

/* Let the execution know the answers to decisions in the state: to the first
 * `count`, of which it has used the first `first` already. They lie in the
 * arena. */
strata_status st_saved_answers_read(st_execution *exec, uint32_t first,
                                    uint32_t count);

/* Read a decision of the state as one that a concession has made void. It lies
 * in the arena. */
strata_status st_saved_answers_read_void(st_execution *exec, uint32_t decision,
                                         const st_new_decision **out);

#endif
