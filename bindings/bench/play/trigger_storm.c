/*
 * trigger_storm.c - trigger_storm: 1,000 listeners, and 1,000 events in one
 * action. One in 100 listeners hears an event, and runs a function of a script,
 * which calls a function of C that counts.
 *
 * The time is that of the action divided by the handlers that ran: finding the
 * listeners of an event is part of it. The baseline calls the same function of
 * the same Lua state, protected, with a table.
 *
 * handler_limits is the same storm in two vms, of which one limits what its
 * scripts may use: the cost of limits for handlers without loops.
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
#include <string.h>

enum { LISTENERS = 1000, GROUPS = 100, TRIGGER_EVENTS = 1000 };
enum { TRIGGER_CALLS = TRIGGER_EVENTS * (LISTENERS / GROUPS) };

static const char trigger_script[] =
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

/* The counts of heard events. */
typedef struct heard_counts {
  uint64_t calls;
  bool asks;           /* the group of each listener */
  uint32_t by[GROUPS]; /* the events that each listener of a group heard */
} heard_counts;

typedef struct trigger_run {
  lua_State *L;
  heard_counts hearing;
} trigger_run;

/* Its address is the key of the counts in the registry: handlers may keep no
 * state, so an upvalue is no place for them. */
static const char hearing_key = 0;

/* (ctx) */
static int count_heard(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hearing_key);
  heard_counts *h = lua_touserdata(L, -1);
  h->calls++;
  if (!h->asks) return 0;
  lua_getfield(L, 1, "this");
  lua_getfield(L, -1, "group");
  h->by[(lua_tointeger(L, -1) - 1) % GROUPS]++;
  return 0;
}

static unsigned engine_storm(void *context) {
  const trigger_run *s = context;
  (void)stb_lua_call(s->L, STORM, 0);
  return STRATA_OK;
}

static double base_calls(void *context, uint32_t count) {
  const trigger_run *s = context;
  int failed = LUA_OK;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count * TRIGGER_CALLS; i++) {
    lua_pushvalue(s->L, HEARS);
    lua_pushvalue(s->L, GIVEN);
    failed |= lua_pcall(s->L, 1, 0, 0);
  }
  const double took = stb_clock_now_ns() - start;
  stb_must(failed == LUA_OK ? STRATA_OK : STRATA_ESCRIPT, "a function");
  return took;
}

/* Check that each listener heard the events of its group, and no others. */
static void check_heard(stb_run *bench, trigger_run *s) {
  heard_counts *h = &s->hearing;
  *h = (heard_counts){.asks = true};
  (void)engine_storm(s);
  uint32_t wrong = 0;
  for (uint32_t group = 0; group < GROUPS; group++) {
    wrong += h->by[group] != TRIGGER_CALLS / GROUPS;
  }
  stb_expect(bench, wrong == 0 && h->calls == TRIGGER_CALLS,
             "who has heard a storm");
  *h = (heard_counts){0};
}

static void check_trigger(stb_run *bench, trigger_run *s) {
  heard_counts *h = &s->hearing;
  check_heard(bench, s);
  (void)base_calls(s, 1);
  stb_expect(bench, h->calls == TRIGGER_CALLS, "the baseline of a storm");
}

/* The script's functions are on the stack. */
static void begin_storm(trigger_run *s) {
  lua_newtable(s->L);
  lua_pushlightuserdata(s->L, &s->hearing);
  lua_rawsetp(s->L, LUA_REGISTRYINDEX, &hearing_key);
}

void stb_workload_trigger_storm(stb_run *bench) {
  trigger_run s = {0};
  s.L = stb_lua_open(bench, trigger_script, count_heard, 2);
  begin_storm(&s);
  const stb_case what = {.name = "1,000 listeners, 1,000 events",
                         .unit = "call",
                         .subject = {.act = engine_storm},
                         .baseline = {.loop = base_calls},
                         .context = &s,
                         .beside = "protected calls of the function",
                         .subject_per = TRIGGER_CALLS,
                         .goal = STB_GOAL_RATIO,
                         .limit = 3,
                         .decides = true};
  check_trigger(bench, &s);
  (void)stb_measure(bench, &what);
  check_trigger(bench, &s);
  lua_close(s.L);
}

/* -- With limits and without ---------------------------------------------- */

/* The same storm, in vms. */
typedef struct storm_pair {
  trigger_run limited, free;
} storm_pair;

static unsigned limited_storm(void *context) {
  storm_pair *s = context;
  return engine_storm(&s->limited);
}

static unsigned free_storm(void *context) {
  storm_pair *s = context;
  return engine_storm(&s->free);
}

static strata_vm *open_trigger_vm(stb_run *bench, const strata_limits *limits,
                                  trigger_run *s) {
  const strata_vm_config config = {.alloc = stb_heap_alloc,
                                   .alloc_user = &bench->heap,
                                   .run = *limits,
                                   .handler = *limits};
  strata_vm *vm = NULL;
  stb_must(strata_vm_new(&config, &vm), "a vm");
  s->L = stl_vm_state(vm);
  int status = luaL_loadbufferx(s->L, trigger_script, strlen(trigger_script),
                                "=bench", "t");
  stl_push_shared_env(s->L);
  lua_getfield(s->L, -1, "strata");
  lua_remove(s->L, -2);
  lua_pushcfunction(s->L, count_heard);
  if (status == LUA_OK) status = lua_pcall(s->L, 2, 2, 0);
  stb_must(status == LUA_OK ? STRATA_OK : STRATA_ESCRIPT,
           status == LUA_OK ? "Lua" : lua_tostring(s->L, -1));
  begin_storm(s);
  check_heard(bench, s);
  return vm;
}

void stb_workload_handler_limits(stb_run *bench) {
  storm_pair s = {0};
  const uint64_t all = UINT64_MAX;
  strata_vm *limited = open_trigger_vm(bench, &(strata_limits){0}, &s.limited);
  strata_vm *free = open_trigger_vm(
      bench,
      &(strata_limits){
          .steps = all, .memory = all, .block = all, .output = all},
      &s.free);
  const stb_case what = {.name = "1,000 listeners, 1,000 events",
                         .unit = "call",
                         .subject = {.act = limited_storm},
                         .baseline = {.act = free_storm},
                         .context = &s,
                         .beside = "the same without limits",
                         .subject_per = TRIGGER_CALLS,
                         .goal = STB_GOAL_RATIO,
                         .limit = 1.05,
                         .decides = true};
  (void)stb_measure(bench, &what);
  check_heard(bench, &s.limited);
  check_heard(bench, &s.free);
  strata_vm_free(limited);
  strata_vm_free(free);
}
