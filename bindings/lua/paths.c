/* paths.c - the one use of POSIX here: links must not lead out of a pack, and
 * which scripts a folder has. */
/* POSIX says what it is called.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,readability-*) */
#define _XOPEN_SOURCE 700

#include "paths.h"

#include "sandbox.h"

#include <dirent.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool stl_path_is_inside(const char *path, const char *folder) {
  char *real_path = realpath(path, NULL);
  char *real_folder = realpath(folder, NULL);
  bool inside = false;
  if (real_path != NULL && real_folder != NULL) {
    const size_t size = strlen(real_folder);
    const bool root = size == 1;
    inside = strncmp(real_path, real_folder, size) == 0 &&
             (root || real_path[size] == '/');
  }
  free(real_folder);
  free(real_path);
  return inside;
}

bool stl_path_is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_script(const char *name) {
  const size_t size = strlen(name);
  return size > 4 && strcmp(name + size - 4, ".lua") == 0;
}

/* -- Folders -------------------------------------------------------------- */

enum { DEPTH_MAX = 8 };

static int close_folder(lua_State *L) {
  DIR **box = lua_touserdata(L, 1);
  if (*box != NULL) (void)closedir(*box);
  *box = NULL;
  return 0;
}

/* Push a userdata that closes the folder also if an error passes by. */
static DIR *open_folder(lua_State *L, const char *path) {
  DIR **box = lua_newuserdatauv(L, sizeof(DIR *), 0);
  *box = NULL;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, close_folder);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  *box = opendir(path);
  if (*box == NULL) luaL_error(L, "%s: cannot be read", path);
  return *box;
}

/* Add the scripts of a folder to the array at `list`. */
static void add_scripts(lua_State *L, int list, const char *path, int depth) {
  luaL_checkstack(L, LUA_MINSTACK, "folders");
  DIR *folder = open_folder(L, path);
  for (;;) {
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): a folder is read by one thread */
    const struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    if (entry->d_name[0] == '.') continue;
    const char *inner = lua_pushfstring(L, "%s/%s", path, entry->d_name);
    if (is_folder(inner) && depth < DEPTH_MAX) {
      add_scripts(L, list, inner, depth + 1);
    } else if (is_script(inner) && stl_path_is_file(inner)) {
      lua_pushvalue(L, -1);
      lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
    }
    lua_pop(L, 1);
  }
  lua_getmetatable(L, -1);
  lua_getfield(L, -1, "__gc");
  lua_pushvalue(L, -3);
  lua_call(L, 1, 0);
  lua_pop(L, 2);
}

void stl_push_scripts(lua_State *L, const char *folder) {
  lua_newtable(L);
  const int list = lua_gettop(L);
  add_scripts(L, list, folder, 0);
  stl_sort(L, list, (lua_Integer)lua_rawlen(L, list), 0);
}
