/*
 * expr_join.c - one predicate made of several expressions.
 *
 * Nodes are copied in their order, which is postfix, so operands still come
 * before the node that uses them. A field of an event becomes the nodes of its
 * value, and what is read of the entity that it names is read of `it` or
 * `outer` itself.
 */
#include "rules/expr/expr_join.h"

void st_expr_join_begin(st_expr_join *join, const strata_rules *rules,
                        st_mem *mem) {
  *join = (st_expr_join){.build = {.rules = rules,
                                   .mem = mem,
                                   .is_inner = true,
                                   .aggregate_depth = 1},
                         .is_possible = true};
}

static bool reads_attribute(const st_expr_node *n) {
  return n->op == ST_EXPR_READ || n->op == ST_EXPR_HAS ||
         n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS;
}

strata_status st_expr_join_node(st_expr_join *join, st_expr_node node,
                                uint32_t *root) {
  st_expr_compiler *build = &join->build;
  strata_status status = STRATA_OK;
  if (reads_attribute(&node)) {
    status = st_expr_compile_add_read(build, node.attr, (st_who)node.who);
  }
  if (!status) status = st_expr_compile_add_node(build, node);
  if (!status) *root = st_expr_compile_last_index(build);
  return status;
}

static strata_status add_entity(st_expr_join *join, st_who who,
                                uint32_t *root) {
  return st_expr_join_node(join,
                           (st_expr_node){.op = ST_EXPR_REF,
                                          .who = (uint8_t)who,
                                          .type = STRATA_REF},
                           root);
}

/* What is not understood: the rest is copied for nothing. */
static strata_status give_up(st_expr_join *join, uint32_t *root) {
  join->is_possible = false;
  return add_entity(join, ST_WHO_NONE, root);
}

static strata_status add_field(st_expr_join *join, strata_field field,
                               const st_expr_meaning *meaning, uint32_t *root) {
  for (uint32_t i = 0; i < meaning->field_count; i++) {
    const st_expr_field_meaning *f = &meaning->fields[i];
    if (f->field != field) continue;
    return f->value ? st_expr_join_add(join, f->value, meaning->of_values, root)
                    : add_entity(join, f->who, root);
  }
  return give_up(join, root);
}

/* An entity, or what is read of it. */
static strata_status add_of_entity(st_expr_join *join, st_expr_node n,
                                   const st_expr_meaning *meaning,
                                   uint32_t *root) {
  if (n.who == ST_WHO_IT) {
    n.who = (uint8_t)meaning->it;
  } else if (n.who == ST_WHO_THIS) {
    n.who = (uint8_t)meaning->self;
  } else if (n.who != ST_WHO_NONE) {
    return give_up(join, root);
  }
  bool of_nobody = n.who == ST_WHO_NONE && n.op != ST_EXPR_REF;
  return of_nobody ? give_up(join, root) : st_expr_join_node(join, n, root);
}

/* What is followed from `it` or `outer` is read of it. */
static strata_status add_follow(st_expr_join *join, st_expr_node n,
                                uint32_t *root) {
  const st_expr_node *from = st_expr_compile_last(&join->build);
  if (from->op == ST_EXPR_REF && from->who != ST_WHO_NONE) {
    n.op = n.op == ST_EXPR_FOLLOW ? ST_EXPR_READ : ST_EXPR_HAS;
    n.who = from->who;
    n.a = 0;
    join->build.node_count--;
  }
  return st_expr_join_node(join, n, root);
}

static strata_status add_one(st_expr_join *join, st_expr_node n,
                             const st_expr_meaning *meaning, uint32_t *root) {
  switch ((st_expr_op)n.op) {
  case ST_EXPR_REF:
  case ST_EXPR_READ:
  case ST_EXPR_HAS:
    return add_of_entity(join, n, meaning, root);
  case ST_EXPR_FIELD:
    return add_field(join, n.index, meaning, root);
  case ST_EXPR_VARIABLE:
    return n.index == 0 ? add_entity(join, meaning->you, root)
                        : give_up(join, root);
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
    return add_follow(join, n, root);
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_SUM:
  case ST_EXPR_ASK:
  case ST_EXPR_TOP:
    return give_up(join, root);
  case ST_EXPR_INT:
  case ST_EXPR_FLAG:
  case ST_EXPR_SYMBOL:
  case ST_EXPR_EMPTY:
  case ST_EXPR_NEGATE:
  case ST_EXPR_NOT:
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
  case ST_EXPR_HAS_OF:
    return st_expr_join_node(join, n, root);
  }
  return give_up(join, root);
}

strata_status st_expr_join_add(st_expr_join *join, const strata_expr *expr,
                               const st_expr_meaning *meaning, uint32_t *root) {
  uint32_t place[ST_EXPR_JOIN_NODES] = {0};
  if (expr->node_count > ST_EXPR_JOIN_NODES) return give_up(join, root);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && join->is_possible && i < expr->node_count;
       i++) {
    st_expr_node n = expr->nodes[i];
    if (n.op >= ST_EXPR_FOLLOW) n.a = place[n.a];
    if (n.op >= ST_EXPR_ADD) n.b = place[n.b];
    status = add_one(join, n, meaning, &place[i]);
    *root = place[i];
  }
  return status;
}

strata_status st_expr_join_end(st_expr_join *join, strata_expr **out) {
  strata_status status = STRATA_OK;
  *out = NULL;
  if (join->is_possible && join->build.node_count > 0) {
    status = st_expr_compile_finish(&join->build, out);
  }
  if (!*out) st_expr_compile_fini(&join->build);
  /* a predicate that grew too long is none */
  return status == STRATA_ENOMEM ? status : STRATA_OK;
}
