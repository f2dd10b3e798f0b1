/* loop_detector.h - whether an action is in an endless loop (104.4b). */
#ifndef STRATA_PLAY_SETTLE_LOOP_DETECTOR_H
#define STRATA_PLAY_SETTLE_LOOP_DETECTOR_H

#include "play/execution/execution.h"

/*
 * Called between rounds of settling, when no event is in flight. *again: the
 * state equals (state_equal.h) that of an earlier call in this execution, no
 * decision was made since and nothing was rolled, so it will come again
 * forever. Cost O(1), except in the up to 64 rounds that follow round 16, 32,
 * 64 and so on: each of these costs as much as was written since that power of
 * two.
 */
strata_status st_loop_detector_step(st_execution *exec, bool *again);

/* Fail with ELOOP, and name the triggers and replacement effects in the loop
 * and their cards. `sba_name`: a state-based action in it, or "". */
strata_status st_loop_detector_fail(st_execution *exec, const char *sba_name);

#endif
