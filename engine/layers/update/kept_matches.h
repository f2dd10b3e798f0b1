/* kept_matches.h - the matches of counts that programs ask for again and
 * again. */
#ifndef STRATA_LAYERS_UPDATE_KEPT_MATCHES_H
#define STRATA_LAYERS_UPDATE_KEPT_MATCHES_H

#include "layers/values/eval_state.h"

/*
 * The find_cached_matches of an environment of current values. The evaluator is
 * up to date, and the frame sees no entry preview. An aggregate that was asked
 * before, with the same closed values, costs the words of 64 in which an entity
 * may have changed; a sum or a union also costs its matches. False if it was
 * not asked before, also for want of memory: then it is counted by a scan. The
 * arrays in *out hold until the next call.
 */
bool st_kept_matches_find(const st_expr_env *env, const strata_expr *expr,
                          uint32_t node, const int64_t *values, size_t count,
                          st_cached_matches *out);

/* Forget all matches. */
void st_kept_matches_clear(st_eval *eval);

size_t st_kept_matches_bytes(const st_eval *eval);

#endif
