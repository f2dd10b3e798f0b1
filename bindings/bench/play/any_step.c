/*
 * any_step.c - any_step: the world as it was after any step of a game of 3,000
 * actions, from its history. The target is 50 ms.
 *
 * Every tenth action asks a player and rolls a die, so steps are played again
 * with the answers that were given. The steps asked for lie all over the game.
 */
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <lauxlib.h>

enum { ACTIONS = 3000, LUA_STEP = 1, LUA_IS_RIGHT = 2 };

static const char lua_script[] =
    "local strata = ...\n"
    "local rules = strata.rules {\n"
    "  layers = 'numbers',\n"
    "  attributes = { power = 'int' },\n"
    "  events = {\n"
    "    grow = { fields = { who = 'ref', amount = 'int' }, affected = 'who',\n"
    "      amount = 'amount', does = { { 'add', 'power',\n"
    "        who = 'event.who', value = 'event.amount' } } },\n"
    "    offer = { fields = { who = 'ref' } } },\n"
    "  codes = { offered = { 'trigger', 'offer', immediate = true,\n"
    "    { 'choose', who = 'power >= 0', as = 'given',\n"
    "      with = { by = 'event.who' } },\n"
    "    { 'roll', as = 'n', value = 6 },\n"
    "    { 'emit', 'grow', with = { who = '$given', amount = '$n' } } } },\n"
    "  laws = { asked = { codes = { 'offered' } } } }\n"
    "local world = rules:world()\n"
    "local cards, hashes = {}, {}\n"
    "for i = 1, 60 do cards[i] = world:spawn { power = i } end\n"
    "local history = world:history()\n"
    "for i = 1, 3000 do\n"
    "  local card = cards[i % 60 + 1]\n"
    "  if i % 10 == 0 then\n"
    "    world:act('offer', { who = card })\n"
    "    world:answer(cards[i % 7 + 1])\n"
    "  else\n"
    "    world:act('grow', { who = card, amount = i % 5 })\n"
    "  end\n"
    "  hashes[i] = world:hash()\n"
    "end\n"
    "local at = 0\n"
    "local function step(n)\n"
    "  for i = 1, n do\n"
    "    at = (at + 1237) % 3000\n"
    "    world = history:at(at + 1)\n"
    "  end\n"
    "  return at + 1\n"
    "end\n"
    "local function is_right(n)\n"
    "  local right = 0\n"
    "  for i = 1, n do\n"
    "    local number = step(1)\n"
    "    right = right + (world:hash() == hashes[number] and 1 or 0)\n"
    "  end\n"
    "  return right\n"
    "end\n"
    "return step, is_right\n";

static double engine_step(void *context, uint32_t count) {
  lua_Integer sum = 0;
  return stb_lua_time_call(context, LUA_STEP, count, &sum);
}

void stb_workload_any_step(stb_run *bench) {
  lua_State *L = stb_lua_open(bench, lua_script, NULL, 2);
  stb_expect(bench, stb_lua_call(L, LUA_IS_RIGHT, 50) == 50,
             "the hash of a step");
  (void)stb_measure(bench,
                    &(stb_case){.name = stb_text(bench, "%d actions", ACTIONS),
                                .unit = "step",
                                .subject = {.loop = engine_step},
                                .context = L,
                                .goal = STB_GOAL_NS,
                                .limit = 50e6,
                                .decides = true});
  lua_close(L);
}
