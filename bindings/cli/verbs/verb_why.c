/*
 * look.c - the verbs why and graph: what is the case at the end of a scenario,
 * and why.
 */
#include "cli/common/cli.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

typedef struct why_request {
  const char *verb;
  const char *file, *what; /* the value, or the layer */
  const char *filter;
  stl_files *files;
  const char *form; /* "dot", "json", "html"; NULL: text */
} why_request;

static stc_exit why_misuse(const why_request *l, const char *problem) {
  stc_print(stderr, "strata %s: %s (strata %s --help)\n", l->verb, problem,
            l->verb);
  return STC_EXIT_USAGE;
}

/* Whether an option names a form in which the verb can print. */
static bool is_print_form(const why_request *l, const char *option) {
  if (strcmp(l->verb, "graph") == 0) return strcmp(option, "--dot") == 0;
  return strcmp(option, "--json") == 0 || strcmp(option, "--html") == 0;
}

static stc_exit read_why_arguments(why_request *l, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (is_print_form(l, argv[i])) {
      if (l->form != NULL) return why_misuse(l, "one form only");
      l->form = argv[i] + strlen("--");
    } else if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc) {
      l->filter = argv[++i];
    } else if (l->file == NULL) {
      l->file = argv[i];
    } else if (l->what == NULL) {
      l->what = argv[i];
    } else {
      return why_misuse(l, "more than it can use");
    }
  }
  if (l->what == NULL) return why_misuse(l, "a file and what to look at");
  if (stl_files_path_kind(l->files, l->file) != STL_PATH_FILE) {
    stc_print(stderr, "strata %s: no file '%s'\n", l->verb, l->file);
    return STC_EXIT_USAGE;
  }
  return STC_EXIT_OK;
}

static stc_exit print_answer(const why_request *l, stc_pack_suite *suite) {
  const char *const texts[4] = {l->file, l->what, l->filter, l->form};
  if (!stc_suite_call(suite, l->verb, texts)) {
    stc_report_error(suite->host.L, false);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_SCRIPT;
  }
  const char *text = stl_error_text(suite->host.L, -1);
  stc_write_line(stdout, text, strlen(text));
  return STC_EXIT_OK;
}

static int run_why(why_request *l, const stc_options *options, int argc,
                   char **argv) {
  stc_path pack;
  stc_pack_suite suite;
  stc_exit status = read_why_arguments(l, argc, argv);
  if (status != STC_EXIT_OK) return (int)status;
  if (!stc_find_pack_around(l->files, l->file, &pack)) {
    stc_print(stderr, "strata %s: '%s' is in no pack\n", l->verb, l->file);
    return STC_EXIT_USAGE;
  }
  stc_host_catch_interrupts();
  status = stc_suite_new(&suite, options, &pack) ? print_answer(l, &suite)
                                                 : STC_EXIT_SCRIPT;
  stc_suite_free(&suite);
  return (int)status;
}

int stc_verb_why(const stc_options *options, int argc, char **argv) {
  why_request l = {.verb = "why", .files = options->files};
  return run_why(&l, options, argc, argv);
}

int stc_verb_graph(const stc_options *options, int argc, char **argv) {
  why_request l = {.verb = "graph", .files = options->files};
  return run_why(&l, options, argc, argv);
}
