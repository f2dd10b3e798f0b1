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
#include "rules/expr/expr_names.h"
#include "rules/expr/expr_parser.h"
#include "rules/expr/expr_print.h"

#include <string.h>

static strata_status parse_operators(st_expr_parser *p, st_precedence least);

/* -- Primaries -- */

/* Refuse an attribute of what is no entity. Of what is after a dot, the message
 * quotes a name only, because writers look for a name. */
static strata_status refuse_dot(st_expr_parser *p) {
  size_t dot = p->token.start;
  strata_status status = st_parser_advance(p);
  if (status) return status;
  bool named = p->token.kind == ST_TOKEN_NAME;
  return ST_PARSE_ERROR(
      p, STRATA_ESYNTAX, dot, "nobody stands before '.",
      named ? st_expr_compile_quote(&p->compiler, st_parser_span(p)).text : "",
      "'; '.' may follow only it, this, outer, #slot:generation ",
      "and attributes that are refs");
}

/* Parse attributes through refs: "attached.controller.life". */
static strata_status parse_ref_path(st_expr_parser *p) {
  for (int steps = 0; p->token.kind == ST_TOKEN_DOT; steps++) {
    if (st_expr_compile_last(&p->compiler)->type != STRATA_REF) {
      return refuse_dot(p);
    }
    if (steps == ST_EXPR_DEPTH) {
      return ST_PARSE_ERROR(p, STRATA_ERANGE, p->token.start, "more than ",
                            st_number_format(ST_EXPR_DEPTH).text,
                            " refs lead from one to the next");
    }
    strata_status status = st_parser_advance(p);
    if (!status && p->token.kind != ST_TOKEN_NAME) {
      status = st_parser_expect(p, ST_TOKEN_NAME, "the name of an attribute");
    }
    if (!status) {
      status = st_expr_compile_follow(&p->compiler, st_parser_span(p));
    }
    if (!status) status = st_parser_advance(p);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status parse_attribute(st_expr_parser *p, st_who who,
                                     uint64_t handle) {
  if (p->token.kind != ST_TOKEN_NAME) {
    return st_parser_expect(p, ST_TOKEN_NAME, "the name of an attribute");
  }
  strata_status status =
      st_expr_compile_read(&p->compiler, who, handle, st_parser_span(p));
  if (!status) status = st_parser_advance(p);
  return status ? status : parse_ref_path(p);
}

/* Parse it, this, outer or a handle, with an optional attribute. */
static strata_status parse_entity_word(st_expr_parser *p, st_who who) {
  if (who == ST_WHO_OUTER && p->compiler.aggregate_depth == 0) {
    return ST_PARSE_ERROR(
        p, STRATA_ESYNTAX, p->token.start,
        "outer is the entity outside of count, sum or distinct; ",
        "here, write it");
  }
  uint64_t handle = who == ST_WHO_HANDLE ? p->token.number : 0;
  strata_status status = st_parser_advance(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) {
    status = st_parser_advance(p);
    return status ? status : parse_attribute(p, who, handle);
  }
  return st_expr_compile_add_node(&p->compiler,
                                  (st_expr_node){.op = ST_EXPR_REF,
                                                 .who = (uint8_t)who,
                                                 .type = STRATA_REF,
                                                 .value = (int64_t)handle});
}

static strata_status parse_constant(st_expr_parser *p, st_expr_op op,
                                    strata_type type, int64_t value) {
  strata_status status = st_expr_compile_add_node(
      &p->compiler,
      (st_expr_node){.op = (uint8_t)op, .type = (uint8_t)type, .value = value});
  return status ? status : st_parser_advance(p);
}

static strata_status parse_integer(st_expr_parser *p) {
  if (p->token.number > INT64_MAX) {
    return ST_PARSE_ERROR(p, STRATA_ERANGE, p->token.start,
                          "the number is too large; the largest is ",
                          "9223372036854775807");
  }
  return parse_constant(p, ST_EXPR_INT, STRATA_INT, (int64_t)p->token.number);
}

static strata_status parse_symbol(st_expr_parser *p) {
  strata_status status =
      st_expr_compile_symbol(&p->compiler, st_parser_symbol_span(p));
  return status ? status : st_parser_advance(p);
}

static strata_status parse_parentheses(st_expr_parser *p) {
  strata_status status = st_parser_enter(p);
  if (!status) status = st_parser_advance(p);
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  if (!status) status = st_parser_expect(p, ST_TOKEN_CLOSE, "an operator or )");
  st_parser_leave(p);
  return status;
}

static strata_status parse_argument(st_expr_parser *p, strata_type type,
                                    const char *user) {
  st_text_span where = {.start = p->token.start};
  strata_status status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  where.end = p->previous_end;
  return st_expr_compile_expect_type(&p->compiler, type, where, user);
}

/* Parse the set of "distinct", which is always read of the counted entities. */
static strata_status parse_set_argument(st_expr_parser *p, strata_attr *out) {
  st_text_span where = {.start = p->token.start};
  strata_status status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  where.end = p->previous_end;
  return st_expr_compile_pop_set(&p->compiler, where, out);
}

/* Parse the second argument and store its node in *out. */
static strata_status parse_second_argument(st_expr_parser *p, strata_type type,
                                           const char *user, uint32_t *out) {
  strata_status status = st_parser_expect(
      p, ST_TOKEN_COMMA, "a comma and the second of two arguments");
  if (!status) status = parse_argument(p, type, user);
  if (!status) *out = st_expr_compile_last_index(&p->compiler);
  return status;
}

/* Parse the arguments of a call and store the operands in `node`. */
static strata_status parse_arguments(st_expr_parser *p, st_expr_node *node) {
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

static strata_status parse_function_call(st_expr_parser *p, st_expr_op op) {
  bool aggregate = op != ST_EXPR_MIN && op != ST_EXPR_MAX;
  st_expr_node node = {.op = (uint8_t)op, .type = STRATA_INT};
  strata_status status = st_parser_enter(p);
  if (!status) status = st_parser_advance(p);
  if (!status) status = st_parser_expect(p, ST_TOKEN_OPEN, "( and arguments");
  if (aggregate) {
    p->compiler.aggregate_depth++;
    p->compiler.counts_entities = true;
  }
  if (!status) status = parse_arguments(p, &node);
  if (aggregate) p->compiler.aggregate_depth--;
  if (!status) status = st_parser_expect(p, ST_TOKEN_CLOSE, "an operator or )");
  if (!status) status = st_expr_compile_add_node(&p->compiler, node);
  st_parser_leave(p);
  return status;
}

/* Parse ask('strong'), which asks the host about `it` and `this`. `this` is an
 * operand, because the answer depends on it. */
static strata_status parse_ask(st_expr_parser *p) {
  strata_status status = st_parser_advance(p);
  if (!status) {
    status = st_parser_expect(p, ST_TOKEN_OPEN, "( and a predicate's name");
  }
  if (status) return status;
  if (p->token.kind != ST_TOKEN_SYMBOL) {
    return st_parser_expect(
        p, ST_TOKEN_SYMBOL,
        "a predicate's name in single quotes, as 'strong',");
  }
  status = st_expr_compile_ask(&p->compiler, st_parser_symbol_span(p));
  if (!status) status = st_parser_advance(p);
  return status ? status : st_parser_expect(p, ST_TOKEN_CLOSE, ")");
}

/* True for "top" followed by "(": "top" is no reserved word, so an attribute
 * may have this name. */
static bool is_top_call(const st_expr_parser *p) {
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
static strata_status parse_top(st_expr_parser *p) {
  strata_zone zone = 0;
  st_text_span whose = {0};
  uint32_t player = 0;
  strata_status status = st_parser_enter(p);
  if (!status) status = st_parser_advance(p);
  if (!status) status = st_parser_advance(p); /* "(" */
  if (!status && p->token.kind != ST_TOKEN_SYMBOL) {
    status = st_parser_expect(p, ST_TOKEN_SYMBOL,
                              "a zone in single quotes, as 'library',");
  }
  if (!status) {
    status =
        st_expr_compile_zone(&p->compiler, st_parser_symbol_span(p), &zone);
  }
  if (!status) status = st_parser_advance(p);
  if (!status) {
    status = st_parser_expect(p, ST_TOKEN_COMMA, "a comma and whose it is");
  }
  whose.start = p->token.start;
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  whose.end = p->previous_end;
  player = st_expr_compile_last_index(&p->compiler);
  status =
      st_parser_expect(p, ST_TOKEN_COMMA, "a comma and how far from the top");
  st_text_span nth = {.start = p->token.start};
  if (!status) status = parse_operators(p, ST_PRECEDENCE_OR);
  nth.end = p->previous_end;
  if (!status) status = st_parser_expect(p, ST_TOKEN_CLOSE, "an operator or )");
  st_parser_leave(p);
  if (!status) {
    status = st_expr_compile_top(&p->compiler, zone, player, whose, nth);
  }
  return status ? status : parse_ref_path(p);
}

/* Parse event.amount. A reserved word can be the name of a field. */
static strata_status parse_event_field(st_expr_parser *p) {
  strata_status status = st_parser_advance(p);
  if (!status) {
    status = st_parser_expect(p, ST_TOKEN_DOT, ". and the name of a field");
  }
  if (status) return status;
  if (p->token.kind != ST_TOKEN_NAME && p->token.kind < ST_TOKEN_AND) {
    return st_parser_expect(p, ST_TOKEN_NAME, "the name of a field");
  }
  status = st_expr_compile_field(&p->compiler, st_parser_span(p));
  if (!status) status = st_parser_advance(p);
  return status ? status : parse_ref_path(p);
}

static strata_status parse_variable(st_expr_parser *p) {
  st_text_span name = {p->token.start + 1, p->token.end};
  strata_status status = st_expr_compile_variable(&p->compiler, name);
  if (!status) status = st_parser_advance(p);
  return status ? status : parse_ref_path(p);
}

static strata_status parse_primary(st_expr_parser *p) {
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
    return parse_function_call(p, st_parser_function(p->token.kind));
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
  return st_parser_expect(p, ST_TOKEN_NAME,
                          "an attribute, number or other value");
}

/* -- Operators -- */

static strata_status parse_negation(st_expr_parser *p) {
  strata_status status = st_parser_enter(p);
  if (!status) status = st_parser_advance(p);
  if (status) return status;
  st_text_span where = {.start = p->token.start};
  if (p->token.kind == ST_TOKEN_INTEGER && p->token.number > INT64_MAX) {
    status = parse_constant(p, ST_EXPR_INT, STRATA_INT, INT64_MIN);
    st_parser_leave(p);
    return status;
  }
  status = parse_operators(p, ST_PRECEDENCE_NEGATE);
  if (status) return status;
  where.end = p->previous_end;
  st_parser_leave(p);
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

static strata_status parse_not(st_expr_parser *p, st_precedence least) {
  if (least > ST_PRECEDENCE_NOT) {
    return ST_PARSE_ERROR(p, STRATA_ESYNTAX, p->token.start,
                          "'not' binds less than what stands before it; write ",
                          "(not ...)");
  }
  strata_status status = st_parser_enter(p);
  if (!status) status = st_parser_advance(p);
  if (status) return status;
  st_text_span where = {.start = p->token.start};
  status = parse_operators(p, ST_PRECEDENCE_NOT);
  if (status) return status;
  where.end = p->previous_end;
  st_parser_leave(p);
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
static bool starts_symbol_value(const st_expr_parser *p) {
  st_token_kind kind = p->token.kind;
  return (kind == ST_TOKEN_NAME &&
          st_expr_compile_is_attr(&p->compiler, st_parser_span(p))) ||
         kind == ST_TOKEN_IT || kind == ST_TOKEN_THIS ||
         kind == ST_TOKEN_OUTER || kind == ST_TOKEN_HANDLE ||
         kind == ST_TOKEN_EVENT || kind == ST_TOKEN_VARIABLE ||
         (kind == ST_TOKEN_NAME && is_top_call(p));
}

/* Parse the right operand of "has": a symbol of the list's domain, or a value
 * of type SYM. */
static strata_status parse_has_operand(st_expr_parser *p, st_text_span left) {
  if (p->token.kind == ST_TOKEN_SYMBOL) {
    strata_status status =
        st_expr_compile_has(&p->compiler, left, st_parser_symbol_span(p));
    return status ? status : st_parser_advance(p);
  }
  if (!starts_symbol_value(
          p)) { /* also for an unknown name: quotes are missing */
    return st_parser_expect(p, ST_TOKEN_SYMBOL,
                            "a symbol in single quotes, as 'elf',");
  }
  uint32_t list = st_expr_compile_last_index(&p->compiler);
  st_text_span right = {.start = p->token.start};
  strata_status status = parse_primary(p);
  if (status) return status;
  right.end = p->previous_end;
  return st_expr_compile_has_of(&p->compiler, list, left, right);
}

/* Parse an operator and its right operand. The left operand starts at
 * `start`. */
static strata_status parse_infix(st_expr_parser *p, st_expr_op op,
                                 size_t start) {
  st_text_span left = {start, p->previous_end};
  st_expr_node node = {.op = (uint8_t)op,
                       .a = st_expr_compile_last_index(&p->compiler)};
  strata_status status = st_parser_advance(p);
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
static strata_status parse_operators(st_expr_parser *p, st_precedence least) {
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
  while (!status && st_parser_infix(p->token.kind, &op) &&
         st_expr_precedence(op) >= least) {
    bool compare = st_expr_precedence(op) == ST_PRECEDENCE_COMPARE;
    if (compare && compared) {
      return ST_PARSE_ERROR(
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

static strata_status parse_whole_expression(st_expr_parser *p) {
  strata_status status = st_parser_advance(p);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_END) {
    return ST_PARSE_ERROR(p, STRATA_ESYNTAX, 0,
                          "the expression is empty; write true for always");
  }
  status = parse_operators(p, ST_PRECEDENCE_OR);
  if (status) return status;
  if (p->token.kind == ST_TOKEN_DOT) return refuse_dot(p);
  return st_parser_expect(p, ST_TOKEN_END, "an operator, or nothing,");
}

static strata_status parse_expr_text(st_expr_parser *p, const char *text,
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
  st_expr_parser p = {.compiler = {.rules = rules, .mem = mem}};
  return parse_expr_text(&p, text, length, out, error);
}

strata_status st_expr_parse_inner(const strata_rules *rules, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error) {
  st_expr_parser p = {.compiler = {.rules = rules,
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
  st_expr_parser p = {
      .compiler = {.rules = frame->rules, .mem = mem, .frame = frame}};
  return parse_expr_text(&p, text, length, out, error);
}

strata_status st_expr_reparse_frame(const strata_rules *rules,
                                    const st_expr_variables *names, st_mem *mem,
                                    const char *text, size_t length,
                                    strata_expr **out) {
  st_expr_parser p = {
      .compiler = {.rules = rules, .mem = mem, .reparse_variables = names}};
  return parse_expr_text(&p, text, length, out, NULL);
}
