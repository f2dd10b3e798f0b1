/*
 * lua_lexer.c - the text of a Lua chunk as tokens.
 *
 * The lexer holds a pointer into the chunk and allocates nothing. It never
 * reads past `end`, so the chunk needs no zero behind it. An attribute of a
 * local, `<const>`, is one operator: otherwise its `<` and `>` would look like
 * comparisons.
 */
#include "lua/files/lua_lexer.h"

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

/* Past `[==[ ... ]==]`; NULL if none starts here. */
static const char *past_long(const char *at, const char *end) {
  if (byte_at(at, end) != '[') return NULL;
  const char *open = past_level(at + 1, end);
  if (byte_at(open, end) != '[') return NULL;
  const ptrdiff_t level = open - (at + 1);
  for (at = open + 1; at < end; at++) {
    if (*at != ']') continue;
    const char *close = past_level(at + 1, end);
    if (close - (at + 1) == level && byte_at(close, end) == ']') {
      return close + 1;
    }
  }
  return end;
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
    const char *past = past_long(lexer->at + 2, end);
    if (past == NULL) {
      past = memchr(lexer->at, '\n', (size_t)(end - lexer->at));
    }
    advance_to(lexer, past != NULL ? past : end);
  }
}

/* Past a text in quotes; behind the end if it is not closed. */
static const char *past_quoted(const char *at, const char *end) {
  const char quote = *at++;
  while (at < end && *at != quote) {
    at += *at == '\\' && end - at > 1 ? 2 : 1;
  }
  return at + 1;
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

bool stl_lexer_next(stl_lexer *lexer, stl_token *out) {
  stl_lexer_skip_blank(lexer);
  const char *at = lexer->at;
  const char *end = lexer->end;
  if (at >= end) return false;
  const char *past = NULL;
  *out =
      (stl_token){.text = at, .line = lexer->line, .kind = STL_TOKEN_OPERATOR};
  if (is_letter(*at) || *at == '_') {
    out->kind = STL_TOKEN_WORD;
    past = past_word(at, end, false);
  } else if (is_digit(*at) || (*at == '.' && is_digit(byte_at(at + 1, end)))) {
    out->kind = STL_TOKEN_NUMBER;
    past = past_word(at, end, true);
  } else if (*at == '"' || *at == '\'') {
    out->kind = STL_TOKEN_TEXT;
    out->text = at + 1;
    past = past_quoted(at, end);
  } else if ((past = past_long(at, end)) != NULL) {
    out->kind = STL_TOKEN_TEXT;
  } else {
    past = past_operator(at, end);
  }
  out->size = (size_t)(past - at) - (out->text > at ? 2 : 0);
  past = past < end ? past : end;
  if (out->kind == STL_TOKEN_WORD || out->kind == STL_TOKEN_NUMBER) {
    lexer->at = past; /* they are in one line */
  } else {
    advance_to(lexer, past);
  }
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
