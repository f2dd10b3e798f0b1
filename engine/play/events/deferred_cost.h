/* promise.h - what players have promised to pay for those who enter together.
 */
#ifndef STRATA_PLAY_EVENTS_DEFERRED_COST_H
#define STRATA_PLAY_EVENTS_DEFERRED_COST_H

#include "play/execution/event.h"
#include "play/execution/execution.h"

/*
 * Who modifies how somebody enters may let a player choose whether to pay for
 * it. What is paid is part of the event, and happens with it: so while several
 * enter at once nothing is paid yet, and each choice would find all the life
 * that there is. What is asked of a choice is therefore asked of the state that
 * there would be if all were paid that was promised so far (614.12b).
 */

/* It is done to others than who enters, for his sake. */
bool st_deferred_cost_is(const st_execution *run, const st_event *event);

/* st_frame_holds, and st_frame_option, in that state; where nothing was
 * promised, in the one that there is. So too where it cannot be told: paying
 * would meet a decision, chance, a handler or an error. Cost: of what was
 * promised happening, which is taken back. */
strata_status st_deferred_cost_holds(st_execution *run, uint32_t frame,
                                     const strata_expr *condition, bool *out);
strata_status st_deferred_cost_option(st_execution *run, uint32_t frame,
                                      const st_instruction *deed,
                                      st_option option, int64_t fallback,
                                      int64_t *out);

#endif
