/*
 * bench_recompute.c - attr_recompute: a read after the base value changed.
 *
 * The stated mix: operations uniform over set add sub mul and or xor, each of
 * N effects in one of 7 layers, or in a layer of its own; created in random
 * order. Every base value changes before every read, so no value and nothing
 * computed from one can be used again. Because a `set` makes all before it
 * void, the same is measured without `set`, where nothing can be left out.
 * "Dropped" rows throw away all caches first, as after a load.
 *
 * Several entities take turns, each with a list of its own, so that the
 * branch predictor has no chance to learn one list by heart. The write is not
 * timed (attr_set is), the read is. The baseline runs branch-free steps that
 * were sorted and translated before, modulo 2^64.
 */
#include "baseline.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENTITIES_MAX = 256 };

typedef struct mix {
  strata_rules *rules;
  strata_world *world;
  uint32_t n, count;   /* effects on each entity; entities */
  bool drop;           /* the caches, before the reads */
  int64_t next_base;   /* no base value is used twice */
  stc_step *steps;     /* n of each entity, sorted */
  stc_affine *affines; /* the same */
  double clock_ns;
  strata_entity entities[ENTITIES_MAX];
  int64_t bases[ENTITIES_MAX];
  int64_t values[ENTITIES_MAX]; /* what the last reads gave */
} mix;

/* The numbers from 0 to n - 1 in random order, modulo `layers`. */
static void random_layers(stc_dice *dice, stc_step *steps, uint32_t n,
                          uint32_t layers) {
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t other = stc_below(dice, i + 1);
    steps[i].layer = steps[other].layer;
    steps[other].layer = (int32_t)i;
  }
  for (uint32_t i = 0; i < n; i++) {
    steps[i].layer %= (int32_t)layers;
  }
}

static void add_effects(mix *m, stc_dice *dice, uint32_t e, uint32_t layers,
                        bool with_set) {
  stc_step *steps = &m->steps[(size_t)e * m->n];
  random_layers(dice, steps, m->n, layers);
  for (uint32_t i = 0; i < m->n; i++) {
    steps[i] = stc_random_step(dice, steps[i].layer, i, with_set);
    (void)stc_bench_add(m->world, m->entities[e], 1, &steps[i]);
  }
  stc_plain_sort(steps, m->n);
  for (uint32_t i = 0; i < m->n; i++) {
    m->affines[(size_t)e * m->n + i] = stc_affine_of(&steps[i]);
  }
}

static mix *mix_new(stc_bench_run *bench, uint32_t n, uint32_t layers,
                    bool with_set) {
  mix *m = stc_must_alloc(1, sizeof *m);
  stc_dice dice = {n + layers};
  m->rules = stc_bench_rules(bench);
  m->world = stc_bench_world(bench, m->rules);
  m->n = n;
  m->count = n >= 8000 ? 2 : n >= 800 ? 8 : n >= 80 ? 40 : ENTITIES_MAX;
  m->steps = stc_must_alloc((size_t)m->count * n, sizeof *m->steps);
  m->affines = stc_must_alloc((size_t)m->count * n, sizeof *m->affines);
  for (uint32_t e = 0; e < m->count; e++) {
    m->entities[e] = stc_bench_spawn(m->world);
    add_effects(m, &dice, e, layers, with_set);
  }
  stc_must(strata_commit(m->world), "commit");
  m->clock_ns = stc_clock_cost_ns();
  return m;
}

static void mix_free(mix *m) {
  strata_world_free(m->world);
  strata_rules_free(m->rules);
  free(m->steps);
  free(m->affines);
  free(m);
}

static double engine_recompute(void *context, uint32_t count) {
  mix *m = context;
  unsigned failed = 0;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t e = 0; e < m->count; e++) {
      m->bases[e] = m->next_base++;
      failed |= (unsigned)strata_set_base_int(m->world, m->entities[e], 1,
                                              m->bases[e]);
    }
    failed |= (unsigned)strata_commit(m->world);
    if (m->drop) strata_world_drop_caches(m->world);
    const double start = stc_now_ns();
    for (uint32_t e = 0; e < m->count; e++) {
      failed |=
          (unsigned)strata_get_int(m->world, m->entities[e], 1, &m->values[e]);
    }
    took += stc_now_ns() - start - m->clock_ns;
  }
  stc_must((strata_status)failed, "recompute");
  return took;
}

static double base_recompute(void *context, uint32_t count) {
  mix *m = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t e = 0; e < m->count; e++) {
      m->bases[e] = m->next_base++;
      m->values[e] =
          stc_base_affine(m->bases[e], &m->affines[(size_t)e * m->n], m->n);
      stc_use(m->values[e]);
    }
  }
  return stc_now_ns() - start;
}

static void check(stc_bench_run *bench, mix *m) {
  (void)engine_recompute(m, 1);
  for (uint32_t e = 0; e < m->count; e++) {
    const stc_step *steps = &m->steps[(size_t)e * m->n];
    stc_expect(bench, m->values[e] == stc_plain_run(m->bases[e], steps, m->n),
               "a recomputed value");
  }
  (void)base_recompute(m, 1);
  for (uint32_t e = 0; e < m->count; e++) {
    const stc_step *steps = &m->steps[(size_t)e * m->n];
    stc_expect(bench, m->values[e] == stc_plain_wrap(m->bases[e], steps, m->n),
               "the baseline of a recomputed value");
  }
}

/* What varies between the tables of sizes. */
typedef struct variant {
  bool own_layers, with_set;
} variant;

static void size_case(stc_bench_run *bench, const variant *v, uint32_t n,
                      stc_series series[2]) {
  mix *m = mix_new(bench, n, v->own_layers ? n : 7, v->with_set);
  for (int drop = 0; drop < 2; drop++) {
    char name[64];
    (void)snprintf(name, sizeof name, "N=%u, %s layers%s%s", n,
                   v->own_layers ? "N" : "7", v->with_set ? "" : ", no set",
                   drop ? ", dropped" : "");
    m->drop = drop;
    (void)stc_measure(bench, &(stc_case){.name = name,
                                         .unit = "effect",
                                         .subject = engine_recompute,
                                         .baseline = base_recompute,
                                         .context = m,
                                         .beside = "branch-free affine loop",
                                         .subject_per = (double)m->count * n,
                                         .goal = STC_GOAL_RATIO,
                                         .limit = 2,
                                         .decides = v->with_set && !drop,
                                         .series = &series[drop],
                                         .size = n});
    check(bench, m);
  }
  mix_free(m);
}

void stc_bench_recompute(stc_bench_run *bench) {
  static const variant variants[] = {
      {false, true}, {true, true}, {false, false}, {true, false}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    stc_series series[2] = {{0}, {0}};
    for (uint32_t n = 10; n <= 10000; n *= 10) {
      if (bench->quick && n == 100) continue;
      size_case(bench, &variants[i], n, series);
    }
  }
}
