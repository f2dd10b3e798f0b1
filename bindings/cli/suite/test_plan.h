/*
 * plan.h - the tests that a command line names: suites of packs, and scripts.
 */
#ifndef STRATA_CLI_SUITE_TEST_PLAN_H
#define STRATA_CLI_SUITE_TEST_PLAN_H

#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/paths.h"
#include "cli/suite/pack_suite.h"

/* Scripts and suites in the order in which the command line names them. */
typedef struct stc_test_unit {
  const char *script; /* NULL: a suite */
  stc_path pack;      /* empty: the script belongs to none */
  stc_pack_suite *suite;
  bool is_bad; /* the suite could not be opened; its message is pushed */
} stc_test_unit;

typedef struct stc_test_plan stc_test_plan;

/* A verb that takes PATH... [--filter TEXT] and options of its own. */
typedef struct stc_test_plan_verb {
  const char *name;
  /* Take an option at `*i`, with its value, if one stands there; a status that
   * is not OK says that it is wrong, which has been printed. May be NULL. */
  bool (*take)(stc_test_plan *p, int argc, char **argv, int *i,
               stc_exit *status);
  stc_exit (*run)(stc_test_plan *p);
  bool has_smoke; /* of a whole pack each card is put into a small world too */
} stc_test_plan_verb;

struct stc_test_plan {
  const stc_test_plan_verb *verb;
  void *user; /* the verb's */
  stc_test_unit *units;
  size_t unit_count;
  const stc_options *options;
  const char *filter;
  stc_file_names
      wholes;     /* packs that are named themselves, not a file of theirs */
  bool has_smoke; /* the verb's, unless an option says otherwise */
  const stc_explore_options
      *exploring; /* random games of suites alone, or NULL */
  stl_files *files;
  size_t tests;
};

/* Read the command line, find the tests and run the verb: its exit status. */
int stc_test_plan_main(const stc_test_plan_verb *verb, void *user,
                       const stc_options *options, int argc, char **argv);

#endif
