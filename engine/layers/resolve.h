/* resolve.h - bringing the plan up to date, in the order of a pass. */
#ifndef STRATA_RESOLVE_H
#define STRATA_RESOLVE_H

#include "layers/fold.h"

/* Where expressions get their values: as they stand before `before`, or the
 * current ones if that is NULL. */
typedef struct st_view {
  st_eval *eval;
  const st_place *before;
} st_view;

/* `view` must outlive the environment. */
st_expr_env st_view_env(const st_view *view, uint32_t it, uint32_t source);

/* Make every item of the plan clean. On ENOMEM the rest stays dirty. */
strata_status st_resolve(st_eval *eval);

static inline bool st_resolve_needed(const st_eval *eval) {
  return eval->plan.stale | eval->plan.dirty;
}

/* The current value: cached, or computed and cached. `out` points to its
 * words, which live until the next evaluation. `slot` is live. */
strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out);

/* Forget a value, those switched with it, and whatever read it after `after`
 * (NULL: everywhere). */
void st_eval_spread(st_eval *eval, strata_attr attr, uint32_t slot,
                    const st_place *after);

static inline void st_eval_changed(st_eval *eval, strata_attr attr,
                                   uint32_t slot, const st_place *after) {
  st_cells_drop(&eval->cells, attr, slot);
  if (ST_UNLIKELY(eval->cells.attrs[attr - 1].watched)) {
    st_eval_spread(eval, attr, slot, after);
  }
}

/* After the plan has changed: whom it makes plain or watched. */
void st_eval_sync(st_eval *eval);

/* The program of a number that hangs on nothing but its base value, if it is up
 * to date; NULL if the value must be computed otherwise. */
static inline st_program *st_eval_fresh(const st_eval *eval,
                                        const st_cell_attr *a, uint32_t slot) {
  uint32_t block = slot / ST_CELL_ROWS;
  if (!a->plain || !a->programs || !a->programs[block]) return NULL;
  st_program *program = a->programs[block][slot % ST_CELL_ROWS];
  return program && program->fresh == eval->serial ? program : NULL;
}

/* What a clause does is about to end. */
void st_eval_clause_gone(st_eval *eval, const st_clause *clause);

#endif
