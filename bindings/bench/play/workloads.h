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

enum { STB_SAMPLES_KEPT = 9 };

/* Counts what the engine asks for. */
typedef struct stb_heap {
  uint64_t calls; /* that asked for memory */
  bool paused;    /* calls are not counted: a loop prepares something */
  uint64_t live_bytes;
} stb_heap;

void *stb_heap_alloc(void *user, void *ptr, size_t old_size, size_t size);

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

/* -- Measuring ----------------------------------------------------------- */

/* Runs an operation `count` times; returns the nanoseconds it took, without
 * what the loop does around the operation. */
typedef double (*stb_loop)(void *context, uint32_t count);

/* What a row's target is a limit of. */
typedef enum stb_goal {
  STB_GOAL_NONE = 0,
  STB_GOAL_RATIO = 1, /* subject over baseline */
  STB_GOAL_NS = 2,    /* the subject, scaled by the calibration loop */
  STB_GOAL_VALUE = 3  /* a figure that is no time */
} stb_goal;

/* What to measure. */
typedef struct stb_case {
  const char *name;    /* "N=100 7 layers" */
  const char *unit;    /* of one operation: "read"; or of a figure */
  stb_loop subject;    /* the engine's */
  stb_loop baseline;   /* may be NULL */
  void *context;       /* for both */
  const char *beside;  /* what the baseline is */
  double subject_per;  /* operations in one run of the loop's body, 0: 1 */
  double baseline_per; /* the same of the baseline, 0: as the subject's */
  stb_goal goal;
  double limit;              /* at most */
  bool decides;              /* one of the ratios that the project promises */
  bool once;                 /* too long to repeat: one sample, as it comes */
  struct stb_series *series; /* for the slope; NULL: nothing varies */
  double size;               /* operations that belong together: N */
  bool whole;                /* one operation is all of `size` already */
} stb_case;

/* The cases of one workload that differ in size only. */
typedef struct stb_series {
  size_t count;
  double sizes[8], times[8]; /* `size` operations took `time` */
} stb_series;

/* What came out. */
typedef struct stb_row {
  double ns, baseline_ns; /* of one operation; medians */
  double ratio;           /* NAN without a baseline */
  double calibration_ns;  /* median over the samples that count */
  double allocations;     /* of the engine, for one operation; NAN: unknown */
  double slope;           /* log-log, NAN if nothing varies */
  unsigned kept, forced;  /* samples in a quiet machine, and others used */
  double goal_value;      /* what `limit` is compared with; NAN: missed */
  bool not_run;
} stb_row;

double stb_clock_now_ns(void);

/* What two readings of the clock with nothing between them differ by. */
double stb_clock_cost_ns(void);

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

/* Print the row of a case. */
void stb_print_row(stb_run *bench, const stb_case *what, const stb_row *row);
void stb_print_head(const stb_run *bench);
void stb_print_end(const stb_run *bench);

/* The calibration loop's time on the machine that the absolute targets were
 * written for: 50,000 turns of four cycles at 3.07 GHz. */
#define STB_REFERENCE_NS 65060.0

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

/* -- Checking ------------------------------------------------------------ */

/* Ends the program with a message unless the status is OK: nothing that a
 * bench does may fail. */
void stb_must(strata_status status, const char *what);
void *stb_must_alloc(size_t count, size_t size); /* zeroed; free() it */

/* Note a wrong result, and say so. */
void stb_expect(stb_run *bench, bool right, const char *what);

/* All worlds and rules are gone: nothing may be left of what they took. */
void stb_expect_no_leak(stb_run *bench);

/* splitmix64: the same numbers in every run. */
typedef struct stb_random {
  uint64_t state;
} stb_random;

uint64_t stb_random_next(stb_random *dice);
uint32_t stb_random_below(stb_random *dice,
                          uint32_t limit); /* 0 .. limit - 1 */

/* One operation, as the plain evaluator and the baselines take it. */
typedef struct stb_step {
  int32_t layer;
  uint32_t number; /* order of creation */
  strata_op op;
  int64_t value;
} stb_step;

/* A step of the stated mix: uniform over add sub mul and or xor, and over set
 * too if `with_set`, which makes all before it void. Operands are uniform in
 * -1000..1000; those of mul in -3..3, without 0 unless `with_set`. */
stb_step stb_step_random(stb_random *dice, int32_t layer, uint32_t number,
                         bool with_set);

/* Sort by layer, then by number. */
void stb_plain_sort_steps(stb_step *steps, size_t count);

/* Apply sorted steps one after the other; every step saturates. */
int64_t stb_plain_run_steps(int64_t base, const stb_step *steps, size_t count);

/* The same modulo 2^64, for the baseline, which does not saturate. */
int64_t stb_plain_run_steps_wrapping(int64_t base, const stb_step *steps,
                                     size_t count);

/* -- Worlds -------------------------------------------------------------- */

strata_world_config stb_world_config(stb_run *bench);

/* Rules with numbered layers and the int attributes a, b, c, d. */
strata_rules *stb_numbered_rules(stb_run *bench);
strata_world *stb_world_new(stb_run *bench, const strata_rules *rules);

/* State and caches, what a world needs of memory at the least. */
double stb_world_bytes(const strata_world *world);

strata_entity stb_spawn(strata_world *world);

/* Add an effect with one part to one entity. */
strata_effect stb_add_effect(strata_world *world, strata_entity entity,
                             strata_attr attr, const stb_step *step);

/* -- Workloads ----------------------------------------------------------- */

void stb_workload_attr_set(stb_run *bench);
void stb_workload_attr_get_cached(stb_run *bench);
void stb_workload_attr_add(stb_run *bench);
void stb_workload_attr_recompute(stb_run *bench);
void stb_workload_attr_add_get(stb_run *bench);
void stb_workload_entities_10k(stb_run *bench);
void stb_workload_entities_100k(stb_run *bench);
void stb_workload_lua_boundary(stb_run *bench);
void stb_workload_opaque_predicates(stb_run *bench);
void stb_workload_save_hash(stb_run *bench);
void stb_workload_fork_undo(stb_run *bench);
void stb_workload_memory(stb_run *bench);
void stb_workload_board(stb_run *bench);
void stb_workload_dependency_storm(stb_run *bench);
void stb_workload_humility_flip(stb_run *bench);
void stb_workload_lord_chain(stb_run *bench);
void stb_workload_anthems_1000(stb_run *bench);
void stb_workload_anthems_xmage(stb_run *bench);
void stb_workload_token_enters(stb_run *bench);
void stb_workload_idle_check(stb_run *bench);
void stb_workload_autobattler(stb_run *bench);
void stb_workload_replacement_storm(stb_run *bench);
void stb_workload_token_doubler(stb_run *bench);
void stb_workload_trigger_storm(stb_run *bench);
void stb_workload_handler_limits(stb_run *bench);
void stb_workload_endless_loops(stb_run *bench);
void stb_workload_pack_load(stb_run *bench);
void stb_workload_scute_swarm(stb_run *bench);
void stb_workload_mass_death(stb_run *bench);

#endif
