/* subject.h - the classes that satisfy a subject, matched once for all units
 * that ask for the same subject on the same board. */
#ifndef STRATA_LAYERS_PASS_SUBJECT_H
#define STRATA_LAYERS_PASS_SUBJECT_H

#include "layers/pass/pass.h"

/* The result of st_subject_evaluate for a `this` of class `source`, if it was
 * asked for recently on this version of the board; else NULL. */
uint64_t *st_subject_find_recent(st_pass *pass, const strata_expr *subject,
                                 uint32_t source);

/*
 * Match the classes that satisfy a subject for the `this` of a unit. *out lives
 * as long as the pass and may be shared by several units, so it must not be
 * written to. If the result is not worth keeping it is `room`, which has the
 * size of a bitmap of classes.
 */
strata_status st_subject_evaluate(st_pass *pass, const strata_expr *subject,
                                  const st_expr_env *env, uint64_t *room,
                                  uint64_t **out);

#endif
