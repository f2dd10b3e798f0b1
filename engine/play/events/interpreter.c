/*
 * interpreter.c - the interpreter of programs, which are lists of instructions.
 *
 * A task walks a program, one instruction a step. What an instruction starts is
 * pushed as tasks of its own, so the instructions behind it wait until all of
 * that is done, and nested programs need no C stack.
 */
#include "play/events/interpreter.h"

#include "play/events/batch.h"
#include "play/events/deferred_cost.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_emit.h"
#include "play/events/interpreter_frame.h"
#include "play/events/trigger_act.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/prevention.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/perform/chain_walk.h"
#include "play/perform/fast_events.h"
#include "play/perform/follow_up.h"
#include "play/perform/perform.h"
#include "play/perform/plain_replacements.h"
#include "play/perform/start.h"
#include "play/replace/replacement.h"
#include "world/store/chance.h"

/* TOGETHER: all events that the inner instructions emit are one batch. */
static strata_status do_together(st_execution *exec, const st_task *task,
                                 uint32_t at,
                                 const st_instruction *instruction) {
  uint32_t batch = st_batch_new(exec);
  if (!batch || !st_batch_begin_filling(exec, batch) ||
      !st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                    .frame = task->frame,
                                    .at = at + 1,
                                    .end = instruction->end,
                                    .collect_batch = batch})) {
    return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

static strata_status do_each(st_execution *exec, const st_task *task,
                             uint32_t at, const st_instruction *instruction) {
  st_task loop = {.kind = ST_TASK_EACH,
                  .frame = task->frame,
                  .at = at + 1,
                  .end = instruction->end,
                  .emits_part = task->emits_part,
                  .emits_joined_part = task->emits_joined_part,
                  .collect_batch = task->collect_batch};
  strata_status status = st_frame_select(exec, task->frame, instruction->who,
                                         &loop.list, &loop.count);
  loop.outer_it = st_frame_get(exec, task->frame)->it;
  if (status) return status;
  return st_task_push(exec, loop) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_interpreter_step_each(st_execution *exec) {
  st_task *task = st_task_top(exec);
  st_frame *frame = st_frame_get(exec, task->frame);
  if (task->index == task->count || frame->stopped) {
    frame->it = task->outer_it;
    exec->task_count--;
    return STRATA_OK;
  }
  frame->it = task->list[task->index++];
  st_task inner = {.kind = ST_TASK_INSTRUCTIONS,
                   .frame = task->frame,
                   .at = task->at,
                   .end = task->end,
                   .emits_part = task->emits_part,
                   .emits_joined_part = task->emits_joined_part,
                   .collect_batch = task->collect_batch};
  return st_task_push(exec, inner) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status do_roll(st_execution *exec, uint32_t frame,
                             const st_instruction *instruction) {
  int64_t sides = 0;
  int64_t rolled = 0;
  strata_status status =
      st_frame_option(exec, frame, instruction, ST_OPTION_VALUE, 0, &sides);
  if (!status) status = st_chance_roll(exec->store, sides, &rolled);
  if (status == STRATA_ERANGE) {
    return st_frame_fail(exec, frame, instruction, status,
                         "there is no number from 1 to less than 1");
  }
  exec->is_irreversible = true;
  if (!status) st_interpreter_bind(exec, frame, instruction, rolled);
  return status;
}

static strata_status do_trigger(st_execution *exec, uint32_t frame,
                                const st_instruction *instruction) {
  uint32_t told;
  strata_status status = st_trigger_reflexive(exec, frame, instruction, &told);
  if (status || told == 0) return status;
  return st_batch_begin(exec, told) ? STRATA_OK : STRATA_ENOMEM;
}

/* What asks a player: one question, or a task of several. */
static strata_status do_asking(st_execution *exec, const st_task *task,
                               uint32_t at, const st_instruction *instruction) {
  if (instruction->op == STRATA_DO_CHOOSE) {
    return st_interpreter_do_choose(exec, task, at, instruction);
  }
  st_task_kind kind = ST_TASK_RETARGET;
  if (instruction->op == STRATA_DO_PAY) kind = ST_TASK_PAY;
  if (instruction->op == STRATA_DO_ASSIGN) kind = ST_TASK_ASSIGN;
  const st_task asking = {
      .kind = (uint8_t)kind, .frame = task->frame, .at = at};
  return st_task_push(exec, asking) ? STRATA_OK : STRATA_ENOMEM;
}

/* What goes over its inner instructions. */
static strata_status do_inner(st_execution *exec, const st_task *task,
                              uint32_t at, const st_instruction *instruction) {
  return instruction->op == STRATA_DO_EACH
             ? do_each(exec, task, at, instruction)
             : do_together(exec, task, at, instruction);
}

/* What starts a watcher or an effect, or triggers at once. */
static strata_status do_starting(st_execution *exec, uint32_t frame,
                                 const st_instruction *instruction) {
  if (instruction->op == STRATA_DO_TRIGGER) {
    return do_trigger(exec, frame, instruction);
  }
  return instruction->op == STRATA_DO_WATCH
             ? st_start_watcher(exec, frame, instruction)
             : st_start_effect(exec, frame, instruction);
}

static strata_status do_chain_instruction(st_execution *exec, uint32_t frame,
                                          const st_instruction *instruction) {
  if (instruction->op == STRATA_DO_HALT) return st_chain_halt(exec, frame);
  if (instruction->op == STRATA_DO_DROP) return st_chain_drop(exec, frame);
  return st_chain_do_hook(exec, frame, instruction);
}

/* What a replacement or prevention does to its event, with it and behind it. */
static strata_status do_replacing(st_execution *exec, uint32_t frame,
                                  uint32_t at,
                                  const st_instruction *instruction) {
  if (instruction->op == STRATA_DO_CHANGE) {
    return st_plain_replacement_change(exec, frame, instruction);
  }
  if (instruction->op == STRATA_DO_INSTEAD) {
    return st_replacement_instead(exec, frame, at, instruction->end);
  }
  if (instruction->op == STRATA_DO_NOTHING) {
    return st_replacement_nothing(exec, frame);
  }
  if (instruction->op == STRATA_DO_THEN) {
    return st_follow_up_add(exec, frame, at, instruction->end);
  }
  if (instruction->op == STRATA_DO_ALSO) {
    return st_replacement_also(exec, frame, at, instruction->end);
  }
  return instruction->op == STRATA_DO_PREVENT
             ? st_prevention_prevent(exec, frame, instruction)
             : st_prevention_take_part(exec, frame, instruction);
}

static strata_status do_instruction(st_execution *exec, const st_task *task,
                                    uint32_t at,
                                    const st_instruction *instruction) {
  switch ((strata_instruction_op)instruction->op) {
  case STRATA_DO_EMIT:
    return st_interpreter_emit(exec, task, instruction);
  case STRATA_DO_TOGETHER:
  case STRATA_DO_EACH:
    return do_inner(exec, task, at, instruction);
  case STRATA_DO_CHOOSE:
  case STRATA_DO_PAY:
  case STRATA_DO_ASSIGN:
  case STRATA_DO_RETARGET:
    return do_asking(exec, task, at, instruction);
  case STRATA_DO_ROLL:
    return do_roll(exec, task->frame, instruction);
  case STRATA_DO_STOP:
  case STRATA_DO_WHEN:
    return STRATA_OK;
  case STRATA_DO_SET:
  case STRATA_DO_ADD:
  case STRATA_DO_MOVE:
  case STRATA_DO_SPAWN:
  case STRATA_DO_REMOVE:
  case STRATA_DO_STAMP:
  case STRATA_DO_TICK:
  case STRATA_DO_COUNT:
  case STRATA_DO_SHUFFLE:
  case STRATA_DO_COPY:
  case STRATA_DO_LET:
  case STRATA_DO_NOTE:
  case STRATA_DO_FORGET:
  case STRATA_DO_PASS:
  case STRATA_DO_DISCLOSE:
  case STRATA_DO_ADD_PERIOD:
    return st_perform(exec, task->frame, instruction);
  case STRATA_DO_CHANGE:
  case STRATA_DO_INSTEAD:
  case STRATA_DO_NOTHING:
  case STRATA_DO_PREVENT:
  case STRATA_DO_TAKE:
  case STRATA_DO_ALSO:
  case STRATA_DO_THEN:
    return do_replacing(exec, task->frame, at, instruction);
  case STRATA_DO_WATCH:
  case STRATA_DO_BEGIN:
  case STRATA_DO_TRIGGER:
    return do_starting(exec, task->frame, instruction);
  case STRATA_DO_RUN:
    return st_handler_call_run(exec, task, instruction);
  case STRATA_DO_HAVE:
  case STRATA_DO_NEED:
    break; /* unreachable: PAY reads what is nested in it */
  case STRATA_DO_HALT:
  case STRATA_DO_DROP:
  case STRATA_DO_HOOK:
  case STRATA_DO_UNHOOK:
    return do_chain_instruction(exec, task->frame, instruction);
  }
  return STRATA_EINVAL; /* unreachable: all instructions are listed */
}

/* The inner instructions of a WHEN follow it directly, so it needs no task: the
 * next instruction is the first of them, or the one behind them. The inner
 * instructions of all others are skipped here and done by tasks. The task is
 * popped before its last instruction is done. */
strata_status st_interpreter_step(st_execution *exec) {
  st_task task = *st_task_top(exec);
  if (task.at == task.end || st_frame_get(exec, task.frame)->stopped) {
    exec->task_count--;
    return STRATA_OK;
  }
  const st_instruction *instruction =
      &st_frame_get(exec, task.frame)->program->instructions[task.at];
  bool holds = true;
  strata_status status = STRATA_OK;
  if (instruction->when && instruction->op == STRATA_DO_CHOOSE) {
    status =
        st_deferred_cost_holds(exec, task.frame, instruction->when, &holds);
  } else if (instruction->when) {
    status = st_frame_holds(exec, task.frame, instruction->when, &holds);
  }
  if (status) return status;
  bool enters = instruction->op == STRATA_DO_WHEN && holds;
  uint32_t next = enters ? task.at + 1 : instruction->end;
  st_task_top(exec)->at = next;
  if (next == task.end) exec->task_count--;
  if (!holds || instruction->op == STRATA_DO_WHEN) return STRATA_OK;
  if (instruction->op == STRATA_DO_STOP) {
    st_frame_get(exec, task.frame)->stopped = true;
  }
  return do_instruction(exec, &task, task.at, instruction);
}
