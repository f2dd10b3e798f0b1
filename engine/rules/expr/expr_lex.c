/*
 * expr_lex.c - from text to tokens.
 *
 * Operators of other languages ("==", "&&", double quotes) are recognised, so
 * the message can say what to write instead.
 */
#include "rules/expr/expr_lex.h"

#include "rules/expr/expr.h"

#include <string.h>

typedef struct sign_spelling {
  const char *text;
  const char *instead; /* what to write instead; NULL: the sign is valid */
  st_token_kind kind;
} sign_spelling;

/* The first match counts, so longer signs come first. */
static const sign_spelling signs[] = {
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
static const char *const reserved_words[] = {
    "and",  "or",    "not",  "has", "count", "sum",   "distinct", "min",  "max",
    "true", "false", "none", "it",  "this",  "outer", "ask",      "event"};

static_assert(ST_COUNT_OF(reserved_words) == ST_TOKEN_EVENT - ST_TOKEN_AND + 1,
              "one word for each kind");

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/* True for letters that a word may begin with. Upper case counts too, so that
 * a message can refuse the whole word. */
static bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_upper(c) || c == '_';
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_control(char c) {
  return (unsigned char)c < 0x20 || c == 0x7f;
}

/* The byte at `at`, NUL past the end. */
static char peek_byte(const st_expr_lexer *lexer, size_t at) {
  if (at >= lexer->length) return '\0';
  return lexer->text[at];
}

static st_token_kind token_kind_of_word(const char *text, size_t length) {
  for (size_t i = 0; i < ST_COUNT_OF(reserved_words); i++) {
    if (strlen(reserved_words[i]) == length &&
        memcmp(reserved_words[i], text, length) == 0) {
      return (st_token_kind)(ST_TOKEN_AND + i);
    }
  }
  return ST_TOKEN_NAME;
}

/* Read digits from lexer->position on; *fits becomes false if the number is
 * above `limit`. */
static uint64_t lex_digits(st_expr_lexer *lexer, uint64_t limit, bool *fits) {
  uint64_t number = 0;
  *fits = true;
  for (; is_digit(peek_byte(lexer, lexer->position)); lexer->position++) {
    uint64_t digit = (uint64_t)(peek_byte(lexer, lexer->position) - '0');
    if (number > (limit - digit) / 10) *fits = false;
    if (*fits) number = number * 10 + digit;
  }
  return number;
}

static strata_status lex_integer(st_expr_lexer *lexer, st_token *token) {
  bool fits;
  token->kind = ST_TOKEN_INTEGER;
  token->number = lex_digits(lexer, (uint64_t)INT64_MAX + 1, &fits);
  if (!fits) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                             "the number is too large; the largest is ",
                             "9223372036854775807");
  }
  char next = peek_byte(lexer, lexer->position);
  if (is_word_letter(next) ||
      (next == '.' && is_digit(peek_byte(lexer, lexer->position + 1)))) {
    return ST_EXPR_LEX_ERROR(
        lexer, STRATA_ESYNTAX, lexer->position,
        "only digits may be in a number; write it whole and ", "decimal");
  }
  return STRATA_OK;
}

static strata_status lex_handle(st_expr_lexer *lexer, st_token *token) {
  bool slot_fits;
  bool generation_fits = true;
  size_t first = ++lexer->position;
  uint64_t slot = lex_digits(lexer, UINT32_MAX, &slot_fits);
  bool whole = lexer->position > first &&
               peek_byte(lexer, lexer->position) == ':' &&
               is_digit(peek_byte(lexer, lexer->position + 1));
  uint64_t generation = 0;
  if (whole) {
    lexer->position++;
    generation = lex_digits(lexer, UINT32_MAX, &generation_fits);
  }
  if (!whole || is_word_letter(peek_byte(lexer, lexer->position))) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                             "write an entity as #slot:generation, as #3:1");
  }
  if (!slot_fits || !generation_fits) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                             "slot and generation of an entity have 32 bits");
  }
  if (slot == 0) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ERANGE, token->start,
                             "no entity has slot 0; write none for nobody");
  }
  token->kind = ST_TOKEN_HANDLE;
  token->number = st_handle((uint32_t)slot, (uint32_t)generation);
  return STRATA_OK;
}

static strata_status lex_symbol(st_expr_lexer *lexer, st_token *token) {
  do {
    lexer->position++;
    if (lexer->position >= lexer->length) {
      return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                               "the symbol does not end; write a ' behind it");
    }
    if (is_control(lexer->text[lexer->position])) {
      return ST_EXPR_LEX_ERROR(
          lexer, STRATA_ESYNTAX, lexer->position,
          "no symbol has control characters; is a ' missing?");
    }
  } while (lexer->text[lexer->position] != '\'');
  lexer->position++;
  token->kind = ST_TOKEN_SYMBOL;
  return STRATA_OK;
}

/* Skip letters, digits and _. */
static void skip_word_letters(st_expr_lexer *lexer) {
  char c = peek_byte(lexer, lexer->position);
  while (is_word_letter(c) || is_digit(c)) {
    c = peek_byte(lexer, ++lexer->position);
  }
}

/* Refuse upper-case letters in a word. */
static strata_status check_lower_case(const st_expr_lexer *lexer,
                                      const st_token *token) {
  const char *text = lexer->text + token->start;
  size_t length = lexer->position - token->start;
  for (size_t i = 0; i < length; i++) {
    if (is_upper(text[i])) {
      return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start, "'",
                               st_quote_of(text, length).text,
                               "': write words and names in lower case");
    }
  }
  return STRATA_OK;
}

static strata_status lex_word(st_expr_lexer *lexer, st_token *token) {
  skip_word_letters(lexer);
  if (peek_byte(lexer, lexer->position) == ':' &&
      is_word_letter(peek_byte(lexer, lexer->position + 1))) {
    lexer->position++;
    skip_word_letters(lexer);
  }
  token->kind = token_kind_of_word(lexer->text + token->start,
                                   lexer->position - token->start);
  return check_lower_case(lexer, token);
}

static strata_status lex_variable(st_expr_lexer *lexer, st_token *token) {
  lexer->position++;
  if (!is_word_letter(peek_byte(lexer, lexer->position))) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, token->start,
                             "write a name behind the $, as $x");
  }
  skip_word_letters(lexer);
  token->kind = ST_TOKEN_VARIABLE;
  return check_lower_case(lexer, token);
}

static strata_status lex_operator(st_expr_lexer *lexer, st_token *token) {
  const char *text = lexer->text + lexer->position;
  size_t rest = lexer->length - lexer->position;
  for (size_t i = 0; i < ST_COUNT_OF(signs); i++) {
    size_t length = strlen(signs[i].text);
    if (length > rest || memcmp(text, signs[i].text, length) != 0) continue;
    if (signs[i].instead) {
      return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->position,
                               "unknown '", signs[i].text, "'; ",
                               signs[i].instead);
    }
    lexer->position += length;
    token->kind = signs[i].kind;
    return STRATA_OK;
  }
  if (*text > 0x20 && *text < 0x7f) {
    return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->position,
                             "unexpected '", st_quote_of(text, 1).text,
                             "'; take it out");
  }
  return ST_EXPR_LEX_ERROR(lexer, STRATA_ESYNTAX, lexer->position,
                           "unexpected byte; only symbols may have other ",
                           "characters than ASCII");
}

strata_status st_expr_lex_next(st_expr_lexer *lexer, st_token *out) {
  while (lexer->position < lexer->length &&
         is_space(lexer->text[lexer->position])) {
    lexer->position++;
  }
  st_token token = {.kind = ST_TOKEN_END, .start = lexer->position};
  strata_status status = STRATA_OK;
  char c = peek_byte(lexer, lexer->position);
  if (lexer->position == lexer->length) {
    status = STRATA_OK;
  } else if (is_digit(c)) {
    status = lex_integer(lexer, &token);
  } else if (is_word_letter(c)) {
    status = lex_word(lexer, &token);
  } else if (c == '\'') {
    status = lex_symbol(lexer, &token);
  } else if (c == '#') {
    status = lex_handle(lexer, &token);
  } else if (c == '$') {
    status = lex_variable(lexer, &token);
  } else {
    status = lex_operator(lexer, &token);
  }
  token.end = lexer->position;
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
    room--; /* never cut inside a UTF-8 character */
  }
  st_text_add(&text, bytes, room);
  st_text_add_str(&text, "...");
  return quote;
}

bool st_expr_is_reserved(const char *name) {
  return token_kind_of_word(name, strlen(name)) != ST_TOKEN_NAME;
}
