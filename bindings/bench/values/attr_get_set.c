/*
 * attr_get_set.c - attr_set and attr_get_cached: one write, one cached read.
 *
 * The baseline reads (writes) an array of cells by the same handles in the
 * same order, and compares generation and version as any safe read must; a
 * write also leaves an undo record.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { ATTR_MANY = 1024, EFFECTS = 10, ATTR_VERSION = 7 };

typedef struct attr_scene {
  strata_rules *rules;
  strata_world *world;
  strata_entity handles[ATTR_MANY]; /* in the order of access */
  int64_t expected[ATTR_MANY];      /* the values, in this order too */
  size_t count;
  stb_cell *cells; /* by slot */
  stb_undo_record ring[STB_UNDO_RING];
} attr_scene;

static void shuffle(stb_random *dice, strata_entity *handles, size_t count) {
  for (size_t i = count; i > 1; i--) {
    const size_t other = stb_random_below(dice, (uint32_t)i);
    const strata_entity held = handles[i - 1];
    handles[i - 1] = handles[other];
    handles[other] = held;
  }
}

static void add_attr_effects(attr_scene *s, stb_random *dice, size_t n) {
  stb_step steps[EFFECTS];
  for (uint32_t i = 0; i < EFFECTS; i++) {
    const int32_t layer = (int32_t)stb_random_below(dice, 7);
    steps[i] = stb_step_random(dice, layer, i, true);
    (void)stb_add_effect(s->world, s->handles[n], 1, &steps[i]);
  }
  stb_plain_sort_steps(steps, EFFECTS);
  s->expected[n] = stb_plain_run_steps((int64_t)n, steps, EFFECTS);
}

static attr_scene *scene_new(stb_run *bench, size_t count, bool effects) {
  attr_scene *s = stb_alloc(bench, 1, sizeof *s);
  stb_random dice = {count};
  s->rules = stb_numbered_rules(bench);
  s->world = stb_world_new(bench, s->rules);
  s->count = count;
  for (size_t n = 0; n < count; n++) {
    s->handles[n] = stb_spawn(s->world);
  }
  shuffle(&dice, s->handles, count);
  uint32_t last = 0;
  for (size_t n = 0; n < count; n++) {
    stb_must(strata_set_base_int(s->world, s->handles[n], 1, (int64_t)n),
             "set");
    s->expected[n] = (int64_t)n;
    if (effects) add_attr_effects(s, &dice, n);
    if ((uint32_t)s->handles[n] > last) last = (uint32_t)s->handles[n];
  }
  stb_must(strata_commit(s->world), "commit");
  s->cells = stb_alloc(bench, (size_t)last + 1, sizeof *s->cells);
  for (size_t n = 0; n < count; n++) {
    s->cells[(uint32_t)s->handles[n]] = (stb_cell){
        s->expected[n], (uint32_t)(s->handles[n] >> 32), ATTR_VERSION};
  }
  return s;
}

/* The sum that `count` reads in turn must give. */
static int64_t expected_sum(const attr_scene *s, uint32_t count) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    sum += s->expected[i % s->count];
  }
  return sum;
}

static int64_t read_attr_all(attr_scene *s, uint32_t count) {
  const strata_entity *const handles = s->handles;
  const size_t handle_count = s->count;
  unsigned failed = 0;
  int64_t sum = 0;
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t value = 0;
    failed |= (unsigned)strata_get_int(s->world, handles[next], 1, &value);
    sum += value;
    stb_use_value(sum);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
  stb_must((strata_status)failed, "get");
  return sum;
}

static double engine_get(void *context, uint32_t count) {
  const double start = stb_clock_now_ns();
  stb_use_value(read_attr_all(context, count));
  return stb_clock_now_ns() - start;
}

static double base_get(void *context, uint32_t count) {
  const attr_scene *s = context;
  const double start = stb_clock_now_ns();
  stb_use_value(
      stb_base_read(s->cells, s->handles, s->count, ATTR_VERSION, count));
  return stb_clock_now_ns() - start;
}

static void get_case(stb_run *bench, const char *name, size_t count,
                     bool effects) {
  attr_scene *s = scene_new(bench, count, effects);
  (void)stb_measure(bench, &(stb_case){.name = name,
                                       .unit = "read",
                                       .subject = {.loop = engine_get},
                                       .baseline = {.loop = base_get},
                                       .context = s,
                                       .beside = "checked read of a cell",
                                       .goal = STB_GOAL_RATIO,
                                       .limit = 3,
                                       .decides = true});
  const int64_t sum = expected_sum(s, 3000);
  stb_expect(bench, read_attr_all(s, 3000) == sum, "a cached read");
  stb_expect(bench,
             stb_base_read(s->cells, s->handles, count, ATTR_VERSION, 3000) ==
                 sum,
             "the baseline of a cached read");
  stb_release(bench);
}

void stb_workload_attr_get_cached(stb_run *bench) {
  get_case(bench, "1 entity, no effects", 1, false);
  get_case(bench, "1 entity, 10 effects", 1, true);
  get_case(bench, "1024 entities, 10 effects each", ATTR_MANY, true);
}

static double engine_set(void *context, uint32_t count) {
  attr_scene *s = context;
  unsigned failed = 0;
  size_t next = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= (unsigned)strata_set_base_int(s->world, s->handles[next], 1,
                                            (int64_t)i);
    next = next + 1 == s->count ? 0 : next + 1;
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "set");
  stb_must(strata_commit(s->world), "commit");
  return took;
}

static double base_set(void *context, uint32_t count) {
  attr_scene *s = context;
  const double start = stb_clock_now_ns();
  stb_base_write(s->cells, s->handles, s->count, s->ring, count);
  return stb_clock_now_ns() - start;
}

static void set_case(stb_run *bench, const char *name, size_t count) {
  attr_scene *s = scene_new(bench, count, false);
  (void)stb_measure(bench,
                    &(stb_case){.name = name,
                                .unit = "write",
                                .subject = {.loop = engine_set},
                                .baseline = {.loop = base_set},
                                .context = s,
                                .beside = "checked write with undo record",
                                .goal = STB_GOAL_NS,
                                .limit = 4});
  (void)engine_set(s, 2000);
  for (uint32_t i = 0; i < 2000; i++) {
    s->expected[i % count] = (int64_t)i;
  }
  stb_expect(bench, read_attr_all(s, 3000) == expected_sum(s, 3000),
             "a read after a write");
  stb_release(bench);
}

void stb_workload_attr_set(stb_run *bench) {
  set_case(bench, "1 entity", 1);
  set_case(bench, "1024 entities", ATTR_MANY);
}
