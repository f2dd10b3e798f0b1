/*
 * attr_recompute.c - attr_recompute: a read after the base value changed.
 *
 * Operations are uniform over set add sub mul and or xor, each of N effects in
 * one of 7 layers, or in a layer of its own; created in random order. Every
 * base value changes before every read, so no cached value can be used. Because
 * a `set` makes all before it void, the same is measured without `set`, where
 * nothing can be left out. "Dropped" rows drop all caches first, as after a
 * load.
 *
 * Several entities take turns, each with a list of its own, so that the branch
 * predictor cannot learn one list. The write is not timed (attr_set is), the
 * read is. The baseline runs branch-free steps that were sorted and translated
 * before, modulo 2^64.
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

enum { ENTITIES_MAX = 256 };

typedef struct recompute_mix {
  strata_rules *rules;
  strata_world *world;
  uint32_t n, count;   /* effects on each entity; entities */
  bool drop;           /* the caches, before the reads */
  int64_t next_base;   /* no base value is used twice */
  stb_step *steps;     /* n of each entity, sorted */
  stb_affine *affines; /* the same, translated */
  strata_entity entities[ENTITIES_MAX];
  int64_t bases[ENTITIES_MAX];
  int64_t values[ENTITIES_MAX]; /* the results of the last reads */
} recompute_mix;

/* The numbers from 0 to n - 1 in random order, modulo `layers`. */
static void random_layers(stb_random *dice, stb_step *steps, uint32_t n,
                          uint32_t layers) {
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t other = stb_random_below(dice, i + 1);
    steps[i].layer = steps[other].layer;
    steps[other].layer = (int32_t)i;
  }
  for (uint32_t i = 0; i < n; i++) {
    steps[i].layer %= (int32_t)layers;
  }
}

static void add_recompute_effects(recompute_mix *m, stb_random *dice,
                                  uint32_t e, uint32_t layers, bool with_set) {
  stb_step *steps = &m->steps[(size_t)e * m->n];
  random_layers(dice, steps, m->n, layers);
  for (uint32_t i = 0; i < m->n; i++) {
    steps[i] = stb_step_random(dice, steps[i].layer, i, with_set);
    (void)stb_add_effect(m->world, m->entities[e], 1, &steps[i]);
  }
  stb_plain_sort_steps(steps, m->n);
  for (uint32_t i = 0; i < m->n; i++) {
    m->affines[(size_t)e * m->n + i] = stb_affine_of_step(&steps[i]);
  }
}

static recompute_mix *mix_new(stb_run *bench, uint32_t n, uint32_t layers,
                              bool with_set) {
  recompute_mix *m = stb_alloc(bench, 1, sizeof *m);
  stb_random dice = {n + layers};
  m->rules = stb_numbered_rules(bench);
  m->world = stb_world_new(bench, m->rules);
  m->n = n;
  m->count = n >= 8000 ? 2 : n >= 800 ? 8 : n >= 80 ? 40 : ENTITIES_MAX;
  m->steps = stb_alloc(bench, (size_t)m->count * n, sizeof *m->steps);
  m->affines = stb_alloc(bench, (size_t)m->count * n, sizeof *m->affines);
  for (uint32_t e = 0; e < m->count; e++) {
    m->entities[e] = stb_spawn(m->world);
    add_recompute_effects(m, &dice, e, layers, with_set);
  }
  stb_must(strata_commit(m->world), "commit");
  return m;
}

static unsigned change_bases(void *context) {
  recompute_mix *m = context;
  unsigned failed = 0;
  for (uint32_t e = 0; e < m->count; e++) {
    m->bases[e] = m->next_base++;
    failed |=
        (unsigned)strata_set_base_int(m->world, m->entities[e], 1, m->bases[e]);
  }
  failed |= (unsigned)strata_commit(m->world);
  if (m->drop) strata_world_drop_caches(m->world);
  return failed;
}

static unsigned engine_recompute(void *context) {
  recompute_mix *m = context;
  unsigned failed = 0;
  for (uint32_t e = 0; e < m->count; e++) {
    failed |=
        (unsigned)strata_get_int(m->world, m->entities[e], 1, &m->values[e]);
  }
  return failed;
}

static const stb_work recompute_work = {.act = engine_recompute,
                                        .begin = change_bases};

static unsigned base_recompute(void *context) {
  recompute_mix *m = context;
  for (uint32_t e = 0; e < m->count; e++) {
    m->bases[e] = m->next_base++;
    m->values[e] =
        stb_base_run_affine(m->bases[e], &m->affines[(size_t)e * m->n], m->n);
    stb_use_value(m->values[e]);
  }
  return STRATA_OK;
}

static void check_recompute(stb_run *bench, recompute_mix *m) {
  stb_run_once(bench, &recompute_work, m);
  for (uint32_t e = 0; e < m->count; e++) {
    const stb_step *steps = &m->steps[(size_t)e * m->n];
    stb_expect(bench,
               m->values[e] == stb_plain_run_steps(m->bases[e], steps, m->n),
               "a recomputed value");
  }
  (void)base_recompute(m);
  for (uint32_t e = 0; e < m->count; e++) {
    const stb_step *steps = &m->steps[(size_t)e * m->n];
    stb_expect(bench,
               m->values[e] ==
                   stb_plain_run_steps_wrapping(m->bases[e], steps, m->n),
               "the baseline of a recomputed value");
  }
}

/* A variant of the mix, measured for all sizes. */
typedef struct recompute_variant {
  bool own_layers, with_set;
} recompute_variant;

static void size_case_recompute(stb_run *bench, const recompute_variant *v,
                                uint32_t n, stb_series series[2]) {
  recompute_mix *m = mix_new(bench, n, v->own_layers ? n : 7, v->with_set);
  for (int drop = 0; drop < 2; drop++) {
    m->drop = drop;
    (void)stb_measure(
        bench, &(stb_case){.name = stb_text(bench, "N=%u, %s layers%s%s", n,
                                            v->own_layers ? "N" : "7",
                                            v->with_set ? "" : ", no set",
                                            drop ? ", dropped" : ""),
                           .unit = "effect",
                           .subject = recompute_work,
                           .baseline = {.act = base_recompute},
                           .context = m,
                           .beside = "branch-free affine loop",
                           .subject_per = (double)m->count * n,
                           .goal = STB_GOAL_RATIO,
                           .limit = 2,
                           .decides = v->with_set && !drop,
                           .series = &series[drop],
                           .size = n});
    check_recompute(bench, m);
  }
  stb_release(bench);
}

void stb_workload_attr_recompute(stb_run *bench) {
  static const recompute_variant variants[] = {
      {false, true}, {true, true}, {false, false}, {true, false}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    stb_series series[2] = {{0}, {0}};
    for (uint32_t n = 10; n <= 10000; n *= 10) {
      if (bench->quick && n == 100) continue;
      size_case_recompute(bench, &variants[i], n, series);
    }
  }
}
