/* blame.h - handlers that fail: which one is at fault, and the report of it.
 * How the action continues is decided in play/action/action.c. */
#ifndef STRATA_PLAY_EXECUTION_BLAME_H
#define STRATA_PLAY_EXECUTION_BLAME_H

#include "play/execution/execution.h"

/* Set the reason of a failure and its kind; HOST: the kind follows from the
 * status. Never fails: without memory the text is cut. */
void st_blame_set_reason(st_execution *exec, strata_fault_kind kind,
                         const char *text);

/* A handler that a frame ran has failed; `said`: it has given a reason. It is
 * at fault, unless a handler within it already is, or the policy or the host
 * is, or memory has run out. */
void st_blame_handler(st_execution *exec, strata_handler handler,
                      uint32_t frame, bool said, strata_status status);

/* Whether an action that failed with this status may be executed again without
 * the handler at fault. */
bool st_blame_allows_retry(const st_execution *exec, strata_status status);

/* Log that a disabled handler was skipped. */
strata_status st_blame_log_skipped(st_execution *exec, uint32_t frame);

#endif
