/*
 * sampling.h - measuring a case: samples of the engine and of a baseline in
 * turns.
 *
 * A workload is a function that measures some cases, each as a row: a loop of
 * the engine beside a baseline, sampled in turns, so that whatever else runs on
 * the machine affects both. A sample counts only if the calibration loop, run
 * before, between and after the two, is within 15 % of the best time seen and
 * no other program had the processor meanwhile.
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

/* False, and a row "not run" is printed, if a case of a series would take too
 * long by the times of its smaller sizes. Called before the case is prepared.
 */
bool stb_fits_time(stb_run *bench, const stb_case *what);

/* Print the row "not run" of a case. */
void stb_row_not_run(stb_run *bench, const stb_case *what);

/* Print a figure that is not a time as a row; NAN: unknown. */
void stb_row_figure(stb_run *bench, const stb_case *what, double value);

/* An operation that is timed and taken back each time. Neither the time nor the
 * allocations of `begin` and `back` count. Each returns statuses for stb_must,
 * or-ed together. */
typedef struct stb_undone_case {
  stb_run *bench;
  unsigned (*begin)(void *context);
  unsigned (*act)(void *context); /* this is timed */
  unsigned (*back)(void *context);
  void *context;
  double clock_ns; /* see stb_clock_cost_ns */
} stb_undone_case;

/* The nanoseconds that `act` takes `count` times. */
double stb_run_undone(const stb_undone_case *undone, uint32_t count);

#endif
