/* new_targets.h - the instruction RETARGET: objects on the stack get other
 * targets (115.7). */
#ifndef STRATA_PLAY_SETTLE_NEW_TARGETS_H
#define STRATA_PLAY_SETTLE_NEW_TARGETS_H

#include "play/execution/execution.h"

/* One step of the task on top, which is a RETARGET: it finds the objects, or
 * asks for the targets of one of them. ESUSPEND while a decision is open. Cost:
 * the ways to change its targets, up to 4,096 for each option. */
strata_status st_new_targets_step(st_execution *exec);

#endif
