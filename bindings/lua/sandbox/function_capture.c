/*
 * function_capture.c - copies of functions that keep nothing between two calls.
 *
 * An action runs again when a player has answered, so a handler may depend on
 * the world alone. It is kept as a copy that shares nothing with its script:
 * values from outside are copied as they are now, tables as frozen tables,
 * functions as copies of this kind. The only things left to change are its own
 * outer variables, and assignments to these are found in its code
 * (function_dump.h).
 *
 * So every function that a handler can call is known when it is kept, and with
 * it the most instructions that a call can take, unless some jump goes back
 * (budget.h).
 */
#include "lua/sandbox/function_capture.h"

#include "lua/core/budget.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/script_errors.h"
#include "lua/core/sorting.h"
#include "lua/sandbox/base_library.h"
#include "lua/sandbox/function_dump.h"

#include <lauxlib.h>
#include <string.h>

#define HEAVY_TEXT_MESSAGE                                                     \
  "a text of more than 64 KiB, 256 zeros or 2000 digits, which takes long to " \
  "compare or to read; make it of parts"

static bool is_heavy_size(size_t size, size_t weight) {
  return size > STL_CAPTURED_BYTES_MAX || weight > STL_TEXT_WEIGHT_MAX;
}

/* -- A function ----------------------------------------------------------- */

typedef struct outer_upvalues {
  bool is_outer[256]; /* upvalues that are of the handler's outside */
} outer_upvalues;

typedef struct scanned_function {
  stl_dump_function chunk;
  outer_upvalues outside;
} scanned_function;

/* What is looked for: what a function does that it may not, or (`source` NULL)
 * nothing but a hash of what it says, wherever it stands. */
typedef struct code_scan {
  lua_State *L;
  const char *source; /* for messages */
  int globals;        /* a table that gets the names that are read */
  uint64_t hash;
  uint64_t size, calls; /* of the function itself: its instructions; those that
                           call */
  bool may_run_long;    /* it jumps back, or makes functions */
} code_scan;

/* Where it comes from what is around it; a handler itself has nothing around.
 */
static void find_outer_upvalues(scanned_function *f,
                                const outer_upvalues *around) {
  const unsigned char *at = f->chunk.upvalues.at;
  for (size_t i = 0; i < f->chunk.upvalue_count; i++, at += 3) {
    f->outside.is_outer[i] =
        around == NULL || (at[0] == 0 && around->is_outer[at[1]]);
  }
}

/* -- What it may not do --------------------------------------------------- */

static bool is_environment(const scanned_function *f, size_t upvalue) {
  const stl_dump_text name = stl_dump_upvalue_name(&f->chunk, upvalue);
  return name.size == 4 && memcmp(name.text, "_ENV", 4) == 0;
}

/* Raise: it does to what is called so what it may not. */
static void refuse_instruction(const code_scan *s, const scanned_function *f,
                               size_t pc, const char *what,
                               stl_dump_text name) {
  lua_pushlstring(s->L, name.text != NULL ? name.text : "?", name.size);
  lua_pushfstring(
      s->L,
      "%s:%d: a handler %s '%s', which is not its own: that is hidden state, "
      "lost when it is run again as an answer comes; " STL_KEEP_STATE_ADVICE,
      s->source, stl_dump_line(&f->chunk, pc), what, lua_tostring(s->L, -1));
  lua_error(s->L);
}

static void note_global_name(const code_scan *s, stl_dump_text name) {
  lua_pushlstring(s->L, name.text, name.size);
  lua_pushboolean(s->L, true);
  lua_rawset(s->L, s->globals);
}

static void check_instruction(const code_scan *s, const scanned_function *f,
                              size_t pc, uint32_t instruction) {
  const uint32_t a = instruction >> 7 & 0xff;
  const uint32_t b = instruction >> 16 & 0xff;
  const uint32_t c = instruction >> 24;
  const bool *is_outer = f->outside.is_outer;
  switch (stl_opcode_of(instruction)) {
  case STL_OPCODE_SETUPVAL:
    if (is_outer[b]) {
      refuse_instruction(s, f, pc, "assigns",
                         stl_dump_upvalue_name(&f->chunk, b));
    }
    break;
  case STL_OPCODE_SETTABUP:
    if (!is_outer[a]) break;
    if (is_environment(f, a)) {
      refuse_instruction(s, f, pc, "assigns the global",
                         stl_dump_constant_text(&f->chunk, b));
    } else {
      refuse_instruction(s, f, pc, "changes",
                         stl_dump_upvalue_name(&f->chunk, a));
    }
    break;
  case STL_OPCODE_GETUPVAL:
    if (is_outer[b] && is_environment(f, b)) {
      refuse_instruction(s, f, pc, "takes",
                         stl_dump_upvalue_name(&f->chunk, b));
    }
    break;
  case STL_OPCODE_GETTABUP:
    if (is_outer[b] && is_environment(f, b)) {
      note_global_name(s, stl_dump_constant_text(&f->chunk, c));
    }
    break;
  default:
    break;
  }
}

static void weigh_instruction(code_scan *s, uint32_t instruction) {
  const uint32_t operation = stl_opcode_of(instruction);
  s->size++;
  if (operation == STL_OPCODE_CALL || operation == STL_OPCODE_TAILCALL) {
    s->calls++;
  }
  if ((operation >= STL_OPCODE_FORLOOP && operation <= STL_OPCODE_TFORLOOP) ||
      operation == STL_OPCODE_CLOSURE ||
      (operation == STL_OPCODE_JMP && stl_opcode_jumps_back(instruction))) {
    s->may_run_long = true;
  }
}

static void check_function_code(code_scan *s, const scanned_function *f) {
  if (is_heavy_size(f->chunk.longest_text, f->chunk.heaviest_text)) {
    lua_pushfstring(s->L, "%s:%d: a handler has " HEAVY_TEXT_MESSAGE, s->source,
                    f->chunk.line);
    lua_error(s->L);
  }
  for (size_t pc = 0; pc < f->chunk.code_count; pc++) {
    const uint32_t instruction = stl_dump_instruction(&f->chunk, pc);
    weigh_instruction(s, instruction);
    check_instruction(s, f, pc, instruction);
  }
}

static void hash_code_bytes(code_scan *s, const unsigned char *from,
                            const unsigned char *to) {
  for (; from < to; from++) {
    s->hash = (s->hash ^ *from) * UINT64_C(0x100000001b3);
  }
}

static void read_function(code_scan *s, stl_dump_reader *r,
                          const outer_upvalues *around) {
  scanned_function f;
  size_t inner = stl_dump_function_begin(&f.chunk, r);
  find_outer_upvalues(&f, around);
  hash_code_bytes(s, f.chunk.code_begin, f.chunk.code_end);
  for (; inner > 0; inner--) {
    read_function(s, r, &f.outside);
  }
  stl_dump_function_end(&f.chunk, r);
  if (s->source != NULL) check_function_code(s, &f);
}

uint64_t stl_function_hash(lua_State *L, int index) {
  stl_dump_reader r = stl_push_dump(L, lua_absindex(L, index));
  code_scan s = {.L = L, .hash = UINT64_C(0xcbf29ce484222325)};
  read_function(&s, &r, NULL);
  lua_pop(L, 1);
  return s.hash;
}

/* -- Copies --------------------------------------------------------------- */

enum { CAPTURE_DEPTH_MAX = 100 };

/* `memo`: original -> copy, so that what is shared and what knows itself stays
 * so; and copy -> the most that what is in it can take, once that is known.
 * `path`, `line`: of the function that is copied; `what` it is of: a handler,
 * or a module. */
typedef struct capture_state {
  int memo, depth;
  int allowed; /* where what every script has is; 0: nowhere */
  const char *path, *what;
  int line;
  uint32_t max_steps; /* that a function can take which was copied so far */
} capture_state;

static void capture_value(lua_State *L, capture_state *c, const char *name);

static int refuse_captured_value(lua_State *L, const capture_state *c,
                                 const char *name, const char *why) {
  lua_pushfstring(L, "%s:%d: a %s names '%s', %s", c->path, c->line, c->what,
                  name, why);
  return lua_error(L);
}

static void remember_capture(lua_State *L, const capture_state *c,
                             int original) {
  lua_pushvalue(L, original);
  lua_pushvalue(L, -2);
  lua_rawset(L, c->memo);
}

/* The copy at the top can take so much; what is around it had `before`. */
static void remember_max_steps(lua_State *L, capture_state *c, uint32_t most,
                               uint32_t before) {
  lua_pushvalue(L, -1);
  lua_pushinteger(L, (lua_Integer)most);
  lua_rawset(L, c->memo);
  c->max_steps = most > before ? most : before;
}

/* The copy at the top was there already. One that is not done yet is being
 * called by what it calls. */
static void add_max_steps(lua_State *L, capture_state *c) {
  uint32_t most = STL_STEPS_UNKNOWN;
  lua_pushvalue(L, -1);
  if (lua_rawget(L, c->memo) == LUA_TNUMBER) {
    most = (uint32_t)lua_tointeger(L, -1);
  }
  lua_pop(L, 1);
  if (most > c->max_steps) c->max_steps = most;
}

/* Of a function that can call those that take `inner`: each call may be one of
 * xpcall, which calls two. */
static uint32_t max_steps_of(const code_scan *s, uint32_t inner) {
  if (s->may_run_long || inner == STL_STEPS_UNKNOWN) return STL_STEPS_UNKNOWN;
  if (inner > UINT16_MAX || s->calls > UINT16_MAX) return STL_STEPS_UNKNOWN;
  const uint64_t most = s->size + 2 * s->calls * inner;
  return most < STL_STEPS_UNKNOWN ? (uint32_t)most : STL_STEPS_UNKNOWN;
}

/* The table at the top, which may be the frozen one of a module, becomes a
 * frozen one. */
static void capture_table(lua_State *L, capture_state *c, const char *name) {
  const int original = lua_gettop(L);
  const uint32_t before = c->max_steps;
  c->max_steps = 0;
  (void)lua_newuserdatauv(L, 0, 1);
  stl_handle_kind_set(L, STL_HANDLE_FROZEN_TABLE);
  remember_capture(L, c, original);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, original + 1, 1);
  if (lua_isuserdata(L, original)) {
    lua_getiuservalue(L, original, 1);
  } else {
    lua_pushvalue(L, original);
  }
  lua_pushnil(L);
  while (lua_next(L, original + 3)) {
    const int type = lua_type(L, -2);
    if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      refuse_captured_value(L, c, name,
                            "a table with a key that is no plain value");
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    capture_value(L, c, name);
    lua_rawset(L, original + 2);
  }
  lua_settop(L, original + 1);
  remember_max_steps(L, c, c->max_steps, before);
  lua_replace(L, original);
}

/* (environment, name) */
static int get_global_field(lua_State *L) {
  (void)lua_getfield(L, 1, lua_tostring(L, 2));
  return 1;
}

/* Push what a global is: what the environment holds; what every script has, as
 * files of words have an environment of words alone; what its own __index says.
 */
static void push_captured_global(lua_State *L, capture_state *c,
                                 int environment, const char *name) {
  if (strcmp(name, "require") == 0) {
    refuse_captured_value(L, c, name,
                          "which finds files, and they are read before a game; "
                          "write local x = require(...) outside of it");
  }
  lua_pushstring(L, name);
  if (lua_istable(L, environment) && lua_rawget(L, environment) != LUA_TNIL) {
    return;
  }
  lua_pop(L, 1);
  if (c->allowed != 0) {
    if (lua_getfield(L, c->allowed, name) != LUA_TNIL) return;
    lua_pop(L, 1);
  }
  lua_pushcfunction(L, get_global_field);
  lua_pushvalue(L, environment);
  lua_pushstring(L, name);
  if (lua_pcall(L, 2, 1, 0) != LUA_OK || lua_isnil(L, -1)) {
    refuse_captured_value(L, c, name,
                          "and there is no such global; make it a local");
  }
}

/* Push the environment of a copy: the globals that it reads, whose names are
 * the keys of the table at `names`; `original` is the environment. */
static void push_captured_globals(lua_State *L, capture_state *c, int names,
                                  int original) {
  const int top = lua_gettop(L);
  lua_newtable(L); /* the names as a list, in their order */
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, names)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, top + 1, ++count);
  }
  stl_sort_keys(L, top + 1, count);
  (void)lua_newuserdatauv(L, 0, 1);
  stl_handle_kind_set(L, STL_HANDLE_FROZEN_TABLE);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, top + 2, 1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, top + 1, i);
    const char *name = lua_tostring(L, -1);
    push_captured_global(L, c, original, name);
    capture_value(L, c, name);
    lua_rawset(L, top + 3);
  }
  lua_settop(L, top + 2);
  lua_replace(L, top + 1);
}

/* Give the copy at `copy` what the function at `original` has from outside. */
static void capture_upvalues(lua_State *L, capture_state *c, int original,
                             int copy, int names) {
  const char *name = NULL;
  for (int i = 1; (name = lua_getupvalue(L, original, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      push_captured_globals(L, c, names, lua_gettop(L));
    } else {
      capture_value(L, c, name);
    }
    (void)lua_setupvalue(L, copy, i);
    lua_settop(L, names);
  }
}

/* The Lua function at the top becomes one that shares nothing. */
static void capture_function_copy(lua_State *L, capture_state *c) {
  const int original = lua_gettop(L);
  const capture_state before = *c;
  c->max_steps = 0;
  lua_Debug about = {0};
  lua_pushvalue(L, original);
  (void)lua_getinfo(L, ">S", &about);
  c->path = stl_source_path(&about);
  c->line = about.linedefined;
  stl_dump_reader r = stl_push_dump(L, original); /* original + 1 */
  size_t size = 0;
  const char *code = lua_tolstring(L, -1, &size);
  if (luaL_loadbufferx(L, code, size, "=handler", "b") != LUA_OK) lua_error(L);
  remember_capture(L, c, original);
  lua_newtable(L); /* original + 3 */
  code_scan s = {.L = L, .source = c->path, .globals = original + 3};
  read_function(&s, &r, NULL);
  capture_upvalues(L, c, original, original + 2, original + 3);
  lua_settop(L, original + 2);
  remember_max_steps(L, c, max_steps_of(&s, c->max_steps), before.max_steps);
  c->path = before.path;
  c->line = before.line;
  lua_replace(L, original);
  lua_settop(L, original);
}

/* Iterators of C keep their place in upvalues, of which they have several;
 * words have one, which says what they are. */
static void check_captured_c_function(lua_State *L, const capture_state *c,
                                      const char *name) {
  const int top = lua_gettop(L);
  bool keeps = lua_getupvalue(L, top, 2) != NULL;
  lua_settop(L, top);
  if (lua_getupvalue(L, top, 1) != NULL) {
    keeps = keeps || lua_istable(L, -1) || lua_isuserdata(L, -1) ||
            lua_isthread(L, -1);
  }
  lua_settop(L, top);
  if (keeps) {
    refuse_captured_value(L, c, name,
                          "a function that keeps something of its own: hidden "
                          "state; call what makes it inside the handler");
  }
}

static void check_captured_userdata(lua_State *L, const capture_state *c,
                                    const char *name) {
  static const stl_handle_kind plain[] = {STL_HANDLE_EXPR, STL_HANDLE_OP,
                                          STL_HANDLE_EACH, STL_HANDLE_FRAME,
                                          STL_HANDLE_FROZEN_TABLE};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    if (stl_handle_test(L, -1, plain[i]) != NULL) return;
  }
  refuse_captured_value(
      L, c, name, "which is of one world: it may only know what ctx gives it");
}

/* A copy would not do what its metatable does. */
static void check_captured_table(lua_State *L, const capture_state *c,
                                 const char *name) {
  static const stl_handle_kind plain[] = {STL_HANDLE_SET, STL_HANDLE_ABILITIES};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    if (stl_handle_test(L, -1, plain[i]) != NULL) return;
  }
  if (lua_getmetatable(L, -1)) {
    refuse_captured_value(L, c, name,
                          "a table with a metatable, which may hold hidden "
                          "state; give it a plain table");
  }
}

static bool is_heavy_text(lua_State *L) {
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  return is_heavy_size(size, stl_text_weight(text, size));
}

/* The value at the top, which is called so, becomes its copy. */
static void capture_value(lua_State *L, capture_state *c, const char *name) {
  const int type = lua_type(L, -1);
  luaL_checkstack(L, LUA_MINSTACK, "handlers");
  if (type == LUA_TUSERDATA) check_captured_userdata(L, c, name);
  if (type == LUA_TSTRING && is_heavy_text(L)) {
    refuse_captured_value(L, c, name, HEAVY_TEXT_MESSAGE);
  }
  if (type == LUA_TTHREAD || type == LUA_TLIGHTUSERDATA) {
    refuse_captured_value(L, c, name,
                          "which is no plain value and may hold hidden state");
  }
  if (lua_iscfunction(L, -1)) {
    check_captured_c_function(L, c, name);
    if (stl_is_setmetatable(L, -1)) c->max_steps = STL_STEPS_UNKNOWN;
    return;
  }
  const bool is_frozen =
      stl_handle_test(L, -1, STL_HANDLE_FROZEN_TABLE) != NULL;
  if (type != LUA_TTABLE && type != LUA_TFUNCTION && !is_frozen) return;
  lua_pushvalue(L, -1);
  const int known = lua_rawget(L, c->memo);
  if (known != LUA_TNIL) {
    if (known == LUA_TNUMBER) lua_pop(L, 1); /* it is a copy itself */
    if (known != LUA_TNUMBER) lua_replace(L, -2);
    add_max_steps(L, c);
    return;
  }
  lua_pop(L, 1);
  if (++c->depth > CAPTURE_DEPTH_MAX) {
    refuse_captured_value(L, c, name, "which is nested too deep");
  }
  if (type == LUA_TFUNCTION) {
    capture_function_copy(L, c);
  } else {
    if (type == LUA_TTABLE) check_captured_table(L, c, name);
    capture_table(L, c, name);
  }
  c->depth--;
}

void stl_freeze_module(lua_State *L, int memo, int allowed, const char *path,
                       int line, const char *name) {
  capture_state c = {.memo = memo,
                     .allowed = allowed,
                     .path = path,
                     .line = line,
                     .what = "module"};
  capture_value(L, &c, name);
}

uint32_t stl_capture_function(lua_State *L, int memo, int allowed) {
  capture_state c = {.memo = memo, .allowed = allowed, .what = "handler"};
  capture_value(L, &c, "?");
  return c.max_steps;
}
