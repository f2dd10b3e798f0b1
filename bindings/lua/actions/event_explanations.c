/*
 * event_explanations.c - why an event happened, or did not.
 *
 * An explanation is a plain table, an array of rows with a text, and outlives
 * its world.
 */
#include "lua/actions/event_explanations.h"

#include "lua/actions/event_explanation_text.h"
#include "lua/actions/legal_acts.h"
#include "lua/actions/running_worlds.h"
#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

static void set_account_text(lua_State *L, const char *field,
                             const char *text) {
  if (text == NULL || text[0] == '\0') return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

static void set_account_name(lua_State *L, const strata_rules *rules,
                             const char *field, strata_name_kind kind,
                             uint32_t id) {
  if (id != 0) set_account_text(L, field, strata_rules_name(rules, kind, id));
}

static void set_account_entity(lua_State *L, int owner, const char *field,
                               strata_entity entity) {
  if (entity == 0) return;
  stl_push_entity(L, owner, entity);
  lua_setfield(L, -2, field);
}

static void set_account_value(lua_State *L, int owner, const char *field,
                              const strata_value *value) {
  if (value->type == 0) return;
  stl_push_value(L, owner, value);
  lua_setfield(L, -2, field);
}

static void push_event_fields(lua_State *L, int owner,
                              const strata_event_why_row *row) {
  lua_createtable(L, 0, (int)row->field_count);
  for (size_t i = 0; i < row->field_count; i++) {
    lua_createtable(L, 0, 2);
    set_account_value(L, owner, "before", &row->fields[i].before);
    set_account_value(L, owner, "after", &row->fields[i].after);
    lua_setfield(L, -2, row->fields[i].name);
  }
}

static void push_explanation_row(lua_State *L, int owner,
                                 const strata_rules *rules,
                                 const strata_event_why_row *row) {
  lua_createtable(L, 0, 10);
  set_account_text(L, "step", strata_event_why_step_text(row->step));
  if (row->step == STRATA_EVENT_WHY_VERDICT) {
    set_account_text(L, "verdict", strata_verdict_text(row->verdict));
  }
  if (row->row != 0) {
    lua_pushinteger(L, (lua_Integer)row->row);
    lua_setfield(L, -2, "row");
  }
  set_account_name(L, rules, "kind", STRATA_NAME_EVENT_TYPE, row->event_type);
  set_account_name(L, rules, "code", STRATA_NAME_WATCHER_DEF, row->watcher_def);
  set_account_entity(L, owner, "source", row->source);
  set_account_entity(L, owner, "who", row->who);
  set_account_text(L, "name", row->name);
  set_account_text(L, "says", row->says);
  push_event_fields(L, owner, row);
  lua_setfield(L, -2, "fields");
}

/* (a handle of the world, account) -> table */
static int build_event_explanation(lua_State *L) {
  const strata_event_why *account = lua_touserdata(L, 2);
  const stl_world *world = stl_handle_unbox(L, 1);
  const strata_rules *rules = world->rules->rules;
  const size_t count = strata_event_why_count(account);
  lua_createtable(L, (int)count, 4);
  for (size_t i = 0; i < count; i++) {
    const strata_event_why_row *row = strata_event_why_get(account, i);
    push_explanation_row(L, 1, rules, row);
    lua_rawseti(L, 3, (lua_Integer)i + 1);
    if (row->step == STRATA_EVENT_WHY_VERDICT) {
      set_account_text(L, "verdict", strata_verdict_text(row->verdict));
    }
  }
  stl_push_event_why_text(L, rules, account);
  lua_setfield(L, 3, "text");
  stl_push_event_why_json(L, rules, account);
  lua_setfield(L, 3, "json");
  stl_handle_kind_set(L, STL_HANDLE_EXPLANATION);
  return 1;
}

/* Push the table of an account, which is freed. 1 is the world. */
static int push_account(lua_State *L, strata_event_why *account) {
  lua_pushcfunction(L, build_event_explanation);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, account);
  const int result = lua_pcall(L, 2, 1, 0);
  strata_event_why_free(account);
  return result == LUA_OK ? 1 : lua_error(L);
}

/* -- Which event ---------------------------------------------------------- */

static bool is_of_event(const strata_log_row *row) {
  return row->what == STRATA_LOG_HAPPENED || row->what == STRATA_LOG_REPLACED ||
         row->what == STRATA_LOG_PREVENTED || row->what == STRATA_LOG_REFUSED;
}

/* The newest row of an event type, 0 for any type; or the newest row that is
 * about an entity or one of its predecessors. 0 if there is none. */
static uint64_t find_newest(lua_State *L, const stl_world *world,
                            strata_event_type kind, strata_entity who) {
  uint64_t found = 0;
  uint64_t number = 0;
  while ((number = strata_log_next(world->world, number)) != 0) {
    strata_log_row row = {0};
    const strata_status status = strata_log_get(world->world, number, &row);
    if (status != STRATA_OK) stl_world_raise(L, world, status, "world:why");
    stl_charge(L, 1);
    const bool is_kind = kind == 0 || row.event_type == kind;
    const bool is_who =
        who == 0 || row.who == who ||
        (row.who != 0 && strata_successor(world->world, row.who) == who);
    if (is_of_event(&row) && is_kind && is_who) found = number;
  }
  return found;
}

/* The row that the value at `index` names: by its number, as a row, as an event
 * type, whose newest row is meant (an alias stands for its event type), or as
 * an entity, whose newest row is meant. */
static uint64_t check_log_row_arg(lua_State *L, const stl_world *world,
                                  int index, const char *where) {
  uint64_t number = 0;
  if (lua_type(L, index) == LUA_TTABLE) {
    lua_getfield(L, index, "number");
    number = (uint64_t)luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    return number;
  }
  if (lua_type(L, index) == LUA_TSTRING) {
    const char *name = lua_tostring(L, index);
    const strata_event_type kind =
        strata_rules_find(world->rules->rules, STRATA_NAME_EVENT_TYPE, name);
    if (kind == 0) {
      (void)stl_rules_raise_unknown(L, world->rules, STRATA_NAME_EVENT_TYPE,
                                    where, name);
    }
    const strata_event_type of =
        strata_rules_event_type_of(world->rules->rules, kind);
    number = find_newest(L, world, of, 0);
    if (number == 0) {
      luaL_error(L, "%s: the log tells of no '%s'", where, name);
    }
    return number;
  }
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (handle != NULL) {
    number = find_newest(L, world, 0, handle->id);
    if (number == 0) luaL_error(L, "%s: the log tells nothing of it", where);
    return number;
  }
  const lua_Integer given = luaL_checkinteger(L, index);
  luaL_argcheck(L, given > 0, index, "the number of a row is 1 or more");
  return (uint64_t)given;
}

/* -- Which watcher -------------------------------------------------------- */

/* "classic:soul_warden.1" has the parts "soul_warden" and "soul_warden.1"; the
 * second is the whole of it. */
static bool has_name_part(const char *code, const char *part, bool whole) {
  const char *own = strchr(code, ':');
  const size_t length = strlen(part);
  own = own != NULL ? own + 1 : code;
  if (strncmp(own, part, length) != 0) return false;
  const char next = own[length];
  return next == '\0' || (!whole && (next == '.' || next == '_'));
}

/* Push the names of the watcher definitions that have a part; how many they
 * are, and the last of them. */
static uint32_t push_named_watchers(lua_State *L, const strata_rules *rules,
                                    const char *part, bool whole,
                                    strata_watcher_def *last) {
  luaL_Buffer names;
  luaL_buffinit(L, &names);
  uint32_t count = 0;
  for (strata_watcher_def code = 1;
       code <= strata_rules_count(rules, STRATA_NAME_WATCHER_DEF); code++) {
    const char *name = strata_rules_name(rules, STRATA_NAME_WATCHER_DEF, code);
    if (!has_name_part(name, part, whole)) continue;
    if (count++ > 0) luaL_addstring(&names, ", ");
    luaL_addstring(&names, name);
    *last = code;
  }
  luaL_pushresult(&names);
  return count;
}

/* The watcher definition of a name, with or without its pack; else the only one
 * of which it is the first part. */
static strata_watcher_def check_watcher_arg(lua_State *L,
                                            const stl_world *world, int index) {
  const strata_rules *rules = world->rules->rules;
  const char *name = luaL_checkstring(L, index);
  strata_watcher_def found =
      strata_rules_find(rules, STRATA_NAME_WATCHER_DEF, name);
  if (found != 0) return found;
  uint32_t count = push_named_watchers(L, rules, name, true, &found);
  if (count == 0) count = push_named_watchers(L, rules, name, false, &found);
  if (count > 1) {
    luaL_error(L, "world:why_not: '%s' is more than one: %s", name,
               lua_tostring(L, -1));
  }
  if (count == 0) {
    (void)stl_rules_raise_unknown(L, world->rules, STRATA_NAME_WATCHER_DEF,
                                  "world:why_not", name);
  }
  return found;
}

/* -- Asking --------------------------------------------------------------- */

int stl_world_why(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  const uint64_t row = check_log_row_arg(L, world, 2, "world:why");
  luaL_checkstack(L, LUA_MINSTACK, "world:why");
  strata_event_why *account = NULL;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status =
      strata_explain_event(world->world, row, &account);
  stl_running_world_end_checked(L, &acting, status, "world:why");
  return push_account(L, account);
}

/* About an action, or about a watcher and an event. */
int stl_world_why_not(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  if (lua_istable(L, 2)) return stl_world_why_not_act(L);
  luaL_checkany(L, 3);
  lua_settop(L, 4);
  strata_entity source = 0;
  if (!lua_isnil(L, 2)) {
    const stl_handle *handle = stl_handle_check(L, 2, STL_HANDLE_ENTITY);
    if (handle->world != world) {
      return luaL_error(L, "world:why_not: entity of another world");
    }
    source = handle->id;
  }
  const strata_watcher_def code = check_watcher_arg(L, world, 3);
  const uint64_t row =
      lua_isnil(L, 4) ? 0 : check_log_row_arg(L, world, 4, "world:why_not");
  luaL_checkstack(L, LUA_MINSTACK, "world:why_not");
  strata_event_why *account = NULL;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status =
      strata_explain_why_not(world->world, row, code, source, &account);
  stl_running_world_end_checked(L, &acting, status, "world:why_not");
  return push_account(L, account);
}

int stl_world_remember(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const lua_Integer actions = luaL_checkinteger(L, 2);
  luaL_argcheck(L, actions >= 0 && actions <= UINT32_MAX, 2,
                "a number of actions");
  const strata_status status = strata_remember(world->world, (uint32_t)actions);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:remember");
  }
  return 0;
}
