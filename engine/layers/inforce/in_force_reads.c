/*
 * in_force_reads.c - records what the clauses in force read.
 *
 * Reads are marks in the in-force set that are only ever set; a rebuild clears
 * them all. `has_new_marks` tells the caller whether a mark is new: a created
 * effect that reads nothing new joins the set without a rebuild.
 *
 * Abilities are followed through what they give. The recursion ends because an
 * ability is followed once, when it is first marked as used.
 */
#include "layers/inforce/in_force_reads.h"

static void set_mark(st_in_force *in_force, bool *mark) {
  in_force->has_new_marks = in_force->has_new_marks || !*mark;
  *mark = true;
}

static void add_read_symbol(st_in_force *in_force, strata_attr attr,
                            uint32_t index) {
  uint64_t *symbols = in_force->read_symbols[attr - 1];
  if (!symbols || st_bit_test(symbols, index)) return;
  in_force->has_new_marks = true;
  st_bit_set(symbols, index, true);
}

/* Whether a node tells several equal entities apart: it yields the entity as a
 * value, or compares it with another entity in question. Comparing `it` with
 * any other entity tells nothing apart, because an entity that something names
 * has a class of its own (class_sharing.c). Who is on top of a zone has none:
 * where more is asked of him than his values, he must be told apart. */
static bool node_tells_equals_apart(const strata_expr *expr, uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  uint8_t above = expr->nodes[node->parent].op;
  bool is_root = n + 1 == expr->node_count;
  if (node->op == ST_EXPR_TOP) {
    return is_root || (above != ST_EXPR_FOLLOW && above != ST_EXPR_FOLLOW_HAS);
  }
  if (node->op != ST_EXPR_REF) return false;
  if (node->who != ST_WHO_IT) return node->who == ST_WHO_OUTER;
  if (is_root) return true;
  return above != ST_EXPR_EQ && above != ST_EXPR_NE;
}

/* Host predicates may read all that they declare, and of SETs every symbol. */
static void add_predicate_reads(st_in_force *in_force,
                                const st_predicate *predicate) {
  for (uint32_t i = 0; i < predicate->read_count; i++) {
    set_mark(in_force, &in_force->reads_whole_set[predicate->reads[i] - 1]);
  }
}

static void add_node_reads(st_in_force *in_force, const strata_expr *expr,
                           uint32_t n) {
  const st_expr_node *node = &expr->nodes[n];
  uint8_t op = node->op;
  if (op == ST_EXPR_HAS || op == ST_EXPR_FOLLOW_HAS) {
    add_read_symbol(in_force, node->attr, node->index);
  } else if (op == ST_EXPR_READ || op == ST_EXPR_FOLLOW ||
             op == ST_EXPR_DISTINCT) {
    set_mark(in_force, &in_force->reads_whole_set[node->attr - 1]);
  } else if (op == ST_EXPR_ASK) {
    add_predicate_reads(in_force, &in_force->rules->predicates[node->index]);
  } else if (node_tells_equals_apart(expr, n)) {
    set_mark(in_force, &in_force->tells_equals_apart);
  }
}

static void add_expr_reads(st_in_force *in_force, const strata_expr *expr) {
  if (!expr) return;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    set_mark(in_force, &in_force->is_read[expr->reads[i].attr - 1]);
  }
  if (expr->counts_entities) set_mark(in_force, &in_force->counts_entities);
  if (expr->asks_tops) set_mark(in_force, &in_force->asks_tops);
  in_force->follows_refs = in_force->follows_refs || expr->follows_refs;
  for (uint32_t n = 0; n < expr->node_count; n++) {
    add_node_reads(in_force, expr, n);
  }
}

/* A SWITCH of two attributes joins their switch groups. */
static void join_switch_groups(st_in_force *in_force, strata_attr a,
                               strata_attr b) {
  uint32_t *x = &in_force->switch_group[a - 1];
  uint32_t *y = &in_force->switch_group[b - 1];
  if (*x != 0 && *x == *y) return;
  in_force->has_new_marks = true;
  if (*x == 0) *x = a;
  if (*y == 0) *y = b;
  uint32_t from = *y;
  uint32_t to = *x;
  for (uint32_t i = 0; i < st_attr_count(in_force->rules); i++) {
    if (in_force->switch_group[i] == from) in_force->switch_group[i] = to;
  }
}

/* Whether a part gives abilities by name. */
static bool part_gives_abilities(const st_clause_part *part) {
  strata_op op = st_part_header_op(part->flags);
  return op == STRATA_OP_SET || op == STRATA_OP_ADD;
}

static void mark_ability_used(st_in_force *in_force, uint32_t ability);

/* A text change can turn one ability into another (612.2). */
static void mark_renamed_ability_used(st_in_force *in_force,
                                      const st_clause_part *part) {
  strata_attr attr = in_force->rules->ability_attr;
  if (attr == 0 || st_part_header_op(part->flags) != STRATA_OP_SUBSTITUTE) {
    return;
  }
  uint32_t place =
      st_attr_domain_index(&in_force->rules->attrs[attr - 1], part->to);
  if (place != UINT32_MAX) mark_ability_used(in_force, place);
}

/* Record what must be known of an entity to tell what a part does to it.
 * Operations that take values from elsewhere or replace words read the whole
 * SET. Abilities with static clauses act for one object each, so a part that
 * may give one tells equal entities apart. */
static void add_target_reads(st_in_force *in_force,
                             const st_clause_part *part) {
  strata_attr attr = st_part_header_attr(part->flags);
  strata_op op = st_part_header_op(part->flags);
  bool takes = op == STRATA_OP_COPY || op == STRATA_OP_SUBSTITUTE ||
               op == STRATA_OP_BORROW;
  if (takes) set_mark(in_force, &in_force->reads_whole_set[attr - 1]);
  if (attr != in_force->rules->ability_attr) return;
  bool acts = takes;
  for (uint32_t i = 0; part_gives_abilities(part) && i < part->ability_count;
       i++) {
    acts =
        acts || in_force->rules->abilities[part->abilities[i]].clause_count > 0;
  }
  if (acts) set_mark(in_force, &in_force->tells_equals_apart);
}

void st_in_force_add_clause_reads(st_in_force *in_force,
                                  const st_clause *clause) {
  add_expr_reads(in_force, clause->subject);
  add_expr_reads(in_force, clause->condition);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    strata_attr attr = st_part_header_attr(part->flags);
    strata_op op = st_part_header_op(part->flags);
    add_expr_reads(in_force, part->operand);
    if (op == STRATA_OP_BORROW || (op == STRATA_OP_COPY && part->operand)) {
      set_mark(in_force, &in_force->is_read[attr - 1]);
    }
    add_target_reads(in_force, part);
    if (op == STRATA_OP_SWITCH) {
      join_switch_groups(in_force, attr, part->switched_attr);
    }
    mark_renamed_ability_used(in_force, part);
  }
}

void st_in_force_add_given_abilities(st_in_force *in_force,
                                     const st_clause_part *part) {
  for (uint32_t i = 0; part_gives_abilities(part) && i < part->ability_count;
       i++) {
    mark_ability_used(in_force, part->abilities[i]);
  }
}

/* Mark an ability that may be in some ability list, and all abilities that its
 * clauses give. */
static void mark_ability_used(st_in_force *in_force, uint32_t ability) {
  if (in_force->ability_in_use[ability]) return;
  in_force->ability_in_use[ability] = true;
  const st_ability *a = &in_force->rules->abilities[ability];
  if (a->clause_count > 0) set_mark(in_force, &in_force->abilities_act);
  for (uint32_t c = 0; c < a->clause_count; c++) {
    st_in_force_add_clause_reads(in_force, &a->clauses[c]);
    for (uint32_t p = 0; p < a->clauses[c].part_count; p++) {
      const st_clause_part *part = &a->clauses[c].parts[p];
      st_in_force_add_given_abilities(in_force, part);
    }
  }
}

static bool reserve_text_flags(st_in_force *in_force, uint32_t text) {
  return st_mem_reserve_zeroed(in_force->mem, &in_force->text_flags,
                               &in_force->text_capacity, (size_t)text + 1,
                               sizeof in_force->text_flags[0]);
}

static strata_status mark_text_abilities_used(st_in_force *in_force,
                                              const st_store *store,
                                              st_text_cache *compiled,
                                              uint32_t text) {
  if (text == 0 || st_in_force_knows_list(in_force, text)) return STRATA_OK;
  const uint32_t *abilities;
  uint32_t count;
  strata_status status =
      st_text_cache_abilities(compiled, store, text, &abilities, &count);
  if (status) return status;
  if (!reserve_text_flags(in_force, text)) return STRATA_ENOMEM;
  in_force->text_flags[text] |= ST_IN_FORCE_TEXT_SEEN;
  for (uint32_t i = 0; i < count; i++) {
    mark_ability_used(in_force, abilities[i]);
    if (in_force->rules->abilities[abilities[i]].clause_count > 0) {
      in_force->text_flags[text] |= ST_IN_FORCE_TEXT_ACTS;
    }
  }
  return STRATA_OK;
}

strata_status st_in_force_add_printed_abilities(st_in_force *in_force,
                                                const st_store *store,
                                                st_text_cache *compiled) {
  strata_attr attr = in_force->rules->ability_attr;
  if (attr == 0) return STRATA_OK;
  uint32_t column = in_force->rules->attrs[attr - 1].base_column;
  uint32_t top = st_entity_top(store);
  for (uint32_t slot = 1; slot <= top; slot++) {
    strata_status status = mark_text_abilities_used(
        in_force, store, compiled, st_get32(store, column, slot));
    if (status) return status;
  }
  return STRATA_OK;
}

void st_in_force_add_law_reads(st_in_force *in_force) {
  for (uint32_t i = 0; i < in_force->rules->law_count; i++) {
    const st_law *law = &in_force->rules->laws[i];
    if (!st_law_has_parts(law)) continue;
    st_in_force_add_clause_reads(in_force, &law->clause);
    if (law->counter) set_mark(in_force, &in_force->is_read[law->counter - 1]);
    for (uint32_t p = 0; p < law->clause.part_count; p++) {
      const st_clause_part *part = &law->clause.parts[p];
      st_in_force_add_given_abilities(in_force, part);
    }
  }
}

strata_status st_in_force_add_text_reads(st_in_force *in_force,
                                         const st_store *store,
                                         st_text_cache *compiled,
                                         uint32_t text) {
  bool seen = text < in_force->text_capacity &&
              (in_force->text_flags[text] & ST_IN_FORCE_TEXT_EXPR);
  if (text == 0 || seen) return STRATA_OK;
  const strata_expr *expr;
  strata_status status = st_text_cache_expr(compiled, store, text, &expr);
  if (status) return status;
  add_expr_reads(in_force, expr);
  if (!reserve_text_flags(in_force, text)) return STRATA_ENOMEM;
  in_force->text_flags[text] |= ST_IN_FORCE_TEXT_EXPR;
  return STRATA_OK;
}
