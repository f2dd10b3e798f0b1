/* resume_point.h - where an execution can be entered again after a decision. */
#ifndef STRATA_PLAY_EXECUTION_RESUME_POINT_H
#define STRATA_PLAY_EXECUTION_RESUME_POINT_H

#include "play/execution/task.h"

/*
 * A decision without an answer ends a step of the top task halfway. To go on,
 * what the step wrote into the state is undone, the task gets back what it was,
 * and its step is done again, now with the answer. What the step has appended
 * to the execution's arrays until then is left there and is not referred to.
 *
 * Invariant: between the point and a decision nothing was changed in the
 * execution that the step would not change in the same way when it is done
 * again. The points of a step that does more are set behind that: by the loops
 * that do several things in one step (batch.c), and once the candidates of a
 * batch are collected, which refuses events (replacement.c). Where nothing
 * helps, the point is forgotten: once an answer has changed events, and once a
 * handler was called, as the rest of its step cannot call it again.
 *
 * What a handler emits has points too, and so has its own question, if all
 * handlers that run can go on (handler_call.h). Attempts have none.
 */

static inline bool st_resume_point_is_barred(const st_execution *exec) {
  return exec->attempt || exec->bars_going_on;
}

/* Note the step that begins, of those that no handler has emitted. */
static inline void st_resume_point_note_step(st_execution *exec) {
  if (exec->attempt || exec->innermost_call) return;
  exec->step_begun = (st_step_begun){.steps = exec->steps,
                                     .decisions_met = exec->decisions_met};
}

/* Set the point at the top task, if there is one. The step that does it has
 * been counted. Cost O(1). */
static inline void st_resume_point_set(st_execution *exec) {
  if (st_resume_point_is_barred(exec)) return;
  st_resume_point *point = &exec->resume_point;
  point->is_set = true;
  point->task = exec->task_count > 0 ? *st_task_top(exec) : (st_task){0};
  point->task_count = exec->task_count;
  point->store = st_store_begin(exec->store);
  point->events = st_execution_event_total(exec);
  point->fast_events = exec->fast_events;
  point->steps = exec->steps - 1;
  point->decisions_met = exec->decisions_met;
  point->is_irreversible = exec->is_irreversible;
  if (point->task.kind == ST_TASK_SETTLE) {
    point->loop_detector = exec->loop_detector;
  }
}

/* Set the point at the question that the innermost handler asks. No step is
 * done again: the handler goes on, and asks it again. */
static inline void st_resume_point_set_in_handler(st_execution *exec) {
  if (st_resume_point_is_barred(exec)) return;
  st_resume_point_set(exec);
  exec->resume_point.steps = exec->steps;
}

static inline void st_resume_point_forget(st_execution *exec) {
  if (!st_resume_point_is_barred(exec)) exec->resume_point.is_set = false;
}

/* Bring the execution back to its point. The store is there already. */
void st_resume_point_enter(st_execution *exec);

#endif
