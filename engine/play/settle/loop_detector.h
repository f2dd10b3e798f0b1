/* standing.h - whether an action goes round in a circle. */
#ifndef STRATA_PLAY_SETTLE_LOOP_DETECTOR_H
#define STRATA_PLAY_SETTLE_LOOP_DETECTOR_H

#include "play/execution/execution.h"

/*
 * Called where a run could be found to be where it was: between rounds of
 * settling, with nothing in flight. *again: the state is, in meaning, that of
 * an earlier call of this run, nobody has decided anything since and nothing
 * was rolled: so it will be there again and again. Cost O(1), but for some of
 * the rounds after each power of two, from the 16th on: what was written since
 * that one.
 */
strata_status st_loop_detector_step(st_execution *run, bool *again);

/* ELOOP: it was found to be so; what happens again and again, and the cards
 * that do it, are said. `check`: a state-based action that does, or "". */
strata_status st_loop_detector_fail(st_execution *run, const char *sba_name);

#endif
