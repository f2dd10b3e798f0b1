/* stack.h - what has triggered is put on the stack, and objects of the stack
 * are resolved. */
#ifndef STRATA_PLAY_SETTLE_STACK_H
#define STRATA_PLAY_SETTLE_STACK_H

#include "play/execution/execution.h"

/* The zone that is the stack; NULL: the rules have none. */
const st_zone *st_stack_zone(const strata_rules *rules);

/* The topmost slot of the stack if it holds an ability or a spell that can be
 * resolved, else 0. */
uint32_t st_stack_top(const st_execution *run);

/* Put a row of the queue on the stack, as often as it has triggered: targets
 * and modes are chosen (603.3d). Without any legal choice it is put nowhere. */
strata_status st_stack_place(st_execution *run, uint32_t row);

/* In rules without a stack: take a row out of the queue, and let it be done
 * next, as often as it has triggered. */
strata_status st_stack_bypass(st_execution *run, uint32_t row);

/* Let the topmost object of the stack be done next, and leave. EINVAL, ENOENT
 * if there is nothing that can be. */
strata_status st_stack_resolve(st_execution *run);

/* A piece of the task on top, which is to resolve something. */
strata_status st_stack_step(st_execution *run);

#endif
