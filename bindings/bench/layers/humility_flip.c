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
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

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
  static const strata_attribute attributes[] = {
      {.name = "types",
       .type = STRATA_SET,
       .symbols = creature,
       .symbol_count = 1},
      {.name = "power", .type = STRATA_INT},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
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
  stb_layer_rules_definition(builder, "humility", &printed, 1);
  return stb_layer_rules_end(bench, builder);
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
  flip_crowd *c = stb_alloc(bench, 1, sizeof *c);
  c->rules = make_flip_rules(bench);
  c->world = stb_world_new(bench, c->rules);
  c->count = count;
  c->power = stb_rules_id(c->rules, STRATA_NAME_ATTRIBUTE, "power");
  c->humility = stb_rules_id(c->rules, STRATA_NAME_DEFINITION, "humility");
  c->creatures = stb_alloc(bench, count, sizeof *c->creatures);
  c->values = stb_alloc(bench, count, sizeof *c->values);
  c->bases = stb_alloc(bench, count, sizeof *c->bases);
  c->is_creature = stb_alloc(bench, count, 1);
  c->printed = stb_alloc(bench, count, 1);
  c->has = stb_alloc(bench, count, 1);
  if (reused) use_slots(c);
  for (uint32_t n = 0; n < count; n++) {
    spawn_flip(c, n);
  }
  stb_must(strata_commit(c->world), "commit");
  return c;
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

static unsigned read_powers(flip_crowd *c, uint32_t count) {
  unsigned failed = 0;
  for (uint32_t n = 0; n < count; n++) {
    failed |= (unsigned)strata_get_int(c->world, c->creatures[n], c->power,
                                       &c->values[n]);
  }
  return failed;
}

/* The permanent enters and leaves, or the other way round. */
static unsigned flip_twice(flip_crowd *c, uint32_t read) {
  unsigned failed = 0;
  for (int i = 0; i < 2; i++) {
    failed |= flip_once(c);
    failed |= read_powers(c, read);
  }
  return failed;
}

static unsigned engine_one_flip(void *context) {
  return flip_twice(context, 1);
}

static unsigned engine_all(void *context) {
  flip_crowd *c = context;
  return flip_twice(c, c->count);
}

static unsigned read_first(flip_crowd *c) {
  const unsigned failed = (unsigned)strata_commit(c->world);
  return failed | read_powers(c, 1);
}

static unsigned engine_token(void *context) {
  flip_crowd *c = context;
  strata_entity token = 0;
  unsigned failed = (unsigned)strata_spawn(c->world, &token);
  failed |= read_first(c);
  failed |= (unsigned)strata_despawn(c->world, token);
  return failed | read_first(c);
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

static unsigned base_flip(void *context) {
  flip_crowd *c = context;
  for (int i = 0; i < 2; i++) {
    c->on = !c->on;
    work_out_flips(c);
  }
  return STRATA_OK;
}

static unsigned base_token(void *context) {
  work_out_flips(context);
  work_out_flips(context);
  return STRATA_OK;
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
    stb_must((strata_status)read_powers(c, c->count), "power");
    check_values_flip(bench, c, c->there != 0, "a power after a flip");
    c->on = c->there != 0;
    work_out_flips(c);
    check_values_flip(bench, c, c->on, "the baseline of a flip");
  }
}

/* The rows of each size. */
typedef struct flip_variant {
  const char *name, *unit;
  stb_turn subject, baseline;
  bool reused;
} flip_variant;

static void size_case_flip(stb_run *bench, const flip_variant *v,
                           uint32_t count, stb_series *series) {
  stb_case what = {.name = stb_text(bench, "%u creatures, %s", count, v->name),
                   .unit = v->unit,
                   .subject = {.act = v->subject},
                   .baseline = {.act = v->baseline},
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
  stb_release(bench);
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
