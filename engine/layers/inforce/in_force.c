/*
 * plan.c - what is in force and must be worked out for the whole world.
 *
 * The plan is a cache of what rows and rules say: it holds no value. From it
 * follows which attributes the board keeps: those that some clause reads. All
 * else is folded for one entity when somebody asks.
 */
#include "layers/inforce/in_force.h"

#include "world/store/strings.h"

#include <string.h>

strata_status st_in_force_init(st_in_force *plan, st_mem *mem,
                               const strata_rules *rules) {
  *plan = (st_in_force){.mem = mem, .rules = rules, .stale = true};
  size_t count = (size_t)st_attr_count(rules) + 1; /* never 0 */
  plan->is_read = st_mem_zeroed(mem, count, sizeof plan->is_read[0]);
  plan->is_on_board = st_mem_zeroed(mem, count, sizeof plan->is_on_board[0]);
  plan->has_stacking = st_mem_zeroed(mem, count, sizeof plan->has_stacking[0]);
  plan->switch_group = st_mem_zeroed(mem, count, sizeof plan->switch_group[0]);
  plan->reads_whole_set =
      st_mem_zeroed(mem, count, sizeof plan->reads_whole_set[0]);
  plan->read_symbols = st_mem_zeroed(mem, count, sizeof plan->read_symbols[0]);
  plan->ability_in_use = st_mem_zeroed(mem, (size_t)rules->ability_count + 1,
                                       sizeof plan->ability_in_use[0]);
  bool ok = plan->is_read && plan->is_on_board && plan->has_stacking &&
            plan->switch_group && plan->reads_whole_set && plan->read_symbols &&
            plan->ability_in_use;
  for (uint32_t i = 0; ok && i < st_attr_count(rules); i++) {
    if (rules->attrs[i].type != STRATA_SET) continue;
    plan->read_symbols[i] = st_mem_zeroed(mem, rules->attrs[i].word_count,
                                          sizeof plan->read_symbols[i][0]);
    ok = plan->read_symbols[i] != NULL;
  }
  return ok ? STRATA_OK : STRATA_ENOMEM;
}

/* Plans are made anew as often as something changes what is read, and have the
 * same clauses again. */
static void release_clause(st_in_force *plan, st_created_clause *clause) {
  clause->next = plan->free_clauses;
  plan->free_clauses = clause;
}

static st_created_clause *acquire_clause(st_in_force *plan) {
  st_created_clause *clause = plan->free_clauses;
  if (!clause) {
    clause = st_mem_zeroed(plan->mem, 1, sizeof *clause);
    if (clause) plan->bytes += sizeof *clause;
    return clause;
  }
  plan->free_clauses = clause->next;
  *clause = (st_created_clause){.clause = {.parts = clause->clause.parts},
                                .part_capacity = clause->part_capacity};
  return clause;
}

static void free_released_clauses(st_in_force *plan) {
  while (plan->free_clauses) {
    st_created_clause *clause = plan->free_clauses;
    plan->free_clauses = clause->next;
    st_mem_free(plan->mem, clause->clause.parts, clause->part_capacity,
                sizeof clause->clause.parts[0]);
    st_mem_free(plan->mem, clause, 1, sizeof *clause);
  }
}

static void clear_in_force(st_in_force *plan) {
  /* The first one is to be the next to be taken. */
  for (size_t i = plan->clause_count; i-- > 0;) {
    release_clause(plan, plan->clauses[i]);
  }
  plan->clause_count = 0;
  if (plan->effect_clause_counts)
    memset(plan->effect_clause_counts, 0, plan->effect_capacity);
  size_t count = st_attr_count(plan->rules);
  memset(plan->is_read, 0, count * sizeof plan->is_read[0]);
  memset(plan->is_on_board, 0, count * sizeof plan->is_on_board[0]);
  memset(plan->has_stacking, 0, count * sizeof plan->has_stacking[0]);
  memset(plan->switch_group, 0, count * sizeof plan->switch_group[0]);
  memset(plan->reads_whole_set, 0, count * sizeof plan->reads_whole_set[0]);
  memset(plan->ability_in_use, 0,
         plan->rules->ability_count * sizeof plan->ability_in_use[0]);
  for (size_t i = 0; i < count; i++) {
    if (!plan->read_symbols[i]) continue;
    memset(plan->read_symbols[i], 0,
           plan->rules->attrs[i].word_count * sizeof plan->read_symbols[i][0]);
  }
  if (plan->text_flags) {
    memset(plan->text_flags, 0,
           plan->text_capacity * sizeof plan->text_flags[0]);
  }
  plan->abilities_act = false;
  plan->counts_entities = false;
  plan->tells_equals_apart = false;
  plan->follows_refs = false;
  plan->active = false;
  plan->stale = true;
}

void st_in_force_fini(st_in_force *plan) {
  if (!plan->mem) return;
  size_t count = (size_t)st_attr_count(plan->rules) + 1;
  for (size_t i = 0; i < plan->clause_count; i++) {
    release_clause(plan, plan->clauses[i]);
  }
  free_released_clauses(plan);
  st_mem_free(plan->mem, plan->clauses, plan->clause_capacity,
              sizeof plan->clauses[0]);
  st_mem_free(plan->mem, plan->is_read, count, sizeof plan->is_read[0]);
  st_mem_free(plan->mem, plan->is_on_board, count, sizeof plan->is_on_board[0]);
  st_mem_free(plan->mem, plan->has_stacking, count,
              sizeof plan->has_stacking[0]);
  st_mem_free(plan->mem, plan->switch_group, count,
              sizeof plan->switch_group[0]);
  st_mem_free(plan->mem, plan->reads_whole_set, count,
              sizeof plan->reads_whole_set[0]);
  for (size_t i = 0; plan->read_symbols && i + 1 < count; i++) {
    st_mem_free(plan->mem, plan->read_symbols[i],
                plan->rules->attrs[i].word_count,
                sizeof plan->read_symbols[i][0]);
  }
  st_mem_free(plan->mem, plan->read_symbols, count,
              sizeof plan->read_symbols[0]);
  st_mem_free(plan->mem, plan->ability_in_use,
              (size_t)plan->rules->ability_count + 1,
              sizeof plan->ability_in_use[0]);
  st_mem_free(plan->mem, plan->effect_clause_counts, plan->effect_capacity,
              sizeof plan->effect_clause_counts[0]);
  st_mem_free(plan->mem, plan->text_flags, plan->text_capacity,
              sizeof plan->text_flags[0]);
  *plan = (st_in_force){0};
}

/* -- What is read -- */

static void mark_found(st_in_force *plan, bool *what) {
  plan->found_new = plan->found_new || !*what;
  *what = true;
}

static void add_read_symbol(st_in_force *plan, strata_attr attr,
                            uint32_t index) {
  uint64_t *symbols = plan->read_symbols[attr - 1];
  if (!symbols || st_bit_test(symbols, index)) return;
  plan->found_new = true;
  st_bit_set(symbols, index, true);
}

/* Whether a node says which of several equal entities one is: as a value, or
 * held against another of them. Held against anybody else it may be: who is
 * named somewhere has no equal (classes.c). */
static bool node_tells_equals_apart(const strata_expr *expr, uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  if (node->op != ST_EXPR_REF) return false;
  if (node->who != ST_WHO_IT) return node->who == ST_WHO_OUTER;
  if (n + 1 == expr->node_count) return true;
  uint8_t above = expr->nodes[node->parent].op;
  return above != ST_EXPR_EQ && above != ST_EXPR_NE;
}

/* All that a predicate may read, and it may be told whole sets. */
static void add_predicate_reads(st_in_force *plan,
                                const st_predicate *predicate) {
  for (uint32_t i = 0; i < predicate->read_count; i++) {
    mark_found(plan, &plan->reads_whole_set[predicate->reads[i] - 1]);
  }
}

static void add_node_reads(st_in_force *plan, const strata_expr *expr,
                           uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  uint8_t op = node->op;
  if (op == ST_EXPR_HAS || op == ST_EXPR_FOLLOW_HAS) {
    add_read_symbol(plan, node->attr, node->index);
  } else if (op == ST_EXPR_READ || op == ST_EXPR_FOLLOW ||
             op == ST_EXPR_DISTINCT) {
    mark_found(plan, &plan->reads_whole_set[node->attr - 1]);
  } else if (op == ST_EXPR_ASK) {
    add_predicate_reads(plan, &plan->rules->predicates[node->index]);
  } else if (node_tells_equals_apart(expr, n)) {
    mark_found(plan, &plan->tells_equals_apart);
  }
}

static void add_expr_reads(st_in_force *plan, const strata_expr *expr) {
  if (!expr) return;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    mark_found(plan, &plan->is_read[expr->reads[i].attr - 1]);
  }
  if (expr->counts_entities) mark_found(plan, &plan->counts_entities);
  plan->follows_refs = plan->follows_refs || expr->follows_refs;
  for (uint32_t n = 0; n < expr->node_count; n++) {
    add_node_reads(plan, expr, n);
  }
}

/* Two attributes are switched somewhere: from now on they go together. */
static void join_switch_groups(st_in_force *plan, strata_attr a,
                               strata_attr b) {
  uint32_t *x = &plan->switch_group[a - 1];
  uint32_t *y = &plan->switch_group[b - 1];
  if (*x != 0 && *x == *y) return;
  plan->found_new = true;
  if (*x == 0) *x = a;
  if (*y == 0) *y = b;
  uint32_t from = *y;
  uint32_t to = *x;
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    if (plan->switch_group[i] == from) plan->switch_group[i] = to;
  }
}

/* Whether a part gives abilities that it names. */
static bool part_gives_abilities(const st_clause_part *part) {
  strata_op op = st_part_header_op(part->flags);
  return op == STRATA_OP_SET || op == STRATA_OP_ADD;
}

static void mark_ability_used(st_in_force *plan, uint32_t ability);

/* A text change can make one ability another. */
static void mark_renamed_ability_used(st_in_force *plan,
                                      const st_clause_part *part) {
  strata_attr attr = plan->rules->ability_attr;
  if (attr == 0 || st_part_header_op(part->flags) != STRATA_OP_SUBSTITUTE)
    return;
  uint32_t place =
      st_attr_domain_index(&plan->rules->attrs[attr - 1], part->to);
  if (place != UINT32_MAX) mark_ability_used(plan, place);
}

/* What must be known of an entity to tell what a part leaves of it. Abilities
 * that do something do it for one object each. */
static void add_target_reads(st_in_force *plan, const st_clause_part *part) {
  strata_attr attr = st_part_header_attr(part->flags);
  strata_op op = st_part_header_op(part->flags);
  bool takes = op == STRATA_OP_COPY || op == STRATA_OP_SUBSTITUTE ||
               op == STRATA_OP_BORROW;
  if (takes) mark_found(plan, &plan->reads_whole_set[attr - 1]);
  if (attr != plan->rules->ability_attr) return;
  bool acts = takes;
  for (uint32_t i = 0; part_gives_abilities(part) && i < part->ability_count;
       i++) {
    acts = acts || plan->rules->abilities[part->abilities[i]].clause_count > 0;
  }
  if (acts) mark_found(plan, &plan->tells_equals_apart);
}

static void add_clause_reads(st_in_force *plan, const st_clause *code) {
  add_expr_reads(plan, code->subject);
  add_expr_reads(plan, code->condition);
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    strata_attr attr = st_part_header_attr(part->flags);
    strata_op op = st_part_header_op(part->flags);
    add_expr_reads(plan, part->operand);
    if (op == STRATA_OP_BORROW || (op == STRATA_OP_COPY && part->operand)) {
      mark_found(plan, &plan->is_read[attr - 1]);
    }
    add_target_reads(plan, part);
    if (op == STRATA_OP_SWITCH)
      join_switch_groups(plan, attr, part->switched_attr);
    mark_renamed_ability_used(plan, part);
  }
}

/* An ability may be in somebody's list, and so may what it gives. Abilities
 * name others as deep as rules are written: `depth` cuts what names itself. */
static void mark_ability_used(st_in_force *plan, uint32_t ability) {
  if (plan->ability_in_use[ability]) return;
  plan->ability_in_use[ability] = true;
  const st_ability *a = &plan->rules->abilities[ability];
  if (a->clause_count > 0) mark_found(plan, &plan->abilities_act);
  for (uint32_t c = 0; c < a->clause_count; c++) {
    add_clause_reads(plan, &a->clauses[c]);
    for (uint32_t p = 0; p < a->clauses[c].part_count; p++) {
      const st_clause_part *part = &a->clauses[c].parts[p];
      for (uint32_t i = 0;
           part_gives_abilities(part) && i < part->ability_count; i++) {
        mark_ability_used(plan, part->abilities[i]);
      }
    }
  }
}

/* Room for what is seen of a text. */
static bool reserve_text_flags(st_in_force *plan, uint32_t text) {
  size_t old = plan->text_capacity;
  if (!st_mem_reserve(plan->mem, &plan->text_flags, &plan->text_capacity,
                      (size_t)text + 1, sizeof plan->text_flags[0])) {
    return false;
  }
  if (plan->text_capacity > old) {
    memset(plan->text_flags + old, 0,
           (plan->text_capacity - old) * sizeof plan->text_flags[0]);
  }
  return true;
}

static strata_status mark_text_abilities_used(st_in_force *plan,
                                              const st_store *store,
                                              st_text_cache *compiled,
                                              uint32_t text) {
  if (text == 0 || st_in_force_knows_list(plan, text)) return STRATA_OK;
  const uint32_t *abilities;
  uint32_t count;
  strata_status status =
      st_text_cache_abilities(compiled, store, text, &abilities, &count);
  if (status) return status;
  if (!reserve_text_flags(plan, text)) return STRATA_ENOMEM;
  plan->text_flags[text] |= ST_IN_FORCE_TEXT_SEEN;
  for (uint32_t i = 0; i < count; i++) {
    mark_ability_used(plan, abilities[i]);
    if (plan->rules->abilities[abilities[i]].clause_count > 0) {
      plan->text_flags[text] |= ST_IN_FORCE_TEXT_ACTS;
    }
  }
  return STRATA_OK;
}

/* All abilities that entities are printed with, those gone among them: a copy
 * may have been taken of one. */
static strata_status mark_printed_abilities_used(st_in_force *plan,
                                                 const st_store *store,
                                                 st_text_cache *compiled) {
  strata_attr attr = plan->rules->ability_attr;
  if (attr == 0) return STRATA_OK;
  uint32_t column = plan->rules->attrs[attr - 1].base_column;
  uint32_t top = st_entity_top(store);
  for (uint32_t slot = 1; slot <= top; slot++) {
    strata_status status = mark_text_abilities_used(
        plan, store, compiled, st_get32(store, column, slot));
    if (status) return status;
  }
  return STRATA_OK;
}

static void add_law_reads(st_in_force *plan) {
  for (uint32_t i = 0; i < plan->rules->law_count; i++) {
    const st_law *law = &plan->rules->laws[i];
    if (!st_law_has_parts(law)) continue;
    add_clause_reads(plan, &law->clause);
    if (law->counter) mark_found(plan, &plan->is_read[law->counter - 1]);
    for (uint32_t p = 0; p < law->clause.part_count; p++) {
      const st_clause_part *part = &law->clause.parts[p];
      for (uint32_t a = 0;
           part_gives_abilities(part) && a < part->ability_count; a++) {
        mark_ability_used(plan, part->abilities[a]);
      }
    }
  }
}

/* -- Clauses of created effects -- */

static strata_status compile_optional_text(st_text_cache *compiled,
                                           const st_store *store, uint32_t text,
                                           const strata_expr **out) {
  *out = NULL;
  return text == 0 ? STRATA_OK : st_text_cache_expr(compiled, store, text, out);
}

/* True of parts that change a number by one that they know: nearly all. */
static bool is_constant_number(const st_attr *attr, uint64_t verb) {
  return (attr->type == STRATA_INT || attr->type == STRATA_FLAG) &&
         st_part_header_op(verb) < STRATA_OP_SWITCH &&
         !(st_part_header_flags(verb) & ST_PART_COMPUTED);
}

/* The operand of a part of the state. */
static strata_status read_part_operand(const st_store *store,
                                       st_text_cache *compiled, uint32_t part,
                                       st_clause_part *out) {
  strata_attr attr = st_part_header_attr(out->flags);
  const st_attr *a = &store->rules->attrs[attr - 1];
  out->value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  if (ST_LIKELY(is_constant_number(a, out->flags))) return STRATA_OK;
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  strata_op op = st_part_header_op(out->flags);
  out->switched_attr = st_get32(store, ST_COLUMN_PART_OTHER_ATTR, part);
  if (op == STRATA_OP_BORROW) {
    out->ability_kind = (strata_ability_kind)out->value;
    return st_text_cache_expr_within(compiled, store, text, &out->operand);
  }
  if (st_part_header_flags(out->flags) & ST_PART_COMPUTED) {
    return compile_optional_text(compiled, store, text, &out->operand);
  }
  if (op == STRATA_OP_COPY || op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) {
    return STRATA_OK;
  }
  if (op == STRATA_OP_SUBSTITUTE) {
    return st_text_cache_substitution(compiled, store, text, &out->from,
                                      &out->to);
  }
  switch (a->type) {
  case STRATA_SET:
    return st_text_cache_symbol_set(compiled, store, text, attr, &out->words);
  case STRATA_ABILITIES:
    return st_text_cache_abilities(compiled, store, text, &out->abilities,
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
static bool part_reads_nothing(const st_in_force *plan, uint64_t verb) {
  strata_op op = st_part_header_op(verb);
  return op != STRATA_OP_SWITCH && op < STRATA_OP_COPY &&
         !(st_part_header_flags(verb) & ST_PART_COMPUTED) &&
         st_part_header_attr(verb) != plan->rules->ability_attr;
}

/* What an effect's parts are, as bits: read once for all that is asked of them.
 * An effect has a clause for those that are locked and one for those that are
 * open, and mostly but one of them. */
enum {
  PARTS_PLANNED = 1,
  PARTS_ON_BOARD = 2,
  PARTS_LOCKED = 4,
  PARTS_OPEN = 8,
  PARTS_READ = 16
};

/* The plan has to do with all parts of an effect, which stay together, or with
 * none. */
enum { PARTS_WANTED = PARTS_PLANNED | PARTS_ON_BOARD };

static unsigned classify_effect_parts(const st_in_force *plan,
                                      const st_store *store, uint32_t effect) {
  unsigned kinds = 0;
  uint32_t part = st_effect_first_part(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    kinds |=
        st_part_header_flags(verb) & ST_PART_OPEN ? PARTS_OPEN : PARTS_LOCKED;
    if (st_part_is_global(verb)) kinds |= PARTS_PLANNED;
    if (plan->is_on_board[st_part_header_attr(verb) - 1])
      kinds |= PARTS_ON_BOARD;
    if (!part_reads_nothing(plan, verb)) kinds |= PARTS_READ;
  }
  return kinds;
}

/* Room for one more part, which is written there: a copy would stall on its own
 * stores. */
static st_clause_part *append_clause_part(st_in_force *plan,
                                          st_created_clause *clause) {
  size_t room = clause->part_capacity;
  if (!st_mem_reserve(plan->mem, &clause->clause.parts, &clause->part_capacity,
                      (size_t)clause->clause.part_count + 1,
                      sizeof clause->clause.parts[0])) {
    return NULL;
  }
  plan->bytes +=
      (clause->part_capacity - room) * sizeof clause->clause.parts[0];
  return &clause->clause.parts[clause->clause.part_count];
}

/* The last part goes behind those of its layer and of earlier ones. */
static void sort_last_part(st_clause *code) {
  uint32_t at = code->part_count - 1;
  strata_layer layer = st_part_header_layer(code->parts[at].flags);
  if (at == 0 || st_part_header_layer(code->parts[at - 1].flags) <= layer)
    return;
  st_clause_part moved = code->parts[at];
  for (; at > 0 && st_part_header_layer(code->parts[at - 1].flags) > layer;
       at--) {
    code->parts[at] = code->parts[at - 1];
  }
  code->parts[at] = moved;
}

/* The parts of an effect that are locked, or those that are open. */
static strata_status read_effect_parts(st_in_force *plan, const st_store *store,
                                       st_text_cache *compiled,
                                       st_created_clause *clause, bool open) {
  uint32_t part = st_effect_first_part(store, clause->effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    uint32_t flags = st_part_header_flags(verb);
    if (((flags & ST_PART_OPEN) != 0) != open) continue;
    st_clause_part *made = append_clause_part(plan, clause);
    if (!made) return STRATA_ENOMEM;
    *made = (st_clause_part){.flags = verb};
    strata_status status = read_part_operand(store, compiled, part, made);
    if (status) return status;
    clause->clause.part_count++;
    sort_last_part(&clause->clause);
    if (!open) clause->locked_part = part;
    if (flags & ST_PART_GROUPED)
      plan->has_stacking[st_part_header_attr(verb) - 1] = true;
  }
  return STRATA_OK;
}

static bool reserve_effect_slot(st_in_force *plan, uint32_t effect) {
  size_t old = plan->effect_capacity;
  if (!st_mem_reserve(plan->mem, &plan->effect_clause_counts,
                      &plan->effect_capacity, (size_t)effect + 1,
                      sizeof plan->effect_clause_counts[0])) {
    return false;
  }
  if (plan->effect_capacity > old) {
    memset(plan->effect_clause_counts + old, 0, plan->effect_capacity - old);
  }
  return true;
}

static strata_status add_effect_clause(st_in_force *plan, const st_store *store,
                                       st_text_cache *compiled, uint32_t effect,
                                       bool open) {
  if (!st_mem_reserve(plan->mem, &plan->clauses, &plan->clause_capacity,
                      plan->clause_count + 1, sizeof plan->clauses[0]) ||
      !reserve_effect_slot(plan, effect)) {
    return STRATA_ENOMEM;
  }
  st_created_clause *clause = acquire_clause(plan);
  if (!clause) return STRATA_ENOMEM;
  clause->effect = effect;
  clause->serial = ++plan->next_serial;
  uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
  uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
  strata_status status = read_effect_parts(plan, store, compiled, clause, open);
  if (!status) {
    status = compile_optional_text(compiled, store, condition,
                                   &clause->clause.condition);
  }
  if (!status && open) {
    status = compile_optional_text(compiled, store, subject,
                                   &clause->clause.subject);
  }
  if (status) {
    release_clause(plan, clause);
    return status;
  }
  plan->clauses[plan->clause_count++] = clause;
  plan->effect_clause_counts[effect]++;
  return STRATA_OK;
}

static strata_status add_effect_clauses(st_in_force *plan,
                                        const st_store *store,
                                        st_text_cache *compiled,
                                        uint32_t effect, unsigned kinds) {
  strata_status status = STRATA_OK;
  if (kinds & PARTS_LOCKED) {
    status = add_effect_clause(plan, store, compiled, effect, false);
  }
  if ((kinds & PARTS_OPEN) && !status) {
    status = add_effect_clause(plan, store, compiled, effect, true);
  }
  return status;
}

/* What an expression of the state reads, which many effects may have. */
static strata_status add_text_reads(st_in_force *plan, const st_store *store,
                                    st_text_cache *compiled, uint32_t text) {
  bool seen = text < plan->text_capacity &&
              (plan->text_flags[text] & ST_IN_FORCE_TEXT_EXPR);
  if (text == 0 || seen) return STRATA_OK;
  const strata_expr *expr;
  strata_status status = st_text_cache_expr(compiled, store, text, &expr);
  if (status) return status;
  add_expr_reads(plan, expr);
  if (!reserve_text_flags(plan, text)) return STRATA_ENOMEM;
  plan->text_flags[text] |= ST_IN_FORCE_TEXT_EXPR;
  return STRATA_OK;
}

static strata_status add_effect_part_reads(st_in_force *plan,
                                           const st_store *store,
                                           st_text_cache *compiled,
                                           uint32_t effect) {
  strata_status status = STRATA_OK;
  uint32_t part = st_effect_first_part(store, effect);
  for (; !status && part != 0;
       part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    st_clause_part made = {
        .flags = st_get_split(store, ST_COLUMN_PART_HEADER, part)};
    if (part_reads_nothing(plan, made.flags)) continue;
    status = read_part_operand(store, compiled, part, &made);
    if (status) break;
    st_clause code = {.parts = &made, .part_count = 1};
    add_clause_reads(plan, &code);
    for (uint32_t i = 0; part_gives_abilities(&made) && i < made.ability_count;
         i++) {
      mark_ability_used(plan, made.abilities[i]);
    }
  }
  return status;
}

/* What an effect reads, and the abilities that it may give. */
static strata_status add_effect_reads(st_in_force *plan, const st_store *store,
                                      st_text_cache *compiled, uint32_t effect,
                                      unsigned kinds) {
  strata_status status = STRATA_OK;
  if (kinds & PARTS_PLANNED) { /* or it has neither */
    uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
    uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
    status = add_text_reads(plan, store, compiled, subject);
    if (!status) status = add_text_reads(plan, store, compiled, condition);
  }
  if (status || !(kinds & PARTS_READ)) return status;
  return add_effect_part_reads(plan, store, compiled, effect);
}

/* -- The whole -- */

/* What the board keeps: what is read and can be changed, whatever is switched
 * with it, and abilities, whose lists live there alone. */
static bool find_board_attrs(st_in_force *plan) {
  bool any = false;
  uint32_t count = st_attr_count(plan->rules);
  strata_attr abilities = plan->rules->ability_attr;
  if (abilities != 0) plan->is_read[abilities - 1] = true;
  for (uint32_t i = 0; i < count; i++) {
    plan->is_on_board[i] = plan->is_read[i] && plan->rules->attrs[i].layered;
    any = any || plan->is_on_board[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; plan->switch_group[i] && k < count; k++) {
      if (plan->switch_group[k] == plan->switch_group[i] &&
          plan->is_on_board[k]) {
        plan->is_on_board[i] = true;
        plan->is_read[i] = true;
      }
    }
  }
  return any;
}

/* Groups matter where the board has the attribute; those on one of two that are
 * switched matter to both. */
static void spread_stacking(st_in_force *plan) {
  uint32_t count = st_attr_count(plan->rules);
  for (uint32_t i = 0; i < count; i++) {
    plan->has_stacking[i] = plan->has_stacking[i] && plan->is_on_board[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; plan->switch_group[i] && k < count; k++) {
      if (plan->switch_group[k] == plan->switch_group[i] &&
          plan->has_stacking[k]) {
        plan->has_stacking[i] = true;
      }
    }
  }
}

/* The clauses from `half` on are of other effects than those before: put all in
 * the order of effects, as both halves are. */
static strata_status merge_clauses_by_effect(st_in_force *plan, size_t half) {
  size_t count = plan->clause_count;
  if (half == 0 || half == count) return STRATA_OK;
  if (!st_mem_reserve(plan->mem, &plan->clauses, &plan->clause_capacity,
                      count + half, sizeof plan->clauses[0])) {
    return STRATA_ENOMEM;
  }
  st_created_clause **clauses = plan->clauses;
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
static strata_status collect_planned_effects(st_in_force *plan,
                                             const st_store *store,
                                             st_text_cache *compiled) {
  uint32_t top = st_effect_top(store);
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_is_used(store, e)) continue;
    unsigned kinds = classify_effect_parts(plan, store, e);
    status = add_effect_reads(plan, store, compiled, e, kinds);
    if (!status && (kinds & PARTS_PLANNED)) {
      status = add_effect_clauses(plan, store, compiled, e, kinds);
    }
  }
  return status;
}

/* The clauses of others, on attributes that something reads. */
static strata_status collect_board_effects(st_in_force *plan,
                                           const st_store *store,
                                           st_text_cache *compiled) {
  uint32_t top = st_effect_top(store);
  size_t planned = plan->clause_count;
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_is_used(store, e) || st_in_force_has_effect(plan, e))
      continue;
    unsigned kinds = classify_effect_parts(plan, store, e);
    if (kinds & PARTS_ON_BOARD)
      status = add_effect_clauses(plan, store, compiled, e, kinds);
  }
  return status ? status : merge_clauses_by_effect(plan, planned);
}

static strata_status build_in_force(st_in_force *plan, const st_store *store,
                                    st_text_cache *compiled) {
  strata_status status = mark_printed_abilities_used(plan, store, compiled);
  add_law_reads(plan);
  bool any_planned = st_scalar_get(store, ST_SCALAR_GLOBAL_FIRST) != 0;
  if (!status && (any_planned || plan->rules->ability_attr != 0)) {
    status = collect_planned_effects(plan, store, compiled);
  }
  bool any_kept = !status && find_board_attrs(plan);
  if (any_kept) status = collect_board_effects(plan, store, compiled);
  if (status) return status;
  spread_stacking(plan);
  plan->active = plan->clause_count > 0 || plan->abilities_act ||
                 plan->rules->law_count > 0;
  return STRATA_OK;
}

strata_status st_in_force_build(st_in_force *plan, const st_store *store,
                                st_text_cache *compiled) {
  clear_in_force(plan);
  strata_status status = build_in_force(plan, store, compiled);
  if (status) {
    clear_in_force(plan);
  } else {
    plan->stale = false;
    plan->build_count++;
  }
  return status;
}

bool st_in_force_add_effect(st_in_force *plan, const st_store *store,
                            st_text_cache *compiled, uint32_t effect) {
  unsigned kinds = classify_effect_parts(plan, store, effect);
  if (!(kinds & PARTS_WANTED)) return false;
  plan->found_new = false;
  if (add_effect_reads(plan, store, compiled, effect, kinds) ||
      plan->found_new ||
      add_effect_clauses(plan, store, compiled, effect, kinds)) {
    plan->stale = true;
  }
  spread_stacking(plan);
  plan->active = plan->active || plan->clause_count > 0;
  return true;
}

bool st_in_force_remove_effect(st_in_force *plan, uint32_t effect) {
  size_t kept = 0;
  for (size_t i = 0; i < plan->clause_count; i++) {
    st_created_clause *clause = plan->clauses[i];
    if (clause->effect == effect) {
      plan->effect_clause_counts[effect]--;
      release_clause(plan, clause);
    } else {
      plan->clauses[kept++] = clause;
    }
  }
  bool found = kept != plan->clause_count;
  plan->clause_count = kept;
  return found;
}
