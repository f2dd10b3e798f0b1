/*
 * trigger.c - who is set off by what happens (603, 610.3).
 *
 * Matching and what comes of it are apart: who looks back is matched before
 * anything is performed, but its row in the log comes after that of the event,
 * and what it captures is of both. So matches are kept in one array, as a range
 * of the batch that they are of. A batch that happens meanwhile puts its own
 * behind them and takes them away again, since tasks are a stack.
 *
 * A STATE code is latched as long as a row of its ability waits or is on the
 * stack (603.8). That is asked of the rows themselves: there is no latch that
 * somebody would have to open.
 */
#include "play/events/trigger.h"

#include "play/events/trigger_count.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/start.h"
#include "play/replace/replacement.h"
#include "rules/model/sba_def.h"
#include "world/tables/pending_triggers.h"

#include <string.h>

static const st_watcher_def *
def_of_candidate(const st_execution *run, const st_watcher_candidate *found) {
  return st_watcher_def_get(run->rules, found->watcher_def);
}

/* -- Matching one -- */

static strata_status add_match(const st_trigger_hearing *h,
                               const st_watcher_candidate *found,
                               uint32_t count) {
  st_execution *run = h->run;
  const st_watcher_def *code = def_of_candidate(run, found);
  size_t names = code->program.variables.count;
  int64_t *given = NULL;
  if (code->program.parameter_count > 0) {
    given = st_arena_alloc(&run->arena, names, sizeof given[0]);
    if (!given) return STRATA_ENOMEM;
    memcpy(given, found->variables, names * sizeof given[0]);
  }
  if (!st_mem_reserve(run->mem, &run->matches, &run->match_capacity,
                      run->match_count + 1, sizeof run->matches[0])) {
    return STRATA_ENOMEM;
  }
  run->matches[run->match_count++] = (st_trigger_match){
      .watcher_def = found->watcher_def,
      .event = h->event,
      .count = count,
      .looks_back = h->looks_back,
      .ends_duration = code->role == STRATA_ROLE_UNTIL,
      .acts_at_once = code->immediate || code->role == STRATA_ROLE_UNTIL,
      .self = found->self,
      .controller = found->you,
      .id = found->id,
      .given_variables = given};
  st_batch_get(run, h->batch)->match_end = run->match_count;
  return STRATA_OK;
}

/* The intervening if (603.4). */
static strata_status holds_intervening_if(st_execution *run,
                                          const st_watcher_candidate *found,
                                          uint32_t event, bool *holds) {
  const strata_expr *only_if = def_of_candidate(run, found)->only_if;
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  if (only_if) status = st_applicability_eval(run, found, event, only_if, &yes);
  *holds = yes != 0;
  return status;
}

/* What it says holds of the event, and its intervening if does. */
static strata_status does_watcher_match(st_execution *run,
                                        const st_watcher_candidate *found,
                                        uint32_t event, bool *yes) {
  strata_status status = st_applicability_test(run, found, event, yes);
  if (status || !*yes) return status;
  return holds_intervening_if(run, found, event, yes);
}

/* One that is once a batch, and was set off by another event (603.2c): this one
 * may still be what lets it trigger more often. */
static strata_status match_again_in_batch(st_trigger_hearing *h,
                                          const st_watcher_candidate *found) {
  st_execution *run = h->run;
  strata_event_type kind = st_event_get(run, h->event)->type;
  bool yes =
      st_watcher_index_may_have(&run->index, kind, ST_WATCHER_INDEX_ROLE(MORE));
  uint32_t more = 0;
  strata_status status = STRATA_OK;
  if (yes) status = does_watcher_match(run, found, h->event, &yes);
  if (!status && yes) status = st_trigger_count_modify(h, found, &more);
  if (status || more == 0) return status;
  size_t i = st_batch_get(run, h->batch)->match_end;
  while (!st_watcher_id_same(&run->matches[i - 1].id, &found->id)) {
    i--;
  }
  run->matches[i - 1].count =
      st_trigger_count_add(run->matches[i - 1].count, more);
  return STRATA_OK;
}

/* Somebody who may be meant. What has a limit is used up only by what it does
 * trigger on. */
static strata_status match_listener(st_trigger_hearing *h, uint32_t item) {
  st_execution *run = h->run;
  const st_watcher_candidate *found = st_watcher_index_get(&run->index, item);
  const st_watcher_def *code = def_of_candidate(run, found);
  uint32_t count = 1;
  bool yes;
  if (code->once_per_batch && st_trigger_count_has_once(h, &found->id)) {
    return match_again_in_batch(h, found);
  }
  bool counted = st_use_limits_has_any(code, found);
  if (counted && st_use_limits_left(run, found) == 0) return STRATA_OK;
  strata_status status = does_watcher_match(run, found, h->event, &yes);
  bool weighs = yes && code->role == STRATA_ROLE_TRIGGER;
  if (!status && weighs && !st_trigger_count_is_unmodified(h)) {
    status = st_trigger_count_modify(h, found, &count);
  }
  if (status || !yes || count == 0) return status;
  if (counted) status = st_trigger_count_record_use(run, found);
  if (!status && code->once_per_batch)
    status = st_trigger_count_add_once(h, &found->id);
  return status ? status : add_match(h, found, count);
}

/* -- Matching all -- */

static bool is_event_to_match(const st_event *event, bool before) {
  return event->state == (before ? ST_EVENT_PROPOSED : ST_EVENT_HAPPENED);
}

/* What is to be said of whom an account is asked about. */
static strata_status trace_why_not(const st_trigger_hearing *h,
                                   st_listener_group ears) {
  st_execution *run = h->run;
  if (!st_trace_is_on(run) || run->trace->asked_watcher_def == 0)
    return STRATA_OK;
  bool until = ears == ST_LISTENERS_UNTIL_LOOK_AFTER ||
               ears == ST_LISTENERS_UNTIL_LOOK_BACK;
  strata_watcher_role role =
      st_watcher_def_get(run->rules, run->trace->asked_watcher_def)->role;
  if (until != (role == STRATA_ROLE_UNTIL)) return STRATA_OK;
  return st_why_not_at(run, h->event, h->batch,
                       h->looks_back ? ST_WHY_NOT_LOOK_BACK
                                     : ST_WHY_NOT_LOOK_AFTER);
}

/* Those of such ears, for one event. */
static strata_status match_event_listeners(st_execution *run, uint32_t batch,
                                           uint32_t event,
                                           st_listener_group ears) {
  size_t from = run->listeners.item_count;
  st_trigger_hearing h = {.run = run, .batch = batch, .event = event};
  h.looks_back =
      ears == ST_LISTENERS_LOOK_BACK || ears == ST_LISTENERS_UNTIL_LOOK_BACK;
  strata_status status = trace_why_not(&h, ears);
  if (!status) status = st_trigger_count_listen(&h, ears);
  size_t end = run->listeners.item_count;
  for (size_t i = from; !status && i < end; i++) {
    status = match_listener(&h, run->listeners.items[i]);
  }
  run->listeners.item_count = from;
  return status;
}

/* The events of a batch, and their results. */
static strata_status match_batch_events(st_execution *run, uint32_t batch,
                                        st_listener_group ears, bool before) {
  strata_status status = STRATA_OK;
  for (uint32_t b = batch; b != 0; b = st_batch_get(run, b)->result_batch) {
    uint32_t e = st_batch_get(run, b)->first;
    for (; !status && e != 0; e = st_event_get(run, e)->next) {
      if (!is_event_to_match(st_event_get(run, e), before)) continue;
      status = match_event_listeners(run, batch, e, ears);
    }
  }
  return status;
}

strata_status st_trigger_match_before(st_execution *run, uint32_t batch) {
  st_batch *b = st_batch_get(run, batch);
  b->match_first = b->match_end = b->match_next = run->match_count;
  strata_status status =
      match_batch_events(run, batch, ST_LISTENERS_UNTIL_LOOK_BACK, true);
  return status ? status
                : match_batch_events(run, batch, ST_LISTENERS_LOOK_BACK, true);
}

strata_status st_trigger_match_durations(st_execution *run, uint32_t batch) {
  return match_batch_events(run, batch, ST_LISTENERS_UNTIL_LOOK_AFTER, false);
}

/* -- How things are -- */

/* Whether a row is in the queue, or an object that is still there holds it. */
static bool is_pending_or_stacked(const st_store *store, uint32_t row) {
  uint32_t holder = st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row);
  return st_pending_trigger_is_used(store, row) &&
         (holder == 0 || st_get_bit(store, ST_COLUMN_ENTITY_LIVE, holder));
}

static bool is_state_trigger_latched(const st_execution *run,
                                     const st_watcher_candidate *found) {
  const st_store *store = run->store;
  uint64_t identity = st_watcher_id_save_key(&found->id, run->rules);
  uint32_t top = (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_TOP);
  for (uint32_t row = 1; row <= top; row++) {
    if (st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row) == identity &&
        st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) ==
            found->watcher_def &&
        is_pending_or_stacked(store, row)) {
      return true;
    }
  }
  return false;
}

static strata_status match_state_trigger(st_execution *run, uint32_t batch,
                                         const st_watcher_candidate *found) {
  const st_watcher_def *code = def_of_candidate(run, found);
  st_trigger_hearing h = {.run = run, .batch = batch};
  int64_t is_so = 0;
  bool yes;
  if (st_use_limits_left(run, found) == 0) return STRATA_OK;
  strata_status status =
      st_applicability_eval(run, found, 0, code->when, &is_so);
  if (status || !is_so || is_state_trigger_latched(run, found)) return status;
  status = holds_intervening_if(run, found, 0, &yes);
  if (status || !yes) return status;
  status = st_trigger_count_record_use(run, found);
  return status ? status : add_match(&h, found, 1);
}

static strata_status match_state_triggers(st_execution *run, uint32_t batch) {
  uint32_t n;
  strata_status status = st_watcher_index_find(
      &run->index, 0, NULL, ST_WATCHER_INDEX_ROLE(STATE), &n);
  while (!status && n != 0) {
    const st_watcher_candidate *found = st_watcher_index_get(&run->index, n);
    status = match_state_trigger(run, batch, found);
    n = found->next;
  }
  return status;
}

/* -- What has triggered -- */

uint64_t st_trigger_field_key(const strata_rules *rules, strata_field field) {
  return st_note_key_of(rules->field_keys[field - 1], 1);
}

static uint64_t variable_note_key(const st_expr_variable *name) {
  return st_note_key(name->text, strlen(name->text), 0);
}

static strata_field field_at_place(const st_execution *run, uint32_t event,
                                   uint32_t i) {
  return st_event_type_get(run->rules, run->events[event - 1].type)->fields[i];
}

/* The words of its event, as it has seen them. */
static uint32_t write_event_notes(st_execution *run, const st_trigger_match *m,
                                  st_note *notes) {
  uint32_t count = 0;
  if (m->event == 0) return 0;
  const st_event *e = st_event_get(run, m->event);
  uint32_t fields = st_event_type_get(run->rules, e->type)->field_count;
  for (uint32_t i = 0; i < fields; i++) {
    strata_field field = field_at_place(run, m->event, i);
    int64_t value = m->looks_back ? st_event_word_before(run, m->event, field)
                                  : e->words[i];
    if (value == 0) continue;
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    notes[count++] = (st_note){st_trigger_field_key(run->rules, field),
                               st_raw_value_of(type, value)};
  }
  return count;
}

static uint32_t write_variable_notes(const st_execution *run,
                                     const st_trigger_match *m,
                                     st_note *notes) {
  const st_program *deeds =
      &st_watcher_def_get(run->rules, m->watcher_def)->program;
  uint32_t count = 0;
  for (uint32_t i = 0; m->given_variables && i < deeds->parameter_count; i++) {
    const st_expr_variable *name =
        &deeds->variables.variables[ST_VARIABLE_FIRST_OWN + i];
    int64_t value = m->given_variables[ST_VARIABLE_FIRST_OWN + i];
    if (value == 0) continue;
    notes[count++] =
        (st_note){variable_note_key(name), st_raw_value_of(name->type, value)};
  }
  return count;
}

static strata_status trace_triggered(st_execution *run,
                                     const st_trigger_match *m, uint64_t row) {
  if (!st_trace_is_on(run)) return STRATA_OK;
  st_trace_note *note = st_trace_add(run, ST_TRACE_TRIGGERED, m->event);
  if (!note) return STRATA_ENOMEM;
  note->watcher_def = m->watcher_def;
  note->self = m->self;
  note->count = m->count;
  note->log_row = row;
  return STRATA_OK;
}

/* A row of the log: what has triggered, below its event. Of kinds that are
 * quiet nothing is told. */
static strata_status log_triggered(st_execution *run,
                                   const st_trigger_match *m) {
  uint64_t number;
  if (m->event != 0 &&
      st_event_type_get(run->rules, st_event_get(run, m->event)->type)->quiet) {
    return trace_triggered(run, m, 0);
  }
  st_new_log_row row = {.what = ST_LOGGED_TRIGGERED,
                        .watcher_def = m->watcher_def,
                        .source = m->self,
                        .count = m->count};
  if (m->event != 0) {
    const st_event *e = st_event_get(run, m->event);
    const st_event_type *kind = st_event_type_get(run->rules, e->type);
    row.event_type = e->type;
    row.parent = e->log_row;
    if (kind->affected_index != ST_NO_FIELD_INDEX) {
      strata_field field = kind->fields[kind->affected_index];
      row.who = (strata_entity)st_event_word_before(run, m->event, field);
    }
  }
  strata_status status = st_log_add(run->store, &row, &number);
  return status ? status : trace_triggered(run, m, number);
}

/* `own` is what it captures besides its event. */
static strata_status add_pending_trigger(st_execution *run,
                                         const st_trigger_match *m,
                                         const st_note *own,
                                         uint32_t own_count) {
  st_note notes[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = write_event_notes(run, m, notes);
  st_note *all = notes;
  if (own_count > 0) {
    all = st_arena_alloc(&run->arena, count + own_count, sizeof all[0]);
    if (!all) return STRATA_ENOMEM;
    memcpy(all, own, own_count * sizeof all[0]);
    memcpy(all + own_count, notes, count * sizeof all[0]);
  }
  uint32_t row;
  st_new_pending_trigger fired = {
      .watcher_def = m->watcher_def,
      .source = m->self,
      .you = m->controller,
      .identity = st_watcher_id_save_key(&m->id, run->rules),
      .count = m->count,
      .variables = all,
      .variable_count = own_count + count};
  return st_pending_trigger_add(run->store, &fired, &row);
}

/* Codes that are immediate act later: here they are only told of. */
static strata_status record_match(st_execution *run,
                                  const st_trigger_match *m) {
  const st_watcher_def *code = st_watcher_def_get(run->rules, m->watcher_def);
  if (m->ends_duration) return trace_triggered(run, m, 0);
  strata_status status = log_triggered(run, m);
  if (status || m->acts_at_once) return status;
  uint32_t room = code->program.parameter_count;
  st_note *own = m->given_variables
                     ? st_arena_alloc(&run->arena, room, sizeof *own)
                     : NULL;
  if (m->given_variables && !own) return STRATA_ENOMEM;
  return add_pending_trigger(run, m, own, write_variable_notes(run, m, own));
}

static strata_status record_matches(st_execution *run, uint32_t batch) {
  bool held = st_watcher_index_is_current(&run->index);
  const st_batch *b = st_batch_get(run, batch);
  strata_status status = STRATA_OK;
  for (size_t i = b->match_first; !status && i < b->match_end; i++) {
    status = record_match(run, &run->matches[i]);
  }
  st_watcher_index_stay_current(&run->index, held);
  return status;
}

/* -- What triggers on that -- */

bool st_trigger_is_second_order(const strata_rules *rules,
                                strata_watcher_def code) {
  strata_event_type kind = st_watcher_def_get(rules, code)->event_type;
  return kind != 0 && rules->play->triggered != 0 &&
         st_event_type_get(rules, kind)->unaliased == rules->play->triggered;
}

/* Whether anybody watches for abilities to trigger. */
static strata_status is_triggering_watched(st_execution *run, bool *out) {
  uint32_t first = 0;
  strata_status status = STRATA_OK;
  strata_event_type kind = run->rules->play->triggered;
  if (kind != 0) {
    status = st_watcher_index_find(&run->index, kind, NULL,
                                   ST_WATCHER_INDEX_ALL_ROLES, &first);
  }
  *out = first != 0;
  return status;
}

/* The event that one has triggered, if it is to be told. */
static strata_status emit_triggered_event(st_execution *run,
                                          const st_trigger_match *m,
                                          uint32_t batch) {
  if (m->ends_duration ||
      st_trigger_is_second_order(run->rules, m->watcher_def))
    return STRATA_OK;
  strata_event_type id = run->rules->play->triggered;
  const st_event_type *kind = st_event_type_get(run->rules, id);
  const st_common_fields *common = &run->rules->common_fields;
  uint32_t event = st_event_new(run, id, batch);
  if (event == 0) return STRATA_ENOMEM;
  st_event *e = st_event_get(run, event);
  e->parent = m->event;
  e->words[kind->affected_index] = (int64_t)m->self;
  e->words[st_event_type_field_index(run->rules, id, common->by)] =
      (int64_t)m->controller;
  e->words[st_event_type_field_index(run->rules, id, common->cause)] =
      (int64_t)m->self;
  if (kind->amount_index != ST_NO_FIELD_INDEX)
    e->words[kind->amount_index] = m->count;
  return STRATA_OK;
}

/* Some have triggered: *told is a batch of what is to happen next, or 0. */
static strata_status emit_triggered_events(st_execution *run,
                                           const st_trigger_match *all,
                                           size_t count, uint32_t *told) {
  bool heard = false;
  strata_status status =
      count > 0 ? is_triggering_watched(run, &heard) : STRATA_OK;
  if (status || !heard) return status;
  uint32_t batch = st_batch_new(run);
  if (batch == 0) return STRATA_ENOMEM;
  for (size_t i = 0; !status && i < count; i++) {
    status = emit_triggered_event(run, &all[i], batch);
  }
  if (!status && st_batch_get(run, batch)->count > 0) *told = batch;
  return status;
}

strata_status st_trigger_match_after(st_execution *run, uint32_t batch,
                                     uint32_t *told) {
  *told = 0;
  strata_status status =
      match_batch_events(run, batch, ST_LISTENERS_LOOK_AFTER, false);
  if (!status) status = match_state_triggers(run, batch);
  if (!status) status = record_matches(run, batch);
  if (!status) status = st_replacement_end_spent(run);
  st_batch *b = st_batch_get(run, batch);
  b->match_next = b->match_first;
  if (status || b->match_end == b->match_first) return status;
  return emit_triggered_events(run, run->matches + b->match_first,
                               b->match_end - b->match_first, told);
}

/* -- Those who act at once -- */

/* A frame for its deeds. The intervening if must hold still, and its player may
 * let it be: then *yes is false. */
static strata_status new_match_frame(st_execution *run,
                                     const st_trigger_match *m,
                                     uint32_t *frame_number, bool *yes) {
  const st_watcher_def *code = st_watcher_def_get(run->rules, m->watcher_def);
  const st_program *deeds = &code->program;
  uint32_t number = st_frame_new(run, deeds, m->self, m->controller, m->event);
  *frame_number = number;
  *yes = true;
  if (number == 0) return STRATA_ENOMEM;
  st_frame *frame = st_frame_get(run, number);
  if (m->given_variables) {
    memcpy(frame->variables, m->given_variables,
           deeds->variables.count * sizeof frame->variables[0]);
  }
  frame->looks_back = m->looks_back;
  if (code->counts_done) {
    frame->limits_key = st_watcher_id_save_key(&m->id, run->rules);
  }
  strata_status status = STRATA_OK;
  if (code->only_if) {
    status = st_frame_holds(run, number, code->only_if, yes);
  }
  strata_verdict verdict = STRATA_VERDICT_RESOLVED_IF;
  if (!status && *yes) {
    verdict = STRATA_VERDICT_DECLINED;
    status = st_use_limits_try(run, m->watcher_def, number, yes);
  }
  if (!status && !*yes && st_trace_is_on(run)) {
    status = st_why_not_add_undone(run, number, m->watcher_def, verdict);
  }
  return status;
}

static strata_status push_frame_program(st_execution *run,
                                        const st_program *deeds, uint32_t frame,
                                        uint32_t collect) {
  bool pushed = st_task_push(run, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                            .frame = frame,
                                            .end = deeds->instruction_count,
                                            .collect_batch = collect});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* What is emitted goes into the batch `collect`, if that is not 0. */
static strata_status push_match_program(st_execution *run,
                                        const st_trigger_match *m,
                                        uint32_t collect) {
  const st_program *deeds =
      &st_watcher_def_get(run->rules, m->watcher_def)->program;
  uint32_t frame;
  bool yes;
  strata_status status = new_match_frame(run, m, &frame, &yes);
  return status || !yes ? status
                        : push_frame_program(run, deeds, frame, collect);
}

/* Whether a program is a handler, and the run may go on: then it needs no
 * task. */
static bool is_single_handler(const st_execution *run,
                              const st_program *deeds) {
  return deeds->instruction_count == 1 &&
         deeds->instructions[0].op == STRATA_DO_RUN &&
         !deeds->instructions[0].when && run->steps < run->max_steps &&
         st_execution_event_total(run) <= run->max_events;
}

/* Do its deeds before anything else. What a handler was run in is forgotten
 * where nothing came of it that could speak of it. */
static strata_status execute_match(st_execution *run,
                                   const st_trigger_match *m) {
  const st_program *deeds =
      &st_watcher_def_get(run->rules, m->watcher_def)->program;
  if (!is_single_handler(run, deeds)) return push_match_program(run, m, 0);
  st_stack_marks room = st_stack_marks_get(run);
  st_task task = {.kind = ST_TASK_INSTRUCTIONS, .end = 1};
  bool yes;
  strata_status status = new_match_frame(run, m, &task.frame, &yes);
  if (status || !yes) return status;
  run->steps++;
  status = st_handler_call_run(run, &task, deeds->instructions);
  if (!status) st_stack_marks_drop_frame(run, &room);
  return status;
}

/* The next match of the batch that is an end of a duration, or is none and
 * immediate. */
static strata_status execute_next_match(st_execution *run, uint32_t batch,
                                        bool until, bool *more) {
  st_batch *b = st_batch_get(run, batch);
  *more = false;
  for (; b->match_next < b->match_end; b->match_next++) {
    st_trigger_match *m = &run->matches[b->match_next];
    if (!m->acts_at_once || m->ends_duration != until || m->count == 0)
      continue;
    *more = true;
    m->count--;
    return execute_match(run, m);
  }
  return STRATA_OK;
}

/* Whether it makes events and needs nothing of what comes of them. */
static bool only_emits(const st_program *deeds) {
  for (uint32_t i = 0; i < deeds->instruction_count;
       i = deeds->instructions[i].end) {
    const st_instruction *deed = &deeds->instructions[i];
    if (deed->op != STRATA_DO_EMIT || deed->bound_variable != 0) return false;
  }
  return true;
}

/* An end that can happen together with others. */
static bool is_plain_duration_end(const st_execution *run,
                                  const st_trigger_match *m) {
  return m->ends_duration && m->count > 0 &&
         only_emits(&st_watcher_def_get(run->rules, m->watcher_def)->program);
}

bool st_trigger_has_plain_ends(st_execution *run, uint32_t batch) {
  const st_batch *b = st_batch_get(run, batch);
  for (size_t i = b->match_first; i < b->match_end; i++) {
    if (is_plain_duration_end(run, &run->matches[i])) return true;
  }
  return false;
}

strata_status st_trigger_push_plain_ends(st_execution *run, uint32_t batch,
                                         uint32_t collect) {
  const st_batch *b = st_batch_get(run, batch);
  size_t first = b->match_first;
  strata_status status = STRATA_OK;
  for (size_t i = b->match_end; !status && i > first; i--) {
    st_trigger_match *m = &run->matches[i - 1];
    if (!is_plain_duration_end(run, m)) continue;
    m->count = 0;
    status = push_match_program(run, m, collect);
  }
  return status;
}

strata_status st_trigger_do_next_end(st_execution *run, uint32_t batch,
                                     bool *more) {
  return execute_next_match(run, batch, true, more);
}

strata_status st_trigger_do_next_immediate(st_execution *run, uint32_t batch,
                                           bool *more) {
  return execute_next_match(run, batch, false, more);
}

void st_trigger_drop_matches(st_execution *run, uint32_t batch) {
  const st_batch *b = st_batch_get(run, batch);
  assert(b->match_end == run->match_count);
  run->match_count = b->match_first;
}

/* -- Reflexive ones -- */

/* The event of a frame, if what the code says is about such. */
static uint32_t event_for_reflexive(const st_execution *run,
                                    const st_frame *frame,
                                    const st_watcher_def *code) {
  if (frame->event == 0) return 0;
  strata_event_type kind = run->events[frame->event - 1].type;
  return st_event_type_get(run->rules, code->event_type)->unaliased == kind
             ? frame->event
             : 0;
}

static strata_status read_given_variables(st_execution *run,
                                          const st_watcher_def *code,
                                          const st_note *notes, uint32_t count,
                                          int64_t **out) {
  const st_expr_variables *names = &code->program.variables;
  *out = st_arena_alloc(&run->arena, names->count, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  for (uint32_t i = ST_VARIABLE_FIRST_OWN; i < names->count; i++) {
    uint64_t key = variable_note_key(&names->variables[i]);
    for (uint32_t n = 0; n < count; n++) {
      if (notes[n].key == key) (*out)[i] = st_raw_value_number(notes[n].value);
    }
  }
  return STRATA_OK;
}

static strata_status trigger_reflexive_now(st_execution *run,
                                           const st_watcher_candidate *found,
                                           const st_trigger_match *m,
                                           const st_note *notes, uint32_t count,
                                           uint32_t *told) {
  bool yes;
  if (st_use_limits_left(run, found) == 0) return STRATA_OK;
  strata_status status = holds_intervening_if(run, found, m->event, &yes);
  if (status || !yes) return status;
  status = st_trigger_count_record_use(run, found);
  bool held = st_watcher_index_is_current(&run->index);
  if (!status) status = log_triggered(run, m);
  if (!status && !def_of_candidate(run, found)->immediate) {
    status = add_pending_trigger(run, m, notes, count);
  } else if (!status) {
    status = push_match_program(run, m, 0);
  }
  st_watcher_index_stay_current(&run->index, held);
  return status ? status : emit_triggered_events(run, m, 1, told);
}

strata_status st_trigger_reflexive(st_execution *run, uint32_t frame,
                                   const st_instruction *deed, uint32_t *told) {
  *told = 0;
  const st_watcher_def *code = st_watcher_def_get(run->rules, deed->what);
  st_note *notes =
      st_arena_alloc(&run->arena, deed->argument_count, sizeof notes[0]);
  uint32_t count;
  int64_t *names;
  if (!notes) return STRATA_ENOMEM;
  strata_status status = st_start_given_notes(run, frame, deed, notes, &count);
  if (!status) status = read_given_variables(run, code, notes, count, &names);
  if (status) return status;
  const st_frame *f = st_frame_get(run, frame);
  st_watcher_candidate found = {
      .id = st_watcher_id_of_instruction(f->self, deed->what),
      .self = f->self,
      .you = (strata_entity)f->variables[ST_VARIABLE_YOU],
      .watcher_def = deed->what,
      .variables = names};
  names[ST_VARIABLE_YOU] = (int64_t)found.you;
  st_trigger_match m = {.watcher_def = deed->what,
                        .event = event_for_reflexive(run, f, code),
                        .count = 1,
                        .looks_back = f->looks_back,
                        .self = found.self,
                        .controller = found.you,
                        .id = found.id,
                        .given_variables = names};
  return trigger_reflexive_now(run, &found, &m, notes, count, told);
}

/* -- Resolving -- */

/* The words of an event that the row's notes say. */
static void read_noted_words(const st_execution *run, const st_event_type *kind,
                             uint32_t row, int64_t *words) {
  uint64_t keys[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  for (uint32_t i = 0; i < kind->field_count; i++) {
    keys[i] = st_trigger_field_key(run->rules, kind->fields[i]);
  }
  uint32_t n = st_notes_first(run->store, st_pending_trigger_variables(row));
  for (; n != 0; n = st_notes_next(run->store, n)) {
    st_note note = st_notes_at(run->store, n);
    for (uint32_t i = 0; i < kind->field_count; i++) {
      if (keys[i] == note.key) words[i] = st_raw_value_number(note.value);
    }
  }
}

/* An event with these words. */
static uint32_t rebuild_event(st_execution *run, const st_watcher_def *code,
                              uint32_t row) {
  uint32_t batch = st_batch_new(run);
  uint32_t event = batch ? st_event_new(run, code->event_type, batch) : 0;
  if (event == 0) return 0;
  st_event *e = st_event_get(run, event);
  e->state = ST_EVENT_HAPPENED;
  read_noted_words(run, st_event_type_get(run->rules, e->type), row, e->words);
  return event;
}

strata_status st_trigger_new_frame(st_execution *run, uint32_t row,
                                   uint32_t *frame) {
  const st_store *store = run->store;
  assert(st_pending_trigger_is_used(store, row));
  strata_watcher_def id = st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  const st_watcher_def *code = st_watcher_def_get(run->rules, id);
  uint32_t event = code->event_type != 0 ? rebuild_event(run, code, row) : 0;
  if (code->event_type != 0 && event == 0) return STRATA_ENOMEM;
  *frame = st_frame_new(run, &code->program,
                        st_get64(store, ST_COLUMN_TRIGGER_SOURCE, row),
                        st_get64(store, ST_COLUMN_TRIGGER_YOU, row), event);
  if (*frame == 0) return STRATA_ENOMEM;
  st_frame_get(run, *frame)->limits_key =
      st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row);
  int64_t *names = st_frame_get(run, *frame)->variables;
  for (uint32_t i = ST_VARIABLE_FIRST_OWN; i < code->program.variables.count;
       i++) {
    st_raw_value word;
    uint64_t key = variable_note_key(&code->program.variables.variables[i]);
    if (st_notes_find(store, st_pending_trigger_variables(row), key, &word)) {
      names[i] = st_raw_value_number(word);
    }
  }
  return STRATA_OK;
}
