/*
 * completion_names.c - the names that may follow a dot, for completion.
 */
#include "lua/inspect/completion_names.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>

/* Add the string keys of the table at the top to the array at `names`. */
static lua_Integer add_keys(lua_State *L, int names, lua_Integer count) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, names, ++count);
  }
  return count;
}

/* Push the table of methods of the metatable at the top, or nil. */
static void push_methods(lua_State *L) {
  if (lua_getfield(L, -1, "__index") == LUA_TFUNCTION) {
    if (lua_getupvalue(L, -1, 1) == NULL) lua_pushnil(L);
    lua_remove(L, -2);
  }
}

static lua_Integer add_texts(lua_State *L, int names, lua_Integer count,
                             const char *const *texts) {
  for (; *texts != NULL; texts++) {
    lua_pushstring(L, *texts);
    lua_rawseti(L, names, ++count);
  }
  return count;
}

static lua_Integer add_attributes(lua_State *L, int names, lua_Integer count,
                                  const stl_rules *rules) {
  if (rules->rules == NULL) return count;
  const uint32_t attributes =
      strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 1; attr <= attributes; attr++) {
    lua_pushstring(
        L, strata_rules_name(rules->rules, STRATA_NAME_ATTRIBUTE, attr));
    lua_rawseti(L, names, ++count);
  }
  return count;
}

/* Fields of a kind that are no methods, up to NULL. */
static const char *const *fields_of_kind(stl_handle_kind kind) {
  static const char *const none[] = {NULL};
  static const char *const entity[] = {"base", "id", "world", NULL};
  static const char *const effect[] = {
      "clock",     "group",  "id",      "name",    "parts",
      "priority",  "source", "subject", "targets", "ticks_left",
      "timestamp", "world",  NULL};
  static const char *const world[] = {"rules", "strict", NULL};
  static const char *const ctx[] = {"event", "it",  "this",
                                    "world", "you", NULL};
  switch ((int)kind) {
  case STL_HANDLE_ENTITY:
    return entity;
  case STL_HANDLE_EFFECT:
    return effect;
  case STL_HANDLE_WORLD:
    return world;
  case STL_HANDLE_HANDLER_CTX:
    return ctx;
  default:
    return none;
  }
}

static lua_Integer add_fields(lua_State *L, int index, int names,
                              lua_Integer count) {
  static const stl_handle_kind kinds[] = {STL_HANDLE_ENTITY, STL_HANDLE_EFFECT,
                                          STL_HANDLE_WORLD,
                                          STL_HANDLE_HANDLER_CTX};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (stl_handle_test(L, index, kinds[i]) == NULL) continue;
    count = add_texts(L, names, count, fields_of_kind(kinds[i]));
  }
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (handle == NULL) {
    handle = stl_handle_test(L, index, STL_HANDLE_BASE_VALUES);
  }
  if (handle == NULL) return count;
  return add_attributes(L, names, count, handle->world->rules);
}

/* An attribute and a method may both be called "abilities". */
static void drop_doubles(lua_State *L, int names, lua_Integer count) {
  lua_Integer kept = 0;
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, names, i);
    lua_rawgeti(L, names, kept);
    const bool is_double = lua_rawequal(L, -1, -2) != 0;
    lua_pop(L, 1);
    if (is_double) {
      lua_pop(L, 1);
    } else {
      lua_rawseti(L, names, ++kept);
    }
  }
  for (lua_Integer i = kept + 1; i <= count; i++) {
    lua_pushnil(L);
    lua_rawseti(L, names, i);
  }
}

void stl_push_kind_names(lua_State *L, stl_handle_kind kind) {
  luaL_checkstack(L, LUA_MINSTACK, "names");
  lua_newtable(L);
  const int names = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stl_handle_keys[kind]);
  push_methods(L);
  lua_Integer count = 0;
  if (lua_istable(L, -1)) count = add_keys(L, names, count);
  lua_settop(L, names);
  count = add_texts(L, names, count, fields_of_kind(kind));
  stl_sort_keys(L, names, count);
  drop_doubles(L, names, count);
}

/* Adds names that a table at the top has to the list `names` of so many; how
 * many there are then. */
typedef lua_Integer (*name_adder)(lua_State *L, int names, lua_Integer count);

/* Push a list of the names in a value, if it is a table, and in its methods. */
static lua_Integer push_own_names(lua_State *L, int index, name_adder add) {
  luaL_checkstack(L, LUA_MINSTACK, "names");
  lua_newtable(L);
  const int names = lua_gettop(L);
  lua_Integer count = 0;
  if (lua_istable(L, index)) {
    lua_pushvalue(L, index);
    count = add(L, names, count);
  }
  lua_settop(L, names);
  if (lua_getmetatable(L, index)) {
    push_methods(L);
    if (lua_istable(L, -1)) count = add(L, names, count);
  }
  lua_settop(L, names);
  return count;
}

void stl_push_names(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_Integer count = push_own_names(L, index, add_keys);
  const int names = lua_gettop(L);
  count = add_fields(L, index, names, count);
  stl_sort_keys(L, names, count);
  drop_doubles(L, names, count);
}

/* Add the keys of the table at the top whose values are functions. */
static lua_Integer add_functions(lua_State *L, int names, lua_Integer count) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const bool is_function = lua_isfunction(L, -1);
    lua_pop(L, 1);
    if (!is_function || lua_type(L, -1) != LUA_TSTRING) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, names, ++count);
  }
  return count;
}

void stl_push_method_names(lua_State *L, int index) {
  index = lua_absindex(L, index);
  const lua_Integer count = push_own_names(L, index, add_functions);
  const int names = lua_gettop(L);
  stl_sort_keys(L, names, count);
  drop_doubles(L, names, count);
}
