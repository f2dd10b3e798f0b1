/*
 * base_library.c - the base functions that scripts call, print and pairs among
 * them.
 *
 * Lua's own base functions show addresses, walk tables in an order that differs
 * from run to run, and let a script catch the end of memory.
 */
#include "lua/sandbox/base_library.h"

#include "lua/core/budget.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/lua_context.h"
#include "lua/core/message_places.h"
#include "lua/core/script_errors.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"
#include "lua/core/text_layout.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  (void)stl_push_text(L, 1);
  return 1;
}

/* Digits of a number that are read as one step. */
enum { DIGITS_A_STEP = 16 };

/* Upvalue: Lua's own, which reads a text to its end. */
static int base_tonumber(lua_State *L) {
  const int count = lua_gettop(L);
  if (lua_type(L, 1) == LUA_TSTRING) {
    stl_charge(L, lua_rawlen(L, 1) / DIGITS_A_STEP);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, 1);
  return 1;
}

/* -- print ---------------------------------------------------------------- */

static void print_script_line(lua_State *L, const char *text, size_t size) {
  const stl_context *context = stl_context_get(L);
  stl_charge_output(L, size + 1);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  stl_add_safe_bytes(&buffer, text, size);
  luaL_pushresult(&buffer);
  const char *line = lua_tostring(L, -1);
  if (context->print != NULL) {
    context->print(context->print_user, line);
  } else {
    (void)puts(line);
  }
  lua_pop(L, 1);
}

static int base_print(lua_State *L) {
  const int count = lua_gettop(L);
  lua_pushliteral(L, "");
  for (int i = 1; i <= count; i++) {
    if (i > 1) lua_pushliteral(L, "\t");
    (void)stl_push_text(L, i);
    lua_concat(L, i > 1 ? 3 : 2);
  }
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  const char *end = text + size;
  for (;;) {
    const char *line = memchr(text, '\n', (size_t)(end - text));
    print_script_line(L, text, (size_t)((line != NULL ? line : end) - text));
    if (line == NULL) return 0;
    text = line + 1;
  }
}

/* -- pairs ---------------------------------------------------------------- */

/* Upvalues: table, place in the keys, sorted keys. */
static int next_few_keys(lua_State *L) {
  int place = (int)lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    const int key = lua_upvalueindex(3 + place++);
    lua_settop(L, 0);
    if (lua_isnone(L, key)) {
      lua_pushnil(L);
      return 1;
    }
    lua_pushvalue(L, key);
    lua_pushvalue(L, key);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* Upvalues: table, sorted keys, place in them. */
static int next_sorted_key(lua_State *L) {
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(3));
  for (;;) {
    lua_settop(L, 0);
    if (lua_rawgeti(L, lua_upvalueindex(2), ++place) == LUA_TNIL) return 1;
    lua_pushvalue(L, 1);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

/* Steps of a walk through a table that was larger once, in which nothing is
 * left: Lua does not say how large it was. */
enum { EMPTIED_TABLE_STEPS = 100 };

/* Push the iterator of the table at 1, the only value on the stack, if its keys
 * are a few texts, as most are: a closure that holds them, and no list. */
static bool push_few_keys_iterator(lua_State *L) {
  int count = 0;
  luaL_checkstack(L, 2 * STL_SORT_FEW_MAX + 4, "pairs");
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    if (count == STL_SORT_FEW_MAX || lua_type(L, -2) != LUA_TSTRING) {
      lua_settop(L, 1);
      return false;
    }
    count++;
    lua_pop(L, 1);
    lua_pushvalue(L, -1); /* one stays, and the next key follows the other */
  }
  stl_charge(L, (uint64_t)count);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  stl_sort_push_few(L, 2, count);
  lua_pushcclosure(L, next_few_keys, 2 + count);
  return true;
}

static void push_sorted_iterator(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_newtable(L);
  lua_Integer count = 0;
  bool has_texts = false;
  int odd = LUA_TNONE; /* the least type, whatever Lua's order */
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    stl_charge(L, 1);
    const int type = lua_type(L, -1);
    has_texts = has_texts || type == LUA_TSTRING;
    if (type != LUA_TSTRING && type != LUA_TNUMBER) {
      if (odd == LUA_TNONE || type < odd) odd = type;
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, 3, ++count);
  }
  if (odd != LUA_TNONE) {
    luaL_error(L, "pairs: a %s as a key has no stable order",
               lua_typename(L, odd));
  }
  if (has_texts) {
    stl_sort_keys(L, 3, count);
  } else {
    stl_sort_list(L, 3, count, 0);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_sorted_key, 3);
}

int stl_sorted_pairs(lua_State *L) {
  stl_frozen_thaw(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  stl_charge(L, EMPTIED_TABLE_STEPS);
  if (!push_few_keys_iterator(L)) push_sorted_iterator(L);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* -- pcall, select, rawequal, rawlen --------------------------------------- */

static bool is_failure(int status) {
  return status != LUA_OK && status != LUA_YIELD;
}

/* The end of memory or of the budget ends the script, and so does the reserved
 * error that asks a player: no pcall catches them. */
static bool is_uncatchable(lua_State *L, int status) {
  if (!is_failure(status)) return false;
  stl_budget_check(L);
  return status == LUA_ERRMEM || stl_is_suspension(L, -1);
}

/* The first result is true, and lies at 1. LUA_YIELD: a handler has waited for
 * an answer meanwhile. */
static int end_pcall(lua_State *L, int status, lua_KContext unused) {
  (void)unused;
  if (is_uncatchable(L, status)) return lua_error(L);
  if (is_failure(status)) {
    stl_hide_folders(L);
    lua_pushboolean(L, false);
    lua_replace(L, 1);
  }
  return lua_gettop(L);
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, true);
  lua_insert(L, 1);
  const int count = lua_gettop(L) - 2;
  return end_pcall(L, lua_pcallk(L, count, LUA_MULTRET, 0, 0, end_pcall), 0);
}

/* The error handler is at 2, and the first result behind it. */
static int end_xpcall(lua_State *L, int status, lua_KContext unused) {
  (void)unused;
  if (is_uncatchable(L, status)) return lua_error(L);
  if (!is_failure(status)) return lua_gettop(L) - 2;
  stl_hide_folders(L);
  lua_pushvalue(L, 2);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  lua_pushboolean(L, false);
  lua_insert(L, -2);
  return 2;
}

/* (f, handler, ...): the handler is called when the error has left what it was
 * raised in, so it is a function like others, and what it raises is the
 * caller's. */
static int base_xpcall(lua_State *L) {
  luaL_checkany(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, true);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f, handler, true, f, ... */
  const int count = lua_gettop(L) - 4;
  return end_xpcall(L, lua_pcallk(L, count, LUA_MULTRET, 0, 0, end_xpcall), 0);
}

static int base_select(lua_State *L) {
  const int count = lua_gettop(L);
  if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
    lua_pushinteger(L, count - 1);
    return 1;
  }
  lua_Integer first = luaL_checkinteger(L, 1);
  if (first < 0) first += count;
  luaL_argcheck(L, first >= 1, 1, "index out of range");
  if (first >= count) return 0;
  stl_charge(L, (uint64_t)(count - first));
  return count - (int)first;
}

static int base_rawequal(lua_State *L) {
  luaL_checkany(L, 1);
  luaL_checkany(L, 2);
  if (lua_type(L, 1) == LUA_TSTRING) stl_charge_bytes(L, lua_rawlen(L, 1));
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

static int base_rawlen(lua_State *L) {
  const int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1,
                   "table or string");
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

/* -- Metatables ----------------------------------------------------------- */

/* The field of a metatable under which the script's own table is. */
static const char script_metatable_key = 0;

/* What scripts give, if they gave one; else whether there is one at all. */
static int base_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  if (lua_type(L, 1) == LUA_TTABLE) {
    lua_getfield(L, -1, "__metatable");
    if (!lua_isnil(L, -1)) return 1;
    lua_pop(L, 1);
    if (lua_rawgetp(L, -1, &script_metatable_key) == LUA_TTABLE) return 1;
  }
  lua_pushboolean(L, false);
  return 1;
}

/* The metatable is a copy of what is allowed in it: Lua reads some fields when
 * it uses them, so what is added later must not be there. __gc and __close run
 * where no budget counts, __mode and __concat crash the distribution's Lua. */
static int base_setmetatable(lua_State *L) {
  static const char *const allowed[] = {
      "__index", "__newindex", "__call", "__tostring",  "__name",
      "__eq",    "__lt",       "__le",   "__len",       "__unm",
      "__add",   "__sub",      "__mul",  "__div",       "__mod",
      "__idiv",  "__pow",      "__band", "__bor",       "__bxor",
      "__shl",   "__shr",      "__bnot", "__metatable", NULL};
  static const char *const refused[] = {"__gc",     "__mode",  "__close",
                                        "__concat", "__pairs", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  lua_settop(L, 2);
  if (lua_getmetatable(L, 1)) {
    const bool ours = lua_rawgetp(L, -1, &script_metatable_key) == LUA_TTABLE;
    const bool locked = lua_getfield(L, -2, "__metatable") != LUA_TNIL;
    if (!ours || locked) {
      return luaL_error(L, "cannot change a protected metatable");
    }
    lua_settop(L, 2);
  }
  if (lua_isnil(L, 2)) {
    lua_setmetatable(L, 1);
    return 1;
  }
  for (const char *const *name = refused; *name != NULL; name++) {
    lua_pushstring(L, *name);
    if (lua_rawget(L, 2) != LUA_TNIL) {
      return luaL_error(L, "setmetatable: '%s' is not there for scripts",
                        *name);
    }
    lua_pop(L, 1);
  }
  lua_newtable(L); /* 3 */
  for (const char *const *name = allowed; *name != NULL; name++) {
    lua_pushstring(L, *name);
    lua_pushvalue(L, -1);
    lua_rawget(L, 2);
    lua_rawset(L, 3);
  }
  lua_pushvalue(L, 2);
  lua_rawsetp(L, 3, &script_metatable_key);
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

bool stl_is_setmetatable(lua_State *L, int index) {
  return lua_tocfunction(L, index) == base_setmetatable;
}

void stl_add_base_library(lua_State *L) {
  static const luaL_Reg functions[] = {{"tostring", base_tostring},
                                       {"print", base_print},
                                       {"pairs", stl_sorted_pairs},
                                       {"pcall", base_pcall},
                                       {"xpcall", base_xpcall},
                                       {"select", base_select},
                                       {"rawequal", base_rawequal},
                                       {"rawlen", base_rawlen},
                                       {"getmetatable", base_getmetatable},
                                       {"setmetatable", base_setmetatable},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  (void)lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  (void)lua_getfield(L, -1, "tonumber");
  lua_pushcclosure(L, base_tonumber, 1);
  lua_setfield(L, -3, "tonumber");
  lua_pop(L, 1);
}

int stl_frozen_pairs(lua_State *L) {
  lua_settop(L, 1);
  return stl_sorted_pairs(L);
}
