/* subject.h - whom a subject takes in, found once for all units that ask the
 * same of the same board. */
#ifndef STRATA_LAYERS_PASS_SUBJECT_H
#define STRATA_LAYERS_PASS_SUBJECT_H

#include "layers/pass/pass.h"

/* What st_subject_evaluate would give, where the same was asked a moment ago
 * for a `this` of class `source`; else NULL. */
uint64_t *st_subject_find_recent(st_pass *pass, const strata_expr *subject,
                                 uint32_t source);

/*
 * The classes that satisfy a predicate for a unit's `this`. *out lives as long
 * as the pass and may be another unit's too, so nobody may write to it; where
 * it is not worth keeping it is `room`, which has room for a bitmap.
 */
strata_status st_subject_evaluate(st_pass *pass, const strata_expr *subject,
                                  const st_expr_env *env, uint64_t *room,
                                  uint64_t **out);

#endif
