/*
 * opaque_predicates.c - opaque_predicates: 100 predicates that are functions of
 * a script, each the subject of an effect, over 1,000 entities.
 *
 * Timed: one of ten attributes of one entity gets a value that it never had,
 * and the sum of the effects on this entity is read. Ten predicates read that
 * attribute, so ten functions run. L calls all of them for all entities, with
 * plain tables in place of entities.
 */
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

enum { READERS = 10 }; /* of 100 predicates */

static const char script_predicates[] =
    "local strata = ...\n"
    "local MANY, ENTITIES, ATTRIBUTES = 100, 1000, 10\n"
    "local attributes, names = { bonus = 'int' }, {}\n"
    "for k = 1, ATTRIBUTES do\n"
    "  names[k] = ('a%02d'):format(k)\n"
    "  attributes[names[k]] = 'int'\n"
    "end\n"
    "local functions, predicates = {}, {}\n"
    "for i = 1, MANY do\n"
    "  local name, limit = names[(i - 1) % ATTRIBUTES + 1], i * 1000\n"
    "  functions[i] = function(it) return it[name] % 100000 > limit end\n"
    "  predicates[('p%03d'):format(i)] = { functions[i], reads = { name } }\n"
    "end\n"
    "local rules = strata.rules { layers = 'numbers',\n"
    "  attributes = attributes, predicates = predicates }\n"
    "local world, cards, plain = rules:world(), {}, {}\n"
    "for n = 1, ENTITIES do\n"
    "  local values = {}\n"
    "  for k = 1, ATTRIBUTES do\n"
    "    values[names[k]] = (n * 7919 + k * 104729) % 100000\n"
    "  end\n"
    "  cards[n], plain[n] = world:spawn(values), values\n"
    "end\n"
    "for i = 1, MANY do\n"
    "  world:effect { on = strata.ask(('p%03d'):format(i)),\n"
    "    bonus = strata.add(1):at(1) }\n"
    "end\n"
    "local turn = 0\n"
    "local function change(count)\n"
    "  local sum = 0\n"
    "  for _ = 1, count do\n"
    "    turn = turn + 1\n"
    "    local n, name = turn * 37 % ENTITIES + 1, names[turn % ATTRIBUTES + "
    "1]\n"
    "    local value = turn * 100000 + turn * 7 % 100000\n"
    "    cards[n].base[name], plain[n][name] = value, value\n"
    "    sum = sum + cards[n].bonus\n"
    "  end\n"
    "  return sum\n"
    "end\n"
    "local function all(count)\n"
    "  local sum = 0\n"
    "  for _ = 1, count do\n"
    "    for n = 1, ENTITIES do\n"
    "      local it = plain[n]\n"
    "      for i = 1, MANY do\n"
    "        if functions[i](it) then sum = sum + 1 end\n"
    "      end\n"
    "    end\n"
    "  end\n"
    "  return sum\n"
    "end\n"
    "local function total()\n"
    "  local sum = 0\n"
    "  for n = 1, ENTITIES do sum = sum + cards[n].bonus end\n"
    "  return sum\n"
    "end\n"
    "local function calls()\n"
    "  return world:stats().predicate_calls\n"
    "end\n"
    "return change, all, total, calls\n";

/* Where the script's functions are on the stack. */
enum { CHANGE = 1, ALL = 2, TOTAL = 3, PREDICATES_CALLS = 4 };

static double engine_change(void *context, uint32_t count) {
  lua_Integer sum = 0;
  return stb_lua_time_call(context, CHANGE, count, &sum);
}

static double base_all_predicates(void *context, uint32_t count) {
  lua_Integer sum = 0;
  return stb_lua_time_call(context, ALL, count, &sum);
}

/* The functions that one change runs: more than those that read the attribute
 * would be waste, fewer a wrong result. */
static void count_calls(stb_run *bench, lua_State *L) {
  enum { CHANGES = 1000 };
  const lua_Integer before = stb_lua_call(L, PREDICATES_CALLS, 1);
  (void)stb_lua_call(L, CHANGE, CHANGES);
  const lua_Integer calls = stb_lua_call(L, PREDICATES_CALLS, 1) - before;
  stb_expect(bench, calls == (lua_Integer)CHANGES * READERS,
             "the functions that ran");
  const stb_case what = {.name = "functions that run",
                         .unit = "call",
                         .goal = STB_GOAL_VALUE,
                         .limit = READERS,
                         .decides = true};
  stb_row_figure(bench, &what, (double)calls / CHANGES);
}

void stb_workload_opaque_predicates(stb_run *bench) {
  lua_State *L = stb_lua_open(bench, script_predicates, NULL, 4);
  stb_expect(bench, stb_lua_call(L, TOTAL, 1) == stb_lua_call(L, ALL, 1),
             "what 100 predicates say");
  const stb_case what = {.name = "100 x 1,000, one change",
                         .unit = "change",
                         .subject = {.loop = engine_change},
                         .baseline = {.loop = base_all_predicates},
                         .context = L,
                         .beside = "calls of all 100,000 functions"};
  (void)stb_measure(bench, &what);
  count_calls(bench, L);
  stb_expect(bench, stb_lua_call(L, TOTAL, 1) == stb_lua_call(L, ALL, 1),
             "what they say at the end");
  lua_close(L);
}
