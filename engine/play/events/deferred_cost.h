/* deferred_cost.h - costs that players have chosen to pay for objects that
 * enter together, and have not paid yet. */
#ifndef STRATA_PLAY_EVENTS_DEFERRED_COST_H
#define STRATA_PLAY_EVENTS_DEFERRED_COST_H

#include "play/execution/event.h"
#include "play/execution/execution.h"

/*
 * An effect that modifies how an object enters may let a player choose to pay a
 * cost. The payment is part of the entry and happens with it. So while several
 * objects enter at once nothing is paid yet, and each choice would see the full
 * life total. Therefore conditions and limits of such choices are evaluated in
 * the state that there would be if all costs chosen so far were paid (614.12b).
 */

/* Whether an event is a cost: a part of an entry that affects another entity
 * than the one that enters. */
bool st_deferred_cost_is(const st_execution *exec, const st_event *event);

/* st_frame_holds and st_frame_option, evaluated as if the deferred costs were
 * paid; in the present state if there are none, or paying them would meet a
 * decision, chance, a handler or an error. Cost: that of performing the costs
 * and rolling them back. */
strata_status st_deferred_cost_holds(st_execution *exec, uint32_t frame,
                                     const strata_expr *condition, bool *out);
strata_status st_deferred_cost_option(st_execution *exec, uint32_t frame,
                                      const st_instruction *instruction,
                                      st_option option, int64_t fallback,
                                      int64_t *out);

#endif
