/*
 * routine.c - programs: what is emitted, chosen and bound, and in which order.
 *
 * A program is walked by a task, a deed a step. What a deed sets off is pushed
 * as tasks of its own, so the deeds behind it wait until all of that is done.
 */
#include "play/events/interpreter.h"

#include "play/events/batch.h"
#include "play/events/deferred_cost.h"
#include "play/events/trigger.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/prevention.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/perform/fast_events.h"
#include "play/perform/follow_up.h"
#include "play/perform/handler_chain.h"
#include "play/perform/perform.h"
#include "play/perform/start.h"
#include "play/replace/replacement.h"
#include "world/store/chance.h"

#include <string.h>

/* How many events one deed may make. */
#define MOST_EMITTED_EVENTS (1 << 20)

static st_task *top_task(st_execution *run) {
  return &run->tasks[run->task_count - 1];
}

static void bind_variable(st_execution *run, uint32_t frame,
                          const st_instruction *deed, int64_t value) {
  if (deed->bound_variable != 0)
    st_frame_get(run, frame)->variables[deed->bound_variable - 1] = value;
}

/* -- Emitting -- */

static const st_argument *instruction_argument(st_execution *run,
                                               uint32_t frame,
                                               const st_instruction *deed,
                                               uint32_t i) {
  return &st_frame_get(run, frame)
              ->program->arguments[deed->first_argument + i];
}

static void set_event_field(st_execution *run, uint32_t event,
                            strata_field field, int64_t value) {
  st_event *e = st_event_get(run, event);
  uint32_t place = st_event_type_field_index(run->rules, e->type, field);
  if (place != ST_NO_FIELD_INDEX) e->words[place] = value;
}

/* The fields of one event. Whoever runs the program makes it, unless it says
 * otherwise. */
static strata_status fill_event_fields(st_execution *run, uint32_t frame,
                                       const st_instruction *deed,
                                       uint32_t event) {
  st_frame *f = st_frame_get(run, frame);
  strata_entity it = f->it;
  const st_common_fields *common = &run->rules->common_fields;
  set_event_field(run, event, common->by, f->variables[ST_VARIABLE_YOU]);
  set_event_field(run, event, common->cause,
                  (int64_t)st_entity_unless_preview(f->self));
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < deed->argument_count; i++) {
    const st_argument *a = instruction_argument(run, frame, deed, i);
    int64_t value = 0;
    if (a->kind != ST_ARGUMENT_FIELD || !a->value) continue;
    status = st_frame_eval(run, frame, a->value, it, &value);
    if (!status) set_event_field(run, event, a->target_id, value);
  }
  return status;
}

/* What a deed says about its event, its self-replacements (614.15): they are
 * done in a frame of their own, which knows what the names are now. */
static strata_status add_self_replacements(st_execution *run, uint32_t frame,
                                           const st_instruction *deed,
                                           uint32_t event) {
  st_frame f = *st_frame_get(run, frame);
  uint32_t at = (uint32_t)(deed - f.program->instructions);
  if (deed->end == at + 1) return STRATA_OK;
  uint32_t own = st_frame_new(run, f.program, f.self, 0, event);
  if (!own) return STRATA_ENOMEM;
  st_frame_get(run, own)->it = f.it;
  memcpy(st_frame_get(run, own)->variables, f.variables,
         f.program->variables.count * sizeof f.variables[0]);
  st_event *e = st_event_get(run, event);
  e->self_frame = own;
  e->self_at = at + 1;
  e->self_end = deed->end;
  return STRATA_OK;
}

/* It is part of an event, by what a replacement effect says (614.16). Who is
 * yet to be made has no name that an event could say. */
static void join_event(st_execution *run, uint32_t event, uint32_t parent) {
  st_event *e = st_event_get(run, event);
  uint32_t affected = st_event_type_get(run->rules, e->type)->affected_index;
  if (affected != ST_NO_FIELD_INDEX) {
    e->words[affected] =
        (int64_t)st_entity_unless_preview((strata_entity)e->words[affected]);
  }
  e->is_joined_part = true;
  if (st_deferred_cost_is(run, e))
    st_batch_get(run, e->batch)->has_deferred_costs = true;
  e->prev_joined = st_event_get(run, parent)->last_joined;
  st_event_get(run, parent)->last_joined = event;
  set_event_field(run, event, run->rules->common_fields.effect, 1);
}

/* One event of a deed, put into a batch. */
static strata_status emit_event(st_execution *run, const st_task *task,
                                const st_instruction *deed, uint32_t batch,
                                int64_t index) {
  uint32_t frame = task->frame;
  st_frame_get(run, frame)->variables[ST_VARIABLE_I] = index;
  uint32_t event = st_event_new(run, deed->what, batch);
  if (!event) return STRATA_ENOMEM;
  uint32_t parent = st_frame_get(run, frame)->event;
  st_event_get(run, event)->parent = parent;
  st_event_get(run, event)->maker_frame = frame;
  if (task->emits_part) st_replacement_inherit(run, event, parent);
  strata_status status = fill_event_fields(run, frame, deed, event);
  if (task->emits_joined_part) join_event(run, event, parent);
  return status ? status : add_self_replacements(run, frame, deed, event);
}

/* For whom, and how often: one event of nobody in particular if a deed does not
 * say. */
static strata_status evaluate_emit_count(st_execution *run, uint32_t frame,
                                         const st_instruction *deed,
                                         strata_entity **who, uint32_t *count,
                                         int64_t *times) {
  *who = NULL; /* not looked at, unless the deed says who */
  *count = 1;
  *times = 1;
  strata_entity it = st_frame_get(run, frame)->it;
  strata_status status = STRATA_OK;
  if (deed->who) status = st_frame_select(run, frame, deed->who, who, count);
  if (!status && deed->times) {
    status = st_frame_eval(run, frame, deed->times, it, times);
  }
  if (!status && *times > MOST_EMITTED_EVENTS / (*count + 1)) {
    status = st_frame_fail(run, frame, deed, STRATA_ELIMIT,
                           "more than a million events at once");
  }
  return status;
}

static strata_status emit_events(st_execution *run, const st_task *task,
                                 const st_instruction *deed, uint32_t batch) {
  uint32_t frame = task->frame;
  strata_entity *who;
  uint32_t count;
  int64_t times;
  strata_entity outer = st_frame_get(run, frame)->it;
  strata_status status =
      evaluate_emit_count(run, frame, deed, &who, &count, &times);
  int64_t index = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (who) st_frame_get(run, frame)->it = who[i];
    for (int64_t k = 0; !status && k < times; k++) {
      status = emit_event(run, task, deed, batch, ++index);
    }
  }
  st_frame_get(run, frame)->it = outer;
  return status;
}

/* Parts that go one by one: what the next one is like is asked when all before
 * it have happened (121.2). */
static strata_status push_event_series(st_execution *run, const st_task *task,
                                       const st_instruction *deed) {
  st_task series = {
      .kind = ST_TASK_SERIES, .frame = task->frame, .emits_part = true};
  series.at =
      (uint32_t)(deed - st_frame_get(run, task->frame)->program->instructions);
  series.outer_it = st_frame_get(run, task->frame)->it;
  strata_status status = evaluate_emit_count(
      run, task->frame, deed, &series.list, &series.count, &series.times_each);
  if (status) return status;
  series.marks = st_stack_marks_new(run);
  if (!series.marks) return STRATA_ENOMEM;
  return st_task_push(run, series) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_interpreter_step_series(st_execution *run) {
  st_task task = *top_task(run);
  const st_program *program = st_frame_get(run, task.frame)->program;
  const st_instruction *deed = &program->instructions[task.at];
  if (st_fast_events_may(run, program, deed)) {
    strata_status plain = st_fast_events_series(run, deed);
    if (plain) return plain;
    task = *top_task(run);
  }
  if (task.times_each <= 0 || task.index >= task.count * task.times_each) {
    st_frame_get(run, task.frame)->it = task.outer_it;
    run->task_count--;
    return STRATA_OK;
  }
  st_stack_marks_forget_done(run, task.marks);
  top_task(run)->index++;
  if (deed->who) {
    st_frame_get(run, task.frame)->it = task.list[task.index / task.times_each];
  }
  uint32_t batch = st_batch_new(run);
  if (!batch) return STRATA_ENOMEM;
  strata_status status =
      emit_event(run, &task, deed, batch, (int64_t)task.index + 1);
  if (status) return status;
  if (task.index == 0) {
    st_batch_get(run, batch)->frame = task.frame;
    st_batch_get(run, batch)->made_variable = deed->bound_variable;
  }
  return st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* All of it, if nobody has anything to say about it. */
static strata_status emit_fast(st_execution *run, const st_task *task,
                               const st_instruction *deed, bool *done) {
  strata_entity *who;
  uint32_t count;
  int64_t times;
  if (task->collect_batch || deed->who ||
      !st_fast_events_may(run, st_frame_get(run, task->frame)->program, deed)) {
    return STRATA_OK;
  }
  strata_status status =
      evaluate_emit_count(run, task->frame, deed, &who, &count, &times);
  return status ? status
                : st_fast_events_batch(run, task->frame, deed, times, done);
}

static strata_status do_emit(st_execution *run, const st_task *task,
                             const st_instruction *deed) {
  if (task->emits_part && !task->collect_batch)
    return push_event_series(run, task, deed);
  bool done = false;
  strata_status status = emit_fast(run, task, deed, &done);
  if (status || done) return status;
  uint32_t batch =
      task->collect_batch ? task->collect_batch : st_batch_new(run);
  if (!batch) return STRATA_ENOMEM;
  status = emit_events(run, task, deed, batch);
  if (status || task->collect_batch) return status;
  st_batch_get(run, batch)->frame = task->frame;
  st_batch_get(run, batch)->made_variable = deed->bound_variable;
  return st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* All that is emitted inside happens at once, behind it. */
static strata_status do_together(st_execution *run, const st_task *task,
                                 uint32_t at, const st_instruction *deed) {
  uint32_t batch = st_batch_new(run);
  if (!batch || !st_batch_begin_filling(run, batch) ||
      !st_task_push(run, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                   .frame = task->frame,
                                   .at = at + 1,
                                   .end = deed->end,
                                   .collect_batch = batch})) {
    return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* -- Each -- */

static strata_status do_each(st_execution *run, const st_task *task,
                             uint32_t at, const st_instruction *deed) {
  st_task loop = {.kind = ST_TASK_EACH,
                  .frame = task->frame,
                  .at = at + 1,
                  .end = deed->end,
                  .emits_part = task->emits_part,
                  .emits_joined_part = task->emits_joined_part,
                  .collect_batch = task->collect_batch};
  strata_status status =
      st_frame_select(run, task->frame, deed->who, &loop.list, &loop.count);
  loop.outer_it = st_frame_get(run, task->frame)->it;
  if (status) return status;
  return st_task_push(run, loop) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_interpreter_step_each(st_execution *run) {
  st_task *task = top_task(run);
  st_frame *frame = st_frame_get(run, task->frame);
  if (task->index == task->count || frame->stopped) {
    frame->it = task->outer_it;
    run->task_count--;
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
  return st_task_push(run, inner) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Choosing -- */

/* What a choice asks for, as a decision. */
static strata_status describe_choice(st_execution *run, uint32_t frame,
                                     const st_instruction *deed,
                                     st_new_decision *ask) {
  int64_t by = 0;
  const st_frame *f = st_frame_get(run, frame);
  strata_status status = st_frame_option(run, frame, deed, ST_OPTION_BY,
                                         f->variables[ST_VARIABLE_YOU], &by);
  *ask = (st_new_decision){.purpose = ST_PURPOSE_CHOOSE,
                           .player = (strata_entity)by,
                           .source = f->self,
                           .min = 1,
                           .max = 1};
  if (deed->flags & STRATA_INSTRUCTION_HIDDEN) ask->flags |= ST_DECISION_HIDDEN;
  if (status || !(deed->flags & STRATA_INSTRUCTION_TARGET)) return status;
  if (deed->what == ST_CHOICE_WORD) ask->purpose = ST_PURPOSE_MODE;
  if (deed->what != ST_CHOICE_ENTITY) return STRATA_OK;
  ask->purpose = ST_PURPOSE_TARGET;
  status = st_frame_option(run, frame, deed, ST_OPTION_LEAST, 1, &ask->min);
  ask->min = st_clamp(ask->min, 0, 1);
  return status;
}

static st_new_action_value *new_choice_options(st_execution *run,
                                               uint32_t count) {
  return st_arena_alloc(&run->arena, count + 1u, sizeof(st_new_action_value));
}

static strata_status add_entity_options(st_execution *run, uint32_t frame,
                                        const st_instruction *deed,
                                        st_new_decision *ask) {
  strata_entity *who;
  strata_status status =
      st_frame_select(run, frame, deed->who, &who, &ask->option_count);
  if (status) return status;
  st_new_action_value *options = new_choice_options(run, ask->option_count);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < ask->option_count; i++) {
    options[i] = (st_new_action_value){.type = STRATA_REF + 1,
                                       .value = {.number = (int64_t)who[i]}};
  }
  ask->options = options;
  return STRATA_OK;
}

static strata_status add_word_options(st_execution *run, uint32_t frame,
                                      const st_instruction *deed,
                                      st_new_decision *ask) {
  for (uint32_t i = 0; i < deed->argument_count; i++) {
    const st_argument *a = instruction_argument(run, frame, deed, i);
    if (a->kind != ST_ARGUMENT_OPTION || a->target_id != ST_OPTION_OF) continue;
    st_new_action_value *options = new_choice_options(run, a->symbol_count);
    if (!options) return STRATA_ENOMEM;
    for (uint32_t k = 0; k < a->symbol_count; k++) {
      options[k] = (st_new_action_value){.type = STRATA_SYM + 1,
                                         .value = {.symbol = a->symbols[k]}};
    }
    ask->options = options;
    ask->option_count = a->symbol_count;
  }
  return STRATA_OK;
}

static strata_status add_choice_options(st_execution *run, uint32_t frame,
                                        const st_instruction *deed,
                                        st_new_decision *ask) {
  strata_status status = STRATA_OK;
  switch ((st_choice_kind)deed->what) {
  case ST_CHOICE_ENTITY:
    return add_entity_options(run, frame, deed, ask);
  case ST_CHOICE_WORD:
    return add_word_options(run, frame, deed, ask);
  case ST_CHOICE_NUMBER:
    ask->purpose = ST_PURPOSE_NUMBER;
    status = st_deferred_cost_option(run, frame, deed, ST_OPTION_LEAST, 0,
                                     &ask->min);
    if (status) return status;
    return st_deferred_cost_option(run, frame, deed, ST_OPTION_MOST, INT64_MAX,
                                   &ask->max);
  case ST_CHOICE_MAY:
    break;
  }
  return st_decisions_offer_may(run, ask) ? STRATA_OK : STRATA_ENOMEM;
}

static int64_t chosen_value(const st_new_decision *ask,
                            const st_new_answer *answer) {
  if (answer->count == 0) return 0;
  if (ask->purpose == ST_PURPOSE_NUMBER) return answer->amounts[0];
  return st_raw_value_number(ask->options[answer->options[0]].value);
}

/* Whether there is nothing to be asked: who has nothing to choose from is not,
 * nor is who has to take the one thing there is. */
static bool has_nothing_to_ask(const st_new_decision *ask) {
  if (ask->purpose == ST_PURPOSE_NUMBER) return ask->min >= ask->max;
  return ask->option_count == 0 || (ask->option_count == 1 && ask->min == 1);
}

/* What there is to be asked; where there is nothing, the name is bound at once.
 * *some: see st_interpreter_choose. */
static strata_status prepare_choice(st_execution *run, uint32_t frame,
                                    const st_instruction *deed,
                                    st_new_decision *ask, bool *some,
                                    bool *clear) {
  *some = *clear = false;
  strata_status status = describe_choice(run, frame, deed, ask);
  if (!status) status = add_choice_options(run, frame, deed, ask);
  if (status) return status;
  bool counted = ask->purpose == ST_PURPOSE_NUMBER;
  *some = counted || ask->min == 0 || ask->option_count > 0;
  *clear = has_nothing_to_ask(ask);
  if (*clear) {
    const uint32_t first = 0;
    st_new_answer only = {.options = &first,
                          .amounts = &ask->min,
                          .count = counted || ask->option_count == 1};
    bind_variable(run, frame, deed, chosen_value(ask, &only));
  }
  return STRATA_OK;
}

strata_status st_interpreter_choose(st_execution *run, uint32_t frame,
                                    const st_instruction *deed, bool *some) {
  st_new_decision ask;
  bool clear;
  strata_status status = prepare_choice(run, frame, deed, &ask, some, &clear);
  if (status || clear) return status;
  const st_new_answer *answer;
  status = st_decisions_ask(run, &ask, &answer);
  if (!status) bind_variable(run, frame, deed, chosen_value(&ask, answer));
  return status;
}

static bool does_expr_read(const strata_expr *expr, uint32_t place) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->op == ST_EXPR_VARIABLE && node->index == place) return true;
  }
  return false;
}

/* Whether a deed looks at what one before it binds. */
static bool depends_on_choice(const st_program *program,
                              const st_instruction *deed,
                              const st_instruction *before) {
  if (before->bound_variable == 0) return false;
  uint32_t place = before->bound_variable - 1u;
  if (does_expr_read(deed->who, place) || does_expr_read(deed->when, place))
    return true;
  for (uint32_t i = 0; i < deed->argument_count; i++) {
    if (does_expr_read(program->arguments[deed->first_argument + i].value,
                       place))
      return true;
  }
  return false;
}

static bool is_secret_choice(const st_instruction *deed) {
  const uint8_t flags = STRATA_INSTRUCTION_HIDDEN | STRATA_INSTRUCTION_TARGET;
  return deed->op == STRATA_DO_CHOOSE &&
         (deed->flags & flags) == STRATA_INSTRUCTION_HIDDEN;
}

/* The place behind all hidden choices that are made at the same time as the one
 * at `at`: those right behind it that do not hang on any before them. */
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

/* None of them is told or can be seen before all are in. */
static strata_status do_secret_choices(st_execution *run, const st_task *task,
                                       uint32_t at) {
  const st_program *program = st_frame_get(run, task->frame)->program;
  uint32_t end = end_of_secret_choices(program, at, task->end);
  uint32_t most = end - at;
  uint32_t count = 0;
  st_new_decision *asks = st_arena_alloc(&run->arena, most, sizeof *asks);
  const st_instruction **deeds =
      st_arena_alloc(&run->arena, most, sizeof *deeds);
  const st_new_answer **answers =
      st_arena_alloc(&run->arena, most, sizeof *answers);
  if (!asks || !deeds || !answers) return STRATA_ENOMEM;
  for (uint32_t i = at; i < end; i = program->instructions[i].end) {
    bool holds = true;
    bool some;
    bool clear;
    deeds[count] = &program->instructions[i];
    strata_status status =
        i == at ? STRATA_OK
                : st_frame_holds(run, task->frame, deeds[count]->when, &holds);
    if (status) return status;
    if (!holds) continue;
    status = prepare_choice(run, task->frame, deeds[count], &asks[count], &some,
                            &clear);
    if (status) return status;
    if (!clear) count++;
  }
  /* With others behind it, the task is there still. */
  if (end != program->instructions[at].end) top_task(run)->at = end;
  strata_status status =
      count > 0 ? st_decisions_ask_all(run, asks, count, answers) : STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    bind_variable(run, task->frame, deeds[i],
                  chosen_value(&asks[i], answers[i]));
  }
  return status;
}

static strata_status do_choose(st_execution *run, const st_task *task,
                               uint32_t at, const st_instruction *deed) {
  if (is_secret_choice(deed)) return do_secret_choices(run, task, at);
  bool some;
  return st_interpreter_choose(run, task->frame, deed, &some);
}

static strata_status do_roll(st_execution *run, uint32_t frame,
                             const st_instruction *deed) {
  int64_t sides = 0;
  int64_t rolled = 0;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_VALUE, 0, &sides);
  if (!status) status = st_chance_roll(run->store, sides, &rolled);
  if (status == STRATA_ERANGE) {
    return st_frame_fail(run, frame, deed, status,
                         "there is no number from 1 to less than 1");
  }
  run->is_irreversible = true;
  if (!status) bind_variable(run, frame, deed, rolled);
  return status;
}

static strata_status do_trigger(st_execution *run, uint32_t frame,
                                const st_instruction *deed) {
  uint32_t told;
  strata_status status = st_trigger_reflexive(run, frame, deed, &told);
  if (status || told == 0) return status;
  return st_batch_begin(run, told) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- One deed -- */

static strata_status do_chain_instruction(st_execution *run, uint32_t frame,
                                          const st_instruction *deed) {
  if (deed->op == STRATA_DO_HALT) return st_chain_halt(run, frame);
  if (deed->op == STRATA_DO_DROP) return st_chain_drop(run, frame);
  return st_chain_do_hook(run, frame, deed);
}

static strata_status do_instruction(st_execution *run, const st_task *task,
                                    uint32_t at) {
  const st_program *program = st_frame_get(run, task->frame)->program;
  const st_instruction *deed = &program->instructions[at];
  switch ((strata_instruction_op)deed->op) {
  case STRATA_DO_EMIT:
    return do_emit(run, task, deed);
  case STRATA_DO_TOGETHER:
    return do_together(run, task, at, deed);
  case STRATA_DO_EACH:
    return do_each(run, task, at, deed);
  case STRATA_DO_CHOOSE:
    return do_choose(run, task, at, deed);
  case STRATA_DO_ROLL:
    return do_roll(run, task->frame, deed);
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
    return st_perform(run, task->frame, deed);
  case STRATA_DO_CHANGE:
    return st_replacement_change(run, task->frame, deed);
  case STRATA_DO_INSTEAD:
    return st_replacement_instead(run, task->frame, at, deed->end);
  case STRATA_DO_NOTHING:
    return st_replacement_nothing(run, task->frame);
  case STRATA_DO_PREVENT:
    return st_prevention_prevent(run, task->frame, deed);
  case STRATA_DO_TAKE:
    return st_prevention_take_part(run, task->frame, deed);
  case STRATA_DO_THEN:
    return st_follow_up_add(run, task->frame, at, deed->end);
  case STRATA_DO_ALSO:
    return st_replacement_also(run, task->frame, at, deed->end);
  case STRATA_DO_WATCH:
    return st_start_watcher(run, task->frame, deed);
  case STRATA_DO_BEGIN:
    return st_start_effect(run, task->frame, deed);
  case STRATA_DO_RUN:
    return st_handler_call_run(run, task, deed);
  case STRATA_DO_TRIGGER:
    return do_trigger(run, task->frame, deed);
  case STRATA_DO_HALT:
  case STRATA_DO_DROP:
  case STRATA_DO_HOOK:
  case STRATA_DO_UNHOOK:
    return do_chain_instruction(run, task->frame, deed);
  }
  return STRATA_EINVAL; /* unreachable: a deed is one of them */
}

/* The deeds of a WHEN come right behind it, so it needs no task: either they
 * are next, or what comes behind them. All others are passed over here, and
 * have what is inside of them done by tasks. The last one is done in place of
 * the task. */
strata_status st_interpreter_step(st_execution *run) {
  st_task task = *top_task(run);
  if (task.at == task.end || st_frame_get(run, task.frame)->stopped) {
    run->task_count--;
    return STRATA_OK;
  }
  const st_instruction *deed =
      &st_frame_get(run, task.frame)->program->instructions[task.at];
  bool holds = true;
  strata_status status = STRATA_OK;
  if (deed->when && deed->op == STRATA_DO_CHOOSE) {
    status = st_deferred_cost_holds(run, task.frame, deed->when, &holds);
  } else if (deed->when) {
    status = st_frame_holds(run, task.frame, deed->when, &holds);
  }
  if (status) return status;
  bool enters = deed->op == STRATA_DO_WHEN && holds;
  uint32_t next = enters ? task.at + 1 : deed->end;
  top_task(run)->at = next;
  if (next == task.end) run->task_count--;
  if (!holds || deed->op == STRATA_DO_WHEN) return STRATA_OK;
  if (deed->op == STRATA_DO_STOP) {
    st_frame_get(run, task.frame)->stopped = true;
  }
  return do_instruction(run, &task, task.at);
}
