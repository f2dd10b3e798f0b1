/* dependency_trial.h - trials: what applying one unit alone would change of
 * another (613.8a). */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_TRIAL_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_TRIAL_H

#include "layers/order/pending_units.h"
#include "layers/order/unit_step.h"

/*
 * The trial that shows that pending unit `a` depends on `b`, or NULL if `a`
 * does not. A trial that is missing or no longer holds is made. The pointer is
 * good until the next trial is made.
 */
strata_status st_dependency_trial_run(st_layer_ordering *l, uint32_t a,
                                      uint32_t b,
                                      const st_dependency_trial **out);

/* The trial of `a` with `b` that was made and still holds; NULL if there is
 * none. */
const st_dependency_trial *st_dependency_trial_find(const st_layer_ordering *l,
                                                    uint32_t a, uint32_t b);

/* Whether pending unit `c` exists, and its text change, as the board is now. A
 * unit that has started goes on existing (613.6). */
strata_status st_dependency_trial_exists(st_layer_ordering *l, uint32_t c,
                                         bool *exists, uint16_t *text_change);

/* The members that pending unit `c`, which has not started, would have now; a
 * bitmap is written to `bits`. */
strata_status st_dependency_trial_members(st_layer_ordering *l, uint32_t c,
                                          const st_clause *clause,
                                          uint64_t *bits, st_members *out,
                                          bool *holds);

/* Unit `by` was applied, and `c` reads what it has written: signature and
 * trials of `c` no longer hold. */
void st_dependency_trial_touched(st_layer_ordering *l, uint32_t c,
                                 uint32_t writer);

#endif
