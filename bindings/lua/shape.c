/*
 * shape.c - what a table says, as a text by which it is found again.
 *
 * Cards are compiled by the thousand, and many of their abilities say the same.
 * A shape is made in one walk over a table, in a buffer of a fixed size: what
 * is larger is hardly said twice, and has none. Each value begins with a byte
 * of its kind, and texts with their sizes, so that two shapes are the same only
 * if all of it is.
 */
#include "shape.h"

#include "sandbox.h"

#include <lauxlib.h>
#include <string.h>

enum { SHAPE_MAX = 512, DEEPEST = 4 };

typedef struct shape {
  lua_State *L;
  size_t size;
  char bytes[SHAPE_MAX];
} shape;

static bool add_bytes(shape *s, const void *bytes, size_t size) {
  if (size > SHAPE_MAX - s->size) return false;
  memcpy(s->bytes + s->size, bytes, size);
  s->size += size;
  return true;
}

static bool add_kind(shape *s, char kind) {
  return add_bytes(s, &kind, 1);
}

static bool add_text(shape *s, int index) {
  size_t size = 0;
  const char *text = lua_tolstring(s->L, index, &size);
  return add_kind(s, 's') && add_bytes(s, &size, sizeof size) &&
         add_bytes(s, text, size);
}

static bool add_number(shape *s, int index) {
  if (lua_isinteger(s->L, index)) {
    const lua_Integer whole = lua_tointeger(s->L, index);
    return add_kind(s, 'i') && add_bytes(s, &whole, sizeof whole);
  }
  const lua_Number number = lua_tonumber(s->L, index);
  return add_kind(s, 'f') && add_bytes(s, &number, sizeof number);
}

static bool add_address(shape *s, int index) {
  const void *address = lua_topointer(s->L, index);
  return add_kind(s, 'p') && add_bytes(s, &address, sizeof address);
}

/* Push the keys of a table that are not of its list, in their order; a negative
 * number if it has others than names, or many. */
static int push_names(shape *s, int table, lua_Integer listed) {
  lua_State *L = s->L;
  int count = 0;
  const int first = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 &&
        lua_tointeger(L, -1) <= listed) {
      continue;
    }
    if (lua_type(L, -1) != LUA_TSTRING || count == STL_FEW) return -1;
    count++;
    lua_pushvalue(L, -1); /* one stays, and the next key follows the other */
  }
  stl_push_few_sorted(L, first, count);
  return count;
}

static bool add_value(shape *s, int index, int depth);

static bool add_table(shape *s, int table, int depth) {
  lua_State *L = s->L;
  const lua_Integer listed = (lua_Integer)lua_rawlen(L, table);
  if (depth == DEEPEST || !add_kind(s, '{')) return false;
  for (lua_Integer i = 1; i <= listed; i++) {
    lua_rawgeti(L, table, i);
    if (!add_value(s, lua_gettop(L), depth + 1)) return false;
    lua_pop(L, 1);
  }
  const int count = push_names(s, table, listed);
  const int first = lua_gettop(L) - count + 1;
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, first + i);
    lua_rawget(L, table);
    if (!add_text(s, first + i) || !add_value(s, lua_gettop(L), depth + 1)) {
      return false;
    }
    lua_pop(L, 1);
  }
  return count >= 0 && add_kind(s, '}');
}

/* False if there is no room for it; what it has pushed stays then. */
static bool add_value(shape *s, int index, int depth) {
  lua_State *L = s->L;
  luaL_checkstack(L, 3 * STL_FEW, "shape");
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN:
    return add_kind(s, lua_toboolean(L, index) ? 'T' : 'F');
  case LUA_TNUMBER:
    return add_number(s, index);
  case LUA_TSTRING:
    return add_text(s, index);
  case LUA_TTABLE:
    if (!lua_getmetatable(L, index)) break;
    lua_pop(L, 1);
    return add_address(s, index);
  default:
    return add_address(s, index);
  }
  const int top = lua_gettop(L);
  const bool is_added = add_table(s, index, depth);
  lua_settop(L, top);
  return is_added;
}

int stl_shape(lua_State *L) {
  shape s = {.L = L, .size = 0};
  lua_settop(L, 2);
  if (!lua_istable(L, 2) || !add_value(&s, 1, 0) || !add_value(&s, 2, 0)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushlstring(L, s.bytes, s.size);
  return 1;
}
