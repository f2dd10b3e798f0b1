/* begin_request.h - the first tasks of an action, of each form that a request
 * has. */
#ifndef STRATA_PLAY_ACTION_BEGIN_REQUEST_H
#define STRATA_PLAY_ACTION_BEGIN_REQUEST_H

#include "play/action/action_request.h"
#include "play/execution/execution.h"

/* An event, alone in its batch. */
strata_status st_begin_request_event(st_execution *exec,
                                     const st_action_request *r);

/* The program of a watcher, or what a player does. */
strata_status st_begin_request_program(st_execution *exec,
                                       const st_action_request *r);

/* One phase of the handler chain of an event, which does not happen. */
strata_status st_begin_request_walk(st_execution *exec,
                                    const st_action_request *r);

/* Log the result of the walk: the action may be completed by an answer, long
 * after it was called. */
strata_status st_begin_request_end_walk(st_execution *exec);

#endif
