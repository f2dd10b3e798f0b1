/* lanes.h - 64 numbers at once: one for each bit of a word. */
#ifndef STRATA_BASE_LANES_H
#define STRATA_BASE_LANES_H

#include "base/base.h"

#define ST_LANES 64

typedef enum st_lanes_comparison {
  ST_LANES_EQUAL,
  ST_LANES_LESS,
  ST_LANES_MORE
} st_lanes_comparison;

/* Bit i: whether a[i] is equal to b[i], less, or more. */
uint64_t st_lanes_compare(st_lanes_comparison how, const int64_t *a,
                          const int64_t *b);

/* The same with one number for all. */
uint64_t st_lanes_compare_to(st_lanes_comparison how, const int64_t *a,
                             int64_t b);

/* Bit i: whether a[i] is not 0. */
static inline uint64_t st_lanes_any(const int64_t *a) {
  return ~st_lanes_compare_to(ST_LANES_EQUAL, a, 0);
}

void st_lanes_fill(int64_t *a, int64_t value);

/* Make each a[i] what st_sat_add, ... make of a[i] and b[i]. They do not
 * overlap. */
void st_lanes_add(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_sub(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_mul(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_div(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_min(int64_t *restrict a, const int64_t *restrict b);
void st_lanes_max(int64_t *restrict a, const int64_t *restrict b);

/* -- Of at most ST_LANES numbers -- */

/* Whether handle i is that of slot + i, with generation i, which is odd. */
bool st_lanes_are_handles(const uint64_t *handles, const uint32_t *generations,
                          uint32_t slot, size_t count);

/* Whether all are from `least` to `most`. */
bool st_lanes_are_within(const int64_t *a, size_t count, int64_t least,
                         int64_t most);

/* out[i] = a[i] + b[i], or b[which[i]]: sums that do not overflow. */
void st_lanes_sum(const int64_t *restrict a, const int64_t *restrict b,
                  size_t count, int64_t *restrict out);
void st_lanes_sum_picked(const int64_t *restrict a, const int64_t *restrict b,
                         const uint32_t *restrict which, size_t count,
                         int64_t *restrict out);

/* Turn 64 words of 64 bits round their diagonal: bit i of word k becomes bit k
 * of word i. */
void st_lanes_transpose(uint64_t *block);

#endif
