/*
 * stack.c - the stack (405).
 *
 * An ability on the stack is an entity without a definition that holds the row
 * of its pending trigger; a spell is an entity that has a definition. Targets
 * and modes that were chosen when the trigger was put on the stack are notes of
 * its row, by the names of the program's variables.
 */
#include "play/settle/stack.h"

#include "play/events/batch.h"
#include "play/events/interpreter.h"
#include "play/events/interpreter_choose.h"
#include "play/events/trigger_record.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/turn_order.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "rules/model/sba_def.h"
#include "world/tables/pending_triggers.h"

#include <string.h>

enum { RESOLVE_NEXT, RESOLVE_LEAVE };

const st_zone *st_stack_zone(const strata_rules *rules) {
  return st_zone_of(rules, rules->play->stack);
}

uint32_t st_stack_top(const st_execution *exec) {
  const st_zone *zone = st_stack_zone(exec->rules);
  uint32_t slot = zone ? st_zone_top(exec->store, zone, 0) : 0;
  return slot != 0 && st_pending_trigger_held_by(exec->store, slot) != 0 ? slot
                                                                         : 0;
}

/* -- The log -- */

/* Add a row to the log. It is the parent of all rows that the frame's program
 * adds later. */
static strata_status log_stack_row(st_execution *exec, st_logged what,
                                   strata_watcher_def def, uint32_t frame) {
  const st_frame *f = st_frame_get(exec, frame);
  uint64_t number = 0;
  strata_status status = st_log_add(
      exec->store,
      &(st_new_log_row){.what = what,
                        .watcher_def = def,
                        .who = (strata_entity)f->variables[ST_VARIABLE_YOU],
                        .source = f->self,
                        .count = 1},
      &number);
  if (f->event != 0) st_event_get(exec, f->event)->log_row = number;
  return status;
}

/* Log that a trigger does nothing, and why. */
static strata_status drop_undone(st_execution *exec, strata_watcher_def def,
                                 uint32_t frame, strata_verdict verdict) {
  strata_status status = log_stack_row(exec, ST_LOGGED_DROPPED, def, frame);
  if (status || !st_trace_is_on(exec)) return status;
  return st_why_not_add_undone(exec, frame, def, verdict);
}

/* -- Placing -- */

/* Choose targets and modes. *legal: each required choice had an option. */
static strata_status choose_targets_and_modes(st_execution *exec,
                                              uint32_t frame, bool *legal) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_status status = STRATA_OK;
  *legal = true;
  for (uint32_t i = 0; !status && *legal && i < program->on_stack_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    bool holds;
    status = st_frame_holds(exec, frame, instruction->when, &holds);
    if (status || !holds) continue;
    status = st_interpreter_choose(exec, frame, instruction, legal);
  }
  return status;
}

bool st_stack_has_target(st_execution *exec, uint32_t frame,
                         const st_instruction *choice) {
  const st_frame *f = st_frame_get(exec, frame);
  return choice->what == ST_CHOICE_ENTITY &&
         (choice->flags & STRATA_INSTRUCTION_TARGET) != 0 &&
         f->variables[choice->bound_variable - 1] != 0;
}

static bool is_among(const strata_entity *list, uint32_t count,
                     strata_entity who) {
  uint32_t i = 0;
  while (i < count && list[i] != who) {
    i++;
  }
  return i < count;
}

strata_status st_stack_tell_targets(st_execution *exec, uint32_t frame,
                                    const strata_entity *before,
                                    uint32_t before_count) {
  const st_program *program = st_frame_get(exec, frame)->program;
  if (exec->rules->play->targeted == 0) return STRATA_OK;
  uint32_t batch = 0;
  for (uint32_t i = 0; i < program->on_stack_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    if (!st_stack_has_target(exec, frame, instruction)) continue;
    const st_frame *f = st_frame_get(exec, frame);
    strata_entity target =
        (strata_entity)f->variables[instruction->bound_variable - 1];
    if (is_among(before, before_count, target)) continue;
    if (batch == 0) batch = st_batch_new(exec);
    if (batch == 0) return STRATA_ENOMEM;
    uint32_t event = st_event_new_about(
        exec, exec->rules->play->targeted, batch, target,
        (strata_entity)f->variables[ST_VARIABLE_YOU], f->self);
    if (event == 0) return STRATA_ENOMEM;
  }
  if (batch == 0) return STRATA_OK;
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_stack_save_choices(st_execution *exec, uint32_t frame,
                                    uint32_t row) {
  const st_frame *f = st_frame_get(exec, frame);
  const st_program *program = f->program;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->on_stack_count; i++) {
    uint32_t place = program->instructions[i].bound_variable - 1u;
    const st_expr_variable *name = &program->variables.variables[place];
    int64_t value = f->variables[place];
    if (value == 0) continue;
    status = st_notes_set(exec->store, st_pending_trigger_variables(row),
                          st_trigger_variable_key(name),
                          st_raw_value_of(name->type, value));
  }
  return status;
}

static strata_status write_ref_attribute(st_execution *exec, strata_attr attr,
                                         uint32_t slot, int64_t who) {
  const uint64_t word = (uint64_t)who;
  return attr != 0 ? st_mutator_set_base(exec->change, attr, slot, &word)
                   : STRATA_OK;
}

/* Make an object on top of the stack, which the trigger's player owns and
 * controls. */
static strata_status new_stack_object(st_execution *exec, uint32_t frame,
                                      strata_entity *out) {
  const st_spawn_template nothing = {0};
  strata_status status = st_mutator_spawn(exec->change, &nothing, 1, out);
  if (status) return status;
  uint32_t slot = st_entity_slot(exec->store, *out);
  int64_t you = st_frame_get(exec, frame)->variables[ST_VARIABLE_YOU];
  strata_entity nobody;
  /* lets the index know these attributes */
  status = st_turn_order_controller(exec, 0, &nobody);
  if (!status) {
    status = write_ref_attribute(exec, exec->index.controller, slot, you);
  }
  if (!status) status = write_ref_attribute(exec, exec->index.owner, slot, you);
  const st_zone_move move = {.slot = slot,
                             .zone = st_stack_zone(exec->rules),
                             .position = -1,
                             .stays_same_object = true};
  return status ? status : st_mutator_move(exec->change, &move, out);
}

static strata_status place_one_trigger(st_execution *exec, uint32_t row,
                                       bool *legal) {
  strata_watcher_def def =
      st_get32(exec->store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  uint32_t frame;
  strata_status status = st_trigger_new_frame(exec, row, &frame);
  if (!status) status = choose_targets_and_modes(exec, frame, legal);
  if (status) return status;
  if (!*legal) return drop_undone(exec, def, frame, STRATA_VERDICT_TARGETS);
  strata_entity object = 0;
  status = new_stack_object(exec, frame, &object);
  uint32_t slot = st_entity_slot(exec->store, object);
  if (!status) status = st_pending_trigger_place(exec->store, row, 1, slot);
  if (!status) {
    status = st_stack_save_choices(
        exec, frame, st_pending_trigger_held_by(exec->store, slot));
  }
  if (!status) status = log_stack_row(exec, ST_LOGGED_PLACED, def, frame);
  return status ? status : st_stack_tell_targets(exec, frame, NULL, 0);
}

strata_status st_stack_hold_action(st_execution *exec, strata_watcher_def def,
                                   uint32_t frame) {
  const st_frame *f = st_frame_get(exec, frame);
  const st_program *program = f->program;
  uint32_t count = 0;
  st_note *notes = st_arena_alloc(
      &exec->arena, program->variables.count + 2 * ST_CHANGED_TEXT_WORDS,
      sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  for (uint32_t i = ST_VARIABLE_FIRST_OWN; i < program->variables.count; i++) {
    const st_expr_variable *name = &program->variables.variables[i];
    if (f->variables[i] == 0) continue;
    notes[count++] = (st_note){st_trigger_variable_key(name),
                               st_raw_value_of(name->type, f->variables[i])};
  }
  count += st_changed_texts_to_notes(&exec->change->eval->changed_texts,
                                     f->text, notes + count);
  const st_new_pending_trigger row = {
      .watcher_def = def,
      .source = f->self,
      .you = (strata_entity)f->variables[ST_VARIABLE_YOU],
      .count = 1,
      .variables = notes,
      .variable_count = count};
  strata_entity object = 0;
  strata_status status = new_stack_object(exec, frame, &object);
  if (!status) {
    status = st_pending_trigger_hold(exec->store, &row,
                                     st_entity_slot(exec->store, object));
  }
  return status ? status : log_stack_row(exec, ST_LOGGED_PLACED, def, frame);
}

strata_status st_stack_place(st_execution *exec, uint32_t row, uint32_t count) {
  strata_status status = STRATA_OK;
  for (; !status && count > 0; count--) {
    bool legal = false;
    status = place_one_trigger(exec, row, &legal);
    /* Equal triggers have the same targets: if one has none, the others have
     * none either. */
    if (!status && !legal) {
      return st_pending_trigger_remove_some(exec->store, row, count);
    }
  }
  return status;
}

/* -- Resolving -- */

/* Push the task that resolves a row, so many times; `object`: what holds it on
 * the stack, or 0. */
static strata_status push_resolve_task(st_execution *exec, uint32_t row,
                                       uint32_t times, strata_entity object) {
  st_task task = {
      .kind = ST_TASK_RESOLVE, .times_each = times, .outer_it = object};
  task.at = st_get32(exec->store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  strata_status status = st_trigger_new_frame(exec, row, &task.frame);
  if (status) return status;
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_stack_bypass(st_execution *exec, uint32_t row,
                              uint32_t count) {
  strata_watcher_def def =
      st_get32(exec->store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  strata_status status = push_resolve_task(exec, row, count, 0);
  if (status) return status;
  if (st_watcher_def_get(exec->rules, def)->role != STRATA_ROLE_STATE) {
    return st_pending_trigger_remove_some(exec->store, row, count);
  }
  /* A state trigger does not trigger again while its row exists (603.8). */
  st_task_top(exec)->index = row;
  return STRATA_OK;
}

strata_status st_stack_resolve(st_execution *exec) {
  const st_zone *zone = st_stack_zone(exec->rules);
  uint32_t slot = zone ? st_zone_top(exec->store, zone, 0) : 0;
  if (slot == 0) {
    return ST_ERROR(exec->error, zone ? STRATA_ENOENT : STRATA_EINVAL, 0,
                    zone ? "nothing is on the stack"
                         : "these rules have no stack; say which zone it is");
  }
  uint32_t row = st_pending_trigger_held_by(exec->store, slot);
  if (row == 0) {
    return ST_ERROR(exec->error, STRATA_EINVAL, 0,
                    "what is on top of the stack has nothing to do when it "
                    "resolves");
  }
  return push_resolve_task(exec, row, 1, st_entity_handle(exec->store, slot));
}

strata_status st_stack_is_target_legal(st_execution *exec, uint32_t frame,
                                       const st_instruction *choice,
                                       bool *out) {
  strata_entity target = (strata_entity)st_frame_get(exec, frame)
                             ->variables[choice->bound_variable - 1];
  int64_t value = 0;
  *out = false;
  if (st_entity_slot(exec->store, target) == 0) return STRATA_OK;
  strata_status status =
      st_frame_eval(exec, frame, choice->who, target, &value);
  *out = choice->who->type == STRATA_FLAG ? value != 0
                                          : (strata_entity)value == target;
  return status;
}

/* Set illegal targets to 0. *any is false only if there were targets and all
 * are illegal: then it does not resolve. */
static strata_status drop_illegal_targets(st_execution *exec, uint32_t frame,
                                          bool *any) {
  const st_program *program = st_frame_get(exec, frame)->program;
  uint32_t all = 0;
  uint32_t gone = 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->on_stack_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    bool legal;
    if (!st_stack_has_target(exec, frame, instruction)) continue;
    all++;
    status = st_stack_is_target_legal(exec, frame, instruction, &legal);
    if (status || legal) continue;
    gone++;
    st_frame_get(exec, frame)->variables[instruction->bound_variable - 1] = 0;
  }
  *any = all == 0 || gone < all;
  return status;
}

strata_status st_stack_drop_illegal(st_execution *exec, strata_watcher_def def,
                                    uint32_t frame, bool *any) {
  strata_status status = drop_illegal_targets(exec, frame, any);
  if (status || *any) return status;
  return drop_undone(exec, def, frame, STRATA_VERDICT_TARGETS);
}

/* A new frame for each time, with the variables of the first. */
static uint32_t copy_resolve_frame(st_execution *exec, uint32_t frame) {
  st_frame f = *st_frame_get(exec, frame);
  uint32_t copy = st_frame_new(exec, f.program, f.self, 0, f.event);
  if (!copy) return 0;
  int64_t *variables = st_frame_get(exec, copy)->variables;
  memcpy(variables, f.variables,
         f.program->variables.count * sizeof variables[0]);
  f.variables = variables;
  *st_frame_get(exec, copy) = f;
  return copy;
}

/* Begin to resolve: push the program, unless the trigger does nothing now. */
static strata_status begin_resolution(st_execution *exec, st_task task) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, task.at);
  bool stacked = task.outer_it != 0;
  uint32_t frame = copy_resolve_frame(exec, task.frame);
  if (!frame) return STRATA_ENOMEM;
  bool acts = true;
  strata_verdict verdict = STRATA_VERDICT_TARGETS;
  strata_status status = stacked ? drop_illegal_targets(exec, frame, &acts)
                                 : choose_targets_and_modes(exec, frame, &acts);
  if (!status && acts) {
    verdict = STRATA_VERDICT_RESOLVED_IF;
    status = st_frame_holds(exec, frame, def->only_if, &acts);
  }
  if (!status && acts) {
    verdict = STRATA_VERDICT_DECLINED;
    status = st_use_limits_try(exec, task.at, frame, &acts);
  }
  if (status) return status;
  if (!acts) return drop_undone(exec, task.at, frame, verdict);
  status = log_stack_row(exec, ST_LOGGED_RESOLVED, task.at, frame);
  if (status) return status;
  bool pushed =
      st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                   .frame = frame,
                                   .at = def->program.effect_first,
                                   .end = def->program.instruction_count});
  if (!pushed) return STRATA_ENOMEM;
  return stacked ? STRATA_OK : st_stack_tell_targets(exec, frame, NULL, 0);
}

/* Emit the event by which a card leaves the stack (608.2n). */
static strata_status emit_resolved_event(st_execution *exec,
                                         strata_entity object,
                                         strata_entity you) {
  strata_event_type type = exec->rules->play->resolved;
  if (type == 0) return STRATA_OK;
  uint32_t batch = st_batch_new(exec);
  uint32_t event =
      batch ? st_event_new_about(exec, type, batch, object, you, object) : 0;
  if (!event) return STRATA_ENOMEM;
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* Let the resolved object leave the stack, if it is still there. */
static strata_status leave_stack(st_execution *exec, st_task task) {
  uint32_t slot = st_entity_slot(exec->store, task.outer_it);
  if (slot == 0 || st_pending_trigger_held_by(exec->store, slot) == 0) {
    return STRATA_OK;
  }
  bool there = st_zone_of_slot(exec->store, slot) == st_stack_zone(exec->rules);
  bool ability = st_get32(exec->store, ST_COLUMN_ENTITY_DEFINITION, slot) == 0;
  if (there && ability) return st_mutator_remove(exec->change, task.outer_it);
  strata_status status = st_pending_trigger_end_held(exec->store, slot);
  if (status || !there) return status;
  strata_entity you =
      (strata_entity)st_frame_get(exec, task.frame)->variables[ST_VARIABLE_YOU];
  return emit_resolved_event(exec, task.outer_it, you);
}

strata_status st_stack_step(st_execution *exec) {
  st_task *task = st_task_top(exec);
  if (task->stage == RESOLVE_NEXT && task->times_each > 0) {
    if (--task->times_each == 0) task->stage = RESOLVE_LEAVE;
    return begin_resolution(exec, *task);
  }
  st_task ended = *task;
  exec->task_count--;
  if (ended.index != 0) {
    return st_pending_trigger_remove(exec->store, ended.index);
  }
  return ended.outer_it != 0 ? leave_stack(exec, ended) : STRATA_OK;
}
