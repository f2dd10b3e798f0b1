/*
 * check.c - check packs: the manifest, the syntax of every script, and, of a
 * pack with cards, what they say. All problems are reported, not only the
 * first.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "folder.h"
#include "host.h"
#include "paths.h"
#include "script.h"
#include "suite.h"
#include "text.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

typedef struct report {
  size_t packs, scripts, problems;
  bool has_bad_pack;
} report;

/* Take the message on the top off and print it. */
static void print_problem(lua_State *L, report *sum) {
  const char *message = stl_error_text(L, -1);
  stc_write_line(stdout, message, strlen(message));
  lua_pop(L, 1);
  sum->problems++;
}

static int compile(lua_State *L) {
  const char *path = lua_touserdata(L, 1);
  size_t size = 0;
  stl_new_env(L, NULL, NULL);
  const int env = lua_gettop(L);
  if (stl_read_file(L, path) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", path);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  return 0;
}

static void check_script(lua_State *L, char *path, report *sum) {
  sum->scripts++;
  if (!stc_protect(L, compile, path, 0)) print_problem(L, sum);
}

/* Every script that the manifest lists must be there. */
static int check_list(lua_State *L) {
  const stc_path *folder = lua_touserdata(L, 1);
  if (stl_load_pack(L, folder->at) != LUA_OK) lua_error(L);
  (void)lua_getfield(L, -1, "scripts");
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, -1, i);
    const char *name = lua_tostring(L, -1);
    lua_pushfstring(L, "%s/%s.lua", folder->at, name);
    if (!stc_is_file(lua_tostring(L, -1))) {
      return luaL_error(L, "%s/pack.lua: scripts: there is no %s.lua",
                        folder->at, name);
    }
    lua_pop(L, 2);
  }
  return 0;
}

/* Print each line of the text on the top as a problem, and take it off. */
static void print_lines(lua_State *L, report *sum) {
  const char *line = stl_error_text(L, -1);
  while (*line != '\0') {
    const size_t size = strcspn(line, "\n");
    stc_write_line(stdout, line, size);
    sum->problems++;
    line += size + (line[size] == '\n' ? 1 : 0);
  }
  lua_pop(L, 1);
}

/* Rules, laws and cards of a pack that has any; its manifest is fine. */
static void check_cards(const char *program, const stc_path *folder,
                        report *sum) {
  static const char *const none[4] = {NULL};
  stc_suite suite;
  bool is_bad = false;
  if (stc_suite_new(&suite, program, folder) &&
      stc_suite_is_game(&suite, &is_bad)) {
    lua_State *L = suite.host.L;
    const bool is_called = stc_suite_call(&suite, "check", none);
    if (!is_called || !lua_isnil(L, -1)) print_lines(L, sum);
  }
  stc_suite_free(&suite);
}

static bool check_pack(lua_State *L, const char *program, const char *path,
                       report *sum) {
  stc_names scripts = {0};
  stc_path folder;
  if (!stc_path_set_folder(&folder, path)) return false;
  sum->packs++;
  if (!stc_protect(L, check_list, &folder, 0)) {
    print_problem(L, sum);
    sum->has_bad_pack = true;
  }
  if (!stc_folder_scripts(folder.at, &scripts)) {
    stc_print(stderr, "strata check: cannot read folder '%s'\n", path);
    return false;
  }
  for (size_t i = 0; i < scripts.count; i++) {
    check_script(L, scripts.at[i], sum);
  }
  stc_names_free(&scripts);
  if (sum->problems == 0) check_cards(program, &folder, sum);
  return true;
}

/* Each path has a vm of its own: two packs of one name may be checked. */
static stc_exit check_path(const char *program, char *path, report *sum) {
  stc_host host;
  if (!stc_is_file(path) && !stc_is_folder(path)) {
    stc_print(stderr, "strata check: no file or folder '%s'\n", path);
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, "", NULL)) return STC_EXIT_SCRIPT;
  bool is_read = true;
  if (stc_is_file(path)) {
    check_script(host.L, path, sum);
  } else {
    is_read = check_pack(host.L, program, path, sum);
  }
  stc_host_close(&host);
  return is_read ? STC_EXIT_OK : STC_EXIT_USAGE;
}

static stc_exit conclude(const report *sum) {
  stc_print(stdout, "%zu pack%s, %zu script%s: ", sum->packs,
            sum->packs == 1 ? "" : "s", sum->scripts,
            sum->scripts == 1 ? "" : "s");
  if (sum->problems == 0) {
    stc_print(stdout, "ok\n");
    return STC_EXIT_OK;
  }
  stc_print(stdout, "%zu problem%s\n", sum->problems,
            sum->problems == 1 ? "" : "s");
  return sum->has_bad_pack ? STC_EXIT_PACK : STC_EXIT_SCRIPT;
}

int stc_check(const stc_options *options, int argc, char **argv) {
  report sum = {0, 0, 0, false};
  stc_exit status = STC_EXIT_OK;
  if (argc < 2 && options->pack_count == 0) {
    stc_print(stderr, "strata check: no path given (strata check --help)\n");
    return STC_EXIT_USAGE;
  }
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = check_path(options->program, argv[i], &sum);
  }
  for (size_t i = 0; i < options->pack_count && status == STC_EXIT_OK; i++) {
    stc_path pack;
    status = stc_find_pack(options->program, options->packs[i], &pack)
                 ? check_path(options->program, pack.at, &sum)
                 : STC_EXIT_PACK;
  }
  if (status == STC_EXIT_OK) status = conclude(&sum);
  return (int)status;
}
