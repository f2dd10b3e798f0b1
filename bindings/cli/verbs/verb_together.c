/*
 * verb_together.c - the verbs why-def and conflicts: who made and changed what
 * in a game of several packs, and where two packs disagree.
 */
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

typedef struct together_request {
  const char *verb;
  const char *function; /* of strata.tools.verbs */
  const char
      *text; /* the name that is asked about, or how many pairs are tried */
  bool flag; /* --json */
  bool takes_name;
} together_request;

static stc_exit together_misuse(const together_request *t,
                                const char *problem) {
  stc_print(stderr, "strata %s: %s (strata %s --help)\n", t->verb, problem,
            t->verb);
  return STC_EXIT_USAGE;
}

static stc_exit add_together_pack(const stc_options *options, const char *name,
                                  stc_file_names *packs) {
  stc_path pack;
  if (!stc_find_pack(options->program, name, &pack)) return STC_EXIT_PACK;
  return stc_file_names_add(packs, pack.at) ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

/* At most six digits: a number of pairs. */
static bool take_pairs(void *target, const char *value) {
  together_request *t = target;
  const size_t size = strspn(value, "0123456789");
  t->text = value;
  return size > 0 && size < 7 && value[size] == '\0';
}

static const stc_option why_def_options[] = {
    {.name = "--json", .at = offsetof(together_request, flag)},
};

static const stc_option conflicts_options[] = {
    {.name = "--pairs",
     .type = STC_OPTION_CALL,
     .expected = "a number",
     .take = take_pairs},
};

static stc_exit read_together_arguments(together_request *t,
                                        const stc_options *options, int argc,
                                        char **argv, stc_file_names *packs) {
  const char *last = NULL;
  stc_exit status = STC_EXIT_OK;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    if (last != NULL) status = add_together_pack(options, last, packs);
    last = argv[i];
  }
  if (status == STC_EXIT_OK && last != NULL && !t->takes_name) {
    status = add_together_pack(options, last, packs);
  }
  for (size_t i = 0; i < options->pack_count && status == STC_EXIT_OK; i++) {
    status = add_together_pack(options, options->packs[i], packs);
  }
  if (status != STC_EXIT_OK) return status;
  if (t->takes_name) t->text = last;
  if (packs->count == 0 || (t->takes_name && last == NULL)) {
    return together_misuse(t, t->takes_name ? "packs and a name"
                                            : "no path given");
  }
  return STC_EXIT_OK;
}

/* Print the text that strata.tools.verbs returns; its second result tells
 * whether there are conflicts. */
static stc_exit print_together(const together_request *t,
                               stc_pack_suite *suite) {
  lua_State *L = suite->host.L;
  if (!stc_suite_call_all(suite, t->function, t->text, t->flag)) {
    stc_report_error(L, false);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_SCRIPT;
  }
  const bool is_wrong = lua_toboolean(L, -1) != 0;
  const char *text = stl_error_text(L, -2);
  stc_write_line(stdout, text, strlen(text));
  return is_wrong ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

/* `set` has the verb's options. */
static int run_together(together_request *t, stc_option_set set,
                        const stc_options *options, int argc, char **argv) {
  stc_pack_suite suite = {0};
  stc_file_names packs = {0};
  set.target = t;
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  stc_exit status = read_together_arguments(t, options, argc, argv, &packs);
  if (status == STC_EXIT_OK) {
    stc_path first;
    stc_host_catch_interrupts();
    status = STC_EXIT_SCRIPT;
    if (stc_path_set(&first, packs.at[0]) &&
        stc_suite_new(&suite, options, &first)) {
      suite.paths = packs;
      packs = (stc_file_names){0};
      status = print_together(t, &suite);
    }
    stc_suite_free(&suite);
  }
  stc_file_names_free(&packs);
  return (int)status;
}

int stc_verb_why_def(const stc_options *options, int argc, char **argv) {
  together_request t = {
      .verb = "why-def", .function = "why_def", .takes_name = true};
  const stc_option_set set = {
      .command = "strata why-def", .rows = why_def_options, .count = 1};
  return run_together(&t, set, options, argc, argv);
}

int stc_verb_conflicts(const stc_options *options, int argc, char **argv) {
  together_request t = {.verb = "conflicts", .function = "conflicts"};
  const stc_option_set set = {
      .command = "strata conflicts", .rows = conflicts_options, .count = 1};
  return run_together(&t, set, options, argc, argv);
}
