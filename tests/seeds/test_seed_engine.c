/* Rows L18 to L28, L32, L34 to L37: removal, caches, errors, sizes. */
#include "seed_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

TestSuite(engine, .timeout = 600);

/* -- L18 and L32: a plain model, and random effects -- */

enum { MODEL_MAX = 1000 };

typedef struct model_effect {
  strata_op op;
  int64_t value;
  strata_layer layer;
} model_effect;

/* Effects in the order of their arrival. */
typedef struct model {
  int64_t base;
  size_t count;
  model_effect effects[MODEL_MAX];
} model;

static int64_t model_clamp(int64_t value) {
  if (value < INT32_MIN) return INT32_MIN;
  return value > INT32_MAX ? INT32_MAX : value;
}

static int64_t model_apply(const model_effect *e, int64_t v) {
  switch ((int)e->op) {
  case STRATA_OP_SET:
    return model_clamp(e->value);
  case STRATA_OP_ADD:
    return model_clamp(v + e->value);
  case STRATA_OP_SUB:
    return model_clamp(v - e->value);
  case STRATA_OP_MUL:
    return model_clamp(v * e->value);
  case STRATA_OP_AND:
    return model_clamp(v & e->value);
  case STRATA_OP_OR:
    return model_clamp(v | e->value);
  default:
    return model_clamp(v ^ e->value);
  }
}

/* Layer by layer, each in the order of arrival: recomputed from nothing. */
static int64_t model_read(const model *m, strata_layer layers) {
  int64_t v = m->base;
  for (strata_layer layer = 0; layer < layers; layer++) {
    for (size_t i = 0; i < m->count; i++) {
      if (m->effects[i].layer == layer) v = model_apply(&m->effects[i], v);
    }
  }
  return v;
}

static void model_add(model *m, seed *s, strata_entity card, kit_dice *dice,
                      uint32_t layers) {
  static const strata_op ops[] = {STRATA_OP_SET, STRATA_OP_ADD, STRATA_OP_SUB,
                                  STRATA_OP_MUL, STRATA_OP_AND, STRATA_OP_OR,
                                  STRATA_OP_XOR};
  model_effect *e = &m->effects[m->count++];
  e->op = ops[kit_below(dice, 7)];
  e->value = (int64_t)kit_below(dice, 17) - 8;
  e->layer = (strata_layer)kit_below(dice, layers);
  seed_add(s, card, SEED_POWER, e->op, e->value, e->layer);
}

/* One sequence of set, add, read and clear; returns the differences. */
static int sequence(seed *s, strata_entity card, kit_dice *dice) {
  static model m;
  m = (model){0};
  int different = 0;
  seed_base(s, card, SEED_POWER, 0);
  for (uint32_t step = 4 + kit_below(dice, 17); step > 0; step--) {
    uint32_t what = kit_below(dice, 10);
    if (what < 2) {
      m.base = (int64_t)kit_below(dice, 17) - 8;
      seed_base(s, card, SEED_POWER, m.base);
    } else if (what < 9) {
      model_add(&m, s, card, dice, 4);
    } else {
      m.count = 0;
      cr_assert(eq(int, strata_effect_clear(s->world, card), STRATA_OK));
    }
    if (kit_below(dice, 4) > 0) continue; /* often several changes a read */
    different += seed_read(s, card, SEED_POWER) != model_read(&m, 4);
  }
  different += seed_read(s, card, SEED_POWER) != model_read(&m, 4);
  cr_assert(eq(int, strata_effect_clear(s->world, card), STRATA_OK));
  return different;
}

Test(engine, seed_L18_cached_equals_recomputed) {
  seed s = {0};
  seed_open(&s, NULL);
  kit_dice dice = {18};
  int sequences = seed_is_full() ? 200000 : 5000;
  int different = 0;

  for (int i = 0; i < sequences; i++) {
    different += sequence(&s, s.one, &dice);
    if (i % 100 == 0) cr_assert(eq(int, strata_commit(s.world), STRATA_OK));
  }

  SEED_EXPECT(different, "L18", 0);
  seed_close(&s);
}

Test(engine, seed_L32_a_thousand_effects) {
  static model m;
  seed s = {0};
  seed_open(&s, NULL);
  kit_dice dice = {32};
  seed_base(&s, s.one, SEED_POWER, m.base = 7);

  for (int i = 0; i < 1000; i++) {
    model_add(&m, &s, s.one, &dice, 10);
  }

  int64_t got = seed_read(&s, s.one, SEED_POWER);
  SEED_EXPECT(got - model_read(&m, 10), "L32", 0);
  SEED_EXPECT(kit_stats(s.world).effects, "L32", 1);
  seed_close(&s);
}

/* -- L19 to L21: handles ----------------------------------------------------
 */

Test(engine, seed_L19_equal_effects_keep_their_identity) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);
  strata_effect a = seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1);
  strata_effect b = seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1);
  strata_effect c = seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L19", 0);

  seed_remove(&s, b);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L19", 1);
  seed_remove(&s, a);
  seed_remove(&s, c);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L19", 2);

  seed_close(&s);
}

Test(engine, seed_L20_one_effect_is_removed_by_handle) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 100, 1);
  strata_effect h1 = seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 10, 1);
  strata_effect h2 = seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 1);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L20", 0);

  seed_remove(&s, h1);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L20", 1);
  seed_remove(&s, h2);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L20", 2);

  seed_close(&s);
}

Test(engine, seed_L21_an_unknown_handle_is_an_error) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 3, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 4, 1);
  uint64_t hash = strata_hash(s.world);

  strata_status status = strata_effect_remove(s.world, (strata_effect){999});

  SEED_EXPECT(status, "L21", 0);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L21", 1);
  SEED_EXPECT(strata_hash(s.world) == hash, "L21", 2);
  seed_close(&s);
}

/* -- L22 to L24: reading ----------------------------------------------------
 */

Test(engine, seed_L22_nothing_is_computed_until_read) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_add(&s, s.one, SEED_POWER, STRATA_OP_ADD, 1, 1);
  uint64_t start = kit_stats(s.world).evaluations;

  for (int64_t i = 0; i < 1000; i++) {
    seed_base(&s, s.one, SEED_POWER, i);
  }
  uint64_t set = kit_stats(s.world).evaluations;
  cr_expect(eq(i64, seed_read(&s, s.one, SEED_POWER), 1000));
  uint64_t read = kit_stats(s.world).evaluations;

  SEED_EXPECT(set - start, "L22", 0);
  SEED_EXPECT(read - set, "L22", 1);
  seed_close(&s);
}

Test(engine, seed_L23_what_was_read_is_cached) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_add(&s, s.one, SEED_POWER, STRATA_OP_ADD, 1, 1);
  seed_read(&s, s.one, SEED_POWER);
  uint64_t once = kit_stats(s.world).evaluations;

  for (int i = 0; i < 1000; i++) {
    seed_read(&s, s.one, SEED_POWER);
  }

  SEED_EXPECT(kit_stats(s.world).evaluations - once, "L23", 0);
  seed_close(&s);
}

Test(engine, seed_L24_reading_is_pure) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 3, 1);
  seed_add_l10(&s, card, 0);
  seed_add_l10(&s, card, 1);
  uint64_t hash = strata_hash(s.world);

  for (size_t key = 0; key < SEED_KEYS; key++) {
    seed_read(&s, card, (enum seed_key)key);
    seed_read(&s, s.one, (enum seed_key)key);
  }

  SEED_EXPECT(strata_hash(s.world) == hash, "L24", 0);
  seed_close(&s);
}

/* -- L25, L26: errors -------------------------------------------------------
 */

static strata_status add_to_key(seed *s, strata_attr key) {
  strata_part part = {.attr = key, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  strata_effect_desc desc = {
      .targets = &s->one, .target_count = 1, .parts = &part, .part_count = 1};
  strata_effect effect = {0};
  return strata_effect_add(s->world, &desc, &effect);
}

Test(engine, seed_L25_a_bad_key_is_an_error) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_base(&s, s.one, SEED_POWER, 3);
  seed_add(&s, s.one, SEED_POWER, STRATA_OP_ADD, 1, 1);
  uint64_t hash = strata_hash(s.world);
  const strata_attr bad[] = {(strata_attr)-1, 100};
  int64_t value = 0;

  for (size_t i = 0; i < 2; i++) {
    SEED_EXPECT(strata_set_base_int(s.world, s.one, bad[i], 1), "L25", 3 * i);
    SEED_EXPECT(strata_get_int(s.world, s.one, bad[i], &value), "L25",
                3 * i + 1);
    SEED_EXPECT(add_to_key(&s, bad[i]), "L25", 3 * i + 2);
  }

  SEED_EXPECT(seed_read(&s, s.one, SEED_POWER), "L25", 6);
  SEED_EXPECT(strata_hash(s.world) == hash, "L25", 7);
  seed_close(&s);
}

/* Bytes that a bad key prints where nobody listens. */
static long printed(void) {
  seed s = {0};
  seed_open(&s, NULL);
  FILE *file = tmpfile();
  cr_assert(ne(ptr, file, NULL));
  fflush(NULL);
  int out = dup(1);
  int err = dup(2);
  cr_assert(ge(int, dup2(fileno(file), 1), 0));
  cr_assert(ge(int, dup2(fileno(file), 2), 0));
  int64_t value = 0;
  strata_status status = strata_get_int(s.world, s.one, 100, &value);
  fflush(NULL);
  dup2(out, 1);
  dup2(err, 2);
  cr_expect(eq(int, status, STRATA_ENOENT));
  long size = (long)lseek(fileno(file), 0, SEEK_END);
  fclose(file);
  seed_close(&s);
  return size;
}

Test(engine, seed_L26_errors_can_be_logged) {
  seed s = {0};
  strata_world_config config = seed_config(&s, true);
  seed_open(&s, &config);
  int64_t value = 0;

  strata_status status = strata_get_int(s.world, s.one, 100, &value);

  SEED_EXPECT(s.told, "L26", 0);
  SEED_EXPECT(s.status, "L26", 1);
  SEED_EXPECT(strstr(s.line, "100") != NULL, "L26", 2);
  SEED_EXPECT(printed(), "L26", 3);
  cr_expect(eq(int, s.status, status));
  cr_expect(eq(ptr, strchr(s.line, '\n'), NULL));
  seed_close(&s);
}

/* -- L28, L34 to L36 --------------------------------------------------------
 */

Test(engine, seed_L28_a_hint_changes_nothing) {
  const uint32_t hints[] = {0, 10};
  for (size_t i = 0; i < 2; i++) {
    seed s = {0};
    strata_world_config config = seed_config(&s, false);
    config.reserve_entities = hints[i];
    seed_open(&s, &config);
    strata_entity card = seed_spawn(&s, 2, 1);
    strata_entity last = card;
    for (int n = 0; n < 30; n++) { /* more than the hint says */
      last = seed_spawn(&s, 2, 1);
    }
    for (int n = 0; n < 4; n++) {
      seed_add_l10(&s, card, n);
      seed_add_l10(&s, last, n);
    }

    SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L28", 2 * i);
    SEED_EXPECT(seed_read(&s, last, SEED_POWER), "L28", 2 * i + 1);

    seed_close(&s);
  }
}

Test(engine, seed_L34_overflow_saturates) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_base(&s, s.one, SEED_POWER, INT32_MAX);
  seed_base(&s, s.one, SEED_TOUGHNESS, INT32_MIN);

  seed_add(&s, s.one, SEED_POWER, STRATA_OP_ADD, 1, 1);
  seed_add(&s, s.one, SEED_TOUGHNESS, STRATA_OP_SUB, 1, 1);

  SEED_EXPECT(seed_read(&s, s.one, SEED_POWER), "L34", 0);
  SEED_EXPECT(seed_read(&s, s.one, SEED_TOUGHNESS), "L34", 1);
  seed_close(&s);
}

Test(engine, seed_L35_effects_expire) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);
  strata_clock turn = strata_rules_find(s.rules, STRATA_NAME_CLOCK, "turn");
  strata_part part = {
      .attr = s.key[SEED_POWER], .layer = 1, .op = STRATA_OP_ADD, .value = 3};
  strata_effect_desc desc = {.targets = &card,
                             .target_count = 1,
                             .parts = &part,
                             .part_count = 1,
                             .clock = turn,
                             .ticks = 2};
  strata_effect effect = {0};
  cr_assert(eq(int, strata_effect_add(s.world, &desc, &effect), STRATA_OK));

  for (size_t i = 0; i < 2; i++) {
    cr_assert(eq(int, strata_tick(s.world, turn, NULL), STRATA_OK));
    SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L35", i);
  }

  seed_close(&s);
}

static strata_effect add_highest(seed *s, strata_entity card, int64_t value) {
  strata_part part = {.attr = s->key[SEED_POWER],
                      .layer = 1,
                      .op = STRATA_OP_ADD,
                      .value = value};
  strata_effect_desc desc = {
      .targets = &card,
      .target_count = 1,
      .parts = &part,
      .part_count = 1,
      .group = strata_rules_find(s->rules, STRATA_NAME_GROUP, "highest")};
  strata_effect effect = {0};
  cr_assert(eq(int, strata_effect_add(s->world, &desc, &effect), STRATA_OK));
  return effect;
}

Test(engine, seed_L36_only_the_highest_counts) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 10, 1);
  add_highest(&s, card, 2);
  strata_effect three = add_highest(&s, card, 3);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L36", 0);

  seed_remove(&s, three);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L36", 1);
  seed_close(&s);
}

/* -- L37: many --------------------------------------------------------------
 */

enum { MANY = 100000, MANY_KEYS = 4 };

/* (base + 1) * 2 + 3 - 2 on each of four attributes of one entity. */
static void add_four(seed *s, strata_entity card) {
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_MUL, STRATA_OP_ADD,
                                  STRATA_OP_SUB};
  static const int64_t values[] = {1, 2, 3, 2};
  for (size_t i = 0; i < 4; i++) {
    strata_part parts[MANY_KEYS];
    for (size_t k = 0; k < MANY_KEYS; k++) {
      parts[k] = (strata_part){.attr = s->key[k + 1],
                               .layer = (strata_layer)i,
                               .op = ops[i],
                               .value = values[i]};
    }
    strata_effect_desc desc = {.targets = &card,
                               .target_count = 1,
                               .parts = parts,
                               .part_count = MANY_KEYS};
    strata_effect effect = {0};
    if (strata_effect_add(s->world, &desc, &effect)) {
      cr_fatal("%s", strata_world_error(s->world));
    }
  }
}

/* Sum of one attribute over all entities, `first` and those after it. */
static int64_t sum_of(seed *s, strata_entity first, size_t key) {
  int64_t sum = 0;
  strata_entity at = first;
  for (int i = 0; i < MANY; i++) {
    int64_t value = 0;
    if (strata_get_int(s->world, at, s->key[key], &value)) {
      cr_fatal("%s", strata_world_error(s->world));
    }
    sum += value;
    at = strata_entity_next(s->world, at);
  }
  return sum;
}

/* finding_RW10: the budget. What an effect with four parts takes, its share of
 * the state and of all caches; and the processor's time, also of a build
 * without optimisation. `strata bench memory` prints the bytes. */
enum { EFFECT_BYTES_MAX = 1024, SECONDS_MAX = 60 };

Test(engine, seed_L37_a_hundred_thousand_entities) {
  seed s = {0};
  clock_t began = clock();
  seed_open(&s, NULL);
  for (int i = 0; i < MANY; i++) {
    strata_entity card = s.one;
    if (i > 0 && strata_spawn(s.world, &card)) cr_fatal("spawn %d", i);
    for (size_t k = 0; k < MANY_KEYS; k++) {
      if (strata_set_base_int(s.world, card, s.key[k + 1], (int64_t)k + 2)) {
        cr_fatal("base %d", i);
      }
    }
    add_four(&s, card);
  }
  uint64_t start = kit_stats(s.world).evaluations;

  for (size_t k = 0; k < MANY_KEYS; k++) {
    SEED_EXPECT(sum_of(&s, s.one, k + 1), "L37", k);
  }
  uint64_t cold = kit_stats(s.world).evaluations;
  for (size_t k = 0; k < MANY_KEYS; k++) {
    SEED_EXPECT(sum_of(&s, s.one, k + 1), "L37", k);
  }
  uint64_t warm = kit_stats(s.world).evaluations;

  SEED_EXPECT(cold - start, "L37", 4);
  SEED_EXPECT(warm - cold, "L37", 5);
  uint64_t effects = kit_stats(s.world).effects;
  uint64_t bytes = kit_stats(s.world).live_bytes / effects;
  long seconds = (long)((clock() - began) / CLOCKS_PER_SEC);
  SEED_EXPECT(effects, "L37", 6);
  cr_log_info("%d bytes an effect, %ld s", (int)bytes, seconds);
  SEED_EXPECT(bytes > 0 && bytes <= EFFECT_BYTES_MAX, "L37", 7);
  SEED_EXPECT(seconds <= SECONDS_MAX, "L37", 8);
  seed_close(&s);
}
