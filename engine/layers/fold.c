/*
 * fold.c - one value: its base, and each part that applies, in order.
 *
 * There is one fold. It gives the value that games read, the value at some
 * point of a pass that expressions read, and, with a trace, the explanation.
 *
 * Constant parts in number run as a program that is kept (program.c); the
 * trace and everything else take the way of the gathered entries, and a test
 * holds the two against each other.
 */
#include "layers/fold.h"

#include <string.h>

void st_fold_base(const st_eval *eval, strata_attr attr, uint32_t slot,
                  uint64_t *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (a->type == STRATA_SET) {
    st_entity_base_set(eval->store, a, slot, out);
  } else {
    out[0] = (uint64_t)st_entity_base(eval->store, a, slot);
  }
}

/* -- Gathering -- */

static bool push(st_eval *eval, size_t *count, st_entry entry) {
  if (!st_mem_reserve(eval->mem, &eval->entries, &eval->entry_capacity,
                      *count + 1, sizeof entry)) {
    return false;
  }
  eval->entries[(*count)++] = entry;
  return true;
}

/* Whether an entry's clause takes the slot in; plain parts always apply. */
static strata_step step_of(const st_planned *planned, uint32_t slot) {
  if (!planned) return STRATA_STEP_APPLIED;
  const st_clause *clause = planned->clause;
  if (clause->condition && !clause->holds) return STRATA_STEP_CONDITION;
  return st_bit_test(clause->members, slot) ? STRATA_STEP_APPLIED
                                            : STRATA_STEP_SUBJECT;
}

static uint64_t operand_of(const st_eval *eval, const st_planned *planned,
                           uint32_t slot) {
  uint64_t value = planned->values ? planned->values[slot] : planned->value;
  if (st_verb_op(planned->verb) != STRATA_OP_SCALE || !planned->operand) {
    return value;
  }
  /* The numerator is computed, the divisor constant. */
  int64_t numerator = st_clamp((int64_t)value, INT32_MIN, INT32_MAX);
  uint64_t packed = st_get64(eval->store, ST_COLUMN_PART_VALUE, planned->part);
  return packed >> 32 << 32 | (uint32_t)(int32_t)numerator;
}

/* The parts locked to the slot, newest first. */
static strata_status gather_chain(st_eval *eval, strata_attr attr,
                                  uint32_t slot, const st_place *before,
                                  size_t *count) {
  const st_store *store = eval->store;
  uint32_t node = st_get32(store, eval->rules->attrs[attr - 1].chain, slot);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
    st_entry entry = {.place = st_part_place(store, part, verb),
                      .verb = verb,
                      .value = st_get64(store, ST_COLUMN_PART_VALUE, part),
                      .part = part};
    if (before && !st_place_before(entry.place, *before)) continue;
    if (st_verb_flags(verb) & ST_PART_PLANNED) {
      const st_planned *planned = st_plan_part(&eval->plan, part);
      assert(planned);
      entry.step = (uint32_t)step_of(planned, slot);
      if (planned) entry.value = operand_of(eval, planned, slot);
    }
    if (!push(eval, count, entry)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* The parts whose subject may take the slot in, newest first. Those that leave
 * it out matter to a trace alone. */
static strata_status gather_open(st_eval *eval, strata_attr attr, uint32_t slot,
                                 const st_place *before, bool all,
                                 size_t *count) {
  const st_plan_attr *a = &eval->plan.attrs[attr - 1];
  for (size_t i = a->open_count; i-- > 0;) {
    const st_planned *planned = a->open[i];
    if (before && !st_place_before(planned->place, *before)) continue;
    strata_step step = step_of(planned, slot);
    if (step != STRATA_STEP_APPLIED && !all) continue;
    st_entry entry = {.place = planned->place,
                      .verb = planned->verb,
                      .value = operand_of(eval, planned, slot),
                      .part = planned->part,
                      .step = (uint32_t)step};
    if (!push(eval, count, entry)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* All parts on an attribute and on those that are switched with it, in order
 * of places. */
static strata_status gather(st_eval *eval, strata_attr attr, uint32_t slot,
                            const st_place *before, bool all, size_t *count) {
  uint32_t together = eval->plan.attrs[attr - 1].switched;
  strata_attr first = together ? 1 : attr;
  strata_attr last = together ? st_attr_count(eval->rules) : attr;
  *count = 0;
  for (strata_attr a = first; a <= last; a++) {
    if (together && eval->plan.attrs[a - 1].switched != together) continue;
    strata_status status = gather_chain(eval, a, slot, before, count);
    if (!status) status = gather_open(eval, a, slot, before, all, count);
    if (status) return status;
  }
  if (*count < 2) return STRATA_OK;
  if (!st_mem_reserve(eval->mem, &eval->spare, &eval->spare_capacity, *count,
                      sizeof eval->spare[0])) {
    return STRATA_ENOMEM;
  }
  st_entries_sort(eval->entries, eval->spare, *count);
  return STRATA_OK;
}

/* -- Stacking -- */

static strata_group group_of(const st_eval *eval, const st_entry *entry) {
  uint32_t effect = st_get32(eval->store, ST_COLUMN_PART_EFFECT, entry->part);
  return st_get32(eval->store, ST_COLUMN_EFFECT_GROUP, effect);
}

static strata_entity source_of(const st_eval *eval, const st_entry *entry) {
  uint32_t effect = st_get32(eval->store, ST_COLUMN_PART_EFFECT, entry->part);
  return st_get64(eval->store, ST_COLUMN_EFFECT_SOURCE, effect);
}

static bool is_grouped(const st_entry *entry) {
  return entry->step == STRATA_STEP_APPLIED &&
         (st_verb_flags(entry->verb) & ST_PART_GROUPED);
}

/* What stacking compares: the operand, of a scale its numerator. */
static int64_t weight(const st_entry *entry) {
  return st_verb_op(entry->verb) == STRATA_OP_SCALE
             ? (int32_t)(uint32_t)entry->value
             : (int64_t)entry->value;
}

/* Whether `other`, of the same group on the same value in the same layer, puts
 * `entry` out. */
static bool outdoes(const st_eval *eval, strata_stacking stacking,
                    const st_entry *other, const st_entry *entry) {
  int64_t x = weight(other);
  int64_t y = weight(entry);
  bool newer = other->place.low > entry->place.low; /* by timestamp */
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
    return newer && source_of(eval, other) == source_of(eval, entry);
  }
  return false;
}

static bool is_outdone(const st_eval *eval, const st_entry *entries,
                       size_t count, size_t i) {
  const st_entry *entry = &entries[i];
  strata_group group = group_of(eval, entry);
  strata_stacking stacking = eval->rules->groups[group - 1].stacking;
  for (size_t j = 0; j < count; j++) {
    const st_entry *other = &entries[j];
    if (j == i || !(st_verb_flags(other->verb) & ST_PART_GROUPED)) continue;
    bool candidate = other->step == STRATA_STEP_APPLIED ||
                     other->step == STRATA_STEP_STACKING;
    if (!candidate || st_verb_attr(other->verb) != st_verb_attr(entry->verb) ||
        st_verb_layer(other->verb) != st_verb_layer(entry->verb) ||
        group_of(eval, other) != group) {
      continue;
    }
    if (outdoes(eval, stacking, other, entry)) return true;
  }
  return false;
}

static void apply_stacking(const st_eval *eval, st_entry *entries,
                           size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (is_grouped(&entries[i]) && is_outdone(eval, entries, count, i)) {
      entries[i].step = STRATA_STEP_STACKING;
    }
  }
}

/* -- Applying -- */

static void apply_set(const st_entry *entry, const uint64_t *operand,
                      uint32_t words, uint64_t *value) {
  for (uint32_t i = 0; i < words; i++) {
    switch (st_verb_op(entry->verb)) {
    case STRATA_OP_SET:
      value[i] = operand[i];
      break;
    case STRATA_OP_ADD:
      value[i] |= operand[i];
      break;
    case STRATA_OP_REMOVE:
      value[i] &= ~operand[i];
      break;
    case STRATA_OP_CLEAR:
      value[i] = 0;
      break;
    case STRATA_OP_SUB:
    case STRATA_OP_MUL:
    case STRATA_OP_DIV:
    case STRATA_OP_MIN:
    case STRATA_OP_MAX:
    case STRATA_OP_AND:
    case STRATA_OP_OR:
    case STRATA_OP_XOR:
    case STRATA_OP_SCALE:
    case STRATA_OP_SWITCH:
      assert(!"no operation on sets"); /* unreachable */
      break;
    }
  }
}

/* One entry on the words of its own attribute's value. */
static strata_status apply(st_eval *eval, const st_attr *attr,
                           const st_entry *entry, uint64_t *value) {
  const st_store *store = eval->store;
  const uint64_t *operand = NULL;
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    value[0] = (uint64_t)st_apply_int(attr, entry->verb, (int64_t)value[0],
                                      entry->value);
    return STRATA_OK;
  case STRATA_REF:
    value[0] = entry->value;
    return STRATA_OK;
  case STRATA_SYM:
    value[0] = st_verb_flags(entry->verb) & ST_PART_COMPUTED
                   ? entry->value
                   : st_get32(store, ST_COLUMN_PART_SYMBOL, entry->part);
    return STRATA_OK;
  case STRATA_TEXT:
    value[0] = st_get32(store, ST_COLUMN_PART_TEXT, entry->part);
    return STRATA_OK;
  case STRATA_SET:
    break;
  }
  strata_status status = st_compiled_words(
      &eval->compiled, store, st_get32(store, ST_COLUMN_PART_TEXT, entry->part),
      st_verb_attr(entry->verb), &operand);
  if (!status) apply_set(entry, operand, attr->words, value);
  return status;
}

static strata_status tell(const st_trace *trace, strata_attr attr,
                          const st_entry *entry, const uint64_t *before,
                          const uint64_t *after) {
  if (!trace || st_verb_attr(entry->verb) != attr) return STRATA_OK;
  return trace->row(trace->user, entry, before, after);
}

/* Fold entries of one attribute over `value`. */
static strata_status fold_one(st_eval *eval, strata_attr attr, size_t count,
                              const st_trace *trace, uint64_t *value) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  uint64_t *before = eval->words;
  for (size_t i = 0; i < count; i++) {
    const st_entry *entry = &eval->entries[i];
    strata_status status = STRATA_OK;
    if (trace) memcpy(before, value, a->words * sizeof *value);
    if (entry->step == STRATA_STEP_APPLIED) {
      status = apply(eval, a, entry, value);
    }
    if (!status) status = tell(trace, attr, entry, before, value);
    if (status) return status;
  }
  return STRATA_OK;
}

/* Fold entries of attributes that are switched with each other: their values
 * go side by side, `values` having one word for each attribute. A switch is
 * two entries at one place, and happens at the first. */
static strata_status fold_switched(st_eval *eval, strata_attr attr,
                                   size_t count, const st_trace *trace,
                                   uint64_t *values) {
  for (size_t i = 0; i < count; i++) {
    const st_entry *entry = &eval->entries[i];
    strata_attr own = st_verb_attr(entry->verb);
    uint64_t before = values[attr - 1];
    bool is_switch = st_verb_op(entry->verb) == STRATA_OP_SWITCH;
    bool second = is_switch && i > 0 &&
                  entry[-1].place.high == entry->place.high &&
                  entry[-1].place.low == entry->place.low;
    strata_status status = STRATA_OK;
    if (entry->step == STRATA_STEP_APPLIED && is_switch) {
      strata_attr other =
          st_get32(eval->store, ST_COLUMN_PART_OTHER, entry->part);
      if (!second) {
        uint64_t swapped = values[own - 1];
        values[own - 1] = values[other - 1];
        values[other - 1] = swapped;
      } else {
        before = values[other - 1]; /* as it was before the first of the two */
      }
    } else if (entry->step == STRATA_STEP_APPLIED) {
      const st_attr *a = &eval->rules->attrs[own - 1];
      status = apply(eval, a, entry, &values[own - 1]);
    }
    if (!status) status = tell(trace, attr, entry, &before, &values[attr - 1]);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Programs -- */

/* Bring a program up to the chain's newest nodes. */
static strata_status catch_up(st_eval *eval, st_program *program,
                              strata_attr attr, uint32_t slot) {
  const st_store *store = eval->store;
  uint32_t node = st_get32(store, eval->rules->attrs[attr - 1].chain, slot);
  for (; program->pending > 0; program->pending--) {
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
    if (st_verb_flags(verb) & ST_PART_SPECIAL) break;
    st_entry entry = {.place = st_part_place(store, part, verb),
                      .verb = verb,
                      .value = st_get64(store, ST_COLUMN_PART_VALUE, part)};
    strata_status status = st_program_insert(program, eval->mem, &entry);
    if (status) {
      program->stale = true;
      return status;
    }
    node = st_get32(store, ST_COLUMN_NODE_PREV, node);
  }
  if (program->pending > 0) program->stale = true; /* not only plain ones */
  return STRATA_OK;
}

/* Run the value's program if there is one that is, or can be made, up to date.
 * False if there is none. */
static bool run_kept(st_eval *eval, strata_attr attr, uint32_t slot,
                     int64_t base, uint64_t *out) {
  st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
  st_program *program = kept ? *kept : NULL;
  if (!program || program->stale || program->serial != eval->serial) {
    return false;
  }
  if (program->pending > 16 + program->count / 8) return false;
  if (program->pending > 0 &&
      (catch_up(eval, program, attr, slot) || program->stale)) {
    return false;
  }
  program->fresh = program->serial;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  out[0] = (uint64_t)st_program_run(program, a, base);
  return true;
}

/* Keep a program of the gathered entries if they are many and plain. That
 * there is no memory for it is no failure: the fold goes on without. */
static bool run_new(st_eval *eval, strata_attr attr, uint32_t slot,
                    size_t count, int64_t base, uint64_t *out) {
  if (count < ST_PROGRAM_LEAST || count > UINT32_MAX / 4) return false;
  for (size_t i = 0; i < count; i++) {
    if (st_verb_flags(eval->entries[i].verb) & ST_PART_SPECIAL) return false;
  }
  st_program **kept = st_cells_program(&eval->cells, attr, slot, true);
  if (!kept ||
      st_program_build(kept, eval->mem, eval->entries, (uint32_t)count)) {
    return false;
  }
  (*kept)->serial = eval->serial;
  (*kept)->fresh = eval->serial;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  out[0] = (uint64_t)st_program_run(*kept, a, base);
  return true;
}

/* -- The fold -- */

static strata_status fold_together(st_eval *eval, strata_attr attr,
                                   uint32_t slot, size_t count,
                                   const st_trace *trace, uint64_t *out) {
  uint32_t together = eval->plan.attrs[attr - 1].switched;
  for (strata_attr a = 1; a <= st_attr_count(eval->rules); a++) {
    if (eval->plan.attrs[a - 1].switched != together) continue;
    st_fold_base(eval, a, slot, &eval->words[a - 1]);
  }
  strata_status status = fold_switched(eval, attr, count, trace, eval->words);
  out[0] = eval->words[attr - 1];
  return status;
}

strata_status st_fold(st_eval *eval, strata_attr attr, uint32_t slot,
                      const st_place *before, const st_trace *trace,
                      uint64_t *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  st_fold_base(eval, attr, slot, out);
  if (st_fold_is_base(eval, attr, slot)) return STRATA_OK;
  bool alone = eval->plan.attrs[attr - 1].switched == 0;
  bool number = a->type == STRATA_INT || a->type == STRATA_FLAG;
  bool plain = alone && number && !before && !trace &&
               eval->plan.attrs[attr - 1].open_count == 0;
  if (plain && run_kept(eval, attr, slot, (int64_t)out[0], out)) {
    return STRATA_OK;
  }
  size_t count;
  strata_status status =
      gather(eval, attr, slot, before, trace != NULL, &count);
  if (status) return status;
  if (plain && run_new(eval, attr, slot, count, (int64_t)out[0], out)) {
    return STRATA_OK;
  }
  apply_stacking(eval, eval->entries, count);
  size_t words = alone ? a->words : st_attr_count(eval->rules);
  if (!st_mem_reserve(eval->mem, &eval->words, &eval->word_capacity, words,
                      sizeof eval->words[0])) {
    return STRATA_ENOMEM;
  }
  if (!alone) return fold_together(eval, attr, slot, count, trace, out);
  return fold_one(eval, attr, count, trace, out);
}
