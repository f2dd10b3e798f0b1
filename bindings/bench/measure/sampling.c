/*
 * sampling.c - the calibration loop, and which samples count.
 *
 * The machine is shared. A sample of about 0.3 ms fits between two time slices
 * of another program; whether it did is seen by a loop of known work around it,
 * and by the system's count of involuntary context switches. The cost of a busy
 * machine is bounded: a case gives up after BUDGET_NS and uses the samples with
 * the best calibrations; its row says so ("busy").
 *
 * The cost of a slow engine is bounded too: a case that takes longer than
 * SLOW_NS is sampled once, and one that would take longer than FAR_NS, by the
 * times of the smaller sizes, is not run, and its row says so.
 */
#include "bench/measure/sampling.h"

#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_world.h"

#include <math.h>
#include <stdlib.h>
#include <strata.h>
#include <sys/resource.h>

enum { SAMPLES_MAX = 96, SAMPLES_KEPT = 9 };

#define QUIET           1.15
#define SAMPLE_NS       200e3
#define QUICK_NS        60e3
#define BUDGET_NS       500e6
#define QUICK_BUDGET_NS 80e6
#define RUN_NS          45e9 /* from then on nothing is sampled twice */
#define QUICK_RUN_NS    7e9
#define SLOW_NS         80e6 /* one turn */
#define FAR_NS          2e9
#define QUICK_FAR_NS    40e6
#define PATIENCE                                                               \
  30 /* how many times a sample's time may be spent around it                  \
      */

typedef struct timed_sample {
  double subject, baseline; /* of one operation */
  double calibration;       /* the worst of those around it */
  bool switched;            /* another program had the processor meanwhile */
  double allocations;
} timed_sample;

/* One turn, and what is around it. */
static double run_turn(stb_run *bench, const stb_work *work, void *context,
                       unsigned *failed) {
  bench->heap.paused = true;
  if (work->begin) *failed |= work->begin(context);
  bench->heap.paused = false;
  const double start = stb_clock_now_ns();
  *failed |= work->act(context);
  const double took = stb_clock_now_ns() - start - bench->clock_ns;
  bench->heap.paused = true;
  if (work->back) *failed |= work->back(context);
  bench->heap.paused = false;
  return took;
}

/* The nanoseconds that a work takes `count` times. */
static double run_work(stb_run *bench, const stb_work *work, void *context,
                       uint32_t count) {
  if (work->loop) return work->loop(context, count);
  unsigned failed = 0;
  double took = 0;
  if (work->begin || work->back) {
    for (uint32_t i = 0; i < count; i++) {
      took += run_turn(bench, work, context, &failed);
    }
  } else {
    const double start = stb_clock_now_ns();
    for (uint32_t i = 0; i < count; i++) {
      failed |= work->act(context);
    }
    took = stb_clock_now_ns() - start;
  }
  stb_must((strata_status)failed, bench->workload);
  return took;
}

void stb_run_once(stb_run *bench, const stb_work *work, void *context) {
  (void)run_work(bench, work, context, 1);
}

static double run_calibration(stb_run *bench) {
  const double start = stb_clock_now_ns();
  stb_use_value((int64_t)stb_calibration_loop());
  const double took = stb_clock_now_ns() - start;
  if (bench->best_ns == 0 || took < bench->best_ns) bench->best_ns = took;
  return took;
}

void stb_warm_up(stb_run *bench) {
  bench->clock_ns = stb_clock_cost_ns();
  for (int i = 0; i < 100; i++) {
    (void)run_calibration(bench);
  }
}

/* The number of turns that makes a sample long enough to stand out from noise,
 * unless what the loop does around them takes much longer. Warms the loop up;
 * `slow` is set if one turn takes longer than SLOW_NS. */
static uint32_t turns_for(stb_run *bench, const stb_work *work, void *context,
                          bool *slow) {
  const double wanted = bench->quick ? QUICK_NS : SAMPLE_NS;
  uint32_t turns = 1;
  for (;;) {
    const double start = stb_clock_now_ns();
    const double took = run_work(bench, work, context, turns);
    const double all = stb_clock_now_ns() - start;
    if (turns == 1) *slow |= all > SLOW_NS;
    if (took >= wanted / 2 || turns >= (1u << 24)) return turns;
    const double patience = PATIENCE * wanted / all;
    double more = took > 0 ? wanted / took : 16;
    more = more > 16 ? 16 : more < 2 ? 2 : more;
    if (patience < more) more = patience;
    if (more < 2) return turns;
    turns *= (uint32_t)more;
  }
}

static bool is_quiet(const stb_run *bench, const timed_sample *s) {
  return !s->switched && s->calibration <= bench->best_ns * QUIET;
}

static int by_calibration(const void *a, const void *b) {
  const bool switched = ((const timed_sample *)a)->switched;
  if (switched != ((const timed_sample *)b)->switched) return switched ? 1 : -1;
  const double x = ((const timed_sample *)a)->calibration;
  const double y = ((const timed_sample *)b)->calibration;
  return (x > y) - (x < y);
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of one field of the samples. */
static double median_of_field(const timed_sample *samples, size_t count,
                              size_t field) {
  double values[SAMPLES_MAX];
  for (size_t i = 0; i < count; i++) {
    const char *at = (const char *)&samples[i] + field;
    values[i] = *(const double *)(const void *)at;
  }
  qsort(values, count, sizeof *values, by_size);
  return count % 2 != 0 ? values[count / 2]
                        : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static long context_switches(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}

static timed_sample take_sample(stb_run *bench, const stb_case *what,
                                uint32_t turns, uint32_t base_turns) {
  const double per = what->subject_per == 0 ? 1 : what->subject_per;
  const double base_per = what->baseline_per == 0 ? per : what->baseline_per;
  const long before = context_switches();
  timed_sample result = {.baseline = (double)NAN,
                         .calibration = run_calibration(bench)};
  const uint64_t calls = bench->heap.calls;
  result.subject =
      run_work(bench, &what->subject, what->context, turns) / turns / per;
  result.allocations = (double)(bench->heap.calls - calls) / turns / per;
  double calibration = run_calibration(bench);
  result.calibration = fmax(result.calibration, calibration);
  if (stb_has_work(&what->baseline)) {
    const double took =
        run_work(bench, &what->baseline, what->context, base_turns);
    result.baseline = took / base_turns / base_per;
    calibration = run_calibration(bench);
    result.calibration = fmax(result.calibration, calibration);
  }
  result.switched = context_switches() != before;
  return result;
}

static bool out_of_time(const stb_run *bench, double begin) {
  const double now = stb_clock_now_ns();
  return now - begin > (bench->quick ? QUICK_BUDGET_NS : BUDGET_NS) ||
         now - bench->start_ns > (bench->quick ? QUICK_RUN_NS : RUN_NS);
}

/* Fill `samples`, sorted by calibration, the best first. `slow` is set if the
 * subject can be run only once. */
static size_t take_samples(stb_run *bench, const stb_case *what,
                           timed_sample samples[SAMPLES_MAX], bool *slow) {
  uint32_t turns = 1;
  uint32_t base_turns = 1;
  *slow = what->once;
  if (!what->once) {
    turns = turns_for(bench, &what->subject, what->context, slow);
    if (stb_has_work(&what->baseline)) {
      bool ignored = false;
      base_turns = turns_for(bench, &what->baseline, what->context, &ignored);
    }
  }
  const size_t wanted = *slow ? 1 : SAMPLES_KEPT;
  const double begin = stb_clock_now_ns();
  size_t quiet = 0;
  size_t count = 0;
  while (count < SAMPLES_MAX && quiet < wanted) {
    samples[count] = take_sample(bench, what, turns, base_turns);
    quiet += is_quiet(bench, &samples[count]);
    count++;
    if (count >= wanted / 3 + 1 && out_of_time(bench, begin)) break;
  }
  qsort(samples, count, sizeof *samples, by_calibration);
  return count < wanted ? count : wanted;
}

/* Measure a baseline alone, if its subject was run only once. */
static double baseline_alone(stb_run *bench, const stb_case *what) {
  timed_sample samples[SAMPLES_MAX];
  bool slow = false;
  stb_case alone = *what;
  alone.subject = what->baseline;
  alone.subject_per =
      what->baseline_per == 0 ? what->subject_per : what->baseline_per;
  alone.baseline = (stb_work){0};
  alone.once = false;
  const size_t count = take_samples(bench, &alone, samples, &slow);
  return median_of_field(samples, count, offsetof(timed_sample, subject));
}

/* The exponent e for which size^e fits the times best. */
static double fitted_slope(const stb_series *series) {
  if (series->count < 2) return (double)NAN;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  const double n = (double)series->count;
  for (size_t i = 0; i < series->count; i++) {
    const double u = log(series->sizes[i]);
    const double v = log(series->times[i]);
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

static void note_size(const stb_case *what, stb_row *row) {
  stb_series *series = what->series;
  row->slope = (double)NAN;
  if (!series || series->count == 8 || row->ns <= 0) return;
  series->sizes[series->count] = what->size;
  series->times[series->count] = what->whole ? row->ns : row->ns * what->size;
  series->count++;
  row->slope = fitted_slope(series);
}

stb_row stb_measure(stb_run *bench, const stb_case *what) {
  timed_sample samples[SAMPLES_MAX];
  bool slow = false;
  const size_t count = take_samples(bench, what, samples, &slow);
  stb_row row = {
      .ns = median_of_field(samples, count, offsetof(timed_sample, subject)),
      .baseline_ns =
          median_of_field(samples, count, offsetof(timed_sample, baseline)),
      .calibration_ns =
          median_of_field(samples, count, offsetof(timed_sample, calibration)),
      .allocations =
          median_of_field(samples, count, offsetof(timed_sample, allocations)),
  };
  if (slow && stb_has_work(&what->baseline)) {
    row.baseline_ns = baseline_alone(bench, what);
  }
  for (size_t i = 0; i < count; i++) {
    if (is_quiet(bench, &samples[i])) {
      row.kept++;
    } else {
      row.forced++;
    }
  }
  row.ratio =
      stb_has_work(&what->baseline) ? row.ns / row.baseline_ns : (double)NAN;
  row.goal_value = what->goal == STB_GOAL_RATIO ? row.ratio
                   : what->goal == STB_GOAL_NS
                       ? row.ns * STB_REFERENCE_NS / row.calibration_ns
                       : (double)NAN;
  note_size(what, &row);
  stb_print_row(bench, what, &row);
  return row;
}

void stb_row_figure(stb_run *bench, const stb_case *what, double value) {
  const stb_row row = {.ns = value,
                       .baseline_ns = (double)NAN,
                       .ratio = (double)NAN,
                       .calibration_ns = (double)NAN,
                       .allocations = (double)NAN,
                       .slope = (double)NAN,
                       .goal_value = value,
                       .not_run = isnan(value) != 0};
  stb_print_row(bench, what, &row);
}

bool stb_fits_time(stb_run *bench, const stb_case *what) {
  const stb_series *series = what->series;
  if (series->count == 0) return true;
  const size_t last = series->count - 1;
  const double steep = series->count < 2 ? 1 : fmax(fitted_slope(series), 1);
  const double turn = series->times[last] *
                      pow(what->size / series->sizes[last], steep) *
                      (what->subject_per == 0 ? 1 : what->subject_per);
  if (turn <= (bench->quick ? QUICK_FAR_NS : FAR_NS)) return true;
  stb_row_figure(bench, what, (double)NAN);
  return false;
}
