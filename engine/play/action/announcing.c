/*
 * announcing.c - the ways in which an action of a player can be announced, and
 * whether its cost can be paid then.
 *
 * Recursion is as deep as there are announcements, at most
 * ST_MOST_ANNOUNCEMENTS.
 */
#include "play/action/announcing.h"

#include "play/compare/checkpoint.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/decisions.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/task.h"

/* So many numbers of a choice are tried, from the least on. */
#define MOST_NUMBERS_TRIED 256

/* -- Paying, to see whether it can be paid -- */

static strata_status pay(st_execution *exec, uint32_t frame, bool *paid) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_attempt attempt = {0};
  exec->attempt = &attempt;
  exec->host.notify_observers = NULL;
  exec->host.save_start = NULL;
  exec->trace = NULL;
  size_t tasks = exec->task_count;
  if (!st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                    .frame = frame,
                                    .at = program->on_stack_count,
                                    .end = program->effect_first})) {
    return STRATA_ENOMEM;
  }
  st_payment_begin(exec, frame);
  strata_status status = exec->run_tasks_until(exec, tasks);
  bool none_failed = st_payment_end(exec) == 0;
  *paid = status ? status == STRATA_ESUSPEND : none_failed;
  return status == STRATA_ENOMEM ? status : STRATA_OK;
}

/* Pay the cost of an action that was announced, and roll that back. */
static strata_status can_pay(st_execution *exec, uint32_t frame, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_checkpoint checkpoint;
  uint64_t mark;
  *out = true;
  if (program->effect_first == program->on_stack_count) return STRATA_OK;
  if (!st_checkpoint_save(&checkpoint, exec)) return STRATA_ENOMEM;
  strata_status status = st_store_mark(exec->store, &mark);
  if (!status) {
    status = pay(exec, frame, out);
    strata_status back = st_store_rollback(exec->store, mark);
    if (!back) back = st_store_release_mark(exec->store, mark);
    assert(back == STRATA_OK);
    (void)back;
    st_checkpoint_restore(&checkpoint, exec);
  }
  st_checkpoint_fini(&checkpoint);
  return status;
}

/* -- Announcing in all ways -- */

/* Whether the action can be done if this choice is that. */
static strata_status can_choose(st_execution *exec, uint32_t frame, uint32_t at,
                                int64_t word, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_interpreter_bind(exec, frame, &program->instructions[at], word);
  return st_announcing_can_complete(exec, frame, at + 1, out);
}

static strata_status can_choose_some_number(st_execution *exec, uint32_t frame,
                                            uint32_t at,
                                            const st_new_decision *ask,
                                            bool *out) {
  strata_status status = STRATA_OK;
  *out = false;
  if (ask->min > ask->max) return STRATA_OK;
  const uint64_t more = (uint64_t)ask->max - (uint64_t)ask->min;
  for (uint32_t i = 0; !status && !*out && i < MOST_NUMBERS_TRIED && i <= more;
       i++) {
    status = can_choose(exec, frame, at, ask->min + (int64_t)i, out);
  }
  return status;
}

strata_status st_announcing_can_complete(st_execution *exec, uint32_t frame,
                                         uint32_t at, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  if (at == program->on_stack_count) return can_pay(exec, frame, out);
  const st_instruction *instruction = &program->instructions[at];
  st_new_decision ask;
  bool asked;
  *out = false;
  strata_status status = st_frame_holds(exec, frame, instruction->when, &asked);
  if (!status && !asked) return can_choose(exec, frame, at, 0, out);
  if (!status) {
    status = st_interpreter_describe_choice(exec, frame, instruction, &ask);
  }
  if (status) return status;
  if (ask.purpose == ST_PURPOSE_NUMBER) {
    return can_choose_some_number(exec, frame, at, &ask, out);
  }
  for (uint32_t i = 0; !status && !*out && i < ask.option_count; i++) {
    status = can_choose(exec, frame, at,
                        st_raw_value_number(ask.options[i].value), out);
  }
  if (status || *out || ask.min > 0) return status;
  return can_choose(exec, frame, at, 0, out);
}

/* Keep the options of a choice with which the action can be done. */
strata_status st_announcing_keep_possible(st_execution *exec, uint32_t frame,
                                          uint32_t at, st_new_decision *ask) {
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, ask->option_count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t count = 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ask->option_count; i++) {
    bool can;
    int64_t word = st_raw_value_number(ask->options[i].value);
    status = can_choose(exec, frame, at, word, &can);
    if (!status && can) options[count++] = ask->options[i];
  }
  bool none = false;
  if (!status && ask->min == 0) {
    status = can_choose(exec, frame, at, 0, &none);
  }
  ask->options = options;
  ask->option_count = count;
  if (!none && ask->min == 0) ask->min = 1;
  return status;
}
