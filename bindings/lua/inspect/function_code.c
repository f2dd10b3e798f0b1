/*
 * function_code.c - the code of a function as tables:
 * strata.check.function_code.
 *
 * Checks read the code of a function without running it.
 */
#include "lua/inspect/function_code.h"

#include "lua/sandbox/function_dump.h"

#include <lauxlib.h>

/* Push the instructions as a list, and their lines as another. */
static void push_instructions(lua_State *L, const stl_dump_function *f) {
  lua_createtable(L, (int)f->code_count, 0);
  for (size_t pc = 0; pc < f->code_count; pc++) {
    lua_pushinteger(L, (lua_Integer)stl_dump_instruction(f, pc));
    lua_rawseti(L, -2, (lua_Integer)pc + 1);
  }
  lua_createtable(L, (int)f->code_count, 0);
  for (size_t pc = 0; pc < f->code_count; pc++) {
    lua_pushinteger(L, stl_dump_line(f, pc));
    lua_rawseti(L, -2, (lua_Integer)pc + 1);
  }
}

static void push_dump_text(lua_State *L, stl_dump_text text) {
  if (text.text == NULL) {
    lua_pushboolean(L, false);
  } else {
    lua_pushlstring(L, text.text, text.size);
  }
}

/* Push the constants: texts, false for others. */
static void push_constants(lua_State *L, const stl_dump_function *f) {
  lua_createtable(L, (int)f->constant_count, 0);
  for (size_t n = 0; n < f->constant_count; n++) {
    push_dump_text(L, stl_dump_constant_text(f, n));
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
}

/* Push what it has from outside: { name, whether that is a register of the
 * function around it, which one }. */
static void push_upvalues(lua_State *L, const stl_dump_function *f) {
  const unsigned char *at = f->upvalues.at;
  lua_createtable(L, (int)f->upvalue_count, 0);
  for (size_t n = 0; n < f->upvalue_count; n++, at += 3) {
    lua_createtable(L, 3, 0);
    push_dump_text(L, stl_dump_upvalue_name(f, n));
    lua_rawseti(L, -2, 1);
    lua_pushboolean(L, at[0] != 0);
    lua_rawseti(L, -2, 2);
    lua_pushinteger(L, at[1]);
    lua_rawseti(L, -2, 3);
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
}

/* Push a function as a table; those inside of it are in `inner`. */
static void push_function_table(lua_State *L, stl_dump_reader *r) {
  luaL_checkstack(L, LUA_MINSTACK, "code");
  stl_dump_function f;
  const size_t inner = stl_dump_function_begin(&f, r);
  const int parameters = f.code_begin[0];
  lua_createtable(L, 0, 6);
  lua_createtable(L, (int)inner, 0);
  for (size_t n = 1; n <= inner; n++) {
    push_function_table(L, r);
    lua_rawseti(L, -2, (lua_Integer)n);
  }
  lua_setfield(L, -2, "inner");
  stl_dump_function_end(&f, r);
  lua_pushinteger(L, parameters);
  lua_setfield(L, -2, "parameters");
  push_instructions(L, &f);
  lua_setfield(L, -3, "lines");
  lua_setfield(L, -2, "code");
  push_constants(L, &f);
  lua_setfield(L, -2, "constants");
  push_upvalues(L, &f);
  lua_setfield(L, -2, "upvalues");
}

/* Push the values that the function at 1 has from outside, by their places;
 * false for nil. */
static void push_upvalue_values(lua_State *L) {
  lua_newtable(L);
  for (int i = 1; lua_getupvalue(L, 1, i) != NULL; i++) {
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_pushboolean(L, false);
    }
    lua_rawseti(L, -2, i);
  }
}

int stl_host_function_tables(lua_State *L) {
  lua_Debug about = {0};
  luaL_argexpected(L, lua_isfunction(L, 1) && !lua_iscfunction(L, 1), 1,
                   "function of Lua");
  lua_settop(L, 1);
  stl_dump_reader r = stl_push_dump(L, 1);
  push_function_table(L, &r);
  push_upvalue_values(L);
  lua_setfield(L, -2, "values");
  lua_pushvalue(L, 1);
  (void)lua_getinfo(L, ">S", &about);
  lua_pushstring(L, about.source[0] == '@' ? about.source + 1 : about.source);
  lua_setfield(L, -2, "path");
  return 1;
}
