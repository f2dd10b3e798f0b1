/*
 * verb_check.c - the verb check: the manifest, the syntax of every script, and,
 * of a pack with cards, its game. All findings are reported, not only the
 * first; the library module strata.base.diagnostic makes and prints them.
 */
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/verbs/verbs.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

typedef struct check_report {
  size_t packs, scripts, problems, warnings;
  bool has_bad_pack;
  bool is_json;      /* one document, an object for each */
  bool are_mistakes; /* warnings count as problems */
  const char *path;  /* the one that is being checked */
} check_report;

/* -- Telling what is found ------------------------------------------------- */

typedef struct finding_request {
  const char *text, *code, *path;
} finding_request;

/* Push the finding that a message describes. */
static int read_message(lua_State *L) {
  const finding_request *m = lua_touserdata(L, 1);
  stl_library_push(L, "strata.base.diagnostic");
  (void)lua_getfield(L, -1, "read");
  lua_pushstring(L, m->text);
  lua_pushstring(L, m->code);
  lua_pushstring(L, m->path);
  lua_call(L, 3, 1);
  return 1;
}

typedef struct finding_printing {
  bool is_json, is_warning;
} finding_printing;

/* (printing, finding): push the text of the finding. */
static int push_finding_text(lua_State *L) {
  finding_printing *s = lua_touserdata(L, 1);
  (void)lua_getfield(L, 2, "severity");
  s->is_warning = strcmp(lua_tostring(L, -1), "warning") == 0;
  (void)lua_getfield(L, 2, "text");
  if (!s->is_json) return 1;
  stl_library_push(L, "strata.base.diagnostic");
  (void)lua_getfield(L, -1, "json");
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* Print and pop the finding on the top, or the message why there is none. */
static void print_finding(lua_State *L, check_report *sum) {
  finding_printing s = {.is_json = sum->is_json};
  if (lua_istable(L, -1)) {
    lua_pushcfunction(L, push_finding_text);
    lua_pushlightuserdata(L, &s);
    lua_rotate(L, -3, 2);
    (void)lua_pcall(L, 2, 1, 0);
  }
  const bool is_first = sum->problems + sum->warnings == 0;
  const char *text = stl_error_text(L, -1);
  if (sum->is_json) stc_print(stdout, is_first ? "[\n  " : ",\n  ");
  if (sum->is_json) {
    stc_print(stdout, "%s", text);
  } else {
    stc_write_line(stdout, text, strlen(text));
  }
  lua_pop(L, 1);
  *(s.is_warning ? &sum->warnings : &sum->problems) += 1;
}

/* Pop the message on the top, and print each of its lines as a finding. */
static void print_lines(lua_State *L, check_report *sum, const char *code) {
  stc_text line;
  const char *at = stl_error_text(L, -1);
  while (*at != '\0') {
    const size_t size = strcspn(at, "\n");
    stc_text_clear(&line);
    stc_text_add(&line, at, size);
    finding_request m = {line.at, code, sum->path};
    (void)stc_call_protected(L, read_message, &m, 1);
    print_finding(L, sum);
    at += size + (at[size] == '\n' ? 1 : 0);
  }
  lua_pop(L, 1);
}

/* -- Files ----------------------------------------------------------------- */

static int compile_pack_file(lua_State *L) {
  const char *path = *(const char **)lua_touserdata(L, 1);
  size_t size = 0;
  stl_push_new_env(L, NULL, NULL);
  const int env = lua_gettop(L);
  if (stl_read_file(L, path) != LUA_OK) lua_error(L);
  const char *text = lua_tolstring(L, -1, &size);
  const char *name = lua_pushfstring(L, "@%s", path);
  if (stl_compile(L, name, text, size, env) != LUA_OK) lua_error(L);
  return 0;
}

static void check_script(lua_State *L, const char *path, check_report *sum) {
  sum->scripts++;
  if (!stc_call_protected(L, compile_pack_file, &path, 0)) {
    print_lines(L, sum, "syntax");
  }
}

/* The names and sizes of a folder's files must be possible in an archive too.
 */
static int check_content(lua_State *L) {
  const stc_path *folder = lua_touserdata(L, 1);
  stl_tree tree;
  stl_message message;
  if (!stl_files_content(stl_files_get(L), folder->at, &tree, &message)) {
    return luaL_error(L, "%s", message.text);
  }
  stl_tree_free(&tree);
  return 0;
}

/* Every script that the manifest lists must be there. */
static int check_listed_files(lua_State *L) {
  const stc_path *folder = lua_touserdata(L, 1);
  if (stl_load_pack(L, folder->at) != LUA_OK) lua_error(L);
  (void)lua_getfield(L, -1, "scripts");
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, -1, i);
    const char *name = lua_tostring(L, -1);
    lua_pushfstring(L, "%s/%s.lua", folder->at, name);
    if (stl_files_path_kind(stl_files_get(L), lua_tostring(L, -1)) !=
        STL_PATH_FILE) {
      return luaL_error(L, "%s/pack.lua: scripts: there is no %s.lua",
                        folder->at, name);
    }
    lua_pop(L, 2);
  }
  return 0;
}

/* -- Games ----------------------------------------------------------------- */

/* Call a function of strata.tools.verbs, and print the findings that it gives;
 * true if there are none. */
static bool check_by_suite(stc_pack_suite *suite, const char *function,
                           check_report *sum) {
  static const char *const none[4] = {NULL};
  lua_State *L = suite->host.L;
  if (!stc_suite_call(suite, function, none)) {
    print_lines(L, sum, "content");
    return false;
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, -1, i);
    print_finding(L, sum);
  }
  lua_pop(L, 1);
  return count == 0;
}

/* Check the packs that a pack needs, then its rules, laws and cards, if it has
 * any. Its manifest was checked before. */
static void check_game(const stc_options *options, const stc_path *folder,
                       check_report *sum) {
  stc_pack_suite suite;
  bool is_bad = false;
  if (stc_suite_new(&suite, options, folder)) {
    if (!check_by_suite(&suite, "packs", sum)) {
      sum->has_bad_pack = true;
    } else if (stc_suite_is_game(&suite, &is_bad)) {
      (void)check_by_suite(&suite, "check", sum);
    }
  }
  stc_suite_free(&suite);
}

static bool check_pack(lua_State *L, const stc_options *options,
                       const char *path, check_report *sum) {
  stc_file_names scripts = {0};
  stc_path folder;
  if (!stc_path_set_folder(&folder, path)) return false;
  sum->packs++;
  if (!stc_call_protected(L, check_content, &folder, 0)) {
    print_lines(L, sum, "pack");
    sum->has_bad_pack = true;
    return true;
  }
  if (!stc_call_protected(L, check_listed_files, &folder, 0)) {
    print_lines(L, sum, "pack");
    sum->has_bad_pack = true;
  }
  if (!stc_file_names_of_scripts(options->files, folder.at, &scripts)) {
    stc_file_names_free(&scripts);
    return false;
  }
  for (size_t i = 0; i < scripts.count; i++) {
    check_script(L, scripts.at[i], sum);
  }
  stc_file_names_free(&scripts);
  return true;
}

/* Check a path by itself, in a vm of its own, so that two packs of one name can
 * be checked. */
static stc_exit check_path(const stc_options *options, const char *path,
                           check_report *sum) {
  stc_host host;
  const stl_path_kind place = stl_files_path_kind(options->files, path);
  sum->path = path;
  if (place == STL_PATH_NOTHING) {
    stc_print(stderr, "strata check: no file or folder '%s'\n", path);
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, options, "", NULL)) return STC_EXIT_SCRIPT;
  bool is_read = stc_game_packs_prepare(host.L, options);
  if (is_read && place == STL_PATH_FILE) {
    check_script(host.L, path, sum);
  } else if (is_read) {
    is_read = check_pack(host.L, options, path, sum);
  }
  stc_host_close(&host);
  return is_read ? STC_EXIT_OK : STC_EXIT_USAGE;
}

/* The folder of a manifest, "mine" of "mine/pack.lua", which stands for its
 * pack; any other path as it is. False: it is too long. */
static bool set_checked_path(stc_path *path, const char *text) {
  static const char manifest[] = "pack.lua";
  const size_t size = strlen(text);
  const size_t tail = sizeof manifest - 1;
  if (!stc_path_set(path, text)) return false;
  if (size < tail || strcmp(text + size - tail, manifest) != 0) return true;
  if (size == tail) return stc_path_set(path, ".");
  if (text[size - tail - 1] == '/') path->at[size - tail - 1] = '\0';
  return true;
}

/* Check a path, and, if it is a pack, the game of it and of --pack. */
static stc_exit check_whole(const stc_options *options, const char *given,
                            check_report *sum) {
  stc_path folder;
  stc_path checked;
  const size_t before = sum->problems;
  if (!set_checked_path(&checked, given)) return STC_EXIT_USAGE;
  const char *path = checked.at;
  const stc_exit status = check_path(options, path, sum);
  if (status == STC_EXIT_OK && sum->problems == before &&
      stl_files_path_kind(options->files, path) == STL_PATH_FOLDER &&
      stc_path_set_folder(&folder, path)) {
    check_game(options, &folder, sum);
  }
  sum->path = given; /* `checked` ends here */
  return status;
}

/* Several packs that are fine each by itself are often meant for one game: tell
 * if they make none. */
static void tell_apart(const stc_options *options, int argc, char **argv) {
  stc_pack_suite suite = {0};
  stc_path folder;
  bool is_complete = stc_path_set_folder(&folder, argv[1]) &&
                     stc_suite_new(&suite, options, &folder);
  for (int i = 1; i < argc && is_complete; i++) {
    is_complete = stc_path_set_folder(&folder, argv[i]) &&
                  stc_file_names_add(&suite.paths, folder.at);
  }
  if (is_complete && stc_suite_call_all(&suite, "apart", NULL, false) &&
      lua_isstring(suite.host.L, -2)) {
    stc_print(stdout, "note: each is fine, and they make no game together:\n");
    const char *text = lua_tostring(suite.host.L, -2);
    stc_write_line(stdout, text, strlen(text));
  }
  stc_suite_free(&suite);
}

/* True if several packs were checked, and nothing was wrong with them. */
static bool are_fine_packs(const check_report *sum, int argc) {
  return argc > 2 && sum->packs == (size_t)argc - 1 && sum->problems == 0 &&
         !sum->has_bad_pack && !sum->is_json;
}

/* Check the packs of --pack as one game. */
static stc_exit check_packs(const stc_options *options, check_report *sum) {
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

static void print_count(size_t count, const char *what) {
  stc_print(stdout, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

/* "2 packs, 7 scripts: 1 problem, 3 warnings" */
static void print_check_sum(const check_report *sum) {
  print_count(sum->packs, "pack");
  stc_print(stdout, ", ");
  print_count(sum->scripts, "script");
  stc_print(stdout, ": ");
  if (sum->problems > 0) {
    print_count(sum->problems, "problem");
  } else {
    stc_print(stdout, "ok");
  }
  if (sum->warnings > 0) {
    stc_print(stdout, ", ");
    print_count(sum->warnings, "warning");
  }
  stc_print(stdout, "\n");
}

static stc_exit check_exit(const check_report *sum) {
  if (!sum->is_json) {
    print_check_sum(sum);
  } else if (sum->problems + sum->warnings == 0) {
    stc_print(stdout, "[]\n");
  } else {
    stc_print(stdout, "\n]\n");
  }
  if (sum->has_bad_pack) return STC_EXIT_PACK;
  const size_t mistakes =
      sum->problems + (sum->are_mistakes ? sum->warnings : 0);
  return mistakes > 0 ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

static const stc_option check_options[] = {
    {.name = "--json", .at = offsetof(check_report, is_json)},
    {.name = "--werror", .at = offsetof(check_report, are_mistakes)},
};

int stc_verb_check(const stc_options *options, int argc, char **argv) {
  check_report sum = {.packs = 0};
  stc_exit status = STC_EXIT_OK;
  const stc_option_set set = {.command = "strata check",
                              STC_OPTION_ROWS(check_options),
                              .target = &sum};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (argc < 2 && options->pack_count == 0) {
    stc_print(stderr, "strata check: no path given (strata check --help)\n");
    return STC_EXIT_USAGE;
  }
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = check_whole(options, argv[i], &sum);
  }
  if (argc < 2) status = check_packs(options, &sum);
  if (status == STC_EXIT_OK && are_fine_packs(&sum, argc)) {
    tell_apart(options, argc, argv);
  }
  if (status == STC_EXIT_OK) status = check_exit(&sum);
  return (int)status;
}
