/* masks.h - what a pass does to a SET, as one step for each class. */
#ifndef STRATA_LAYERS_VALUES_SET_MASKS_H
#define STRATA_LAYERS_VALUES_SET_MASKS_H

#include "layers/values/apply.h"

/* All that is applied to a class, together: value & keep | give. As many words
 * each as the attribute has. */
typedef struct st_set_mask {
  const uint64_t *keep, *give; /* NULL if there is no such step */
} st_set_mask;

/*
 * The step of one class. If `store` it is found once in a pass; otherwise it
 * lives until the next call on this pass.
 * Cost O(what is applied to the class since it was set anew last).
 */
strata_status st_set_masks_find(st_pass *pass, strata_attr attr, uint32_t class,
                                bool store, st_set_mask *out);

/* The same if it was found and stored before. */
st_set_mask st_set_masks_get_stored(const st_pass *pass, strata_attr attr,
                                    uint32_t class);

/* Something else is applied to the attribute than when they were found. */
/* The same for one class, which is another now. */
void st_set_masks_drop_class(st_pass *pass, strata_attr attr, uint32_t class);
void st_set_masks_drop(st_pass *pass, strata_attr attr);

static inline bool st_set_mask_has(const st_set_mask *mask, uint32_t index,
                                   bool base) {
  return st_bit_test(mask->give, index) ||
         (base && st_bit_test(mask->keep, index));
}

#endif
