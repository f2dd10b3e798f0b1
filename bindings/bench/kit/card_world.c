/*
 * card_world.c - a world of a wanted size, to copy, save and undo.
 */
#include "bench/kit/card_world.h"

#include "bench/measure/bench_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const board_ints[] = {"power", "toughness", "damage",
                                         "cost"};
static const char *const board_flags[] = {"tapped", "flying"};

static void declare_attribute(strata_builder *builder, const char *name,
                              strata_type type) {
  const strata_attribute attribute = {.name = name, .type = type};
  stb_must(strata_builder_attribute(builder, &attribute), name);
}

static strata_attr attribute_of(const strata_rules *rules, const char *name) {
  return strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, name);
}

static void make_card_world_rules(stb_run *bench, stb_card_world *b) {
  strata_builder *builder = NULL;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  for (size_t i = 0; i < STB_CARD_WORLD_INTS; i++) {
    declare_attribute(builder, board_ints[i], STRATA_INT);
  }
  declare_attribute(builder, board_flags[0], STRATA_FLAG);
  declare_attribute(builder, board_flags[1], STRATA_FLAG);
  declare_attribute(builder, "types", STRATA_SET);
  declare_attribute(builder, "owner", STRATA_REF);
  for (int i = 0; i < STB_CARD_WORLD_SYMBOLS; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "type%02d", i);
    stb_must(strata_builder_symbol(builder, "types", name), "symbol");
  }
  stb_must(strata_builder_freeze(builder, &b->rules), "freeze");
  strata_builder_free(builder);
  for (size_t i = 0; i < STB_CARD_WORLD_INTS; i++) {
    b->ints[i] = attribute_of(b->rules, board_ints[i]);
  }
  b->flags[0] = attribute_of(b->rules, board_flags[0]);
  b->flags[1] = attribute_of(b->rules, board_flags[1]);
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
  const strata_value owner = {.type = STRATA_REF, .ref = b->entities[n % 2]};
  stb_must(strata_set_base(world, entity, b->owner, &owner), "ref");
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
  stb_card_world *b = stb_must_alloc(1, sizeof *b);
  stb_random dice = {count};
  make_card_world_rules(bench, b);
  b->world = stb_world_new(bench, b->rules);
  b->count = count;
  b->entities = stb_must_alloc(count, sizeof *b->entities);
  b->power = stb_must_alloc(count, sizeof *b->power);
  b->steps = stb_must_alloc(count, sizeof *b->steps);
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
  stb_card_world *b = board_of(bench, count);
  const double size = (double)b->save_bytes;
  stb_card_world_free(b);
  return size;
}

/* The size of a save is that of a head, and a part that grows with the
 * entities. */
stb_card_world *stb_card_world_new(stb_run *bench, size_t save_bytes) {
  const double few = size_of(bench, 100);
  const double for_one = (size_of(bench, 500) - few) / 400;
  const double more = ((double)save_bytes - few) / for_one;
  return board_of(bench, 100 + (uint32_t)fmax(more, 0));
}

void stb_card_world_free(stb_card_world *board) {
  strata_world_free(board->world);
  strata_rules_free(board->rules);
  free(board->entities);
  free(board->power);
  free(board->steps);
  free(board);
}

size_t stb_card_world_save_size(strata_world *world) {
  size_t size = 0;
  const strata_status status = strata_save(world, NULL, 0, &size);
  if (status != STRATA_ERANGE) stb_must(status, "save");
  return size;
}

int64_t stb_card_world_power(const stb_card_world *board, uint32_t n,
                             int64_t base) {
  return stb_plain_run_steps(base, &board->steps[n], 1);
}
