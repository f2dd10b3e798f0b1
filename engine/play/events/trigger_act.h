/* trigger_act.h - triggers that act without the stack: durations that end
 * (610.3), immediate triggers and reflexive ones (603.12). */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_ACT_H
#define STRATA_PLAY_EVENTS_TRIGGER_ACT_H

#include "play/execution/execution.h"

/* Whether a batch ends a duration whose program only emits events; and push the
 * programs of all such: their events are one batch, `collect` (610.3d). */
bool st_trigger_has_plain_ends(st_execution *exec, uint32_t batch);
strata_status st_trigger_push_plain_ends(st_execution *exec, uint32_t batch,
                                         uint32_t collect);

/* Do the next end of a duration, or the next immediate trigger: its program is
 * pushed, or was executed if it is a single handler. *more is false if there is
 * none left. */
strata_status st_trigger_do_next_end(st_execution *exec, uint32_t batch,
                                     bool *more);
strata_status st_trigger_do_next_immediate(st_execution *exec, uint32_t batch,
                                           bool *more);

/* The instruction TRIGGER: a trigger definition triggers now, about the frame's
 * event (603.12). *told: as in st_trigger_match_after. */
strata_status st_trigger_reflexive(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   uint32_t *told);

#endif
