/* trial.h - what applying one unit alone would change of another (613.8a). */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_TRIAL_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_TRIAL_H

#include "layers/order/ready_units.h"
#include "layers/order/unit_step.h"

/*
 * The trial that shows that `a` depends on `b`, or NULL; until the next one is
 * made. It is made where it is missing or no longer holds.
 */
strata_status st_dependency_trial_run(st_layer_ordering *l, uint32_t a,
                                      uint32_t b,
                                      const st_dependency_trial **out);

/* The trial of a pair, which was made and still holds. */
const st_dependency_trial *st_dependency_trial_find(const st_layer_ordering *l,
                                                    uint32_t a, uint32_t b);

/* Whether a candidate exists, and its text, as they are now. A unit that has
 * started goes on. */
strata_status st_dependency_trial_exists(st_layer_ordering *l, uint32_t c,
                                         bool *exists, uint16_t *text_change);

/* Whom it affects now, a bitmap in `bits`. It has not started. */
strata_status st_dependency_trial_members(st_layer_ordering *l, uint32_t c,
                                          const st_clause *clause,
                                          uint64_t *bits, st_members *out,
                                          bool *holds);

/* `by` was applied, and `c` reads what that wrote. */
void st_dependency_trial_touched(st_layer_ordering *l, uint32_t c,
                                 uint32_t writer);

#endif
