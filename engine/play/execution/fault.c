/*
 * fault.c - handlers that fail.
 *
 * Whatever ends an action while a handler runs is that handler's fault: an
 * error in it, a budget that is used up, something that it lets happen and that
 * cannot be. The innermost one is blamed, since each learns of a failure before
 * those that it runs in. What is told is put together at once, as all of it is
 * taken back next.
 *
 * In a trial nobody is blamed: handlers are not run there.
 */
#include "play/execution/fault.h"

#include "play/execution/judge.h"
#include "play/execution/tracer.h"
#include "world/tables/log.h"

#include <string.h>

/* So many rows of the log are told. */
enum { LAST_ROWS = 10 };

/* -- What is told -- */

/* Scripts have written some of it: what a terminal could obey is spelled. */
static void add_clean(st_text *text, const char *words) {
  static const char digits[] = "0123456789abcdef";
  for (; *words != '\0'; words++) {
    unsigned char c = (unsigned char)*words;
    if ((c >= 0x20 && c != 0x7f) || c == '\n') {
      st_text_add(text, words, 1);
    } else if (c == '\t') {
      st_text_str(text, "  ");
    } else {
      const char spelled[] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
      st_text_add(text, spelled, sizeof spelled);
    }
  }
}

static const char *name_of(const st_run *run, strata_kind kind, uint32_t id) {
  return strata_rules_name(run->rules, kind, id);
}

/* Whose handler it is: who has it, what he is, and which ability of his. */
static void tell_owner(st_run *run, const st_frame *frame, st_text *out) {
  strata_code code = st_code_of(run->rules, frame->program);
  uint32_t slot = st_entity_slot(run->store, frame->self);
  if (slot == 0) slot = st_entity_gone_slot(run->store, frame->self);
  strata_definition definition =
      slot != 0 ? st_get32(run->store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
  if (frame->self == 0 && code == 0) return;
  st_text_str(out, "\n  of      ");
  if (frame->self != 0) st_trace_title(run, frame->self, out);
  if (definition != 0) {
    st_text_str(out, ", a '");
    st_text_str(out, name_of(run, STRATA_KIND_DEFINITION, definition));
    st_text_str(out, "'");
  }
  if (code == 0) return;
  st_text_str(out, frame->self != 0 ? ": '" : "'");
  st_text_str(out, name_of(run, STRATA_KIND_CODE, code));
  st_text_str(out, "'");
}

/* "damage: player = Bob, amount = 3"; what is 0 goes without saying. */
static void tell_event(st_run *run, uint32_t number, st_text *out) {
  if (number == 0) return;
  const st_event *event = st_run_event(run, number);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  const char *between = ": ";
  st_text_str(out, "\n  event   ");
  st_text_str(out, kind->name);
  for (uint32_t i = 0; i < kind->field_count; i++) {
    strata_field field = kind->fields[i];
    if (event->words[i] == 0) continue;
    st_text_str(out, between);
    st_text_str(out, name_of(run, STRATA_KIND_FIELD, field));
    st_text_str(out, " = ");
    st_trace_word(run, (strata_type)run->rules->field_types[field - 1],
                  event->words[i], out);
    between = ", ";
  }
}

static const char *what_text(st_logged what) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_LOGGED_MAP(X)
#undef X
  };
  return texts[what];
}

static void tell_row(st_run *run, const st_log_row *row, st_text *out) {
  st_text_str(out, what_text(row->what));
  if (row->kind != 0) {
    st_text_str(out, " ");
    st_text_str(out, name_of(run, STRATA_KIND_EVENT, row->kind));
  }
  if (row->code != 0) {
    st_text_str(out, " by '");
    st_text_str(out, name_of(run, STRATA_KIND_CODE, row->code));
    st_text_str(out, "'");
  }
  if (row->who != 0) {
    st_text_str(out, ": ");
    st_trace_title(run, row->who, out);
  }
  if (row->count > 1) {
    st_text_str(out, ", ");
    st_text_uint(out, row->count);
    st_text_str(out, " times");
  }
}

static void tell_before(st_run *run, st_text *out) {
  uint64_t last = st_log_last(run->store);
  uint64_t after = last > LAST_ROWS ? last - LAST_ROWS : 0;
  const char *label = "\n  before  ";
  uint64_t number = st_log_next(run->store, after);
  for (; number != 0; number = st_log_next(run->store, number)) {
    st_log_row row;
    if (!st_log_get(run->store, number, &row)) return;
    st_text_str(out, label);
    tell_row(run, &row, out);
    label = "\n          ";
  }
}

static void tell(st_run *run, strata_handler handler, uint32_t number) {
  st_text raw; /* names are of packs, and could hold anything */
  st_text_init(&raw, run->mem);
  const st_frame *frame = st_run_frame(run, number);
  const st_text *said = &run->fault.said;
  bool own = said->length > 0;
  st_text_str(&raw, "handler '");
  st_text_str(&raw, name_of(run, STRATA_KIND_HANDLER, handler));
  st_text_str(&raw, "': ");
  st_text_str(&raw, own ? st_text_get(said) : run->error->text);
  tell_owner(run, frame, &raw);
  tell_event(run, frame->event, &raw);
  st_text_str(&raw, "\n  action  ");
  st_text_uint(&raw, st_scalar_get(run->store, ST_SCALAR_ACTIONS) + 1);
  tell_before(run, &raw);
  st_text_clear(&run->fault.told);
  add_clean(&run->fault.told, st_text_get(&raw));
  st_text_fini(&raw);
}

/* -- Whose fault it is -- */

void st_fault_say(st_run *run, strata_fault_kind kind, const char *text) {
  if (run->fault.row.handler != 0) return;
  run->fault.kind = kind;
  st_text_clear(&run->fault.said);
  st_text_str(&run->fault.said, text);
}

static strata_fault_kind kind_of(const st_run *run, strata_status status) {
  if (run->fault.kind != STRATA_FAULT_HOST) return run->fault.kind;
  return status == STRATA_ELIMIT ? STRATA_FAULT_LIMIT : STRATA_FAULT_ERROR;
}

void st_fault_blame(st_run *run, strata_handler handler, uint32_t frame,
                    bool said, strata_status status) {
  bool script = status != STRATA_OK && status != STRATA_ESUSPEND &&
                status != STRATA_ENOMEM;
  if (!script || run->trial || run->fault.other ||
      run->fault.row.handler != 0) {
    return;
  }
  if (!said) { /* what another has said, and overlooked then, is not meant */
    st_text_clear(&run->fault.said);
    if (run->fault.kind != STRATA_FAULT_STACK) {
      run->fault.kind = STRATA_FAULT_HOST;
    }
  }
  const st_routine *program = st_run_frame(run, frame)->program;
  run->fault.row = (st_fault_row){.handler = handler,
                                  .code = st_code_of(run->rules, program),
                                  .kind = kind_of(run, status)};
  tell(run, handler, frame);
}

bool st_fault_is_due(const st_run *run, strata_status status) {
  return status != STRATA_OK && status != STRATA_ESUSPEND &&
         status != STRATA_ENOMEM && run->fault.row.handler != 0 &&
         !run->host.strict;
}

/* -- What is disabled -- */

strata_status st_fault_skip(st_run *run, uint32_t frame) {
  const st_frame *f = st_run_frame(run, frame);
  st_new_log_row row = {.what = ST_LOGGED_SKIPPED,
                        .code = st_code_of(run->rules, f->program),
                        .source = st_named(f->self),
                        .count = 1};
  if (f->event != 0) {
    const st_event *event = st_run_event(run, f->event);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    if (kind->quiet) return STRATA_OK;
    row.kind = event->kind;
    row.parent = event->row;
    row.who = st_named(st_event_affected(run, event));
  }
  uint64_t number;
  bool held = st_index_hold(&run->index);
  strata_status status = st_log_add(run->store, &row, &number);
  st_index_keep(&run->index, held);
  return status;
}
