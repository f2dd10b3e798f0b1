/*
 * options.c - one reader for the options of all verbs, driven by tables.
 */
#include "cli/common/options.h"

#include "cli/common/cli.h"
#include "cli/common/safe_text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Options of all verbs -------------------------------------------------- */

static bool take_pack(void *target, const char *value) {
  stc_options *options = target;
  if (options->pack_count == STC_PACKS_MAX) return false;
  options->packs[options->pack_count++] = value;
  return true;
}

static bool take_setting(void *target, const char *value) {
  stc_options *options = target;
  const char *colon = strchr(value, ':');
  if (options->setting_count == STC_PACKS_MAX || colon == NULL ||
      strchr(colon, '=') == NULL) {
    return false;
  }
  options->settings[options->setting_count++] = value;
  return true;
}

static bool read_number(const char *value, long long *out) {
  char *end = NULL;
  errno = 0;
  *out = strtoll(value, &end, 10);
  return errno == 0 && end != value && *end == '\0';
}

static bool take_seed(void *target, const char *value) {
  stc_options *options = target;
  options->is_shuffled = read_number(value, &options->seed);
  return options->is_shuffled;
}

const stc_option stc_common_options[] = {
    {.name = "--pack",
     .type = STC_OPTION_CALL,
     .expected = "a name or path",
     .take = take_pack},
    {.name = "--set",
     .type = STC_OPTION_CALL,
     .expected = "PACK:NAME=VALUE",
     .take = take_setting},
    {.name = "--shuffle",
     .type = STC_OPTION_CALL,
     .expected = "a number",
     .take = take_seed},
    {.name = "--steps",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(stc_options, steps),
     .expected = "a number of steps",
     .least = 1,
     .most = LLONG_MAX / 16},
    {.name = "--memory",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(stc_options, memory),
     .expected = "a number of MiB",
     .least = 1,
     .most = LLONG_MAX >> 20},
    {.name = "--strict", .at = offsetof(stc_options, is_strict)},
    {.name = "--lock", /* last: the verb packs has its own */
     .type = STC_OPTION_TEXT,
     .at = offsetof(stc_options, lock),
     .expected = "a file"},
};

const size_t stc_common_option_count =
    sizeof stc_common_options / sizeof stc_common_options[0];

/* -- Messages -------------------------------------------------------------- */

static bool is_of_program(const stc_option_set *set) {
  return strcmp(set->command, "strata") == 0;
}

static void print_advice(const stc_option_set *set) {
  stc_print(stderr,
            is_of_program(set) ? " (see %s --help)\n" : " (%s --help)\n",
            set->command);
}

static bool fail_value(const stc_option_set *set, const stc_option *row) {
  if (is_of_program(set)) {
    stc_print(stderr, "%s: %s must follow '%s'", set->command, row->expected,
              row->name);
  } else {
    stc_print(stderr, "%s: %s: %s must follow", set->command, row->name,
              row->expected);
  }
  print_advice(set);
  return false;
}

static const char *nearest_of(const stc_option *rows, size_t count,
                              const char *name, const char *best) {
  for (size_t i = 0; i < count; i++) {
    if (best == NULL ||
        stc_edit_distance(name, rows[i].name) < stc_edit_distance(name, best)) {
      best = rows[i].name;
    }
  }
  return best;
}

static bool fail_unknown(const stc_option_set *set, const char *word) {
  stc_text name;
  stc_text_clear(&name);
  stc_text_escaped(&name, word, strcspn(word, "="), STC_ESCAPE_PLAIN);
  const char *best = nearest_of(set->rows, set->count, name.at, NULL);
  best = nearest_of(stc_common_options, stc_common_option_count, name.at, best);
  stc_print(stderr, "%s: no option '%s'", set->command, name.at);
  if (best != NULL && stc_is_near_word(name.at + strspn(name.at, "-"),
                                       best + strspn(best, "-"))) {
    stc_print(stderr, "; the nearest is '%s'", best);
  }
  print_advice(set);
  return false;
}

/* -- Reading --------------------------------------------------------------- */

/* The row of a word "--name" or "--name=value"; NULL if there is none. */
static const stc_option *find_option(const stc_option_set *set,
                                     const char *word) {
  const size_t size = strcspn(word, "=");
  for (size_t i = 0; i < set->count; i++) {
    const char *name = set->rows[i].name;
    if (strlen(name) == size && memcmp(name, word, size) == 0) {
      return &set->rows[i];
    }
  }
  return NULL;
}

static bool store_value(const stc_option_set *set, const stc_option *row,
                        const char *value) {
  char *at = (char *)set->target + row->at;
  long long number = 0;
  if (value == NULL || value[0] == '\0') return false;
  switch (row->type) {
  case STC_OPTION_FLAG:
    return false;
  case STC_OPTION_TEXT:
    *(const char **)(void *)at = value;
    return true;
  case STC_OPTION_NUMBER:
    if (!read_number(value, &number) || number < row->least ||
        number > row->most) {
      return false;
    }
    *(long long *)(void *)at = number;
    return true;
  case STC_OPTION_CALL:
    return row->take(set->target, value);
  }
  return false;
}

/* Read the option at `*i`, and its value, which may be the next word. */
static bool read_option(const stc_option_set *set, const stc_option *row,
                        int argc, char **argv, int *i) {
  const char *equals = strchr(argv[*i], '=');
  if (row->type == STC_OPTION_FLAG) {
    if (equals != NULL) return fail_unknown(set, argv[*i]);
    *(bool *)((char *)set->target + row->at) = true;
    return true;
  }
  const char *value = equals != NULL ? equals + 1 : NULL;
  if (equals == NULL && *i + 1 < argc) value = argv[++*i];
  return store_value(set, row, value) || fail_value(set, row);
}

bool stc_options_read(const stc_option_set *set, int *argc, char **argv) {
  int kept = 1;
  bool is_reading = true;
  for (int i = 1; i < *argc; i++) {
    char *word = argv[i];
    const bool is_option = is_reading && word[0] == '-' && word[1] != '\0';
    const bool is_end = is_option && strcmp(word, "--") == 0;
    const stc_option *row = is_option ? find_option(set, word) : NULL;
    if (is_end) is_reading = false;
    if (row != NULL) {
      if (!read_option(set, row, *argc, argv, &i)) return false;
    } else if (is_option && !is_end && !set->keeps_unknown) {
      return fail_unknown(set, word);
    } else if (!is_end || set->keeps_unknown) {
      argv[kept++] = word;
      if (!is_option && set->ends_at_word) is_reading = false;
    }
  }
  argv[kept] = NULL;
  *argc = kept;
  return true;
}
