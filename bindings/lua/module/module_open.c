/*
 * module_open.c - open the module strata in a Lua state.
 *
 * stl_open makes the context of a state whose host has set none, registers the
 * kinds of all values, and builds the table of the module once. Scripts get
 * copies of the table, which they may change.
 */
#include "lua/actions/capture_check.h"
#include "lua/actions/decision_tables.h"
#include "lua/actions/handler_ctx.h"
#include "lua/actions/world_transaction.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/compiled_expr.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/op_words.h"
#include "lua/module/library_host.h"
#include "lua/objects/effect_handles.h"
#include "lua/objects/entity_methods.h"
#include "lua/objects/profile_tables.h"
#include "lua/objects/rules_methods.h"
#include "lua/objects/symbol_sets.h"
#include "lua/objects/value_explanations.h"
#include "lua/objects/world_history.h"
#include "lua/objects/world_methods.h"
#include "lua/sandbox/base_library.h"
#include "lua/sandbox/library_modules.h"
#include "lua/spec/predicates.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

static const char context_memory_key = 0;

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

int stl_open(lua_State *L) {
  luaL_checkversion(L);
  if (stl_context_get(L) == NULL) context_new(L);
  stl_context_push(L, STL_UV_MODULE);
  const bool opened = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (opened) {
    stl_push_module(L);
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
  stl_open_history(L);
  stl_open_entity(L);
  stl_open_effect(L);
  stl_open_op(L);
  stl_open_expr(L);
  stl_open_compiled_expr(L);
  stl_open_explanations(L);
  stl_open_predicates(L);
  stl_open_decisions(L);
  stl_open_frozen(L, stl_frozen_pairs);
  stl_open_capture_check(L);
  stl_open_handler_ctx(L);
  stl_library_preload(L, "strata.host", stl_open_host);
  stl_context_store(L, STL_UV_MODULE);
  stl_push_module(L);
  return 1;
}

int luaopen_strata(lua_State *L) {
  return stl_open(L);
}
