/*
 * task.c - the stack of tasks.
 */
#include "play/execution/task.h"

#include "play/execution/event.h"

bool st_task_push(st_execution *exec, st_task task) {
  if (!st_mem_reserve(exec->mem, &exec->tasks, &exec->task_capacity,
                      exec->task_count + 1, sizeof exec->tasks[0])) {
    return false;
  }
  exec->tasks[exec->task_count++] = task;
  return true;
}

size_t st_task_count_below(const st_execution *exec, uint32_t batch) {
  size_t n = exec->task_count - 1;
  batch = st_batch_outermost(exec, batch);
  while (n > 0 && (exec->tasks[n].kind != ST_TASK_BATCH ||
                   exec->tasks[n].batch != batch)) {
    n--;
  }
  return n;
}
