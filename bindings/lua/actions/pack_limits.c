/*
 * pack_limits.c - what a file of a pack may take where it is run.
 *
 * A pack is loaded by calling its files, so even a verb that only looks at a
 * stranger's pack runs them. So each file has its own steps, and the files of
 * one load have ten times as many together; what the vm holds is bounded while
 * a file runs. The library's own work between files is not counted: it takes no
 * longer than the files are long.
 */
#include "lua/actions/pack_limits.h"

#include "lua/core/budget.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

/* The files of one load have so many times the steps of one. */
enum { STEPS_OF_ALL = 10 };

void stl_set_pack_limits(lua_State *L, const strata_limits *limits) {
  strata_limits *mine = &stl_context_get(L)->pack_limits;
  if (limits->steps != 0) mine->steps = limits->steps;
  if (limits->memory != 0) mine->memory = limits->memory;
  if (limits->block != 0) mine->block = limits->block;
  if (limits->output != 0) mine->output = limits->output;
  if (limits->effort != 0) mine->effort = limits->effort;
}

static uint64_t steps_of_all(const strata_limits *limits) {
  return limits->steps < UINT64_MAX / STEPS_OF_ALL
             ? limits->steps * STEPS_OF_ALL
             : STRATA_NO_LIMIT;
}

/* Push what a file of a pack met that has ended for its steps or its memory, or
 * nothing and return false. Lua's message is at the top. Of steps only those of
 * all files together are told here; the message of those of one is right. */
static bool push_limit_met(lua_State *L, const stl_budget_scope *scope,
                           uint8_t exhausted, bool is_all) {
  if (exhausted == STL_EXHAUSTED_MEMORY) {
    lua_pushfstring(L,
                    "memory limit: the files of packs take more than %I KiB, "
                    "or %I KiB in one block",
                    (lua_Integer)(scope->limits.memory >> 10U),
                    (lua_Integer)(scope->limits.block >> 10U));
    return true;
  }
  if (exhausted != STL_EXHAUSTED_STEPS || !is_all) return false;
  const strata_limits *limits = &stl_context_get(L)->pack_limits;
  const char *message = lua_tostring(L, -1); /* its place stays */
  const char *end = message != NULL ? strstr(message, "instruction bud") : NULL;
  (void)lua_pushlstring(L, message, end != NULL ? (size_t)(end - message) : 0);
  lua_pushfstring(L,
                  "%sinstruction budget: the files of this load take more than "
                  "%I steps together; end their loops sooner",
                  lua_tostring(L, -1), (lua_Integer)steps_of_all(limits));
  return true;
}

/* Call the function below its `nargs` arguments, as lua_pcall does, and take
 * its steps from `*left`. */
static int call_within(lua_State *L, int nargs, uint64_t *left) {
  stl_context *context = stl_context_get(L);
  stl_budget *budget = &context->budget;
  const int base = lua_gettop(L) - nargs - 1;
  strata_limits limits = context->pack_limits;
  const bool is_all = *left < limits.steps; /* all files have less than one */
  if (is_all) limits.steps = *left;
  stl_budget_scope scope = {.outer = NULL};
  stl_budget_begin(budget, &scope, &limits, STL_STEPS_UNKNOWN);
  const int status = lua_pcall(L, nargs, LUA_MULTRET, 0);
  const bool is_limited =
      budget->L != NULL && scope.steps_at_begin != INT64_MAX;
  const uint64_t taken =
      is_limited ? (uint64_t)(scope.steps_at_begin - budget->steps) : 0;
  if (*left != STRATA_NO_LIMIT) *left -= taken < *left ? taken : *left;
  const uint8_t exhausted = budget->exhausted;
  const bool has_ended = budget->L != NULL && status != LUA_OK;
  const bool is_own = (uint64_t)scope.steps_at_begin == limits.steps;
  stl_budget_end(budget, &scope);
  if (!has_ended || !push_limit_met(L, &scope, exhausted, is_all && is_own)) {
    return status;
  }
  lua_replace(L, base + 1);
  lua_settop(L, base + 1);
  return LUA_ERRRUN;
}

int stl_host_call_within(lua_State *L) {
  const strata_limits *limits = &stl_context_get(L)->pack_limits;
  uint64_t left = steps_of_all(limits);
  if (!lua_isnil(L, 1)) left = (uint64_t)luaL_checkinteger(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  luaL_checkstack(L, LUA_MINSTACK, "within");
  const int status = call_within(L, lua_gettop(L) - 2, &left);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 1);
  lua_pushinteger(L, (lua_Integer)left);
  lua_insert(L, 2);
  return lua_gettop(L);
}

/* Upvalue: the script. */
static int run_limited_script(lua_State *L) {
  uint64_t left = STRATA_NO_LIMIT;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  const int status = call_within(L, lua_gettop(L) - 1, &left);
  return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

void stl_limit_pack_script(lua_State *L) {
  lua_pushcclosure(L, run_limited_script, 1);
}
