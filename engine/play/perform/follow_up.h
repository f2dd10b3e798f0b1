/* rider.h - what a replacement or prevention lets happen besides (deed THEN).
 */
#ifndef STRATA_PLAY_PERFORM_FOLLOW_UP_H
#define STRATA_PLAY_PERFORM_FOLLOW_UP_H

#include "play/execution/execution.h"

/* Deeds of a THEN. */
typedef struct st_follow_up {
  uint32_t frame, at, end;
  uint32_t next; /* of its batch, or 0 */
  strata_entity it;
} st_follow_up;

/* Deeds from `at` + 1 to `end` are done right behind the batch of the event of
 * the frame, and of what that is a result of. Of what prevents of several
 * events at once and says so, they are done once, with the sum (615.5). */
strata_status st_follow_up_add(st_execution *run, uint32_t frame, uint32_t at,
                               uint32_t end);

#endif
