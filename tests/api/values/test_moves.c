/* Random games of cards that change each other: values kept up to date equal
 * those of a fresh evaluation, explanations lead to the values, and everything
 * can be taken back, forked, saved and loaded. */
#include "game.h"
#include "kit_moves.h"

#include <stdlib.h>
#include <string.h>

TestSuite(moves, .timeout = 300);

static bool is_full(void) {
  return getenv("STRATA_TEST_FULL") != NULL;
}

static strata_rules *rules_of_moves(void) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  return rules;
}

static const char *name_of(const strata_rules *rules, strata_attr attr) {
  return strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, attr);
}

/* Every value of two worlds is the same. */
static void expect_same(moves *m, strata_world *fresh, const char *what,
                        uint64_t seed, int step) {
  uint32_t count = strata_rules_count(m->rules, STRATA_NAME_ATTRIBUTE);
  strata_entity card = 0;
  while ((card = strata_entity_next(m->world, card)) != 0) {
    for (strata_attr attr = 1; attr <= count; attr++) {
      strata_value got;
      strata_value want;
      OK(strata_get(m->world, card, attr, &got));
      OK(strata_get(fresh, card, attr, &want));
      cr_assert(kit_same_value(&got, &want),
                "%s: game %d, step %d: %s of #%d is %lld, afresh %lld", what,
                (int)seed, step, name_of(m->rules, attr), (int)(uint32_t)card,
                (long long)got.integer, (long long)want.integer);
    }
  }
}

static uint64_t sum_of(strata_world *world) {
  const strata_rules *rules = strata_world_rules(world);
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  uint64_t sum = 0;
  strata_entity card = 0;
  while ((card = strata_entity_next(world, card)) != 0) {
    for (strata_attr attr = 1; attr <= count; attr++) {
      strata_value value;
      OK(strata_get(world, card, attr, &value));
      sum = kit_fold_value(sum, rules, &value);
    }
  }
  return sum;
}

Test(moves, step_by_step_gives_what_a_fresh_evaluation_gives) {
  strata_rules *rules = rules_of_moves();
  strata_world *fresh = NULL;
  OK(strata_world_new(rules, NULL, &fresh));
  uint64_t games = is_full() ? 1500 : 150;
  for (uint64_t seed = 0; seed < games; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, seed));
    for (int i = 0; i < 60; i++) {
      moves_step(&m);
      cr_assert(eq(ptr, TEXT(m.refused), NULL), "game %d: %s: %s", (int)seed,
                m.refused, strata_world_error(m.world));
      if (kit_below(&m.dice, 3)) continue;
      OK(strata_fork(m.world, fresh, NULL));
      expect_same(&m, fresh, "step by step", seed, i);
    }
    moves_close(&m);
  }
  strata_world_free(fresh);
  strata_rules_free(rules);
}

Test(moves, everything_can_be_taken_back) {
  strata_rules *rules = rules_of_moves();
  for (uint64_t seed = 0; seed < 60; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, 1000 + seed));
    moves_play(&m, 25);
    uint64_t hash = strata_hash(m.world);
    uint64_t sum = sum_of(m.world);
    strata_mark mark = {0};
    OK(strata_mark_set(m.world, &mark));

    for (int i = 0; i < 25; i++) {
      moves_step(&m);
      if (i % 4 == 0) sum_of(m.world);
    }
    OK(strata_rollback(m.world, mark));

    cr_expect(eq(u64, strata_hash(m.world), hash), "game %d", (int)seed);
    cr_expect(eq(u64, sum_of(m.world), sum), "game %d", (int)seed);
    cr_expect(eq(ptr, TEXT(m.refused), NULL), "game %d: %s", (int)seed,
              m.refused);
    moves_close(&m);
  }
  strata_rules_free(rules);
}

Test(moves, a_saved_world_is_the_same) {
  strata_rules *rules = rules_of_moves();
  for (uint64_t seed = 0; seed < 40; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, 2000 + seed));
    moves_play(&m, 40);
    size_t size = 0;
    strata_world *loaded = NULL;
    cr_assert(eq(int, strata_save(m.world, NULL, 0, &size), STRATA_OK));
    void *bytes = malloc(size);
    OK(strata_save(m.world, bytes, size, &size));

    OK(strata_load(rules, NULL, bytes, size, &loaded, NULL));

    cr_expect(eq(u64, strata_hash(loaded), strata_hash(m.world)));
    expect_same(&m, loaded, "saved", seed, 0);
    strata_world_free(loaded);
    free(bytes);
    moves_close(&m);
  }
  strata_rules_free(rules);
}
