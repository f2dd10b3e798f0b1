/* turn.h - turn order: who is first where several must do something (101.4). */
#ifndef STRATA_PLAY_EXECUTION_TURN_ORDER_H
#define STRATA_PLAY_EXECUTION_TURN_ORDER_H

#include "play/execution/execution.h"

/* Look who has the turn, and who comes next: for st_turn_order_place. Cost O(1)
 * if nothing has changed since the last look, or the rules do not say; else
 * O(entities + players). */
strata_status st_turn_order_refresh(st_execution *run);

/* The place of a player in turn order as it was at the last look, from 0; who
 * is not in it comes behind all, and without any order all are at 0. */
uint32_t st_turn_order_place(const st_execution *run, strata_entity player);

/* Whoever decides about somebody: the controller or owner, or that one. */
strata_status st_turn_order_controller(st_execution *run, strata_entity who,
                                       strata_entity *out);

/* The same about an event: of whom it happens to; if that is nobody, who makes
 * it. */
strata_status st_turn_order_decider(st_execution *run, uint32_t event,
                                    strata_entity *out);

/* Put the events of a batch into turn order of their deciders; those of one
 * stay as they are. */
strata_status st_turn_order_sort_batch(st_execution *run, uint32_t batch);

/* Put them into this order: all of them, each once. */
void st_turn_order_relink_batch(st_execution *run, uint32_t batch,
                                const uint32_t *events, uint32_t count);

#endif
