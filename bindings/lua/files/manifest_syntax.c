/*
 * manifest.c - pack.lua is data: a table constructor with constants.
 *
 * It is Lua text, so that authors need no second syntax, but nothing in it may
 * run: a scan of its tokens lets through one table of names, constants and
 * tables, of bounded size and depth, so what Lua makes of it takes as many
 * steps as it has tokens. What its fields may be says
 * scripts/strata/packs/pack_manifest.lua.
 */
#include "lua/files/manifest_syntax.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* -- Tokens --------------------------------------------------------------- */

enum { MANIFEST_DEPTH_MAX = 8, MANIFEST_TEXT_MAX = 64 * 1024, WORD_SHOWN = 30 };

typedef struct manifest_scan {
  const char *at, *end;
  int line;
  int depth;      /* of tables that are open */
  bool is_opened; /* the table of the manifest has begun */
  stl_manifest_error *out;
} manifest_scan;

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

static void step_char(manifest_scan *s) {
  if (*s->at == '\n') s->line++;
  s->at++;
}

/* At '[': the number of = of a long bracket, -1 if it is none. */
static int long_level(const manifest_scan *s) {
  const char *c = s->at + 1;
  int level = 0;
  while (c < s->end && *c == '=') {
    level++;
    c++;
  }
  return c < s->end && *c == '[' ? level : -1;
}

/* Skip a long bracket; an unfinished one is left to Lua's own message. */
static void skip_manifest_long(manifest_scan *s, int level) {
  s->at += level + 2;
  while (s->at < s->end) {
    if (*s->at == ']' && s->end - s->at >= level + 2 &&
        s->at[level + 1] == ']' && (int)strspn(s->at + 1, "=") == level) {
      s->at += level + 2;
      return;
    }
    step_char(s);
  }
}

static void skip_manifest_quoted(manifest_scan *s) {
  const char quote = *s->at;
  step_char(s);
  while (s->at < s->end && *s->at != quote) {
    if (*s->at == '\\' && s->at + 1 < s->end) step_char(s);
    step_char(s);
  }
  if (s->at < s->end) step_char(s);
}

static void skip_comment(manifest_scan *s) {
  s->at += 2;
  const int level = s->at < s->end && *s->at == '[' ? long_level(s) : -1;
  if (level >= 0) {
    skip_manifest_long(s, level);
    return;
  }
  while (s->at < s->end && *s->at != '\n') {
    step_char(s);
  }
}

/* Note what is wrong; false. */
static bool refuse_token(const manifest_scan *s, const char *text) {
  (void)snprintf(s->out->text, sizeof s->out->text, "%s", text);
  return false;
}

static void skip_manifest_blank(manifest_scan *s) {
  while (s->at < s->end) {
    if (strchr(" \t\r\n", *s->at) != NULL && *s->at != '\0') {
      step_char(s);
    } else if (*s->at == '-' && s->end - s->at > 1 && s->at[1] == '-') {
      skip_comment(s);
    } else {
      return;
    }
  }
}

static bool is_manifest_digit(char c) {
  return c >= '0' && c <= '9';
}

/* At a digit, a point or a minus: skip the number. */
static bool skip_number(manifest_scan *s) {
  if (*s->at == '-') {
    step_char(s);
    skip_manifest_blank(s);
  }
  if (s->at == s->end || !(is_manifest_digit(*s->at) || *s->at == '.')) {
    return refuse_token(s, "only a table of constants, no operators");
  }
  const char *start = s->at;
  while (s->at < s->end && (is_word_char(*s->at) || *s->at == '.')) {
    s->at++;
  }
  const size_t size = (size_t)(s->at - start);
  if (size > 1 && memcmp(start, "..", 2) == 0) {
    return refuse_token(s, "only a table of constants, no operators");
  }
  return true;
}

static bool is_same_word(const char *word, size_t size, const char *other) {
  return strlen(other) == size && memcmp(word, other, size) == 0;
}

/* At a word: a field's name, or one of the three constants that are words. */
static bool skip_word(manifest_scan *s) {
  const char *word = s->at;
  const int line = s->line;
  while (s->at < s->end && is_word_char(*s->at)) {
    s->at++;
  }
  const size_t size = (size_t)(s->at - word);
  skip_manifest_blank(s);
  const bool is_field = s->at < s->end && *s->at == '=' &&
                        !(s->end - s->at > 1 && s->at[1] == '=');
  if (is_field || is_same_word(word, size, "true") ||
      is_same_word(word, size, "false") || is_same_word(word, size, "nil")) {
    return true;
  }
  s->line = line;
  (void)snprintf(
      s->out->text, sizeof s->out->text,
      "only a table of constants, no code; '%.*s' is none, a text has quotes",
      size < WORD_SHOWN ? (int)size : WORD_SHOWN, word);
  return false;
}

static bool skip_brace(manifest_scan *s) {
  const bool opens = *s->at == '{';
  if (opens && s->depth == 0 && s->is_opened) {
    return refuse_token(s, "only one table");
  }
  if (opens && s->depth == MANIFEST_DEPTH_MAX) {
    return refuse_token(s, "tables in tables, more than 8 deep");
  }
  s->depth += opens ? 1 : -1;
  s->is_opened = true;
  step_char(s);
  return s->depth >= 0 || refuse_token(s, "'}' closes no table");
}

/* Skip one token behind blanks; false if it has no place here. */
static bool skip_manifest_token(manifest_scan *s) {
  const char c = *s->at;
  if (c == '\0') return refuse_token(s, "not text");
  if (c == '{' || c == '}') return skip_brace(s);
  if (s->depth == 0 && c != ';') {
    return refuse_token(s, "only a table of constants: return { ... }");
  }
  if (c == '"' || c == '\'') {
    skip_manifest_quoted(s);
  } else if (c == '[' && long_level(s) >= 0) {
    skip_manifest_long(s, long_level(s));
  } else if (is_manifest_digit(c) || c == '.' || c == '-') {
    return skip_number(s);
  } else if (is_word_char(c)) {
    return skip_word(s);
  } else if (strchr("[]=,;", c) != NULL) {
    step_char(s);
  } else {
    return refuse_token(s,
                        "only a table of constants, no calls and no operators");
  }
  return true;
}

/* The word that begins a manifest. */
static bool skip_return(manifest_scan *s) {
  static const char word[] = "return";
  const size_t size = sizeof word - 1;
  if ((size_t)(s->end - s->at) < size || memcmp(s->at, word, size) != 0 ||
      (s->at + size < s->end && is_word_char(s->at[size]))) {
    return refuse_token(s,
                        "only a table of constants, no code: return { ... }");
  }
  s->at += size;
  return true;
}

bool stl_manifest_is_data(const char *text, size_t size,
                          stl_manifest_error *out) {
  manifest_scan s = {.at = text, .end = text + size, .line = 1, .out = out};
  *out = (stl_manifest_error){.line = 1};
  if (size > MANIFEST_TEXT_MAX)
    return refuse_token(&s, "too large: more than 64 KiB");
  skip_manifest_blank(&s);
  bool is_fine = skip_return(&s);
  for (skip_manifest_blank(&s); is_fine && s.at < s.end;
       skip_manifest_blank(&s)) {
    is_fine = skip_manifest_token(&s);
  }
  out->line = s.line;
  return is_fine;
}

bool stl_is_pack_name(const char *name) {
  const size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  return good > 0 && good <= 64 && name[good] == '\0' &&
         (name[0] < '0' || name[0] > '9');
}
