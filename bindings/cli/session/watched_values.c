/*
 * watched_values.c - expressions whose values a session compares after each
 * line.
 */
#include "cli/session/watched_values.h"

#include "cli/common/json_lines.h"
#include "cli/common/safe_text.h"
#include "cli/common/show_value.h"
#include "cli/session/statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *bytes, size_t size) {
  char *copy = malloc(size + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, bytes, size);
  copy[size] = '\0';
  return copy;
}

/* Write the value at 2 into the text at 1. */
static int show_watched_value(lua_State *L) {
  stc_show_value(L, 2, lua_touserdata(L, 1));
  return 0;
}

/* The value of an expression as text; false, and the error is printed, if it
 * fails. */
static bool evaluate_watched(lua_State *L, const char *source, stc_text *out) {
  stc_text_clear(out);
  if (!stc_statement_evaluate(L, source, strlen(source))) return false;
  lua_pushcfunction(L, show_watched_value);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, out);
  lua_insert(L, -2);
  const bool is_shown = lua_pcall(L, 2, 0, 0) == LUA_OK;
  if (!is_shown) lua_pop(L, 1);
  return is_shown;
}

static void print_watched(lua_State *L, const char *source, const char *value,
                          const char *before) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, source, strlen(source), STC_ESCAPE_PLAIN);
  stc_text_format(&text, ": %s%s%s", before != NULL ? before : "",
                  before != NULL ? " -> " : "", value);
  stc_json_say(L, text.at, text.size);
}

bool stc_watched_values_add(stc_watched_values *watch, lua_State *L,
                            const char *source, size_t size) {
  stc_text value;
  if (watch->count == STC_WATCHED_VALUES_MAX) {
    stc_print(stderr, "error: %d are watched already: :watch off\n",
              STC_WATCHED_VALUES_MAX);
    return false;
  }
  char *text = copy_of(source, size);
  if (text == NULL || !evaluate_watched(L, text, &value)) {
    free(text);
    return false;
  }
  char *kept = copy_of(value.at, value.size);
  if (kept == NULL) {
    free(text);
    return false;
  }
  watch->rows[watch->count].source = text;
  watch->rows[watch->count++].value = kept;
  print_watched(L, text, kept, NULL);
  return true;
}

static void drop_watched(stc_watched_values *watch, size_t row) {
  free(watch->rows[row].source);
  free(watch->rows[row].value);
  watch->count--;
  memmove(watch->rows + row, watch->rows + row + 1,
          (watch->count - row) * sizeof watch->rows[0]);
}

void stc_watched_values_refresh(stc_watched_values *watch, lua_State *L) {
  stc_text now;
  for (size_t i = 0; i < watch->count;) {
    const char *source = watch->rows[i].source;
    if (!evaluate_watched(L, source, &now)) {
      stc_print(stderr, "      | it is not watched any more\n");
      drop_watched(watch, i);
      continue;
    }
    char *kept = NULL;
    if (strcmp(now.at, watch->rows[i].value) != 0 &&
        (kept = copy_of(now.at, now.size)) != NULL) {
      print_watched(L, source, kept, watch->rows[i].value);
      free(watch->rows[i].value);
      watch->rows[i].value = kept;
    }
    i++;
  }
}

void stc_watched_values_print(const stc_watched_values *watch, lua_State *L) {
  for (size_t i = 0; i < watch->count; i++) {
    print_watched(L, watch->rows[i].source, watch->rows[i].value, NULL);
  }
}

void stc_watched_values_clear(stc_watched_values *watch) {
  while (watch->count > 0) {
    drop_watched(watch, watch->count - 1);
  }
}
