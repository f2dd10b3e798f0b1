/* task_state.h - the data of play/execution/task.h, of which st_execution holds
 * one by value. */
#ifndef STRATA_PLAY_EXECUTION_TASK_STATE_H
#define STRATA_PLAY_EXECUTION_TASK_STATE_H

#include "rules/catalog/rules.h"

/* See play/execution/stack_marks.h. */
typedef struct st_stack_marks st_stack_marks;

/* See play/action/pay_cost.c, play/action/assigning.c. */
typedef struct st_pay_progress st_pay_progress;
typedef struct st_assign_progress st_assign_progress;

typedef enum st_task_kind {
  ST_TASK_INSTRUCTIONS, /* the instructions from `at` to `end` of a frame's
                           program */
  ST_TASK_EACH,         /* the same for each entity of `list` */
  ST_TASK_SERIES, /* the events of one EMIT, each done before the next is made
                   */
  ST_TASK_BATCH,  /* the events of a batch, from `stage` on */
  ST_TASK_CHAIN_WALK, /* an event passes the handlers of a chain */
  ST_TASK_SBA,        /* the events of all state-based actions are in a batch */
  ST_TASK_SETTLE,   /* state-based actions and triggers, until there are none */
  ST_TASK_RESOLVE,  /* a triggered ability, or an object of the stack, resolves
                     */
  ST_TASK_ANNOUNCE, /* the choices of a player's action, from `index` on */
  ST_TASK_ACTION,   /* a player's action was paid, and does the rest */
  ST_TASK_PAY,      /* the PAY at `at` of a cost, until all of it is paid */
  ST_TASK_ASSIGN,   /* the ASSIGN at `at`, until its events happen */
  ST_TASK_RETARGET, /* the RETARGET at `at`, for each object of `list` */
  ST_TASK_COURSE    /* the events of a period that would begin are done */
} st_task_kind;

typedef struct st_task {
  uint8_t kind;    /* st_task_kind */
  bool emits_part; /* emitted events are parts of the frame's event, or take its
                      place */
  bool emits_joined_part; /* they are parts that ALSO adds */
  bool is_amid_step; /* of a handler that is called without a task: the step
                        that calls it does more behind it */
  uint8_t stage;     /* of a batch: what comes next for its events */
  uint32_t frame, at, end;
  uint32_t collect_batch; /* the batch that emitted events join; 0: the events
                             of each instruction are a batch of their own */
  uint32_t batch, next;   /* of a batch: the number, and the next event; of a
                             chain walk: `batch` is the number of the walk */
  strata_entity *list;    /* of EACH, of a series and of RETARGET */
  const st_pay_progress *pay;       /* of PAY, once it has begun */
  const st_assign_progress *assign; /* of ASSIGN, the same */
  /* Of an ACTION that is done amid a PAY: `batch` is the frame whose cost that
   * PAY is of, and `next` the event type that has not paid there. The rest are
   * the frame's `it` to restore; of RESOLVE: the object; `at` is then, and of
   * ANNOUNCE and ACTION, the watcher definition. Of COURSE: whose the period
   * `at` is, which comes behind the period `end`; `index` is the first of its
   * events */
  strata_entity outer_it;
  uint32_t count, index;
  int64_t times_each; /* of a series: events for each entity; of RESOLVE: how
                         many times it resolves */
  /* of a series and of SETTLE: sizes when it began, in the arena */
  st_stack_marks *marks;
} st_task;

#endif
