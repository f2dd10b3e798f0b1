/*
 * bench_run.h - one run of `strata bench`: what was asked for, and the sums of
 * all rows.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_RUN_H
#define STRATA_BENCH_MEASURE_BENCH_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct stb_kept;

/* Counts the memory that the engine allocates. */
typedef struct stb_heap {
  uint64_t calls; /* that asked for memory */
  bool paused;    /* do not count: what allocates is not measured */
  uint64_t live_bytes;
} stb_heap;

typedef struct stb_run {
  bool json, quick;
  stb_heap heap;         /* all rules and worlds of the run allocate here */
  struct stb_kept *kept; /* what stb_release frees, the newest first */
  double start_ns;       /* when the run began */
  double clock_ns;       /* the cost of reading the clock */
  double best_ns;        /* the best calibration so far */
  unsigned wrong; /* results that differ from those of the plain evaluator */
  unsigned rows;  /* printed so far */
  unsigned decide, met; /* rows that decide, and those of them that are met */
  unsigned forced;      /* rows for which the machine was never quiet */
  unsigned not_run;     /* rows that were skipped as too slow */
  const char *last_workload, *last_beside; /* of the row printed before */
  const char *workload;                    /* the one that runs now */
} stb_run;

#endif
