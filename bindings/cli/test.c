/*
 * test.c - run the tests of packs, and say in TAP how it went.
 *
 * A test is a scenario of a pack of cards, or a script. Each script has a vm of
 * its own: nothing of one test reaches the next, and a pack is loaded as a host
 * would load it.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "folder.h"
#include "host.h"
#include "paths.h"
#include "script.h"
#include "suite.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scripts and suites in the order in which the command line names them. */
typedef struct unit {
  const char *script; /* NULL: a suite */
  stc_path pack;      /* empty: the script belongs to none */
  stc_suite *suite;
  bool is_bad; /* the suite could not be opened; its message is pushed */
} unit;

typedef struct plan {
  unit *units;
  size_t unit_count;
  const char *program, *filter;
  size_t tests, count, failed;
  bool has_bad_pack;
} plan;

/* Put the scripts that a PATH stands for on the list. */
static stc_exit collect(const char *path, stc_names *scripts) {
  stc_path tests;
  if (stc_is_file(path)) {
    return stc_names_add(scripts, path) ? STC_EXIT_OK : STC_EXIT_SCRIPT;
  }
  if (!stc_is_folder(path)) {
    stc_print(stderr, "strata test: no file or folder '%s'\n", path);
    return STC_EXIT_USAGE;
  }
  if (!stc_path_set_folder(&tests, path)) return STC_EXIT_USAGE;
  if (!stc_path_join(&tests, "tests") || !stc_is_folder(tests.at)) {
    stc_print(stderr, "strata test: '%s' has no folder tests\n", path);
    return STC_EXIT_USAGE;
  }
  stc_names found = {0};
  bool is_complete = stc_folder_scripts(tests.at, &found);
  for (size_t i = 0; i < found.count && is_complete; i++) {
    is_complete = stc_names_add(scripts, found.at[i]);
  }
  stc_names_free(&found);
  return is_complete ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

/* -- The plan ------------------------------------------------------------- */

static stc_suite *suite_of(const plan *p, const stc_path *pack) {
  for (size_t i = 0; i < p->unit_count; i++) {
    stc_suite *suite = p->units[i].suite;
    if (suite != NULL && strcmp(suite->pack.at, pack->at) == 0) return suite;
  }
  return NULL;
}

/* The suite of a pack, which is made if it has rules or cards; NULL if it has
 * not. A pack with a wrong manifest has scripts: each of them tells it. */
static stc_suite *need_suite(plan *p, const stc_path *pack) {
  stc_suite *known = suite_of(p, pack);
  if (known != NULL) return known;
  stc_suite *suite = malloc(sizeof *suite);
  if (suite == NULL) return NULL;
  bool is_bad = false;
  if (stc_suite_new(suite, p->program, pack) &&
      stc_suite_is_game(suite, &is_bad)) {
    p->units[p->unit_count++] = (unit){.suite = suite};
    return suite;
  }
  stc_suite_free(suite);
  free(suite);
  return NULL;
}

static bool is_wanted(const plan *p, const char *path) {
  return p->filter == NULL || strstr(path, p->filter) != NULL;
}

static bool add_script(plan *p, const char *path) {
  stc_path pack;
  if (!stc_pack_around(path, &pack)) {
    pack.at[0] = '\0';
  } else {
    stc_suite *suite = need_suite(p, &pack);
    if (suite != NULL) return stc_names_add(&suite->paths, path);
  }
  if (is_wanted(p, path)) {
    p->units[p->unit_count++] = (unit){.script = path, .pack = pack};
    p->tests++;
  }
  return true;
}

static bool make_plan(plan *p, const stc_names *scripts) {
  p->units = calloc(scripts->count + 1, sizeof *p->units);
  bool is_complete = p->units != NULL;
  for (size_t i = 0; i < scripts->count && is_complete; i++) {
    is_complete = add_script(p, scripts->at[i]);
  }
  for (size_t i = 0; i < p->unit_count && is_complete; i++) {
    unit *u = &p->units[i];
    if (u->suite == NULL) continue;
    u->is_bad = !stc_suite_open(u->suite, p->filter);
    p->tests += u->is_bad ? 1 : u->suite->count;
  }
  return is_complete;
}

static void free_plan(plan *p) {
  for (size_t i = 0; i < p->unit_count; i++) {
    if (p->units[i].suite == NULL) continue;
    stc_suite_free(p->units[i].suite);
    free(p->units[i].suite);
  }
  free(p->units);
}

/* -- Reporting ------------------------------------------------------------ */

/* One line of TAP; a name may hold anything but what TAP reads in it. */
static void print_result(plan *p, bool is_ok, const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  p->count++;
  if (!is_ok) p->failed++;
  stc_print(stdout, "%s %zu - %s\n", is_ok ? "ok" : "not ok", p->count,
            text.at);
}

/* A block of YAML behind "not ok"; the message is on the top. */
static void print_diagnosis(lua_State *L) {
  stc_text text;
  const char *message = stl_error_text(L, -1);
  stc_text_clear(&text);
  stc_text_escaped(&text, message, strlen(message), STC_ESCAPE_QUOTED);
  stc_print(stdout, "  ---\n  message: \"%s\"\n  ...\n", text.at);
  lua_pop(L, 1);
}

/* The same of lines of YAML, which are on the top. */
static void print_block(lua_State *L) {
  const char *line = stl_error_text(L, -1);
  stc_print(stdout, "  ---\n");
  while (*line != '\0') {
    const size_t size = strcspn(line, "\n");
    stc_print(stdout, "  ");
    stc_write_line(stdout, line, size);
    line += size + (line[size] == '\n' ? 1 : 0);
  }
  stc_print(stdout, "  ...\n");
  lua_pop(L, 1);
}

/* -- Scripts -------------------------------------------------------------- */

typedef struct test {
  const unit *unit;
  bool is_bad_pack;
} test;

/* Push the environment of a test: that of its pack's folder. */
static void push_env(lua_State *L, test *t) {
  if (t->unit->pack.at[0] == '\0') {
    stl_new_env(L, NULL, NULL);
    return;
  }
  t->is_bad_pack = true;
  if (stl_load_pack(L, t->unit->pack.at) != LUA_OK) lua_error(L);
  t->is_bad_pack = false;
  (void)lua_getfield(L, -1, "name");
  stl_new_env(L, lua_tostring(L, -1), t->unit->pack.at);
}

/* Push the compiled test. */
static int load_test(lua_State *L) {
  test *t = lua_touserdata(L, 1);
  size_t size = 0;
  push_env(L, t);
  const int env = lua_gettop(L);
  if (stl_read_file(L, t->unit->script) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", t->unit->script);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  return 1;
}

static stc_exit run_script(plan *p, const unit *u) {
  stc_host host;
  test t = {.unit = u};
  if (!stc_host_open(&host, "# ")) return STC_EXIT_SCRIPT;
  const bool is_ok =
      stc_protect(host.L, load_test, &t, 1) && stc_call(host.L, 0, 0) == LUA_OK;
  print_result(p, is_ok, u->script);
  if (!is_ok) print_diagnosis(host.L);
  p->has_bad_pack = p->has_bad_pack || t.is_bad_pack;
  (void)fflush(stdout);
  stc_host_close(&host);
  return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
}

/* -- Suites --------------------------------------------------------------- */

static void run_scenario(plan *p, stc_suite *suite, size_t n) {
  lua_State *L = suite->host.L;
  const int base = lua_gettop(L);
  const bool is_named = stc_suite_name(suite, n);
  const char *name = stl_error_text(L, -1);
  const bool is_run = stc_suite_run(suite, n);
  print_result(p, is_named && is_run && lua_isnil(L, -1), name);
  if (!is_run) {
    print_diagnosis(L);
  } else if (!lua_isnil(L, -1)) {
    print_block(L);
  }
  lua_settop(L, base);
}

static stc_exit run_suite(plan *p, const unit *u) {
  if (u->is_bad) {
    print_result(p, false, u->suite->pack.at);
    print_diagnosis(u->suite->host.L);
    p->has_bad_pack = true;
    return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
  }
  for (size_t i = 0; i < u->suite->count; i++) {
    run_scenario(p, u->suite, i);
    (void)fflush(stdout);
    if (stc_take_interrupt()) return STC_EXIT_INTERRUPTED;
  }
  return STC_EXIT_OK;
}

/* -- All of it ------------------------------------------------------------ */

static stc_exit run_all(plan *p) {
  stc_print(stdout, "TAP version 13\n1..%zu\n", p->tests);
  for (size_t i = 0; i < p->unit_count; i++) {
    const unit *u = &p->units[i];
    const stc_exit status =
        u->suite != NULL ? run_suite(p, u) : run_script(p, u);
    if (status != STC_EXIT_OK) {
      stc_print(stdout, "Bail out!\n");
      return status;
    }
  }
  stc_print(stdout, "# %zu passed, %zu failed\n", p->count - p->failed,
            p->failed);
  if (p->has_bad_pack) return STC_EXIT_PACK;
  return p->failed > 0 ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

static stc_exit test_all(plan *p, const stc_names *scripts) {
  stc_catch_interrupts();
  stc_exit status = STC_EXIT_SCRIPT;
  if (make_plan(p, scripts)) {
    status = run_all(p);
  } else {
    stc_print(stderr, "strata test: not enough memory\n");
  }
  free_plan(p);
  return status;
}

/* Take --filter at `*i`, with its value, if it stands there. */
static bool take_filter(plan *p, int argc, char **argv, int *i) {
  if (strncmp(argv[*i], "--filter=", 9) == 0) {
    p->filter = argv[*i] + 9;
    return true;
  }
  if (strcmp(argv[*i], "--filter") != 0) return false;
  *i += 1;
  p->filter = *i < argc ? argv[*i] : "";
  return true;
}

int stc_test(const stc_options *options, int argc, char **argv) {
  plan p = {.program = options->program};
  stc_names scripts = {0};
  stc_exit status = STC_EXIT_OK;
  size_t paths = options->pack_count;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    if (take_filter(&p, argc, argv, &i)) continue;
    status = collect(argv[i], &scripts);
    paths++;
  }
  if (paths == 0) {
    stc_print(stderr, "strata test: no path given (strata test --help)\n");
    return STC_EXIT_USAGE;
  }
  for (size_t i = 0; i < options->pack_count && status == STC_EXIT_OK; i++) {
    stc_path pack;
    status = stc_find_pack(options->program, options->packs[i], &pack)
                 ? collect(pack.at, &scripts)
                 : STC_EXIT_PACK;
  }
  if (status == STC_EXIT_OK) status = test_all(&p, &scripts);
  stc_names_free(&scripts);
  return (int)status;
}
