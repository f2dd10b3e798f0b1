/*
 * plain_values.h - a plain evaluator that shares nothing with the engine.
 */
#ifndef STRATA_BENCH_MEASURE_PLAIN_VALUES_H
#define STRATA_BENCH_MEASURE_PLAIN_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

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

/* A random step: uniform over add sub mul and or xor, and set if `with_set` (a
 * set makes all steps before it void). Operands are uniform in -1000..1000;
 * those of mul in -3..3, without 0 unless `with_set`. */
stb_step stb_step_random(stb_random *dice, int32_t layer, uint32_t number,
                         bool with_set);

/* Sort by layer, then by number. */
void stb_plain_sort_steps(stb_step *steps, size_t count);

/* Apply sorted steps one after the other; every step saturates. */
int64_t stb_plain_run_steps(int64_t base, const stb_step *steps, size_t count);

/* As stb_plain_run_steps, but modulo 2^64, as the baseline computes. */
int64_t stb_plain_run_steps_wrapping(int64_t base, const stb_step *steps,
                                     size_t count);

#endif
