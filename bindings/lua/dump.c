/*
 * dump.c - reads what lua_dump wrote (ldump.c of Lua 5.4).
 *
 * It was written right before and is trusted.
 */
#include "dump.h"

#include "budget.h"

#include <assert.h>
#include <lauxlib.h>

static_assert(LUA_VERSION_NUM == 504, "the form of dumped functions");

/* Of the header, and how many upvalues the function has. */
enum { HEADER_SIZE = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1, INSTRUCTION_SIZE = 4 };

/* Kinds of constants that have a value behind them (lobject.h). */
enum { INTEGER = 0x03, FLOAT = 0x13, SHORT_TEXT = 0x04, LONG_TEXT = 0x14 };

/* -- Writing -------------------------------------------------------------- */

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

stl_reader stl_push_dump(lua_State *L, int index) {
  writer w = {.begun = false};
  lua_pushvalue(L, index);
  (void)lua_dump(L, add_bytes, &w, false);
  luaL_pushresult(&w.buffer);
  lua_remove(L, -2);
  return (stl_reader){(const unsigned char *)lua_tostring(L, -1) + HEADER_SIZE};
}

/* -- Reading -------------------------------------------------------------- */

static size_t read_size(stl_reader *r) {
  size_t size = 0;
  do {
    size = size << 7 | (*r->at & 0x7f);
  } while ((*r->at++ & 0x80) == 0);
  return size;
}

static stl_piece read_text(stl_reader *r) {
  const size_t size = read_size(r);
  if (size == 0) return (stl_piece){0};
  const stl_piece text = {(const char *)r->at, size - 1};
  r->at += size - 1;
  return text;
}

/* A constant: its text, if it is one. */
static stl_piece read_constant(stl_reader *r) {
  const int kind = *r->at++;
  if (kind == SHORT_TEXT || kind == LONG_TEXT) return read_text(r);
  if (kind == INTEGER) r->at += sizeof(lua_Integer);
  if (kind == FLOAT) r->at += sizeof(lua_Number);
  return (stl_piece){0};
}

size_t stl_chunk_begin(stl_chunk *f, stl_reader *r) {
  *f = (stl_chunk){.line = 0};
  (void)read_text(r); /* source */
  f->line = (int)read_size(r);
  (void)read_size(r); /* last line */
  f->said = r->at;
  r->at += 3; /* parameters, whether more, size of stack */
  f->code_count = read_size(r);
  f->code = *r;
  r->at += f->code_count * INSTRUCTION_SIZE;
  f->constant_count = read_size(r);
  f->constants = *r;
  for (size_t n = f->constant_count; n > 0; n--) {
    const stl_piece text = read_constant(r);
    const size_t weight = stl_text_weight(text.text, text.size);
    if (weight > f->weight) f->weight = weight;
    if (text.size > f->longest) f->longest = text.size;
  }
  f->upvalue_count = read_size(r);
  f->upvalues = *r;
  r->at += 3 * f->upvalue_count;
  f->said_end = r->at;
  return read_size(r);
}

void stl_chunk_end(stl_chunk *f, stl_reader *r) {
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

/* Differences, and far ones by their place. */
int stl_chunk_line(const stl_chunk *f, size_t pc) {
  int line = f->line;
  stl_reader far = f->far_lines;
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

stl_piece stl_chunk_upvalue(const stl_chunk *f, size_t n) {
  stl_reader names = f->names;
  stl_piece name = {0};
  for (size_t i = 0; i <= n && i < f->name_count; i++) {
    name = read_text(&names);
  }
  return name;
}

stl_piece stl_chunk_text(const stl_chunk *f, size_t n) {
  stl_reader constants = f->constants;
  stl_piece text = {0};
  for (size_t i = 0; i <= n; i++) {
    text = read_constant(&constants);
  }
  return text;
}
