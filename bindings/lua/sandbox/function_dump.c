/*
 * function_dump.c - read what lua_dump wrote (ldump.c of Lua 5.4).
 *
 * The bytes were written by the same Lua a moment before and are trusted.
 */
#include "lua/sandbox/function_dump.h"

#include "lua/core/budget.h"

#include <assert.h>
#include <lauxlib.h>

static_assert(LUA_VERSION_NUM == 504, "the form of dumped functions");

/* Of the header, and how many upvalues the function has. */
enum { HEADER_SIZE = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1, INSTRUCTION_SIZE = 4 };

/* Kinds of constants that have a value behind them (lobject.h). */
enum {
  DUMP_INTEGER = 0x03,
  DUMP_FLOAT = 0x13,
  DUMP_SHORT_TEXT = 0x04,
  DUMP_LONG_TEXT = 0x14
};

/* -- Writing -------------------------------------------------------------- */

typedef struct dump_writer {
  bool begun; /* the buffer goes above the function, which must be at the top */
  luaL_Buffer buffer;
} dump_writer;

static int add_dump_bytes(lua_State *L, const void *bytes, size_t size,
                          void *user) {
  dump_writer *w = user;
  if (!w->begun) {
    luaL_buffinit(L, &w->buffer);
    w->begun = true;
  }
  luaL_addlstring(&w->buffer, bytes, size);
  return 0;
}

stl_dump_reader stl_push_dump(lua_State *L, int index) {
  dump_writer w = {.begun = false};
  lua_pushvalue(L, index);
  (void)lua_dump(L, add_dump_bytes, &w, false);
  luaL_pushresult(&w.buffer);
  lua_remove(L, -2);
  return (stl_dump_reader){(const unsigned char *)lua_tostring(L, -1) +
                           HEADER_SIZE};
}

/* -- Reading -------------------------------------------------------------- */

static size_t read_dump_size(stl_dump_reader *r) {
  size_t size = 0;
  do {
    size = size << 7 | (*r->at & 0x7f);
  } while ((*r->at++ & 0x80) == 0);
  return size;
}

static stl_dump_text read_dump_text(stl_dump_reader *r) {
  const size_t size = read_dump_size(r);
  if (size == 0) return (stl_dump_text){0};
  const stl_dump_text text = {(const char *)r->at, size - 1};
  r->at += size - 1;
  return text;
}

/* A constant: its text, if it is one. */
static stl_dump_text read_dump_constant(stl_dump_reader *r) {
  const int kind = *r->at++;
  if (kind == DUMP_SHORT_TEXT || kind == DUMP_LONG_TEXT) {
    return read_dump_text(r);
  }
  if (kind == DUMP_INTEGER) r->at += sizeof(lua_Integer);
  if (kind == DUMP_FLOAT) r->at += sizeof(lua_Number);
  return (stl_dump_text){0};
}

size_t stl_dump_function_begin(stl_dump_function *f, stl_dump_reader *r) {
  *f = (stl_dump_function){.line = 0};
  (void)read_dump_text(r); /* source */
  f->line = (int)read_dump_size(r);
  (void)read_dump_size(r); /* last line */
  f->code_begin = r->at;
  r->at += 3; /* parameters, whether more, size of stack */
  f->code_count = read_dump_size(r);
  f->code = *r;
  r->at += f->code_count * INSTRUCTION_SIZE;
  f->constant_count = read_dump_size(r);
  f->constants = *r;
  for (size_t n = f->constant_count; n > 0; n--) {
    const stl_dump_text text = read_dump_constant(r);
    const size_t weight = stl_text_weight(text.text, text.size);
    if (weight > f->heaviest_text) f->heaviest_text = weight;
    if (text.size > f->longest_text) f->longest_text = text.size;
  }
  f->upvalue_count = read_dump_size(r);
  f->upvalues = *r;
  r->at += 3 * f->upvalue_count;
  f->code_end = r->at;
  return read_dump_size(r);
}

void stl_dump_function_end(stl_dump_function *f, stl_dump_reader *r) {
  f->line_count = read_dump_size(r);
  f->lines = *r;
  r->at += f->line_count;
  f->far_count = read_dump_size(r);
  f->far_lines = *r;
  for (size_t n = 2 * f->far_count; n > 0; n--) {
    (void)read_dump_size(r);
  }
  for (size_t n = read_dump_size(r); n > 0; n--) {
    (void)read_dump_text(r);
    (void)read_dump_size(r);
    (void)read_dump_size(r);
  }
  f->name_count = read_dump_size(r);
  f->names = *r;
  for (size_t n = f->name_count; n > 0; n--) {
    (void)read_dump_text(r);
  }
}

/* Differences, and far ones by their place. */
int stl_dump_line(const stl_dump_function *f, size_t pc) {
  int line = f->line;
  stl_dump_reader far = f->far_lines;
  for (size_t i = 0; i <= pc && i < f->line_count; i++) {
    const signed char step = (signed char)f->lines.at[i];
    if (step == -0x80) {
      (void)read_dump_size(&far);
      line = (int)read_dump_size(&far);
    } else {
      line += step;
    }
  }
  return line;
}

stl_dump_text stl_dump_upvalue_name(const stl_dump_function *f, size_t n) {
  stl_dump_reader names = f->names;
  stl_dump_text name = {0};
  for (size_t i = 0; i <= n && i < f->name_count; i++) {
    name = read_dump_text(&names);
  }
  return name;
}

stl_dump_text stl_dump_constant_text(const stl_dump_function *f, size_t n) {
  stl_dump_reader constants = f->constants;
  stl_dump_text text = {0};
  for (size_t i = 0; i <= n; i++) {
    text = read_dump_constant(&constants);
  }
  return text;
}
