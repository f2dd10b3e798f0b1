/*
 * bench_clock.c - the monotonic clock in nanoseconds.
 */
#include "bench/measure/bench_clock.h"

#include <time.h>

double stb_clock_now_ns(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double stb_clock_cost_ns(void) {
  double best = 1e9;
  for (int i = 0; i < 200; i++) {
    const double start = stb_clock_now_ns();
    const double cost = stb_clock_now_ns() - start;
    if (cost < best) best = cost;
  }
  return best;
}
