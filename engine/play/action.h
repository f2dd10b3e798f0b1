/* action.h - actions: run until they are done, or until somebody must decide.
 */
#ifndef STRATA_ACTION_H
#define STRATA_ACTION_H

#include "play/run.h"

/* What an action is: an event, or the deeds of a code. */
typedef struct st_request {
  strata_event_kind kind;  /* or 0 */
  strata_code code;        /* or 0 */
  strata_entity self, you; /* of a code */
  const int64_t *words;    /* the event's, in the order of its kind's fields; or
                              what the code is given, in order */
} st_request;

/* Begin an action. None is open. *open: it has met a decision; it is taken
 * back, and is open now, with what was decided so far. On failure nothing is
 * changed. */
strata_status st_action_begin(st_run *run, const st_request *request,
                              bool *open);

/* Answer the decision of the open action, and run it again with it. EREFUSED,
 * and nothing is changed, if the answer is not legal: run->error says why. If
 * the run fails it is still open, and not answered. */
strata_status st_action_answer(st_run *run, const st_decided *answer,
                               bool *open);

/* Take the newest answer of the open action back: the decision is open again.
 * EREFUSED if there is none, or something was rolled since. If the run fails
 * the answer stands. */
strata_status st_action_retract(st_run *run);

/* Give the open action up: nothing is left of it. EREFUSED if something was
 * rolled in it; on failure its caller undoes. */
strata_status st_action_cancel(st_run *run);

#endif
