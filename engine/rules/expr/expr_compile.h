/* compile.h - an expression under construction: nodes, types, names, reads. */
#ifndef STRATA_RULES_EXPR_EXPR_COMPILE_H
#define STRATA_RULES_EXPR_EXPR_COMPILE_H

#include "rules/expr/expr.h"
#include "rules/expr/expr_lex.h"

/* Which bytes of the text. */
typedef struct st_text_span {
  size_t start, end;
} st_text_span;

typedef struct st_expr_compiler {
  const strata_rules *rules;
  const st_expr_frame *frame; /* NULL: of none */
  const st_expr_variables
      *reparse_variables; /* NULL; or those of the frame of an expression
               that is compiled again: any field will do */
  st_mem *mem;
  st_expr_lexer lexer;
  st_expr_node *nodes; /* the last one is what was built last */
  size_t node_count, node_capacity;
  st_expr_read *reads; /* ascending by attr */
  size_t read_count, read_capacity;
  uint32_t aggregate_depth; /* of count, sum and distinct; within starts at 1 */
  bool counts_entities;
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

st_quote st_expr_compile_quote(const st_expr_compiler *c, st_text_span where);

/* Append a node whose operands are there. */
strata_status st_expr_compile_add_node(st_expr_compiler *c, st_expr_node node);

/* Refuse the last node, which is what stands at `where`, unless it is of type
 * `want`, as `user` wants it. */
strata_status st_expr_compile_expect_type(st_expr_compiler *c, strata_type want,
                                          st_text_span where, const char *user);

/* True if an attribute's name stands at `name`. */
bool st_expr_compile_is_attr(const st_expr_compiler *c, st_text_span name);

/* Append a read of the attribute whose name stands at `name`. */
strata_status st_expr_compile_read(st_expr_compiler *c, st_who who,
                                   uint64_t handle, st_text_span name);

/* Make of the last node, a ref, a read of the attribute whose name stands at
 * `name`, of the entity that it names. */
strata_status st_expr_compile_follow(st_expr_compiler *c, st_text_span name);

/* The symbol of a domain that is nearest to `text`, NULL if none is near. */
const char *st_attr_domain_nearest(const strata_rules *rules, st_mem *mem,
                                   const st_attr *attr, const char *text);

/* Append the field of the frame's event, or what the frame binds, whose name
 * stands at `name`. */
strata_status st_expr_compile_field(st_expr_compiler *c, st_text_span name);
strata_status st_expr_compile_variable(st_expr_compiler *c, st_text_span name);

/* The nearest of a few texts, which need be in no order, NULL if none is near,
 * or if there is no memory: a message then lacks it. */
const char *st_nearest_text(st_mem *mem, const char *const *texts, size_t count,
                            const char *text);

/* Append the symbol whose name stands at `name`. */
strata_status st_expr_compile_symbol(st_expr_compiler *c, st_text_span name);

/* Make of the last node, which stands at `left`, and a symbol one node. */
strata_status st_expr_compile_has(st_expr_compiler *c, st_text_span left,
                                  st_text_span symbol);

/* Likewise of the node `list`, which stands at `left`, and the last node, a
 * symbol that is known only when it is evaluated. */
strata_status st_expr_compile_has_of(st_expr_compiler *c, uint32_t list,
                                     st_text_span left, st_text_span right);

/* The zone whose name stands at `name`, which only a frame can name. */
strata_status st_expr_compile_zone(st_expr_compiler *c, st_text_span name,
                                   strata_zone *out);

/* Append who is on top of it: of the player `player`, who stands at `whose`, so
 * far down as the last node says, which stands at `nth`. */
strata_status st_expr_compile_top(st_expr_compiler *c, strata_zone zone,
                                  uint32_t player, st_text_span whose,
                                  st_text_span nth);

/* Append what the predicate whose name stands at `name` answers. */
strata_status st_expr_compile_ask(st_expr_compiler *c, st_text_span name);

/* Take the last node away again: the set of a "distinct". */
strata_status st_expr_compile_pop_set(st_expr_compiler *c, st_text_span where,
                                      strata_attr *out);

/* Append an operator of two operands, which stand at `left` and `right`. */
strata_status st_expr_compile_infix(st_expr_compiler *c, st_expr_node node,
                                    st_text_span left, st_text_span right);

/* Make an expression, which takes everything over if that succeeds. */
strata_status st_expr_compile_finish(st_expr_compiler *c, strata_expr **out);

void st_expr_compile_fini(st_expr_compiler *c);

#endif
