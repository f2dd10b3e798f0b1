/*
 * expr_eval64.c - the evaluator of expressions for 64 entities at once.
 *
 * A predicate is one word: sets and flags are bitmaps with one bit for each
 * entity, so "types has 'elf' and not tapped" takes a few operations on words.
 * A number is 64 lanes (base/lanes.h). What has neither form, like a count
 * that names `outer`, is evaluated entity by entity, but only for entities
 * that the left operand of an "and" or "or" has not decided. What does not
 * depend on the entity is evaluated once for each scope, when it is first
 * needed.
 */
#include "rules/expr/expr_eval64.h"

#include "base/bits.h"
#include "base/lanes.h"

#include <string.h>

/*
 * Expressions nest ST_EXPR_DEPTH deep, and so does the recursion here. Hence
 * functions that recur without need of lanes keep none on the stack: those
 * with lanes are never inlined into them.
 */

/* -- Numbers -- */

/* Evaluate one by one. Lanes of other slots become 0, because kernels compute
 * with all 64. */
static strata_status eval_numbers_one_by_one(st_expr_scope *s, uint32_t node,
                                             st_candidate_word at,
                                             int64_t *room) {
  st_lanes_fill(room, 0);
  for (uint64_t left = at.candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    s->env.it_slot = 64 * at.word + bit;
    strata_status status = st_expr_scope_eval(s, node, &room[bit]);
    if (status) return status;
  }
  return STRATA_OK;
}

/* Follow refs, as in "controller.life". Neighbours often have the same ref, so
 * the last value is reused. */
static ST_NOINLINE strata_status follow_refs(st_expr_scope *s,
                                             const st_expr_node *n,
                                             st_candidate_word at,
                                             int64_t *room) {
  int64_t inner[ST_LANES];
  st_lane_numbers refs;
  strata_status status = st_expr_scope_eval_numbers(s, n->a, at, inner, &refs);
  if (status) return status;
  assert(refs.each); /* or the whole node would not vary */
  st_lanes_fill(room, 0);
  int64_t last = 0;
  int64_t value = 0;
  status = st_expr_scope_read_slot(s, n, 0, &value);
  for (uint64_t left = at.candidates; left != 0 && !status; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    if (refs.each[bit] != last) {
      last = refs.each[bit];
      uint32_t slot =
          last != 0 ? s->env.resolve(&s->env, (strata_entity)last) : 0;
      status = st_expr_scope_read_slot(s, n, slot, &value);
    }
    room[bit] = value;
  }
  return status;
}

static ST_NOINLINE strata_status negate_lanes(st_expr_scope *s,
                                              const st_expr_node *n,
                                              st_candidate_word at,
                                              int64_t *room) {
  int64_t inner[ST_LANES];
  st_lane_numbers operand;
  strata_status status =
      st_expr_scope_eval_numbers(s, n->a, at, inner, &operand);
  if (status) return status;
  assert(operand.each); /* or the whole node would not vary */
  st_lanes_fill(room, 0);
  st_lanes_sub(room, operand.each);
  return STRATA_OK;
}

/* Values of a node that varies and is no binary operator. */
static strata_status eval_leaf_numbers(st_expr_scope *s, uint32_t node,
                                       st_candidate_word at, int64_t *room,
                                       st_lane_numbers *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  out->each = room;
  if (n->op == ST_EXPR_READ) {
    return s->env.read_word(&s->env, at.word, n->attr, at.candidates, room,
                            &out->each);
  }
  if (n->op == ST_EXPR_FOLLOW) return follow_refs(s, n, at, room);
  return n->op == ST_EXPR_NEGATE ? negate_lanes(s, n, at, room)
                                 : eval_numbers_one_by_one(s, node, at, room);
}

static void combine_lanes(st_expr_op op, int64_t *a, const int64_t *b) {
  if (op == ST_EXPR_ADD) st_lanes_add(a, b);
  if (op == ST_EXPR_SUB) st_lanes_sub(a, b);
  if (op == ST_EXPR_MUL) st_lanes_mul(a, b);
  if (op == ST_EXPR_DIV) st_lanes_div(a, b);
  if (op == ST_EXPR_MIN) st_lanes_min(a, b);
  if (op == ST_EXPR_MAX) st_lanes_max(a, b);
}

/* Combine the left operand's numbers with the right operand's, in `room`. */
static ST_NOINLINE strata_status apply_right_operand(st_expr_scope *s,
                                                     const st_expr_node *n,
                                                     st_candidate_word at,
                                                     int64_t *room,
                                                     st_lane_numbers *left) {
  int64_t inner[ST_LANES];
  st_lane_numbers right;
  strata_status status = st_expr_scope_eval_numbers(s, n->b, at, inner, &right);
  if (status) return status;
  if (!left->each) {
    st_lanes_fill(room, left->same);
  } else if (left->each != room) {
    memcpy(room, left->each, sizeof inner);
  }
  if (!right.each) {
    st_lanes_fill(inner, right.same);
    right.each = inner;
  }
  combine_lanes((st_expr_op)n->op, room, right.each);
  left->each = room;
  return STRATA_OK;
}

static bool is_arithmetic(const st_expr_node *n) {
  return n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_MAX;
}

strata_status st_expr_scope_eval_numbers(st_expr_scope *s, uint32_t node,
                                         st_candidate_word at, int64_t *room,
                                         st_lane_numbers *out) {
  const st_expr_node *nodes = s->expr->nodes;
  uint32_t i = node;
  while (st_expr_scope_varies(s, i) && is_arithmetic(&nodes[i])) {
    i = nodes[i].a;
  }
  out->each = NULL;
  strata_status status = st_expr_scope_varies(s, i)
                             ? eval_leaf_numbers(s, i, at, room, out)
                             : st_expr_scope_eval_once(s, i, &out->same);
  while (!status && i != node) {
    i = nodes[i].parent;
    status = apply_right_operand(s, &nodes[i], at, room, out);
  }
  return status;
}

/* -- Comparisons -- */

static uint64_t compare_lane_numbers(st_lanes_comparison how,
                                     const st_lane_numbers *a,
                                     const st_lane_numbers *b) {
  assert(a->each || b->each);
  if (a->each && b->each) return st_lanes_compare(how, a->each, b->each);
  if (a->each) return st_lanes_compare_to(how, a->each, b->same);
  st_lanes_comparison swapped = how == ST_LANES_LESS   ? ST_LANES_MORE
                                : how == ST_LANES_MORE ? ST_LANES_LESS
                                                       : how;
  return st_lanes_compare_to(swapped, b->each, a->same);
}

static uint64_t compare_by_operator(st_expr_op op, const st_lane_numbers *a,
                                    const st_lane_numbers *b) {
  bool is_equality = op == ST_EXPR_EQ || op == ST_EXPR_NE;
  bool is_negated = op == ST_EXPR_NE || op == ST_EXPR_GE || op == ST_EXPR_LE;
  st_lanes_comparison how = is_equality ? ST_LANES_EQUAL
                            : op == ST_EXPR_LT || op == ST_EXPR_GE
                                ? ST_LANES_LESS
                                : ST_LANES_MORE;
  uint64_t hits = compare_lane_numbers(how, a, b);
  return is_negated ? ~hits : hits;
}

/* Match "it = this": the candidate whose handle it is. */
static strata_status match_it_equals(st_expr_scope *s, uint32_t other,
                                     st_candidate_word at, uint64_t *out) {
  int64_t handle;
  strata_status status = st_expr_scope_eval_once(s, other, &handle);
  if (status) return status;
  uint32_t slot = s->env.resolve(&s->env, (strata_entity)handle);
  slot &= ~ST_PREVIEW_SLOT;
  *out = 0;
  if (slot / 64 != at.word || !(at.candidates >> (slot % 64) & 1)) {
    return STRATA_OK;
  }
  bool same = s->env.handle_of(&s->env, slot) == (strata_entity)handle;
  *out = (uint64_t)same << (slot % 64);
  return STRATA_OK;
}

static strata_status match_one_by_one(st_expr_scope *s, uint32_t node,
                                      st_candidate_word at, uint64_t *out) {
  uint64_t hits = 0;
  for (uint64_t left = at.candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    s->env.it_slot = 64 * at.word + bit;
    int64_t value = 0;
    strata_status status = st_expr_scope_eval(s, node, &value);
    if (status) return status;
    hits |= (uint64_t)(value != 0) << bit;
  }
  *out = hits;
  return STRATA_OK;
}

/* True for at most two candidates, which are faster one by one than as
 * lanes. */
static bool is_at_most_two(uint64_t candidates) {
  uint64_t but_one = candidates & (candidates - 1);
  return (but_one & (but_one - 1)) == 0;
}

/* So few reads are compared faster one by one. */
#define FEW_CANDIDATES 6

/* True of "power >= 0": what is read of the candidate, and a number. */
static bool compares_read_with_number(const st_expr_node *a,
                                      const st_expr_node *b) {
  return a->op == ST_EXPR_READ && a->who == ST_WHO_IT &&
         st_expr_node_is_number(b);
}

static bool compare_with_number(st_expr_op op, int64_t a, int64_t b) {
  bool decides = op == ST_EXPR_EQ || op == ST_EXPR_NE   ? a == b
                 : op == ST_EXPR_LT || op == ST_EXPR_GE ? a < b
                                                        : a > b;
  bool is_negated = op == ST_EXPR_NE || op == ST_EXPR_GE || op == ST_EXPR_LE;
  return decides != is_negated;
}

/* Few candidates are compared where they are read. */
static strata_status match_few_reads(const st_expr_scope *s,
                                     const st_expr_node *n,
                                     st_candidate_word at, uint64_t *out) {
  strata_attr attr = s->expr->nodes[n->a].attr;
  int64_t number = s->expr->nodes[n->b].value;
  uint64_t hits = 0;
  for (uint64_t left = at.candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    int64_t value = 0;
    strata_status status =
        s->env.read(&s->env, 64 * at.word + bit, attr, &value);
    if (status) return status;
    bool holds = compare_with_number((st_expr_op)n->op, value, number);
    hits |= (uint64_t)holds << bit;
  }
  *out = hits;
  return STRATA_OK;
}

static ST_NOINLINE strata_status match_number_comparison(st_expr_scope *s,
                                                         uint32_t node,
                                                         st_candidate_word at,
                                                         uint64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  if (st_count_bits(at.candidates) <= FEW_CANDIDATES &&
      compares_read_with_number(&s->expr->nodes[n->a], &s->expr->nodes[n->b])) {
    return match_few_reads(s, n, at, out);
  }
  if (is_at_most_two(at.candidates)) return match_one_by_one(s, node, at, out);
  int64_t room_a[ST_LANES];
  int64_t room_b[ST_LANES];
  st_lane_numbers a;
  st_lane_numbers b;
  strata_status status = st_expr_scope_eval_numbers(s, n->a, at, room_a, &a);
  if (!status) status = st_expr_scope_eval_numbers(s, n->b, at, room_b, &b);
  if (!status) {
    *out = at.candidates & compare_by_operator((st_expr_op)n->op, &a, &b);
  }
  return status;
}

/* Match "=" and "!="; predicates can be compared too. */
static strata_status match_equality(st_expr_scope *s, uint32_t node,
                                    st_candidate_word at, uint64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  const st_expr_node *a = &s->expr->nodes[n->a];
  const st_expr_node *b = &s->expr->nodes[n->b];
  uint64_t x = 0;
  uint64_t y = 0;
  strata_status status;
  if (a->type == STRATA_FLAG) {
    status = st_expr_scope_match(s, n->a, at, &x);
    if (!status) status = st_expr_scope_match(s, n->b, at, &y);
  } else if (st_expr_node_is_it(a) && !st_expr_scope_varies(s, n->b)) {
    status = match_it_equals(s, n->b, at, &x);
    y = at.candidates;
  } else if (st_expr_node_is_it(b) && !st_expr_scope_varies(s, n->a)) {
    status = match_it_equals(s, n->a, at, &x);
    y = at.candidates;
  } else {
    return match_number_comparison(s, node, at, out);
  }
  bool equal = n->op == ST_EXPR_EQ;
  if (!status) *out = at.candidates & (equal ? ~(x ^ y) : x ^ y);
  return status;
}

/* -- Predicates -- */

/* Match "types has this.chosen" and "types has chosen": one query for each
 * distinct symbol. */
static ST_NOINLINE strata_status match_has_of(st_expr_scope *s,
                                              const st_expr_node *n,
                                              st_candidate_word at,
                                              uint64_t *out) {
  strata_attr id = s->expr->nodes[n->a].attr;
  const st_attr *attr = &s->expr->rules->attrs[id - 1];
  int64_t room[ST_LANES];
  st_lane_numbers symbols;
  strata_status status =
      st_expr_scope_eval_numbers(s, n->b, at, room, &symbols);
  uint64_t hits = 0;
  for (uint64_t left = at.candidates; left != 0 && !status;) {
    int64_t symbol =
        symbols.each ? symbols.each[st_lowest_bit(left)] : symbols.same;
    uint64_t who =
        symbols.each
            ? left & st_lanes_compare_to(ST_LANES_EQUAL, symbols.each, symbol)
            : left;
    uint32_t index = st_attr_domain_index(attr, (strata_symbol)symbol);
    uint64_t some = 0;
    if (index != UINT32_MAX) {
      status = s->env.has_word(&s->env, at.word, id, index, who, &some);
    }
    hits |= some;
    left &= ~who;
  }
  if (!status) *out = hits;
  return status;
}

static ST_NOINLINE strata_status match_follow(st_expr_scope *s,
                                              const st_expr_node *n,
                                              st_candidate_word at,
                                              uint64_t *out) {
  int64_t room[ST_LANES];
  strata_status status = follow_refs(s, n, at, room);
  if (!status) *out = at.candidates & st_lanes_any(room);
  return status;
}

static strata_status match_empty(st_expr_scope *s, const st_expr_node *n,
                                 st_candidate_word at, uint64_t *out) {
  uint64_t any = 0;
  strata_status status = s->env.any_word(
      &s->env, at.word, s->expr->nodes[n->a].attr, at.candidates, &any);
  if (!status) *out = n->value != 0 ? any : at.candidates & ~any;
  return status;
}

/* Match a node that varies and is no "and" or "or". */
static strata_status match_varying_operand(st_expr_scope *s, uint32_t node,
                                           st_candidate_word at,
                                           uint64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  const st_expr_env *env = &s->env;
  if (n->op == ST_EXPR_READ) {
    return env->flag_word(env, at.word, n->attr, at.candidates, out);
  }
  if (n->op == ST_EXPR_HAS) {
    return env->has_word(env, at.word, n->attr, n->index, at.candidates, out);
  }
  if (n->op == ST_EXPR_FOLLOW || n->op == ST_EXPR_FOLLOW_HAS) {
    return match_follow(s, n, at, out);
  }
  if (n->op == ST_EXPR_ASK) {
    return env->ask_word(env, n->index, at.word, at.candidates, out);
  }
  if (n->op == ST_EXPR_EQ || n->op == ST_EXPR_NE) {
    return match_equality(s, node, at, out);
  }
  if (n->op >= ST_EXPR_LT && n->op <= ST_EXPR_GE) {
    return match_number_comparison(s, node, at, out);
  }
  if (n->op == ST_EXPR_NOT) {
    uint64_t hits = 0;
    strata_status status = st_expr_scope_match(s, n->a, at, &hits);
    if (!status) *out = at.candidates & ~hits;
    return status;
  }
  bool own = s->expr->nodes[n->a].who == ST_WHO_IT; /* a list of `it` */
  if (n->op == ST_EXPR_EMPTY && own) return match_empty(s, n, at, out);
  if (n->op == ST_EXPR_HAS_OF && own) return match_has_of(s, n, at, out);
  return match_one_by_one(s, node, at, out);
}

static strata_status match_operand(st_expr_scope *s, uint32_t node,
                                   st_candidate_word at, uint64_t *out) {
  if (st_expr_scope_varies(s, node)) {
    return match_varying_operand(s, node, at, out);
  }
  int64_t value = 0;
  strata_status status = st_expr_scope_eval_once(s, node, &value);
  if (!status) *out = value != 0 ? at.candidates : 0;
  return status;
}

strata_status st_expr_scope_match(st_expr_scope *s, uint32_t node,
                                  st_candidate_word at, uint64_t *out) {
  const st_expr_node *nodes = s->expr->nodes;
  uint32_t i = node;
  while (st_expr_scope_varies(s, i) && st_expr_node_is_junction(&nodes[i])) {
    i = nodes[i].a;
  }
  uint64_t hits = 0;
  strata_status status = match_operand(s, i, at, &hits);
  while (!status && i != node) {
    i = nodes[i].parent;
    bool both = nodes[i].op == ST_EXPR_AND;
    st_candidate_word open = {at.word, both ? hits : at.candidates & ~hits};
    if (open.candidates == 0) continue; /* the left operand decides */
    uint64_t more = 0;
    status = st_expr_scope_match(s, nodes[i].b, open, &more);
    hits = both ? more : hits | more;
  }
  if (!status) *out = hits;
  return status;
}

/* -- Entry points -- */

strata_status st_expr_match_part(const strata_expr *expr, uint32_t end,
                                 const st_expr_env *env, uint32_t word,
                                 uint64_t candidates, uint64_t *out) {
  assert(expr->nodes[end - 1].type == STRATA_FLAG);
  assert(word != 0 || !(candidates & 1)); /* slot 0 is never live */
  if (candidates == 0) {
    *out = 0;
    return STRATA_OK;
  }
  st_expr_scope s;
  st_expr_scope_init(&s, expr, env);
  return st_expr_scope_match(&s, end - 1, (st_candidate_word){word, candidates},
                             out);
}

strata_status st_expr_match(const strata_expr *expr, const st_expr_env *env,
                            uint32_t word, uint64_t candidates, uint64_t *out) {
  return st_expr_match_part(expr, expr->node_count, env, word, candidates, out);
}

strata_status st_expr_match_live(const strata_expr *expr,
                                 const st_expr_env *env, uint64_t *bits) {
  assert(expr->type == STRATA_FLAG);
  st_expr_scope s;
  st_expr_scope_init(&s, expr, env);
  strata_status status = STRATA_OK;
  for (uint32_t word = 0; word < env->word_count && !status; word++) {
    st_candidate_word at = {word, env->live_word(env, word)};
    bits[word] = 0;
    if (at.candidates == 0) continue;
    if (!st_mem_work(env->mem, 1)) return STRATA_ENOMEM;
    status = st_expr_scope_match(&s, expr->node_count - 1, at, &bits[word]);
  }
  return status;
}
