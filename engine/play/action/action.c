/*
 * action.c - actions: executed until they are done, or until a decision is
 * open.
 *
 * An action that meets a decision is rolled back to its beginning, and its
 * request and the answers so far are written into the state. With the next
 * answer the action is executed again from its beginning. So no C stack has to
 * be kept, and a save or fork contains an open action like any other state.
 * Where the execution has been kept as a cache (suspended.h), it goes on
 * instead, with the same result; and as long as nobody looks at the state
 * meanwhile, nothing is rolled back and written.
 *
 * An action in which a handler fails is rolled back as well, and executed again
 * with its answers and without that handler.
 *
 * Invariant: when a function here returns, the action has happened as a whole,
 * or the world is as it was but for the open action (end_savepoint), or the
 * execution is ahead and can be taken there.
 */
#include "play/action/action.h"

#include "play/action/assigning.h"
#include "play/action/begin_request.h"
#include "play/action/concession.h"
#include "play/action/execution_lifetime.h"
#include "play/action/pay_cost.h"
#include "play/action/player_action.h"
#include "play/action/saved_answers.h"
#include "play/action/suspended.h"
#include "play/events/batch.h"
#include "play/events/interpreter.h"
#include "play/events/interpreter_emit.h"
#include "play/execution/applicability.h"
#include "play/execution/blame.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_limit.h"
#include "play/execution/event_log_write.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/resume_point.h"
#include "play/execution/task.h"
#include "play/perform/chain_walk.h"
#include "play/settle/course.h"
#include "play/settle/new_targets.h"
#include "play/settle/sba.h"
#include "play/settle/settle.h"
#include "play/settle/stack.h"

/* -- Executing -- */

/* Do one step of the task on top. */
static strata_status step_task(st_execution *exec) {
  switch ((st_task_kind)st_task_top(exec)->kind) {
  case ST_TASK_INSTRUCTIONS:
    return st_interpreter_step(exec);
  case ST_TASK_EACH:
    return st_interpreter_step_each(exec);
  case ST_TASK_SERIES:
    return st_interpreter_step_series(exec);
  case ST_TASK_BATCH:
    return st_batch_step(exec);
  case ST_TASK_CHAIN_WALK:
    return st_chain_walk_step(exec);
  case ST_TASK_SBA:
    return st_sba_finish_gathering(exec);
  case ST_TASK_SETTLE:
    return st_settle_step(exec);
  case ST_TASK_RESOLVE:
    return st_stack_step(exec);
  case ST_TASK_ANNOUNCE:
    return st_player_action_step_announcing(exec);
  case ST_TASK_ACTION:
    return st_player_action_step(exec);
  case ST_TASK_PAY:
    return st_pay_cost_step(exec);
  case ST_TASK_ASSIGN:
    return st_assigning_step(exec);
  case ST_TASK_RETARGET:
    return st_new_targets_step(exec);
  case ST_TASK_COURSE:
    return st_course_step_begun(exec);
  }
  return STRATA_EINVAL; /* unreachable: all kinds are listed */
}

strata_status st_action_run_tasks(st_execution *exec, size_t tasks) {
  strata_status status =
      exec->waiting_call ? st_handler_call_go_on(exec) : STRATA_OK;
  while (!status && exec->task_count > tasks) {
    if (st_concession_is_due(exec)) {
      status = st_concession_begin(exec);
      continue;
    }
    if (!st_mem_work(exec->mem, 1)) return STRATA_ENOMEM;
    st_resume_point_note_step(exec);
    if (exec->steps++ >= exec->max_steps ||
        st_execution_event_total(exec) > exec->max_events) {
      return st_event_limit_fail(exec);
    }
    st_resume_point_set(exec);
    status = step_task(exec);
  }
  /* A handler may have made nothing of it. */
  if (!status && exec->mem->effort.is_interrupted) return STRATA_ENOMEM;
  if (status == STRATA_ELIMIT && exec->error->status != status) {
    const char *why = st_store_status_text(exec->store, status);
    return ST_ERROR(exec->error, status, 0, why);
  }
  return status;
}

/* Why an event did not happen. */
static const char *why_event_did_not_happen(const st_event *event) {
  if (event->has_no_parts) {
    return "it consists of other events, and there were none";
  }
  switch ((st_event_state)event->state) {
  case ST_EVENT_REFUSED:
    return "it could not happen";
  case ST_EVENT_REPLACED:
    return "something else happened instead, or nothing";
  case ST_EVENT_DROPPED:
  case ST_EVENT_PROPOSED:
  case ST_EVENT_HAPPENED:
    break;
  }
  return "it would have changed nothing";
}

/* Keep what came of the event that the action asked for, which is the first
 * one that the execution made: so its host can be told. What settles afterwards
 * takes the places of events that are done. */
static void keep_result(st_execution *exec, const st_action_request *r) {
  exec->action_result = (st_action_result){0};
  if (r->event_type == 0 || r->is_walk || exec->event_count == 0) return;
  uint32_t happened = 0;
  uint32_t n = st_batch_get(exec, st_event_get(exec, 1)->batch)->first;
  for (; n != 0; n = st_event_get(exec, n)->next) {
    if (st_event_get(exec, n)->state == ST_EVENT_HAPPENED) happened++;
  }
  exec->action_result.happened_count = happened;
  if (happened == 0) {
    exec->action_result.why_not =
        why_event_did_not_happen(st_event_get(exec, 1));
  }
}

/* Begin what the action asks for, above the task that settles. */
static strata_status begin_request(st_execution *exec,
                                   const st_action_request *r) {
  exec->is_settling = false;
  strata_status status = st_settle_begin(exec, r->settling);
  if (status) return status;
  if (r->is_walk) return st_begin_request_walk(exec, r);
  if (r->resolves_top) return st_stack_resolve(exec);
  if (r->advances) return st_course_advance(exec, r->into);
  return r->event_type != 0 ? st_begin_request_event(exec, r)
                            : st_begin_request_program(exec, r);
}

/* Do what was begun, or what is left of it, and settle. */
static strata_status run_request(st_execution *exec,
                                 const st_action_request *r) {
  exec->request = r;
  if (r->is_walk) {
    strata_status status = st_action_run_tasks(exec, 0);
    return status ? status : st_begin_request_end_walk(exec);
  }
  if (!exec->is_settling) {
    size_t settling = r->settling != STRATA_SETTLE_NONE;
    strata_status status = st_action_run_tasks(exec, settling);
    if (status) return status;
    keep_result(exec, r);
    exec->is_settling = true;
  }
  return st_action_run_tasks(exec, 0);
}

static strata_status execute_request(st_execution *exec,
                                     const st_action_request *r) {
  strata_status status = begin_request(exec, r);
  return status ? status : run_request(exec, r);
}

/* The action has ended: rows of the log that no later action can ask for leave,
 * and later ones have the next number. */
static strata_status end_action(st_execution *exec) {
  strata_status status = st_event_log_let_leave(exec);
  if (status) return status;
  uint64_t count = st_scalar_get(exec->store, ST_SCALAR_ACTIONS_ENDED);
  return st_scalar_put(exec->store, ST_SCALAR_ACTIONS_ENDED, count + 1);
}

strata_status st_action_save(st_execution *exec, const st_action_request *r,
                             st_store *store) {
  strata_status status = st_action_request_write(exec, r, store);
  return status ? status : st_saved_answers_write(exec, store);
}

static strata_status host_remember(st_execution *exec,
                                   const st_action_request *r) {
  return exec->host.save_start ? exec->host.save_start(exec, r) : STRATA_OK;
}

static strata_status host_tell(st_execution *exec, bool done) {
  return exec->host.notify_observers ? exec->host.notify_observers(exec, done)
                                     : STRATA_OK;
}

/* Release a savepoint, after a rollback unless `keep` is set. */
static void end_savepoint(st_execution *exec, uint64_t mark, bool keep) {
  strata_status status =
      keep ? STRATA_OK : st_store_rollback(exec->store, mark);
  if (!status) status = st_store_release_mark(exec->store, mark);
  assert(status == STRATA_OK); /* the savepoint is the newest one */
  (void)status;
}

/* Notify the observers of what has happened so far. Then the execution stays
 * ahead, which holds the savepoint of the beginning, if its owner allows that;
 * or all is rolled back, and the open action is written into the state. */
static strata_status suspend_action(st_execution *exec,
                                    const st_action_request *r,
                                    const st_mark *begin) {
  strata_status status = host_tell(exec, false);
  bool can_go_on = st_suspended_is_possible(exec);
  if (!status && can_go_on) status = st_suspended_record(exec, r, begin);
  if (!status && can_go_on) {
    if (!exec->may_stay_ahead) st_suspended_go_back(exec);
    return STRATA_OK;
  }
  end_savepoint(exec, begin->serial, false);
  if (!status) status = st_action_save(exec, r, exec->store);
  if (status) st_store_undo(exec->store, begin->savepoint);
  return status;
}

/* Begin an action, or go on with it where it waits. The store holds the
 * savepoint of its beginning. */
static strata_status execute_from(st_execution *exec,
                                  const st_action_request *r, bool goes_on) {
  strata_status status =
      goes_on ? st_suspended_go_forward(exec) : begin_request(exec, r);
  if (!status) status = run_request(exec, r);
  if (!status) status = end_action(exec);
  if (!status) status = host_remember(exec, r);
  return status ? status : host_tell(exec, true);
}

/* Execute the action, or go on with it where it was suspended. At an open
 * decision the world is as before, but for the open action, or the execution is
 * ahead; on failure the world is as before, or if the execution was ahead, as
 * the action began. */
static strata_status execute_or_roll_back(st_execution *exec,
                                          const st_action_request *r,
                                          bool goes_on, bool *open) {
  bool was_ahead = exec->suspended.is_ahead;
  strata_status status = STRATA_OK;
  st_mark begin = {.savepoint = st_store_begin(exec->store)};
  if (was_ahead) {
    begin = exec->suspended.record->begin;
  } else {
    status = st_store_mark(exec->store, &begin.serial);
  }
  *open = false;
  if (status) return status;
  exec->run_tasks_until = st_action_run_tasks;
  if (!goes_on) exec->skipped_handler = false;
  exec->action_result = (st_action_result){0};
  /* the state of the beginning is remembered once */
  if (!was_ahead) status = host_remember(exec, NULL);
  if (!status) status = execute_from(exec, r, goes_on);
  bool holds_begin = status != STRATA_ESUSPEND;
  if (status == STRATA_ESUSPEND) {
    status = suspend_action(exec, r, &begin);
    *open = true;
  }
  /* what followed its event may have failed, or have met a decision */
  if (status || *open) exec->action_result = (st_action_result){0};
  if (holds_begin) end_savepoint(exec, begin.serial, status == STRATA_OK);
  return status;
}

/* A handler has failed, and the action was rolled back: disable the handler,
 * and begin the action again as an open action with its answers is begun. The
 * disabled handler is part of the state, before the action. */
static strata_status restart_without_handler(st_execution *exec,
                                             st_action_request *r) {
  strata_status status =
      exec->host.report_fault ? exec->host.report_fault(exec) : STRATA_OK;
  uint32_t answered = st_decisions_forgive_state(exec);
  if (!status) status = st_action_save(exec, r, exec->store);
  if (!status) {
    status =
        st_disabled_handler_add(exec->store, &exec->handler_fault.disabled_row);
  }
  if (status) return status;
  st_execution_reset(exec);
  exec->error->status = STRATA_OK;
  status = st_action_request_read(exec, r);
  if (!status) status = st_saved_answers_read(exec, 0, answered);
  exec->ignores_state_hash = true;
  return status ? status : st_decision_end_action(exec->store);
}

/* So many handlers may be disabled in one action. */
enum { MOST_HANDLER_FAULTS = 64 };

/* Execute an action again without the handlers that fail, as long as it fails
 * through a handler. The execution does not stay ahead of this savepoint. */
static strata_status execute_without_handlers(st_execution *exec,
                                              const st_action_request *r,
                                              strata_status status,
                                              bool *open) {
  st_action_request request = *r;
  uint64_t mark;
  strata_status marked = st_store_mark(exec->store, &mark);
  if (marked) return marked;
  for (int n = 0;
       n < MOST_HANDLER_FAULTS && st_blame_allows_retry(exec, status); n++) {
    status = restart_without_handler(exec, &request);
    if (!status) status = execute_or_roll_back(exec, &request, false, open);
  }
  if (exec->suspended.is_ahead) st_suspended_go_back(exec);
  end_savepoint(exec, mark, status == STRATA_OK);
  return status;
}

static strata_status execute_action(st_execution *exec,
                                    const st_action_request *r, bool goes_on,
                                    bool *open) {
  strata_status status = execute_or_roll_back(exec, r, goes_on, open);
  return st_blame_allows_retry(exec, status)
             ? execute_without_handlers(exec, r, status, open)
             : status;
}

/* Forget the execution, unless it waits for an answer, in the state that the
 * world is now in. */
static void end_execution(st_execution *exec) {
  exec->last_events = st_execution_event_total(exec) + exec->fast_events;
  if (exec->suspended.is_ahead) return;
  if (exec->suspended.stands) {
    st_suspended_stand(exec);
  } else {
    st_execution_reset(exec);
  }
}

strata_status st_action_begin(st_execution *exec,
                              const st_action_request *request, bool *open) {
  assert(st_decision_request(exec->store) == 0);
  st_execution_reset(exec);
  /* its words may be in buffers that the execution uses */
  st_action_request own = *request;
  strata_status status = st_action_request_copy_words(exec, &own);
  if (!status) status = execute_action(exec, &own, false, open);
  if (status) *open = false;
  end_execution(exec);
  return status;
}

/* Execute the open action again with its first `known` answers, or go on with
 * it. */
static strata_status execute_open_action(st_execution *exec, uint32_t known,
                                         bool goes_on, bool *open) {
  st_action_request request;
  uint32_t used = goes_on ? exec->resume_point.decisions_met : 0;
  strata_status status = st_action_request_read(exec, &request);
  if (!status) status = st_saved_answers_read(exec, used, known);
  if (!status) status = st_decision_end_action(exec->store);
  return status ? status : execute_action(exec, &request, goes_on, open);
}

/* Keep the result of a call about the open action, or undo it on failure. */
static strata_status finish_open_action(st_execution *exec, st_savepoint before,
                                        strata_status status, bool *open) {
  if (status) {
    *open = true;
    st_store_undo(exec->store, before);
  }
  end_execution(exec);
  return status;
}

/* Bring the action back to where it is open without the answer, after an
 * execution that was ahead has failed; or execute it again without the handler
 * at fault. */
static strata_status fail_ahead(st_execution *exec, strata_status status,
                                bool *open) {
  bool is_handlers_fault = st_blame_allows_retry(exec, status);
  const st_action_request request = exec->suspended.record->request;
  st_suspended_reopen(exec);
  st_savepoint before = st_store_begin(exec->store);
  if (is_handlers_fault) {
    strata_status ended = st_decision_end_action(exec->store);
    status =
        ended ? ended : execute_without_handlers(exec, &request, status, open);
  }
  return finish_open_action(exec, before, status, open);
}

/* Answer the decision of an execution that is ahead, and go on with it. */
static strata_status answer_ahead(st_execution *exec,
                                  const st_new_answer *answer, bool *open) {
  strata_status status = st_suspended_answer(exec, answer);
  *open = true;
  if (status || st_suspended_find_unanswered(exec) != 0) return status;
  status = st_suspended_know_answers(exec);
  if (status) {
    st_suspended_take_back(exec);
    return status;
  }
  status =
      execute_or_roll_back(exec, &exec->suspended.record->request, true, open);
  if (status) return fail_ahead(exec, status, open);
  end_execution(exec);
  return STRATA_OK;
}

strata_status st_action_answer(st_execution *exec, const st_new_answer *answer,
                               bool *open) {
  if (exec->suspended.is_ahead) return answer_ahead(exec, answer, open);
  assert(st_decision_request(exec->store) != 0);
  st_savepoint before = st_store_begin(exec->store);
  bool goes_on = st_suspended_can_go_on(exec);
  if (!goes_on) st_execution_reset(exec);
  strata_status status = st_decision_answer(exec->store, answer, exec->error);
  *open = true;
  if (!status && st_decision_find_unanswered(exec->store) == 0) {
    uint32_t known = st_decision_count(exec->store);
    status = execute_open_action(exec, known, goes_on, open);
  }
  return finish_open_action(exec, before, status, open);
}

/* -- Taking answers back -- */

static bool is_decision_firm(const st_store *store, uint32_t decision) {
  return (st_decision_get(store, decision).flags & ST_DECISION_IRREVERSIBLE) !=
         0;
}

static strata_status refuse_going_back(st_execution *exec, const char *what) {
  return ST_ERROR(exec->error, STRATA_EREFUSED, 0, what,
                  "something was rolled or revealed since");
}

/* The first decision of the newest group with an answer, as decisions of the
 * same moment belong together; 0: none was answered. */
static uint32_t find_last_answered(const st_store *store) {
  uint32_t decision = st_decision_count(store);
  while (decision > 0 && !st_decision_get(store, decision).answered) {
    decision--;
  }
  decision = st_concession_before_void(store, decision);
  while (decision > 0 && (st_decision_get(store, decision).flags &
                          ST_DECISION_SAME_MOMENT) != 0) {
    decision--;
  }
  return decision;
}

/* Execute the open action again with the answers before a decision. */
static strata_status execute_before_decision(st_execution *exec,
                                             uint32_t decision, bool *open) {
  st_action_request request;
  strata_status status = st_action_request_read(exec, &request);
  if (!status) status = st_concession_read_before(exec, decision);
  if (!status) status = st_decision_end_action(exec->store);
  return status ? status : execute_action(exec, &request, false, open);
}

strata_status st_action_retract(st_execution *exec) {
  assert(st_decision_request(exec->store) != 0);
  uint32_t decision = find_last_answered(exec->store);
  if (decision == 0) {
    return ST_ERROR(exec->error, STRATA_EREFUSED, 0,
                    "nothing is answered yet: give the action up "
                    "(strata_cancel)");
  }
  for (uint32_t i = decision + 1; i <= st_decision_count(exec->store); i++) {
    bool is_void = (st_decision_get(exec->store, i).flags & ST_DECISION_VOID) !=
                   0; /* it counts again */
    if (!is_void && is_decision_firm(exec->store, i)) {
      return refuse_going_back(exec, "the answer stands: ");
    }
  }
  bool open;
  st_savepoint before = st_store_begin(exec->store);
  st_execution_reset(exec);
  exec->no_policy = true; /* a policy would give the same answer again */
  strata_status status = execute_before_decision(exec, decision, &open);
  exec->no_policy = false;
  return finish_open_action(exec, before, status, &open);
}

/* Whether the open action can go on: the rules have all that it is about. */
static bool can_go_on(st_execution *exec) {
  st_action_request request;
  st_execution_reset(exec);
  bool can = st_action_request_read(exec, &request) != STRATA_ECORRUPT;
  exec->error->status = STRATA_OK;
  return can;
}

/* An action that cannot go on under these rules can always be given up:
 * otherwise its game would be lost. */
strata_status st_action_cancel(st_execution *exec) {
  bool binds = can_go_on(exec);
  for (uint32_t i = 1; binds && i <= st_decision_count(exec->store); i++) {
    if (is_decision_firm(exec->store, i)) {
      return refuse_going_back(exec, "the action stands: ");
    }
  }
  return st_decision_end_action(exec->store);
}

/* -- Replaying -- */

strata_status st_action_replay(st_execution *exec) {
  assert(st_decision_request(exec->store) != 0);
  st_action_request request;
  st_execution_reset(exec);
  exec->run_tasks_until = st_action_run_tasks;
  strata_status status = st_action_request_read(exec, &request);
  if (!status) {
    status = st_saved_answers_read(exec, 0, st_decision_count(exec->store));
  }
  if (!status) status = st_decision_end_action(exec->store);
  exec->no_policy = true;
  if (!status) status = execute_request(exec, &request);
  exec->no_policy = false;
  return status ? status : end_action(exec);
}

/* -- Peeking -- */

/* Execute the open action up to its open decision, and keep what it did. */
static strata_status execute_to_open_decision(st_execution *exec) {
  st_action_request request;
  uint32_t open = st_decision_find_unanswered(exec->store);
  while (open > 1 && (st_decision_get(exec->store, open).flags &
                      ST_DECISION_SAME_MOMENT) != 0) {
    open--;
  }
  strata_status status = st_action_request_read(exec, &request);
  exec->run_tasks_until = st_action_run_tasks;
  if (!status) status = st_saved_answers_read(exec, 0, open - 1);
  if (!status) status = st_decision_end_action(exec->store);
  if (!status) status = execute_request(exec, &request);
  return status == STRATA_ESUSPEND ? STRATA_OK : status;
}

strata_status st_action_peek(st_execution *exec) {
  assert(st_decision_request(exec->store) != 0);
  uint64_t mark;
  st_execution_reset(exec);
  strata_status status = st_store_mark(exec->store, &mark);
  if (status) return status;
  exec->no_policy = true;
  status = execute_to_open_decision(exec);
  exec->no_policy = false;
  end_savepoint(exec, mark, status == STRATA_OK);
  st_execution_reset(exec);
  return status;
}

/* -- Conceding -- */

/* Find the step that asks the open decision, by executing the action up to it.
 * The decisions before it are UINT32_MAX if something is only being announced.
 */
static strata_status find_asking_step(st_execution *exec, st_step_begun *out) {
  uint64_t mark;
  st_execution_reset(exec);
  strata_status status = st_store_mark(exec->store, &mark);
  if (status) return status;
  exec->no_policy = true;
  status = execute_to_open_decision(exec);
  exec->no_policy = false;
  *out = exec->step_begun;
  if (exec->task_count > 0 && st_task_top(exec)->kind == ST_TASK_ANNOUNCE) {
    out->decisions_met = UINT32_MAX;
  }
  end_savepoint(exec, mark, false);
  st_execution_reset(exec);
  return status;
}

/* Let the open action go on without the player, from the step that asks. EINVAL
 * if it has not begun. */
static strata_status concede_amid_action(st_execution *exec,
                                         strata_entity player, bool *open) {
  st_action_request request;
  st_step_begun place;
  strata_status status = find_asking_step(exec, &place);
  if (!status && place.decisions_met == UINT32_MAX) status = STRATA_EINVAL;
  if (!status) status = st_action_request_read(exec, &request);
  if (!status) status = st_concession_read_answers(exec, place, player);
  if (!status) status = st_decision_end_action(exec->store);
  return status ? status : execute_action(exec, &request, false, open);
}

strata_status st_action_concede(st_execution *exec, strata_entity player,
                                bool *open) {
  assert(st_decision_request(exec->store) != 0);
  st_savepoint before = st_store_begin(exec->store);
  strata_status status = concede_amid_action(exec, player, open);
  if (status && status != STRATA_ENOMEM) {
    exec->error->status = STRATA_OK;
    st_store_undo(exec->store, before);
    status = st_decision_end_action(exec->store);
    st_concession_words words;
    const st_action_request alone =
        st_concession_request(exec->rules, player, &words);
    if (!status) status = st_action_begin(exec, &alone, open);
  }
  return finish_open_action(exec, before, status, open);
}
