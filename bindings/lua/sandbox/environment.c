/*
 * environment.c - environments: the names that a script can use.
 *
 * An environment is an allow-list, not a list of forbidden names: load, dofile,
 * rawget, rawset, coroutine, io, os, debug, collectgarbage, next and
 * math.random are absent because they were never added. Each environment has
 * its own copies of the library tables, so that a script which writes to them
 * affects no other; methods of strings come from a copy that no script can
 * reach.
 */
#include "lua/sandbox/environment.h"

#include "lua/core/budget.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/files/pack_files.h"
#include "lua/sandbox/base_library.h"
#include "lua/sandbox/string_library.h"
#include "lua/sandbox/table_library.h"

#include <lauxlib.h>
#include <lualib.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <string.h>

/* -- require -------------------------------------------------------------- */

/* "a.b" of letters, digits, _ ; nothing that a file system could read anew. */
static bool is_module_name(const char *name, size_t size) {
  if (size == 0 || size > 100 || name[0] == '.' || name[size - 1] == '.') {
    return false;
  }
  for (size_t i = 0; i < size; i++) {
    const char c = name[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || c == '_';
    if (!plain && (c != '.' || name[i - 1] == '.')) return false;
  }
  return true;
}

/* Upvalues: 1 = environment, 2 = { root = , loaded = {} }. */
enum { UP_ENV = 1, UP_STATE };

/* Looking for a file, and compiling what is in it. */
enum { REQUIRE_STEPS = 1000, SOURCE_BYTES_A_STEP = 4 };

/* Push the text of module 1 and its path, the path on top. */
static void push_module_source(lua_State *L) {
  stl_charge(L, REQUIRE_STEPS);
  if (lua_getfield(L, lua_upvalueindex(UP_STATE), "root") != LUA_TSTRING) {
    luaL_error(L, "require: no module '%s': this script has no folder",
               lua_tostring(L, 1));
  }
  const char *root = lua_tostring(L, -1);
  const char *inner = luaL_gsub(L, lua_tostring(L, 1), ".", "/");
  const char *path = lua_pushfstring(L, "%s/%s.lua", root, inner);
  if (!stl_files_is_inside(stl_files_get(L), path, root)) {
    luaL_error(L, "require: no module '%s' beside this script",
               lua_tostring(L, 1));
  }
  if (stl_read_file(L, path) != LUA_OK) lua_error(L);
  stl_charge(L, lua_rawlen(L, -1) / SOURCE_BYTES_A_STEP);
  lua_insert(L, -2);
}

static int require_sibling(lua_State *L) {
  size_t size = 0;
  const char *name = luaL_checklstring(L, 1, &size);
  lua_settop(L, 1);
  if (!is_module_name(name, size)) {
    return luaL_error(L, "require: expected a module of the same folder, such "
                         "as \"cards.elves\"");
  }
  lua_getfield(L, lua_upvalueindex(UP_STATE), "loaded"); /* 2 */
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL) {
    if (!lua_isboolean(L, -1) || lua_toboolean(L, -1)) return 1;
    return luaL_error(L, "require: '%s' requires itself", name);
  }
  push_module_source(L);
  lua_pushvalue(L, 1);
  lua_pushboolean(L, false);
  lua_rawset(L, 2);
  size_t length = 0;
  const char *text = lua_tolstring(L, -2, &length);
  const char *chunk = lua_pushfstring(L, "@%s", lua_tostring(L, -1));
  if (stl_compile(L, chunk, text, length, lua_upvalueindex(UP_ENV)) != LUA_OK) {
    return lua_error(L);
  }
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, true);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);
  return 1;
}

/* Give the environment at the top a `require` of its own. */
static void add_require(lua_State *L, const char *root) {
  lua_pushvalue(L, -1);
  lua_newtable(L);
  if (root != NULL) {
    lua_pushstring(L, root);
    lua_setfield(L, -2, "root");
  }
  lua_newtable(L);
  lua_getfield(L, -3, "strata");
  lua_setfield(L, -2, "strata");
  lua_setfield(L, -2, "loaded");
  lua_pushcclosure(L, require_sibling, 2);
  lua_setfield(L, -2, "require");
}

/* -- Environments --------------------------------------------------------- */

static void add_allowed_functions(lua_State *L) {
  static const char *const names[] = {"assert", "error", "ipairs", "type",
                                      NULL};
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  for (const char *const *name = names; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
}

/* The module, and its words as names of their own. */
static void add_module_words(lua_State *L) {
  static const char *const not_words[] = {"rules", "version", "sorted_pairs"};
  const int env = lua_gettop(L);
  stl_push_module(L);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    bool word = true;
    for (size_t i = 0; i < sizeof not_words / sizeof not_words[0]; i++) {
      word = word && strcmp(lua_tostring(L, -2), not_words[i]) != 0;
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (word) {
      lua_rawset(L, env);
    } else {
      lua_pop(L, 2);
    }
  }
  lua_setfield(L, env, "strata");
}

void stl_push_new_env(lua_State *L, const char *pack, const char *root) {
  (void)pack; /* names of definitions will be qualified with it */
  luaL_checkstack(L, LUA_MINSTACK, "environment");
  lua_newtable(L);
  add_allowed_functions(L);
  stl_add_base_library(L);
  stl_push_string_library(L);
  lua_setfield(L, -2, "string");
  stl_push_table_library(L);
  lua_setfield(L, -2, "table");
  stl_push_math_library(L);
  lua_setfield(L, -2, "math");
  add_module_words(L);
  add_require(L, root);
}

void stl_push_shared_env(lua_State *L) {
  stl_context_push(L, STL_UV_SHARED_ENV);
}

void stl_set_require_root(lua_State *L, const char *root) {
  stl_push_shared_env(L);
  add_require(L, root);
  lua_pop(L, 1);
}

/* "x":rep(2) works, and its functions cannot be changed; arithmetic on strings
 * of digits, which Lua's metatable has, is gone. */
static void guard_strings(lua_State *L) {
  lua_pushliteral(L, "");
  lua_newtable(L);
  stl_push_string_library(L);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

void stl_open_sandbox(lua_State *L) {
  static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                       {LUA_STRLIBNAME, luaopen_string},
                                       {LUA_TABLIBNAME, luaopen_table},
                                       {LUA_MATHLIBNAME, luaopen_math},
                                       {NULL, NULL}};
  for (const luaL_Reg *library = libraries; library->func != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 0);
    lua_pop(L, 1);
  }
  guard_strings(L);
  stl_push_new_env(L, NULL, NULL);
  stl_context_store(L, STL_UV_SHARED_ENV);
}
