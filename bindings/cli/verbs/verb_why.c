/*
 * verb_why.c - the verbs why and graph: values, events and the order of effects
 * at the end of a scenario.
 */
#include "cli/common/cli.h"
#include "cli/common/options.h"
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
  bool is_json, is_html,
      is_dot; /* the form of the output; plain text without any */
} why_request;

static stc_exit why_misuse(const why_request *l, const char *problem) {
  stc_print(stderr, "strata %s: %s (strata %s --help)\n", l->verb, problem,
            l->verb);
  return STC_EXIT_USAGE;
}

static const stc_option why_options[] = {
    {.name = "--json", .at = offsetof(why_request, is_json)},
    {.name = "--html", .at = offsetof(why_request, is_html)},
    {.name = "--filter",
     .type = STC_OPTION_TEXT,
     .at = offsetof(why_request, filter),
     .expected = "a text"},
};

static const stc_option graph_options[] = {
    {.name = "--dot", .at = offsetof(why_request, is_dot)},
    {.name = "--filter",
     .type = STC_OPTION_TEXT,
     .at = offsetof(why_request, filter),
     .expected = "a text"},
};

static const char *form_of(const why_request *l) {
  return l->is_json ? "json" : l->is_html ? "html" : l->is_dot ? "dot" : NULL;
}

static stc_exit read_why_arguments(why_request *l, int argc, char **argv) {
  if (l->is_json && l->is_html) return why_misuse(l, "one form only");
  if (argc > 3) return why_misuse(l, "more than it can use");
  l->file = argc > 1 ? argv[1] : NULL;
  l->what = argc > 2 ? argv[2] : NULL;
  if (l->what == NULL) return why_misuse(l, "a file and what to look at");
  if (stl_files_path_kind(l->files, l->file) != STL_PATH_FILE) {
    if (stc_is_folder(l->file)) {
      stc_print(stderr,
                "strata %s: '%s' is a folder; name a file of its tests\n",
                l->verb, l->file);
    } else {
      stc_print(stderr, "strata %s: no file '%s'\n", l->verb, l->file);
    }
    return STC_EXIT_USAGE;
  }
  return STC_EXIT_OK;
}

static stc_exit print_answer(const why_request *l, stc_pack_suite *suite) {
  const char *const texts[4] = {l->file, l->what, l->filter, form_of(l)};
  if (!stc_suite_call(suite, l->verb, texts)) {
    stc_report_error(suite->host.L, false);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_SCRIPT;
  }
  const char *text = stl_error_text(suite->host.L, -1);
  stc_write_line(stdout, text, strlen(text));
  return STC_EXIT_OK;
}

/* `set` has the verb's options. */
static int run_why(why_request *l, stc_option_set set,
                   const stc_options *options, int argc, char **argv) {
  stc_path pack;
  stc_pack_suite suite;
  set.target = l;
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
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
  const stc_option_set set = {.command = "strata why",
                              STC_OPTION_ROWS(why_options)};
  return run_why(&l, set, options, argc, argv);
}

int stc_verb_graph(const stc_options *options, int argc, char **argv) {
  why_request l = {.verb = "graph", .files = options->files};
  const stc_option_set set = {.command = "strata graph",
                              STC_OPTION_ROWS(graph_options)};
  return run_why(&l, set, options, argc, argv);
}
