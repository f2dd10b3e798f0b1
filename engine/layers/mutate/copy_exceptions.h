/* copy_exceptions.h - how a copy differs from what it copies (707.9). */
#ifndef STRATA_LAYERS_MUTATE_COPY_EXCEPTIONS_H
#define STRATA_LAYERS_MUTATE_COPY_EXCEPTIONS_H

#include "layers/mutate/mutator.h"

/*
 * Give a slot for good, by effects of their own, what the ability's clauses
 * say of `this`: first the clauses without a condition, then those whose
 * condition holds for the copy as it is then (707.9f). Operands are evaluated
 * now. In the layer of copy effects the changes are copiable themselves
 * (707.9b). EINVAL for a part that switches, copies or borrows, or if there
 * are too many parts. Cost: its parts.
 */
strata_status st_copy_exceptions_add(st_mutator *mutator, uint32_t slot,
                                     const st_ability *ability);

#endif
