/* evaluate.h - the evaluator as the API sees it: values, and being told of
 * what changes. */
#ifndef STRATA_EVALUATE_H
#define STRATA_EVALUATE_H

#include "layers/resolve.h"

/* `store` must outlive the evaluator, which becomes the one that is told of
 * rollbacks. */
strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store);
void st_eval_fini(st_eval *eval);

/* The state has been replaced by another. */
void st_eval_reset(st_eval *eval);

/* Forget all that could be computed again. */
void st_eval_drop(st_eval *eval);

/* Evaluate on current values; it and source are slots. */
strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out);

/* Which of the live slots 64*word .. +63 satisfy a predicate. */
strata_status st_eval_match(st_eval *eval, const strata_expr *expr,
                            uint32_t word, uint32_t source, uint64_t *out);

/* After the state has changed. */
void st_eval_spawned(st_eval *eval, uint32_t slot);
void st_eval_despawned(st_eval *eval, uint32_t slot);
void st_eval_effect_added(st_eval *eval, uint32_t effect);

/* Before the state changes. */
void st_eval_effect_going(st_eval *eval, uint32_t effect);

size_t st_eval_bytes(const st_eval *eval);

#endif
