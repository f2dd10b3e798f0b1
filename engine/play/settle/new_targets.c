/*
 * new_targets.c - the instruction RETARGET: objects on the stack get other
 * targets (115.7).
 *
 * Targets are tried in the variables of a frame that is made for this alone;
 * the row of the object is written when all are chosen. Only what is legal in
 * the end counts (115.7e), so an option is offered if the targets behind it can
 * be chosen, too. Predicates name only targets that were announced before, so
 * each is tested once those before it are chosen. Recursion is as deep as an
 * object has targets.
 */
#include "play/settle/new_targets.h"

#include "play/events/trigger_record.h"
#include "play/execution/decisions.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/settle/stack.h"
#include "world/tables/pending_triggers.h"

/* After so many targets that were tried for an option it is offered. If what is
 * behind it cannot be chosen then, nothing changes. */
#define MOST_TARGETS_TRIED 4096

/* Stages of the task. */
enum { RETARGET_FINDS, RETARGET_CHANGES };

/* The targets of an object on the stack. */
typedef struct new_targets {
  st_execution *exec;
  uint32_t frame;       /* of its program, with the targets so far */
  strata_entity object; /* which is no target of itself (115.5) */
  st_changed_targets how;
  const st_instruction **choices; /* those that have a target, ... */
  strata_entity *before;          /* ... what that is, ... */
  bool *was_legal;                /* ... and whether it is legal now */
  uint32_t count;
  uint32_t tries_left;
} new_targets;

static int64_t *target_at(const new_targets *n, uint32_t at) {
  return &st_frame_get(n->exec, n->frame)
              ->variables[n->choices[at]->bound_variable - 1];
}

static strata_status read_targets(new_targets *n) {
  const st_program *program = st_frame_get(n->exec, n->frame)->program;
  const size_t most = program->on_stack_count + 1u;
  n->choices =
      st_arena_alloc(&n->exec->arena, most, sizeof(const st_instruction *));
  n->before = st_arena_alloc(&n->exec->arena, most, sizeof n->before[0]);
  n->was_legal = st_arena_alloc(&n->exec->arena, most, sizeof n->was_legal[0]);
  if (!n->choices || !n->before || !n->was_legal) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->on_stack_count; i++) {
    const st_instruction *choice = &program->instructions[i];
    if (!st_stack_has_target(n->exec, n->frame, choice)) continue;
    n->choices[n->count] = choice;
    n->before[n->count] = (strata_entity)*target_at(n, n->count);
    status = st_stack_is_target_legal(n->exec, n->frame, choice,
                                      &n->was_legal[n->count]);
    n->count++;
  }
  return status;
}

/* -- What can be chosen -- */

/* Whether a target may stay, when so many before it have changed: it must not
 * become illegal by that, but may have been so before (115.7d). */
static strata_status may_stay(new_targets *n, uint32_t at, uint32_t changed,
                              bool *out) {
  const bool last = at + 1 == n->count;
  *out = n->how == ST_CHANGED_TARGETS_ANY ||
         (n->how == ST_CHANGED_TARGETS_ONE && (changed > 0 || !last));
  if (!*out || !n->was_legal[at]) return STRATA_OK;
  return st_stack_is_target_legal(n->exec, n->frame, n->choices[at], out);
}

/* What else could be the target, in the arena. */
static strata_status find_others(new_targets *n, uint32_t at, uint32_t changed,
                                 strata_entity **out, uint32_t *count) {
  uint32_t all = 0;
  *count = 0;
  if (n->how == ST_CHANGED_TARGETS_ONE && changed > 0) return STRATA_OK;
  strata_status status =
      st_frame_select(n->exec, n->frame, n->choices[at]->who, out, &all);
  for (uint32_t i = 0; !status && i < all; i++) {
    strata_entity who = (*out)[i];
    bool other = who != n->before[at] && who != n->object &&
                 st_entity_slot(n->exec->store, who) != 0;
    if (other) (*out)[(*count)++] = who;
  }
  return status;
}

static strata_status can_finish(new_targets *n, uint32_t at, uint32_t changed,
                                bool *out);

/* Whether all behind it can be chosen if the target is that. */
static strata_status can_be(new_targets *n, uint32_t at, uint32_t changed,
                            strata_entity who, bool *out) {
  *target_at(n, at) = (int64_t)who;
  strata_status status = can_finish(n, at + 1, changed, out);
  *target_at(n, at) = (int64_t)n->before[at];
  return status;
}

static strata_status can_stay(new_targets *n, uint32_t at, uint32_t changed,
                              bool *out) {
  strata_status status = may_stay(n, at, changed, out);
  return status || !*out ? status : can_finish(n, at + 1, changed, out);
}

static strata_status can_finish(new_targets *n, uint32_t at, uint32_t changed,
                                bool *out) {
  strata_entity *others = NULL;
  uint32_t count;
  *out = at == n->count || n->tries_left == 0;
  if (*out) return STRATA_OK;
  n->tries_left--;
  strata_status status = can_stay(n, at, changed, out);
  if (status || *out) return status;
  status = find_others(n, at, changed, &others, &count);
  for (uint32_t i = 0; !status && !*out && i < count; i++) {
    status = can_be(n, at, changed + 1, others[i], out);
  }
  return status;
}

/* -- Choosing -- */

/* Describe the choice of a target; with `min` 0 it may stay. */
static strata_status describe_target(new_targets *n, uint32_t at,
                                     uint32_t changed, st_new_decision *ask) {
  const st_frame *f = st_frame_get(n->exec, n->frame);
  const uint32_t variable = n->choices[at]->bound_variable - 1u;
  strata_entity *others = NULL;
  uint32_t count;
  bool can = false;
  *ask = (st_new_decision){.purpose = ST_PURPOSE_TARGET,
                           .player = ask->player,
                           .source = f->self,
                           .prompt =
                               f->program->variables.variables[variable].text,
                           .max = 1};
  strata_status status = find_others(n, at, changed, &others, &count);
  if (status) return status;
  st_new_action_value *options =
      st_arena_alloc(&n->exec->arena, count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    n->tries_left = MOST_TARGETS_TRIED;
    status = can_be(n, at, changed + 1, others[i], &can);
    if (status || !can) continue;
    options[ask->option_count++] = (st_new_action_value){
        .type = STRATA_REF + 1, .value = {.number = (int64_t)others[i]}};
  }
  ask->options = options;
  n->tries_left = MOST_TARGETS_TRIED;
  if (!status) status = can_stay(n, at, changed, &can);
  ask->min = can ? 0 : 1;
  return status;
}

/* Choose a target, which stays if nothing else can be chosen. *legal is false
 * if it must change and cannot. */
static strata_status choose_target(new_targets *n, strata_entity player,
                                   uint32_t at, uint32_t *changed,
                                   bool *legal) {
  st_new_decision ask = {.player = player};
  strata_status status = describe_target(n, at, *changed, &ask);
  if (status) return status;
  *legal = ask.option_count > 0 || ask.min == 0;
  if (ask.option_count == 0) return STRATA_OK;
  uint32_t option = 0;
  if (ask.option_count > 1 || ask.min == 0) {
    const st_new_answer *answer = NULL;
    status = st_decisions_ask(n->exec, &ask, &answer);
    if (status || answer->count == 0) return status;
    option = answer->options[0];
  }
  *target_at(n, at) = st_raw_value_number(ask.options[option].value);
  ++*changed;
  return STRATA_OK;
}

/* The row that an object on the stack holds; 0: it holds none, or is not there.
 */
static uint32_t row_on_stack(const st_execution *exec, strata_entity object) {
  uint32_t slot = st_entity_slot(exec->store, object);
  return slot != 0 && st_zone_of_slot(exec->store, slot) ==
                          st_stack_zone(exec->rules)
             ? st_pending_trigger_held_by(exec->store, slot)
             : 0;
}

/* Choose other targets for an object, write them, and tell what has become one.
 */
static strata_status change_targets(st_execution *exec, strata_entity object,
                                    st_changed_targets how,
                                    strata_entity player) {
  new_targets n = {.exec = exec, .object = object, .how = how};
  uint32_t row = row_on_stack(exec, object);
  uint32_t changed = 0;
  bool legal = true;
  if (row == 0) return STRATA_OK;
  strata_status status = st_trigger_new_frame(exec, row, &n.frame);
  if (!status) status = read_targets(&n);
  for (uint32_t i = 0; !status && legal && i < n.count; i++) {
    status = choose_target(&n, player, i, &changed, &legal);
  }
  if (status || !legal || changed == 0) return status;
  status = st_stack_save_choices(exec, n.frame, row);
  if (status) return status;
  return st_stack_tell_targets(exec, n.frame, n.before, n.count);
}

strata_status st_new_targets_step(st_execution *exec) {
  st_task *task = st_task_top(exec);
  const st_frame *f = st_frame_get(exec, task->frame);
  const st_instruction *instruction = &f->program->instructions[task->at];
  if (task->stage == RETARGET_FINDS) {
    task->stage = RETARGET_CHANGES;
    return st_frame_select(exec, task->frame, instruction->who, &task->list,
                           &task->count);
  }
  if (task->index == task->count) {
    exec->task_count--;
    return STRATA_OK;
  }
  strata_entity object = task->list[task->index++];
  int64_t by = 0;
  strata_status status =
      st_frame_option(exec, task->frame, instruction, ST_OPTION_BY,
                      f->variables[ST_VARIABLE_YOU], &by);
  if (status) return status;
  return change_targets(exec, object, (st_changed_targets)instruction->what,
                        (strata_entity)by);
}
