/* check.h - state-based actions: what is done about all who are in some state.
 */
#ifndef STRATA_PLAY_CHECK_H
#define STRATA_PLAY_CHECK_H

#include "play/execution/run.h"

/*
 * One round: look whom each of the rules' checks is about, before anything is
 * done (704.3). What they want is pushed as one batch, whose number is given;
 * 0: nothing is due. Cost O(1) if nothing has changed since nothing was due;
 * else O(entities) for each check.
 */
strata_status st_check_round(st_run *run, uint32_t *batch);

/* The task on top: what all of them want is in the batch now. The same result
 * for the same one is one event (704.7), and what happened since the last round
 * is no longer remembered. */
strata_status st_check_gathered(st_run *run);

/* Whether anything of a round has happened: if not, another one would want the
 * same. */
bool st_check_has_acted(const st_run *run, uint32_t batch);

/* What a round wants for the first, for messages. */
const char *st_check_name(const st_run *run, uint32_t batch);

#endif
