/*
 * verb_test.c - the verb test: the tests of packs, reported by test_report.h.
 *
 * A test is a scenario of a pack of cards, or a script. Each script has a vm of
 * its own, so no test affects the next, and a pack is loaded as a host would
 * load it.
 */
#include "cli/common/cli.h"
#include "cli/common/file_changes.h"
#include "cli/common/file_names.h"
#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/suite/test_plan.h"
#include "cli/suite/test_report.h"
#include "cli/verbs/verbs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

typedef struct test_options {
  stc_report report;
  stc_report_form form;
  const char *output; /* a file, or NULL */
  bool is_mutated, is_replayed, is_covered, is_without_smoke, is_watching;
  stc_explore_options
      exploring; /* 0 games: no exploring; seed -1: none given */
  stc_test_wish wish;
  bool has_bad_pack, is_unwritten; /* results */
} test_options;

static bool test_misuse(const char *problem) {
  stc_print(stderr, "strata test: %s (strata test --help)\n", problem);
  return false;
}

/* -- Reporting ------------------------------------------------------------ */

/* The line in a message "file:12: ...", 0 if it has none. */
static long long line_of(const char *message, const char *file) {
  const size_t size = strlen(file);
  if (strncmp(message, file, size) != 0 || message[size] != ':') return 0;
  char *end = NULL;
  const long long line = strtoll(message + size + 1, &end, 10);
  return *end == ':' && line > 0 ? line : 0;
}

/* A line of YAML, which reads strings as JSON writes them. */
static void add_yaml_field(stc_text *text, const char *name,
                           const char *value) {
  stc_text_format(text, "%s: \"", name);
  stc_text_escaped(text, value, strlen(value), STC_ESCAPE_JSON);
  stc_text_string(text, "\"\n");
}

/* Report a test that did not run to its end; the message on the top is popped.
 */
static void report_message(stc_report *r, lua_State *L, const char *name,
                           const char *file) {
  stc_text text;
  const char *message = stl_error_text(L, -1);
  const long long line = line_of(message, file);
  stc_text_clear(&text);
  add_yaml_field(&text, "message", message);
  add_yaml_field(&text, "file", file);
  if (line > 0) stc_text_format(&text, "line: %lld\n", line);
  stc_report_case(r, &(stc_test_result){.name = name,
                                        .file = file,
                                        .line = line,
                                        .message = message,
                                        .details = text.at});
  lua_pop(L, 1);
}

/* -- Scripts -------------------------------------------------------------- */

typedef struct script_test {
  const stc_test_unit *unit;
  bool is_bad_pack;
} script_test;

/* Push the environment of a test: that of its pack's folder. */
static void push_test_env(lua_State *L, script_test *t) {
  if (t->unit->pack.at[0] == '\0') {
    stl_push_new_env(L, NULL, NULL);
    return;
  }
  t->is_bad_pack = true;
  if (stl_load_pack(L, t->unit->pack.at) != LUA_OK) lua_error(L);
  t->is_bad_pack = false;
  (void)lua_getfield(L, -1, "env");
  (void)lua_getfield(L, -1, "settings");
  (void)lua_getfield(L, -3, "name");
  stl_push_new_env(L, lua_tostring(L, -1), t->unit->pack.at);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "settings");
}

/* Push the compiled test, which has the limits of a pack's file if it is of a
 * pack. */
static int load_test(lua_State *L) {
  script_test *t = lua_touserdata(L, 1);
  size_t size = 0;
  push_test_env(L, t);
  const int env = lua_gettop(L);
  if (stl_read_file(L, t->unit->script) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", t->unit->script);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  if (t->unit->pack.at[0] != '\0') stl_limit_pack_script(L);
  return 1;
}

static stc_exit run_script(test_options *t, const stc_options *options,
                           const stc_test_unit *u) {
  stc_host host;
  script_test one = {.unit = u};
  if (!stc_host_open(&host, options, "# ", NULL)) return STC_EXIT_SCRIPT;
  if (!stc_game_packs_prepare(host.L, options)) {
    stc_host_close(&host);
    return STC_EXIT_SCRIPT;
  }
  stc_report_suite(&t->report, u->pack.at[0] != '\0' ? u->pack.at : u->script);
  if (stc_call_protected(host.L, load_test, &one, 1) &&
      stc_host_call(host.L, 0, 0) == LUA_OK) {
    stc_report_case(&t->report,
                    &(stc_test_result){.name = u->script, .file = u->script});
  } else {
    report_message(&t->report, host.L, u->script, u->script);
  }
  t->has_bad_pack = t->has_bad_pack || one.is_bad_pack;
  stc_host_close(&host);
  return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
}

/* -- Suites --------------------------------------------------------------- */

static void run_scenario(test_options *t, stc_pack_suite *suite, size_t n) {
  lua_State *L = suite->host.L;
  const int base = lua_gettop(L);
  stc_test_result c = {0};
  const bool is_run = stc_suite_describe(suite, n) &&
                      (t->is_replayed ? stc_suite_replay(suite, n)
                                      : stc_suite_run(suite, n, t->is_mutated));
  if (lua_gettop(L) >= base + 3) { /* its name, file and line */
    c = (stc_test_result){.name = stl_error_text(L, base + 1),
                          .file = stl_error_text(L, base + 2),
                          .line = lua_tointeger(L, base + 3)};
  }
  if (!is_run) {
    const char *file = c.file != NULL ? c.file : suite->pack.at;
    report_message(&t->report, L, c.name != NULL ? c.name : file, file);
  } else {
    c.message = lua_isnil(L, -1) ? NULL : stl_error_text(L, -1);
    c.details = lua_isnil(L, -2) ? NULL : stl_error_text(L, -2);
    stc_report_case(&t->report, &c);
  }
  lua_settop(L, base);
}

/* Report the random games of the n-th test, and write the game that failed. */
static void report_explored(test_options *t, stc_pack_suite *suite, size_t n) {
  lua_State *L = suite->host.L;
  const int base = lua_gettop(L);
  if (!stc_suite_push_explored(suite, n, t->form == STC_REPORT_JSON)) {
    stc_report_error(L, false);
    return;
  }
  if (lua_isstring(L, base + 1)) {
    stc_report_note(&t->report, lua_tostring(L, base + 1));
  }
  const char *path = lua_tostring(L, base + 2);
  if (path != NULL && !stc_write_new_file(path, lua_tostring(L, base + 3))) {
    stc_print(stderr,
              "strata test: cannot write '%s', or it is there already\n", path);
    t->is_unwritten = true;
  }
  lua_settop(L, base);
}

/* Report the coverage of a suite's tests. */
static void report_coverage(test_options *t, stc_pack_suite *suite) {
  lua_State *L = suite->host.L;
  const bool is_fine =
      stc_suite_push_coverage(suite, t->form == STC_REPORT_JSON);
  if (is_fine) {
    stc_report_note(&t->report, stl_error_text(L, -1));
    lua_pop(L, 1);
  } else {
    stc_report_error(L, false);
  }
}

static stc_exit run_suite(test_options *t, const stc_test_unit *u) {
  stc_report_suite(&t->report, u->suite->pack.at);
  if (u->is_bad) {
    report_message(&t->report, u->suite->host.L, u->suite->pack.at,
                   u->suite->pack.at);
    t->has_bad_pack = true;
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
  }
  const bool is_covered = t->is_covered && stc_suite_begin_coverage(u->suite);
  for (size_t i = 0; i < u->suite->count; i++) {
    run_scenario(t, u->suite, i);
    if (u->suite->exploring != NULL) report_explored(t, u->suite, i);
    if (stc_host_take_interrupt()) return STC_EXIT_INTERRUPTED;
  }
  if (is_covered) report_coverage(t, u->suite);
  return STC_EXIT_OK;
}

/* -- All of it ------------------------------------------------------------ */

/* False if options do not go together, which is printed. */
static bool is_sensible(const stc_test_plan *p) {
  const test_options *t = p->user;
  if (t->exploring.games == 0) {
    return (t->exploring.seed < 0 && t->exploring.path == NULL) ||
           test_misuse("--seed and --found go with --explore");
  }
  if (t->is_mutated || t->is_replayed || t->is_covered) {
    return test_misuse(
        "--mutate, --replay and --coverage are for tests that stand "
        "in files, and not for --explore");
  }
  return p->unit_count > 0 ||
         test_misuse("--explore: there is no pack of cards");
}

static stc_exit run_planned_tests(stc_test_plan *p) {
  test_options *t = p->user;
  stc_exit status = STC_EXIT_OK;
  if (!is_sensible(p)) return STC_EXIT_USAGE;
  if (!stc_report_open(&t->report, t->form, t->output)) return STC_EXIT_SCRIPT;
  stc_report_plan(&t->report, p->tests);
  for (size_t i = 0; i < p->unit_count && status == STC_EXIT_OK; i++) {
    const stc_test_unit *u = &p->units[i];
    status = u->suite != NULL ? run_suite(t, u) : run_script(t, p->options, u);
  }
  const bool is_written = stc_report_close(&t->report, status != STC_EXIT_OK);
  if (status != STC_EXIT_OK) return status;
  if (t->has_bad_pack) return STC_EXIT_PACK;
  const bool has_failed =
      t->report.failed > 0 || t->is_unwritten || !is_written;
  return has_failed ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

/* -- The command line ----------------------------------------------------- */

static bool take_form(void *target, const char *value) {
  test_options *t = target;
  return stc_report_form_find(value, &t->form);
}

static const stc_option test_verb_options[] = {
    {.name = "--explore",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(test_options, exploring.games),
     .expected = "a number of games",
     .least = 1,
     .most = LLONG_MAX},
    {.name = "--seed",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(test_options, exploring.seed),
     .expected = "a number from 0",
     .least = 0,
     .most = LLONG_MAX},
    {.name = "--found",
     .type = STC_OPTION_TEXT,
     .at = offsetof(test_options, exploring.path),
     .expected = "a file"},
    {.name = "--filter",
     .type = STC_OPTION_TEXT,
     .at = offsetof(test_options, wish.filter),
     .expected = "a text"},
    {.name = "--format",
     .type = STC_OPTION_CALL,
     .expected = "tap, junit or json",
     .take = take_form},
    {.name = "--output",
     .type = STC_OPTION_TEXT,
     .at = offsetof(test_options, output),
     .expected = "a file"},
    {.name = "--mutate", .at = offsetof(test_options, is_mutated)},
    {.name = "--replay", .at = offsetof(test_options, is_replayed)},
    {.name = "--coverage", .at = offsetof(test_options, is_covered)},
    {.name = "--no-smoke", .at = offsetof(test_options, is_without_smoke)},
    {.name = "--watch", .at = offsetof(test_options, is_watching)},
};

/* -- Again and again ------------------------------------------------------ */

/* The packs to watch for changes: those of --pack, and those around the paths.
 */
static bool find_watched(const stc_options *options, int argc, char **argv,
                         stc_file_names *out) {
  bool is_complete = true;
  for (size_t i = 0; i < options->pack_count && is_complete; i++) {
    is_complete = stc_file_names_add(out, options->packs[i]);
  }
  for (int i = 1; i < argc && is_complete; i++) {
    stc_path pack;
    if (stc_is_file(argv[i]) &&
        stc_find_pack_around(options->files, argv[i], &pack)) {
      is_complete = stc_file_names_add(out, pack.at);
    } else if (stc_is_file(argv[i]) || stc_is_folder(argv[i])) {
      is_complete = stc_file_names_add(out, argv[i]);
    }
  }
  return is_complete;
}

static int run_once(const stc_options *options, const test_options *asked,
                    int argc, char **argv) {
  static const stc_test_plan_verb verb = {.name = "test",
                                          .run = run_planned_tests};
  test_options t = *asked;
  if (t.exploring.seed < 0 && t.exploring.games > 0) t.exploring.seed = 1;
  t.wish.has_smoke = !t.is_without_smoke;
  t.wish.exploring = t.exploring.games > 0 ? &t.exploring : NULL;
  return stc_test_plan_main(&verb, &t, &t.wish, options, argc, argv);
}

/* Whenever files change, until Ctrl-C. */
static int run_on_changes(const stc_options *options, const test_options *asked,
                          int argc, char **argv) {
  stc_file_names watched = {0};
  int status = STC_EXIT_SCRIPT;
  if (find_watched(options, argc, argv, &watched)) {
    uint64_t seen = stc_changes_hash(&watched);
    stc_host_catch_interrupts();
    do {
      status = run_once(options, asked, argc, argv);
      if (status == STC_EXIT_USAGE || status == STC_EXIT_INTERRUPTED) break;
      stc_print(stdout, "# waiting for changes; Ctrl-C ends\n");
      (void)fflush(stdout);
    } while (stc_changes_wait(&watched, &seen));
  }
  stc_file_names_free(&watched);
  return status;
}

int stc_verb_test(const stc_options *options, int argc, char **argv) {
  test_options t = {.exploring = {.seed = -1}};
  stc_options own = *options;
  const stc_option_set set = {.command = "strata test",
                              STC_OPTION_ROWS(test_verb_options),
                              .target = &t};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (t.form != STC_REPORT_TAP && t.output == NULL) own.print_file = stderr;
  return t.is_watching ? run_on_changes(&own, &t, argc, argv)
                       : run_once(&own, &t, argc, argv);
}
