/*
 * event_log_write.c - writing the log rows of an event in flight.
 */
#include "play/execution/event_log_write.h"

#include "play/execution/event.h"

strata_status st_event_log_write_row(st_execution *exec,
                                     const st_new_log_row *row) {
  uint64_t number;
  bool held = st_watcher_index_is_current(&exec->index);
  strata_status status = st_log_add(exec->store, row, &number);
  st_watcher_index_stay_current(&exec->index, held);
  return status;
}

/* A row about an event, without fields. */
static st_new_log_row row_of_event(st_execution *exec, const st_event *event,
                                   st_logged what, strata_watcher_def def) {
  return (st_new_log_row){
      .what = what,
      .event_type = event->type,
      .watcher_def = def,
      .parent =
          event->parent != 0 ? st_event_get(exec, event->parent)->log_row : 0,
      .who = st_event_affected(exec, event),
      .count = 1};
}

strata_status st_event_log_write_outcome(st_execution *exec, uint32_t number,
                                         st_logged what, strata_watcher_def def,
                                         strata_entity source,
                                         int64_t prevented) {
  st_event *event = st_event_get(exec, number);
  if (st_event_type_get(exec->rules, event->type)->quiet) return STRATA_OK;
  static const char name[] = "prevented";
  st_note field = {st_note_key(name, sizeof name - 1, 0),
                   {.number = prevented}};
  st_new_log_row row = row_of_event(exec, event, what, def);
  row.source = source;
  row.fields = &field;
  row.field_count = prevented != 0;
  return st_log_add(exec->store, &row, &event->log_row);
}

strata_status st_event_log_write_words(st_execution *exec, uint32_t number,
                                       st_logged what, strata_watcher_def def,
                                       uint64_t *row) {
  const st_event *event = st_event_get(exec, number);
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  st_note fields[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < type->field_count; i++) {
    strata_field field = type->fields[i];
    if (event->words[i] == 0) continue;
    strata_type value_type = (strata_type)exec->rules->field_types[field - 1];
    fields[count++] = (st_note){exec->rules->field_keys[field - 1],
                                st_raw_value_of(value_type, event->words[i])};
  }
  st_new_log_row made = row_of_event(exec, event, what, def);
  made.source = (strata_entity)st_event_word(exec, number,
                                             exec->rules->common_fields.cause);
  made.fields = fields;
  made.field_count = count;
  return st_log_add(exec->store, &made, row);
}

strata_status st_event_log_let_leave(st_execution *exec) {
  uint64_t first = st_log_first_lasting(exec->store);
  uint64_t oldest = st_log_next(exec->store, 0);
  if (oldest == 0 || oldest >= first) return STRATA_OK;
  strata_status status =
      exec->host.keep_log ? exec->host.keep_log(exec, first) : STRATA_OK;
  return status ? status : st_log_forget(exec->store, first);
}
