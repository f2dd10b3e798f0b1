/*
 * script_errors.c - error texts, tracebacks, and the error that asks a player.
 *
 * The reserved error is a light userdata with the address of a constant: no
 * script can make one, and raising it needs no memory.
 */
#include "lua/core/script_errors.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"

#include <lua.h>
#include <strata/lua.h>
#include <string.h>

/* Its address is the error. */
static const char suspension_key = 0;

void stl_push_suspension(lua_State *L) {
  const void *address = &suspension_key;
  void *value = NULL;
  memcpy(&value, &address, sizeof value); /* Lua never writes there */
  lua_pushlightuserdata(L, value);
}

bool stl_is_suspension(lua_State *L, int index) {
  return lua_islightuserdata(L, index) &&
         lua_touserdata(L, index) == (const void *)&suspension_key;
}

const char *stl_error_text(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING:
    return lua_tostring(L, index);
  case LUA_TNIL:
    return "(error object is a nil)";
  case LUA_TNUMBER:
    return "(error object is a number)";
  case LUA_TBOOLEAN:
    return "(error object is a boolean)";
  case LUA_TTABLE:
    return "(error object is a table)";
  case LUA_TFUNCTION:
    return "(error object is a function)";
  default:
    return "(error object is a userdata)";
  }
}

void stl_push_traceback(lua_State *L) {
  stl_context_push(L, STL_UV_TRACEBACK);
  if (lua_type(L, -1) == LUA_TSTRING) return;
  lua_pop(L, 1);
  lua_pushliteral(L, "");
}

const char *stl_source_path(const lua_Debug *about) {
  return about->source[0] == '@' ? about->source + 1 : about->short_src;
}
