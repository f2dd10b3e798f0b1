/*
 * commute.c - whether the order of two static abilities makes a difference.
 *
 * What is read and written is kept as items, as in the search for dependencies
 * (read_write_sets.h). There is no pass here, so a set is of a clause alone,
 * and two abilities that write the same item do not commute unless what they
 * do to it does. Sets have a fixed size; a set that overflows touches every
 * other.
 */
#include "layers/order/commute.h"

#include "layers/order/read_write_sets.h"

#include <string.h>

#define RW_ITEMS_MAX 64

typedef struct st_rw_items {
  uint32_t at[RW_ITEMS_MAX];
  uint32_t count;
  bool has_overflowed; /* there were more items than fit */
} st_rw_items;

static void put_rw_item(st_rw_items *set, uint32_t item) {
  if (set->count < RW_ITEMS_MAX) {
    set->at[set->count++] = item;
  } else {
    set->has_overflowed = true;
  }
}

static void put_expr_rw_items(st_rw_items *set, const strata_expr *expr) {
  if (!expr) return;
  uint32_t room = RW_ITEMS_MAX - set->count;
  uint32_t count = st_expr_read_set(expr, set->at + set->count, room);
  set->count += count < room ? count : room;
  if (count > room) set->has_overflowed = true;
}

static bool rw_items_touch(uint32_t a, uint32_t b) {
  uint32_t whole = ST_RW_WHOLE_ATTR(a);
  return whole == ST_RW_WHOLE_ATTR(b) && (a == b || a == whole || b == whole);
}

static bool rw_sets_touch(const st_rw_items *a, const st_rw_items *b) {
  bool met = (a->has_overflowed && b->count > 0) ||
             (b->has_overflowed && a->count > 0);
  for (uint32_t i = 0; !met && i < a->count; i++) {
    for (uint32_t k = 0; !met && k < b->count; k++) {
      met = rw_items_touch(a->at[i], b->at[k]);
    }
  }
  return met;
}

/* -- What a clause reads and writes in a layer -- */

/* A clause that started in an earlier layer keeps its condition and its members
 * (613.6), so it reads them in its first layer only. */
static void find_clause_reads(const st_clause *clause, strata_layer layer,
                              uint32_t ability, st_rw_items *out) {
  *out = (st_rw_items){0};
  put_rw_item(out, ST_RW_ITEM(ST_RW_TEXT, 0));
  if (st_part_header_layer(clause->parts[0].flags) == (int32_t)layer) {
    put_rw_item(out, ST_RW_ITEM(ST_RW_EXISTS, ability + 1));
    put_expr_rw_items(out, clause->subject);
    put_expr_rw_items(out, clause->condition);
  }
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    strata_op op = st_part_header_op(part->flags);
    if (st_part_header_layer(part->flags) != (int32_t)layer) continue;
    put_expr_rw_items(out, part->operand);
    if (op == STRATA_OP_BORROW || op == STRATA_OP_COPY) {
      put_rw_item(out, ST_RW_ITEM(st_part_header_attr(part->flags), 0));
    }
    if (op == STRATA_OP_SWITCH) {
      put_rw_item(out, ST_RW_ITEM(part->switched_attr, 0));
    }
  }
}

static void put_written_symbols(const st_attr *attr, strata_attr id,
                                const uint64_t *words, st_rw_items *out) {
  for (uint32_t w = 0; w < attr->word_count; w++) {
    for (uint64_t left = words[w]; left != 0; left &= left - 1) {
      put_rw_item(out, ST_RW_ITEM(id, w * 64 + st_lowest_bit(left) + 1));
    }
  }
}

static void put_written_abilities(strata_attr id, const st_clause_part *part,
                                  st_rw_items *out) {
  strata_op op = st_part_header_op(part->flags);
  bool takes = op != STRATA_OP_ADD && op != STRATA_OP_BORROW;
  bool named =
      op == STRATA_OP_ADD || op == STRATA_OP_REMOVE || op == STRATA_OP_FORBID;
  if (op == STRATA_OP_SUBSTITUTE) put_rw_item(out, ST_RW_ITEM(ST_RW_TEXT, 0));
  if (!named) {
    put_rw_item(out, ST_RW_ITEM(id, 0));
    if (takes) put_rw_item(out, ST_RW_ITEM(ST_RW_EXISTS, 0));
    return;
  }
  for (uint32_t i = 0; i < part->ability_count; i++) {
    put_rw_item(out, ST_RW_ITEM(id, part->abilities[i] + 1));
    if (takes) {
      put_rw_item(out, ST_RW_ITEM(ST_RW_EXISTS, part->abilities[i] + 1));
    }
  }
}

static void find_part_writes(const strata_rules *rules,
                             const st_clause_part *part, st_rw_items *out) {
  strata_attr id = st_part_header_attr(part->flags);
  strata_op op = st_part_header_op(part->flags);
  const st_attr *attr = &rules->attrs[id - 1];
  bool few = attr->type == STRATA_SET && part->words &&
             (op == STRATA_OP_ADD || op == STRATA_OP_REMOVE);
  *out = (st_rw_items){0};
  if (attr->type == STRATA_ABILITIES) {
    put_written_abilities(id, part, out);
  } else if (few) {
    put_written_symbols(attr, id, part->words, out);
  } else {
    put_rw_item(out, ST_RW_ITEM(id, 0));
  }
}

/* -- Two parts of a layer -- */

/* True if the expression mentions its own object other than to read its
 * controller. */
static bool expr_names_own_object(const strata_expr *expr,
                                  strata_attr controller) {
  if (!expr || !expr->uses_this) return false;
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->op == ST_EXPR_ASK) return true;
    if (node->op < ST_EXPR_REF || node->op > ST_EXPR_HAS) continue;
    bool is_whose = node->op == ST_EXPR_READ && node->attr == controller;
    if (node->who == ST_WHO_THIS && !is_whose) return true;
  }
  return false;
}

/* True if none of the part's abilities has clauses. */
static bool abilities_have_no_clauses(const strata_rules *rules,
                                      const st_clause_part *part) {
  for (uint32_t i = 0; i < part->ability_count; i++) {
    if (rules->abilities[part->abilities[i]].clause_count > 0) return false;
  }
  return true;
}

static bool is_same_constant(const st_attr *attr, const st_clause_part *a,
                             const st_clause_part *b) {
  if (a->operand || b->operand || attr->type == STRATA_TEXT) return false;
  if (attr->type == STRATA_SET) {
    return a->words && b->words &&
           memcmp(a->words, b->words, attr->word_count * sizeof *a->words) == 0;
  }
  return attr->type != STRATA_ABILITIES && a->value == b->value;
}

/* Operations that commute with themselves, whatever their operands are. */
#define COMMUTATIVE_OPS                                                        \
  (1u << STRATA_OP_ADD | 1u << STRATA_OP_MIN | 1u << STRATA_OP_MAX |           \
   1u << STRATA_OP_AND | 1u << STRATA_OP_OR | 1u << STRATA_OP_XOR |            \
   1u << STRATA_OP_REMOVE | 1u << STRATA_OP_CLEAR | 1u << STRATA_OP_FORBID |   \
   1u << STRATA_OP_STRIP)

/* True if the two parts, one after the other, give a value the same result in
 * either order. */
static bool parts_commute(const strata_rules *rules, const st_clause_part *a,
                          const st_clause_part *b) {
  const st_attr *attr = &rules->attrs[st_part_header_attr(a->flags) - 1];
  strata_op op = st_part_header_op(a->flags);
  strata_op other = st_part_header_op(b->flags);
  if (attr->type == STRATA_INT &&
      (op == STRATA_OP_ADD || op == STRATA_OP_SUB)) {
    return other == STRATA_OP_ADD || other == STRATA_OP_SUB;
  }
  if (op != other) return false;
  if (op == STRATA_OP_SET) return is_same_constant(attr, a, b);
  if (op == STRATA_OP_ADD && attr->type == STRATA_ABILITIES) {
    return abilities_have_no_clauses(rules, a) &&
           abilities_have_no_clauses(rules, b);
  }
  return COMMUTATIVE_OPS >> op & 1;
}

/* -- Two clauses -- */

/* True if nothing that `a` writes in the layer is read by `b`, and nothing is
 * written by both, unless the writes commute or both clauses affect their own
 * object only. */
static bool clause_writes_commute(const strata_rules *rules, const st_clause *a,
                                  const st_clause *b, strata_layer layer,
                                  const st_rw_items *b_reads) {
  bool own = !a->subject && !b->subject;
  for (uint32_t i = 0; i < a->part_count; i++) {
    const st_clause_part *part = &a->parts[i];
    st_rw_items writes;
    if (st_part_header_layer(part->flags) != (int32_t)layer) continue;
    find_part_writes(rules, part, &writes);
    if (rw_sets_touch(&writes, b_reads)) return false;
    for (uint32_t k = 0; !own && k < b->part_count; k++) {
      const st_clause_part *other = &b->parts[k];
      st_rw_items other_writes;
      if (st_part_header_layer(other->flags) != (int32_t)layer ||
          st_part_header_attr(other->flags) !=
              st_part_header_attr(part->flags)) {
        continue;
      }
      find_part_writes(rules, other, &other_writes);
      if (rw_sets_touch(&writes, &other_writes) &&
          !parts_commute(rules, part, other)) {
        return false;
      }
    }
  }
  return true;
}

/* True if two instances of the clause do the same: it has a subject, and
 * mentions its own object only to read its controller. */
static bool ignores_own_object(const strata_rules *rules,
                               const st_clause *clause) {
  strata_attr controller =
      st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, "controller");
  bool itself = !clause->subject ||
                expr_names_own_object(clause->subject, controller) ||
                expr_names_own_object(clause->condition, controller);
  for (uint32_t i = 0; !itself && i < clause->part_count; i++) {
    itself = expr_names_own_object(clause->parts[i].operand, controller);
  }
  return !itself;
}

typedef struct st_ability_clause {
  const st_clause *clause;
  uint32_t ability;
} st_ability_clause;

static bool clauses_commute(const strata_rules *rules,
                            const st_ability_clause *a,
                            const st_ability_clause *b) {
  if (a->clause == b->clause && ignores_own_object(rules, a->clause)) {
    return true;
  }
  for (uint32_t i = 0; i < a->clause->part_count; i++) {
    strata_layer layer =
        (strata_layer)st_part_header_layer(a->clause->parts[i].flags);
    if (!st_clause_has_layer(b->clause, layer)) continue;
    st_rw_items a_reads;
    st_rw_items b_reads;
    find_clause_reads(a->clause, layer, a->ability, &a_reads);
    find_clause_reads(b->clause, layer, b->ability, &b_reads);
    if (!clause_writes_commute(rules, a->clause, b->clause, layer, &b_reads) ||
        !clause_writes_commute(rules, b->clause, a->clause, layer, &a_reads)) {
      return false;
    }
  }
  return true;
}

bool st_commute_depends_on_timestamp(const strata_rules *rules,
                                     uint32_t ability) {
  const st_ability *a = &rules->abilities[ability];
  return a->clause_count > 0 && a->kind != STRATA_ABILITY_CDA;
}

bool st_commute(const strata_rules *rules, uint32_t a, uint32_t b) {
  const st_ability *one = &rules->abilities[a];
  const st_ability *other = &rules->abilities[b];
  for (uint32_t i = 0; i < one->clause_count; i++) {
    for (uint32_t k = 0; k < other->clause_count; k++) {
      const st_ability_clause mine = {&one->clauses[i], a};
      const st_ability_clause theirs = {&other->clauses[k], b};
      if (!clauses_commute(rules, &mine, &theirs)) return false;
    }
  }
  return true;
}
