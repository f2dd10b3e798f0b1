/*
 * apply.c - what parts do to a value.
 *
 * The same few functions serve the board of a pass, the fold of one value and
 * explanations, so none of them can disagree with another.
 */
#include "layers/values/apply.h"

#include "layers/pass/unit.h"

#include <string.h>

/* -- Stacking -- */

uint32_t st_entry_effect(const st_pass *pass, const st_entry *entry) {
  const st_applied *applied = st_entry_applied(pass, entry);
  return applied ? pass->units[applied->unit].effect
                 : st_get32(pass->store, ST_COLUMN_PART_EFFECT, entry->from);
}

static uint64_t stamp_of(const st_pass *pass, const st_entry *entry) {
  return st_get_split(pass->store, ST_COLUMN_EFFECT_STAMP,
                      st_entry_effect(pass, entry));
}

static uint64_t source_of(const st_pass *pass, const st_entry *entry) {
  return st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE,
                  st_entry_effect(pass, entry));
}

static strata_group group_of(const st_pass *pass, const st_entry *entry) {
  return st_get32(pass->store, ST_COLUMN_EFFECT_GROUP,
                  st_entry_effect(pass, entry));
}

static bool is_grouped(const st_pass *pass, const st_entry *entry) {
  return (st_verb_flags(entry->verb) & ST_PART_GROUPED) &&
         st_entry_effect(pass, entry) != 0;
}

/* What stacking compares: the operand, of a scale its numerator. Those of SETs
 * are all alike. */
static int64_t weight(const st_entry *entry) {
  if (entry->has_words) return 0;
  return st_verb_op(entry->verb) == STRATA_OP_SCALE
             ? (int32_t)(uint32_t)entry->value
             : (int64_t)entry->value;
}

/* Whether `other`, of the same group on the same value in the same layer, puts
 * `entry` out. */
static bool outdoes(const st_pass *pass, strata_stacking stacking,
                    const st_entry *other, const st_entry *entry) {
  int64_t x = weight(other);
  int64_t y = weight(entry);
  uint64_t other_stamp = stamp_of(pass, other);
  uint64_t stamp = stamp_of(pass, entry);
  uint32_t other_ordinal = st_verb_ordinal(other->verb);
  uint32_t ordinal = st_verb_ordinal(entry->verb);
  bool newer =
      other_stamp != stamp ? other_stamp > stamp : other_ordinal > ordinal;
  switch (stacking) {
  case STRATA_STACK_ALL:
  case STRATA_STACK_REFRESH: /* decided when it was added */
    return false;
  case STRATA_STACK_HIGHEST:
    return x > y || (x == y && !newer);
  case STRATA_STACK_LOWEST:
    return x < y || (x == y && !newer);
  case STRATA_STACK_LATEST:
    return newer;
  case STRATA_STACK_BY_SOURCE:
    return newer && source_of(pass, other) == source_of(pass, entry);
  }
  return false;
}

static bool is_outdone(const st_pass *pass, const st_entry *entries,
                       size_t count, size_t i) {
  const st_entry *entry = &entries[i];
  strata_group group = group_of(pass, entry);
  strata_stacking stacking = pass->rules->groups[group - 1].stacking;
  for (size_t j = 0; j < count; j++) {
    const st_entry *other = &entries[j];
    if (j == i || !is_grouped(pass, other)) continue;
    bool candidate = other->step == STRATA_STEP_APPLIED ||
                     other->step == STRATA_STEP_STACKING;
    if (!candidate || st_verb_attr(other->verb) != st_verb_attr(entry->verb) ||
        st_verb_layer(other->verb) != st_verb_layer(entry->verb) ||
        group_of(pass, other) != group) {
      continue;
    }
    if (outdoes(pass, stacking, other, entry)) return true;
  }
  return false;
}

void st_apply_stacking(const st_pass *pass, st_entry *entries, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (is_grouped(pass, &entries[i]) &&
        entries[i].step == STRATA_STEP_APPLIED &&
        is_outdone(pass, entries, count, i)) {
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
  st_bit_put(value, old, false);
  if (new != UINT32_MAX) st_bit_put(value, new, true);
}

static void combine(strata_op op, const uint64_t *operand, uint32_t words,
                    uint64_t *value) {
  for (uint32_t i = 0; i < words; i++) {
    uint64_t x = op == STRATA_OP_CLEAR ? 0 : operand[i];
    if (op == STRATA_OP_ADD) x = value[i] | x;
    if (op == STRATA_OP_REMOVE) x = value[i] & ~x;
    value[i] = x;
  }
}

/* The operand is one symbol, or none if the domain lacks it. */
static void combine_symbol(const st_attr *attr, strata_op op,
                           strata_symbol symbol, uint64_t *value) {
  uint32_t place = st_attr_domain_index(attr, symbol);
  if (op == STRATA_OP_SET) {
    for (uint32_t i = 0; i < attr->words; i++) {
      value[i] = 0;
    }
  }
  if (place != UINT32_MAX) st_bit_put(value, place, op != STRATA_OP_REMOVE);
}

static void apply_set(const st_attr *attr, const st_entry *entry,
                      const st_clause_part *part, uint64_t *value) {
  strata_op op = st_verb_op(entry->verb);
  if (op == STRATA_OP_SUBSTITUTE && part) {
    substitute_in_set(attr, part->from, part->to, value);
  } else if (op == STRATA_OP_CLEAR || entry->has_words) {
    combine(op, entry->words, attr->words, value);
  } else {
    combine_symbol(attr, op, (strata_symbol)entry->value, value);
  }
}

/* -- Lists of abilities -- */

st_list_op st_apply_list_op(const st_pass *pass, uint32_t unit,
                            const st_clause_part *part, uint64_t operand) {
  const st_unit *u = &pass->units[unit];
  strata_layer layer = st_verb_layer(part->verb);
  bool printed =
      pass->rules->has_copiable_layer && layer <= pass->rules->copiable_after;
  uint8_t origin = printed ? STRATA_ORIGIN_PRINTED : STRATA_ORIGIN_GRANTED;
  if (u->kind == ST_UNIT_LAW && pass->rules->laws[u->index].is_intrinsic) {
    origin = STRATA_ORIGIN_INTRINSIC;
  }
  return (st_list_op){.op = st_verb_op(part->verb),
                      .origin = origin,
                      .giver = unit + 1,
                      .ordinal = st_verb_ordinal(part->verb) << 24,
                      .stamp = u->stamp,
                      .abilities = part->abilities,
                      .count = part->ability_count,
                      .list = (uint32_t)operand,
                      .from = part->from,
                      .to = part->to};
}

/* -- One entry -- */

static uint64_t apply_symbol(const st_entry *entry, const st_clause_part *part,
                             uint64_t value) {
  if (!part || st_verb_op(entry->verb) != STRATA_OP_SUBSTITUTE) {
    return entry->value;
  }
  return value == part->from ? part->to : value;
}

strata_status st_apply(st_pass *pass, strata_attr attr, const st_entry *entry,
                       uint64_t *value) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  const st_applied *applied = st_entry_applied(pass, entry);
  const st_clause_part *part = applied ? applied->part : NULL;
  if (st_verb_op(entry->verb) == STRATA_OP_COPY && a->type != STRATA_SET &&
      a->type != STRATA_ABILITIES) {
    value[0] = entry->value;
    return STRATA_OK;
  }
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    value[0] =
        (uint64_t)st_apply_int(a, entry->verb, (int64_t)value[0], entry->value);
    return STRATA_OK;
  case STRATA_SYM:
    value[0] = apply_symbol(entry, part, value[0]);
    return STRATA_OK;
  case STRATA_REF:
  case STRATA_TEXT:
    value[0] = entry->value;
    return STRATA_OK;
  case STRATA_SET:
    apply_set(a, entry, part, value);
    return STRATA_OK;
  case STRATA_ABILITIES:
    break;
  }
  assert(applied);
  st_list_op op = st_apply_list_op(pass, applied->unit, part, entry->value);
  uint32_t list;
  strata_status status =
      st_list_apply(&pass->lists, &op, (uint32_t)value[0], &list);
  if (!status) value[0] = list;
  return status;
}

/* -- All entries -- */

strata_status st_apply_base(st_pass *pass, strata_attr attr, st_whom whom,
                            uint64_t *words) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  if (whom.slot == 0) {
    st_board_base(&pass->board, attr, whom.class, words);
  } else if (a->type == STRATA_SET) {
    st_entity_base_set(pass->store, a, whom.slot, words);
  } else {
    words[0] = (uint64_t)st_entity_base(pass->store, a, whom.slot);
  }
  if (a->type != STRATA_ABILITIES) return STRATA_OK;
  uint32_t list = 0;
  strata_status status = st_list_of_text(
      &pass->lists, pass->compiled, pass->store, (uint32_t)words[0], &list);
  words[0] = list;
  return status;
}

size_t st_apply_room(const st_pass *pass, strata_attr attr) {
  return pass->plan->switched[attr - 1] != 0
             ? st_attr_count(pass->rules)
             : pass->rules->attrs[attr - 1].words;
}

static strata_status apply_one(st_pass *pass, strata_attr attr,
                               st_entries entries, const st_trace *trace,
                               uint64_t *value) {
  size_t bytes = pass->rules->attrs[attr - 1].words * sizeof *value;
  for (size_t i = 0; i < entries.count; i++) {
    const st_entry *entry = &entries.at[i];
    strata_status status = STRATA_OK;
    if (trace) memcpy(pass->before, value, bytes);
    if (entry->step == STRATA_STEP_APPLIED) {
      status = st_apply(pass, attr, entry, value);
    }
    if (!status && trace) {
      status = trace->row(trace->user, entry, pass->before, value);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

static bool is_same_switch(const st_entry *a, const st_entry *b) {
  return st_verb_op(a->verb) == STRATA_OP_SWITCH &&
         a->place.high == b->place.high && a->place.low == b->place.low &&
         a->place.sequence == b->place.sequence;
}

/* Attributes that are switched with each other: their values go side by side,
 * `values` having one word for each attribute. A switch is two entries at one
 * place, and happens at the first. */
static strata_status apply_together(st_pass *pass, strata_attr attr,
                                    st_entries entries, const st_trace *trace,
                                    uint64_t *values) {
  for (size_t i = 0; i < entries.count; i++) {
    const st_entry *entry = &entries.at[i];
    strata_attr own = st_verb_attr(entry->verb);
    uint64_t before = values[attr - 1];
    strata_status status = STRATA_OK;
    if (entry->step != STRATA_STEP_APPLIED) {
      status = STRATA_OK;
    } else if (st_verb_op(entry->verb) == STRATA_OP_SWITCH) {
      strata_attr other = pass->applied[entry->from - 1].part->other;
      if (i > 0 && is_same_switch(entry - 1, entry)) {
        before = values[other - 1]; /* as it was before the first of the two */
      } else {
        uint64_t swapped = values[own - 1];
        values[own - 1] = values[other - 1];
        values[other - 1] = swapped;
      }
    } else {
      status = st_apply(pass, own, entry, &values[own - 1]);
    }
    if (!status && trace && own == attr) {
      status = trace->row(trace->user, entry, &before, &values[attr - 1]);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_apply_all(st_pass *pass, strata_attr attr, st_whom whom,
                           st_entries entries, const st_trace *trace,
                           uint64_t *words) {
  uint32_t together = pass->plan->switched[attr - 1];
  if (together == 0) {
    strata_status status = st_apply_base(pass, attr, whom, words);
    if (status) return status;
    return apply_one(pass, attr, entries, trace, words);
  }
  for (strata_attr a = 1; a <= st_attr_count(pass->rules); a++) {
    if (pass->plan->switched[a - 1] != together) continue;
    strata_status status = st_apply_base(pass, a, whom, &words[a - 1]);
    if (status) return status;
  }
  return apply_together(pass, attr, entries, trace, words);
}

/* -- What was applied -- */

st_entry st_apply_entry(const st_pass *pass, uint32_t applied, uint32_t class) {
  const st_applied *a = &pass->applied[applied];
  const st_unit *unit = &pass->units[a->unit];
  strata_attr attr = st_verb_attr(a->part->verb);
  st_entry entry = {.place = a->place,
                    .verb = a->part->verb,
                    .from = applied + 1,
                    .step = STRATA_STEP_APPLIED};
  bool is_set = pass->rules->attrs[attr - 1].type == STRATA_SET;
  const uint64_t *words = is_set ? st_applied_words(a) : NULL;
  if (words) {
    entry.words = words;
    entry.has_words = true;
  } else {
    entry.value = st_applied_word(pass, a, class);
  }
  if (!unit->holds) {
    entry.step = STRATA_STEP_CONDITION;
  } else if (!st_member(&unit->members, class)) {
    entry.step = STRATA_STEP_SUBJECT;
  }
  return entry;
}

/* -- Finding it by class -- */

/* So few that affect one class each are no work to look through. */
#define FEW     16
#define NOWHERE UINT32_MAX /* in `chain`: of those that must be looked at */

/* The chain in which something applied is, or is to be. */
static uint32_t *chain_of(st_applied_to *to, uint32_t chain) {
  return chain == NOWHERE ? &to->wide : &to->first[chain];
}

static strata_status link_one(st_pass *pass, st_applied_to *to, uint32_t at) {
  st_applied *a = &pass->applied[at];
  const st_unit *unit = &pass->units[a->unit];
  uint32_t one = unit->members.bits ? 0 : unit->members.one;
  a->chain = 0;
  if (!unit->holds || (!unit->members.bits && one == 0)) return STRATA_OK;
  a->chain = NOWHERE;
  if (one != 0 && !to->first && ++to->few > FEW) {
    to->first = st_arena_take(&pass->arena, (size_t)pass->words * 64,
                              sizeof to->first[0]);
    if (!to->first) return STRATA_ENOMEM;
  }
  if (one != 0 && to->first) a->chain = one;
  uint32_t *head = chain_of(to, a->chain);
  a->older = *head;
  *head = at + 1;
  return STRATA_OK;
}

strata_status st_walk_begin(st_pass *pass, strata_attr attr, uint32_t class,
                            st_walk *walk) {
  st_applied_to *to = &pass->of_attr[attr - 1];
  for (; to->linked < to->count; to->linked++) {
    strata_status status = link_one(pass, to, to->at[to->linked]);
    if (status) return status;
  }
  *walk = (st_walk){.class = class,
                    .one = to->first ? to->first[class] : 0,
                    .wide = to->wide};
  return STRATA_OK;
}

/* Whether the wide chain has the later place. */
static bool is_wide_later(const st_pass *pass, const st_walk *walk) {
  if (walk->one == 0 || walk->wide == 0) return walk->one == 0;
  return st_place_before(pass->applied[walk->one - 1].place,
                         pass->applied[walk->wide - 1].place);
}

uint32_t st_walk_next(const st_pass *pass, st_walk *walk) {
  while ((walk->one | walk->wide) != 0) {
    bool is_wide = is_wide_later(pass, walk);
    uint32_t at = is_wide ? walk->wide : walk->one;
    const st_applied *a = &pass->applied[at - 1];
    *(is_wide ? &walk->wide : &walk->one) = a->older;
    if (!is_wide || st_member(&pass->units[a->unit].members, walk->class)) {
      return at;
    }
  }
  return 0;
}

void st_apply_unlink(st_pass *pass, strata_attr attr) {
  st_applied_to *to = &pass->of_attr[attr - 1];
  to->linked = 0;
  to->wide = 0;
  to->few = 0;
  if (to->first) {
    memset(to->first, 0, (size_t)pass->words * 64 * sizeof to->first[0]);
  }
}

void st_apply_forget_last(st_pass *pass) {
  assert(pass->applied_count > 0);
  const st_applied *last = &pass->applied[--pass->applied_count];
  st_applied_to *to = &pass->of_attr[st_verb_attr(last->part->verb) - 1];
  to->count--;
  if (to->linked <= to->count) return;
  to->linked--;
  /* Whom its unit affects may be another matter by now. */
  if (last->chain != 0) *chain_of(to, last->chain) = last->older;
}
