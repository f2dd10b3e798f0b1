/*
 * memory_bytes.c - memory: the bytes of state and caches that one more object
 * of each kind takes, when all values are cached.
 *
 * An entity has four numbers, a set of types and a list of abilities; then an
 * effect is locked to each, or open and on all; or each gets a static ability
 * that makes it larger. Worlds with and without them are compared.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { INTS = 4 };

typedef enum memory_extra {
  MEMORY_NOTHING,
  LOCKED, /* an effect on each entity */
  OPEN,   /* an effect on all, for each eighth entity */
  ABILITY
} memory_extra;

enum { OPEN_EACH = 8 };

typedef struct memory_crowd {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  uint32_t count;
  strata_attr types, abilities, ints[INTS];
  strata_symbol creature, growth;
  strata_expr *creatures; /* a predicate */
} memory_crowd;

static const char *const ints_memory[INTS] = {"cost", "damage", "power",
                                              "toughness"};

static strata_rules *make_memory_rules(stb_run *bench) {
  static const char *const layers[] = {"pt"};
  static const char *const types[] = {"creature"};
  static const strata_attribute attributes[] = {
      {.name = "cost", .type = STRATA_INT},
      {.name = "damage", .type = STRATA_INT},
      {.name = "power", .type = STRATA_INT},
      {.name = "toughness", .type = STRATA_INT},
      {.name = "types",
       .type = STRATA_SET,
       .symbols = types,
       .symbol_count = 1},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  const strata_clause_part grow = {
      .attr = "power", .layer = "pt", .op = STRATA_OP_ADD, .operand = "1"};
  stb_layer_rules_ability(builder, "growth", STRATA_ABILITY_STATIC, NULL, &grow,
                          1);
  return stb_layer_rules_end(bench, builder);
}

static void add_memory_effect(memory_crowd *c, strata_entity target,
                              bool locked) {
  const strata_part part = {
      .attr = c->ints[2], .op = STRATA_OP_ADD, .value = 1};
  strata_effect effect = {0};
  stb_must(strata_effect_add(
               c->world,
               &(strata_effect_desc){.targets = locked ? &target : NULL,
                                     .target_count = locked,
                                     .subject = locked ? NULL : c->creatures,
                                     .parts = &part,
                                     .part_count = 1},
               &effect),
           "effect");
}

static void spawn_memory(memory_crowd *c, uint32_t n, memory_extra more) {
  const strata_entity entity = stb_spawn(c->world);
  for (uint32_t i = 0; i < INTS; i++) {
    stb_must(strata_set_base_int(c->world, entity, c->ints[i], n % 7 + i),
             "number");
  }
  stb_must(
      strata_set_base_symbol(c->world, entity, c->types, c->creature, true),
      "type");
  if (more == LOCKED) add_memory_effect(c, entity, true);
  if (more == OPEN && n % OPEN_EACH == 0) add_memory_effect(c, entity, false);
  if (more != ABILITY) return;
  stb_set_base_abilities(c->world, entity, c->abilities, &c->growth, 1);
}

/* The expected gain of all powers. */
static int64_t power_gain(const memory_crowd *c, memory_extra more) {
  return more == MEMORY_NOTHING ? 0
         : more == OPEN         ? (c->count + OPEN_EACH - 1) / OPEN_EACH
                                : 1;
}

static void read_memory_all(memory_crowd *c, memory_extra more) {
  uint32_t wrong = 0;
  uint32_t n = 0;
  for (strata_entity e = strata_entity_next(c->world, 0); e;
       e = strata_entity_next(c->world, e), n++) {
    for (uint32_t i = 0; i < INTS; i++) {
      int64_t value = 0;
      stb_must(strata_get_int(c->world, e, c->ints[i], &value), "get");
      wrong += value != n % 7 + i + (i == 2 ? power_gain(c, more) : 0);
    }
    bool is = false;
    stb_must(strata_has(c->world, e, c->types, c->creature, &is), "has");
    wrong += !is;
  }
  stb_expect(c->bench, wrong == 0, "a value whose memory is counted");
}

/* The bytes of a world with a content. */
static double bytes_with(memory_crowd *c, memory_extra more) {
  c->world = stb_world_new(c->bench, c->rules);
  for (uint32_t n = 0; n < c->count; n++) {
    spawn_memory(c, n, more);
  }
  stb_must(strata_commit(c->world), "commit");
  read_memory_all(c, more);
  return stb_world_bytes(c->world);
}

static memory_crowd crowd_of(stb_run *bench, uint32_t count) {
  memory_crowd c = {
      .bench = bench, .count = count, .rules = make_memory_rules(bench)};
  for (size_t i = 0; i < INTS; i++) {
    c.ints[i] = stb_rules_id(c.rules, STRATA_NAME_ATTRIBUTE, ints_memory[i]);
  }
  c.types = stb_rules_id(c.rules, STRATA_NAME_ATTRIBUTE, "types");
  c.abilities = stb_rules_id(c.rules, STRATA_NAME_ATTRIBUTE, "abilities");
  c.creature = stb_rules_id(c.rules, STRATA_NAME_SYMBOL, "creature");
  c.growth = stb_rules_id(c.rules, STRATA_NAME_SYMBOL, "growth");
  c.creatures = stb_parse(bench, c.rules, "types has 'creature'");
  return c;
}

static void print_memory_figure(stb_run *bench, const char *name,
                                double bytes) {
  stb_row_figure(bench, &(stb_case){.name = name, .unit = "B"}, bytes);
}

void stb_workload_memory(stb_run *bench) {
  memory_crowd c = crowd_of(bench, bench->quick ? 1000 : 10000);
  const double empty = stb_world_bytes(stb_world_new(bench, c.rules));
  const double plain = bytes_with(&c, MEMORY_NOTHING);
  const double count = c.count;
  print_memory_figure(bench, "an empty world", empty);
  print_memory_figure(bench, "an entity", (plain - empty) / count);
  print_memory_figure(bench, "an effect on one entity",
                      (bytes_with(&c, LOCKED) - plain) / count);
  c.count /= OPEN_EACH; /* each is on all */
  const double few = bytes_with(&c, MEMORY_NOTHING);
  print_memory_figure(
      bench, stb_text(bench, "an open effect on %u entities", c.count),
      (bytes_with(&c, OPEN) - few) / (double)power_gain(&c, OPEN));
  c.count *= OPEN_EACH;
  print_memory_figure(bench, "an ability",
                      (bytes_with(&c, ABILITY) - plain) / count);
}
