/*
 * source.c - how the text of a script gets in: files, size, no bytecode.
 *
 * Lua's loader would take a precompiled chunk, which can be made to read and
 * write any memory. Every text comes through stl_compile, which refuses the
 * bytes that begin one, wherever they stand, and asks Lua for text only.
 */
#include "binding.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

int stl_read_file(lua_State *L, const char *path) {
  FILE *file = fopen(path, "rbe");
  if (file == NULL) {
    lua_pushfstring(L, "%s: cannot be opened", path);
    return LUA_ERRFILE;
  }
  static const size_t room = STL_SOURCE_MAX + 1;
  char *bytes = lua_newuserdatauv(L, room, 0);
  const size_t size = fread(bytes, 1, room, file);
  const bool bad = ferror(file) != 0;
  (void)fclose(file);
  if (bad) {
    lua_pushfstring(L, "%s: cannot be read", path);
  } else if (size == room) {
    lua_pushfstring(L, "%s: too large: more than 256 KiB", path);
  } else {
    lua_pushlstring(L, bytes, size);
  }
  lua_remove(L, -2);
  return bad || size == room ? LUA_ERRFILE : LUA_OK;
}

/* Number of bytes at the start that are no Lua: a byte order mark, and a line
 * that begins with '#' (its newline stays, so that lines keep their numbers) */
static size_t skip_prologue(const char *text, size_t size) {
  size_t skipped = 0;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) skipped = 3;
  if (skipped < size && text[skipped] == '#') {
    const char *end = memchr(text + skipped, '\n', size - skipped);
    skipped = end != NULL ? (size_t)(end - text) : size;
  }
  return skipped;
}

static int refuse(lua_State *L, const char *name, const char *what) {
  const bool marked = name[0] == '@' || name[0] == '=';
  lua_pushfstring(L, "%s: %s", marked ? name + 1 : "script", what);
  return LUA_ERRSYNTAX;
}

int stl_compile(lua_State *L, const char *name, const char *text, size_t size,
                int env) {
  env = lua_absindex(L, env);
  if (size > STL_SOURCE_MAX) {
    return refuse(L, name, "too large: more than 256 KiB");
  }
  const size_t start = skip_prologue(text, size);
  if (memchr(text, '\0', size) != NULL || memchr(text, '\033', size) != NULL) {
    return refuse(L, name, "not text: it holds a zero or an escape byte");
  }
  const int status = luaL_loadbufferx(L, text + start, size - start, name, "t");
  if (status == LUA_ERRMEM) lua_error(L);
  if (status != LUA_OK) return LUA_ERRSYNTAX;
  lua_pushvalue(L, env);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  return LUA_OK;
}
