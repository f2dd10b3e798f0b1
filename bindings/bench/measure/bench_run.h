/*
 * bench_run.h - one run of `strata bench`: what was asked for, and the sums of
 * all rows.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_RUN_H
#define STRATA_BENCH_MEASURE_BENCH_RUN_H

#include <stdbool.h>
#include <stdint.h>

/* Counts what the engine asks for. */
typedef struct stb_heap {
  uint64_t calls; /* that asked for memory */
  bool paused;    /* calls are not counted: a loop prepares something */
  uint64_t live_bytes;
} stb_heap;

typedef struct stb_run {
  bool json, quick;
  stb_heap heap;        /* of all rules and worlds of the run */
  double start_ns;      /* when the run began */
  double best_ns;       /* the best calibration so far */
  unsigned wrong;       /* results that the plain evaluator does not share */
  unsigned rows;        /* printed so far */
  unsigned decide, met; /* rows that decide, and those of them that are met */
  unsigned forced;      /* rows for which the machine was never quiet */
  unsigned not_run;     /* rows that would have taken too long */
  const char *last_workload, *last_beside; /* of the row above */
  const char *workload;                    /* the one that runs now */
} stb_run;

#endif
