/* fold.h - one value: its base, and each part that applies, in order. */
#ifndef STRATA_LAYERS_VALUES_EVALUATE_VALUE_H
#define STRATA_LAYERS_VALUES_EVALUATE_VALUE_H

#include "layers/pass/change_log.h"
#include "layers/values/apply.h"
#include "layers/values/class_sums.h"
#include "layers/values/set_masks.h"
#include "layers/values/value_cache.h"

#define ST_EVAL_MISSED_SLOTS 16

/* What evaluation works with, and remembers. All of it is cache. */
typedef struct st_eval {
  /* A read of what is known looks at the plan's end, whether it is stale, at
   * `dirty` and at the front of the cells: side by side. */
  st_in_force in_force;
  bool needs_pass;    /* the pass is to be run again */
  bool classes_moved; /* some entities may be of another class than they were */
  uint8_t current_pass;
  st_value_cache cells;
  st_classes classes;
  uint8_t tune[3]; /* strata_tune, by strata_tuning */
  uint64_t last_missed[ST_EVAL_MISSED_SLOTS]; /* what was not known last: the
                                 block of a SET, or the slot of a number; of
                                 attributes whose ids have the same low bits */
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_text_cache compiled;
  st_predicate_cache predicate_cache;
  st_pass passes[2];     /* the one that counts, and the one before it */
  uint32_t *column_attr; /* per column: the attribute it is of, or 0; a
                            high bit tells chains from base values */
  uint64_t serial;       /* of the state; programs of another are stale */
  uint64_t evaluations;
  st_profile *profile; /* NULL: nobody asks for one */
  /* Scratch of one fold; a fold never starts another. */
  st_value_part *parts, *part_scratch;
  size_t part_capacity, part_scratch_capacity;
  uint64_t *words;
  size_t word_capacity;
  st_change_logs changes; /* for caches of other floors */
  const void
      *frame_context; /* of whose frame an expression is that is evaluated */
  uint64_t *selected; /* what a selection found */
  size_t selected_capacity;
} st_eval;

static inline st_pass *st_eval_pass(st_eval *eval) {
  return &eval->passes[eval->current_pass];
}

static inline const st_pass *st_eval_pass_of(const st_eval *eval) {
  return &eval->passes[eval->current_pass];
}

/* Forget values that may be others: one, or those of everybody. */
static inline void st_eval_drop_value(st_eval *eval, strata_attr attr,
                                      uint32_t slot) {
  st_value_cache_drop(&eval->cells, attr, slot);
  st_change_logs_value_changed(&eval->changes, attr, slot);
}

static inline void st_eval_drop_attr(st_eval *eval, strata_attr attr) {
  st_value_cache_drop_attr(&eval->cells, attr);
  st_change_logs_attr_changed(&eval->changes, attr);
}

/* True if what the board has of an attribute is what each slot has. */
static inline bool st_eval_is_on_board(const st_eval *eval, strata_attr attr) {
  return eval->in_force.is_on_board[attr - 1] && !eval->classes.shared;
}

/*
 * Compute a value: of a live `slot`, as it stands before the place `before`,
 * or after everything if that is NULL. The pass must be up to date. `out` has
 * attr->words words. `trace` may be NULL.
 * Cost O(k log k) in the k parts on the value.
 */
strata_status st_evaluate_value(st_eval *eval, strata_attr attr, uint32_t slot,
                                const st_sort_key *before,
                                const st_value_trace *trace, uint64_t *out);

/* The sums of an attribute of which many values are wanted; NULL if it cannot
 * have any. They hold for slots that no part is locked to. The pass is up to
 * date. */
strata_status st_evaluate_value_sums(st_eval *eval, strata_attr attr,
                                     const st_class_sums **out);

/* The values of a SET of those that are `wanted` of slots 64*word .. +63, each
 * `stride` words behind the one before, if many were asked for before. Returns
 * whose it has written; the words of others stay. The pass is up to date. */
uint64_t st_evaluate_value_sets(st_eval *eval, strata_attr attr, uint32_t word,
                                uint64_t wanted, uint64_t *words,
                                size_t stride);

/* Whether a SET has the symbol at `index`, if that can be told from what is
 * known of the slot's class; otherwise *known is false. The pass is up to
 * date. */
bool st_evaluate_value_has(const st_eval *eval, strata_attr attr, uint32_t slot,
                           uint32_t index, bool *known);

/* The value by sums that there are; false if it must be found otherwise. The
 * pass is up to date. */
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

/* True if nothing can change the value: it is its base value. */
static inline bool st_evaluate_value_is_base(const st_eval *eval,
                                             strata_attr attr, uint32_t slot) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  return !a->layered ||
         (st_get32(eval->store, a->chain_column, slot) == 0 &&
          st_eval_pass_of(eval)->applied_to_attr[attr - 1].count == 0 &&
          eval->in_force.switch_group[attr - 1] == 0);
}

/* The base value as words; of ABILITIES a list. */
strata_status st_evaluate_value_base(st_eval *eval, strata_attr attr,
                                     uint32_t slot, uint64_t *out);

#endif
