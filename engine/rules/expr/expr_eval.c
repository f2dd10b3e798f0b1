/*
 * expr_eval.c - the evaluator of expressions for one entity.
 *
 * This is the straightforward evaluator: expr_eval64.c must agree with it for
 * each entity (tests unit.expr_random and unit.expr_frame). Both share the
 * arithmetic and the environment.
 *
 * Invariant: only the result can be observed. Which operands were skipped
 * cannot, because reading has no effects.
 */
#include "rules/expr/expr_eval.h"

#include "base/bits.h"

#include <string.h>

static uint32_t slot_of_who(const st_expr_scope *s, const st_expr_node *n) {
  switch ((st_who)n->who) {
  case ST_WHO_IT:
    return s->env.it_slot;
  case ST_WHO_THIS:
    return s->env.this_slot;
  case ST_WHO_OUTER:
    return s->env.outer_slot;
  case ST_WHO_HANDLE:
    return s->env.resolve(&s->env, (strata_entity)n->value);
  case ST_WHO_NONE:
    break;
  }
  return 0;
}

strata_status st_expr_scope_read_slot(const st_expr_scope *s,
                                      const st_expr_node *n, uint32_t slot,
                                      int64_t *out) {
  bool asks = n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS;
  if (!asks) {
    if (slot != 0) return s->env.read(&s->env, slot, n->attr, out);
    *out = s->expr->rules->attrs[n->attr - 1].default_value;
    return STRATA_OK;
  }
  bool has = false;
  if (slot != 0) {
    strata_status status = s->env.has(&s->env, slot, n->attr, n->index, &has);
    if (status) return status;
  }
  *out = has;
  return STRATA_OK;
}

/* The slot whose attribute a node reads, also through a ref. */
static strata_status resolve_read_slot(st_expr_scope *s, const st_expr_node *n,
                                       uint32_t *out) {
  if (n->op != ST_EXPR_FOLLOW && n->op != ST_EXPR_FOLLOW_HAS) {
    *out = slot_of_who(s, n);
    return STRATA_OK;
  }
  int64_t handle = 0;
  strata_status status = st_expr_scope_eval(s, n->a, &handle);
  if (status) return status;
  *out = handle != 0 ? s->env.resolve(&s->env, (strata_entity)handle) : 0;
  return STRATA_OK;
}

static strata_status eval_follow(st_expr_scope *s, const st_expr_node *n,
                                 int64_t *out) {
  uint32_t slot = 0;
  strata_status status = resolve_read_slot(s, n, &slot);
  if (status) return status;
  return st_expr_scope_read_slot(s, n, slot, out);
}

/* Evaluate "types has this.chosen". */
static strata_status eval_has_of(st_expr_scope *s, const st_expr_node *n,
                                 int64_t *out) {
  const st_expr_node *list = &s->expr->nodes[n->a];
  const st_attr *attr = &s->expr->rules->attrs[list->attr - 1];
  int64_t symbol = 0;
  uint32_t slot = 0;
  bool has = false;
  strata_status status = st_expr_scope_eval(s, n->b, &symbol);
  if (!status) status = resolve_read_slot(s, list, &slot);
  if (status) return status;
  uint32_t index = st_attr_domain_index(attr, (strata_symbol)symbol);
  if (slot != 0 && index != UINT32_MAX) {
    status = s->env.has(&s->env, slot, list->attr, index, &has);
    if (status) return status;
  }
  *out = has;
  return STRATA_OK;
}

/* Evaluate "abilities = none"; the list of slot 0 is empty. */
static strata_status eval_empty(st_expr_scope *s, const st_expr_node *n,
                                int64_t *out) {
  const st_expr_node *list = &s->expr->nodes[n->a];
  uint32_t slot = 0;
  uint64_t any = 0;
  strata_status status = resolve_read_slot(s, list, &slot);
  if (!status && slot != 0) {
    status = s->env.any_word(&s->env, slot / 64, list->attr,
                             (uint64_t)1 << (slot % 64), &any);
  }
  if (!status) *out = (any != 0) == (n->value != 0);
  return status;
}

strata_status st_expr_scope_eval_once(st_expr_scope *s, uint32_t node,
                                      int64_t *out) {
  assert(!st_expr_scope_varies(s, node));
  const st_expr_node *n = &s->expr->nodes[node];
  if (st_expr_node_is_literal(n)) {
    *out = n->op != ST_EXPR_REF ? n->value : 0;
    return STRATA_OK;
  }
  for (uint32_t i = 0; i < s->memo_count; i++) {
    if (s->memo[i].node == node) {
      *out = s->memo[i].value;
      return STRATA_OK;
    }
  }
  strata_status status = st_expr_node_is_aggregate(n)
                             ? st_expr_scope_eval_aggregate(s, node, out)
                             : st_expr_scope_eval(s, node, out);
  if (!status && s->memo_count < ST_EXPR_SCOPE_MEMOS) {
    s->memo[s->memo_count].node = node;
    s->memo[s->memo_count++].value = *out;
  }
  return status;
}

/* The n-th entity from the top of a player's zone. */
static strata_status eval_top(st_expr_scope *s, const st_expr_node *n,
                              int64_t *out) {
  int64_t player = 0;
  int64_t nth = 0;
  strata_status status = st_expr_scope_eval(s, n->a, &player);
  if (!status) status = st_expr_scope_eval(s, n->b, &nth);
  if (status) return status;
  *out = (int64_t)s->env.top(&s->env, n->index, (strata_entity)player, nth);
  return STRATA_OK;
}

/* Fields, variables and tops of zones do not depend on `it`. */
static strata_status eval_frame_value(st_expr_scope *s, const st_expr_node *n,
                                      int64_t *out) {
  if (n->op == ST_EXPR_TOP) return eval_top(s, n, out);
  if (n->op == ST_EXPR_FIELD) return s->env.field(&s->env, n->index, out);
  return s->env.variable(&s->env, n->index, out);
}

static strata_status eval_ask(const st_expr_scope *s, const st_expr_node *n,
                              int64_t *out) {
  bool answer = false;
  strata_status status = s->env.ask(&s->env, n->index, &answer);
  if (!status) *out = answer;
  return status;
}

/* Evaluate a node that is no binary operator. */
static strata_status eval_operand(st_expr_scope *s, uint32_t node,
                                  int64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  strata_status status = STRATA_OK;
  uint32_t slot;
  switch ((st_expr_op)n->op) {
  case ST_EXPR_INT:
  case ST_EXPR_FLAG:
  case ST_EXPR_SYMBOL:
    *out = n->value;
    return STRATA_OK;
  case ST_EXPR_REF:
    slot = slot_of_who(s, n);
    *out = slot != 0 ? (int64_t)s->env.handle_of(&s->env, slot) : 0;
    return STRATA_OK;
  case ST_EXPR_READ:
  case ST_EXPR_HAS:
    return st_expr_scope_read_slot(s, n, slot_of_who(s, n), out);
  case ST_EXPR_FIELD:
  case ST_EXPR_VARIABLE:
  case ST_EXPR_TOP:
    return eval_frame_value(s, n, out);
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
    return eval_follow(s, n, out);
  case ST_EXPR_EMPTY:
    return eval_empty(s, n, out);
  case ST_EXPR_HAS_OF:
    return eval_has_of(s, n, out);
  case ST_EXPR_ASK:
    return eval_ask(s, n, out);
  case ST_EXPR_NEGATE:
  case ST_EXPR_NOT:
    status = st_expr_scope_eval(s, n->a, out);
    if (!status) *out = n->op == ST_EXPR_NOT ? !*out : st_sat_sub(0, *out);
    return status;
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_SUM:
    /* evaluated once: "count(power > count(tapped))" would else cost the
     * square of the number of entities */
    return st_expr_scope_varies(s, node)
               ? st_expr_scope_eval_aggregate(s, node, out)
               : st_expr_scope_eval_once(s, node, out);
  case ST_EXPR_ADD:
  case ST_EXPR_SUB:
  case ST_EXPR_MUL:
  case ST_EXPR_DIV:
  case ST_EXPR_MIN:
  case ST_EXPR_MAX:
  case ST_EXPR_EQ:
  case ST_EXPR_NE:
  case ST_EXPR_LT:
  case ST_EXPR_LE:
  case ST_EXPR_GT:
  case ST_EXPR_GE:
  case ST_EXPR_AND:
  case ST_EXPR_OR:
    break;
  }
  return STRATA_EINVAL; /* unreachable: st_expr_scope_eval handles these */
}

static int64_t apply_binary_operator(st_expr_op op, int64_t a, int64_t b) {
  switch (op) {
  case ST_EXPR_ADD:
    return st_sat_add(a, b);
  case ST_EXPR_SUB:
    return st_sat_sub(a, b);
  case ST_EXPR_MUL:
    return st_sat_mul(a, b);
  case ST_EXPR_DIV:
    return st_div_or_0(a, b);
  case ST_EXPR_MIN:
    return st_min(a, b);
  case ST_EXPR_MAX:
    return st_max(a, b);
  case ST_EXPR_EQ:
    return a == b;
  case ST_EXPR_NE:
    return a != b;
  case ST_EXPR_LT:
    return a < b;
  case ST_EXPR_LE:
    return a <= b;
  case ST_EXPR_GT:
    return a > b;
  case ST_EXPR_GE:
    return a >= b;
  case ST_EXPR_AND:
    return a & b;
  case ST_EXPR_OR:
    return a | b;
  case ST_EXPR_INT:
  case ST_EXPR_FLAG:
  case ST_EXPR_SYMBOL:
  case ST_EXPR_REF:
  case ST_EXPR_READ:
  case ST_EXPR_HAS:
  case ST_EXPR_FIELD:
  case ST_EXPR_VARIABLE:
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
  case ST_EXPR_EMPTY:
  case ST_EXPR_NEGATE:
  case ST_EXPR_NOT:
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_ASK:
  case ST_EXPR_SUM:
  case ST_EXPR_HAS_OF:
  case ST_EXPR_TOP:
    break;
  }
  return 0; /* unreachable: these have no second operand */
}

static bool is_binary_operator(const st_expr_node *n) {
  return n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_OR;
}

strata_status st_expr_scope_eval(st_expr_scope *s, uint32_t node,
                                 int64_t *out) {
  const st_expr_node *nodes = s->expr->nodes;
  uint32_t at = node;
  while (is_binary_operator(&nodes[at])) {
    at = nodes[at].a;
  }
  int64_t value = 0;
  strata_status status = eval_operand(s, at, &value);
  while (!status && at != node) {
    at = nodes[at].parent;
    if (st_expr_node_is_junction(&nodes[at]) &&
        (nodes[at].op == ST_EXPR_OR) == (value != 0)) {
      continue; /* the left operand decides */
    }
    /* most right operands are numbers, which need no call */
    const st_expr_node *b = &nodes[nodes[at].b];
    int64_t right = b->value;
    if (b->op > ST_EXPR_SYMBOL) {
      status = st_expr_scope_eval(s, nodes[at].b, &right);
    }
    value = apply_binary_operator((st_expr_op)nodes[at].op, value, right);
  }
  if (!status) *out = value;
  return status;
}

strata_status st_expr_eval(const strata_expr *expr, const st_expr_env *env,
                           int64_t *out) {
  st_expr_scope s;
  st_expr_scope_init(&s, expr, env);
  return st_expr_scope_eval(&s, expr->node_count - 1, out);
}

/* Add those symbols of an entity's SET that `to` holds. */
static strata_status add_held_symbols(const st_expr_env *env, strata_attr from,
                                      uint32_t slot, const st_attr *to,
                                      uint64_t *out) {
  const st_attr *a = &env->rules->attrs[from - 1];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < a->domain_count; i++) {
    uint32_t at = st_attr_domain_index(to, a->domain[i]);
    bool has = false;
    if (at == UINT32_MAX) continue;
    status = env->has(env, slot, from, i, &has);
    if (has) st_bit_set(out, at, true);
  }
  return status;
}

strata_status st_expr_eval_set(const strata_expr *expr, const st_expr_env *env,
                               const st_attr *to, uint64_t *out) {
  assert(expr->type == STRATA_SET && to->type == STRATA_SET);
  const st_expr_node *root = &expr->nodes[expr->node_count - 1];
  st_expr_scope s;
  st_expr_scope_init(&s, expr, env);
  uint32_t slot = 0;
  strata_status status = resolve_read_slot(&s, root, &slot);
  memset(out, 0, to->word_count * sizeof out[0]);
  if (status || slot == 0) return status;
  if (&env->rules->attrs[root->attr - 1] != to) {
    return add_held_symbols(env, root->attr, slot, to, out);
  }
  return env->join_word(env, slot / 64, root->attr, (uint64_t)1 << (slot % 64),
                        out);
}

/* -- Closed values -- */

typedef struct closed_value_search {
  st_expr_scope scope;
  int64_t *values;
  size_t capacity, count;
} closed_value_search;

/* True if the subtree, which is contiguous, has the same value in every
 * world. */
static bool is_constant_subtree(const st_expr_node *nodes, uint32_t node) {
  for (uint32_t i = st_expr_subtree_first(nodes, node); i <= node; i++) {
    const st_expr_node *n = &nodes[i];
    bool leaf = n->op < ST_EXPR_FOLLOW;
    bool state = st_expr_node_is_aggregate(n) || n->op == ST_EXPR_TOP;
    if (leaf ? !st_expr_node_is_literal(n) : state) return false;
  }
  return true;
}

/* A list has no value: the slot of its entity stands for it. */
static strata_status add_closed_value(closed_value_search *c, uint32_t node) {
  const st_expr_node *n = &c->scope.expr->nodes[node];
  size_t at = c->count++;
  if (at >= c->capacity) return STRATA_OK;
  if (!st_expr_node_is_list(n)) {
    return st_expr_scope_eval(&c->scope, node, &c->values[at]);
  }
  uint32_t slot = 0;
  strata_status status = resolve_read_slot(&c->scope, n, &slot);
  c->values[at] = slot;
  return status;
}

/* Inside an aggregate, `outer` is the `it` of the whole expression, and `it`
 * is the aggregate's own. */
static strata_status collect_closed_values(closed_value_search *c,
                                           uint32_t node, bool within) {
  const st_expr_node *nodes = c->scope.expr->nodes;
  for (;;) {
    const st_expr_node *n = &nodes[node];
    unsigned open = within ? ST_EXPR_USES_IT | ST_EXPR_USES_OUTER
                           : (unsigned)ST_EXPR_USES_IT;
    if (!(n->uses & open)) {
      return is_constant_subtree(nodes, node) ? STRATA_OK
                                              : add_closed_value(c, node);
    }
    if (n->op < ST_EXPR_FOLLOW) return STRATA_OK;
    within = within || st_expr_node_is_aggregate(n);
    if (n->op >= ST_EXPR_ADD) {
      strata_status status = collect_closed_values(c, n->b, within);
      if (status) return status;
    }
    node = n->a; /* no recursion: see st_expr_node */
  }
}

size_t st_expr_closed_values(const strata_expr *expr, const st_expr_env *env,
                             int64_t *values, size_t room,
                             strata_status *status) {
  closed_value_search c = {.capacity = room};
  c.values = values;
  st_expr_scope_init(&c.scope, expr, env);
  *status = collect_closed_values(&c, expr->node_count - 1, false);
  return c.count;
}

size_t st_expr_scope_closed_values(const st_expr_scope *s, uint32_t predicate,
                                   int64_t *values, size_t room,
                                   strata_status *status) {
  closed_value_search c = {.capacity = room};
  c.values = values;
  st_expr_scope_init(&c.scope, s->expr, &s->env);
  *status = collect_closed_values(&c, predicate, true);
  return c.count;
}
