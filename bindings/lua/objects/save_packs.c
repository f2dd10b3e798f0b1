/*
 * save_packs.c - the packs that a save was made with, compared and migrated.
 *
 * The engine's save names what the state uses, and loads under any rules that
 * have these names. The engine cannot know whether "elf" still has the same
 * rules text: that is in the packs. So the binding puts a list of packs in
 * front of the save (pack_list.c), and compares it before it loads one.
 */
#include "lua/objects/save_packs.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/objects/pack_list.h"
#include "lua/objects/rules_packs.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* -- Comparing ------------------------------------------------------------ */

/* Whether a field of the packs at `saved` and `now` is the same. */
static bool is_same_field(lua_State *L, int saved, int now, const char *field) {
  (void)lua_getfield(L, saved, field);
  (void)lua_getfield(L, now, field);
  const bool is_same = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  return is_same;
}

/* What became of a pack of the save, which is at `saved`, as it is at `now`;
 * one of them may be nil. `differs`: in its files or settings. */
static const char *pack_state_name(lua_State *L, int saved, int now,
                                   bool differs) {
  if (lua_isnil(L, now)) return "missing";
  if (lua_isnil(L, saved)) return "extra";
  (void)lua_getfield(L, saved, "version");
  (void)lua_getfield(L, now, "version");
  stl_library_call(L, "strata.packs.semver", "compare_texts");
  const lua_Integer order = lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (order == 0) return differs ? "changed" : "same";
  return order < 0 ? "upgraded" : "downgraded";
}

/* Set what differs in the packs at `saved` and `now` in the comparison at the
 * top: has_other_files, and a text for each setting. False if nothing does. */
static bool set_differences(lua_State *L, int saved, int now) {
  if (lua_isnil(L, saved) || lua_isnil(L, now)) return false;
  const bool has_other_files = !is_same_field(L, saved, now, "hash");
  lua_pushboolean(L, has_other_files);
  lua_setfield(L, -2, "has_other_files");
  (void)lua_getfield(L, saved, "settings");
  (void)lua_getfield(L, now, "settings");
  stl_library_call(L, "strata.packs.pack_settings", "differences");
  const bool has_other_settings = lua_rawlen(L, -1) > 0;
  lua_setfield(L, -2, "settings");
  return has_other_files || has_other_settings;
}

static void copy_pack_version(lua_State *L, int from, int to,
                              const char *field) {
  if (lua_isnil(L, from)) return;
  (void)lua_getfield(L, from, "version");
  lua_setfield(L, to, field);
}

/* Append { name, state, saved, now, ... } of the pack at the top - 1 (saved)
 * and the top (now), one of which may be nil, to the array at `list`. */
static void add_comparison(lua_State *L, int list) {
  const int now = lua_gettop(L);
  const int saved = now - 1;
  lua_createtable(L, 0, 6);
  (void)lua_getfield(L, lua_isnil(L, now) ? saved : now, "name");
  lua_setfield(L, -2, "name");
  const bool differs = set_differences(L, saved, now);
  lua_pushstring(L, pack_state_name(L, saved, now, differs));
  lua_setfield(L, -2, "state");
  copy_pack_version(L, saved, now + 1, "saved");
  copy_pack_version(L, now, now + 1, "now");
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

/* Push an array, by name, of what became of each pack, the saved ones being at
 * `saved` by name. */
static void push_comparison(lua_State *L, int rules, int saved) {
  lua_newtable(L);
  const int list = lua_gettop(L);
  stl_rules_packs_push(L, rules);
  const int packs = list + 1;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, packs);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, packs, i);
    (void)lua_getfield(L, -1, "name");
    lua_pushvalue(L, -1);
    (void)lua_rawget(L, saved);
    lua_pushvalue(L, packs + 1);
    add_comparison(L, list);
    lua_settop(L, packs + 2);
    lua_pushnil(L);
    lua_rawset(L, saved); /* it is done */
    lua_settop(L, packs);
  }
  lua_pushnil(L);
  while (lua_next(L, saved)) {
    lua_pushnil(L);
    add_comparison(L, list);
    lua_pop(L, 2);
  }
  stl_sort_by_name(L, list);
  stl_rules_manifests_push(L, rules);
  stl_library_call(L, "strata.packs.migrations", "note");
}

int stl_rules_compare(lua_State *L) {
  size_t size = 0;
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  const char *bytes = luaL_checklstring(L, 2, &size);
  lua_settop(L, 2);
  (void)stl_pack_list_read(L, bytes, size);
  push_comparison(L, 1, 3);
  return 1;
}

/* Add to the line at the top what the settings of the comparison at `at` are:
 * ", its setting bonus was 0 and is 3". */
static void add_settings(lua_State *L, int at) {
  if (lua_getfield(L, at, "settings") != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  const int settings = lua_gettop(L);
  lua_pushvalue(L, settings - 1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, settings);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_pushliteral(L, ", its setting ");
    lua_rawgeti(L, settings, i);
    lua_concat(L, 3);
  }
  lua_replace(L, settings - 1);
  lua_settop(L, settings - 1);
}

/* Push a line about the comparison at the top: "delve 0.1.0 is missing". */
static void push_comparison_line(lua_State *L) {
  const int at = lua_gettop(L);
  (void)lua_getfield(L, at, "name");
  (void)lua_getfield(L, at, "state");
  (void)lua_getfield(L, at, "saved");
  (void)lua_getfield(L, at, "now");
  (void)lua_getfield(L, at, "has_other_files");
  const char *name = lua_tostring(L, at + 1);
  const char *state = lua_tostring(L, at + 2);
  const char *saved = lua_tostring(L, at + 3);
  const char *now = lua_tostring(L, at + 4);
  if (strcmp(state, "missing") == 0) {
    lua_pushfstring(L, "%s %s is missing", name, saved);
  } else if (strcmp(state, "extra") == 0) {
    lua_pushfstring(L, "%s %s was not there", name, now);
  } else if (strcmp(state, "changed") != 0) {
    lua_pushfstring(L, "%s %s is %s to %s", name, saved, state, now);
  } else if (lua_toboolean(L, at + 5)) {
    lua_pushfstring(L, "%s %s has other files", name, saved);
  } else {
    lua_pushfstring(L, "%s %s is set up otherwise", name, saved);
  }
  add_settings(L, at);
  lua_replace(L, at);
  lua_settop(L, at);
}

/* Whether the pack of the comparison at the top is as it was, or says what to
 * do about a save of that version, set up as it was. */
static bool is_pack_compatible(lua_State *L) {
  (void)lua_getfield(L, -1, "state");
  (void)lua_getfield(L, -2, "migrations");
  (void)lua_getfield(L, -3, "settings");
  const bool is_same = strcmp(lua_tostring(L, -3), "same") == 0;
  const bool migrates = lua_istable(L, -2);
  const bool is_set_otherwise = lua_istable(L, -1) && lua_rawlen(L, -1) > 0;
  lua_pop(L, 3);
  return is_same || (migrates && !is_set_otherwise);
}

/* Push what differs in the comparison at `list`, "" if nothing does. */
static void push_differences(lua_State *L, int list) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  lua_pushliteral(L, "");
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, list, i);
    if (is_pack_compatible(L)) {
      lua_pop(L, 1);
      continue;
    }
    push_comparison_line(L);
    lua_pushfstring(L, "%s%s%s", lua_tostring(L, -2),
                    lua_rawlen(L, -2) > 0 ? "; " : "", lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
}

size_t stl_save_packs_check(lua_State *L, int rules, const char *bytes,
                            size_t size, bool is_allowed) {
  const int top = lua_gettop(L);
  rules = lua_absindex(L, rules);
  const size_t offset = stl_pack_list_read(L, bytes, size);
  if (offset > 0 && !is_allowed) {
    push_comparison(L, rules, top + 1);
    push_differences(L, top + 2);
    if (lua_rawlen(L, -1) > 0) {
      luaL_error(L,
                 "rules:load: the packs are not those of the save: %s. Load "
                 "those packs, or pass allow_changed = true",
                 lua_tostring(L, -1));
    }
  }
  lua_settop(L, top);
  return offset;
}

void stl_save_packs_migrate(lua_State *L, int rules, int world,
                            const char *bytes, size_t size) {
  const int top = lua_gettop(L);
  if (stl_pack_list_read(L, bytes, size) > 0) {
    push_comparison(L, rules, top + 1);
    stl_library_push(L, "strata.packs.migrations");
    (void)lua_getfield(L, -1, "run_all");
    lua_pushvalue(L, world);
    lua_pushvalue(L, top + 2);
    stl_rules_manifests_push(L, rules);
    lua_call(L, 3, 0);
  }
  lua_settop(L, top);
}

int stl_host_call_limited(lua_State *L) {
  stl_context *context = stl_context_get(L);
  const strata_limits limits = stl_default_limits();
  char text[1000];
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checkstack(L, LUA_MINSTACK, "limited");
  stl_budget_scope scope;
  stl_budget_begin(&context->budget, &scope, &limits, STL_STEPS_UNKNOWN);
  const int status = lua_pcall(L, lua_gettop(L) - 1, 0, 0);
  if (status != LUA_OK) {
    (void)snprintf(text, sizeof text, "%s",
                   stl_budget_error_text(&context->budget, L, status));
  }
  stl_budget_end(&context->budget, &scope);
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_pushstring(L, text);
  return 2;
}
