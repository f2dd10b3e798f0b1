/*
 * many_entities.c - attr_10k_entities and attr_100k_entities: many entities
 * with few effects each: the cost to add an effect, to read it first, and its
 * bytes.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>

typedef struct entities_crowd {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  uint32_t entities, attributes, effects; /* effects on each attribute */
  strata_entity *handles;
  stb_step *steps;    /* of all, unsorted; one entity after the other */
  stb_slot *slots;    /* the baseline's, sorted for each value */
  int64_t *values;    /* entity by attribute */
  strata_stats stats; /* after building and reading */
} entities_crowd;

static entities_crowd *crowd_new_entities(stb_run *bench, uint32_t entities,
                                          uint32_t attributes,
                                          uint32_t effects) {
  entities_crowd *c = stb_must_alloc(1, sizeof *c);
  const size_t values = (size_t)entities * attributes;
  stb_random dice = {entities};
  *c = (entities_crowd){.bench = bench,
                        .entities = entities,
                        .attributes = attributes,
                        .effects = effects};
  c->rules = stb_numbered_rules(bench);
  c->handles = stb_must_alloc(entities, sizeof *c->handles);
  c->values = stb_must_alloc(values, sizeof *c->values);
  c->steps = stb_must_alloc(values * effects, sizeof *c->steps);
  c->slots = stb_must_alloc(values * effects, sizeof *c->slots);
  for (size_t i = 0; i < values * effects; i++) {
    const uint32_t number = (uint32_t)(i % effects);
    c->steps[i] = stb_step_random(&dice, (int32_t)stb_random_below(&dice, 7),
                                  number, true);
  }
  return c;
}

static void crowd_free_entities(entities_crowd *c) {
  strata_world_free(c->world);
  strata_rules_free(c->rules);
  free(c->handles);
  free(c->values);
  free(c->steps);
  free(c->slots);
  free(c);
}

static void spawn_entities_all(entities_crowd *c) {
  strata_world_free(c->world);
  c->world = stb_world_new(c->bench, c->rules);
  for (uint32_t e = 0; e < c->entities; e++) {
    c->handles[e] = stb_spawn(c->world);
  }
}

static void add_all(entities_crowd *c) {
  const stb_step *step = c->steps;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      for (uint32_t i = 0; i < c->effects; i++) {
        (void)stb_add_effect(c->world, c->handles[e], a, step++);
      }
    }
  }
}

static void read_entities_all(entities_crowd *c) {
  unsigned failed = 0;
  int64_t *value = c->values;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      failed |= (unsigned)strata_get_int(c->world, c->handles[e], a, value++);
    }
  }
  stb_must((strata_status)failed, "get");
}

/* A new world each time. */
static double engine_build(void *context, uint32_t count) {
  entities_crowd *c = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    c->bench->heap.paused = true;
    spawn_entities_all(c);
    c->bench->heap.paused = false;
    const double start = stb_clock_now_ns();
    add_all(c);
    took += stb_clock_now_ns() - start;
  }
  return took;
}

static double base_build(void *context, uint32_t count) {
  entities_crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t v = 0; v < values; v++) {
      for (size_t n = 0; n < c->effects; n++) {
        const stb_step *step = &c->steps[v * c->effects + n];
        const stb_slot slot = {step->layer, stb_affine_of_step(step)};
        stb_base_insert_slot(&c->slots[v * c->effects], n, &slot);
      }
    }
  }
  return stb_clock_now_ns() - start;
}

static double engine_first(void *context, uint32_t count) {
  entities_crowd *c = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    c->bench->heap.paused = true;
    spawn_entities_all(c);
    add_all(c);
    c->bench->heap.paused = false;
    const double start = stb_clock_now_ns();
    read_entities_all(c);
    took += stb_clock_now_ns() - start;
  }
  strata_world_stats(c->world, &c->stats);
  return took;
}

static double engine_warm(void *context, uint32_t count) {
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    read_entities_all(context);
  }
  return stb_clock_now_ns() - start;
}

static double base_first(void *context, uint32_t count) {
  entities_crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t v = 0; v < values; v++) {
      c->values[v] =
          stb_base_run_slots(0, &c->slots[v * c->effects], c->effects);
      stb_use_value(c->values[v]);
    }
  }
  return stb_clock_now_ns() - start;
}

/* Read the engine's and the baseline's values again, and compare each. */
static void check_entities(stb_run *bench, entities_crowd *c) {
  const size_t values = (size_t)c->entities * c->attributes;
  int64_t *wraps = stb_must_alloc(values, sizeof *wraps);
  (void)base_build(c, 1);
  (void)base_first(c, 1);
  for (size_t v = 0; v < values; v++) {
    wraps[v] = c->values[v];
  }
  read_entities_all(c);
  size_t wrong = 0;
  for (size_t v = 0; v < values; v++) {
    stb_step *steps = &c->steps[v * c->effects];
    stb_plain_sort_steps(steps, c->effects);
    wrong += c->values[v] != stb_plain_run_steps(0, steps, c->effects);
    wrong += wraps[v] != stb_plain_run_steps_wrapping(0, steps, c->effects);
  }
  stb_expect(bench, wrong == 0, "a value among many entities");
  free(wraps);
}

static void bytes_entities(stb_run *bench, const entities_crowd *c,
                           double limit) {
  const double entities = c->entities;
  const double effects = entities * c->attributes * c->effects;
  const double state = (double)c->stats.state_bytes;
  const double cache = (double)c->stats.cache_bytes;
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
  entities_crowd *c =
      crowd_new_entities(bench, bench->quick ? 2000 : 10000, 1, 10);
  stb_case what = {.name = "build, 10 effects each",
                   .unit = "add",
                   .subject = engine_build,
                   .baseline = base_build,
                   .context = c,
                   .beside = "insert into sorted arrays",
                   .subject_per = (double)c->entities * c->effects,
                   .goal = STB_GOAL_NS,
                   .limit = 40};
  (void)stb_measure(bench, &what);
  (void)base_build(c, 1);
  what.name = "first read of each";
  what.unit = "read";
  what.subject = engine_first;
  what.baseline = base_first;
  what.beside = "branch-free affine loop";
  what.subject_per = c->entities;
  what.goal = STB_GOAL_NONE;
  (void)stb_measure(bench, &what);
  bytes_entities(bench, c, 480);
  check_entities(bench, c);
  crowd_free_entities(c);
}

void stb_workload_entities_100k(stb_run *bench) {
  entities_crowd *c =
      crowd_new_entities(bench, bench->quick ? 5000 : 100000, 4, 4);
  const double values = (double)c->entities * c->attributes;
  char name[64];
  (void)snprintf(name, sizeof name, "build %u x 4 x 4", c->entities);
  stb_case what = {.name = name,
                   .unit = "add",
                   .subject = engine_build,
                   .context = c,
                   .subject_per = values * c->effects,
                   .once = true};
  (void)stb_measure(bench, &what);
  what.name = "all values, cold";
  what.unit = "read";
  what.subject = engine_first;
  what.subject_per = values;
  (void)stb_measure(bench, &what);
  what.name = "all values, warm";
  what.subject = engine_warm;
  (void)stb_measure(bench, &what);
  bytes_entities(bench, c, 0);
  check_entities(bench, c);
  crowd_free_entities(c);
}
