/* eval_state.h - the state of the evaluator: the in-force set, the classes, the
 * passes and the cache of values. */
#ifndef STRATA_LAYERS_VALUES_EVAL_STATE_H
#define STRATA_LAYERS_VALUES_EVAL_STATE_H

#include "layers/pass/change_log.h"
#include "layers/values/apply.h"
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

#endif
