/* print.h - the canonical text of an expression. */
#ifndef STRATA_PRINT_H
#define STRATA_PRINT_H

#include "base/text.h"
#include "rules/expr/expr.h"

/* Add the text of the expression whose root is nodes[root]; `names` are its
 * frame's, NULL if it is of none. */
void st_expr_print(const strata_rules *rules, const st_expr_names *names,
                   const st_expr_node *nodes, uint32_t root, st_text *out);

/* How strongly operators bind: what binds less needs parentheses. */
typedef enum st_binding {
  ST_BIND_OR = 1,
  ST_BIND_AND,
  ST_BIND_NOT,
  ST_BIND_COMPARE, /* does not chain: both operands bind more strongly */
  ST_BIND_ADD,
  ST_BIND_MUL,
  ST_BIND_NEGATE,
  ST_BIND_PRIMARY
} st_binding;

st_binding st_expr_binding(st_expr_op op);

/* How strongly the left operand of a binary operator must bind. */
static inline st_binding st_expr_left_binding(st_binding binding) {
  return binding == ST_BIND_COMPARE ? ST_BIND_ADD : binding;
}

/* An operator as it is written, NULL if it is no operator. */
const char *st_expr_op_text(st_expr_op op);

#endif
