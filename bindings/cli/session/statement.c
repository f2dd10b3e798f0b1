/*
 * statement.c - running one statement or expression of a session.
 *
 * A text is first tried as an expression, then as a statement; Lua's compiler
 * tells by "<eof>" that more lines could complete it. Every text is a chunk of
 * its own, so a local would be gone with its line: a `local` at the very
 * beginning is removed, which makes a name of the shared environment.
 */
#include "cli/session/statement.h"

#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/show_value.h"
#include "cli/common/vm_host.h"
#include "cli/session/session_history.h"

#include <ctype.h>
#include <strata/lua.h>
#include <string.h>

static const char chunk_name[] = "=repl";

typedef struct statement_source {
  const char *text;
  size_t size;
  bool expression_only;
  bool is_incomplete;
  bool has_local; /* the text ends behind the name */
} statement_source;

static const char *skip_statement_blank(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) {
    at++;
  }
  return at;
}

static bool is_name_byte(char c) {
  return isalnum((unsigned char)c) != 0 || c == '_';
}

static const char *skip_name(const char *at, const char *end) {
  if (at < end && isdigit((unsigned char)*at)) return at;
  while (at < end && is_name_byte(*at)) {
    at++;
  }
  return at;
}

/* True if the word at `at` is this one. */
static bool is_word_at(const char *at, const char *end, const char *word) {
  return (size_t)(skip_name(at, end) - at) == strlen(word) &&
         memcmp(at, word, strlen(word)) == 0;
}

/* The place behind "a, b, c" and blanks; NULL if the text is no list of names.
 */
static const char *skip_names(const char *at, const char *end) {
  for (;;) {
    const char *behind = skip_name(at, end);
    if (behind == at) return NULL;
    at = skip_statement_blank(behind, end);
    if (at == end || *at != ',') return at;
    at = skip_statement_blank(at + 1, end);
  }
}

/* Push the text without a leading `local`, where that is the same otherwise. */
static void push_without_local(lua_State *L, statement_source *from) {
  const char *end = from->text + from->size;
  const char *start = skip_statement_blank(from->text, end);
  if (!is_word_at(start, end, "local")) {
    lua_pushlstring(L, from->text, from->size);
    return;
  }
  const char *names = skip_statement_blank(start + strlen("local"), end);
  const char *behind = skip_names(names, end);
  if (is_word_at(names, end, "function") ||
      (behind != NULL && behind < end && *behind == '=')) {
    lua_pushlstring(L, names, (size_t)(end - names));
  } else if (behind == end) {
    lua_pushlstring(L, names, (size_t)(end - names));
    lua_pushliteral(L, " = nil");
    lua_concat(L, 2);
  } else {
    lua_pushlstring(L, from->text, from->size);
    from->has_local = true;
  }
}

static bool compile_top(lua_State *L, int env) {
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  return stl_compile(L, chunk_name, text, size, env) == LUA_OK;
}

bool stc_is_game_step(const char *text, size_t size) {
  const char *end = text + size;
  const char *at = skip_statement_blank(text, end);
  if (!is_word_at(at, end, "game")) return false;
  at = skip_statement_blank(at + strlen("game"), end);
  return at < end && *at == ':' &&
         is_word_at(skip_statement_blank(at + 1, end), end, "step");
}

/* Push the environment of the text: in a call of game:step it has the words of
 * scenarios too. */
static void push_names_for(lua_State *L, const statement_source *from) {
  stl_push_shared_env(L);
  if (!stc_is_game_step(from->text, from->size)) return;
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, "step_environment");
  lua_pushvalue(L, -3);
  lua_call(L, 1, 1);
  lua_replace(L, lua_isnil(L, -1) ? -2 : -3);
  lua_settop(L, -2);
}

/* Push the compiled text. */
static int compile_statement(lua_State *L) {
  statement_source *from = lua_touserdata(L, 1);
  push_names_for(L, from);
  const int env = lua_gettop(L);
  lua_pushliteral(L, "return ");
  lua_pushlstring(L, from->text, from->size);
  lua_concat(L, 2);
  if (compile_top(L, env)) return 1;
  if (from->expression_only) return lua_error(L);
  push_without_local(L, from);
  if (compile_top(L, env)) return 1;
  size_t size = 0;
  const char *message = lua_tolstring(L, -1, &size);
  const size_t mark = strlen("<eof>");
  from->is_incomplete =
      size >= mark && strcmp(message + size - mark, "<eof>") == 0;
  return lua_error(L);
}

/* The line with this number, from 1. */
static bool find_line(const char *text, size_t size, unsigned long number,
                      const char **line, size_t *length) {
  const char *end = text + size;
  for (unsigned long i = 1; text < end; i++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    const char *stop = newline != NULL ? newline : end;
    if (i == number) {
      *line = text;
      *length = (size_t)(stop - text);
      return true;
    }
    text = stop + 1;
  }
  return false;
}

/* The place that a message begins with: "repl:12: no" or "cards/a.lua:3: no".
 */
typedef struct message_place {
  char path[512];
  unsigned long line; /* 0: none */
} message_place;

static void read_message_place(const char *message, message_place *out) {
  out->line = 0;
  for (const char *at = strchr(message, ':'); at != NULL;
       at = strchr(at + 1, ':')) {
    const size_t size = (size_t)(at - message);
    unsigned long number = 0;
    const char *digit = at + 1;
    for (; isdigit((unsigned char)*digit) && number < 1000000; digit++) {
      number = number * 10 + (unsigned long)(*digit - '0');
    }
    if (digit == at + 1 || *digit != ':') continue;
    if (size >= sizeof out->path) return;
    memcpy(out->path, message, size);
    out->path[size] = '\0';
    out->line = number;
    return;
  }
}

static int read_excerpt_file(lua_State *L) {
  if (stl_read_file(L, lua_touserdata(L, 1)) != LUA_OK) return lua_error(L);
  return 1;
}

static void print_line_of(const char *text, size_t size, unsigned long number) {
  const char *line = NULL;
  size_t length = 0;
  if (!find_line(text, size, number, &line, &length)) return;
  stc_text shown;
  stc_text_clear(&shown);
  stc_text_escaped(&shown, line, length < 200 ? length : 200, STC_ESCAPE_LINE);
  stc_print(stderr, "%5lu | %s\n", number, shown.at);
}

/* Print the line that a message is about: of the text, or of a file. */
static void print_excerpt(lua_State *L, const char *message, const char *text,
                          size_t size) {
  message_place where;
  read_message_place(message, &where);
  if (where.line == 0) return;
  if (strcmp(where.path, "repl") == 0) {
    print_line_of(text, size, where.line);
    return;
  }
  if (stc_call_protected(L, read_excerpt_file, where.path, 1)) {
    size_t length = 0;
    const char *bytes = lua_tolstring(L, -1, &length);
    print_line_of(bytes, length, where.line);
  }
  lua_pop(L, 1);
}

/* A name that does not exist, and an existing one that is near it. */
typedef struct misspelled_name {
  char name[64];
  const char *near; /* borrowed from the array on the stack */
} misspelled_name;

/* Push the array of names; find the nearest one. */
static int find_meant(lua_State *L) {
  misspelled_name *t = lua_touserdata(L, 1);
  stl_push_shared_env(L);
  stl_push_names(L, lua_gettop(L));
  size_t best = sizeof t->name;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, -1, i);
    const char *name = lua_tostring(L, -1);
    if (name != NULL && stc_is_near_word(t->name, name) &&
        stc_edit_distance(t->name, name) < best) {
      best = stc_edit_distance(t->name, name);
      t->near = name;
    }
    lua_pop(L, 1);
  }
  return 1;
}

/* strata.session.live_game.hint(name, near): a text, or nil. */
static int find_hint(lua_State *L) {
  const misspelled_name *t = lua_touserdata(L, 1);
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, "hint");
  lua_pushstring(L, t->name);
  t->near != NULL ? (void)lua_pushstring(L, t->near) : lua_pushnil(L);
  lua_call(L, 2, 1);
  return 1;
}

static void suggest_name(lua_State *L, const char *name, size_t size) {
  misspelled_name t = {"", NULL};
  if (size == 0 || size >= sizeof t.name) return;
  memcpy(t.name, name, size);
  if (!stc_call_protected(L, find_meant, &t, 1)) t.near = NULL;
  if (stc_call_protected(L, find_hint, &t, 1) && lua_isstring(L, -1)) {
    stc_print(stderr, "      | %s\n", lua_tostring(L, -1));
  }
  lua_pop(L, 2);
}

/* strata.session.world_views.with_names(message, world): the message with the
 * names of entities. */
static int push_named(lua_State *L) {
  stl_library_push(L, "strata.session.world_views");
  (void)lua_getfield(L, -1, "with_names");
  lua_pushstring(L, lua_touserdata(L, 1));
  stc_push_session_world(L);
  lua_call(L, 2, 1);
  return 1;
}

/* In the message at the top, call entities as they are printed. */
static void name_entities(lua_State *L) {
  const char *message = lua_tostring(L, -1);
  stc_text copy; /* Lua's pointers to what a user gives are not const */
  if (message == NULL || strchr(message, '#') == NULL) return;
  stc_text_clear(&copy);
  stc_text_string(&copy, message);
  if (copy.size != strlen(message)) return; /* it is too long for a text */
  const bool is_named = stc_call_protected(L, push_named, copy.at, 1);
  is_named ? lua_remove(L, -2) : lua_pop(L, 1);
}

void stc_statement_report_error(lua_State *L, const char *text, size_t size) {
  static const char global[] = "global '";
  name_entities(L);
  lua_pushvalue(L, -1);
  stc_report_error(L, false);
  const char *message = stl_error_text(L, -1);
  print_excerpt(L, message, text, size);
  const char *name = strstr(message, global);
  if (name != NULL) {
    name += strlen(global);
    suggest_name(L, name, strcspn(name, "'"));
  } else if (strstr(message, "field 'random") != NULL) {
    static const char random[] = "math.random";
    suggest_name(L, random, strlen(random));
  }
  lua_pop(L, 1);
}

/* Keep the first value as `_`, the one before as `__`, and print all (arguments
 * from 2 on). */
static int print_values(lua_State *L) {
  const int last = lua_gettop(L);
  stc_text text;
  stl_push_shared_env(L);
  lua_pushliteral(L, "_");
  lua_rawget(L, -2);
  lua_setfield(L, -2, "__");
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "_");
  lua_settop(L, last);
  if (stc_is_json(L)) {
    stc_json_values(L, 2);
    return 0;
  }
  stc_text_clear(&text);
  for (int i = 2; i <= last; i++) {
    if (i > 2) stc_text_string(&text, ", ");
    stc_show_value(L, i, &text);
  }
  stc_print(stdout, "%s\n", text.at);
  return 0;
}

/* A name alone whose value is nil is probably misspelled. */
static void warn_unknown_name(lua_State *L, const char *text, size_t size) {
  const char *end = text + size;
  const char *start = skip_statement_blank(text, end);
  const char *behind = skip_name(start, end);
  if (behind == start || skip_statement_blank(behind, end) != end) return;
  if (is_word_at(start, end, "nil") || is_word_at(start, end, "_")) return;
  (void)fflush(stdout);
  suggest_name(L, start, (size_t)(behind - start));
}

static bool run_source(lua_State *L, const statement_source *from) {
  (void)stc_host_take_interrupt();
  if (stc_host_call(L, 0, LUA_MULTRET) == LUA_OK) return true;
  if (stc_host_take_interrupt()) {
    lua_pop(L, 1);
    (void)fflush(stdout);
    stc_print(stderr, "interrupted: what it changed is taken back\n");
    if (stc_is_json(L)) stc_json_text("error", "interrupted", 11);
    return false;
  }
  stc_statement_report_error(L, from->text, from->size);
  return false;
}

static bool print_results(lua_State *L, int count) {
  const int base = lua_gettop(L) - count;
  lua_pushcfunction(L, print_values);
  lua_insert(L, base + 1);
  lua_pushnil(L); /* instead of a pointer */
  lua_insert(L, base + 2);
  if (lua_pcall(L, count + 1, 0, 0) == LUA_OK) return true;
  stc_report_error(L, false);
  return false;
}

stc_statement_outcome stc_statement_run(lua_State *L, const char *text,
                                        size_t size) {
  statement_source from = {.text = text, .size = size};
  const int base = lua_gettop(L);
  if (!stc_call_protected(L, compile_statement, &from, 1)) {
    if (from.is_incomplete) return STC_STATEMENT_INCOMPLETE;
    stc_statement_report_error(L, text, size);
    return STC_STATEMENT_FAILED;
  }
  if (!run_source(L, &from)) return STC_STATEMENT_FAILED;
  const int count = lua_gettop(L) - base;
  if (from.has_local) {
    (void)fflush(stdout);
    stc_print(stderr,
              "      | this local is gone; without `local` the name stays\n");
  }
  if (count == 0 && !stc_is_json(L)) return STC_STATEMENT_DONE;
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    lua_settop(L, base);
    stc_print(stderr, "error: too many results to print\n");
    return STC_STATEMENT_FAILED;
  }
  const bool is_nil = count == 1 && lua_isnil(L, -1);
  if (!print_results(L, count)) return STC_STATEMENT_FAILED;
  if (is_nil) warn_unknown_name(L, text, size);
  return STC_STATEMENT_DONE;
}

bool stc_statement_evaluate(lua_State *L, const char *text, size_t size) {
  statement_source from = {.text = text, .size = size, .expression_only = true};
  const int base = lua_gettop(L);
  if (!stc_call_protected(L, compile_statement, &from, 1)) {
    stc_statement_report_error(L, text, size);
    return false;
  }
  if (!run_source(L, &from)) return false;
  lua_settop(L, base + 1);
  return true;
}
