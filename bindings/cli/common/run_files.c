/*
 * run_files.c - running script files, and loading the packs of the command
 * line.
 */
#include "cli/common/run_files.h"

#include "cli/common/file_names.h"
#include "cli/common/game_packs.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/vm_host.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

/* Its address is the key of the hints in the registry. */
static const char hints_key = 'h';

/* Push the text of standard input. */
static void push_stdin(lua_State *L) {
  luaL_Buffer buffer;
  size_t size = 0;
  size_t total = 0;
  luaL_buffinit(L, &buffer);
  do {
    size = fread(luaL_prepbuffer(&buffer), 1, LUAL_BUFFERSIZE, stdin);
    luaL_addsize(&buffer, size);
    total += size;
  } while (size > 0 && total <= STL_SOURCE_MAX);
  luaL_pushresult(&buffer);
}

typedef struct file_request {
  const char *path;
  int argc;
  char **argv;
  stc_exit status; /* the exit status of a failure */
} file_request;

/* A script can require the files beside it. */
static void set_script_root(lua_State *L, const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) {
    stl_set_require_root(L, ".");
    return;
  }
  lua_pushlstring(L, path, slash == path ? 1 : (size_t)(slash - path));
  stl_set_require_root(L, lua_tostring(L, -1));
  lua_pop(L, 1);
}

/* Push the text of the file. */
static void push_script_text(lua_State *L, file_request *request) {
  if (strcmp(request->path, "-") == 0) {
    push_stdin(L);
    lua_pushliteral(L, "=stdin");
    return;
  }
  request->status = STC_EXIT_USAGE;
  if (stc_is_folder(request->path)) {
    luaL_error(L,
               "'%s' is a folder, not a script; of a pack: strata test %s, or "
               "strata --pack %s repl",
               request->path, request->path, request->path);
  }
  if (stl_read_file(L, request->path) != LUA_OK) lua_error(L);
  request->status = STC_EXIT_SCRIPT;
  set_script_root(L, request->path);
  lua_pushfstring(L, "@%s", request->path);
}

/* Push the compiled file and its arguments. */
static int load_file(lua_State *L) {
  file_request *request = lua_touserdata(L, 1);
  size_t size = 0;
  push_script_text(L, request);
  const char *name = lua_tostring(L, -1);
  const char *text = lua_tolstring(L, -2, &size);
  stl_push_shared_env(L);
  if (stl_compile(L, name, text, size, lua_gettop(L)) != LUA_OK) lua_error(L);
  luaL_checkstack(L, request->argc, "too many arguments");
  for (int i = 0; i < request->argc; i++) {
    lua_pushstring(L, request->argv[i]);
  }
  return request->argc + 1;
}

stc_exit stc_run_file(lua_State *L, const char *path, int argc, char **argv) {
  file_request request = {path, argc, argv, STC_EXIT_SCRIPT};
  if (!stc_call_protected(L, load_file, &request, LUA_MULTRET)) {
    stc_report_error(L, false);
    return request.status;
  }
  if (stc_host_call(L, argc, 0) == LUA_OK) return STC_EXIT_OK;
  if (stc_host_take_interrupt()) {
    stc_report_error(L, false);
    return STC_EXIT_INTERRUPTED;
  }
  stc_report_error(L, true);
  return STC_EXIT_SCRIPT;
}

typedef struct pack_request {
  stc_path path;
  stc_text *loaded;
  bool has_world;
} pack_request;

static void note_loaded(lua_State *L, stc_text *loaded) {
  if (loaded == NULL) return;
  if (loaded->size > 0) stc_text_string(loaded, ", ");
  static const char *const fields[] = {"name", "version"};
  for (size_t i = 0; i < 2; i++) {
    size_t size = 0;
    lua_getfield(L, -1, fields[i]);
    const char *text = lua_tolstring(L, -1, &size);
    if (text != NULL) {
      if (i > 0) stc_text_string(loaded, " ");
      stc_text_escaped(loaded, text, size, STC_ESCAPE_PLAIN);
    }
    lua_pop(L, 1);
  }
}

/* Load the pack; push the function of its world.lua, or nil. */
static int open_pack_world(lua_State *L) {
  pack_request *request = lua_touserdata(L, 1);
  if (stl_load_pack(L, request->path.at) != LUA_OK) lua_error(L);
  const int pack = lua_gettop(L);
  note_loaded(L, request->loaded);
  stc_path world = request->path;
  request->has_world =
      stc_path_join(&world, "world.lua") &&
      stl_files_path_kind(stl_files_get(L), world.at) == STL_PATH_FILE;
  if (!request->has_world) {
    lua_pushnil(L);
  } else if (stl_compile_pack_script(L, pack, "world") != LUA_OK) {
    lua_error(L);
  }
  return 1;
}

/* Make names of the table that world.lua returned (argument 2). */
static int name_world(lua_State *L) {
  if (!lua_istable(L, 2)) {
    return luaL_error(L, "world.lua must return a table of names");
  }
  stl_push_shared_env(L);
  lua_pushnil(L);
  while (lua_next(L, 2) != 0) {
    const char *key =
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    if (key == NULL) {
      lua_pop(L, 1);
    } else if (strcmp(key, "try") == 0) {
      lua_rawsetp(L, LUA_REGISTRYINDEX, &hints_key);
    } else {
      lua_setfield(L, 3, key);
    }
  }
  return 0;
}

void stc_set_hints(lua_State *L) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hints_key);
}

void stc_push_hints(lua_State *L) {
  (void)lua_rawgetp(L, LUA_REGISTRYINDEX, &hints_key);
}

/* Append the name of the pack in cards/ that is nearest to `word`. */
static void add_nearest(const char *program, const char *word, stc_text *out) {
  stc_path folder;
  stc_file_names names = {0};
  if (!stc_path_data(program, &folder) || !stc_path_join(&folder, "cards") ||
      !stc_file_names_of_folder(folder.at, &names)) {
    return;
  }
  const char *best = NULL;
  for (size_t i = 0; i < names.count; i++) {
    if (strchr(names.at[i], '.') != NULL) continue;
    if (best == NULL ||
        stc_edit_distance(word, names.at[i]) < stc_edit_distance(word, best)) {
      best = names.at[i];
    }
  }
  if (best != NULL && stc_is_near_word(word, best)) {
    stc_text_format(out, "; the nearest is '%.80s'", best);
  }
  stc_file_names_free(&names);
}

bool stc_find_pack(const char *program, const char *pack, stc_path *out) {
  stc_text text;
  if (stc_path_pack(program, pack, out)) return true;
  stc_text_clear(&text);
  stc_text_string(&text, "no pack '");
  stc_text_escaped(&text, pack, strlen(pack), STC_ESCAPE_PLAIN);
  stc_text_string(&text, "'");
  add_nearest(program, pack, &text);
  stc_print(stderr, "strata: %s\n", text.at);
  return false;
}

/* Load the pack of a folder, run its world.lua, and make names of the result.
 */
static stc_exit load_pack(lua_State *L, const char *folder, stc_text *loaded) {
  pack_request request = {.loaded = loaded};
  if (!stc_path_set(&request.path, folder)) return STC_EXIT_PACK;
  if (!stc_call_protected(L, open_pack_world, &request, 1)) {
    stc_report_error(L, false);
    return STC_EXIT_PACK;
  }
  if (!request.has_world) {
    lua_pop(L, 1);
    return STC_EXIT_OK;
  }
  if (stc_host_call(L, 0, 1) != LUA_OK) {
    stc_report_error(L, true);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_PACK;
  }
  lua_pushcfunction(L, name_world);
  lua_pushlightuserdata(L, NULL);
  lua_pushvalue(L, -3);
  const bool is_named = lua_pcall(L, 2, 0, 0) == LUA_OK;
  if (!is_named) stc_report_error(L, false);
  lua_pop(L, 1);
  return is_named ? STC_EXIT_OK : STC_EXIT_PACK;
}

/* Push the folders of all packs that are to be loaded, in their order. */
static int push_folders(lua_State *L) {
  const stc_options *options = lua_touserdata(L, 1);
  stl_library_push(L, "strata.packs.pack_search");
  (void)lua_getfield(L, -1, "folders");
  stc_game_packs_push(L, options, NULL);
  lua_call(L, 1, 1);
  return 1;
}

static stc_exit load_pack_list(lua_State *L, stc_options *options,
                               stc_text *loaded) {
  if (!stc_game_packs_prepare(L, options)) return STC_EXIT_PACK;
  if (!stc_call_protected(L, push_folders, options, 1)) {
    stc_report_error(L, false);
    return STC_EXIT_PACK;
  }
  stc_exit status = STC_EXIT_OK;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count && status == STC_EXIT_OK; i++) {
    (void)lua_rawgeti(L, -1, i);
    status = load_pack(L, lua_tostring(L, -1), loaded);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return status;
}

stc_exit stc_load_packs(lua_State *L, const stc_options *options,
                        const char *otherwise, stc_text *loaded) {
  stc_options asked = *options;
  stc_path found;
  if (asked.pack_count == 0 && otherwise != NULL) {
    if (!stc_find_pack(options->program, otherwise, &found)) {
      return STC_EXIT_PACK;
    }
    asked.packs[asked.pack_count++] = found.at;
  }
  if (asked.pack_count == 0 && asked.lock == NULL) return STC_EXIT_OK;
  return load_pack_list(L, &asked, loaded);
}
