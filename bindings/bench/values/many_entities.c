/*
 * many_entities.c - attr_10k_entities and attr_100k_entities: many entities
 * with few effects each: the cost to add an effect, to read it first, and its
 * bytes.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <strata.h>

typedef struct entities_crowd {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  uint32_t entities, attributes, effects; /* effects on each attribute */
  strata_entity *handles;
  stb_step *steps; /* of all, unsorted; one entity after the other */
  stb_slot *slots; /* the baseline's, sorted for each value */
  int64_t *values; /* entity by attribute */
} entities_crowd;

static entities_crowd *crowd_new(stb_run *bench, uint32_t entities,
                                 uint32_t attributes, uint32_t effects) {
  entities_crowd *c = stb_alloc(bench, 1, sizeof *c);
  const size_t values = (size_t)entities * attributes;
  stb_random dice = {entities};
  *c = (entities_crowd){.bench = bench,
                        .entities = entities,
                        .attributes = attributes,
                        .effects = effects};
  c->rules = stb_numbered_rules(bench);
  c->handles = stb_alloc(bench, entities, sizeof *c->handles);
  c->values = stb_alloc(bench, values, sizeof *c->values);
  c->steps = stb_alloc(bench, values * effects, sizeof *c->steps);
  c->slots = stb_alloc(bench, values * effects, sizeof *c->slots);
  for (size_t i = 0; i < values * effects; i++) {
    const uint32_t number = (uint32_t)(i % effects);
    c->steps[i] = stb_step_random(&dice, (int32_t)stb_random_below(&dice, 7),
                                  number, true);
  }
  return c;
}

/* A new world in place of the last one. */
static unsigned spawn_all(void *context) {
  entities_crowd *c = context;
  const strata_world_config config = stb_world_config(c->bench);
  strata_world_free(c->world);
  stb_must(strata_world_new(c->rules, &config, &c->world), "world");
  for (uint32_t e = 0; e < c->entities; e++) {
    c->handles[e] = stb_spawn(c->world);
  }
  return STRATA_OK;
}

static unsigned add_all(void *context) {
  entities_crowd *c = context;
  const stb_step *step = c->steps;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      for (uint32_t i = 0; i < c->effects; i++) {
        (void)stb_add_effect(c->world, c->handles[e], a, step++);
      }
    }
  }
  return STRATA_OK;
}

static unsigned build_all(void *context) {
  const unsigned failed = spawn_all(context);
  return failed | add_all(context);
}

static unsigned read_all(void *context) {
  entities_crowd *c = context;
  unsigned failed = 0;
  int64_t *value = c->values;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      failed |= (unsigned)strata_get_int(c->world, c->handles[e], a, value++);
    }
  }
  return failed;
}

static unsigned base_build(void *context) {
  entities_crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  for (size_t v = 0; v < values; v++) {
    for (size_t n = 0; n < c->effects; n++) {
      const stb_step *step = &c->steps[v * c->effects + n];
      const stb_slot slot = {step->layer, stb_affine_of_step(step)};
      stb_base_insert_slot(&c->slots[v * c->effects], n, &slot);
    }
  }
  return STRATA_OK;
}

static unsigned base_first(void *context) {
  entities_crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  for (size_t v = 0; v < values; v++) {
    c->values[v] = stb_base_run_slots(0, &c->slots[v * c->effects], c->effects);
    stb_use_value(c->values[v]);
  }
  return STRATA_OK;
}

/* Read the engine's and the baseline's values again, and compare each. */
static void check_entities(stb_run *bench, entities_crowd *c) {
  const size_t values = (size_t)c->entities * c->attributes;
  int64_t *wraps = stb_alloc(bench, values, sizeof *wraps);
  (void)base_build(c);
  (void)base_first(c);
  for (size_t v = 0; v < values; v++) {
    wraps[v] = c->values[v];
  }
  stb_must((strata_status)read_all(c), "get");
  size_t wrong = 0;
  for (size_t v = 0; v < values; v++) {
    stb_step *steps = &c->steps[v * c->effects];
    stb_plain_sort_steps(steps, c->effects);
    wrong += c->values[v] != stb_plain_run_steps(0, steps, c->effects);
    wrong += wraps[v] != stb_plain_run_steps_wrapping(0, steps, c->effects);
  }
  stb_expect(bench, wrong == 0, "a value among many entities");
}

static const stb_work first_read = {.act = read_all, .begin = build_all};

/* The bytes after building and reading. */
static void bytes_entities(stb_run *bench, const entities_crowd *c,
                           double limit) {
  strata_stats stats;
  strata_world_stats(c->world, &stats);
  const double entities = c->entities;
  const double effects = entities * c->attributes * c->effects;
  const double state = (double)stats.state_bytes;
  const double cache = (double)stats.cache_bytes;
  stb_case what = {.unit = "B",
                   .goal = limit > 0 ? STB_GOAL_VALUE : STB_GOAL_NONE,
                   .limit = limit,
                   .decides = limit > 0};
  what.name = "state and caches for one entity";
  stb_row_figure(bench, &what, (state + cache) / entities);
  what.goal = STB_GOAL_NONE;
  what.decides = false;
  what.name = "state for one entity";
  stb_row_figure(bench, &what, state / entities);
  what.name = "state for one effect";
  stb_row_figure(bench, &what, state / effects);
  what.name = "caches for one effect";
  stb_row_figure(bench, &what, cache / effects);
}

void stb_workload_entities_10k(stb_run *bench) {
  entities_crowd *c = crowd_new(bench, bench->quick ? 2000 : 10000, 1, 10);
  stb_case what = {.name = "build, 10 effects each",
                   .unit = "add",
                   .subject = {.act = add_all, .begin = spawn_all},
                   .baseline = {.act = base_build},
                   .context = c,
                   .beside = "insert into sorted arrays",
                   .subject_per = (double)c->entities * c->effects,
                   .goal = STB_GOAL_NS,
                   .limit = 40};
  (void)stb_measure(bench, &what);
  (void)base_build(c);
  what.name = "first read of each";
  what.unit = "read";
  what.subject = first_read;
  what.baseline = (stb_work){.act = base_first};
  what.beside = "branch-free affine loop";
  what.subject_per = c->entities;
  what.goal = STB_GOAL_NONE;
  (void)stb_measure(bench, &what);
  bytes_entities(bench, c, 480);
  check_entities(bench, c);
  strata_world_free(c->world);
}

void stb_workload_entities_100k(stb_run *bench) {
  entities_crowd *c = crowd_new(bench, bench->quick ? 5000 : 100000, 4, 4);
  const double values = (double)c->entities * c->attributes;
  stb_case what = {.name = stb_text(bench, "build %u x 4 x 4", c->entities),
                   .unit = "add",
                   .subject = {.act = add_all, .begin = spawn_all},
                   .context = c,
                   .subject_per = values * c->effects,
                   .once = true};
  (void)stb_measure(bench, &what);
  what.name = "all values, cold";
  what.unit = "read";
  what.subject = first_read;
  what.subject_per = values;
  (void)stb_measure(bench, &what);
  what.name = "all values, warm";
  what.subject = (stb_work){.act = read_all};
  (void)stb_measure(bench, &what);
  bytes_entities(bench, c, 0);
  check_entities(bench, c);
  strata_world_free(c->world);
}
