/*
 * evaluate_value.c - evaluates one value: the base value, and each part that
 * applies, in order.
 *
 * There is one evaluation. It gives the value that games read where the board
 * does not have it, the value after some layer, and, with a trace, the
 * explanation. Its parts are the constant parts locked to the entity and the
 * parts that the pass has applied.
 *
 * Shortcuts skip the gathering of parts: a number program kept for the value
 * (number_program.c), sums of an attribute for all classes (class_sums.c), and
 * masks of SETs for each class (set_masks.c). Traces and all other values
 * gather the parts. Tests api.tuning and unit.set_masks hold
 * the ways against each other.
 */
#include "layers/values/evaluate_value.h"

#include "layers/pass/layer_unit.h"
#include "layers/pass/profile.h"

#include <string.h>

static st_value_owner value_owner_of(const st_eval *eval, uint32_t slot) {
  return (st_value_owner){slot, st_class_of_slot(&eval->classes, slot)};
}

strata_status st_evaluate_value_base(st_eval *eval, strata_attr attr,
                                     uint32_t slot, uint64_t *out) {
  return st_apply_base(st_eval_pass(eval), attr, value_owner_of(eval, slot),
                       out);
}

/* -- Gathering -- */

/* Reserve one more part; NULL if there is no memory. */
static st_value_part *reserve_value_part(st_eval *eval, size_t count) {
  if (ST_UNLIKELY(count >= eval->part_capacity) &&
      !st_mem_reserve(eval->mem, &eval->parts, &eval->part_capacity, count + 1,
                      sizeof eval->parts[0])) {
    return NULL;
  }
  return &eval->parts[count];
}

/* Read the operand of a constant part on an attribute that is no number. */
static strata_status read_plain_operand(st_eval *eval, strata_attr attr,
                                        st_value_part *entry) {
  const st_store *store = eval->store;
  uint32_t part = entry->origin;
  switch (eval->rules->attrs[attr - 1].type) {
  case STRATA_SYM:
    entry->value = st_get32(store, ST_COLUMN_PART_SYMBOL, part);
    return STRATA_OK;
  case STRATA_TEXT:
    entry->value = st_get32(store, ST_COLUMN_PART_TEXT, part);
    return STRATA_OK;
  case STRATA_SET:
    entry->has_words = true;
    return st_text_cache_symbol_set(&eval->compiled, store,
                                    st_get32(store, ST_COLUMN_PART_TEXT, part),
                                    attr, &entry->words);
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_ABILITIES:
    break;
  }
  return STRATA_OK;
}

strata_status st_evaluate_value_operand(st_eval *eval, st_value_part *entry) {
  return read_plain_operand(eval, st_part_header_attr(entry->verb), entry);
}

/* Gather the constant parts locked to the slot, newest first. */
static strata_status gather_locked_parts(st_eval *eval, strata_attr attr,
                                         uint32_t slot,
                                         const st_sort_key *before,
                                         size_t *count) {
  const st_store *store = eval->store;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (eval->in_force.is_on_board[attr - 1] || !a->layered) return STRATA_OK;
  bool number = a->type == STRATA_INT || a->type == STRATA_FLAG;
  bool planned = eval->in_force.clause_count > 0;
  uint32_t node = st_get32(store, a->chain_column, slot);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    if (planned &&
        st_in_force_has_effect(&eval->in_force,
                               st_get32(store, ST_COLUMN_PART_EFFECT, part))) {
      continue; /* the pass has applied it */
    }
    st_value_part *entry = reserve_value_part(eval, *count);
    if (!entry) return STRATA_ENOMEM;
    const st_sort_key place = st_part_sort_key(store, part, header);
    if (before && !st_sort_key_before(place, *before)) continue;
    /* Copied field by field: a load of the whole struct would have to wait for
     * the stores of its fields, just made. */
    entry->place.high = place.high;
    entry->place.low = place.low;
    entry->place.sequence = 0;
    entry->verb = header;
    entry->value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
    entry->origin = part;
    entry->step = STRATA_STEP_APPLIED;
    entry->has_words = false;
    strata_status status =
        number ? STRATA_OK : read_plain_operand(eval, attr, entry);
    if (status) return status;
    ++*count;
  }
  return STRATA_OK;
}

/* Gather the parts that the pass has applied, newest first. */
static strata_status gather_applied_parts(st_eval *eval, strata_attr attr,
                                          uint32_t class,
                                          const st_sort_key *before,
                                          size_t *count) {
  st_pass *pass = st_eval_pass(eval);
  if (pass->applied_to_attr[attr - 1].count == 0) return STRATA_OK;
  st_applied_iter iter;
  strata_status status = st_applied_iter_begin(pass, attr, class, &iter);
  if (status) return status;
  for (uint32_t at = st_applied_iter_next(pass, &iter); at != 0;
       at = st_applied_iter_next(pass, &iter)) {
    if (before && !st_sort_key_before(pass->applied[at - 1].place, *before)) {
      continue;
    }
    st_value_part *entry = reserve_value_part(eval, *count);
    if (!entry) return STRATA_ENOMEM;
    *entry = st_apply_value_part(pass, at - 1, class);
    assert(entry->step == STRATA_STEP_APPLIED);
    ++*count;
  }
  return STRATA_OK;
}

/* Whether an applied part is locked to targets of other classes. Explanations
 * leave it out: whether the pass has such an effect at all depends on what
 * something reads, or once did. */
static bool is_locked_to_other_targets(const st_pass *pass, uint32_t applied,
                                       uint32_t class) {
  const st_created_clause *created =
      pass->units[pass->applied[applied].unit].effect_clause;
  return created && created->locked_part &&
         !st_layer_unit_targets(pass, created, class);
}

/* Gather also the parts that do not affect the class, which traces report. */
static strata_status gather_parts_for_trace(st_eval *eval, strata_attr attr,
                                            uint32_t class,
                                            const st_sort_key *before,
                                            size_t *count) {
  const st_pass *pass = st_eval_pass(eval);
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  for (size_t i = to->count; i-- > 0;) {
    st_value_part *entry = reserve_value_part(eval, *count);
    if (!entry) return STRATA_ENOMEM;
    if (is_locked_to_other_targets(pass, to->at[i], class)) continue;
    *entry = st_apply_value_part(pass, to->at[i], class);
    *count += !before || st_sort_key_before(entry->place, *before);
  }
  return STRATA_OK;
}

/* Gather the parts on an attribute and on those that are switched with it,
 * sorted by place. */
static strata_status gather_value_parts(st_eval *eval, strata_attr attr,
                                        uint32_t slot,
                                        const st_sort_key *before, bool all,
                                        size_t *count) {
  uint32_t group = eval->in_force.switch_group[attr - 1];
  strata_attr first = group ? 1 : attr;
  strata_attr last = group ? st_attr_count(eval->rules) : attr;
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  *count = 0;
  for (strata_attr a = first; a <= last; a++) {
    if (group && eval->in_force.switch_group[a - 1] != group) continue;
    strata_status status = gather_locked_parts(eval, a, slot, before, count);
    if (!status) {
      status = all ? gather_parts_for_trace(eval, a, class, before, count)
                   : gather_applied_parts(eval, a, class, before, count);
    }
    if (status) return status;
  }
  if (*count < 2) return STRATA_OK;
  if (!st_mem_reserve(eval->mem, &eval->part_scratch,
                      &eval->part_scratch_capacity, *count,
                      sizeof eval->part_scratch[0])) {
    return STRATA_ENOMEM;
  }
  st_value_parts_sort(eval->parts, eval->part_scratch, *count);
  return STRATA_OK;
}

/* -- Programs -- */

/* Make steps of the parts that were added to a program. */
static strata_status insert_added_parts(st_eval *eval,
                                        st_number_program *program) {
  size_t before = eval->mem->live_bytes;
  strata_status status = STRATA_ENOMEM;
  if (st_mem_reserve(eval->mem, &eval->part_scratch,
                     &eval->part_scratch_capacity, program->added_count,
                     sizeof eval->part_scratch[0])) {
    before = eval->mem->live_bytes;
    status =
        st_number_program_insert_added(program, eval->mem, eval->part_scratch);
  }
  eval->cells.bytes += eval->mem->live_bytes - before;
  if (status) st_number_program_make_stale(program);
  return status;
}

/* Run the program kept for a value if it is, or can be made, up to date. False
 * if there is none. */
static bool run_cached_program(st_eval *eval, strata_attr attr, uint32_t slot,
                               int64_t base, uint64_t *out) {
  st_number_program *program =
      st_value_cache_find_program(&eval->cells, attr, slot);
  if (!program || program->stale || program->serial != eval->serial) {
    return false;
  }
  if (program->added_count > 0 && insert_added_parts(eval, program)) {
    return false;
  }
  program->fresh_serial = program->serial;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  out[0] = (uint64_t)st_number_program_run(program, a, base);
  return true;
}

/* Make and keep a program of the gathered parts, if they are many and constant
 * and the value is evaluated for the second time: most values are read once and
 * stay. Want of memory is no failure, because the evaluation goes on without a
 * program. */
static bool run_new_program(st_eval *eval, strata_attr attr, uint32_t slot,
                            size_t count, int64_t base, uint64_t *out) {
  if (count < ST_NUMBER_PROGRAM_MIN || count > UINT32_MAX / 4 ||
      !st_value_cache_was_known(&eval->cells, attr, slot)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    if (st_part_header_flags(eval->parts[i].verb) & ST_PART_NO_FAST_PATH) {
      return false;
    }
  }
  st_number_program **kept =
      st_value_cache_make_program(&eval->cells, attr, slot);
  if (!kept) return false;
  size_t before = eval->mem->live_bytes;
  strata_status status =
      st_number_program_build(kept, eval->mem, eval->parts, (uint32_t)count);
  eval->cells.bytes += eval->mem->live_bytes - before;
  if (status) return false;
  (*kept)->serial = eval->serial;
  (*kept)->fresh_serial = eval->serial;
  const st_attr *a = &eval->rules->attrs[attr - 1];
  out[0] = (uint64_t)st_number_program_run(*kept, a, base);
  return true;
}

/* -- Applying the gathered parts -- */

/* Apply the parts to a number, without a trace. */
static int64_t evaluate_value_number(const st_eval *eval, const st_attr *a,
                                     size_t count, int64_t v) {
  for (size_t i = 0; i < count; i++) {
    const st_value_part *e = &eval->parts[i];
    if (e->step != STRATA_STEP_APPLIED) continue;
    v = st_part_header_op(e->verb) == STRATA_OP_COPY
            ? (int64_t)e->value
            : st_number_apply_op(a, e->verb, v, e->value);
  }
  return v;
}

/* Apply the parts to any value. */
static strata_status evaluate_value_words(st_eval *eval, strata_attr attr,
                                          uint32_t slot, size_t count,
                                          const st_value_trace *trace,
                                          uint64_t *out) {
  st_pass *pass = st_eval_pass(eval);
  if (!st_mem_reserve(eval->mem, &eval->words, &eval->word_capacity,
                      st_apply_word_count(pass, attr), sizeof eval->words[0])) {
    return STRATA_ENOMEM;
  }
  st_value_parts entries = {eval->parts, count};
  strata_status status = st_apply_parts(pass, attr, value_owner_of(eval, slot),
                                        entries, trace, eval->words);
  if (status) return status;
  bool group = eval->in_force.switch_group[attr - 1] != 0;
  memcpy(out, group ? &eval->words[attr - 1] : eval->words,
         eval->rules->attrs[attr - 1].word_count * sizeof *out);
  return STRATA_OK;
}

/* -- Sums -- */

/* So many values are evaluated one by one in a pass before sums are made or
 * masks are kept; with few classes, sums pay sooner. */
enum {
  EVALUATIONS_BEFORE_SUMS = 16,
  EVALUATIONS_BEFORE_SUMS_FEW = 3,
  FEW_CLASS_WORDS = 2
};

static uint32_t evaluations_before_sums(const st_pass *pass) {
  return pass->words <= FEW_CLASS_WORDS ? EVALUATIONS_BEFORE_SUMS_FEW
                                        : EVALUATIONS_BEFORE_SUMS;
}

/* The sums of an attribute, if it can have any and they are worth their
 * cost. */
static strata_status find_useful_sums(st_eval *eval, strata_attr attr,
                                      bool many, const st_class_sums **out) {
  st_pass *pass = st_eval_pass(eval);
  st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  uint8_t how = eval->tune[STRATA_TUNE_SUMS];
  *out = NULL;
  if (eval->in_force.is_on_board[attr - 1] ||
      eval->in_force.switch_group[attr - 1] != 0 ||
      eval->rules->attrs[attr - 1].type != STRATA_INT || to->count == 0 ||
      how == STRATA_TUNE_NEVER) {
    return STRATA_OK;
  }
  if (how == STRATA_TUNE_AUTO && !many && !pass->sums[attr - 1] &&
      to->evaluation_count++ < evaluations_before_sums(pass)) {
    return STRATA_OK;
  }
  return st_class_sums_find(pass, attr, out);
}

/* Evaluate by sums; *done is false if the parts must be gathered. */
static strata_status evaluate_by_sums(st_eval *eval, strata_attr attr,
                                      uint32_t slot, int64_t base,
                                      uint64_t *out, bool *done) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  *done = false;
  if (st_get32(eval->store, a->chain_column, slot) != 0) return STRATA_OK;
  const st_class_sums *sums;
  strata_status status = find_useful_sums(eval, attr, false, &sums);
  if (status || !sums) return status;
  int64_t value;
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  *done = st_class_sums_value(sums, a, class, base, &value);
  if (*done) out[0] = (uint64_t)value;
  return STRATA_OK;
}

strata_status st_evaluate_value_sums(st_eval *eval, strata_attr attr,
                                     const st_class_sums **out) {
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_VALUES, 0);
  strata_status status = find_useful_sums(eval, attr, true, out);
  st_profile_leave(eval->profile, before);
  return status;
}

/* -- Masks -- */

/* True if the pass has applied all parts that are locked to a slot. */
static bool are_locked_parts_in_pass(const st_eval *eval, strata_attr attr,
                                     uint32_t slot) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  return eval->in_force.is_on_board[attr - 1] ||
         st_get32(eval->store, a->chain_column, slot) == 0;
}

/* Evaluate a SET by a mask; *done is false if the parts must be gathered. */
static strata_status evaluate_by_mask(st_eval *eval, strata_attr attr,
                                      uint32_t slot, uint64_t *out,
                                      bool *done) {
  st_pass *pass = st_eval_pass(eval);
  const st_attr *a = &eval->rules->attrs[attr - 1];
  uint8_t how = eval->tune[STRATA_TUNE_SUMS];
  *done = false;
  if (how == STRATA_TUNE_NEVER || !are_locked_parts_in_pass(eval, attr, slot)) {
    return STRATA_OK;
  }
  bool store = eval->classes.shared &&
               (how == STRATA_TUNE_ALWAYS || pass->masks[attr - 1] ||
                pass->applied_to_attr[attr - 1].evaluation_count++ >=
                    EVALUATIONS_BEFORE_SUMS);
  st_set_mask mask;
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  strata_status status = st_set_masks_find(pass, attr, class, store, &mask);
  if (status || !mask.keep) return status;
  st_entity_base_symbols(eval->store, a, slot, out);
  for (uint32_t i = 0; i < a->word_count; i++) {
    out[i] = (out[i] & mask.keep[i]) | mask.give[i];
  }
  *done = true;
  return STRATA_OK;
}

/* Find the masks of the wanted ones of 64 slots; returns the slots that have
 * one. */
static uint64_t find_word_masks(st_eval *eval, strata_attr attr, uint32_t word,
                                uint64_t wanted, st_set_mask *masks) {
  uint64_t done = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    uint32_t bit = st_lowest_bit(wanted);
    uint32_t slot = word * 64 + bit;
    uint32_t class = st_class_of_slot(&eval->classes, slot);
    if (!are_locked_parts_in_pass(eval, attr, slot)) continue;
    if (st_set_masks_find(st_eval_pass(eval), attr, class, true, &masks[bit])) {
      break; /* no memory: the evaluation that needs it reports it */
    }
    done |= (uint64_t)(masks[bit].keep != NULL) << bit;
  }
  return done;
}

uint64_t st_evaluate_value_sets(st_eval *eval, strata_attr attr, uint32_t word,
                                uint64_t wanted, uint64_t *words,
                                size_t stride) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  st_set_mask masks[64];
  if (!st_eval_pass(eval)->masks[attr - 1]) return 0;
  uint64_t done = find_word_masks(eval, attr, word, wanted, masks);
  for (uint32_t k = 0; done != 0 && k < a->word_count; k++) {
    uint64_t base[64];
    st_entity_base_symbols64(eval->store, a, k, word, base);
    for (uint64_t left = done; left != 0; left &= left - 1) {
      uint32_t bit = st_lowest_bit(left);
      words[bit * stride + k] =
          (base[bit] & masks[bit].keep[k]) | masks[bit].give[k];
    }
  }
  return done;
}

bool st_evaluate_value_has(const st_eval *eval, strata_attr attr, uint32_t slot,
                           uint32_t index, bool *known) {
  const st_pass *pass = st_eval_pass_of(eval);
  const st_attr *a = &eval->rules->attrs[attr - 1];
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  *known = true;
  if (eval->in_force.is_on_board[attr - 1] &&
      (st_class_key_is_complete(&eval->classes, attr) ||
       st_bit_test(eval->in_force.read_symbols[attr - 1], index))) {
    return st_board_get_plane(&pass->board, attr, index, class / 64) >>
               (class % 64) &
           1;
  }
  bool base = st_get_bit(eval->store, a->base_column + index, slot);
  if (st_evaluate_value_is_base(eval, attr, slot)) return base;
  st_set_mask mask = st_set_masks_get_stored(pass, attr, class);
  *known = mask.keep && are_locked_parts_in_pass(eval, attr, slot);
  return *known && st_set_mask_has(&mask, index, base);
}

/* -- Evaluation -- */

strata_status st_evaluate_value(st_eval *eval, strata_attr attr, uint32_t slot,
                                const st_sort_key *before,
                                const st_value_trace *trace, uint64_t *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (st_evaluate_value_is_base(eval, attr, slot)) {
    return st_evaluate_value_base(eval, attr, slot, out);
  }
  bool number = a->type == STRATA_INT || a->type == STRATA_FLAG;
  bool plain =
      eval->cells.attrs[attr - 1].is_independent && number && !before && !trace;
  int64_t base = number ? st_entity_base(eval->store, a, slot) : 0;
  if (plain && run_cached_program(eval, attr, slot, base, out)) {
    return STRATA_OK;
  }
  bool done = false;
  strata_status status = STRATA_OK;
  if (number && !before && !trace) {
    status = evaluate_by_sums(eval, attr, slot, base, out, &done);
  } else if (a->type == STRATA_SET && !before && !trace) {
    status = evaluate_by_mask(eval, attr, slot, out, &done);
  }
  if (status || done) return status;
  size_t count;
  status = gather_value_parts(eval, attr, slot, before, trace != NULL, &count);
  if (status) return status;
  if (!st_mem_work(eval->mem, 1 + (uint32_t)count)) return STRATA_ENOMEM;
  if (plain && run_new_program(eval, attr, slot, count, base, out)) {
    return STRATA_OK;
  }
  st_apply_stacking(st_eval_pass(eval), eval->parts, count);
  if (number && !trace && eval->in_force.switch_group[attr - 1] == 0) {
    out[0] = (uint64_t)evaluate_value_number(eval, a, count, base);
    return STRATA_OK;
  }
  return evaluate_value_words(eval, attr, slot, count, trace, out);
}
