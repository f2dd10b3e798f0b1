/*
 * table_shape.c - tables compared and found again by their content.
 *
 * Cards are compiled by the thousand, and many of their abilities are equal. A
 * shape is made in one walk over a table, in a buffer of fixed size: a larger
 * table is hardly ever repeated and has no shape. Each value begins with a byte
 * for its type, and texts with their size, so two shapes are equal only if all
 * values are.
 */
#include "lua/inspect/table_shape.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/sorting.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/op_words.h"

#include <lauxlib.h>
#include <string.h>

enum { SHAPE_MAX = 512, SHAPE_DEPTH_MAX = 4 };

typedef struct table_shape {
  lua_State *L;
  size_t size;
  char bytes[SHAPE_MAX];
} table_shape;

static bool add_shape_bytes(table_shape *s, const void *bytes, size_t size) {
  if (size > SHAPE_MAX - s->size) return false;
  memcpy(s->bytes + s->size, bytes, size);
  s->size += size;
  return true;
}

static bool add_shape_kind(table_shape *s, char kind) {
  return add_shape_bytes(s, &kind, 1);
}

static bool add_shape_text(table_shape *s, int index) {
  size_t size = 0;
  const char *text = lua_tolstring(s->L, index, &size);
  return add_shape_kind(s, 's') && add_shape_bytes(s, &size, sizeof size) &&
         add_shape_bytes(s, text, size);
}

static bool add_shape_number(table_shape *s, int index) {
  if (lua_isinteger(s->L, index)) {
    const lua_Integer whole = lua_tointeger(s->L, index);
    return add_shape_kind(s, 'i') && add_shape_bytes(s, &whole, sizeof whole);
  }
  const lua_Number number = lua_tonumber(s->L, index);
  return add_shape_kind(s, 'f') && add_shape_bytes(s, &number, sizeof number);
}

static bool add_shape_address(table_shape *s, int index) {
  const void *address = lua_topointer(s->L, index);
  return add_shape_kind(s, 'p') && add_shape_bytes(s, &address, sizeof address);
}

/* Push the keys of a table that are not of its list, in their order; a negative
 * number if it has others than names, or many. */
static int push_field_names(table_shape *s, int table, lua_Integer listed) {
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
    if (lua_type(L, -1) != LUA_TSTRING || count == STL_SORT_FEW_MAX) return -1;
    count++;
    lua_pushvalue(L, -1); /* one stays, and the next key follows the other */
  }
  stl_sort_push_few(L, first, count);
  return count;
}

static bool add_shape_value(table_shape *s, int index, int depth);

static bool add_shape_table(table_shape *s, int table, int depth) {
  lua_State *L = s->L;
  const lua_Integer listed = (lua_Integer)lua_rawlen(L, table);
  if (depth == SHAPE_DEPTH_MAX || !add_shape_kind(s, '{')) return false;
  for (lua_Integer i = 1; i <= listed; i++) {
    lua_rawgeti(L, table, i);
    if (!add_shape_value(s, lua_gettop(L), depth + 1)) return false;
    lua_pop(L, 1);
  }
  const int count = push_field_names(s, table, listed);
  const int first = lua_gettop(L) - count + 1;
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, first + i);
    lua_rawget(L, table);
    if (!add_shape_text(s, first + i) ||
        !add_shape_value(s, lua_gettop(L), depth + 1)) {
      return false;
    }
    lua_pop(L, 1);
  }
  return count >= 0 && add_shape_kind(s, '}');
}

/* False if there is no room for it; what it has pushed stays then. */
static bool add_shape_value(table_shape *s, int index, int depth) {
  lua_State *L = s->L;
  luaL_checkstack(L, 3 * STL_SORT_FEW_MAX, "shape");
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN:
    return add_shape_kind(s, lua_toboolean(L, index) ? 'T' : 'F');
  case LUA_TNUMBER:
    return add_shape_number(s, index);
  case LUA_TSTRING:
    return add_shape_text(s, index);
  case LUA_TTABLE:
    if (!lua_getmetatable(L, index)) break;
    lua_pop(L, 1);
    return add_shape_address(s, index);
  default:
    return add_shape_address(s, index);
  }
  const int top = lua_gettop(L);
  const bool is_added = add_shape_table(s, index, depth);
  lua_settop(L, top);
  return is_added;
}

int stl_host_table_shape(lua_State *L) {
  table_shape s = {.L = L, .size = 0};
  lua_settop(L, 2);
  if (!lua_istable(L, 2) || !add_shape_value(&s, 1, 0) ||
      !add_shape_value(&s, 2, 0)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushlstring(L, s.bytes, s.size);
  return 1;
}

/* Counted first: a table that grows field by field is made again and again. */
int stl_host_named_fields(lua_State *L) {
  int count = 1;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    count += lua_type(L, -2) == LUA_TSTRING ? 1 : 0;
  }
  lua_createtable(L, 0, count);
  for (lua_pushnil(L); lua_next(L, 1); lua_settop(L, 3)) {
    if (lua_type(L, 3) != LUA_TSTRING) continue;
    lua_pushvalue(L, 3);
    lua_insert(L, 4);
    lua_rawset(L, 2);
  }
  return 1;
}

int stl_host_copy_fields(lua_State *L) {
  enum { TABLE = 1, WITHOUT, COPY, KEY, VALUE, ROOM_MAX = 1 << 20 };
  luaL_checktype(L, TABLE, LUA_TTABLE);
  luaL_checktype(L, WITHOUT, LUA_TTABLE);
  const lua_Integer room = luaL_checkinteger(L, 3);
  lua_settop(L, WITHOUT);
  lua_createtable(L, 0, room > 0 && room < ROOM_MAX ? (int)room : 0);
  for (lua_pushnil(L); lua_next(L, TABLE); lua_settop(L, KEY)) {
    lua_pushvalue(L, KEY);
    if (lua_rawget(L, WITHOUT) != LUA_TNIL) continue;
    lua_pop(L, 1);
    lua_pushvalue(L, KEY);
    lua_insert(L, VALUE);
    lua_rawset(L, COPY);
  }
  return 1;
}

/* -- What differs in two --------------------------------------------------- */

static size_t count_keys(lua_State *L, int table) {
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    count++;
  }
  return count;
}

/* Append a key to the list at `list`. */
static void append_key(lua_State *L, int list, int key) {
  lua_pushvalue(L, key);
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

int stl_host_table_differences(lua_State *L) {
  enum { BEFORE = 1, AFTER, CHANGED, ADDED, REMOVED, KEY, VALUE, OTHER };
  size_t common = 0;
  luaL_checktype(L, BEFORE, LUA_TTABLE);
  luaL_checktype(L, AFTER, LUA_TTABLE);
  lua_settop(L, AFTER);
  for (int list = CHANGED; list <= REMOVED; list++) {
    lua_newtable(L);
  }
  for (lua_pushnil(L); lua_next(L, AFTER); lua_settop(L, KEY)) {
    if (lua_type(L, KEY) != LUA_TSTRING) continue;
    lua_pushvalue(L, KEY);
    const bool is_new = lua_rawget(L, BEFORE) == LUA_TNIL;
    common += is_new ? 0 : 1;
    if (is_new || !lua_rawequal(L, VALUE, OTHER)) {
      append_key(L, is_new ? ADDED : CHANGED, KEY);
    }
  }
  if (common == count_keys(L, BEFORE)) return 3; /* none is gone */
  for (lua_pushnil(L); lua_next(L, BEFORE); lua_settop(L, KEY)) {
    if (lua_type(L, KEY) != LUA_TSTRING) continue;
    lua_pushvalue(L, KEY);
    if (lua_rawget(L, AFTER) == LUA_TNIL) append_key(L, REMOVED, KEY);
  }
  return 3;
}

/* -- Comparing by content ------------------------------------------------- */

enum { SAME_DEPTH = 64 }; /* no specification nests deeper */

static bool is_same_value(lua_State *L, int a, int b, int depth);

/* Whether all that the table at `a` has is in the table at `b`. */
static bool is_table_within(lua_State *L, int a, int b, int depth) {
  lua_pushnil(L);
  while (lua_next(L, a)) {
    const int value = lua_gettop(L);
    lua_pushvalue(L, value - 1);
    lua_rawget(L, b);
    if (!is_same_value(L, value, value + 1, depth)) return false;
    lua_settop(L, value - 1);
  }
  return true;
}

static bool has_metatable(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  lua_pop(L, 1);
  return true;
}

static bool are_same_tables(lua_State *L, int a, int b, int depth) {
  return depth < SAME_DEPTH && !has_metatable(L, a) && !has_metatable(L, b) &&
         count_keys(L, a) == count_keys(L, b) &&
         is_table_within(L, a, b, depth + 1);
}

static bool are_same_operations(lua_State *L, int a, int b, int depth) {
  const stl_op *x = stl_handle_test(L, a, STL_HANDLE_OP);
  const stl_op *y = stl_handle_test(L, b, STL_HANDLE_OP);
  if (x == NULL || y == NULL || x->op != y->op || x->rounding != y->rounding ||
      x->divisor != y->divisor || x->kind != y->kind ||
      x->locked != y->locked || depth == SAME_DEPTH) {
    return false;
  }
  for (int n = STL_OP_OPERAND; n <= STL_OP_LAYER; n++) {
    const int top = lua_gettop(L);
    lua_getiuservalue(L, a, n);
    lua_getiuservalue(L, b, n);
    if (!is_same_value(L, top + 1, top + 2, depth + 1)) return false;
    lua_settop(L, top);
  }
  return true;
}

static bool are_same_expressions(lua_State *L, int a, int b) {
  return stl_handle_test(L, a, STL_HANDLE_EXPR) != NULL &&
         stl_handle_test(L, b, STL_HANDLE_EXPR) != NULL &&
         strcmp(stl_expr_push_text(L, a), stl_expr_push_text(L, b)) == 0;
}

static bool is_same_value(lua_State *L, int a, int b, int depth) {
  luaL_checkstack(L, LUA_MINSTACK, "same");
  if (lua_rawequal(L, a, b)) return true;
  if (lua_type(L, a) != lua_type(L, b)) return false;
  if (lua_istable(L, a)) return are_same_tables(L, a, b, depth);
  return lua_isuserdata(L, a) &&
         (are_same_operations(L, a, b, depth) || are_same_expressions(L, a, b));
}

int stl_host_same_value(lua_State *L) {
  lua_settop(L, 2);
  lua_pushboolean(L, is_same_value(L, 1, 2, 0));
  return 1;
}
