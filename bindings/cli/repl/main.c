/*
 * main.c - the program `strata`: options that all verbs take, then a verb.
 */
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/paths.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/repl/verb_table.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <string.h>

static int unknown_verb(const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  if (stc_is_script(name)) {
    stc_print(stderr, "strata: no verb '%s'; to run a script: strata run %s\n",
              text.at, text.at);
  } else {
    stc_print(stderr,
              "strata: no verb '%s'; the nearest is '%s' "
              "(strata --help lists them)\n",
              text.at, stc_verb_nearest(name)->name);
  }
  return STC_EXIT_USAGE;
}

static int usage_error(const char *what, const char *word) {
  stc_print(stderr, "strata: %s '%s' (see strata --help)\n", what, word);
  return STC_EXIT_USAGE;
}

/* -- Options that every verb has ------------------------------------------ */

static bool take_pack(stc_options *options, const char *value) {
  if (options->pack_count == STC_PACKS_MAX) return false;
  options->packs[options->pack_count++] = value;
  return true;
}

static bool take_setting(stc_options *options, const char *value) {
  const char *colon = strchr(value, ':');
  if (options->setting_count == STC_PACKS_MAX || colon == NULL ||
      strchr(colon, '=') == NULL) {
    return false;
  }
  options->settings[options->setting_count++] = value;
  return true;
}

static bool take_lock(stc_options *options, const char *value) {
  options->lock = value;
  return true;
}

static bool take_seed(stc_options *options, const char *value) {
  char *end = NULL;
  errno = 0;
  options->seed = strtoll(value, &end, 10);
  options->is_shuffled = errno == 0 && end != value && *end == '\0';
  return options->is_shuffled;
}

static const struct common_option {
  const char *name;
  bool (*take)(stc_options *options, const char *value);
  const char *expected;
} common_options[] = {
    {"--pack", take_pack, "a name or path must follow"},
    {"--set", take_setting, "PACK:NAME=VALUE must follow"},
    {"--lock", take_lock, "a file must follow"},
    {"--shuffle", take_seed, "a number must follow"},
};

/* Take a common option at `*i`, with its value, if one stands there; what is
 * wrong with it goes to `wrong`. */
static bool take_common(stc_options *options, int argc, char **argv, int *i,
                        const struct common_option **wrong) {
  if (strcmp(argv[*i], "--strict") == 0) {
    options->is_strict = true;
    return true;
  }
  for (size_t n = 0; n < sizeof common_options / sizeof common_options[0];
       n++) {
    const struct common_option *c = &common_options[n];
    const size_t size = strlen(c->name);
    const char *value = NULL;
    if (strncmp(argv[*i], c->name, size) != 0) continue;
    if (argv[*i][size] == '=') {
      value = argv[*i] + size + 1;
    } else if (argv[*i][size] == '\0') {
      *i += 1;
      value = *i < argc ? argv[*i] : NULL;
    } else {
      continue;
    }
    const bool is_fine =
        value != NULL && value[0] != '\0' && c->take(options, value);
    if (!is_fine) *wrong = c;
    return true;
  }
  return false;
}

/* Take the common options out of a verb's arguments; those of a script, which
 * follow its name, are its own. */
static const struct common_option *take_common_options(stc_options *options,
                                                       int *argc, char **argv) {
  const bool is_run = strcmp(argv[0], "run") == 0;
  const bool is_packs = strcmp(argv[0], "packs") == 0;
  const struct common_option *wrong = NULL;
  int kept = 1;
  for (int i = 1; i < *argc && wrong == NULL; i++) {
    const bool is_own = is_packs && strcmp(argv[i], "--lock") == 0;
    if (is_own || (is_run && kept > 1) ||
        !take_common(options, *argc, argv, &i, &wrong)) {
      argv[kept++] = argv[i];
    }
  }
  argv[kept] = NULL;
  *argc = kept;
  return wrong;
}

/* Packs of the command line become folders; one that is not there is told. */
static bool find_packs(stc_options *options) {
  static stc_path folders[STC_PACKS_MAX];
  for (size_t i = 0; i < options->pack_count; i++) {
    stc_path found;
    if (!stc_find_pack(options->program, options->packs[i], &found) ||
        !stc_path_set_folder(&folders[i], found.at)) {
      return false;
    }
    options->packs[i] = folders[i].at;
  }
  return true;
}

static int run_verb(const stc_verb_row *v, stc_options *options, int argc,
                    char **argv) {
  const struct common_option *wrong = take_common_options(options, &argc, argv);
  if (wrong != NULL) return usage_error(wrong->expected, wrong->name);
  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    stc_verb_print_help(v);
    return STC_EXIT_OK;
  }
  return find_packs(options) ? v->run(options, argc, argv) : STC_EXIT_PACK;
}

/* `strata help`, `strata help test`: of verbs; of all else the verb tells. */
static bool is_about_verbs(int argc, char **argv) {
  const stc_verb_row *v = argc > 1 ? stc_verb_find(argv[1]) : NULL;
  if (argc == 1) stc_verbs_print_help();
  if (v != NULL) stc_verb_print_help(v);
  return argc == 1 || v != NULL;
}

static int run_program(stc_options *options, int argc, char **argv) {
  static char repl[] = "repl";
  char *only_repl[] = {repl, NULL};
  int i = 1;
  for (const struct common_option *wrong = NULL; i < argc; i++) {
    if (!take_common(options, argc, argv, &i, &wrong)) break;
    if (wrong != NULL) return usage_error(wrong->expected, wrong->name);
  }
  if (i >= argc) return run_verb(stc_verb_find("repl"), options, 1, only_repl);
  const char *word = argv[i];
  if (strcmp(word, "--version") == 0) {
    stc_print(stdout, "strata %s\n", STRATA_VERSION_TEXT);
    return STC_EXIT_OK;
  }
  const bool is_option = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
  if ((is_option || strcmp(word, "help") == 0) &&
      is_about_verbs(argc - i, argv + i)) {
    return STC_EXIT_OK;
  }
  if (is_option) return unknown_verb(argv[i + 1]);
  if (word[0] == '-') return usage_error("no option", word);
  const stc_verb_row *v = stc_verb_find(word);
  return v != NULL ? run_verb(v, options, argc - i, argv + i)
                   : unknown_verb(word);
}

int main(int argc, char **argv) {
  stc_options options = {.program = argc > 0 ? argv[0] : NULL,
                         .files = stl_files_new()};
  /* LC_CTYPE only: numbers and the order of strings stay those of Lua. */
  /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
  (void)setlocale(LC_CTYPE, "");
  if (options.files == NULL) {
    stc_print(stderr, "strata: not enough memory\n");
    return STC_EXIT_SCRIPT;
  }
  const int status = run_program(&options, argc, argv);
  stl_files_free(options.files);
  return status;
}
