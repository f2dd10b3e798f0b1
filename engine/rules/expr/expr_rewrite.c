/*
 * expr_rewrite.c - copies of expressions with other symbols or with constants,
 * and read sets.
 *
 * A text change (612) replaces symbols. The changed nodes are printed and the
 * text is parsed again, so the result cannot differ in any respect from the
 * same text written by hand.
 */
#include "rules/expr/expr.h"
#include "rules/expr/expr_print.h"

#include <string.h>

static strata_symbol substitute_symbol(const strata_symbol *pairs,
                                       uint32_t pair_count,
                                       strata_symbol symbol) {
  for (size_t i = 0; i < pair_count;
       i++) { /* `pairs` may be NULL if there are none */
    if (pairs[2 * i] == symbol) return pairs[2 * i + 1];
  }
  return symbol;
}

static st_expr_node substitute_in_node(const strata_rules *rules,
                                       st_expr_node n,
                                       const strata_symbol *pairs,
                                       uint32_t pair_count) {
  if (n.op == ST_EXPR_SYMBOL) {
    n.value = substitute_symbol(pairs, pair_count, (strata_symbol)n.value);
  } else if (n.op == ST_EXPR_HAS || n.op == ST_EXPR_FOLLOW_HAS) {
    const st_attr *attr = &rules->attrs[n.attr - 1];
    n.index = st_attr_domain_index(
        attr, substitute_symbol(pairs, pair_count, attr->domain[n.index]));
    if (n.index == UINT32_MAX) {
      n = (st_expr_node){
          .op = ST_EXPR_FLAG, .type = STRATA_FLAG, .parent = n.parent};
    }
  }
  return n;
}

static strata_status reparse_substituted(const strata_expr *expr, st_mem *mem,
                                         const st_text *text,
                                         strata_expr **out) {
  if (expr->variables) {
    return st_expr_reparse_frame(expr->rules, expr->variables, mem, text->bytes,
                                 text->length, out);
  }
  return (expr->is_inner ? st_expr_parse_inner : st_expr_parse)(
      expr->rules, mem, text->bytes, text->length, out, NULL);
}

strata_status st_expr_substitute(const strata_expr *expr,
                                 const strata_symbol *pairs,
                                 uint32_t pair_count, st_mem *mem,
                                 strata_expr **out) {
  uint32_t count = expr->node_count;
  st_expr_node *nodes = st_mem_zeroed(mem, count, sizeof nodes[0]);
  if (!nodes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    nodes[i] =
        substitute_in_node(expr->rules, expr->nodes[i], pairs, pair_count);
  }
  st_text text;
  st_text_init(&text, mem);
  st_expr_print(expr->rules, expr->variables, nodes, count - 1, &text);
  st_mem_free(mem, nodes, count, sizeof nodes[0]);
  strata_status status = STRATA_ENOMEM;
  if (!text.failed) {
    status = reparse_substituted(expr, mem, &text, out);
  }
  assert(status == STRATA_OK || status == STRATA_ENOMEM ||
         status == STRATA_ERANGE);
  st_text_fini(&text);
  return status;
}

/* -- Variables and fields as constants -- */

/* The handle of no entity: generations in use are odd. */
static int64_t nonexistent_handle(void) {
  return (int64_t)st_handle(1, 2);
}

static st_expr_node constant_node(const st_expr_node *n, int64_t value,
                                  bool followed) {
  st_expr_node c = {.type = n->type, .parent = n->parent, .value = value};
  switch ((strata_type)n->type) {
  case STRATA_INT: /* INT64_MIN has no text that can be parsed */
    c.op = ST_EXPR_INT;
    c.value = value == INT64_MIN ? -INT64_MAX : value;
    return c;
  case STRATA_FLAG:
    c.op = ST_EXPR_FLAG;
    return c;
  case STRATA_SYM:
    c.op = ST_EXPR_SYMBOL;
    return c;
  case STRATA_REF:
  case STRATA_SET:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  c.op = ST_EXPR_REF;
  c.who = value != 0 || followed ? ST_WHO_HANDLE : ST_WHO_NONE;
  c.value = value != 0 ? value : nonexistent_handle();
  return c;
}

static strata_status inline_frame_leaf(const strata_expr *expr,
                                       const st_expr_env *env, uint32_t i,
                                       st_expr_node *nodes) {
  const st_expr_node *n = &expr->nodes[i];
  int64_t value = 0;
  strata_status status = STRATA_OK;
  nodes[i] = *n;
  if (n->op == ST_EXPR_VARIABLE) {
    status = env->variable(env, n->index, &value);
  } else if (n->op == ST_EXPR_FIELD) {
    status = env->field(env, n->index, &value);
  } else {
    return STRATA_OK;
  }
  const st_expr_node *up = &expr->nodes[n->parent];
  bool followed = up->op == ST_EXPR_FOLLOW || up->op == ST_EXPR_FOLLOW_HAS;
  nodes[i] = constant_node(n, value, followed);
  return status;
}

/* A "has" of a symbol outside the list's domain is false. */
static void fold_impossible_has(const strata_rules *rules, st_expr_node *nodes,
                                uint32_t i) {
  const st_expr_node *n = &nodes[i];
  if (n->op != ST_EXPR_HAS_OF || nodes[n->b].op != ST_EXPR_SYMBOL) return;
  const st_attr *attr = &rules->attrs[nodes[n->a].attr - 1];
  strata_symbol symbol = (strata_symbol)nodes[n->b].value;
  if (st_attr_domain_index(attr, symbol) != UINT32_MAX) return;
  nodes[i] = (st_expr_node){
      .op = ST_EXPR_FLAG, .type = STRATA_FLAG, .parent = nodes[i].parent};
}

strata_status st_expr_inline_frame(const strata_expr *expr,
                                   const st_expr_env *env, st_mem *mem,
                                   strata_expr **out) {
  uint32_t count = expr->node_count;
  st_expr_node *nodes = st_mem_zeroed(mem, count, sizeof nodes[0]);
  if (!nodes) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    status = inline_frame_leaf(expr, env, i, nodes);
    if (!status) fold_impossible_has(expr->rules, nodes, i);
  }
  st_text text;
  st_text_init(&text, mem);
  if (!status) {
    st_expr_print(expr->rules, NULL, nodes, count - 1, &text);
    status = text.failed ? STRATA_ENOMEM
                         : st_expr_parse(expr->rules, mem, text.bytes,
                                         text.length, out, NULL);
  }
  st_mem_free(mem, nodes, count, sizeof nodes[0]);
  st_text_fini(&text);
  return status;
}

/* -- Read sets -- */

/* The read key of a node, 0 if the node itself reads nothing. An ASK reads
 * what its predicate may read. */
static uint32_t node_read_key(const st_expr_node *n) {
  bool has = n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS;
  bool reads = has || n->op == ST_EXPR_READ || n->op == ST_EXPR_FOLLOW ||
               n->op == ST_EXPR_DISTINCT;
  if (!reads) return 0;
  return n->attr << 16 | (has && n->index < UINT16_MAX ? n->index + 1 : 0);
}

static const st_predicate *asked_predicate(const strata_expr *expr,
                                           uint32_t node) {
  const st_expr_node *n = &expr->nodes[node];
  return n->op == ST_EXPR_ASK ? &expr->rules->predicates[n->index] : NULL;
}

/* True if a node before `end` has this read key. */
static bool is_read_before(const strata_expr *expr, uint32_t end,
                           uint32_t key) {
  for (uint32_t i = 0; i < end; i++) {
    if (node_read_key(&expr->nodes[i]) == key) return true;
    const st_predicate *p = asked_predicate(expr, i);
    for (uint32_t k = 0; p && k < p->read_count; k++) {
      if (p->reads[k] << 16 == key) return true;
    }
  }
  return false;
}

uint32_t st_expr_read_set(const strata_expr *expr, uint32_t *out,
                          uint32_t room) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_predicate *p = asked_predicate(expr, i);
    uint32_t count = p ? p->read_count : 1;
    for (uint32_t k = 0; k < count; k++) {
      uint32_t key = p ? p->reads[k] << 16 : node_read_key(&expr->nodes[i]);
      if (key == 0 || is_read_before(expr, i, key)) continue;
      if (total < room) out[total] = key;
      total++;
    }
  }
  return total;
}

bool st_expr_is_constant(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (node_read_key(n) != 0 || n->op == ST_EXPR_COUNT ||
        n->op == ST_EXPR_SUM || n->op == ST_EXPR_ASK ||
        n->op == ST_EXPR_FIELD || n->op == ST_EXPR_VARIABLE ||
        n->op == ST_EXPR_TOP) {
      return false;
    }
    if (n->op == ST_EXPR_REF && n->who != ST_WHO_NONE) return false;
  }
  return true;
}
