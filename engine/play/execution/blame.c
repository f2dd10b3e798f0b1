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

#include "base/enum_texts.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"
#include "rules/model/clause.h"
#include "rules/model/sba_def.h"
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

static const char *rules_name_of(const st_execution *exec,
                                 strata_name_kind kind, uint32_t id) {
  return st_rules_name(exec->rules, kind, id);
}

/* Write the owner of a handler: the entity, its definition, and the watcher. */
static void write_handler_owner(st_execution *exec, const st_frame *frame,
                                st_text *out) {
  strata_watcher_def def =
      st_watcher_def_of_program(exec->rules, frame->program);
  uint32_t slot = st_entity_slot(exec->store, frame->self);
  if (slot == 0) slot = st_entity_last_known_slot(exec->store, frame->self);
  strata_definition definition =
      slot != 0 ? st_get32(exec->store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
  if (frame->self == 0 && def == 0) return;
  st_text_add_str(out, "\n  of      ");
  if (frame->self != 0) st_trace_write_name(exec, frame->self, out);
  if (definition != 0) {
    st_text_add_str(out, ", a '");
    st_text_add_str(out,
                    rules_name_of(exec, STRATA_NAME_DEFINITION, definition));
    st_text_add_str(out, "'");
  }
  if (def == 0) return;
  st_text_add_str(out, frame->self != 0 ? ": '" : "'");
  st_text_add_str(out, rules_name_of(exec, STRATA_NAME_WATCHER_DEF, def));
  st_text_add_str(out, "'");
}

/* Write "damage: player = Bob, amount = 3"; fields that are 0 are left out. */
static void write_event_line(st_execution *exec, uint32_t number,
                             st_text *out) {
  if (number == 0) return;
  const st_event *event = st_event_get(exec, number);
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  const char *between = ": ";
  st_text_add_str(out, "\n  event   ");
  st_text_add_str(out, type->name);
  for (uint32_t i = 0; i < type->field_count; i++) {
    strata_field field = type->fields[i];
    if (event->words[i] == 0) continue;
    st_text_add_str(out, between);
    st_text_add_str(out, rules_name_of(exec, STRATA_NAME_FIELD, field));
    st_text_add_str(out, " = ");
    st_trace_write_word(exec, (strata_type)exec->rules->field_types[field - 1],
                        event->words[i], out);
    between = ", ";
  }
}

static void write_log_row(st_execution *exec, const st_log_row *row,
                          st_text *out) {
  st_text_add_str(out, st_log_kind_text((strata_log_kind)row->what));
  if (row->event_type != 0) {
    st_text_add_str(out, " ");
    st_text_add_str(
        out, rules_name_of(exec, STRATA_NAME_EVENT_TYPE, row->event_type));
  }
  if (row->watcher_def != 0) {
    st_text_add_str(out, " by '");
    st_text_add_str(
        out, rules_name_of(exec, STRATA_NAME_WATCHER_DEF, row->watcher_def));
    st_text_add_str(out, "'");
  }
  if (row->who != 0) {
    st_text_add_str(out, ": ");
    st_trace_write_name(exec, row->who, out);
  }
  if (row->count > 1) {
    st_text_add_str(out, ", ");
    st_text_add_uint(out, row->count);
    st_text_add_str(out, " times");
  }
}

static void write_recent_log(st_execution *exec, st_text *out) {
  uint64_t last = st_log_last(exec->store);
  uint64_t after = last > REPORTED_LOG_ROWS ? last - REPORTED_LOG_ROWS : 0;
  const char *label = "\n  before  ";
  uint64_t number = st_log_next(exec->store, after);
  for (; number != 0; number = st_log_next(exec->store, number)) {
    st_log_row row;
    if (!st_log_get(exec->store, number, &row)) return;
    st_text_add_str(out, label);
    write_log_row(exec, &row, out);
    label = "\n          ";
  }
}

static void write_fault_report(st_execution *exec, strata_handler handler,
                               uint32_t number) {
  st_text raw; /* names come from packs and may hold any character */
  st_text_init(&raw, exec->mem);
  const st_frame *frame = st_frame_get(exec, number);
  const st_text *said = &exec->handler_fault.reason;
  bool own = said->length > 0;
  st_text_add_str(&raw, "handler '");
  st_text_add_str(&raw, rules_name_of(exec, STRATA_NAME_HANDLER, handler));
  st_text_add_str(&raw, "': ");
  st_text_add_str(&raw, own ? st_text_get(said) : exec->error->text);
  write_handler_owner(exec, frame, &raw);
  write_event_line(exec, frame->event, &raw);
  st_text_add_str(&raw, "\n  action  ");
  st_text_add_uint(&raw,
                   st_scalar_get(exec->store, ST_SCALAR_ACTIONS_ENDED) + 1);
  write_recent_log(exec, &raw);
  st_text_clear(&exec->handler_fault.report);
  append_escaped(&exec->handler_fault.report, st_text_get(&raw));
  st_text_fini(&raw);
}

/* -- The handler at fault -- */

void st_blame_set_reason(st_execution *exec, strata_fault_kind kind,
                         const char *text) {
  if (exec->handler_fault.disabled_row.handler != 0) return;
  exec->handler_fault.kind = kind;
  st_text_clear(&exec->handler_fault.reason);
  st_text_add_str(&exec->handler_fault.reason, text);
}

static strata_fault_kind fault_kind_of(const st_execution *exec,
                                       strata_status status) {
  if (exec->handler_fault.kind != STRATA_FAULT_HOST) {
    return exec->handler_fault.kind;
  }
  return status == STRATA_ELIMIT ? STRATA_FAULT_LIMIT : STRATA_FAULT_ERROR;
}

static bool has_law_watcher(const strata_rules *rules, strata_watcher_def def) {
  for (uint32_t i = 0; i < rules->law_count; i++) {
    const st_law *law = &rules->laws[i];
    for (uint32_t n = 0; n < law->watcher_def_count; n++) {
      if (law->watcher_defs[n] == def) return true;
    }
  }
  return false;
}

/* Whether a program is one of the rules and of no card: of an event type, a
 * state-based action, a law, or a handler in the chain of all entities. */
static bool is_program_of_rules(const strata_rules *rules,
                                const st_program *program) {
  strata_watcher_def def = st_watcher_def_of_program(rules, program);
  return def == 0 || st_watcher_def_get(rules, def)->everywhere ||
         has_law_watcher(rules, def);
}

void st_blame_handler(st_execution *exec, strata_handler handler,
                      uint32_t frame, bool said, strata_status status) {
  bool script = status != STRATA_OK && status != STRATA_ESUSPEND &&
                status != STRATA_ENOMEM && !exec->mem->effort.is_interrupted;
  if (!script || exec->attempt || exec->handler_fault.is_not_handlers ||
      exec->handler_fault.disabled_row.handler != 0) {
    return;
  }
  if (!said) { /* a reason that an inner handler gave, and this one ignored, is
                  not its own */
    st_text_clear(&exec->handler_fault.reason);
    if (exec->handler_fault.kind != STRATA_FAULT_STACK) {
      exec->handler_fault.kind = STRATA_FAULT_HOST;
    }
  }
  const st_program *program = st_frame_get(exec, frame)->program;
  exec->handler_fault.stops_action =
      exec->rules->play->on_fault == STRATA_ON_FAULT_STOP &&
      is_program_of_rules(exec->rules, program);
  exec->handler_fault.disabled_row = (st_disabled_handler){
      .handler = handler,
      .watcher_def = st_watcher_def_of_program(exec->rules, program),
      .reason = fault_kind_of(exec, status)};
  write_fault_report(exec, handler, frame);
}

bool st_blame_allows_retry(const st_execution *exec, strata_status status) {
  return status != STRATA_OK && status != STRATA_ESUSPEND &&
         status != STRATA_ENOMEM &&
         exec->handler_fault.disabled_row.handler != 0 &&
         !exec->handler_fault.stops_action && !exec->host.fail_on_fault;
}

/* -- Disabled handlers -- */

strata_status st_blame_log_skipped(st_execution *exec, uint32_t frame) {
  const st_frame *f = st_frame_get(exec, frame);
  st_new_log_row row = {.what = ST_LOGGED_SKIPPED,
                        .watcher_def =
                            st_watcher_def_of_program(exec->rules, f->program),
                        .source = st_entity_unless_preview(f->self),
                        .count = 1};
  if (f->event != 0) {
    const st_event *event = st_event_get(exec, f->event);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    if (type->quiet) return STRATA_OK;
    row.event_type = event->type;
    row.parent = event->log_row;
    row.who = st_entity_unless_preview(st_event_affected(exec, event));
  }
  return st_event_log_write_row(exec, &row);
}
