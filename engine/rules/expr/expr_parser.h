/* expr_parser.h - where the parser of expressions stands in its text. */
#ifndef STRATA_RULES_EXPR_EXPR_PARSER_H
#define STRATA_RULES_EXPR_EXPR_PARSER_H

#include "rules/expr/expr_compile.h"
#include "rules/expr/expr_lex.h"

typedef struct st_expr_parser {
  st_expr_compiler compiler;
  st_token token;      /* the next token */
  size_t previous_end; /* end of the token before it */
  uint32_t nesting;
} st_expr_parser;

/* Set the error of a text that is refused, at an offset. */
#define ST_PARSE_ERROR(p, status, offset, ...)                                 \
  ST_EXPR_COMPILE_ERROR(&(p)->compiler, (status), (offset), __VA_ARGS__)

/* The place of the next token; of a symbol, that of the name in its quotes. */
st_text_span st_parser_span(const st_expr_parser *p);
st_text_span st_parser_symbol_span(const st_expr_parser *p);

/* Go on to the token after the next one. ESYNTAX if it is none. */
strata_status st_parser_advance(st_expr_parser *p);

/* Go on behind a token of this kind; refuse any other. `what` names it in the
 * message: "the name of an attribute". */
strata_status st_parser_expect(st_expr_parser *p, st_token_kind kind,
                               const char *what);

/* Begin and end a part that may contain a whole expression. ERANGE if it is
 * nested too deep. */
strata_status st_parser_enter(st_expr_parser *p);
void st_parser_leave(st_expr_parser *p);

/* The function of a token that names one. */
st_expr_op st_parser_function(st_token_kind kind);

/* The binary operator of a token; false if it is none. */
bool st_parser_infix(st_token_kind kind, st_expr_op *out);

#endif
