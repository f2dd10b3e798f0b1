/*
 * promise.c - what players have promised to pay for those who enter together.
 *
 * Promises are events in the batch of results that was not begun yet. To see
 * what is left when they are paying, that batch is done as it would be in
 * earnest but for what is of those who enter, who are not there; then all of it
 * is taken back, as a trial is.
 */
#include "play/events/promise.h"

#include "play/compare/scratch.h"
#include "play/events/batch.h"

typedef struct st_paying {
  st_scratch scratch;
  st_attempt trial;
  strata_mark mark;
  bool begun; /* the rest is set */
} st_paying;

bool st_promise_is(const st_run *run, const st_event *event) {
  return event->joins && event->state == ST_EVENT_PROPOSED &&
         st_event_affected(run, event) !=
             st_event_affected(run, &run->events[event->parent - 1]);
}

/* The batch of what is promised along with the event of a frame; 0: nothing is.
 */
static uint32_t promises_of(const st_run *run, uint32_t frame) {
  const st_frame *f = &run->frames[frame - 1];
  if (!f->would || f->event == 0) return 0;
  uint32_t child = run->batches[run->events[f->event - 1].batch - 1].child;
  return child != 0 && run->batches[child - 1].promises ? child : 0;
}

/* Nobody is asked or told, and no handler called. */
static strata_status pay(st_run *run, uint32_t batch, st_attempt *trial) {
  size_t tasks = run->task_count;
  run->trial = trial;
  run->host.handle = NULL;
  run->host.decide = NULL;
  run->host.tell = NULL;
  run->host.remember = NULL;
  run->tracer = NULL;
  for (uint32_t n = st_run_batch(run, batch)->first; n != 0;
       n = st_run_event(run, n)->next) {
    st_event *event = st_run_event(run, n);
    if (!st_promise_is(run, event)) event->state = ST_EVENT_DROPPED;
  }
  const st_task perform = {.what = ST_TASK_BATCH,
                           .stage = ST_BATCH_PERFORM,
                           .batch = batch,
                           .next = st_run_batch(run, batch)->first};
  if (!st_run_push(run, perform) || !st_batch_begin(run, batch)) {
    return STRATA_ENOMEM;
  }
  return run->loop(run, tasks);
}

static void take_back(st_run *run, st_paying *paying) {
  if (!paying->begun) return;
  strata_status back = st_store_rollback(run->store, paying->mark);
  if (!back) back = st_store_keep(run->store, paying->mark);
  assert(back == STRATA_OK);
  (void)back;
  st_scratch_restore(&paying->scratch, run);
  st_scratch_end(&paying->scratch);
  paying->begun = false;
}

/* Let what was promised happen, if anything was. */
static strata_status keep_promises(st_run *run, uint32_t frame,
                                   st_paying *paying) {
  *paying = (st_paying){0};
  uint32_t batch = promises_of(run, frame);
  if (batch == 0) return STRATA_OK;
  if (!st_scratch_begin(&paying->scratch, run)) return STRATA_ENOMEM;
  strata_status status = st_store_mark(run->store, &paying->mark);
  if (status) {
    st_scratch_end(&paying->scratch);
    return status;
  }
  paying->begun = true;
  uint64_t chance = st_scalar_get(run->store, ST_SCALAR_CHANCE);
  status = pay(run, batch, &paying->trial);
  bool rolled = st_scalar_get(run->store, ST_SCALAR_CHANCE) != chance;
  if (status || rolled) take_back(run, paying);
  return status == STRATA_ENOMEM ? status : STRATA_OK;
}

strata_status st_promise_holds(st_run *run, uint32_t frame,
                               const strata_expr *condition, bool *out) {
  st_paying paying;
  strata_status status = keep_promises(run, frame, &paying);
  if (!status) status = st_frame_holds(run, frame, condition, out);
  take_back(run, &paying);
  return status;
}

strata_status st_promise_option(st_run *run, uint32_t frame,
                                const st_deed *deed, st_option option,
                                int64_t fallback, int64_t *out) {
  st_paying paying;
  strata_status status = keep_promises(run, frame, &paying);
  if (!status) {
    status = st_frame_option(run, frame, deed, option, fallback, out);
  }
  take_back(run, &paying);
  return status;
}
