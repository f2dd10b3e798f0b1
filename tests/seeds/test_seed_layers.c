/* Rows L01 to L17, L29 to L31, L33, L38: what a value is. */
#include "seed_kit.h"

TestSuite(layers, .timeout = 60);

Test(layers, seed_L01_base_values_default_to_0) {
  seed s = {0};
  seed_open(&s, NULL);

  for (size_t key = 0; key < SEED_KEYS; key++) {
    SEED_EXPECT(seed_read(&s, s.one, (enum seed_key)key), "L01", key);
  }

  seed_close(&s);
}

Test(layers, seed_L02_base_values_are_set) {
  seed s = {0};
  seed_open(&s, NULL);

  seed_base(&s, s.one, SEED_POWER, 2);
  seed_base(&s, s.one, SEED_TOUGHNESS, 1);

  for (size_t key = 0; key < SEED_KEYS; key++) {
    SEED_EXPECT(seed_read(&s, s.one, (enum seed_key)key), "L02", key);
  }
  seed_close(&s);
}

Test(layers, seed_L03_add) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);

  seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1);
  seed_add(&s, card, SEED_TOUGHNESS, STRATA_OP_ADD, 1, 1);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L03", 0);
  SEED_EXPECT(seed_read(&s, card, SEED_TOUGHNESS), "L03", 1);
  seed_close(&s);
}

Test(layers, seed_L04_subtract) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);

  for (int i = 0; i < 3; i++) {
    seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, -1, 2);
  }

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L04", 0);
  seed_close(&s);
}

/* The effects of L05 and L14: net +3 in layer 2; reads 5 on base 2. */
static strata_entity net_three(seed *s) {
  strata_entity card = seed_spawn(s, 2, 1);
  for (int i = 0; i < 3; i++) {
    seed_add(s, card, SEED_POWER, STRATA_OP_ADD, -1, 2);
  }
  for (int i = 0; i < 6; i++) {
    seed_add(s, card, SEED_POWER, STRATA_OP_ADD, 1, 2);
  }
  return card;
}

Test(layers, seed_L05_multiply) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = net_three(&s);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L05", 0);

  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 1);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L05", 1);
  seed_close(&s);
}

Test(layers, seed_L06_set_discards_the_prior_value) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 2);

  seed_add(&s, card, SEED_POWER, STRATA_OP_SET, 4, 0);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L06", 0);
  seed_close(&s);
}

/* One operation of bits, three times in layer 2. */
static int64_t thrice(seed *s, int64_t base, strata_op op) {
  strata_entity card = seed_spawn(s, base, 1);
  for (int i = 0; i < 3; i++) {
    seed_add(s, card, SEED_POWER, op, 1, 2);
  }
  return seed_read(s, card, SEED_POWER);
}

Test(layers, seed_L07_bitwise_or) {
  seed s = {0};
  seed_open(&s, NULL);

  SEED_EXPECT(thrice(&s, 3, STRATA_OP_OR), "L07", 0);
  SEED_EXPECT(thrice(&s, 2, STRATA_OP_OR), "L07", 1);

  seed_close(&s);
}

Test(layers, seed_L08_bitwise_and) {
  seed s = {0};
  seed_open(&s, NULL);

  SEED_EXPECT(thrice(&s, 3, STRATA_OP_AND), "L08", 0);

  seed_close(&s);
}

Test(layers, seed_L09_bitwise_xor_repeated) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 3, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_AND, 1, 2);

  seed_add(&s, card, SEED_POWER, STRATA_OP_XOR, 2, 2);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L09", 0);
  seed_add(&s, card, SEED_POWER, STRATA_OP_XOR, 2, 2);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L09", 1);

  strata_world_drop_caches(s.world);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L09", 2);
  seed_close(&s);
}

Test(layers, seed_L10_smaller_layers_apply_first) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);

  for (int n = 0; n < 4; n++) {
    seed_add_l10(&s, card, n);
  }

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L10", 0);
  seed_close(&s);
}

Test(layers, seed_L11_every_change_is_visible_at_once) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);
  seed_add(&s, card, SEED_TOUGHNESS, STRATA_OP_ADD, 1, 2);

  for (int n = 0; n < 4; n++) {
    seed_add_l10(&s, card, n);
    SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L11", n);
  }

  SEED_EXPECT(seed_read(&s, card, SEED_TOUGHNESS), "L11", 4);
  seed_close(&s);
}

Test(layers, seed_L12_timestamps_order_a_layer) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity first = seed_spawn(&s, 2, 1);
  strata_entity second = seed_spawn(&s, 2, 1);

  seed_add(&s, first, SEED_POWER, STRATA_OP_ADD, 3, 1);
  seed_add(&s, first, SEED_POWER, STRATA_OP_MUL, 2, 1);
  seed_add(&s, second, SEED_POWER, STRATA_OP_MUL, 2, 1);
  seed_add(&s, second, SEED_POWER, STRATA_OP_ADD, 3, 1);

  SEED_EXPECT(seed_read(&s, first, SEED_POWER), "L12", 0);
  SEED_EXPECT(seed_read(&s, second, SEED_POWER), "L12", 1);
  seed_close(&s);
}

Test(layers, seed_L13_any_number_is_a_layer) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 1, 1);

  seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1000);
  seed_add(&s, card, SEED_POWER, STRATA_OP_SET, 10, -5);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L13", 0);
  seed_close(&s);
}

Test(layers, seed_L14_a_new_base_keeps_the_effects) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = net_three(&s);
  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 1);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L14", 0);

  seed_base(&s, card, SEED_POWER, 5);

  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L14", 1);
  seed_close(&s);
}

Test(layers, seed_L15_clear_removes_all_effects) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 1);
  seed_add(&s, card, SEED_POWER, STRATA_OP_ADD, 1, 1);
  seed_add(&s, card, SEED_TOUGHNESS, STRATA_OP_ADD, 1, 1);
  SEED_EXPECT(seed_read(&s, card, SEED_POWER), "L15", 0);
  SEED_EXPECT(seed_read(&s, card, SEED_TOUGHNESS), "L15", 1);

  cr_assert(eq(int, strata_effect_clear(s.world, card), STRATA_OK));

  for (size_t key = 0; key < SEED_KEYS; key++) {
    SEED_EXPECT(seed_read(&s, card, (enum seed_key)key), "L15", key + 2);
  }
  seed_close(&s);
}

/* +n/+n in a layer. */
static void pump(seed *s, strata_entity card, int64_t n, strata_layer layer) {
  seed_add(s, card, SEED_POWER, STRATA_OP_ADD, n, layer);
  seed_add(s, card, SEED_TOUGHNESS, STRATA_OP_ADD, n, layer);
}

static void expect_card(seed *s, strata_entity card, const char *row,
                        size_t index) {
  SEED_EXPECT(seed_read(s, card, SEED_POWER), row, index);
  SEED_EXPECT(seed_read(s, card, SEED_TOUGHNESS), row, index + 1);
}

Test(layers, seed_L16_a_late_effect_in_a_lower_layer) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 2);
  pump(&s, card, 3, 4);
  pump(&s, card, 1, 5);
  expect_card(&s, card, "L16", 0);

  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 3);

  expect_card(&s, card, "L16", 2);
  seed_close(&s);
}

Test(layers, seed_L17_the_whole_game) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity card = seed_spawn(&s, 2, 2);
  expect_card(&s, card, "L17", 0);

  pump(&s, card, 3, 4);
  expect_card(&s, card, "L17", 2);
  pump(&s, card, 1, 5);
  expect_card(&s, card, "L17", 4);
  seed_add(&s, card, SEED_POWER, STRATA_OP_MUL, 2, 3);
  expect_card(&s, card, "L17", 6);
  cr_assert(eq(int, strata_effect_clear(s.world, card), STRATA_OK));
  expect_card(&s, card, "L17", 8);

  seed_close(&s);
}

Test(layers, seed_L29_attributes_are_independent) {
  seed s = {0};
  seed_open(&s, NULL);
  for (size_t key = 1; key < SEED_KEYS; key++) {
    seed_base(&s, s.one, (enum seed_key)key, (int64_t)key);
  }

  seed_add(&s, s.one, SEED_POWER, STRATA_OP_ADD, 10, 1);

  for (size_t key = 1; key < SEED_KEYS; key++) {
    SEED_EXPECT(seed_read(&s, s.one, (enum seed_key)key), "L29", key - 1);
  }
  seed_close(&s);
}

Test(layers, seed_L30_bit_masks) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_base(&s, s.one, SEED_COLOR, 1);

  seed_add(&s, s.one, SEED_COLOR, STRATA_OP_OR, 2, 5);
  SEED_EXPECT(seed_read(&s, s.one, SEED_COLOR), "L30", 0);
  seed_add(&s, s.one, SEED_COLOR, STRATA_OP_AND, ~INT64_C(1), 6);
  SEED_EXPECT(seed_read(&s, s.one, SEED_COLOR), "L30", 1);
  seed_add(&s, s.one, SEED_COLOR, STRATA_OP_XOR, 4, 7);
  SEED_EXPECT(seed_read(&s, s.one, SEED_COLOR), "L30", 2);

  seed_close(&s);
}

Test(layers, seed_L31_controller_is_an_attribute) {
  seed s = {0};
  seed_open(&s, NULL);
  seed_base(&s, s.one, SEED_CONTROLLER, 1);

  seed_add(&s, s.one, SEED_CONTROLLER, STRATA_OP_SET, 2, 2);
  SEED_EXPECT(seed_read(&s, s.one, SEED_CONTROLLER), "L31", 0);
  cr_assert(eq(int, strata_effect_clear(s.world, s.one), STRATA_OK));
  SEED_EXPECT(seed_read(&s, s.one, SEED_CONTROLLER), "L31", 1);

  seed_close(&s);
}

Test(layers, seed_L33_entities_do_not_share_state) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity first = seed_spawn(&s, 2, 1);
  strata_entity second = seed_spawn(&s, 2, 1);
  seed_add(&s, first, SEED_POWER, STRATA_OP_ADD, 3, 1);
  seed_add(&s, second, SEED_POWER, STRATA_OP_ADD, 3, 1);

  cr_assert(eq(int, strata_effect_clear(s.world, first), STRATA_OK));

  SEED_EXPECT(seed_read(&s, first, SEED_POWER), "L33", 0);
  SEED_EXPECT(seed_read(&s, second, SEED_POWER), "L33", 1);
  seed_close(&s);
}

Test(layers, seed_L38_several_objects_at_once) {
  seed s = {0};
  seed_open(&s, NULL);
  strata_entity cards[3] = {seed_spawn(&s, 2, 2), seed_spawn(&s, 3, 4),
                            seed_spawn(&s, 0, 0)};
  strata_part parts[2] = {
      {.attr = s.key[SEED_POWER], .layer = 7, .op = STRATA_OP_ADD, .value = 1},
      {.attr = s.key[SEED_TOUGHNESS],
       .layer = 7,
       .op = STRATA_OP_ADD,
       .value = 1}};
  strata_effect_desc desc = {
      .targets = cards, .target_count = 3, .parts = parts, .part_count = 2};

  strata_effect effect = {0};
  cr_assert(eq(int, strata_effect_add(s.world, &desc, &effect), STRATA_OK));

  for (size_t i = 0; i < 3; i++) {
    expect_card(&s, cards[i], "L38", 2 * i);
  }
  seed_close(&s);
}
