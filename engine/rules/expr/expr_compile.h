/* expr_compile.h - an expression under construction: nodes, types and reads. */
#ifndef STRATA_RULES_EXPR_EXPR_COMPILE_H
#define STRATA_RULES_EXPR_EXPR_COMPILE_H

#include "rules/expr/expr.h"
#include "rules/expr/expr_lex.h"

/* A range of bytes in the text. */
typedef struct st_text_span {
  size_t start, end;
} st_text_span;

typedef struct st_expr_compiler {
  const strata_rules *rules;
  const st_expr_frame *frame; /* NULL: no frame */
  /* The frame's variables when a canonical text is compiled again, where
   * every field counts as known; else NULL. */
  const st_expr_variables *reparse_variables;
  st_mem *mem;
  st_expr_lexer lexer;
  st_expr_node *nodes; /* the node built last is the last one */
  size_t node_count, node_capacity;
  st_expr_read *reads; /* ascending by attribute */
  size_t read_count, read_capacity;
  uint32_t aggregate_depth;        /* nesting of count, sum and distinct; inner
                                      predicates start at 1 */
  bool counts_entities, asks_tops; /* as in strata_expr */
  bool is_inner;
} st_expr_compiler;

#define ST_EXPR_COMPILE_ERROR(build, status, offset, ...)                      \
  ST_EXPR_LEX_ERROR(&(build)->lexer, (status), (offset), __VA_ARGS__)

static inline st_expr_node *st_expr_compile_last(st_expr_compiler *c) {
  assert(c->node_count > 0);
  return &c->nodes[c->node_count - 1];
}

static inline uint32_t st_expr_compile_last_index(const st_expr_compiler *c) {
  assert(c->node_count > 0);
  return (uint32_t)(c->node_count - 1);
}

/* The variables that the expression can name, NULL if it has no frame. */
static inline const st_expr_variables *
st_expr_compile_variables(const st_expr_compiler *c) {
  return c->frame ? c->frame->variables : c->reparse_variables;
}

st_quote st_expr_compile_quote(const st_expr_compiler *c, st_text_span where);

/* Refuse for want of memory. */
strata_status st_expr_compile_no_memory(st_expr_compiler *c);

/* Append a node whose operands were appended before. */
strata_status st_expr_compile_add_node(st_expr_compiler *c, st_expr_node node);

/* Record that an attribute is read of `who`. */
strata_status st_expr_compile_add_read(st_expr_compiler *c, strata_attr attr,
                                       st_who who);

/* The type of a node, as messages call it. */
const char *st_expr_node_type_text(const st_expr_node *n);

/* Refuse the last node, whose text is at `where`, unless its type is `want`.
 * `user` is the operator or function that needs the type. */
strata_status st_expr_compile_expect_type(st_expr_compiler *c, strata_type want,
                                          st_text_span where, const char *user);

/* Remove the last node, the set of a "distinct", and return its attribute. */
strata_status st_expr_compile_pop_set(st_expr_compiler *c, st_text_span where,
                                      strata_attr *out);

/* Append a binary operator whose operands' texts are at `left` and `right`. */
strata_status st_expr_compile_infix(st_expr_compiler *c, st_expr_node node,
                                    st_text_span left, st_text_span right);

/* Make an expression of all nodes; if that succeeds, it owns them. */
strata_status st_expr_compile_finish(st_expr_compiler *c, strata_expr **out);

void st_expr_compile_fini(st_expr_compiler *c);

#endif
