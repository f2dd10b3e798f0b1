/*
 * event_explanation.c - an explanation of an event: its rows, and the ancestry
 * of the event.
 *
 * The rows are made from the trace of an execution that is over. An event that
 * takes the place of another is in the same batch and inherits its applied set,
 * so what was done to the earlier event is part of the explanation. The
 * ancestry of an event is the list of these events, the first one first.
 */
#include "play/action/event_explanation.h"

#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"

/* -- The explanation -- */

strata_event_why *st_event_explanation_new(st_mem *mem) {
  strata_event_why *why = st_mem_zeroed(mem, 1, sizeof *why);
  if (!why) return NULL;
  why->mem = mem;
  st_arena_init(&why->arena, mem);
  return why;
}

void st_event_why_free(strata_event_why *why) {
  if (!why) return;
  st_mem_free(why->mem, why->rows, why->capacity, sizeof why->rows[0]);
  st_arena_fini(&why->arena);
  st_mem_free(why->mem, why, 1, sizeof *why);
}

strata_event_why_row *st_event_explanation_add_row(strata_event_why *why,
                                                   strata_event_why_step step) {
  if (!st_mem_reserve(why->mem, &why->rows, &why->capacity, why->count + 1,
                      sizeof why->rows[0])) {
    return NULL;
  }
  strata_event_why_row *row = &why->rows[why->count++];
  *row = (strata_event_why_row){.step = step, .name = "", .says = ""};
  return row;
}

/* -- Fields -- */

static strata_value value_of_word(strata_type type, int64_t word) {
  strata_value value = {.type = type};
  if (type == STRATA_INT || type == STRATA_FLAG) value.integer = word;
  if (type == STRATA_REF) {
    value.ref = st_entity_unless_preview((strata_entity)word);
  }
  if (type == STRATA_SYM) value.symbol = (strata_symbol)word;
  return value;
}

/* Make the public value of a word of an event, and its text in the arena of the
 * explanation. */
static strata_status export_word(strata_event_why *why, st_execution *exec,
                                 strata_type type, int64_t word,
                                 strata_value *value, const char **out) {
  st_text text;
  *value = value_of_word(type, word);
  st_text_init(&text, why->mem);
  st_trace_write_word(exec, type,
                      type == STRATA_REF ? (int64_t)value->ref : word, &text);
  *out = st_text_copy(&text, &why->arena);
  st_text_fini(&text);
  return *out ? STRATA_OK : STRATA_ENOMEM;
}

/* Whether a field names the maker of an event. */
static bool is_common_field(const st_execution *exec, strata_field field) {
  const st_common_fields *common = &exec->rules->common_fields;
  return field == common->by || field == common->cause ||
         field == common->effect;
}

strata_status st_event_explanation_set_fields(strata_event_why *why,
                                              st_execution *exec,
                                              strata_event_why_row *row,
                                              const int64_t *before,
                                              const int64_t *after) {
  const st_event_type *event_type =
      st_event_type_get(exec->rules, row->event_type);
  strata_field_change *fields =
      st_arena_alloc(&why->arena, event_type->field_count, sizeof fields[0]);
  if (!fields) return STRATA_ENOMEM;
  row->fields = fields;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < event_type->field_count; i++) {
    if (after[i] == (before ? before[i] : 0)) continue;
    strata_field field = event_type->fields[i];
    strata_type type = (strata_type)exec->rules->field_types[field - 1];
    strata_field_change *to = &fields[row->field_count++];
    *to = (strata_field_change){
        .name = st_rules_name(exec->rules, STRATA_NAME_FIELD, field),
        .before_text = "",
        .names_maker = is_common_field(exec, field)};
    status =
        export_word(why, exec, type, after[i], &to->after, &to->after_text);
    if (!status && before) {
      status = export_word(why, exec, type, before[i], &to->before,
                           &to->before_text);
    }
  }
  return status;
}

/* -- Names -- */

strata_status st_event_explanation_set_name(strata_event_why *why,
                                            st_execution *exec,
                                            strata_event_why_row *row) {
  const char *asked =
      row->step == STRATA_EVENT_WHY_VERDICT ? exec->trace->asked_name : NULL;
  st_text text;
  st_text_init(&text, why->mem);
  if (asked) {
    st_text_add_str(&text, asked);
  } else if (row->source != 0) {
    st_trace_write_name(exec, row->source, &text);
  }
  if (row->source != 0 && row->watcher_def != 0) st_text_add_str(&text, ", ");
  if (row->watcher_def != 0) {
    st_text_add_str(&text, st_rules_name(exec->rules, STRATA_NAME_WATCHER_DEF,
                                         row->watcher_def));
  }
  row->name = st_text_copy(&text, &why->arena);
  st_text_fini(&text);
  return row->name ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_event_explanation_set_says(strata_event_why *why,
                                            strata_event_why_row *row,
                                            st_text *text) {
  row->says = st_text_copy(text, &why->arena);
  st_text_fini(text);
  return row->says ? STRATA_OK : STRATA_ENOMEM;
}

/* -- The ancestry of an event -- */

strata_status st_event_ancestry_find(st_execution *exec, uint32_t event,
                                     st_event_ancestry *ancestry) {
  uint32_t count = 1;
  uint32_t e = event;
  while (st_event_get(exec, e)->parent != 0 &&
         st_event_get(exec, st_event_get(exec, e)->parent)->batch ==
             st_event_get(exec, e)->batch) {
    e = st_event_get(exec, e)->parent;
    count++;
  }
  ancestry->events =
      st_arena_alloc(&exec->arena, count, sizeof ancestry->events[0]);
  if (!ancestry->events) return STRATA_ENOMEM;
  ancestry->count = count;
  for (e = event; count > 0; e = st_event_get(exec, e)->parent) {
    ancestry->events[--count] = e;
  }
  return STRATA_OK;
}

bool st_event_ancestry_has(const st_event_ancestry *ancestry, uint32_t event) {
  for (uint32_t i = 0; event != 0 && i < ancestry->count; i++) {
    if (ancestry->events[i] == event) return true;
  }
  return false;
}

uint32_t st_event_explanation_find_event(const st_execution *exec,
                                         uint64_t row) {
  const st_execution_trace *trace = exec->trace;
  for (size_t i = trace->count; i > 0; i--) {
    const st_trace_note *note = &trace->notes[i - 1];
    bool tells =
        note->type == ST_TRACE_HAPPENED || note->type == ST_TRACE_REFUSED ||
        note->type == ST_TRACE_APPLIED || note->type == ST_TRACE_TRIGGERED ||
        note->type == ST_TRACE_DECIDED;
    if (tells && note->log_row == row && note->event != 0) return note->event;
  }
  return 0;
}
