/*
 * lex.c - the words of an expression.
 *
 * What people write who know another language ("==", "&&", double quotes) is
 * recognised, so that the message can say what to write instead.
 */
#include "rules/expr/lex.h"

#include "rules/expr/expr.h"

#include <string.h>

typedef struct spelling {
  const char *text;
  const char *instead; /* NULL: it is right */
  st_token_kind kind;
} spelling;

/* The first that fits counts, so longer ones come first. */
static const spelling signs[] = {
    {"==", "write = for equality", ST_TOKEN_END},
    {"=<", "write <=", ST_TOKEN_END},
    {"=>", "write >=", ST_TOKEN_END},
    {"~=", "write !=", ST_TOKEN_END},
    {"<>", "write !=", ST_TOKEN_END},
    {"&&", "write and", ST_TOKEN_END},
    {"||", "write or", ST_TOKEN_END},
    {"//", NULL, ST_TOKEN_DIV},
    {"!=", NULL, ST_TOKEN_NE},
    {"<=", NULL, ST_TOKEN_LE},
    {">=", NULL, ST_TOKEN_GE},
    {"=", NULL, ST_TOKEN_EQ},
    {"<", NULL, ST_TOKEN_LT},
    {">", NULL, ST_TOKEN_GT},
    {"+", NULL, ST_TOKEN_ADD},
    {"-", NULL, ST_TOKEN_SUB},
    {"*", NULL, ST_TOKEN_MUL},
    {"(", NULL, ST_TOKEN_OPEN},
    {")", NULL, ST_TOKEN_CLOSE},
    {",", NULL, ST_TOKEN_COMMA},
    {".", NULL, ST_TOKEN_DOT},
    {"!", "write not", ST_TOKEN_END},
    {"~", "write not", ST_TOKEN_END},
    {"&", "write and", ST_TOKEN_END},
    {"|", "write or", ST_TOKEN_END},
    {"/", "write // for division, which rounds down", ST_TOKEN_END},
    {"\"", "write symbols in single quotes, as 'elf'", ST_TOKEN_END},
    {"%", "there is no remainder; write a - a // b * b", ST_TOKEN_END},
};

/* In the order of st_token_kind. */
static const char *const words[] = {
    "and",  "or",    "not",  "has", "count", "sum",   "distinct", "min",  "max",
    "true", "false", "none", "it",  "this",  "outer", "ask",      "event"};

static_assert(ST_COUNT_OF(words) == ST_TOKEN_EVENT - ST_TOKEN_AND + 1,
              "one word for each kind");

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/* What a word may begin with, if it were in lower case. */
static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_upper(c) || c == '_';
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_control(char c) {
  return (unsigned char)c < 0x20 || c == 0x7f;
}

/* The byte at `at`, NUL past the end. */
static char peek(const st_lexer *lexer, size_t at) {
  if (at >= lexer->length) return '\0';
  return lexer->text[at];
}

static st_token_kind word_kind(const char *text, size_t length) {
  for (size_t i = 0; i < ST_COUNT_OF(words); i++) {
    if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
      return (st_token_kind)(ST_TOKEN_AND + i);
    }
  }
  return ST_TOKEN_NAME;
}

/* Digits up to `limit` from lexer->at on; *fits is false for a larger number.
 */
static uint64_t lex_digits(st_lexer *lexer, uint64_t limit, bool *fits) {
  uint64_t number = 0;
  *fits = true;
  for (; is_digit(peek(lexer, lexer->at)); lexer->at++) {
    uint64_t digit = (uint64_t)(peek(lexer, lexer->at) - '0');
    if (number > (limit - digit) / 10) *fits = false;
    if (*fits) number = number * 10 + digit;
  }
  return number;
}

static strata_status lex_integer(st_lexer *lexer, st_token *token) {
  bool fits;
  token->kind = ST_TOKEN_INTEGER;
  token->number = lex_digits(lexer, (uint64_t)INT64_MAX + 1, &fits);
  if (!fits) {
    return ST_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                        "the number is too large; the largest is ",
                        "9223372036854775807");
  }
  char next = peek(lexer, lexer->at);
  if (is_letter(next) ||
      (next == '.' && is_digit(peek(lexer, lexer->at + 1)))) {
    return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->at,
                        "only digits may be in a number; write it whole and ",
                        "decimal");
  }
  return STRATA_OK;
}

static strata_status lex_handle(st_lexer *lexer, st_token *token) {
  bool slot_fits;
  bool generation_fits = true;
  size_t first = ++lexer->at;
  uint64_t slot = lex_digits(lexer, UINT32_MAX, &slot_fits);
  bool whole = lexer->at > first && peek(lexer, lexer->at) == ':' &&
               is_digit(peek(lexer, lexer->at + 1));
  uint64_t generation = 0;
  if (whole) {
    lexer->at++;
    generation = lex_digits(lexer, UINT32_MAX, &generation_fits);
  }
  if (!whole || is_letter(peek(lexer, lexer->at))) {
    return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                        "write an entity as #slot:generation, as #3:1");
  }
  if (!slot_fits || !generation_fits) {
    return ST_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                        "slot and generation of an entity have 32 bits");
  }
  if (slot == 0) {
    return ST_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                        "no entity has slot 0; write none for nobody");
  }
  token->kind = ST_TOKEN_HANDLE;
  token->number = st_handle((uint32_t)slot, (uint32_t)generation);
  return STRATA_OK;
}

static strata_status lex_symbol(st_lexer *lexer, st_token *token) {
  do {
    lexer->at++;
    if (lexer->at >= lexer->length) {
      return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                          "the symbol does not end; write a ' behind it");
    }
    if (is_control(lexer->text[lexer->at])) {
      return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->at,
                          "no symbol has control characters; is a ' missing?");
    }
  } while (lexer->text[lexer->at] != '\'');
  lexer->at++;
  token->kind = ST_TOKEN_SYMBOL;
  return STRATA_OK;
}

/* Skip letters, digits and _. */
static void lex_letters(st_lexer *lexer) {
  char c = peek(lexer, lexer->at);
  while (is_letter(c) || is_digit(c)) {
    c = peek(lexer, ++lexer->at);
  }
}

/* Names are in lower case. */
static strata_status check_case(const st_lexer *lexer, const st_token *token) {
  const char *text = lexer->text + token->start;
  size_t length = lexer->at - token->start;
  for (size_t i = 0; i < length; i++) {
    if (is_upper(text[i])) {
      return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start, "'",
                          st_quote_of(text, length).text,
                          "': write words and names in lower case");
    }
  }
  return STRATA_OK;
}

static strata_status lex_word(st_lexer *lexer, st_token *token) {
  lex_letters(lexer);
  if (peek(lexer, lexer->at) == ':' && is_letter(peek(lexer, lexer->at + 1))) {
    lexer->at++;
    lex_letters(lexer);
  }
  token->kind = word_kind(lexer->text + token->start, lexer->at - token->start);
  return check_case(lexer, token);
}

static strata_status lex_bound(st_lexer *lexer, st_token *token) {
  lexer->at++;
  if (!is_letter(peek(lexer, lexer->at))) {
    return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                        "write a name behind the $, as $x");
  }
  lex_letters(lexer);
  token->kind = ST_TOKEN_BOUND;
  return check_case(lexer, token);
}

static strata_status lex_sign(st_lexer *lexer, st_token *token) {
  const char *text = lexer->text + lexer->at;
  size_t rest = lexer->length - lexer->at;
  for (size_t i = 0; i < ST_COUNT_OF(signs); i++) {
    size_t length = strlen(signs[i].text);
    if (length > rest || memcmp(text, signs[i].text, length) != 0) continue;
    if (signs[i].instead) {
      return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->at, "unknown '",
                          signs[i].text, "'; ", signs[i].instead);
    }
    lexer->at += length;
    token->kind = signs[i].kind;
    return STRATA_OK;
  }
  if (*text > 0x20 && *text < 0x7f) {
    return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->at, "unexpected '",
                        st_quote_of(text, 1).text, "'; take it out");
  }
  return ST_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->at,
                      "unexpected byte; only symbols may have other ",
                      "characters than ASCII");
}

strata_status st_lex_next(st_lexer *lexer, st_token *out) {
  while (lexer->at < lexer->length && is_space(lexer->text[lexer->at])) {
    lexer->at++;
  }
  st_token token = {.kind = ST_TOKEN_END, .start = lexer->at};
  strata_status status = STRATA_OK;
  char c = peek(lexer, lexer->at);
  if (lexer->at == lexer->length) {
    status = STRATA_OK;
  } else if (is_digit(c)) {
    status = lex_integer(lexer, &token);
  } else if (is_letter(c)) {
    status = lex_word(lexer, &token);
  } else if (c == '\'') {
    status = lex_symbol(lexer, &token);
  } else if (c == '#') {
    status = lex_handle(lexer, &token);
  } else if (c == '$') {
    status = lex_bound(lexer, &token);
  } else {
    status = lex_sign(lexer, &token);
  }
  token.end = lexer->at;
  if (!status) *out = token;
  return status;
}

st_quote st_quote_of(const char *bytes, size_t length) {
  st_quote quote;
  st_text text;
  st_text_init_fixed(&text, quote.text, sizeof quote.text);
  size_t room = sizeof quote.text - sizeof "...";
  if (length <= room) {
    st_text_add(&text, bytes, length);
    return quote;
  }
  while (room > 0 && ((unsigned char)bytes[room] & 0xc0) == 0x80) {
    room--; /* not within a character */
  }
  st_text_add(&text, bytes, room);
  st_text_str(&text, "...");
  return quote;
}

bool st_expr_is_reserved(const char *name) {
  return word_kind(name, strlen(name)) != ST_TOKEN_NAME;
}
