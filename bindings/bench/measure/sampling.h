/*
 * sampling.h - measuring a case: samples, a baseline in turns, what counts.
 *
 * A workload is a function that measures some cases, each as a row: a loop of
 * the engine beside a baseline, sampled in turns, so that whatever else the
 * machine does meets both. A sample counts only if the calibration loop, run
 * before, between and after the two, is within 15 % of the best seen and
 * nothing else had the processor meanwhile.
 */
#ifndef STRATA_BENCH_MEASURE_SAMPLING_H
#define STRATA_BENCH_MEASURE_SAMPLING_H

#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"

#include <stdbool.h>
#include <stdint.h>

/* Find the best calibration before anything is measured. */
void stb_warm_up(stb_run *bench);

/* Measure a case, print its row, and return it. */
stb_row stb_measure(stb_run *bench, const stb_case *what);

/* False, and a row that says so, if a case of a series would take too long by
 * what its smaller sizes took. To be asked before anything is prepared. */
bool stb_fits_time(stb_run *bench, const stb_case *what);

/* The row of a case that would take too long. */
void stb_row_not_run(stb_run *bench, const stb_case *what);

/* Print a figure that is no time as a row; NAN is unknown. */
void stb_row_figure(stb_run *bench, const stb_case *what, double value);

/* What is timed, and taken back each time: that takes time too, and allocates,
 * and neither counts. Each returns what stb_must accepts, or-ed together. */
typedef struct stb_undone_case {
  stb_run *bench;
  unsigned (*begin)(void *context);
  unsigned (*act)(void *context); /* this is timed */
  unsigned (*back)(void *context);
  void *context;
  double clock_ns; /* see stb_clock_cost_ns */
} stb_undone_case;

/* So many times: what they took. */
double stb_run_undone(const stb_undone_case *undone, uint32_t count);

#endif
