/*
 * expr_parser.c - where the parser of expressions stands in its text, and what
 * it says where a text does not go on as it must.
 */
#include "rules/expr/expr_parser.h"

st_text_span st_parser_span(const st_expr_parser *p) {
  return (st_text_span){p->token.start, p->token.end};
}

st_text_span st_parser_symbol_span(const st_expr_parser *p) {
  assert(p->token.kind == ST_TOKEN_SYMBOL);
  return (st_text_span){p->token.start + 1, p->token.end - 1};
}

strata_status st_parser_advance(st_expr_parser *p) {
  p->previous_end = p->token.end;
  return st_expr_lex_next(&p->compiler.lexer, &p->token);
}

strata_status st_parser_expect(st_expr_parser *p, st_token_kind kind,
                               const char *what) {
  if (p->token.kind == kind) return st_parser_advance(p);
  if (p->token.kind == ST_TOKEN_END) {
    return ST_PARSE_ERROR(p, STRATA_ESYNTAX, p->token.start,
                          "the text ends where ", what, " must follow");
  }
  st_quote quote = st_expr_compile_quote(&p->compiler, st_parser_span(p));
  return ST_PARSE_ERROR(p, STRATA_ESYNTAX, p->token.start, "unexpected '",
                        quote.text, "'; write ", what, " here");
}

strata_status st_parser_enter(st_expr_parser *p) {
  if (++p->nesting <= ST_EXPR_DEPTH) return STRATA_OK;
  return ST_PARSE_ERROR(p, STRATA_ERANGE, p->token.start, "nested more than ",
                        st_number_format(ST_EXPR_DEPTH).text,
                        " deep; take parentheses out or split the expression");
}

void st_parser_leave(st_expr_parser *p) {
  p->nesting--;
}

st_expr_op st_parser_function(st_token_kind kind) {
  if (kind == ST_TOKEN_COUNT) return ST_EXPR_COUNT;
  if (kind == ST_TOKEN_SUM) return ST_EXPR_SUM;
  if (kind == ST_TOKEN_DISTINCT) return ST_EXPR_DISTINCT;
  return kind == ST_TOKEN_MIN ? ST_EXPR_MIN : ST_EXPR_MAX;
}

bool st_parser_infix(st_token_kind kind, st_expr_op *out) {
  static const struct {
    uint8_t token, op;
  } table[] = {
      {ST_TOKEN_ADD, ST_EXPR_ADD}, {ST_TOKEN_SUB, ST_EXPR_SUB},
      {ST_TOKEN_MUL, ST_EXPR_MUL}, {ST_TOKEN_DIV, ST_EXPR_DIV},
      {ST_TOKEN_EQ, ST_EXPR_EQ},   {ST_TOKEN_NE, ST_EXPR_NE},
      {ST_TOKEN_LT, ST_EXPR_LT},   {ST_TOKEN_LE, ST_EXPR_LE},
      {ST_TOKEN_GT, ST_EXPR_GT},   {ST_TOKEN_GE, ST_EXPR_GE},
      {ST_TOKEN_AND, ST_EXPR_AND}, {ST_TOKEN_OR, ST_EXPR_OR},
      {ST_TOKEN_HAS, ST_EXPR_HAS},
  };
  for (size_t i = 0; i < ST_COUNT_OF(table); i++) {
    if (table[i].token == kind) {
      *out = (st_expr_op)table[i].op;
      return true;
    }
  }
  return false;
}
