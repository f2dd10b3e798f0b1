/*
 * sampling.h - samples of the engine and of a baseline, taken in turns.
 *
 * A workload measures some cases and prints a row for each. The samples of the
 * engine and of the baseline alternate, so that other programs on the machine
 * disturb both alike. The calibration loop runs before, between and after the
 * two. A sample counts only if each of these runs is within 15 % of the best
 * calibration so far, and no other program had the processor meanwhile.
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

/* Print a figure that is not a time as a row; NAN: the row says "not run". */
void stb_row_figure(stb_run *bench, const stb_case *what, double value);

/* Do a turn of a work once, for a check of its results, with what is around
 * it. */
void stb_run_once(stb_run *bench, const stb_work *work, void *context);

#endif
