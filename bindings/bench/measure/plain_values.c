/*
 * plain_values.c - the values that the engine must give, computed as plainly as
 * possible: all steps in order, one after the other, nothing cached.
 */
#include "bench/measure/plain_values.h"

#include <stdlib.h>

uint64_t stb_random_next(stb_random *dice) {
  dice->state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t x = dice->state;
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

uint32_t stb_random_below(stb_random *dice, uint32_t limit) {
  return (uint32_t)(((stb_random_next(dice) >> 32) * limit) >> 32);
}

stb_step stb_step_random(stb_random *dice, int32_t layer, uint32_t number,
                         bool with_set) {
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_SUB, STRATA_OP_MUL,
                                  STRATA_OP_AND, STRATA_OP_OR,  STRATA_OP_XOR,
                                  STRATA_OP_SET};
  stb_step step = {.layer = layer, .number = number};
  step.op = ops[stb_random_below(dice, with_set ? 7 : 6)];
  if (step.op == STRATA_OP_MUL) {
    step.value = (int64_t)stb_random_below(dice, with_set ? 7 : 3) - 3;
    if (!with_set && stb_random_below(dice, 2) == 1) step.value = -step.value;
  } else {
    step.value = (int64_t)stb_random_below(dice, 2001) - 1000;
  }
  return step;
}

static int by_layer(const void *a, const void *b) {
  const stb_step *x = a;
  const stb_step *y = b;
  if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

void stb_plain_sort_steps(stb_step *steps, size_t count) {
  if (count > 1) qsort(steps, count, sizeof *steps, by_layer);
}

/* The sign of the exact result decides at which end it saturates. */
static int64_t saturated_end(bool negative) {
  return negative ? INT64_MIN : INT64_MAX;
}

static int64_t apply_step(int64_t v, strata_op op, int64_t x) {
  int64_t result = v;
  if (op == STRATA_OP_ADD) {
    return __builtin_add_overflow(v, x, &result) ? saturated_end(x < 0)
                                                 : result;
  }
  if (op == STRATA_OP_SUB) {
    return __builtin_sub_overflow(v, x, &result) ? saturated_end(x > 0)
                                                 : result;
  }
  if (op == STRATA_OP_MUL) {
    return __builtin_mul_overflow(v, x, &result)
               ? saturated_end((v < 0) != (x < 0))
               : result;
  }
  if (op == STRATA_OP_AND) return v & x;
  if (op == STRATA_OP_OR) return v | x;
  if (op == STRATA_OP_XOR) return v ^ x;
  return x; /* set */
}

static int64_t apply_step_wrapping(int64_t v, strata_op op, int64_t x) {
  const uint64_t a = (uint64_t)v;
  const uint64_t b = (uint64_t)x;
  if (op == STRATA_OP_ADD) return (int64_t)(a + b);
  if (op == STRATA_OP_SUB) return (int64_t)(a - b);
  if (op == STRATA_OP_MUL) return (int64_t)(a * b);
  return apply_step(v, op, x);
}

int64_t stb_plain_run_steps(int64_t base, const stb_step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = apply_step(base, steps[i].op, steps[i].value);
  }
  return base;
}

int64_t stb_plain_run_steps_wrapping(int64_t base, const stb_step *steps,
                                     size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = apply_step_wrapping(base, steps[i].op, steps[i].value);
  }
  return base;
}
