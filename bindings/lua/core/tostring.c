/*
 * tostring.c - values as text, without addresses.
 *
 * Lua's tostring shows addresses, which differ from run to run.
 */
#include <lauxlib.h>
#include <math.h>
#include <strata/lua.h>

const char *stl_push_text(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    lua_pop(L, 1);
    return luaL_tolstring(L, index, NULL);
  }
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    if (!lua_isinteger(L, index) && isnan(lua_tonumber(L, index))) {
      lua_pushliteral(L, "nan"); /* the C library may print a sign */
      break;
    }
    return luaL_tolstring(L, index, NULL);
  case LUA_TNIL:
  case LUA_TBOOLEAN:
  case LUA_TSTRING:
    return luaL_tolstring(L, index, NULL);
  default:
    if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING) {
      lua_pushstring(L, luaL_typename(L, index));
    }
  }
  return lua_tostring(L, -1);
}
