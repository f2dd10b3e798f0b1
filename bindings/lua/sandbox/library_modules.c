/*
 * library_modules.c - load the library's own modules in Lua, scripts/strata.
 *
 * The modules are compiled into the library and run in the state of the
 * scripts, in an environment of their own that no script reaches: it has
 * setmetatable and the like, `require` for modules of the library, and
 * "strata.host" with what only C can do. Scripts get from them functions, and
 * tables with locked metatables.
 */
#include "lua/sandbox/library_modules.h"

#include "lua/core/lua_context.h"
#include "lua/sandbox/base_library.h"

#include <lauxlib.h>
#include <lualib.h>
#include <strata/lua.h>
#include <string.h>

/* Registry: the modules that are loaded, by name; and the functions that open
 * modules written in C, by name. */
static const char library_modules_key = 0;
static const char library_preload_key = 0;

const stl_library_text *stl_library_find(const char *name) {
  for (const stl_library_text *s = stl_library_texts; s->name != NULL; s++) {
    if (strcmp(s->name, name) == 0) return s;
  }
  return NULL;
}

static int require_library(lua_State *L);

/* Lua's own functions and libraries, none of which opens a file. */
static void add_stock_libraries(lua_State *L) {
  static const char *const functions[] = {
      "assert",   "error",    "getmetatable", "ipairs",
      "next",     "pcall",    "rawequal",     "rawget",
      "rawlen",   "rawset",   "select",       "setmetatable",
      "tonumber", "tostring", "type",         NULL};
  static const char *const libraries[] = {LUA_STRLIBNAME, LUA_TABLIBNAME,
                                          LUA_MATHLIBNAME, NULL};
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  for (const char *const *name = functions; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  (void)lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (const char *const *name = libraries; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
}

/* Push the environment of the library's modules. */
static void push_library_env(lua_State *L) {
  lua_createtable(L, 0, 32);
  add_stock_libraries(L);
  lua_pushcfunction(L, stl_sorted_pairs); /* its order is the same everywhere */
  lua_setfield(L, -2, "pairs");
  lua_pushcfunction(L, require_library);
  lua_setfield(L, -2, "require");
}

/* Push the table of modules; its first entry is their environment. */
static void push_library_modules(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &library_modules_key) == LUA_TTABLE) {
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  push_library_env(L);
  lua_rawseti(L, -2, 1);
  stl_push_module(L);
  lua_setfield(L, -2, "strata");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &library_modules_key);
}

void stl_library_preload(lua_State *L, const char *name, lua_CFunction open) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &library_preload_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &library_preload_key);
  }
  lua_pushcfunction(L, open);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

/* Push the function that opens a module; raises if there is none. The table of
 * modules, at `modules`, holds the environment of modules in Lua. */
static void push_module_opener(lua_State *L, const char *name, int modules) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &library_preload_key) == LUA_TTABLE &&
      lua_getfield(L, -1, name) == LUA_TFUNCTION) {
    return;
  }
  const stl_library_text *script = stl_library_find(name);
  if (script == NULL) {
    luaL_error(L, "no module '%s'", name);
    return;
  }
  const char *chunk = lua_pushfstring(L, "=%s", name);
  if (luaL_loadbufferx(L, script->text, script->size, chunk, "t") != LUA_OK) {
    lua_error(L);
  }
  lua_rawgeti(L, modules, 1);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
}

void stl_library_push(lua_State *L, const char *name) {
  luaL_checkstack(L, LUA_MINSTACK, "scripts");
  push_library_modules(L);
  const int modules = lua_gettop(L);
  if (lua_getfield(L, modules, name) == LUA_TNIL) {
    push_module_opener(L, name, modules);
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, modules, name);
  }
  lua_replace(L, modules);
  lua_settop(L, modules);
}

static int require_library(lua_State *L) {
  stl_library_push(L, luaL_checkstring(L, 1));
  return 1;
}
