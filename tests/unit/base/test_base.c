/* Saturating arithmetic, compared with integers of 128 bits. */
#include "base/base.h"
#include "kit.h"
#include "support.h"

TestSuite(base, .timeout = 60);

__extension__ typedef __int128 wide;

static const int64_t edges[] = {INT64_MIN,
                                INT64_MIN + 1,
                                INT64_MIN / 2,
                                INT32_MIN,
                                -4294967296,
                                -3037000500,
                                -7,
                                -3,
                                -2,
                                -1,
                                0,
                                1,
                                2,
                                3,
                                7,
                                INT32_MAX,
                                3037000500,
                                4294967295,
                                INT64_MAX / 2,
                                INT64_MAX - 1,
                                INT64_MAX};

/* Numbers of every size, edges often. */
static int64_t number(kit_dice *dice) {
  if (kit_below(dice, 4) == 0) {
    return edges[kit_below(dice, ST_COUNT_OF(edges))];
  }
  uint64_t n = kit_roll(dice) >> kit_below(dice, 64);
  return (int64_t)(kit_below(dice, 2) ? n : 0 - n);
}

static int64_t saturate(wide w) {
  return w < INT64_MIN ? INT64_MIN : w > INT64_MAX ? INT64_MAX : (int64_t)w;
}

static wide add(wide a, wide b) {
  return a + b;
}

static wide sub(wide a, wide b) {
  return a - b;
}

static wide mul(wide a, wide b) {
  return a * b;
}

static wide divide_down(wide a, wide b) {
  wide q = a / b;
  while (b > 0 ? q * b > a : q * b < a)
    q--;
  return q;
}

static wide divide_up(wide a, wide b) {
  return -divide_down(-a, b);
}

typedef struct law {
  const char *name;
  int64_t (*got)(int64_t a, int64_t b);
  wide (*want)(wide a, wide b);
} law;

static const law laws[] = {
    {"add", st_sat_add, add},
    {"sub", st_sat_sub, sub},
    {"mul", st_sat_mul, mul},
    {"floor_div", st_floor_div, divide_down},
    {"ceil_div", st_ceil_div, divide_up},
};

static void check(const law *l, int64_t a, int64_t b) {
  if (b == 0 && (l->want == divide_down || l->want == divide_up)) return;
  cr_assert(eq(i64, l->got(a, b), saturate(l->want(a, b))),
            "%s of %lld and %lld", l->name, (long long)a, (long long)b);
}

Test(base, operations_give_the_exact_result_or_saturate) {
  for (size_t n = 0; n < ST_COUNT_OF(laws); n++) {
    kit_dice dice = {1};
    for (size_t i = 0; i < ST_COUNT_OF(edges); i++) {
      for (size_t j = 0; j < ST_COUNT_OF(edges); j++) {
        check(&laws[n], edges[i], edges[j]);
      }
    }
    for (int i = 0; i < 20000; i++) {
      int64_t a = number(&dice);
      check(&laws[n], a, number(&dice));
    }
  }
}

static void check_scale(int64_t v, int32_t num, int32_t den) {
  wide exact = (wide)v * num;
  cr_assert(
      eq(i64, st_scale(v, num, den, false), saturate(divide_down(exact, den))),
      "down: %lld * %d / %d", (long long)v, num, den);
  cr_assert(
      eq(i64, st_scale(v, num, den, true), saturate(divide_up(exact, den))),
      "up: %lld * %d / %d", (long long)v, num, den);
}

static const int32_t halves[] = {
    INT32_MIN, INT32_MIN + 1, -65536,        -3,       -2, -1, 0, 1, 2, 3,
    10,        65536,         INT32_MAX - 1, INT32_MAX};

Test(base, scaling_is_exact_and_rounds_once) {
  for (size_t i = 0; i < ST_COUNT_OF(edges); i++) {
    for (size_t j = 0; j < ST_COUNT_OF(halves); j++) {
      for (size_t k = 0; k < ST_COUNT_OF(halves); k++) {
        if (halves[k] > 0) check_scale(edges[i], halves[j], halves[k]);
      }
    }
  }
  kit_dice dice = {2};
  for (int i = 0; i < 20000; i++) {
    int32_t num = (int32_t)(uint32_t)number(&dice);
    int32_t den = (int32_t)((uint64_t)number(&dice) & INT32_MAX);
    check_scale(number(&dice), num, den > 0 ? den : 1);
  }
}

/* Results next to where 63 and 64 bits end. */
Test(base, scaling_saturates_where_it_must_and_not_before) {
  kit_dice dice = {3};
  for (int i = 0; i < 20000; i++) {
    int32_t den = (int32_t)(1 + kit_below(&dice, INT32_MAX));
    int32_t num = (int32_t)(1 + kit_below(&dice, INT32_MAX));
    wide v = ((wide)den << (63 + kit_below(&dice, 2))) / num;
    if (v > INT64_MAX - 1) continue;
    for (int64_t near = -1; near <= 1; near++) {
      check_scale((int64_t)v + near, num, den);
      check_scale((int64_t)v + near, -num, den);
      check_scale(-(int64_t)v + near, num, den);
    }
  }
}

Test(base, sizes_are_multiplied_or_refused) {
  size_t out = 77;
  cr_expect(st_mul_size(SIZE_MAX / 3, 3, &out));
  cr_expect(eq(sz, out, SIZE_MAX / 3 * 3));
  out = 77;
  cr_expect(not(st_mul_size(SIZE_MAX / 3 + 1, 3, &out)));
  cr_expect(eq(sz, out, 77), "a refused product was written");
  cr_expect(st_mul_size(SIZE_MAX, 0, &out));
  cr_expect(eq(sz, out, 0));
}

Test(base, handles_have_the_slot_low_and_the_generation_high) {
  uint64_t handle = st_handle(7, 0xfffffffe);

  cr_expect(eq(u64, handle, UINT64_C(0xfffffffe00000007)));
  cr_expect(eq(u32, st_slot_of(handle), 7));
  cr_expect(eq(u32, st_generation_of(handle), 0xfffffffe));
}

Test(base, clamping_keeps_the_bounds) {
  cr_expect(eq(i64, st_clamp(INT64_MIN, -8, 7), -8));
  cr_expect(eq(i64, st_clamp(-8, -8, 7), -8));
  cr_expect(eq(i64, st_clamp(0, -8, 7), 0));
  cr_expect(eq(i64, st_clamp(8, -8, 7), 7));
}
