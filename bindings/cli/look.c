/*
 * look.c - the verbs why and graph: what is the case at the end of a scenario,
 * and why.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "script.h"
#include "suite.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

typedef struct look {
  const char *verb;
  const char *file, *what; /* the value, or the layer */
  const char *filter;
  stl_files *files;
  const char *form; /* "dot", "json", "html"; NULL: text */
} look;

static stc_exit misuse(const look *l, const char *problem) {
  stc_print(stderr, "strata %s: %s (strata %s --help)\n", l->verb, problem,
            l->verb);
  return STC_EXIT_USAGE;
}

/* Whether an option names a form in which the verb can print. */
static bool is_form(const look *l, const char *option) {
  if (strcmp(l->verb, "graph") == 0) return strcmp(option, "--dot") == 0;
  return strcmp(option, "--json") == 0 || strcmp(option, "--html") == 0;
}

static stc_exit read_arguments(look *l, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (is_form(l, argv[i])) {
      if (l->form != NULL) return misuse(l, "one form only");
      l->form = argv[i] + strlen("--");
    } else if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc) {
      l->filter = argv[++i];
    } else if (l->file == NULL) {
      l->file = argv[i];
    } else if (l->what == NULL) {
      l->what = argv[i];
    } else {
      return misuse(l, "more than it can use");
    }
  }
  if (l->what == NULL) return misuse(l, "a file and what to look at");
  if (stl_files_look(l->files, l->file) != STL_IS_FILE) {
    stc_print(stderr, "strata %s: no file '%s'\n", l->verb, l->file);
    return STC_EXIT_USAGE;
  }
  return STC_EXIT_OK;
}

static stc_exit show(const look *l, stc_suite *suite) {
  const char *const texts[4] = {l->file, l->what, l->filter, l->form};
  if (!stc_suite_call(suite, l->verb, texts)) {
    stc_report_error(suite->host.L, false);
    return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_SCRIPT;
  }
  const char *text = stl_error_text(suite->host.L, -1);
  stc_write_line(stdout, text, strlen(text));
  return STC_EXIT_OK;
}

static int look_at(look *l, const stc_options *options, int argc, char **argv) {
  stc_path pack;
  stc_suite suite;
  stc_exit status = read_arguments(l, argc, argv);
  if (status != STC_EXIT_OK) return (int)status;
  if (!stc_pack_around(l->files, l->file, &pack)) {
    stc_print(stderr, "strata %s: '%s' is in no pack\n", l->verb, l->file);
    return STC_EXIT_USAGE;
  }
  stc_catch_interrupts();
  status =
      stc_suite_new(&suite, options, &pack) ? show(l, &suite) : STC_EXIT_SCRIPT;
  stc_suite_free(&suite);
  return (int)status;
}

int stc_why(const stc_options *options, int argc, char **argv) {
  look l = {.verb = "why", .files = options->files};
  return look_at(&l, options, argc, argv);
}

int stc_graph(const stc_options *options, int argc, char **argv) {
  look l = {.verb = "graph", .files = options->files};
  return look_at(&l, options, argc, argv);
}
