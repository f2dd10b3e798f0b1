/*
 * test.c - run the tests of packs, and say in TAP how it went.
 *
 * Each script has a vm of its own: nothing of one test reaches the next, and a
 * pack is loaded as a host would load it.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "folder.h"
#include "host.h"
#include "paths.h"
#include "script.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

typedef struct tally {
  size_t count, failed;
  bool has_bad_pack;
} tally;

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

enum { LEVELS_MAX = 3 };

/* "a/b" becomes "a", and "a" becomes "."; false at the top. */
static bool go_up(stc_path *path) {
  char *slash = strrchr(path->at, '/');
  if (strcmp(path->at, ".") == 0 || slash == path->at) return false;
  if (slash == NULL) return stc_path_set(path, ".");
  *slash = '\0';
  return true;
}

/* The pack around a file: the first folder on the way up that has a
 * manifest. */
static bool find_pack(const char *file, stc_path *out) {
  if (!stc_path_set(out, file)) return false;
  for (int i = 0; i < LEVELS_MAX && go_up(out); i++) {
    stc_path manifest = *out;
    if (stc_path_join(&manifest, "pack.lua") && stc_is_file(manifest.at)) {
      return true;
    }
  }
  return false;
}

typedef struct test {
  const char *path;
  stc_path pack; /* empty: the script belongs to none */
  bool is_bad_pack;
} test;

/* Push the environment of a test: that of its pack's folder. */
static void push_env(lua_State *L, test *t) {
  if (t->pack.at[0] == '\0') {
    stl_new_env(L, NULL, NULL);
    return;
  }
  t->is_bad_pack = true;
  if (stl_load_pack(L, t->pack.at) != LUA_OK) lua_error(L);
  t->is_bad_pack = false;
  (void)lua_getfield(L, -1, "name");
  stl_new_env(L, lua_tostring(L, -1), t->pack.at);
}

/* Push the compiled test. */
static int load_test(lua_State *L) {
  test *t = lua_touserdata(L, 1);
  size_t size = 0;
  push_env(L, t);
  const int env = lua_gettop(L);
  if (stl_read_file(L, t->path) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", t->path);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  return 1;
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

static bool run_test(lua_State *L, test *t) {
  return stc_protect(L, load_test, t, 1) && stc_call(L, 0, 0) == LUA_OK;
}

static stc_exit run_one(const char *path, tally *sum) {
  stc_host host;
  test t = {.path = path};
  if (!find_pack(path, &t.pack)) t.pack.at[0] = '\0';
  if (!stc_host_open(&host, "# ")) return STC_EXIT_SCRIPT;
  const bool is_ok = run_test(host.L, &t);
  sum->count++;
  stc_print(stdout, "%s %zu - %s\n", is_ok ? "ok" : "not ok", sum->count, path);
  if (!is_ok) {
    sum->failed++;
    print_diagnosis(host.L);
  }
  sum->has_bad_pack = sum->has_bad_pack || t.is_bad_pack;
  (void)fflush(stdout);
  stc_host_close(&host);
  return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_OK;
}

static stc_exit run_all(const stc_names *scripts) {
  tally sum = {0, 0, false};
  stc_print(stdout, "TAP version 13\n1..%zu\n", scripts->count);
  for (size_t i = 0; i < scripts->count; i++) {
    const stc_exit status = run_one(scripts->at[i], &sum);
    if (status != STC_EXIT_OK) {
      stc_print(stdout, "Bail out!\n");
      return status;
    }
  }
  stc_print(stdout, "# %zu passed, %zu failed\n", sum.count - sum.failed,
            sum.failed);
  if (sum.has_bad_pack) return STC_EXIT_PACK;
  return sum.failed > 0 ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

int stc_test(const stc_options *options, int argc, char **argv) {
  stc_names scripts = {0};
  stc_exit status = STC_EXIT_OK;
  if (argc < 2 && options->pack_count == 0) {
    stc_print(stderr, "strata test: no path given (strata test --help)\n");
    return STC_EXIT_USAGE;
  }
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = collect(argv[i], &scripts);
  }
  for (size_t i = 0; i < options->pack_count && status == STC_EXIT_OK; i++) {
    stc_path pack;
    status = stc_find_pack(options->program, options->packs[i], &pack)
                 ? collect(pack.at, &scripts)
                 : STC_EXIT_PACK;
  }
  if (status == STC_EXIT_OK) {
    stc_catch_interrupts();
    status = run_all(&scripts);
  }
  stc_names_free(&scripts);
  return (int)status;
}
