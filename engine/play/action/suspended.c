/*
 * suspended.c - an execution that waits for an answer.
 *
 * The way is as long as all that the action has written so far, and each answer
 * goes it anew. That is a word where executing again is a rule of the game: so
 * an action of k decisions executes each event once, and not k times.
 */
#include "play/action/suspended.h"

#include "play/execution/handler_call.h"
#include "play/execution/resume_point.h"

/* Beyond so many records of the journal the action is rather executed again
 * than its way kept, which has 24 bytes for each. */
enum { MOST_RECORDS_KEPT = 1 << 20 };

static bool is_worth_keeping(const st_execution *exec, st_savepoint begin) {
  strata_tune how = exec->change->eval->tune[STRATA_TUNE_ANSWERS];
  size_t records = exec->resume_point.store.journal_count - begin.journal_count;
  if (!exec->resume_point.is_set || how == STRATA_TUNE_NEVER) return false;
  return records <= MOST_RECORDS_KEPT || how == STRATA_TUNE_ALWAYS;
}

strata_status st_suspended_keep(st_execution *exec, st_savepoint begin,
                                bool *kept) {
  st_suspended *suspended = &exec->suspended;
  *kept = is_worth_keeping(exec, begin);
  if (!*kept) return STRATA_OK;
  st_store_undo(exec->store, exec->resume_point.store);
  suspended->action_result = exec->action_result;
  return st_way_forward_keep(&suspended->way, exec->store, begin);
}

void st_suspended_stand(st_execution *exec) {
  exec->suspended.stands = true;
  exec->suspended.open_hash = exec->store->hash;
}

bool st_suspended_can_go_on(const st_execution *exec) {
  const st_suspended *suspended = &exec->suspended;
  return suspended->stands && suspended->open_hash == exec->store->hash;
}

strata_status st_suspended_go_forward(st_execution *exec) {
  assert(exec->suspended.stands);
  exec->suspended.stands = false;
  strata_status status = st_way_forward_go(&exec->suspended.way, exec->store);
  if (status) return status;
  st_resume_point_enter(exec);
  exec->action_result = exec->suspended.action_result;
  exec->ignores_state_hash = false;
  exec->resumed_count++;
  return STRATA_OK;
}

void st_suspended_drop(st_execution *exec) {
  exec->suspended.stands = false;
  st_handler_call_forget_waiting(exec);
  st_way_forward_fini(&exec->suspended.way, exec->mem);
}

size_t st_suspended_bytes(const st_execution *exec) {
  return exec->suspended.way.capacity * sizeof exec->suspended.way.words[0];
}
