/* task.h - tasks: what an execution has still to do, as a stack of its own. */
#ifndef STRATA_PLAY_EXECUTION_TASK_H
#define STRATA_PLAY_EXECUTION_TASK_H

#include "play/execution/execution.h"
#include "play/execution/task_state.h"

/* Push a task; false if there is no memory. */
bool st_task_push(st_execution *exec, st_task task);

/* The task that comes next; there is one. It moves when a task is pushed. */
static inline st_task *st_task_top(const st_execution *exec) {
  return &exec->tasks[exec->task_count - 1];
}

/* The number of tasks below the task of a batch. */
size_t st_task_count_below(const st_execution *exec, uint32_t batch);

#endif
