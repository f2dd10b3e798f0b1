/*
 * bench_trigger.c - trigger_storm: 1,000 who listen, and 1,000 events in one
 * action. Each event is heard by one in 100 of them, and whoever hears it runs
 * a function of a script, which calls one of C that counts.
 *
 * What is timed are the functions that run: of each, all of it counts, also
 * what of its event it takes to find who hears. The baseline calls the same
 * function of the same Lua state, protected, with a table.
 */
#include "baseline.h"
#include "bench_lua.h"

#include <lauxlib.h>

enum { LISTENERS = 1000, GROUPS = 100, EVENTS = 1000 };
enum { CALLS = EVENTS * (LISTENERS / GROUPS) };

static const char script[] =
    "local strata, heard = ...\n"
    "local event, named, this = strata.event, strata.named, strata.this\n"
    "local rules = strata.rules {\n"
    "  layers = { 'one' },\n"
    "  attributes = {\n"
    "    abilities = 'abilities',\n"
    "    group = { 'int', unlayered = true },\n"
    "  },\n"
    "  handlers = { hears = function(ctx) heard(ctx) end },\n"
    "  events = {\n"
    "    bump = { fields = { group = 'int' }, quiet = true },\n"
    "    round = { fields = {}, quiet = true, one_by_one = {\n"
    "      { 'emit', 'bump', times = 100, with = { group = named.i } } } },\n"
    "    storm = { fields = {}, quiet = true, one_by_one = {\n"
    "      { 'emit', 'round', times = 10 } } },\n"
    "  },\n"
    "  codes = { hears = { 'trigger', 'bump', immediate = true,\n"
    "    when = event.group:is(this.group), { 'run', 'hears' } } },\n"
    "  abilities = { hears = { kind = 'triggered', codes = { 'hears' } } },\n"
    "  definitions = { listener = { abilities = { 'hears' } } },\n"
    "}\n"
    "local world = rules:world()\n"
    "for i = 1, 1000 do\n"
    "  world:spawn('listener', { group = (i - 1) % 100 + 1 })\n"
    "end\n"
    "world:commit()\n"
    "return function() world:act('storm') end,\n"
    "  function(ctx) heard(ctx) end\n";

/* Where the script's functions, and a table, are on the stack. */
enum { STORM = 1, HEARS = 2, GIVEN = 3 };

/* What was heard. */
typedef struct hearing {
  uint64_t calls;
  bool asks;           /* of which group it is who hears */
  uint32_t by[GROUPS]; /* how often one of it did */
} hearing;

typedef struct storm {
  lua_State *L;
  hearing hearing;
} storm;

/* Its address is that of a hearing in the registry: handlers may not keep
 * anything, so no upvalue of theirs can. */
static const char key = 0;

/* (ctx) */
static int heard(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
  hearing *h = lua_touserdata(L, -1);
  h->calls++;
  if (!h->asks) return 0;
  lua_getfield(L, 1, "this");
  lua_getfield(L, -1, "group");
  h->by[(lua_tointeger(L, -1) - 1) % GROUPS]++;
  return 0;
}

static double engine_storm(void *context, uint32_t count) {
  const storm *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    (void)stc_call_lua(s->L, STORM, 0);
  }
  return stc_now_ns() - start;
}

static double base_calls(void *context, uint32_t count) {
  const storm *s = context;
  int failed = LUA_OK;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count * CALLS; i++) {
    lua_pushvalue(s->L, HEARS);
    lua_pushvalue(s->L, GIVEN);
    failed |= lua_pcall(s->L, 1, 0, 0);
  }
  const double took = stc_now_ns() - start;
  stc_must(failed == LUA_OK ? STRATA_OK : STRATA_ESCRIPT, "a function");
  return took;
}

/* Each hears all that is of its group, and nothing else. */
static void check(stc_bench_run *bench, storm *s) {
  hearing *h = &s->hearing;
  *h = (hearing){.asks = true};
  (void)engine_storm(s, 1);
  uint32_t wrong = 0;
  for (uint32_t group = 0; group < GROUPS; group++) {
    wrong += h->by[group] != CALLS / GROUPS;
  }
  stc_expect(bench, wrong == 0 && h->calls == CALLS, "who has heard a storm");
  *h = (hearing){0};
  (void)base_calls(s, 1);
  stc_expect(bench, h->calls == CALLS, "the baseline of a storm");
}

void stc_bench_triggers(stc_bench_run *bench) {
  storm s = {0};
  s.L = stc_open_lua(bench, script, heard, 2);
  lua_newtable(s.L);
  lua_pushlightuserdata(s.L, &s.hearing);
  lua_rawsetp(s.L, LUA_REGISTRYINDEX, &key);
  const stc_case what = {.name = "1,000 listeners, 1,000 events",
                         .unit = "call",
                         .subject = engine_storm,
                         .baseline = base_calls,
                         .context = &s,
                         .beside = "protected calls of the function",
                         .subject_per = CALLS,
                         .goal = STC_GOAL_RATIO,
                         .limit = 3,
                         .decides = true};
  check(bench, &s);
  (void)stc_measure(bench, &what);
  check(bench, &s);
  lua_close(s.L);
}
