/* turn_order.h - turn order: who is first where several players must do
 * something (101.4). */
#ifndef STRATA_PLAY_EXECUTION_TURN_ORDER_H
#define STRATA_PLAY_EXECUTION_TURN_ORDER_H

#include "play/execution/execution.h"

/* Bring the turn order up to date for st_turn_order_place. Cost O(1) if the
 * state has not changed since, or the rules declare no turn order; else
 * O(entities + players). */
strata_status st_turn_order_refresh(st_execution *exec);

/* The place of a player in the turn order, from 0. A player who is not in it
 * comes last; without a turn order all places are 0. */
uint32_t st_turn_order_place(const st_execution *exec, strata_entity player);

/* The player who comes after one in turn order; 0: none, or the one is gone. */
strata_status st_turn_order_next(st_execution *exec, strata_entity player,
                                 strata_entity *out);

/* The player who decides about an entity: its controller, its owner, or
 * itself. */
strata_status st_turn_order_controller(st_execution *exec, strata_entity who,
                                       strata_entity *out);

/* The same for an event: who decides about the affected entity, or about one
 * that is gone who did last (608.2h); if there is none, the player in the field
 * `by`. */
strata_status st_turn_order_decider(st_execution *exec, uint32_t event,
                                    strata_entity *out);

/* Sort the events of a batch into the turn order of their deciders; events of
 * one player keep their order. */
strata_status st_turn_order_sort_batch(st_execution *exec, uint32_t batch);

/* Link the events of a batch in this order; `events` has each of them once. */
void st_turn_order_relink_batch(st_execution *exec, uint32_t batch,
                                const uint32_t *events, uint32_t count);

#endif
