/*
 * bench_rows.h - what a row of the bench is, and printing it.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_ROWS_H
#define STRATA_BENCH_MEASURE_BENCH_ROWS_H

#include "bench/measure/bench_run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs an operation `count` times; returns the nanoseconds it took, without
 * what the loop does around the operation. */
typedef double (*stb_loop)(void *context, uint32_t count);

/* One turn of an operation. Returns statuses for stb_must, or-ed together. */
typedef unsigned (*stb_turn)(void *context);

/* What is measured: a loop that times itself, where a turn takes no longer than
 * a call of a function; or else the turn `act`. Neither the time nor the
 * allocations of `begin` and `back`, around each turn, count; both may be NULL.
 */
typedef struct stb_work {
  stb_loop loop;
  stb_turn act, begin, back;
} stb_work;

static inline bool stb_has_work(const stb_work *work) {
  return work->loop != NULL || work->act != NULL;
}

/* What the target of a row limits. */
typedef enum stb_goal {
  STB_GOAL_NONE = 0,
  STB_GOAL_RATIO = 1, /* subject over baseline */
  STB_GOAL_NS = 2,    /* the subject, scaled by the calibration loop */
  STB_GOAL_VALUE = 3  /* a figure that is not a time */
} stb_goal;

/* A case: what is measured for one row. */
typedef struct stb_case {
  const char *name;    /* "N=100 7 layers" */
  const char *unit;    /* what is counted: "read" of times, "B" of figures */
  stb_work subject;    /* the engine's */
  stb_work baseline;   /* may be empty */
  void *context;       /* for both */
  const char *beside;  /* what the baseline does, for the heading */
  double subject_per;  /* operations in one turn of the loop; 0: one */
  double baseline_per; /* as subject_per, of the baseline; 0: the same */
  stb_goal goal;
  double limit; /* the target: at most */
  bool decides; /* the target is one of the project's promises */
  bool once; /* too long to repeat: one sample, however busy the machine is */
  struct stb_series *series; /* for the slope; NULL: nothing varies */
  double size;               /* N, for the slope */
  bool whole;                /* one operation works on all N */
} stb_case;

/* The cases of one workload that differ in N only. */
typedef struct stb_series {
  size_t count;
  double sizes[8], times[8]; /* N, and the time for all N */
} stb_series;

/* The results of a case. */
typedef struct stb_row {
  double ns, baseline_ns; /* of one operation; medians */
  double ratio;           /* NAN without a baseline */
  double calibration_ns;  /* median over the samples that count */
  double allocations;     /* of the engine, for one operation; NAN: unknown */
  double slope;           /* log-log, NAN if nothing varies */
  unsigned kept, forced; /* samples from a quiet machine, and from a busy one */
  double goal_value;     /* what `limit` is compared with; NAN: missed */
  bool not_run;
} stb_row;

/* Print the row of a case. */
void stb_print_row(stb_run *bench, const stb_case *what, const stb_row *row);
void stb_print_head(const stb_run *bench);
void stb_print_end(const stb_run *bench);

/* The calibration loop's time on the machine that the absolute targets were
 * written for: 50,000 turns of four cycles at 3.07 GHz. */
#define STB_REFERENCE_NS 65060.0

#endif
