/*
 * apart.c - whether two abilities could mind which of them applies first.
 *
 * What is read and written is known as tokens, as where dependencies are looked
 * for (tokens.h); but here there is no pass, and two who write the same count
 * too, unless what they do to it commutes.
 */
#include "layers/order/apart.h"

#include "layers/order/tokens.h"

#include <string.h>

#define MOST_TOKENS 64

typedef struct st_touched {
  uint32_t at[MOST_TOKENS];
  uint32_t count;
  bool all; /* more than there is room for */
} st_touched;

static void put(st_touched *touched, uint32_t token) {
  if (touched->count < MOST_TOKENS) {
    touched->at[touched->count++] = token;
  } else {
    touched->all = true;
  }
}

static void put_expr(st_touched *touched, const strata_expr *expr) {
  if (!expr) return;
  uint32_t room = MOST_TOKENS - touched->count;
  uint32_t count = st_expr_tokens(expr, touched->at + touched->count, room);
  touched->count += count < room ? count : room;
  if (count > room) touched->all = true;
}

static bool is_met(uint32_t a, uint32_t b) {
  uint32_t whole = ST_TOKEN_WHOLE(a);
  return whole == ST_TOKEN_WHOLE(b) && (a == b || a == whole || b == whole);
}

static bool meet(const st_touched *a, const st_touched *b) {
  bool met = (a->all && b->count > 0) || (b->all && a->count > 0);
  for (uint32_t i = 0; !met && i < a->count; i++) {
    for (uint32_t k = 0; !met && k < b->count; k++) {
      met = is_met(a->at[i], b->at[k]);
    }
  }
  return met;
}

/* -- What a clause reads and writes in a layer -- */

/* One that started in an earlier layer has its condition and set (613.6). */
static void read_clause(const st_clause_code *code, strata_layer layer,
                        uint32_t ability, st_touched *out) {
  *out = (st_touched){0};
  put(out, ST_TOKEN(ST_TOKEN_TEXT, 0));
  if (st_verb_layer(code->parts[0].verb) == (int32_t)layer) {
    put(out, ST_TOKEN(ST_TOKEN_EXISTS, ability + 1));
    put_expr(out, code->subject);
    put_expr(out, code->condition);
  }
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    strata_op op = st_verb_op(part->verb);
    if (st_verb_layer(part->verb) != (int32_t)layer) continue;
    put_expr(out, part->operand);
    if (op == STRATA_OP_BORROW || op == STRATA_OP_COPY) {
      put(out, ST_TOKEN(st_verb_attr(part->verb), 0));
    }
    if (op == STRATA_OP_SWITCH) put(out, ST_TOKEN(part->other, 0));
  }
}

static void write_symbols(const st_attr *attr, strata_attr id,
                          const uint64_t *words, st_touched *out) {
  for (uint32_t w = 0; w < attr->words; w++) {
    for (uint64_t left = words[w]; left != 0; left &= left - 1) {
      put(out, ST_TOKEN(id, w * 64 + st_lowest_bit(left) + 1));
    }
  }
}

static void write_list(strata_attr id, const st_clause_part *part,
                       st_touched *out) {
  strata_op op = st_verb_op(part->verb);
  bool takes = op != STRATA_OP_ADD && op != STRATA_OP_BORROW;
  bool named =
      op == STRATA_OP_ADD || op == STRATA_OP_REMOVE || op == STRATA_OP_FORBID;
  if (op == STRATA_OP_SUBSTITUTE) put(out, ST_TOKEN(ST_TOKEN_TEXT, 0));
  if (!named) {
    put(out, ST_TOKEN(id, 0));
    if (takes) put(out, ST_TOKEN(ST_TOKEN_EXISTS, 0));
    return;
  }
  for (uint32_t i = 0; i < part->ability_count; i++) {
    put(out, ST_TOKEN(id, part->abilities[i] + 1));
    if (takes) put(out, ST_TOKEN(ST_TOKEN_EXISTS, part->abilities[i] + 1));
  }
}

static void write_part(const strata_rules *rules, const st_clause_part *part,
                       st_touched *out) {
  strata_attr id = st_verb_attr(part->verb);
  strata_op op = st_verb_op(part->verb);
  const st_attr *attr = &rules->attrs[id - 1];
  bool few = attr->type == STRATA_SET && part->words &&
             (op == STRATA_OP_ADD || op == STRATA_OP_REMOVE);
  *out = (st_touched){0};
  if (attr->type == STRATA_ABILITIES) {
    write_list(id, part, out);
  } else if (few) {
    write_symbols(attr, id, part->words, out);
  } else {
    put(out, ST_TOKEN(id, 0));
  }
}

/* -- Two parts of a layer -- */

/* It speaks of its object, and not only of its controller. */
static bool names_itself(const strata_expr *expr, strata_attr controller) {
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
static bool are_words(const strata_rules *rules, const st_clause_part *part) {
  for (uint32_t i = 0; i < part->ability_count; i++) {
    if (rules->abilities[part->abilities[i]].clause_count > 0) return false;
  }
  return true;
}

static bool says_the_same(const st_attr *attr, const st_clause_part *a,
                          const st_clause_part *b) {
  if (a->operand || b->operand || attr->type == STRATA_TEXT) return false;
  if (attr->type == STRATA_SET) {
    return a->words && b->words &&
           memcmp(a->words, b->words, attr->words * sizeof *a->words) == 0;
  }
  return attr->type != STRATA_ABILITIES && a->value == b->value;
}

/* Operations that are the same in any order, whatever their operands. */
#define IN_ANY_ORDER                                                           \
  (1u << STRATA_OP_ADD | 1u << STRATA_OP_MIN | 1u << STRATA_OP_MAX |           \
   1u << STRATA_OP_AND | 1u << STRATA_OP_OR | 1u << STRATA_OP_XOR |            \
   1u << STRATA_OP_REMOVE | 1u << STRATA_OP_CLEAR | 1u << STRATA_OP_FORBID |   \
   1u << STRATA_OP_STRIP)

/* Whether one after the other does the same to a value in either order. */
static bool commute(const strata_rules *rules, const st_clause_part *a,
                    const st_clause_part *b) {
  const st_attr *attr = &rules->attrs[st_verb_attr(a->verb) - 1];
  strata_op op = st_verb_op(a->verb);
  strata_op other = st_verb_op(b->verb);
  if (attr->type == STRATA_INT &&
      (op == STRATA_OP_ADD || op == STRATA_OP_SUB)) {
    return other == STRATA_OP_ADD || other == STRATA_OP_SUB;
  }
  if (op != other) return false;
  if (op == STRATA_OP_SET) return says_the_same(attr, a, b);
  if (op == STRATA_OP_ADD && attr->type == STRATA_ABILITIES) {
    return are_words(rules, a) && are_words(rules, b);
  }
  return IN_ANY_ORDER >> op & 1;
}

/* -- Two clauses -- */

/* What one writes is not what the other reads, nor what it writes, unless in a
 * way that commutes, or to nobody but its own object. */
static bool writes_apart(const strata_rules *rules, const st_clause_code *a,
                         const st_clause_code *b, strata_layer layer,
                         const st_touched *b_reads) {
  bool own = !a->subject && !b->subject;
  for (uint32_t i = 0; i < a->part_count; i++) {
    const st_clause_part *part = &a->parts[i];
    st_touched mine;
    if (st_verb_layer(part->verb) != (int32_t)layer) continue;
    write_part(rules, part, &mine);
    if (meet(&mine, b_reads)) return false;
    for (uint32_t k = 0; !own && k < b->part_count; k++) {
      const st_clause_part *other = &b->parts[k];
      st_touched theirs;
      if (st_verb_layer(other->verb) != (int32_t)layer ||
          st_verb_attr(other->verb) != st_verb_attr(part->verb)) {
        continue;
      }
      write_part(rules, other, &theirs);
      if (meet(&mine, &theirs) && !commute(rules, part, other)) return false;
    }
  }
  return true;
}

static bool has_part_in(const st_clause_code *code, strata_layer layer) {
  uint32_t i = 0;
  while (i < code->part_count &&
         st_verb_layer(code->parts[i].verb) != (int32_t)layer) {
    i++;
  }
  return i < code->part_count;
}

/* The same said twice, of no object in particular. */
static bool is_impersonal(const strata_rules *rules,
                          const st_clause_code *code) {
  strata_attr controller =
      strata_rules_find(rules, STRATA_KIND_ATTRIBUTE, "controller");
  bool itself = !code->subject || names_itself(code->subject, controller) ||
                names_itself(code->condition, controller);
  for (uint32_t i = 0; !itself && i < code->part_count; i++) {
    itself = names_itself(code->parts[i].operand, controller);
  }
  return !itself;
}

typedef struct st_said {
  const st_clause_code *code;
  uint32_t ability;
} st_said;

static bool are_apart(const strata_rules *rules, const st_said *a,
                      const st_said *b) {
  if (a->code == b->code && is_impersonal(rules, a->code)) return true;
  for (uint32_t i = 0; i < a->code->part_count; i++) {
    strata_layer layer = (strata_layer)st_verb_layer(a->code->parts[i].verb);
    if (!has_part_in(b->code, layer)) continue;
    st_touched a_reads;
    st_touched b_reads;
    read_clause(a->code, layer, a->ability, &a_reads);
    read_clause(b->code, layer, b->ability, &b_reads);
    if (!writes_apart(rules, a->code, b->code, layer, &b_reads) ||
        !writes_apart(rules, b->code, a->code, layer, &a_reads)) {
      return false;
    }
  }
  return true;
}

bool st_apart_acts(const strata_rules *rules, uint32_t ability) {
  const st_ability *a = &rules->abilities[ability];
  return a->clause_count > 0 && a->kind != STRATA_ABILITY_CDA;
}

bool st_apart(const strata_rules *rules, uint32_t a, uint32_t b) {
  const st_ability *one = &rules->abilities[a];
  const st_ability *other = &rules->abilities[b];
  for (uint32_t i = 0; i < one->clause_count; i++) {
    for (uint32_t k = 0; k < other->clause_count; k++) {
      const st_said mine = {&one->clauses[i], a};
      const st_said theirs = {&other->clauses[k], b};
      if (!are_apart(rules, &mine, &theirs)) return false;
    }
  }
  return true;
}
