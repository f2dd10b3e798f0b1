/*
 * lua_boundary.c - lua_boundary: `card.power` in a script, beside a C function
 * that takes an integer and returns one, in the same loop of the same Lua
 * state. The time of the empty loop is subtracted from both.
 *
 * The target of 50 ns against 30 is about the boundary alone, so the state is
 * without limits of time or memory.
 */
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <lauxlib.h>

static const char lua_script[] =
    "local strata, call = ...\n"
    "local rules = strata.rules {\n"
    "  layers = 'numbers', attributes = { power = 'int' } }\n"
    "local card = rules:world():spawn { power = 3 }\n"
    "local function empty(n)\n"
    "  local sum, x = 0, 3\n"
    "  for i = 1, n do sum = sum + x end\n"
    "  return sum\n"
    "end\n"
    "local function read(n)\n"
    "  local sum, card = 0, card\n"
    "  for i = 1, n do sum = sum + card.power end\n"
    "  return sum\n"
    "end\n"
    "local function plain(n)\n"
    "  local sum, call = 0, call\n"
    "  for i = 1, n do sum = sum + call(3) end\n"
    "  return sum\n"
    "end\n"
    "local function write(n)\n"
    "  local base = card.base\n"
    "  for i = 1, n do base.power = i end\n"
    "  return card.power\n"
    "end\n"
    "return empty, read, plain, write\n";

/* Where the script's functions are on the stack. */
enum { LUA_EMPTY = 1, LUA_READ = 2, LUA_PLAIN = 3, LUA_WRITE = 4 };

static int plain_call(lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1));
  return 1;
}

static double without_loop(lua_State *L, int function, uint32_t count) {
  lua_Integer sum = 0;
  const double empty = stb_lua_time_call(L, LUA_EMPTY, count, &sum);
  return stb_lua_time_call(L, function, count, &sum) - empty;
}

static double engine_read(void *context, uint32_t count) {
  return without_loop(context, LUA_READ, count);
}

static double engine_write(void *context, uint32_t count) {
  return without_loop(context, LUA_WRITE, count);
}

static double base_call(void *context, uint32_t count) {
  return without_loop(context, LUA_PLAIN, count);
}

void stb_workload_lua_boundary(stb_run *bench) {
  lua_State *L = stb_lua_open(bench, lua_script, plain_call, 4);
  stb_case what = {.name = "card.power",
                   .unit = "read",
                   .subject = {.loop = engine_read},
                   .baseline = {.loop = base_call},
                   .context = L,
                   .beside = "call of a C function with one argument",
                   .goal = STB_GOAL_RATIO,
                   .limit = 50.0 / 30.0,
                   .decides = true};
  (void)stb_measure(bench, &what);
  stb_expect(bench, stb_lua_call(L, LUA_READ, 1000) == 3000, "card.power");
  stb_expect(bench, stb_lua_call(L, LUA_PLAIN, 1000) == 3000,
             "the baseline of card.power");
  what.name = "base.power = i";
  what.unit = "write";
  what.subject = (stb_work){.loop = engine_write};
  what.goal = STB_GOAL_NONE;
  what.decides = false;
  (void)stb_measure(bench, &what);
  stb_expect(bench, stb_lua_call(L, LUA_WRITE, 1000) == 1000, "base.power = i");
  lua_close(L);
}
