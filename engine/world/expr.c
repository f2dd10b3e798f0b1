/*
 * expr.c - evaluating compiled expressions.
 *
 * Predicates are matched against 64 entities at once: sets are bitmaps of one
 * bit per entity and symbol, so "types has 'elf' and not colors has 'red'" is
 * a few operations on words. Whatever has no bitmap is evaluated entity by
 * entity, but only for those that the left operand of an "and" or "or" has not
 * decided. What does not depend on the entity is evaluated once.
 *
 * Invariant: nothing here can be observed but the result; which operands were
 * skipped cannot, since reading has no effects.
 */
#include "world/expr.h"

#include "base/bits.h"

#define MEMO_SIZE   4 /* aggregates remembered per scope; more are redone */
#define SMALL_WORDS 8 /* sets of up to 512 symbols need no memory */

/* One meaning of `it` and `outer`: the top level, or one aggregate's inside. */
typedef struct scope {
  const strata_expr *expr;
  st_expr_env env; /* env.it moves from entity to entity */
  struct {
    uint32_t node;
    int64_t value;
  } memo[MEMO_SIZE]; /* of aggregates that are the same for each entity */
  uint32_t memo_count;
} scope;

/* What an aggregate has found so far. */
typedef struct tally {
  int64_t number;
  uint64_t *set; /* DISTINCT: the union */
  uint32_t words;
} tally;

static strata_status eval(scope *s, uint32_t node, int64_t *out);
static strata_status match(scope *s, uint32_t node, uint32_t word,
                           uint64_t candidates, uint64_t *out);

static uint32_t slot_of(const scope *s, const st_expr_node *n) {
  switch ((st_who)n->who) {
  case ST_WHO_IT:
    return s->env.it;
  case ST_WHO_THIS:
    return s->env.source;
  case ST_WHO_OUTER:
    return s->env.outer;
  case ST_WHO_HANDLE:
    return s->env.resolve(&s->env, (strata_entity)n->value);
  case ST_WHO_NONE:
    break;
  }
  return 0;
}

static strata_status read_of(const scope *s, const st_expr_node *n,
                             uint32_t slot, int64_t *out) {
  if (slot != 0) return s->env.read(&s->env, slot, n->attr, out);
  *out = s->expr->rules->attrs[n->attr - 1].default_value;
  return STRATA_OK;
}

static strata_status has_of(const scope *s, const st_expr_node *n,
                            uint32_t slot, int64_t *out) {
  bool has = false;
  if (slot != 0) {
    strata_status status = s->env.has(&s->env, slot, n->attr, n->index, &has);
    if (status) return status;
  }
  *out = has;
  return STRATA_OK;
}

/* Whose attribute it is: also of whom a ref names. */
static strata_status find_slot(scope *s, const st_expr_node *n, uint32_t *out) {
  if (n->op != ST_EXPR_FOLLOW && n->op != ST_EXPR_FOLLOW_HAS) {
    *out = slot_of(s, n);
    return STRATA_OK;
  }
  int64_t handle = 0;
  strata_status status = eval(s, n->a, &handle);
  if (status) return status;
  *out = handle != 0 ? s->env.resolve(&s->env, (strata_entity)handle) : 0;
  return STRATA_OK;
}

static strata_status eval_follow(scope *s, const st_expr_node *n,
                                 int64_t *out) {
  uint32_t slot = 0;
  strata_status status = find_slot(s, n, &slot);
  if (status) return status;
  return n->op == ST_EXPR_FOLLOW ? read_of(s, n, slot, out)
                                 : has_of(s, n, slot, out);
}

/* "types has this.chosen" */
static strata_status eval_has_of(scope *s, const st_expr_node *n,
                                 int64_t *out) {
  const st_expr_node *list = &s->expr->nodes[n->a];
  const st_attr *attr = &s->expr->rules->attrs[list->attr - 1];
  int64_t symbol = 0;
  uint32_t slot = 0;
  bool has = false;
  strata_status status = eval(s, n->b, &symbol);
  if (!status) status = find_slot(s, list, &slot);
  if (status) return status;
  uint32_t place = st_attr_domain_index(attr, (strata_symbol)symbol);
  if (slot != 0 && place != UINT32_MAX) {
    status = s->env.has(&s->env, slot, list->attr, place, &has);
    if (status) return status;
  }
  *out = has;
  return STRATA_OK;
}

/* Whether the list `attr` of somebody holds anything. */
static strata_status holds_any(const scope *s, strata_attr id, uint32_t slot,
                               bool *out) {
  const st_attr *attr = &s->expr->rules->attrs[id - 1];
  *out = false;
  if (attr->type == STRATA_SET && attr->words <= SMALL_WORDS) {
    uint64_t words[SMALL_WORDS] = {0};
    strata_status status = s->env.join(&s->env, slot, id, words);
    for (uint32_t i = 0; i < attr->words && !status; i++) {
      *out = *out || words[i] != 0;
    }
    return status;
  }
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < attr->domain_count && !status && !*out; i++) {
    status = s->env.has(&s->env, slot, id, i, out);
  }
  return status;
}

/* "abilities = none"; nobody has nothing. */
static strata_status eval_empty(scope *s, const st_expr_node *n, int64_t *out) {
  const st_expr_node *list = &s->expr->nodes[n->a];
  uint32_t slot = 0;
  bool any = false;
  strata_status status = find_slot(s, list, &slot);
  if (!status && slot != 0) status = holds_any(s, list->attr, slot, &any);
  if (!status) *out = any == (n->value != 0);
  return status;
}

/* Add to the tally those of `word` that satisfied the predicate. */
static strata_status tally_hits(scope *s, const st_expr_node *n, uint32_t word,
                                uint64_t hits, tally *t) {
  if (n->op == ST_EXPR_COUNT) {
    t->number += st_count_bits(hits);
    return STRATA_OK;
  }
  for (; hits != 0; hits &= hits - 1) {
    s->env.it = 64 * word + st_lowest_bit(hits);
    int64_t value = 0;
    strata_status status =
        n->op == ST_EXPR_SUM ? eval(s, n->a, &value)
                             : s->env.join(&s->env, s->env.it, n->attr, t->set);
    if (status) return status;
    t->number = st_sat_add(t->number, value);
  }
  return STRATA_OK;
}

/* Go through the live entities in the order of their slots. */
static strata_status tally_all(scope *s, const st_expr_node *n, tally *t) {
  uint32_t predicate = n->op == ST_EXPR_SUM ? n->b : n->a;
  for (uint32_t word = 0; word < s->env.word_count; word++) {
    uint64_t hits = s->env.live_word(&s->env, word);
    strata_status status = match(s, predicate, word, hits, &hits);
    if (!status) status = tally_hits(s, n, word, hits, t);
    if (status) return status;
  }
  for (uint32_t i = 0; i < t->words; i++) {
    t->number += st_count_bits(t->set[i]);
  }
  return STRATA_OK;
}

static strata_status eval_aggregate(const scope *s, const st_expr_node *n,
                                    int64_t *out) {
  scope inside = {.expr = s->expr, .env = s->env};
  inside.env.outer = s->env.it;
  inside.env.it = 0;
  uint64_t small[SMALL_WORDS] = {0};
  tally t = {.set = small};
  st_mem *mem = s->env.mem;
  if (n->op == ST_EXPR_DISTINCT) {
    t.words = s->expr->rules->attrs[n->attr - 1].words;
    if (t.words > SMALL_WORDS) {
      t.set = st_mem_zeroed(mem, t.words, sizeof t.set[0]);
      if (!t.set) return STRATA_ENOMEM;
    }
  }
  strata_status status = tally_all(&inside, n, &t);
  if (t.set != small) st_mem_free(mem, t.set, t.words, sizeof t.set[0]);
  if (!status) *out = t.number;
  return status;
}

/* An aggregate that is the same for each entity is evaluated once per scope:
 * "count(power > count(tapped))" would cost the square of the entities. */
static strata_status eval_aggregate_once(scope *s, uint32_t node,
                                         int64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  if (n->uses & ST_EXPR_USES_IT) return eval_aggregate(s, n, out);
  for (uint32_t i = 0; i < s->memo_count; i++) {
    if (s->memo[i].node == node) {
      *out = s->memo[i].value;
      return STRATA_OK;
    }
  }
  strata_status status = eval_aggregate(s, n, out);
  if (!status && s->memo_count < MEMO_SIZE) {
    s->memo[s->memo_count].node = node;
    s->memo[s->memo_count++].value = *out;
  }
  return status;
}

/* Whatever is not of two operands. */
static strata_status eval_operand(scope *s, uint32_t node, int64_t *out) {
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
    slot = slot_of(s, n);
    *out = slot != 0 ? (int64_t)s->env.handle(&s->env, slot) : 0;
    return STRATA_OK;
  case ST_EXPR_READ:
    return read_of(s, n, slot_of(s, n), out);
  case ST_EXPR_HAS:
    return has_of(s, n, slot_of(s, n), out);
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
    return eval_follow(s, n, out);
  case ST_EXPR_EMPTY:
    return eval_empty(s, n, out);
  case ST_EXPR_HAS_OF:
    return eval_has_of(s, n, out);
  case ST_EXPR_NEGATE:
    status = eval(s, n->a, out);
    if (!status) *out = st_sat_sub(0, *out);
    return status;
  case ST_EXPR_NOT:
    status = eval(s, n->a, out);
    if (!status) *out = !*out;
    return status;
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_SUM:
    return eval_aggregate_once(s, node, out);
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
  return STRATA_EINVAL; /* unreachable: eval handles these */
}

static int64_t binary(st_expr_op op, int64_t a, int64_t b) {
  switch (op) {
  case ST_EXPR_ADD:
    return st_sat_add(a, b);
  case ST_EXPR_SUB:
    return st_sat_sub(a, b);
  case ST_EXPR_MUL:
    return st_sat_mul(a, b);
  case ST_EXPR_DIV:
    return b == 0 ? 0 : st_floor_div(a, b);
  case ST_EXPR_MIN:
    return a < b ? a : b;
  case ST_EXPR_MAX:
    return a > b ? a : b;
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
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
  case ST_EXPR_EMPTY:
  case ST_EXPR_NEGATE:
  case ST_EXPR_NOT:
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_SUM:
  case ST_EXPR_HAS_OF:
    break;
  }
  return 0; /* unreachable: these have no second operand */
}

static bool is_junction(const st_expr_node *n) {
  return n->op == ST_EXPR_AND || n->op == ST_EXPR_OR;
}

static bool is_binary(const st_expr_node *n) {
  return n->op >= ST_EXPR_ADD && n->op <= ST_EXPR_OR;
}

static strata_status eval(scope *s, uint32_t node, int64_t *out) {
  const st_expr_node *nodes = s->expr->nodes;
  uint32_t at = node;
  while (is_binary(&nodes[at])) {
    at = nodes[at].a;
  }
  int64_t value = 0;
  strata_status status = eval_operand(s, at, &value);
  while (!status && at != node) {
    at = nodes[at].up;
    if (is_junction(&nodes[at]) &&
        (nodes[at].op == ST_EXPR_OR) == (value != 0)) {
      continue; /* the left operand decides */
    }
    int64_t right = 0;
    status = eval(s, nodes[at].b, &right);
    value = binary((st_expr_op)nodes[at].op, value, right);
  }
  if (!status) *out = value;
  return status;
}

static strata_status match_each(scope *s, uint32_t node, uint32_t word,
                                uint64_t candidates, uint64_t *out) {
  uint64_t hits = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    uint32_t bit = st_lowest_bit(candidates);
    s->env.it = 64 * word + bit;
    int64_t value = 0;
    strata_status status = eval(s, node, &value);
    if (status) return status;
    hits |= (uint64_t)(value != 0) << bit;
  }
  *out = hits;
  return STRATA_OK;
}

/* As match_each, but a side that is the same for each entity is evaluated
 * once. At least one is not, or the whole would be. */
static strata_status match_compare(scope *s, uint32_t node, uint32_t word,
                                   uint64_t candidates, uint64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  bool each_a = s->expr->nodes[n->a].uses & ST_EXPR_USES_IT;
  bool each_b = s->expr->nodes[n->b].uses & ST_EXPR_USES_IT;
  int64_t a = 0;
  int64_t b = 0;
  strata_status status = STRATA_OK;
  if (!each_a) status = eval(s, n->a, &a);
  if (!each_b && !status) status = eval(s, n->b, &b);
  uint64_t hits = 0;
  for (; candidates != 0 && !status; candidates &= candidates - 1) {
    uint32_t bit = st_lowest_bit(candidates);
    s->env.it = 64 * word + bit;
    if (each_a) status = eval(s, n->a, &a);
    if (each_b && !status) status = eval(s, n->b, &b);
    hits |= (uint64_t)binary((st_expr_op)n->op, a, b) << bit;
  }
  if (!status) *out = hits;
  return status;
}

/* True of a list of `it` that is asked for one symbol by all. */
static bool is_same_symbol(const scope *s, const st_expr_node *n) {
  return s->expr->nodes[n->a].who == ST_WHO_IT &&
         !(s->expr->nodes[n->b].uses & ST_EXPR_USES_IT);
}

static strata_status match_has_of(scope *s, const st_expr_node *n,
                                  uint32_t word, uint64_t candidates,
                                  uint64_t *out) {
  strata_attr attr = s->expr->nodes[n->a].attr;
  int64_t symbol = 0;
  strata_status status = eval(s, n->b, &symbol);
  if (status) return status;
  uint32_t place = st_attr_domain_index(&s->expr->rules->attrs[attr - 1],
                                        (strata_symbol)symbol);
  *out = 0;
  if (place == UINT32_MAX) return STRATA_OK;
  return s->env.has_word(&s->env, word, attr, place, candidates, out);
}

/* A predicate that is no "and" or "or". */
static strata_status match_term(scope *s, uint32_t node, uint32_t word,
                                uint64_t candidates, uint64_t *out) {
  const st_expr_node *n = &s->expr->nodes[node];
  if (candidates == 0) {
    *out = 0;
    return STRATA_OK;
  }
  strata_status status;
  if (!(n->uses & ST_EXPR_USES_IT)) {
    int64_t value = 0;
    status = eval(s, node, &value);
    if (!status) *out = value != 0 ? candidates : 0;
    return status;
  }
  if (n->op == ST_EXPR_HAS) {
    return s->env.has_word(&s->env, word, n->attr, n->index, candidates, out);
  }
  if (n->op == ST_EXPR_HAS_OF && is_same_symbol(s, n)) {
    return match_has_of(s, n, word, candidates, out);
  }
  if (n->op == ST_EXPR_NOT) {
    uint64_t hits = 0;
    status = match(s, n->a, word, candidates, &hits);
    if (!status) *out = candidates & ~hits;
    return status;
  }
  if (n->op >= ST_EXPR_EQ && n->op <= ST_EXPR_GE) {
    return match_compare(s, node, word, candidates, out);
  }
  return match_each(s, node, word, candidates, out);
}

static strata_status match(scope *s, uint32_t node, uint32_t word,
                           uint64_t candidates, uint64_t *out) {
  const st_expr_node *nodes = s->expr->nodes;
  uint32_t at = node;
  while (is_junction(&nodes[at])) {
    at = nodes[at].a;
  }
  uint64_t hits = 0;
  strata_status status = match_term(s, at, word, candidates, &hits);
  while (!status && at != node) {
    at = nodes[at].up;
    bool both = nodes[at].op == ST_EXPR_AND;
    uint64_t open = both ? hits : candidates & ~hits;
    uint64_t more = 0;
    status = match(s, nodes[at].b, word, open, &more);
    hits = both ? more : hits | more;
  }
  if (!status) *out = hits;
  return status;
}

strata_status st_expr_eval(const strata_expr *expr, const st_expr_env *env,
                           int64_t *out) {
  assert(expr->rules == env->rules);
  scope s = {.expr = expr, .env = *env};
  return eval(&s, expr->node_count - 1, out);
}

strata_status st_expr_match(const strata_expr *expr, const st_expr_env *env,
                            uint32_t word, uint64_t candidates, uint64_t *out) {
  assert(expr->rules == env->rules);
  assert(expr->type == STRATA_FLAG);
  assert(word != 0 || !(candidates & 1)); /* slot 0 is nobody */
  scope s = {.expr = expr, .env = *env};
  return match(&s, expr->node_count - 1, word, candidates, out);
}

void st_expr_free(strata_expr *expr) {
  if (!expr) return;
  bool apart = expr->mem == &expr->own;
  st_mem own = expr->own; /* outlives the block that holds it */
  st_mem *mem = apart ? &own : expr->mem;
  st_mem_free(mem, expr->nodes, expr->node_count, sizeof expr->nodes[0]);
  st_mem_free(mem, expr->reads, expr->read_count, sizeof expr->reads[0]);
  st_mem_free(mem, expr->text, expr->text_size + 1, 1);
  st_mem_free(mem, expr, 1, sizeof *expr);
  assert(!apart || own.live_bytes == 0);
}
