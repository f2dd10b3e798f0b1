/* The random generator: the same numbers on every machine, and all equally
 * likely. */
#include "state_stage.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/save/validate_world.h"
#include "world/store/chance.h"

#include <stdlib.h>

TestSuite(chance, .timeout = 60);

static uint64_t next(state *s) {
  uint64_t number = 0;
  OK(st_chance_next(&s->store, &number));
  return number;
}

static int64_t roll(state *s, int64_t sides) {
  int64_t number = 0;
  OK(st_chance_roll(&s->store, sides, &number));
  return number;
}

/* What others' SplitMix64 gives. */
Test(chance, the_numbers_of_a_seed_are_those_of_splitmix64) {
  static const uint64_t of_0[] = {UINT64_C(0xE220A8397B1DCDAF),
                                  UINT64_C(0x6E789E6AA1B965F4),
                                  UINT64_C(0x06C45D188009454F)};
  static const uint64_t of_1234567[] = {
      UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
      UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
      UINT64_C(16408922859458223821)};
  state s;
  state_open(&s, false);
  for (size_t i = 0; i < ST_COUNT_OF(of_0); i++) {
    cr_expect(eq(u64, next(&s), of_0[i]), "a new world, draw %zu", i);
  }
  OK(st_chance_seed(&s.store, 1234567));
  for (size_t i = 0; i < ST_COUNT_OF(of_1234567); i++) {
    cr_expect(eq(u64, next(&s), of_1234567[i]), "draw %zu", i);
  }
  state_close(&s);
}

Test(chance, rolls_of_a_seed_are_these) {
  static const int64_t sides[] = {6, 6, 6, 20, 100, 2, 1, INT64_MAX, 6};
  static const int64_t want[] = {4, 2, 4, 12, 22, 1, 1, 5078158048327840178, 1};
  state s;
  state_open(&s, false);
  OK(st_chance_seed(&s.store, 1234567));
  for (size_t i = 0; i < ST_COUNT_OF(sides); i++) {
    cr_expect(eq(i64, roll(&s, sides[i]), want[i]), "roll %zu", i);
  }
  state_close(&s);
}

Test(chance, every_side_comes_up_about_as_often) {
  state s;
  state_open(&s, false);
  for (int64_t sides = 1; sides <= 12; sides++) {
    int64_t counts[13] = {0};
    for (int i = 0; i < 1200 * sides; i++) {
      int64_t number = roll(&s, sides);
      cr_assert(number >= 1 && number <= sides);
      counts[number]++;
    }
    for (int64_t n = 1; n <= sides; n++) {
      cr_expect(counts[n] > 1000 && counts[n] < 1400, "%d of %d", (int)n,
                (int)sides);
    }
  }
  state_close(&s);
}

/* A remainder alone would favour the lower two thirds, 3 to 1 each half. */
Test(chance, no_number_is_likelier_where_the_sides_do_not_divide_the_draws) {
  const int64_t sides = INT64_C(3) << 61;
  state s;
  state_open(&s, false);
  int low = 0;
  for (int i = 0; i < 10000; i++) {
    low += roll(&s, sides) <= INT64_C(1) << 62;
  }
  cr_expect(low > 6500 && low < 6830, "%d of 10000, not two thirds", low);
  state_close(&s);
}

Test(chance, what_has_no_sides_is_refused_and_draws_nothing) {
  state s;
  state_open(&s, false);
  OK(st_chance_seed(&s.store, 5));
  uint64_t hash = s.store.hash;
  int64_t number = 77;
  cr_expect(eq(int, st_chance_roll(&s.store, 0, &number), STRATA_ERANGE));
  cr_expect(
      eq(int, st_chance_roll(&s.store, INT64_MIN, &number), STRATA_ERANGE));
  cr_expect(eq(u64, s.store.hash, hash));
  cr_expect(eq(i64, number, 77));
  state_close(&s);
}

Test(chance, the_same_state_draws_the_same_again) {
  state s;
  state copy;
  state_open(&s, true);
  state_open(&copy, true);
  OK(st_chance_seed(&s.store, UINT64_MAX));
  uint64_t mark;
  OK(st_store_mark(&s.store, &mark));
  uint64_t hash = s.store.hash;
  copy.store.rules = s.store.rules; /* equal, and the same is asked for */
  OK(st_store_copy(&copy.store, &s.store));
  size_t size = 0;
  static uint8_t bytes[4096];
  cr_assert(st_save_write(&s.store, bytes, sizeof bytes, &size));
  state loaded;
  state_open(&loaded, true);
  OK(st_save_read(&loaded.store, bytes, size, NULL));
  OK(st_validate_world(&loaded.store));

  int64_t first[20];
  for (int i = 0; i < 20; i++) {
    first[i] = roll(&s, 1000);
  }
  cr_expect(ne(u64, s.store.hash, hash));
  OK(st_store_rollback(&s.store, mark));

  cr_expect(eq(u64, s.store.hash, hash));
  for (int i = 0; i < 20; i++) {
    cr_expect(eq(i64, roll(&s, 1000), first[i]), "again, %d", i);
    cr_expect(eq(i64, roll(&copy, 1000), first[i]), "fork, %d", i);
    cr_expect(eq(i64, roll(&loaded, 1000), first[i]), "load, %d", i);
  }
  state_close(&loaded);
  state_close(&copy);
  state_close(&s);
}

Test(chance, a_draw_without_memory_leaves_the_word) {
  state s;
  state_open(&s, false);
  uint64_t number = 77;
  int64_t side = 77;
  s.probe.fail_at = s.probe.calls + 1;
  s.probe.fail_forever = true;
  cr_expect(eq(int, st_chance_next(&s.store, &number), STRATA_ENOMEM));
  cr_expect(eq(int, st_chance_roll(&s.store, 6, &side), STRATA_ENOMEM));
  cr_expect(eq(int, st_chance_seed(&s.store, 1), STRATA_ENOMEM));
  s.probe.fail_at = 0;
  cr_expect(eq(u64, number, 77));
  cr_expect(eq(i64, side, 77));
  cr_expect(eq(u64, next(&s), UINT64_C(0xE220A8397B1DCDAF)));
  state_close(&s);
}
