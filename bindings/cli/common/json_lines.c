/*
 * json_lines.c - values of Lua as JSON.
 *
 * A table whose keys are 1 to n is an array, any other an object, its keys as
 * texts in their order. What has no place in JSON is null: numbers that are
 * none, and what is nested too deep, so that a cycle ends.
 */
#include "cli/common/json_lines.h"

#include "cli/common/safe_text.h"
#include "cli/common/show_value.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>

enum { JSON_DEPTH_MAX = 16 };

/* Its address is the key of the flag in the registry. */
static const char json_key = 'j';

void stc_json_begin(lua_State *L) {
  lua_pushboolean(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &json_key);
}

bool stc_is_json(lua_State *L) {
  const bool is_json =
      lua_rawgetp(L, LUA_REGISTRYINDEX, &json_key) == LUA_TBOOLEAN;
  lua_pop(L, 1);
  return is_json;
}

static void write_string(const char *bytes, size_t size) {
  (void)putchar('"');
  stc_write_escaped(stdout, bytes, size, STC_ESCAPE_JSON);
  (void)putchar('"');
}

static void write_value(lua_State *L, int index, int depth);

static void write_number(lua_State *L, int index) {
  if (!lua_isinteger(L, index) && !isfinite(lua_tonumber(L, index))) {
    stc_print(stdout, "null");
    return;
  }
  lua_pushvalue(L, index); /* lua_tostring converts in place */
  stc_print(stdout, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
}

static bool is_json_list(lua_State *L, int table) {
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    count++;
  }
  for (lua_Integer i = 1; i <= count; i++) {
    const bool is_there = lua_rawgeti(L, table, i) != LUA_TNIL;
    lua_pop(L, 1);
    if (!is_there) return false;
  }
  return true;
}

static void write_list(lua_State *L, int table, int depth) {
  (void)putchar('[');
  const lua_Integer count = (lua_Integer)lua_rawlen(L, table);
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) stc_print(stdout, ", ");
    (void)lua_rawgeti(L, table, i);
    write_value(L, lua_gettop(L), depth + 1);
    lua_pop(L, 1);
  }
  (void)putchar(']');
}

/* Keys without an order (tables, functions) are left out. */
static void write_object(lua_State *L, int table, int depth) {
  bool is_first = true;
  (void)putchar('{');
  lua_pushnil(L);
  while (stc_next_sorted_key(L, table)) {
    size_t size = 0;
    (void)stl_push_text(L, -1);
    const char *key = lua_tolstring(L, -1, &size);
    if (!is_first) stc_print(stdout, ", ");
    write_string(key, size);
    stc_print(stdout, ": ");
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    write_value(L, lua_gettop(L), depth + 1);
    lua_pop(L, 1);
    is_first = false;
  }
  (void)putchar('}');
}

static void write_handle(lua_State *L, int index) {
  strata_world *world = NULL;
  size_t size = 0;
  const strata_entity entity = stl_to_entity(L, index, &world);
  (void)putchar('{');
  if (entity != 0) {
    stc_print(stdout, "\"id\": \"#%" PRIu32 ":%" PRIu32 "\", ",
              (uint32_t)entity, (uint32_t)(entity >> 32U));
  }
  (void)stl_push_text(L, index);
  const char *text = lua_tolstring(L, -1, &size);
  stc_print(stdout, "\"text\": ");
  write_string(text, size);
  lua_pop(L, 1);
  (void)putchar('}');
}

static bool is_json_table(lua_State *L, int index) {
  if (!lua_istable(L, index)) return false;
  if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) return true;
  lua_pop(L, 1);
  return false;
}

static void write_value(lua_State *L, int index, int depth) {
  size_t size = 0;
  luaL_checkstack(L, LUA_MINSTACK, "a value nested too deep");
  switch (lua_type(L, index)) {
  case LUA_TNIL:
    stc_print(stdout, "null");
    return;
  case LUA_TBOOLEAN:
    stc_print(stdout, lua_toboolean(L, index) ? "true" : "false");
    return;
  case LUA_TNUMBER:
    write_number(L, index);
    return;
  case LUA_TSTRING: {
    const char *bytes = lua_tolstring(L, index, &size);
    write_string(bytes, size);
    return;
  }
  default:
    break;
  }
  if (!is_json_table(L, index)) {
    write_handle(L, index);
  } else if (depth == JSON_DEPTH_MAX) {
    stc_print(stdout, "null");
  } else if (is_json_list(L, index)) {
    write_list(L, index, depth);
  } else {
    write_object(L, index, depth);
  }
}

void stc_json_values(lua_State *L, int first) {
  const int last = lua_gettop(L);
  stc_print(stdout, "{\"v\": 1, \"values\": [");
  for (int i = first; i <= last; i++) {
    if (i > first) stc_print(stdout, ", ");
    write_value(L, i, 0);
  }
  stc_print(stdout, "]}\n");
  (void)fflush(stdout);
}

void stc_json_text(const char *key, const char *bytes, size_t size) {
  stc_print(stdout, "{\"v\": 1, \"%s\": ", key);
  write_string(bytes, size);
  stc_print(stdout, "}\n");
  (void)fflush(stdout);
}

void stc_json_say(lua_State *L, const char *bytes, size_t size) {
  if (stc_is_json(L)) {
    stc_json_text("text", bytes, size);
  } else {
    stc_write_line(stdout, bytes, size);
  }
}
