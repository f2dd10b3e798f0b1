/*
 * except.c - what a copy is, but for what it copies.
 *
 * An ability of the rules says it, so that rules know all that can be said. Its
 * parts are made into those of created effects, whose operands are constants.
 */
#include "layers/except.h"

#include <string.h>

/* Parts on their way into an effect. */
typedef struct making {
  st_change *change;
  uint32_t slot;
  st_new_part parts[ST_PARTS_LIMIT];
  uint32_t count;
} making;

/* -- Operands -- */

static strata_status intern(making *m, uint32_t *out) {
  st_change *change = m->change;
  if (change->text.failed) return STRATA_ENOMEM;
  return st_strings_intern(change->strings, change->store,
                           st_text_get(&change->text), change->text.length,
                           out);
}

static void add_symbol(making *m, strata_symbol symbol) {
  st_symbols_add(m->change->rules, &m->change->text, symbol);
}

/* The symbols of a set, or of a list, as text. */
static void add_set(making *m, const st_attr *attr, const st_clause_part *part,
                    uint64_t word) {
  if (part->operand) {
    strata_symbol symbol = (strata_symbol)word;
    bool held = st_attr_domain_index(attr, symbol) != UINT32_MAX;
    if (held) add_symbol(m, symbol);
    return;
  }
  for (uint32_t n = 0; n < attr->domain_count; n++) {
    if (st_bit_test(part->words, n)) add_symbol(m, attr->domain[n]);
  }
}

static strata_status list(making *m, const st_attr *attr,
                          const st_clause_part *part, uint64_t word,
                          st_new_part *out) {
  st_text_clear(&m->change->text);
  if (st_verb_op(part->verb) == STRATA_OP_SUBSTITUTE) {
    add_symbol(m, part->from);
    add_symbol(m, part->to);
  } else if (attr->type == STRATA_SET) {
    add_set(m, attr, part, word);
  } else {
    for (uint32_t i = 0; i < part->ability_count; i++) {
      add_symbol(m, attr->domain[part->abilities[i]]);
    }
  }
  return intern(m, &out->text);
}

static strata_status number(const st_clause_part *part, uint64_t word,
                            st_new_part *out) {
  out->value = word;
  if (st_verb_op(part->verb) == STRATA_OP_SCALE && part->operand) {
    int64_t numerator = st_clamp((int64_t)word, INT32_MIN, INT32_MAX);
    out->value = part->value >> 32 << 32 | (uint32_t)(int32_t)numerator;
  }
  return STRATA_OK;
}

static strata_status operand(making *m, const st_attr *attr,
                             const st_clause_part *part, st_new_part *out) {
  strata_op op = (strata_op)st_verb_op(part->verb);
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return STRATA_OK;
  uint64_t word = part->value;
  if (part->operand) {
    int64_t value = 0;
    strata_status status =
        st_eval_expr(m->change->eval, part->operand, 0, m->slot, &value);
    if (status) return status;
    word = (uint64_t)value;
  }
  if (op == STRATA_OP_SUBSTITUTE) return list(m, attr, part, word, out);
  switch (attr->type) {
  case STRATA_SET:
  case STRATA_ABILITIES:
    return list(m, attr, part, word, out);
  case STRATA_SYM:
    out->symbol = (uint32_t)word;
    return STRATA_OK;
  case STRATA_TEXT:
    st_text_clear(&m->change->text);
    st_text_str(&m->change->text, part->text ? part->text : "");
    return intern(m, &out->text);
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
    break;
  }
  return number(part, word, out);
}

/* -- Effects -- */

static strata_status add_part(making *m, const st_clause_part *part) {
  strata_op op = (strata_op)st_verb_op(part->verb);
  if (op == STRATA_OP_SWITCH || op == STRATA_OP_COPY ||
      op == STRATA_OP_BORROW || m->count == ST_PARTS_LIMIT) {
    return STRATA_EINVAL;
  }
  strata_attr id = st_verb_attr(part->verb);
  const st_attr *attr = st_attr_of(m->change->rules, id);
  st_new_part made = {.verb =
                          st_verb(st_verb_layer(part->verb), id, m->count,
                                  st_verb_flags(part->verb) & ST_PART_ROUND_UP,
                                  (uint32_t)op)};
  strata_status status = operand(m, attr, part, &made);
  if (!status) m->parts[m->count++] = made;
  return status;
}

static strata_status add_clauses(making *m, const st_ability *ability,
                                 bool judged) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->clause_count; i++) {
    const st_clause_code *clause = &ability->clauses[i];
    int64_t holds = !judged;
    if (judged != (clause->condition != NULL)) continue;
    if (judged) {
      status =
          st_eval_expr(m->change->eval, clause->condition, 0, m->slot, &holds);
    }
    for (uint32_t p = 0; !status && holds && p < clause->part_count; p++) {
      status = add_part(m, &clause->parts[p]);
    }
  }
  return status;
}

strata_status st_except_add(st_change *change, uint32_t slot,
                            const st_ability *ability) {
  strata_status status = STRATA_OK;
  for (int judged = 0; !status && judged < 2; judged++) {
    making m = {.change = change, .slot = slot};
    uint32_t effect;
    status = add_clauses(&m, ability, judged != 0);
    if (status || m.count == 0) continue;
    const st_new_effect desc = {.parts = m.parts,
                                .part_count = m.count,
                                .targets = &slot,
                                .target_count = 1};
    status = st_change_add_effect(change, &desc, &effect);
  }
  return status;
}
