/*
 * explanation_text.c - an explanation as text, in columns, and as JSON.
 */
#include "play/action/explanation_text.h"

#include "play/action/event_explanation.h"
#include "play/execution/execution.h"
#include "play/execution/trace.h"

#include <string.h>

enum { MOST_NAME_WIDTH = 36 };

static const char *step_text(strata_event_why_step step) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_EVENT_WHY_MAP(X)
#undef X
  };
  return texts[step];
}

static const char *verdict_text(strata_verdict verdict) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_VERDICT_MAP(X)
#undef X
  };
  return texts[verdict];
}

static const char *event_type_name(const st_execution *exec,
                                   strata_event_type type) {
  return st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE, type);
}

/* -- Text -- */

static void pad_with_blanks(st_text *text, size_t start, size_t width) {
  while (text->length < start + width && !text->failed) {
    st_text_add_str(text, " ");
  }
}

static void write_explained_value(st_execution *exec, const strata_value *value,
                                  st_text *text) {
  int64_t word = value->integer;
  if (value->type == STRATA_REF) word = (int64_t)value->ref;
  if (value->type == STRATA_SYM) word = (int64_t)value->symbol;
  st_trace_write_word(exec, value->type, word, text);
}

/* These fields are left out: the row names the maker of the event already. */
static bool is_common_field_name(const st_execution *exec, const char *name) {
  const st_common_fields *common = &exec->rules->common_fields;
  const strata_field fields[] = {common->by, common->cause, common->effect};
  for (size_t i = 0; i < ST_COUNT_OF(fields); i++) {
    const char *own = st_rules_name(exec->rules, STRATA_NAME_FIELD, fields[i]);
    if (strcmp(own, name) == 0) return true;
  }
  return false;
}

/* Write the fields as "amount: 3 -> 6" or "amount = 3". */
static void write_explained_fields(st_execution *exec,
                                   const strata_event_why_row *row,
                                   st_text *text) {
  bool any = false;
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_field_change *field = &row->fields[i];
    bool changes = field->before.type != 0;
    if (!changes && is_common_field_name(exec, field->name)) continue;
    if (any) st_text_add_str(text, ", ");
    any = true;
    st_text_add_str(text, field->name);
    st_text_add_str(text, changes ? ": " : " = ");
    if (changes) {
      write_explained_value(exec, &field->before, text);
      st_text_add_str(text, " -> ");
    }
    write_explained_value(exec, &field->after, text);
  }
}

/* Whether a row is about another event, so that it names the event type. */
static bool is_about_other_event(const strata_event_why_row *row) {
  return row->step == STRATA_EVENT_WHY_PART ||
         row->step == STRATA_EVENT_WHY_BECAME ||
         row->step == STRATA_EVENT_WHY_CONTAINED;
}

static const char *row_name(const st_execution *exec,
                            const strata_event_why_row *row) {
  return is_about_other_event(row) ? event_type_name(exec, row->event_type)
                                   : row->name;
}

static const char *row_title(const strata_event_why_row *row) {
  return row->step == STRATA_EVENT_WHY_VERDICT ? verdict_text(row->verdict)
                                               : step_text(row->step);
}

/* A name wider than its column is followed by two blanks all the same. */
static void pad_column(st_text *text, size_t start, size_t width) {
  const size_t length = text->length - start;
  pad_with_blanks(text, start, (length > width ? length : width) + 2);
}

static void write_text_row(st_execution *exec, const strata_event_why_row *row,
                           size_t step_width, size_t name_width,
                           st_text *text) {
  size_t start = text->length;
  st_text_add_str(text, "  ");
  st_text_add_str(text, row_title(row));
  pad_with_blanks(text, start, 2 + step_width + 2);
  start = text->length;
  if (row->step != STRATA_EVENT_WHY_VERDICT) {
    st_text_add_str(text, row_name(exec, row));
    if (name_width > 0) pad_column(text, start, name_width);
  }
  write_explained_fields(exec, row, text);
  if (row->field_count > 0 && row->says[0]) st_text_add_str(text, ", ");
  st_text_add_str(text, row->says);
  bool other = is_about_other_event(row) ||
               row->step == STRATA_EVENT_WHY_TRIGGERED ||
               row->step == STRATA_EVENT_WHY_PROPOSED;
  if (!other || row->row == 0) return;
  st_text_add_str(text,
                  row->field_count > 0 || row->says[0] ? "  (row " : "(row ");
  st_text_add_uint(text, row->row);
  st_text_add_str(text, ")");
}

/* Lines do not end in blanks. */
static void trim_trailing_blanks(st_text *text) {
  while (text->length > 0 && text->bytes[text->length - 1] == ' ') {
    text->bytes[--text->length] = '\0';
  }
}

static size_t wider_column(size_t width, const char *text) {
  size_t length = strlen(text);
  if (length > MOST_NAME_WIDTH) length = MOST_NAME_WIDTH;
  return length > width ? length : width;
}

static void write_heading(const strata_event_why *why, st_execution *exec,
                          uint64_t number, uint64_t action, st_text *text) {
  const strata_event_why_row *last = &why->rows[why->count - 1];
  if (last->step == STRATA_EVENT_WHY_VERDICT) {
    st_text_add_str(text, last->name);
    st_text_add_str(text, ", about ");
  }
  st_text_add_str(text, event_type_name(exec, why->event_type));
  st_text_add_str(text, " (row ");
  st_text_add_uint(text, number);
  st_text_add_str(text, " of action ");
  st_text_add_uint(text, action);
  st_text_add_str(text, ")");
}

/* -- JSON -- */

static void write_json_string(const char *string, st_text *json) {
  static const char digits[] = "0123456789abcdef";
  st_text_add_str(json, "\"");
  for (; *string; string++) {
    unsigned char byte = (unsigned char)*string;
    if (byte < 0x20) {
      const char escape[] = {
          '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
      st_text_add(json, escape, sizeof escape);
      continue;
    }
    if (byte == '"' || byte == '\\') st_text_add_str(json, "\\");
    st_text_add(json, string, 1);
  }
  st_text_add_str(json, "\"");
}

static void write_json_value(st_execution *exec, const strata_value *value,
                             st_text *json) {
  st_text text;
  if (value->type == STRATA_INT || value->type == STRATA_FLAG) {
    write_explained_value(exec, value, json);
    return;
  }
  st_text_init(&text, exec->mem);
  write_explained_value(exec, value, &text);
  write_json_string(st_text_get(&text), json);
  if (text.failed) json->failed = true;
  st_text_fini(&text);
}

static void write_json_member(const char *name, const char *value,
                              st_text *json) {
  if (value[0] == '\0') return;
  st_text_add_str(json, ",\"");
  st_text_add_str(json, name);
  st_text_add_str(json, "\":");
  write_json_string(value, json);
}

static void write_json_row(st_execution *exec, const strata_event_why_row *row,
                           st_text *json) {
  st_text_add_str(json, "{\"step\":");
  write_json_string(step_text(row->step), json);
  if (row->step == STRATA_EVENT_WHY_VERDICT) {
    write_json_member("verdict", verdict_text(row->verdict), json);
  }
  if (row->row != 0) {
    st_text_add_str(json, ",\"row\":");
    st_text_add_uint(json, row->row);
  }
  if (row->event_type != 0) {
    write_json_member("kind", event_type_name(exec, row->event_type), json);
  }
  if (row->watcher_def != 0) {
    write_json_member(
        "code",
        st_rules_name(exec->rules, STRATA_NAME_WATCHER_DEF, row->watcher_def),
        json);
  }
  write_json_member("name", row->name, json);
  write_json_member("says", row->says, json);
  if (row->field_count > 0) st_text_add_str(json, ",\"fields\":{");
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_field_change *field = &row->fields[i];
    if (i > 0) st_text_add_str(json, ",");
    write_json_string(field->name, json);
    st_text_add_str(json, ":{");
    if (field->before.type != 0) {
      st_text_add_str(json, "\"before\":");
      write_json_value(exec, &field->before, json);
      st_text_add_str(json, ",");
    }
    st_text_add_str(json, "\"after\":");
    write_json_value(exec, &field->after, json);
    st_text_add_str(json, "}");
  }
  st_text_add_str(json, row->field_count > 0 ? "}}" : "}");
}

strata_status st_explanation_text_write(strata_event_why *why,
                                        st_execution *exec, uint64_t row,
                                        uint64_t action) {
  size_t step_width = 0;
  size_t name_width = 0;
  st_text_clear(&why->text);
  st_text_clear(&why->json);
  for (size_t i = 0; i < why->count; i++) {
    const strata_event_why_row *r = &why->rows[i];
    step_width = wider_column(step_width, row_title(r));
    name_width = wider_column(name_width, row_name(exec, r));
  }
  st_text_add_str(&why->json, "[");
  if (why->count > 0) {
    write_heading(why, exec, row, action, &why->text);
  }
  for (size_t i = 0; i < why->count; i++) {
    const strata_event_why_row *r = &why->rows[i];
    st_text_add_str(&why->text, "\n");
    write_text_row(exec, r, step_width, name_width, &why->text);
    trim_trailing_blanks(&why->text);
    if (i > 0) st_text_add_str(&why->json, ",");
    write_json_row(exec, r, &why->json);
  }
  st_text_add_str(&why->json, "]");
  bool failed = why->text.failed || why->json.failed;
  return failed ? STRATA_ENOMEM : STRATA_OK;
}
