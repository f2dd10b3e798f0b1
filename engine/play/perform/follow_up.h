/* follow_up.h - instruction THEN: what a replacement or prevention does after
 * its event. */
#ifndef STRATA_PLAY_PERFORM_FOLLOW_UP_H
#define STRATA_PLAY_PERFORM_FOLLOW_UP_H

#include "play/execution/execution.h"

/* The instructions of a THEN, from `at` to `end` of the frame's program. */
typedef struct st_follow_up {
  uint32_t frame, at, end;
  uint32_t next; /* the next follow-up of its batch, or 0 */
  strata_entity it;
} st_follow_up;

/* Execute the instructions from `at` + 1 to `end` right after the batch of the
 * frame's event is performed, or after the batch that this one holds results
 * of. A prevention that prevents from several events at once and is declared so
 * has one follow-up, with the sum that it prevented (615.5). */
strata_status st_follow_up_add(st_execution *exec, uint32_t frame, uint32_t at,
                               uint32_t end);

#endif
