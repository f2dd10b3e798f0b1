/*
 * sba_reads.c - on what the subject of a state-based action depends.
 *
 * A list of what is understood, not of what is not: a subject that holds
 * anything else is asked again whenever anything has changed.
 */
#include "play/index/sba_reads.h"

static bool is_leaf_of_it(const st_expr_node *n) {
  bool reads = n->op == ST_EXPR_READ || n->op == ST_EXPR_HAS;
  return st_expr_node_is_literal(n) || st_expr_node_is_it(n) ||
         (reads && n->who == ST_WHO_IT);
}

/* An operator that reads nothing besides its operands. */
static bool is_plain_operator(const st_expr_node *n) {
  return n->op == ST_EXPR_EMPTY || n->op == ST_EXPR_NEGATE ||
         n->op == ST_EXPR_NOT || n->op == ST_EXPR_HAS_OF ||
         (n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_OR);
}

/* Whether a subtree reads values of `it` alone. */
static bool is_subtree_near(const st_expr_node *nodes, uint32_t root) {
  uint32_t first = st_expr_subtree_first(nodes, root);
  for (uint32_t i = first; i <= root; i++) {
    if (!is_leaf_of_it(&nodes[i]) && !is_plain_operator(&nodes[i])) {
      return false;
    }
  }
  return true;
}

/* The first conditions of a conjunction lie at its left end. */
static uint32_t near_end_of(const strata_expr *subject) {
  uint32_t at = subject->node_count - 1;
  while (!is_subtree_near(subject->nodes, at)) {
    if (subject->nodes[at].op != ST_EXPR_AND) return 0;
    at = subject->nodes[at].a;
  }
  return at + 1;
}

static bool is_untold(const strata_expr *subject) {
  for (uint32_t i = 0; i < subject->node_count; i++) {
    uint8_t op = subject->nodes[i].op;
    if (op == ST_EXPR_ASK || op == ST_EXPR_TOP || op == ST_EXPR_FIELD ||
        op == ST_EXPR_VARIABLE) {
      return true;
    }
  }
  return false;
}

/* A reference of `it` that is followed. */
static bool add_link(st_sba_reads *reads, const st_expr_node *ref) {
  if (ref->op != ST_EXPR_READ || ref->who != ST_WHO_IT) return false;
  for (uint32_t i = 0; i < reads->link_count; i++) {
    if (reads->links[i] == ref->attr) return true;
  }
  if (reads->link_count == ST_SBA_LINKS) return false;
  reads->links[reads->link_count++] = ref->attr;
  return true;
}

/* A part without `it`: its value is compared, and a list has none. */
static bool add_closed_part(st_sba_reads *reads, const st_expr_node *root) {
  reads->has_closed = reads->has_closed || !st_expr_node_is_literal(root);
  return !st_expr_node_is_list(root);
}

static bool add_varying_node(st_sba_reads *reads, const st_expr_node *nodes,
                             const st_expr_node *n) {
  if (n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS) {
    return add_link(reads, &nodes[n->a]);
  }
  return is_leaf_of_it(n) || is_plain_operator(n);
}

/* The left end of the first conditions; 0: there are none. */
static uint32_t lead_end_of(const strata_expr *subject, uint32_t near_end) {
  uint32_t at = near_end;
  while (at > 0 && subject->nodes[at - 1].op == ST_EXPR_AND) {
    at = subject->nodes[at - 1].a + 1;
  }
  return at;
}

static bool is_same_node(const st_expr_node *a, const st_expr_node *b) {
  return a->op == b->op && a->who == b->who && a->attr == b->attr &&
         a->index == b->index && a->a == b->a && a->b == b->b &&
         a->value == b->value;
}

bool st_sba_reads_begin_alike(const strata_expr *a, const strata_expr *b,
                              uint32_t end) {
  bool same = a->node_count >= end && b->node_count >= end;
  for (uint32_t i = 0; same && i < end; i++) {
    same = is_same_node(&a->nodes[i], &b->nodes[i]);
  }
  return same;
}

st_sba_reads st_sba_reads_of(const strata_expr *subject) {
  const st_expr_node *nodes = subject->nodes;
  st_sba_reads reads = {.reach = ST_SBA_REACH_LINKS,
                        .near_end = near_end_of(subject)};
  reads.lead_end = lead_end_of(subject, reads.near_end);
  reads.is_near = reads.near_end == subject->node_count;
  for (uint32_t i = 0; i < subject->read_count; i++) {
    reads.attrs |= st_rw_mask_bit(subject->reads[i].attr);
  }
  bool known = true;
  for (uint32_t i = subject->node_count; known && i > 0;) {
    const st_expr_node *n = &nodes[i - 1];
    bool varies = (n->uses & ST_EXPR_USES_IT) != 0;
    known = varies ? add_varying_node(&reads, nodes, n)
                   : add_closed_part(&reads, n);
    i = varies ? i - 1 : st_expr_subtree_first(nodes, i - 1);
  }
  if (!known) reads.reach = ST_SBA_REACH_ANY;
  if (is_untold(subject)) reads.reach = ST_SBA_REACH_UNTOLD;
  return reads;
}
