/*
 * telling.c - an account as text, in columns, and as JSON.
 */
#include "play/action/account.h"

#include <string.h>

enum { NAME_WIDTH = 36 };

static const char *step_text(strata_account_step step) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_ACCOUNT_MAP(X)
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

static const char *kind_name(const st_run *run, strata_event_kind kind) {
  return strata_rules_name(run->rules, STRATA_KIND_EVENT, kind);
}

/* -- Text -- */

static void pad(st_text *text, size_t start, size_t width) {
  while (text->length < start + width && !text->failed) {
    st_text_str(text, " ");
  }
}

static void write_value(st_run *run, const strata_value *value, st_text *text) {
  int64_t word = value->integer;
  if (value->type == STRATA_REF) word = (int64_t)value->ref;
  if (value->type == STRATA_SYM) word = (int64_t)value->symbol;
  st_trace_word(run, value->type, word, text);
}

/* Who did it stands beside it by name. */
static bool is_told_apart(const st_run *run, const char *name) {
  const st_common_fields *common = &run->rules->common;
  const strata_field fields[] = {common->by, common->cause, common->effect};
  for (size_t i = 0; i < ST_COUNT_OF(fields); i++) {
    const char *own =
        strata_rules_name(run->rules, STRATA_KIND_FIELD, fields[i]);
    if (strcmp(own, name) == 0) return true;
  }
  return false;
}

/* "amount: 3 -> 6", or "amount = 3" */
static void write_fields(st_run *run, const strata_account_row *row,
                         st_text *text) {
  bool any = false;
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_changed *field = &row->fields[i];
    bool changes = field->before.type != 0;
    if (!changes && is_told_apart(run, field->name)) continue;
    if (any) st_text_str(text, ", ");
    any = true;
    st_text_str(text, field->name);
    st_text_str(text, changes ? ": " : " = ");
    if (changes) {
      write_value(run, &field->before, text);
      st_text_str(text, " -> ");
    }
    write_value(run, &field->after, text);
  }
}

/* Rows that tell of another event than the one in question say its kind. */
static bool says_kind(const strata_account_row *row) {
  return row->step == STRATA_ACCOUNT_PART ||
         row->step == STRATA_ACCOUNT_BECAME ||
         row->step == STRATA_ACCOUNT_CONTAINED;
}

static const char *name_of(const st_run *run, const strata_account_row *row) {
  return says_kind(row) ? kind_name(run, row->kind) : row->name;
}

static const char *title_of(const strata_account_row *row) {
  return row->step == STRATA_ACCOUNT_VERDICT ? verdict_text(row->verdict)
                                             : step_text(row->step);
}

/* What is wider than its column keeps its distance all the same. */
static void pad_column(st_text *text, size_t start, size_t width) {
  const size_t length = text->length - start;
  pad(text, start, (length > width ? length : width) + 2);
}

static void write_line(st_run *run, const strata_account_row *row,
                       size_t step_width, size_t name_width, st_text *text) {
  size_t start = text->length;
  st_text_str(text, "  ");
  st_text_str(text, title_of(row));
  pad(text, start, 2 + step_width + 2);
  start = text->length;
  if (row->step != STRATA_ACCOUNT_VERDICT) {
    st_text_str(text, name_of(run, row));
    if (name_width > 0) pad_column(text, start, name_width);
  }
  write_fields(run, row, text);
  if (row->field_count > 0 && row->says[0]) st_text_str(text, ", ");
  st_text_str(text, row->says);
  bool other = says_kind(row) || row->step == STRATA_ACCOUNT_TRIGGERED ||
               row->step == STRATA_ACCOUNT_PROPOSED;
  if (!other || row->row == 0) return;
  st_text_str(text, row->field_count > 0 || row->says[0] ? "  (row " : "(row ");
  st_text_uint(text, row->row);
  st_text_str(text, ")");
}

/* Lines do not end in blanks. */
static void trim(st_text *text) {
  while (text->length > 0 && text->bytes[text->length - 1] == ' ') {
    text->bytes[--text->length] = '\0';
  }
}

static size_t longer(size_t width, const char *text) {
  size_t length = strlen(text);
  if (length > NAME_WIDTH) length = NAME_WIDTH;
  return length > width ? length : width;
}

static void write_head(const strata_account *account, st_run *run,
                       uint64_t number, uint64_t action, st_text *text) {
  const strata_account_row *last = &account->rows[account->count - 1];
  if (last->step == STRATA_ACCOUNT_VERDICT) {
    st_text_str(text, last->name);
    st_text_str(text, ", about ");
  }
  st_text_str(text, kind_name(run, account->kind));
  st_text_str(text, " (row ");
  st_text_uint(text, number);
  st_text_str(text, " of action ");
  st_text_uint(text, action);
  st_text_str(text, ")");
}

/* -- JSON -- */

static void write_string(const char *string, st_text *json) {
  static const char digits[] = "0123456789abcdef";
  st_text_str(json, "\"");
  for (; *string; string++) {
    unsigned char byte = (unsigned char)*string;
    if (byte < 0x20) {
      const char escape[] = {
          '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
      st_text_add(json, escape, sizeof escape);
      continue;
    }
    if (byte == '"' || byte == '\\') st_text_str(json, "\\");
    st_text_add(json, string, 1);
  }
  st_text_str(json, "\"");
}

static void write_json_value(st_run *run, const strata_value *value,
                             st_text *json) {
  st_text text;
  if (value->type == STRATA_INT || value->type == STRATA_FLAG) {
    write_value(run, value, json);
    return;
  }
  st_text_init(&text, run->mem);
  write_value(run, value, &text);
  write_string(st_text_get(&text), json);
  if (text.failed) json->failed = true;
  st_text_fini(&text);
}

static void write_member(const char *name, const char *value, st_text *json) {
  if (value[0] == '\0') return;
  st_text_str(json, ",\"");
  st_text_str(json, name);
  st_text_str(json, "\":");
  write_string(value, json);
}

static void write_object(st_run *run, const strata_account_row *row,
                         st_text *json) {
  st_text_str(json, "{\"step\":");
  write_string(step_text(row->step), json);
  if (row->step == STRATA_ACCOUNT_VERDICT) {
    write_member("verdict", verdict_text(row->verdict), json);
  }
  if (row->row != 0) {
    st_text_str(json, ",\"row\":");
    st_text_uint(json, row->row);
  }
  if (row->kind != 0) write_member("kind", kind_name(run, row->kind), json);
  if (row->code != 0) {
    write_member("code",
                 strata_rules_name(run->rules, STRATA_KIND_CODE, row->code),
                 json);
  }
  write_member("name", row->name, json);
  write_member("says", row->says, json);
  if (row->field_count > 0) st_text_str(json, ",\"fields\":{");
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_changed *field = &row->fields[i];
    if (i > 0) st_text_str(json, ",");
    write_string(field->name, json);
    st_text_str(json, ":{");
    if (field->before.type != 0) {
      st_text_str(json, "\"before\":");
      write_json_value(run, &field->before, json);
      st_text_str(json, ",");
    }
    st_text_str(json, "\"after\":");
    write_json_value(run, &field->after, json);
    st_text_str(json, "}");
  }
  st_text_str(json, row->field_count > 0 ? "}}" : "}");
}

strata_status st_account_write(strata_account *account, st_run *run,
                               uint64_t row, uint64_t action) {
  size_t step_width = 0;
  size_t name_width = 0;
  st_text_clear(&account->text);
  st_text_clear(&account->json);
  for (size_t i = 0; i < account->count; i++) {
    const strata_account_row *r = &account->rows[i];
    step_width = longer(step_width, title_of(r));
    name_width = longer(name_width, name_of(run, r));
  }
  st_text_str(&account->json, "[");
  if (account->count > 0) {
    write_head(account, run, row, action, &account->text);
  }
  for (size_t i = 0; i < account->count; i++) {
    const strata_account_row *r = &account->rows[i];
    st_text_str(&account->text, "\n");
    write_line(run, r, step_width, name_width, &account->text);
    trim(&account->text);
    if (i > 0) st_text_str(&account->json, ",");
    write_object(run, r, &account->json);
  }
  st_text_str(&account->json, "]");
  bool failed = account->text.failed || account->json.failed;
  return failed ? STRATA_ENOMEM : STRATA_OK;
}
