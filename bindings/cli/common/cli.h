/*
 * cli.h - the exit statuses of the program, and the options that all verbs
 * take.
 */
#ifndef STRATA_CLI_COMMON_CLI_H
#define STRATA_CLI_COMMON_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <strata/pack_files.h>

/* Exit statuses. Part of the interface: append only, never renumber. */
typedef enum stc_exit {
  STC_EXIT_OK = 0,
  STC_EXIT_SCRIPT = 1,       /* a script, a test or a statement failed */
  STC_EXIT_USAGE = 2,        /* the command line makes no sense */
  STC_EXIT_PACK = 3,         /* a pack or its manifest is wrong */
  STC_EXIT_INTERRUPTED = 130 /* Ctrl-C */
} stc_exit;

enum { STC_PACKS_MAX = 64 };

/* The options that all verbs take (options.h reads them). */
typedef struct stc_options {
  const char *program;              /* argv[0] */
  const char *packs[STC_PACKS_MAX]; /* names or paths, in the order given; main
                                       makes folders of them */
  size_t pack_count;
  const char *settings[STC_PACKS_MAX]; /* "pack:name=value" */
  size_t setting_count;
  const char *lock; /* a file: packs that are not in it are refused; or NULL */
  long long steps;  /* that a file of a pack may take; 0: the usual limit */
  long long memory; /* MiB that a vm may hold meanwhile; 0: the usual limit */
  bool is_strict;   /* a handler that fails makes its action fail */
  bool is_shuffled; /* independent packs are loaded in an order */
  long long seed;   /* that this seed makes */
  FILE *print_file; /* where scripts print to; NULL: stdout */
  stl_files *files; /* folders and archives, for looking without a vm */
} stc_options;

#endif
