/*
 * test.c - run the tests of packs, and say in TAP how it went.
 *
 * A test is a scenario of a pack of cards, or a script. Each script has a vm of
 * its own: nothing of one test reaches the next, and a pack is loaded as a host
 * would load it.
 */
#include "../lua/binding.h"
#include "changes.h"
#include "cli.h"
#include "host.h"
#include "packs.h"
#include "paths.h"
#include "plan.h"
#include "script.h"
#include "suite.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

typedef struct report {
  size_t count, failed;
  bool has_bad_pack, is_mutated, is_replayed;
} report;

/* -- Reporting ------------------------------------------------------------ */

/* One line of TAP; a name may hold anything but what TAP reads in it. */
static void print_result(report *r, bool is_ok, const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  r->count++;
  if (!is_ok) r->failed++;
  stc_print(stdout, "%s %zu - %s\n", is_ok ? "ok" : "not ok", r->count,
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
  const stc_unit *unit;
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
  (void)lua_getfield(L, -1, "env");
  (void)lua_getfield(L, -1, "settings");
  (void)lua_getfield(L, -3, "name");
  stl_new_env(L, lua_tostring(L, -1), t->unit->pack.at);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "settings");
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

static stc_exit run_script(report *r, const stc_options *options,
                           const stc_unit *u) {
  stc_host host;
  test t = {.unit = u};
  if (!stc_host_open(&host, options, "# ", NULL)) return STC_EXIT_SCRIPT;
  if (!stc_packs_prepare(host.L, options)) {
    stc_host_close(&host);
    return STC_EXIT_SCRIPT;
  }
  const bool is_ok =
      stc_protect(host.L, load_test, &t, 1) && stc_call(host.L, 0, 0) == LUA_OK;
  print_result(r, is_ok, u->script);
  if (!is_ok) print_diagnosis(host.L);
  r->has_bad_pack = r->has_bad_pack || t.is_bad_pack;
  (void)fflush(stdout);
  stc_host_close(&host);
  return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
}

/* -- Suites --------------------------------------------------------------- */

static void run_scenario(report *r, stc_suite *suite, size_t n) {
  lua_State *L = suite->host.L;
  const int base = lua_gettop(L);
  const bool is_named = stc_suite_name(suite, n);
  const char *name = stl_error_text(L, -1);
  const bool is_run = r->is_replayed ? stc_suite_replay(suite, n)
                                     : stc_suite_run(suite, n, r->is_mutated);
  print_result(r, is_named && is_run && lua_isnil(L, -1), name);
  if (!is_run) {
    print_diagnosis(L);
  } else if (!lua_isnil(L, -1)) {
    print_block(L);
  }
  lua_settop(L, base);
}

static stc_exit run_suite(report *r, const stc_unit *u) {
  if (u->is_bad) {
    print_result(r, false, u->suite->pack.at);
    print_diagnosis(u->suite->host.L);
    r->has_bad_pack = true;
    return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
  }
  for (size_t i = 0; i < u->suite->count; i++) {
    run_scenario(r, u->suite, i);
    (void)fflush(stdout);
    if (stc_take_interrupt()) return STC_EXIT_INTERRUPTED;
  }
  return STC_EXIT_OK;
}

/* -- All of it ------------------------------------------------------------ */

static stc_exit run_all(stc_plan *p) {
  report *r = p->user;
  stc_print(stdout, "TAP version 13\n1..%zu\n", p->tests);
  for (size_t i = 0; i < p->unit_count; i++) {
    const stc_unit *u = &p->units[i];
    const stc_exit status =
        u->suite != NULL ? run_suite(r, u) : run_script(r, p->options, u);
    if (status != STC_EXIT_OK) {
      stc_print(stdout, "Bail out!\n");
      return status;
    }
  }
  stc_print(stdout, "# %zu passed, %zu failed\n", r->count - r->failed,
            r->failed);
  if (r->has_bad_pack) return STC_EXIT_PACK;
  return r->failed > 0 ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

/* NOLINTBEGIN(readability-non-const-parameter): a plan's verbs are of a type */
static bool take_option(stc_plan *p, int argc, char **argv, int *i,
                        stc_exit *status) {
  /* NOLINTEND(readability-non-const-parameter) */
  report *r = p->user;
  (void)argc;
  (void)status;
  if (strcmp(argv[*i], "--mutate") == 0) {
    r->is_mutated = true;
  } else if (strcmp(argv[*i], "--replay") == 0) {
    r->is_replayed = true;
  } else {
    return false;
  }
  return true;
}

/* -- Again and again ------------------------------------------------------ */

/* Take --watch out of the arguments, if it is there. */
static bool take_watch(int *argc, char **argv) {
  bool is_taken = false;
  int kept = 0;
  for (int i = 0; i < *argc; i++) {
    if (strcmp(argv[i], "--watch") == 0) {
      is_taken = true;
    } else {
      argv[kept++] = argv[i];
    }
  }
  argv[kept] = NULL;
  *argc = kept;
  return is_taken;
}

/* The packs whose tests these are: who edits a card wants its tests run. */
static bool find_watched(const stc_options *options, int argc, char **argv,
                         stc_names *out) {
  bool is_complete = true;
  for (size_t i = 0; i < options->pack_count && is_complete; i++) {
    is_complete = stc_names_add(out, options->packs[i]);
  }
  for (int i = 1; i < argc && is_complete; i++) {
    stc_path pack;
    if (stc_is_file(argv[i]) &&
        stc_pack_around(options->files, argv[i], &pack)) {
      is_complete = stc_names_add(out, pack.at);
    } else if (stc_is_file(argv[i]) || stc_is_folder(argv[i])) {
      is_complete = stc_names_add(out, argv[i]);
    }
  }
  return is_complete;
}

static int run_plan(const stc_options *options, int argc, char **argv) {
  static const stc_plan_verb verb = {
      .name = "test", .take = take_option, .run = run_all};
  report r = {0};
  return stc_plan_main(&verb, &r, options, argc, argv);
}

/* Whenever files change, until Ctrl-C. */
static int run_again(const stc_options *options, int argc, char **argv) {
  stc_names watched = {0};
  int status = STC_EXIT_SCRIPT;
  if (find_watched(options, argc, argv, &watched)) {
    uint64_t seen = stc_changes_look(&watched);
    stc_catch_interrupts();
    do {
      status = run_plan(options, argc, argv);
      if (status == STC_EXIT_USAGE || status == STC_EXIT_INTERRUPTED) break;
      stc_print(stdout, "# waiting for changes; Ctrl-C ends\n");
      (void)fflush(stdout);
    } while (stc_changes_wait(&watched, &seen));
  }
  stc_names_free(&watched);
  return status;
}

int stc_test(const stc_options *options, int argc, char **argv) {
  return take_watch(&argc, argv) ? run_again(options, argc, argv)
                                 : run_plan(options, argc, argv);
}
