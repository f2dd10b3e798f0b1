/*
 * trigger_record.c - triggers that have matched, as pending triggers, rows of
 * the log and events.
 *
 * A pending trigger keeps the words of its event and its own variables as
 * notes, so that it survives saves and changes of the rules.
 * st_trigger_new_frame makes a frame of these notes again when the trigger
 * resolves.
 */
#include "play/events/trigger_record.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/trace.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "rules/model/sba_def.h"
#include "world/tables/pending_triggers.h"

#include <string.h>

uint64_t st_trigger_field_key(const strata_rules *rules, strata_field field) {
  return st_note_key_of(rules->field_keys[field - 1], 1);
}

uint64_t st_trigger_variable_key(const st_expr_variable *name) {
  return st_note_key(name->text, strlen(name->text), 0);
}

static strata_field field_at_place(const st_execution *exec, uint32_t event,
                                   uint32_t i) {
  return st_event_type_get(exec->rules, exec->events[event - 1].type)
      ->fields[i];
}

/* Write the words of the event as notes, as the trigger has seen them: before
 * the event or after it. */
static uint32_t write_event_notes(st_execution *exec, const st_trigger_match *m,
                                  st_note *notes) {
  uint32_t count = 0;
  if (m->event == 0) return 0;
  const st_event *e = st_event_get(exec, m->event);
  uint32_t fields = st_event_type_get(exec->rules, e->type)->field_count;
  for (uint32_t i = 0; i < fields; i++) {
    strata_field field = field_at_place(exec, m->event, i);
    int64_t value = m->looks_back ? st_event_word_before(exec, m->event, field)
                                  : e->words[i];
    if (value == 0) continue;
    strata_type type = (strata_type)exec->rules->field_types[field - 1];
    notes[count++] = (st_note){st_trigger_field_key(exec->rules, field),
                               st_raw_value_of(type, value)};
  }
  return count;
}

static uint32_t write_variable_notes(const st_execution *exec,
                                     const st_trigger_match *m,
                                     st_note *notes) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, m->watcher_def)->program;
  uint32_t count = 0;
  for (uint32_t i = 0; m->given_variables && i < program->parameter_count;
       i++) {
    const st_expr_variable *name =
        &program->variables.variables[ST_VARIABLE_FIRST_OWN + i];
    int64_t value = m->given_variables[ST_VARIABLE_FIRST_OWN + i];
    if (value == 0) continue;
    notes[count++] = (st_note){st_trigger_variable_key(name),
                               st_raw_value_of(name->type, value)};
  }
  return count;
}

static strata_status trace_triggered(st_execution *exec,
                                     const st_trigger_match *m, uint64_t row) {
  if (!st_trace_is_on(exec)) return STRATA_OK;
  st_trace_note *note = st_trace_add(exec, ST_TRACE_TRIGGERED, m->event);
  if (!note) return STRATA_ENOMEM;
  note->watcher_def = m->watcher_def;
  note->self = m->self;
  note->count = m->count;
  note->log_row = row;
  return STRATA_OK;
}

/* Events of quiet types are not logged. */
strata_status st_trigger_log(st_execution *exec, const st_trigger_match *m) {
  uint64_t number;
  if (m->event != 0 &&
      st_event_type_get(exec->rules, st_event_get(exec, m->event)->type)
          ->quiet) {
    return trace_triggered(exec, m, 0);
  }
  st_new_log_row row = {.what = ST_LOGGED_TRIGGERED,
                        .watcher_def = m->watcher_def,
                        .source = m->self,
                        .count = m->count};
  if (m->event != 0) {
    const st_event *e = st_event_get(exec, m->event);
    const st_event_type *type = st_event_type_get(exec->rules, e->type);
    row.event_type = e->type;
    row.parent = e->log_row;
    if (type->affected_index != ST_NO_FIELD_INDEX) {
      strata_field field = type->fields[type->affected_index];
      row.who = (strata_entity)st_event_word_before(exec, m->event, field);
    }
  }
  strata_status status = st_log_add(exec->store, &row, &number);
  return status ? status : trace_triggered(exec, m, number);
}

strata_status st_trigger_add_pending(st_execution *exec,
                                     const st_trigger_match *m,
                                     const st_note *own, uint32_t own_count) {
  st_note notes[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS +
                2 * ST_CHANGED_TEXT_WORDS];
  uint32_t count = write_event_notes(exec, m, notes);
  count += st_changed_texts_to_notes(&exec->change->eval->changed_texts,
                                     m->text, notes + count);
  st_note *all = notes;
  if (own_count > 0) {
    all = st_arena_alloc(&exec->arena, count + own_count, sizeof all[0]);
    if (!all) return STRATA_ENOMEM;
    memcpy(all, own, own_count * sizeof all[0]);
    memcpy(all + own_count, notes, count * sizeof all[0]);
  }
  uint32_t row;
  st_new_pending_trigger fired = {
      .watcher_def = m->watcher_def,
      .source = m->self,
      .you = m->controller,
      .identity = st_watcher_id_save_key(&m->id, exec->rules),
      .count = m->count,
      .variables = all,
      .variable_count = own_count + count};
  return st_pending_trigger_add(exec->store, &fired, &row);
}

/* An immediate trigger acts later from its match; here it is only logged. */
static strata_status record_match(st_execution *exec,
                                  const st_trigger_match *m) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, m->watcher_def);
  if (m->ends_duration) return trace_triggered(exec, m, 0);
  strata_status status = st_trigger_log(exec, m);
  if (status || m->acts_at_once) return status;
  uint32_t marks = def->program.parameter_count;
  st_note *own = m->given_variables
                     ? st_arena_alloc(&exec->arena, marks, sizeof *own)
                     : NULL;
  if (m->given_variables && !own) return STRATA_ENOMEM;
  return st_trigger_add_pending(exec, m, own,
                                write_variable_notes(exec, m, own));
}

strata_status st_trigger_record_matches(st_execution *exec, uint32_t batch) {
  bool was_current = st_watcher_index_is_current(&exec->index);
  const st_batch *b = st_batch_get(exec, batch);
  strata_status status = STRATA_OK;
  for (size_t i = b->match_first; !status && i < b->match_end; i++) {
    const st_trigger_match *m = &exec->matches[i];
    if (m->is_recorded || exec->trace) status = record_match(exec, m);
  }
  st_watcher_index_stay_current(&exec->index, was_current);
  return status;
}

/* -- Events that say what has triggered -- */

bool st_trigger_is_second_order(const strata_rules *rules,
                                strata_watcher_def def) {
  strata_event_type type = st_watcher_def_get(rules, def)->event_type;
  return type != 0 && rules->play->triggered != 0 &&
         st_event_type_get(rules, type)->unaliased == rules->play->triggered;
}

/* Whether any watcher listens to abilities that trigger. */
static strata_status is_triggering_watched(st_execution *exec, bool *out) {
  uint32_t first = 0;
  strata_status status = STRATA_OK;
  strata_event_type type = exec->rules->play->triggered;
  if (type != 0) {
    status = st_watcher_index_find(&exec->index, type, NULL,
                                   ST_WATCHER_INDEX_ALL_ROLES, &first);
  }
  *out = first != 0;
  return status;
}

/* Make the event that tells of one match, unless the match ends a duration or
 * is a trigger on such events itself. */
static strata_status emit_triggered_event(st_execution *exec,
                                          const st_trigger_match *m,
                                          uint32_t batch) {
  if (m->ends_duration ||
      st_trigger_is_second_order(exec->rules, m->watcher_def)) {
    return STRATA_OK;
  }
  strata_event_type id = exec->rules->play->triggered;
  const st_event_type *type = st_event_type_get(exec->rules, id);
  uint32_t event =
      st_event_new_about(exec, id, batch, m->self, m->controller, m->self);
  if (event == 0) return STRATA_ENOMEM;
  st_event *e = st_event_get(exec, event);
  e->parent = m->event;
  if (type->amount_index != ST_NO_FIELD_INDEX) {
    e->words[type->amount_index] = m->count;
  }
  return STRATA_OK;
}

strata_status st_trigger_emit_triggered(st_execution *exec,
                                        const st_trigger_match *all,
                                        size_t count, uint32_t *told) {
  bool heard = false;
  strata_status status =
      count > 0 ? is_triggering_watched(exec, &heard) : STRATA_OK;
  if (status || !heard) return status;
  uint32_t batch = st_batch_new(exec);
  if (batch == 0) return STRATA_ENOMEM;
  for (size_t i = 0; !status && i < count; i++) {
    status = emit_triggered_event(exec, &all[i], batch);
  }
  if (!status && st_batch_get(exec, batch)->count > 0) *told = batch;
  return status;
}

/* -- Frames of pending triggers -- */

/* Read the words of an event from the notes of a pending trigger. */
static void read_noted_words(const st_execution *exec,
                             const st_event_type *type, uint32_t row,
                             int64_t *words) {
  uint64_t keys[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  for (uint32_t i = 0; i < type->field_count; i++) {
    keys[i] = st_trigger_field_key(exec->rules, type->fields[i]);
  }
  uint32_t n = st_notes_first(exec->store, st_pending_trigger_variables(row));
  for (; n != 0; n = st_notes_next(exec->store, n)) {
    st_note note = st_notes_at(exec->store, n);
    for (uint32_t i = 0; i < type->field_count; i++) {
      if (keys[i] == note.key) words[i] = st_raw_value_number(note.value);
    }
  }
}

/* Make an event with the words that a pending trigger keeps. */
static uint32_t rebuild_event(st_execution *exec, const st_watcher_def *def,
                              uint32_t row) {
  uint32_t batch = st_batch_new(exec);
  uint32_t event = batch ? st_event_new(exec, def->event_type, batch) : 0;
  if (event == 0) return 0;
  st_event *e = st_event_get(exec, event);
  e->state = ST_EVENT_HAPPENED;
  read_noted_words(exec, st_event_type_get(exec->rules, e->type), row,
                   e->words);
  return event;
}

strata_status st_trigger_new_frame(st_execution *exec, uint32_t row,
                                   uint32_t *frame) {
  const st_store *store = exec->store;
  assert(st_pending_trigger_is_used(store, row));
  strata_watcher_def id = st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  const st_watcher_def *def = st_watcher_def_get(exec->rules, id);
  uint32_t event = def->event_type != 0 ? rebuild_event(exec, def, row) : 0;
  if (def->event_type != 0 && event == 0) return STRATA_ENOMEM;
  *frame = st_frame_new(exec, &def->program,
                        st_get64(store, ST_COLUMN_TRIGGER_SOURCE, row),
                        st_get64(store, ST_COLUMN_TRIGGER_YOU, row), event);
  if (*frame == 0) return STRATA_ENOMEM;
  st_frame_get(exec, *frame)->limits_key =
      st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row);
  strata_status status = st_changed_texts_from_notes(
      &exec->change->eval->changed_texts, store,
      st_pending_trigger_variables(row), &st_frame_get(exec, *frame)->text);
  if (status) return status;
  int64_t *variables = st_frame_get(exec, *frame)->variables;
  for (uint32_t i = ST_VARIABLE_FIRST_OWN; i < def->program.variables.count;
       i++) {
    st_raw_value word;
    uint64_t key =
        st_trigger_variable_key(&def->program.variables.variables[i]);
    if (st_notes_find(store, st_pending_trigger_variables(row), key, &word)) {
      variables[i] = st_raw_value_number(word);
    }
  }
  return STRATA_OK;
}
