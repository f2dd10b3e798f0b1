/* fault.h - handlers that fail: whose fault it is that an action cannot go on,
 * and what is to be said of it. How it goes on is in action.c. */
#ifndef STRATA_PLAY_EXECUTION_BLAME_H
#define STRATA_PLAY_EXECUTION_BLAME_H

#include "play/execution/execution.h"

/* Say in words what is wrong, and of what kind it is; HOST: as its status says.
 * Never fails: the words are cut if there is no memory. */
void st_blame_set_reason(st_execution *run, strata_fault_kind kind,
                         const char *text);

/* A handler that was run by a frame ends with a failure, and has said why, or
 * not: it is its fault, unless that of one within it,
 * of a policy or the host, or of nobody, as memory has run out. */
void st_blame_handler(st_execution *run, strata_handler handler, uint32_t frame,
                      bool said, strata_status status);

/* Whether a run that has failed with this may go on without a handler. */
bool st_blame_allows_retry(const st_execution *run, strata_status status);

/* A handler that is disabled is passed over: the log says so. */
strata_status st_blame_log_skipped(st_execution *run, uint32_t frame);

#endif
