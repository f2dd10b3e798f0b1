/*
 * blame.c - which handler is at fault, and the report of it.
 *
 * Whatever ends an action while a handler runs is that handler's fault: an
 * error in it, a used-up budget, an event that cannot be made. The innermost
 * handler is blamed, since it learns of the failure before the handlers that it
 * runs in. The report is written at once, because the state that it describes
 * is rolled back next.
 *
 * Handlers do not run in an attempt, so none is blamed there.
 */
#include "play/execution/blame.h"

#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"
#include "world/tables/event_log.h"

#include <string.h>

/* How many rows of the log a report shows. */
enum { REPORTED_LOG_ROWS = 10 };

/* -- The report -- */

/* Escape control characters, as parts of the text come from scripts and a
 * terminal could obey them. */
static void append_escaped(st_text *text, const char *words) {
  static const char digits[] = "0123456789abcdef";
  for (; *words != '\0'; words++) {
    unsigned char c = (unsigned char)*words;
    if ((c >= 0x20 && c != 0x7f) || c == '\n') {
      st_text_add(text, words, 1);
    } else if (c == '\t') {
      st_text_add_str(text, "  ");
    } else {
      const char spelled[] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
      st_text_add(text, spelled, sizeof spelled);
    }
  }
}

static const char *rules_name_of(const st_execution *run, strata_name_kind kind,
                                 uint32_t id) {
  return strata_rules_name(run->rules, kind, id);
}

/* Write the owner of a handler: the entity, its definition, and the watcher. */
static void write_handler_owner(st_execution *run, const st_frame *frame,
                                st_text *out) {
  strata_watcher_def def =
      st_watcher_def_of_program(run->rules, frame->program);
  uint32_t slot = st_entity_slot(run->store, frame->self);
  if (slot == 0) slot = st_entity_last_known_slot(run->store, frame->self);
  strata_definition definition =
      slot != 0 ? st_get32(run->store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
  if (frame->self == 0 && def == 0) return;
  st_text_add_str(out, "\n  of      ");
  if (frame->self != 0) st_trace_write_name(run, frame->self, out);
  if (definition != 0) {
    st_text_add_str(out, ", a '");
    st_text_add_str(out,
                    rules_name_of(run, STRATA_NAME_DEFINITION, definition));
    st_text_add_str(out, "'");
  }
  if (def == 0) return;
  st_text_add_str(out, frame->self != 0 ? ": '" : "'");
  st_text_add_str(out, rules_name_of(run, STRATA_NAME_WATCHER_DEF, def));
  st_text_add_str(out, "'");
}

/* Write "damage: player = Bob, amount = 3"; fields that are 0 are left out. */
static void write_event_line(st_execution *run, uint32_t number, st_text *out) {
  if (number == 0) return;
  const st_event *event = st_event_get(run, number);
  const st_event_type *type = st_event_type_get(run->rules, event->type);
  const char *between = ": ";
  st_text_add_str(out, "\n  event   ");
  st_text_add_str(out, type->name);
  for (uint32_t i = 0; i < type->field_count; i++) {
    strata_field field = type->fields[i];
    if (event->words[i] == 0) continue;
    st_text_add_str(out, between);
    st_text_add_str(out, rules_name_of(run, STRATA_NAME_FIELD, field));
    st_text_add_str(out, " = ");
    st_trace_write_word(run, (strata_type)run->rules->field_types[field - 1],
                        event->words[i], out);
    between = ", ";
  }
}

static const char *log_row_type_text(st_logged what) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_LOG_MAP(X)
#undef X
  };
  return texts[what];
}

static void write_log_row(st_execution *run, const st_log_row *row,
                          st_text *out) {
  st_text_add_str(out, log_row_type_text(row->what));
  if (row->event_type != 0) {
    st_text_add_str(out, " ");
    st_text_add_str(
        out, rules_name_of(run, STRATA_NAME_EVENT_TYPE, row->event_type));
  }
  if (row->watcher_def != 0) {
    st_text_add_str(out, " by '");
    st_text_add_str(
        out, rules_name_of(run, STRATA_NAME_WATCHER_DEF, row->watcher_def));
    st_text_add_str(out, "'");
  }
  if (row->who != 0) {
    st_text_add_str(out, ": ");
    st_trace_write_name(run, row->who, out);
  }
  if (row->count > 1) {
    st_text_add_str(out, ", ");
    st_text_add_uint(out, row->count);
    st_text_add_str(out, " times");
  }
}

static void write_recent_log(st_execution *run, st_text *out) {
  uint64_t last = st_log_last(run->store);
  uint64_t after = last > REPORTED_LOG_ROWS ? last - REPORTED_LOG_ROWS : 0;
  const char *label = "\n  before  ";
  uint64_t number = st_log_next(run->store, after);
  for (; number != 0; number = st_log_next(run->store, number)) {
    st_log_row row;
    if (!st_log_get(run->store, number, &row)) return;
    st_text_add_str(out, label);
    write_log_row(run, &row, out);
    label = "\n          ";
  }
}

static void write_fault_report(st_execution *run, strata_handler handler,
                               uint32_t number) {
  st_text raw; /* names come from packs and may hold any character */
  st_text_init(&raw, run->mem);
  const st_frame *frame = st_frame_get(run, number);
  const st_text *said = &run->handler_fault.reason;
  bool own = said->length > 0;
  st_text_add_str(&raw, "handler '");
  st_text_add_str(&raw, rules_name_of(run, STRATA_NAME_HANDLER, handler));
  st_text_add_str(&raw, "': ");
  st_text_add_str(&raw, own ? st_text_get(said) : run->error->text);
  write_handler_owner(run, frame, &raw);
  write_event_line(run, frame->event, &raw);
  st_text_add_str(&raw, "\n  action  ");
  st_text_add_uint(&raw,
                   st_scalar_get(run->store, ST_SCALAR_ACTIONS_ENDED) + 1);
  write_recent_log(run, &raw);
  st_text_clear(&run->handler_fault.report);
  append_escaped(&run->handler_fault.report, st_text_get(&raw));
  st_text_fini(&raw);
}

/* -- The handler at fault -- */

void st_blame_set_reason(st_execution *run, strata_fault_kind kind,
                         const char *text) {
  if (run->handler_fault.disabled_row.handler != 0) return;
  run->handler_fault.kind = kind;
  st_text_clear(&run->handler_fault.reason);
  st_text_add_str(&run->handler_fault.reason, text);
}

static strata_fault_kind fault_kind_of(const st_execution *run,
                                       strata_status status) {
  if (run->handler_fault.kind != STRATA_FAULT_HOST)
    return run->handler_fault.kind;
  return status == STRATA_ELIMIT ? STRATA_FAULT_LIMIT : STRATA_FAULT_ERROR;
}

void st_blame_handler(st_execution *run, strata_handler handler, uint32_t frame,
                      bool said, strata_status status) {
  bool script = status != STRATA_OK && status != STRATA_ESUSPEND &&
                status != STRATA_ENOMEM;
  if (!script || run->attempt || run->handler_fault.is_not_handlers ||
      run->handler_fault.disabled_row.handler != 0) {
    return;
  }
  if (!said) { /* a reason that an inner handler gave, and this one ignored, is
                  not its own */
    st_text_clear(&run->handler_fault.reason);
    if (run->handler_fault.kind != STRATA_FAULT_STACK) {
      run->handler_fault.kind = STRATA_FAULT_HOST;
    }
  }
  const st_program *program = st_frame_get(run, frame)->program;
  run->handler_fault.disabled_row = (st_disabled_handler){
      .handler = handler,
      .watcher_def = st_watcher_def_of_program(run->rules, program),
      .reason = fault_kind_of(run, status)};
  write_fault_report(run, handler, frame);
}

bool st_blame_allows_retry(const st_execution *run, strata_status status) {
  return status != STRATA_OK && status != STRATA_ESUSPEND &&
         status != STRATA_ENOMEM &&
         run->handler_fault.disabled_row.handler != 0 &&
         !run->host.fail_on_fault;
}

/* -- Disabled handlers -- */

strata_status st_blame_log_skipped(st_execution *run, uint32_t frame) {
  const st_frame *f = st_frame_get(run, frame);
  st_new_log_row row = {.what = ST_LOGGED_SKIPPED,
                        .watcher_def =
                            st_watcher_def_of_program(run->rules, f->program),
                        .source = st_entity_unless_preview(f->self),
                        .count = 1};
  if (f->event != 0) {
    const st_event *event = st_event_get(run, f->event);
    const st_event_type *type = st_event_type_get(run->rules, event->type);
    if (type->quiet) return STRATA_OK;
    row.event_type = event->type;
    row.parent = event->log_row;
    row.who = st_entity_unless_preview(st_event_affected(run, event));
  }
  return st_event_log_write_row(run, &row);
}
