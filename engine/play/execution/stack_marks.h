/* stack_marks.h - what an execution held at some time, so that what came since
 * can be forgotten. */
#ifndef STRATA_PLAY_EXECUTION_STACK_MARKS_H
#define STRATA_PLAY_EXECUTION_STACK_MARKS_H

#include "play/execution/execution.h"

/* What a run held at some time. */
typedef struct st_stack_marks {
  size_t events, frames, batches, previews, own_candidates, follow_ups;
  st_arena_position arena;
  uint32_t decisions_met;
} st_stack_marks;

/* What there is now; and the same in the arena, NULL: no memory. */
st_stack_marks st_stack_marks_get(const st_execution *run);

st_stack_marks *st_stack_marks_new(st_execution *run);

/* One frame was made since then, and all that was done in it is done: it is
 * given back unless something has come of it that may speak of it. */
void st_stack_marks_drop_frame(st_execution *run, const st_stack_marks *marks);

/* All that has happened since then is done, and nothing that is still to be
 * done speaks of it: its events, frames and batches are forgotten where there
 * are many. Not while a handler runs, which may ask about them, nor where
 * something was decided, which is told of later: then the room becomes one of
 * now. */
void st_stack_marks_forget_done(st_execution *run, st_stack_marks *marks);

#endif
