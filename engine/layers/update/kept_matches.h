/* kept_matches.h - the matches of counts that programs ask for again and
 * again. */
#ifndef STRATA_LAYERS_UPDATE_KEPT_MATCHES_H
#define STRATA_LAYERS_UPDATE_KEPT_MATCHES_H

#include "layers/values/eval_state.h"

/*
 * An environment of current values may have this as find_cached_matches, where
 * the evaluator is up to date and no entity is read as it would be. Then an
 * aggregate that was asked before, with the same closed values, costs the words
 * of 64 in which an entity may have changed, and counting bits.
 */
bool st_kept_matches_find(const st_expr_env *env, const strata_expr *expr,
                          uint32_t node, const int64_t *values, size_t count,
                          st_cached_matches *out);

/* Forget all matches. */
void st_kept_matches_clear(st_eval *eval);

size_t st_kept_matches_bytes(const st_eval *eval);

#endif
