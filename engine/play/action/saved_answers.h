/* saved_answers.h - the decisions of an execution as rows of the open action.
 */
#ifndef STRATA_PLAY_ACTION_SAVED_ANSWERS_H
#define STRATA_PLAY_ACTION_SAVED_ANSWERS_H

#include "play/execution/decisions.h"
#include "play/execution/execution.h"

/* Write decisions into the open action of a store, behind those that it has,
 * with their answers if they have any. */
strata_status st_saved_answers_write_some(st_store *store,
                                          const st_met_decision *met,
                                          uint32_t count);

/* Write all decisions that the execution has met into the store, those that are
 * open and those that have an answer. */
strata_status st_saved_answers_write(st_execution *exec, st_store *store);

/* Let the execution know the answers to decisions in the state: to the first
 * `count`, of which it has used the first `first` already. They lie in the
 * arena. */
strata_status st_saved_answers_read(st_execution *exec, uint32_t first,
                                    uint32_t count);

/* What the execution would know of a decision that it has met, and of its
 * answer, if both were read from the state. It lies in the arena. ENOMEM. */
strata_status st_saved_answers_know(st_execution *exec,
                                    const st_met_decision *met,
                                    st_known_answer *out);

/* Read a decision of the state as one that a concession has made void. It lies
 * in the arena. */
strata_status st_saved_answers_read_void(st_execution *exec, uint32_t decision,
                                         const st_new_decision **out);

#endif
