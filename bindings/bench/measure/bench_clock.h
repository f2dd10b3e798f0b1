/*
 * bench_clock.h - the monotonic clock in nanoseconds.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_CLOCK_H
#define STRATA_BENCH_MEASURE_BENCH_CLOCK_H

double stb_clock_now_ns(void);

/* The least difference of two readings with nothing between them. */
double stb_clock_cost_ns(void);

#endif
