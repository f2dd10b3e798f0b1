/*
 * resume_point.c - entering an execution again.
 *
 * Events, frames and words that the unfinished step has appended stay where
 * they are, since what was there before may refer to them: an event to its
 * entry preview, for example. Only their number is taken from the events that
 * count towards the limit.
 */
#include "play/execution/resume_point.h"

void st_resume_point_enter(st_execution *exec) {
  const st_resume_point *point = &exec->resume_point;
  assert(point->is_set && point->task_count <= exec->task_capacity);
  exec->is_resumed = true;
  exec->resumed_log = st_log_last(exec->store);
  exec->task_count = point->task_count;
  *st_task_top(exec) = point->task;
  exec->forgotten_events -= st_execution_event_total(exec) - point->events;
  exec->steps = point->steps;
  exec->decisions_met = point->decisions_met;
  exec->is_irreversible = point->is_irreversible;
  if (point->task.kind == ST_TASK_SETTLE) {
    exec->loop_detector = point->loop_detector;
  }
  /* The journal may be another one: the detector must not compare with a place
   * in it, and begins again as after each decision. */
  exec->loop_detector.decisions_met = UINT32_MAX;
  /* The index of watchers may have given them other numbers. */
  exec->candidate_count = 0;
  exec->candidates_batch = 0;
  exec->candidates_last_event = 0;
  exec->candidates_index_serial = 0;
  exec->equal_candidates.event = 0;
}
