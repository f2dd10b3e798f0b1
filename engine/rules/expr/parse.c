/*
 * parse.c - from text to a compiled expression: recursive descent by binding.
 * What the pieces mean is up to compile.c.
 *
 * Nesting is counted where recursion starts anew: parentheses, calls, "not"
 * and unary minus. Between two of these there are at most as many calls as
 * there are bindings, so the stack is bounded.
 */
#include "rules/expr/compile.h"
#include "rules/expr/expr.h"
#include "rules/expr/lex.h"
#include "rules/expr/print.h"

#include <string.h>

typedef struct parser {
  st_compile c;
  st_token token; /* the one to look at */
  size_t end;     /* of the token before it */
  uint32_t nesting;
} parser;

#define FAIL_AT(p, status, offset, ...)                                        \
  ST_COMPILE_ERROR(&(p)->c, (status), (offset), __VA_ARGS__)

static strata_status parse(parser *p, st_binding least);

static st_span token_span(const parser *p) {
  return (st_span){p->token.start, p->token.end};
}

static st_quote quote_token(const parser *p) {
  return st_compile_quote(&p->c, token_span(p));
}

static strata_status advance(parser *p) {
  p->end = p->token.end;
  return st_lex_next(&p->c.lexer, &p->token);
}

static strata_status expect(parser *p, st_token_kind kind, const char *what) {
  if (p->token.kind == kind) return advance(p);
  if (p->token.kind == ST_TOKEN_END) {
    return FAIL_AT(p, STRATA_ESYNTAX, p->token.start, "the text ends where ",
                   what, " must follow");
  }
  return FAIL_AT(p, STRATA_ESYNTAX, p->token.start, "unexpected '",
                 quote_token(p).text, "'; write ", what, " here");
}

static strata_status enter(parser *p) {
  if (++p->nesting <= ST_EXPR_DEPTH) return STRATA_OK;
  return FAIL_AT(p, STRATA_ERANGE, p->token.start, "nested more than ",
                 st_number_of(ST_EXPR_DEPTH).text,
                 " deep; take parentheses out or split the expression");
}

static void leave(parser *p) {
  p->nesting--;
}

/* -- Primaries ----------------------------------------------------------- */

/* Attributes of whom a ref names, and so on: "attached.controller.life". */
static strata_status parse_steps(parser *p) {
  for (int steps = 0; p->token.kind == ST_TOKEN_DOT; steps++) {
    if (st_compile_last(&p->c)->type != STRATA_REF) return STRATA_OK;
    if (steps == ST_EXPR_DEPTH) {
      return FAIL_AT(p, STRATA_ERANGE, p->token.start, "more than ",
                     st_number_of(ST_EXPR_DEPTH).text,
                     " refs lead from one to the next");
    }
    strata_status status = advance(p);
    if (!status && p->token.kind != ST_TOKEN_NAME) {
      status = expect(p, ST_TOKEN_NAME, "the name of an attribute");
    }
    if (!status) status = st_compile_follow(&p->c, token_span(p));
    if (!status) status = advance(p);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status parse_attr(parser *p, st_who who, uint64_t handle) {
  if (p->token.kind != ST_TOKEN_NAME) {
    return expect(p, ST_TOKEN_NAME, "the name of an attribute");
  }
  strata_status status = st_compile_read(&p->c, who, handle, token_span(p));
  if (!status) status = advance(p);
  return status ? status : parse_steps(p);
}

/* it, this, outer or a handle; and maybe an attribute of it. */
static strata_status parse_who(parser *p, st_who who) {
  if (who == ST_WHO_OUTER && p->c.depth == 0) {
    return FAIL_AT(p, STRATA_ESYNTAX, p->token.start,
                   "outer is the entity outside of count, sum or distinct; ",
                   "here, write it");
  }
  uint64_t handle = who == ST_WHO_HANDLE ? p->token.number : 0;
  strata_status status = advance(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) {
    status = advance(p);
    return status ? status : parse_attr(p, who, handle);
  }
  return st_compile_emit(&p->c, (st_expr_node){.op = ST_EXPR_REF,
                                               .who = (uint8_t)who,
                                               .type = STRATA_REF,
                                               .value = (int64_t)handle});
}

static strata_status parse_constant(parser *p, st_expr_op op, strata_type type,
                                    int64_t value) {
  strata_status status = st_compile_emit(
      &p->c,
      (st_expr_node){.op = (uint8_t)op, .type = (uint8_t)type, .value = value});
  return status ? status : advance(p);
}

static strata_status parse_integer(parser *p) {
  if (p->token.number > INT64_MAX) {
    return FAIL_AT(p, STRATA_ERANGE, p->token.start,
                   "the number is too large; the largest is ",
                   "9223372036854775807");
  }
  return parse_constant(p, ST_EXPR_INT, STRATA_INT, (int64_t)p->token.number);
}

/* Between the quotes. */
static st_span symbol_span(const parser *p) {
  assert(p->token.kind == ST_TOKEN_SYMBOL);
  return (st_span){p->token.start + 1, p->token.end - 1};
}

static strata_status parse_symbol(parser *p) {
  strata_status status = st_compile_symbol(&p->c, symbol_span(p));
  return status ? status : advance(p);
}

static strata_status parse_parentheses(parser *p) {
  strata_status status = enter(p);
  if (!status) status = advance(p);
  if (!status) status = parse(p, ST_BIND_OR);
  if (!status) status = expect(p, ST_TOKEN_CLOSE, "an operator or )");
  leave(p);
  return status;
}

static strata_status parse_argument(parser *p, strata_type type,
                                    const char *user) {
  st_span where = {.start = p->token.start};
  strata_status status = parse(p, ST_BIND_OR);
  if (status) return status;
  where.end = p->end;
  return st_compile_expect_type(&p->c, type, where, user);
}

/* The set of "distinct": always of the entities that are counted. */
static strata_status parse_set_argument(parser *p, strata_attr *out) {
  st_span where = {.start = p->token.start};
  strata_status status = parse(p, ST_BIND_OR);
  if (status) return status;
  where.end = p->end;
  return st_compile_take_set(&p->c, where, out);
}

/* The second argument, which becomes the operand `out`. */
static strata_status parse_second(parser *p, strata_type type, const char *user,
                                  uint32_t *out) {
  strata_status status =
      expect(p, ST_TOKEN_COMMA, "a comma and the second of two arguments");
  if (!status) status = parse_argument(p, type, user);
  if (!status) *out = st_compile_last_index(&p->c);
  return status;
}

/* Between the parentheses of a call; `node` gets the operands. */
static strata_status parse_arguments(parser *p, st_expr_node *node) {
  st_expr_op op = (st_expr_op)node->op;
  const char *user = st_expr_op_text(op);
  if (op == ST_EXPR_DISTINCT) {
    strata_status status = parse_set_argument(p, &node->attr);
    if (status) return status;
    return parse_second(p, STRATA_FLAG, user, &node->a);
  }
  bool count = op == ST_EXPR_COUNT;
  strata_status status =
      parse_argument(p, count ? STRATA_FLAG : STRATA_INT, user);
  if (status) return status;
  node->a = st_compile_last_index(&p->c);
  if (count) return STRATA_OK;
  return parse_second(p, op == ST_EXPR_SUM ? STRATA_FLAG : STRATA_INT, user,
                      &node->b);
}

static strata_status parse_call(parser *p, st_expr_op op) {
  bool aggregate = op != ST_EXPR_MIN && op != ST_EXPR_MAX;
  st_expr_node node = {.op = (uint8_t)op, .type = STRATA_INT};
  strata_status status = enter(p);
  if (!status) status = advance(p);
  if (!status) status = expect(p, ST_TOKEN_OPEN, "( and arguments");
  if (aggregate) {
    p->c.depth++;
    p->c.population = true;
  }
  if (!status) status = parse_arguments(p, &node);
  if (aggregate) p->c.depth--;
  if (!status) status = expect(p, ST_TOKEN_CLOSE, "an operator or )");
  if (!status) status = st_compile_emit(&p->c, node);
  leave(p);
  return status;
}

/* ask('strong'): about `it` and `this`, whom it has as an operand since what it
 * answers hangs on him. */
static strata_status parse_ask(parser *p) {
  strata_status status = advance(p);
  if (!status) status = expect(p, ST_TOKEN_OPEN, "( and a predicate's name");
  if (status) return status;
  if (p->token.kind != ST_TOKEN_SYMBOL) {
    return expect(p, ST_TOKEN_SYMBOL,
                  "a predicate's name in single quotes, as 'strong',");
  }
  status = st_compile_ask(&p->c, symbol_span(p));
  if (!status) status = advance(p);
  return status ? status : expect(p, ST_TOKEN_CLOSE, ")");
}

/* An attribute may be called so: only what stands behind it tells. */
static bool is_top(const parser *p) {
  static const char word[] = "top";
  size_t length = sizeof word - 1;
  const st_lexer *lexer = &p->c.lexer;
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

/* top('library', $you, 2): the second from the top. */
static strata_status parse_top(parser *p) {
  strata_zone zone = 0;
  st_span whose = {0};
  uint32_t player = 0;
  strata_status status = enter(p);
  if (!status) status = advance(p);
  if (!status) status = advance(p); /* the parenthesis */
  if (!status && p->token.kind != ST_TOKEN_SYMBOL) {
    status =
        expect(p, ST_TOKEN_SYMBOL, "a zone in single quotes, as 'library',");
  }
  if (!status) status = st_compile_zone(&p->c, symbol_span(p), &zone);
  if (!status) status = advance(p);
  if (!status) status = expect(p, ST_TOKEN_COMMA, "a comma and whose it is");
  whose.start = p->token.start;
  if (!status) status = parse(p, ST_BIND_OR);
  if (status) return status;
  whose.end = p->end;
  player = st_compile_last_index(&p->c);
  status = expect(p, ST_TOKEN_COMMA, "a comma and how far from the top");
  st_span nth = {.start = p->token.start};
  if (!status) status = parse(p, ST_BIND_OR);
  nth.end = p->end;
  if (!status) status = expect(p, ST_TOKEN_CLOSE, "an operator or )");
  leave(p);
  if (!status) status = st_compile_top(&p->c, zone, player, whose, nth);
  return status ? status : parse_steps(p);
}

static st_expr_op call_of(st_token_kind kind) {
  if (kind == ST_TOKEN_COUNT) return ST_EXPR_COUNT;
  if (kind == ST_TOKEN_SUM) return ST_EXPR_SUM;
  if (kind == ST_TOKEN_DISTINCT) return ST_EXPR_DISTINCT;
  return kind == ST_TOKEN_MIN ? ST_EXPR_MIN : ST_EXPR_MAX;
}

/* event.amount: whatever word stands behind the dot, as only fields can. */
static strata_status parse_event(parser *p) {
  strata_status status = advance(p);
  if (!status) status = expect(p, ST_TOKEN_DOT, ". and the name of a field");
  if (status) return status;
  if (p->token.kind != ST_TOKEN_NAME && p->token.kind < ST_TOKEN_AND) {
    return expect(p, ST_TOKEN_NAME, "the name of a field");
  }
  status = st_compile_field(&p->c, token_span(p));
  if (!status) status = advance(p);
  return status ? status : parse_steps(p);
}

static strata_status parse_bound(parser *p) {
  st_span name = {p->token.start + 1, p->token.end};
  strata_status status = st_compile_name(&p->c, name);
  if (!status) status = advance(p);
  return status ? status : parse_steps(p);
}

static strata_status parse_primary(parser *p) {
  switch (p->token.kind) {
  case ST_TOKEN_INTEGER:
    return parse_integer(p);
  case ST_TOKEN_HANDLE:
    return parse_who(p, ST_WHO_HANDLE);
  case ST_TOKEN_SYMBOL:
    return parse_symbol(p);
  case ST_TOKEN_NAME:
    return is_top(p) ? parse_top(p) : parse_attr(p, ST_WHO_IT, 0);
  case ST_TOKEN_OPEN:
    return parse_parentheses(p);
  case ST_TOKEN_COUNT:
  case ST_TOKEN_SUM:
  case ST_TOKEN_DISTINCT:
  case ST_TOKEN_MIN:
  case ST_TOKEN_MAX:
    return parse_call(p, call_of(p->token.kind));
  case ST_TOKEN_TRUE:
    return parse_constant(p, ST_EXPR_FLAG, STRATA_FLAG, 1);
  case ST_TOKEN_FALSE:
    return parse_constant(p, ST_EXPR_FLAG, STRATA_FLAG, 0);
  case ST_TOKEN_NONE:
    return parse_constant(p, ST_EXPR_REF, STRATA_REF, 0);
  case ST_TOKEN_IT:
    return parse_who(p, ST_WHO_IT);
  case ST_TOKEN_THIS:
    return parse_who(p, ST_WHO_THIS);
  case ST_TOKEN_OUTER:
    return parse_who(p, ST_WHO_OUTER);
  case ST_TOKEN_ASK:
    return parse_ask(p);
  case ST_TOKEN_EVENT:
    return parse_event(p);
  case ST_TOKEN_BOUND:
    return parse_bound(p);
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
  /* No token is of the kind NAME here, so that this always fails. */
  return expect(p, ST_TOKEN_NAME, "an attribute, number or other value");
}

/* -- Operators ----------------------------------------------------------- */

static strata_status parse_negation(parser *p) {
  strata_status status = enter(p);
  if (!status) status = advance(p);
  if (status) return status;
  st_span where = {.start = p->token.start};
  if (p->token.kind == ST_TOKEN_INTEGER && p->token.number > INT64_MAX) {
    status = parse_constant(p, ST_EXPR_INT, STRATA_INT, INT64_MIN);
    leave(p);
    return status;
  }
  status = parse(p, ST_BIND_NEGATE);
  if (status) return status;
  where.end = p->end;
  leave(p);
  status = st_compile_expect_type(&p->c, STRATA_INT, where, "-");
  if (status) return status;
  if (st_compile_last(&p->c)->op == ST_EXPR_INT) {
    st_compile_last(&p->c)->value =
        st_sat_sub(0, st_compile_last(&p->c)->value);
    return STRATA_OK;
  }
  return st_compile_emit(&p->c,
                         (st_expr_node){.op = ST_EXPR_NEGATE,
                                        .type = STRATA_INT,
                                        .a = st_compile_last_index(&p->c)});
}

static strata_status parse_not(parser *p, st_binding least) {
  if (least > ST_BIND_NOT) {
    return FAIL_AT(p, STRATA_ESYNTAX, p->token.start,
                   "'not' binds less than what stands before it; write ",
                   "(not ...)");
  }
  strata_status status = enter(p);
  if (!status) status = advance(p);
  if (status) return status;
  st_span where = {.start = p->token.start};
  status = parse(p, ST_BIND_NOT);
  if (status) return status;
  where.end = p->end;
  leave(p);
  status = st_compile_expect_type(&p->c, STRATA_FLAG, where, "not");
  if (status) return status;
  return st_compile_emit(&p->c,
                         (st_expr_node){.op = ST_EXPR_NOT,
                                        .type = STRATA_FLAG,
                                        .a = st_compile_last_index(&p->c)});
}

/* What may stand after "has" in place of a symbol. */
static bool gives_symbol(const parser *p) {
  st_token_kind kind = p->token.kind;
  return (kind == ST_TOKEN_NAME && st_compile_is_attr(&p->c, token_span(p))) ||
         kind == ST_TOKEN_IT || kind == ST_TOKEN_THIS ||
         kind == ST_TOKEN_OUTER || kind == ST_TOKEN_HANDLE ||
         kind == ST_TOKEN_EVENT || kind == ST_TOKEN_BOUND ||
         (kind == ST_TOKEN_NAME && is_top(p));
}

/* A symbol, which the list must be able to hold, or what gives one. */
static strata_status parse_has(parser *p, st_span left) {
  if (p->token.kind == ST_TOKEN_SYMBOL) {
    strata_status status = st_compile_has(&p->c, left, symbol_span(p));
    return status ? status : advance(p);
  }
  if (!gives_symbol(p)) { /* also of a name that is none: quotes are missing */
    return expect(p, ST_TOKEN_SYMBOL, "a symbol in single quotes, as 'elf',");
  }
  uint32_t list = st_compile_last_index(&p->c);
  st_span right = {.start = p->token.start};
  strata_status status = parse_primary(p);
  if (status) return status;
  right.end = p->end;
  return st_compile_has_of(&p->c, list, left, right);
}

/* The operator that a token stands for between two operands; false if none. */
static bool infix_of(st_token_kind kind, st_expr_op *out) {
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

/* An operator and its right operand; the left one starts at `start`. */
static strata_status parse_infix(parser *p, st_expr_op op, size_t start) {
  st_span left = {start, p->end};
  st_expr_node node = {.op = (uint8_t)op, .a = st_compile_last_index(&p->c)};
  strata_status status = advance(p);
  if (status) return status;
  if (op == ST_EXPR_HAS) return parse_has(p, left);
  st_span right = {.start = p->token.start};
  status = parse(p, (st_binding)(st_expr_binding(op) + 1));
  if (status) return status;
  right.end = p->end;
  node.b = st_compile_last_index(&p->c);
  return st_compile_infix(&p->c, node, left, right);
}

/* Everything from here on that binds at least as strongly as `least`. */
static strata_status parse(parser *p, st_binding least) {
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
  while (!status && infix_of(p->token.kind, &op) &&
         st_expr_binding(op) >= least) {
    bool compare = st_expr_binding(op) == ST_BIND_COMPARE;
    if (compare && compared) {
      return FAIL_AT(p, STRATA_ESYNTAX, p->token.start,
                     "comparisons do not chain; write a < b and b < c, or use ",
                     "parentheses");
    }
    compared = compare;
    status = parse_infix(p, op, start);
  }
  return status;
}

/* -- The whole ----------------------------------------------------------- */

static strata_status parse_all(parser *p) {
  strata_status status = advance(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_END) {
    return FAIL_AT(p, STRATA_ESYNTAX, 0,
                   "the expression is empty; write true for always");
  }
  status = parse(p, ST_BIND_OR);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) {
    return FAIL_AT(p, STRATA_ESYNTAX, p->token.start,
                   "'.' may follow only it, this, outer, #slot:generation ",
                   "and attributes that are refs");
  }
  return expect(p, ST_TOKEN_END, "an operator, or nothing,");
}

static strata_status parse_text(parser *p, const char *text, size_t length,
                                strata_expr **out, strata_error *error) {
  if (length > ST_EXPR_TEXT) {
    return ST_ERROR(error, STRATA_ERANGE, ST_EXPR_TEXT,
                    "the expression is longer than 64 KiB; split it");
  }
  p->c.lexer = (st_lexer){.text = text, .length = length, .error = error};
  strata_status status = parse_all(p);
  if (!status) status = st_compile_finish(&p->c, out);
  if (status) st_compile_fini(&p->c);
  return status;
}

strata_status st_expr_parse(const strata_rules *rules, st_mem *mem,
                            const char *text, size_t length, strata_expr **out,
                            strata_error *error) {
  parser p = {.c = {.rules = rules, .mem = mem}};
  return parse_text(&p, text, length, out, error);
}

strata_status st_expr_parse_within(const strata_rules *rules, st_mem *mem,
                                   const char *text, size_t length,
                                   strata_expr **out, strata_error *error) {
  parser p = {.c = {.rules = rules,
                    .mem = mem,
                    .depth = 1,
                    .within = true,
                    .population = true}};
  return parse_text(&p, text, length, out, error);
}

strata_status st_expr_parse_frame(const st_expr_frame *frame, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error) {
  assert(frame->names);
  parser p = {.c = {.rules = frame->rules, .mem = mem, .frame = frame}};
  return parse_text(&p, text, length, out, error);
}

strata_status st_expr_parse_renamed(const strata_rules *rules,
                                    const st_expr_names *names, st_mem *mem,
                                    const char *text, size_t length,
                                    strata_expr **out) {
  parser p = {.c = {.rules = rules, .mem = mem, .renamed = names}};
  return parse_text(&p, text, length, out, NULL);
}
