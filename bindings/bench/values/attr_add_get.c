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
} tower;

/* Layers 0, 2, 4, ... leave room between them. */
static tower *tower_new(stb_run *bench) {
  tower *t = stb_alloc(bench, 1, sizeof *t);
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

static unsigned engine_add_get(void *context) {
  tower *t = context;
  unsigned failed = 0;
  for (uint32_t n = 0; n < CHUNK; n++) {
    t->effects[n] = stb_add_effect(t->world, t->entity, 1, &t->steps[N + n]);
    failed |= (unsigned)strata_get_int(t->world, t->entity, 1, &t->values[n]);
  }
  return failed;
}

static unsigned remove_chunk(void *context) {
  tower *t = context;
  unsigned failed = 0;
  for (uint32_t n = 0; n < CHUNK; n++) {
    failed |= (unsigned)strata_effect_remove(t->world, t->effects[n]);
  }
  int64_t value = 0;
  failed |= (unsigned)strata_commit(t->world);
  return failed | (unsigned)strata_get_int(t->world, t->entity, 1, &value);
}

/* All operations, after a change of the base value. */
static unsigned engine_full_tower(void *context) {
  tower *t = context;
  int64_t value = 0;
  unsigned failed =
      (unsigned)strata_set_base_int(t->world, t->entity, 1, ++t->next_base);
  failed |= (unsigned)strata_get_int(t->world, t->entity, 1, &value);
  stb_use_value(value);
  return failed;
}

static unsigned reset_base(void *context) {
  tower *t = context;
  const unsigned failed =
      (unsigned)strata_set_base_int(t->world, t->entity, 1, 0);
  return failed | (unsigned)strata_commit(t->world);
}

static unsigned copy_slots(void *context) {
  tower *t = context;
  memcpy(&t->array[t->first], &t->slots[t->first],
         (N - t->first) * sizeof *t->array);
  return STRATA_OK;
}

static unsigned base_add_get(void *context) {
  tower *t = context;
  for (size_t n = 0; n < CHUNK; n++) {
    const size_t at = t->places[n];
    stb_base_insert_slot(t->array, N + n, &t->fresh[n]);
    t->values[n] =
        stb_base_run_slots(t->before[n], &t->array[at], N + n + 1 - at);
    stb_use_value(t->values[n]);
  }
  return STRATA_OK;
}

static const stb_work engine_work = {.act = engine_add_get,
                                     .back = remove_chunk};
static const stb_work base_work = {.act = base_add_get, .begin = copy_slots};

static void check_tower(stb_run *bench, tower *t, const char *what) {
  stb_step *sorted = stb_alloc(bench, N + CHUNK, sizeof *sorted);
  int64_t engine[CHUNK];
  stb_run_once(bench, &engine_work, t);
  memcpy(engine, t->values, sizeof engine);
  stb_run_once(bench, &base_work, t);
  for (size_t n = 0; n < CHUNK; n++) {
    const size_t count = N + n + 1;
    memcpy(sorted, t->steps, count * sizeof *sorted);
    stb_plain_sort_steps(sorted, count);
    stb_expect(bench, engine[n] == stb_plain_run_steps(0, sorted, count), what);
    stb_expect(bench,
               t->values[n] == stb_plain_run_steps_wrapping(0, sorted, count),
               "the baseline of adding and reading");
  }
}

static stb_case tower_case(tower *t, const char *name) {
  return (stb_case){.name = name,
                    .unit = "add+read",
                    .subject = engine_work,
                    .baseline = base_work,
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
  what.baseline = (stb_work){.act = engine_full_tower, .back = reset_base};
  what.beside = "the engine, base changed";
  what.baseline_per = 1;
  what.goal = STB_GOAL_RATIO;
  what.limit = 0.55;
  (void)stb_measure(bench, &what);
  check_tower(bench, t, "a value after adding in the middle");
}
