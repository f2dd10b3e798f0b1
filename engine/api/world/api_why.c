/*
 * api_why.c - the public functions that read an explanation of values.
 */
#include "layers/explain/explain_row.h"

void strata_why_free(strata_why *why) {
  st_why_free(why);
}

size_t strata_why_count(const strata_why *why) {
  return why->count;
}

const strata_why_row *strata_why_get(const strata_why *why, size_t n) {
  return n < why->count ? &why->rows[n].public_row : NULL;
}

const strata_value *strata_why_base(const strata_why *why) {
  return &why->base;
}

const strata_value *strata_why_value(const strata_why *why) {
  return &why->value;
}

const char *strata_why_dot(const strata_why *why) {
  return st_text_get(&why->dot);
}
