/*
 * table_library.c - the table functions of scripts.
 *
 * The functions read tables raw and call no metamethod, so no metatable can
 * make them loop. The sort is stable, and moving items charges steps.
 */
#include "lua/sandbox/table_library.h"

#include "lua/core/budget.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/sorting.h"

#include <lauxlib.h>

/* The size of the list at 1, which is changed. */
static lua_Integer check_mutable_list(lua_State *L) {
  stl_frozen_refuse_write(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  return (lua_Integer)lua_rawlen(L, 1);
}

static int table_sort(lua_State *L) {
  const lua_Integer size = check_mutable_list(L);
  const bool given = !lua_isnoneornil(L, 2);
  if (given) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    stl_budget_count_instructions(L);
  }
  lua_settop(L, 2);
  stl_sort_list(L, 1, size, given ? 2 : 0);
  return 0;
}

/* -- Moving --------------------------------------------------------------- */

static int table_insert(lua_State *L) {
  const lua_Integer last = check_mutable_list(L) + 1;
  lua_Integer place = last;
  if (lua_gettop(L) == 3) {
    place = luaL_checkinteger(L, 2);
    luaL_argcheck(L, place >= 1 && place <= last, 2, "position out of bounds");
    stl_charge(L, (uint64_t)(last - place));
    for (lua_Integer i = last; i > place; i--) {
      lua_rawgeti(L, 1, i - 1);
      lua_rawseti(L, 1, i);
    }
  } else if (lua_gettop(L) != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_rawseti(L, 1, place);
  return 0;
}

static int table_remove(lua_State *L) {
  const lua_Integer size = check_mutable_list(L);
  const lua_Integer place = luaL_optinteger(L, 2, size);
  const bool none = size == 0 && (place == 0 || place == size);
  luaL_argcheck(L, none || (place >= 1 && place <= size + 1), 2,
                "position out of bounds");
  lua_rawgeti(L, 1, place);
  if (place < size) stl_charge(L, (uint64_t)(size - place));
  for (lua_Integer i = place; i < size; i++) {
    lua_rawgeti(L, 1, i + 1);
    lua_rawseti(L, 1, i);
  }
  if (place <= size && !none) {
    lua_pushnil(L);
    lua_rawseti(L, 1, size);
  }
  return 1;
}

static int table_move(lua_State *L) {
  const int target = lua_isnoneornil(L, 5) ? 1 : 5;
  stl_frozen_refuse_write(L, target);
  stl_frozen_thaw(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer first = luaL_checkinteger(L, 2);
  const lua_Integer last = luaL_checkinteger(L, 3);
  const lua_Integer to = luaL_checkinteger(L, 4);
  luaL_checktype(L, target, LUA_TTABLE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3,
                  "too many elements to move");
    luaL_argcheck(L, to <= LUA_MAXINTEGER - (last - first), 4,
                  "destination wrap around");
    stl_charge(L, (uint64_t)(last - first) + 1);
    const bool same = lua_rawequal(L, 1, target) != 0;
    const bool up = same && to > first && to <= last;
    for (lua_Integer i = 0; i <= last - first; i++) {
      const lua_Integer n = up ? last - first - i : i;
      lua_rawgeti(L, 1, first + n);
      lua_rawseti(L, target, to + n);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

/* -- Lists and results ---------------------------------------------------- */

static void append_concat_item(lua_State *L, luaL_Buffer *buffer,
                               lua_Integer i) {
  lua_rawgeti(L, 1, i);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (at index %I) in table for 'concat'", i);
  }
  luaL_addvalue(buffer);
}

static int table_concat(lua_State *L) {
  stl_frozen_thaw(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer size = (lua_Integer)lua_rawlen(L, 1);
  size_t length = 0;
  const char *between = luaL_optlstring(L, 2, "", &length);
  const lua_Integer first = luaL_optinteger(L, 3, 1);
  const lua_Integer last = luaL_optinteger(L, 4, size);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Integer i = first; i <= last; i++) {
    stl_charge(L, 1);
    append_concat_item(L, &buffer, i);
    if (i == last) break; /* it may be the last number there is */
    luaL_addlstring(&buffer, between, length);
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int table_pack(lua_State *L) {
  const int count = lua_gettop(L);
  stl_charge(L, (uint64_t)count);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) {
    lua_rawseti(L, 1, i);
  }
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

enum { UNPACK_MAX = 4096 };

static int table_unpack(lua_State *L) {
  stl_frozen_thaw(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  const lua_Integer first = luaL_optinteger(L, 2, 1);
  const lua_Integer last = luaL_optinteger(L, 3, (lua_Integer)lua_rawlen(L, 1));
  if (first > last) return 0;
  const lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= UNPACK_MAX || !lua_checkstack(L, (int)count + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  stl_charge(L, count + 1);
  for (lua_Unsigned i = 0; i <= count; i++) {
    lua_rawgeti(L, 1, (lua_Integer)((lua_Unsigned)first + i));
  }
  return (int)count + 1;
}

void stl_push_table_library(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"concat", table_concat}, {"insert", table_insert},
      {"move", table_move},     {"pack", table_pack},
      {"remove", table_remove}, {"sort", table_sort},
      {"unpack", table_unpack}, {NULL, NULL}};
  luaL_newlib(L, functions);
}
