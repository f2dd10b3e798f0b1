/*
 * module.c - the module's table, the context of a Lua state, kinds of values.
 *
 * Kinds are told apart by their metatable, found in the registry under an
 * address that scripts cannot have; names would cost a string comparison at
 * each call. Metatables are locked, so a metamethod can trust its first
 * argument where only values of its kind have it.
 */
#include "lua/core/state.h"
#include "lua/sandbox/environment.h"

#include <strata/lua.h>
#include <string.h>

const char stl_handle_keys[STL_HANDLE_KIND_COUNT] = {0};

static const char context_key = 0;
static const char context_memory_key = 0;

void *stl_handle_unbox(lua_State *L, int index) {
  void **box = lua_touserdata(L, index);
  return box != NULL ? *box : NULL;
}

/* The registry has a userdata that points to the context. */
stl_context *stl_context_get(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  stl_context *context = stl_handle_unbox(L, -1);
  lua_pop(L, 1);
  return context;
}

void stl_context_push(lua_State *L, int user_value) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  lua_getiuservalue(L, -1, user_value);
  lua_remove(L, -2);
}

void stl_context_store(lua_State *L, int user_value) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, user_value);
  lua_pop(L, 1);
}

void stl_handle_kind_new(lua_State *L, stl_handle_kind kind, const char *name,
                         const luaL_Reg *meta) {
  lua_newtable(L);
  if (meta != NULL) luaL_setfuncs(L, meta, 0);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
}

void stl_handle_kind_set(lua_State *L, stl_handle_kind kind) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
  lua_setmetatable(L, -2);
}

void *stl_handle_test(lua_State *L, int index, stl_handle_kind kind) {
  if (!lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
  const bool same = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  if (!same) return NULL;
  if (kind <= STL_HANDLE_COMPILED_EXPR) return stl_handle_unbox(L, index);
  void *data = lua_touserdata(L, index);
  return data != NULL ? data : L; /* a table */
}

void *stl_handle_check(lua_State *L, int index, stl_handle_kind kind) {
  void *data = stl_handle_test(L, index, kind);
  if (data == NULL) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
    lua_getfield(L, -1, "__name");
    luaL_typeerror(L, index, lua_tostring(L, -1));
  }
  return data;
}

void **stl_handle_push_box(lua_State *L, stl_handle_kind kind, void *object) {
  void **box = lua_newuserdatauv(L, sizeof *box, STL_UV_RECORDING);
  *box = object;
  stl_handle_kind_set(L, kind);
  return box;
}

void stl_context_set(lua_State *L, stl_context *context) {
  void **box = lua_newuserdatauv(L, sizeof *box, STL_UV_RUNNING_WORLDS);
  *box = context;
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_HOST_WORLDS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_PACKS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, STL_UV_RUNNING_WORLDS);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &context_key);
}

static int context_gc(lua_State *L) {
  stl_context_fini(lua_touserdata(L, 1));
  return 0;
}

/* A context in Lua's memory, made before all handles: its __gc comes last. */
static void context_new(lua_State *L) {
  stl_context *context = lua_newuserdatauv(L, sizeof *context, 0);
  memset(context, 0, sizeof *context);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, context_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &context_memory_key);
  context->now = stl_nanoseconds; /* stock Lua has clocks itself */
  stl_context_set(L, context);
}

static int module_version(lua_State *L) {
  lua_pushliteral(L, STRATA_VERSION_TEXT);
  return 1;
}

/* Nobody gets the first table itself: scripts may write to their copies. */
static void push_module_copy(lua_State *L) {
  stl_context_push(L, STL_UV_MODULE);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

int stl_open(lua_State *L) {
  luaL_checkversion(L);
  if (stl_context_get(L) == NULL) context_new(L);
  stl_context_push(L, STL_UV_MODULE);
  const bool opened = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (opened) {
    push_module_copy(L);
    return 1;
  }
  static const luaL_Reg functions[] = {{"version", module_version},
                                       {"why", stl_entity_why},
                                       {"sorted_pairs", stl_sorted_pairs},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  stl_open_symbol_sets(L);
  stl_open_rules(L);
  stl_open_world(L);
  stl_open_action(L);
  stl_open_entity(L);
  stl_open_effect(L);
  stl_open_op(L);
  stl_open_expr(L);
  stl_open_explanations(L);
  stl_open_predicates(L);
  stl_open_decisions(L);
  stl_open_frozen(L);
  stl_open_capture_check(L);
  stl_open_handler_ctx(L);
  stl_context_store(L, STL_UV_MODULE);
  push_module_copy(L);
  return 1;
}

int luaopen_strata(lua_State *L) {
  return stl_open(L);
}
