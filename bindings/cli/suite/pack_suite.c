/*
 * pack_suite.c - tests of packs of cards.
 *
 * A suite has one vm, in which the pack's rules are made once; each scenario
 * makes a world of its own, so no test affects the next.
 */
#include "cli/suite/pack_suite.h"

#include "cli/common/game_packs.h"
#include "cli/common/protected.h"

#include <strata/lua.h>
#include <string.h>

/* Its address is the key of the open suite in the registry. */
static const char suite_key = 's';

enum { LEVELS_MAX = 3 };

/* "a/b" becomes "a", and "a" becomes "."; false at the top. */
static bool go_up_path(stc_path *path) {
  char *slash = strrchr(path->at, '/');
  if (strcmp(path->at, ".") == 0 || slash == path->at) return false;
  if (slash == NULL) return stc_path_set(path, ".");
  *slash = '\0';
  return true;
}

bool stc_find_pack_around(stl_files *files, const char *file, stc_path *out) {
  if (!stc_path_set(out, file)) return false;
  for (int i = 0; i < LEVELS_MAX && go_up_path(out); i++) {
    stc_path manifest = *out;
    if (stc_path_join(&manifest, "pack.lua") &&
        stl_files_path_kind(files, manifest.at) == STL_PATH_FILE) {
      return true;
    }
  }
  return false;
}

/* -- Calls ---------------------------------------------------------------- */

typedef struct suite_request {
  stc_pack_suite *suite;
  const char *function;
  const char *const *texts;
  const char *filter;
  size_t n;
  bool flag;
} suite_request;

bool stc_suite_new(stc_pack_suite *suite, const stc_options *options,
                   const stc_path *pack) {
  *suite = (stc_pack_suite){.options = options, .pack = *pack};
  if (!stc_host_open(&suite->host, options, "# ", NULL)) return false;
  suite->is_host_open = true;
  return stc_game_packs_prepare(suite->host.L, options);
}

void stc_suite_free(stc_pack_suite *suite) {
  if (suite->is_host_open) stc_host_close(&suite->host);
  stc_file_names_free(&suite->paths);
  *suite = (stc_pack_suite){.count = 0};
}

static void push_suite_function(lua_State *L, const char *name) {
  stl_library_push(L, "strata.tools.verbs");
  (void)lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

/* function, packs, texts */
static int push_call(lua_State *L) {
  const suite_request *r = lua_touserdata(L, 1);
  push_suite_function(L, r->function);
  stc_game_packs_push(L, r->suite->options, r->suite->pack.at);
  for (int i = 0; i < 4; i++) {
    lua_pushstring(L, r->texts[i]);
  }
  return 6;
}

bool stc_suite_call(stc_pack_suite *suite, const char *function,
                    const char *const texts[4]) {
  suite_request r = {.suite = suite, .function = function, .texts = texts};
  lua_State *L = suite->host.L;
  return stc_call_protected(L, push_call, &r, LUA_MULTRET) &&
         stc_host_call(L, 5, 1) == LUA_OK;
}

bool stc_suite_is_game(stc_pack_suite *suite, bool *is_bad) {
  static const char *const none[4] = {NULL};
  *is_bad = !stc_suite_call(suite, "is_game", none);
  if (*is_bad) return false;
  const bool is_game = lua_toboolean(suite->host.L, -1) != 0;
  lua_pop(suite->host.L, 1);
  return is_game;
}

static void push_paths(lua_State *L, const stc_file_names *paths) {
  lua_newtable(L);
  for (size_t i = 0; i < paths->count; i++) {
    lua_pushstring(L, paths->at[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

/* function, paths, text, flag */
static int push_call_all(lua_State *L) {
  const suite_request *r = lua_touserdata(L, 1);
  push_suite_function(L, r->function);
  push_paths(L, &r->suite->paths);
  lua_pushstring(L, r->filter);
  lua_pushboolean(L, r->flag);
  return 4;
}

bool stc_suite_call_all(stc_pack_suite *suite, const char *function,
                        const char *text, bool flag) {
  suite_request r = {
      .suite = suite, .function = function, .filter = text, .flag = flag};
  lua_State *L = suite->host.L;
  return stc_call_protected(L, push_call_all, &r, LUA_MULTRET) &&
         stc_host_call(L, 3, 2) == LUA_OK;
}

/* Push the options of exploring: { games, seed, path }, or nil. */
static void push_exploring(lua_State *L, const stc_explore_options *exploring) {
  if (exploring == NULL) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, exploring->games);
  lua_setfield(L, -2, "games");
  lua_pushinteger(L, exploring->seed);
  lua_setfield(L, -2, "seed");
  lua_pushstring(L, exploring->path);
  lua_setfield(L, -2, "path");
}

/* function, packs, paths, filter, smoke, what is explored */
static int push_open_call(lua_State *L) {
  const suite_request *r = lua_touserdata(L, 1);
  push_suite_function(L, "open");
  stc_game_packs_push(L, r->suite->options, r->suite->pack.at);
  push_paths(L, &r->suite->paths);
  lua_pushstring(L, r->filter);
  lua_pushboolean(L, r->flag);
  push_exploring(L, r->suite->exploring);
  return 6;
}

static int keep_suite(lua_State *L) {
  suite_request *r = lua_touserdata(L, 1);
  (void)lua_getfield(L, 2, "tests");
  r->n = (size_t)lua_rawlen(L, -1);
  lua_pop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &suite_key);
  return 0;
}

bool stc_suite_open(stc_pack_suite *suite, const char *filter) {
  suite_request r = {
      .suite = suite, .filter = filter, .flag = suite->has_smoke};
  lua_State *L = suite->host.L;
  suite->host.is_quiet = suite->exploring != NULL;
  if (!stc_call_protected(L, push_open_call, &r, LUA_MULTRET)) return false;
  if (stc_host_call(L, 5, 1) != LUA_OK) return false;
  lua_pushcfunction(L, keep_suite);
  lua_pushlightuserdata(L, &r);
  lua_rotate(L, -3, 2);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) return false;
  suite->count = r.n;
  return true;
}

/* function, suite, number, flag */
static int push_run_call(lua_State *L) {
  const suite_request *r = lua_touserdata(L, 1);
  push_suite_function(L, r->function);
  (void)lua_rawgetp(L, LUA_REGISTRYINDEX, &suite_key);
  lua_pushinteger(L, (lua_Integer)r->n);
  lua_pushboolean(L, r->flag);
  return 4;
}

/* Call a function on the open suite. */
static bool call_open_suite(suite_request r, int results) {
  lua_State *L = r.suite->host.L;
  return stc_call_protected(L, push_run_call, &r, LUA_MULTRET) &&
         stc_host_call(L, 3, results) == LUA_OK;
}

bool stc_suite_describe(stc_pack_suite *suite, size_t n) {
  return call_open_suite(
      (suite_request){.suite = suite, .function = "describe", .n = n + 1}, 3);
}

bool stc_suite_run(stc_pack_suite *suite, size_t n, bool is_mutated) {
  return call_open_suite(
      (suite_request){
          .suite = suite, .function = "run", .n = n + 1, .flag = is_mutated},
      2);
}

bool stc_suite_replay(stc_pack_suite *suite, size_t n) {
  return call_open_suite(
      (suite_request){.suite = suite, .function = "replayed", .n = n + 1}, 2);
}

bool stc_suite_measure(stc_pack_suite *suite, size_t n) {
  return call_open_suite(
      (suite_request){.suite = suite, .function = "measure", .n = n + 1}, 1);
}

bool stc_suite_push_explored(stc_pack_suite *suite, size_t n, bool is_json) {
  return call_open_suite(
      (suite_request){
          .suite = suite, .function = "explored", .n = n + 1, .flag = is_json},
      3);
}

bool stc_suite_push_measured(stc_pack_suite *suite, size_t times,
                             bool is_json) {
  return call_open_suite(
      (suite_request){
          .suite = suite, .function = "measured", .n = times, .flag = is_json},
      1);
}

bool stc_suite_begin_coverage(stc_pack_suite *suite) {
  return call_open_suite((suite_request){.suite = suite, .function = "cover"},
                         0);
}

bool stc_suite_push_coverage(stc_pack_suite *suite, bool is_json) {
  return call_open_suite(
      (suite_request){.suite = suite, .function = "covered", .flag = is_json},
      1);
}
