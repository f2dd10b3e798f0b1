/*
 * verb_table.h - the verbs of the program and their help.
 */
#ifndef STRATA_CLI_REPL_VERB_TABLE_H
#define STRATA_CLI_REPL_VERB_TABLE_H

#include "cli/common/cli.h"

/* What strangers have written and a verb runs; the help of the verb tells. */
typedef enum stc_runs {
  STC_RUNS_NOTHING = 0, /* manifests are data */
  STC_RUNS_FILES = 1,   /* files of packs, to load them */
  STC_RUNS_GAMES = 2,   /* and functions of their cards */
  STC_RUNS_SCRIPT = 3,  /* and a script of the program's user */
  STC_RUNS_OWN = 4      /* packs of the library, and no other */
} stc_runs;

typedef struct stc_verb_row {
  const char *name;
  int (*run)(const stc_options *options, int argc, char **argv);
  const char *usage;
  const char *summary;
  const char *help; /* what it does, and two examples */
  stc_runs runs;
} stc_verb_row;

/* The verb of a name, NULL if there is none. */
const stc_verb_row *stc_verb_find(const char *name);

/* The verb whose name is the least edit distance from `name`. */
const stc_verb_row *stc_verb_nearest(const char *name);

/* Print the help of the program, and of one verb. */
void stc_verbs_print_help(void);
void stc_verb_print_help(const stc_verb_row *v);

#endif
