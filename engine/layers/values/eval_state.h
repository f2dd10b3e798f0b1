/* eval_state.h - the state of the evaluator: the in-force set, the classes, the
 * passes and the cache of values. */
#ifndef STRATA_LAYERS_VALUES_EVAL_STATE_H
#define STRATA_LAYERS_VALUES_EVAL_STATE_H

#include "layers/inforce/changed_texts.h"
#include "layers/pass/change_log.h"
#include "layers/values/apply.h"
#include "layers/values/value_cache.h"

#define ST_EVAL_MISSED_SLOTS 16

/* The entities that match a predicate (layers/update/kept_sets.h). */
typedef struct st_kept_set {
  char *text; /* of the predicate; NULL: the place is free */
  size_t text_size;
  uint64_t asked_at; /* st_eval.sets_asked when it was last asked */
  uint64_t read;     /* items of the value change log that were read */
  uint64_t *bits;    /* one for each slot; NULL: it was asked once */
  size_t capacity;   /* of `bits`, in words */
} st_kept_set;

#define ST_KEPT_SETS 16

/* The matches of an aggregate (layers/update/kept_matches.h). */
typedef struct st_kept_match {
  char *text; /* of the expression; NULL: the place is free */
  size_t text_size;
  uint32_t node, value_count;
  int64_t values[ST_CACHED_MATCH_VALUES];
  uint64_t asked_at;         /* st_kept_matches.asked when it was last asked */
  uint64_t *matches, *stale; /* see st_cached_matches */
  size_t capacity, stale_capacity;
  uint32_t words; /* how many words of slots there were when it was asked */
  int64_t total;
  uint64_t read; /* items of the value change log that were read */
} st_kept_match;

#define ST_KEPT_MATCHES      16
#define ST_KEPT_MATCHES_SEEN 64

typedef struct st_kept_matches {
  st_kept_match places[ST_KEPT_MATCHES];
  uint64_t seen[ST_KEPT_MATCHES_SEEN]; /* hashes of what was asked once */
  uint64_t asked;
} st_kept_matches;

/* The state of the evaluator. All of it is cache, derived from the rules and
 * the store. */
typedef struct st_eval {
  /* A read of a cached value looks at in_force.stale, the two flags that
   * follow, and the front of the cache of values, so these lie side by side. */
  st_in_force in_force;
  bool needs_pass;    /* the pass must be run again */
  bool classes_moved; /* some entities may have another class than before */
  bool zones_moved;   /* zones that expressions in force ask may have another
                         order than before */
  uint8_t current_pass;
  st_value_cache cells;
  st_classes classes;
  uint8_t tune[5]; /* by strata_tuning: strata_tune */
  /* by the low bits of an attribute: what the last miss was, the block of a SET
   * or the slot of a number */
  uint64_t last_missed[ST_EVAL_MISSED_SLOTS];
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_text_cache compiled;
  st_changed_texts changed_texts; /* for programs */
  st_predicate_cache predicate_cache;
  /* the current pass and the one before it, by current_pass */
  st_pass passes[2];
  /* by column: the attribute that it belongs to, or 0; a high bit tells chains
   * from base values */
  uint32_t *column_attr;
  /* raised when all cached values are dropped; number programs of another
   * serial are stale */
  uint64_t serial;
  uint64_t evaluations;
  st_profile *profile; /* NULL: no profile is recorded */
  /* Scratch of evaluating one value, which never evaluates another. */
  st_value_part *parts, *part_scratch;
  size_t part_capacity, part_scratch_capacity;
  uint64_t *words;
  size_t word_capacity;
  st_change_logs changes; /* for caches of later modules */
  /* the context of the frame whose expression is evaluated */
  const void *frame_context;
  uint64_t *selected; /* what the last selection found */
  size_t selected_capacity;
  st_kept_set kept_sets[ST_KEPT_SETS];
  uint64_t sets_asked;
  st_kept_matches kept_matches;
} st_eval;

static inline st_pass *st_eval_pass(st_eval *eval) {
  return &eval->passes[eval->current_pass];
}

static inline const st_pass *st_eval_pass_of(const st_eval *eval) {
  return &eval->passes[eval->current_pass];
}

/* Drop cached values that may have changed, and log the change: one value, or
 * all values of an attribute. */
static inline void st_eval_drop_value(st_eval *eval, strata_attr attr,
                                      uint32_t slot) {
  st_value_cache_drop(&eval->cells, attr, slot);
  st_change_logs_value_changed(&eval->changes, attr, slot);
}

static inline void st_eval_drop_attr(st_eval *eval, strata_attr attr) {
  st_value_cache_drop_attr(&eval->cells, attr);
  st_change_logs_attr_changed(&eval->changes, attr);
}

/* Subscribe to changes of an attribute's values; `bits` are ST_CHANGE_LOG_
 * bits. False if there is no memory. */
static inline bool st_eval_subscribe(st_eval *eval, strata_attr attr,
                                     unsigned bits) {
  st_change_logs_enable(&eval->changes);
  eval->cells.attrs[attr - 1].has_dependents = true;
  return st_change_logs_subscribe(&eval->changes, attr, bits);
}

/* Subscribe to the values of all attributes that an expression reads, and to
 * entering and leaving, for one that reads none. False if there is no
 * memory. */
static inline bool st_eval_subscribe_to_reads(st_eval *eval,
                                              const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->read_count; i++) {
    if (!st_eval_subscribe(eval, expr->reads[i].attr, ST_CHANGE_LOG_VALUE)) {
      return false;
    }
  }
  eval->changes.values.is_enabled = true;
  return true;
}

/* True if the board has the values of an attribute by slot. */
static inline bool st_eval_is_on_board(const st_eval *eval, strata_attr attr) {
  return eval->in_force.is_on_board[attr - 1] && !eval->classes.shared;
}

#endif
