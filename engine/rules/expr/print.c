/*
 * print.c - the canonical text of an expression.
 *
 * One text for one expression: as few parentheses as possible, one space
 * around operators, no "it." in front of attributes. Worlds keep expressions
 * as this text, so that it is part of saves and hashes: never change it.
 *
 * Left operands are walked down and up again without recursion, see expr.h.
 */
#include "rules/expr/print.h"

typedef struct printer {
  const strata_rules *rules;
  const st_expr_names *names;
  const st_expr_node *nodes;
  st_text *out;
} printer;

static const struct {
  const char *text;
  st_binding binding;
} forms[] = {
    [ST_EXPR_INT] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_FLAG] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_SYMBOL] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_REF] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_READ] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_HAS] = {"has", ST_BIND_COMPARE},
    [ST_EXPR_FIELD] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_NAME] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_FOLLOW] = {NULL, ST_BIND_PRIMARY},
    [ST_EXPR_FOLLOW_HAS] = {"has", ST_BIND_COMPARE},
    [ST_EXPR_EMPTY] = {NULL, ST_BIND_COMPARE},
    [ST_EXPR_NEGATE] = {"-", ST_BIND_NEGATE},
    [ST_EXPR_NOT] = {"not", ST_BIND_NOT},
    [ST_EXPR_COUNT] = {"count", ST_BIND_PRIMARY},
    [ST_EXPR_DISTINCT] = {"distinct", ST_BIND_PRIMARY},
    [ST_EXPR_ASK] = {"ask", ST_BIND_PRIMARY},
    [ST_EXPR_ADD] = {"+", ST_BIND_ADD},
    [ST_EXPR_SUB] = {"-", ST_BIND_ADD},
    [ST_EXPR_MUL] = {"*", ST_BIND_MUL},
    [ST_EXPR_DIV] = {"//", ST_BIND_MUL},
    [ST_EXPR_MIN] = {"min", ST_BIND_PRIMARY},
    [ST_EXPR_MAX] = {"max", ST_BIND_PRIMARY},
    [ST_EXPR_EQ] = {"=", ST_BIND_COMPARE},
    [ST_EXPR_NE] = {"!=", ST_BIND_COMPARE},
    [ST_EXPR_LT] = {"<", ST_BIND_COMPARE},
    [ST_EXPR_LE] = {"<=", ST_BIND_COMPARE},
    [ST_EXPR_GT] = {">", ST_BIND_COMPARE},
    [ST_EXPR_GE] = {">=", ST_BIND_COMPARE},
    [ST_EXPR_AND] = {"and", ST_BIND_AND},
    [ST_EXPR_OR] = {"or", ST_BIND_OR},
    [ST_EXPR_SUM] = {"sum", ST_BIND_PRIMARY},
    [ST_EXPR_HAS_OF] = {"has", ST_BIND_COMPARE},
    [ST_EXPR_TOP] = {"top", ST_BIND_PRIMARY},
};

static_assert(ST_COUNT_OF(forms) == ST_EXPR_TOP + 1, "one for each operator");

static void print_name(const printer *p, strata_kind kind, uint32_t id) {
  st_text_str(p->out, strata_rules_name(p->rules, kind, id));
}

static void print_symbol(const printer *p, strata_symbol symbol) {
  if (symbol == 0) {
    st_text_str(p->out, "none");
    return;
  }
  st_text_str(p->out, "'");
  print_name(p, STRATA_KIND_SYMBOL, symbol);
  st_text_str(p->out, "'");
}

static void print_who(const printer *p, const st_expr_node *n) {
  switch ((st_who)n->who) {
  case ST_WHO_NONE:
    st_text_str(p->out, "none");
    break;
  case ST_WHO_IT:
    st_text_str(p->out, "it");
    break;
  case ST_WHO_THIS:
    st_text_str(p->out, "this");
    break;
  case ST_WHO_OUTER:
    st_text_str(p->out, "outer");
    break;
  case ST_WHO_HANDLE:
    st_text_str(p->out, "#");
    st_text_uint(p->out, st_slot_of((uint64_t)n->value));
    st_text_str(p->out, ":");
    st_text_uint(p->out, st_generation_of((uint64_t)n->value));
    break;
  }
}

static void print(const printer *p, uint32_t node);

static void print_read(const printer *p, const st_expr_node *n) {
  if (n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS) {
    print(p, n->a);
    st_text_str(p->out, ".");
  } else if (n->who != ST_WHO_IT) {
    print_who(p, n);
    st_text_str(p->out, ".");
  }
  print_name(p, STRATA_KIND_ATTRIBUTE, n->attr);
}

static bool is_call(const st_expr_node *n) {
  return n->op == ST_EXPR_COUNT || n->op == ST_EXPR_DISTINCT ||
         n->op == ST_EXPR_SUM || n->op == ST_EXPR_MIN || n->op == ST_EXPR_MAX;
}

static void print_call(const printer *p, const st_expr_node *n) {
  st_text_str(p->out, forms[n->op].text);
  st_text_str(p->out, "(");
  if (n->op == ST_EXPR_DISTINCT) {
    print_name(p, STRATA_KIND_ATTRIBUTE, n->attr);
    st_text_str(p->out, ", ");
  }
  print(p, n->a);
  if (n->op != ST_EXPR_COUNT && n->op != ST_EXPR_DISTINCT) {
    st_text_str(p->out, ", ");
    print(p, n->b);
  }
  st_text_str(p->out, ")");
}

static void print_top(const printer *p, const st_expr_node *n) {
  st_text_str(p->out, "top('");
  print_name(p, STRATA_KIND_ZONE, n->index);
  st_text_str(p->out, "', ");
  print(p, n->a);
  st_text_str(p->out, ", ");
  print(p, n->b);
  st_text_str(p->out, ")");
}

static void print_ask(const printer *p, const st_expr_node *n) {
  st_text_str(p->out, "ask('");
  print_name(p, STRATA_KIND_PREDICATE, n->index + 1);
  st_text_str(p->out, "')");
}

static bool is_loose(const printer *p, uint32_t node, st_binding least) {
  return forms[p->nodes[node].op].binding < least;
}

/* An operand, in parentheses if it binds less than `least`. */
static void print_operand(const printer *p, uint32_t node, st_binding least) {
  bool loose = is_loose(p, node, least);
  if (loose) st_text_str(p->out, "(");
  print(p, node);
  if (loose) st_text_str(p->out, ")");
}

/* "event.amount", "$x" */
static void print_of_frame(const printer *p, const st_expr_node *n) {
  assert(p->names);
  if (n->op == ST_EXPR_NAME) {
    st_text_str(p->out, "$");
    st_text_str(p->out, p->names->items[n->index].text);
    return;
  }
  st_text_str(p->out, "event.");
  print_name(p, STRATA_KIND_FIELD, n->index);
}

/* Whatever is not an operator of two operands. */
static void print_term(const printer *p, const st_expr_node *n) {
  if (is_call(n)) {
    print_call(p, n);
  } else if (n->op == ST_EXPR_ASK) {
    print_ask(p, n);
  } else if (n->op == ST_EXPR_TOP) {
    print_top(p, n);
  } else if (n->op == ST_EXPR_INT) {
    st_text_int(p->out, n->value);
  } else if (n->op == ST_EXPR_FLAG) {
    st_text_str(p->out, n->value ? "true" : "false");
  } else if (n->op == ST_EXPR_SYMBOL) {
    print_symbol(p, (strata_symbol)n->value);
  } else if (n->op == ST_EXPR_REF) {
    print_who(p, n);
  } else if (n->op == ST_EXPR_FIELD || n->op == ST_EXPR_NAME) {
    print_of_frame(p, n);
  } else if (n->op == ST_EXPR_READ || n->op == ST_EXPR_FOLLOW) {
    print_read(p, n);
  } else if (n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS) {
    print_read(p, n);
    st_text_str(p->out, " has ");
    print_symbol(p, strata_rules_domain(p->rules, n->attr, n->index));
  } else if (n->op == ST_EXPR_HAS_OF) {
    print(p, n->a);
    st_text_str(p->out, " has ");
    print_operand(p, n->b, ST_BIND_ADD);
  } else if (n->op == ST_EXPR_EMPTY) {
    print(p, n->a);
    st_text_str(p->out, n->value != 0 ? " != none" : " = none");
  } else {
    st_text_str(p->out, n->op == ST_EXPR_NOT ? "not " : "-");
    print_operand(p, n->a, forms[n->op].binding);
  }
}

static bool is_infix(const st_expr_node *n) {
  return n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_OR && !is_call(n);
}

static bool left_is_loose(const printer *p, const st_expr_node *n) {
  return is_loose(p, n->a, st_expr_left_binding(forms[n->op].binding));
}

static void print(const printer *p, uint32_t node) {
  uint32_t at = node;
  while (is_infix(&p->nodes[at])) {
    if (left_is_loose(p, &p->nodes[at])) st_text_str(p->out, "(");
    at = p->nodes[at].a;
  }
  print_term(p, &p->nodes[at]);
  while (at != node) {
    at = p->nodes[at].up;
    const st_expr_node *n = &p->nodes[at];
    if (left_is_loose(p, n)) st_text_str(p->out, ")");
    st_text_str(p->out, " ");
    st_text_str(p->out, forms[n->op].text);
    st_text_str(p->out, " ");
    print_operand(p, n->b, (st_binding)(forms[n->op].binding + 1));
  }
}

st_binding st_expr_binding(st_expr_op op) {
  return forms[op].binding;
}

const char *st_expr_op_text(st_expr_op op) {
  return forms[op].text;
}

void st_expr_print(const strata_rules *rules, const st_expr_names *names,
                   const st_expr_node *nodes, uint32_t root, st_text *out) {
  printer p = {.rules = rules, .names = names, .nodes = nodes, .out = out};
  print(&p, root);
}
