/*
 * base.c - exact scaling, and the texts of statuses.
 *
 * The product of 64 and 32 bits needs 96 bits, and ISO C has no such integer.
 * A long division by two digits of 32 bits works on the magnitudes and is
 * exact, also on machines whose word has 32 bits.
 */
#include "base/base.h"

int64_t st_scale(int64_t v, int32_t num, int32_t den, bool round_up) {
  assert(den > 0);
  bool negative = (v < 0) != (num < 0) && v != 0 && num != 0;
  uint64_t mag = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
  uint64_t factor = num < 0 ? 0 - (uint64_t)num : (uint64_t)num;
  uint64_t divisor = (uint64_t)den;

  uint64_t low = (mag & UINT32_MAX) * factor;
  uint64_t high = (mag >> 32) * factor + (low >> 32);
  low &= UINT32_MAX;
  uint64_t q_high = high / divisor;
  uint64_t rest = (high % divisor) << 32 | low;
  uint64_t q_low = rest / divisor;
  bool inexact = rest % divisor != 0;

  int64_t limit = negative ? INT64_MIN : INT64_MAX;
  if (q_high > UINT32_MAX) return limit;
  uint64_t q = q_high << 32 | q_low;
  if (inexact && round_up != negative) {
    if (q == UINT64_MAX) return limit;
    q++; /* rounds away from zero: down if the result is negative, else up */
  }
  if (q > (uint64_t)INT64_MAX) return limit;
  return negative ? -(int64_t)q : (int64_t)q;
}

const char *st_status_text(strata_status status) {
  switch (status) {
#define X(name, value, text)                                                   \
  case STRATA_##name:                                                          \
    return text;
    STRATA_STATUS_MAP(X)
#undef X
  }
  return "unknown status";
}
