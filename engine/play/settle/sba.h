/* check.h - state-based actions: what is done about all who are in some state.
 */
#ifndef STRATA_PLAY_SETTLE_SBA_H
#define STRATA_PLAY_SETTLE_SBA_H

#include "play/execution/execution.h"

/*
 * One round: look whom each of the rules' checks is about, before anything is
 * done (704.3). What they want is pushed as one batch, whose number is given;
 * 0: nothing is due. Cost O(1) if nothing has changed since nothing was due;
 * else O(entities) for each check.
 */
strata_status st_sba_begin_round(st_execution *run, uint32_t *batch);

/* The task on top: what all of them want is in the batch now. The same result
 * for the same one is one event (704.7), and what happened since the last round
 * is no longer remembered. */
strata_status st_sba_finish_gathering(st_execution *run);

/* Whether anything of a round has happened: if not, another one would want the
 * same. */
bool st_sba_round_has_acted(const st_execution *run, uint32_t batch);

/* What a round wants for the first, for messages. */
const char *st_sba_round_name(const st_execution *run, uint32_t batch);

#endif
