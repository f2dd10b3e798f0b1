/* sums.h - what a pass adds to a number, for all classes at once. */
#ifndef STRATA_LAYERS_VALUES_CLASS_SUMS_H
#define STRATA_LAYERS_VALUES_CLASS_SUMS_H

#include "layers/pass/pass.h"

/*
 * Of one INT: what was applied to it, if that is all additions, subtractions
 * and settings. A sum is right only where no value on the way to it meets an
 * end of the attribute's range: `reach` is how far any could go.
 */
struct st_class_sums {
  bool usable;
  int64_t reach;
  int64_t *add; /* by class */
  int64_t *set; /* by class: set before the additions; NULL if nothing sets */
  uint64_t *was_set; /* bitmap of classes */
};

/* The sums of an attribute, made at the first call after a pass. Where they are
 * of no use they say so. Cost O(applied * classes / 64), and O(classes). */
strata_status st_class_sums_find(st_pass *pass, strata_attr attr,
                                 const st_class_sums **out);

/* Something was applied to an attribute, or is taken back: its place in
 * `applied`. */
void st_class_sums_change(st_pass *pass, strata_attr attr, uint32_t at,
                          bool added);

/* Other things are applied to a class now. Cost O(what is applied). */
void st_class_sums_renew(st_pass *pass, strata_attr attr, uint32_t class);

/* The value for a base value; false if it must be worked out step by step. */
static inline bool st_class_sums_value(const st_class_sums *sums,
                                       const st_attr *attr, uint32_t class,
                                       int64_t base, int64_t *out) {
  if (!sums->usable) return false;
  int64_t add = sums->add[class];
  if (sums->set && st_bit_test(sums->was_set, class)) {
    *out = sums->set[class] + add;
    return true;
  }
  /* Neither end can overflow: see MOST in sums.c. What is out of them may. */
  *out = (int64_t)((uint64_t)base + (uint64_t)add);
  return base >= attr->min + sums->reach && base <= attr->max - sums->reach;
}

#endif
