/*
 * rider.c - what a replacement or prevention lets happen besides.
 *
 * It is no part of the event (615.5): others have applied to that before, and
 * it is performed first. So riders wait with the batch that is performed.
 */
#include "play/perform/rider.h"

/* The rider of a batch that is the same for another of its events: what a
 * watcher says once of all that it prevents in a moment; 0 if there is none. */
static uint32_t joint_rider(const st_run *run, const st_batch *batch,
                            const st_frame *f, uint32_t at) {
  if (!st_code_get(run->rules, f->code)->batch) return 0;
  uint32_t number = batch->first_rider;
  while (number != 0) {
    const st_rider *rider = &run->riders[number - 1];
    const st_frame *other = &run->frames[rider->frame - 1];
    if (rider->at == at && other->code == f->code && other->self == f->self &&
        other->watch == f->watch && other->program == f->program) {
      break;
    }
    number = rider->next;
  }
  return number;
}

strata_status st_rider_add(st_run *run, uint32_t frame, uint32_t at,
                           uint32_t end) {
  const st_frame *f = st_run_frame(run, frame);
  uint32_t its = st_run_event(run, f->event)->batch;
  st_batch *batch = st_run_batch(run, st_run_outermost(run, its));
  uint32_t same = joint_rider(run, batch, f, at + 1);
  if (same != 0) {
    st_frame *joint = st_run_frame(run, run->riders[same - 1].frame);
    joint->prevented = st_sat_add(joint->prevented, f->prevented);
    return STRATA_OK;
  }
  if (run->rider_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->riders, &run->rider_capacity,
                      run->rider_count + 1, sizeof run->riders[0])) {
    return STRATA_ENOMEM;
  }
  run->riders[run->rider_count++] =
      (st_rider){.frame = frame, .at = at + 1, .end = end, .it = f->it};
  uint32_t number = (uint32_t)run->rider_count;
  if (batch->last_rider != 0) {
    run->riders[batch->last_rider - 1].next = number;
  } else {
    batch->first_rider = number;
  }
  batch->last_rider = number;
  return STRATA_OK;
}
