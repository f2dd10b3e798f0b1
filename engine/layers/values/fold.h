/* fold.h - one value: its base, and each part that applies, in order. */
#ifndef STRATA_FOLD_H
#define STRATA_FOLD_H

#include "layers/pass/notice.h"
#include "layers/values/apply.h"
#include "layers/values/cells.h"
#include "layers/values/masks.h"
#include "layers/values/sums.h"

#define ST_MISSED 16

/* What evaluation works with, and remembers. All of it is cache. */
typedef struct st_eval {
  /* A read of what is known looks at the plan's end, whether it is stale, at
   * `dirty` and at the front of the cells: side by side. */
  st_plan plan;
  bool dirty; /* the pass is to be run again */
  bool moved; /* some entities may be of another class than they were */
  uint8_t current;
  st_cells cells;
  st_classes classes;
  uint8_t tune[3];            /* strata_tune, by strata_tuning */
  uint64_t missed[ST_MISSED]; /* what was not known last: the block of a SET, or
                                 the slot of a number; of attributes whose ids
                                 have the same low bits */
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_compiled compiled;
  st_asks asks;
  st_pass passes[2];     /* the one that counts, and the one before it */
  uint32_t *column_attr; /* per column: the attribute it is of, or 0; a
                            high bit tells chains from base values */
  uint64_t serial;       /* of the state; programs of another are stale */
  uint64_t evaluations;
  st_profile *profile; /* NULL: nobody asks for one */
  /* Scratch of one fold; a fold never starts another. */
  st_entry *entries, *spare;
  size_t entry_capacity, spare_capacity;
  uint64_t *words;
  size_t word_capacity;
  st_notice notice;   /* for caches of other floors */
  const void *sight;  /* of whose frame an expression is that is evaluated */
  uint64_t *selected; /* what a selection found */
  size_t selected_capacity;
} st_eval;

static inline st_pass *st_eval_pass(st_eval *eval) {
  return &eval->passes[eval->current];
}

static inline const st_pass *st_eval_pass_of(const st_eval *eval) {
  return &eval->passes[eval->current];
}

/* Forget values that may be others: one, or those of everybody. */
static inline void st_eval_lose(st_eval *eval, strata_attr attr,
                                uint32_t slot) {
  st_cells_drop(&eval->cells, attr, slot);
  st_notice_value(&eval->notice, attr, slot);
}

static inline void st_eval_lose_all(st_eval *eval, strata_attr attr) {
  st_cells_drop_attr(&eval->cells, attr);
  st_notice_values(&eval->notice, attr);
}

/* True if what the board has of an attribute is what each slot has. */
static inline bool st_on_board(const st_eval *eval, strata_attr attr) {
  return eval->plan.kept[attr - 1] && !eval->classes.shared;
}

/*
 * Compute a value: of a live `slot`, as it stands before the place `before`,
 * or after everything if that is NULL. The pass must be up to date. `out` has
 * attr->words words. `trace` may be NULL.
 * Cost O(k log k) in the k parts on the value.
 */
strata_status st_fold(st_eval *eval, strata_attr attr, uint32_t slot,
                      const st_place *before, const st_trace *trace,
                      uint64_t *out);

/* The sums of an attribute of which many values are wanted; NULL if it cannot
 * have any. They hold for slots that no part is locked to. The pass is up to
 * date. */
strata_status st_fold_many(st_eval *eval, strata_attr attr,
                           const st_sums **out);

/* The values of a SET of those that are `wanted` of slots 64*word .. +63, each
 * `stride` words behind the one before, if many were asked for before. Returns
 * whose it has written; the words of others stay. The pass is up to date. */
uint64_t st_fold_sets(st_eval *eval, strata_attr attr, uint32_t word,
                      uint64_t wanted, uint64_t *words, size_t stride);

/* Whether a SET has the symbol at `index`, if that can be told from what is
 * known of the slot's class; otherwise *known is false. The pass is up to
 * date. */
bool st_fold_has(const st_eval *eval, strata_attr attr, uint32_t slot,
                 uint32_t index, bool *known);

/* The value by sums that there are; false if it must be found otherwise. The
 * pass is up to date. */
static inline bool st_fold_summed(const st_eval *eval, strata_attr attr,
                                  uint32_t slot, int64_t *out) {
  const st_sums *sums = st_eval_pass_of(eval)->sums[attr - 1];
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (!sums || eval->profile || st_get32(eval->store, a->chain, slot) != 0) {
    return false;
  }
  return st_sums_value(sums, a, st_class_of(&eval->classes, slot),
                       st_entity_base(eval->store, a, slot), out);
}

/* True if nothing can change the value: it is its base value. */
static inline bool st_fold_is_base(const st_eval *eval, strata_attr attr,
                                   uint32_t slot) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  return !a->layered || (st_get32(eval->store, a->chain, slot) == 0 &&
                         st_eval_pass_of(eval)->of_attr[attr - 1].count == 0 &&
                         eval->plan.switched[attr - 1] == 0);
}

/* The base value as words; of ABILITIES a list. */
strata_status st_fold_base(st_eval *eval, strata_attr attr, uint32_t slot,
                           uint64_t *out);

#endif
