/*
 * waiting_handlers.c - waiting_handlers: an action in which a function of a
 * script asks k questions, with a hundred events before each, begun and
 * answered to its end; and a walk along a chain of such a function. The time is
 * that of one answer.
 *
 * The baseline is the engine tuned to run the action again at each answer: its
 * time of one answer grows with k, and the engine's should hardly do so.
 */
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

static const char asking_script[] =
    "local strata = ...\n"
    "local event, named = strata.event, strata.named\n"
    "local function asks(ctx)\n"
    "  for i = 1, ctx.count do\n"
    "    for _ = 1, 100 do\n"
    "      ctx:emit('bump', { who = ctx.you, amount = 1 })\n"
    "    end\n"
    "    ctx:choose { purpose = 'number', prompt = 'n', most = 3, by = ctx.you "
    "}\n"
    "  end\n"
    "end\n"
    "local rules = strata.rules {\n"
    "  layers = { 'one' },\n"
    "  attributes = { score = { 'int', unlayered = true } },\n"
    "  handlers = { asks = asks },\n"
    "  events = {\n"
    "    bump = { fields = { who = 'ref', amount = 'int' }, quiet = true,\n"
    "      affected = 'who', does = {\n"
    "        { 'add', 'score', who = event.who, value = event.amount } } },\n"
    "    walk = { fields = { count = 'int' }, phases = { 'before', 'do' } },\n"
    "  },\n"
    "  codes = {\n"
    "    asks = { 'trigger', 'bump', names = { count = 'int' },\n"
    "      { 'run', 'asks' } },\n"
    "    walks = { 'handle', 'walk', phase = 'before', everywhere = true,\n"
    "      { 'run', 'asks', with = { count = event.count } } },\n"
    "  },\n"
    "}\n"
    "local function player(how, walks)\n"
    "  local world = rules:world()\n"
    "  world:tune('answers', how)\n"
    "  local you = world:spawn { score = 0 }\n"
    "  return function(count)\n"
    "    if walks then\n"
    "      world:pass('walk', 'before', { count = count }, { by = you })\n"
    "    else\n"
    "      world:act { code = 'asks', you = you, with = { count = count } }\n"
    "    end\n"
    "    for _ = 1, count do world:answer(1) end\n"
    "    assert(#world:decisions() == 0 and you.score % 100 == 0)\n"
    "    return world:stats().resumed\n"
    "  end\n"
    "end\n"
    "return player('auto'), player('never'),\n"
    "  player('auto', true), player('never', true)\n";

enum { MOST_QUESTIONS = 80 };

/* Where the functions of the script are on the stack. */
enum { GOES_ON = 1, RUNS_AGAIN, WALKS, WALKS_AGAIN };

typedef struct waiting_run {
  lua_State *L;
  int function;
  uint32_t questions;
} waiting_run;

static unsigned go_on(void *context) {
  const waiting_run *r = context;
  (void)stb_lua_call(r->L, r->function, r->questions);
  return STRATA_OK;
}

static unsigned run_again(void *context) {
  const waiting_run *r = context;
  (void)stb_lua_call(r->L, r->function + 1, r->questions);
  return STRATA_OK;
}

static void measure(stb_run *bench, lua_State *L, int function,
                    const char *what) {
  stb_series series = {0};
  for (uint32_t k = 10; k <= MOST_QUESTIONS; k *= 2) {
    waiting_run r = {L, function, k};
    (void)go_on(&r); /* the first time it waits it is called again */
    const lua_Integer before = stb_lua_call(L, function, k);
    stb_expect(bench, stb_lua_call(L, function, k) == before + k,
               "answers that went on");
    (void)stb_measure(
        bench, &(stb_case){.name = stb_text(bench, "%s, %u questions", what, k),
                           .unit = "answer",
                           .subject = {.act = go_on},
                           .baseline = {.act = run_again},
                           .context = &r,
                           .beside = "run again at each answer",
                           .subject_per = k,
                           .goal = STB_GOAL_RATIO,
                           .limit = 1,
                           .series = &series,
                           .size = k});
  }
}

void stb_workload_waiting_handlers(stb_run *bench) {
  lua_State *L = stb_lua_open(bench, asking_script, NULL, WALKS_AGAIN);
  measure(bench, L, GOES_ON, "a handler");
  measure(bench, L, WALKS, "a walk along a chain");
  lua_close(L);
}
