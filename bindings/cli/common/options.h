/*
 * options.h - one reader for the options of all verbs, driven by tables.
 *
 * An option is a word that begins with '-'; its value follows as `--name=value`
 * or `--name value`. "--" ends the options. A single '-' is a word.
 */
#ifndef STRATA_CLI_COMMON_OPTIONS_H
#define STRATA_CLI_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum stc_option_type {
  STC_OPTION_FLAG = 0,   /* no value; `at` is a bool, which becomes true */
  STC_OPTION_TEXT = 1,   /* `at` is a const char *; the value is not empty */
  STC_OPTION_NUMBER = 2, /* `at` is a long long, from `least` to `most` */
  STC_OPTION_CALL = 3    /* `take` reads the value; may come several times */
} stc_option_type;

typedef struct stc_option {
  const char *name; /* "--filter", "-o" */
  stc_option_type type;
  size_t at;            /* offset in the target of the set */
  const char *expected; /* what the value is, "a file"; NULL of flags */
  long long least, most;
  bool (*take)(void *target, const char *value); /* false: no such value */
} stc_option;

/* The options of a verb. */
typedef struct stc_option_set {
  const char *command; /* "strata test"; "strata" before the verb */
  const stc_option *rows;
  size_t count;
  void *target;       /* the struct that offsets are of */
  bool ends_at_word;  /* words and options behind the first word stay */
  bool keeps_unknown; /* other options stay in the arguments */
} stc_option_set;

/* The rows of a set, and how many there are, as initializers. */
#define STC_OPTION_ROWS(list)                                                  \
  .rows = (list), .count = sizeof(list) / sizeof(list)[0]

/* The options that all verbs take, into a stc_options. */
extern const stc_option stc_common_options[];
extern const size_t stc_common_option_count;

/* Read all options of the set, and remove them from the arguments: argv[0] and
 * the words stay, in their order. False, and what is wrong is printed, if an
 * option is unknown or its value is missing or wrong. */
bool stc_options_read(const stc_option_set *set, int *argc, char **argv);

#endif
