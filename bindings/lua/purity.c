/*
 * purity.c - functions of rules that keep nothing: handlers.
 *
 * An action is run again when an answer comes, so what a handler does may
 * depend on the world alone. It is kept as a copy that shares nothing with the
 * script which wrote it: what it names from outside is taken as it is now,
 * tables as frozen copies, functions as copies of this kind. So nothing is left
 * to be changed but its own variables out there, and assignments to these are
 * found in its code, which Lua gives as lua_dump writes it (5.4).
 *
 * What is read here was made by lua_dump right before and is trusted.
 */
#include "sandbox.h"
#include "state.h"

#include <assert.h>
#include <string.h>

static_assert(LUA_VERSION_NUM == 504, "the form of dumped functions");

/* -- Reading what lua_dump wrote (ldump.c) -------------------------------- */

/* Of the header, and how many upvalues the function has. */
enum { HEADER_SIZE = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1, INSTRUCTION_SIZE = 4 };

/* Kinds of constants that have a value behind them (lobject.h). */
enum { INTEGER = 0x03, FLOAT = 0x13, SHORT_TEXT = 0x04, LONG_TEXT = 0x14 };

/* Operations that reach what is outside of a function (lopcodes.h). */
enum { GETUPVAL = 9, SETUPVAL = 10, GETTABUP = 11, SETTABUP = 15 };

typedef struct reader {
  const unsigned char *at;
} reader;

static size_t read_size(reader *r) {
  size_t size = 0;
  do {
    size = size << 7 | (*r->at & 0x7f);
  } while ((*r->at++ & 0x80) == 0);
  return size;
}

typedef struct piece {
  const char *text; /* NULL: none; not ended by a zero */
  size_t size;
} piece;

static piece read_text(reader *r) {
  const size_t size = read_size(r);
  if (size == 0) return (piece){0};
  const piece text = {(const char *)r->at, size - 1};
  r->at += size - 1;
  return text;
}

/* A constant: its text, if it is one. */
static piece read_constant(reader *r) {
  const int kind = *r->at++;
  if (kind == SHORT_TEXT || kind == LONG_TEXT) return read_text(r);
  if (kind == INTEGER) r->at += sizeof(lua_Integer);
  if (kind == FLOAT) r->at += sizeof(lua_Number);
  return (piece){0};
}

/* -- A function ----------------------------------------------------------- */

typedef struct outside {
  bool is_outer[256]; /* upvalues that are of the handler's outside */
} outside;

typedef struct chunk {
  reader code, constants, upvalues, lines, far_lines, names;
  size_t code_count, upvalue_count, line_count, far_count, name_count;
  int line; /* where it begins */
  outside outside;
} chunk;

/* What is looked for: what a function does that it may not, or (`source` NULL)
 * nothing but a hash of what it says, wherever it stands. */
typedef struct search {
  lua_State *L;
  const char *source; /* for messages */
  int globals;        /* a table that gets the names that are read */
  uint64_t hash;
} search;

static void read_function(search *s, reader *r, const outside *around);

static void skip_constants(reader *r) {
  for (size_t n = read_size(r); n > 0; n--) {
    (void)read_constant(r);
  }
}

/* Where it comes from what is around it; a handler itself has nothing around.
 */
static void read_upvalues(chunk *f, reader *r, const outside *around) {
  f->upvalue_count = read_size(r);
  f->upvalues = *r;
  for (size_t i = 0; i < f->upvalue_count; i++, r->at += 3) {
    f->outside.is_outer[i] =
        around == NULL || (r->at[0] == 0 && around->is_outer[r->at[1]]);
  }
}

static void read_debug(chunk *f, reader *r) {
  f->line_count = read_size(r);
  f->lines = *r;
  r->at += f->line_count;
  f->far_count = read_size(r);
  f->far_lines = *r;
  for (size_t n = 2 * f->far_count; n > 0; n--) {
    (void)read_size(r);
  }
  for (size_t n = read_size(r); n > 0; n--) {
    (void)read_text(r);
    (void)read_size(r);
    (void)read_size(r);
  }
  f->name_count = read_size(r);
  f->names = *r;
  for (size_t n = f->name_count; n > 0; n--) {
    (void)read_text(r);
  }
}

/* The line of an instruction: differences, and far ones by their place. */
static int line_of(const chunk *f, size_t pc) {
  int line = f->line;
  reader far = f->far_lines;
  for (size_t i = 0; i <= pc && i < f->line_count; i++) {
    const signed char step = (signed char)f->lines.at[i];
    if (step == -0x80) {
      (void)read_size(&far);
      line = (int)read_size(&far);
    } else {
      line += step;
    }
  }
  return line;
}

static piece upvalue_name(const chunk *f, size_t n) {
  reader names = f->names;
  piece name = {0};
  for (size_t i = 0; i <= n && i < f->name_count; i++) {
    name = read_text(&names);
  }
  return name;
}

static piece constant_text(const chunk *f, size_t n) {
  reader constants = f->constants;
  piece text = {0};
  (void)read_size(&constants);
  for (size_t i = 0; i <= n; i++) {
    text = read_constant(&constants);
  }
  return text;
}

/* -- What it may not do --------------------------------------------------- */

static bool is_environment(const chunk *f, size_t upvalue) {
  const piece name = upvalue_name(f, upvalue);
  return name.size == 4 && memcmp(name.text, "_ENV", 4) == 0;
}

/* Raise: it does to what is called so what it may not. */
static void refuse(const search *s, const chunk *f, size_t pc, const char *what,
                   piece name) {
  lua_pushlstring(s->L, name.text != NULL ? name.text : "?", name.size);
  lua_pushfstring(
      s->L,
      "%s:%d: a handler %s '%s', which is not its own: it is run again when an "
      "answer comes; keep it in the world with ctx:note, or in a local inside",
      s->source, line_of(f, pc), what, lua_tostring(s->L, -1));
  lua_error(s->L);
}

static void note_global(const search *s, piece name) {
  lua_pushlstring(s->L, name.text, name.size);
  lua_pushboolean(s->L, true);
  lua_rawset(s->L, s->globals);
}

static void check_instruction(const search *s, const chunk *f, size_t pc,
                              uint32_t instruction) {
  const uint32_t a = instruction >> 7 & 0xff;
  const uint32_t b = instruction >> 16 & 0xff;
  const uint32_t c = instruction >> 24;
  const bool *is_outer = f->outside.is_outer;
  switch (instruction & 0x7f) {
  case SETUPVAL:
    if (is_outer[b]) refuse(s, f, pc, "assigns", upvalue_name(f, b));
    break;
  case SETTABUP:
    if (!is_outer[a]) break;
    if (is_environment(f, a)) {
      refuse(s, f, pc, "assigns the global", constant_text(f, b));
    } else {
      refuse(s, f, pc, "changes", upvalue_name(f, a));
    }
    break;
  case GETUPVAL:
    if (is_outer[b] && is_environment(f, b)) {
      refuse(s, f, pc, "takes", upvalue_name(f, b));
    }
    break;
  case GETTABUP:
    if (is_outer[b] && is_environment(f, b)) {
      note_global(s, constant_text(f, c));
    }
    break;
  default:
    break;
  }
}

static void check_code(const search *s, const chunk *f) {
  for (size_t pc = 0; pc < f->code_count; pc++) {
    uint32_t instruction = 0;
    memcpy(&instruction, f->code.at + pc * INSTRUCTION_SIZE, INSTRUCTION_SIZE);
    check_instruction(s, f, pc, instruction);
  }
}

static void add_hash(search *s, const unsigned char *from,
                     const unsigned char *to) {
  for (; from < to; from++) {
    s->hash = (s->hash ^ *from) * UINT64_C(0x100000001b3);
  }
}

static void read_function(search *s, reader *r, const outside *around) {
  chunk f = {0};
  (void)read_text(r); /* source */
  f.line = (int)read_size(r);
  (void)read_size(r); /* last line */
  const unsigned char *said = r->at;
  r->at += 3; /* parameters, whether more, size of stack */
  f.code_count = read_size(r);
  f.code = *r;
  r->at += f.code_count * INSTRUCTION_SIZE;
  f.constants = *r;
  skip_constants(r);
  read_upvalues(&f, r, around);
  add_hash(s, said, r->at);
  for (size_t n = read_size(r); n > 0; n--) {
    read_function(s, r, &f.outside);
  }
  read_debug(&f, r);
  if (s->source != NULL) check_code(s, &f);
}

/* -- Code as bytes -------------------------------------------------------- */

typedef struct writer {
  bool begun; /* the buffer goes above the function, which must be at the top */
  luaL_Buffer buffer;
} writer;

static int add_bytes(lua_State *L, const void *bytes, size_t size, void *user) {
  writer *w = user;
  if (!w->begun) {
    luaL_buffinit(L, &w->buffer);
    w->begun = true;
  }
  luaL_addlstring(&w->buffer, bytes, size);
  return 0;
}

/* Push the code of the Lua function at `index`. */
static const char *push_code(lua_State *L, int index) {
  writer w = {.begun = false};
  lua_pushvalue(L, index);
  (void)lua_dump(L, add_bytes, &w, false);
  luaL_pushresult(&w.buffer);
  lua_remove(L, -2);
  return lua_tostring(L, -1);
}

uint64_t stl_function_hash(lua_State *L, int index) {
  const char *code = push_code(L, lua_absindex(L, index));
  search s = {.L = L, .hash = UINT64_C(0xcbf29ce484222325)};
  read_function(&s, &(reader){(const unsigned char *)code + HEADER_SIZE}, NULL);
  lua_pop(L, 1);
  return s.hash;
}

/* -- Frozen tables -------------------------------------------------------- */

/* User value 1 = the table. */
static int frozen_index(lua_State *L) {
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, 1);
  lua_replace(L, 1);
  lua_rawget(L, 1);
  return 1;
}

#define IS_FROZEN                                                              \
  "what a handler has from outside is frozen: it is run again when an answer " \
  "comes; keep it in the world with ctx:note, or in a local inside"

static int frozen_newindex(lua_State *L) {
  lua_settop(L, 2);
  return luaL_error(L, "%s: " IS_FROZEN, luaL_tolstring(L, 2, NULL));
}

void stl_refuse_frozen(lua_State *L, int index) {
  if (stl_test(L, index, STL_FROZEN) != NULL) luaL_error(L, IS_FROZEN);
}

static int frozen_len(lua_State *L) {
  lua_getiuservalue(L, 1, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

static int frozen_tostring(lua_State *L) {
  lua_pushliteral(L, "frozen table");
  return 1;
}

void stl_thaw(lua_State *L, int index) {
  if (stl_test(L, index, STL_FROZEN) == NULL) return;
  index = lua_absindex(L, index);
  lua_newtable(L);
  lua_getiuservalue(L, index, 1);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5);
  }
  lua_pop(L, 1);
  lua_replace(L, index);
}

/* Where the stock interpreter asks; the sandbox's pairs knows them itself. */
static int frozen_pairs(lua_State *L) {
  lua_settop(L, 1);
  return stl_sorted_pairs(L);
}

void stl_open_purity(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__index", frozen_index},       {"__newindex", frozen_newindex},
      {"__len", frozen_len},           {"__pairs", frozen_pairs},
      {"__tostring", frozen_tostring}, {NULL, NULL}};
  stl_kind_new(L, STL_FROZEN, "frozen table", meta);
  lua_pop(L, 1);
}

/* -- Copies --------------------------------------------------------------- */

enum { NESTED_MAX = 100 };

/* `memo`: original -> copy, so that what is shared and what knows itself stays
 * so. `where`: "pack/file.lua:3", the handler. */
typedef struct copying {
  int memo, depth;
  int allowed; /* where what every script has is; 0: nowhere */
  const char *where;
} copying;

static void copy_value(lua_State *L, copying *c, const char *name);

static int refuse_value(lua_State *L, const copying *c, const char *name,
                        const char *why) {
  lua_pushfstring(L, "%s: a handler names '%s', %s", c->where, name, why);
  return lua_error(L);
}

static void note_copy(lua_State *L, const copying *c, int original) {
  lua_pushvalue(L, original);
  lua_pushvalue(L, -2);
  lua_rawset(L, c->memo);
}

/* The table at the top becomes a frozen one. */
static void copy_table(lua_State *L, copying *c, const char *name) {
  const int original = lua_gettop(L);
  (void)lua_newuserdatauv(L, 0, 1);
  stl_kind_set(L, STL_FROZEN);
  note_copy(L, c, original);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, original + 1, 1);
  lua_pushnil(L);
  while (lua_next(L, original)) {
    const int type = lua_type(L, -2);
    if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      refuse_value(L, c, name, "a table with a key that is no plain value");
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    copy_value(L, c, name);
    lua_rawset(L, original + 2);
  }
  lua_settop(L, original + 1);
  lua_replace(L, original);
}

/* (environment, name) */
static int get_field(lua_State *L) {
  (void)lua_getfield(L, 1, lua_tostring(L, 2));
  return 1;
}

/* Push what a global is: what the environment holds; what every script has, as
 * files of words have an environment of words alone; what its own __index says.
 */
static void push_global(lua_State *L, copying *c, int environment,
                        const char *name) {
  lua_pushstring(L, name);
  if (lua_istable(L, environment) && lua_rawget(L, environment) != LUA_TNIL) {
    return;
  }
  lua_pop(L, 1);
  if (c->allowed != 0) {
    if (lua_getfield(L, c->allowed, name) != LUA_TNIL) return;
    lua_pop(L, 1);
  }
  lua_pushcfunction(L, get_field);
  lua_pushvalue(L, environment);
  lua_pushstring(L, name);
  if (lua_pcall(L, 2, 1, 0) != LUA_OK || lua_isnil(L, -1)) {
    refuse_value(L, c, name, "and there is no such global");
  }
}

/* Push the environment of a copy: the globals that it reads, whose names are
 * the keys of the table at `names`; `original` is the environment. */
static void push_globals(lua_State *L, copying *c, int names, int original) {
  const int top = lua_gettop(L);
  lua_newtable(L); /* the names as a list, in their order */
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, names)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, top + 1, ++count);
  }
  stl_sort(L, top + 1, count, 0);
  (void)lua_newuserdatauv(L, 0, 1);
  stl_kind_set(L, STL_FROZEN);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, top + 2, 1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, top + 1, i);
    const char *name = lua_tostring(L, -1);
    push_global(L, c, original, name);
    copy_value(L, c, name);
    lua_rawset(L, top + 3);
  }
  lua_settop(L, top + 2);
  lua_replace(L, top + 1);
}

/* Give the copy at `copy` what the function at `original` has from outside. */
static void copy_upvalues(lua_State *L, copying *c, int original, int copy,
                          int names) {
  const char *name = NULL;
  for (int i = 1; (name = lua_getupvalue(L, original, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      push_globals(L, c, names, lua_gettop(L));
    } else {
      copy_value(L, c, name);
    }
    (void)lua_setupvalue(L, copy, i);
    lua_settop(L, names);
  }
}

/* The Lua function at the top becomes one that shares nothing. */
static void copy_function(lua_State *L, copying *c) {
  const int original = lua_gettop(L);
  lua_Debug about = {0};
  lua_pushvalue(L, original);
  (void)lua_getinfo(L, ">S", &about);
  const char *code = push_code(L, original); /* original + 1 */
  const size_t size = (size_t)lua_rawlen(L, -1);
  if (luaL_loadbufferx(L, code, size, "=handler", "b") != LUA_OK) lua_error(L);
  note_copy(L, c, original);
  lua_newtable(L); /* original + 3 */
  search s = {.L = L, .source = about.short_src, .globals = original + 3};
  reader r = {(const unsigned char *)code + HEADER_SIZE};
  read_function(&s, &r, NULL);
  copy_upvalues(L, c, original, original + 2, original + 3);
  lua_settop(L, original + 2);
  lua_replace(L, original);
  lua_settop(L, original);
}

/* Iterators of C keep their place in upvalues, of which they have several;
 * words have one, which says what they are. */
static void check_c_function(lua_State *L, const copying *c, const char *name) {
  const int top = lua_gettop(L);
  bool keeps = lua_getupvalue(L, top, 2) != NULL;
  lua_settop(L, top);
  if (lua_getupvalue(L, top, 1) != NULL) {
    keeps = keeps || lua_istable(L, -1) || lua_isuserdata(L, -1) ||
            lua_isthread(L, -1);
  }
  lua_settop(L, top);
  if (keeps) {
    refuse_value(L, c, name, "a function that keeps something of its own");
  }
}

static void check_userdata(lua_State *L, const copying *c, const char *name) {
  static const stl_kind plain[] = {STL_EXPR, STL_OP, STL_EACH, STL_FRAME,
                                   STL_FROZEN};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    if (stl_test(L, -1, plain[i]) != NULL) return;
  }
  refuse_value(L, c, name,
               "which is of one world: it may only know what ctx gives it");
}

/* A copy would not do what its metatable does. */
static void check_table(lua_State *L, const copying *c, const char *name) {
  static const stl_kind plain[] = {STL_SET, STL_ABILITIES};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    if (stl_test(L, -1, plain[i]) != NULL) return;
  }
  if (lua_getmetatable(L, -1)) {
    refuse_value(L, c, name, "a table with a metatable");
  }
}

/* The value at the top, which is called so, becomes its copy. */
static void copy_value(lua_State *L, copying *c, const char *name) {
  const int type = lua_type(L, -1);
  luaL_checkstack(L, LUA_MINSTACK, "handlers");
  if (type == LUA_TUSERDATA) check_userdata(L, c, name);
  if (type == LUA_TTHREAD || type == LUA_TLIGHTUSERDATA) {
    refuse_value(L, c, name, "which is no plain value");
  }
  if (lua_iscfunction(L, -1)) {
    check_c_function(L, c, name);
    return;
  }
  if (type != LUA_TTABLE && type != LUA_TFUNCTION) return;
  lua_pushvalue(L, -1);
  if (lua_rawget(L, c->memo) != LUA_TNIL) {
    lua_replace(L, -2);
    return;
  }
  lua_pop(L, 1);
  if (++c->depth > NESTED_MAX) {
    refuse_value(L, c, name, "which is nested too deep");
  }
  if (type == LUA_TTABLE) {
    check_table(L, c, name);
    copy_table(L, c, name);
  } else {
    copy_function(L, c);
  }
  c->depth--;
}

void stl_pure_copy(lua_State *L, int memo, int allowed) {
  lua_Debug about = {0};
  const int function = lua_gettop(L);
  lua_pushvalue(L, function);
  (void)lua_getinfo(L, ">S", &about);
  copying c = {.memo = memo, .allowed = allowed};
  c.where = lua_pushfstring(L, "%s:%d", about.short_src, about.linedefined);
  lua_insert(L, function);
  copy_value(L, &c, "?");
  lua_remove(L, function);
}
