/*
 * bench_entities.c - attr_10k_entities and attr_100k_entities: many entities
 * with few effects each. What an effect costs to add and to read first, and
 * how many bytes it takes.
 */
#include "baseline.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct crowd {
  stc_bench_run *bench;
  strata_rules *rules;
  strata_world *world;
  uint32_t entities, attributes, effects; /* effects on each attribute */
  strata_entity *handles;
  stc_step *steps;    /* of all, unsorted; one entity after the other */
  stc_slot *slots;    /* the baseline's, sorted for each value */
  int64_t *values;    /* entity by attribute */
  strata_stats stats; /* when all was built and read */
} crowd;

static crowd *crowd_new(stc_bench_run *bench, uint32_t entities,
                        uint32_t attributes, uint32_t effects) {
  crowd *c = stc_must_alloc(1, sizeof *c);
  const size_t values = (size_t)entities * attributes;
  stc_dice dice = {entities};
  *c = (crowd){.bench = bench,
               .entities = entities,
               .attributes = attributes,
               .effects = effects};
  c->rules = stc_bench_rules(bench);
  c->handles = stc_must_alloc(entities, sizeof *c->handles);
  c->values = stc_must_alloc(values, sizeof *c->values);
  c->steps = stc_must_alloc(values * effects, sizeof *c->steps);
  c->slots = stc_must_alloc(values * effects, sizeof *c->slots);
  for (size_t i = 0; i < values * effects; i++) {
    const uint32_t number = (uint32_t)(i % effects);
    c->steps[i] =
        stc_random_step(&dice, (int32_t)stc_below(&dice, 7), number, true);
  }
  return c;
}

static void crowd_free(crowd *c) {
  strata_world_free(c->world);
  strata_rules_free(c->rules);
  free(c->handles);
  free(c->values);
  free(c->steps);
  free(c->slots);
  free(c);
}

static void spawn_all(crowd *c) {
  strata_world_free(c->world);
  c->world = stc_bench_world(c->bench, c->rules);
  for (uint32_t e = 0; e < c->entities; e++) {
    c->handles[e] = stc_bench_spawn(c->world);
  }
}

static void add_all(crowd *c) {
  const stc_step *step = c->steps;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      for (uint32_t i = 0; i < c->effects; i++) {
        (void)stc_bench_add(c->world, c->handles[e], a, step++);
      }
    }
  }
}

static void read_all(crowd *c) {
  unsigned failed = 0;
  int64_t *value = c->values;
  for (uint32_t e = 0; e < c->entities; e++) {
    for (uint32_t a = 1; a <= c->attributes; a++) {
      failed |= (unsigned)strata_get_int(c->world, c->handles[e], a, value++);
    }
  }
  stc_must((strata_status)failed, "get");
}

/* A new world each time. */
static double engine_build(void *context, uint32_t count) {
  crowd *c = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    c->bench->heap.paused = true;
    spawn_all(c);
    c->bench->heap.paused = false;
    const double start = stc_now_ns();
    add_all(c);
    took += stc_now_ns() - start;
  }
  return took;
}

static double base_build(void *context, uint32_t count) {
  crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t v = 0; v < values; v++) {
      for (size_t n = 0; n < c->effects; n++) {
        const stc_step *step = &c->steps[v * c->effects + n];
        const stc_slot slot = {step->layer, stc_affine_of(step)};
        stc_base_insert(&c->slots[v * c->effects], n, &slot);
      }
    }
  }
  return stc_now_ns() - start;
}

static double engine_first(void *context, uint32_t count) {
  crowd *c = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    c->bench->heap.paused = true;
    spawn_all(c);
    add_all(c);
    c->bench->heap.paused = false;
    const double start = stc_now_ns();
    read_all(c);
    took += stc_now_ns() - start;
  }
  strata_world_stats(c->world, &c->stats);
  return took;
}

static double engine_warm(void *context, uint32_t count) {
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    read_all(context);
  }
  return stc_now_ns() - start;
}

static double base_first(void *context, uint32_t count) {
  crowd *c = context;
  const size_t values = (size_t)c->entities * c->attributes;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t v = 0; v < values; v++) {
      c->values[v] = stc_base_slots(0, &c->slots[v * c->effects], c->effects);
      stc_use(c->values[v]);
    }
  }
  return stc_now_ns() - start;
}

/* Both read again, and compared value by value. */
static void check(stc_bench_run *bench, crowd *c) {
  const size_t values = (size_t)c->entities * c->attributes;
  int64_t *wraps = stc_must_alloc(values, sizeof *wraps);
  (void)base_build(c, 1);
  (void)base_first(c, 1);
  for (size_t v = 0; v < values; v++) {
    wraps[v] = c->values[v];
  }
  read_all(c);
  size_t wrong = 0;
  for (size_t v = 0; v < values; v++) {
    stc_step *steps = &c->steps[v * c->effects];
    stc_plain_sort(steps, c->effects);
    wrong += c->values[v] != stc_plain_run(0, steps, c->effects);
    wrong += wraps[v] != stc_plain_wrap(0, steps, c->effects);
  }
  stc_expect(bench, wrong == 0, "a value among many entities");
  free(wraps);
}

static void bytes(stc_bench_run *bench, const crowd *c, double limit) {
  const double entities = c->entities;
  const double effects = entities * c->attributes * c->effects;
  const double state = (double)c->stats.state_bytes;
  const double cache = (double)c->stats.cache_bytes;
  stc_case what = {.unit = "B",
                   .goal = limit > 0 ? STC_GOAL_VALUE : STC_GOAL_NONE,
                   .limit = limit,
                   .decides = limit > 0};
  what.name = "state and caches for one entity";
  stc_figure(bench, &what, (state + cache) / entities);
  what.goal = STC_GOAL_NONE;
  what.decides = false;
  what.name = "state for one entity";
  stc_figure(bench, &what, state / entities);
  what.name = "state for one effect";
  stc_figure(bench, &what, state / effects);
  what.name = "caches for one effect";
  stc_figure(bench, &what, cache / effects);
}

void stc_bench_entities(stc_bench_run *bench) {
  crowd *c = crowd_new(bench, bench->quick ? 2000 : 10000, 1, 10);
  stc_case what = {.name = "build, 10 effects each",
                   .unit = "add",
                   .subject = engine_build,
                   .baseline = base_build,
                   .context = c,
                   .beside = "insert into sorted arrays",
                   .subject_per = (double)c->entities * c->effects,
                   .goal = STC_GOAL_NS,
                   .limit = 40};
  (void)stc_measure(bench, &what);
  (void)base_build(c, 1);
  what.name = "first read of each";
  what.unit = "read";
  what.subject = engine_first;
  what.baseline = base_first;
  what.beside = "branch-free affine loop";
  what.subject_per = c->entities;
  what.goal = STC_GOAL_NONE;
  (void)stc_measure(bench, &what);
  bytes(bench, c, 480);
  check(bench, c);
  crowd_free(c);
}

void stc_bench_many(stc_bench_run *bench) {
  crowd *c = crowd_new(bench, bench->quick ? 5000 : 100000, 4, 4);
  const double values = (double)c->entities * c->attributes;
  char name[64];
  (void)snprintf(name, sizeof name, "build %u x 4 x 4", c->entities);
  stc_case what = {.name = name,
                   .unit = "add",
                   .subject = engine_build,
                   .context = c,
                   .subject_per = values * c->effects,
                   .once = true};
  (void)stc_measure(bench, &what);
  what.name = "all values, cold";
  what.unit = "read";
  what.subject = engine_first;
  what.subject_per = values;
  (void)stc_measure(bench, &what);
  what.name = "all values, warm";
  what.subject = engine_warm;
  (void)stc_measure(bench, &what);
  bytes(bench, c, 0);
  check(bench, c);
  crowd_free(c);
}
