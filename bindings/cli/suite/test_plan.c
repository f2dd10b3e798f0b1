/*
 * test_plan.c - the tests that a command line names.
 *
 * A test is a scenario of a pack of cards, or a script. A pack with cards or
 * rules is one suite, whichever of its files are named.
 */
#include "cli/suite/test_plan.h"

#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Add the scripts of a PATH, a file or a pack's folder, to the list. */
static stc_exit collect_scripts(stc_test_plan *p, const char *path,
                                stc_file_names *scripts) {
  const char *verb = p->verb->name;
  stl_files *files = p->files;
  stc_path tests;
  const stl_path_kind place = stl_files_path_kind(files, path);
  if (place == STL_PATH_FILE) {
    return stc_file_names_add(scripts, path) ? STC_EXIT_OK : STC_EXIT_SCRIPT;
  }
  if (place == STL_PATH_NOTHING) {
    stc_print(stderr, "strata %s: no file or folder '%s'\n", verb, path);
    return STC_EXIT_USAGE;
  }
  if (!stc_path_set_folder(&tests, path)) return STC_EXIT_USAGE;
  if (stc_is_archive(tests.at) && !stc_pack_is_readable(files, tests.at)) {
    return STC_EXIT_PACK;
  }
  if (!stc_file_names_add(&p->wholes, tests.at)) return STC_EXIT_SCRIPT;
  if (!stc_path_join(&tests, "tests") ||
      stl_files_path_kind(files, tests.at) != STL_PATH_FOLDER) {
    stc_print(stderr, "strata %s: '%s' has no folder tests\n", verb, path);
    return STC_EXIT_USAGE;
  }
  return stc_file_names_of_scripts(files, tests.at, scripts) ? STC_EXIT_OK
                                                             : STC_EXIT_SCRIPT;
}

/* -- The plan ------------------------------------------------------------- */

static stc_pack_suite *suite_of(const stc_test_plan *p, const stc_path *pack) {
  for (size_t i = 0; i < p->unit_count; i++) {
    stc_pack_suite *suite = p->units[i].suite;
    if (suite != NULL && strcmp(suite->pack.at, pack->at) == 0) return suite;
  }
  return NULL;
}

static bool is_whole(const stc_test_plan *p, const stc_path *pack) {
  for (size_t i = 0; i < p->wholes.count; i++) {
    if (strcmp(p->wholes.at[i], pack->at) == 0) return true;
  }
  return false;
}

/* The suite of a pack, made on first use; NULL if the pack has neither rules
 * nor cards. A pack with a wrong manifest counts as scripts, each of which
 * fails with the manifest's error. */
static stc_pack_suite *need_suite(stc_test_plan *p, const stc_path *pack) {
  stc_pack_suite *known = suite_of(p, pack);
  if (known != NULL) return known;
  stc_pack_suite *suite = malloc(sizeof *suite);
  if (suite == NULL) return NULL;
  bool is_bad = false;
  if (stc_suite_new(suite, p->options, pack) &&
      stc_suite_is_game(suite, &is_bad)) {
    suite->has_smoke = p->wish->has_smoke && is_whole(p, pack);
    suite->exploring = p->wish->exploring;
    p->units[p->unit_count++] = (stc_test_unit){.suite = suite};
    return suite;
  }
  stc_suite_free(suite);
  free(suite);
  return NULL;
}

static bool is_wanted(const stc_test_plan *p, const char *path) {
  return p->wish->filter == NULL || strstr(path, p->wish->filter) != NULL;
}

static bool add_script(stc_test_plan *p, const char *path) {
  stc_path pack;
  if (!stc_find_pack_around(p->files, path, &pack)) {
    pack.at[0] = '\0';
  } else {
    stc_pack_suite *suite = need_suite(p, &pack);
    if (suite != NULL) return stc_file_names_add(&suite->paths, path);
  }
  if (is_wanted(p, path) && p->wish->exploring == NULL) {
    p->units[p->unit_count++] = (stc_test_unit){.script = path, .pack = pack};
    p->tests++;
  }
  return true;
}

static bool fill_test_plan(stc_test_plan *p, const stc_file_names *scripts) {
  p->units = calloc(scripts->count + p->wholes.count + 1, sizeof *p->units);
  bool is_complete = p->units != NULL;
  for (size_t i = 0; i < scripts->count && is_complete; i++) {
    is_complete = add_script(p, scripts->at[i]);
  }
  for (size_t i = 0; i < p->wholes.count && is_complete; i++) {
    stc_path pack; /* also without a test: it has cards */
    if (stc_path_set(&pack, p->wholes.at[i])) (void)need_suite(p, &pack);
  }
  for (size_t i = 0; i < p->unit_count && is_complete; i++) {
    stc_test_unit *u = &p->units[i];
    if (u->suite == NULL) continue;
    u->is_bad = !stc_suite_open(u->suite, p->wish->filter);
    p->tests += u->is_bad ? 1 : u->suite->count;
  }
  return is_complete;
}

static void free_test_plan(stc_test_plan *p) {
  for (size_t i = 0; i < p->unit_count; i++) {
    if (p->units[i].suite == NULL) continue;
    stc_suite_free(p->units[i].suite);
    free(p->units[i].suite);
  }
  free(p->units);
}

/* -- All of it ------------------------------------------------------------ */

/* What is not tested is not green: say why there is no test. */
static stc_exit report_no_tests(const stc_test_plan *p) {
  const char *verb = p->verb->name;
  if (p->wish->filter != NULL) {
    stc_print(stderr,
              "strata %s: no test has '%s' in its name or its path; without "
              "--filter all tests are listed\n",
              verb, p->wish->filter);
  } else {
    stc_print(stderr,
              "strata %s: there is no test; `strata new card PACK:NAME` makes "
              "a card and its test, or write one as tests/NAME.lua, which "
              "returns scenario { ... }\n",
              verb);
  }
  return STC_EXIT_SCRIPT;
}

static stc_exit run_test_plan(stc_test_plan *p, const stc_file_names *scripts) {
  stc_host_catch_interrupts();
  stc_exit status = STC_EXIT_SCRIPT;
  if (fill_test_plan(p, scripts)) {
    const bool has_tests = p->tests > 0 || p->wish->exploring != NULL;
    status = has_tests ? p->verb->run(p) : report_no_tests(p);
  } else {
    stc_print(stderr, "strata %s: not enough memory\n", p->verb->name);
  }
  free_test_plan(p);
  return status;
}

int stc_test_plan_main(const stc_test_plan_verb *verb, void *user,
                       const stc_test_wish *wish, const stc_options *options,
                       int argc, char **argv) {
  stc_test_plan p = {.verb = verb,
                     .user = user,
                     .wish = wish,
                     .options = options,
                     .files = options->files};
  stc_file_names scripts = {0};
  stc_exit status = STC_EXIT_OK;
  const size_t paths = (size_t)argc - 1;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = collect_scripts(&p, argv[i], &scripts);
  }
  for (size_t i = 0; paths == 0 && i < options->pack_count; i++) {
    if (status == STC_EXIT_OK) {
      status = collect_scripts(&p, options->packs[i], &scripts);
    }
  }
  if (status == STC_EXIT_OK && paths + options->pack_count == 0) {
    stc_print(stderr, "strata %s: no path given (strata %s --help)\n",
              verb->name, verb->name);
    status = STC_EXIT_USAGE;
  }
  if (status == STC_EXIT_OK) status = run_test_plan(&p, &scripts);
  stc_file_names_free(&scripts);
  stc_file_names_free(&p.wholes);
  return (int)status;
}
