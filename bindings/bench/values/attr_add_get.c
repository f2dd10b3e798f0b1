/*
 * attr_add_get.c - attr_add_get_top, attr_add_get_mid: an effect is added to
 * the ten thousand of an entity, each in a layer of its own, and the value is
 * read at once.
 *
 * Top: the new layer is above all others, so that only one operation is left to
 * do. Middle: it is anywhere, so that on average half of the operations must
 * run again; "over full" compares that with running all of them. The baseline
 * inserts into a sorted array and runs the steps behind the insertion; the
 * value before it is given to the baseline.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <stdlib.h>
#include <strata.h>
#include <string.h>

enum { N = 10000, CHUNK = 16 };

typedef struct tower {
  strata_rules *rules;
  strata_world *world;
  strata_entity entity;
  stb_step steps[N + CHUNK]; /* the last ones are added and removed */
  stb_slot slots[N + CHUNK]; /* of the first N, sorted */
  stb_slot array[N + CHUNK];
  stb_slot fresh[CHUNK];
  size_t places[CHUNK];  /* where in `array` they belong, in turn, ... */
  int64_t before[CHUNK]; /* ... the value before them, modulo 2^64, ... */
  size_t first;          /* ... and the first of these places */
  strata_effect effects[CHUNK];
  int64_t values[CHUNK];
  int64_t next_base;
  double clock_ns;
} tower;

/* Layers 0, 2, 4, ... leave room between them. */
static tower *tower_new(stb_run *bench) {
  tower *t = stb_must_alloc(1, sizeof *t);
  stb_random dice = {N};
  t->rules = stb_numbered_rules(bench);
  t->world = stb_world_new(bench, t->rules);
  t->entity = stb_spawn(t->world);
  for (uint32_t i = 0; i < N; i++) {
    t->steps[i] = stb_step_random(&dice, (int32_t)(2 * i), i, false);
    t->slots[i] =
        (stb_slot){t->steps[i].layer, stb_affine_of_step(&t->steps[i])};
    (void)stb_add_effect(t->world, t->entity, 1, &t->steps[i]);
  }
  stb_must(strata_commit(t->world), "commit");
  t->clock_ns = stb_clock_cost_ns();
  return t;
}

/* Choose the places of the effects of one chunk, and compute the values before
 * them, which are given to the baseline. */
static void choose_places(tower *t, bool top) {
  stb_random dice = {CHUNK};
  t->first = N;
  memcpy(t->array, t->slots, N * sizeof *t->array);
  for (uint32_t i = 0; i < CHUNK; i++) {
    const uint32_t layer = top ? 2 * N + i : 2 * stb_random_below(&dice, N) + 1;
    const stb_step step = stb_step_random(&dice, (int32_t)layer, N + i, false);
    size_t at = N + i;
    while (at > 0 && t->array[at - 1].layer > step.layer) {
      at--;
    }
    t->steps[N + i] = step;
    t->fresh[i] = (stb_slot){step.layer, stb_affine_of_step(&step)};
    t->places[i] = at;
    t->before[i] = stb_base_run_slots(0, t->array, at);
    if (at < t->first) t->first = at;
    stb_base_insert_slot(t->array, N + i, &t->fresh[i]);
  }
}

static void free_tower(tower *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  free(t);
}

static double engine_add_get(void *context, uint32_t count) {
  tower *t = context;
  unsigned failed = 0;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double start = stb_clock_now_ns();
    for (uint32_t n = 0; n < CHUNK; n++) {
      t->effects[n] = stb_add_effect(t->world, t->entity, 1, &t->steps[N + n]);
      failed |= (unsigned)strata_get_int(t->world, t->entity, 1, &t->values[n]);
    }
    took += stb_clock_now_ns() - start - t->clock_ns;
    for (uint32_t n = 0; n < CHUNK; n++) {
      failed |= (unsigned)strata_effect_remove(t->world, t->effects[n]);
    }
    int64_t value = 0;
    failed |= (unsigned)strata_commit(t->world);
    failed |= (unsigned)strata_get_int(t->world, t->entity, 1, &value);
  }
  stb_must((strata_status)failed, "add and get");
  return took;
}

/* All operations, after a change of the base value. */
static double engine_full_tower(void *context, uint32_t count) {
  tower *t = context;
  unsigned failed = 0;
  int64_t value = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |=
        (unsigned)strata_set_base_int(t->world, t->entity, 1, t->next_base++);
    failed |= (unsigned)strata_get_int(t->world, t->entity, 1, &value);
    stb_use_value(value);
  }
  const double took = stb_clock_now_ns() - start;
  failed |= (unsigned)strata_set_base_int(t->world, t->entity, 1, 0);
  failed |= (unsigned)strata_commit(t->world);
  stb_must((strata_status)failed, "set and get");
  return took;
}

static double base_add_get(void *context, uint32_t count) {
  tower *t = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    memcpy(&t->array[t->first], &t->slots[t->first],
           (N - t->first) * sizeof *t->array);
    const double start = stb_clock_now_ns();
    for (size_t n = 0; n < CHUNK; n++) {
      const size_t at = t->places[n];
      stb_base_insert_slot(t->array, N + n, &t->fresh[n]);
      t->values[n] =
          stb_base_run_slots(t->before[n], &t->array[at], N + n + 1 - at);
      stb_use_value(t->values[n]);
    }
    took += stb_clock_now_ns() - start - t->clock_ns;
  }
  return took;
}

static void check_tower(stb_run *bench, tower *t, const char *what) {
  stb_step *sorted = stb_must_alloc(N + CHUNK, sizeof *sorted);
  int64_t engine[CHUNK];
  (void)engine_add_get(t, 1);
  memcpy(engine, t->values, sizeof engine);
  (void)base_add_get(t, 1);
  for (size_t n = 0; n < CHUNK; n++) {
    const size_t count = N + n + 1;
    memcpy(sorted, t->steps, count * sizeof *sorted);
    stb_plain_sort_steps(sorted, count);
    stb_expect(bench, engine[n] == stb_plain_run_steps(0, sorted, count), what);
    stb_expect(bench,
               t->values[n] == stb_plain_run_steps_wrapping(0, sorted, count),
               "the baseline of adding and reading");
  }
  free(sorted);
}

static stb_case tower_case(tower *t, const char *name) {
  return (stb_case){.name = name,
                    .unit = "add+read",
                    .subject = engine_add_get,
                    .baseline = base_add_get,
                    .context = t,
                    .beside = "insert and run the rest",
                    .subject_per = CHUNK};
}

void stb_workload_attr_add_get(stb_run *bench) {
  tower *t = tower_new(bench);
  stb_case what = tower_case(t, "top, a new layer, N=10000");
  choose_places(t, true);
  what.goal = STB_GOAL_NS;
  what.limit = 60;
  (void)stb_measure(bench, &what);
  check_tower(bench, t, "a value after adding on top");
  choose_places(t, false);
  what = tower_case(t, "middle, N=10000");
  (void)stb_measure(bench, &what);
  what.name = "middle over full, N=10000";
  what.baseline = engine_full_tower;
  what.beside = "the engine, base changed";
  what.baseline_per = 1;
  what.goal = STB_GOAL_RATIO;
  what.limit = 0.55;
  (void)stb_measure(bench, &what);
  check_tower(bench, t, "a value after adding in the middle");
  free_tower(t);
}
