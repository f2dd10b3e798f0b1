/*
 * apart.c - whether two abilities could mind which of them applies first.
 *
 * What is read and written is known as tokens, as where dependencies are looked
 * for (tokens.h); but here there is no pass, and two who write the same count
 * too, unless what they do to it commutes.
 */
#include "layers/order/commute.h"

#include "layers/order/read_write_sets.h"

#include <string.h>

#define RW_ITEMS_MAX 64

typedef struct st_rw_items {
  uint32_t at[RW_ITEMS_MAX];
  uint32_t count;
  bool has_overflowed; /* more than there is room for */
} st_rw_items;

static void put_rw_item(st_rw_items *touched, uint32_t token) {
  if (touched->count < RW_ITEMS_MAX) {
    touched->at[touched->count++] = token;
  } else {
    touched->has_overflowed = true;
  }
}

static void put_expr_rw_items(st_rw_items *touched, const strata_expr *expr) {
  if (!expr) return;
  uint32_t room = RW_ITEMS_MAX - touched->count;
  uint32_t count = st_expr_read_set(expr, touched->at + touched->count, room);
  touched->count += count < room ? count : room;
  if (count > room) touched->has_overflowed = true;
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

/* One that started in an earlier layer has its condition and set (613.6). */
static void find_clause_reads(const st_clause *code, strata_layer layer,
                              uint32_t ability, st_rw_items *out) {
  *out = (st_rw_items){0};
  put_rw_item(out, ST_RW_ITEM(ST_RW_TEXT, 0));
  if (st_part_header_layer(code->parts[0].flags) == (int32_t)layer) {
    put_rw_item(out, ST_RW_ITEM(ST_RW_EXISTS, ability + 1));
    put_expr_rw_items(out, code->subject);
    put_expr_rw_items(out, code->condition);
  }
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    strata_op op = st_part_header_op(part->flags);
    if (st_part_header_layer(part->flags) != (int32_t)layer) continue;
    put_expr_rw_items(out, part->operand);
    if (op == STRATA_OP_BORROW || op == STRATA_OP_COPY) {
      put_rw_item(out, ST_RW_ITEM(st_part_header_attr(part->flags), 0));
    }
    if (op == STRATA_OP_SWITCH)
      put_rw_item(out, ST_RW_ITEM(part->switched_attr, 0));
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
    if (takes)
      put_rw_item(out, ST_RW_ITEM(ST_RW_EXISTS, part->abilities[i] + 1));
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

/* It speaks of its object, and not only of its controller. */
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

/* None of these abilities does anything by itself. */
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

/* Operations that are the same in any order, whatever their operands. */
#define COMMUTATIVE_OPS                                                        \
  (1u << STRATA_OP_ADD | 1u << STRATA_OP_MIN | 1u << STRATA_OP_MAX |           \
   1u << STRATA_OP_AND | 1u << STRATA_OP_OR | 1u << STRATA_OP_XOR |            \
   1u << STRATA_OP_REMOVE | 1u << STRATA_OP_CLEAR | 1u << STRATA_OP_FORBID |   \
   1u << STRATA_OP_STRIP)

/* Whether one after the other does the same to a value in either order. */
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

/* What one writes is not what the other reads, nor what it writes, unless in a
 * way that commutes, or to nobody but its own object. */
static bool clause_writes_commute(const strata_rules *rules, const st_clause *a,
                                  const st_clause *b, strata_layer layer,
                                  const st_rw_items *b_reads) {
  bool own = !a->subject && !b->subject;
  for (uint32_t i = 0; i < a->part_count; i++) {
    const st_clause_part *part = &a->parts[i];
    st_rw_items mine;
    if (st_part_header_layer(part->flags) != (int32_t)layer) continue;
    find_part_writes(rules, part, &mine);
    if (rw_sets_touch(&mine, b_reads)) return false;
    for (uint32_t k = 0; !own && k < b->part_count; k++) {
      const st_clause_part *other = &b->parts[k];
      st_rw_items theirs;
      if (st_part_header_layer(other->flags) != (int32_t)layer ||
          st_part_header_attr(other->flags) !=
              st_part_header_attr(part->flags)) {
        continue;
      }
      find_part_writes(rules, other, &theirs);
      if (rw_sets_touch(&mine, &theirs) && !parts_commute(rules, part, other))
        return false;
    }
  }
  return true;
}

static bool has_part_in_layer(const st_clause *code, strata_layer layer) {
  uint32_t i = 0;
  while (i < code->part_count &&
         st_part_header_layer(code->parts[i].flags) != (int32_t)layer) {
    i++;
  }
  return i < code->part_count;
}

/* The same said twice, of no object in particular. */
static bool ignores_own_object(const strata_rules *rules,
                               const st_clause *code) {
  strata_attr controller =
      st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, "controller");
  bool itself = !code->subject ||
                expr_names_own_object(code->subject, controller) ||
                expr_names_own_object(code->condition, controller);
  for (uint32_t i = 0; !itself && i < code->part_count; i++) {
    itself = expr_names_own_object(code->parts[i].operand, controller);
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
  if (a->clause == b->clause && ignores_own_object(rules, a->clause))
    return true;
  for (uint32_t i = 0; i < a->clause->part_count; i++) {
    strata_layer layer =
        (strata_layer)st_part_header_layer(a->clause->parts[i].flags);
    if (!has_part_in_layer(b->clause, layer)) continue;
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
