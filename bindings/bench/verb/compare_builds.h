/*
 * compare_builds.h - strata bench --against: this program beside another build.
 */
#ifndef STRATA_BENCH_VERB_COMPARE_BUILDS_H
#define STRATA_BENCH_VERB_COMPARE_BUILDS_H

#include <stdbool.h>

/* Fewer runs of each build tell too little of how far they differ. */
enum { STB_BUILD_RUNS_MIN = 5, STB_BUILD_RUNS_MAX = 25 };

typedef struct stb_comparison {
  const char *here;  /* the path of this program */
  const char *other; /* the path of the other build */
  unsigned runs;     /* of each build, STB_BUILD_RUNS_MIN at least */
  bool json, quick;
  unsigned rows, slower, faster;
  unsigned wrong; /* runs that failed, or that had a wrong result */
} stb_comparison;

/* Print what the columns are. */
void stb_compare_print_head(const stb_comparison *c);

/* Run a workload in both builds in turns, and print its rows. False, and a
 * message is printed, if the other build cannot be run. */
bool stb_compare_workload(stb_comparison *c, const char *workload);

/* Print the sums. */
void stb_compare_print_end(const stb_comparison *c);

#endif
