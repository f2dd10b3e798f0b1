/* action.h - actions: executed until they are done, or until a decision is
 * open. */
#ifndef STRATA_PLAY_ACTION_ACTION_H
#define STRATA_PLAY_ACTION_ACTION_H

#include "play/action/action_request.h"
#include "play/execution/execution.h"

/* Execute tasks until there are no more than so many. ESUSPEND for an open
 * decision; ELIMIT when too much happens; ENOMEM; ERANGE for a value that its
 * attribute cannot have. */
strata_status st_action_run_tasks(st_execution *exec, size_t tasks);

/* Begin an action; none may be open. *open: it has met a decision; it was
 * rolled back, and its request and answers are in the state, or the execution
 * is ahead (suspended.h). On failure nothing is changed. All functions below
 * but st_action_answer take an execution that is not ahead. */
strata_status st_action_begin(st_execution *exec,
                              const st_action_request *request, bool *open);

/* Answer the decision of the open action, and execute the action again with it,
 * or go on with it. EREFUSED, with the reason in exec->error and nothing
 * changed, if the answer is not legal. If the execution fails, the action is
 * still open and the decision not answered; an execution that was ahead is not
 * any more. */
strata_status st_action_answer(st_execution *exec, const st_new_answer *answer,
                               bool *open);

/* Take back the newest answer of the open action: its decision is open again.
 * EREFUSED if there is none, or something was rolled since. If the execution
 * fails the answer stands. */
strata_status st_action_retract(st_execution *exec);

/* Cancel the open action. EREFUSED if something was rolled in it, unless it
 * cannot go on under these rules; on failure the caller rolls back. */
strata_status st_action_cancel(st_execution *exec);

/* Let a player concede while an action is open: see concession.h. If the
 * execution fails nothing is changed. */
strata_status st_action_concede(st_execution *exec, strata_entity player,
                                bool *open);

/* Write the request of this execution, and all answers so far, into a copy of
 * the state that it began with: the action is open there. */
strata_status st_action_save(st_execution *exec, const st_action_request *r,
                             st_store *store);

/* Execute an open action that has all its answers. The execution keeps its
 * events, for an explanation; nothing is rolled back on failure. ESUSPEND: an
 * answer is missing. */
strata_status st_action_replay(st_execution *exec);

/* Bring the world into the state in which the open action waits; the action is
 * no longer open. On failure nothing is changed. */
strata_status st_action_peek(st_execution *exec);

#endif
