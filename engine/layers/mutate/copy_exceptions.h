/* except.h - what a copy is, but for what it copies (707.9). */
#ifndef STRATA_LAYERS_MUTATE_COPY_EXCEPTIONS_H
#define STRATA_LAYERS_MUTATE_COPY_EXCEPTIONS_H

#include "layers/mutate/mutator.h"

/*
 * Let what an ability says of `this` be so of a slot, by effects of their own,
 * for good: first the clauses without a condition, then those whose condition
 * holds for what it is then (707.9f). Operands are what they are now. In the
 * layer in which things are copied it is copiable (707.9b). EINVAL for a part
 * that exchanges, copies or borrows. Cost: its parts.
 */
strata_status st_copy_exceptions_add(st_mutator *mutator, uint32_t slot,
                                     const st_ability *ability);

#endif
