/*
 * lanes.c - vectors of 64 numbers as plain loops that compilers vectorise.
 *
 * Predicates mostly compare. Compilers make vector code of the comparison
 * loops where the machine shifts 64-bit lanes by variable amounts: a word
 * takes 6 ns with AVX2, 20 ns without, and 64 to 100 ns one by one. Each call
 * tests for AVX2. That branch is always predicted, and unlike an ifunc it
 * needs no support from the platform and exports no symbol. Both versions are
 * the same loop, so both give the same result.
 *
 * Saturating arithmetic has no vector form. Its loops only save walking the
 * expression once for each number.
 */
#include "base/lanes.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_AVX2    __builtin_cpu_supports("avx2")
#define TARGET_AVX2 __attribute__((target("avx2")))
#else
#define HAS_AVX2 false
#define TARGET_AVX2
#endif

/* How many result bits one step combines: all of them as vectors, or a few in
 * short chains of dependent shifts. */
enum { STEP_OF_VECTORS = ST_LANES, STEP_OF_SCALARS = 8 };

ALWAYS_INLINE bool compare_lane_pair(st_lanes_comparison how, int64_t a,
                                     int64_t b) {
  return how == ST_LANES_EQUAL ? a == b : how == ST_LANES_LESS ? a < b : a > b;
}

/* `go` and `how` are constants after inlining. `next` is 1 to compare with
 * b[i], or 0 to compare every lane with b[0]. */
ALWAYS_INLINE uint64_t gather_bits(uint64_t go, st_lanes_comparison how,
                                   const int64_t *a, const int64_t *b,
                                   uint64_t next) {
  uint64_t bits = 0;
  for (uint64_t i = 0; i < ST_LANES; i += go) {
    uint64_t some = 0;
    for (uint64_t j = 0; j < go; j++) {
      some |= (uint64_t)compare_lane_pair(how, a[i + j], b[(i + j) * next])
              << j;
    }
    bits |= some << i;
  }
  return bits;
}

ALWAYS_INLINE uint64_t compare_lanes(uint64_t go, st_lanes_comparison how,
                                     const int64_t *a, const int64_t *b,
                                     uint64_t next) {
  switch (how) {
  case ST_LANES_EQUAL:
    return gather_bits(go, ST_LANES_EQUAL, a, b, next);
  case ST_LANES_LESS:
    return gather_bits(go, ST_LANES_LESS, a, b, next);
  case ST_LANES_MORE:
    break;
  }
  return gather_bits(go, ST_LANES_MORE, a, b, next);
}

TARGET_AVX2 static uint64_t compare_lanes_avx2(st_lanes_comparison how,
                                               const int64_t *a,
                                               const int64_t *b) {
  return compare_lanes(STEP_OF_VECTORS, how, a, b, 1);
}

TARGET_AVX2 static uint64_t compare_lanes_to_avx2(st_lanes_comparison how,
                                                  const int64_t *a,
                                                  const int64_t *b) {
  return compare_lanes(STEP_OF_VECTORS, how, a, b, 0);
}

uint64_t st_lanes_compare(st_lanes_comparison how, const int64_t *a,
                          const int64_t *b) {
  return HAS_AVX2 ? compare_lanes_avx2(how, a, b)
                  : compare_lanes(STEP_OF_SCALARS, how, a, b, 1);
}

uint64_t st_lanes_compare_to(st_lanes_comparison how, const int64_t *a,
                             int64_t b) {
  return HAS_AVX2 ? compare_lanes_to_avx2(how, a, &b)
                  : compare_lanes(STEP_OF_SCALARS, how, a, &b, 0);
}

void st_lanes_fill(int64_t *a, int64_t value) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = value;
  }
}

void st_lanes_add(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_sat_add(a[i], b[i]);
  }
}

void st_lanes_sub(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_sat_sub(a[i], b[i]);
  }
}

void st_lanes_mul(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_sat_mul(a[i], b[i]);
  }
}

void st_lanes_div(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_div_or_0(a[i], b[i]);
  }
}

void st_lanes_min(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_min(a[i], b[i]);
  }
}

void st_lanes_max(int64_t *restrict a, const int64_t *restrict b) {
  for (size_t i = 0; i < ST_LANES; i++) {
    a[i] = st_max(a[i], b[i]);
  }
}

/* Swap the off-diagonal halves of ever smaller blocks. */
void st_lanes_transpose(uint64_t *block) {
  uint64_t mask = UINT64_C(0x00000000FFFFFFFF);
  for (uint32_t step = 32; step != 0; step /= 2, mask ^= mask << step) {
    for (uint32_t i = 0; i < 64; i = (i + step + 1) & ~step) {
      uint64_t changed = (block[i] >> step ^ block[i + step]) & mask;
      block[i] ^= changed << step;
      block[i + step] ^= changed;
    }
  }
}

/* -- At most ST_LANES numbers -- */

ALWAYS_INLINE bool are_handles(const uint64_t *handles,
                               const uint32_t *generations, uint32_t slot,
                               uint32_t count) {
  uint64_t wrong = 0;
  uint32_t odd = 1;
  for (uint32_t i = 0; i < count; i++) {
    wrong |= handles[i] ^ st_handle(slot + i, generations[i]);
    odd &= generations[i];
  }
  return wrong == 0 && odd != 0;
}

TARGET_AVX2 static bool are_handles_avx2(const uint64_t *handles,
                                         const uint32_t *generations,
                                         uint32_t slot, uint32_t count) {
  return are_handles(handles, generations, slot, count);
}

bool st_lanes_are_handles(const uint64_t *handles, const uint32_t *generations,
                          uint32_t slot, size_t count) {
  assert(count <= ST_LANES);
  uint32_t n = (uint32_t)count;
  return HAS_AVX2 ? are_handles_avx2(handles, generations, slot, n)
                  : are_handles(handles, generations, slot, n);
}

ALWAYS_INLINE bool are_within(const int64_t *a, size_t count, int64_t least,
                              int64_t most) {
  int64_t outside = 0;
  for (size_t i = 0; i < count; i++) {
    outside |= (int64_t)(a[i] < least) | (int64_t)(a[i] > most);
  }
  return outside == 0;
}

TARGET_AVX2 static bool are_within_avx2(const int64_t *a, size_t count,
                                        int64_t least, int64_t most) {
  return are_within(a, count, least, most);
}

bool st_lanes_are_within(const int64_t *a, size_t count, int64_t least,
                         int64_t most) {
  return HAS_AVX2 ? are_within_avx2(a, count, least, most)
                  : are_within(a, count, least, most);
}

void st_lanes_sum(const int64_t *restrict a, const int64_t *restrict b,
                  size_t count, int64_t *restrict out) {
  for (size_t i = 0; i < count; i++) {
    out[i] = a[i] + b[i];
  }
}

void st_lanes_sum_picked(const int64_t *restrict a, const int64_t *restrict b,
                         const uint32_t *restrict which, size_t count,
                         int64_t *restrict out) {
  for (size_t i = 0; i < count; i++) {
    out[i] = a[i] + b[which[i]];
  }
}
