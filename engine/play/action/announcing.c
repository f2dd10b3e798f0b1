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
#include "play/index/action_reads.h"

/* So many numbers of a choice are tried, from the least on. */
#define MOST_NUMBERS_TRIED 256

/* After so many ways to announce an action that came to nothing it counts as
 * one that can be done: "five different targets" of ten that are there would
 * otherwise be tried in all orders. */
#define MOST_WAYS_TRIED 4096

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
strata_status st_announcing_can_pay(st_execution *exec, uint32_t frame,
                                    bool *out) {
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

/* A search for a way to announce an action. */
typedef struct st_search {
  st_execution *exec;
  uint32_t frame;
  bool pays;          /* each way is paid, to see whether it can be */
  uint32_t ways_left; /* so many more are tried */
} st_search;

static strata_status search_from(st_search *s, uint32_t at, bool *out);

/* Whether the action can be done if this choice is that. */
static strata_status can_choose(st_search *s, uint32_t at, int64_t word,
                                bool *out) {
  const st_program *program = st_frame_get(s->exec, s->frame)->program;
  st_interpreter_bind(s->exec, s->frame, &program->instructions[at], word);
  return search_from(s, at + 1, out);
}

static strata_status can_choose_some_number(st_search *s, uint32_t at,
                                            const st_new_decision *ask,
                                            bool *out) {
  strata_status status = STRATA_OK;
  *out = false;
  if (ask->min > ask->max) return STRATA_OK;
  const uint64_t more = (uint64_t)ask->max - (uint64_t)ask->min;
  for (uint32_t i = 0; !status && !*out && i < MOST_NUMBERS_TRIED && i <= more;
       i++) {
    status = can_choose(s, at, ask->min + (int64_t)i, out);
  }
  return status;
}

/* A way has ended: all is announced, or a choice has no option. */
static strata_status end_way(st_search *s, bool all, bool *out) {
  *out = all || s->ways_left == 0;
  if (s->ways_left > 0) s->ways_left--;
  return all && s->pays ? st_announcing_can_pay(s->exec, s->frame, out)
                        : STRATA_OK;
}

static strata_status search_from(st_search *s, uint32_t at, bool *out) {
  const st_program *program = st_frame_get(s->exec, s->frame)->program;
  if (at == program->on_stack_count) return end_way(s, true, out);
  const st_instruction *instruction = &program->instructions[at];
  st_new_decision ask;
  bool asked;
  *out = false;
  strata_status status =
      st_frame_holds(s->exec, s->frame, instruction->when, &asked);
  if (!status && !asked) return can_choose(s, at, 0, out);
  if (!status) {
    status =
        st_interpreter_describe_choice(s->exec, s->frame, instruction, &ask);
  }
  if (status) return status;
  if (ask.purpose == ST_PURPOSE_NUMBER) {
    return can_choose_some_number(s, at, &ask, out);
  }
  for (uint32_t i = 0; !status && !*out && i < ask.option_count; i++) {
    status = can_choose(s, at, st_raw_value_number(ask.options[i].value), out);
  }
  if (status || *out) return status;
  return ask.min > 0 ? end_way(s, false, out) : can_choose(s, at, 0, out);
}

static st_search new_search(st_execution *exec, uint32_t frame, bool pays) {
  return (st_search){
      .exec = exec, .frame = frame, .pays = pays, .ways_left = MOST_WAYS_TRIED};
}

strata_status st_announcing_has_way(st_execution *exec, uint32_t frame,
                                    uint32_t at, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_search search =
      new_search(exec, frame, st_action_cost_reads_choices(program, at));
  return search_from(&search, at, out);
}

strata_status st_announcing_can_complete(st_execution *exec, uint32_t frame,
                                         uint32_t at, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  *out = true;
  strata_status status = STRATA_OK;
  if (!st_action_cost_reads_choices(program, at)) {
    status = st_announcing_can_pay(exec, frame, out);
  }
  if (status || !*out) return status;
  return st_announcing_has_way(exec, frame, at, out);
}

/* Keep the options of a choice with which the action can be done. */
strata_status st_announcing_keep_possible(st_execution *exec, uint32_t frame,
                                          uint32_t at, st_new_decision *ask) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, ask->option_count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  bool pays = st_action_cost_reads_choices(program, at);
  bool any = true;
  uint32_t count = 0;
  strata_status status =
      pays ? STRATA_OK : st_announcing_can_pay(exec, frame, &any);
  for (uint32_t i = 0; !status && any && i < ask->option_count; i++) {
    bool can;
    st_search search = new_search(exec, frame, pays);
    status = can_choose(&search, at, st_raw_value_number(ask->options[i].value),
                        &can);
    if (!status && can) options[count++] = ask->options[i];
  }
  bool none = false;
  if (!status && any && ask->min == 0) {
    st_search search = new_search(exec, frame, pays);
    status = can_choose(&search, at, 0, &none);
  }
  ask->options = options;
  ask->option_count = count;
  if (!none && ask->min == 0) ask->min = 1;
  return status;
}
