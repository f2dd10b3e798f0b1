/*
 * dependency_storm.c - dependency_storm: k permanents that change types,
 * among many, with dependencies of every shape (613.8).
 *
 * chain        each needs the type that the next younger one gives, and which
 *              some permanents have from the start, so that all but one wait
 *              and timestamps are no help
 * star         all others need the type that the youngest gives
 * ring         a chain whose end is tied to its beginning: a loop of all, which
 *              the first application cuts open into a chain
 * full loop    each takes the type that all need from some permanents, so that
 *              each depends on each other, as long as two are left
 * independent  they need a type that none gives or takes
 *
 * One turn changes a base type and reads one value; the slopes are over k. L
 * applies the changers to bitmaps in a given order. "All tried" finds the order
 * as the engine must, by plain trials of all pairs.
 */
#include "bench/kit/plain_changers.h"
#include "bench/kit/type_changers.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <math.h>

enum { DEPENDENCY_MOST = 64 };

typedef struct storm_shape {
  const char *name;
  void (*make)(stb_changer *changers, uint32_t k);
  bool spread; /* permanents start with all types in turn, not only with the
                  first */
  bool against;
  double limit_ns; /* for 64 of them on 1,000 permanents */
} storm_shape;

static void make_chain(stb_changer *changers, uint32_t k) {
  for (uint32_t i = 0; i < k; i++) {
    changers[i] =
        (stb_changer){.need = i, .gives = i + 1, .dearest = STB_ANY_COST};
  }
}

static void make_star(stb_changer *changers, uint32_t k) {
  changers[0] = (stb_changer){.need = 0, .gives = 1, .dearest = STB_ANY_COST};
  for (uint32_t i = 1; i < k; i++) {
    changers[i] =
        (stb_changer){.need = 1, .gives = i + 1, .dearest = STB_ANY_COST};
  }
}

static void make_ring(stb_changer *changers, uint32_t k) {
  make_chain(changers, k);
  changers[k - 1].gives = 0;
}

static void make_full(stb_changer *changers, uint32_t k) {
  for (uint32_t i = 0; i < k; i++) {
    changers[i] =
        (stb_changer){.need = 0, .gives = i + 1, .dearest = i, .only = true};
  }
}

static void make_independent(stb_changer *changers, uint32_t k) {
  for (uint32_t i = 0; i < k; i++) {
    changers[i] =
        (stb_changer){.need = 0, .gives = i + 1, .dearest = STB_ANY_COST};
  }
}

static const storm_shape storm_shapes[] = {
    {"chain", make_chain, true, true, 1e6},
    {"star", make_star, false, true, 1e6},
    {"ring", make_ring, true, true, 1e6},
    {"full loop", make_full, false, false, 1e6},
    {"independent", make_independent, false, true, 20e3},
};

static stb_type_changers *
storm_new_dependency(stb_run *bench, const storm_shape *s,
                     stb_changer *changers, uint32_t k, uint32_t permanents) {
  s->make(changers, k);
  return stb_type_changers_new(
      bench, &(stb_type_changers_desc){.changers = changers,
                                       .count = k,
                                       .types = k + 1,
                                       .permanents = permanents,
                                       .start_types = s->spread ? k : 1,
                                       .costs = k,
                                       .against = s->against});
}

/* The same storm where all values are read, and beside trials of all pairs. */
static void more_of_it(stb_run *bench, const storm_shape *s,
                       stb_type_changers *c) {
  const char *name = stb_text(bench, "%s, k=%u, P=%u", s->name, c->desc.count,
                              c->desc.permanents);
  stb_case what = {.name = stb_text(bench, "%s, all read", name),
                   .unit = "turn",
                   .subject = {.act = stb_engine_read_all},
                   .baseline = {.act = stb_base_read_all_known},
                   .context = c,
                   .beside = "bitmaps, in a known order"};
  (void)stb_measure(bench, &what);
  what.name = name;
  what.subject = (stb_work){.act = stb_engine_read_one};
  what.baseline = (stb_work){.act = stb_base_read_tried};
  what.beside = "bitmaps, all pairs tried";
  (void)stb_measure(bench, &what);
}

/* NAN of a row that was not run. */
static stb_row size_case_dependency(stb_run *bench, const storm_shape *s,
                                    uint32_t k, uint32_t permanents,
                                    stb_series *series) {
  const bool largest = k == DEPENDENCY_MOST && permanents == 1000;
  stb_case what = {
      .name = stb_text(bench, "%s, k=%u, P=%u", s->name, k, permanents),
      .unit = "turn",
      .subject = {.act = stb_engine_read_one},
      .baseline = {.act = stb_base_read_known},
      .beside = "bitmaps, in a known order",
      .goal = largest ? STB_GOAL_NS : STB_GOAL_NONE,
      .limit = s->limit_ns,
      .decides = largest,
      .series = series,
      .size = k,
      .whole = true};
  if (!stb_fits_time(bench, &what)) {
    return (stb_row){.ns = (double)NAN, .slope = (double)NAN};
  }
  stb_changer changers[DEPENDENCY_MOST];
  stb_type_changers *c =
      storm_new_dependency(bench, s, changers, k, permanents);
  what.context = c;
  const stb_row row = stb_measure(bench, &what);
  if (largest) more_of_it(bench, s, c);
  stb_type_changers_check(bench, c);
  stb_release(bench);
  return row;
}

static void print_slopes(stb_run *bench, const storm_shape *s, double over_k,
                         double over_permanents) {
  stb_case what = {.name = stb_text(bench, "%s, growth over k", s->name),
                   .unit = "slope",
                   .goal = STB_GOAL_VALUE,
                   .limit = 2,
                   .decides = true};
  stb_row_figure(bench, &what, over_k);
  what.name = stb_text(bench, "%s, growth over P", s->name);
  what.limit = 1;
  stb_row_figure(bench, &what, over_permanents);
}

static void run_shape(stb_run *bench, const storm_shape *s) {
  double few = 0;
  for (uint32_t permanents = 100; permanents <= 1000; permanents *= 10) {
    stb_series series = {0};
    stb_row row = {0};
    for (uint32_t k = 8; k <= DEPENDENCY_MOST; k *= 2) {
      if (bench->quick && (k > 16 || permanents > 100)) break;
      row = size_case_dependency(bench, s, k, permanents, &series);
    }
    if (permanents == 100) few = row.ns;
    if (permanents == 100 || bench->quick) continue;
    print_slopes(bench, s, row.slope, log(row.ns / few) / log(10));
  }
}

void stb_workload_dependency_storm(stb_run *bench) {
  for (size_t i = 0; i < sizeof storm_shapes / sizeof *storm_shapes; i++) {
    run_shape(bench, &storm_shapes[i]);
  }
}
