/*
 * follow_up.c - instruction THEN: what a replacement or prevention does after
 * its event.
 *
 * A follow-up is no part of the event (615.5): other effects have applied to
 * the event before, and it is performed first. So follow-ups wait in a list of
 * the batch that is performed.
 */
#include "play/perform/follow_up.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"

/* The follow-up that the batch already has for the same instruction of the same
 * watcher, if the definition asks for one per batch; 0 if there is none. A
 * self-replacement (614.15) is of no watcher. */
static uint32_t find_joint_follow_up(const st_execution *exec,
                                     const st_batch *batch, const st_frame *f,
                                     uint32_t at) {
  if (f->watcher_def == 0 ||
      !st_watcher_def_get(exec->rules, f->watcher_def)->once_per_batch) {
    return 0;
  }
  uint32_t number = batch->first_follow_up;
  while (number != 0) {
    const st_follow_up *follow_up = &exec->follow_ups[number - 1];
    const st_frame *other = &exec->frames[follow_up->frame - 1];
    if (follow_up->at == at && other->watcher_def == f->watcher_def &&
        other->self == f->self && other->started_handle == f->started_handle &&
        other->program == f->program) {
      break;
    }
    number = follow_up->next;
  }
  return number;
}

strata_status st_follow_up_add(st_execution *exec, uint32_t frame, uint32_t at,
                               uint32_t end) {
  const st_frame *f = st_frame_get(exec, frame);
  uint32_t event_batch = st_event_get(exec, f->event)->batch;
  st_batch *batch = st_batch_get(exec, st_batch_outermost(exec, event_batch));
  uint32_t same = find_joint_follow_up(exec, batch, f, at + 1);
  if (same != 0) {
    st_frame *joint = st_frame_get(exec, exec->follow_ups[same - 1].frame);
    joint->prevented = st_sat_add(joint->prevented, f->prevented);
    return STRATA_OK;
  }
  if (exec->follow_up_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->follow_ups, &exec->follow_up_capacity,
                      exec->follow_up_count + 1, sizeof exec->follow_ups[0])) {
    return STRATA_ENOMEM;
  }
  exec->follow_ups[exec->follow_up_count++] =
      (st_follow_up){.frame = frame, .at = at + 1, .end = end, .it = f->it};
  uint32_t number = (uint32_t)exec->follow_up_count;
  if (batch->last_follow_up != 0) {
    exec->follow_ups[batch->last_follow_up - 1].next = number;
  } else {
    batch->first_follow_up = number;
  }
  batch->last_follow_up = number;
  return STRATA_OK;
}
