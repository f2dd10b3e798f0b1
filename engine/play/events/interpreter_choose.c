/*
 * interpreter_choose.c - the instruction CHOOSE: the decision that it asks, and
 * the variable that the answer binds.
 *
 * Consecutive hidden choices that do not depend on each other are asked as one
 * group, so that no answer is known before all are given.
 */
#include "play/events/interpreter_choose.h"

#include "play/events/deferred_cost.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/decisions.h"
#include "play/execution/frame.h"
#include "rules/model/program.h"

/* Fill in what kind of decision a choice is, its player and its bounds. */
static strata_status describe_choice(st_execution *exec, uint32_t frame,
                                     const st_instruction *instruction,
                                     st_new_decision *ask) {
  int64_t by = 0;
  const st_frame *f = st_frame_get(exec, frame);
  strata_status status = st_frame_option(exec, frame, instruction, ST_OPTION_BY,
                                         f->variables[ST_VARIABLE_YOU], &by);
  *ask = (st_new_decision){.purpose = ST_PURPOSE_CHOOSE,
                           .player = (strata_entity)by,
                           .source = f->self,
                           .min = 1,
                           .max = 1};
  if (instruction->flags & STRATA_INSTRUCTION_HIDDEN) {
    ask->flags |= ST_DECISION_HIDDEN;
  }
  const bool is_word = instruction->what == ST_CHOICE_WORD;
  if (status || (!is_word && instruction->what != ST_CHOICE_ENTITY)) {
    return status;
  }
  if (instruction->flags & STRATA_INSTRUCTION_TARGET) {
    ask->purpose = is_word ? ST_PURPOSE_MODE : ST_PURPOSE_TARGET;
  }
  status =
      st_frame_option(exec, frame, instruction, ST_OPTION_LEAST, 1, &ask->min);
  ask->min = st_clamp(ask->min, 0, 1);
  return status;
}

static st_new_action_value *new_choice_options(st_execution *exec,
                                               uint32_t count) {
  return st_arena_alloc(&exec->arena, count + 1u, sizeof(st_new_action_value));
}

static strata_status add_entity_options(st_execution *exec, uint32_t frame,
                                        const st_instruction *instruction,
                                        st_new_decision *ask) {
  strata_entity *who;
  strata_status status =
      st_frame_select(exec, frame, instruction->who, &who, &ask->option_count);
  if (status) return status;
  st_new_action_value *options = new_choice_options(exec, ask->option_count);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < ask->option_count; i++) {
    options[i] = (st_new_action_value){.type = STRATA_REF + 1,
                                       .value = {.number = (int64_t)who[i]}};
  }
  ask->options = options;
  return STRATA_OK;
}

static strata_status add_word_options(st_execution *exec, uint32_t frame,
                                      const st_instruction *instruction,
                                      st_new_decision *ask) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *a = st_interpreter_argument(exec, frame, instruction, i);
    if (a->kind != ST_ARGUMENT_OPTION || a->target_id != ST_OPTION_OF) continue;
    st_new_action_value *options = new_choice_options(exec, a->symbol_count);
    if (!options) return STRATA_ENOMEM;
    for (uint32_t k = 0; k < a->symbol_count; k++) {
      strata_symbol word = st_changed_texts_symbol(
          &exec->change->eval->changed_texts, st_frame_get(exec, frame)->text,
          a->symbols[k]);
      options[k] = (st_new_action_value){.type = STRATA_SYM + 1,
                                         .value = {.symbol = word}};
    }
    ask->options = options;
    ask->option_count = a->symbol_count;
  }
  return STRATA_OK;
}

static strata_status add_choice_options(st_execution *exec, uint32_t frame,
                                        const st_instruction *instruction,
                                        st_new_decision *ask) {
  strata_status status = STRATA_OK;
  switch ((st_choice_kind)instruction->what) {
  case ST_CHOICE_ENTITY:
    return add_entity_options(exec, frame, instruction, ask);
  case ST_CHOICE_WORD:
    return add_word_options(exec, frame, instruction, ask);
  case ST_CHOICE_NUMBER:
    ask->purpose = ST_PURPOSE_NUMBER;
    status = st_deferred_cost_option(exec, frame, instruction, ST_OPTION_LEAST,
                                     0, &ask->min);
    if (status) return status;
    return st_deferred_cost_option(exec, frame, instruction, ST_OPTION_MOST,
                                   INT64_MAX, &ask->max);
  case ST_CHOICE_MAY:
    break;
  }
  return st_decisions_offer_may(exec, ask) ? STRATA_OK : STRATA_ENOMEM;
}

static int64_t chosen_value(const st_new_decision *ask,
                            const st_new_answer *answer) {
  if (answer->count == 0) return 0;
  if (ask->purpose == ST_PURPOSE_NUMBER) return answer->amounts[0];
  return st_raw_value_number(ask->options[answer->options[0]].value);
}

strata_status st_interpreter_describe_choice(st_execution *exec, uint32_t frame,
                                             const st_instruction *instruction,
                                             st_new_decision *ask) {
  strata_status status = describe_choice(exec, frame, instruction, ask);
  return status ? status : add_choice_options(exec, frame, instruction, ask);
}

bool st_interpreter_can_choose(const st_new_decision *ask, int64_t word) {
  if (ask->purpose == ST_PURPOSE_NUMBER) {
    return ask->min <= word && word <= ask->max;
  }
  for (uint32_t i = 0; i < ask->option_count; i++) {
    if (st_raw_value_number(ask->options[i].value) == word) return true;
  }
  return word == 0 && ask->min == 0;
}

/* Whether a choice has only one answer: nothing to choose from, or one option
 * that must be taken. */
static bool has_nothing_to_ask(const st_new_decision *ask) {
  if (ask->purpose == ST_PURPOSE_NUMBER) return ask->min >= ask->max;
  return ask->option_count == 0 || (ask->option_count == 1 && ask->min == 1);
}

/* See whether a choice has only one answer: then *clear is set and the variable
 * is bound at once. *some: see st_interpreter_choose. */
static void settle_choice(st_execution *exec, uint32_t frame,
                          const st_instruction *instruction,
                          const st_new_decision *ask, bool *some, bool *clear) {
  bool counted = ask->purpose == ST_PURPOSE_NUMBER;
  *some = counted || ask->min == 0 || ask->option_count > 0;
  *clear = has_nothing_to_ask(ask);
  if (*clear) {
    const uint32_t first = 0;
    st_new_answer only = {.options = &first,
                          .amounts = &ask->min,
                          .count = counted || ask->option_count == 1};
    st_interpreter_bind(exec, frame, instruction, chosen_value(ask, &only));
  }
}

/* Make the decision of a choice, and settle it if it has only one answer. */
static strata_status prepare_choice(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    st_new_decision *ask, bool *some,
                                    bool *clear) {
  *some = *clear = false;
  strata_status status =
      st_interpreter_describe_choice(exec, frame, instruction, ask);
  if (!status) settle_choice(exec, frame, instruction, ask, some, clear);
  return status;
}

strata_status st_interpreter_ask_choice(st_execution *exec, uint32_t frame,
                                        const st_instruction *instruction,
                                        const st_new_decision *ask,
                                        bool *some) {
  bool clear;
  settle_choice(exec, frame, instruction, ask, some, &clear);
  if (clear) return STRATA_OK;
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(exec, ask, &answer);
  if (!status) {
    st_interpreter_bind(exec, frame, instruction, chosen_value(ask, answer));
  }
  return status;
}

strata_status st_interpreter_choose(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    bool *some) {
  st_new_decision ask;
  *some = false;
  strata_status status =
      st_interpreter_describe_choice(exec, frame, instruction, &ask);
  if (status) return status;
  return st_interpreter_ask_choice(exec, frame, instruction, &ask, some);
}

/* Whether an instruction reads the variable that an earlier one binds. */
static bool depends_on_choice(const st_program *program,
                              const st_instruction *instruction,
                              const st_instruction *before) {
  if (before->bound_variable == 0) return false;
  return st_instruction_reads(program, instruction,
                              before->bound_variable - 1u);
}

static bool is_secret_choice(const st_instruction *instruction) {
  const uint8_t flags = STRATA_INSTRUCTION_HIDDEN | ST_INSTRUCTION_ANNOUNCES;
  return instruction->op == STRATA_DO_CHOOSE &&
         (instruction->flags & flags) == STRATA_INSTRUCTION_HIDDEN;
}

/* The place behind the hidden choices that are asked together with the one at
 * `at`: those that follow it directly and depend on none of the group. */
static uint32_t end_of_secret_choices(const st_program *program, uint32_t at,
                                      uint32_t end) {
  uint32_t last = program->instructions[at].end;
  for (; last < end && is_secret_choice(&program->instructions[last]);
       last = program->instructions[last].end) {
    for (uint32_t i = at; i < last; i = program->instructions[i].end) {
      if (depends_on_choice(program, &program->instructions[last],
                            &program->instructions[i])) {
        return last;
      }
    }
  }
  return last;
}

/* Ask a group of hidden choices. No answer is bound before all are known. */
static strata_status do_secret_choices(st_execution *exec, const st_task *task,
                                       uint32_t at) {
  const st_program *program = st_frame_get(exec, task->frame)->program;
  uint32_t end = end_of_secret_choices(program, at, task->end);
  uint32_t most = end - at;
  uint32_t count = 0;
  st_new_decision *asks = st_arena_alloc(&exec->arena, most, sizeof *asks);
  const st_instruction **instructions =
      st_arena_alloc(&exec->arena, most, sizeof *instructions);
  const st_new_answer **answers =
      st_arena_alloc(&exec->arena, most, sizeof *answers);
  if (!asks || !instructions || !answers) return STRATA_ENOMEM;
  for (uint32_t i = at; i < end; i = program->instructions[i].end) {
    bool holds = true;
    bool some;
    bool clear;
    instructions[count] = &program->instructions[i];
    strata_status status =
        i == at ? STRATA_OK
                : st_frame_holds(exec, task->frame, instructions[count]->when,
                                 &holds);
    if (status) return status;
    if (!holds) continue;
    status = prepare_choice(exec, task->frame, instructions[count],
                            &asks[count], &some, &clear);
    if (status) return status;
    if (!clear) count++;
  }
  /* A group of several choices: the task is still on top, and goes on behind
   * the group. */
  if (end != program->instructions[at].end) st_task_top(exec)->at = end;
  strata_status status =
      count > 0 ? st_decisions_ask_all(exec, asks, count, answers) : STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    st_interpreter_bind(exec, task->frame, instructions[i],
                        chosen_value(&asks[i], answers[i]));
  }
  return status;
}

strata_status st_interpreter_do_choose(st_execution *exec, const st_task *task,
                                       uint32_t at,
                                       const st_instruction *instruction) {
  if (is_secret_choice(instruction)) return do_secret_choices(exec, task, at);
  bool some;
  return st_interpreter_choose(exec, task->frame, instruction, &some);
}
