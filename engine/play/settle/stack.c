/*
 * stack.c - the stack.
 *
 * An ability on it is an entity that has no definition and holds the row of
 * what has triggered; a spell is an entity that has one. What was chosen when
 * it was put there is remembered with the row, under the names of its program.
 */
#include "play/settle/stack.h"

#include "play/events/batch.h"
#include "play/events/routine.h"
#include "play/events/trigger.h"
#include "play/execution/doubt.h"
#include "play/execution/judge.h"
#include "play/execution/turn.h"
#include "rules/model/check.h"
#include "world/tables/fired.h"

#include <string.h>

enum { STAGE_BEGIN, STAGE_END };

const st_zone *st_stack_zone(const strata_rules *rules) {
  return st_zone_of(rules, rules->play->stack);
}

uint32_t st_stack_top(const st_run *run) {
  const st_zone *zone = st_stack_zone(run->rules);
  uint32_t slot = zone ? st_zone_top(run->store, zone, 0) : 0;
  return slot != 0 && st_fired_of(run->store, slot) != 0 ? slot : 0;
}

/* -- Rows -- */

static uint64_t key_of(const st_expr_name *name) {
  return st_note_key(name->text, strlen(name->text), 0);
}

/* A row of the log, from which all comes that is emitted from now on. */
static strata_status log_row(st_run *run, st_logged what, strata_code code,
                             uint32_t frame) {
  const st_frame *f = st_run_frame(run, frame);
  uint64_t number = 0;
  strata_status status =
      st_log_add(run->store,
                 &(st_new_log_row){.what = what,
                                   .code = code,
                                   .who = (strata_entity)f->names[ST_BOUND_YOU],
                                   .source = f->self,
                                   .count = 1},
                 &number);
  if (f->event != 0) st_run_event(run, f->event)->row = number;
  return status;
}

/* It does nothing, for this reason. */
static strata_status drop(st_run *run, strata_code code, uint32_t frame,
                          strata_verdict verdict) {
  strata_status status = log_row(run, ST_LOGGED_DROPPED, code, frame);
  if (status || !st_is_traced(run)) return status;
  return st_doubt_undone(run, frame, code, verdict);
}

/* -- Placing -- */

/* Targets and modes. *legal: each that must be chosen could be. */
static strata_status choose_all(st_run *run, uint32_t frame, bool *legal) {
  const st_routine *program = st_run_frame(run, frame)->program;
  strata_status status = STRATA_OK;
  *legal = true;
  for (uint32_t i = 0; !status && *legal && i < program->placing; i++) {
    const st_deed *deed = &program->deeds[i];
    bool holds;
    status = st_frame_holds(run, frame, deed->when, &holds);
    if (status || !holds) continue;
    status = st_routine_choose(run, frame, deed, legal);
  }
  return status;
}

/* They are remembered, each under its name. */
static strata_status keep_chosen(st_run *run, uint32_t frame, uint32_t row) {
  const st_frame *f = st_run_frame(run, frame);
  const st_routine *program = f->program;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->placing; i++) {
    uint32_t place = program->deeds[i].name - 1u;
    const st_expr_name *name = &program->names.items[place];
    int64_t value = f->names[place];
    if (value == 0) continue;
    status = st_note_set(run->store, st_fired_names(row), key_of(name),
                         st_word_of(name->type, value));
  }
  return status;
}

static strata_status write_ref(st_run *run, strata_attr attr, uint32_t slot,
                               int64_t who) {
  const uint64_t word = (uint64_t)who;
  return attr != 0 ? st_change_base(run->change, attr, slot, &word) : STRATA_OK;
}

/* A new object on top of the stack. It is its player's. */
static strata_status make_object(st_run *run, uint32_t frame,
                                 strata_entity *out) {
  const st_model nothing = {0};
  strata_status status = st_change_spawn(run->change, &nothing, 1, out);
  if (status) return status;
  uint32_t slot = st_entity_slot(run->store, *out);
  int64_t you = st_run_frame(run, frame)->names[ST_BOUND_YOU];
  strata_entity nobody;
  status = st_turn_controller(run, 0, &nobody); /* the index knows the names */
  if (!status) status = write_ref(run, run->index.controller, slot, you);
  if (!status) status = write_ref(run, run->index.owner, slot, you);
  const st_move move = {.slot = slot,
                        .zone = st_stack_zone(run->rules),
                        .position = -1,
                        .same = true};
  return status ? status : st_change_move(run->change, &move, out);
}

static strata_status place_one(st_run *run, uint32_t row, bool *legal) {
  strata_code code = st_get32(run->store, ST_COLUMN_FIRED_CODE, row);
  uint32_t frame;
  strata_status status = st_trigger_frame(run, row, &frame);
  if (!status) status = choose_all(run, frame, legal);
  if (status) return status;
  if (!*legal) return drop(run, code, frame, STRATA_VERDICT_TARGETS);
  strata_entity object = 0;
  status = make_object(run, frame, &object);
  uint32_t slot = st_entity_slot(run->store, object);
  if (!status) status = st_fired_place(run->store, row, 1, slot);
  if (!status) {
    status = keep_chosen(run, frame, st_fired_of(run->store, slot));
  }
  return status ? status : log_row(run, ST_LOGGED_PLACED, code, frame);
}

strata_status st_stack_place(st_run *run, uint32_t row) {
  uint32_t count = st_get32(run->store, ST_COLUMN_FIRED_COUNT, row);
  strata_status status = STRATA_OK;
  for (; !status && count > 0; count--) {
    bool legal = false;
    status = place_one(run, row, &legal);
    /* What one cannot aim at none that is equal can. */
    if (!status && !legal) return st_fired_remove(run->store, row);
  }
  return status;
}

/* -- Resolving -- */

/* Let a row be done so often; it is of this object, if any. */
static strata_status push(st_run *run, uint32_t row, uint32_t times,
                          strata_entity object) {
  st_task task = {.what = ST_TASK_RESOLVE, .times = times, .outer = object};
  task.at = st_get32(run->store, ST_COLUMN_FIRED_CODE, row);
  strata_status status = st_trigger_frame(run, row, &task.frame);
  if (status) return status;
  return st_run_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_stack_do(st_run *run, uint32_t row) {
  strata_code code = st_get32(run->store, ST_COLUMN_FIRED_CODE, row);
  strata_status status =
      push(run, row, st_get32(run->store, ST_COLUMN_FIRED_COUNT, row), 0);
  if (status) return status;
  if (st_code_get(run->rules, code)->role != STRATA_ROLE_STATE) {
    return st_fired_remove(run->store, row);
  }
  /* As long as there is its row it does not trigger again (603.8). */
  run->tasks[run->task_count - 1].index = row;
  return STRATA_OK;
}

strata_status st_stack_resolve(st_run *run) {
  const st_zone *zone = st_stack_zone(run->rules);
  uint32_t slot = zone ? st_zone_top(run->store, zone, 0) : 0;
  if (slot == 0) {
    return ST_ERROR(run->error, zone ? STRATA_ENOENT : STRATA_EINVAL, 0,
                    zone ? "nothing is on the stack"
                         : "these rules have no stack; say which zone it is");
  }
  uint32_t row = st_fired_of(run->store, slot);
  if (row == 0) {
    return ST_ERROR(run->error, STRATA_EINVAL, 0,
                    "what is on top of the stack has nothing to do when it "
                    "resolves");
  }
  return push(run, row, 1, st_entity_handle(run->store, slot));
}

/* Whether a target still is what it must be (608.2b). */
static strata_status is_legal(st_run *run, uint32_t frame, const st_deed *deed,
                              bool *out) {
  strata_entity target =
      (strata_entity)st_run_frame(run, frame)->names[deed->name - 1];
  int64_t value = 0;
  *out = false;
  if (st_entity_slot(run->store, target) == 0) return STRATA_OK;
  strata_status status = st_frame_eval(run, frame, deed->who, target, &value);
  *out = deed->who->type == STRATA_FLAG ? value != 0
                                        : (strata_entity)value == target;
  return status;
}

/* Targets that are none any more are nobody. *any: there is nothing to be done
 * only if there were some, and all are such. */
static strata_status check_targets(st_run *run, uint32_t frame, bool *any) {
  const st_routine *program = st_run_frame(run, frame)->program;
  uint32_t all = 0;
  uint32_t gone = 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->placing; i++) {
    const st_deed *deed = &program->deeds[i];
    bool legal;
    if (deed->what != ST_CHOICE_ENTITY) continue;
    if (st_run_frame(run, frame)->names[deed->name - 1] == 0) continue;
    all++;
    status = is_legal(run, frame, deed, &legal);
    if (status || legal) continue;
    gone++;
    st_run_frame(run, frame)->names[deed->name - 1] = 0;
  }
  *any = all == 0 || gone < all;
  return status;
}

/* A frame of its own for each time, with the names of the first. */
static uint32_t copy_frame(st_run *run, uint32_t frame) {
  st_frame f = *st_run_frame(run, frame);
  uint32_t copy = st_run_new_frame(run, f.program, f.self, 0, f.event);
  if (!copy) return 0;
  int64_t *names = st_run_frame(run, copy)->names;
  memcpy(names, f.names, f.program->names.count * sizeof names[0]);
  f.names = names;
  *st_run_frame(run, copy) = f;
  return copy;
}

/* Whether it does anything at all, and then what. */
static strata_status begin(st_run *run, st_task task) {
  const st_code *code = st_code_get(run->rules, task.at);
  bool stacked = task.outer != 0;
  uint32_t frame = copy_frame(run, task.frame);
  if (!frame) return STRATA_ENOMEM;
  bool acts = true;
  strata_verdict verdict = STRATA_VERDICT_TARGETS;
  strata_status status = stacked ? check_targets(run, frame, &acts)
                                 : choose_all(run, frame, &acts);
  if (!status && acts) {
    verdict = STRATA_VERDICT_RESOLVED_IF;
    status = st_frame_holds(run, frame, code->only_if, &acts);
  }
  if (!status && acts) {
    verdict = STRATA_VERDICT_DECLINED;
    status = st_judge_do(run, task.at, frame, &acts);
  }
  if (status) return status;
  if (!acts) return drop(run, task.at, frame, verdict);
  status = log_row(run, ST_LOGGED_RESOLVED, task.at, frame);
  if (status) return status;
  bool pushed = st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                           .frame = frame,
                                           .at = code->deeds.placing,
                                           .end = code->deeds.deed_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* The event by which a card leaves the stack (608.2n). */
static strata_status emit_resolved(st_run *run, strata_entity object,
                                   strata_entity you) {
  strata_event_kind kind = run->rules->play->resolved;
  if (kind == 0) return STRATA_OK;
  uint32_t batch = st_run_new_batch(run);
  uint32_t event = batch ? st_run_new_event(run, kind, batch) : 0;
  if (!event) return STRATA_ENOMEM;
  const st_common_fields *common = &run->rules->common;
  int64_t *words = st_run_event(run, event)->words;
  words[st_kind_get(run->rules, kind)->affected] = (int64_t)object;
  words[st_kind_place(run->rules, kind, common->by)] = (int64_t)you;
  words[st_kind_place(run->rules, kind, common->cause)] = (int64_t)object;
  return st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* It has been done: whoever still is on the stack leaves it. */
static strata_status leave(st_run *run, st_task task) {
  uint32_t slot = st_entity_slot(run->store, task.outer);
  if (slot == 0 || st_fired_of(run->store, slot) == 0) return STRATA_OK;
  bool there = st_zone_around(run->store, slot) == st_stack_zone(run->rules);
  bool ability = st_get32(run->store, ST_COLUMN_ENTITY_DEFINITION, slot) == 0;
  if (there && ability) return st_change_remove(run->change, task.outer);
  strata_status status = st_fired_end(run->store, slot);
  if (status || !there) return status;
  strata_entity you =
      (strata_entity)st_run_frame(run, task.frame)->names[ST_BOUND_YOU];
  return emit_resolved(run, task.outer, you);
}

strata_status st_stack_step(st_run *run) {
  st_task *task = &run->tasks[run->task_count - 1];
  if (task->stage == STAGE_BEGIN && task->times > 0) {
    if (--task->times == 0) task->stage = STAGE_END;
    return begin(run, *task);
  }
  st_task ended = *task;
  run->task_count--;
  if (ended.index != 0) return st_fired_remove(run->store, ended.index);
  return ended.outer != 0 ? leave(run, ended) : STRATA_OK;
}
