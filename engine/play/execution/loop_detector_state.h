/* loop_detector_state.h - the data of play/settle/loop_detector.h, which
 * st_execution holds by value. */
#ifndef STRATA_PLAY_EXECUTION_LOOP_DETECTOR_STATE_H
#define STRATA_PLAY_EXECUTION_LOOP_DETECTOR_STATE_H

#include "base/base.h"

/* A state between two rounds of settling, to compare later states with
 * (104.4b). */
typedef struct st_loop_detector {
  uint64_t rounds;         /* rounds of settling so far */
  bool has_snapshot;       /* a state is remembered: the rest is of it */
  uint64_t snapshot_round; /* the round after which it was taken */
  size_t journal_place;    /* the length of the store's journal */
  uint32_t decisions_met;
  uint64_t chance_state, last_log_row;
  uint64_t fingerprints[2];
  uint64_t last_timestamp; /* the last timestamp that was given */
  uint32_t stack_top;      /* slot of the top of the stack, or 0 */
} st_loop_detector;

#endif
