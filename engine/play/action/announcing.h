/* announcing.h - the ways in which an action of a player can be announced, and
 * whether its cost can be paid then. */
#ifndef STRATA_PLAY_ACTION_ANNOUNCING_H
#define STRATA_PLAY_ACTION_ANNOUNCING_H

#include "play/execution/execution.h"
#include "world/tables/open_decision.h"

/* Whether the cost of an action can be paid with the choices that are bound in
 * its frame; that is rolled back. True for an action without a cost. */
strata_status st_announcing_can_pay(st_execution *exec, uint32_t frame,
                                    bool *out);

/* Whether the choices from number `at` on can be made in some way; if the cost
 * reads one of them, in some way in which it can be paid. */
strata_status st_announcing_has_way(st_execution *exec, uint32_t frame,
                                    uint32_t at, bool *out);

/* Whether the choices from number `at` on can be made in some way in which the
 * cost can be paid. The earlier ones are bound in the frame. Paying is tried
 * and rolled back; run_tasks_until is set. */
strata_status st_announcing_can_complete(st_execution *exec, uint32_t frame,
                                         uint32_t at, bool *out);

/* Keep the options of choice `at` with which the action can be done. A choice
 * without which it cannot be done must be made. */
strata_status st_announcing_keep_possible(st_execution *exec, uint32_t frame,
                                          uint32_t at, st_new_decision *ask);

#endif
