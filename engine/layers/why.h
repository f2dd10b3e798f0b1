/* why.h - explanations: the fold with its trace kept. */
#ifndef STRATA_WHY_H
#define STRATA_WHY_H

#include "layers/resolve.h"

/* Explain the value of a live slot. `entity` is its handle. */
strata_status st_why_make(st_eval *eval, strata_entity entity, strata_attr attr,
                          strata_why **out);

/* Describe a value's words as the public form; texts and symbols are put into
 * `mem` and belong to the value's owner: see st_value_free. */
strata_status st_value_make(const st_eval *eval, strata_attr attr,
                            const uint64_t *words, st_mem *mem,
                            strata_value *out);
void st_value_free(strata_value *value, st_mem *mem);

#endif
