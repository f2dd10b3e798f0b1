/*
 * event_explanation_text.c - an explanation of an event as text, in columns,
 * and as JSON.
 *
 * The rows of the explanation have all texts that only the traced execution
 * knows; here they are laid out.
 */
#include "lua/actions/event_explanation_text.h"

#include "lua/core/text_layout.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>

/* A name that is wider does not widen its column. */
enum { NAME_WIDTH_MAX = 36 };

static const char *event_type_name(const strata_rules *rules,
                                   strata_event_type type) {
  return strata_rules_name(rules, STRATA_NAME_EVENT_TYPE, type);
}

static void add_number(luaL_Buffer *out, const char *before, uint64_t number,
                       const char *after) {
  char text[64];
  (void)snprintf(text, sizeof text, "%s%" PRIu64 "%s", before, number, after);
  luaL_addstring(out, text);
}

/* -- Text ----------------------------------------------------------------- */

/* Whether a row is about another event, so that it names the event type. */
static bool is_about_other_event(const strata_event_why_row *row) {
  return row->step == STRATA_EVENT_WHY_PART ||
         row->step == STRATA_EVENT_WHY_BECAME ||
         row->step == STRATA_EVENT_WHY_CONTAINED;
}

static const char *row_title(const strata_event_why_row *row) {
  return row->step == STRATA_EVENT_WHY_VERDICT
             ? strata_verdict_text(row->verdict)
             : strata_event_why_step_text(row->step);
}

static const char *row_name(const strata_rules *rules,
                            const strata_event_why_row *row) {
  return is_about_other_event(row) ? event_type_name(rules, row->event_type)
                                   : row->name;
}

/* Add the fields as "amount: 3 -> 6" or "amount = 3". A field that does not
 * change and names the maker is left out: the name of the row tells it. */
static void add_fields(luaL_Buffer *out, const strata_event_why_row *row) {
  const char *between = "";
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_field_change *field = &row->fields[i];
    const bool changes = field->before.type != 0;
    if (!changes && field->names_maker) continue;
    luaL_addstring(out, between);
    between = ", ";
    luaL_addstring(out, field->name);
    luaL_addstring(out, changes ? ": " : " = ");
    luaL_addstring(out, field->before_text);
    if (changes) luaL_addstring(out, " -> ");
    luaL_addstring(out, field->after_text);
  }
}

static bool is_row_number_told(const strata_event_why_row *row) {
  return row->row != 0 && (is_about_other_event(row) ||
                           row->step == STRATA_EVENT_WHY_TRIGGERED ||
                           row->step == STRATA_EVENT_WHY_PROPOSED);
}

/* Lines do not end in blanks. */
static void trim_blanks(luaL_Buffer *out) {
  const char *bytes = luaL_buffaddr(out);
  while (luaL_bufflen(out) > 0 && bytes[luaL_bufflen(out) - 1] == ' ') {
    luaL_buffsub(out, 1);
  }
}

static void add_row(luaL_Buffer *out, const strata_rules *rules,
                    const strata_event_why_row *row, size_t title_width,
                    size_t name_width) {
  const bool tells = row->field_count > 0 || row->says[0] != '\0';
  luaL_addstring(out, "\n  ");
  stl_add_cell(out, row_title(row), title_width);
  if (row->step != STRATA_EVENT_WHY_VERDICT && name_width > 0) {
    stl_add_cell(out, row_name(rules, row), name_width);
  }
  add_fields(out, row);
  if (row->field_count > 0 && row->says[0] != '\0') luaL_addstring(out, ", ");
  luaL_addstring(out, row->says);
  if (is_row_number_told(row)) {
    add_number(out, tells ? "  (row " : "(row ", row->row, ")");
  }
  trim_blanks(out);
}

static void add_heading(luaL_Buffer *out, const strata_rules *rules,
                        const strata_event_why *why,
                        const strata_event_why_row *last) {
  const strata_explained_event *event = strata_event_why_event(why);
  if (last->step == STRATA_EVENT_WHY_VERDICT) {
    luaL_addstring(out, last->name);
    luaL_addstring(out, ", about ");
  }
  luaL_addstring(out, event_type_name(rules, event->event_type));
  add_number(out, " (row ", event->row, "");
  add_number(out, " of action ", event->action, ")");
}

void stl_push_event_why_text(lua_State *L, const strata_rules *rules,
                             const strata_event_why *why) {
  const size_t count = strata_event_why_count(why);
  size_t title_width = 0;
  size_t name_width = 0;
  for (size_t i = 0; i < count; i++) {
    const strata_event_why_row *row = strata_event_why_get(why, i);
    title_width = stl_wider(title_width, row_title(row), NAME_WIDTH_MAX);
    name_width = stl_wider(name_width, row_name(rules, row), NAME_WIDTH_MAX);
  }
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  if (count > 0) {
    add_heading(&out, rules, why, strata_event_why_get(why, count - 1));
  }
  for (size_t i = 0; i < count; i++) {
    add_row(&out, rules, strata_event_why_get(why, i), title_width, name_width);
  }
  luaL_pushresult(&out);
}

/* -- JSON ----------------------------------------------------------------- */

/* Add a member after the first one; none for an empty text. */
static void add_member(luaL_Buffer *out, const char *name, const char *text) {
  if (text == NULL || text[0] == '\0') return;
  luaL_addchar(out, ',');
  stl_add_json_string(out, name);
  luaL_addchar(out, ':');
  stl_add_json_string(out, text);
}

/* A number or a flag is one in JSON too; all else is its text. */
static void add_json_value(luaL_Buffer *out, strata_type type,
                           const char *text) {
  if (type == STRATA_INT || type == STRATA_FLAG) {
    luaL_addstring(out, text);
  } else {
    stl_add_json_string(out, text);
  }
}

static void add_json_field(luaL_Buffer *out, const strata_field_change *field) {
  stl_add_json_string(out, field->name);
  luaL_addstring(out, ":{");
  if (field->before.type != 0) {
    luaL_addstring(out, "\"before\":");
    add_json_value(out, field->before.type, field->before_text);
    luaL_addchar(out, ',');
  }
  luaL_addstring(out, "\"after\":");
  add_json_value(out, field->after.type, field->after_text);
  luaL_addchar(out, '}');
}

static void add_json_row(luaL_Buffer *out, const strata_rules *rules,
                         const strata_event_why_row *row) {
  luaL_addstring(out, "{\"step\":");
  stl_add_json_string(out, strata_event_why_step_text(row->step));
  if (row->step == STRATA_EVENT_WHY_VERDICT) {
    add_member(out, "verdict", strata_verdict_text(row->verdict));
  }
  if (row->row != 0) add_number(out, ",\"row\":", row->row, "");
  add_member(out, "kind", event_type_name(rules, row->event_type));
  add_member(
      out, "code",
      strata_rules_name(rules, STRATA_NAME_WATCHER_DEF, row->watcher_def));
  add_member(out, "name", row->name);
  add_member(out, "says", row->says);
  for (size_t i = 0; i < row->field_count; i++) {
    luaL_addstring(out, i == 0 ? ",\"fields\":{" : ",");
    add_json_field(out, &row->fields[i]);
  }
  luaL_addstring(out, row->field_count > 0 ? "}}" : "}");
}

void stl_push_event_why_json(lua_State *L, const strata_rules *rules,
                             const strata_event_why *why) {
  const size_t count = strata_event_why_count(why);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addchar(&out, '[');
  for (size_t i = 0; i < count; i++) {
    if (i > 0) luaL_addchar(&out, ',');
    add_json_row(&out, rules, strata_event_why_get(why, i));
  }
  luaL_addchar(&out, ']');
  luaL_pushresult(&out);
}
