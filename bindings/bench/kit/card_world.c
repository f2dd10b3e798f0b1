/*
 * card_world.c - a world of a wanted size, to copy, save and undo.
 */
#include "bench/kit/card_world.h"

#include "bench/kit/layer_rules.h"
#include "bench/measure/bench_world.h"

#include <math.h>
#include <stdio.h>

static strata_attr attribute_of(const strata_rules *rules, const char *name) {
  return stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, name);
}

static void make_card_world_rules(stb_run *bench, stb_card_world *b) {
  static const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT},
      {.name = "toughness", .type = STRATA_INT},
      {.name = "damage", .type = STRATA_INT},
      {.name = "cost", .type = STRATA_INT},
      {.name = "tapped", .type = STRATA_FLAG},
      {.name = "flying", .type = STRATA_FLAG},
      {.name = "types", .type = STRATA_SET},
      {.name = "owner", .type = STRATA_REF}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  for (int i = 0; i < STB_CARD_WORLD_SYMBOLS; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "type%02d", i);
    stb_must(strata_builder_symbol(builder, "types", name), "symbol");
  }
  b->rules = stb_layer_rules_end(bench, builder);
  for (size_t i = 0; i < STB_CARD_WORLD_INTS; i++) {
    b->ints[i] = attribute_of(b->rules, attributes[i].name);
  }
  b->flags[0] = attribute_of(b->rules, "tapped");
  b->flags[1] = attribute_of(b->rules, "flying");
  b->types = attribute_of(b->rules, "types");
  b->owner = attribute_of(b->rules, "owner");
  for (uint32_t i = 0; i < STB_CARD_WORLD_SYMBOLS; i++) {
    b->symbols[i] = strata_rules_domain(b->rules, b->types, i);
  }
}

static void fill_entity(stb_card_world *b, stb_random *dice, uint32_t n) {
  strata_world *world = b->world;
  const strata_entity entity = b->entities[n];
  for (size_t i = 0; i < STB_CARD_WORLD_INTS; i++) {
    const int64_t value = 1 + stb_random_below(dice, 1000);
    if (i == 0) b->power[n] = value;
    stb_must(strata_set_base_int(world, entity, b->ints[i], value), "int");
  }
  for (size_t i = 0; i < 2; i++) {
    const int64_t value = stb_random_below(dice, 2);
    stb_must(strata_set_base_int(world, entity, b->flags[i], value), "flag");
  }
  for (int i = 0; i < 3; i++) {
    const strata_symbol symbol =
        b->symbols[stb_random_below(dice, STB_CARD_WORLD_SYMBOLS)];
    stb_must(strata_set_base_symbol(world, entity, b->types, symbol, true),
             "symbol");
  }
  stb_must(stb_set_ref(world, entity, b->owner, b->entities[n % 2]), "ref");
}

static void add_card_world_effects(stb_card_world *b, stb_random *dice,
                                   uint32_t n) {
  const int32_t layer = (int32_t)stb_random_below(dice, 7);
  b->steps[n] = stb_step_random(dice, layer, n, true);
  (void)stb_add_effect(b->world, b->entities[n], b->ints[0], &b->steps[n]);
  const strata_symbol symbol =
      b->symbols[stb_random_below(dice, STB_CARD_WORLD_SYMBOLS)];
  const strata_part part = {.attr = b->types,
                            .layer = 4,
                            .op = STRATA_OP_ADD,
                            .symbols = &symbol,
                            .symbol_count = 1};
  const strata_effect_desc desc = {.targets = &b->entities[n],
                                   .target_count = 1,
                                   .parts = &part,
                                   .part_count = 1};
  strata_effect effect = {0};
  stb_must(strata_effect_add(b->world, &desc, &effect), "effect");
}

static stb_card_world *board_of(stb_run *bench, uint32_t count) {
  stb_card_world *b = stb_alloc(bench, 1, sizeof *b);
  stb_random dice = {count};
  make_card_world_rules(bench, b);
  b->world = stb_world_new(bench, b->rules);
  b->count = count;
  b->entities = stb_alloc(bench, count, sizeof *b->entities);
  b->power = stb_alloc(bench, count, sizeof *b->power);
  b->steps = stb_alloc(bench, count, sizeof *b->steps);
  for (uint32_t n = 0; n < count; n++) {
    b->entities[n] = stb_spawn(b->world);
  }
  for (uint32_t n = 0; n < count; n++) {
    fill_entity(b, &dice, n);
    add_card_world_effects(b, &dice, n);
  }
  stb_must(strata_commit(b->world), "commit");
  b->save_bytes = stb_card_world_save_size(b->world);
  return b;
}

static double size_of(stb_run *bench, uint32_t count) {
  return (double)board_of(bench, count)->save_bytes;
}

/* The size of a save is that of a head, and a part that grows with the
 * entities. */
stb_card_world *stb_card_world_new(stb_run *bench, size_t save_bytes) {
  const double few = size_of(bench, 100);
  const double for_one = (size_of(bench, 500) - few) / 400;
  const double more = ((double)save_bytes - few) / for_one;
  return board_of(bench, 100 + (uint32_t)fmax(more, 0));
}

size_t stb_card_world_save_size(strata_world *world) {
  size_t size = 0;
  stb_must(strata_save(world, NULL, 0, &size), "save");
  return size;
}

int64_t stb_card_world_power(const stb_card_world *board, uint32_t n,
                             int64_t base) {
  return stb_plain_run_steps(base, &board->steps[n], 1);
}
