/* course.h - the course of the game goes on: periods end and begin, and players
 * get their turn to act. */
#ifndef STRATA_PLAY_SETTLE_COURSE_H
#define STRATA_PLAY_SETTLE_COURSE_H

#include "play/execution/execution.h"

/* Let the course go on as if all had passed, up to the next period that begins:
 * `into`, unless it is 0. EREFUSED if it has not begun, or the period around
 * `into` is not open. */
strata_status st_course_advance(st_execution *exec, strata_period into);

/* Whether the stack may resolve now by itself, as players do not act in
 * succession. */
bool st_course_lets_stack_resolve(const st_execution *exec);

/* When all has settled but the stack, `top` being its topmost object or 0: go
 * one step on with the course. *goes: there was a step, and all has to settle
 * anew; *resolves: the topmost object resolves as part of it. */
strata_status st_course_step(st_execution *exec, uint32_t top, bool *goes,
                             bool *resolves);

/* The task on top: the events of a period that would begin have happened, or
 * have not. */
strata_status st_course_step_begun(st_execution *exec);

#endif
