/*
 * rules_methods.c - strata.rules and the methods of rules.
 *
 * Rules are made in two passes: clauses and definitions are read by names,
 * types and layers, so rules of names alone are made first (spec_freeze.c). Ids
 * are equal in both.
 */
#include "lua/objects/rules_methods.h"

#include "lua/actions/handler_functions.h"
#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/visibility.h"
#include "lua/objects/rules_packs.h"
#include "lua/objects/save_packs.h"
#include "lua/objects/world_methods.h"
#include "lua/objects/world_recording.h"
#include "lua/spec/predicates.h"
#include "lua/spec/spec_freeze.h"
#include "lua/spec/spec_layer.h"

#include <lauxlib.h>
#include <strata.h>

/* -- The userdata --------------------------------------------------------- */

static int rules_gc(lua_State *L) {
  stl_rules **box = lua_touserdata(L, 1);
  if (*box != NULL) {
    (*box)->predicates = NULL;
    (*box)->handlers = NULL;
    (*box)->spare_ctx_world = NULL;
    stl_rules_release(*box);
  }
  *box = NULL;
  return 0;
}

/* -- The module's word and methods ---------------------------------------- */

/* What is made of the table at 1 besides the engine's rules, which are there:
 * their userdata is at 2. */
static void complete_rules(lua_State *L, stl_rules *rules) {
  lua_settop(L, 2);
  stl_rules_keep_predicates(L, 1, 2, rules);
  stl_rules_keep_handlers(L, 1, 2, rules);
  stl_visibility_read_spec(L, 1, rules);
}

/* Rules take memory and time that no table of a script does, and each of their
 * names is looked up where it is used. */
enum { STEPS_OF_RULES = 5000 };

/* Twice: what clauses and definitions say is read by names, types and layers,
 * so rules of these alone come first. Ids are the same in both. */
static int make_two_stage_rules(lua_State *L, bool keeps) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  stl_charge(L, STEPS_OF_RULES);
  stl_rules *rules = stl_rules_push_new(L);
  stl_spec_freeze(L, 1, NULL, rules, &rules->owned);
  rules->rules = rules->owned;
  lua_settop(L, 2);
  stl_rules_index_names(L, rules);
  stl_spec_layers(L, 1, rules);
  lua_settop(L, 2);
  stl_rules_charge_names(L, rules->rules, STRATA_NAME_ATTRIBUTE);
  stl_rules_charge_names(L, rules->rules, STRATA_NAME_SYMBOL);
  strata_rules *whole = NULL;
  stl_spec_freeze(L, 1, rules, rules, &whole);
  strata_rules_free(rules->owned);
  rules->rules = rules->owned = whole;
  if (!keeps) {
    strata_builder_free(rules->builder);
    rules->builder = NULL;
  }
  complete_rules(L, rules);
  return 1;
}

static int make_rules(lua_State *L) {
  return make_two_stage_rules(L, false);
}

int stl_host_rules_with_builder(lua_State *L) {
  return make_two_stage_rules(L, true);
}

/* (spec, abilities, definitions, earlier rules) */
int stl_host_revise_rules(lua_State *L) {
  enum { SPEC = 1, RULES, ABILITIES, DEFINITIONS };
  static const int lists[] = {ABILITIES, DEFINITIONS};
  for (int i = 1; i <= 3; i++) {
    luaL_checktype(L, i, LUA_TTABLE);
  }
  stl_rules *earlier = stl_handle_check(L, 4, STL_HANDLE_RULES);
  lua_settop(L, 4);
  const bool can = earlier->builder != NULL && earlier->rules != NULL &&
                   strata_rules_count(earlier->rules, STRATA_NAME_PREDICATE) ==
                       0; /* a builder's predicates are of one stl_rules */
  if (!can) return 0;
  stl_rules *rules = stl_rules_push_new(L);
  lua_insert(L, RULES);
  rules->builder = earlier->builder;
  earlier->builder = NULL;
  stl_spec_revise(L, SPEC, lists, earlier, rules, &rules->owned);
  rules->rules = rules->owned;
  lua_settop(L, RULES);
  stl_rules_index_names(L, rules);
  stl_spec_layers(L, SPEC, rules);
  complete_rules(L, rules);
  return 1;
}

static int rules_hash(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  return stl_push_hash(L, strata_rules_hash(rules->rules));
}

static int rules_names(lua_State *L) {
  static const char *const kinds[] = {
      "attributes", "symbols",   "layers",      "clocks",     "groups",
      "zones",      "abilities", "definitions", "predicates", "events",
      "fields",     "codes",     "handlers",    "checks",     NULL};
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  const int kind = luaL_checkoption(L, 2, "attributes", kinds);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  const uint32_t count =
      strata_rules_count(rules->rules, (strata_name_kind)kind);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 1; i <= count; i++) {
    lua_pushstring(L,
                   strata_rules_name(rules->rules, (strata_name_kind)kind, i));
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  return 1;
}

/* The symbol of the ability at 2, and what was declared for it. Raises. */
static strata_symbol check_ability(lua_State *L, const stl_rules *rules,
                                   const char *where,
                                   strata_ability_info *info) {
  const char *name = luaL_checkstring(L, 2);
  if (rules->rules == NULL) luaL_error(L, "rules: stale");
  const strata_symbol symbol =
      strata_rules_find(rules->rules, STRATA_NAME_SYMBOL, name);
  if (strata_rules_ability(rules->rules, symbol, info) != STRATA_OK) {
    stl_rules_raise_unknown(L, rules, STRATA_NAME_ABILITY, where, name);
  }
  return symbol;
}

/* rules:ability("flying") */
static int rules_ability(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  strata_ability_info info = {0};
  (void)check_ability(L, rules, "rules:ability", &info);
  lua_createtable(L, 0, 3);
  lua_pushstring(L, info.name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, info.text);
  lua_setfield(L, -2, "text");
  lua_pushstring(L, stl_ability_kinds[info.kind]);
  lua_setfield(L, -2, "kind");
  return 1;
}

/* Push what a watcher definition watches: { name, role, event, of }. */
static void push_watched(lua_State *L, const strata_rules *rules,
                         strata_watcher_def watcher) {
  strata_watcher_def_info info = {0};
  if (strata_rules_watcher_def(rules, watcher, &info) != STRATA_OK) return;
  const strata_event_type of = strata_rules_event_type_of(rules, info.event);
  lua_createtable(L, 0, 4);
  lua_pushstring(L, info.name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, strata_watcher_role_text(info.role));
  lua_setfield(L, -2, "role");
  if (of == 0) return; /* a state, or what a player may do */
  lua_pushstring(L,
                 strata_rules_name(rules, STRATA_NAME_EVENT_TYPE, info.event));
  lua_setfield(L, -2, "event");
  if (of == info.event) return;
  lua_pushstring(L, strata_rules_name(rules, STRATA_NAME_EVENT_TYPE, of));
  lua_setfield(L, -2, "of");
}

/* rules:watches("classic:soul_warden.1") */
static int rules_watches(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  strata_ability_info info = {0};
  const strata_symbol ability = check_ability(L, rules, "rules:watches", &info);
  strata_watcher_def watcher = 0;
  lua_newtable(L);
  for (uint32_t n = 0;
       (watcher = strata_rules_ability_watcher(rules->rules, ability, n)) != 0;
       n++) {
    push_watched(L, rules->rules, watcher);
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
  return 1;
}

/* Push the fields of a kind of event, in their order: { name, type }. */
static void push_event_type_fields(lua_State *L, const strata_rules *rules,
                                   strata_event_type kind) {
  static const char *const types[] = {
#define X(id, value, text) [STRATA_##id] = text,
      STRATA_TYPE_MAP(X)
#undef X
  };
  strata_field field = 0;
  lua_newtable(L);
  for (uint32_t n = 0;
       (field = strata_rules_event_type_field(rules, kind, n)) != 0; n++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, strata_rules_name(rules, STRATA_NAME_FIELD, field));
    lua_setfield(L, -2, "name");
    lua_pushstring(L, types[strata_rules_field_type(rules, field)]);
    lua_setfield(L, -2, "type");
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
}

/* rules:event("gain") */
static int rules_event(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  const char *name = luaL_checkstring(L, 2);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  const strata_event_type kind =
      strata_rules_find(rules->rules, STRATA_NAME_EVENT_TYPE, name);
  if (kind == 0) {
    return stl_rules_raise_unknown(L, rules, STRATA_NAME_EVENT_TYPE,
                                   "rules:event", name);
  }
  const strata_event_type of = strata_rules_event_type_of(rules->rules, kind);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "name");
  if (of != kind) {
    lua_pushstring(L,
                   strata_rules_name(rules->rules, STRATA_NAME_EVENT_TYPE, of));
    lua_setfield(L, -2, "of");
  }
  push_event_type_fields(L, rules->rules, kind);
  lua_setfield(L, -2, "fields");
  return 1;
}

static int rules_tostring(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  if (rules->rules == NULL) {
    lua_pushliteral(L, "rules (stale)");
    return 1;
  }
  lua_pushfstring(L, "rules with %d attributes",
                  (int)strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE));
  return 1;
}

void stl_open_rules(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", rules_gc}, {"__tostring", rules_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"world", stl_rules_world},
                                     {"load", stl_rules_load},
                                     {"packs", stl_rules_packs},
                                     {"compare", stl_rules_compare},
                                     {"replay", stl_rules_replay},
                                     {"hash", rules_hash},
                                     {"names", rules_names},
                                     {"ability", rules_ability},
                                     {"event", rules_event},
                                     {"watches", rules_watches},
                                     {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_RULES, "rules", meta);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushcfunction(L, make_rules);
  lua_setfield(L, -2, "rules");
}
