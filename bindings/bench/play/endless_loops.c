/*
 * endless_loops.c - endless_loops: handlers that never end by themselves, each
 * in its own way, under the default limits of handlers. Timed is how long a
 * handler runs on after its budget is spent: until its action has failed and is
 * rolled back.
 *
 * A budget is spent when a scope runs out of steps or memory, or asks for too
 * large a block; the binding's budget then calls a function here that reads the
 * clock. The row is the slowest of all handlers; its target is 100 ms.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <lauxlib.h>
#include <math.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* In two strings: C guarantees 4,095 bytes of one. */
static const char loop_texts[] =
    "local strata = ...\n"
    "local event, named = strata.event, strata.named\n"
    "local loops = {}\n"
    "local function add(name, f) loops[#loops + 1] = { name, f } end\n"
    "add('plain loop', function() while true do end end)\n"
    "add('string.rep', function()\n"
    "  while true do local _ = ('ab'):rep(100000) end end)\n"
    "add('string.gsub', function()\n"
    "  while true do local _ = ('x'):rep(20000):gsub('.', '%0%0') end end)\n"
    "add('gsub with a function', function() local s = ('x'):rep(20000)\n"
    "  while true do local _ = s:gsub('.', function() return 'y' end) end "
    "end)\n"
    "add('exponential pattern', function()\n"
    "  local _ = ('a'):rep(200):find(('a*'):rep(30) .. 'b') end)\n"
    "add('lazy pattern', function()\n"
    "  local s = ('a'):rep(100000) while true do s:find('.-b') end end)\n"
    "add('balanced pattern', function()\n"
    "  local s = ('('):rep(100000) while true do s:find('%b()') end end)\n"
    "add('plain find', function()\n"
    "  local s = ('a'):rep(100000) local t = ('a'):rep(5000) .. 'b'\n"
    "  while true do s:find(t, 1, true) end end)\n"
    "add('string.format', function()\n"
    "  while true do local _ = ('%99d%99s'):format(1, 'x') end end)\n"
    "add('table.sort', function() local t = {}\n"
    "  for i = 1, 10000 do t[i] = i * 7919 % 10007 end\n"
    "  while true do table.sort(t, function(a, b) return a > b end)\n"
    "    table.sort(t) end end)\n"
    "add('table.sort of texts', function() local t = {}\n"
    "  for i = 1, 100 do t[i] = ('a'):rep(2000) .. i * 7919 % 10007 end\n"
    "  while true do table.sort(t, function(a, b) return a > b end)\n"
    "    table.sort(t) end end)\n"
    "add('table.concat', function() local t = {}\n"
    "  for i = 1, 1000 do t[i] = ('x'):rep(100) end\n"
    "  while true do local _ = table.concat(t) end end)\n"
    "add('table.insert in front', function() local t = {}\n"
    "  while true do table.insert(t, 1, 1) end end)\n"
    "add('table.unpack', function() local t = {}\n"
    "  for i = 1, 200 do t[i] = i end\n"
    "  while true do select('#', table.unpack(t)) end end)\n"
    "add('texts with zeros', function()\n"
    "  local a, b = ('\\0'):rep(100000) .. 'a', ('\\0'):rep(100000) .. 'b'\n"
    "  while a < b do end end)\n"
    "add('pcall', function()\n"
    "  while true do pcall(function() while true do end end) end end)\n"
    "add('pcall within pcall', function() local function f()\n"
    "  pcall(f) pcall(f) end f() end)\n"
    "add('xpcall', function() local function loop() while true do end end\n"
    "  while true do xpcall(loop, loop) end end)\n"
    "add('__index', function() local t = {}\n"
    "  setmetatable(t, { __index = function(_, k) return t[k + 1] end })\n"
    "  while true do pcall(function() local _ = t[1] end) end end)\n"
    "add('__concat', function() local t = setmetatable({}, {})\n"
    "  getmetatable(t).__concat = function(a, b) return a .. b end\n"
    "  while true do pcall(function() local _ = t .. t end) end end)\n"
    "add('__lt', function() local t, meta = {}, {}\n"
    "  meta.__lt = function() while true do end end\n"
    "  setmetatable(t, meta)\n"
    "  local _ = t < t end)\n"
    "add('deep recursion', function() local function f(n)\n"
    "  return 1 + f(n + 1) end f(1) end)\n"
    "add('tail calls', function() local function f(n)\n"
    "  return f(n + 1) end f(1) end)\n"
    "add('recursion in C', function() local function f(s)\n"
    "  return (s:gsub('.', f)) end\n"
    "  while true do pcall(f, 'x') end end)\n";
static const char other_loop_texts[] =
    "add('growing table', function() local t = {}\n"
    "  while true do t[#t + 1] = { t, {} } end end)\n"
    "add('growing text', function() local s = 'x'\n"
    "  while true do s = s .. s end end)\n"
    "add('world:select', function(ctx)\n"
    "  while true do ctx.world:select('n >= 0') end end)\n"
    "add('world:entities', function(ctx)\n"
    "  while true do ctx.world:entities() end end)\n"
    "add('world:eval', function(ctx)\n"
    "  while true do ctx.world:eval('sum(n, n >= 0)') end end)\n"
    "add('world:log', function(ctx)\n"
    "  while true do for _ in ctx.world:log() do end end end)\n"
    "add('world:note', function(ctx) local i = 0\n"
    "  while true do i = i + 1 ctx.world:note(nil, 'k' .. i % 100, i) end "
    "end)\n"
    "add('world:effect', function(ctx) local on = ctx.world:entities()[1]\n"
    "  while true do ctx.world:effect { on = on, n = strata.add(1) } end end)\n"
    "add('emit', function(ctx)\n"
    "  while true do ctx:emit('grow', { n = 1 }) end end)\n"
    "add('emit within emit', function(ctx) while true do\n"
    "  pcall(function() ctx:emit('again', {}) end) end end)\n"
    "local codes, handlers = {}, {}\n"
    "for i, loop in ipairs(loops) do\n"
    "  handlers['loop:' .. i] = loop[2]\n"
    "  codes['loop:' .. i] = { 'trigger', 'grow', { 'run', 'loop:' .. i } }\n"
    "end\n"
    "handlers.again = function(ctx) ctx:emit('again', {}) end\n"
    "local rules = strata.rules {\n"
    "  layers = { 'one' }, default_layers = { add = 'one' },\n"
    "  attributes = { n = 'int' },\n"
    "  handlers = handlers, codes = codes,\n"
    "  events = {\n"
    "    grow = { fields = { n = 'int' } },\n"
    "    again = { fields = {}, does = { { 'run', 'again' } } },\n"
    "  },\n"
    "}\n"
    "local world = rules:world { on_fault = 'stop' }\n"
    "for i = 1, 10000 do world:spawn { n = i } end\n"
    "for i = 1, 100 do world:act('grow', { n = i }) end\n"
    "world:commit()\n"
    "return function(i)\n"
    "  local is_fine = pcall(world.act, world, { code = 'loop:' .. i })\n"
    "  return is_fine and 1 or 0\n"
    "end, #loops, function(i) return loops[i][1] end\n";

/* The places of the script's results on the stack. */
enum { PLAY = 1, LOOPS = 2, ENDLESS_NAME = 3 };

/* The time when the budget was spent, 0 before. Nested scopes are each spent;
 * the first counts. */
typedef struct loop_end {
  double spent_ns;
  uint32_t times;
} loop_end;

static void note_spent(void *user) {
  loop_end *s = user;
  if (s->times++ == 0) s->spent_ns = stb_clock_now_ns();
}

static strata_vm *open_endless_vm(stb_run *bench, loop_end *s,
                                  lua_State **out) {
  const strata_vm_config config = {.alloc = stb_heap_alloc,
                                   .alloc_user = &bench->heap};
  strata_vm *vm = NULL;
  stb_must(strata_vm_new(&config, &vm), "a vm");
  lua_State *L = *out = stl_vm_state(vm);
  lua_pushfstring(L, "%s%s", loop_texts, other_loop_texts);
  const char *script = lua_tostring(L, -1);
  int status = luaL_loadbufferx(L, script, strlen(script), "=bench", "t");
  lua_remove(L, -2);
  stl_push_shared_env(L); /* the sandbox, as scripts have it */
  lua_pushvalue(L, -1);
  if (status == LUA_OK) (void)lua_setupvalue(L, -3, 1);
  lua_getfield(L, -1, "strata");
  lua_remove(L, -2);
  if (status == LUA_OK) status = lua_pcall(L, 1, 3, 0);
  stb_must(status == LUA_OK ? STRATA_OK : STRATA_ESCRIPT,
           status == LUA_OK ? "Lua" : lua_tostring(L, -1));
  stl_set_spent(L, note_spent, s);
  return vm;
}

/* The nanoseconds from the end of the n-th loop's budget to the end of its
 * action; NAN if the loop ended otherwise. */
static double time_loop_end(lua_State *L, loop_end *s, lua_Integer n) {
  *s = (loop_end){0};
  lua_pushvalue(L, PLAY);
  lua_pushinteger(L, n);
  const int status = lua_pcall(L, 1, 1, 0);
  const double now = stb_clock_now_ns();
  const bool failed = status == LUA_OK && lua_tointeger(L, -1) == 0;
  lua_pop(L, 1);
  return failed && s->times > 0 ? now - s->spent_ns : (double)NAN;
}

static const char *name_of(lua_State *L, lua_Integer n) {
  lua_pushvalue(L, ENDLESS_NAME);
  lua_pushinteger(L, n);
  return lua_pcall(L, 1, 1, 0) == LUA_OK ? lua_tostring(L, -1) : "?";
}

void stb_workload_endless_loops(stb_run *bench) {
  loop_end s = {0};
  lua_State *L = NULL;
  strata_vm *vm = open_endless_vm(bench, &s, &L);
  const lua_Integer count = lua_tointeger(L, LOOPS);
  double worst = 0;
  lua_Integer slowest = 1;
  for (lua_Integer n = 1; n <= count; n++) {
    const double took = time_loop_end(L, &s, n);
    stb_expect(bench, !isnan(took), name_of(L, n));
    lua_pop(L, 1);
    if (took > worst) {
      worst = took;
      slowest = n;
    }
  }
  const stb_case what = {.name = stb_text(bench, "worst of %d: %s", (int)count,
                                          name_of(L, slowest)),
                         .unit = "ms",
                         .goal = STB_GOAL_VALUE,
                         .limit = 100,
                         .decides = true};
  stb_row_figure(bench, &what, worst / 1e6);
  strata_vm_free(vm);
}
