/*
 * pack.c - packs: a folder with a manifest, scripts in an environment of the
 * pack's own, names that say whose they are.
 */
#include "binding.h"
#include "manifest.h"
#include "paths.h"
#include "state.h"

#include <string.h>

bool stl_qualify(lua_State *L, const char *pack, const char *name) {
  const char *colon = strchr(name, ':');
  const char *bare = colon != NULL ? colon + 1 : name;
  if (!stl_is_pack_name(bare)) {
    lua_pushfstring(L, "'%s' is no name: a-z, 0-9 and _ only", name);
    return false;
  }
  const size_t size = colon != NULL ? (size_t)(colon - name) : 0;
  const bool own =
      colon == NULL || (strlen(pack) == size && memcmp(pack, name, size) == 0);
  if (!own) {
    lua_pushfstring(L, "'%s' belongs to another pack; here names are %s:...",
                    name, pack);
    return false;
  }
  lua_pushfstring(L, "%s:%s", pack, bare);
  return true;
}

/* Push the table that the text at the top returns, or a message and false. */
static bool evaluate(lua_State *L, const char *path) {
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  int line = 0;
  const char *wrong = stl_manifest_scan(text, size, &line);
  if (wrong != NULL) {
    lua_pushfstring(L, "%s:%d: %s", path, line, wrong);
    return false;
  }
  lua_newtable(L);
  const char *chunk = lua_pushfstring(L, "@%s", path);
  if (stl_compile(L, chunk, text, size, -2) != LUA_OK ||
      lua_pcall(L, 0, 1, 0) != LUA_OK) {
    return false;
  }
  if (!lua_istable(L, -1)) {
    lua_pushfstring(L, "%s: expected one table, got %s", path,
                    luaL_typename(L, -1));
    return false;
  }
  return true;
}

bool stl_push_manifest(lua_State *L, const char *folder) {
  const char *path = lua_pushfstring(L, "%s/pack.lua", folder);
  return stl_read_file(L, path) == LUA_OK && evaluate(L, path) &&
         stl_manifest_check(L, path);
}

static int refuse(lua_State *L, int base) {
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return LUA_ERRRUN;
}

/* Complete the manifest at the top. */
static void finish(lua_State *L, const char *folder) {
  lua_getfield(L, -1, "name");
  const char *name = lua_tostring(L, -1);
  stl_new_env(L, name, folder);
  lua_setfield(L, -3, "env");
  lua_pop(L, 1);
  lua_pushstring(L, folder);
  lua_setfield(L, -2, "path");
  if (lua_getfield(L, -1, "scripts") == LUA_TNIL) {
    lua_newtable(L);
    lua_setfield(L, -3, "scripts");
  }
  lua_pop(L, 1);
}

int stl_load_pack(lua_State *L, const char *folder) {
  const int base = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, "pack");
  if (!stl_push_manifest(L, folder)) return refuse(L, base);
  const int manifest = lua_gettop(L);
  stl_context_push(L, STL_UV_PACKS);
  lua_getfield(L, manifest, "name");
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TNIL) {
    lua_pushfstring(L, "%s: a pack '%s' is loaded already", folder,
                    lua_tostring(L, -2));
    return refuse(L, base);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, manifest);
  finish(L, folder);
  lua_rawset(L, -3);
  lua_settop(L, manifest);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return LUA_OK;
}

static int script(lua_State *L, int pack, const char *name) {
  lua_getfield(L, pack, "name");
  if (!stl_qualify(L, lua_tostring(L, -1), name)) return LUA_ERRRUN;
  const char *bare = strchr(lua_tostring(L, -1), ':') + 1;
  lua_getfield(L, pack, "path");
  const char *folder = lua_tostring(L, -1);
  const char *path = lua_pushfstring(L, "%s/%s.lua", folder, bare);
  if (!stl_path_is_inside(path, folder)) {
    lua_pushfstring(L, "%s: no such script in the pack", path);
    return LUA_ERRRUN;
  }
  if (stl_read_file(L, path) != LUA_OK) return LUA_ERRRUN;
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  lua_getfield(L, pack, "env");
  const char *chunk = lua_pushfstring(L, "@%s", path);
  return stl_compile(L, chunk, text, size, -2);
}

int stl_pack_script(lua_State *L, int pack, const char *name) {
  pack = lua_absindex(L, pack);
  const int base = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, "pack");
  const int status = script(L, pack, name);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return status;
}
