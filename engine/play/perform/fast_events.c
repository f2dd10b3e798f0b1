/*
 * fast_events.c - events that nothing watches but plain replacements.
 *
 * Workload: a million such events in one action. What is the same for all
 * events of an instruction is computed once; then each costs its varying
 * fields, a find in the index, and its write, mostly an addition to one number.
 *
 * All of them share one event number and one frame, whose fields are written
 * anew for each event; they are linked into no batch.
 */
#include "play/perform/fast_events.h"

#include "play/execution/can_happen.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/chain_walk.h"
#include "play/perform/perform.h"
#include "play/perform/plain_replacements.h"
#include "rules/model/sba_def.h"

#include <string.h>

#define MAX_EVENT_FIELDS (ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS)

/* A field that is computed anew for each event. */
typedef struct varying_field {
  uint32_t place;
  const strata_expr *value;
} varying_field;

typedef struct fast_event {
  st_execution *exec;
  const st_instruction *instruction;
  const st_event_type *type;
  strata_event_type type_id;
  uint32_t emitting_frame;   /* the frame of the instruction */
  uint32_t performing_frame; /* the frame of the events' program */
  int64_t *words;            /* fields of the event */
  uint32_t applied_set;      /* of watchers that are not applied again */
  bool may_be_replaced;      /* by plain replacements */
  bool was_replaced;         /* `words` are no longer those in `proposed` */
  int64_t proposed[MAX_EVENT_FIELDS];
  varying_field fields[MAX_EVENT_FIELDS];
  uint32_t field_count;
} fast_event;

/* -- Which events are fast -- */

/* Whether an instruction only writes and triggers nothing else. Moves and
 * removals are not among them, since triggers look back at what leaves
 * (603.10). */
static bool is_write_only(const st_instruction *instruction) {
  return instruction->op == STRATA_DO_SET || instruction->op == STRATA_DO_ADD ||
         instruction->op == STRATA_DO_COUNT ||
         instruction->op == STRATA_DO_STAMP ||
         instruction->op == STRATA_DO_SPAWN;
}

bool st_fast_events_may(const st_execution *exec, const st_program *program,
                        const st_instruction *instruction) {
  const st_event_type *type =
      st_event_type_unalias(exec->rules, instruction->what);
  const st_play_rules *play = exec->rules->play;
  bool bounds_game =
      type->unaliased == play->starts || type->unaliased == play->ends;
  bool alone =
      !bounds_game && instruction->bound_variable == 0 &&
      instruction->end == (uint32_t)(instruction - program->instructions) + 1u;
  if (!alone || !type->quiet || type->contains != STRATA_CONTAINMENT_NONE ||
      st_chain_any_handler(exec->store, type) || type->matters || type->can ||
      type->enters || type->merge_by_index != ST_NO_FIELD_INDEX) {
    return false;
  }
  for (uint32_t i = 0; i < type->perform_program.instruction_count; i++) {
    if (!is_write_only(&type->perform_program.instructions[i])) return false;
  }
  return true;
}

/* Whether the work that follows each batch has nothing to do. */
static bool is_nothing_pending(const st_execution *exec) {
  return exec->used_started_count == 0 &&
         st_scalar_get(exec->store, ST_SCALAR_WHILE_FIRST) == 0;
}

/* -- Values -- */

static bool is_event_number(const strata_expr *expr) {
  const st_expr_node *node = &expr->nodes[0];
  return expr->node_count == 1 && node->op == ST_EXPR_VARIABLE &&
         node->index == ST_VARIABLE_I;
}

static void set_event_word(const fast_event *p, strata_field field,
                           int64_t value) {
  uint32_t place = p->type->field_index_of[field - 1];
  if (place != 0) p->words[place - 1] = value;
}

/* Set the fields that all events share, and collect those that vary. */
static void fill_constant_fields(fast_event *p) {
  st_execution *exec = p->exec;
  const st_frame *f = st_frame_get(exec, p->emitting_frame);
  const st_common_fields *common = &exec->rules->common_fields;
  memset(p->words, 0, p->type->field_count * sizeof p->words[0]);
  set_event_word(p, common->by, f->variables[ST_VARIABLE_YOU]);
  set_event_word(p, common->cause, (int64_t)f->self);
  for (uint32_t i = 0; i < p->instruction->argument_count; i++) {
    const st_argument *a =
        &f->program->arguments[p->instruction->first_argument + i];
    int64_t value;
    if (a->kind != ST_ARGUMENT_FIELD || !a->value) continue;
    if (!is_event_number(a->value) &&
        st_frame_eval_node(exec, p->emitting_frame, a->value, &value)) {
      set_event_word(p, a->target_id, value);
      continue;
    }
    uint32_t place = p->type->field_index_of[a->target_id - 1];
    if (place == 0) continue;
    p->fields[p->field_count++] = (varying_field){place - 1, a->value};
  }
}

/* Compute the varying fields of the next event. */
static strata_status fill_varying_fields(fast_event *p, strata_entity it) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < p->field_count; i++) {
    const varying_field *field = &p->fields[i];
    int64_t *word = &p->words[field->place];
    if (st_frame_eval_node(p->exec, p->emitting_frame, field->value, word)) {
      continue;
    }
    status = st_frame_eval(p->exec, p->emitting_frame, field->value, it, word);
  }
  return status;
}

/* -- Beginning -- */

/* Get the shared event and frame for the event type. */
static bool reuse_fast_event(fast_event *p) {
  st_execution *exec = p->exec;
  if (exec->fast_event == 0 ||
      st_event_get(exec, exec->fast_event)->type != p->type_id) {
    uint32_t batch = st_batch_new(exec);
    uint32_t event = batch ? st_event_new(exec, p->type_id, batch) : 0;
    uint32_t frame =
        event ? st_can_happen_new_frame(exec, event, &p->type->perform_program)
              : 0;
    if (frame == 0) return false;
    exec->fast_event = event;
    exec->fast_frame = frame;
    exec->fast_events--; /* the row is there for all of them */
  }
  p->performing_frame = exec->fast_frame;
  p->words = st_event_get(exec, exec->fast_event)->words;
  return true;
}

/* The events are parts of another event, or take its place: they are of an
 * effect if that one is, or was replaced, and what was applied to it is not
 * applied to them (614.5). */
static void mark_as_part(fast_event *p) {
  st_execution *exec = p->exec;
  uint32_t parent = st_frame_get(exec, p->emitting_frame)->event;
  strata_field field = exec->rules->common_fields.effect;
  st_event *whole = st_event_get(exec, parent);
  whole->part_count++;
  bool effect = whole->state == ST_EVENT_REPLACED ||
                st_event_word(exec, parent, field) != 0;
  set_event_word(p, field, effect);
  p->applied_set = whole->applied_set;
  p->may_be_replaced = !whole->is_joined_part && whole->entry_preview == 0;
}

static strata_status begin_fast_event(fast_event *p, st_execution *exec,
                                      uint32_t from,
                                      const st_instruction *instruction,
                                      bool part) {
  strata_event_type id =
      st_event_type_get(exec->rules, instruction->what)->unaliased;
  p->exec = exec;
  p->instruction = instruction;
  p->type_id = id;
  p->type = st_event_type_get(exec->rules, id);
  p->emitting_frame = from;
  p->field_count = 0;
  p->applied_set = 0;
  p->may_be_replaced = true;
  p->was_replaced = false;
  if (!reuse_fast_event(p)) return STRATA_ENOMEM;
  fill_constant_fields(p);
  if (part) mark_as_part(p);
  return STRATA_OK;
}

/* -- Watchers -- */

/* Whether nothing watches the state, which each event may change. */
static strata_status is_state_unwatched(const fast_event *p, bool *unwatched) {
  uint32_t first;
  *unwatched = true;
  if (p->exec->index.roles[0] == 0) return STRATA_OK;
  strata_status status = st_watcher_index_find(
      &p->exec->index, 0, NULL, ST_WATCHER_INDEX_ALL_ROLES, &first);
  *unwatched = !status && first == 0;
  return status;
}

/* Whether the event with its present fields needs no batch: nothing watches
 * for it, or, if it is `alone` in its batch, only replacements that were
 * applied hereby. */
static strata_status is_event_fast(fast_event *p, bool alone, bool *fast) {
  st_execution *exec = p->exec;
  uint64_t steps = exec->steps;
  uint32_t first;
  strata_status status = st_watcher_index_find(
      &exec->index, p->type_id, p->words, ST_WATCHER_INDEX_ALL_ROLES, &first);
  *fast = !status && first == 0;
  if (!status && first != 0 && alone && p->may_be_replaced) {
    p->was_replaced = true;
    memcpy(p->proposed, p->words, p->type->field_count * sizeof p->words[0]);
    status = st_plain_replacements_apply(exec, exec->fast_event, p->applied_set,
                                         first, fast);
  }
  if (!status && *fast) status = is_state_unwatched(p, fast);
  /* The batch takes the steps of the replacements anew. */
  if (!*fast) exec->steps = steps;
  return status;
}

/* Let the next event begin with the fields that all have. */
static void forget_replacement(fast_event *p) {
  if (!p->was_replaced) return;
  p->was_replaced = false;
  memcpy(p->words, p->proposed, p->type->field_count * sizeof p->words[0]);
}

/* -- Performing -- */

/* Add to one number in place; false, and nothing is done, if the instruction is
 * not of that form. */
static bool add_in_place(const fast_event *p,
                         const st_instruction *instruction) {
  const st_execution *exec = p->exec;
  const st_attr *a = &exec->rules->attrs[instruction->what - 1];
  const st_argument *argument =
      &p->type->perform_program.arguments[instruction->first_argument];
  int64_t who;
  int64_t more;
  if (instruction->when || instruction->argument_count != 1 ||
      argument->kind != ST_ARGUMENT_OPTION ||
      argument->target_id != ST_OPTION_VALUE ||
      (a->direct_write != ST_DIRECT_NUMBER &&
       a->direct_write != ST_DIRECT_NARROW) ||
      instruction->who->type != STRATA_REF ||
      !st_frame_eval_node(exec, p->performing_frame, instruction->who, &who) ||
      !st_frame_eval_node(exec, p->performing_frame, argument->value, &more)) {
    return false;
  }
  uint32_t slot =
      who != 0 ? st_entity_slot(exec->store, (strata_entity)who) : 0;
  if (slot == 0) return true; /* the entity is gone */
  int64_t sum = st_sat_add(st_entity_base(exec->store, a, slot), more);
  sum = st_clamp(sum, a->min, a->max);
  st_eval *eval = exec->change->eval;
  return a->direct_write == ST_DIRECT_NUMBER
             ? st_mutator_put_number_in_place(exec->store, eval,
                                              instruction->what, slot, sum)
             : st_mutator_put_short_in_place(exec->store, eval,
                                             instruction->what, slot, sum);
}

/* Whether further events only add to one number, and differ in no field that a
 * watcher is found by. */
static bool may_repeat_in_place(const fast_event *p) {
  const st_program *does = &p->type->perform_program;
  bool same = p->field_count == 0 || !p->instruction->who;
  for (uint32_t i = 0; same && i < p->field_count; i++) {
    same = !st_watcher_buckets_use_field(&p->exec->index.buckets, p->type_id,
                                         p->fields[i].place);
  }
  return same && does->instruction_count == 1 &&
         does->instructions[0].op == STRATA_DO_ADD;
}

/* Repeat an event that has just happened up to `most` times, as long as no
 * watcher can have changed; *count is how many have happened. */
static strata_status repeat_in_place(fast_event *p, int64_t most,
                                     int64_t *count) {
  st_execution *exec = p->exec;
  const st_instruction *does = p->type->perform_program.instructions;
  int64_t *number =
      &st_frame_get(exec, p->emitting_frame)->variables[ST_VARIABLE_I];
  strata_entity it = st_frame_get(exec, p->emitting_frame)->it;
  strata_status status = STRATA_OK;
  *count = 0;
  if (most <= 0 || !may_repeat_in_place(p)) return STRATA_OK;
  while (*count < most && exec->steps < exec->max_steps &&
         st_watcher_index_still_valid(&exec->index, p->type_id)) {
    ++*number;
    status = st_mem_work(p->exec->mem, 1) ? fill_varying_fields(p, it)
                                          : STRATA_ENOMEM;
    if (status || !add_in_place(p, does)) break;
    exec->steps++;
    exec->fast_events++;
    ++*count;
  }
  return status;
}

static strata_status
perform_fast_instruction(const fast_event *p,
                         const st_instruction *instruction) {
  st_execution *exec = p->exec;
  bool holds = true;
  if (instruction->op == STRATA_DO_ADD && add_in_place(p, instruction)) {
    return STRATA_OK;
  }
  strata_status status =
      st_frame_holds(exec, p->performing_frame, instruction->when, &holds);
  return status || !holds ? status
                          : st_perform(exec, p->performing_frame, instruction);
}

static strata_status perform_fast_event(const fast_event *p) {
  st_execution *exec = p->exec;
  const st_program *does = &p->type->perform_program;
  st_frame *frame = st_frame_get(exec, p->performing_frame);
  st_event *event = st_event_get(exec, exec->fast_event);
  const st_common_fields *common = &exec->rules->common_fields;
  strata_status status = STRATA_OK;
  event->first_made = 0;
  exec->fast_events++;
  set_event_word(p, common->became, 0);
  frame->self =
      (strata_entity)p->words[p->type->field_index_of[common->cause - 1] - 1];
  memset(frame->variables, 0,
         does->variables.count * sizeof frame->variables[0]);
  frame->variables[ST_VARIABLE_YOU] =
      p->words[p->type->field_index_of[common->by - 1] - 1];
  for (uint32_t i = 0; !status && i < does->instruction_count; i++) {
    status = perform_fast_instruction(p, &does->instructions[i]);
  }
  return status;
}

/* -- A series -- */

/* After a watched event, so many events take the usual way before the next
 * attempt. */
enum { RETRY_AFTER = 16 };

strata_status st_fast_events_series(st_execution *exec,
                                    const st_instruction *instruction) {
  st_task *task = st_task_top(exec);
  int64_t end = task->count * task->times_each;
  if (task->index < task->next || task->index >= end ||
      !is_nothing_pending(exec)) {
    return STRATA_OK;
  }
  fast_event p;
  bool fast = true;
  strata_status status =
      begin_fast_event(&p, exec, task->frame, instruction, task->emits_part);
  while (!status && task->index < end && exec->steps < exec->max_steps) {
    if (!st_mem_work(exec->mem, 1)) return STRATA_ENOMEM;
    st_frame *from = st_frame_get(exec, task->frame);
    if (instruction->who) from->it = task->list[task->index / task->times_each];
    from->variables[ST_VARIABLE_I] = (int64_t)task->index + 1;
    status = fill_varying_fields(&p, from->it);
    if (!status) status = is_event_fast(&p, true, &fast);
    if (status || !fast) break;
    status = perform_fast_event(&p);
    task->index++;
    exec->steps++;
    int64_t more = 0;
    if (!status && !p.was_replaced) {
      status = repeat_in_place(&p, end - task->index, &more);
    }
    task->index += (uint32_t)more;
    forget_replacement(&p);
  }
  if (!fast) task->next = task->index + RETRY_AFTER;
  return status;
}

/* -- A batch -- */

/* Whether none of the events needs a batch. They may differ by their number
 * alone. */
static strata_status are_all_fast(fast_event *p, int64_t all, bool *fast) {
  strata_status status = STRATA_OK;
  *fast = true;
  for (uint32_t i = 0; i < p->field_count; i++) {
    *fast = *fast && is_event_number(p->fields[i].value);
  }
  int64_t different = p->field_count > 0 ? all : 1;
  for (int64_t i = 1; !status && *fast && i <= different; i++) {
    st_frame_get(p->exec, p->emitting_frame)->variables[ST_VARIABLE_I] = i;
    status = fill_varying_fields(p, 0);
    if (!status) status = is_event_fast(p, all == 1, fast);
  }
  return status;
}

strata_status st_fast_events_batch(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   int64_t all, bool *done) {
  *done = false;
  if (!is_nothing_pending(exec) || all <= 0) return STRATA_OK;
  fast_event p;
  strata_status status = begin_fast_event(&p, exec, frame, instruction, false);
  if (!status) status = are_all_fast(&p, all, done);
  if (status || !*done) return status;
  for (int64_t i = 1; !status && i <= all; i++) {
    if (!st_mem_work(exec->mem, 1)) return STRATA_ENOMEM;
    st_frame_get(exec, frame)->variables[ST_VARIABLE_I] = i;
    if (!p.was_replaced) status = fill_varying_fields(&p, 0);
    if (!status) status = perform_fast_event(&p);
    exec->steps++;
    int64_t more = 0;
    if (!status) status = repeat_in_place(&p, all - i, &more);
    i += more;
  }
  return status;
}
