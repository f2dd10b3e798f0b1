/*
 * manifest_syntax.c - whether the text of a manifest is plain data.
 *
 * pack.lua is Lua text, so that authors need no second syntax, but nothing in
 * it may run. A scan of its tokens accepts one table of names, constants and
 * tables, of bounded size and depth, so Lua evaluates it in as many steps as it
 * has tokens. scripts/strata/packs/pack_manifest.lua checks the fields.
 */
#include "lua/files/manifest_syntax.h"

#include "lua/files/lua_lexer.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MANIFEST_DEPTH_MAX = 8, MANIFEST_TEXT_MAX = 64 * 1024, WORD_SHOWN = 30 };

#define NO_OPERATORS "only a table of constants, no operators"

typedef struct manifest_scan {
  stl_lexer lexer;
  int depth;      /* of tables that are open */
  bool is_opened; /* the table of the manifest has begun */
  stl_manifest_error *out;
} manifest_scan;

/* Record what is wrong, and in which line; false. */
static bool refuse_line(const manifest_scan *s, int line, const char *text) {
  s->out->line = line;
  (void)snprintf(s->out->text, sizeof s->out->text, "%s", text);
  return false;
}

/* Behind a minus: there must be a number. */
static bool skip_negative(manifest_scan *s) {
  stl_token number;
  stl_lexer_skip_blank(&s->lexer);
  const int line = s->lexer.line;
  return (stl_lexer_next(&s->lexer, &number) &&
          number.kind == STL_TOKEN_NUMBER) ||
         refuse_line(s, line, NO_OPERATORS);
}

/* A word is the name of a field, or one of the constants that are words. */
static bool check_word(const manifest_scan *s, const stl_token *word) {
  static const char *const constants[] = {"true", "false", "nil", NULL};
  stl_lexer ahead = s->lexer;
  stl_token next;
  const bool is_field =
      stl_lexer_next(&ahead, &next) && stl_token_is(&next, "=");
  if (is_field || stl_token_is_any(word, constants)) return true;
  s->out->line = word->line;
  (void)snprintf(
      s->out->text, sizeof s->out->text,
      "only a table of constants, no code; '%.*s' is none, a text has quotes",
      word->size < WORD_SHOWN ? (int)word->size : WORD_SHOWN, word->text);
  return false;
}

static bool check_brace(manifest_scan *s, const stl_token *brace) {
  const bool opens = brace->text[0] == '{';
  if (opens && s->depth == 0 && s->is_opened) {
    return refuse_line(s, brace->line, "only one table");
  }
  if (opens && s->depth == MANIFEST_DEPTH_MAX) {
    return refuse_line(s, brace->line, "tables in tables, more than 8 deep");
  }
  s->depth += opens ? 1 : -1;
  s->is_opened = true;
  return s->depth >= 0 || refuse_line(s, brace->line, "'}' closes no table");
}

static bool check_operator(manifest_scan *s, const stl_token *token) {
  switch (token->text[0]) {
  case '[':
  case ']':
  case '=':
  case ',':
  case ';':
    return true;
  case '-':
    return skip_negative(s);
  case '.':
    return refuse_line(s, token->line, NO_OPERATORS);
  default:
    return refuse_line(s, token->line,
                       "only a table of constants, no calls and no operators");
  }
}

/* Whether a token may stand where it stands. */
static bool check_token(manifest_scan *s, const stl_token *token) {
  const bool is_operator = token->kind == STL_TOKEN_OPERATOR;
  const char first = (char)(is_operator ? token->text[0] : ' ');
  if (first == '\0') return refuse_line(s, token->line, "not text");
  if (first == '{' || first == '}') return check_brace(s, token);
  if (s->depth == 0 && first != ';') {
    return refuse_line(s, token->line,
                       "only a table of constants: return { ... }");
  }
  if (token->kind == STL_TOKEN_WORD) return check_word(s, token);
  return !is_operator || check_operator(s, token);
}

bool stl_manifest_is_data(const char *text, size_t size,
                          stl_manifest_error *out) {
  manifest_scan s = {.lexer = stl_lexer_new(text, size), .out = out};
  stl_token token;
  *out = (stl_manifest_error){.line = 1};
  if (size > MANIFEST_TEXT_MAX) {
    return refuse_line(&s, 1, "too large: more than 64 KiB");
  }
  stl_lexer_skip_blank(&s.lexer);
  const int line = s.lexer.line;
  if (!stl_lexer_next(&s.lexer, &token) || !stl_token_is(&token, "return")) {
    return refuse_line(&s, line,
                       "only a table of constants, no code: return { ... }");
  }
  while (stl_lexer_next(&s.lexer, &token)) {
    if (!check_token(&s, &token)) return false;
  }
  return true;
}

bool stl_is_pack_name(const char *name) {
  const size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  return good > 0 && good <= 64 && name[good] == '\0' &&
         (name[0] < '0' || name[0] > '9');
}
