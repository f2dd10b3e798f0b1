/* expr_print.h - the canonical text of an expression. */
#ifndef STRATA_RULES_EXPR_EXPR_PRINT_H
#define STRATA_RULES_EXPR_EXPR_PRINT_H

#include "base/text.h"
#include "rules/expr/expr.h"

/* Add the text of the subtree with this root to `out`. `names` are the
 * variables of its frame, NULL if it has none. */
void st_expr_print(const strata_rules *rules, const st_expr_variables *names,
                   const st_expr_node *nodes, uint32_t root, st_text *out);

/* The precedence of operators: an operand of lower precedence needs
 * parentheses. */
typedef enum st_precedence {
  ST_PRECEDENCE_OR = 1,
  ST_PRECEDENCE_AND,
  ST_PRECEDENCE_NOT,
  ST_PRECEDENCE_COMPARE, /* comparisons do not chain: both operands bind more
                            strongly */
  ST_PRECEDENCE_ADD,
  ST_PRECEDENCE_MUL,
  ST_PRECEDENCE_NEGATE,
  ST_PRECEDENCE_PRIMARY
} st_precedence;

st_precedence st_expr_precedence(st_expr_op op);

/* The least precedence that the left operand of a binary operator may have
 * without parentheses. */
static inline st_precedence st_expr_left_precedence(st_precedence binding) {
  return binding == ST_PRECEDENCE_COMPARE ? ST_PRECEDENCE_ADD : binding;
}

/* The sign or word of an operator, NULL if it has none. */
const char *st_expr_op_text(st_expr_op op);

#endif
