/*
 * leave_rows.c - the values of objects that leave together.
 *
 * Rows are needed from the last check of a batch to the end of performing it.
 * So they lie in one buffer that the next batch overwrites, and not in the
 * arena, which an action of a million moves would fill. A batch that a handler
 * emits while another is performed puts its rows behind those.
 */
#include "play/perform/leave_rows.h"

#include "base/hash.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"

#include <string.h>

static st_leave_rows *current_leave_rows(const st_execution *exec) {
  assert(exec->leave_rows_count > 0);
  return &exec->leave_rows[exec->leave_rows_count - 1];
}

/* -- The table of objects -- */

static size_t leave_table_place(const st_execution *exec,
                                const st_leave_rows *l, strata_entity who) {
  const uint32_t *table = exec->leaver_table + l->table_first;
  size_t at = (size_t)st_mix(who, 0) & (l->table_size - 1);
  for (; table[at] != 0; at = (at + 1) & (l->table_size - 1)) {
    if (exec->leavers[l->first + table[at] - 1] == who) break;
  }
  return at;
}

/* Make room for one more, and keep at least half of the table empty. */
static bool grow_leave_table(st_execution *exec, st_leave_rows *l) {
  if (2 * (l->count + 1) <= l->table_size) return true;
  size_t size = l->table_size ? 2 * l->table_size : 16;
  if (!st_mem_reserve(exec->mem, &exec->leaver_table,
                      &exec->leaver_table_capacity, l->table_first + size,
                      sizeof exec->leaver_table[0])) {
    return false;
  }
  l->table_size = size;
  memset(exec->leaver_table + l->table_first, 0,
         size * sizeof exec->leaver_table[0]);
  for (size_t i = 0; i < l->count; i++) {
    size_t at = leave_table_place(exec, l, exec->leavers[l->first + i]);
    exec->leaver_table[l->table_first + at] = (uint32_t)i + 1;
  }
  return true;
}

static size_t leave_row_words(const st_execution *exec) {
  return st_mutator_snapshot_words(exec->change);
}

static strata_status add_leave_row(st_execution *exec, strata_entity who) {
  st_leave_rows *l = current_leave_rows(exec);
  size_t words = leave_row_words(exec);
  size_t end = l->first + l->count + 1;
  uint32_t slot = who != 0 ? st_entity_slot(exec->store, who) : 0;
  if (slot == 0) return STRATA_OK;
  if (!grow_leave_table(exec, l) ||
      !st_mem_reserve(exec->mem, &exec->leavers, &exec->leaver_capacity, end,
                      sizeof exec->leavers[0]) ||
      end > SIZE_MAX / (words + 1) ||
      !st_mem_reserve(exec->mem, &exec->leaver_rows, &exec->leaver_row_capacity,
                      end * words, sizeof exec->leaver_rows[0])) {
    return STRATA_ENOMEM;
  }
  size_t at = leave_table_place(exec, l, who);
  if (exec->leaver_table[l->table_first + at] != 0) return STRATA_OK;
  strata_status status = st_mutator_take_snapshot(
      exec->change, slot, exec->leaver_rows + (end - 1) * words);
  if (status) return status;
  exec->leavers[end - 1] = who;
  exec->leaver_table[l->table_first + at] = (uint32_t)++l->count;
  return STRATA_OK;
}

/* -- Collecting the objects that leave -- */

/* One frame for all events of a type that come in a row. */
typedef struct shared_event_frame {
  const st_event_type *type;
  uint32_t frame;
} shared_event_frame;

static strata_status aim_frame_at_event(st_execution *exec,
                                        shared_event_frame *shared,
                                        uint32_t event) {
  const strata_rules *rules = exec->rules;
  const st_event_type *type =
      st_event_type_get(rules, st_event_get(exec, event)->type);
  if (shared->type != type) {
    shared->type = type;
    shared->frame = st_frame_new(exec, &type->perform_program, 0, 0, event);
    if (shared->frame == 0) return STRATA_ENOMEM;
  }
  st_frame *frame = st_frame_get(exec, shared->frame);
  frame->event = event;
  frame->self =
      (strata_entity)st_event_word(exec, event, rules->common_fields.cause);
  frame->variables[ST_VARIABLE_YOU] =
      st_event_word(exec, event, rules->common_fields.by);
  return STRATA_OK;
}

static strata_status add_moved_entities(st_execution *exec, uint32_t frame,
                                        const st_instruction *instruction) {
  int64_t same = 0;
  strata_entity *who = NULL;
  uint32_t count = 0;
  strata_status status =
      st_frame_option(exec, frame, instruction, ST_OPTION_SAME, 0, &same);
  if (status || same) return status;
  status = st_frame_select(exec, frame, instruction->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    status = add_leave_row(exec, who[i]);
  }
  return status;
}

static strata_status add_leavers_of_event(st_execution *exec,
                                          shared_event_frame *shared,
                                          uint32_t event) {
  const st_event *e = st_event_get(exec, event);
  if (e->state != ST_EVENT_PROPOSED) return STRATA_OK;
  const st_program *does =
      &st_event_type_get(exec->rules, e->type)->perform_program;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < does->instruction_count; i++) {
    const st_instruction *instruction = &does->instructions[i];
    if (instruction->op != STRATA_DO_MOVE) continue;
    status = aim_frame_at_event(exec, shared, event);
    if (!status) status = add_moved_entities(exec, shared->frame, instruction);
  }
  return status;
}

static bool begin_leave_rows(st_execution *exec) {
  if (!st_mem_reserve(exec->mem, &exec->leave_rows, &exec->leave_rows_capacity,
                      exec->leave_rows_count + 1, sizeof exec->leave_rows[0])) {
    return false;
  }
  st_leave_rows now = {0};
  if (exec->leave_rows_count > 0) {
    const st_leave_rows *outer = current_leave_rows(exec);
    now.first = outer->first + outer->count;
    now.table_first = outer->table_first + outer->table_size;
  }
  exec->leave_rows[exec->leave_rows_count++] = now;
  return true;
}

strata_status st_leave_rows_take(st_execution *exec, uint32_t batch) {
  shared_event_frame shared = {0};
  if (!begin_leave_rows(exec)) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t b = batch; b != 0; b = st_batch_get(exec, b)->result_batch) {
    uint32_t e = st_batch_get(exec, b)->first;
    for (; !status && e != 0; e = st_event_get(exec, e)->next) {
      status = add_leavers_of_event(exec, &shared, e);
    }
  }
  return status;
}

const uint64_t *st_leave_rows_find(const st_execution *exec,
                                   strata_entity who) {
  if (exec->leave_rows_count == 0 || current_leave_rows(exec)->count == 0) {
    return NULL;
  }
  const st_leave_rows *l = current_leave_rows(exec);
  uint32_t n =
      exec->leaver_table[l->table_first + leave_table_place(exec, l, who)];
  if (n == 0) return NULL;
  return exec->leaver_rows + (l->first + n - 1) * leave_row_words(exec);
}

void st_leave_rows_end(st_execution *exec) {
  assert(exec->leave_rows_count > 0);
  exec->leave_rows_count--;
}
