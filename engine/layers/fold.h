/* fold.h - one value: its base, and each part that applies, in order. */
#ifndef STRATA_FOLD_H
#define STRATA_FOLD_H

#include "layers/apply.h"
#include "layers/cells.h"

/* What evaluation works with, and remembers. All of it is cache. */
typedef struct st_eval {
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_cells cells;
  st_compiled compiled;
  st_plan plan;
  st_pass passes[2]; /* the one that counts, and the one before it */
  uint8_t current;
  bool dirty;            /* the pass is to be run again */
  uint32_t *column_attr; /* per column: the attribute it is of, or 0; a
                            high bit tells chains from base values */
  uint64_t serial;       /* of the state; programs of another are stale */
  uint64_t evaluations;
  /* Scratch of one fold; a fold never starts another. */
  st_entry *entries, *spare;
  size_t entry_capacity, spare_capacity;
  uint64_t *words;
  size_t word_capacity;
} st_eval;

static inline st_pass *st_eval_pass(st_eval *eval) {
  return &eval->passes[eval->current];
}

static inline const st_pass *st_eval_pass_of(const st_eval *eval) {
  return &eval->passes[eval->current];
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
