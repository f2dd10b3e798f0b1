/*
 * worst_effort.c - worst_effort: what one step of a script costs its host.
 *
 * Steps hang on how much stands in the world, and effort on what is computed in
 * truth (strata_limits). So some scripts cost more effort than their steps
 * tell. A search looks for the worst: worlds of random sizes whose effects read
 * each other in random ways, and a script that looks after each change. Its
 * figure is the effort of the worst one by its steps, in small works a step.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <lauxlib.h>
#include <lua.h>
#include <strata.h>
#include <strata/lua.h>

enum { TRIES = 40 };

/* Gets the number of tries; returns the worst works of a step. */
static const char search_text[] =
    "local tries, left = ...\n"
    "local dice = 1\n"
    "local function roll(most)\n"
    "  dice = (dice * 1103515245 + 12345) % 2147483648\n"
    "  return dice // 65536 % most + 1\n"
    "end\n"
    "local rules = strata.rules({ layers = { 'only' },\n"
    "  attributes = { a = 'int', b = 'int', c = 'int' } })\n"
    "local names = { 'a', 'b', 'c' }\n"
    "local function other(inner)\n"
    "  local own, near = names[roll(3)], names[roll(3)]\n"
    "  local than = inner and 'outer.' .. near .. ' + ' .. roll(9) or roll(9)\n"
    "  return ('it.%s > %s'):format(own, than)\n"
    "end\n"
    "local function works_of_a_step()\n"
    "  local world, cards = rules:world(), {}\n"
    "  for i = 1, roll(96) do\n"
    "    cards[i] = world:spawn({ a = i, b = roll(9), c = roll(9) })\n"
    "  end\n"
    "  for i = 1, roll(24) do\n"
    "    local what = names[roll(3)]\n"
    "    world:effect({ on = ('%s >= count(%s)'):format(names[roll(3)],\n"
    "      other(roll(2) == 1)), [what] = strata.add(strata.count(\n"
    "        other(roll(2) == 1))) })\n"
    "  end\n"
    "  local effort, steps = world:stats().effort, left()\n"
    "  for i = 1, 3 do\n"
    "    cards[1].base.a = i\n"
    "    local _ = cards[1].a\n"
    "  end\n"
    "  return (world:stats().effort - effort) // (steps - left())\n"
    "end\n"
    "local worst = 0\n"
    "for _ = 1, tries do\n"
    "  worst = math.max(worst, works_of_a_step())\n"
    "end\n"
    "return worst\n";

static int push_steps_left(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)stl_steps_left(L));
  return 1;
}

static double find_worst(stb_run *bench) {
  const strata_vm_config config = {
      .alloc = stb_heap_alloc,
      .alloc_user = &bench->heap,
      .run = {.steps = UINT64_C(1) << 40, .effort = STRATA_NO_LIMIT}};
  strata_vm *vm = NULL;
  stb_must(strata_vm_new(&config, &vm), "a vm");
  lua_State *L = stl_vm_state(vm);
  stl_push_shared_env(L);
  bool is_fine = stl_compile(L, "=worst_effort", search_text,
                             sizeof search_text - 1, -1) == LUA_OK;
  if (is_fine) {
    lua_pushinteger(L, TRIES);
    lua_pushcfunction(L, push_steps_left);
    is_fine = stl_action_call(L, 2, 1) == LUA_OK;
  }
  stb_must(is_fine ? STRATA_OK : STRATA_ESCRIPT, lua_tostring(L, -1));
  const double worst = (double)lua_tointeger(L, -1);
  strata_vm_free(vm);
  return worst;
}

void stb_workload_worst_effort(stb_run *bench) {
  stb_row_figure(bench,
                 &(stb_case){.name = "worst of 40 random worlds",
                             .unit = "step",
                             .goal = STB_GOAL_NONE},
                 find_worst(bench));
}
