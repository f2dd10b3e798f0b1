/*
 * verb_bench.h - the verb bench.
 */
#ifndef STRATA_BENCH_VERB_VERB_BENCH_H
#define STRATA_BENCH_VERB_VERB_BENCH_H

#include "cli/common/cli.h"

/* A verb, as those of cli/verbs/verbs.h; it takes no packs. Exit status 1 if a
 * result is wrong. */
int stc_verb_bench(const stc_options *options, int argc, char **argv);

#endif
