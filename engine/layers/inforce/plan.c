/*
 * plan.c - what is in force and must be worked out for the whole world.
 *
 * The plan is a cache of what rows and rules say: it holds no value. From it
 * follows which attributes the board keeps: those that some clause reads. All
 * else is folded for one entity when somebody asks.
 */
#include "layers/inforce/plan.h"

#include "world/store/strings.h"

#include <string.h>

strata_status st_plan_init(st_plan *plan, st_mem *mem,
                           const strata_rules *rules) {
  *plan = (st_plan){.mem = mem, .rules = rules, .stale = true};
  size_t count = (size_t)st_attr_count(rules) + 1; /* never 0 */
  plan->watched = st_mem_zeroed(mem, count, sizeof plan->watched[0]);
  plan->kept = st_mem_zeroed(mem, count, sizeof plan->kept[0]);
  plan->grouped = st_mem_zeroed(mem, count, sizeof plan->grouped[0]);
  plan->switched = st_mem_zeroed(mem, count, sizeof plan->switched[0]);
  plan->whole = st_mem_zeroed(mem, count, sizeof plan->whole[0]);
  plan->symbols = st_mem_zeroed(mem, count, sizeof plan->symbols[0]);
  plan->used = st_mem_zeroed(mem, (size_t)rules->ability_count + 1,
                             sizeof plan->used[0]);
  bool ok = plan->watched && plan->kept && plan->grouped && plan->switched &&
            plan->whole && plan->symbols && plan->used;
  for (uint32_t i = 0; ok && i < st_attr_count(rules); i++) {
    if (rules->attrs[i].type != STRATA_SET) continue;
    plan->symbols[i] =
        st_mem_zeroed(mem, rules->attrs[i].words, sizeof plan->symbols[i][0]);
    ok = plan->symbols[i] != NULL;
  }
  return ok ? STRATA_OK : STRATA_ENOMEM;
}

/* Plans are made anew as often as something changes what is read, and have the
 * same clauses again. */
static void free_clause(st_plan *plan, st_created *clause) {
  clause->next = plan->spare;
  plan->spare = clause;
}

static st_created *new_clause(st_plan *plan) {
  st_created *clause = plan->spare;
  if (!clause) {
    clause = st_mem_zeroed(plan->mem, 1, sizeof *clause);
    if (clause) plan->bytes += sizeof *clause;
    return clause;
  }
  plan->spare = clause->next;
  *clause = (st_created){.code = {.parts = clause->code.parts},
                         .part_capacity = clause->part_capacity};
  return clause;
}

static void free_spare(st_plan *plan) {
  while (plan->spare) {
    st_created *clause = plan->spare;
    plan->spare = clause->next;
    st_mem_free(plan->mem, clause->code.parts, clause->part_capacity,
                sizeof clause->code.parts[0]);
    st_mem_free(plan->mem, clause, 1, sizeof *clause);
  }
}

static void clear(st_plan *plan) {
  /* The first one is to be the next to be taken. */
  for (size_t i = plan->clause_count; i-- > 0;) {
    free_clause(plan, plan->clauses[i]);
  }
  plan->clause_count = 0;
  if (plan->listed) memset(plan->listed, 0, plan->listed_capacity);
  size_t count = st_attr_count(plan->rules);
  memset(plan->watched, 0, count * sizeof plan->watched[0]);
  memset(plan->kept, 0, count * sizeof plan->kept[0]);
  memset(plan->grouped, 0, count * sizeof plan->grouped[0]);
  memset(plan->switched, 0, count * sizeof plan->switched[0]);
  memset(plan->whole, 0, count * sizeof plan->whole[0]);
  memset(plan->used, 0, plan->rules->ability_count * sizeof plan->used[0]);
  for (size_t i = 0; i < count; i++) {
    if (!plan->symbols[i]) continue;
    memset(plan->symbols[i], 0,
           plan->rules->attrs[i].words * sizeof plan->symbols[i][0]);
  }
  if (plan->seen) {
    memset(plan->seen, 0, plan->seen_capacity * sizeof plan->seen[0]);
  }
  plan->has_clauses = false;
  plan->census = false;
  plan->apart = false;
  plan->follows = false;
  plan->active = false;
  plan->stale = true;
}

void st_plan_fini(st_plan *plan) {
  if (!plan->mem) return;
  size_t count = (size_t)st_attr_count(plan->rules) + 1;
  for (size_t i = 0; i < plan->clause_count; i++) {
    free_clause(plan, plan->clauses[i]);
  }
  free_spare(plan);
  st_mem_free(plan->mem, plan->clauses, plan->clause_capacity,
              sizeof plan->clauses[0]);
  st_mem_free(plan->mem, plan->watched, count, sizeof plan->watched[0]);
  st_mem_free(plan->mem, plan->kept, count, sizeof plan->kept[0]);
  st_mem_free(plan->mem, plan->grouped, count, sizeof plan->grouped[0]);
  st_mem_free(plan->mem, plan->switched, count, sizeof plan->switched[0]);
  st_mem_free(plan->mem, plan->whole, count, sizeof plan->whole[0]);
  for (size_t i = 0; plan->symbols && i + 1 < count; i++) {
    st_mem_free(plan->mem, plan->symbols[i], plan->rules->attrs[i].words,
                sizeof plan->symbols[i][0]);
  }
  st_mem_free(plan->mem, plan->symbols, count, sizeof plan->symbols[0]);
  st_mem_free(plan->mem, plan->used, (size_t)plan->rules->ability_count + 1,
              sizeof plan->used[0]);
  st_mem_free(plan->mem, plan->listed, plan->listed_capacity,
              sizeof plan->listed[0]);
  st_mem_free(plan->mem, plan->seen, plan->seen_capacity, sizeof plan->seen[0]);
  *plan = (st_plan){0};
}

/* -- What is read -- */

static void find(st_plan *plan, bool *what) {
  plan->grew = plan->grew || !*what;
  *what = true;
}

static void watch_symbol(st_plan *plan, strata_attr attr, uint32_t index) {
  uint64_t *symbols = plan->symbols[attr - 1];
  if (!symbols || st_bit_test(symbols, index)) return;
  plan->grew = true;
  st_bit_put(symbols, index, true);
}

/* Whether a node says which of several equal entities one is: as a value, or
 * held against another of them. Held against anybody else it may be: who is
 * named somewhere has no equal (classes.c). */
static bool tells_apart(const strata_expr *expr, uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  if (node->op != ST_EXPR_REF) return false;
  if (node->who != ST_WHO_IT) return node->who == ST_WHO_OUTER;
  if (n + 1 == expr->node_count) return true;
  uint8_t above = expr->nodes[node->up].op;
  return above != ST_EXPR_EQ && above != ST_EXPR_NE;
}

/* All that a predicate may read, and it may be told whole sets. */
static void watch_predicate(st_plan *plan, const st_predicate *predicate) {
  for (uint32_t i = 0; i < predicate->read_count; i++) {
    find(plan, &plan->whole[predicate->reads[i] - 1]);
  }
}

static void watch_node(st_plan *plan, const strata_expr *expr, uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  uint8_t op = node->op;
  if (op == ST_EXPR_HAS || op == ST_EXPR_FOLLOW_HAS) {
    watch_symbol(plan, node->attr, node->index);
  } else if (op == ST_EXPR_READ || op == ST_EXPR_FOLLOW ||
             op == ST_EXPR_DISTINCT) {
    find(plan, &plan->whole[node->attr - 1]);
  } else if (op == ST_EXPR_ASK) {
    watch_predicate(plan, &plan->rules->predicates[node->index]);
  } else if (tells_apart(expr, n)) {
    find(plan, &plan->apart);
  }
}

static void watch_expr(st_plan *plan, const strata_expr *expr) {
  if (!expr) return;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    find(plan, &plan->watched[expr->reads[i].attr - 1]);
  }
  if (expr->population) find(plan, &plan->census);
  plan->follows = plan->follows || expr->follows;
  for (uint32_t n = 0; n < expr->node_count; n++) {
    watch_node(plan, expr, n);
  }
}

/* Two attributes are switched somewhere: from now on they go together. */
static void join_switched(st_plan *plan, strata_attr a, strata_attr b) {
  uint32_t *x = &plan->switched[a - 1];
  uint32_t *y = &plan->switched[b - 1];
  if (*x != 0 && *x == *y) return;
  plan->grew = true;
  if (*x == 0) *x = a;
  if (*y == 0) *y = b;
  uint32_t from = *y;
  uint32_t to = *x;
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    if (plan->switched[i] == from) plan->switched[i] = to;
  }
}

/* Whether a part gives abilities that it names. */
static bool gives(const st_clause_part *part) {
  strata_op op = st_verb_op(part->verb);
  return op == STRATA_OP_SET || op == STRATA_OP_ADD;
}

static void use_ability(st_plan *plan, uint32_t ability);

/* A text change can make one ability another. */
static void use_renamed(st_plan *plan, const st_clause_part *part) {
  strata_attr attr = plan->rules->ability_attr;
  if (attr == 0 || st_verb_op(part->verb) != STRATA_OP_SUBSTITUTE) return;
  uint32_t place =
      st_attr_domain_index(&plan->rules->attrs[attr - 1], part->to);
  if (place != UINT32_MAX) use_ability(plan, place);
}

/* What must be known of an entity to tell what a part leaves of it. Abilities
 * that do something do it for one object each. */
static void watch_change(st_plan *plan, const st_clause_part *part) {
  strata_attr attr = st_verb_attr(part->verb);
  strata_op op = st_verb_op(part->verb);
  bool takes = op == STRATA_OP_COPY || op == STRATA_OP_SUBSTITUTE ||
               op == STRATA_OP_BORROW;
  if (takes) find(plan, &plan->whole[attr - 1]);
  if (attr != plan->rules->ability_attr) return;
  bool acts = takes;
  for (uint32_t i = 0; gives(part) && i < part->ability_count; i++) {
    acts = acts || plan->rules->abilities[part->abilities[i]].clause_count > 0;
  }
  if (acts) find(plan, &plan->apart);
}

static void watch_code(st_plan *plan, const st_clause_code *code) {
  watch_expr(plan, code->subject);
  watch_expr(plan, code->condition);
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    strata_attr attr = st_verb_attr(part->verb);
    strata_op op = st_verb_op(part->verb);
    watch_expr(plan, part->operand);
    if (op == STRATA_OP_BORROW || (op == STRATA_OP_COPY && part->operand)) {
      find(plan, &plan->watched[attr - 1]);
    }
    watch_change(plan, part);
    if (op == STRATA_OP_SWITCH) join_switched(plan, attr, part->other);
    use_renamed(plan, part);
  }
}

/* An ability may be in somebody's list, and so may what it gives. Abilities
 * name others as deep as rules are written: `depth` cuts what names itself. */
static void use_ability(st_plan *plan, uint32_t ability) {
  if (plan->used[ability]) return;
  plan->used[ability] = true;
  const st_ability *a = &plan->rules->abilities[ability];
  if (a->clause_count > 0) find(plan, &plan->has_clauses);
  for (uint32_t c = 0; c < a->clause_count; c++) {
    watch_code(plan, &a->clauses[c]);
    for (uint32_t p = 0; p < a->clauses[c].part_count; p++) {
      const st_clause_part *part = &a->clauses[c].parts[p];
      for (uint32_t i = 0; gives(part) && i < part->ability_count; i++) {
        use_ability(plan, part->abilities[i]);
      }
    }
  }
}

/* Room for what is seen of a text. */
static bool see(st_plan *plan, uint32_t text) {
  size_t old = plan->seen_capacity;
  if (!st_mem_reserve(plan->mem, &plan->seen, &plan->seen_capacity,
                      (size_t)text + 1, sizeof plan->seen[0])) {
    return false;
  }
  if (plan->seen_capacity > old) {
    memset(plan->seen + old, 0,
           (plan->seen_capacity - old) * sizeof plan->seen[0]);
  }
  return true;
}

static strata_status use_text(st_plan *plan, const st_store *store,
                              st_compiled *compiled, uint32_t text) {
  if (text == 0 || st_plan_knows(plan, text)) return STRATA_OK;
  const uint32_t *abilities;
  uint32_t count;
  strata_status status =
      st_compiled_abilities(compiled, store, text, &abilities, &count);
  if (status) return status;
  if (!see(plan, text)) return STRATA_ENOMEM;
  plan->seen[text] |= ST_SEEN;
  for (uint32_t i = 0; i < count; i++) {
    use_ability(plan, abilities[i]);
    if (plan->rules->abilities[abilities[i]].clause_count > 0) {
      plan->seen[text] |= ST_SEEN_CLAUSES;
    }
  }
  return STRATA_OK;
}

/* All abilities that entities are printed with, those gone among them: a copy
 * may have been taken of one. */
static strata_status use_lists(st_plan *plan, const st_store *store,
                               st_compiled *compiled) {
  strata_attr attr = plan->rules->ability_attr;
  if (attr == 0) return STRATA_OK;
  uint32_t column = plan->rules->attrs[attr - 1].column;
  uint32_t top = st_entity_top(store);
  for (uint32_t slot = 1; slot <= top; slot++) {
    strata_status status =
        use_text(plan, store, compiled, st_get32(store, column, slot));
    if (status) return status;
  }
  return STRATA_OK;
}

static void use_laws(st_plan *plan) {
  for (uint32_t i = 0; i < plan->rules->law_count; i++) {
    const st_law *law = &plan->rules->laws[i];
    if (!st_law_applies(law)) continue;
    watch_code(plan, &law->clause);
    if (law->counter) find(plan, &plan->watched[law->counter - 1]);
    for (uint32_t p = 0; p < law->clause.part_count; p++) {
      const st_clause_part *part = &law->clause.parts[p];
      for (uint32_t a = 0; gives(part) && a < part->ability_count; a++) {
        use_ability(plan, part->abilities[a]);
      }
    }
  }
}

/* -- Clauses of created effects -- */

static strata_status compile(st_compiled *compiled, const st_store *store,
                             uint32_t text, const strata_expr **out) {
  *out = NULL;
  return text == 0 ? STRATA_OK : st_compiled_expr(compiled, store, text, out);
}

/* True of parts that change a number by one that they know: nearly all. */
static bool is_plain_number(const st_attr *attr, uint64_t verb) {
  return (attr->type == STRATA_INT || attr->type == STRATA_FLAG) &&
         st_verb_op(verb) < STRATA_OP_SWITCH &&
         !(st_verb_flags(verb) & ST_PART_COMPUTED);
}

/* The operand of a part of the state. */
static strata_status read_operand(const st_store *store, st_compiled *compiled,
                                  uint32_t part, st_clause_part *out) {
  strata_attr attr = st_verb_attr(out->verb);
  const st_attr *a = &store->rules->attrs[attr - 1];
  out->value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  if (ST_LIKELY(is_plain_number(a, out->verb))) return STRATA_OK;
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  strata_op op = st_verb_op(out->verb);
  out->other = st_get32(store, ST_COLUMN_PART_OTHER, part);
  if (op == STRATA_OP_BORROW) {
    out->kind = (strata_ability_kind)out->value;
    return st_compiled_within(compiled, store, text, &out->operand);
  }
  if (st_verb_flags(out->verb) & ST_PART_COMPUTED) {
    return compile(compiled, store, text, &out->operand);
  }
  if (op == STRATA_OP_COPY || op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) {
    return STRATA_OK;
  }
  if (op == STRATA_OP_SUBSTITUTE) {
    return st_compiled_pair(compiled, store, text, &out->from, &out->to);
  }
  switch (a->type) {
  case STRATA_SET:
    return st_compiled_words(compiled, store, text, attr, &out->words);
  case STRATA_ABILITIES:
    return st_compiled_abilities(compiled, store, text, &out->abilities,
                                 &out->ability_count);
  case STRATA_SYM:
    out->value = st_get32(store, ST_COLUMN_PART_SYMBOL, part);
    return STRATA_OK;
  case STRATA_TEXT:
    out->value = text;
    return STRATA_OK;
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
    break;
  }
  return STRATA_OK;
}

/* True of parts that do the same whatever anything reads: by what they know,
 * and to no list of abilities. */
static bool watches_nothing(const st_plan *plan, uint64_t verb) {
  strata_op op = st_verb_op(verb);
  return op != STRATA_OP_SWITCH && op < STRATA_OP_COPY &&
         !(st_verb_flags(verb) & ST_PART_COMPUTED) &&
         st_verb_attr(verb) != plan->rules->ability_attr;
}

/* What an effect's parts are, as bits: read once for all that is asked of them.
 * An effect has a clause for those that are locked and one for those that are
 * open, and mostly but one of them. */
enum { PLANNED = 1, KEPT = 2, LOCKED = 4, OPEN = 8, WATCHES = 16 };

/* The plan has to do with all parts of an effect, which stay together, or with
 * none. */
enum { WANTED = PLANNED | KEPT };

static unsigned look_at_parts(const st_plan *plan, const st_store *store,
                              uint32_t effect) {
  unsigned kinds = 0;
  uint32_t part = st_effect_parts(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_VERB, part);
    kinds |= st_verb_flags(verb) & ST_PART_OPEN ? OPEN : LOCKED;
    if (st_part_is_planned(verb)) kinds |= PLANNED;
    if (plan->kept[st_verb_attr(verb) - 1]) kinds |= KEPT;
    if (!watches_nothing(plan, verb)) kinds |= WATCHES;
  }
  return kinds;
}

/* Room for one more part, which is written there: a copy would stall on its own
 * stores. */
static st_clause_part *next_part(st_plan *plan, st_created *clause) {
  size_t room = clause->part_capacity;
  if (!st_mem_reserve(plan->mem, &clause->code.parts, &clause->part_capacity,
                      (size_t)clause->code.part_count + 1,
                      sizeof clause->code.parts[0])) {
    return NULL;
  }
  plan->bytes += (clause->part_capacity - room) * sizeof clause->code.parts[0];
  return &clause->code.parts[clause->code.part_count];
}

/* The last part goes behind those of its layer and of earlier ones. */
static void order_last_part(st_clause_code *code) {
  uint32_t at = code->part_count - 1;
  strata_layer layer = st_verb_layer(code->parts[at].verb);
  if (at == 0 || st_verb_layer(code->parts[at - 1].verb) <= layer) return;
  st_clause_part moved = code->parts[at];
  for (; at > 0 && st_verb_layer(code->parts[at - 1].verb) > layer; at--) {
    code->parts[at] = code->parts[at - 1];
  }
  code->parts[at] = moved;
}

/* The parts of an effect that are locked, or those that are open. */
static strata_status make_parts(st_plan *plan, const st_store *store,
                                st_compiled *compiled, st_created *clause,
                                bool open) {
  uint32_t part = st_effect_parts(store, clause->effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_VERB, part);
    uint32_t flags = st_verb_flags(verb);
    if (((flags & ST_PART_OPEN) != 0) != open) continue;
    st_clause_part *made = next_part(plan, clause);
    if (!made) return STRATA_ENOMEM;
    *made = (st_clause_part){.verb = verb};
    strata_status status = read_operand(store, compiled, part, made);
    if (status) return status;
    clause->code.part_count++;
    order_last_part(&clause->code);
    if (!open) clause->locked = part;
    if (flags & ST_PART_GROUPED) plan->grouped[st_verb_attr(verb) - 1] = true;
  }
  return STRATA_OK;
}

static bool make_room(st_plan *plan, uint32_t effect) {
  size_t old = plan->listed_capacity;
  if (!st_mem_reserve(plan->mem, &plan->listed, &plan->listed_capacity,
                      (size_t)effect + 1, sizeof plan->listed[0])) {
    return false;
  }
  if (plan->listed_capacity > old) {
    memset(plan->listed + old, 0, plan->listed_capacity - old);
  }
  return true;
}

static strata_status make_clause(st_plan *plan, const st_store *store,
                                 st_compiled *compiled, uint32_t effect,
                                 bool open) {
  if (!st_mem_reserve(plan->mem, &plan->clauses, &plan->clause_capacity,
                      plan->clause_count + 1, sizeof plan->clauses[0]) ||
      !make_room(plan, effect)) {
    return STRATA_ENOMEM;
  }
  st_created *clause = new_clause(plan);
  if (!clause) return STRATA_ENOMEM;
  clause->effect = effect;
  clause->serial = ++plan->next_serial;
  uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
  uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
  strata_status status = make_parts(plan, store, compiled, clause, open);
  if (!status) {
    status = compile(compiled, store, condition, &clause->code.condition);
  }
  if (!status && open) {
    status = compile(compiled, store, subject, &clause->code.subject);
  }
  if (status) {
    free_clause(plan, clause);
    return status;
  }
  plan->clauses[plan->clause_count++] = clause;
  plan->listed[effect]++;
  return STRATA_OK;
}

static strata_status make_clauses(st_plan *plan, const st_store *store,
                                  st_compiled *compiled, uint32_t effect,
                                  unsigned kinds) {
  strata_status status = STRATA_OK;
  if (kinds & LOCKED) {
    status = make_clause(plan, store, compiled, effect, false);
  }
  if ((kinds & OPEN) && !status) {
    status = make_clause(plan, store, compiled, effect, true);
  }
  return status;
}

/* What an expression of the state reads, which many effects may have. */
static strata_status watch_text(st_plan *plan, const st_store *store,
                                st_compiled *compiled, uint32_t text) {
  bool seen = text < plan->seen_capacity && (plan->seen[text] & ST_SEEN_EXPR);
  if (text == 0 || seen) return STRATA_OK;
  const strata_expr *expr;
  strata_status status = st_compiled_expr(compiled, store, text, &expr);
  if (status) return status;
  watch_expr(plan, expr);
  if (!see(plan, text)) return STRATA_ENOMEM;
  plan->seen[text] |= ST_SEEN_EXPR;
  return STRATA_OK;
}

static strata_status watch_parts(st_plan *plan, const st_store *store,
                                 st_compiled *compiled, uint32_t effect) {
  strata_status status = STRATA_OK;
  uint32_t part = st_effect_parts(store, effect);
  for (; !status && part != 0;
       part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    st_clause_part made = {.verb =
                               st_get_split(store, ST_COLUMN_PART_VERB, part)};
    if (watches_nothing(plan, made.verb)) continue;
    status = read_operand(store, compiled, part, &made);
    if (status) break;
    st_clause_code code = {.parts = &made, .part_count = 1};
    watch_code(plan, &code);
    for (uint32_t i = 0; gives(&made) && i < made.ability_count; i++) {
      use_ability(plan, made.abilities[i]);
    }
  }
  return status;
}

/* What an effect reads, and the abilities that it may give. */
static strata_status watch_effect(st_plan *plan, const st_store *store,
                                  st_compiled *compiled, uint32_t effect,
                                  unsigned kinds) {
  strata_status status = STRATA_OK;
  if (kinds & PLANNED) { /* or it has neither */
    uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
    uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
    status = watch_text(plan, store, compiled, subject);
    if (!status) status = watch_text(plan, store, compiled, condition);
  }
  if (status || !(kinds & WATCHES)) return status;
  return watch_parts(plan, store, compiled, effect);
}

/* -- The whole -- */

/* What the board keeps: what is read and can be changed, whatever is switched
 * with it, and abilities, whose lists live there alone. */
static bool find_kept(st_plan *plan) {
  bool any = false;
  uint32_t count = st_attr_count(plan->rules);
  strata_attr abilities = plan->rules->ability_attr;
  if (abilities != 0) plan->watched[abilities - 1] = true;
  for (uint32_t i = 0; i < count; i++) {
    plan->kept[i] = plan->watched[i] && plan->rules->attrs[i].layered;
    any = any || plan->kept[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; plan->switched[i] && k < count; k++) {
      if (plan->switched[k] == plan->switched[i] && plan->kept[k]) {
        plan->kept[i] = true;
        plan->watched[i] = true;
      }
    }
  }
  return any;
}

/* Groups matter where the board has the attribute; those on one of two that are
 * switched matter to both. */
static void spread_grouped(st_plan *plan) {
  uint32_t count = st_attr_count(plan->rules);
  for (uint32_t i = 0; i < count; i++) {
    plan->grouped[i] = plan->grouped[i] && plan->kept[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; plan->switched[i] && k < count; k++) {
      if (plan->switched[k] == plan->switched[i] && plan->grouped[k]) {
        plan->grouped[i] = true;
      }
    }
  }
}

/* The clauses from `half` on are of other effects than those before: put all in
 * the order of effects, as both halves are. */
static strata_status merge_clauses(st_plan *plan, size_t half) {
  size_t count = plan->clause_count;
  if (half == 0 || half == count) return STRATA_OK;
  if (!st_mem_reserve(plan->mem, &plan->clauses, &plan->clause_capacity,
                      count + half, sizeof plan->clauses[0])) {
    return STRATA_ENOMEM;
  }
  st_created **clauses = plan->clauses;
  memcpy(clauses + count, clauses, half * sizeof clauses[0]);
  size_t left = count;
  size_t right = half;
  for (size_t i = 0; left < count + half; i++) {
    bool take_right =
        right < count && clauses[right]->effect < clauses[left]->effect;
    clauses[i] = take_right ? clauses[right++] : clauses[left++];
  }
  return STRATA_OK;
}

/* What effects read, and the clauses of those that are planned whatever that
 * is. */
static strata_status take_planned(st_plan *plan, const st_store *store,
                                  st_compiled *compiled) {
  uint32_t top = st_effect_top(store);
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_used(store, e)) continue;
    unsigned kinds = look_at_parts(plan, store, e);
    status = watch_effect(plan, store, compiled, e, kinds);
    if (!status && (kinds & PLANNED)) {
      status = make_clauses(plan, store, compiled, e, kinds);
    }
  }
  return status;
}

/* The clauses of others, on attributes that something reads. */
static strata_status take_kept(st_plan *plan, const st_store *store,
                               st_compiled *compiled) {
  uint32_t top = st_effect_top(store);
  size_t planned = plan->clause_count;
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_used(store, e) || st_plan_has(plan, e)) continue;
    unsigned kinds = look_at_parts(plan, store, e);
    if (kinds & KEPT) status = make_clauses(plan, store, compiled, e, kinds);
  }
  return status ? status : merge_clauses(plan, planned);
}

static strata_status build(st_plan *plan, const st_store *store,
                           st_compiled *compiled) {
  strata_status status = use_lists(plan, store, compiled);
  use_laws(plan);
  bool any_planned = st_scalar_get(store, ST_SCALAR_PLANNED) != 0;
  if (!status && (any_planned || plan->rules->ability_attr != 0)) {
    status = take_planned(plan, store, compiled);
  }
  bool any_kept = !status && find_kept(plan);
  if (any_kept) status = take_kept(plan, store, compiled);
  if (status) return status;
  spread_grouped(plan);
  plan->active =
      plan->clause_count > 0 || plan->has_clauses || plan->rules->law_count > 0;
  return STRATA_OK;
}

strata_status st_plan_build(st_plan *plan, const st_store *store,
                            st_compiled *compiled) {
  clear(plan);
  strata_status status = build(plan, store, compiled);
  if (status) {
    clear(plan);
  } else {
    plan->stale = false;
    plan->made++;
  }
  return status;
}

bool st_plan_add(st_plan *plan, const st_store *store, st_compiled *compiled,
                 uint32_t effect) {
  unsigned kinds = look_at_parts(plan, store, effect);
  if (!(kinds & WANTED)) return false;
  plan->grew = false;
  if (watch_effect(plan, store, compiled, effect, kinds) || plan->grew ||
      make_clauses(plan, store, compiled, effect, kinds)) {
    plan->stale = true;
  }
  spread_grouped(plan);
  plan->active = plan->active || plan->clause_count > 0;
  return true;
}

bool st_plan_remove(st_plan *plan, uint32_t effect) {
  size_t kept = 0;
  for (size_t i = 0; i < plan->clause_count; i++) {
    st_created *clause = plan->clauses[i];
    if (clause->effect == effect) {
      plan->listed[effect]--;
      free_clause(plan, clause);
    } else {
      plan->clauses[kept++] = clause;
    }
  }
  bool found = kept != plan->clause_count;
  plan->clause_count = kept;
  return found;
}
