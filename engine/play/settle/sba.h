/* sba.h - state-based actions (704): what the rules do to all entities in some
 * state. */
#ifndef STRATA_PLAY_SETTLE_SBA_H
#define STRATA_PLAY_SETTLE_SBA_H

#include "play/execution/execution.h"

/*
 * One round: find the entities to which each state-based action of the rules
 * applies, before anything happens (704.3). What they do is pushed as one
 * batch, whose number is in *batch; 0: none applies. Cost O(1) if the state is
 * the same as when none applied; else O(entities) for each state-based action.
 */
strata_status st_sba_begin_round(st_execution *exec, uint32_t *batch);

/* The batch of the task on top is filled. Equal results
 * of several state-based actions for one entity become one event (704.7), and
 * attributes that count what has happened since the last round are reset. */
strata_status st_sba_finish_gathering(st_execution *exec);

/* Whether any event of a round has happened. If not, another round would do the
 * same. */
bool st_sba_round_has_acted(const st_execution *exec, uint32_t batch);

/* The name of the first state-based action of a round, for messages. */
const char *st_sba_round_name(const st_execution *exec, uint32_t batch);

#endif
