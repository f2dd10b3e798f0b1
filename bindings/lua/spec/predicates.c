/*
 * predicates.c - predicates of rules that are functions of scripts.
 *
 * The engine calls a predicate in the middle of an evaluation. So no error may
 * pass through the engine, and no script may touch a world meanwhile: every
 * function that reaches a world refuses (stl_world_check_live). `it` and `this`
 * are values of a kind of their own, which read the values of the evaluation
 * and nothing else.
 *
 * The functions lie on the stack of a thread that the userdata of the rules
 * holds: C needs a pointer to find them, and they must not keep the rules
 * alive, because they may refer to a world of these rules. They run in that
 * thread, which has a hook of its own: how often they are asked hangs on what
 * is cached, so the hook around them must go on counting as if they were not.
 */
#include "lua/spec/predicates.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

typedef struct predicate_entity {
  stl_context *context;
  strata_entity who; /* what the view calls it */
} predicate_entity;

/* -- Being asked ---------------------------------------------------------- */

/* Push the value that stands for `it` (at place 1 behind the functions) or
 * `this` (2); nil if there is none. */
static void push_predicate_party(lua_State *thread, int place,
                                 strata_entity who) {
  if (who == 0) {
    lua_pushnil(thread);
    return;
  }
  predicate_entity *s = lua_touserdata(thread, place);
  s->who = who;
  lua_pushvalue(thread, place);
}

/* The function's result or error is at the top. */
static strata_status read_predicate_result(lua_State *L, int result,
                                           strata_predicate_context *view,
                                           bool *out) {
  const stl_budget *budget = &stl_context_get(L)->budget;
  if (result == LUA_ERRMEM && budget->exhausted == STL_EXHAUSTED_NOTHING) {
    return strata_predicate_fail(view, STRATA_ENOMEM, "out of memory");
  }
  if (result != LUA_OK) {
    return strata_predicate_fail(view, STRATA_ESCRIPT,
                                 stl_budget_error_text(budget, L, result));
  }
  if (lua_type(L, -1) != LUA_TBOOLEAN) {
    return strata_predicate_fail(view, STRATA_ESCRIPT,
                                 lua_isnil(L, -1)
                                     ? "it must answer true or false, not nil"
                                     : "it must answer true or false");
  }
  *out = lua_toboolean(L, -1) != 0;
  return STRATA_OK;
}

static strata_status run_predicate(void *user, strata_predicate_context *view,
                                   strata_entity it, strata_entity source,
                                   bool *out) {
  const stl_rules *rules = user;
  lua_State *thread = rules->predicates;
  if (thread == NULL) {
    return strata_predicate_fail(view, STRATA_ESCRIPT, "its rules are gone");
  }
  if (!lua_checkstack(thread, LUA_MINSTACK)) {
    return strata_predicate_fail(view, STRATA_ENOMEM, "out of memory");
  }
  const int count =
      (int)strata_rules_count(rules->rules, STRATA_NAME_PREDICATE);
  lua_sethook(thread, NULL, 0, 0); /* it may have one that was a host's */
  lua_pushvalue(thread, (int)strata_predicate_id(view));
  push_predicate_party(thread, count + 1, it);
  push_predicate_party(thread, source == it ? count + 1 : count + 2, source);
  stl_context *context = rules->context;
  context->predicate_context = view;
  context->predicate_rules = rules;
  stl_budget_scope scope;
  stl_budget_begin_predicate(&context->budget, thread, &scope,
                             &context->handler_limits);
  const int result = lua_pcall(thread, 2, 1, 0);
  context->predicate_context = NULL;
  const strata_status status = read_predicate_result(thread, result, view, out);
  lua_pop(thread, 1);
  stl_budget_end_predicate(&context->budget, &scope);
  return status;
}

/* -- What a function sees ------------------------------------------------- */

static void push_seen(lua_State *L, stl_context *context, strata_entity who) {
  if (who == 0) {
    lua_pushnil(L);
    return;
  }
  predicate_entity *s = lua_newuserdatauv(L, sizeof *s, 0);
  *s = (predicate_entity){context, who};
  stl_handle_kind_set(L, STL_HANDLE_PREDICATE_ENTITY);
}

/* The engine knows what was wrong, and says it when the function has ended. */
static int raise_context_error(lua_State *L) {
  return luaL_error(L, "the predicate has failed");
}

static strata_predicate_context *
need_predicate_context(lua_State *L, const predicate_entity *s) {
  if (s->context->predicate_context == NULL) {
    luaL_error(L, "what a predicate is told is gone once it has answered");
  }
  return s->context->predicate_context;
}

static int refuse_predicate_attr(lua_State *L, const stl_rules *rules) {
  const char *name = luaL_checkstring(L, 2);
  if (stl_rules_is_reserved(name, STRATA_INT)) {
    return luaL_error(L,
                      "%s: a predicate may only read attributes, and ask "
                      "whether it:has(a symbol)",
                      name);
  }
  return stl_rules_raise_unknown(L, rules, STRATA_NAME_ATTRIBUTE, "predicate",
                                 name);
}

static int seen_index(lua_State *L) {
  const predicate_entity *s = lua_touserdata(L, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  strata_predicate_context *view = need_predicate_context(L, s);
  const stl_rules *rules = s->context->predicate_rules;
  stl_attr_name spare = {0};
  const stl_attr_name *name = stl_rules_find_attr(L, rules, 2, &spare);
  if (name == NULL) return refuse_predicate_attr(L, rules);
  strata_value value = {0};
  if (strata_predicate_get(view, s->who, name->attr, &value) != STRATA_OK) {
    return raise_context_error(L);
  }
  switch (value.type) {
  case STRATA_INT:
    lua_pushinteger(L, value.integer);
    return 1;
  case STRATA_FLAG:
    lua_pushboolean(L, value.integer != 0);
    return 1;
  case STRATA_REF:
    push_seen(L, s->context, value.ref);
    return 1;
  case STRATA_SET:
  case STRATA_SYM:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  stl_push_symbols(L, rules->rules, &value);
  return 1;
}

static int seen_newindex(lua_State *L) {
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "it";
  return luaL_error(L, "%s: a predicate may only read", key);
}

/* it:has("elf"): in any of the sets whose domain holds it. */
static int seen_has(lua_State *L) {
  const predicate_entity *s =
      stl_handle_check(L, 1, STL_HANDLE_PREDICATE_ENTITY);
  const char *text = luaL_checkstring(L, 2);
  strata_predicate_context *view = need_predicate_context(L, s);
  const stl_rules *rules = s->context->predicate_rules;
  const strata_symbol symbol =
      stl_rules_need(L, rules, STRATA_NAME_SYMBOL, "has", text);
  strata_attr attr = 0;
  bool found = false;
  while (!found && (attr = stl_rules_next_set(rules, symbol, attr)) != 0) {
    if (strata_predicate_has(view, s->who, attr, symbol, &found) != STRATA_OK) {
      return raise_context_error(L);
    }
  }
  lua_pushboolean(L, found);
  return 1;
}

static int seen_eq(lua_State *L) {
  const predicate_entity *a =
      stl_handle_test(L, 1, STL_HANDLE_PREDICATE_ENTITY);
  const predicate_entity *b =
      stl_handle_test(L, 2, STL_HANDLE_PREDICATE_ENTITY);
  lua_pushboolean(L, a != NULL && b != NULL && a->who == b->who);
  return 1;
}

static int seen_tostring(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_PREDICATE_ENTITY);
  lua_pushliteral(L, "what a predicate sees of an entity");
  return 1;
}

void stl_open_predicates(lua_State *L) {
  static const luaL_Reg meta[] = {{"__newindex", seen_newindex},
                                  {"__tostring", seen_tostring},
                                  {"__eq", seen_eq},
                                  {NULL, NULL}};
  static const luaL_Reg methods[] = {{"has", seen_has}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_PREDICATE_ENTITY, "seen entity", meta);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, seen_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}

/* -- Declaring ------------------------------------------------------------ */

/* strong = { function(it, this) ... end, reads = { "power" } } */
static void add_predicate(stl_spec *s, const char *name, void *user) {
  static const char *const fields[] = {"reads", NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "predicates.%s", name);
  lua_insert(L, -2);
  if (!lua_istable(L, -1)) {
    luaL_error(L,
               "strata.rules: %s: expected { function, reads = names }, "
               "got %s",
               where, luaL_typename(L, -1));
  }
  const char *full = lua_pushfstring(L, "strata.rules: %s", where);
  lua_insert(L, -2);
  stl_check_fields(L, -1, full, "field", fields, 1);
  if (lua_rawgeti(L, -1, 1) != LUA_TFUNCTION) {
    luaL_error(L, "%s[1]: expected a function of it and this, got %s", full,
               luaL_typename(L, -1));
  }
  lua_pop(L, 1);
  strata_predicate_desc desc = {
      .name = name, .fn = run_predicate, .user = s->rules};
  if (lua_getfield(L, -1, "reads") != LUA_TNIL) {
    const char *reads = lua_pushfstring(L, "%s.reads", where);
    lua_insert(L, -2);
    desc.reads =
        stl_spec_names(s, reads, STL_LIST_OF_UNEQUAL, &desc.read_count);
  }
  stl_spec_raise_status(s, strata_builder_predicate(s->builder, &desc), where);
}

void stl_spec_predicates(stl_spec *s) {
  if (!stl_spec_section(s, "predicates")) return;
  stl_spec_each(s, "predicates", 0, add_predicate, NULL);
  lua_pop(s->L, 1);
}

/* Move the function of a predicate to the thread: those of the table at the
 * top. */
static void keep_predicate_function(lua_State *L, lua_State *thread,
                                    const char *name) {
  if (lua_getfield(L, -1, name) != LUA_TTABLE ||
      lua_rawgeti(L, -1, 1) != LUA_TFUNCTION) {
    luaL_error(L, "strata.rules: predicates.%s: it was another before", name);
  }
  lua_xmove(L, thread, 1);
  lua_pop(L, 1);
}

void stl_rules_keep_predicates(lua_State *L, int table, int owner,
                               stl_rules *rules) {
  const uint32_t count =
      strata_rules_count(rules->rules, STRATA_NAME_PREDICATE);
  if (count == 0) return;
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_State *thread = lua_newthread(L);
  luaL_checkstack(thread, (int)count + LUA_MINSTACK, "rules");
  lua_setiuservalue(L, owner, STL_UV_PREDICATES);
  lua_getfield(L, table, "predicates");
  for (uint32_t id = 1; id <= count; id++) {
    keep_predicate_function(
        L, thread, strata_rules_name(rules->rules, STRATA_NAME_PREDICATE, id));
  }
  lua_pop(L, 1);
  for (int i = 0; i < 2; i++) { /* for `it` and `this` */
    push_seen(L, rules->context, UINT64_MAX);
    lua_xmove(L, thread, 1);
  }
  rules->predicates = thread;
}
