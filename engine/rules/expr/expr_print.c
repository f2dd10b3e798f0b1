/*
 * expr_print.c - the canonical text of an expression.
 *
 * An expression has one canonical text: as few parentheses as possible, one
 * space around operators, no "it." before attributes. Worlds store expressions
 * as this text, so it is part of saves and hashes and must never change. Held
 * by tests unit.expr and unit.expr_frame.
 *
 * Left operands are walked down and up again without recursion: see
 * st_expr_node.
 */
#include "rules/expr/expr_print.h"

typedef struct printer {
  const strata_rules *rules;
  const st_expr_variables *variables;
  const st_expr_node *nodes;
  st_text *out;
} printer;

static const struct {
  const char *text;
  st_precedence precedence;
} operator_forms[] = {
    [ST_EXPR_INT] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_FLAG] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_SYMBOL] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_REF] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_READ] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_HAS] = {"has", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_FIELD] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_VARIABLE] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_FOLLOW] = {NULL, ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_FOLLOW_HAS] = {"has", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_EMPTY] = {NULL, ST_PRECEDENCE_COMPARE},
    [ST_EXPR_NEGATE] = {"-", ST_PRECEDENCE_NEGATE},
    [ST_EXPR_NOT] = {"not", ST_PRECEDENCE_NOT},
    [ST_EXPR_COUNT] = {"count", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_DISTINCT] = {"distinct", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_ASK] = {"ask", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_ADD] = {"+", ST_PRECEDENCE_ADD},
    [ST_EXPR_SUB] = {"-", ST_PRECEDENCE_ADD},
    [ST_EXPR_MUL] = {"*", ST_PRECEDENCE_MUL},
    [ST_EXPR_DIV] = {"//", ST_PRECEDENCE_MUL},
    [ST_EXPR_MIN] = {"min", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_MAX] = {"max", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_EQ] = {"=", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_NE] = {"!=", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_LT] = {"<", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_LE] = {"<=", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_GT] = {">", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_GE] = {">=", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_AND] = {"and", ST_PRECEDENCE_AND},
    [ST_EXPR_OR] = {"or", ST_PRECEDENCE_OR},
    [ST_EXPR_SUM] = {"sum", ST_PRECEDENCE_PRIMARY},
    [ST_EXPR_HAS_OF] = {"has", ST_PRECEDENCE_COMPARE},
    [ST_EXPR_TOP] = {"top", ST_PRECEDENCE_PRIMARY},
};

static_assert(ST_COUNT_OF(operator_forms) == ST_EXPR_TOP + 1,
              "one for each operator");

static void print_rules_name(const printer *p, strata_name_kind kind,
                             uint32_t id) {
  st_text_add_str(p->out, st_rules_name(p->rules, kind, id));
}

static void print_symbol(const printer *p, strata_symbol symbol) {
  if (symbol == 0) {
    st_text_add_str(p->out, "none");
    return;
  }
  st_text_add_str(p->out, "'");
  print_rules_name(p, STRATA_NAME_SYMBOL, symbol);
  st_text_add_str(p->out, "'");
}

static void print_who(const printer *p, const st_expr_node *n) {
  switch ((st_who)n->who) {
  case ST_WHO_NONE:
    st_text_add_str(p->out, "none");
    break;
  case ST_WHO_IT:
    st_text_add_str(p->out, "it");
    break;
  case ST_WHO_THIS:
    st_text_add_str(p->out, "this");
    break;
  case ST_WHO_OUTER:
    st_text_add_str(p->out, "outer");
    break;
  case ST_WHO_HANDLE:
    st_text_add_str(p->out, "#");
    st_text_add_uint(p->out, st_slot_of((uint64_t)n->value));
    st_text_add_str(p->out, ":");
    st_text_add_uint(p->out, st_generation_of((uint64_t)n->value));
    break;
  }
}

static void print_subtree(const printer *p, uint32_t node);

static void print_attribute_read(const printer *p, const st_expr_node *n) {
  if (n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS) {
    print_subtree(p, n->a);
    st_text_add_str(p->out, ".");
  } else if (n->who != ST_WHO_IT) {
    print_who(p, n);
    st_text_add_str(p->out, ".");
  }
  print_rules_name(p, STRATA_NAME_ATTRIBUTE, n->attr);
}

static bool is_function_call(const st_expr_node *n) {
  return n->op == ST_EXPR_COUNT || n->op == ST_EXPR_DISTINCT ||
         n->op == ST_EXPR_SUM || n->op == ST_EXPR_MIN || n->op == ST_EXPR_MAX;
}

static void print_function_call(const printer *p, const st_expr_node *n) {
  st_text_add_str(p->out, operator_forms[n->op].text);
  st_text_add_str(p->out, "(");
  if (n->op == ST_EXPR_DISTINCT) {
    print_rules_name(p, STRATA_NAME_ATTRIBUTE, n->attr);
    st_text_add_str(p->out, ", ");
  }
  print_subtree(p, n->a);
  if (n->op != ST_EXPR_COUNT && n->op != ST_EXPR_DISTINCT) {
    st_text_add_str(p->out, ", ");
    print_subtree(p, n->b);
  }
  st_text_add_str(p->out, ")");
}

static void print_top(const printer *p, const st_expr_node *n) {
  st_text_add_str(p->out, "top('");
  print_rules_name(p, STRATA_NAME_ZONE, n->index);
  st_text_add_str(p->out, "', ");
  print_subtree(p, n->a);
  st_text_add_str(p->out, ", ");
  print_subtree(p, n->b);
  st_text_add_str(p->out, ")");
}

static void print_ask(const printer *p, const st_expr_node *n) {
  st_text_add_str(p->out, "ask('");
  print_rules_name(p, STRATA_NAME_PREDICATE, n->index + 1);
  st_text_add_str(p->out, "')");
}

static bool needs_parentheses(const printer *p, uint32_t node,
                              st_precedence least) {
  return operator_forms[p->nodes[node].op].precedence < least;
}

/* Print an operand, in parentheses if its precedence is below `least`. */
static void print_operand(const printer *p, uint32_t node,
                          st_precedence least) {
  bool parenthesized = needs_parentheses(p, node, least);
  if (parenthesized) st_text_add_str(p->out, "(");
  print_subtree(p, node);
  if (parenthesized) st_text_add_str(p->out, ")");
}

/* Print "event.amount" or "$x". */
static void print_frame_value(const printer *p, const st_expr_node *n) {
  assert(p->variables);
  if (n->op == ST_EXPR_VARIABLE) {
    st_text_add_str(p->out, "$");
    st_text_add_str(p->out, p->variables->variables[n->index].text);
    return;
  }
  st_text_add_str(p->out, "event.");
  print_rules_name(p, STRATA_NAME_FIELD, n->index);
}

/* Print a node that is no infix operator. */
static void print_term(const printer *p, const st_expr_node *n) {
  if (is_function_call(n)) {
    print_function_call(p, n);
  } else if (n->op == ST_EXPR_ASK) {
    print_ask(p, n);
  } else if (n->op == ST_EXPR_TOP) {
    print_top(p, n);
  } else if (n->op == ST_EXPR_INT) {
    st_text_add_int(p->out, n->value);
  } else if (n->op == ST_EXPR_FLAG) {
    st_text_add_str(p->out, n->value ? "true" : "false");
  } else if (n->op == ST_EXPR_SYMBOL) {
    print_symbol(p, (strata_symbol)n->value);
  } else if (n->op == ST_EXPR_REF) {
    print_who(p, n);
  } else if (n->op == ST_EXPR_FIELD || n->op == ST_EXPR_VARIABLE) {
    print_frame_value(p, n);
  } else if (n->op == ST_EXPR_READ || n->op == ST_EXPR_FOLLOW) {
    print_attribute_read(p, n);
  } else if (n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS) {
    print_attribute_read(p, n);
    st_text_add_str(p->out, " has ");
    print_symbol(p, st_attr_domain_symbol(p->rules, n->attr, n->index));
  } else if (n->op == ST_EXPR_HAS_OF) {
    print_subtree(p, n->a);
    st_text_add_str(p->out, " has ");
    print_operand(p, n->b, ST_PRECEDENCE_ADD);
  } else if (n->op == ST_EXPR_EMPTY) {
    print_subtree(p, n->a);
    st_text_add_str(p->out, n->value != 0 ? " != none" : " = none");
  } else {
    st_text_add_str(p->out, n->op == ST_EXPR_NOT ? "not " : "-");
    print_operand(p, n->a, operator_forms[n->op].precedence);
  }
}

static bool is_infix_operator(const st_expr_node *n) {
  return n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_OR && !is_function_call(n);
}

static bool left_needs_parentheses(const printer *p, const st_expr_node *n) {
  return needs_parentheses(
      p, n->a, st_expr_left_precedence(operator_forms[n->op].precedence));
}

static void print_subtree(const printer *p, uint32_t node) {
  uint32_t at = node;
  while (is_infix_operator(&p->nodes[at])) {
    if (left_needs_parentheses(p, &p->nodes[at])) st_text_add_str(p->out, "(");
    at = p->nodes[at].a;
  }
  print_term(p, &p->nodes[at]);
  while (at != node) {
    at = p->nodes[at].parent;
    const st_expr_node *n = &p->nodes[at];
    if (left_needs_parentheses(p, n)) st_text_add_str(p->out, ")");
    st_text_add_str(p->out, " ");
    st_text_add_str(p->out, operator_forms[n->op].text);
    st_text_add_str(p->out, " ");
    print_operand(p, n->b,
                  (st_precedence)(operator_forms[n->op].precedence + 1));
  }
}

st_precedence st_expr_precedence(st_expr_op op) {
  return operator_forms[op].precedence;
}

const char *st_expr_op_text(st_expr_op op) {
  return operator_forms[op].text;
}

void st_expr_print(const strata_rules *rules, const st_expr_variables *names,
                   const st_expr_node *nodes, uint32_t root, st_text *out) {
  printer p = {.rules = rules, .variables = names, .nodes = nodes, .out = out};
  print_subtree(&p, root);
}
