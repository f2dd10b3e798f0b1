/*
 * deferred_cost.c - costs that players have chosen to pay for objects that
 * enter together, and have not paid yet.
 *
 * Deferred costs are events in the batch of results of the entry. To know what
 * players could still pay, an attempt performs these events and is rolled back.
 * Parts that affect the entering objects are dropped from the attempt, as these
 * do not exist yet.
 */
#include "play/events/deferred_cost.h"

#include "play/compare/checkpoint.h"
#include "play/events/batch.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"

typedef struct st_cost_attempt {
  st_checkpoint checkpoint;
  st_attempt attempt;
  uint64_t mark;
  bool is_begun; /* all fields are set */
} st_cost_attempt;

bool st_deferred_cost_is(const st_execution *exec, const st_event *event) {
  return event->is_joined_part && event->state == ST_EVENT_PROPOSED &&
         st_event_affected(exec, event) !=
             st_event_affected(exec, &exec->events[event->parent - 1]);
}

/* The batch of results with costs that were deferred by the batch of a frame's
 * event; 0: none. */
static uint32_t find_deferred_batch(const st_execution *exec, uint32_t frame) {
  const st_frame *f = &exec->frames[frame - 1];
  if (!f->uses_preview || f->event == 0) return 0;
  uint32_t child =
      exec->batches[exec->events[f->event - 1].batch - 1].result_batch;
  return child != 0 && exec->batches[child - 1].has_deferred_costs ? child : 0;
}

/* Perform the deferred costs of a batch. No player is asked, no observer told
 * and no handler called. */
static strata_status perform_deferred_costs(st_execution *exec, uint32_t batch,
                                            st_attempt *attempt) {
  size_t tasks = exec->task_count;
  exec->attempt = attempt;
  exec->host.run_handler = NULL;
  exec->host.ask_policy = NULL;
  exec->host.notify_observers = NULL;
  exec->host.save_start = NULL;
  exec->trace = NULL;
  for (uint32_t n = st_batch_get(exec, batch)->first; n != 0;
       n = st_event_get(exec, n)->next) {
    st_event *event = st_event_get(exec, n);
    if (!st_deferred_cost_is(exec, event)) event->state = ST_EVENT_DROPPED;
  }
  const st_task perform = {.kind = ST_TASK_BATCH,
                           .stage = ST_BATCH_PERFORM,
                           .batch = batch,
                           .next = st_batch_get(exec, batch)->first};
  if (!st_task_push(exec, perform) || !st_batch_begin(exec, batch)) {
    return STRATA_ENOMEM;
  }
  return exec->run_tasks_until(exec, tasks);
}

static void undo_deferred_costs(st_execution *exec, st_cost_attempt *paying) {
  if (!paying->is_begun) return;
  strata_status back = st_store_rollback(exec->store, paying->mark);
  if (!back) back = st_store_release_mark(exec->store, paying->mark);
  assert(back == STRATA_OK);
  (void)back;
  st_checkpoint_restore(&paying->checkpoint, exec);
  st_checkpoint_fini(&paying->checkpoint);
  paying->is_begun = false;
}

/* Perform the deferred costs, if there are any; *paying is then to be undone.
 */
static strata_status try_deferred_costs(st_execution *exec, uint32_t frame,
                                        st_cost_attempt *paying) {
  *paying = (st_cost_attempt){0};
  uint32_t batch = find_deferred_batch(exec, frame);
  if (batch == 0) return STRATA_OK;
  if (!st_checkpoint_save(&paying->checkpoint, exec)) return STRATA_ENOMEM;
  strata_status status = st_store_mark(exec->store, &paying->mark);
  if (status) {
    st_checkpoint_fini(&paying->checkpoint);
    return status;
  }
  paying->is_begun = true;
  uint64_t chance = st_scalar_get(exec->store, ST_SCALAR_CHANCE);
  status = perform_deferred_costs(exec, batch, &paying->attempt);
  /* Where a player chooses, or chance decides, what is paid cannot be told. */
  bool is_told = !status && paying->attempt.met_count == 0 &&
                 st_scalar_get(exec->store, ST_SCALAR_CHANCE) == chance;
  if (!is_told) undo_deferred_costs(exec, paying);
  return status == STRATA_ENOMEM ? status : STRATA_OK;
}

strata_status st_deferred_cost_holds(st_execution *exec, uint32_t frame,
                                     const strata_expr *condition, bool *out) {
  st_cost_attempt paying;
  strata_status status = try_deferred_costs(exec, frame, &paying);
  if (!status) status = st_frame_holds(exec, frame, condition, out);
  undo_deferred_costs(exec, &paying);
  return status;
}

strata_status st_deferred_cost_option(st_execution *exec, uint32_t frame,
                                      const st_instruction *instruction,
                                      st_option option, int64_t fallback,
                                      int64_t *out) {
  st_cost_attempt paying;
  strata_status status = try_deferred_costs(exec, frame, &paying);
  if (!status) {
    status = st_frame_option(exec, frame, instruction, option, fallback, out);
  }
  undo_deferred_costs(exec, &paying);
  return status;
}
