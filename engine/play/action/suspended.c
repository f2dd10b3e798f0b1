/*
 * suspended.c - an execution that waits for an answer.
 *
 * The way forward is as long as all that the action has written so far. It is
 * made and gone only where somebody looks at the state between a question and
 * its answer.
 */
#include "play/action/suspended.h"

#include "play/action/saved_answers.h"
#include "play/execution/handler_call.h"
#include "play/execution/resume_point.h"

#include <string.h>

/* Beyond so many cells that the journal names the action is rather executed
 * again than its way kept, which has 24 bytes for each, or 48. */
enum { MOST_CELLS_KEPT = 1 << 20 };

static strata_tune tuning(const st_execution *exec) {
  return (strata_tune)exec->change->eval->tune[STRATA_TUNE_ANSWERS];
}

/* What is done again asks players, and concedes for none. */
static bool step_has_concessions(const st_execution *exec) {
  uint32_t n = exec->resume_point.decisions_met;
  while (n < exec->decisions_met &&
         exec->met_decisions[n].ask.purpose != ST_PURPOSE_CONCEDE) {
    n++;
  }
  return n < exec->decisions_met;
}

bool st_suspended_is_possible(const st_execution *exec) {
  return exec->resume_point.is_set && tuning(exec) != STRATA_TUNE_NEVER &&
         !step_has_concessions(exec);
}

/* -- The record -- */

/* Copy the request, unless an earlier record of the execution has it. */
static strata_status record_request(st_execution *exec,
                                    const st_action_request *r,
                                    st_open_record *record) {
  const st_open_record *earlier = exec->suspended.record;
  record->request = *r;
  if (earlier) {
    record->request_rows = earlier->request_rows;
    record->first = earlier->first;
    record->value_rows = earlier->value_rows;
    return STRATA_OK;
  }
  strata_status status =
      st_action_request_describe(exec, r, &record->request_rows);
  if (status) return status;
  record->value_rows = st_decision_rows_of_values(record->request_rows.values,
                                                  record->request_rows.count);
  return STRATA_OK;
}

/* Copy the decisions of the unfinished step, and count the rows of those that
 * have come before it since the record before. */
static strata_status record_decisions(st_execution *exec,
                                      st_open_record *record) {
  uint32_t first = exec->resume_point.decisions_met;
  uint32_t count = exec->decisions_met - first;
  for (uint32_t i = record->first; i < first; i++) {
    record->value_rows += st_decision_rows_of(&exec->met_decisions[i].ask);
  }
  record->first = first;
  record->count = exec->decisions_met;
  record->step_decisions =
      st_arena_alloc(&exec->arena, count, sizeof record->step_decisions[0]);
  if (!record->step_decisions) return STRATA_ENOMEM;
  memcpy(record->step_decisions, exec->met_decisions + first,
         count * sizeof record->step_decisions[0]);
  return STRATA_OK;
}

/* Make space for the rows of a record. */
static strata_status reserve_rows(st_execution *exec,
                                  const st_open_record *record) {
  uint64_t rows = record->value_rows;
  for (uint32_t i = 0; i < record->count - record->first; i++) {
    rows += st_decision_rows_of(&record->step_decisions[i].ask);
  }
  return st_decision_reserve(exec->store, record->count, rows);
}

strata_status st_suspended_record(st_execution *exec,
                                  const st_action_request *r,
                                  const st_mark *begin) {
  st_suspended *suspended = &exec->suspended;
  st_open_record *record = st_arena_alloc(&exec->arena, 1, sizeof *record);
  strata_status status = record ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = record_request(exec, r, record);
  if (!status) status = record_decisions(exec, record);
  if (!status) status = reserve_rows(exec, record);
  if (status) return status;
  record->begin = *begin;
  suspended->record = record;
  suspended->action_result = exec->action_result;
  suspended->stands = suspended->is_ahead = true;
  st_store_undo(exec->store, exec->resume_point.store);
  return STRATA_OK;
}

/* Write the open action as it was recorded into the state that it began with.
 */
static void write_rows(st_execution *exec) {
  const st_open_record *record = exec->suspended.record;
  const st_request_rows *request = &record->request_rows;
  assert(exec->store->hash == record->begin.savepoint.hash);
  strata_status status = st_decision_begin_action(
      exec->store, request->form, request->values, request->count);
  if (!status) {
    status = st_saved_answers_write_some(exec->store, exec->met_decisions,
                                         record->first);
  }
  if (!status) {
    status = st_saved_answers_write_some(exec->store, record->step_decisions,
                                         record->count - record->first);
  }
  assert(status == STRATA_OK); /* there is space for them */
  (void)status;
  exec->suspended.record = NULL;
}

/* -- Answers -- */

const st_met_decision *st_suspended_decision(const st_execution *exec,
                                             uint32_t decision) {
  const st_open_record *record = exec->suspended.record;
  assert(decision - 1 < record->count);
  uint32_t n = decision - 1;
  return n < record->first ? &exec->met_decisions[n]
                           : &record->step_decisions[n - record->first];
}

uint32_t st_suspended_find_unanswered(const st_execution *exec) {
  const st_open_record *record = exec->suspended.record;
  for (uint32_t n = record->first; n < record->count; n++) {
    if (!record->step_decisions[n - record->first].answer) return n + 1;
  }
  return 0;
}

strata_status st_suspended_answer(st_execution *exec,
                                  const st_new_answer *answer) {
  st_open_record *record = exec->suspended.record;
  record->newest_answer = 0; /* until this one is known */
  st_decision asked = {0};
  bool exists = answer->decision - 1 < record->count;
  if (exists) {
    const st_met_decision *met = st_suspended_decision(exec, answer->decision);
    asked = st_decisions_without_options(&met->ask);
    asked.answered = met->answer != NULL;
  }
  strata_status status = st_decision_check_open(
      record->count, exists ? &asked : NULL, answer, exec->error);
  if (!status) {
    status = st_decision_check_answer(exec->store, &asked, answer, exec->error);
  }
  if (status) return status;
  st_met_decision *met =
      &record->step_decisions[answer->decision - 1 - record->first];
  st_new_answer *copy = st_arena_alloc(&exec->arena, 1, sizeof *copy);
  if (!copy) return STRATA_ENOMEM;
  status = st_decisions_copy_answer(exec, &met->ask, answer, copy);
  if (status) return status;
  met->answer = copy;
  record->newest_answer = answer->decision;
  return STRATA_OK;
}

void st_suspended_take_back(st_execution *exec) {
  st_open_record *record = exec->suspended.record;
  uint32_t newest = record->newest_answer;
  record->newest_answer = 0;
  if (newest == 0) return;
  assert(newest > record->first);
  record->step_decisions[newest - 1 - record->first].answer = NULL;
}

strata_status st_suspended_know_answers(st_execution *exec) {
  const st_open_record *record = exec->suspended.record;
  uint32_t count = record->count - record->first;
  st_known_answer *known = st_arena_alloc(&exec->arena, count, sizeof *known);
  strata_status status = known ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_met_decision *met = &record->step_decisions[i];
    status = st_saved_answers_know(exec, met, &known[i]);
  }
  if (status) return status;
  exec->known_first = record->first;
  exec->known_count = record->count;
  exec->known_answers = known;
  return STRATA_OK;
}

/* -- Going back -- */

static bool keep_way(st_execution *exec, st_savepoint begin) {
  size_t named = st_store_count_named(exec->store, begin.journal_count);
  if (named > MOST_CELLS_KEPT && tuning(exec) != STRATA_TUNE_ALWAYS) {
    return false;
  }
  return st_way_forward_keep(&exec->suspended.way, exec->store, begin) ==
         STRATA_OK;
}

/* Go back to the beginning of the action and open it there. */
static void open_at_begin(st_execution *exec) {
  uint64_t begin = exec->suspended.record->begin.serial;
  strata_status status = st_store_rollback(exec->store, begin);
  if (!status) status = st_store_release_mark(exec->store, begin);
  assert(status == STRATA_OK || status == STRATA_ESTALE);
  (void)status;
  write_rows(exec);
}

void st_suspended_go_back(st_execution *exec) {
  st_suspended *suspended = &exec->suspended;
  assert(suspended->is_ahead && suspended->record);
  suspended->is_ahead = false;
  suspended->stands = keep_way(exec, suspended->record->begin.savepoint);
  open_at_begin(exec);
  suspended->open_hash = exec->store->hash;
}

void st_suspended_reopen(st_execution *exec) {
  st_suspended_take_back(exec);
  open_at_begin(exec);
  exec->suspended.reopened = st_store_begin(exec->store);
  exec->suspended.reopened_marks = exec->store->mark_count;
}

/* -- Going on -- */

void st_suspended_stand(st_execution *exec) {
  exec->suspended.stands = true;
  exec->suspended.open_hash = exec->store->hash;
}

bool st_suspended_can_go_on(const st_execution *exec) {
  const st_suspended *suspended = &exec->suspended;
  return suspended->stands && suspended->open_hash == exec->store->hash;
}

strata_status st_suspended_go_forward(st_execution *exec) {
  st_suspended *suspended = &exec->suspended;
  assert(suspended->stands);
  suspended->stands = false;
  strata_status status = STRATA_OK;
  if (!suspended->is_ahead) {
    status = st_way_forward_go(&suspended->way, exec->store);
  }
  suspended->is_ahead = false;
  if (status) return status;
  st_resume_point_enter(exec);
  exec->action_result = suspended->action_result;
  exec->ignores_state_hash = false;
  exec->resumed_count++;
  return STRATA_OK;
}

void st_suspended_drop(st_execution *exec) {
  exec->suspended.stands = exec->suspended.is_ahead = false;
  exec->suspended.record = NULL;
  st_handler_call_forget_waiting(exec);
  st_way_forward_fini(&exec->suspended.way, exec->mem);
}

size_t st_suspended_bytes(const st_execution *exec) {
  return exec->suspended.way.capacity * sizeof exec->suspended.way.words[0];
}
