/* loop_detector_state.h - the state that an execution was in between two
 * rounds; see play/settle/loop_detector.h. */
#ifndef STRATA_PLAY_EXECUTION_LOOP_DETECTOR_STATE_H
#define STRATA_PLAY_EXECUTION_LOOP_DETECTOR_STATE_H

#include "base/base.h"

/* A state that the run was in between two rounds: see standing.h. */
typedef struct st_loop_detector {
  uint64_t rounds;         /* so far */
  bool has_snapshot;       /* one is remembered, and the rest is of it */
  uint64_t snapshot_round; /* after so many */
  size_t journal_place;    /* a place in it */
  uint32_t decisions_met;
  uint64_t chance_state, last_log_row;
  uint64_t fingerprints[2];
  uint64_t last_timestamp; /* the last that was given */
  uint32_t stack_top;      /* of the stack: its slot, or 0 */
} st_loop_detector;

#endif
