/*
 * expr_compile.c - nodes, types and reads of an expression, as the parser
 * recognises its parts.
 *
 * Nodes are appended when their operands are complete, so the array is in
 * postfix order and needs no pointers.
 */
#include "rules/expr/expr_compile.h"

#include "rules/expr/expr_print.h"

#include <string.h>

strata_status st_expr_compile_no_memory(st_expr_compiler *c) {
  return ST_ERROR(c->lexer.error, STRATA_ENOMEM, 0, "out of memory");
}

st_quote st_expr_compile_quote(const st_expr_compiler *c, st_text_span where) {
  return st_quote_of(c->lexer.text + where.start, where.end - where.start);
}

/* -- Nodes -- */

/* A host's predicate that reads a reference may go on to the entity that the
 * reference names. */
static bool predicate_reads_refs(const strata_rules *rules,
                                 uint32_t predicate) {
  const st_predicate *p = &rules->predicates[predicate];
  for (uint32_t i = 0; i < p->read_count; i++) {
    if (rules->attrs[p->reads[i] - 1].type == STRATA_REF) return true;
  }
  return false;
}

/* Whether a node that depends on an entity reads others than that one. A host's
 * predicate may read `this`. Of the list of another entity only the entity is a
 * value that can be compared, and not what is in the list. */
static bool leads_to_others(const st_expr_compiler *c, const st_expr_node *n) {
  return n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS ||
         n->op == ST_EXPR_TOP || n->op == ST_EXPR_ASK ||
         (n->op == ST_EXPR_HAS_OF && c->nodes[n->a].who != ST_WHO_IT);
}

static uint8_t node_uses(const st_expr_compiler *c, const st_expr_node *n) {
  unsigned uses = 0;
  if (n->who == ST_WHO_IT) uses = ST_EXPR_USES_IT;
  if (n->who == ST_WHO_OUTER) uses = ST_EXPR_USES_OUTER;
  if (n->op >= ST_EXPR_FOLLOW) uses |= c->nodes[n->a].uses;
  if (n->op >= ST_EXPR_ADD) uses |= c->nodes[n->b].uses;
  if (n->op == ST_EXPR_COUNT || n->op == ST_EXPR_DISTINCT ||
      n->op == ST_EXPR_SUM) {
    /* The aggregate's `it` is invisible outside, and its `outer` is the `it`
     * outside. */
    return uses & ST_EXPR_USES_OUTER ? ST_EXPR_USES_IT | ST_EXPR_USES_OTHERS
                                     : 0;
  }
  if (uses != 0 && leads_to_others(c, n)) {
    uses |= ST_EXPR_USES_OTHERS;
  }
  return (uint8_t)uses;
}

strata_status st_expr_compile_add_node(st_expr_compiler *c, st_expr_node node) {
  if (!st_mem_reserve(c->mem, &c->nodes, &c->node_capacity, c->node_count + 1,
                      sizeof c->nodes[0])) {
    return st_expr_compile_no_memory(c);
  }
  uint32_t self = (uint32_t)c->node_count;
  node.uses = node_uses(c, &node);
  if (node.op >= ST_EXPR_FOLLOW) c->nodes[node.a].parent = self;
  if (node.op >= ST_EXPR_ADD) c->nodes[node.b].parent = self;
  c->nodes[c->node_count++] = node;
  return STRATA_OK;
}

/* Record of which entity an attribute is read, which decides which changes
 * affect the expression: see st_expr_read. */
strata_status st_expr_compile_add_read(st_expr_compiler *c, strata_attr attr,
                                       st_who who) {
  size_t i = c->read_count;
  while (i > 0 && c->reads[i - 1].attr >= attr) {
    i--;
  }
  if (i == c->read_count || c->reads[i].attr != attr) {
    if (!st_mem_reserve(c->mem, &c->reads, &c->read_capacity, c->read_count + 1,
                        sizeof c->reads[0])) {
      return st_expr_compile_no_memory(c);
    }
    memmove(c->reads + i + 1, c->reads + i,
            (c->read_count - i) * sizeof c->reads[0]);
    c->read_count++;
    c->reads[i] = (st_expr_read){.attr = attr};
  }
  if ((who == ST_WHO_IT && c->aggregate_depth == 0) ||
      (who == ST_WHO_OUTER && c->aggregate_depth == 1)) {
    c->reads[i].of_it = true;
  } else {
    c->reads[i].of_others = true;
  }
  return STRATA_OK;
}

/* -- Types -- */

const char *st_expr_node_type_text(const st_expr_node *n) {
  switch ((strata_type)n->type) {
  case STRATA_INT:
    return "an int";
  case STRATA_FLAG:
    return "a predicate";
  case STRATA_SET:
    return "a set";
  case STRATA_REF:
    return "a ref";
  case STRATA_SYM:
    return "a symbol";
  case STRATA_ABILITIES:
    return "a list of abilities";
  case STRATA_TEXT:
    break;
  }
  return "nothing"; /* unreachable: no node has another type */
}

/* What to write if a value has not the wanted type. */
static const char *type_mismatch_advice(const st_expr_node *have,
                                        strata_type want) {
  if (have->type == STRATA_SET) {
    return "ask a set for a symbol, as in types has 'elf', or write types = "
           "none";
  }
  if (have->type == STRATA_ABILITIES) {
    return "ask for one of them, as in abilities has 'flying'";
  }
  if (want == STRATA_FLAG) return "compare it with something";
  if (have->type == STRATA_FLAG) return "count(p) makes a number of one";
  return "only ints are numbers";
}

/* True for "types = none", which asks if a list is empty. */
static bool compares_list_to_none(const st_expr_compiler *c,
                                  const st_expr_node *node) {
  return st_expr_node_is_list(&c->nodes[node->a]) &&
         st_expr_node_is_none(&c->nodes[node->b]);
}

/* Compared with a symbol, "none" is a symbol: "rarity = none". */
static void retype_none_as_symbol(const st_expr_node *beside, st_expr_node *n) {
  if (beside->type != STRATA_SYM || !st_expr_node_is_none(n)) return;
  n->op = ST_EXPR_SYMBOL;
  n->type = STRATA_SYM;
}

static strata_status check_node_type(st_expr_compiler *c, uint32_t node,
                                     strata_type want, st_text_span where,
                                     const char *user) {
  const st_expr_node *have = &c->nodes[node];
  if (have->type == want) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, where.start, "'", user, "' wants ",
      want == STRATA_INT ? "an int" : "a predicate", ", but '",
      st_expr_compile_quote(c, where).text, "' is ",
      st_expr_node_type_text(have), "; ", type_mismatch_advice(have, want));
}

strata_status st_expr_compile_expect_type(st_expr_compiler *c, strata_type want,
                                          st_text_span where,
                                          const char *user) {
  return check_node_type(c, st_expr_compile_last_index(c), want, where, user);
}

/* Check the operands of "=" and "!=". */
static strata_status check_comparable_types(st_expr_compiler *c,
                                            const st_expr_node *node,
                                            st_text_span left,
                                            st_text_span right) {
  st_expr_node *x = &c->nodes[node->a];
  st_expr_node *y = &c->nodes[node->b];
  retype_none_as_symbol(x, y);
  retype_none_as_symbol(y, x);
  const char *sign = st_expr_op_text((st_expr_op)node->op);
  const st_expr_node *list = st_expr_node_is_list(x)   ? x
                             : st_expr_node_is_list(y) ? y
                                                       : NULL;
  if (list) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, list == x ? left.start : right.start, "'", sign,
        "' compares no ", list->type == STRATA_SET ? "sets; " : "abilities; ",
        type_mismatch_advice(list, STRATA_FLAG));
  }
  if (x->type == y->type) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, right.start, "'", sign, "' wants equal types, but '",
      st_expr_compile_quote(c, left).text, "' is ", st_expr_node_type_text(x),
      " and '", st_expr_compile_quote(c, right).text, "' is ",
      st_expr_node_type_text(y));
}

strata_status st_expr_compile_infix(st_expr_compiler *c, st_expr_node node,
                                    st_text_span left, st_text_span right) {
  st_expr_op op = (st_expr_op)node.op;
  bool number = op >= ST_EXPR_ADD && op <= ST_EXPR_DIV;
  bool junction = op == ST_EXPR_AND || op == ST_EXPR_OR;
  node.type = number ? STRATA_INT : STRATA_FLAG;
  strata_status status;
  if (op == ST_EXPR_EQ || op == ST_EXPR_NE) {
    if (compares_list_to_none(c, &node)) {
      c->node_count--; /* drop the node of "none" */
      return st_expr_compile_add_node(
          c, (st_expr_node){.op = ST_EXPR_EMPTY,
                            .type = STRATA_FLAG,
                            .a = node.a,
                            .value = op == ST_EXPR_NE});
    }
    status = check_comparable_types(c, &node, left, right);
  } else {
    strata_type want = junction ? STRATA_FLAG : STRATA_INT;
    status = check_node_type(c, node.a, want, left, st_expr_op_text(op));
    if (!status) {
      status = check_node_type(c, node.b, want, right, st_expr_op_text(op));
    }
  }
  return status ? status : st_expr_compile_add_node(c, node);
}

strata_status st_expr_compile_pop_set(st_expr_compiler *c, st_text_span where,
                                      strata_attr *out) {
  const st_expr_node *set = st_expr_compile_last(c);
  if (set->type != STRATA_SET || set->who != ST_WHO_IT) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, where.start, "'distinct' wants a set attribute, but '",
        st_expr_compile_quote(c, where).text, "' is ",
        set->type == STRATA_SET ? "of somebody else"
                                : st_expr_node_type_text(set),
        "; write distinct(set, predicate)");
  }
  *out = set->attr;
  c->node_count--;
  return STRATA_OK;
}

/* -- The whole -- */

/* Shrink an array to the exact count, because st_mem_free needs exact sizes. */
static bool shrink_array(st_mem *mem, void *array, size_t *capacity,
                         size_t count, size_t size) {
  if (*capacity == count) return true;
  void *old;
  memcpy(&old, array,
         sizeof old); /* `array` may be the address of a pointer of any type */
  void *exact = st_mem_resize(mem, old, *capacity, count, size);
  if (!exact) return false;
  memcpy(array, &exact, sizeof exact);
  *capacity = count;
  return true;
}

/* The canonical text is parsed again later, so it must keep the length
 * limit. */
static strata_status print_canonical_text(st_expr_compiler *c, st_text *out) {
  st_expr_print(c->rules, st_expr_compile_variables(c), c->nodes,
                st_expr_compile_last_index(c), out);
  if (out->failed) return st_expr_compile_no_memory(c);
  if (out->length > ST_EXPR_TEXT) {
    return ST_ERROR(c->lexer.error, STRATA_ERANGE, 0,
                    "the expression is longer than 64 KiB when written with ",
                    "spaces; split it");
  }
  if (!shrink_array(c->mem, &out->bytes, &out->capacity, out->length + 1, 1)) {
    return st_expr_compile_no_memory(c);
  }
  return STRATA_OK;
}

static strata_status shrink_compiler_arrays(st_expr_compiler *c) {
  bool done = shrink_array(c->mem, &c->nodes, &c->node_capacity, c->node_count,
                           sizeof c->nodes[0]) &&
              shrink_array(c->mem, &c->reads, &c->read_capacity, c->read_count,
                           sizeof c->reads[0]);
  return done ? STRATA_OK : st_expr_compile_no_memory(c);
}

/* True if the expression depends on its source. A host's predicate always
 * receives the source. */
static bool expr_uses_this(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->who == ST_WHO_THIS || n->op == ST_EXPR_ASK) return true;
  }
  return false;
}

static bool expr_follows_refs(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->who == ST_WHO_HANDLE || n->op == ST_EXPR_FOLLOW ||
        n->op == ST_EXPR_FOLLOW_HAS ||
        (n->op == ST_EXPR_ASK && predicate_reads_refs(expr->rules, n->index))) {
      return true;
    }
  }
  return false;
}

static bool is_set_test_of_it(const strata_expr *expr, uint32_t node) {
  const st_expr_node *n = &expr->nodes[node];
  return n->op == ST_EXPR_HAS && n->who == ST_WHO_IT &&
         expr->rules->attrs[n->attr - 1].type == STRATA_SET;
}

/* Find the first symbol that `it` must have for the predicate to hold. */
static void find_required_symbol(strata_expr *expr) {
  uint32_t node = expr->node_count - 1;
  uint32_t required = UINT32_MAX;
  while (expr->nodes[node].op == ST_EXPR_AND) {
    if (is_set_test_of_it(expr, expr->nodes[node].b)) {
      required = expr->nodes[node].b;
    }
    node = expr->nodes[node].a;
  }
  if (is_set_test_of_it(expr, node)) required = node;
  if (required == UINT32_MAX) return;
  expr->required_set = expr->nodes[required].attr;
  expr->required_symbol_index = expr->nodes[required].index;
}

strata_status st_expr_compile_finish(st_expr_compiler *c, strata_expr **out) {
  const st_expr_node *root = st_expr_compile_last(c);
  bool is_set = root->type == STRATA_SET && !c->is_inner;
  if (st_expr_node_is_list(root) && !is_set) {
    return ST_EXPR_COMPILE_ERROR(c, STRATA_ETYPE, 0,
                                 st_expr_node_type_text(root), " is no value; ",
                                 type_mismatch_advice(root, STRATA_FLAG));
  }
  st_text text;
  st_text_init(&text, c->mem);
  strata_expr *expr = NULL;
  strata_status status = print_canonical_text(c, &text);
  if (!status) status = shrink_compiler_arrays(c);
  if (!status) expr = st_mem_zeroed(c->mem, 1, sizeof *expr);
  if (!expr) {
    st_text_fini(&text);
    return status ? status : st_expr_compile_no_memory(c);
  }
  root = st_expr_compile_last(c);
  expr->mem = c->mem;
  expr->rules = c->rules;
  expr->variables = st_expr_compile_variables(c);
  expr->nodes = c->nodes;
  expr->node_count = (uint32_t)c->node_count;
  expr->type = (strata_type)root->type;
  expr->reads = c->reads;
  expr->read_count = (uint32_t)c->read_count;
  expr->is_inner = c->is_inner;
  expr->uses_it =
      root->uses & (c->is_inner ? ST_EXPR_USES_OUTER : ST_EXPR_USES_IT);
  expr->uses_this = expr_uses_this(expr);
  expr->follows_refs = expr_follows_refs(expr);
  expr->counts_entities = c->counts_entities;
  expr->asks_tops = c->asks_tops;
  if (!c->is_inner) find_required_symbol(expr);
  expr->text = text.bytes;
  expr->text_size = text.length;
  c->nodes = NULL;
  c->reads = NULL;
  *out = expr;
  return STRATA_OK;
}

void st_expr_compile_fini(st_expr_compiler *c) {
  st_mem_free(c->mem, c->nodes, c->node_capacity, sizeof c->nodes[0]);
  st_mem_free(c->mem, c->reads, c->read_capacity, sizeof c->reads[0]);
}
