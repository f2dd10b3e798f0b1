/*
 * bench_plain.c - what the results must be, said as plainly as possible: all
 * steps in order, one after the other, nothing kept.
 */
#include "bench.h"

#include <stdlib.h>

uint64_t stc_roll(stc_dice *dice) {
  dice->state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t x = dice->state;
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

uint32_t stc_below(stc_dice *dice, uint32_t limit) {
  return (uint32_t)(((stc_roll(dice) >> 32) * limit) >> 32);
}

stc_step stc_random_step(stc_dice *dice, int32_t layer, uint32_t number,
                         bool with_set) {
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_SUB, STRATA_OP_MUL,
                                  STRATA_OP_AND, STRATA_OP_OR,  STRATA_OP_XOR,
                                  STRATA_OP_SET};
  stc_step step = {.layer = layer, .number = number};
  step.op = ops[stc_below(dice, with_set ? 7 : 6)];
  if (step.op == STRATA_OP_MUL) {
    step.value = (int64_t)stc_below(dice, with_set ? 7 : 3) - 3;
    if (!with_set && stc_below(dice, 2) == 1) step.value = -step.value;
  } else {
    step.value = (int64_t)stc_below(dice, 2001) - 1000;
  }
  return step;
}

static int by_layer(const void *a, const void *b) {
  const stc_step *x = a;
  const stc_step *y = b;
  if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

void stc_plain_sort(stc_step *steps, size_t count) {
  if (count > 1) qsort(steps, count, sizeof *steps, by_layer);
}

/* The sign of the exact result tells at which end it saturates. */
static int64_t saturated(bool negative) {
  return negative ? INT64_MIN : INT64_MAX;
}

static int64_t apply(int64_t v, strata_op op, int64_t x) {
  int64_t result = v;
  if (op == STRATA_OP_ADD) {
    return __builtin_add_overflow(v, x, &result) ? saturated(x < 0) : result;
  }
  if (op == STRATA_OP_SUB) {
    return __builtin_sub_overflow(v, x, &result) ? saturated(x > 0) : result;
  }
  if (op == STRATA_OP_MUL) {
    return __builtin_mul_overflow(v, x, &result) ? saturated((v < 0) != (x < 0))
                                                 : result;
  }
  if (op == STRATA_OP_AND) return v & x;
  if (op == STRATA_OP_OR) return v | x;
  if (op == STRATA_OP_XOR) return v ^ x;
  return x; /* set */
}

static int64_t wrap(int64_t v, strata_op op, int64_t x) {
  const uint64_t a = (uint64_t)v;
  const uint64_t b = (uint64_t)x;
  if (op == STRATA_OP_ADD) return (int64_t)(a + b);
  if (op == STRATA_OP_SUB) return (int64_t)(a - b);
  if (op == STRATA_OP_MUL) return (int64_t)(a * b);
  return apply(v, op, x);
}

int64_t stc_plain_run(int64_t base, const stc_step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = apply(base, steps[i].op, steps[i].value);
  }
  return base;
}

int64_t stc_plain_wrap(int64_t base, const stc_step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = wrap(base, steps[i].op, steps[i].value);
  }
  return base;
}
