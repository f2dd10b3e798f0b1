/*
 * main.c - the program `strata`: options that all verbs take, then a verb.
 */
#include "cli/commands/command_table.h"
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/repl/verb_table.h"
#include "cli/verbs/verb_help.h"

#include <locale.h>
#include <stdio.h>
#include <strata.h>
#include <string.h>

static int unknown_verb(const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  if (stc_is_script(name)) {
    stc_print(stderr, "strata: no verb '%s'; to run a script: strata run %s\n",
              text.at, text.at);
    return STC_EXIT_USAGE;
  }
  if (stc_is_folder(name)) {
    stc_print(stderr,
              "strata: no verb '%s'; of a pack: strata check %s, strata test "
              "%s, or strata --pack %s repl\n",
              text.at, text.at, text.at, text.at);
    return STC_EXIT_USAGE;
  }
  const stc_verb_row *near = stc_verb_nearest(name);
  stc_print(stderr, "strata: no verb '%s'", text.at);
  if (strcmp(name, "version") == 0) {
    stc_print(stderr, "; the option '--version' tells it");
  } else if (near != NULL) {
    stc_print(stderr, "; the nearest is '%s'", near->name);
  }
  stc_print(stderr, " (strata --help lists them)\n");
  return STC_EXIT_USAGE;
}

/* An option before the verb: the common ones are read already. */
static int unknown_option(char *word) {
  static char program[] = "strata";
  char *argv[] = {program, word, NULL};
  int argc = 2;
  static const stc_option others[] = {{.name = "--version"},
                                      {.name = "--help"}};
  const stc_option_set set = {.command = program, .rows = others, .count = 2};
  (void)stc_options_read(&set, &argc, argv);
  return STC_EXIT_USAGE;
}

/* Make folders of the packs of the command line. False, and a message is
 * printed, if a pack does not exist. */
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

/* Remove the common options from a verb's arguments. Those of a script, which
 * follow its name, are its own, and so is --lock of the verb packs. */
static bool read_common(const stc_verb_row *v, stc_options *options, int *argc,
                        char **argv) {
  const bool has_own_lock = strcmp(v->name, "packs") == 0;
  const stc_option_set set = {.command = "strata",
                              .rows = stc_common_options,
                              .count = stc_common_option_count -
                                       (has_own_lock ? 1 : 0),
                              .target = options,
                              .ends_at_word = strcmp(v->name, "run") == 0,
                              .keeps_unknown = true};
  return stc_options_read(&set, argc, argv);
}

static int run_verb(const stc_verb_row *v, stc_options *options, int argc,
                    char **argv) {
  if (!read_common(v, options, &argc, argv)) return STC_EXIT_USAGE;
  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    stc_verb_print_help(v);
    return STC_EXIT_OK;
  }
  return find_packs(options) ? v->run(options, argc, argv) : STC_EXIT_PACK;
}

/* Print `strata help`, and what there is of a verb or a command of sessions,
 * with the words that are called so; false for any other name, which the verb
 * help explains. */
static bool is_about_verbs(stc_options *options, int argc, char **argv) {
  if (argc == 1) {
    stc_verbs_print_help();
    return true;
  }
  const stc_verb_row *v = stc_verb_find(argv[1]);
  if (v != NULL) stc_verb_print_help(v);
  const bool is_command = stc_command_print_usage(argv[1]);
  if (v == NULL && !is_command) return false;
  if (find_packs(options)) stc_help_print_besides(options, argv[1]);
  return true;
}

static int run_program(stc_options *options, int argc, char **argv) {
  static char repl[] = "repl";
  char *only_repl[] = {repl, NULL};
  const stc_option_set set = {.command = "strata",
                              .rows = stc_common_options,
                              .count = stc_common_option_count,
                              .target = options,
                              .ends_at_word = true,
                              .keeps_unknown = true};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (argc < 2) return run_verb(stc_verb_find("repl"), options, 1, only_repl);
  char *word = argv[1];
  if (strcmp(word, "--version") == 0) {
    stc_print(stdout, "strata %s\n", STRATA_VERSION_TEXT);
    return STC_EXIT_OK;
  }
  const bool is_option = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
  /* Of packs, `help` alone tells what they have, not what the program can. */
  const bool is_of_packs = options->pack_count > 0 && argc == 2;
  if ((is_option || (strcmp(word, "help") == 0 && !is_of_packs)) &&
      is_about_verbs(options, argc - 1, argv + 1)) {
    return STC_EXIT_OK;
  }
  if (is_option) return unknown_verb(argv[2]);
  if (word[0] == '-') return unknown_option(word);
  const stc_verb_row *v = stc_verb_find(word);
  return v != NULL ? run_verb(v, options, argc - 1, argv + 1)
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
