/*
 * fold.c - one value: its base, and each part that applies, in order.
 *
 * There is one fold. It gives the value that games read where the board does
 * not have it, the value after some layer, and, with a trace, the explanation.
 * Its entries are the plain parts on the entity and what the pass has applied.
 *
 * Constant parts in number run as a program that is kept (program.c); the
 * trace and everything else take the way of the gathered entries, and a test
 * holds the two against each other.
 */
#include "layers/fold.h"

#include <string.h>

strata_status st_fold_base(st_eval *eval, strata_attr attr, uint32_t slot,
                           uint64_t *out) {
  return st_apply_base(st_eval_pass(eval), attr, slot, out);
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

/* The operand of a plain part. */
static strata_status plain_operand(st_eval *eval, const st_attr *a,
                                   strata_attr attr, st_entry *entry) {
  const st_store *store = eval->store;
  uint32_t part = entry->part;
  switch (a->type) {
  case STRATA_SYM:
    entry->value = st_get32(store, ST_COLUMN_PART_SYMBOL, part);
    return STRATA_OK;
  case STRATA_TEXT:
    entry->value = st_get32(store, ST_COLUMN_PART_TEXT, part);
    return STRATA_OK;
  case STRATA_SET:
    return st_compiled_words(&eval->compiled, store,
                             st_get32(store, ST_COLUMN_PART_TEXT, part), attr,
                             &entry->words);
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_ABILITIES:
    break;
  }
  return STRATA_OK;
}

/* The plain parts locked to the slot, newest first. */
static strata_status gather_chain(st_eval *eval, strata_attr attr,
                                  uint32_t slot, const st_place *before,
                                  size_t *count) {
  const st_store *store = eval->store;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (eval->plan.kept[attr - 1] || !a->layered) return STRATA_OK;
  uint32_t node = st_get32(store, a->chain, slot);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
    uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
    if (st_plan_has(&eval->plan, effect)) continue; /* the pass has it */
    st_entry entry = {.place = st_part_place(store, part, verb),
                      .verb = verb,
                      .value = st_get64(store, ST_COLUMN_PART_VALUE, part),
                      .part = part,
                      .effect = effect};
    if (before && !st_place_before(entry.place, *before)) continue;
    strata_status status = plain_operand(eval, a, attr, &entry);
    if (status) return status;
    if (!push(eval, count, entry)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* What the pass has applied, newest first. What leaves the slot out matters to
 * a trace alone. */
static strata_status gather_applied(st_eval *eval, strata_attr attr,
                                    uint32_t slot, const st_place *before,
                                    bool all, size_t *count) {
  const st_pass *pass = st_eval_pass(eval);
  const st_numbers *numbers = &pass->of_attr[attr - 1];
  for (size_t i = numbers->count; i-- > 0;) {
    st_entry entry = st_apply_entry(pass, numbers->at[i], slot);
    if (before && !st_place_before(entry.place, *before)) continue;
    if (entry.step != STRATA_STEP_APPLIED && !all) continue;
    if (!push(eval, count, entry)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* All parts on an attribute and on those that are switched with it, in order
 * of places. */
static strata_status gather(st_eval *eval, strata_attr attr, uint32_t slot,
                            const st_place *before, bool all, size_t *count) {
  uint32_t together = eval->plan.switched[attr - 1];
  strata_attr first = together ? 1 : attr;
  strata_attr last = together ? st_attr_count(eval->rules) : attr;
  *count = 0;
  for (strata_attr a = first; a <= last; a++) {
    if (together && eval->plan.switched[a - 1] != together) continue;
    strata_status status = gather_chain(eval, a, slot, before, count);
    if (!status) status = gather_applied(eval, a, slot, before, all, count);
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

strata_status st_fold(st_eval *eval, strata_attr attr, uint32_t slot,
                      const st_place *before, const st_trace *trace,
                      uint64_t *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  st_pass *pass = st_eval_pass(eval);
  if (st_fold_is_base(eval, attr, slot)) {
    return st_fold_base(eval, attr, slot, out);
  }
  bool number = a->type == STRATA_INT || a->type == STRATA_FLAG;
  bool plain = eval->cells.attrs[attr - 1].plain && number && !before && !trace;
  int64_t base = number ? st_entity_base(eval->store, a, slot) : 0;
  if (plain && run_kept(eval, attr, slot, base, out)) return STRATA_OK;
  size_t count;
  strata_status status =
      gather(eval, attr, slot, before, trace != NULL, &count);
  if (status) return status;
  if (plain && run_new(eval, attr, slot, count, base, out)) return STRATA_OK;
  st_apply_stacking(eval->store, eval->entries, count);
  size_t room = st_apply_room(pass, attr);
  if (!st_mem_reserve(eval->mem, &eval->words, &eval->word_capacity, room,
                      sizeof eval->words[0])) {
    return STRATA_ENOMEM;
  }
  st_entries entries = {eval->entries, count};
  status = st_apply_all(pass, attr, slot, entries, trace, eval->words);
  if (status) return status;
  bool together = eval->plan.switched[attr - 1] != 0;
  memcpy(out, together ? &eval->words[attr - 1] : eval->words,
         a->words * sizeof *out);
  return STRATA_OK;
}
