/* expr_eval.h - what the evaluator for one entity and the evaluator for 64
 * share: each calls the other. Private to the expr_* modules. */
#ifndef STRATA_RULES_EXPR_EXPR_EVAL_H
#define STRATA_RULES_EXPR_EXPR_EVAL_H

#include "rules/expr/expr.h"

#define ST_EXPR_SCOPE_MEMOS                                                    \
  6 /* closed values remembered; further ones are evaluated again */

/* An evaluation with one meaning of `it` and `outer`: the top level, or the
 * inside of one aggregate. */
typedef struct st_expr_scope {
  const strata_expr *expr;
  st_expr_env env; /* env.it_slot moves from entity to entity */
  uint32_t memo_count;
  struct {
    uint32_t node;
    int64_t value;
  } memo[ST_EXPR_SCOPE_MEMOS];
} st_expr_scope;

static inline void st_expr_scope_init(st_expr_scope *s, const strata_expr *expr,
                                      const st_expr_env *env) {
  assert(expr->rules == env->rules);
  s->expr = expr;
  s->env = *env;
  s->memo_count = 0;
}

/* True if the node's value depends on `it`. */
static inline bool st_expr_scope_varies(const st_expr_scope *s, uint32_t node) {
  return s->expr->nodes[node].uses & ST_EXPR_USES_IT;
}

static inline bool st_expr_node_is_aggregate(const st_expr_node *n) {
  return n->op == ST_EXPR_COUNT || n->op == ST_EXPR_SUM ||
         n->op == ST_EXPR_DISTINCT;
}

/* The value of a node for env.it_slot. */
strata_status st_expr_scope_eval(st_expr_scope *s, uint32_t node, int64_t *out);

/* The value of a node that does not vary; only the first call evaluates it. */
strata_status st_expr_scope_eval_once(st_expr_scope *s, uint32_t node,
                                      int64_t *out);

/* What a READ, HAS, FOLLOW or FOLLOW_HAS reads of a slot; slot 0 has every
 * attribute at its default. */
strata_status st_expr_scope_read_slot(const st_expr_scope *s,
                                      const st_expr_node *n, uint32_t slot,
                                      int64_t *out);

/* The closed values of an aggregate's predicate: see st_expr_closed_values. */
size_t st_expr_scope_closed_values(const st_expr_scope *s, uint32_t predicate,
                                   int64_t *values, size_t room,
                                   strata_status *status);

/* The value of a COUNT, SUM or DISTINCT for env.it_slot; in
 * expr_aggregate.c. */
strata_status st_expr_scope_eval_aggregate(const st_expr_scope *s,
                                           uint32_t node, int64_t *out);

#endif
