/* bits.h - bitmaps made of 64-bit words. */
#ifndef STRATA_BASE_BITS_H
#define STRATA_BASE_BITS_H

#include "base/base.h"

/* The index of the lowest set bit; `word` is not 0. */
static inline uint32_t st_lowest_bit(uint64_t word) {
  assert(word != 0);
#if defined(__GNUC__)
  return (uint32_t)__builtin_ctzll(word);
#else
  uint32_t n = 0;
  while (!(word >> n & 1))
    n++;
  return n;
#endif
}

static inline uint32_t st_count_bits(uint64_t word) {
#if defined(__GNUC__)
  return (uint32_t)__builtin_popcountll(word);
#else
  uint32_t n = 0;
  for (; word; word &= word - 1)
    n++;
  return n;
#endif
}

static inline uint32_t st_bit_words(uint32_t bits) {
  return bits / 64 + (bits % 64 != 0);
}

static inline bool st_bit_test(const uint64_t *words, uint32_t n) {
  return words[n / 64] >> (n % 64) & 1;
}

static inline void st_bit_set(uint64_t *words, uint32_t n, bool on) {
  uint64_t mask = (uint64_t)1 << (n % 64);
  if (on) {
    words[n / 64] |= mask;
  } else {
    words[n / 64] &= ~mask;
  }
}

#endif
