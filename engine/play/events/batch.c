/*
 * batch.c - events that happen at the same time.
 *
 * A batch goes through its stages (st_batch_stage); each stage is one or more
 * steps of one task. Programs and batches that a stage starts are pushed above
 * that task, so nested events need no C stack.
 *
 * Results of events are a batch of their own: they are replaced together with
 * their events, and performed directly after them, before any trigger is
 * matched (120.4).
 *
 * Invariants: a batch leaves ST_BATCH_REPLACE only when no event has an
 * applicable effect left; its
 * matches are the last ones of the execution when they are dropped (asserted in
 * st_trigger_drop_matches).
 */
#include "play/events/batch.h"

#include "play/events/merge_results.h"
#include "play/events/trigger_act.h"
#include "play/events/trigger_match.h"
#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/resume_point.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/turn_order.h"
#include "play/perform/chain_walk.h"
#include "play/perform/follow_up.h"
#include "play/perform/leave_rows.h"
#include "play/replace/destination_choice.h"
#include "play/replace/entry_order.h"
#include "play/replace/replacement.h"
#include "play/replace/used_watchers.h"
#include "rules/model/sba_def.h"
#include "world/tables/course_rows.h"
#include "world/tables/event_log.h"
#include "world/tables/game_end.h"

bool st_batch_begin(st_execution *exec, uint32_t batch) {
  return st_task_push(exec,
                      (st_task){.kind = ST_TASK_BATCH,
                                .stage = ST_BATCH_MERGE,
                                .batch = batch,
                                .next = st_batch_get(exec, batch)->first});
}

bool st_batch_begin_filling(st_execution *exec, uint32_t batch) {
  return st_task_push(
      exec,
      (st_task){.kind = ST_TASK_BATCH, .stage = ST_BATCH_FILL, .batch = batch});
}

/* Go on to the next stage, from the first event of the batch. */
static void enter_batch_stage(st_execution *exec, st_batch_stage stage) {
  st_task *task = st_task_top(exec);
  task->stage = (uint8_t)stage;
  task->next = st_batch_get(exec, task->batch)->first;
}

/* -- Merging results -- */

static strata_status merge_results(st_execution *exec) {
  uint32_t batch = st_task_top(exec)->batch;
  strata_status status = STRATA_OK;
  if (st_trace_is_on(exec)) status = st_trace_add_proposed(exec, batch);
  if (!status && st_batch_get(exec, batch)->is_result) {
    status = st_results_merge(exec, batch);
  }
  enter_batch_stage(exec, exec->rules->has_handlers ? ST_BATCH_CHECK_PHASE
                                                    : ST_BATCH_REPLACE);
  return status;
}

/* -- Phases before the events happen -- */

/* Push the walk of the next phase below `end` in which a handler is called.
 * *more: there is one. */
static strata_status push_next_walk(st_execution *exec, uint32_t number,
                                    uint32_t end, bool *more) {
  strata_status status = STRATA_OK;
  uint32_t walk = 0;
  while (!status && walk == 0 &&
         st_event_get(exec, number)->phases_passed < end) {
    status = st_chain_walk_begin(exec, number,
                                 st_event_get(exec, number)->phases_passed++,
                                 false, &walk);
  }
  if (walk != 0) st_event_get(exec, number)->handler_called = true;
  *more = walk != 0;
  return status;
}

/* The number of phases before the event happens; with `checks`, only those
 * before it can be replaced. */
static uint32_t count_early_phases(const st_event_type *type, bool checks) {
  uint32_t n = 0;
  while (n < type->do_phase && (!checks || type->phases[n].is_check)) {
    n++;
  }
  return n;
}

/* Let each event pass its early phases, one after the other. After a handler
 * was called, the event may have been dropped, or may not be possible any more.
 */
static strata_status walk_early_phases(st_execution *exec, bool checks,
                                       bool *more) {
  strata_status status = STRATA_OK;
  *more = false;
  while (!status && !*more && st_task_top(exec)->next != 0) {
    uint32_t e = st_task_top(exec)->next;
    const st_event *event = st_event_get(exec, e);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    uint32_t end = count_early_phases(type, checks);
    if (event->phases_passed < end && checks) {
      status = st_can_happen_update_matters(exec, e);
    }
    if (status) break;
    if (st_event_is_proposed(st_event_get(exec, e))) {
      status = push_next_walk(exec, e, end, more);
    }
    if (status || *more) break;
    if (!checks && st_event_get(exec, e)->handler_called &&
        st_event_is_proposed(st_event_get(exec, e))) {
      status = st_can_happen_update(exec, e);
    }
    st_task_top(exec)->next = st_event_get(exec, e)->next;
  }
  return status;
}

static strata_status do_check_phase(st_execution *exec) {
  bool more;
  strata_status status = walk_early_phases(exec, true, &more);
  if (!status && !more) enter_batch_stage(exec, ST_BATCH_REPLACE);
  return status;
}

static strata_status do_early_phases(st_execution *exec) {
  bool more;
  strata_status status = walk_early_phases(exec, false, &more);
  if (!status && !more) enter_batch_stage(exec, ST_BATCH_CONTAIN);
  return status;
}

/* -- Replacement -- */

static strata_status replace_batch_events(st_execution *exec) {
  bool again;
  strata_status status =
      st_replacement_step(exec, st_task_top(exec)->batch, &again);
  if (!status && !again) {
    enter_batch_stage(exec, exec->rules->has_handlers ? ST_BATCH_EARLY_PHASES
                                                      : ST_BATCH_CONTAIN);
  }
  return status;
}

/* -- Contained events -- */

static strata_status push_contained_parts(st_execution *exec, uint32_t number,
                                          uint32_t collect) {
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, number)->type);
  uint32_t frame =
      st_can_happen_new_frame(exec, number, &type->contained_program);
  bool pushed =
      frame != 0 &&
      st_task_push(exec,
                   (st_task){.kind = ST_TASK_INSTRUCTIONS,
                             .frame = frame,
                             .end = type->contained_program.instruction_count,
                             .emits_part = true,
                             .collect_batch = collect});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Push the program that makes the parts of the next event that contains others.
 * Parts that happen one by one do so before the next event is considered
 * (121.2); results are collected in one batch. */
static strata_status contain_next_event(st_execution *exec) {
  st_task *task = st_task_top(exec);
  uint32_t e = task->next;
  while (e != 0) {
    const st_event *event = st_event_get(exec, e);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    bool contains = type->contains != STRATA_CONTAINMENT_NONE;
    if (contains && st_event_is_proposed(event)) break;
    e = event->next;
  }
  if (e == 0) {
    strata_status status = st_turn_order_sort_batch(exec, task->batch);
    if (status) return status;
    const st_batch *batch = st_batch_get(exec, task->batch);
    uint32_t child = batch->result_batch;
    enter_batch_stage(exec, batch->is_result ? ST_BATCH_WAIT_FOR_PARENT
                                             : ST_BATCH_LOOK_BACK);
    return child == 0 || st_batch_begin(exec, child) ? STRATA_OK
                                                     : STRATA_ENOMEM;
  }
  task->next = st_event_get(exec, e)->next;
  uint32_t collect = 0;
  uint32_t batch = task->batch;
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, e)->type);
  if (type->contains == STRATA_CONTAINMENT_RESULTS) {
    collect = st_batch_results(exec, batch);
    if (collect == 0) return STRATA_ENOMEM;
  }
  return push_contained_parts(exec, e, collect);
}

/* -- Performing -- */

static strata_status log_happened(st_execution *exec, uint32_t number) {
  st_event *event = st_event_get(exec, number);
  if (st_event_type_get(exec->rules, event->type)->quiet) return STRATA_OK;
  uint64_t row = 0;
  strata_status status =
      st_event_log_write_words(exec, number, ST_LOGGED_HAPPENED, 0, &row);
  st_event_get(exec, number)->log_row = row;
  return status;
}

/* Whether an event that consists of its parts has none left: then it does not
 * happen. Parts that cannot happen count as parts. */
static bool is_empty_container(const st_event_type *type,
                               const st_event *event) {
  return type->contains != STRATA_CONTAINMENT_NONE && event->part_count == 0;
}

/* Perform the next event: log it, call its handlers and push its program. */
static strata_status perform_next_event(st_execution *exec) {
  st_task *task = st_task_top(exec);
  while (task->next != 0 &&
         !st_event_is_proposed(st_event_get(exec, task->next))) {
    task->next = st_event_get(exec, task->next)->next;
  }
  uint32_t e = task->next;
  if (e == 0) {
    enter_batch_stage(exec, ST_BATCH_RESULTS);
    return STRATA_OK;
  }
  task->next = st_event_get(exec, e)->next;
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, e)->type);
  bool empty = is_empty_container(type, st_event_get(exec, e));
  st_event_get(exec, e)->state = empty ? ST_EVENT_DROPPED : ST_EVENT_HAPPENED;
  st_event_get(exec, e)->has_no_parts = empty;
  if (empty) {
    st_payment_note(exec, e);
    return st_trace_is_on(exec)
               ? st_trace_add_dropped(exec, e, "no part of it is left")
               : STRATA_OK;
  }
  strata_status status = log_happened(exec, e);
  if (!status && st_trace_is_on(exec)) {
    status = st_trace_add_watcher(exec, ST_TRACE_HAPPENED, e, NULL);
  }
  if (!status && st_event_get(exec, e)->type == exec->rules->play->ends) {
    status = st_game_end_come(exec->store);
  }
  if (!status && st_event_get(exec, e)->type == exec->rules->play->starts) {
    status = st_course_begin(exec->store,
                             st_event_affected(exec, st_event_get(exec, e)));
  }
  bool more = false;
  if (!status && type->has_handlers) {
    st_event_get(exec, e)->phases_passed = type->do_phase;
    status = push_next_walk(exec, e, type->do_phase + 1, &more);
  }
  if (status || type->perform_program.instruction_count == 0) return status;
  uint32_t frame = st_can_happen_new_frame(exec, e, &type->perform_program);
  bool pushed =
      frame != 0 &&
      st_task_push(exec,
                   (st_task){.kind = ST_TASK_INSTRUCTIONS,
                             .frame = frame,
                             .end = type->perform_program.instruction_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Decide and record what must be known before anything is performed:
 * destinations, entry order, triggers that look back, and the rows of leaving
 * objects. */
static strata_status prepare_to_perform(st_execution *exec) {
  uint32_t batch = st_task_top(exec)->batch;
  strata_status status = st_destination_choice_ask(exec, batch);
  if (!status) status = st_entry_order_choose(exec, batch);
  enter_batch_stage(exec, ST_BATCH_PERFORM);
  if (!status) status = st_trigger_match_before(exec, batch);
  if (!status) status = st_leave_rows_take(exec, batch);
  if (!status) status = st_chain_note_texts(exec, batch);
  return status ? status : perform_next_event(exec);
}

/* The object that was made, or moved, by the event that a part has joined; 0:
 * that event is not about one. */
static strata_entity find_entrant(st_execution *exec, const st_event *event) {
  strata_entity made = 0;
  for (uint32_t n = event->parent; made == 0 && n != 0;) {
    const st_event *parent = st_event_get(exec, n);
    made = parent->first_made;
    n = parent->is_joined_part ? parent->parent : 0;
  }
  return made;
}

static void set_part_cause(st_execution *exec, st_event *event,
                           strata_entity made) {
  uint32_t cause = st_event_type_field_index(exec->rules, event->type,
                                             exec->rules->common_fields.cause);
  event->words[cause] = (int64_t)made;
}

/* Let the parts that have joined the entry of an object affect the object that
 * has entered, or have it as their cause (607.2). */
static void set_entrants_in_parts(st_execution *exec, uint32_t batch) {
  for (uint32_t n = st_batch_get(exec, batch)->first; n != 0;
       n = st_event_get(exec, n)->next) {
    st_event *event = st_event_get(exec, n);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    bool affects = event->entry_preview != 0;
    if (!event->is_joined_part || (!affects && !event->is_caused_by_entrant)) {
      continue;
    }
    strata_entity made = find_entrant(exec, event);
    if (made != 0 && event->is_caused_by_entrant) {
      set_part_cause(exec, event, made);
    }
    if (made != 0 && affects) {
      event->words[type->affected_index] = (int64_t)made;
    }
    event->entry_preview = 0;
  }
}

/* Perform the results, which were decided together with their events. */
static strata_status perform_results(st_execution *exec) {
  uint32_t child = st_batch_get(exec, st_task_top(exec)->batch)->result_batch;
  enter_batch_stage(exec, ST_BATCH_UPDATE_WORLD);
  if (child == 0) return STRATA_OK;
  set_entrants_in_parts(exec, child);
  bool pushed =
      st_task_push(exec, (st_task){.kind = ST_TASK_BATCH,
                                   .stage = ST_BATCH_PERFORM,
                                   .batch = child,
                                   .next = st_batch_get(exec, child)->first});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* The first object that the events of a batch made themselves; 0: none. */
static strata_entity first_made(st_execution *exec, const st_batch *batch) {
  strata_entity made = 0;
  for (uint32_t e = batch->first; made == 0 && e != 0;
       e = st_event_get(exec, e)->next) {
    made = st_event_get(exec, e)->first_made;
    if (made == 0) {
      made = (strata_entity)st_event_word(exec, e,
                                          exec->rules->common_fields.became);
    }
  }
  return made;
}

/* Bind the first object that was made, for the program that made the batch:
 * where the events made none, the first that their results made, as "create a
 * token" has a move as its result (111.1). */
static void bind_made_entity(st_execution *exec, const st_batch *batch) {
  if (batch->made_variable == 0) return;
  strata_entity made = first_made(exec, batch);
  for (uint32_t child = batch->result_batch; made == 0 && child != 0;
       child = st_batch_get(exec, child)->result_batch) {
    made = first_made(exec, st_batch_get(exec, child));
  }
  st_frame_get(exec, batch->frame)->variables[batch->made_variable - 1] =
      (int64_t)made;
}

/* Behind an entry a replacement sees the state as it is: what has entered is
 * there, and if it is the replacement's own object it is a new one (400.7),
 * also as the source of what follows (607.2). A replacement whose object has
 * left is still that of the object as it was (113.7a). */
static void stop_previewing(st_execution *exec, st_frame *frame) {
  const st_event *event = st_event_get(exec, frame->event);
  frame->uses_preview = false;
  if (event->first_made == 0) return;
  if (frame->self == st_preview_nobody()) frame->self = event->first_made;
  if (event->entry_preview != 0 && frame->self != 0 &&
      frame->self == event->affected_before) {
    frame->self = st_event_affected(exec, event);
  }
}

/* Push the next follow-up. What was applied to an event does its follow-up also
 * where the changed event cannot happen, as only what is impossible is ignored
 * (614.6). A follow-up of who made the event is skipped, as that event did not
 * happen. */
static strata_status push_next_follow_up(st_execution *exec, bool *more) {
  st_batch *batch = st_batch_get(exec, st_task_top(exec)->batch);
  *more = batch->first_follow_up != 0;
  if (!*more) return STRATA_OK;
  st_follow_up follow_up = exec->follow_ups[batch->first_follow_up - 1];
  batch->first_follow_up = follow_up.next;
  if (follow_up.next == 0) batch->last_follow_up = 0;
  st_frame *frame = st_frame_get(exec, follow_up.frame);
  bool refused = st_event_get(exec, frame->event)->state == ST_EVENT_REFUSED;
  if (refused && frame->watcher_def == 0) return STRATA_OK;
  frame->it = follow_up.it;
  stop_previewing(exec, frame);
  frame->stopped = false; /* a STOP before the follow-ups does not end them */
  bool pushed = st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                             .frame = follow_up.frame,
                                             .at = follow_up.at,
                                             .end = follow_up.end});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* After a zone change the event affects the new object (400.7), and an event
 * that affected no object the one that it made: triggers that look at the event
 * afterwards find the new one. */
static void follow_new_object(st_execution *exec, uint32_t number) {
  st_event *event = st_event_get(exec, number);
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  if (event->first_made == 0 || type->affected_index == ST_NO_FIELD_INDEX) {
    return;
  }
  int64_t *who = &event->words[type->affected_index];
  if (*who == 0) {
    *who = (int64_t)event->first_made;
    return;
  }
  uint32_t slot = st_entity_last_known_slot(exec->store, (strata_entity)*who);
  if (slot == 0 || st_get64(exec->store, ST_COLUMN_ENTITY_SUCCESSOR, slot) !=
                       event->first_made) {
    return;
  }
  event->affected_before = (strata_entity)*who;
  *who = (int64_t)event->first_made;
}

/* Do the next trigger that acts at once, and those after it as long as none
 * pushes a task. */
static strata_status do_immediate_triggers(st_execution *exec) {
  bool more = true;
  uint32_t batch = st_task_top(exec)->batch;
  size_t tasks = exec->task_count;
  strata_status status = STRATA_OK;
  while (!status && more && exec->task_count == tasks) {
    st_resume_point_set(exec);
    status = st_trigger_do_next_immediate(exec, batch, &more);
  }
  if (status || more) return status;
  st_trigger_drop_matches(exec, batch);
  enter_batch_stage(exec, exec->rules->has_handlers ? ST_BATCH_LATE_PHASES
                                                    : ST_BATCH_FOLLOW_UPS);
  return STRATA_OK;
}

/* Durations that end at the same moment: all their events are one batch
 * (610.3d). */
static strata_status end_plain_durations(st_execution *exec, uint32_t batch) {
  st_resume_point_forget(exec); /* it pushes all of them in one step */
  uint32_t collect = st_batch_new(exec);
  if (!collect || !st_batch_begin_filling(exec, collect)) return STRATA_ENOMEM;
  return st_trigger_push_plain_ends(exec, batch, collect);
}

/* Push the next phase after "do" of an event of the batch or of its results,
 * all of which have happened. */
static strata_status do_late_phases(st_execution *exec) {
  bool more = false;
  strata_status status = STRATA_OK;
  while (!status && !more) {
    st_task *task = st_task_top(exec);
    uint32_t e = task->next;
    if (e == 0) break;
    const st_event *event = st_event_get(exec, e);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    if (event->state == ST_EVENT_HAPPENED && type->has_handlers) {
      status = push_next_walk(exec, e, type->phase_count, &more);
      if (status || more) return status;
    }
    uint32_t child = st_batch_get(exec, event->batch)->result_batch;
    task->next = event->next;
    if (task->next == 0 && child != 0) {
      task->next = st_batch_get(exec, child)->first;
    }
  }
  if (!status && !more) enter_batch_stage(exec, ST_BATCH_FOLLOW_UPS);
  return status;
}

/* End the next duration; after the last one match all other triggers. */
static strata_status end_next_duration(st_execution *exec) {
  bool more;
  uint32_t batch = st_task_top(exec)->batch;
  st_resume_point_set(exec);
  if (st_trigger_has_plain_ends(exec, batch)) {
    return end_plain_durations(exec, batch);
  }
  strata_status status = st_trigger_do_next_end(exec, batch, &more);
  if (status || more) return status;
  enter_batch_stage(exec, ST_BATCH_TRIGGER);
  uint32_t told;
  status = st_trigger_match_after(exec, batch, &told);
  if (status) return status;
  if (told == 0) return do_immediate_triggers(exec);
  return st_batch_begin(exec, told) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status update_after_perform(st_execution *exec) {
  uint32_t batch = st_task_top(exec)->batch;
  uint32_t e = st_batch_get(exec, batch)->first;
  for (; e != 0; e = st_event_get(exec, e)->next) {
    follow_new_object(exec, e);
  }
  if (st_batch_get(exec, batch)->is_result) {
    enter_batch_stage(
        exec, ST_BATCH_FOLLOW_UPS); /* the outermost batch does all else */
    return STRATA_OK;
  }
  enter_batch_stage(exec, ST_BATCH_END_DURATIONS);
  st_leave_rows_end(exec);
  strata_status status = st_used_watchers_end_spent(exec);
  if (!status) status = st_mutator_end_expired(exec->change);
  if (!status && st_game_end(exec->store) != 0) {
    exec->task_count = 0; /* nothing more is performed (104.1) */
    return STRATA_OK;
  }
  if (!status) status = st_trigger_match_durations(exec, batch);
  return status ? status : end_next_duration(exec);
}

static strata_status end_batch(st_execution *exec) {
  bool more;
  strata_status status = push_next_follow_up(exec, &more);
  if (status || more) return status;
  st_batch batch = *st_batch_get(exec, st_task_top(exec)->batch);
  bind_made_entity(exec, &batch);
  exec->task_count--;
  return STRATA_OK;
}

/* -- The stages -- */

strata_status st_batch_step(st_execution *exec) {
  switch ((st_batch_stage)st_task_top(exec)->stage) {
  case ST_BATCH_FILL:
    enter_batch_stage(exec, ST_BATCH_MERGE);
    return STRATA_OK;
  case ST_BATCH_MERGE:
    return merge_results(exec);
  case ST_BATCH_CHECK_PHASE:
    return do_check_phase(exec);
  case ST_BATCH_REPLACE:
    return replace_batch_events(exec);
  case ST_BATCH_EARLY_PHASES:
    return do_early_phases(exec);
  case ST_BATCH_CONTAIN:
    return contain_next_event(exec);
  case ST_BATCH_WAIT_FOR_PARENT:
    exec->task_count--;
    return STRATA_OK;
  case ST_BATCH_LOOK_BACK:
    return prepare_to_perform(exec);
  case ST_BATCH_PERFORM:
    return perform_next_event(exec);
  case ST_BATCH_RESULTS:
    return perform_results(exec);
  case ST_BATCH_UPDATE_WORLD:
    return update_after_perform(exec);
  case ST_BATCH_END_DURATIONS:
    return end_next_duration(exec);
  case ST_BATCH_TRIGGER:
    return do_immediate_triggers(exec);
  case ST_BATCH_LATE_PHASES:
    return do_late_phases(exec);
  case ST_BATCH_FOLLOW_UPS:
    break;
  }
  return end_batch(exec);
}
