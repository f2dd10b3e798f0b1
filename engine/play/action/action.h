/* action.h - actions: run until they are done, or until somebody must decide.
 */
#ifndef STRATA_PLAY_ACTION_ACTION_H
#define STRATA_PLAY_ACTION_ACTION_H

#include "play/action/action_request.h"
#include "play/execution/execution.h"

/* Begin an action. None is open. *open: it has met a decision; it is taken
 * back, and is open now, with what was decided so far. On failure nothing is
 * changed. */
strata_status st_action_begin(st_execution *run,
                              const st_action_request *request, bool *open);

/* Answer the decision of the open action, and run it again with it. EREFUSED,
 * and nothing is changed, if the answer is not legal: run->error says why. If
 * the run fails it is still open, and not answered. */
strata_status st_action_answer(st_execution *run, const st_new_answer *answer,
                               bool *open);

/* Take the newest answer of the open action back: the decision is open again.
 * EREFUSED if there is none, or something was rolled since. If the run fails
 * the answer stands. */
strata_status st_action_retract(st_execution *run);

/* Give the open action up: nothing is left of it. EREFUSED if something was
 * rolled in it; on failure its caller undoes. */
strata_status st_action_cancel(st_execution *run);

/* Write down what the action of this run is and all that was answered in it,
 * in a copy of the state that it began with: there it is open. */
strata_status st_action_save(st_execution *run, const st_action_request *r,
                             st_store *store);

/* Run such an action again to its end. The run is left as it is then, with all
 * its events; nothing is taken back if it fails. ESUSPEND: an answer is
 * missing.
 */
strata_status st_action_replay(st_execution *run);

/* Let the world be as it is where the open action waits; that action is gone.
 * If it fails nothing is changed. */
strata_status st_action_peek(st_execution *run);

#endif
