/*
 * bench.h - what the parts of `strata bench` share.
 *
 * A workload is a function that measures some cases, each as a row: a loop of
 * the engine beside a baseline, sampled in turns, so that whatever else the
 * machine does meets both. A sample counts only if the calibration loop, run
 * before, between and after the two, is within 15 % of the best seen and
 * nothing else had the processor meanwhile.
 *
 * Whatever is measured is also compared with bench_plain.c, a plain evaluator
 * that shares nothing with the engine; one difference fails the whole run.
 */
#ifndef STC_BENCH_H
#define STC_BENCH_H

#include "strata.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STC_BENCH_KEPT = 9 };

/* Counts what the engine asks for. */
typedef struct stc_heap {
  uint64_t calls; /* that asked for memory */
  bool paused;    /* calls are not counted: a loop prepares something */
  uint64_t live_bytes;
} stc_heap;

void *stc_heap_alloc(void *user, void *ptr, size_t old_size, size_t size);

typedef struct stc_bench_run {
  bool json, quick;
  stc_heap heap;        /* of all rules and worlds of the run */
  double start_ns;      /* when the run began */
  double best_ns;       /* the best calibration so far */
  unsigned wrong;       /* results that the plain evaluator does not share */
  unsigned rows;        /* printed so far */
  unsigned decide, met; /* rows that decide, and those of them that are met */
  unsigned forced;      /* rows for which the machine was never quiet */
  unsigned not_run;     /* rows that would have taken too long */
  const char *last_workload, *last_beside; /* of the row above */
  const char *workload;                    /* the one that runs now */
} stc_bench_run;

/* -- Measuring ----------------------------------------------------------- */

/* Runs an operation `count` times; returns the nanoseconds it took, without
 * what the loop does around the operation. */
typedef double (*stc_loop)(void *context, uint32_t count);

/* What a row's target is a limit of. */
typedef enum stc_goal {
  STC_GOAL_NONE = 0,
  STC_GOAL_RATIO = 1, /* subject over baseline */
  STC_GOAL_NS = 2,    /* the subject, scaled by the calibration loop */
  STC_GOAL_VALUE = 3  /* a figure that is no time */
} stc_goal;

/* What to measure. */
typedef struct stc_case {
  const char *name;    /* "N=100 7 layers" */
  const char *unit;    /* of one operation: "read"; or of a figure */
  stc_loop subject;    /* the engine's */
  stc_loop baseline;   /* may be NULL */
  void *context;       /* for both */
  const char *beside;  /* what the baseline is */
  double subject_per;  /* operations in one run of the loop's body, 0: 1 */
  double baseline_per; /* the same of the baseline, 0: as the subject's */
  stc_goal goal;
  double limit;              /* at most */
  bool decides;              /* one of the ratios that the project promises */
  bool once;                 /* too long to repeat: one sample, as it comes */
  struct stc_series *series; /* for the slope; NULL: nothing varies */
  double size;               /* operations that belong together: N */
  bool whole;                /* one operation is all of `size` already */
} stc_case;

/* The cases of one workload that differ in size only. */
typedef struct stc_series {
  size_t count;
  double sizes[8], times[8]; /* `size` operations took `time` */
} stc_series;

/* What came out. */
typedef struct stc_row {
  double ns, baseline_ns; /* of one operation; medians */
  double ratio;           /* NAN without a baseline */
  double calibration_ns;  /* median over the samples that count */
  double allocations;     /* of the engine, for one operation; NAN: unknown */
  double slope;           /* log-log, NAN if nothing varies */
  unsigned kept, forced;  /* samples in a quiet machine, and others used */
  double goal_value;      /* what `limit` is compared with; NAN: missed */
  bool not_run;
} stc_row;

double stc_now_ns(void);

/* What two readings of the clock with nothing between them differ by. */
double stc_clock_cost_ns(void);

/* Find the best calibration before anything is measured. */
void stc_warm_up(stc_bench_run *bench);

/* Measure a case, print its row, and return it. */
stc_row stc_measure(stc_bench_run *bench, const stc_case *what);

/* False, and a row that says so, if a case of a series would take too long by
 * what its smaller sizes took. To be asked before anything is prepared. */
bool stc_fits(stc_bench_run *bench, const stc_case *what);

/* The row of a case that would take too long. */
void stc_not_run(stc_bench_run *bench, const stc_case *what);

/* Print a figure that is no time as a row; NAN is unknown. */
void stc_figure(stc_bench_run *bench, const stc_case *what, double value);

/* Print the row of a case. */
void stc_report_row(stc_bench_run *bench, const stc_case *what,
                    const stc_row *row);
void stc_report_head(const stc_bench_run *bench);
void stc_report_end(const stc_bench_run *bench);

/* The calibration loop's time on the machine that the absolute targets were
 * written for: 50,000 turns of four cycles at 3.07 GHz. */
#define STC_REFERENCE_NS 65060.0

/* What is timed, and taken back each time: that takes time too, and allocates,
 * and neither counts. Each returns what stc_must accepts, or-ed together. */
typedef struct stc_undone {
  stc_bench_run *bench;
  unsigned (*begin)(void *context);
  unsigned (*act)(void *context); /* this is timed */
  unsigned (*back)(void *context);
  void *context;
  double clock_ns; /* see stc_clock_cost_ns */
} stc_undone;

/* So many times: what they took. */
double stc_run_undone(const stc_undone *undone, uint32_t count);

/* -- Checking ------------------------------------------------------------ */

/* Ends the program with a message unless the status is OK: nothing that a
 * bench does may fail. */
void stc_must(strata_status status, const char *what);
void *stc_must_alloc(size_t count, size_t size); /* zeroed; free() it */

/* Note a wrong result, and say so. */
void stc_expect(stc_bench_run *bench, bool right, const char *what);

/* All worlds and rules are gone: nothing may be left of what they took. */
void stc_expect_no_leak(stc_bench_run *bench);

/* splitmix64: the same numbers in every run. */
typedef struct stc_dice {
  uint64_t state;
} stc_dice;

uint64_t stc_roll(stc_dice *dice);
uint32_t stc_below(stc_dice *dice, uint32_t limit); /* 0 .. limit - 1 */

/* One operation, as the plain evaluator and the baselines take it. */
typedef struct stc_step {
  int32_t layer;
  uint32_t number; /* order of creation */
  strata_op op;
  int64_t value;
} stc_step;

/* A step of the stated mix: uniform over add sub mul and or xor, and over set
 * too if `with_set`, which makes all before it void. Operands are uniform in
 * -1000..1000; those of mul in -3..3, without 0 unless `with_set`. */
stc_step stc_random_step(stc_dice *dice, int32_t layer, uint32_t number,
                         bool with_set);

/* Sort by layer, then by number. */
void stc_plain_sort(stc_step *steps, size_t count);

/* Apply sorted steps one after the other; every step saturates. */
int64_t stc_plain_run(int64_t base, const stc_step *steps, size_t count);

/* The same modulo 2^64, for the baseline, which does not saturate. */
int64_t stc_plain_wrap(int64_t base, const stc_step *steps, size_t count);

/* -- Worlds -------------------------------------------------------------- */

strata_world_config stc_bench_config(stc_bench_run *bench);

/* Rules with numbered layers and the int attributes a, b, c, d. */
strata_rules *stc_bench_rules(stc_bench_run *bench);
strata_world *stc_bench_world(stc_bench_run *bench, const strata_rules *rules);

/* State and caches, what a world needs of memory at the least. */
double stc_bench_bytes(const strata_world *world);

strata_entity stc_bench_spawn(strata_world *world);

/* Add an effect with one part to one entity. */
strata_effect stc_bench_add(strata_world *world, strata_entity entity,
                            strata_attr attr, const stc_step *step);

/* -- Workloads ----------------------------------------------------------- */

void stc_bench_set(stc_bench_run *bench);
void stc_bench_get(stc_bench_run *bench);
void stc_bench_adds(stc_bench_run *bench);
void stc_bench_recompute(stc_bench_run *bench);
void stc_bench_add_get(stc_bench_run *bench);
void stc_bench_entities(stc_bench_run *bench);
void stc_bench_many(stc_bench_run *bench);
void stc_bench_lua(stc_bench_run *bench);
void stc_bench_ask(stc_bench_run *bench);
void stc_bench_save(stc_bench_run *bench);
void stc_bench_fork_undo(stc_bench_run *bench);
void stc_bench_memory(stc_bench_run *bench);
void stc_bench_board(stc_bench_run *bench);
void stc_bench_storm(stc_bench_run *bench);
void stc_bench_flip(stc_bench_run *bench);
void stc_bench_lords(stc_bench_run *bench);
void stc_bench_anthems(stc_bench_run *bench);
void stc_bench_glory(stc_bench_run *bench);
void stc_bench_token(stc_bench_run *bench);
void stc_bench_idle(stc_bench_run *bench);
void stc_bench_battle(stc_bench_run *bench);
void stc_bench_replacements(stc_bench_run *bench);
void stc_bench_doubler(stc_bench_run *bench);
void stc_bench_triggers(stc_bench_run *bench);
void stc_bench_limits(stc_bench_run *bench);
void stc_bench_endless(stc_bench_run *bench);
void stc_bench_pack(stc_bench_run *bench);
void stc_bench_swarm(stc_bench_run *bench);
void stc_bench_deaths(stc_bench_run *bench);

#endif
