/* trigger_act.h - triggers that act at once, and ends of durations (610.3,
 * 603.12). */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_ACT_H
#define STRATA_PLAY_EVENTS_TRIGGER_ACT_H

#include "play/execution/execution.h"

/* Whether a duration ends of which nothing comes but events, and push the deeds
 * of all such: their events go into the batch `collect` (610.3d). */
bool st_trigger_has_plain_ends(st_execution *run, uint32_t batch);
strata_status st_trigger_push_plain_ends(st_execution *run, uint32_t batch,
                                         uint32_t collect);

/* Do what the next end of a duration says, or the next code that waits for no
 * stack: its deeds are pushed, or were done if they are but a handler; false:
 * there is none. */
strata_status st_trigger_do_next_end(st_execution *run, uint32_t batch,
                                     bool *more);
strata_status st_trigger_do_next_immediate(st_execution *run, uint32_t batch,
                                           bool *more);

/* The deed: a code triggers now, about the frame's event (603.12). *told as
 * above. */
strata_status st_trigger_reflexive(st_execution *run, uint32_t frame,
                                   const st_instruction *instruction,
                                   uint32_t *told);

#endif
