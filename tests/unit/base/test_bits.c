/* Bitmaps, compared with arrays of bools. */
#include "base/bits.h"
#include "kit.h"
#include "support.h"

#include <string.h>

TestSuite(bits, .timeout = 60);

Test(bits, the_lowest_bit_is_found_whatever_lies_above) {
  for (uint32_t n = 0; n < 64; n++) {
    uint64_t bit = UINT64_C(1) << n;
    cr_expect(eq(u32, st_lowest_bit(bit), n));
    cr_expect(eq(u32, st_lowest_bit(bit | UINT64_C(1) << 63), n));
    cr_expect(eq(u32, st_lowest_bit(UINT64_MAX << n), n));
  }
}

Test(bits, bits_are_counted) {
  cr_expect(eq(u32, st_count_bits(0), 0));
  cr_expect(eq(u32, st_count_bits(UINT64_MAX), 64));
  for (uint32_t n = 0; n < 64; n++) {
    cr_expect(eq(u32, st_count_bits(UINT64_MAX << n), 64 - n));
    cr_expect(eq(u32, st_count_bits(UINT64_C(1) << n), 1));
  }
}

Test(bits, words_are_rounded_up) {
  const uint32_t cases[][2] = {
      {0, 0},  {1, 1},   {63, 1},  {64, 1},
      {65, 2}, {128, 2}, {129, 3}, {UINT32_MAX, 1u << 26}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    cr_expect(eq(u32, st_bit_words(cases[i][0]), cases[i][1]), "%u bits",
              cases[i][0]);
  }
}

Test(bits, a_bitmap_agrees_with_an_array_of_bools) {
  uint64_t words[4] = {0};
  bool plain[256] = {false};
  kit_dice dice = {1};
  for (int i = 0; i < 5000; i++) {
    uint32_t n = kit_below(&dice, 256);
    bool on = kit_below(&dice, 2);
    st_bit_set(words, n, on);
    plain[n] = on;
    uint32_t at = kit_below(&dice, 256);
    cr_assert(eq(int, st_bit_test(words, at), plain[at]), "bit %u", at);
  }
  for (uint32_t n = 0; n < 256; n++) {
    cr_assert(eq(int, st_bit_test(words, n), plain[n]), "bit %u", n);
  }
}
