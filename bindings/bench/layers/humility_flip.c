/*
 * humility_flip.c - humility_flip: a permanent that takes all abilities from
 * all creatures enters and leaves, over many creatures whose static ability
 * makes the creature itself larger.
 *
 * A flip is one entry or one leaving, and then a read: of one creature's power,
 * or of all. A token without any connection to them enters and leaves too, as
 * another row. "Reused slots": the slots of creatures that existed before,
 * given out from the last to the first, so that the oldest creature has the
 * highest slot. The baseline runs the two effects over arrays.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>

enum { FLIP_KINDS = 7 }; /* of base powers */

typedef struct flip_crowd {
  strata_rules *rules;
  strata_world *world;
  strata_definition humility;
  strata_attr power;
  uint32_t count;
  strata_entity *creatures;
  int64_t *values;                      /* the newest result */
  strata_entity there;                  /* the permanent, or 0 */
  uint8_t *is_creature, *printed, *has; /* the baseline's */
  int64_t *bases;
  bool on;
} flip_crowd;

static strata_rules *make_flip_rules(stb_run *bench) {
  static const char *const layers[] = {"ability", "pt"};
  static const char *const creature[] = {"creature"};
  static const char *const humility[] = {"humility"};
  strata_builder *builder = stb_layer_rules_begin(bench, layers, 2);
  stb_layer_rules_attribute(builder, &(strata_attribute){.name = "types",
                                                         .type = STRATA_SET,
                                                         .symbols = creature,
                                                         .symbol_count = 1});
  stb_layer_rules_attribute(
      builder, &(strata_attribute){.name = "power", .type = STRATA_INT});
  stb_layer_rules_attribute(
      builder,
      &(strata_attribute){.name = "abilities", .type = STRATA_ABILITIES});
  const strata_clause_part grow = {
      .attr = "power", .layer = "pt", .op = STRATA_OP_ADD, .operand = "1"};
  stb_layer_rules_ability(builder, "growth", STRATA_ABILITY_STATIC, NULL, &grow,
                          1);
  const strata_clause_part lose = {
      .attr = "abilities", .layer = "ability", .op = STRATA_OP_CLEAR};
  stb_layer_rules_ability(builder, "humility", STRATA_ABILITY_STATIC,
                          "types has 'creature'", &lose, 1);
  const strata_default printed = {
      .attr = "abilities", .names = humility, .name_count = 1};
  const strata_definition_desc definition = {
      .name = "humility", .defaults = &printed, .default_count = 1};
  stb_must(strata_builder_definition(builder, &definition), "definition");
  return stb_layer_rules_end(builder);
}

static void spawn_flip(flip_crowd *c, uint32_t n) {
  const strata_rules *rules = c->rules;
  const strata_attr types = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "types");
  const strata_attr abilities =
      stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "abilities");
  const strata_symbol creature =
      stb_rules_id(rules, STRATA_NAME_SYMBOL, "creature");
  const strata_symbol growth =
      stb_rules_id(rules, STRATA_NAME_SYMBOL, "growth");
  c->creatures[n] = stb_spawn(c->world);
  c->bases[n] = n % FLIP_KINDS;
  c->is_creature[n] = 1;
  c->printed[n] = 1;
  stb_must(
      strata_set_base_int(c->world, c->creatures[n], c->power, c->bases[n]),
      "power");
  stb_must(
      strata_set_base_symbol(c->world, c->creatures[n], types, creature, true),
      "types");
  stb_set_base_abilities(c->world, c->creatures[n], abilities, &growth, 1);
}

/* Spawn and remove a number of creatures, the first one first. */
static void use_slots(flip_crowd *c) {
  for (uint32_t n = 0; n < c->count; n++) {
    c->creatures[n] = stb_spawn(c->world);
  }
  for (uint32_t n = 0; n < c->count; n++) {
    stb_must(strata_despawn(c->world, c->creatures[n]), "despawn");
  }
}

static flip_crowd *crowd_new_flip(stb_run *bench, uint32_t count, bool reused) {
  flip_crowd *c = stb_must_alloc(1, sizeof *c);
  c->rules = make_flip_rules(bench);
  c->world = stb_world_new(bench, c->rules);
  c->count = count;
  c->power = stb_rules_id(c->rules, STRATA_NAME_ATTRIBUTE, "power");
  c->humility = stb_rules_id(c->rules, STRATA_NAME_DEFINITION, "humility");
  c->creatures = stb_must_alloc(count, sizeof *c->creatures);
  c->values = stb_must_alloc(count, sizeof *c->values);
  c->bases = stb_must_alloc(count, sizeof *c->bases);
  c->is_creature = stb_must_alloc(count, 1);
  c->printed = stb_must_alloc(count, 1);
  c->has = stb_must_alloc(count, 1);
  if (reused) use_slots(c);
  for (uint32_t n = 0; n < count; n++) {
    spawn_flip(c, n);
  }
  stb_must(strata_commit(c->world), "commit");
  return c;
}

static void crowd_free_flip(flip_crowd *c) {
  strata_world_free(c->world);
  strata_rules_free(c->rules);
  free(c->creatures);
  free(c->values);
  free(c->bases);
  free(c->is_creature);
  free(c->printed);
  free(c->has);
  free(c);
}

static unsigned flip_once(flip_crowd *c) {
  unsigned failed = 0;
  if (c->there) {
    failed |= (unsigned)strata_despawn(c->world, c->there);
    c->there = 0;
  } else {
    failed |= (unsigned)strata_spawn_as(c->world, c->humility, &c->there);
  }
  return failed | (unsigned)strata_commit(c->world);
}

static double run_flips(flip_crowd *c, uint32_t count, uint32_t read) {
  unsigned failed = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    failed |= flip_once(c);
    for (uint32_t n = 0; n < read; n++) {
      failed |= (unsigned)strata_get_int(c->world, c->creatures[n], c->power,
                                         &c->values[n]);
    }
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "flip");
  return took;
}

static double engine_one_flip(void *context, uint32_t count) {
  return run_flips(context, count, 1);
}

static double engine_all(void *context, uint32_t count) {
  flip_crowd *c = context;
  return run_flips(c, count, c->count);
}

static unsigned read_flip_first(flip_crowd *c) {
  return (unsigned)strata_commit(c->world) |
         (unsigned)strata_get_int(c->world, c->creatures[0], c->power,
                                  &c->values[0]);
}

static double engine_token(void *context, uint32_t count) {
  flip_crowd *c = context;
  unsigned failed = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    strata_entity token = 0;
    failed |= (unsigned)strata_spawn(c->world, &token);
    failed |= read_flip_first(c);
    failed |= (unsigned)strata_despawn(c->world, token);
    failed |= read_flip_first(c);
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "token");
  return took;
}

static void work_out_flips(flip_crowd *c) {
  for (uint32_t n = 0; n < c->count; n++) {
    c->has[n] = c->printed[n];
  }
  for (uint32_t n = 0; c->on && n < c->count; n++) {
    if (c->is_creature[n]) c->has[n] = 0;
  }
  for (uint32_t n = 0; n < c->count; n++) {
    c->values[n] = c->bases[n] + c->has[n];
  }
  stb_touch_memory(c->values);
}

static double base_flip(void *context, uint32_t count) {
  flip_crowd *c = context;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    c->on = !c->on;
    work_out_flips(c);
  }
  return stb_clock_now_ns() - start;
}

static double base_token(void *context, uint32_t count) {
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    work_out_flips(context);
  }
  return stb_clock_now_ns() - start;
}

static void check_values_flip(stb_run *bench, const flip_crowd *c, bool on,
                              const char *what) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < c->count; n++) {
    wrong += c->values[n] != n % FLIP_KINDS + !on;
  }
  stb_expect(bench, wrong == 0, what);
}

static void check_flip(stb_run *bench, flip_crowd *c) {
  for (int i = 0; i < 2; i++) {
    stb_must((strata_status)flip_once(c), "flip");
    for (uint32_t n = 0; n < c->count; n++) {
      stb_must(
          strata_get_int(c->world, c->creatures[n], c->power, &c->values[n]),
          "power");
    }
    check_values_flip(bench, c, c->there != 0, "a power after a flip");
    c->on = c->there != 0;
    work_out_flips(c);
    check_values_flip(bench, c, c->on, "the baseline of a flip");
  }
}

/* The rows of each size. */
typedef struct flip_variant {
  const char *name, *unit;
  stb_loop subject, baseline;
  bool reused;
} flip_variant;

static void size_case_flip(stb_run *bench, const flip_variant *v,
                           uint32_t count, stb_series *series) {
  char name[64];
  (void)snprintf(name, sizeof name, "%u creatures, %s", count, v->name);
  stb_case what = {.name = name,
                   .unit = v->unit,
                   .subject = v->subject,
                   .baseline = v->baseline,
                   .beside = "both effects over arrays",
                   .subject_per = 2,
                   .series = series,
                   .size = count,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  flip_crowd *c = crowd_new_flip(bench, count, v->reused);
  what.context = c;
  (void)stb_measure(bench, &what);
  check_flip(bench, c);
  crowd_free_flip(c);
}

void stb_workload_humility_flip(stb_run *bench) {
  static const flip_variant variants[] = {
      {"one read", "flip", engine_one_flip, base_flip, false},
      {"all read", "flip", engine_all, base_flip, false},
      {"reused slots", "flip", engine_one_flip, base_flip, true},
      {"a token", "change", engine_token, base_token, false}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    stb_series series = {0};
    for (uint32_t count = 100; count <= 10000; count *= 10) {
      if (bench->quick && count > 1000) break;
      size_case_flip(bench, &variants[i], count, &series);
    }
  }
}
