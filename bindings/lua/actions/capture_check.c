/*
 * capture_check.c - check that functions of packs keep no hidden state.
 *
 * Handlers are copies that share nothing and hold only frozen tables
 * (function_capture.c), so hidden state is refused at its source: assignments
 * in their code when rules are made, all other changes when they run. `strata
 * check` plays no game, so it runs each handler once on a dummy that answers
 * every question with itself, and reports what the handler attempts to change.
 * `strata test` lists all values that handlers hold and compares the list with
 * the one before.
 */
#include "lua/actions/capture_check.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* -- All that functions hold ---------------------------------------------- */

/* `list`: path -> value; `known`: what was walked through. */
typedef struct capture_walk {
  int list, known;
} capture_walk;

static void walk_captured_value(lua_State *L, const capture_walk *w,
                                const char *path);

/* The fields of the table at the top, with "path.key". */
static void walk_captured_fields(lua_State *L, const capture_walk *w,
                                 const char *path) {
  const int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    const char *key = stl_push_text(L, table + 1);
    const char *inner = lua_pushfstring(L, "%s.%s", path, key);
    lua_pushvalue(L, table + 2);
    walk_captured_value(L, w, inner);
    lua_settop(L, table + 1);
  }
}

static void walk_captured_upvalues(lua_State *L, const capture_walk *w,
                                   const char *path) {
  const int function = lua_gettop(L);
  const char *name = NULL;
  for (int i = 1; (name = lua_getupvalue(L, function, i)) != NULL; i++) {
    const char *inner = strcmp(name, "_ENV") == 0 || name[0] == '\0'
                            ? path
                            : lua_pushfstring(L, "%s.%s", path, name);
    lua_pushvalue(L, function + 1);
    walk_captured_value(L, w, inner);
    lua_settop(L, function);
  }
}

/* True if the value at the top was not known; now it is. */
static bool note_unseen_value(lua_State *L, const capture_walk *w) {
  lua_pushvalue(L, -1);
  const bool known = lua_rawget(L, w->known) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return false;
  lua_pushvalue(L, -1);
  lua_pushboolean(L, true);
  lua_rawset(L, w->known);
  return true;
}

/* Add the value at the top and what it holds; it stays. */
static void walk_captured_value(lua_State *L, const capture_walk *w,
                                const char *path) {
  const int value = lua_gettop(L);
  luaL_checkstack(L, LUA_MINSTACK, "what handlers hold");
  if (lua_isnil(L, value)) return;
  lua_pushvalue(L, value);
  lua_setfield(L, w->list, path);
  const int type = lua_type(L, value);
  const bool holds = type == LUA_TFUNCTION || type == LUA_TTABLE ||
                     stl_handle_test(L, value, STL_HANDLE_FROZEN_TABLE) != NULL;
  if (!holds || !note_unseen_value(L, w)) return;
  if (type == LUA_TFUNCTION) {
    walk_captured_upvalues(L, w, path);
  } else {
    if (type == LUA_TUSERDATA) lua_getiuservalue(L, value, 1);
    walk_captured_fields(L, w, path);
  }
  lua_settop(L, value);
}

static stl_rules *check_frozen_rules(lua_State *L) {
  stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  luaL_argcheck(L, rules != NULL && rules->rules != NULL, 1, "no rules");
  return rules;
}

static const char *handler_name(const stl_rules *rules, uint32_t id) {
  return strata_rules_name(rules->rules, STRATA_NAME_HANDLER, id);
}

/* Push the function of a handler; nil if it is the host's. */
static void push_handler_function(lua_State *L, const stl_rules *rules,
                                  uint32_t id) {
  lua_pushvalue(rules->handlers, (int)id);
  lua_xmove(rules->handlers, L, 1);
}

static uint32_t count_handlers(const stl_rules *rules) {
  if (rules->handlers == NULL) return 0;
  return strata_rules_count(rules->rules, STRATA_NAME_HANDLER);
}

int stl_host_list_captures(lua_State *L) {
  const stl_rules *rules = check_frozen_rules(L);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  const capture_walk w = {.list = 2, .known = 3};
  const uint32_t count = count_handlers(rules);
  for (uint32_t id = 1; id <= count; id++) {
    push_handler_function(L, rules, id);
    walk_captured_value(L, &w, handler_name(rules, id));
    lua_settop(L, 3);
  }
  lua_settop(L, 2);
  return 1;
}

/* -- Runs on a dummy ------------------------------------------------------ */

/* The answer is what was asked; the second of a list is none, so that walks
 * end. */
static int dummy_index(lua_State *L) {
  const bool ends = lua_isinteger(L, 2) && lua_tointeger(L, 2) > 1;
  lua_settop(L, ends ? 0 : 1);
  if (ends) lua_pushnil(L);
  return 1;
}

static int dummy_self(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, stl_handle_test(L, 1, STL_HANDLE_DUMMY) != NULL ? 1 : 2);
  return 1;
}

static int dummy_ignore(lua_State *L) {
  (void)L;
  return 0;
}

static int dummy_false(lua_State *L) {
  lua_pushboolean(L, false);
  return 1;
}

static int dummy_zero(lua_State *L) {
  lua_pushinteger(L, 0);
  return 1;
}

static int dummy_tostring(lua_State *L) {
  lua_pushliteral(L, "nobody");
  return 1;
}

void stl_open_capture_check(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", dummy_index},
                                  {"__newindex", dummy_ignore},
                                  {"__call", dummy_self},
                                  {"__add", dummy_self},
                                  {"__sub", dummy_self},
                                  {"__mul", dummy_self},
                                  {"__div", dummy_self},
                                  {"__mod", dummy_self},
                                  {"__idiv", dummy_self},
                                  {"__unm", dummy_self},
                                  {"__band", dummy_self},
                                  {"__bor", dummy_self},
                                  {"__bxor", dummy_self},
                                  {"__bnot", dummy_self},
                                  {"__shl", dummy_self},
                                  {"__shr", dummy_self},
                                  {"__lt", dummy_false},
                                  {"__le", dummy_false},
                                  {"__len", dummy_zero},
                                  {"__tostring", dummy_tostring},
                                  {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_DUMMY, "nobody", meta);
  lua_pop(L, 1);
}

/* The limits of one call: enough to reach the end of most handlers. */
enum { CAPTURE_CHECK_STEPS = 20000, CAPTURE_CHECK_BLOCK = 64 * 1024 };

/* Pop the function at the top and run it on a dummy; the first change that it
 * attempts is recorded in `trial`. Other errors say nothing, because no game is
 * played. */
static void run_on_dummy(lua_State *L, stl_context *context,
                         stl_capture_check *trial) {
  const strata_limits limits = {.steps = CAPTURE_CHECK_STEPS,
                                .memory = UINT64_MAX,
                                .block = CAPTURE_CHECK_BLOCK,
                                .output = 0,
                                .effort = UINT64_MAX};
  stl_budget_scope scope;
  (void)lua_newuserdatauv(L, 0, 0);
  stl_handle_kind_set(L, STL_HANDLE_DUMMY);
  stl_capture_check *outer = context->capture_check;
  context->capture_check = trial;
  stl_budget_begin(&context->budget, &scope, &limits, STL_STEPS_UNKNOWN);
  (void)lua_pcall(L, 1, 1, 0);
  stl_budget_end(&context->budget, &scope);
  context->capture_check = outer;
  lua_pop(L, 1);
}

int stl_host_check_captures(lua_State *L) {
  const stl_rules *rules = check_frozen_rules(L);
  stl_context *context = rules->context;
  lua_settop(L, 1);
  lua_newtable(L);
  if (context->budget.L == NULL) {
    return 1; /* without a budget a call may never end */
  }
  const uint32_t count = count_handlers(rules);
  lua_Integer found = 0;
  for (uint32_t id = 1; id <= count; id++) {
    stl_capture_check trial = {.text = ""};
    push_handler_function(L, rules, id);
    if (lua_isfunction(L, -1)) {
      run_on_dummy(L, context, &trial);
    } else {
      lua_pop(L, 1);
    }
    if (trial.text[0] == '\0') continue;
    lua_pushfstring(L, "%s (handler '%s')", trial.text,
                    handler_name(rules, id));
    lua_rawseti(L, 2, ++found);
  }
  return 1;
}
