/*
 * attr_add.c - attr_add_asc, attr_add_desc, attr_add_rand: the cost of one more
 * effect at any position, while N of them are added to an entity.
 *
 * Ascending and descending: every effect has a layer of its own, and each new
 * one belongs behind (before) all others. Random: of a thousand layers. The
 * baseline inserts into one sorted array by binary search and memmove, which
 * for ascending layers is a plain append.
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
#include <string.h>

enum { ASC = 0, DESC = 1, RANDOM = 2, ORDERS = 3 };

typedef struct adds_scene {
  strata_rules *rules;
  strata_world *world;
  uint32_t n;            /* effects on each entity */
  uint32_t entity_count; /* enough entities for a sample of sufficient length */
  strata_entity *entities;
  stb_step *steps[ORDERS]; /* n each, in the order of their creation */
  stb_slot *slots[ORDERS]; /* the same for the baseline */
  stb_slot *array;         /* the baseline's, of n */
  double clock_ns;
} adds_scene;

static adds_scene *adds_new(stb_run *bench, uint32_t n) {
  adds_scene *a = stb_must_alloc(1, sizeof *a);
  stb_random dice = {n};
  a->rules = stb_numbered_rules(bench);
  a->world = stb_world_new(bench, a->rules);
  a->n = n;
  a->entity_count = n >= 4000 ? 1 : 4000 / n;
  a->entities = stb_must_alloc(a->entity_count, sizeof *a->entities);
  for (uint32_t e = 0; e < a->entity_count; e++) {
    a->entities[e] = stb_spawn(a->world);
  }
  for (int order = 0; order < ORDERS; order++) {
    a->steps[order] = stb_must_alloc(n, sizeof(stb_step));
    a->slots[order] = stb_must_alloc(n, sizeof(stb_slot));
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t layer = order == ASC    ? i
                             : order == DESC ? n - i
                                             : stb_random_below(&dice, 1000);
      const stb_step step = stb_step_random(&dice, (int32_t)layer, i, true);
      a->steps[order][i] = step;
      a->slots[order][i] = (stb_slot){step.layer, stb_affine_of_step(&step)};
    }
  }
  a->array = stb_must_alloc(n, sizeof *a->array);
  a->clock_ns = stb_clock_cost_ns();
  stb_must(strata_commit(a->world), "commit");
  return a;
}

static void adds_free(adds_scene *a) {
  strata_world_free(a->world);
  strata_rules_free(a->rules);
  for (int order = 0; order < ORDERS; order++) {
    free(a->steps[order]);
    free(a->slots[order]);
  }
  free(a->entities);
  free(a->array);
  free(a);
}

static void build_adds(adds_scene *a, const stb_step *steps) {
  unsigned failed = 0;
  for (uint32_t e = 0; e < a->entity_count; e++) {
    for (uint32_t i = 0; i < a->n; i++) {
      const strata_part part = {.attr = 1,
                                .layer = steps[i].layer,
                                .op = steps[i].op,
                                .value = steps[i].value};
      const strata_effect_desc desc = {.targets = &a->entities[e],
                                       .target_count = 1,
                                       .parts = &part,
                                       .part_count = 1};
      strata_effect effect = {0};
      failed |= (unsigned)strata_effect_add(a->world, &desc, &effect);
    }
  }
  stb_must((strata_status)failed, "add");
}

static void clear_adds(adds_scene *a) {
  for (uint32_t e = 0; e < a->entity_count; e++) {
    stb_must(strata_effect_clear(a->world, a->entities[e]), "clear");
  }
  stb_must(strata_commit(a->world), "commit");
}

static double engine_add(adds_scene *a, const stb_step *steps, uint32_t count) {
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double start = stb_clock_now_ns();
    build_adds(a, steps);
    took += stb_clock_now_ns() - start - a->clock_ns;
    clear_adds(a);
  }
  return took;
}

static double engine_asc(void *context, uint32_t count) {
  adds_scene *a = context;
  return engine_add(a, a->steps[ASC], count);
}
static double engine_desc(void *context, uint32_t count) {
  adds_scene *a = context;
  return engine_add(a, a->steps[DESC], count);
}
static double engine_rand(void *context, uint32_t count) {
  adds_scene *a = context;
  return engine_add(a, a->steps[RANDOM], count);
}

static double base_add(adds_scene *a, const stb_slot *slots, uint32_t count) {
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 0; n < a->n; n++) {
      stb_base_insert_slot(a->array, n, &slots[n]);
    }
  }
  return stb_clock_now_ns() - start;
}

static double base_asc(void *context, uint32_t count) {
  adds_scene *a = context;
  return base_add(a, a->slots[ASC], count);
}
static double base_desc(void *context, uint32_t count) {
  adds_scene *a = context;
  return base_add(a, a->slots[DESC], count);
}
static double base_rand(void *context, uint32_t count) {
  adds_scene *a = context;
  return base_add(a, a->slots[RANDOM], count);
}

/* Build once more and compare the value of each entity; also the baseline's,
 * modulo 2^64. */
static void check_adds(stb_run *bench, adds_scene *a, int order) {
  stb_step *sorted = stb_must_alloc(a->n, sizeof *sorted);
  memcpy(sorted, a->steps[order], a->n * sizeof *sorted);
  stb_plain_sort_steps(sorted, a->n);
  const int64_t expected = stb_plain_run_steps(0, sorted, a->n);
  build_adds(a, a->steps[order]);
  for (uint32_t e = 0; e < a->entity_count; e++) {
    int64_t value = 0;
    stb_must(strata_get_int(a->world, a->entities[e], 1, &value), "get");
    stb_expect(bench, value == expected, "a value after adding");
  }
  clear_adds(a);
  (void)base_add(a, a->slots[order], 1);
  stb_expect(bench,
             stb_base_run_slots(0, a->array, a->n) ==
                 stb_plain_run_steps_wrapping(0, sorted, a->n),
             "the baseline of adding");
  free(sorted);
}

/* One row: an order beside the flat array. */
static void against_array(stb_run *bench, adds_scene *a, int order,
                          stb_series *series) {
  static const stb_loop engine_loops[] = {engine_asc, engine_desc, engine_rand};
  static const stb_loop base_loops[] = {base_asc, base_desc, base_rand};
  static const char *const order_names[] = {"ascending", "descending",
                                            "random"};
  char name[64];
  (void)snprintf(name, sizeof name, "%s, N=%u", order_names[order], a->n);
  (void)stb_measure(bench,
                    &(stb_case){.name = name,
                                .unit = "add",
                                .subject = engine_loops[order],
                                .baseline = base_loops[order],
                                .context = a,
                                .beside = "insert into a sorted array",
                                .subject_per = (double)a->entity_count * a->n,
                                .baseline_per = a->n,
                                .goal = STB_GOAL_NS,
                                .limit = 25,
                                .series = series,
                                .size = a->n});
  check_adds(bench, a, order);
}

/* One row: an order beside ascending, both the engine's. */
static void against_ascending(stb_run *bench, adds_scene *a, int order) {
  char name[64];
  (void)snprintf(name, sizeof name, "%s over ascending, N=%u",
                 order == DESC ? "descending" : "random", a->n);
  (void)stb_measure(
      bench, &(stb_case){.name = name,
                         .unit = "add",
                         .subject = order == DESC ? engine_desc : engine_rand,
                         .baseline = engine_asc,
                         .context = a,
                         .beside = "the engine, ascending",
                         .subject_per = (double)a->entity_count * a->n,
                         .goal = STB_GOAL_RATIO,
                         .limit = 1.3,
                         .decides = true});
}

void stb_workload_attr_add(stb_run *bench) {
  stb_series series[ORDERS] = {{0}, {0}, {0}};
  for (uint32_t n = 10; n <= 10000; n *= 10) {
    adds_scene *a = adds_new(bench, n);
    for (int order = 0; order < ORDERS; order++) {
      against_array(bench, a, order, &series[order]);
    }
    against_ascending(bench, a, DESC);
    against_ascending(bench, a, RANDOM);
    adds_free(a);
  }
}
