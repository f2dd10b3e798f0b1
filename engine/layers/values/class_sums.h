/* class_sums.h - the sums that a pass adds to a number, for all classes at
 * once. */
#ifndef STRATA_LAYERS_VALUES_CLASS_SUMS_H
#define STRATA_LAYERS_VALUES_CLASS_SUMS_H

#include "layers/pass/pass.h"

/*
 * The sums of one INT, if additions, subtractions and settings are all that was
 * applied to it. A sum is right only where no value on the way meets an end of
 * the range of the attribute: `reach` is the farthest that any value can move.
 */
struct st_class_sums {
  bool usable;
  int64_t reach;
  int64_t *add; /* by class */
  /* by class: what it is set to before the additions; NULL: nothing sets */
  int64_t *set;
  uint64_t *was_set; /* bitmap of classes */
};

/* The sums of an attribute, made at the first call after a pass. `usable` is
 * false if it can have none. Cost O(applied * classes / 64), and O(classes). */
strata_status st_class_sums_find(st_pass *pass, strata_attr attr,
                                 const st_class_sums **out);

/* Update the sums: a part, given by its index in `applied`, was added or is
 * removed. */
void st_class_sums_change(st_pass *pass, strata_attr attr, uint32_t at,
                          bool added);

/* Update the sums of a class that other parts apply to now. Cost O(what is
 * applied). */
void st_class_sums_renew(st_pass *pass, strata_attr attr, uint32_t class);

/* The value for a base value; false if it must be evaluated part by part. */
static inline bool st_class_sums_value(const st_class_sums *sums,
                                       const st_attr *attr, uint32_t class,
                                       int64_t base, int64_t *out) {
  if (!sums->usable) return false;
  int64_t add = sums->add[class];
  if (sums->set && st_bit_test(sums->was_set, class)) {
    *out = sums->set[class] + add;
    return true;
  }
  /* Neither limit can overflow (SUM_MAX in class_sums.c). The sum may wrap
   * where the base is out of the limits. */
  *out = (int64_t)((uint64_t)base + (uint64_t)add);
  return base >= attr->min + sums->reach && base <= attr->max - sums->reach;
}

#endif
