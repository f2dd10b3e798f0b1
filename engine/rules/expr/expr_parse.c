/*
 * expr_parse.c - from text to a compiled expression: recursive descent by
 * precedence. The grammar is here; types are in expr_compile.c, names in
 * expr_names.c.
 *
 * Nesting is counted where recursion starts anew: parentheses, calls, "not"
 * and unary minus. Between two of these the parser makes at most as many calls
 * as there are precedences, so the stack is bounded.
 */
#include "rules/expr/expr.h"
#include "rules/expr/expr_lex.h"
#include "rules/expr/expr_names.h"
#include "rules/expr/expr_print.h"

#include <string.h>

typedef struct expr_parser {
  st_expr_compiler compiler;
  st_token token;      /* the next token */
  size_t previous_end; /* end of the token before it */
  uint32_t nesting;
} expr_parser;

#define PARSE_ERROR_AT(p, status, offset, ...)                                 \
  ST_EXPR_COMPILE_ERROR(&(p)->compiler, (status), (offset), __VA_ARGS__)

static strata_status parse_operators(expr_parser *p, st_precedence least);

static st_text_span token_span(const expr_parser *p) {
  return (st_text_span){p->token.start, p->token.end};
}

static st_quote quote_token(const expr_parser *p) {
  return st_expr_compile_quote(&p->compiler, token_span(p));
}

static strata_status advance_token(expr_parser *p) {
  p->previous_end = p->token.end;
  return st_expr_lex_next(&p->compiler.lexer, &p->token);
}

static strata_status expect_token(expr_parser *p, st_token_kind kind,
                                  const char *what) {
  if (p->token.kind == kind) return advance_token(p);
  if (p->token.kind == ST_TOKEN_END) {
    return PARSE_ERROR_AT(p, STRATA_ESYNTAX, p->token.start,
                          "the text ends where ", what, " must follow");
  }
  return PARSE_ERROR_AT(p, STRATA_ESYNTAX, p->token.start, "unexpected '",
                        quote_token(p).text, "'; write ", what, " here");
}

static strata_status enter_nesting(expr_parser *p) {
  if (++p->nesting <= ST_EXPR_DEPTH) return STRATA_OK;
  return PARSE_ERROR_AT(p, STRATA_ERANGE, p->token.start, "nested more than ",
                        st_number_format(ST_EXPR_DEPTH).text,
                        " deep; take parentheses out or split the expression");
}

static void leave_nesting(expr_parser *p) {
  p->nesting--;
}

/* -- Primaries -- */

/* Parse attributes through refs: "attached.controller.life". */
static strata_status parse_ref_path(expr_parser *p) {
  for (int steps = 0; p->token.kind == ST_TOKEN_DOT; steps++) {
    if (st_expr_compile_last(&p->compiler)->type != STRATA_REF) {
      return STRATA_OK;
    }
    if (steps == ST_EXPR_DEPTH) {
      return PARSE_ERROR_AT(p, STRATA_ERANGE, p->token.start, "more than ",
                            st_number_format(ST_EXPR_DEPTH).text,
                            " refs lead from one to the next");
    }
    strata_status status = advance_token(p);
    if (!status && p->token.kind != ST_TOKEN_NAME) {
      status = expect_token(p, ST_TOKEN_NAME, "the name of an attribute");
    }
    if (!status) status = st_expr_compile_follow(&p->compiler, token_span(p));
    if (!status) status = advance_token(p);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status parse_attribute(expr_parser *p, st_who who,
                                     uint64_t handle) {
  if (p->token.kind != ST_TOKEN_NAME) {
    return expect_token(p, ST_TOKEN_NAME, "the name of an attribute");
  }
  strata_status status =
      st_expr_compile_read(&p->compiler, who, handle, token_span(p));
  if (!status) status = advance_token(p);
  return status ? status : parse_ref_path(p);
}

/* Parse it, this, outer or a handle, with an optional attribute. */
static strata_status parse_entity_word(expr_parser *p, st_who who) {
  if (who == ST_WHO_OUTER && p->compiler.aggregate_depth == 0) {
    return PARSE_ERROR_AT(
        p, STRATA_ESYNTAX, p->token.start,
        "outer is the entity outside of count, sum or distinct; ",
        "here, write it");
  }
  uint64_t handle = who == ST_WHO_HANDLE ? p->token.number : 0;
  strata_status status = advance_token(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) {
    status = advance_token(p);
    return status ? status : parse_attribute(p, who, handle);
  }
  return st_expr_compile_add_node(&p->compiler,
                                  (st_expr_node){.op = ST_EXPR_REF,
                                                 .who = (uint8_t)who,
                                                 .type = STRATA_REF,
                                                 .value = (int64_t)handle});
}

static strata_status parse_constant(expr_parser *p, st_expr_op op,
                                    strata_type type, int64_t value) {
  strata_status status = st_expr_compile_add_node(
      &p->compiler,
      (st_expr_node){.op = (uint8_t)op, .type = (uint8_t)type, .value = value});
  return status ? status : advance_token(p);
}

static strata_status parse_integer(expr_parser *p) {
  if (p->token.number > INT64_MAX) {
    return PARSE_ERROR_AT(p, STRATA_ERANGE, p->token.start,
                          "the number is too large; the largest is ",
                          "9223372036854775807");
  }
  return parse_constant(p, ST_EXPR_INT, STRATA_INT, (int64_t)p->token.number);
}

/* The name between the quotes. */
static st_text_span symbol_span(const expr_parser *p) {
  assert(p->token.kind == ST_TOKEN_SYMBOL);
  return (st_text_span){p->token.start + 1, p->token.end - 1};
}

static strata_status parse_symbol(expr_parser *p) {
  strata_status status = st_expr_compile_symbol(&p->compiler, symbol_span(p));
  return status ? status : advance_token(p);
}

static strata_status parse_parentheses(expr_parser *p) {
  strata_status status = enter_nesting(p);
  if (!status) status = advance_token(p);
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  if (!status) status = expect_token(p, ST_TOKEN_CLOSE, "an operator or )");
  leave_nesting(p);
  return status;
}

static strata_status parse_argument(expr_parser *p, strata_type type,
                                    const char *user) {
  st_text_span where = {.start = p->token.start};
  strata_status status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  where.end = p->previous_end;
  return st_expr_compile_expect_type(&p->compiler, type, where, user);
}

/* Parse the set of "distinct", which is always read of the counted entities. */
static strata_status parse_set_argument(expr_parser *p, strata_attr *out) {
  st_text_span where = {.start = p->token.start};
  strata_status status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  where.end = p->previous_end;
  return st_expr_compile_pop_set(&p->compiler, where, out);
}

/* Parse the second argument and store its node in *out. */
static strata_status parse_second_argument(expr_parser *p, strata_type type,
                                           const char *user, uint32_t *out) {
  strata_status status = expect_token(
      p, ST_TOKEN_COMMA, "a comma and the second of two arguments");
  if (!status) status = parse_argument(p, type, user);
  if (!status) *out = st_expr_compile_last_index(&p->compiler);
  return status;
}

/* Parse the arguments of a call and store the operands in `node`. */
static strata_status parse_arguments(expr_parser *p, st_expr_node *node) {
  st_expr_op op = (st_expr_op)node->op;
  const char *user = st_expr_op_text(op);
  if (op == ST_EXPR_DISTINCT) {
    strata_status status = parse_set_argument(p, &node->attr);
    if (status) return status;
    return parse_second_argument(p, STRATA_FLAG, user, &node->a);
  }
  bool count = op == ST_EXPR_COUNT;
  strata_status status =
      parse_argument(p, count ? STRATA_FLAG : STRATA_INT, user);
  if (status) return status;
  node->a = st_expr_compile_last_index(&p->compiler);
  if (count) return STRATA_OK;
  return parse_second_argument(p, op == ST_EXPR_SUM ? STRATA_FLAG : STRATA_INT,
                               user, &node->b);
}

static strata_status parse_function_call(expr_parser *p, st_expr_op op) {
  bool aggregate = op != ST_EXPR_MIN && op != ST_EXPR_MAX;
  st_expr_node node = {.op = (uint8_t)op, .type = STRATA_INT};
  strata_status status = enter_nesting(p);
  if (!status) status = advance_token(p);
  if (!status) status = expect_token(p, ST_TOKEN_OPEN, "( and arguments");
  if (aggregate) {
    p->compiler.aggregate_depth++;
    p->compiler.counts_entities = true;
  }
  if (!status) status = parse_arguments(p, &node);
  if (aggregate) p->compiler.aggregate_depth--;
  if (!status) status = expect_token(p, ST_TOKEN_CLOSE, "an operator or )");
  if (!status) status = st_expr_compile_add_node(&p->compiler, node);
  leave_nesting(p);
  return status;
}

/* Parse ask('strong'), which asks the host about `it` and `this`. `this` is an
 * operand, because the answer depends on it. */
static strata_status parse_ask(expr_parser *p) {
  strata_status status = advance_token(p);
  if (!status) {
    status = expect_token(p, ST_TOKEN_OPEN, "( and a predicate's name");
  }
  if (status) return status;
  if (p->token.kind != ST_TOKEN_SYMBOL) {
    return expect_token(p, ST_TOKEN_SYMBOL,
                        "a predicate's name in single quotes, as 'strong',");
  }
  status = st_expr_compile_ask(&p->compiler, symbol_span(p));
  if (!status) status = advance_token(p);
  return status ? status : expect_token(p, ST_TOKEN_CLOSE, ")");
}

/* True for "top" followed by "(": "top" is no reserved word, so an attribute
 * may have this name. */
static bool is_top_call(const expr_parser *p) {
  static const char word[] = "top";
  size_t length = sizeof word - 1;
  const st_expr_lexer *lexer = &p->compiler.lexer;
  size_t at = p->token.end;
  if (at - p->token.start != length ||
      memcmp(lexer->text + p->token.start, word, length) != 0) {
    return false;
  }
  while (at < lexer->length && strchr(" \t\r\n", lexer->text[at])) {
    at++;
  }
  return at < lexer->length && lexer->text[at] == '(';
}

/* Parse top('library', $you, 2): the second card from the top. */
static strata_status parse_top(expr_parser *p) {
  strata_zone zone = 0;
  st_text_span whose = {0};
  uint32_t player = 0;
  strata_status status = enter_nesting(p);
  if (!status) status = advance_token(p);
  if (!status) status = advance_token(p); /* "(" */
  if (!status && p->token.kind != ST_TOKEN_SYMBOL) {
    status = expect_token(p, ST_TOKEN_SYMBOL,
                          "a zone in single quotes, as 'library',");
  }
  if (!status) {
    status = st_expr_compile_zone(&p->compiler, symbol_span(p), &zone);
  }
  if (!status) status = advance_token(p);
  if (!status) {
    status = expect_token(p, ST_TOKEN_COMMA, "a comma and whose it is");
  }
  whose.start = p->token.start;
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  whose.end = p->previous_end;
  player = st_expr_compile_last_index(&p->compiler);
  status = expect_token(p, ST_TOKEN_COMMA, "a comma and how far from the top");
  st_text_span nth = {.start = p->token.start};
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  nth.end = p->previous_end;
  if (!status) status = expect_token(p, ST_TOKEN_CLOSE, "an operator or )");
  leave_nesting(p);
  if (!status) {
    status = st_expr_compile_top(&p->compiler, zone, player, whose, nth);
  }
  return status ? status : parse_ref_path(p);
}

static st_expr_op function_of_token(st_token_kind kind) {
  if (kind == ST_TOKEN_COUNT) return ST_EXPR_COUNT;
  if (kind == ST_TOKEN_SUM) return ST_EXPR_SUM;
  if (kind == ST_TOKEN_DISTINCT) return ST_EXPR_DISTINCT;
  return kind == ST_TOKEN_MIN ? ST_EXPR_MIN : ST_EXPR_MAX;
}

/* Parse event.amount. A reserved word can be the name of a field. */
static strata_status parse_event_field(expr_parser *p) {
  strata_status status = advance_token(p);
  if (!status) {
    status = expect_token(p, ST_TOKEN_DOT, ". and the name of a field");
  }
  if (status) return status;
  if (p->token.kind != ST_TOKEN_NAME && p->token.kind < ST_TOKEN_AND) {
    return expect_token(p, ST_TOKEN_NAME, "the name of a field");
  }
  status = st_expr_compile_field(&p->compiler, token_span(p));
  if (!status) status = advance_token(p);
  return status ? status : parse_ref_path(p);
}

static strata_status parse_variable(expr_parser *p) {
  st_text_span name = {p->token.start + 1, p->token.end};
  strata_status status = st_expr_compile_variable(&p->compiler, name);
  if (!status) status = advance_token(p);
  return status ? status : parse_ref_path(p);
}

static strata_status parse_primary(expr_parser *p) {
  switch (p->token.kind) {
  case ST_TOKEN_INTEGER:
    return parse_integer(p);
  case ST_TOKEN_HANDLE:
    return parse_entity_word(p, ST_WHO_HANDLE);
  case ST_TOKEN_SYMBOL:
    return parse_symbol(p);
  case ST_TOKEN_NAME:
    return is_top_call(p) ? parse_top(p) : parse_attribute(p, ST_WHO_IT, 0);
  case ST_TOKEN_OPEN:
    return parse_parentheses(p);
  case ST_TOKEN_COUNT:
  case ST_TOKEN_SUM:
  case ST_TOKEN_DISTINCT:
  case ST_TOKEN_MIN:
  case ST_TOKEN_MAX:
    return parse_function_call(p, function_of_token(p->token.kind));
  case ST_TOKEN_TRUE:
    return parse_constant(p, ST_EXPR_FLAG, STRATA_FLAG, 1);
  case ST_TOKEN_FALSE:
    return parse_constant(p, ST_EXPR_FLAG, STRATA_FLAG, 0);
  case ST_TOKEN_NONE:
    return parse_constant(p, ST_EXPR_REF, STRATA_REF, 0);
  case ST_TOKEN_IT:
    return parse_entity_word(p, ST_WHO_IT);
  case ST_TOKEN_THIS:
    return parse_entity_word(p, ST_WHO_THIS);
  case ST_TOKEN_OUTER:
    return parse_entity_word(p, ST_WHO_OUTER);
  case ST_TOKEN_ASK:
    return parse_ask(p);
  case ST_TOKEN_EVENT:
    return parse_event_field(p);
  case ST_TOKEN_VARIABLE:
    return parse_variable(p);
  case ST_TOKEN_END:
  case ST_TOKEN_CLOSE:
  case ST_TOKEN_COMMA:
  case ST_TOKEN_DOT:
  case ST_TOKEN_ADD:
  case ST_TOKEN_SUB:
  case ST_TOKEN_MUL:
  case ST_TOKEN_DIV:
  case ST_TOKEN_EQ:
  case ST_TOKEN_NE:
  case ST_TOKEN_LT:
  case ST_TOKEN_LE:
  case ST_TOKEN_GT:
  case ST_TOKEN_GE:
  case ST_TOKEN_AND:
  case ST_TOKEN_OR:
  case ST_TOKEN_NOT:
  case ST_TOKEN_HAS:
    break;
  }
  /* NAME was handled above, so this always fails. */
  return expect_token(p, ST_TOKEN_NAME, "an attribute, number or other value");
}

/* -- Operators -- */

static strata_status parse_negation(expr_parser *p) {
  strata_status status = enter_nesting(p);
  if (!status) status = advance_token(p);
  if (status) return status;
  st_text_span where = {.start = p->token.start};
  if (p->token.kind == ST_TOKEN_INTEGER && p->token.number > INT64_MAX) {
    status = parse_constant(p, ST_EXPR_INT, STRATA_INT, INT64_MIN);
    leave_nesting(p);
    return status;
  }
  status = parse_operators(p, ST_PRECEDENCE_NEGATE);
  if (status) return status;
  where.end = p->previous_end;
  leave_nesting(p);
  status = st_expr_compile_expect_type(&p->compiler, STRATA_INT, where, "-");
  if (status) return status;
  if (st_expr_compile_last(&p->compiler)->op == ST_EXPR_INT) {
    st_expr_compile_last(&p->compiler)->value =
        st_sat_sub(0, st_expr_compile_last(&p->compiler)->value);
    return STRATA_OK;
  }
  return st_expr_compile_add_node(
      &p->compiler,
      (st_expr_node){.op = ST_EXPR_NEGATE,
                     .type = STRATA_INT,
                     .a = st_expr_compile_last_index(&p->compiler)});
}

static strata_status parse_not(expr_parser *p, st_precedence least) {
  if (least > ST_PRECEDENCE_NOT) {
    return PARSE_ERROR_AT(p, STRATA_ESYNTAX, p->token.start,
                          "'not' binds less than what stands before it; write ",
                          "(not ...)");
  }
  strata_status status = enter_nesting(p);
  if (!status) status = advance_token(p);
  if (status) return status;
  st_text_span where = {.start = p->token.start};
  status = parse_operators(p, ST_PRECEDENCE_NOT);
  if (status) return status;
  where.end = p->previous_end;
  leave_nesting(p);
  status = st_expr_compile_expect_type(&p->compiler, STRATA_FLAG, where, "not");
  if (status) return status;
  return st_expr_compile_add_node(
      &p->compiler,
      (st_expr_node){.op = ST_EXPR_NOT,
                     .type = STRATA_FLAG,
                     .a = st_expr_compile_last_index(&p->compiler)});
}

/* True if the token starts a value that can follow "has" in place of a
 * symbol. */
static bool starts_symbol_value(const expr_parser *p) {
  st_token_kind kind = p->token.kind;
  return (kind == ST_TOKEN_NAME &&
          st_expr_compile_is_attr(&p->compiler, token_span(p))) ||
         kind == ST_TOKEN_IT || kind == ST_TOKEN_THIS ||
         kind == ST_TOKEN_OUTER || kind == ST_TOKEN_HANDLE ||
         kind == ST_TOKEN_EVENT || kind == ST_TOKEN_VARIABLE ||
         (kind == ST_TOKEN_NAME && is_top_call(p));
}

/* Parse the right operand of "has": a symbol of the list's domain, or a value
 * of type SYM. */
static strata_status parse_has_operand(expr_parser *p, st_text_span left) {
  if (p->token.kind == ST_TOKEN_SYMBOL) {
    strata_status status =
        st_expr_compile_has(&p->compiler, left, symbol_span(p));
    return status ? status : advance_token(p);
  }
  if (!starts_symbol_value(
          p)) { /* also for an unknown name: quotes are missing */
    return expect_token(p, ST_TOKEN_SYMBOL,
                        "a symbol in single quotes, as 'elf',");
  }
  uint32_t list = st_expr_compile_last_index(&p->compiler);
  st_text_span right = {.start = p->token.start};
  strata_status status = parse_primary(p);
  if (status) return status;
  right.end = p->previous_end;
  return st_expr_compile_has_of(&p->compiler, list, left, right);
}

/* The binary operator of a token; false if it is none. */
static bool infix_operator_of(st_token_kind kind, st_expr_op *out) {
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

/* Parse an operator and its right operand. The left operand starts at
 * `start`. */
static strata_status parse_infix(expr_parser *p, st_expr_op op, size_t start) {
  st_text_span left = {start, p->previous_end};
  st_expr_node node = {.op = (uint8_t)op,
                       .a = st_expr_compile_last_index(&p->compiler)};
  strata_status status = advance_token(p);
  if (status) return status;
  if (op == ST_EXPR_HAS) return parse_has_operand(p, left);
  st_text_span right = {.start = p->token.start};
  status = parse_operators(p, (st_precedence)(st_expr_precedence(op) + 1));
  if (status) return status;
  right.end = p->previous_end;
  node.b = st_expr_compile_last_index(&p->compiler);
  return st_expr_compile_infix(&p->compiler, node, left, right);
}

/* Parse everything from here on whose precedence is at least `least`. */
static strata_status parse_operators(expr_parser *p, st_precedence least) {
  size_t start = p->token.start;
  strata_status status;
  bool compared = false;
  if (p->token.kind == ST_TOKEN_NOT) {
    status = parse_not(p, least);
  } else if (p->token.kind == ST_TOKEN_SUB) {
    status = parse_negation(p);
  } else {
    status = parse_primary(p);
  }
  st_expr_op op;
  while (!status && infix_operator_of(p->token.kind, &op) &&
         st_expr_precedence(op) >= least) {
    bool compare = st_expr_precedence(op) == ST_PRECEDENCE_COMPARE;
    if (compare && compared) {
      return PARSE_ERROR_AT(
          p, STRATA_ESYNTAX, p->token.start,
          "comparisons do not chain; write a < b and b < c, or use ",
          "parentheses");
    }
    compared = compare;
    status = parse_infix(p, op, start);
  }
  return status;
}

/* -- The whole -- */

static strata_status parse_whole_expression(expr_parser *p) {
  strata_status status = advance_token(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_END) {
    return PARSE_ERROR_AT(p, STRATA_ESYNTAX, 0,
                          "the expression is empty; write true for always");
  }
  status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) {
    return PARSE_ERROR_AT(
        p, STRATA_ESYNTAX, p->token.start,
        "'.' may follow only it, this, outer, #slot:generation ",
        "and attributes that are refs");
  }
  return expect_token(p, ST_TOKEN_END, "an operator, or nothing,");
}

static strata_status parse_expr_text(expr_parser *p, const char *text,
                                     size_t length, strata_expr **out,
                                     strata_error *error) {
  if (length > ST_EXPR_TEXT) {
    return ST_ERROR(error, STRATA_ERANGE, ST_EXPR_TEXT,
                    "the expression is longer than 64 KiB; split it");
  }
  p->compiler.lexer =
      (st_expr_lexer){.text = text, .length = length, .error = error};
  strata_status status = parse_whole_expression(p);
  if (!status) status = st_expr_compile_finish(&p->compiler, out);
  if (status) st_expr_compile_fini(&p->compiler);
  return status;
}

strata_status st_expr_parse(const strata_rules *rules, st_mem *mem,
                            const char *text, size_t length, strata_expr **out,
                            strata_error *error) {
  expr_parser p = {.compiler = {.rules = rules, .mem = mem}};
  return parse_expr_text(&p, text, length, out, error);
}

strata_status st_expr_parse_inner(const strata_rules *rules, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error) {
  expr_parser p = {.compiler = {.rules = rules,
                                .mem = mem,
                                .aggregate_depth = 1,
                                .is_inner = true,
                                .counts_entities = true}};
  return parse_expr_text(&p, text, length, out, error);
}

strata_status st_expr_parse_frame(const st_expr_frame *frame, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error) {
  assert(frame->variables);
  expr_parser p = {
      .compiler = {.rules = frame->rules, .mem = mem, .frame = frame}};
  return parse_expr_text(&p, text, length, out, error);
}

strata_status st_expr_reparse_frame(const strata_rules *rules,
                                    const st_expr_variables *names, st_mem *mem,
                                    const char *text, size_t length,
                                    strata_expr **out) {
  expr_parser p = {
      .compiler = {.rules = rules, .mem = mem, .reparse_variables = names}};
  return parse_expr_text(&p, text, length, out, NULL);
}
