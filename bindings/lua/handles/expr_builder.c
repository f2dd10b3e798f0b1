/*
 * expr_builder.c - expressions that scripts build and that are not compiled
 * yet.
 *
 * An expression holds its text in the grammar of strata.h and the precedence of
 * its outermost operator, so that composing needs no tree: operands of lower
 * precedence get parentheses. Only the rules tell which sets can hold elves, so
 * `each.elf` leaves a hole in the text (STL_EXPR_HOLE), which is filled when
 * the expression is compiled.
 */
#include "lua/handles/expr_builder.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <string.h>

/* How strongly an operator binds; 0 wants no parentheses at all. */
enum { LOOSE, OR, AND, NOT, COMPARE, SUM, PRODUCT, NEGATIVE, ATOM };

enum { EXPR_TEXT_MAX = 64 * 1024 };

/* User values of the words event and named: what they are called, and what
 * stands in the text before a name. */
enum { STL_FRAME_WORD = 1, STL_FRAME_SIGN };

typedef struct expr_state {
  int level;
  bool scope;            /* an entity: `.power` may follow */
  uint64_t world_serial; /* of the world of its entities; 0: it names none */
} expr_state;

/* The serial of the world of which the value is an entity, or an expression
 * that names one; 0 for none. */
static uint64_t world_serial_of(lua_State *L, int index) {
  const expr_state *expr = stl_handle_test(L, index, STL_HANDLE_EXPR);
  if (expr != NULL) return expr->world_serial;
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  return handle != NULL ? handle->world->serial : 0;
}

/* Of the values from `first` to `last`, which must be of one world: an id means
 * somebody in any world. */
static uint64_t common_world_serial(lua_State *L, int first, int last) {
  uint64_t serial = 0;
  for (int i = first; i <= last; i++) {
    const uint64_t other = world_serial_of(L, i);
    if (serial != 0 && other != 0 && other != serial) {
      luaL_error(L, "expression: entities of two worlds");
    }
    if (other != 0) serial = other;
  }
  return serial;
}

uint64_t stl_expr_world_serial(lua_State *L, int index) {
  return world_serial_of(L, index);
}

/* Make an expression of the text at the top; its operands are the values from
 * `first` to `last`. */
static void wrap_text_of(lua_State *L, int level, bool scope, int first,
                         int last) {
  if (lua_rawlen(L, -1) > EXPR_TEXT_MAX) {
    luaL_error(L, "expression: more than 64 KiB of text");
  }
  expr_state *expr = lua_newuserdatauv(L, sizeof *expr, 2);
  *expr = (expr_state){level, scope, common_world_serial(L, first, last)};
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, STL_UV_EXPR_TEXT);
  stl_handle_kind_set(L, STL_HANDLE_EXPR);
  lua_remove(L, -2);
}

/* As wrap_text_of; the operands are the arguments of a function, which are the
 * first on the stack. */
static void wrap_expr_text(lua_State *L, int level, bool scope) {
  wrap_text_of(L, level, scope, 1, lua_gettop(L) - 1);
}

const char *stl_expr_push_text(lua_State *L, int index) {
  lua_getiuservalue(L, index, STL_UV_EXPR_TEXT);
  return lua_tostring(L, -1);
}

bool stl_expr_is_none(lua_State *L, int index) {
  if (stl_handle_test(L, index, STL_HANDLE_EXPR) == NULL) return false;
  const bool none = strcmp(stl_expr_push_text(L, index), "none") == 0;
  lua_pop(L, 1);
  return none;
}

/* -- Operands ------------------------------------------------------------- */

/* Symbols stand in quotes, and have no way to contain one. */
static void push_symbol(lua_State *L, const char *symbol) {
  for (const char *c = symbol; *c != '\0'; c++) {
    if ((unsigned char)*c < ' ' || *c == '\'' || *c == '\\' || *c == '"') {
      luaL_error(L, "expression: a symbol has no quotes, backslashes or "
                    "control characters");
    }
  }
  lua_pushfstring(L, "'%s'", symbol);
}

static void push_number(lua_State *L, int index) {
  int exact = 0;
  const lua_Integer number = lua_tointegerx(L, index, &exact);
  if (!exact) luaL_error(L, "expression: only integers, and // divides");
  lua_pushfstring(L, "%I", (LUAI_UACINT)number);
}

/* Push the text of an operand, in parentheses if it binds more weakly than
 * `level`. */
static void push_operand(lua_State *L, int index, int level) {
  index = lua_absindex(L, index);
  const stl_handle *handle = NULL;
  const expr_state *expr = stl_handle_test(L, index, STL_HANDLE_EXPR);
  int own = ATOM;
  if (expr != NULL) {
    (void)stl_expr_push_text(L, index);
    own = expr->level;
  } else if (lua_type(L, index) == LUA_TNUMBER) {
    push_number(L, index);
    if (lua_tonumber(L, index) < 0) own = NEGATIVE;
  } else if ((handle = stl_handle_test(L, index, STL_HANDLE_ENTITY)) != NULL) {
    stl_push_entity_id(L, handle->id);
  } else if (lua_type(L, index) == LUA_TBOOLEAN) {
    stl_raise_boolean_expr(L, "expression");
  } else {
    luaL_error(L, "expression: expected a number or an expression, got %s",
               luaL_typename(L, index));
  }
  if (own < level) {
    lua_pushfstring(L, "(%s)", lua_tostring(L, -1));
    lua_remove(L, -2);
  }
}

/* As push_operand, after a comparison: 'red' and true may stand there. */
static void push_compared(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    push_symbol(L, lua_tostring(L, index));
  } else if (lua_type(L, index) == LUA_TBOOLEAN) {
    lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
  } else {
    push_operand(L, index, SUM);
  }
}

/* Join the two texts at the top. */
static int join_operands(lua_State *L, const char *between, int level) {
  lua_pushfstring(L, "%s %s %s", lua_tostring(L, -2), between,
                  lua_tostring(L, -1));
  wrap_expr_text(L, level, false);
  return 1;
}

static int binary_op(lua_State *L, const char *operator, int level) {
  push_operand(L, 1, level);
  push_operand(L, 2, level + 1);
  return join_operands(L, operator, level);
}

/* -- Operators ------------------------------------------------------------ */

static int op_add(lua_State *L) {
  return binary_op(L, "+", SUM);
}

static int op_sub(lua_State *L) {
  return binary_op(L, "-", SUM);
}

static int op_mul(lua_State *L) {
  return binary_op(L, "*", PRODUCT);
}

static int op_idiv(lua_State *L) {
  return binary_op(L, "//", PRODUCT);
}

static int op_div(lua_State *L) {
  return luaL_error(L, "expression: write // , which rounds down; there are no "
                       "fractions");
}

static int op_unm(lua_State *L) {
  push_operand(L, 1, ATOM);
  lua_pushfstring(L, "-%s", lua_tostring(L, -1));
  wrap_expr_text(L, NEGATIVE, false);
  return 1;
}

static int op_band(lua_State *L) {
  return binary_op(L, "and", AND);
}

static int op_bor(lua_State *L) {
  return binary_op(L, "or", OR);
}

static int op_bnot(lua_State *L) {
  push_operand(L, 1, ATOM);
  lua_pushfstring(L, "not %s", lua_tostring(L, -1));
  wrap_expr_text(L, NOT, false);
  return 1;
}

static int op_compare(lua_State *L) {
  return stl_raise_boolean_expr(L, "comparing an expression");
}

/* -- Methods -------------------------------------------------------------- */

static int compare_method(lua_State *L, const char *operator) {
  stl_handle_check(L, 1, STL_HANDLE_EXPR);
  luaL_checkany(L, 2);
  push_operand(L, 1, SUM);
  push_compared(L, 2);
  return join_operands(L, operator, COMPARE);
}

static int method_at_least(lua_State *L) {
  return compare_method(L, ">=");
}

static int method_at_most(lua_State *L) {
  return compare_method(L, "<=");
}

static int method_more_than(lua_State *L) {
  return compare_method(L, ">");
}

static int method_less_than(lua_State *L) {
  return compare_method(L, "<");
}

static int method_is(lua_State *L) {
  return compare_method(L, "=");
}

static int method_is_not(lua_State *L) {
  return compare_method(L, "!=");
}

static void wrap_hole(lua_State *L, const char *prefix, const char *symbol) {
  push_symbol(L, symbol); /* raises if it is none */
  lua_pop(L, 1);
  lua_pushfstring(L,
                  STL_EXPR_HOLE "%s" STL_EXPR_HOLE_SPLIT "%s" STL_EXPR_HOLE_END,
                  prefix, symbol);
  wrap_expr_text(L, ATOM, false);
}

/* it.types:has("elf"), this:has("elf"), it.types:has(this.chosen) */
static int method_has(lua_State *L) {
  const expr_state *expr = stl_handle_check(L, 1, STL_HANDLE_EXPR);
  if (!expr->scope && stl_handle_test(L, 2, STL_HANDLE_EXPR) != NULL) {
    push_operand(L, 1, SUM);
    push_operand(L, 2, SUM);
    return join_operands(L, "has", COMPARE);
  }
  const char *symbol = luaL_checkstring(L, 2);
  const char *text = stl_expr_push_text(L, 1);
  if (expr->scope) {
    wrap_hole(L, text, symbol);
    return 1;
  }
  push_symbol(L, symbol);
  return join_operands(L, "has", COMPARE);
}

/* Narrow the predicate at 1 by what stands at 2. */
static int narrowing_method(lua_State *L, const char *between, int level) {
  stl_handle_check(L, 1, STL_HANDLE_EXPR);
  luaL_checkany(L, 2);
  push_operand(L, 1, AND);
  push_operand(L, 2, level);
  return join_operands(L, between, AND);
}

/* p:of(x): and x controls it. */
static int method_of(lua_State *L) {
  return narrowing_method(L, "and controller =", SUM);
}

static int method_not_of(lua_State *L) {
  return narrowing_method(L, "and controller !=", SUM);
}

static int method_owned_by(lua_State *L) {
  return narrowing_method(L, "and owner =", SUM);
}

/* p:except(x): and it is not x. */
static int method_except(lua_State *L) {
  return narrowing_method(L, "and it !=", SUM);
}

static int method_where(lua_State *L) {
  return narrowing_method(L, "and", NOT);
}

/* p:inside("graveyard") */
static int method_inside(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_EXPR);
  const char *zone = luaL_checkstring(L, 2);
  push_operand(L, 1, AND);
  push_symbol(L, zone);
  return join_operands(L, "and zone =", AND);
}

/* Narrow the predicate at 1 by a word, as each.elf has it. */
static int word_method(lua_State *L, const char *between) {
  stl_handle_check(L, 1, STL_HANDLE_EXPR);
  push_operand(L, 1, AND);
  wrap_hole(L, "", luaL_checkstring(L, 2));
  push_operand(L, -1, ATOM);
  lua_remove(L, -2);
  return join_operands(L, between, AND);
}

static int method_being(lua_State *L) {
  return word_method(L, "and");
}

static int method_non(lua_State *L) {
  return word_method(L, "and not");
}

static bool is_expr_name(const char *text) {
  const size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_:");
  return good > 0 && text[good] == '\0';
}

static int expr_index(lua_State *L) {
  const expr_state *expr = lua_touserdata(L, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  if (lua_type(L, 2) != LUA_TSTRING) {
    return luaL_error(L, "expression: expected a name, got %s",
                      luaL_typename(L, 2));
  }
  const char *key = lua_tostring(L, 2);
  if (!expr->scope) {
    return luaL_error(L,
                      "expression: no field '%s'; only it, this, outer, "
                      "event.x, named.x and the(card) have attributes",
                      key);
  }
  if (!is_expr_name(key)) {
    return luaL_error(L, "expression: '%s' is no name of an attribute", key);
  }
  lua_pushfstring(L, "%s.%s", stl_expr_push_text(L, 1), key);
  wrap_expr_text(L, ATOM, false);
  return 1;
}

static int each_index(lua_State *L) {
  wrap_hole(L, "", luaL_checkstring(L, 2));
  return 1;
}

/* event.amount, named.x: as the frame of an event or a program knows them. */
static int frame_index(lua_State *L) {
  const char *key = luaL_checkstring(L, 2);
  lua_getiuservalue(L, 1, STL_FRAME_WORD);
  if (!is_expr_name(key)) {
    return luaL_error(L, "expression: '%s' is no name that '%s' can have", key,
                      lua_tostring(L, -1));
  }
  lua_getiuservalue(L, 1, STL_FRAME_SIGN);
  lua_pushfstring(L, "%s%s", lua_tostring(L, -1), key);
  wrap_expr_text(L, ATOM, true);
  return 1;
}

static int frame_tostring(lua_State *L) {
  lua_getiuservalue(L, 1, STL_FRAME_WORD);
  return 1;
}

static int each_tostring(lua_State *L) {
  lua_pushliteral(L, "each");
  return 1;
}

/* Blot out the ids in the text at the top: in a handler one would tell which of
 * the hidden entities it is, as they are given out in order. */
static void hide_entity_ids(lua_State *L) {
  luaL_Buffer buffer;
  const char *text = lua_tostring(L, -1);
  luaL_buffinit(L, &buffer);
  while (*text != '\0') {
    char *end = NULL;
    const bool is_id = *text == '#' && stl_parse_entity_id(text, &end) != 0;
    luaL_addchar(&buffer, *text);
    text = is_id ? end : text + 1;
  }
  luaL_pushresult(&buffer);
}

/* The text as it was written, holes by the word that made them. */
static int expr_tostring(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_EXPR);
  (void)stl_expr_push_text(L, 1);
  luaL_gsub(L, lua_tostring(L, -1), STL_EXPR_HOLE STL_EXPR_HOLE_SPLIT, "each.");
  luaL_gsub(L, lua_tostring(L, -1), STL_EXPR_HOLE, "");
  luaL_gsub(L, lua_tostring(L, -1), STL_EXPR_HOLE_SPLIT, ":has ");
  luaL_gsub(L, lua_tostring(L, -1), STL_EXPR_HOLE_END, "");
  if (stl_context_get(L)->handler_call != NULL) hide_entity_ids(L);
  return 1;
}

/* -- Words ---------------------------------------------------------------- */

/* A script's text may not look like a hole, or end before its end. */
static void check_text(lua_State *L, int index) {
  const char *text = lua_tostring(L, index);
  if (strpbrk(text, STL_EXPR_HOLE STL_EXPR_HOLE_SPLIT STL_EXPR_HOLE_END) !=
          NULL ||
      strlen(text) != lua_rawlen(L, index)) {
    luaL_error(L, "expression: a control character in the text");
  }
}

void stl_expr_wrap(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    check_text(L, index);
    lua_pushvalue(L, index);
    wrap_text_of(L, LOOSE, false, index, index);
  } else {
    const int level =
        stl_handle_test(L, index, STL_HANDLE_EXPR) != NULL ? LOOSE : ATOM;
    push_operand(L, index, level);
    wrap_text_of(L, level, false, index, index);
  }
  lua_replace(L, index);
}

void stl_expr_push_call(lua_State *L, const char *function, int first) {
  const int last = lua_gettop(L);
  push_operand(L, first, LOOSE);
  if (first == last) {
    lua_pushfstring(L, "%s(%s)", function, lua_tostring(L, -1));
  }
  for (int i = first + 1; i <= last; i++) {
    push_operand(L, i, LOOSE);
    lua_pushfstring(L, "%s(%s, %s)", function, lua_tostring(L, -2),
                    lua_tostring(L, -1));
  }
  wrap_text_of(L, ATOM, false, first, last);
}

/* Text stands for an expression where no symbol can. */
static void need_expr(lua_State *L, int index) {
  luaL_checkany(L, index);
  if (lua_type(L, index) == LUA_TSTRING) stl_expr_wrap(L, index);
}

/* A call of a function with the expressions from 1 to `count`. */
static int push_aggregate(lua_State *L, const char *function, int count) {
  for (int i = 1; i <= count; i++) {
    need_expr(L, i);
  }
  lua_settop(L, count);
  stl_expr_push_call(L, function, 1);
  return 1;
}

static int word_count(lua_State *L) {
  return push_aggregate(L, "count", 1);
}

static int word_sum(lua_State *L) {
  return push_aggregate(L, "sum", 2);
}

/* The name at 1, which must be one that an expression can have. */
static const char *need_name(lua_State *L, const char *word, const char *of) {
  const char *name = luaL_checkstring(L, 1);
  if (!is_expr_name(name)) {
    luaL_error(L, "%s: '%s' is no name of %s", word, name, of);
  }
  return name;
}

static int word_distinct(lua_State *L) {
  (void)need_name(L, "distinct", "an attribute");
  return push_aggregate(L, "distinct", 2);
}

static int word_ask(lua_State *L) {
  lua_pushfstring(L, "ask('%s')", need_name(L, "ask", "a predicate"));
  wrap_expr_text(L, ATOM, false);
  return 1;
}

static int word_expr(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  stl_expr_wrap(L, 1);
  lua_settop(L, 1);
  return 1;
}

static int word_the(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_ENTITY);
  stl_push_entity_id(L, handle->id);
  wrap_expr_text(L, ATOM, true);
  return 1;
}

/* -- Opening -------------------------------------------------------------- */

void stl_expr_push_none(lua_State *L) {
  lua_pushliteral(L, "none");
  wrap_expr_text(L, ATOM, false);
}

static void add_word(lua_State *L, const char *word, const char *text,
                     bool scope) {
  lua_pushstring(L, text);
  wrap_expr_text(L, ATOM, scope);
  lua_setfield(L, -2, word);
}

static void add_frame(lua_State *L, const char *word, const char *sign) {
  (void)lua_newuserdatauv(L, 1, 2);
  lua_pushstring(L, word);
  lua_setiuservalue(L, -2, STL_FRAME_WORD);
  lua_pushstring(L, sign);
  lua_setiuservalue(L, -2, STL_FRAME_SIGN);
  stl_handle_kind_set(L, STL_HANDLE_FRAME);
  lua_setfield(L, -2, word);
}

static void open_kinds(lua_State *L) {
  static const luaL_Reg meta[] = {{"__add", op_add},
                                  {"__sub", op_sub},
                                  {"__mul", op_mul},
                                  {"__idiv", op_idiv},
                                  {"__div", op_div},
                                  {"__unm", op_unm},
                                  {"__band", op_band},
                                  {"__bor", op_bor},
                                  {"__bnot", op_bnot},
                                  {"__lt", op_compare},
                                  {"__le", op_compare},
                                  {"__eq", op_compare},
                                  {"__tostring", expr_tostring},
                                  {NULL, NULL}};
  static const luaL_Reg methods[] = {{"at_least", method_at_least},
                                     {"at_most", method_at_most},
                                     {"more_than", method_more_than},
                                     {"less_than", method_less_than},
                                     {"is", method_is},
                                     {"is_not", method_is_not},
                                     {"has", method_has},
                                     {"of", method_of},
                                     {"not_of", method_not_of},
                                     {"owned_by", method_owned_by},
                                     {"except", method_except},
                                     {"where", method_where},
                                     {"inside", method_inside},
                                     {"being", method_being},
                                     {"non", method_non},
                                     {NULL, NULL}};
  static const luaL_Reg each[] = {
      {"__index", each_index}, {"__tostring", each_tostring}, {NULL, NULL}};
  static const luaL_Reg frame[] = {
      {"__index", frame_index}, {"__tostring", frame_tostring}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_EXPR, "expression", meta);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, expr_index, 1);
  lua_setfield(L, -2, "__index");
  stl_handle_kind_new(L, STL_HANDLE_EACH, "each", each);
  stl_handle_kind_new(L, STL_HANDLE_FRAME, "frame", frame);
  lua_pop(L, 3);
}

void stl_open_expr(lua_State *L) {
  static const luaL_Reg words[] = {
      {"count", word_count}, {"sum", word_sum}, {"distinct", word_distinct},
      {"expr", word_expr},   {"the", word_the}, {"ask", word_ask},
      {NULL, NULL}};
  open_kinds(L);
  luaL_setfuncs(L, words, 0);
  add_word(L, "it", "it", true);
  add_word(L, "this", "this", true);
  add_word(L, "outer", "outer", true);
  add_word(L, "you", "this.controller", false);
  add_word(L, "none", "none", false);
  add_word(L, "all", "true", false);
  add_frame(L, "event", "event.");
  add_frame(L, "named", "$");
  (void)lua_newuserdatauv(L, 1, 0);
  stl_handle_kind_set(L, STL_HANDLE_EACH);
  lua_setfield(L, -2, "each");
}
