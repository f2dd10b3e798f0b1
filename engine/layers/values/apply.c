/*
 * apply.c - applies parts to a value.
 *
 * The same few functions serve the board of a pass, the evaluation of one value
 * and explanations, so that these cannot disagree.
 *
 * Applied parts of an attribute are in chains, so that the parts on one class
 * are found without looking at all. Once more than FEW_SINGLE_CLASS parts
 * affect one class each, such parts are in the chain of their class; all other
 * parts are in the wide chain, and an iterator merges two chains by place.
 * Chains are linked when they are first needed, which costs O(1) for each part.
 */
#include "layers/values/apply.h"

#include "layers/pass/layer_unit.h"

#include <string.h>

/* -- Stacking -- */

uint32_t st_value_part_effect(const st_pass *pass, const st_value_part *entry) {
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  return applied ? pass->units[applied->unit].effect
                 : st_get32(pass->store, ST_COLUMN_PART_EFFECT, entry->origin);
}

static uint64_t value_part_stamp(const st_pass *pass,
                                 const st_value_part *entry) {
  return st_get_split(pass->store, ST_COLUMN_EFFECT_STAMP,
                      st_value_part_effect(pass, entry));
}

static uint64_t value_part_source(const st_pass *pass,
                                  const st_value_part *entry) {
  return st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE,
                  st_value_part_effect(pass, entry));
}

static strata_stacking_group value_part_group(const st_pass *pass,
                                              const st_value_part *entry) {
  return st_get32(pass->store, ST_COLUMN_EFFECT_GROUP,
                  st_value_part_effect(pass, entry));
}

static bool is_in_stacking_group(const st_pass *pass,
                                 const st_value_part *entry) {
  return (st_part_header_flags(entry->verb) & ST_PART_GROUPED) &&
         st_value_part_effect(pass, entry) != 0;
}

/* The magnitude that stacking compares: the operand, of a SCALE its numerator.
 * Operands of SETs are all equal. */
static int64_t stacking_magnitude(const st_value_part *entry) {
  if (entry->has_words) return 0;
  return st_part_header_op(entry->verb) == STRATA_OP_SCALE
             ? (int32_t)(uint32_t)entry->value
             : (int64_t)entry->value;
}

/* Whether `other`, a part of the same group on the same value in the same
 * layer, suppresses `entry`. */
static bool beats_in_group(const st_pass *pass, strata_stacking stacking,
                           const st_value_part *other,
                           const st_value_part *entry) {
  int64_t x = stacking_magnitude(other);
  int64_t y = stacking_magnitude(entry);
  uint64_t other_stamp = value_part_stamp(pass, other);
  uint64_t stamp = value_part_stamp(pass, entry);
  uint32_t other_ordinal = st_part_header_ordinal(other->verb);
  uint32_t ordinal = st_part_header_ordinal(entry->verb);
  bool newer =
      other_stamp != stamp ? other_stamp > stamp : other_ordinal > ordinal;
  switch (stacking) {
  case STRATA_STACK_ALL:
  /* REFRESH was decided when the effect was created */
  case STRATA_STACK_REFRESH:
    return false;
  case STRATA_STACK_HIGHEST:
    return x > y || (x == y && !newer);
  case STRATA_STACK_LOWEST:
    return x < y || (x == y && !newer);
  case STRATA_STACK_LATEST:
    return newer;
  case STRATA_STACK_BY_SOURCE:
    return newer &&
           value_part_source(pass, other) == value_part_source(pass, entry);
  }
  return false;
}

static bool is_beaten_in_group(const st_pass *pass,
                               const st_value_part *entries, size_t count,
                               size_t i) {
  const st_value_part *entry = &entries[i];
  strata_stacking_group group = value_part_group(pass, entry);
  strata_stacking stacking = pass->rules->groups[group - 1].stacking;
  for (size_t j = 0; j < count; j++) {
    const st_value_part *other = &entries[j];
    if (j == i || !is_in_stacking_group(pass, other)) continue;
    bool candidate = other->step == STRATA_STEP_APPLIED ||
                     other->step == STRATA_STEP_STACKING;
    if (!candidate ||
        st_part_header_attr(other->verb) != st_part_header_attr(entry->verb) ||
        st_part_header_layer(other->verb) !=
            st_part_header_layer(entry->verb) ||
        value_part_group(pass, other) != group) {
      continue;
    }
    if (beats_in_group(pass, stacking, other, entry)) return true;
  }
  return false;
}

void st_apply_stacking(const st_pass *pass, st_value_part *entries,
                       size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (is_in_stacking_group(pass, &entries[i]) &&
        entries[i].step == STRATA_STEP_APPLIED &&
        is_beaten_in_group(pass, entries, count, i)) {
      entries[i].step = STRATA_STEP_STACKING;
    }
  }
}

/* -- Sets -- */

static void substitute_in_set(const st_attr *attr, strata_symbol from,
                              strata_symbol to, uint64_t *value) {
  uint32_t old = st_attr_domain_index(attr, from);
  uint32_t new = st_attr_domain_index(attr, to);
  if (old == UINT32_MAX || !st_bit_test(value, old)) return;
  st_bit_set(value, old, false);
  if (new != UINT32_MAX) st_bit_set(value, new, true);
}

static void combine_set_words(strata_op op, const uint64_t *operand,
                              uint32_t words, uint64_t *value) {
  for (uint32_t i = 0; i < words; i++) {
    uint64_t x = op == STRATA_OP_CLEAR ? 0 : operand[i];
    if (op == STRATA_OP_ADD) x = value[i] | x;
    if (op == STRATA_OP_REMOVE) x = value[i] & ~x;
    value[i] = x;
  }
}

/* Combine with an operand of one symbol, or of none if the domain lacks it. */
static void combine_set_symbol(const st_attr *attr, strata_op op,
                               strata_symbol symbol, uint64_t *value) {
  uint32_t place = st_attr_domain_index(attr, symbol);
  if (op == STRATA_OP_SET) {
    for (uint32_t i = 0; i < attr->word_count; i++) {
      value[i] = 0;
    }
  }
  if (place != UINT32_MAX) st_bit_set(value, place, op != STRATA_OP_REMOVE);
}

static void apply_set_op(const st_attr *attr, const st_value_part *entry,
                         const st_clause_part *part, uint64_t *value) {
  strata_op op = st_part_header_op(entry->verb);
  if (op == STRATA_OP_SUBSTITUTE && part) {
    substitute_in_set(attr, part->from, part->to, value);
  } else if (op == STRATA_OP_CLEAR || entry->has_words) {
    combine_set_words(op, entry->words, attr->word_count, value);
  } else {
    combine_set_symbol(attr, op, (strata_symbol)entry->value, value);
  }
}

/* -- Lists of abilities -- */

st_ability_list_op st_apply_list_op(const st_pass *pass, uint32_t unit,
                                    const st_clause_part *part,
                                    uint64_t operand) {
  const st_layer_unit *u = &pass->units[unit];
  strata_layer layer = st_part_header_layer(part->flags);
  bool printed =
      pass->rules->has_copiable_layer && layer <= pass->rules->copiable_after;
  uint8_t origin = printed ? STRATA_ORIGIN_PRINTED : STRATA_ORIGIN_GRANTED;
  if (u->kind == ST_LAYER_UNIT_LAW &&
      pass->rules->laws[u->index].is_intrinsic) {
    origin = STRATA_ORIGIN_INTRINSIC;
  }
  return (st_ability_list_op){.op = st_part_header_op(part->flags),
                              .origin = origin,
                              .giver = unit + 1,
                              .ordinal = st_part_header_ordinal(part->flags)
                                         << 24,
                              .stamp = u->stamp,
                              .abilities = part->abilities,
                              .count = part->ability_count,
                              .list = (uint32_t)operand,
                              .from = part->from,
                              .to = part->to};
}

/* -- One part -- */

static uint64_t apply_symbol_op(const st_value_part *entry,
                                const st_clause_part *part, uint64_t value) {
  if (!part || st_part_header_op(entry->verb) != STRATA_OP_SUBSTITUTE) {
    return entry->value;
  }
  return value == part->from ? part->to : value;
}

strata_status st_apply_part(st_pass *pass, strata_attr attr,
                            const st_value_part *entry, uint64_t *value) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  const st_clause_part *part = applied ? applied->part : NULL;
  if (st_part_header_op(entry->verb) == STRATA_OP_COPY &&
      a->type != STRATA_SET && a->type != STRATA_ABILITIES) {
    value[0] = entry->value;
    return STRATA_OK;
  }
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    value[0] = (uint64_t)st_number_apply_op(a, entry->verb, (int64_t)value[0],
                                            entry->value);
    return STRATA_OK;
  case STRATA_SYM:
    value[0] = apply_symbol_op(entry, part, value[0]);
    return STRATA_OK;
  case STRATA_REF:
  case STRATA_TEXT:
    value[0] = entry->value;
    return STRATA_OK;
  case STRATA_SET:
    apply_set_op(a, entry, part, value);
    return STRATA_OK;
  case STRATA_ABILITIES:
    break;
  }
  assert(applied);
  st_ability_list_op op =
      st_apply_list_op(pass, applied->unit, part, entry->value);
  uint32_t list;
  strata_status status =
      st_ability_list_apply(&pass->lists, &op, (uint32_t)value[0], &list);
  if (!status) value[0] = list;
  return status;
}

/* -- All parts -- */

strata_status st_apply_base(st_pass *pass, strata_attr attr,
                            st_value_owner owner, uint64_t *words) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  if (owner.slot == 0) {
    st_board_get_base(&pass->board, attr, owner.class, words);
  } else if (a->type == STRATA_SET) {
    st_entity_base_symbols(pass->store, a, owner.slot, words);
  } else {
    words[0] = (uint64_t)st_entity_base(pass->store, a, owner.slot);
  }
  if (a->type != STRATA_ABILITIES) return STRATA_OK;
  uint32_t list = 0;
  strata_status status = st_ability_list_from_text(
      &pass->lists, pass->compiled, pass->store, (uint32_t)words[0], &list);
  words[0] = list;
  return status;
}

size_t st_apply_word_count(const st_pass *pass, strata_attr attr) {
  return pass->in_force->switch_group[attr - 1] != 0
             ? st_attr_count(pass->rules)
             : pass->rules->attrs[attr - 1].word_count;
}

static strata_status apply_single_attr(st_pass *pass, strata_attr attr,
                                       st_value_parts entries,
                                       const st_value_trace *trace,
                                       uint64_t *value) {
  size_t bytes = pass->rules->attrs[attr - 1].word_count * sizeof *value;
  for (size_t i = 0; i < entries.count; i++) {
    const st_value_part *entry = &entries.at[i];
    strata_status status = STRATA_OK;
    if (trace) memcpy(pass->trace_scratch, value, bytes);
    if (entry->step == STRATA_STEP_APPLIED) {
      status = st_apply_part(pass, attr, entry, value);
    }
    if (!status && trace) {
      status = trace->on_part(trace->user, entry, pass->trace_scratch, value);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

static bool is_same_switch(const st_value_part *a, const st_value_part *b) {
  return st_part_header_op(a->verb) == STRATA_OP_SWITCH &&
         a->place.high == b->place.high && a->place.low == b->place.low &&
         a->place.sequence == b->place.sequence;
}

/* Apply parts to attributes that are switched with each other, side by side:
 * `values` has one word for each attribute. A SWITCH is two parts at one place,
 * and takes effect at the first. */
static strata_status apply_switched_attrs(st_pass *pass, strata_attr attr,
                                          st_value_parts entries,
                                          const st_value_trace *trace,
                                          uint64_t *values) {
  for (size_t i = 0; i < entries.count; i++) {
    const st_value_part *entry = &entries.at[i];
    strata_attr own = st_part_header_attr(entry->verb);
    uint64_t before = values[attr - 1];
    strata_status status = STRATA_OK;
    if (entry->step != STRATA_STEP_APPLIED) {
      status = STRATA_OK;
    } else if (st_part_header_op(entry->verb) == STRATA_OP_SWITCH) {
      strata_attr other = pass->applied[entry->origin - 1].part->switched_attr;
      if (i > 0 && is_same_switch(entry - 1, entry)) {
        before = values[other - 1]; /* the value before the first of the two */
      } else {
        uint64_t swapped = values[own - 1];
        values[own - 1] = values[other - 1];
        values[other - 1] = swapped;
      }
    } else {
      status = st_apply_part(pass, own, entry, &values[own - 1]);
    }
    if (!status && trace && own == attr) {
      status = trace->on_part(trace->user, entry, &before, &values[attr - 1]);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_apply_parts(st_pass *pass, strata_attr attr,
                             st_value_owner owner, st_value_parts entries,
                             const st_value_trace *trace, uint64_t *words) {
  uint32_t together = pass->in_force->switch_group[attr - 1];
  if (together == 0) {
    strata_status status = st_apply_base(pass, attr, owner, words);
    if (status) return status;
    return apply_single_attr(pass, attr, entries, trace, words);
  }
  for (strata_attr a = 1; a <= st_attr_count(pass->rules); a++) {
    if (pass->in_force->switch_group[a - 1] != together) continue;
    strata_status status = st_apply_base(pass, a, owner, &words[a - 1]);
    if (status) return status;
  }
  return apply_switched_attrs(pass, attr, entries, trace, words);
}

/* -- Applied parts -- */

st_value_part st_apply_value_part(const st_pass *pass, uint32_t applied,
                                  uint32_t class) {
  const st_applied_part *a = &pass->applied[applied];
  const st_layer_unit *unit = &pass->units[a->unit];
  strata_attr attr = st_part_header_attr(a->part->flags);
  st_value_part entry = {.place = a->place,
                         .verb = a->part->flags,
                         .origin = applied + 1,
                         .step = STRATA_STEP_APPLIED};
  bool is_set = pass->rules->attrs[attr - 1].type == STRATA_SET;
  const uint64_t *words =
      is_set ? st_applied_operand_words(pass, a, class) : NULL;
  if (words) {
    entry.words = words;
    entry.has_words = true;
  } else {
    entry.value = st_applied_operand_word(pass, a, class);
  }
  if (!unit->condition_holds) {
    entry.step = STRATA_STEP_CONDITION;
  } else if (!st_members_has(&unit->members, class)) {
    entry.step = STRATA_STEP_SUBJECT;
  }
  return entry;
}

/* -- Chains of applied parts by class -- */

/* Up to so many parts that affect one class each stay in the wide chain. */
#define FEW_SINGLE_CLASS 16
#define WIDE_CHAIN                                                             \
  UINT32_MAX /* as st_applied_part.class_chain: the wide chain */

/* The head of a chain. */
static uint32_t *applied_chain_head(st_attr_applied *to, uint32_t chain) {
  return chain == WIDE_CHAIN ? &to->wide_chain : &to->class_chains[chain];
}

static strata_status link_applied(st_pass *pass, st_attr_applied *to,
                                  uint32_t at) {
  st_applied_part *a = &pass->applied[at];
  const st_layer_unit *unit = &pass->units[a->unit];
  uint32_t one = unit->members.bits ? 0 : unit->members.one;
  a->class_chain = 0;
  if (!unit->condition_holds || (!unit->members.bits && one == 0)) {
    return STRATA_OK;
  }
  a->class_chain = WIDE_CHAIN;
  if (one != 0 && !to->class_chains &&
      ++to->single_class_count > FEW_SINGLE_CLASS) {
    to->class_chains = st_arena_alloc(&pass->arena, (size_t)pass->words * 64,
                                      sizeof to->class_chains[0]);
    if (!to->class_chains) return STRATA_ENOMEM;
  }
  if (one != 0 && to->class_chains) a->class_chain = one;
  uint32_t *head = applied_chain_head(to, a->class_chain);
  a->next_in_chain = *head;
  *head = at + 1;
  return STRATA_OK;
}

strata_status st_applied_iter_begin(st_pass *pass, strata_attr attr,
                                    uint32_t class, st_applied_iter *iter) {
  st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  for (; to->linked_count < to->count; to->linked_count++) {
    strata_status status = link_applied(pass, to, to->at[to->linked_count]);
    if (status) return status;
  }
  *iter = (st_applied_iter){.class = class,
                            .single_chain =
                                to->class_chains ? to->class_chains[class] : 0,
                            .wide_chain = to->wide_chain};
  return STRATA_OK;
}

/* Whether the next part of the wide chain has the later place. */
static bool is_wide_chain_later(const st_pass *pass,
                                const st_applied_iter *iter) {
  if (iter->single_chain == 0 || iter->wide_chain == 0) {
    return iter->single_chain == 0;
  }
  return st_sort_key_before(pass->applied[iter->single_chain - 1].place,
                            pass->applied[iter->wide_chain - 1].place);
}

uint32_t st_applied_iter_next(const st_pass *pass, st_applied_iter *iter) {
  while ((iter->single_chain | iter->wide_chain) != 0) {
    bool is_wide = is_wide_chain_later(pass, iter);
    uint32_t at = is_wide ? iter->wide_chain : iter->single_chain;
    const st_applied_part *a = &pass->applied[at - 1];
    *(is_wide ? &iter->wide_chain : &iter->single_chain) = a->next_in_chain;
    if (!is_wide ||
        st_members_has(&pass->units[a->unit].members, iter->class)) {
      return at;
    }
  }
  return 0;
}

void st_applied_unlink(st_pass *pass, strata_attr attr) {
  st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  to->linked_count = 0;
  to->wide_chain = 0;
  to->single_class_count = 0;
  if (to->class_chains) {
    memset(to->class_chains, 0,
           (size_t)pass->words * 64 * sizeof to->class_chains[0]);
  }
}

void st_applied_pop(st_pass *pass) {
  assert(pass->applied_count > 0);
  const st_applied_part *last = &pass->applied[--pass->applied_count];
  st_attr_applied *to =
      &pass->applied_to_attr[st_part_header_attr(last->part->flags) - 1];
  to->count--;
  if (to->linked_count <= to->count) return;
  to->linked_count--;
  /* The chain is stored: by now the unit may affect other classes. */
  if (last->class_chain != 0) {
    *applied_chain_head(to, last->class_chain) = last->next_in_chain;
  }
}
