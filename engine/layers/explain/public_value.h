/* public_value.h - values as hosts see them. */
#ifndef STRATA_LAYERS_EXPLAIN_PUBLIC_VALUE_H
#define STRATA_LAYERS_EXPLAIN_PUBLIC_VALUE_H

#include "layers/update/evaluator.h"

/* Make the public form of a value from its words. Texts and symbols are
 * allocated from `mem` and belong to the public value: see
 * st_public_value_free. */
strata_status st_public_value_make(const st_eval *eval, strata_attr attr,
                                   const uint64_t *words, st_mem *mem,
                                   strata_value *out);
void st_public_value_free(strata_value *value, st_mem *mem);

/* Copy a text of the state; free it by st_mem_free with its length + 1. */
strata_status st_public_value_copy_text(const st_eval *eval, uint32_t id,
                                        st_mem *mem, char **out);

/* The name of a symbol; "none" if there is no such symbol. */
const char *st_public_value_symbol_name(const st_eval *eval,
                                        strata_symbol symbol);

/* Write an entity's handle as a person reads it: "#3:1", or "none". */
void st_public_value_write_entity(st_text *text, strata_entity entity);

#endif
