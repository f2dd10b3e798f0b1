/*
 * test_plan.h - the tests that a command line names: suites of packs, and
 * scripts.
 */
#ifndef STRATA_CLI_SUITE_TEST_PLAN_H
#define STRATA_CLI_SUITE_TEST_PLAN_H

#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/paths.h"
#include "cli/suite/pack_suite.h"

/* One script or suite of the plan. */
typedef struct stc_test_unit {
  const char *script; /* NULL: a suite */
  stc_path pack;      /* empty: the script belongs to none */
  stc_pack_suite *suite;
  bool is_bad; /* the suite could not be opened; its message is pushed */
} stc_test_unit;

typedef struct stc_test_plan stc_test_plan;

/* A verb whose words are paths of packs and tests. */
typedef struct stc_test_plan_verb {
  const char *name;
  stc_exit (*run)(stc_test_plan *p);
} stc_test_plan_verb;

/* Which tests are wanted. */
typedef struct stc_test_wish {
  const char *filter; /* a part of their names or paths; NULL: all */
  bool has_smoke; /* of a whole pack each card is put into a small world too */
  const stc_explore_options *exploring; /* random games instead, or NULL */
} stc_test_wish;

struct stc_test_plan {
  const stc_test_plan_verb *verb;
  void *user; /* the verb's */
  stc_test_unit *units;
  size_t unit_count;
  const stc_options *options;
  const stc_test_wish *wish;
  stc_file_names wholes; /* packs that are named, not only files in them */
  stl_files *files;
  size_t tests;
};

/* Find the tests of the paths, which begin at argv[1], or without any of the
 * packs of the options, and run the verb: its exit status. */
int stc_test_plan_main(const stc_test_plan_verb *verb, void *user,
                       const stc_test_wish *wish, const stc_options *options,
                       int argc, char **argv);

#endif
