/*
 * action.c - actions.
 *
 * An action that meets a decision is taken back to its beginning, and what it
 * was and what was decided so far is written there, as state. The answer runs
 * it again: so no C stack is kept, and a save or fork needs to know of nothing.
 *
 * An action in which a handler fails is taken back likewise, and run again with
 * the answers so far and without the handler. On the way out of all this an
 * action has happened whole, or its world is as it was.
 */
#include "play/action/action.h"

#include "play/compare/branch.h"
#include "play/events/batch.h"
#include "play/events/routine.h"
#include "play/execution/fault.h"
#include "play/execution/judge.h"
#include "play/perform/chain.h"
#include "play/settle/check.h"
#include "play/settle/settle.h"
#include "play/settle/stack.h"

/* -- Answers, as state -- */

/* All that was decided, and what is to be. */
static strata_status write_asks(st_run *run, st_store *store) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < run->asked; i++) {
    uint32_t decision;
    status = st_decision_add(store, &run->met[i].ask, &decision);
    if (status || !run->met[i].answer) continue;
    st_decided answer = *run->met[i].answer;
    answer.decision = decision;
    status = st_decision_answer(store, &answer, NULL);
  }
  return status;
}

static strata_status read_answer(st_run *run, uint32_t decision,
                                 st_decided *out) {
  st_decision asked = st_decision_get(run->store, decision);
  uint32_t count = asked.answer_count;
  uint32_t *options = st_arena_take(&run->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_take(&run->arena, count + 1u, sizeof *amounts);
  if (!options || !amounts) return STRATA_ENOMEM;
  bool counted = asked.purpose == ST_PURPOSE_NUMBER ||
                 asked.purpose == ST_PURPOSE_DIVIDE ||
                 asked.purpose == ST_PURPOSE_ALLOCATE;
  for (uint32_t i = 0; i < count; i++) {
    amounts[i] = st_decision_answer_at(run->store, decision, i);
    options[i] = counted ? i : (uint32_t)amounts[i];
  }
  bool divides = counted && asked.purpose != ST_PURPOSE_NUMBER;
  *out = (st_decided){.decision = decision,
                      .options = !counted || divides ? options : NULL,
                      .amounts = counted ? amounts : NULL,
                      .count = count};
  return STRATA_OK;
}

/* What was known of the options. Texts are as trials write them, and others
 * are not the engine's: they are taken as far as they go. */
static strata_status read_outcomes(st_run *run, uint32_t decision,
                                   st_known *out) {
  uint32_t count = st_decision_get(run->store, decision).option_count;
  out->option_count = count;
  out->outcomes = st_arena_take(&run->arena, count + 1u, sizeof(char *));
  if (!out->outcomes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t row = st_decision_option(run->store, decision, i).outcome;
    out->outcomes[i] = NULL;
    if (row == 0) continue;
    char buffer[ST_BRANCH_TEXT];
    st_text text;
    st_text_init_fixed(&text, buffer, sizeof buffer);
    st_decision_read(run->store, row, &text);
    size_t size = strlen(st_text_get(&text)) + 1;
    char *copy = st_arena_take(&run->arena, size, 1);
    if (!copy) return STRATA_ENOMEM;
    memcpy(copy, buffer, size);
    out->outcomes[i] = copy;
  }
  return STRATA_OK;
}

/* Those to the first `count` decisions. */
static strata_status read_answers(st_run *run, uint32_t count) {
  run->known = count;
  run->before = st_arena_take(&run->arena, count + 1u, sizeof run->before[0]);
  strata_status status = run->before ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    st_decision asked = st_decision_get(run->store, i + 1);
    run->before[i].hash = asked.hash;
    run->before[i].missed = (asked.flags & ST_DECISION_MISSED) != 0;
    status = read_answer(run, i + 1, &run->before[i].answer);
    if (!status) status = read_outcomes(run, i + 1, &run->before[i]);
  }
  return status;
}

/* -- Running -- */

static strata_status begin_event(st_run *run, const st_request *r) {
  uint32_t batch = st_run_new_batch(run);
  uint32_t event = batch ? st_run_new_event(run, r->kind, batch) : 0;
  if (!event || !st_batch_begin(run, batch)) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < st_request_count(run, r); i++) {
    st_run_event(run, event)->words[i] = st_request_word(r, i);
  }
  return STRATA_OK;
}

/* An event that passes a phase, and no more. */
static strata_status begin_pass(st_run *run, const st_request *r,
                                uint32_t *event, uint32_t *pass) {
  uint32_t batch = st_run_new_batch(run);
  *event = batch ? st_run_new_event(run, r->kind, batch) : 0;
  if (!*event) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < st_request_count(run, r); i++) {
    st_run_event(run, *event)->words[i] = st_request_word(r, i);
  }
  return st_chain_pass(run, *event, r->phase, r->whole, pass);
}

/* What came of it is in the log, as it may be over only when somebody has
 * answered. */
static strata_status end_pass(st_run *run, uint32_t event, uint32_t pass) {
  st_passing none = {0};
  const st_passing *p = pass != 0 ? st_run_pass(run, pass) : &none;
  st_passed passed = {.called = p->called,
                      .stopped = p->stopped,
                      .until = p->until,
                      .stopper = p->stopper};
  strata_status status =
      st_judge_log_words(run, event, ST_LOGGED_PASSED, p->stopper, &passed.row);
  run->passed = passed;
  return status;
}

static strata_status begin_code(st_run *run, const st_request *r) {
  const st_routine *deeds = &st_code_get(run->rules, r->code)->deeds;
  uint32_t frame = st_run_new_frame(run, deeds, r->self, r->you, 0);
  if (!frame || !st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                            .frame = frame,
                                            .end = deeds->deed_count})) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < deeds->given_count; i++) {
    st_run_frame(run, frame)->names[ST_BOUND_OWN + i] = st_request_word(r, i);
  }
  return STRATA_OK;
}

/* Until there are no more than so many tasks. ESUSPEND; ELIMIT when too much
 * happens; ENOMEM; ERANGE for a value that its attribute cannot have. */
static strata_status do_tasks(st_run *run, size_t tasks) {
  strata_status status = STRATA_OK;
  while (!status && run->task_count > tasks) {
    if (run->steps++ >= run->most_steps ||
        st_run_events(run) > run->most_events) {
      return st_run_fail_limit(run);
    }
    switch ((st_task_kind)run->tasks[run->task_count - 1].what) {
    case ST_TASK_DEEDS:
      status = st_routine_step(run);
      break;
    case ST_TASK_EACH:
      status = st_routine_each(run);
      break;
    case ST_TASK_SERIES:
      status = st_routine_series(run);
      break;
    case ST_TASK_BATCH:
      status = st_batch_step(run);
      break;
    case ST_TASK_PASS:
      status = st_chain_step(run);
      break;
    case ST_TASK_CHECK:
      status = st_check_gathered(run);
      break;
    case ST_TASK_SETTLE:
      status = st_settle_step(run);
      break;
    case ST_TASK_RESOLVE:
      status = st_stack_step(run);
      break;
    }
  }
  if (status == STRATA_ELIMIT && run->error->status != status) {
    const char *why = st_store_reason(run->store, status);
    return ST_ERROR(run->error, status, 0, why);
  }
  return status;
}

static strata_status do_pass(st_run *run, const st_request *r) {
  uint32_t event;
  uint32_t pass = 0;
  strata_status status = begin_pass(run, r, &event, &pass);
  if (!status) status = do_tasks(run, 0);
  return status ? status : end_pass(run, event, pass);
}

static strata_status do_it(st_run *run, const st_request *r) {
  strata_status status = st_settle_begin(run, r->settling);
  if (status) return status;
  if (r->passes) return do_pass(run, r);
  if (r->resolve) {
    status = st_stack_resolve(run);
  } else {
    status = r->kind != 0 ? begin_event(run, r) : begin_code(run, r);
  }
  return status ? status : do_tasks(run, 0);
}

/* It has ended, and those that come have another number. */
static strata_status count_action(st_run *run) {
  uint64_t count = st_scalar_get(run->store, ST_SCALAR_ACTIONS);
  return st_scalar_put(run->store, ST_SCALAR_ACTIONS, count + 1);
}

strata_status st_action_keep(st_run *run, const st_request *r,
                             st_store *store) {
  strata_status status = st_request_write(run, r, store);
  return status ? status : write_asks(run, store);
}

static strata_status remember(st_run *run, const st_request *r) {
  return run->host.remember ? run->host.remember(run, r) : STRATA_OK;
}

static strata_status tell(st_run *run, bool done) {
  return run->host.tell ? run->host.tell(run, done) : STRATA_OK;
}

/* It waits from now on: what has happened is told, and taken back. */
static strata_status suspend(st_run *run, const st_request *r,
                             strata_mark mark) {
  strata_status status = tell(run, false);
  if (!status) status = st_store_rollback(run->store, mark);
  return status ? status : st_action_keep(run, r, run->store);
}

/* Forget a mark that was set here, keeping what was written since, or not. */
static void end_mark(st_run *run, strata_mark mark, bool keep) {
  strata_status status = keep ? STRATA_OK : st_store_rollback(run->store, mark);
  if (!status) status = st_store_keep(run->store, mark);
  assert(status == STRATA_OK); /* whoever set it forgets it */
  (void)status;
}

/* Run it from here; at a decision the world is as it is here, but for what is
 * asked. On failure it is as it is here. */
static strata_status try_action(st_run *run, const st_request *r, bool *open) {
  strata_mark mark;
  *open = false;
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  run->loop = do_tasks;
  status = remember(run, NULL);
  if (!status) status = do_it(run, r);
  if (!status) {
    status = count_action(run);
    if (!status) status = remember(run, r);
    if (!status) status = tell(run, true);
  } else if (status == STRATA_ESUSPEND) {
    status = suspend(run, r, mark);
    *open = true;
  }
  end_mark(run, mark, status == STRATA_OK);
  return status;
}

/* It was taken back, as a handler has failed: begin it anew as one that waits,
 * with its answers, is begun. That the handler is disabled is state, and was so
 * before. */
static strata_status begin_anew(st_run *run, st_request *r) {
  strata_status status = run->host.blame ? run->host.blame(run) : STRATA_OK;
  uint32_t answered = st_run_forgive(run);
  if (!status) status = st_action_keep(run, r, run->store);
  if (!status) status = st_fault_add(run->store, &run->fault.row);
  if (status) return status;
  st_run_empty(run);
  run->error->status = STRATA_OK;
  status = st_request_read(run, r);
  if (!status) status = read_answers(run, answered);
  run->forgiving = true;
  return status ? status : st_decision_empty(run->store);
}

/* So many handlers may fail in one action, each where it had come to without
 * those before. */
enum { MOST_FAULTS = 64 };

/* A run has failed with this: let it go on without the handlers that fail, as
 * try_action says. */
static strata_status go_without(st_run *run, const st_request *r,
                                strata_status status, bool *open) {
  st_request request = *r;
  strata_mark mark;
  strata_status marked = st_store_mark(run->store, &mark);
  if (marked) return marked;
  for (int n = 0; n < MOST_FAULTS && st_fault_is_due(run, status); n++) {
    status = begin_anew(run, &request);
    if (!status) status = try_action(run, &request, open);
  }
  end_mark(run, mark, status == STRATA_OK);
  return status;
}

static strata_status run_action(st_run *run, const st_request *r, bool *open) {
  strata_status status = try_action(run, r, open);
  return st_fault_is_due(run, status) ? go_without(run, r, status, open)
                                      : status;
}

static strata_status keep_words(st_run *run, st_request *r) {
  uint32_t count = st_request_count(run, r);
  int64_t *words = st_arena_take(&run->arena, count + 1u, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    words[i] = st_request_word(r, i);
  }
  r->words = words;
  return STRATA_OK;
}

strata_status st_action_begin(st_run *run, const st_request *request,
                              bool *open) {
  assert(st_decision_what(run->store) == 0);
  st_run_empty(run);
  run->known = 0;
  st_request own = *request; /* its words may be in scratch of calls */
  strata_status status = keep_words(run, &own);
  if (!status) status = run_action(run, &own, open);
  if (status) *open = false;
  st_run_empty(run);
  return status;
}

/* Run the open action again, with its first `known` answers. */
static strata_status run_again(st_run *run, uint32_t known, bool *open) {
  st_request request;
  strata_status status = st_request_read(run, &request);
  if (!status) status = read_answers(run, known);
  if (!status) status = st_decision_empty(run->store);
  return status ? status : run_action(run, &request, open);
}

/* End what was done to the open action. If that has failed it is as before. */
static strata_status go_on(st_run *run, strata_mark mark, strata_status status,
                           bool *open) {
  if (status) *open = true;
  end_mark(run, mark, status == STRATA_OK);
  st_run_empty(run);
  return status;
}

strata_status st_action_answer(st_run *run, const st_decided *answer,
                               bool *open) {
  assert(st_decision_what(run->store) != 0);
  strata_mark mark;
  st_run_empty(run);
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  status = st_decision_answer(run->store, answer, run->error);
  *open = true;
  if (!status && st_decision_open(run->store) == 0) {
    status = run_again(run, st_decision_count(run->store), open);
  }
  return go_on(run, mark, status, open);
}

/* -- Going back -- */

static bool is_firm(const st_store *store, uint32_t decision) {
  return (st_decision_get(store, decision).flags & ST_DECISION_FIRM) != 0;
}

static strata_status refuse(st_run *run, const char *what) {
  return ST_ERROR(run->error, STRATA_EREFUSED, 0, what,
                  "something was rolled or revealed since");
}

/* The first decision of the newest moment that was answered, in part or whole;
 * 0 if none was. */
static uint32_t last_answered(const st_store *store) {
  uint32_t decision = st_decision_count(store);
  while (decision > 0 && !st_decision_get(store, decision).answered) {
    decision--;
  }
  while (decision > 0 &&
         (st_decision_get(store, decision).flags & ST_DECISION_TOGETHER) != 0) {
    decision--;
  }
  return decision;
}

strata_status st_action_retract(st_run *run) {
  assert(st_decision_what(run->store) != 0);
  uint32_t decision = last_answered(run->store);
  if (decision == 0) {
    return ST_ERROR(run->error, STRATA_EREFUSED, 0,
                    "nothing is answered yet: give the action up "
                    "(strata_cancel)");
  }
  for (uint32_t i = decision + 1; i <= st_decision_count(run->store); i++) {
    if (is_firm(run->store, i)) return refuse(run, "the answer stands: ");
  }
  strata_mark mark;
  bool open;
  st_run_empty(run);
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  run->leaves_open = true; /* a policy would give the same answer again */
  status = run_again(run, decision - 1, &open);
  run->leaves_open = false;
  return go_on(run, mark, status, &open);
}

strata_status st_action_cancel(st_run *run) {
  for (uint32_t i = 1; i <= st_decision_count(run->store); i++) {
    if (is_firm(run->store, i)) return refuse(run, "the action stands: ");
  }
  return st_decision_empty(run->store);
}

/* -- Once more -- */

strata_status st_action_again(st_run *run) {
  assert(st_decision_what(run->store) != 0);
  st_request request;
  st_run_empty(run);
  run->loop = do_tasks;
  strata_status status = st_request_read(run, &request);
  if (!status) status = read_answers(run, st_decision_count(run->store));
  if (!status) status = st_decision_empty(run->store);
  run->leaves_open = true;
  if (!status) status = do_it(run, &request);
  run->leaves_open = false;
  return status ? status : count_action(run);
}

/* -- Looking at the middle -- */

/* Do it again up to where it waits, and stay there. */
static strata_status go_there(st_run *run) {
  st_request request;
  uint32_t open = st_decision_open(run->store);
  while (open > 1 && (st_decision_get(run->store, open).flags &
                      ST_DECISION_TOGETHER) != 0) {
    open--;
  }
  strata_status status = st_request_read(run, &request);
  if (!status) status = read_answers(run, open - 1);
  if (!status) status = st_decision_empty(run->store);
  run->loop = do_tasks;
  if (!status) status = do_it(run, &request);
  return status == STRATA_ESUSPEND ? STRATA_OK : status;
}

strata_status st_action_peek(st_run *run) {
  assert(st_decision_what(run->store) != 0);
  strata_mark mark;
  st_run_empty(run);
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  run->leaves_open = true;
  status = go_there(run);
  run->leaves_open = false;
  end_mark(run, mark, status == STRATA_OK);
  st_run_empty(run);
  return status;
}
