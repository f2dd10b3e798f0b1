/* base.h - assertions, saturating arithmetic and handles: what every module
 * may use. */
#ifndef STRATA_BASE_BASE_H
#define STRATA_BASE_BASE_H

#include "strata.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ST_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__)
#define ST_LIKELY(x)   __builtin_expect(!!(x), 1)
#define ST_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Never inlined: an inlined slow path would take registers from its caller's
 * fast path. */
#define ST_NOINLINE __attribute__((noinline))
#define ST_COLD     __attribute__((noinline, cold))
#else
#define ST_LIKELY(x)   (x)
#define ST_UNLIKELY(x) (x)
#define ST_NOINLINE
#define ST_COLD
#endif

/* Whether the public structs of a version of the headers are those that the
 * engine is built with. They may change with a minor version. */
static inline bool st_version_is_known(uint32_t version) {
  return version / 100 >= 4 && version / 100 <= STRATA_VERSION / 100;
}

/* Checked multiplication: returns false and leaves *out untouched if the
 * product does not fit. */
static inline bool st_mul_size(size_t a, size_t b, size_t *out) {
  if (b != 0 && a > SIZE_MAX / b) return false;
  *out = a * b;
  return true;
}

/* Layered values saturate at the ends of int64_t. The compiler's overflow
 * builtins cost one branch that is never taken; the plain forms serve
 * compilers that lack the builtins. Held by test unit.base. */
static inline int64_t st_sat_add(int64_t a, int64_t b) {
#if defined(__GNUC__)
  int64_t sum;
  if (ST_UNLIKELY(__builtin_add_overflow(a, b, &sum))) {
    return b < 0 ? INT64_MIN : INT64_MAX;
  }
  return sum;
#else
  if (b > 0 && a > INT64_MAX - b) return INT64_MAX;
  if (b < 0 && a < INT64_MIN - b) return INT64_MIN;
  return a + b;
#endif
}

static inline int64_t st_sat_sub(int64_t a, int64_t b) {
#if defined(__GNUC__)
  int64_t rest;
  if (ST_UNLIKELY(__builtin_sub_overflow(a, b, &rest))) {
    return b > 0 ? INT64_MIN : INT64_MAX;
  }
  return rest;
#else
  if (b < 0 && a > INT64_MAX + b) return INT64_MAX;
  if (b > 0 && a < INT64_MIN + b) return INT64_MIN;
  return a - b;
#endif
}

static inline int64_t st_sat_mul(int64_t a, int64_t b) {
#if defined(__GNUC__)
  int64_t product;
  if (ST_UNLIKELY(__builtin_mul_overflow(a, b, &product))) {
    return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
  }
  return product;
#else
  if (a == 0 || b == 0) return 0;
  bool negative = (a < 0) != (b < 0);
  uint64_t ua = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
  uint64_t ub = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  if (ua > limit / ub) return negative ? INT64_MIN : INT64_MAX;
  uint64_t u = ua * ub;
  if (!negative) return (int64_t)u;
  return u > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)u;
#endif
}

/* The quotient rounded toward negative infinity; `b` is not 0. */
static inline int64_t st_floor_div(int64_t a, int64_t b) {
  assert(b != 0);
  if (b == -1) return a == INT64_MIN ? INT64_MAX : -a;
  int64_t q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

/* The quotient rounded toward positive infinity; `b` is not 0. */
static inline int64_t st_ceil_div(int64_t a, int64_t b) {
  assert(b != 0);
  if (b == -1) return a == INT64_MIN ? INT64_MAX : -a;
  int64_t q = a / b;
  return q + ((a % b != 0) && ((a < 0) == (b < 0)));
}

/* The quotient of expressions: a division by 0 gives 0. */
static inline int64_t st_div_or_0(int64_t a, int64_t b) {
  return b == 0 ? 0 : st_floor_div(a, b);
}

static inline int64_t st_min(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static inline int64_t st_max(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static inline int64_t st_clamp(int64_t v, int64_t lo, int64_t hi) {
  return v < lo ? lo : v > hi ? hi : v;
}

/* v * num / den, rounded once, and saturated only if the exact result does not
 * fit; `den` is positive. */
int64_t st_scale(int64_t v, int32_t num, int32_t den, bool round_up);

/* A handle of an entity or effect holds the slot in its low half and the
 * generation in its high half. Slot 0 is never used, so handle 0 names no
 * entity. */
static inline uint32_t st_slot_of(uint64_t handle) {
  return (uint32_t)handle;
}
static inline uint32_t st_generation_of(uint64_t handle) {
  return (uint32_t)(handle >> 32);
}
static inline uint64_t st_handle(uint32_t slot, uint32_t generation) {
  return (uint64_t)generation << 32 | slot;
}

/* A status in words, never NULL: as strata_status_text. */
const char *st_status_text(strata_status status);

#endif
