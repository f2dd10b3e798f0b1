/* stack_marks.h - how much an execution held at some time, so that what was
 * made since can be freed. */
#ifndef STRATA_PLAY_EXECUTION_STACK_MARKS_H
#define STRATA_PLAY_EXECUTION_STACK_MARKS_H

#include "play/execution/execution.h"

/* The sizes of an execution's arrays at some time. */
typedef struct st_stack_marks {
  size_t events, frames, batches, previews, own_candidates, follow_ups;
  st_arena_position arena;
  uint32_t decisions_met;
} st_stack_marks;

/* The sizes now; st_stack_marks_new keeps them in the arena, and returns NULL
 * if there is no memory. */
st_stack_marks st_stack_marks_get(const st_execution *exec);

st_stack_marks *st_stack_marks_new(st_execution *exec);

/* Free the memory that was taken since, if nothing else was made that may refer
 * to it or to the frames; else false. */
bool st_stack_marks_go_back(st_execution *exec, const st_stack_marks *marks);

/* Free the events, frames and batches that were made since, if there are many.
 * Everything that happened since must be done, and no task may refer to it.
 * Nothing is freed while a handler runs, which may ask about them; nor where a
 * decision was met, which refers to them: then the marks are moved to the
 * present. */
void st_stack_marks_forget_done(st_execution *exec, st_stack_marks *marks);

#endif
