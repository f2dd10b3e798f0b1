/* evaluate_value.h - evaluates one value: the base value, and each part that
 * applies, in order. */
#ifndef STRATA_LAYERS_VALUES_EVALUATE_VALUE_H
#define STRATA_LAYERS_VALUES_EVALUATE_VALUE_H

#include "layers/values/class_sums.h"
#include "layers/values/eval_state.h"
#include "layers/values/set_masks.h"

/*
 * Evaluate a value of a live `slot`, as it stands before the sort key `before`,
 * or after all parts if that is NULL. The pass must be up to date. `out` has
 * attr->words words. `trace` may be NULL. Cost O(k log k) in the k parts on the
 * value.
 */
strata_status st_evaluate_value(st_eval *eval, strata_attr attr, uint32_t slot,
                                const st_sort_key *before,
                                const st_value_trace *trace, uint64_t *out);

/* The sums of an attribute of which many values are wanted; NULL if it cannot
 * have any. They hold for slots that no part is locked to. The pass must be up
 * to date. */
strata_status st_evaluate_value_sums(st_eval *eval, strata_attr attr,
                                     const st_class_sums **out);

/* Evaluate a SET for the `wanted` ones of slots 64*word .. +63, into rows that
 * are `stride` words apart, if many of its values were read before. Returns the
 * slots whose rows were written. The pass must be up to date. */
uint64_t st_evaluate_value_sets(st_eval *eval, strata_attr attr, uint32_t word,
                                uint64_t wanted, uint64_t *words,
                                size_t stride);

/* Whether a SET has the symbol at `index`, if the class of the slot tells;
 * otherwise *known is false. The pass must be up to date. */
bool st_evaluate_value_has(const st_eval *eval, strata_attr attr, uint32_t slot,
                           uint32_t index, bool *known);

/* Evaluate by the sums that exist; false if the value must be found otherwise.
 * The pass must be up to date. */
static inline bool st_evaluate_value_by_sums(const st_eval *eval,
                                             strata_attr attr, uint32_t slot,
                                             int64_t *out) {
  const st_class_sums *sums = st_eval_pass_of(eval)->sums[attr - 1];
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (!sums || eval->profile ||
      st_get32(eval->store, a->chain_column, slot) != 0) {
    return false;
  }
  return st_class_sums_value(sums, a, st_class_of_slot(&eval->classes, slot),
                             st_entity_base(eval->store, a, slot), out);
}

/* True if nothing but what the pass has applied to the attribute is on the
 * value: no part is locked to it, and it is not switched with another. */
static inline bool st_evaluate_value_is_unlocked(const st_eval *eval,
                                                 strata_attr attr,
                                                 uint32_t slot) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  return !a->layered || (st_get32(eval->store, a->chain_column, slot) == 0 &&
                         eval->in_force.switch_group[attr - 1] == 0);
}

/* True if no part is on the value, so it is the base value. */
static inline bool st_evaluate_value_is_base(const st_eval *eval,
                                             strata_attr attr, uint32_t slot) {
  return !eval->rules->attrs[attr - 1].layered ||
         (st_eval_pass_of(eval)->applied_to_attr[attr - 1].count == 0 &&
          st_evaluate_value_is_unlocked(eval, attr, slot));
}

/* Read the operand of a constant part that is locked to its targets. */
strata_status st_evaluate_value_operand(st_eval *eval, st_value_part *entry);

/* Read the base value as words; of ABILITIES a list. */
strata_status st_evaluate_value_base(st_eval *eval, strata_attr attr,
                                     uint32_t slot, uint64_t *out);

#endif
