/*
 * lua_lexer.c - the text of a Lua chunk as tokens, and whether it is still
 * open.
 *
 * The lexer holds a pointer into the chunk and allocates nothing. It never
 * reads past `end`, so the chunk needs no zero behind it. An attribute of a
 * local, `<const>`, is one operator: otherwise its `<` and `>` would look like
 * comparisons.
 */
#include "lua/files/lua_lexer.h"

#include <strata/text.h>
#include <string.h>

stl_lexer stl_lexer_new(const char *text, size_t size) {
  return (stl_lexer){.at = text, .end = text + size, .line = 1};
}

static bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word_char(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

/* The byte at a place, a zero past the end. */
static char byte_at(const char *at, const char *end) {
  return (char)(at < end ? *at : '\0');
}

static void advance_to(stl_lexer *lexer, const char *at) {
  for (; lexer->at < at; lexer->at++) {
    lexer->line += *lexer->at == '\n' ? 1 : 0;
  }
}

/* Past the `=` of a long bracket. */
static const char *past_level(const char *at, const char *end) {
  while (at < end && *at == '=') {
    at++;
  }
  return at;
}

/* Past the `[==[` that opens a text or comment; NULL if none stands here. */
static const char *past_opening(const char *at, const char *end,
                                size_t *level) {
  if (byte_at(at, end) != '[') return NULL;
  const char *second = past_level(at + 1, end);
  if (byte_at(second, end) != '[') return NULL;
  *level = (size_t)(second - (at + 1));
  return second + 1;
}

/* Past the `]==]` of a level; NULL if the chunk ends before. */
static const char *past_closing(const char *at, const char *end, size_t level) {
  for (; at < end; at++) {
    if (*at != ']') continue;
    const char *second = past_level(at + 1, end);
    if ((size_t)(second - (at + 1)) == level && byte_at(second, end) == ']') {
      return second + 1;
    }
  }
  return NULL;
}

/* The closing quote, or the end. In Lua a text in quotes ends with its line,
 * unless a backslash is last, or a \z with nothing but blanks behind it, which
 * `skips` says of the line before and then of this one. */
static const char *find_quote(const char *at, const char *end, char quote,
                              bool *skips, bool *is_open) {
  *is_open = *skips;
  while (at < end && *at != quote) {
    const bool is_escape = *at == '\\';
    const bool is_last = end - at == 1;
    *skips = is_escape ? !is_last && at[1] == 'z' : *skips && is_blank(*at);
    *is_open = *skips || (is_escape && is_last);
    at += is_escape && !is_last ? 2 : 1;
  }
  if (at < end) *is_open = false;
  return at;
}

/* Read the open text or comment on from its content at `at`. Returns where a
 * text in quotes ends, without the quote, or else the place behind. */
static const char *read_open(stl_lexer *lexer, const char *at) {
  const char *end = lexer->end;
  bool is_open = false;
  if (lexer->open == '[') {
    const char *past = past_closing(at, end, lexer->level);
    is_open = past == NULL;
    at = is_open ? end : past;
    advance_to(lexer, at);
  } else {
    bool skips = lexer->level > 0;
    at = find_quote(at, end, lexer->open, &skips, &is_open);
    lexer->level = skips;
    advance_to(lexer, at < end ? at + 1 : end);
  }
  if (!is_open) lexer->open = '\0';
  return at;
}

void stl_lexer_skip_blank(stl_lexer *lexer) {
  const char *end = lexer->end;
  for (;;) {
    for (; lexer->at < end && is_blank(*lexer->at); lexer->at++) {
      lexer->line += *lexer->at == '\n' ? 1 : 0;
    }
    if (byte_at(lexer->at, end) != '-' || byte_at(lexer->at + 1, end) != '-') {
      return;
    }
    const char *content = past_opening(lexer->at + 2, end, &lexer->level);
    if (content != NULL) {
      lexer->open = '[';
      (void)read_open(lexer, content);
    } else {
      const char *line = memchr(lexer->at, '\n', (size_t)(end - lexer->at));
      lexer->at = line != NULL ? line : end;
    }
  }
}

/* Past the `<const>` of a local; NULL if none starts here. */
static const char *past_attribute(const char *at, const char *end) {
  if (*at++ != '<') return NULL;
  while (at < end && is_blank(*at)) {
    at++;
  }
  const char *name = at;
  while (at < end && is_letter(*at)) {
    at++;
  }
  if (at == name) return NULL;
  while (at < end && is_blank(*at)) {
    at++;
  }
  return byte_at(at, end) == '>' ? at + 1 : NULL;
}

static const char *past_operator(const char *at, const char *end) {
  const char *past = past_attribute(at, end);
  if (past != NULL) return past;
  const char next = byte_at(at + 1, end);
  const bool compares = *at == '=' || *at == '~' || *at == '<' || *at == '>';
  const bool is_pair = (compares && next == '=') || (*at == '/' && next == '/');
  return at + (is_pair ? 2 : 1);
}

static const char *past_word(const char *at, const char *end, bool is_number) {
  while (at < end && (is_word_char(*at) || (is_number && *at == '.'))) {
    at++;
  }
  return at;
}

/* Read the text that begins here; false if none does. */
static bool read_text(stl_lexer *lexer, stl_token *out) {
  const char *at = lexer->at;
  const bool is_quoted = *at == '"' || *at == '\'';
  const char *content =
      is_quoted ? at + 1 : past_opening(at, lexer->end, &lexer->level);
  if (content == NULL) return false;
  out->kind = STL_TOKEN_TEXT;
  out->text = is_quoted ? content : at;
  lexer->open = *at;
  if (is_quoted) lexer->level = 0;
  out->size = (size_t)(read_open(lexer, content) - out->text);
  return true;
}

bool stl_lexer_next(stl_lexer *lexer, stl_token *out) {
  stl_lexer_skip_blank(lexer);
  const char *at = lexer->at;
  const char *end = lexer->end;
  if (at >= end) return false;
  *out =
      (stl_token){.text = at, .line = lexer->line, .kind = STL_TOKEN_OPERATOR};
  if (is_letter(*at) || *at == '_') {
    out->kind = STL_TOKEN_WORD;
    lexer->at = past_word(at, end, false);
  } else if (is_digit(*at) || (*at == '.' && is_digit(byte_at(at + 1, end)))) {
    out->kind = STL_TOKEN_NUMBER;
    lexer->at = past_word(at, end, true);
  } else if (read_text(lexer, out)) {
    return true;
  } else {
    advance_to(lexer, past_operator(at, end));
  }
  out->size = (size_t)(lexer->at - at);
  return true;
}

bool stl_token_is(const stl_token *token, const char *text) {
  return token->kind != STL_TOKEN_TEXT && strlen(text) == token->size &&
         memcmp(token->text, text, token->size) == 0;
}

bool stl_token_is_any(const stl_token *token, const char *const *texts) {
  for (; *texts != NULL; texts++) {
    if (stl_token_is(token, *texts)) return true;
  }
  return false;
}

/* -- A text that is read line by line -------------------------------------- */

static void count_bracket(stl_text_scan *scan, const stl_token *token) {
  static const char *const opening[] = {"(", "[", "{", NULL};
  static const char *const closing[] = {")", "]", "}", NULL};
  if (stl_token_is_any(token, opening)) {
    scan->depth++;
  } else if (scan->depth > 0 && stl_token_is_any(token, closing)) {
    scan->depth--;
  }
}

void stl_text_scan_line(stl_text_scan *scan, const char *line, size_t size) {
  stl_lexer lexer = stl_lexer_new(line, size);
  stl_token token;
  lexer.open = scan->open;
  lexer.level = scan->level;
  if (lexer.open != '\0') (void)read_open(&lexer, line);
  while (stl_lexer_next(&lexer, &token)) {
    count_bracket(scan, &token);
  }
  scan->open = lexer.open;
  scan->level = lexer.level;
}

bool stl_text_scan_is_open(const stl_text_scan *scan) {
  return scan->depth > 0 || scan->open != '\0';
}
