/*
 * library_host.c - strata.host: what the library in Lua needs from C.
 *
 * scripts/strata requires "strata.host" for files, packs, environments and the
 * code of functions. No script of a pack can reach it.
 */
#include "lua/module/library_host.h"

#include "lua/actions/capture_check.h"
#include "lua/actions/handler_functions.h"
#include "lua/actions/pack_limits.h"
#include "lua/actions/world_act.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/text_layout.h"
#include "lua/files/pack_files.h"
#include "lua/handles/entity_handle.h"
#include "lua/inspect/completion_names.h"
#include "lua/inspect/function_code.h"
#include "lua/inspect/source_outline.h"
#include "lua/inspect/table_shape.h"
#include "lua/module/pack_loader.h"
#include "lua/objects/pack_list.h"
#include "lua/objects/rules_methods.h"
#include "lua/objects/rules_packs.h"
#include "lua/objects/save_packs.h"
#include "lua/objects/started_watchers.h"
#include "lua/objects/world_recording.h"
#include "lua/sandbox/base_library.h"
#include "lua/sandbox/function_capture.h"
#include "lua/sandbox/library_modules.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <strata/packs.h>

static const char pack_folder_key = 0;

/* -- strata.host ---------------------------------------------------------- */

/* The file of words that is running: its path and line; nothing if none is. */
static int host_place(lua_State *L) {
  lua_Debug call;
  for (int level = 1; lua_getstack(L, level, &call) != 0; level++) {
    if (lua_getinfo(L, "Sl", &call) == 0) continue;
    if (call.source[0] != '@' || call.currentline <= 0) continue;
    lua_pushstring(L, call.source + 1);
    lua_pushinteger(L, call.currentline);
    return 2;
  }
  return 0;
}

/* host.read(path): its text. */
static int host_read(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  if (stl_read_file(L, path) != LUA_OK) return lua_error(L);
  return 1;
}

/* host.says(path, text): whether a file can be read, and has this text. */
static int host_says(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  size_t size = 0;
  const char *text = luaL_checklstring(L, 2, &size);
  lua_pushboolean(L, stl_file_has_text(L, path, text, size));
  return 1;
}

/* host.compile(path, text, env): a function, or nil and a message. */
static int host_compile(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  size_t size = 0;
  const char *text = luaL_checklstring(L, 2, &size);
  luaL_checktype(L, 3, LUA_TTABLE);
  const char *name = lua_pushfstring(L, "@%s", path);
  if (stl_compile(L, name, text, size, 3) == LUA_OK) return 1;
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

/* host.list(folder): the paths of the scripts in it, sorted. */
static int host_list(lua_State *L) {
  stl_push_scripts(L, luaL_checkstring(L, 1));
  return 1;
}

/* host.manifest(folder): the checked table of its pack.lua. */
static int host_manifest(lua_State *L) {
  if (!stl_push_manifest(L, luaL_checkstring(L, 1))) return lua_error(L);
  return 1;
}

/* host.is_file(path): also one in an archive. */
static int host_is_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  lua_pushboolean(L,
                  stl_files_path_kind(stl_files_get(L), path) == STL_PATH_FILE);
  return 1;
}

/* host.is_pack(path): whether a folder or an archive has a manifest. */
static int host_is_pack(lua_State *L) {
  const char *manifest =
      lua_pushfstring(L, "%s/pack.lua", luaL_checkstring(L, 1));
  lua_pushboolean(L, stl_files_path_kind(stl_files_get(L), manifest) ==
                         STL_PATH_FILE);
  return 1;
}

/* host.packs(folder): the names of the packs in it, sorted. */
static int host_packs(lua_State *L) {
  stl_push_packs(L, luaL_checkstring(L, 1));
  return 1;
}

/* host.installed(): the folder with the packs of the installation, or nil. */
static int host_installed(lua_State *L) {
  (void)lua_rawgetp(L, LUA_REGISTRYINDEX, &pack_folder_key);
  return 1;
}

/* host.environment(pack, folder): what a script of a pack may name. */
static int host_environment(lua_State *L) {
  stl_push_new_env(L, luaL_checkstring(L, 1), luaL_checkstring(L, 2));
  return 1;
}

/* host.metatable(value): also a locked one. */
static int host_metatable(lua_State *L) {
  if (lua_getmetatable(L, 1) == 0) lua_pushnil(L);
  return 1;
}

/* host.thawed(value): a table with what a frozen table has; other values. */
static int host_thawed(lua_State *L) {
  lua_settop(L, 1);
  stl_frozen_thaw(L, 1);
  return 1;
}

/* host.body(function): stands for what a function of Lua does. */
static int host_body(lua_State *L) {
  luaL_argexpected(L, lua_isfunction(L, 1) && !lua_iscfunction(L, 1), 1,
                   "function of Lua");
  lua_pushinteger(L, (lua_Integer)stl_function_hash(L, 1));
  return 1;
}

/* host.script(name): the text of a module, also of one that only describes. */
static int host_script(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  const stl_library_text *script = stl_library_find(name);
  if (script == NULL) return luaL_error(L, "no module '%s'", name);
  lua_pushlstring(L, script->text, script->size);
  return 1;
}

/* host.names(kind): the methods and fields of what handlers are given. */
static int host_names(lua_State *L) {
  static const char *const texts[] = {"ctx", "effect", "entity", "world", NULL};
  static const stl_handle_kind kinds[] = {STL_HANDLE_HANDLER_CTX,
                                          STL_HANDLE_EFFECT, STL_HANDLE_ENTITY,
                                          STL_HANDLE_WORLD};
  stl_push_kind_names(L, kinds[luaL_checkoption(L, 1, NULL, texts)]);
  return 1;
}

/* host.entity_key(entity): the text of strata_entity_key; nil of one that is
 * gone. */
static int host_entity_key(lua_State *L) {
  strata_world *world = NULL;
  const strata_entity entity = stl_to_entity(L, 1, &world);
  size_t size = 0;
  luaL_argexpected(L, world != NULL, 1, "entity");
  if (!strata_is_alive(world, entity)) return 0;
  strata_status status = strata_entity_key(world, entity, NULL, 0, &size);
  char *key = lua_newuserdatauv(L, size + 1, 0);
  if (status == STRATA_OK) {
    status = strata_entity_key(world, entity, key, size, &size);
  }
  if (status != STRATA_OK) {
    return luaL_error(L, "%s", strata_world_error(world));
  }
  lua_pushstring(L, key);
  return 1;
}

/* host.entity_called(world, key): the entity of strata_entity_find, or nil. */
static int host_entity_called(lua_State *L) {
  strata_world *world = stl_to_world(L, 1);
  strata_entity entity = 0;
  luaL_argexpected(L, world != NULL, 1, "world");
  const strata_status status =
      strata_entity_find(world, luaL_checkstring(L, 2), &entity);
  if (status != STRATA_OK) return 0;
  stl_push_entity(L, 1, entity);
  return 1;
}

int stl_open_host(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"body", host_body},
      {"checksum", stl_host_checksum},
      {"code", stl_host_function_tables},
      {"compile", host_compile},
      {"copied", stl_host_copy_fields},
      {"differing", stl_host_table_differences},
      {"entity_called", host_entity_called},
      {"entity_key", host_entity_key},
      {"entity_handle", stl_host_entity_number},
      {"end_watcher", stl_host_end_watcher},
      {"entity_of", stl_host_entity_of_number},
      {"complete_fields", stl_host_complete_fields},
      {"data", stl_host_read_data},
      {"environment", host_environment},
      {"forget_hashes", stl_host_forget_hashes},
      {"frozen", stl_host_freeze_module},
      {"handlers_hold", stl_host_list_captures},
      {"installed", host_installed},
      {"is_file", host_is_file},
      {"is_pack", host_is_pack},
      {"keep_handler", stl_host_check_handler},
      {"json_string", stl_host_json_string},
      {"kept_rules", stl_host_rules_with_builder},
      {"limited", stl_host_call_limited},
      {"list", host_list},
      {"manifest", host_manifest},
      {"metatable", host_metatable},
      {"mistake", stl_host_source_mistake},
      {"name_packs", stl_host_name_packs},
      {"named", stl_host_named_fields},
      {"names", host_names},
      {"outline", stl_host_source_outline},
      {"pack_hash", stl_host_pack_hash},
      {"packs", host_packs},
      {"place", host_place},
      {"read", host_read},
      {"revised_rules", stl_host_revise_rules},
      {"safe_text", stl_host_safe_text},
      {"same", stl_host_same_value},
      {"says", host_says},
      {"script", host_script},
      {"shape", stl_host_table_shape},
      {"sorted_pairs", stl_sorted_pairs},
      {"started_watchers", stl_host_started_watchers},
      {"text_width", stl_host_text_width},
      {"thawed", host_thawed},
      {"try_handlers", stl_host_check_captures},
      {"within", stl_host_call_within},
      {"word_line", stl_host_source_word_line},
      {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}

void stl_set_pack_folder(lua_State *L, const char *folder) {
  lua_pushstring(L, folder);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &pack_folder_key);
}
