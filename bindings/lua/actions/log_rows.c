/*
 * log_rows.c - rows of the log as tables.
 *
 * The tables are plain and outlive the entities that they name.
 */
#include "lua/actions/log_rows.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

static void set_log_name(lua_State *L, const strata_rules *rules,
                         const char *field, strata_name_kind kind,
                         uint32_t id) {
  if (id == 0) return;
  lua_pushstring(L, strata_rules_name(rules, kind, id));
  lua_setfield(L, -2, field);
}

static void set_log_number(lua_State *L, const char *field, uint64_t number) {
  if (number == 0) return;
  lua_pushinteger(L, (lua_Integer)number);
  lua_setfield(L, -2, field);
}

/* Whether a row must leave out this entity: its new handle would tell which of
 * the hidden cards a card that was seen has become. */
static bool is_unseen_entity(const stl_world *world, strata_entity who) {
  return who != 0 && stl_visibility_is_hidden(world, who);
}

static const stl_world *world_of_handle(lua_State *L, int owner) {
  stl_handle_push_world(L, owner);
  const stl_world *world = stl_handle_unbox(L, -1);
  lua_pop(L, 1);
  return world;
}

static void set_log_entity(lua_State *L, int owner, const char *field,
                           strata_entity entity) {
  if (entity == 0 || is_unseen_entity(world_of_handle(L, owner), entity)) {
    return;
  }
  stl_push_entity(L, owner, entity);
  lua_setfield(L, -2, field);
}

static void push_log_fields(lua_State *L, int owner,
                            const strata_log_row *row) {
  const stl_world *world = world_of_handle(L, owner);
  lua_createtable(L, 0, (int)row->field_count);
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_value *value = &row->fields[i].value;
    if (value->type == STRATA_REF && is_unseen_entity(world, value->ref)) {
      continue;
    }
    stl_push_value(L, owner, &row->fields[i].value);
    lua_setfield(L, -2, row->fields[i].name);
  }
}

/* Whether a hidden entity was among the options: the number of the chosen
 * option would tell which one it is. */
static bool chose_unseen(const stl_world *world, const strata_log_row *row) {
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_value *value = &row->fields[i].value;
    if (value->type == STRATA_REF && is_unseen_entity(world, value->ref)) {
      return true;
    }
  }
  return false;
}

/* What was decided has fields of one name for each option that was chosen: they
 * become lists, with options from 1. */
static void push_decided(lua_State *L, int owner, const strata_log_row *row) {
  static const char *const purposes[] = {
#define X(id, value, text) [value] = text,
      STRATA_PURPOSE_MAP(X)
#undef X
  };
  const bool is_secret = chose_unseen(world_of_handle(L, owner), row);
  lua_createtable(L, 0, 4);
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_named_value *field = &row->fields[i];
    if (strcmp(field->name, "purpose") == 0) {
      lua_pushstring(L, purposes[field->value.integer]);
      lua_setfield(L, -2, "purpose");
      continue;
    }
    if (is_secret) continue;
    if (lua_getfield(L, -1, field->name) == LUA_TNIL) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_setfield(L, -3, field->name);
    }
    stl_push_value(L, owner, &field->value);
    if (strcmp(field->name, "option") == 0) {
      lua_pushinteger(L, field->value.integer + 1);
      lua_replace(L, -2);
    }
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pop(L, 1);
  }
}

void stl_push_log_row(lua_State *L, int owner, const strata_rules *rules,
                      const strata_log_row *row) {
  static const char *const whats[] = {
#define X(id, value, text) [value] = text,
      STRATA_LOG_MAP(X)
#undef X
  };
  owner = lua_absindex(L, owner);
  luaL_checkstack(L, LUA_MINSTACK, "log");
  lua_createtable(L, 0, 10);
  lua_pushstring(L, whats[row->what]);
  lua_setfield(L, -2, "what");
  set_log_number(L, "number", row->number);
  set_log_number(L, "action", row->action);
  set_log_number(L, "parent", row->parent);
  lua_pushinteger(L, row->count);
  lua_setfield(L, -2, "count");
  set_log_name(L, rules, "kind", STRATA_NAME_EVENT_TYPE, row->event_type);
  if (!is_unseen_entity(world_of_handle(L, owner),
                        row->source)) { /* it is named after it */
    set_log_name(L, rules, "code", STRATA_NAME_WATCHER_DEF, row->watcher_def);
  }
  set_log_entity(L, owner, "who", row->who);
  set_log_entity(L, owner, "source", row->source);
  if (row->what == STRATA_LOG_DECIDED) {
    push_decided(L, owner, row);
  } else {
    push_log_fields(L, owner, row);
  }
  lua_setfield(L, -2, "fields");
}

/* Upvalues: the world, the number of the row that came last. */
static int next_log_row(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  const stl_world *world = stl_world_check(L, 1);
  const uint64_t after = (uint64_t)lua_tointeger(L, lua_upvalueindex(2));
  const uint64_t number = strata_log_next(world->world, after);
  if (number == 0) return 0;
  strata_log_row row = {0};
  const strata_status status = strata_log_get(world->world, number, &row);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:log");
  }
  lua_pushinteger(L, (lua_Integer)number);
  lua_replace(L, lua_upvalueindex(2));
  stl_push_log_row(L, 1, world->rules->rules, &row);
  return 1;
}

/* The number at `index`, which is none below 0; `otherwise` for nil. */
static uint64_t read_log_number(lua_State *L, int index, uint64_t otherwise) {
  if (lua_isnoneornil(L, index)) return otherwise;
  const lua_Integer number = luaL_checkinteger(L, index);
  luaL_argcheck(L, number >= 0, index, "the number of a row is 1 or more");
  return (uint64_t)number;
}

int stl_world_log(lua_State *L) {
  (void)stl_world_check(L, 1);
  const uint64_t after = read_log_number(L, 2, 0);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, (lua_Integer)after);
  lua_pushcclosure(L, next_log_row, 2);
  return 1;
}

int stl_world_forget_log(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const uint64_t before = read_log_number(L, 2, UINT64_MAX);
  const strata_status status = strata_log_forget(world->world, before);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:forget_log");
  }
  return 0;
}

int stl_world_keep_log(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  luaL_argexpected(L, lua_isnoneornil(L, 2) || lua_isboolean(L, 2), 2,
                   "boolean");
  strata_keep_log(world->world, lua_isnoneornil(L, 2) || lua_toboolean(L, 2));
  return 0;
}
