/* expr_lex.h - the tokens of an expression. */
#ifndef STRATA_RULES_EXPR_EXPR_LEX_H
#define STRATA_RULES_EXPR_EXPR_LEX_H

#include "base/text.h"

typedef enum st_token_kind {
  ST_TOKEN_END,
  ST_TOKEN_INTEGER, /* number */
  ST_TOKEN_HANDLE,  /* number */
  ST_TOKEN_SYMBOL,  /* the name is between the quotes */
  ST_TOKEN_NAME,
  ST_TOKEN_VARIABLE, /* "$x": the name is behind the $ */
  ST_TOKEN_OPEN,
  ST_TOKEN_CLOSE,
  ST_TOKEN_COMMA,
  ST_TOKEN_DOT,
  ST_TOKEN_ADD,
  ST_TOKEN_SUB,
  ST_TOKEN_MUL,
  ST_TOKEN_DIV,
  ST_TOKEN_EQ,
  ST_TOKEN_NE,
  ST_TOKEN_LT,
  ST_TOKEN_LE,
  ST_TOKEN_GT,
  ST_TOKEN_GE,
  ST_TOKEN_AND, /* reserved words from here on */
  ST_TOKEN_OR,
  ST_TOKEN_NOT,
  ST_TOKEN_HAS,
  ST_TOKEN_COUNT,
  ST_TOKEN_SUM,
  ST_TOKEN_DISTINCT,
  ST_TOKEN_MIN,
  ST_TOKEN_MAX,
  ST_TOKEN_TRUE,
  ST_TOKEN_FALSE,
  ST_TOKEN_NONE,
  ST_TOKEN_IT,
  ST_TOKEN_THIS,
  ST_TOKEN_OUTER,
  ST_TOKEN_ASK,
  ST_TOKEN_EVENT
} st_token_kind;

typedef struct st_token {
  st_token_kind kind;
  size_t start, end; /* offsets in the text */
  uint64_t number;   /* INTEGER: at most 2^63; HANDLE: the handle */
} st_token;

typedef struct st_expr_lexer {
  const char *text;
  size_t length, position;
  strata_error *error; /* may be NULL */
} st_expr_lexer;

/* Read the next token; at the end of the text it is ST_TOKEN_END. */
strata_status st_expr_lex_next(st_expr_lexer *lexer, st_token *out);

/* A piece of the caller's text for a message, cut if it is long. */
typedef struct st_quote {
  char text[60];
} st_quote;

st_quote st_quote_of(const char *bytes, size_t length);

/* As ST_ERROR, with "at byte N: " before the message. */
#define ST_EXPR_LEX_ERROR(lexer, status, offset, ...)                          \
  ST_ERROR((lexer)->error, (status), (offset), "at byte ",                     \
           st_number_format((int64_t)(offset)).text, ": ", __VA_ARGS__)

#endif
