/*
 * complete.c - completing the name before the cursor.
 *
 * Candidates inside a string are the names of the rules and of cards, behind a
 * question mark the names that help has, else the fields of a value. They come
 * one by one; of those that match, the longest common beginning is kept.
 */
#include "cli/repl/complete.h"

#include "cli/commands/command_table.h"
#include "cli/common/file_names.h"
#include "cli/common/protected.h"
#include "cli/session/session_history.h"
#include "cli/session/statement.h"

#include <ctype.h>
#include <strata/lua.h>
#include <string.h>

typedef struct completion_search {
  const char *path, *stem; /* "bear.base." and "po" of "bear.base.po" */
  size_t path_size, stem_size;
  size_t found;
  stc_text seen; /* the names that were offered, each between line ends */
  char common[STC_COMPLETION_MAX];
  stc_completion *out;
} completion_search;

enum { CHOICES_WIDTH = 76 };

/* Whether a name is offered for the first time; from then on it is not. */
static bool is_first_offer(completion_search *s, const char *name) {
  stc_text line;
  stc_text_clear(&line);
  stc_text_format(&line, "\n%s\n", name);
  if (strstr(s->seen.at, line.at) != NULL) return false;
  stc_text_string(&s->seen, line.at);
  return true;
}

static void offer_name(completion_search *s, const char *name) {
  if (strlen(name) >= STC_COMPLETION_MAX) return;
  if (strncmp(name, s->stem, s->stem_size) != 0) return;
  if (!is_first_offer(s, name)) return;
  if (s->found++ == 0) {
    memcpy(s->common, name, strlen(name) + 1);
  } else {
    size_t same = 0;
    while (s->common[same] != '\0' && s->common[same] == name[same]) {
      same++;
    }
    s->common[same] = '\0';
    const bool fits =
        stc_text_line_size(&s->out->choices) + strlen(name) < CHOICES_WIDTH;
    stc_text_string(&s->out->choices, fits ? "  " : "\n");
  }
  stc_text_escaped(&s->out->choices, name, strlen(name), STC_ESCAPE_PLAIN);
}

/* Push what "a.b." names, beginning in the environment. */
static void push_completed_owner(lua_State *L, const completion_search *s) {
  const char *at = s->path;
  const char *end = s->path + s->path_size;
  stl_push_shared_env(L);
  while (at < end) {
    const char *stop = at;
    while (stop < end && *stop != '.' && *stop != ':') {
      stop++;
    }
    lua_pushlstring(L, at, (size_t)(stop - at));
    (void)lua_gettable(L, -2);
    at = stop + 1;
  }
}

/* Offer the texts of the array at the top. */
static void offer_all(lua_State *L, completion_search *s) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, -1, i);
    const char *name = lua_tostring(L, -1);
    if (name != NULL) offer_name(s, name);
    lua_pop(L, 1);
  }
}

static int offer_names(lua_State *L) {
  completion_search *s = lua_touserdata(L, 1);
  push_completed_owner(L, s);
  if (s->path_size > 0 && s->path[s->path_size - 1] == ':') {
    stl_push_method_names(L, lua_gettop(L));
  } else {
    stl_push_names(L, lua_gettop(L));
  }
  offer_all(L, s);
  return 0;
}

/* Offer what the library module completions has for the line; *is_found is
 * false where the fields of a value are meant. */
typedef struct line_completion {
  completion_search *search;
  const char *text;
  size_t cursor;
  bool is_found;
} line_completion;

static int offer_for_line(lua_State *L) {
  line_completion *c = lua_touserdata(L, 1);
  stl_library_push(L, "strata.session.completions");
  (void)lua_getfield(L, -1, "of");
  lua_pushlstring(L, c->text, c->cursor);
  stl_push_shared_env(L);
  lua_call(L, 2, 2);
  const char *stem = lua_tostring(L, -1);
  if (!lua_istable(L, -2) || stem == NULL) return 0;
  c->is_found = true;
  c->search->stem_size = strlen(stem);
  c->search->stem = c->text + c->cursor - c->search->stem_size;
  lua_pop(L, 1);
  offer_all(L, c->search);
  return 0;
}

/* The commands that are followed by the path of a file. */
static bool is_about_files(const char *text, size_t cursor) {
  static const char *const commands[] = {":load ",     ":test ",   ":check ",
                                         ":scenario ", ":record ", ":save ",
                                         ":open "};
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    const size_t size = strlen(commands[i]);
    if (size <= cursor && memcmp(text, commands[i], size) == 0) return true;
  }
  return false;
}

/* Offer the names in the folder that the line names. */
static void offer_files(completion_search *s, const char *text, size_t cursor) {
  stc_text folder;
  stc_file_names names = {0};
  size_t start = cursor;
  while (text[start - 1] != ' ') {
    start--;
  }
  size_t stem = cursor;
  while (stem > start && text[stem - 1] != '/') {
    stem--;
  }
  s->stem = text + stem;
  s->stem_size = cursor - stem;
  stc_text_clear(&folder);
  stc_text_add(&folder, text + start, stem - start);
  if (stem == start) stc_text_string(&folder, ".");
  if (!stc_file_names_of_folder(folder.at, &names)) return;
  for (size_t i = 0; i < names.count; i++) {
    offer_name(s, names.at[i]);
  }
  stc_file_names_free(&names);
}

/* In a call of game:step the words of scenarios are names too. */
static int offer_words(lua_State *L) {
  completion_search *s = lua_touserdata(L, 1);
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, "words");
  stl_push_shared_env(L);
  lua_call(L, 1, 1);
  offer_all(L, s);
  return 0;
}

/* Inside a string: the names of the world's rules, and of cards. */
static int offer_definitions(lua_State *L) {
  completion_search *s = lua_touserdata(L, 1);
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, "cards");
  lua_call(L, 0, 1);
  offer_all(L, s);
  stc_push_session_world(L);
  if (stl_to_world(L, -1) == NULL) return 0;
  stl_library_push(L, "strata.session.world_views");
  (void)lua_getfield(L, -1, "names");
  lua_pushvalue(L, -3);
  lua_call(L, 1, 1);
  offer_all(L, s);
  return 0;
}

/* Behind a question mark: the names that help has. */
static int offer_described(lua_State *L) {
  completion_search *s = lua_touserdata(L, 1);
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, "described");
  lua_call(L, 0, 1);
  offer_all(L, s);
  return 0;
}

static bool is_word_byte(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

static void offer_commands(completion_search *s) {
  for (size_t i = 0; stc_command_name(i) != NULL; i++) {
    offer_name(s, stc_command_name(i));
  }
}

/* True if the cursor is inside of a string, whose text begins at `start`. */
static bool is_in_string(const char *text, size_t cursor, size_t *start) {
  char quote = '\0';
  for (size_t i = 0; i < cursor; i++) {
    if (quote != '\0' && text[i] == '\\') {
      i++;
    } else if (quote != '\0' && text[i] == quote) {
      quote = '\0';
    } else if (quote == '\0' && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
      *start = i + 1;
    }
  }
  return quote != '\0';
}

/* Complete the name that begins at a place of the line, from what `offers`
 * offers. */
static void offer_from(lua_State *L, completion_search *s,
                       lua_CFunction offers) {
  if (!stc_call_protected(L, offers, s, 0)) lua_pop(L, 1); /* no such field */
}

void stc_complete(lua_State *L, const char *text, size_t cursor,
                  stc_completion *out) {
  size_t start = cursor;
  while (start > 0 && is_word_byte(text[start - 1])) {
    start--;
  }
  size_t stem = cursor;
  while (stem > start && text[stem - 1] != '.' && text[stem - 1] != ':') {
    stem--;
  }
  const bool is_command = start == 0 && cursor > 0 && text[0] == ':';
  size_t string = cursor;
  const bool is_string = is_in_string(text, cursor, &string);
  if (is_command) stem = 0;
  if (is_string) stem = string;
  completion_search s = {.path = text + start,
                         .path_size = stem > start ? stem - start : 0,
                         .stem = text + stem,
                         .stem_size = cursor - stem,
                         .out = out};
  out->insert[0] = '\0';
  stc_text_clear(&out->choices);
  stc_text_clear(&s.seen);
  line_completion line = {.search = &s, .text = text, .cursor = cursor};
  const bool is_value = !is_command && !is_string;
  if (is_value && !stc_call_protected(L, offer_for_line, &line, 0)) {
    lua_pop(L, 1);
  }
  if (is_command) {
    offer_commands(&s);
  } else if (is_string) {
    offer_from(L, &s, offer_definitions);
  } else if (is_about_files(text, cursor)) {
    offer_files(&s, text, cursor);
  } else if (!line.is_found) {
    offer_from(L, &s, text[0] == '?' ? offer_described : offer_names);
    const bool is_word = s.path_size == 0 && stc_is_game_step(text, start);
    if (is_word) offer_from(L, &s, offer_words);
  }
  if (s.found == 0) return;
  const char *rest = s.common + s.stem_size;
  memcpy(out->insert, rest, strlen(rest) + 1);
  if (s.found == 1 || rest[0] != '\0') stc_text_clear(&out->choices);
}
