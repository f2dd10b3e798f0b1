/*
 * any_step.c - any_step: the world as it was after any step of a game of 3,000
 * actions, from its history. The target is 50 ms.
 *
 * Every tenth action asks a player and rolls a die. The steps asked for lie all
 * over the game. The second row is the same game with a history of the host in
 * C.
 */
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>

enum {
  ACTIONS = 3000,
  LUA_STEP = 1,
  LUA_IS_RIGHT,
  LUA_WORLD,
  LUA_PLAY,
  LUA_RESULTS = LUA_PLAY
};

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
    "local function begin()\n"
    "  local world, cards = rules:world(), {}\n"
    "  for i = 1, 60 do cards[i] = world:spawn { power = i } end\n"
    "  return world, function(i)\n"
    "    local card = cards[i % 60 + 1]\n"
    "    if i % 10 == 0 then\n"
    "      world:act('offer', { who = card })\n"
    "      world:answer(cards[i % 7 + 1])\n"
    "    else\n"
    "      world:act('grow', { who = card, amount = i % 5 })\n"
    "    end\n"
    "    return i\n"
    "  end\n"
    "end\n"
    "local world, play = begin()\n"
    "local hashes = {}\n"
    "local history = world:history()\n"
    "for i = 1, 3000 do play(i) hashes[i] = world:hash() end\n"
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
    "return step, is_right, begin()\n";

/* A game with a history in C. */
typedef struct c_game {
  strata_world *copy;
  strata_history *history;
  uint64_t at;
} c_game;

static double engine_step(void *context, uint32_t count) {
  lua_Integer sum = 0;
  return stb_lua_time_call(context, LUA_STEP, count, &sum);
}

static double c_step(void *context, uint32_t count) {
  c_game *game = context;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    game->at = (game->at + 1237) % ACTIONS;
    stb_must(strata_history_at(game->history, game->copy, game->at + 1),
             "a step");
  }
  return stb_clock_now_ns() - start;
}

static bool is_right_in_c(c_game *game, uint32_t count) {
  bool is_right = true;
  for (uint32_t i = 0; i < count; i++) {
    strata_history_step_desc step = {.hash = 0};
    (void)c_step(game, 1);
    stb_must(strata_history_step_get(game->history, game->at + 1, &step),
             "the hash of a step");
    is_right = is_right && strata_hash(game->copy) == step.hash;
  }
  return is_right;
}

static void measure(stb_run *bench, const char *name,
                    double (*loop)(void *, uint32_t), void *context) {
  (void)stb_measure(bench, &(stb_case){.name = name,
                                       .unit = "step",
                                       .subject = {.loop = loop},
                                       .context = context,
                                       .goal = STB_GOAL_NS,
                                       .limit = 50e6,
                                       .decides = true});
}

static void measure_in_c(stb_run *bench, lua_State *L) {
  c_game game = {.at = 0};
  strata_world *world = stl_to_world(L, LUA_WORLD);
  stb_must(strata_history_new(world, NULL, &game.history), "a history");
  for (uint32_t i = 1; i <= ACTIONS; i++) {
    (void)stb_lua_call(L, LUA_PLAY, i);
    stb_must(strata_history_note(game.history, world, NULL, NULL), "a note");
  }
  stb_must(strata_fork(world, NULL, &game.copy), "a fork");
  stb_expect(bench, is_right_in_c(&game, 50), "the hash of a step");
  measure(bench, stb_text(bench, "%d actions, in C", ACTIONS), c_step, &game);
  strata_world_free(game.copy);
  strata_history_free(game.history);
}

void stb_workload_any_step(stb_run *bench) {
  lua_State *L = stb_lua_open(bench, lua_script, NULL, LUA_RESULTS);
  stb_expect(bench, stb_lua_call(L, LUA_IS_RIGHT, 50) == 50,
             "the hash of a step");
  measure(bench, stb_text(bench, "%d actions", ACTIONS), engine_step, L);
  measure_in_c(bench, L);
  lua_close(L);
}
