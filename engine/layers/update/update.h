/* update.h - effects that come and go under a finished pass. */
#ifndef STRATA_LAYERS_UPDATE_UPDATE_H
#define STRATA_LAYERS_UPDATE_UPDATE_H

#include "layers/values/evaluate_value.h"

/*
 * Put the plan's new clauses into the pass that counts, which is otherwise up
 * to date. *done is false if that cannot be told to give what a new pass would:
 * then one must be run. On ENOMEM too.
 */
strata_status st_leaf_units_add_new_clauses(st_eval *eval, bool *done);

/* Before the plan forgets the clauses of an effect: take what they do out of
 * the pass that counts. False if a new pass must be run. */
bool st_leaf_units_remove_effect(st_eval *eval, uint32_t effect);

#endif
