/* stack.h - triggers that are put on the stack, and objects of the stack that
 * resolve. */
#ifndef STRATA_PLAY_SETTLE_STACK_H
#define STRATA_PLAY_SETTLE_STACK_H

#include "play/execution/execution.h"

/* The zone that is the stack; NULL: the rules have none. */
const st_zone *st_stack_zone(const strata_rules *rules);

/* Put an action on the stack that was announced and paid: its frame's variables
 * are kept until it resolves. The rules have a stack. */
strata_status st_stack_hold_action(st_execution *exec, strata_watcher_def def,
                                   uint32_t frame);

/* Set the targets of a frame that are illegal by now to none. *any is false,
 * and that it does nothing is logged, if it has targets and all are illegal
 * (608.2b). */
strata_status st_stack_drop_illegal(st_execution *exec, strata_watcher_def def,
                                    uint32_t frame, bool *any);

/* Whether a leading choice of a frame's program is of a target that is there.
 */
bool st_stack_has_target(st_execution *exec, uint32_t frame,
                         const st_instruction *choice);

/* Whether the target that such a choice has is still legal (608.2b). */
strata_status st_stack_is_target_legal(st_execution *exec, uint32_t frame,
                                       const st_instruction *choice, bool *out);

/* Push the events that tell what has become a target of the frame's program
 * (601.2c); they happen next. What was a target of it before is not told. None
 * are pushed if the rules have no such event. */
strata_status st_stack_tell_targets(st_execution *exec, uint32_t frame,
                                    const strata_entity *before,
                                    uint32_t before_count);

/* Save the choices of a frame as notes of the row that an object on the stack
 * holds, by the names of their variables. */
strata_status st_stack_save_choices(st_execution *exec, uint32_t frame,
                                    uint32_t row);

/* The top slot of the stack, if it holds an ability or a spell that can be
 * resolved; else 0. */
uint32_t st_stack_top(const st_execution *exec);

/* Put `count` of a row's equal triggers on the stack: targets and modes are
 * chosen (603.3d). Those without a legal choice are removed. */
strata_status st_stack_place(st_execution *exec, uint32_t row, uint32_t count);

/* In rules without a stack: take `count` of a row's equal triggers out of the
 * queue, and let them be done next. */
strata_status st_stack_bypass(st_execution *exec, uint32_t row, uint32_t count);

/* Let the top object of the stack resolve next, and leave. ENOENT if the stack
 * is empty; EINVAL if there is no stack, or its top object has nothing to
 * resolve. */
strata_status st_stack_resolve(st_execution *exec);

/* One step of the task on top, which resolves an object or trigger. */
strata_status st_stack_step(st_execution *exec);

#endif
