/* expr_join.h - one predicate made of several expressions whose words mean
 * something else there. */
#ifndef STRATA_RULES_EXPR_EXPR_JOIN_H
#define STRATA_RULES_EXPR_EXPR_JOIN_H

#include "rules/expr/expr_compile.h"

/*
 * Conditions of one thing are often asked in different scopes: in one the
 * object is `it`, in the next `this`, and in a third a field of an event names
 * it. Of a predicate over `it` and `outer` they can be asked together, for 64
 * entities at once.
 */

typedef struct st_expr_meaning st_expr_meaning;

/* What a field of the event is: the value of an expression, which stands in
 * other words, or an entity. */
typedef struct st_expr_field_meaning {
  strata_field field;
  st_who who; /* if `value` is NULL */
  const strata_expr *value;
} st_expr_field_meaning;

/* What the words of an expression mean in the predicate: IT, OUTER or NONE. */
struct st_expr_meaning {
  st_who it, self, you; /* of `it`, `this` and the variable at index 0 */
  const st_expr_field_meaning *fields;
  uint32_t field_count;
  const st_expr_meaning *of_values; /* of the words in values of fields */
};

/* An expression with more nodes has no place in a predicate. */
#define ST_EXPR_JOIN_NODES 64

typedef struct st_expr_join {
  st_expr_compiler build;
  bool is_possible; /* all words so far have a meaning */
} st_expr_join;

void st_expr_join_begin(st_expr_join *join, const strata_rules *rules,
                        st_mem *mem);

/* Append an expression; *root is its node. A word without a meaning makes the
 * predicate impossible. Errors: ENOMEM. */
strata_status st_expr_join_add(st_expr_join *join, const strata_expr *expr,
                               const st_expr_meaning *meaning, uint32_t *root);

/* Append a node whose operands were appended before; *root is the node. */
strata_status st_expr_join_node(st_expr_join *join, st_expr_node node,
                                uint32_t *root);

/* The predicate, whose root is the node appended last; NULL if there is no node
 * or it is impossible. What is begun ends in any case. Errors: ENOMEM. */
strata_status st_expr_join_end(st_expr_join *join, strata_expr **out);

#endif
