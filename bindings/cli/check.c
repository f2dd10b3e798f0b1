/*
 * check.c - check packs: the manifest, the syntax of every script, and, of a
 * pack with cards, what they say. All problems are reported, not only the
 * first.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "folder.h"
#include "host.h"
#include "packs.h"
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
  const char *path = *(const char **)lua_touserdata(L, 1);
  size_t size = 0;
  stl_new_env(L, NULL, NULL);
  const int env = lua_gettop(L);
  if (stl_read_file(L, path) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", path);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  return 0;
}

static void check_script(lua_State *L, const char *path, report *sum) {
  sum->scripts++;
  if (!stc_protect(L, compile, &path, 0)) print_problem(L, sum);
}

/* What a folder has must be fit for an archive too: names and sizes. */
static int check_content(lua_State *L) {
  const stc_path *folder = lua_touserdata(L, 1);
  stl_tree tree;
  stl_message message;
  if (!stl_files_content(stl_files_of(L), folder->at, &tree, &message)) {
    return luaL_error(L, "%s", message.text);
  }
  stl_tree_free(&tree);
  return 0;
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
    if (stl_files_look(stl_files_of(L), lua_tostring(L, -1)) != STL_IS_FILE) {
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

/* Call a function of strata.suite, and print what it finds; true if nothing. */
static bool ask(stc_suite *suite, const char *function, report *sum) {
  static const char *const none[4] = {NULL};
  lua_State *L = suite->host.L;
  const bool is_fine =
      stc_suite_call(suite, function, none) && lua_isnil(L, -1);
  if (!is_fine) print_lines(L, sum);
  return is_fine;
}

/* The packs that a pack needs, and rules, laws and cards if it has any; its
 * manifest is fine. */
static void check_game(const stc_options *options, const stc_path *folder,
                       report *sum) {
  stc_suite suite;
  bool is_bad = false;
  if (stc_suite_new(&suite, options, folder)) {
    if (!ask(&suite, "packs", sum)) {
      sum->has_bad_pack = true;
    } else if (stc_suite_is_game(&suite, &is_bad)) {
      (void)ask(&suite, "check", sum);
    }
  }
  stc_suite_free(&suite);
}

static bool check_pack(lua_State *L, const stc_options *options,
                       const char *path, report *sum) {
  stc_names scripts = {0};
  stc_path folder;
  if (!stc_path_set_folder(&folder, path)) return false;
  sum->packs++;
  if (!stc_protect(L, check_content, &folder, 0)) {
    print_problem(L, sum);
    sum->has_bad_pack = true;
    return true;
  }
  if (!stc_protect(L, check_list, &folder, 0)) {
    print_lines(L, sum);
    sum->has_bad_pack = true;
  }
  if (!stc_folder_scripts(options->files, folder.at, &scripts)) {
    stc_names_free(&scripts);
    return false;
  }
  for (size_t i = 0; i < scripts.count; i++) {
    check_script(L, scripts.at[i], sum);
  }
  stc_names_free(&scripts);
  return true;
}

/* Each path has a vm of its own: two packs of one name may be checked. */
static stc_exit check_path(const stc_options *options, const char *path,
                           report *sum) {
  stc_host host;
  const stl_place place = stl_files_look(options->files, path);
  if (place == STL_NOTHING) {
    stc_print(stderr, "strata check: no file or folder '%s'\n", path);
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, options, "", NULL)) return STC_EXIT_SCRIPT;
  bool is_read = stc_packs_prepare(host.L, options);
  if (is_read && place == STL_IS_FILE) {
    check_script(host.L, path, sum);
  } else if (is_read) {
    is_read = check_pack(host.L, options, path, sum);
  }
  stc_host_close(&host);
  return is_read ? STC_EXIT_OK : STC_EXIT_USAGE;
}

/* A path, and if it is a pack's, the game of it and of the other packs. */
static stc_exit check_whole(const stc_options *options, const char *path,
                            report *sum) {
  stc_path folder;
  const size_t before = sum->problems;
  const stc_exit status = check_path(options, path, sum);
  if (status == STC_EXIT_OK && sum->problems == before &&
      stl_files_look(options->files, path) == STL_IS_FOLDER &&
      stc_path_set_folder(&folder, path)) {
    check_game(options, &folder, sum);
  }
  return status;
}

/* Packs without a path: they are one game. */
static stc_exit check_packs(const stc_options *options, report *sum) {
  stc_exit status = STC_EXIT_OK;
  stc_path first;
  for (size_t i = 0; i < options->pack_count && status == STC_EXIT_OK; i++) {
    status = check_path(options, options->packs[i], sum);
  }
  if (status == STC_EXIT_OK && sum->problems == 0 &&
      stc_path_set(&first, options->packs[0])) {
    check_game(options, &first, sum);
  }
  return status;
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
    status = check_whole(options, argv[i], &sum);
  }
  if (argc < 2) status = check_packs(options, &sum);
  if (status == STC_EXIT_OK) status = conclude(&sum);
  return (int)status;
}
