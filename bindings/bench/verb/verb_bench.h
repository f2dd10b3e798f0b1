/*
 * verb_bench.h - the verb bench.
 */
#ifndef STRATA_BENCH_VERB_VERB_BENCH_H
#define STRATA_BENCH_VERB_VERB_BENCH_H

/* A verb, as those of cli/verbs/verbs.h; it takes no packs. Exit status 1 if a
 * result is wrong. */
int stc_verb_bench(int argc, char **argv);

#endif
