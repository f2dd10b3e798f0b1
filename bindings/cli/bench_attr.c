/*
 * bench_attr.c - attr_set and attr_get_cached: one write, one cached read.
 *
 * The baseline reads (writes) an array of cells by the same handles in the
 * same order, and compares generation and version as any safe read must; a
 * write also leaves an undo record.
 */
#include "baseline.h"
#include "bench.h"

#include <stdlib.h>

enum { MANY = 1024, EFFECTS = 10, VERSION = 7 };

typedef struct scene {
  strata_rules *rules;
  strata_world *world;
  strata_entity handles[MANY]; /* in the order of access */
  int64_t expected[MANY];      /* the values, in this order too */
  size_t count;
  stc_cell *cells; /* by slot */
  stc_undo ring[STC_UNDO_RING];
} scene;

static void shuffle(stc_dice *dice, strata_entity *handles, size_t count) {
  for (size_t i = count; i > 1; i--) {
    const size_t other = stc_below(dice, (uint32_t)i);
    const strata_entity held = handles[i - 1];
    handles[i - 1] = handles[other];
    handles[other] = held;
  }
}

static void add_effects(scene *s, stc_dice *dice, size_t n) {
  stc_step steps[EFFECTS];
  for (uint32_t i = 0; i < EFFECTS; i++) {
    const int32_t layer = (int32_t)stc_below(dice, 7);
    steps[i] = stc_random_step(dice, layer, i, true);
    (void)stc_bench_add(s->world, s->handles[n], 1, &steps[i]);
  }
  stc_plain_sort(steps, EFFECTS);
  s->expected[n] = stc_plain_run((int64_t)n, steps, EFFECTS);
}

static scene *scene_new(stc_bench_run *bench, size_t count, bool effects) {
  scene *s = stc_must_alloc(1, sizeof *s);
  stc_dice dice = {count};
  s->rules = stc_bench_rules(bench);
  s->world = stc_bench_world(bench, s->rules);
  s->count = count;
  for (size_t n = 0; n < count; n++) {
    s->handles[n] = stc_bench_spawn(s->world);
  }
  shuffle(&dice, s->handles, count);
  uint32_t last = 0;
  for (size_t n = 0; n < count; n++) {
    stc_must(strata_set_base_int(s->world, s->handles[n], 1, (int64_t)n),
             "set");
    s->expected[n] = (int64_t)n;
    if (effects) add_effects(s, &dice, n);
    if ((uint32_t)s->handles[n] > last) last = (uint32_t)s->handles[n];
  }
  stc_must(strata_commit(s->world), "commit");
  s->cells = stc_must_alloc((size_t)last + 1, sizeof *s->cells);
  for (size_t n = 0; n < count; n++) {
    s->cells[(uint32_t)s->handles[n]] =
        (stc_cell){s->expected[n], (uint32_t)(s->handles[n] >> 32), VERSION};
  }
  return s;
}

static void scene_free(scene *s) {
  strata_world_free(s->world);
  strata_rules_free(s->rules);
  free(s->cells);
  free(s);
}

/* What `count` reads in turn must add up to. */
static int64_t expected_sum(const scene *s, uint32_t count) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    sum += s->expected[i % s->count];
  }
  return sum;
}

static int64_t read_all(scene *s, uint32_t count) {
  const strata_entity *const handles = s->handles;
  const size_t handle_count = s->count;
  unsigned failed = 0;
  int64_t sum = 0;
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t value = 0;
    failed |= (unsigned)strata_get_int(s->world, handles[next], 1, &value);
    sum += value;
    stc_use(sum);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
  stc_must((strata_status)failed, "get");
  return sum;
}

static double engine_get(void *context, uint32_t count) {
  const double start = stc_now_ns();
  stc_use(read_all(context, count));
  return stc_now_ns() - start;
}

static double base_get(void *context, uint32_t count) {
  const scene *s = context;
  const double start = stc_now_ns();
  stc_use(stc_base_read(s->cells, s->handles, s->count, VERSION, count));
  return stc_now_ns() - start;
}

static void get_case(stc_bench_run *bench, const char *name, size_t count,
                     bool effects) {
  scene *s = scene_new(bench, count, effects);
  (void)stc_measure(bench, &(stc_case){.name = name,
                                       .unit = "read",
                                       .subject = engine_get,
                                       .baseline = base_get,
                                       .context = s,
                                       .beside = "checked read of a cell",
                                       .goal = STC_GOAL_RATIO,
                                       .limit = 3,
                                       .decides = true});
  const int64_t sum = expected_sum(s, 3000);
  stc_expect(bench, read_all(s, 3000) == sum, "a cached read");
  stc_expect(bench,
             stc_base_read(s->cells, s->handles, count, VERSION, 3000) == sum,
             "the baseline of a cached read");
  scene_free(s);
}

void stc_bench_get(stc_bench_run *bench) {
  get_case(bench, "1 entity, no effects", 1, false);
  get_case(bench, "1 entity, 10 effects", 1, true);
  get_case(bench, "1024 entities, 10 effects each", MANY, true);
}

static double engine_set(void *context, uint32_t count) {
  scene *s = context;
  unsigned failed = 0;
  size_t next = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= (unsigned)strata_set_base_int(s->world, s->handles[next], 1,
                                            (int64_t)i);
    next = next + 1 == s->count ? 0 : next + 1;
  }
  const double took = stc_now_ns() - start;
  stc_must((strata_status)failed, "set");
  stc_must(strata_commit(s->world), "commit");
  return took;
}

static double base_set(void *context, uint32_t count) {
  scene *s = context;
  const double start = stc_now_ns();
  stc_base_write(s->cells, s->handles, s->count, s->ring, count);
  return stc_now_ns() - start;
}

static void set_case(stc_bench_run *bench, const char *name, size_t count) {
  scene *s = scene_new(bench, count, false);
  (void)stc_measure(bench,
                    &(stc_case){.name = name,
                                .unit = "write",
                                .subject = engine_set,
                                .baseline = base_set,
                                .context = s,
                                .beside = "checked write with undo record",
                                .goal = STC_GOAL_NS,
                                .limit = 4});
  (void)engine_set(s, 2000);
  for (uint32_t i = 0; i < 2000; i++) {
    s->expected[i % count] = (int64_t)i;
  }
  stc_expect(bench, read_all(s, 3000) == expected_sum(s, 3000),
             "a read after a write");
  scene_free(s);
}

void stc_bench_set(stc_bench_run *bench) {
  set_case(bench, "1 entity", 1);
  set_case(bench, "1024 entities", MANY);
}
