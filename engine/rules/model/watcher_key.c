/*
 * watcher_key.c - the choice of a watcher definition's key.
 *
 * A key comes from a part of a condition that only "and" joins to the rest, so
 * it must hold whenever the whole condition does (test unit.watcher_def). The
 * key decides nothing: it only spares the index from asking watchers that
 * cannot match.
 */
#include "rules/model/watcher_key.h"

#include "rules/expr/expr_print.h"

#include <string.h>

/* -- Keys -- */

/* True if a subtree reads only `this` and constants, so its value is known
 * before there is an event. */
static bool depends_on_source_only(const strata_expr *expr, uint32_t node) {
  for (uint32_t i = st_expr_subtree_first(expr->nodes, node); i <= node; i++) {
    const st_expr_node *n = &expr->nodes[i];
    bool counts = n->op == ST_EXPR_COUNT || n->op == ST_EXPR_SUM ||
                  n->op == ST_EXPR_DISTINCT || n->op == ST_EXPR_ASK ||
                  n->op == ST_EXPR_TOP;
    if (counts || n->op == ST_EXPR_FIELD || n->op == ST_EXPR_VARIABLE ||
        n->who == ST_WHO_IT || n->who == ST_WHO_OUTER) {
      return false;
    }
  }
  return true;
}

/* Make a subtree an expression of its own. */
static strata_status extract_subexpression(const strata_expr *expr,
                                           uint32_t node, st_mem *mem,
                                           const strata_expr **out) {
  st_text text;
  st_text_init(&text, mem);
  st_expr_print(expr->rules, NULL, expr->nodes, node, &text);
  strata_expr *part = NULL;
  strata_status status = STRATA_ENOMEM;
  if (!text.failed) {
    status =
        st_expr_parse(expr->rules, mem, text.bytes, text.length, &part, NULL);
  }
  st_text_fini(&text);
  if (!status) *out = part;
  return status;
}

/* The expression if the node is its root, else NULL. */
static const strata_expr *expr_if_root(const strata_expr *expr, uint32_t node) {
  return node == expr->node_count - 1 ? expr : NULL;
}

/* Key: a field, or the entity that it names, equals a value of `this`. */
static strata_status set_equals_expr_key(const strata_expr *expr, uint32_t node,
                                         uint32_t other, strata_field field,
                                         st_mem *mem, st_watcher_key *key) {
  const strata_expr *value = NULL;
  if (!depends_on_source_only(expr, other)) return STRATA_OK;
  strata_status status = extract_subexpression(expr, other, mem, &value);
  if (status) return status;
  *key = (st_watcher_key){.kind = ST_WATCHER_KEY_EQUALS_EXPR,
                          .field = field,
                          .value = value,
                          .exact_condition = expr_if_root(expr, node)};
  return STRATA_OK;
}

/* Key from a comparison of a field, as in "event.player = this.controller".
 * Keys that name one entity are the best. */
static strata_status try_field_equality(const strata_expr *expr, uint32_t node,
                                        st_mem *mem, st_watcher_key *key) {
  const st_expr_node *n = &expr->nodes[node];
  if (n->op != ST_EXPR_EQ) return STRATA_OK;
  bool left = expr->nodes[n->a].op == ST_EXPR_FIELD;
  uint32_t field = left ? n->a : n->b;
  uint32_t other = left ? n->b : n->a;
  if (expr->nodes[field].op != ST_EXPR_FIELD) return STRATA_OK;
  const st_expr_node *o = &expr->nodes[other];
  if (st_expr_node_is_literal(o)) {
    if (key->kind >= ST_WATCHER_KEY_EQUALS_WORD) return STRATA_OK;
    *key = (st_watcher_key){.kind = ST_WATCHER_KEY_EQUALS_WORD,
                            .field = expr->nodes[field].index,
                            .word = o->op == ST_EXPR_REF ? 0 : o->value,
                            .exact_condition = expr_if_root(expr, node)};
    return STRATA_OK;
  }
  return set_equals_expr_key(expr, node, other, expr->nodes[field].index, mem,
                             key);
}

/* Key from "it = this" in a test of a field. */
static strata_status try_it_equality(const strata_expr *expr, uint32_t node,
                                     strata_field field, st_mem *mem,
                                     st_watcher_key *key) {
  const st_expr_node *n = &expr->nodes[node];
  if (n->op != ST_EXPR_EQ || key->kind == ST_WATCHER_KEY_EQUALS_EXPR) {
    return STRATA_OK;
  }
  bool left = st_expr_node_is_it(&expr->nodes[n->a]);
  if (!left && !st_expr_node_is_it(&expr->nodes[n->b])) return STRATA_OK;
  return set_equals_expr_key(expr, node, left ? n->b : n->a, field, mem, key);
}

/* True if a key is better: EQUALS_EXPR, then HAS_SYMBOL, then EQUALS_WORD.
 * Among equals the first one stays. */
static bool is_better_key(st_watcher_key_kind kind, st_watcher_key_kind than) {
  static const uint8_t worth[] = {[ST_WATCHER_KEY_NONE] = 0,
                                  [ST_WATCHER_KEY_EQUALS_WORD] = 1,
                                  [ST_WATCHER_KEY_HAS_SYMBOL] = 2,
                                  [ST_WATCHER_KEY_EQUALS_EXPR] = 3};
  return worth[kind] > worth[than];
}

/* Key from "types has 'land'" in a test of a field. */
static void try_has_symbol(const strata_expr *expr, uint32_t node,
                           strata_field field, st_watcher_key *key) {
  const st_expr_node *n = &expr->nodes[node];
  if (n->op != ST_EXPR_HAS || n->who != ST_WHO_IT ||
      !is_better_key(ST_WATCHER_KEY_HAS_SYMBOL,
                     (st_watcher_key_kind)key->kind)) {
    return;
  }
  *key = (st_watcher_key){.kind = ST_WATCHER_KEY_HAS_SYMBOL,
                          .field = field,
                          .attr = n->attr,
                          .word = (int64_t)n->index,
                          .exact_condition = expr_if_root(expr, node)};
}

/* Choose among the operands that "and" joins. `field` is the field of a test,
 * 0 for a condition. */
static strata_status choose_key_of_condition(const strata_expr *expr,
                                             strata_field field, st_mem *mem,
                                             st_watcher_key *key) {
  if (!expr) return STRATA_OK;
  uint32_t node = expr->node_count - 1;
  strata_status status = STRATA_OK;
  for (;;) {
    const st_expr_node *n = &expr->nodes[node];
    bool both = n->op == ST_EXPR_AND;
    uint32_t part = both ? n->b : node;
    if (field != 0) {
      try_has_symbol(expr, part, field, key);
      status = try_it_equality(expr, part, field, mem, key);
    } else if (key->kind != ST_WATCHER_KEY_EQUALS_EXPR) {
      status = try_field_equality(expr, part, mem, key);
    }
    if (status || !both) return status;
    node = n->a;
  }
}

strata_status st_watcher_key_choose(st_watcher_def *def,
                                    const strata_rules *rules, st_mem *mem) {
  assert(def->key.kind == ST_WATCHER_KEY_NONE);
  if (def->event_type == 0) return STRATA_OK;
  strata_status status = choose_key_of_condition(def->when, 0, mem, &def->key);
  for (uint32_t i = 0; !status && i < def->test_count; i++) {
    const st_field_test *test = &def->tests[i];
    status =
        choose_key_of_condition(test->predicate, test->field, mem, &def->key);
  }
  const st_event_type *type = st_event_type_get(rules, def->event_type);
  if (!status && def->key.kind == ST_WATCHER_KEY_NONE) {
    status = choose_key_of_condition(type->where, 0, mem, &def->key);
  }
  return status;
}
