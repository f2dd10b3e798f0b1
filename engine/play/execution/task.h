/* task.h - what is still to be done: a stack of tasks, so that no C stack is
 * kept. */
#ifndef STRATA_PLAY_EXECUTION_TASK_H
#define STRATA_PLAY_EXECUTION_TASK_H

#include "play/execution/execution.h"
#include "play/execution/stack_marks.h"

typedef enum st_task_kind {
  ST_TASK_INSTRUCTIONS, /* deeds from `at` to `end` of a frame's program */
  ST_TASK_EACH,         /* the same for each of a list */
  ST_TASK_SERIES,       /* the events of a deed, each whole before the next */
  ST_TASK_BATCH,        /* the events of a batch, from a stage on */
  ST_TASK_CHAIN_WALK,   /* an event passes along a chain */
  ST_TASK_SBA,          /* what state-based actions want is all in a batch */
  ST_TASK_SETTLE,       /* state-based actions, and what has triggered */
  ST_TASK_RESOLVE       /* what has triggered, or an object of the stack */
} st_task_kind;

typedef struct st_task {
  uint8_t kind;    /* st_task_kind */
  bool emits_part; /* what is emitted is contained in the frame's event, or
                comes in its place */
  bool emits_joined_part; /* ... and is such as ALSO adds to it */
  uint8_t stage;          /* of a batch */
  uint32_t frame, at, end;
  uint32_t collect_batch; /* the batch that takes what is emitted; 0: each
                       deed's events are one by themselves */
  uint32_t batch, next; /* of a batch: the event that is next; of a pass: it */
  strata_entity *list;  /* of EACH */
  strata_entity outer_it; /* who was `it` before; of RESOLVE: the object */
  uint32_t count, index;
  int64_t times_each; /* of a series: so many for each; of RESOLVE: so often */
  st_stack_marks
      *marks; /* of a series, and SETTLE: when it began; in the arena */
} st_task;

/* To be done next; false if there is no memory. */
bool st_task_push(st_execution *run, st_task task);

/* How many tasks there are below the one of that batch. */
size_t st_task_count_below(const st_execution *run, uint32_t batch);

#endif
