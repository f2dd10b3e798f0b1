/*
 * strlib.c - the string and table libraries of scripts: Lua's, less what shows
 * bytecode or addresses, with a sort that is stable and takes no clock.
 */
#include "binding.h"
#include "sandbox.h"
#include "state.h"

#include <string.h>

/* -- Sorting -------------------------------------------------------------- */

typedef struct sorting {
  lua_State *L;
  int compare; /* index of a function, or 0 */
} sorting;

static int rank(lua_State *L, int index) {
  const int type = lua_type(L, index);
  if (type == LUA_TNUMBER) return 0;
  if (type == LUA_TSTRING) return 1;
  return luaL_error(L, "a %s has no stable order", lua_typename(L, type));
}

static bool less_plain(lua_State *L, int a, int b) {
  const int rank_a = rank(L, a);
  const int rank_b = rank(L, b);
  if (rank_a != rank_b) return rank_a < rank_b;
  if (rank_a == 0) return lua_compare(L, a, b, LUA_OPLT) != 0;
  size_t size_a = 0;
  size_t size_b = 0;
  const char *text_a = lua_tolstring(L, a, &size_a);
  const char *text_b = lua_tolstring(L, b, &size_b);
  const int order = memcmp(text_a, text_b, size_a < size_b ? size_a : size_b);
  return order < 0 || (order == 0 && size_a < size_b);
}

/* Whether the value at -1 comes before that at -2. */
static bool top_is_less(const sorting *s) {
  lua_State *L = s->L;
  if (s->compare == 0) return less_plain(L, -1, -2);
  lua_pushvalue(L, s->compare);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return less;
}

/* Merge from[low, middle) and from[middle, high) into `to`. */
static void merge(const sorting *s, int from, int to,
                  const lua_Integer bounds[3]) {
  lua_State *L = s->L;
  lua_Integer a = bounds[0];
  lua_Integer b = bounds[1];
  for (lua_Integer i = bounds[0]; i < bounds[2]; i++) {
    bool take_b = a >= bounds[1];
    if (!take_b && b < bounds[2]) {
      lua_rawgeti(L, from, a);
      lua_rawgeti(L, from, b);
      take_b = top_is_less(s);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_b ? b++ : a++);
    lua_rawseti(L, to, i);
  }
}

static bool is_sorted(const sorting *s, int index, lua_Integer count) {
  for (lua_Integer i = 2; i <= count; i++) {
    lua_rawgeti(s->L, index, i - 1);
    lua_rawgeti(s->L, index, i);
    const bool less = top_is_less(s);
    lua_pop(s->L, 2);
    if (less) return false;
  }
  return true;
}

void stl_sort(lua_State *L, int index, lua_Integer count, int compare) {
  const sorting s = {L, compare};
  luaL_checkstack(L, 8, "sort");
  if (is_sorted(&s, index, count)) return;
  lua_newtable(L);
  int from = index;
  int to = lua_gettop(L);
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer low = 1; low <= count; low += 2 * width) {
      const lua_Integer end = count + 1;
      const lua_Integer middle = low + width < end ? low + width : end;
      const lua_Integer high = low + 2 * width < end ? low + 2 * width : end;
      merge(&s, from, to, (const lua_Integer[3]){low, middle, high});
    }
    const int other = from;
    from = to;
    to = other;
  }
  for (lua_Integer i = 1; from != index && i <= count; i++) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, index, i);
  }
  lua_pop(L, 1);
}

static int table_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const bool given = !lua_isnoneornil(L, 2);
  if (given) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  stl_sort(L, 1, (lua_Integer)lua_rawlen(L, 1), given ? 2 : 0);
  return 0;
}

/* -- Others --------------------------------------------------------------- */

enum { UNPACK_MAX = 4096 };

static int table_unpack(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer first = luaL_optinteger(L, 2, 1);
  const lua_Integer last = luaL_optinteger(L, 3, (lua_Integer)lua_rawlen(L, 1));
  if (first > last) return 0;
  const lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= UNPACK_MAX || !lua_checkstack(L, (int)count + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  for (lua_Unsigned i = 0; i <= count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)((lua_Unsigned)first + i));
  }
  return (int)count + 1;
}

/* Upvalue: Lua's own. What it would show by address is made a string first. */
static int string_format(lua_State *L) {
  const char *format = luaL_checkstring(L, 1);
  const int count = lua_gettop(L);
  int argument = 1;
  for (const char *c = strchr(format, '%'); c != NULL; c = strchr(c, '%')) {
    c++;
    if (*c == '%') {
      c++;
      continue;
    }
    c += strspn(c, "-+ #0123456789.");
    argument++;
    if (*c == 'p') return luaL_error(L, "format: there are no addresses here");
    if (*c == 's' && argument <= count) {
      (void)stl_push_text(L, argument);
      lua_replace(L, argument);
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, 1);
  return 1;
}

/* -- Tables of them ------------------------------------------------------- */

/* Push a table with these functions of one of Lua's libraries; the library's
 * table is below it. */
static void push_allowed(lua_State *L, const char *library,
                         const char *const *names) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, library);
  lua_remove(L, -2);
  lua_newtable(L);
  for (; *names != NULL; names++) {
    lua_getfield(L, -2, *names);
    lua_setfield(L, -2, *names);
  }
}

void stl_push_string_library(lua_State *L) {
  static const char *const names[] = {
      "byte",  "char",    "find", "gmatch", "gsub",  "len", "lower",
      "match", "reverse", "rep",  "sub",    "upper", NULL};
  push_allowed(L, "string", names);
  lua_getfield(L, -2, "format");
  lua_pushcclosure(L, string_format, 1);
  lua_setfield(L, -2, "format");
  lua_remove(L, -2);
}

void stl_push_table_library(lua_State *L) {
  static const char *const names[] = {"concat", "insert", "move",
                                      "pack",   "remove", NULL};
  push_allowed(L, "table", names);
  lua_pushcfunction(L, table_sort);
  lua_setfield(L, -2, "sort");
  lua_pushcfunction(L, table_unpack);
  lua_setfield(L, -2, "unpack");
  lua_remove(L, -2);
}

void stl_push_math_library(lua_State *L) {
  static const char *const names[] = {
      "abs", "ceil",       "floor",     "fmod", "huge", "max", "maxinteger",
      "min", "mininteger", "tointeger", "type", "ult",  NULL};
  push_allowed(L, "math", names);
  lua_remove(L, -2);
}
