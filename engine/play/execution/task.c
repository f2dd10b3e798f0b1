/*
 * task.c - the stack of tasks.
 */
#include "play/execution/task.h"

#include "play/execution/event.h"

bool st_task_push(st_execution *run, st_task task) {
  if (!st_mem_reserve(run->mem, &run->tasks, &run->task_capacity,
                      run->task_count + 1, sizeof run->tasks[0])) {
    return false;
  }
  run->tasks[run->task_count++] = task;
  return true;
}

size_t st_task_count_below(const st_execution *run, uint32_t batch) {
  size_t n = run->task_count - 1;
  batch = st_batch_outermost(run, batch);
  while (n > 0 && (run->tasks[n].kind != ST_TASK_BATCH ||
                   run->tasks[n].batch != batch)) {
    n--;
  }
  return n;
}
