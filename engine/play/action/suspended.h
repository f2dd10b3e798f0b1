/* suspended.h - an execution that waits for an answer, kept beside the world as
 * a cache. */
#ifndef STRATA_PLAY_ACTION_SUSPENDED_H
#define STRATA_PLAY_ACTION_SUSPENDED_H

#include "play/action/action_request.h"
#include "play/execution/decisions.h"
#include "play/execution/execution.h"

/*
 * At a decision without an answer the world is the one that the action began
 * with, and its state says all that is needed to execute the action again: that
 * is what an answer means. Beside it the execution may stay as it was, in its
 * arrays and its resume point, and an answer goes on from there.
 *
 * Going back to the beginning, and forward again at the answer, costs what the
 * action has written so far, and would make an action of many decisions
 * quadratic. So the state stays ahead, at the resume point, until somebody
 * looks at it: the owner of an execution that may stay ahead calls
 * st_suspended_go_back before anything is read or written but the open
 * decisions and their answers. An answer that comes before that costs what it
 * changes. One that comes later goes the way forward, which writes words and
 * does nothing anew.
 *
 * Invariants: while `stands`, the execution is not touched, and if it is ahead,
 * or the state's hash is open_hash, going on gives the same state, log and
 * decisions as executing the action again. Whatever needs the execution for
 * something else resets it, and so drops this one (st_execution_reset);
 * whatever changes the state changes its hash.
 *
 * As long as there is a record, the store holds the savepoint of the action's
 * beginning, and has space for the rows of the open action: going back cannot
 * fail.
 */

/* The open action of an execution: what is written into the state when it goes
 * back. It lies in the arena, and is not changed but for answers. */
typedef struct st_open_record {
  st_action_request request;
  st_request_rows request_rows;
  st_mark begin; /* of the action, held by the store */
  /* The decisions from `first` on are those of the step that waits; when it is
   * done again it meets them anew. Those before are met_decisions. */
  uint32_t first, count;
  st_met_decision *step_decisions;
  uint32_t newest_answer; /* the decision that the last call has answered; 0:
                             it has answered none, or it was taken back */
  uint64_t value_rows; /* of the request and of the decisions before `first` */
} st_open_record;

/* Whether the execution can go on after its decision, once it is recorded. */
bool st_suspended_is_possible(const st_execution *exec);

/* Record an execution that has met a decision, and undo its unfinished step: it
 * is ahead. `begin` is the savepoint of the action's beginning, which the store
 * goes on to hold. ENOMEM, and then what was recorded before still is. */
strata_status st_suspended_record(st_execution *exec,
                                  const st_action_request *r,
                                  const st_mark *begin);

/* Take an execution that is ahead back to the beginning of its action, and
 * write the open action into the state. It stands as before if its way forward
 * could be kept. Cost O(what the action has written, decisions). */
void st_suspended_go_back(st_execution *exec);

/* The execution was ahead, and the call that answers it has failed, or was left
 * by a jump, at any place: go back to the state in which its action is open
 * without that answer. `reopened` is a savepoint of that state. The savepoint
 * of the beginning is rolled back to, unless the store has released it. */
void st_suspended_reopen(st_execution *exec);

/* The decisions of an execution that is ahead: how many there are; the first
 * without an answer; one of them, from 1. */
static inline uint32_t st_suspended_count(const st_execution *exec) {
  return exec->suspended.record->count;
}
uint32_t st_suspended_find_unanswered(const st_execution *exec);
const st_met_decision *st_suspended_decision(const st_execution *exec,
                                             uint32_t decision);

/* Give an answer to an execution that is ahead, or refuse it: EREFUSED, with
 * the reason in exec->error. Nothing is written. ENOMEM. */
strata_status st_suspended_answer(st_execution *exec,
                                  const st_new_answer *answer);

/* Take the newest answer back, if there is one. */
void st_suspended_take_back(st_execution *exec);

/* Let an execution that is ahead know the answers with which it goes on.
 * ENOMEM. */
strata_status st_suspended_know_answers(st_execution *exec);

/* The world is in the state in which the action is open, or one more of its
 * decisions is answered: from now on the execution stands, in this state. */
void st_suspended_stand(st_execution *exec);

/* Whether the execution stands and the world is in its state. */
bool st_suspended_can_go_on(const st_execution *exec);

/* Bring world and execution to the resume point; the world is there, or in the
 * state that the action began with. The execution stands no longer. ENOMEM. */
strata_status st_suspended_go_forward(st_execution *exec);

/* Drop the execution, if one stands, and free the way. If it is ahead, the
 * store is about to get another state, or is given up. */
void st_suspended_drop(st_execution *exec);

size_t st_suspended_bytes(const st_execution *exec);

#endif
