/*
 * op_words.c - the words for operations: set(3), add(count(each.elf)).
 *
 * A word makes an immutable description of an operation, which does nothing
 * until an effect is made of it. :at(layer) and :locked() make a new
 * description.
 */
#include "lua/handles/op_words.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/expr_builder.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* What a word takes after the operand. */
typedef enum op_shape {
  OP_PLAIN,
  OP_ROUNDED,
  OP_RATIO,
  OP_NO_OPERAND,
  OP_NAME,
  OP_NAMES, /* two */
  OP_ABILITY_KIND
} op_shape;

static const struct {
  const char *word;
  strata_op op;
  op_shape shape;
} op_words[] = {
    {"set", STRATA_OP_SET, OP_PLAIN},
    {"add", STRATA_OP_ADD, OP_PLAIN},
    {"sub", STRATA_OP_SUB, OP_PLAIN},
    {"mul", STRATA_OP_MUL, OP_PLAIN},
    {"div", STRATA_OP_DIV, OP_ROUNDED},
    {"min", STRATA_OP_MIN, OP_PLAIN},
    {"max", STRATA_OP_MAX, OP_PLAIN},
    {"at_most", STRATA_OP_MIN, OP_PLAIN},
    {"at_least", STRATA_OP_MAX, OP_PLAIN},
    {"band", STRATA_OP_AND, OP_PLAIN},
    {"bor", STRATA_OP_OR, OP_PLAIN},
    {"bxor", STRATA_OP_XOR, OP_PLAIN},
    {"scale", STRATA_OP_SCALE, OP_RATIO},
    {"switch", STRATA_OP_SWITCH, OP_NAME},
    {"remove", STRATA_OP_REMOVE, OP_PLAIN},
    {"clear", STRATA_OP_CLEAR, OP_NO_OPERAND},
    {"copy", STRATA_OP_COPY, OP_PLAIN},
    {"substitute", STRATA_OP_SUBSTITUTE, OP_NAMES},
    {"grant", STRATA_OP_ADD, OP_PLAIN},
    {"remove_all", STRATA_OP_CLEAR, OP_NO_OPERAND},
    {"forbid", STRATA_OP_FORBID, OP_PLAIN},
    {"strip", STRATA_OP_STRIP, OP_NO_OPERAND},
    {"borrow", STRATA_OP_BORROW, OP_ABILITY_KIND},
};

enum { WORD_COUNT = sizeof op_words / sizeof op_words[0] };

const char *stl_op_name(strata_op op) {
  static const char *const names[] = {
#define X(id, value, text) [value] = text,
      STRATA_OP_MAP(X)
#undef X
  };
  return (size_t)op < sizeof names / sizeof names[0] ? names[op] : "?";
}

int stl_op_find(const char *name) {
  for (size_t i = 0; i < WORD_COUNT; i++) {
    if (strcmp(op_words[i].word, name) == 0) return (int)op_words[i].op;
  }
  return -1;
}

const char *stl_op_nearest(const char *name) {
  const char *all[WORD_COUNT + 1] = {NULL};
  for (size_t i = 0; i < WORD_COUNT; i++) {
    all[i] = op_words[i].word;
  }
  return stl_nearest_word(name, all);
}

bool stl_op_is_of_abilities(const char *name) {
  return strcmp(name, "grant") == 0 || strcmp(name, "remove_all") == 0;
}

void stl_push_op(lua_State *L, const stl_op *op, int operand) {
  stl_op *made = lua_newuserdatauv(L, sizeof *made, 2);
  *made = *op;
  if (operand != 0) {
    lua_pushvalue(L, operand);
    lua_setiuservalue(L, -2, STL_OP_OPERAND);
  }
  stl_handle_kind_set(L, STL_HANDLE_OP);
}

static strata_rounding read_rounding(lua_State *L, int index) {
  static const char *const names[] = {"down", "up", NULL};
  return luaL_checkoption(L, index, "down", names) == 0 ? STRATA_ROUND_DOWN
                                                        : STRATA_ROUND_UP;
}

const char *const stl_ability_kinds[] = {
#define X(id, value, text) [value] = text,
    STRATA_ABILITY_MAP(X)
#undef X
        NULL};

/* Keywords are what STRATA_ABILITY_KEYWORD, being 0, cannot name here. */
static strata_ability_kind read_borrowed_kind(lua_State *L, int index) {
  if (lua_isnoneornil(L, index)) return STRATA_ABILITY_KEYWORD;
  const char *text = luaL_checkstring(L, index);
  for (int kind = 1; stl_ability_kinds[kind] != NULL; kind++) {
    if (strcmp(stl_ability_kinds[kind], text) == 0) {
      return (strata_ability_kind)kind;
    }
  }
  stl_raise_unknown_word(L, "borrow", "kind", text, stl_ability_kinds + 1);
  return STRATA_ABILITY_KEYWORD;
}

/* Put an array of the names 1 and 2 in their place. */
static void join_names(lua_State *L) {
  lua_createtable(L, 2, 0);
  for (int i = 1; i <= 2; i++) {
    luaL_checktype(L, i, LUA_TSTRING);
    lua_pushvalue(L, i);
    lua_rawseti(L, -2, i);
  }
  lua_replace(L, 1);
}

static int make_op(lua_State *L) {
  const lua_Integer row = lua_tointeger(L, lua_upvalueindex(1));
  const strata_op kind = op_words[row].op;
  const bool folds = kind == STRATA_OP_MIN || kind == STRATA_OP_MAX;
  if (folds && lua_gettop(L) > 1) { /* min(a, b) is a value */
    stl_expr_push_call(L, op_words[row].word, 1);
    return 1;
  }
  stl_op op = {.op = kind};
  const op_shape form = op_words[row].shape;
  if (form == OP_NO_OPERAND) {
    stl_push_op(L, &op, 0);
    return 1;
  }
  if (lua_isnoneornil(L, 1)) {
    return luaL_error(L, "%s: expected an operand, got nil",
                      op_words[row].word);
  }
  if (form == OP_NAME) luaL_checktype(L, 1, LUA_TSTRING);
  if (form == OP_NAMES) join_names(L);
  if (form == OP_ABILITY_KIND) op.kind = read_borrowed_kind(L, 2);
  if (form == OP_ROUNDED) op.rounding = read_rounding(L, 2);
  if (form == OP_RATIO) {
    op.divisor = luaL_checkinteger(L, 2);
    op.rounding = read_rounding(L, 3);
  }
  stl_push_op(L, &op, 1);
  return 1;
}

/* A copy of the operation at 1, with its user values. */
static stl_op *push_op_copy(lua_State *L) {
  const stl_op *op = stl_handle_check(L, 1, STL_HANDLE_OP);
  lua_getiuservalue(L, 1, STL_OP_OPERAND);
  stl_push_op(L, op, lua_gettop(L));
  lua_getiuservalue(L, 1, STL_OP_LAYER);
  lua_setiuservalue(L, -2, STL_OP_LAYER);
  return lua_touserdata(L, -1);
}

static int op_at(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_OP);
  const int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TSTRING || type == LUA_TNUMBER, 2, "layer");
  (void)push_op_copy(L);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, -2, STL_OP_LAYER);
  return 1;
}

static int op_locked(lua_State *L) {
  push_op_copy(L)->locked = true;
  return 1;
}

/* Replace the operand at the top by its text, a list by those of its items. */
static void push_operand_text(lua_State *L) {
  const int operand = lua_gettop(L);
  if (!lua_istable(L, operand)) {
    (void)luaL_tolstring(L, operand, NULL);
    lua_replace(L, operand);
    return;
  }
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, operand);
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) luaL_addstring(&text, ", ");
    lua_rawgeti(L, operand, i);
    (void)luaL_tolstring(L, -1, NULL);
    lua_remove(L, -2);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  lua_replace(L, operand);
}

/* "operation add 3 at pt.modify" */
static int op_tostring(lua_State *L) {
  const stl_op *op = stl_handle_check(L, 1, STL_HANDLE_OP);
  lua_settop(L, 1);
  lua_pushfstring(L, "operation %s%s", stl_op_name(op->op),
                  op->locked ? " locked" : "");
  if (lua_getiuservalue(L, 1, STL_OP_OPERAND) != LUA_TNIL) {
    push_operand_text(L);
    lua_pushfstring(L, "%s %s", lua_tostring(L, 2), lua_tostring(L, 3));
    lua_replace(L, 2);
  }
  lua_settop(L, 2);
  if (op->divisor != 0) {
    lua_pushfstring(L, "%s / %I", lua_tostring(L, 2), (LUAI_UACINT)op->divisor);
    lua_replace(L, 2);
  }
  if (lua_getiuservalue(L, 1, STL_OP_LAYER) != LUA_TNIL) {
    (void)luaL_tolstring(L, 3, NULL);
    lua_pushfstring(L, "%s at %s", lua_tostring(L, 2), lua_tostring(L, 4));
    return 1;
  }
  lua_settop(L, 2);
  return 1;
}

void stl_open_op(lua_State *L) {
  static const luaL_Reg meta[] = {{"__tostring", op_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"at", op_at}, {"locked", op_locked}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_OP, "operation", meta);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  for (lua_Integer i = 0; i < WORD_COUNT; i++) {
    lua_pushinteger(L, i);
    lua_pushcclosure(L, make_op, 1);
    lua_setfield(L, -2, op_words[i].word);
  }
}
