/* suspended.h - an execution that waits for an answer, kept beside the world as
 * a cache. */
#ifndef STRATA_PLAY_ACTION_SUSPENDED_H
#define STRATA_PLAY_ACTION_SUSPENDED_H

#include "play/execution/execution.h"

/*
 * At a decision without an answer the world is rolled back, and its state says
 * all that is needed to execute the action again: that is what an answer means.
 * Beside it the execution may stay as it was, in its arrays and its resume
 * point, together with the way from the state that the action began with to
 * that of the resume point. Then an answer goes the way, which writes words and
 * does nothing anew, and goes on from there.
 *
 * Invariant: while `stands`, the execution is not touched, and if the world's
 * hash is open_hash, going on gives the same state, log and decisions as
 * executing the action again. Whatever needs the execution for something else
 * resets it, and so drops this one (st_execution_reset); whatever changes the
 * state changes its hash.
 */

/* Keep an execution that has met a decision, and roll its step back to the
 * resume point. It stands once st_suspended_stand is called. Nothing is kept if
 * there is no resume point, if the world is tuned not to, or if there is too
 * much to keep. `begin` is the state that the action began with. ENOMEM. */
strata_status st_suspended_keep(st_execution *exec, st_savepoint begin,
                                bool *kept);

/* The world is in the state in which the action is open, or one more of its
 * decisions is answered: from now on the execution stands, in this state. */
void st_suspended_stand(st_execution *exec);

/* Whether the execution stands and the world is in its state. */
bool st_suspended_can_go_on(const st_execution *exec);

/* Bring world and execution to the resume point; the world is in the state that
 * the action began with. The execution stands no longer. ENOMEM. */
strata_status st_suspended_go_forward(st_execution *exec);

/* Drop the execution, if one stands, and free the way. */
void st_suspended_drop(st_execution *exec);

size_t st_suspended_bytes(const st_execution *exec);

#endif
