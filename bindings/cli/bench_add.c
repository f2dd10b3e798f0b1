/*
 * bench_add.c - attr_add_asc, attr_add_desc, attr_add_rand: what one more
 * effect costs, at which position ever, while N of them are put on an entity.
 *
 * Ascending and descending: every effect has a layer of its own, and each new
 * one belongs behind (before) all others. Random: of a thousand layers. The
 * baseline inserts into one sorted array by binary search and memmove, which
 * for ascending layers is a plain append.
 */
#include "baseline.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASC = 0, DESC = 1, RANDOM = 2, ORDERS = 3 };

typedef struct adds {
  strata_rules *rules;
  strata_world *world;
  uint32_t n;            /* effects on each entity */
  uint32_t entity_count; /* so many that a sample is long enough */
  strata_entity *entities;
  stc_step *steps[ORDERS]; /* n each, in the order of their creation */
  stc_slot *slots[ORDERS]; /* the same for the baseline */
  stc_slot *array;         /* the baseline's, of n */
  double clock_ns;
} adds;

static adds *adds_new(stc_bench_run *bench, uint32_t n) {
  adds *a = stc_must_alloc(1, sizeof *a);
  stc_dice dice = {n};
  a->rules = stc_bench_rules(bench);
  a->world = stc_bench_world(bench, a->rules);
  a->n = n;
  a->entity_count = n >= 4000 ? 1 : 4000 / n;
  a->entities = stc_must_alloc(a->entity_count, sizeof *a->entities);
  for (uint32_t e = 0; e < a->entity_count; e++) {
    a->entities[e] = stc_bench_spawn(a->world);
  }
  for (int order = 0; order < ORDERS; order++) {
    a->steps[order] = stc_must_alloc(n, sizeof(stc_step));
    a->slots[order] = stc_must_alloc(n, sizeof(stc_slot));
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t layer = order == ASC    ? i
                             : order == DESC ? n - i
                                             : stc_below(&dice, 1000);
      const stc_step step = stc_random_step(&dice, (int32_t)layer, i, true);
      a->steps[order][i] = step;
      a->slots[order][i] = (stc_slot){step.layer, stc_affine_of(&step)};
    }
  }
  a->array = stc_must_alloc(n, sizeof *a->array);
  a->clock_ns = stc_clock_cost_ns();
  stc_must(strata_commit(a->world), "commit");
  return a;
}

static void adds_free(adds *a) {
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

static void build(adds *a, const stc_step *steps) {
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
  stc_must((strata_status)failed, "add");
}

static void clear(adds *a) {
  for (uint32_t e = 0; e < a->entity_count; e++) {
    stc_must(strata_effect_clear(a->world, a->entities[e]), "clear");
  }
  stc_must(strata_commit(a->world), "commit");
}

static double engine_add(adds *a, const stc_step *steps, uint32_t count) {
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double start = stc_now_ns();
    build(a, steps);
    took += stc_now_ns() - start - a->clock_ns;
    clear(a);
  }
  return took;
}

static double engine_asc(void *context, uint32_t count) {
  adds *a = context;
  return engine_add(a, a->steps[ASC], count);
}
static double engine_desc(void *context, uint32_t count) {
  adds *a = context;
  return engine_add(a, a->steps[DESC], count);
}
static double engine_rand(void *context, uint32_t count) {
  adds *a = context;
  return engine_add(a, a->steps[RANDOM], count);
}

static double base_add(adds *a, const stc_slot *slots, uint32_t count) {
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 0; n < a->n; n++) {
      stc_base_insert(a->array, n, &slots[n]);
    }
  }
  return stc_now_ns() - start;
}

static double base_asc(void *context, uint32_t count) {
  adds *a = context;
  return base_add(a, a->slots[ASC], count);
}
static double base_desc(void *context, uint32_t count) {
  adds *a = context;
  return base_add(a, a->slots[DESC], count);
}
static double base_rand(void *context, uint32_t count) {
  adds *a = context;
  return base_add(a, a->slots[RANDOM], count);
}

/* Build once more and compare the value of each entity; also the baseline's,
 * modulo 2^64. */
static void check(stc_bench_run *bench, adds *a, int order) {
  stc_step *sorted = stc_must_alloc(a->n, sizeof *sorted);
  memcpy(sorted, a->steps[order], a->n * sizeof *sorted);
  stc_plain_sort(sorted, a->n);
  const int64_t expected = stc_plain_run(0, sorted, a->n);
  build(a, a->steps[order]);
  for (uint32_t e = 0; e < a->entity_count; e++) {
    int64_t value = 0;
    stc_must(strata_get_int(a->world, a->entities[e], 1, &value), "get");
    stc_expect(bench, value == expected, "a value after adding");
  }
  clear(a);
  (void)base_add(a, a->slots[order], 1);
  stc_expect(bench,
             stc_base_slots(0, a->array, a->n) ==
                 stc_plain_wrap(0, sorted, a->n),
             "the baseline of adding");
  free(sorted);
}

/* One row: an order beside the flat array. */
static void against_array(stc_bench_run *bench, adds *a, int order,
                          stc_series *series) {
  static const stc_loop engine_loops[] = {engine_asc, engine_desc, engine_rand};
  static const stc_loop base_loops[] = {base_asc, base_desc, base_rand};
  static const char *const order_names[] = {"ascending", "descending",
                                            "random"};
  char name[64];
  (void)snprintf(name, sizeof name, "%s, N=%u", order_names[order], a->n);
  (void)stc_measure(bench,
                    &(stc_case){.name = name,
                                .unit = "add",
                                .subject = engine_loops[order],
                                .baseline = base_loops[order],
                                .context = a,
                                .beside = "insert into a sorted array",
                                .subject_per = (double)a->entity_count * a->n,
                                .baseline_per = a->n,
                                .goal = STC_GOAL_NS,
                                .limit = 25,
                                .series = series,
                                .size = a->n});
  check(bench, a, order);
}

/* One row: an order beside ascending, both the engine's. */
static void against_ascending(stc_bench_run *bench, adds *a, int order) {
  char name[64];
  (void)snprintf(name, sizeof name, "%s over ascending, N=%u",
                 order == DESC ? "descending" : "random", a->n);
  (void)stc_measure(
      bench, &(stc_case){.name = name,
                         .unit = "add",
                         .subject = order == DESC ? engine_desc : engine_rand,
                         .baseline = engine_asc,
                         .context = a,
                         .beside = "the engine, ascending",
                         .subject_per = (double)a->entity_count * a->n,
                         .goal = STC_GOAL_RATIO,
                         .limit = 1.3,
                         .decides = true});
}

void stc_bench_adds(stc_bench_run *bench) {
  stc_series series[ORDERS] = {{0}, {0}, {0}};
  for (uint32_t n = 10; n <= 10000; n *= 10) {
    adds *a = adds_new(bench, n);
    for (int order = 0; order < ORDERS; order++) {
      against_array(bench, a, order, &series[order]);
    }
    against_ascending(bench, a, DESC);
    against_ascending(bench, a, RANDOM);
    adds_free(a);
  }
}
