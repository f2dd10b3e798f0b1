/*
 * interpreter_emit.c - the instruction EMIT: the events that it makes.
 *
 * Events of one EMIT happen together as a batch, or join the batch that the
 * task collects. Only the parts of an event that are not its results happen one
 * by one (push_event_series). Common events that no watcher listens to take a
 * shorter way (fast_events.h).
 */
#include "play/events/interpreter_emit.h"

#include "play/events/batch.h"
#include "play/events/interpreter_frame.h"
#include "play/events/joined_part.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/perform/fast_events.h"
#include "play/replace/replacement.h"

#include <string.h>

/* The most events of one EMIT. */
#define MOST_EMITTED_EVENTS (1 << 20)

static void set_event_field(st_execution *exec, uint32_t event,
                            strata_field field, int64_t value) {
  st_event *e = st_event_get(exec, event);
  uint32_t place = st_event_type_field_index(exec->rules, e->type, field);
  if (place != ST_NO_FIELD_INDEX) e->words[place] = value;
}

/* Set the fields of an event. The frame's player and source are its maker,
 * unless the instruction says otherwise. */
static strata_status fill_event_fields(st_execution *exec, uint32_t frame,
                                       const st_instruction *instruction,
                                       uint32_t event, bool joins) {
  st_frame *f = st_frame_get(exec, frame);
  strata_entity it = f->it;
  const st_common_fields *common = &exec->rules->common_fields;
  set_event_field(exec, event, common->by, f->variables[ST_VARIABLE_YOU]);
  /* joining an event, st_joined_part_join looks whether it is a preview */
  strata_entity source = joins ? f->self : st_entity_unless_preview(f->self);
  set_event_field(exec, event, common->cause, (int64_t)source);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < instruction->argument_count; i++) {
    const st_argument *a = st_interpreter_argument(exec, frame, instruction, i);
    int64_t value = 0;
    if (a->kind != ST_ARGUMENT_FIELD || !a->value) continue;
    status = st_frame_eval(exec, frame, a->value, it, &value);
    if (!status) set_event_field(exec, event, a->target_id, value);
  }
  return status;
}

/* Attach the inner instructions of an EMIT to its event: its self-replacements
 * (614.15). They get a frame of their own with the present values of the
 * variables. */
static strata_status add_self_replacements(st_execution *exec, uint32_t frame,
                                           const st_instruction *instruction,
                                           uint32_t event) {
  st_frame f = *st_frame_get(exec, frame);
  uint32_t at = (uint32_t)(instruction - f.program->instructions);
  if (instruction->end == at + 1) return STRATA_OK;
  uint32_t own = st_frame_new(exec, f.program, f.self, 0, event);
  if (!own) return STRATA_ENOMEM;
  st_frame_get(exec, own)->it = f.it;
  st_frame_get(exec, own)->text = f.text;
  memcpy(st_frame_get(exec, own)->variables, f.variables,
         f.program->variables.count * sizeof f.variables[0]);
  st_event *e = st_event_get(exec, event);
  e->self_frame = own;
  e->self_at = at + 1;
  e->self_end = instruction->end;
  return STRATA_OK;
}

/* Make one event of an EMIT, in a batch. */
static strata_status emit_event(st_execution *exec, const st_task *task,
                                const st_instruction *instruction,
                                uint32_t batch, int64_t index) {
  uint32_t frame = task->frame;
  st_frame_get(exec, frame)->variables[ST_VARIABLE_I] = index;
  uint32_t event = st_event_new(exec, instruction->what, batch);
  if (!event) return STRATA_ENOMEM;
  uint32_t parent = st_frame_get(exec, frame)->event;
  st_event_get(exec, event)->parent = parent;
  st_event_get(exec, event)->maker_frame = frame;
  if (task->emits_part) st_replacement_inherit(exec, event, parent);
  strata_status status = fill_event_fields(exec, frame, instruction, event,
                                           task->emits_joined_part);
  if (task->emits_joined_part) st_joined_part_join(exec, event, parent);
  if (!status) st_payment_note_made(exec, event);
  return status ? status
                : add_self_replacements(exec, frame, instruction, event);
}

/* The affected entities and the number of repetitions. Without WHO the
 * instruction makes one event that affects none. */
static strata_status evaluate_emit_count(st_execution *exec, uint32_t frame,
                                         const st_instruction *instruction,
                                         strata_entity **who, uint32_t *count,
                                         int64_t *times) {
  *who = NULL; /* not read unless the instruction has WHO */
  *count = 1;
  *times = 1;
  strata_entity it = st_frame_get(exec, frame)->it;
  strata_status status = STRATA_OK;
  if (instruction->who) {
    status = st_frame_select(exec, frame, instruction->who, who, count);
  }
  if (!status && instruction->times) {
    status = st_frame_eval(exec, frame, instruction->times, it, times);
  }
  if (!status && *times > MOST_EMITTED_EVENTS / (*count + 1)) {
    status = st_frame_fail(exec, frame, instruction, STRATA_ELIMIT,
                           "more than a million events at once");
  }
  return status;
}

static strata_status emit_events(st_execution *exec, const st_task *task,
                                 const st_instruction *instruction,
                                 uint32_t batch) {
  uint32_t frame = task->frame;
  strata_entity *who;
  uint32_t count;
  int64_t times;
  strata_entity outer = st_frame_get(exec, frame)->it;
  strata_status status =
      evaluate_emit_count(exec, frame, instruction, &who, &count, &times);
  int64_t index = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (who) st_frame_get(exec, frame)->it = who[i];
    for (int64_t k = 0; !status && k < times; k++) {
      status = emit_event(exec, task, instruction, batch, ++index);
    }
  }
  st_frame_get(exec, frame)->it = outer;
  return status;
}

/* Push parts that happen one by one: each is made after all before it have
 * happened (121.2). */
static strata_status push_event_series(st_execution *exec, const st_task *task,
                                       const st_instruction *instruction) {
  st_task series = {
      .kind = ST_TASK_SERIES, .frame = task->frame, .emits_part = true};
  series.at =
      (uint32_t)(instruction -
                 st_frame_get(exec, task->frame)->program->instructions);
  series.outer_it = st_frame_get(exec, task->frame)->it;
  strata_status status =
      evaluate_emit_count(exec, task->frame, instruction, &series.list,
                          &series.count, &series.times_each);
  if (status) return status;
  series.marks = st_stack_marks_new(exec);
  if (!series.marks) return STRATA_ENOMEM;
  return st_task_push(exec, series) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_interpreter_step_series(st_execution *exec) {
  st_task task = *st_task_top(exec);
  const st_program *program = st_frame_get(exec, task.frame)->program;
  const st_instruction *instruction = &program->instructions[task.at];
  if (st_fast_events_may(exec, program, instruction)) {
    strata_status plain = st_fast_events_series(exec, instruction);
    if (plain) return plain;
    task = *st_task_top(exec);
  }
  if (task.times_each <= 0 || task.index >= task.count * task.times_each) {
    st_frame_get(exec, task.frame)->it = task.outer_it;
    exec->task_count--;
    return STRATA_OK;
  }
  st_stack_marks_forget_done(exec, task.marks);
  st_task_top(exec)->index++;
  if (instruction->who) {
    st_frame_get(exec, task.frame)->it =
        task.list[task.index / task.times_each];
  }
  uint32_t batch = st_batch_new(exec);
  if (!batch) return STRATA_ENOMEM;
  strata_status status =
      emit_event(exec, &task, instruction, batch, (int64_t)task.index + 1);
  if (status) return status;
  if (task.index == 0) {
    st_batch_get(exec, batch)->frame = task.frame;
    st_batch_get(exec, batch)->made_variable = instruction->bound_variable;
  }
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* Perform all events of an EMIT at once, if no watcher listens to them. */
static strata_status emit_fast(st_execution *exec, const st_task *task,
                               const st_instruction *instruction, bool *done) {
  strata_entity *who;
  uint32_t count;
  int64_t times;
  if (task->collect_batch || instruction->who ||
      task->frame == exec->paying_frame ||
      !st_fast_events_may(exec, st_frame_get(exec, task->frame)->program,
                          instruction)) {
    return STRATA_OK;
  }
  strata_status status =
      evaluate_emit_count(exec, task->frame, instruction, &who, &count, &times);
  return status ? status
                : st_fast_events_batch(exec, task->frame, instruction, times,
                                       done);
}

strata_status st_interpreter_emit(st_execution *exec, const st_task *task,
                                  const st_instruction *instruction) {
  if (task->emits_part && !task->collect_batch) {
    return push_event_series(exec, task, instruction);
  }
  bool done = false;
  strata_status status = emit_fast(exec, task, instruction, &done);
  if (status || done) return status;
  uint32_t batch =
      task->collect_batch ? task->collect_batch : st_batch_new(exec);
  if (!batch) return STRATA_ENOMEM;
  status = emit_events(exec, task, instruction, batch);
  if (status || task->collect_batch) return status;
  st_batch_get(exec, batch)->frame = task->frame;
  st_batch_get(exec, batch)->made_variable = instruction->bound_variable;
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}
