/* compile.h - an expression under construction: nodes, types, names, reads. */
#ifndef STRATA_COMPILE_H
#define STRATA_COMPILE_H

#include "world/expr.h"
#include "world/lex.h"

/* Which bytes of the text. */
typedef struct st_span {
  size_t start, end;
} st_span;

typedef struct st_compile {
  const strata_rules *rules;
  st_mem *mem;
  st_lexer lexer;
  st_expr_node *nodes; /* the last one is what was built last */
  size_t node_count, node_capacity;
  st_expr_read *reads; /* ascending by attr */
  size_t read_count, read_capacity;
  uint32_t depth; /* of count, sum and distinct */
  bool population;
} st_compile;

#define ST_COMPILE_ERROR(build, status, offset, ...)                           \
  ST_LEX_ERROR(&(build)->lexer, (status), (offset), __VA_ARGS__)

static inline st_expr_node *st_compile_last(st_compile *c) {
  assert(c->node_count > 0);
  return &c->nodes[c->node_count - 1];
}

static inline uint32_t st_compile_last_index(const st_compile *c) {
  assert(c->node_count > 0);
  return (uint32_t)(c->node_count - 1);
}

st_quote st_compile_quote(const st_compile *c, st_span where);

/* Append a node whose operands are there. */
strata_status st_compile_emit(st_compile *c, st_expr_node node);

/* Refuse the last node, which is what stands at `where`, unless it is of type
 * `want`, as `user` wants it. */
strata_status st_compile_expect_type(st_compile *c, strata_type want,
                                     st_span where, const char *user);

/* Append a read of the attribute whose name stands at `name`. */
strata_status st_compile_read(st_compile *c, st_who who, uint64_t handle,
                              st_span name);

/* Append the symbol whose name stands at `name`. */
strata_status st_compile_symbol(st_compile *c, st_span name);

/* Make of the last node, which stands at `left`, and a symbol one node. */
strata_status st_compile_has(st_compile *c, st_span left, st_span symbol);

/* Take the last node away again: the set of a "distinct". */
strata_status st_compile_take_set(st_compile *c, st_span where,
                                  strata_attr *out);

/* Append an operator of two operands, which stand at `left` and `right`. */
strata_status st_compile_infix(st_compile *c, st_expr_node node, st_span left,
                               st_span right);

/* Make an expression, which takes everything over if that succeeds. */
strata_status st_compile_finish(st_compile *c, strata_expr **out);

void st_compile_fini(st_compile *c);

#endif
