/* set_masks.h - what a pass does to a SET, as one mask for each class. */
#ifndef STRATA_LAYERS_VALUES_SET_MASKS_H
#define STRATA_LAYERS_VALUES_SET_MASKS_H

#include "layers/values/apply.h"

/* All parts that apply to a class, composed: value & keep | give. Both have as
 * many words as the attribute. */
typedef struct st_set_mask {
  const uint64_t *keep, *give; /* NULL if the parts have no such form */
} st_set_mask;

/*
 * Find the mask of a class. With `store` it is computed once in a pass;
 * otherwise it holds until the next call on this pass. Cost O(parts on the
 * class since the last SET or CLEAR).
 */
strata_status st_set_masks_find(st_pass *pass, strata_attr attr, uint32_t class,
                                bool store, st_set_mask *out);

/* The mask of a class if it is stored, else one without `keep`. */
st_set_mask st_set_masks_get_stored(const st_pass *pass, strata_attr attr,
                                    uint32_t class);

/* Drop the stored mask of a class that has changed. */
void st_set_masks_drop_class(st_pass *pass, strata_attr attr, uint32_t class);
/* Drop all stored masks: other parts apply to the attribute now. */
void st_set_masks_drop(st_pass *pass, strata_attr attr);

static inline bool st_set_mask_has(const st_set_mask *mask, uint32_t index,
                                   bool base) {
  return st_bit_test(mask->give, index) ||
         (base && st_bit_test(mask->keep, index));
}

#endif
