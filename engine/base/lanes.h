/* lanes.h - vectors of 64 numbers, one lane for each bit of a word. */
#ifndef STRATA_BASE_LANES_H
#define STRATA_BASE_LANES_H

#include "base/base.h"

#define ST_LANES 64

typedef enum st_lanes_comparison {
  ST_LANES_EQUAL,
  ST_LANES_LESS,
  ST_LANES_MORE
} st_lanes_comparison;

/* Bit i of the result: a[i] is equal to, less than or more than b[i]. */
uint64_t st_lanes_compare(st_lanes_comparison how, const int64_t *a,
                          const int64_t *b);

/* The same, comparing every lane with one number. */
uint64_t st_lanes_compare_to(st_lanes_comparison how, const int64_t *a,
                             int64_t b);

/* Bit i of the result: a[i] is not 0. */
static inline uint64_t st_lanes_any(const int64_t *a) {
  return ~st_lanes_compare_to(ST_LANES_EQUAL, a, 0);
}

void st_lanes_fill(int64_t *a, int64_t value);

/* Apply st_sat_add, st_sat_sub, st_sat_mul, st_div_or_0, st_min or st_max to
 * a[i] and b[i] and store the result in a[i]. The arrays do not overlap. */
void st_lanes_add(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_sub(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_mul(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_div(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_min(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_max(int64_t *restrict a, const int64_t *restrict b);

/* -- At most ST_LANES numbers -- */

/* True if handle i has slot `slot` + i and generation i, and every generation
 * is odd, which means that the slot is in use. */
bool st_lanes_are_handles(const uint64_t *handles, const uint32_t *generations,
                          uint32_t slot, size_t count);

/* True if all numbers are between `least` and `most`, both included. */
bool st_lanes_are_within(const int64_t *a, size_t count, int64_t least,
                         int64_t most);

/* out[i] = a[i] + b[i], or a[i] + b[which[i]]. No sum may overflow. */
void st_lanes_sum(const int64_t *restrict a, const int64_t *restrict b,
                  size_t count, int64_t *restrict out);
void st_lanes_sum_picked(const int64_t *restrict a, const int64_t *restrict b,
                         const uint32_t *restrict which, size_t count,
                         int64_t *restrict out);

/* Transpose a matrix of 64 by 64 bits: bit i of word k becomes bit k of word
 * i. */
void st_lanes_transpose(uint64_t *block);

#endif
