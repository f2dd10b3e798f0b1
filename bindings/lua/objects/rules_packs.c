/*
 * rules_packs.c - the packs that rules come from, with the hashes of their
 * files and their startup settings.
 */
#include "lua/objects/rules_packs.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/pack_files.h>

/* User value of rules: the array that stl_host_name_packs was given. */
enum { UV_PACKS = 5 };

/* Registry: hashes of packs by their path, as they were when first asked. */
static const char hashes_key = 0;

/* Push the hash of the pack in a folder or archive. */
static void push_pack_hash(lua_State *L, const char *path) {
  stl_tree tree;
  stl_message message;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &hashes_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &hashes_key);
  }
  if (lua_getfield(L, -1, path) != LUA_TSTRING) {
    lua_pop(L, 1);
    if (!stl_files_content(stl_files_get(L), path, &tree, &message)) {
      luaL_error(L, "%s", message.text);
    }
    const stl_hash_text hash = stl_pack_hash(&tree);
    stl_tree_free(&tree);
    lua_pushstring(L, hash.text);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, path);
  }
  lua_remove(L, -2);
}

void stl_forget_pack_hashes(lua_State *L) {
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hashes_key);
}

int stl_host_pack_hash(lua_State *L) {
  push_pack_hash(L, luaL_checkstring(L, 1));
  return 1;
}

int stl_host_forget_hashes(lua_State *L) {
  stl_forget_pack_hashes(L);
  return 0;
}

void stl_library_call(lua_State *L, const char *module, const char *function) {
  stl_library_push(L, module);
  (void)lua_getfield(L, -1, function);
  lua_replace(L, -2);
  lua_insert(L, -3);
  lua_call(L, 2, 1);
}

/* Append name, version, hash and startup settings of the manifest at the top to
 * the array at `list`, and take it off. */
static void add_pack_identity(lua_State *L, int list) {
  lua_createtable(L, 0, 4);
  (void)lua_getfield(L, -2, "name");
  lua_setfield(L, -2, "name");
  (void)lua_getfield(L, -2, "version");
  lua_setfield(L, -2, "version");
  (void)lua_getfield(L, -2, "path");
  push_pack_hash(L, lua_tostring(L, -1));
  lua_setfield(L, -3, "hash");
  lua_pop(L, 1);
  lua_pushvalue(L, -2);
  lua_pushnil(L);
  stl_library_call(L, "strata.packs.pack_settings", "startup");
  lua_setfield(L, -2, "settings");
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
  lua_pop(L, 1);
}

static int is_name_before(lua_State *L) {
  (void)lua_getfield(L, 1, "name");
  (void)lua_getfield(L, 2, "name");
  lua_pushboolean(L, lua_compare(L, -2, -1, LUA_OPLT));
  return 1;
}

void stl_sort_by_name(lua_State *L, int list) {
  lua_settop(L, list);
  lua_pushcfunction(L, is_name_before);
  stl_sort_list(L, list, (lua_Integer)lua_rawlen(L, list), list + 1);
  lua_settop(L, list);
}

void stl_rules_manifests_push(lua_State *L, int rules) {
  if (lua_getiuservalue(L, rules, UV_PACKS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  stl_context_push(L, STL_UV_PACKS);
}

void stl_rules_packs_push(lua_State *L, int rules) {
  luaL_checkstack(L, LUA_MINSTACK, "packs");
  rules = lua_absindex(L, rules);
  lua_newtable(L);
  const int list = lua_gettop(L);
  stl_rules_manifests_push(L, rules);
  lua_pushnil(L);
  while (lua_next(L, list + 1)) {
    add_pack_identity(L, list);
  }
  stl_sort_by_name(L, list);
}

int stl_host_name_packs(lua_State *L) {
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_setiuservalue(L, 1, UV_PACKS);
  return 0;
}

int stl_rules_packs(lua_State *L) {
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  stl_rules_packs_push(L, 1);
  return 1;
}
