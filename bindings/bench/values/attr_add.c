/*
 * attr_add.c - attr_add_asc, attr_add_desc, attr_add_rand: the cost of one more
 * effect at any position, while N of them are added to an entity.
 *
 * Ascending and descending: every effect has a layer of its own, and each new
 * one belongs behind (before) all others. Random: of a thousand layers. The
 * baseline inserts into one sorted array by binary search and memmove, which
 * for ascending layers is a plain append. The first read puts the effects in
 * order; the baseline of that has them in order already.
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
  int order;               /* which is measured now */
} adds_scene;

static adds_scene *adds_new(stb_run *bench, uint32_t n) {
  adds_scene *a = stb_alloc(bench, 1, sizeof *a);
  stb_random dice = {n};
  a->rules = stb_numbered_rules(bench);
  a->world = stb_world_new(bench, a->rules);
  a->n = n;
  a->entity_count = n >= 4000 ? 1 : 4000 / n;
  a->entities = stb_alloc(bench, a->entity_count, sizeof *a->entities);
  for (uint32_t e = 0; e < a->entity_count; e++) {
    a->entities[e] = stb_spawn(a->world);
  }
  for (int order = 0; order < ORDERS; order++) {
    a->steps[order] = stb_alloc(bench, n, sizeof(stb_step));
    a->slots[order] = stb_alloc(bench, n, sizeof(stb_slot));
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t layer = order == ASC    ? i
                             : order == DESC ? n - i
                                             : stb_random_below(&dice, 1000);
      const stb_step step = stb_step_random(&dice, (int32_t)layer, i, true);
      a->steps[order][i] = step;
      a->slots[order][i] = (stb_slot){step.layer, stb_affine_of_step(&step)};
    }
  }
  a->array = stb_alloc(bench, n, sizeof *a->array);
  stb_must(strata_commit(a->world), "commit");
  return a;
}

/* The effects of the order that is measured now, on each entity. */
static unsigned build_adds(void *context) {
  adds_scene *a = context;
  unsigned failed = 0;
  for (uint32_t e = 0; e < a->entity_count; e++) {
    for (uint32_t i = 0; i < a->n; i++) {
      const stb_step *step = &a->steps[a->order][i];
      const strata_part part = {.attr = 1,
                                .layer = step->layer,
                                .op = step->op,
                                .value = step->value};
      const strata_effect_desc desc = {.targets = &a->entities[e],
                                       .target_count = 1,
                                       .parts = &part,
                                       .part_count = 1};
      strata_effect effect = {0};
      failed |= (unsigned)strata_effect_add(a->world, &desc, &effect);
    }
  }
  return failed;
}

static unsigned clear_adds(void *context) {
  adds_scene *a = context;
  unsigned failed = 0;
  for (uint32_t e = 0; e < a->entity_count; e++) {
    failed |= (unsigned)strata_effect_clear(a->world, a->entities[e]);
  }
  return failed | (unsigned)strata_commit(a->world);
}

static unsigned build_ascending(void *context) {
  adds_scene *a = context;
  const int order = a->order;
  a->order = ASC;
  const unsigned failed = build_adds(a);
  a->order = order;
  return failed;
}

static unsigned base_add(void *context) {
  adds_scene *a = context;
  for (uint32_t n = 0; n < a->n; n++) {
    stb_base_insert_slot(a->array, n, &a->slots[a->order][n]);
  }
  return STRATA_OK;
}

/* Build once more and compare the value of each entity; also the baseline's,
 * modulo 2^64. */
static void check_adds(stb_run *bench, adds_scene *a) {
  stb_step *sorted = stb_alloc(bench, a->n, sizeof *sorted);
  memcpy(sorted, a->steps[a->order], a->n * sizeof *sorted);
  stb_plain_sort_steps(sorted, a->n);
  const int64_t expected = stb_plain_run_steps(0, sorted, a->n);
  stb_must((strata_status)build_adds(a), "add");
  for (uint32_t e = 0; e < a->entity_count; e++) {
    int64_t value = 0;
    stb_must(strata_get_int(a->world, a->entities[e], 1, &value), "get");
    stb_expect(bench, value == expected, "a value after adding");
  }
  stb_must((strata_status)clear_adds(a), "clear");
  (void)base_add(a);
  stb_expect(bench,
             stb_base_run_slots(0, a->array, a->n) ==
                 stb_plain_run_steps_wrapping(0, sorted, a->n),
             "the baseline of adding");
}

/* -- The first read ------------------------------------------------------- */

static unsigned add_again(void *context) {
  return clear_adds(context) | build_adds(context);
}

static unsigned read_adds(void *context) {
  const adds_scene *a = context;
  unsigned failed = 0;
  int64_t value = 0;
  for (uint32_t e = 0; e < a->entity_count; e++) {
    failed |= (unsigned)strata_get_int(a->world, a->entities[e], 1, &value);
    stb_use_value(value);
  }
  return failed;
}

static unsigned base_read(void *context) {
  adds_scene *a = context;
  stb_touch_memory(a->array);
  stb_use_value(stb_base_run_slots(0, a->array, a->n));
  return STRATA_OK;
}

static const char *const order_names[] = {"ascending", "descending", "random"};

/* One row: an order beside the flat array. */
static void against_array(stb_run *bench, adds_scene *a, stb_series *series) {
  (void)stb_measure(
      bench, &(stb_case){.name = stb_text(bench, "%s, N=%u",
                                          order_names[a->order], a->n),
                         .unit = "add",
                         .subject = {.act = build_adds, .back = clear_adds},
                         .baseline = {.act = base_add},
                         .context = a,
                         .beside = "insert into a sorted array",
                         .subject_per = (double)a->entity_count * a->n,
                         .baseline_per = a->n,
                         .goal = STB_GOAL_NS,
                         .limit = 25,
                         .series = series,
                         .size = a->n});
  check_adds(bench, a);
}

/* One row: the first read, beside the run of the array, which is sorted. */
static void first_read(stb_run *bench, adds_scene *a) {
  (void)base_add(a);
  (void)stb_measure(
      bench, &(stb_case){.name = stb_text(bench, "first read, %s, N=%u",
                                          order_names[a->order], a->n),
                         .unit = "effect",
                         .subject = {.act = read_adds, .begin = add_again},
                         .baseline = {.act = base_read},
                         .context = a,
                         .beside = "run the sorted array",
                         .subject_per = (double)a->entity_count * a->n,
                         .baseline_per = a->n,
                         .goal = STB_GOAL_RATIO,
                         .limit = 3});
  stb_must((strata_status)clear_adds(a), "clear");
}

/* One row: an order beside ascending, both the engine's. */
static void against_ascending(stb_run *bench, adds_scene *a) {
  (void)stb_measure(
      bench,
      &(stb_case){.name = stb_text(bench, "%s over ascending, N=%u",
                                   order_names[a->order], a->n),
                  .unit = "add",
                  .subject = {.act = build_adds, .back = clear_adds},
                  .baseline = {.act = build_ascending, .back = clear_adds},
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
    for (a->order = ASC; a->order < ORDERS; a->order++) {
      against_array(bench, a, &series[a->order]);
    }
    for (a->order = DESC; a->order < ORDERS; a->order++) {
      against_ascending(bench, a);
      first_read(bench, a);
    }
    stb_release(bench);
  }
}
