/* Hashes and checksums. They are part of the format of saves, so the numbers
 * here never change. */
#include "base/hash.h"
#include "kit.h"
#include "support.h"

TestSuite(hash, .timeout = 60);

typedef struct mix_case {
  uint64_t key, value, want;
} mix_case;

static const mix_case mix_cases[] = {
    {0, 0, UINT64_C(0x0000000000000000)},
    {0, 1, UINT64_C(0x81ea31a455fdcbaf)},
    {1, 0, UINT64_C(0xd6e8feb8b0b1032b)},
    {3, 5, UINT64_C(0xe174a90ae98618d5)},
    {UINT64_C(0xffffffffffffffff), UINT64_C(0xffffffffffffffff),
     UINT64_C(0x00f12cb7fffc7b5b)},
    {UINT64_C(0x5374726174612031), UINT64_C(0x123456789abcdef0),
     UINT64_C(0x929eae8ef777db09)},
};

Test(hash, mixing_gives_the_numbers_that_it_always_gave) {
  for (size_t i = 0; i < ST_COUNT_OF(mix_cases); i++) {
    const mix_case *c = &mix_cases[i];
    cr_expect(eq(u64, st_mix(c->key, c->value), c->want), "case %zu", i);
  }
}

typedef struct bytes_case {
  const char *text;
  uint64_t seed, want;
} bytes_case;

static const bytes_case bytes_cases[] = {
    {"", 0, UINT64_C(0xd6e8feb8b0b1032b)},
    {"a", 0, UINT64_C(0xd150219c1667ed8a)},
    {"power", 0, UINT64_C(0xd9324eecb93a8cde)},
    {"power", 1, UINT64_C(0xb6f909c6fc9b3da3)},
    {"pt.modify", 0, UINT64_C(0x2ced9d352b3793c5)},
    {"toughness_x_of_y", 0, UINT64_C(0x970c936eb44ecb40)},
    {"12345678", 0, UINT64_C(0x94656f7e566b0f2f)},
};

Test(hash, names_have_the_hashes_that_they_always_had) {
  for (size_t i = 0; i < ST_COUNT_OF(bytes_cases); i++) {
    const bytes_case *c = &bytes_cases[i];
    cr_expect(
        eq(u64, st_hash_bytes(c->text, strlen(c->text), c->seed), c->want),
        "'%s'", c->text);
  }
}

enum { BUFFER = 300 };

/* Bytes 7, 18, 29, ... */
static void fill(uint8_t *bytes) {
  for (size_t i = 0; i < BUFFER; i++) {
    bytes[i] = (uint8_t)(7 + 11 * i);
  }
}

typedef struct sum_case {
  size_t size;
  uint64_t want;
} sum_case;

static const sum_case sum_cases[] = {
    {0, UINT64_C(0x20106580b30fd0ae)},   {1, UINT64_C(0xd9680f83272f40c1)},
    {63, UINT64_C(0xfc61e66220cfe8fa)},  {64, UINT64_C(0x951c730715275e49)},
    {65, UINT64_C(0x4df86704efe227d7)},  {128, UINT64_C(0xb2222d87f1e9b623)},
    {300, UINT64_C(0x6a8b15e8e53dd208)},
};

Test(hash, checksums_are_those_of_the_files_that_exist) {
  uint8_t bytes[BUFFER];
  fill(bytes);
  for (size_t i = 0; i < ST_COUNT_OF(sum_cases); i++) {
    const sum_case *c = &sum_cases[i];
    cr_expect(eq(u64, st_checksum(bytes, c->size), c->want), "%zu bytes",
              c->size);
  }
}

Test(hash, where_the_bytes_lie_does_not_matter) {
  uint8_t bytes[BUFFER];
  uint8_t moved[BUFFER + 8];
  fill(bytes);
  uint64_t sum = st_checksum(bytes, BUFFER);
  uint64_t hash = st_hash_bytes(bytes, BUFFER, 1);
  for (size_t shift = 1; shift < 8; shift++) {
    memcpy(moved + shift, bytes, BUFFER);
    cr_expect(eq(u64, st_checksum(moved + shift, BUFFER), sum));
    cr_expect(eq(u64, st_hash_bytes(moved + shift, BUFFER, 1), hash));
  }
}

Test(hash, a_checksum_notices_every_changed_byte) {
  uint8_t bytes[BUFFER];
  fill(bytes);
  uint64_t sum = st_checksum(bytes, BUFFER);
  for (size_t at = 0; at < BUFFER; at++) {
    for (unsigned flip = 1; flip < 256; flip++) {
      bytes[at] ^= (uint8_t)flip;
      cr_assert(ne(u64, st_checksum(bytes, BUFFER), sum), "byte %zu", at);
      bytes[at] ^= (uint8_t)flip;
    }
  }
}

Test(hash, a_checksum_notices_blocks_that_changed_places) {
  static const size_t widths[] = {8, 64, 128};
  for (size_t w = 0; w < ST_COUNT_OF(widths); w++) {
    size_t width = widths[w];
    for (size_t a = 0; a + width <= BUFFER; a += width) {
      for (size_t b = a + width; b + width <= BUFFER; b += width) {
        uint8_t bytes[BUFFER];
        uint8_t block[128];
        fill(bytes);
        uint64_t sum = st_checksum(bytes, BUFFER);
        memcpy(block, bytes + a, width);
        if (memcmp(block, bytes + b, width) == 0) continue;
        memcpy(bytes + a, bytes + b, width);
        memcpy(bytes + b, block, width);
        cr_assert(ne(u64, st_checksum(bytes, BUFFER), sum), "%zu and %zu", a,
                  b);
      }
    }
  }
}

Test(hash, a_checksum_notices_zeros_at_the_end) {
  uint8_t bytes[BUFFER] = {0};
  for (size_t size = 1; size <= BUFFER; size++) {
    cr_assert(ne(u64, st_checksum(bytes, size), st_checksum(bytes, size - 1)));
  }
}

Test(hash, each_bit_of_key_and_value_reaches_the_result) {
  kit_dice dice = {1};
  for (int i = 0; i < 200; i++) {
    uint64_t key = kit_roll(&dice);
    uint64_t value = kit_roll(&dice);
    uint64_t mixed = st_mix(key, value);
    for (uint32_t bit = 0; bit < 64; bit++) {
      cr_assert(ne(u64, st_mix(key ^ UINT64_C(1) << bit, value), mixed));
      cr_assert(ne(u64, st_mix(key, value ^ UINT64_C(1) << bit), mixed));
    }
  }
}

Test(hash, words_in_buffers_are_little_endian) {
  uint8_t bytes[9];
  st_write_u64(bytes + 1, UINT64_C(0x0807060504030201));
  for (uint8_t i = 1; i <= 8; i++) {
    cr_expect(eq(u8, bytes[i], i));
  }
  cr_expect(eq(u64, st_read_u64(bytes + 1), UINT64_C(0x0807060504030201)));
  cr_expect(eq(u32, st_read_u32(bytes + 2), UINT32_C(0x05040302)));
  st_write_u32(bytes + 3, UINT32_C(0xf4f3f2f1));
  cr_expect(eq(u32, st_read_u32(bytes + 3), UINT32_C(0xf4f3f2f1)));
  cr_expect(eq(u8, bytes[3], 0xf1));
  cr_expect(eq(u8, bytes[7], 7));
}
