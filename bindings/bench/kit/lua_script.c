/*
 * lua_script.c - a script in a Lua state of its own, whose memory is counted.
 *
 * The state has no limits of time or memory: they are measured by themselves
 * (handler_limits).
 */
#include "bench/kit/lua_script.h"

#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_world.h"

#include <lauxlib.h>
#include <lualib.h>
#include <strata.h>
#include <string.h>

double stb_lua_time_call(lua_State *L, int function, uint32_t count,
                         lua_Integer *sum) {
  lua_pushvalue(L, function);
  lua_pushinteger(L, (lua_Integer)count);
  const double start = stb_clock_now_ns();
  const int status = lua_pcall(L, 1, 1, 0);
  const double took = stb_clock_now_ns() - start;
  stb_must(status == LUA_OK ? STRATA_OK : STRATA_ESCRIPT,
           status == LUA_OK ? "Lua" : lua_tostring(L, -1));
  *sum = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return took;
}

lua_Integer stb_lua_call(lua_State *L, int function, uint32_t count) {
  lua_Integer sum = 0;
  (void)stb_lua_time_call(L, function, count, &sum);
  return sum;
}

/* For a new block `old_size` is the type of the object, not a size. */
static void *lua_alloc_lua(void *user, void *ptr, size_t old_size,
                           size_t size) {
  if (!ptr && size == 0) return NULL;
  return stb_heap_alloc(user, ptr, ptr ? old_size : 0, size);
}

lua_State *stb_lua_open(stb_run *bench, const char *text, lua_CFunction given,
                        int results) {
  lua_State *L = lua_newstate(lua_alloc_lua, &bench->heap);
  stb_must(L ? STRATA_OK : STRATA_ENOMEM, "Lua");
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  luaL_requiref(L, "strata", luaopen_strata, 0);
  lua_replace(L, 1);
  lua_settop(L, 1);
  int status = luaL_loadbufferx(L, text, strlen(text), "=bench", "t");
  lua_insert(L, 1);
  if (given != NULL) lua_pushcfunction(L, given);
  if (status == LUA_OK) status = lua_pcall(L, given ? 2 : 1, results, 0);
  stb_must(status == LUA_OK ? STRATA_OK : STRATA_ESCRIPT,
           status == LUA_OK ? "Lua" : lua_tostring(L, -1));
  return L;
}
