/* The functions of strings and tables that scripts have, held against Lua's own
 * on random arguments; and what they and scripts may take. */
#include "lua/core/sorting.h"
#include "lua/sandbox/string_library.h"
#include "lua/sandbox/table_library.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

TestSuite(libraries, .timeout = 60);

/* -- The same as Lua's -- */

/* What is on the stack: Lua's function, ours, arguments. */
enum { THEIRS = 1, OURS, FIRST };

typedef struct both {
  strata_vm *vm;
  lua_State *L;
  uint64_t random;
} both;

static uint32_t below(both *b, uint32_t limit) {
  b->random = b->random * UINT64_C(6364136223846793005) + 1442695040888963407U;
  return (uint32_t)(b->random >> 33) % limit;
}

static void open_both(both *b, uint64_t seed) {
  *b = (both){.random = seed};
  cr_assert(eq(int, strata_vm_new(NULL, &b->vm), STRATA_OK));
  b->L = stl_vm_state(b->vm);
}

static void push_both(const both *b, const char *library, const char *name) {
  lua_State *L = b->L;
  lua_settop(L, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, 1, library);
  lua_getfield(L, 2, name);
  lua_replace(L, 1);
  lua_settop(L, 1);
  if (strcmp(library, "string") == 0) {
    stl_push_string_library(L);
  } else {
    stl_push_table_library(L);
  }
  lua_getfield(L, 2, name);
  lua_replace(L, OURS);
}

/* What a call gives: its results, one line each, or that it has failed. */
static void write_result(lua_State *L, int function, int count, char *out,
                         size_t size) {
  const int top = lua_gettop(L);
  size_t used = 0;
  lua_pushvalue(L, function);
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, FIRST + i);
  }
  const int status = lua_pcall(L, count, LUA_MULTRET, 0);
  for (int i = top + 1; status == LUA_OK && i <= lua_gettop(L); i++) {
    size_t length = 0;
    const char *text = luaL_tolstring(L, i, &length);
    used += (size_t)snprintf(out + used, size - used, "%s %zu '%.*s'\n",
                             luaL_typename(L, i), length, (int)length, text);
    lua_pop(L, 1);
  }
  if (status != LUA_OK) (void)snprintf(out, size, "error");
  lua_settop(L, top);
}

/* Call both with the arguments behind them. */
static void compare(const both *b, const char *what) {
  char theirs[2048] = "";
  char ours[2048] = "";
  const int count = lua_gettop(b->L) - OURS;
  write_result(b->L, THEIRS, count, theirs, sizeof theirs);
  write_result(b->L, OURS, count, ours, sizeof ours);
  cr_assert(zero(strcmp(theirs, ours)), "%s('%s', '%s'): %s, not %s", what,
            luaL_tolstring(b->L, FIRST, NULL),
            count > 1 ? luaL_tolstring(b->L, FIRST + 1, NULL) : "", ours,
            theirs);
}

static const char *pick(both *b, const char *const *words, uint32_t count) {
  return words[below(b, count)];
}

static void push_text(both *b) {
  static const char letters[] = "aab.%-[](1 A\n";
  char text[16];
  const uint32_t size = below(b, sizeof text);
  for (uint32_t i = 0; i < size; i++) {
    text[i] = letters[below(b, sizeof letters - 1)];
  }
  lua_pushlstring(b->L, text, size);
}

static void push_pattern(both *b) {
  static const char *const items[] = {
      "a",    "b",     ".",      "%a",    "%d",  "%s",   "%W",   "%p",
      "[ab]", "[^a]",  "[%a.]",  "[a-z]", "(",   ")",    "()",   "%1",
      "%b()", "%f[a]", "%f[%W]", "^",     "$",   "[]a]", "[^]]", "%%",
      "%.",   "[a-]",  "[%",     "%",     "(a)", "(.-)"};
  static const char *const suffixes[] = {"", "", "", "*", "+", "-", "?"};
  char pattern[64] = "";
  const uint32_t count = below(b, 5);
  for (uint32_t i = 0; i < count; i++) {
    strcat(pattern, pick(b, items, sizeof items / sizeof items[0]));
    strcat(pattern, pick(b, suffixes, sizeof suffixes / sizeof suffixes[0]));
  }
  lua_pushstring(b->L, pattern);
}

static void push_place(both *b) {
  lua_pushinteger(b->L, (lua_Integer)below(b, 24) - 12);
}

Test(libraries, patterns_find_what_luas_find) {
  static const char *const names[] = {"find", "match"};
  both b;
  open_both(&b, 1);
  for (int i = 0; i < 60000; i++) {
    const char *name = names[i % 2];
    push_both(&b, "string", name);
    push_text(&b);
    push_pattern(&b);
    if (below(&b, 2) != 0) push_place(&b);
    compare(&b, name);
  }
  strata_vm_free(b.vm);
}

Test(libraries, gsub_puts_what_luas_puts) {
  static const char *const templates[] = {"x",  "<%0>", "%1", "%%",
                                          "%2", "%",    "%a", "[%1]"};
  both b;
  open_both(&b, 2);
  for (int i = 0; i < 30000; i++) {
    push_both(&b, "string", "gsub");
    push_text(&b);
    push_pattern(&b);
    lua_pushstring(b.L, pick(&b, templates, 8));
    if (below(&b, 2) != 0) lua_pushinteger(b.L, below(&b, 4));
    compare(&b, "gsub");
  }
  strata_vm_free(b.vm);
}

/* All that an iterator gives, as one text. */
static void write_walk(both *b, int function, char *out, size_t size) {
  lua_State *L = b->L;
  const int top = lua_gettop(L);
  size_t used = 0;
  lua_pushvalue(L, function);
  for (int i = FIRST; i <= top; i++) {
    lua_pushvalue(L, i);
  }
  int status = lua_pcall(L, top - FIRST + 1, 1, 0);
  while (status == LUA_OK && used + 64 < size) {
    lua_pushvalue(L, top + 1);
    status = lua_pcall(L, 0, 1, 0);
    if (status != LUA_OK || lua_isnil(L, -1)) break;
    used += (size_t)snprintf(out + used, size - used, "%s;",
                             luaL_tolstring(L, -1, NULL));
    lua_settop(L, top + 1);
  }
  if (status != LUA_OK) (void)snprintf(out, size, "error");
  lua_settop(L, top);
}

Test(libraries, gmatch_walks_as_luas_walks) {
  both b;
  open_both(&b, 3);
  for (int i = 0; i < 20000; i++) {
    char theirs[1024] = "";
    char ours[1024] = "";
    push_both(&b, "string", "gmatch");
    push_text(&b);
    push_pattern(&b);
    if (i % 2 > 0) lua_pushinteger(b.L, (lua_Integer)below(&b, 40) - 20);
    write_walk(&b, THEIRS, theirs, sizeof theirs);
    write_walk(&b, OURS, ours, sizeof ours);
    cr_assert(zero(strcmp(theirs, ours)), "gmatch('%s', '%s'): %s, not %s",
              lua_tostring(b.L, FIRST), lua_tostring(b.L, FIRST + 1), ours,
              theirs);
  }
  strata_vm_free(b.vm);
}

Test(libraries, texts_are_cut_as_luas_are) {
  static const char *const names[] = {"sub",     "byte",  "len", "lower",
                                      "reverse", "upper", "rep"};
  both b;
  open_both(&b, 4);
  for (int i = 0; i < 30000; i++) {
    const char *name = pick(&b, names, 7);
    push_both(&b, "string", name);
    push_text(&b);
    if (below(&b, 4) != 0) push_place(&b);
    if (strcmp(name, "rep") == 0) {
      push_text(&b);
    } else if (lua_gettop(b.L) > FIRST && below(&b, 2) != 0) {
      push_place(&b);
    }
    compare(&b, name);
  }
  strata_vm_free(b.vm);
}

/* -- Tables -- */

static void push_list(both *b) {
  const uint32_t size = below(b, 6);
  lua_newtable(b->L);
  for (uint32_t i = 1; i <= size; i++) {
    lua_pushinteger(b->L, (lua_Integer)below(b, 100));
    lua_rawseti(b->L, -2, (lua_Integer)i);
  }
}

static void copy_list(lua_State *L, int index) {
  const lua_Integer size = (lua_Integer)lua_rawlen(L, index);
  lua_newtable(L);
  for (lua_Integer i = 1; i <= size; i++) {
    lua_rawgeti(L, index, i);
    lua_rawseti(L, -2, i);
  }
}

static void write_list(lua_State *L, int index, char *out, size_t size) {
  size_t used = 0;
  for (lua_Integer i = -3; i <= 16; i++) {
    lua_rawgeti(L, index, i);
    used += (size_t)snprintf(out + used, size - used, "%s,",
                             luaL_tolstring(L, -1, NULL));
    lua_pop(L, 2);
  }
}

/* Lists are changed: each function has a copy of its own. */
static void compare_lists(both *b, const char *name, int count) {
  char theirs[512] = "";
  char ours[512] = "";
  char after[2][512];
  lua_State *L = b->L;
  for (int function = THEIRS; function <= OURS; function++) {
    char *out = function == THEIRS ? theirs : ours;
    lua_pushvalue(L, FIRST);
    copy_list(L, FIRST);
    lua_replace(L, FIRST);
    write_result(L, function, count, out, sizeof theirs);
    if (strncmp(out, "table", 5) == 0) out[5] = '\0'; /* its address */
    write_list(L, FIRST, after[function - THEIRS], sizeof after[0]);
    lua_replace(L, FIRST);
  }
  cr_assert(zero(strcmp(theirs, ours)), "%s: %s, not %s", name, ours, theirs);
  cr_assert(zero(strcmp(after[0], after[1])), "%s leaves %s, not %s", name,
            after[1], after[0]);
}

Test(libraries, lists_are_changed_as_luas_are) {
  static const char *const names[] = {"insert", "remove", "move", "concat",
                                      "unpack"};
  both b;
  open_both(&b, 5);
  for (int i = 0; i < 30000; i++) {
    const char *name = names[i % 5];
    push_both(&b, "table", name);
    push_list(&b);
    if (strcmp(name, "concat") == 0) push_text(&b);
    const uint32_t most = strcmp(name, "move") == 0 ? 4 : 3;
    for (uint32_t n = below(&b, most); n > 0; n--) {
      lua_pushinteger(b.L, (lua_Integer)below(&b, 10) - 2);
    }
    compare_lists(&b, name, lua_gettop(b.L) - OURS);
  }
  strata_vm_free(b.vm);
}

/* -- What scripts may take -- */

static const strata_limits small = {.steps = 100000,
                                    .memory = 4 * 1024 * 1024,
                                    .block = 64 * 1024,
                                    .output = 1000};

typedef struct taking {
  const char *source, *says;
} taking;

static void ignore(void *user, const char *line) {
  (void)user;
  (void)line;
}

Test(libraries, whoever_takes_too_much_is_ended) {
  static const taking all[] = {
      {"while true do end", "instruction budget: more than 100000 steps"},
      {"while true do pcall(function() while true do end end) end",
       "instruction budget"},
      {"xpcall(function() while true do end end, function() while true do end "
       "end)",
       "instruction budget"},
      {"return (('a'):rep(30)):find(('a?'):rep(30) .. ('a'):rep(30))",
       "instruction budget"},
      {"local t = {} while true do t[#t + 1] = {} end", "memory limit"},
      {"local s = 'x' while true do s = s .. s end", "memory limit"},
      {"local s = 'x' while true do pcall(function() s = s .. s end) end",
       "memory limit"},
      {"return ('x'):rep(65 * 1024)", "memory limit"},
      {"while true do print('a line') end", "output limit: more than 1000"},
      {"return table.move({}, 1, 1 << 53, 2)", "instruction budget"},
      {"return ('').rep('', 1 << 53) == ''", ""},
  };
  const strata_vm_config config = {.print = ignore, .run = small};
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(&config, &vm), STRATA_OK));
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    strata_error error = {0};
    strata_status status =
        strata_vm_run(vm, NULL, "=take", all[i].source, &error);
    const strata_status want =
        all[i].says[0] != '\0' ? STRATA_ESCRIPT : STRATA_OK;
    cr_expect(eq(int, status, want), "%s", all[i].source);
    cr_expect(ne(ptr, strstr(error.text, all[i].says), NULL), "%s: %s",
              all[i].source, error.text);
    status = strata_vm_run(vm, NULL, "=after", "return 1 + 1", &error);
    cr_expect(eq(int, status, STRATA_OK), "after %s: %s", all[i].source,
              error.text);
  }
  strata_vm_free(vm);
}

/* The same script takes the same number of steps wherever it runs. */
Test(libraries, steps_are_the_same_each_time) {
  static const char source[] =
      "local n = 0\n"
      "for i = 1, 300 do n = n + #(('x'):rep(i)):gsub('x', 'yy') end\n"
      "local t = {} for i = 1, 50 do t[i] = 51 - i end table.sort(t)\n";
  uint64_t enough = 0;
  for (uint64_t steps = 1024; enough == 0; steps += 1024) {
    const strata_vm_config config = {.run = {.steps = steps}};
    strata_vm *vm = NULL;
    cr_assert(eq(int, strata_vm_new(&config, &vm), STRATA_OK));
    strata_error error;
    const strata_status once = strata_vm_run(vm, NULL, "=s", source, &error);
    const strata_status again = strata_vm_run(vm, NULL, "=s", source, &error);
    cr_expect(eq(int, once, again), "%u steps", (unsigned)steps);
    if (once == STRATA_OK) enough = steps;
    strata_vm_free(vm);
  }
  cr_expect(lt(u64, 1024, enough));
}
