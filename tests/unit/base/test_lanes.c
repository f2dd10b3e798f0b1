/* Vectors of 64 numbers, compared with a loop over each lane. */
#include "base/lanes.h"
#include "kit.h"
#include "support.h"

TestSuite(lanes, .timeout = 60);

typedef struct lanes {
  kit_dice dice;
  int64_t a[ST_LANES], b[ST_LANES], out[ST_LANES];
} lanes;

static int64_t any_number(kit_dice *dice) {
  static const int64_t ends[] = {INT64_MAX, INT64_MIN, -1, 0, 1, 2};
  if (kit_below(dice, 3) == 0) return (int64_t)kit_roll(dice);
  return ends[kit_below(dice, ST_COUNT_OF(ends))];
}

static void roll(lanes *l) {
  for (int i = 0; i < ST_LANES; i++) {
    l->a[i] = any_number(&l->dice);
    l->b[i] = any_number(&l->dice);
  }
}

static bool is(st_lanes_comparison how, int64_t a, int64_t b) {
  return how == ST_LANES_EQUAL ? a == b : how == ST_LANES_LESS ? a < b : a > b;
}

Test(lanes, comparisons_are_those_of_numbers) {
  static const st_lanes_comparison hows[] = {ST_LANES_EQUAL, ST_LANES_LESS,
                                             ST_LANES_MORE};
  lanes l = {.dice.state = 1};
  for (int round = 0; round < 300; round++) {
    roll(&l);
    for (size_t h = 0; h < ST_COUNT_OF(hows); h++) {
      uint64_t each = 0;
      uint64_t one = 0;
      for (int i = 0; i < ST_LANES; i++) {
        each |= (uint64_t)is(hows[h], l.a[i], l.b[i]) << i;
        one |= (uint64_t)is(hows[h], l.a[i], l.b[0]) << i;
      }
      cr_expect(eq(u64, st_lanes_compare(hows[h], l.a, l.b), each));
      cr_expect(eq(u64, st_lanes_compare_to(hows[h], l.a, l.b[0]), one));
    }
  }
}

typedef struct operation {
  const char *name;
  void (*lanes)(int64_t *restrict a, const int64_t *restrict b);
  int64_t (*number)(int64_t a, int64_t b);
} operation;

Test(lanes, arithmetic_is_that_of_numbers) {
  static const operation operations[] = {
      {"add", st_lanes_add, st_sat_add}, {"sub", st_lanes_sub, st_sat_sub},
      {"mul", st_lanes_mul, st_sat_mul}, {"div", st_lanes_div, st_div_or_0},
      {"min", st_lanes_min, st_min},     {"max", st_lanes_max, st_max},
  };
  lanes l = {.dice.state = 2};
  for (int round = 0; round < 300; round++) {
    roll(&l);
    for (size_t o = 0; o < ST_COUNT_OF(operations); o++) {
      memcpy(l.out, l.a, sizeof l.out);
      operations[o].lanes(l.out, l.b);
      for (int i = 0; i < ST_LANES; i++) {
        cr_expect(eq(i64, l.out[i], operations[o].number(l.a[i], l.b[i])), "%s",
                  operations[o].name);
      }
    }
  }
}

Test(lanes, any_is_what_is_not_0) {
  lanes l = {0};
  st_lanes_fill(l.a, 0);
  cr_expect(eq(u64, st_lanes_any(l.a), 0));
  l.a[0] = INT64_MIN;
  l.a[63] = 1;
  cr_expect(eq(u64, st_lanes_any(l.a), UINT64_C(1) << 63 | 1));
  st_lanes_fill(l.a, -1);
  cr_expect(eq(u64, st_lanes_any(l.a), UINT64_MAX));
}

/* -- Of fewer than 64 -- */

Test(lanes, handles_are_those_of_slots_in_use) {
  uint64_t handles[ST_LANES];
  uint32_t generations[ST_LANES];
  kit_dice dice = {3};
  for (uint32_t i = 0; i < ST_LANES; i++) {
    generations[i] = (uint32_t)kit_roll(&dice) | 1;
    handles[i] = st_handle(1000 + i, generations[i]);
  }
  for (size_t count = 0; count <= ST_LANES; count++) {
    cr_expect(st_lanes_are_handles(handles, generations, 1000, count));
    if (count == 0) continue;
    size_t i = kit_below(&dice, (uint32_t)count);
    uint64_t right = handles[i];
    handles[i] ^= UINT64_C(1) << kit_below(&dice, 64);
    cr_expect(not(st_lanes_are_handles(handles, generations, 1000, count)));
    handles[i] = right;
    generations[i]++; /* the slot is free, and its handle is known */
    handles[i] = st_handle(1000 + (uint32_t)i, generations[i]);
    cr_expect(not(st_lanes_are_handles(handles, generations, 1000, count)));
    cr_expect(st_lanes_are_handles(handles, generations, 1000, i));
    generations[i]--;
    handles[i] = right;
  }
}

Test(lanes, within_is_each_of_them) {
  lanes l = {.dice.state = 4};
  for (int round = 0; round < 300; round++) {
    roll(&l);
    size_t count = kit_below(&l.dice, ST_LANES + 1);
    int64_t least = any_number(&l.dice) / 2;
    int64_t most = any_number(&l.dice) / 2;
    bool within = true;
    for (size_t i = 0; i < count; i++) {
      l.a[i] /= 2 + (int64_t)kit_below(&l.dice, 2);
      if (kit_below(&l.dice, 8)) l.a[i] = least;
      within = within && l.a[i] >= least && l.a[i] <= most;
    }
    cr_expect(eq(int, st_lanes_are_within(l.a, count, least, most), within));
  }
}

Test(lanes, sums_are_of_the_same_place_or_of_one_that_is_named) {
  lanes l = {.dice.state = 5};
  uint32_t which[ST_LANES];
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < ST_LANES; i++) {
      l.a[i] = (int64_t)kit_roll(&l.dice) / 2;
      l.b[i] = (int64_t)kit_roll(&l.dice) / 2;
      which[i] = kit_below(&l.dice, ST_LANES);
    }
    size_t count = kit_below(&l.dice, ST_LANES + 1);
    st_lanes_fill(l.out, 7);
    st_lanes_sum(l.a, l.b, count, l.out);
    for (size_t i = 0; i < ST_LANES; i++) {
      cr_expect(eq(i64, l.out[i], i < count ? l.a[i] + l.b[i] : 7));
    }
    st_lanes_sum_picked(l.a, l.b, which, count, l.out);
    for (size_t i = 0; i < ST_LANES; i++) {
      cr_expect(eq(i64, l.out[i], i < count ? l.a[i] + l.b[which[i]] : 7));
    }
  }
}
