/*
 * pack_loader.c - load a pack: its manifest, its environment, its scripts.
 *
 * The names that a pack declares begin with the name of the pack: "tour:bear".
 */
#include "lua/module/pack_loader.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/files/manifest_syntax.h"
#include "lua/files/pack_files.h"

#include <lauxlib.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <strata/packs.h>
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
    lua_pushfstring(L, "'%s' belongs to another pack; the namespace here is %s",
                    name, pack);
    return false;
  }
  lua_pushfstring(L, "%s:%s", pack, bare);
  return true;
}

/* Push the table that a text returns, or a message and false. */
static bool evaluate_data(lua_State *L, const char *path, const char *text,
                          size_t size) {
  stl_manifest_error wrong;
  if (!stl_manifest_is_data(text, size, &wrong)) {
    lua_pushfstring(L, "%s:%d: %s", path, wrong.line, wrong.text);
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

int stl_host_read_data(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  if (stl_read_file(L, path) != LUA_OK) return lua_error(L);
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  if (!evaluate_data(L, path, text, size)) return lua_error(L);
  return 1;
}

bool stl_push_manifest_text(lua_State *L, const char *folder, const char *text,
                            size_t size) {
  const char *path = lua_pushfstring(L, "%s/pack.lua", folder);
  if (!evaluate_data(L, path, text, size)) return false;
  const int raw = lua_gettop(L);
  stl_library_push(L, "strata.packs.pack_manifest");
  lua_getfield(L, -1, "check");
  lua_pushvalue(L, raw);
  lua_pushlstring(L, text, size);
  lua_pushstring(L, folder);
  lua_call(L, 3, 2);
  const bool is_fine = lua_istable(L, -2);
  if (is_fine) lua_pop(L, 1);
  return is_fine;
}

bool stl_push_manifest(lua_State *L, const char *folder) {
  luaL_checkstack(L, LUA_MINSTACK, "pack");
  const char *path = lua_pushfstring(L, "%s/pack.lua", folder);
  if (stl_read_file(L, path) != LUA_OK) return false;
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  return stl_push_manifest_text(L, folder, text, size);
}

static int refuse_pack(lua_State *L, int base) {
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return LUA_ERRRUN;
}

/* Raise if the host has a lock that refuses the manifest at the top. */
static void need_lock_agrees(lua_State *L) {
  stl_library_push(L, "strata.packs.lock_file");
  (void)lua_getfield(L, -1, "need");
  lua_pushvalue(L, -3);
  lua_call(L, 1, 0);
  lua_pop(L, 1);
}

/* Complete the manifest at the top. */
static void complete_manifest(lua_State *L, const char *folder) {
  const int manifest = lua_gettop(L);
  lua_getfield(L, -1, "name");
  const char *name = lua_tostring(L, -1);
  stl_push_new_env(L, name, folder);
  stl_library_push(L, "strata.packs.pack_settings");
  lua_getfield(L, -1, "constants");
  lua_pushvalue(L, manifest);
  lua_call(L, 1, 1);
  lua_setfield(L, -3, "settings");
  lua_pop(L, 1);
  lua_setfield(L, manifest, "env");
  lua_settop(L, manifest);
}

int stl_load_pack(lua_State *L, const char *folder) {
  const int base = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, "pack");
  if (!stl_push_manifest(L, folder)) return refuse_pack(L, base);
  need_lock_agrees(L);
  const int manifest = lua_gettop(L);
  stl_context_push(L, STL_UV_PACKS);
  lua_getfield(L, manifest, "name");
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TNIL) {
    lua_pushfstring(L, "%s: a pack '%s' is loaded already", folder,
                    lua_tostring(L, -2));
    return refuse_pack(L, base);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, manifest);
  complete_manifest(L, folder);
  lua_rawset(L, -3);
  lua_settop(L, manifest);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return LUA_OK;
}

static int compile_script(lua_State *L, int pack, const char *name) {
  lua_getfield(L, pack, "name");
  if (!stl_qualify(L, lua_tostring(L, -1), name)) return LUA_ERRRUN;
  const char *bare = strchr(lua_tostring(L, -1), ':') + 1;
  lua_getfield(L, pack, "path");
  const char *folder = lua_tostring(L, -1);
  const char *path = lua_pushfstring(L, "%s/%s.lua", folder, bare);
  if (!stl_files_is_inside(stl_files_get(L), path, folder)) {
    lua_pushfstring(L, "%s: no such script in the pack", path);
    return LUA_ERRRUN;
  }
  if (stl_read_file(L, path) != LUA_OK) return LUA_ERRRUN;
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  lua_getfield(L, pack, "env");
  const char *chunk = lua_pushfstring(L, "@%s", path);
  const int status = stl_compile(L, chunk, text, size, -2);
  if (status == LUA_OK) stl_limit_pack_script(L);
  return status;
}

void stl_set_pack_setting(lua_State *L, const char *text) {
  stl_library_push(L, "strata.packs.pack_settings");
  lua_getfield(L, -1, "add_given");
  lua_pushstring(L, text);
  lua_call(L, 1, 0);
  lua_pop(L, 1);
}

int stl_compile_pack_script(lua_State *L, int pack, const char *name) {
  pack = lua_absindex(L, pack);
  const int base = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, "pack");
  const int status = compile_script(L, pack, name);
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return status;
}
