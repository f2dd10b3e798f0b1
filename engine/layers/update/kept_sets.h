/* kept_sets.h - the entities that match predicates which are asked again and
 * again. */
#ifndef STRATA_LAYERS_UPDATE_KEPT_SETS_H
#define STRATA_LAYERS_UPDATE_KEPT_SETS_H

#include "layers/values/eval_state.h"

/*
 * Find the live entities that match a predicate in the set that is kept for it.
 * *bits are those of the set, good until the next call; NULL: none is kept, and
 * the caller asks all entities. The evaluator is up to date, and `env` reads
 * current values.
 *
 * A predicate is kept from the second time on that it is asked, if it depends
 * on nothing but the entity that it is asked of. Cost O(entities) then;
 * afterwards O(words of 64 in which an entity may have changed).
 */
strata_status st_kept_sets_find(st_eval *eval, const strata_expr *predicate,
                                const st_expr_env *env, const uint64_t **bits);

/* Forget all sets. */
void st_kept_sets_clear(st_eval *eval);

size_t st_kept_sets_bytes(const st_eval *eval);

#endif
