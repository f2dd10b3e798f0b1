/* print.h - the canonical text of an expression. */
#ifndef STRATA_RULES_EXPR_EXPR_PRINT_H
#define STRATA_RULES_EXPR_EXPR_PRINT_H

#include "base/text.h"
#include "rules/expr/expr.h"

/* Add the text of the expression whose root is nodes[root]; `names` are its
 * frame's, NULL if it is of none. */
void st_expr_print(const strata_rules *rules, const st_expr_variables *names,
                   const st_expr_node *nodes, uint32_t root, st_text *out);

/* How strongly operators bind: what binds less needs parentheses. */
typedef enum st_precedence {
  ST_PRECEDENCE_OR = 1,
  ST_PRECEDENCE_AND,
  ST_PRECEDENCE_NOT,
  ST_PRECEDENCE_COMPARE, /* does not chain: both operands bind more strongly */
  ST_PRECEDENCE_ADD,
  ST_PRECEDENCE_MUL,
  ST_PRECEDENCE_NEGATE,
  ST_PRECEDENCE_PRIMARY
} st_precedence;

st_precedence st_expr_precedence(st_expr_op op);

/* How strongly the left operand of a binary operator must bind. */
static inline st_precedence st_expr_left_precedence(st_precedence binding) {
  return binding == ST_PRECEDENCE_COMPARE ? ST_PRECEDENCE_ADD : binding;
}

/* An operator as it is written, NULL if it is no operator. */
const char *st_expr_op_text(st_expr_op op);

#endif
