/*
 * bench_trigger.c - trigger_storm: 1,000 who listen, and 1,000 events in one
 * action. Each event is heard by one in 100 of them, and whoever hears it runs
 * a function of a script, which calls one of C that counts.
 *
 * What is timed are the functions that run: of each, all of it counts, also
 * what of its event it takes to find who hears. The baseline calls the same
 * function of the same Lua state, protected, with a table.
 *
 * handler_limits is the same storm in two vms, of which one limits what its
 * scripts may take, and is what limits cost handlers without loops.
 */
#include "../lua/binding.h"
#include "baseline.h"
#include "bench_lua.h"

#include <lauxlib.h>
#include <string.h>

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
static void check_storm(stc_bench_run *bench, storm *s) {
  hearing *h = &s->hearing;
  *h = (hearing){.asks = true};
  (void)engine_storm(s, 1);
  uint32_t wrong = 0;
  for (uint32_t group = 0; group < GROUPS; group++) {
    wrong += h->by[group] != CALLS / GROUPS;
  }
  stc_expect(bench, wrong == 0 && h->calls == CALLS, "who has heard a storm");
  *h = (hearing){0};
}

static void check(stc_bench_run *bench, storm *s) {
  hearing *h = &s->hearing;
  check_storm(bench, s);
  (void)base_calls(s, 1);
  stc_expect(bench, h->calls == CALLS, "the baseline of a storm");
}

/* The script's functions are on the stack. */
static void begin(storm *s) {
  lua_newtable(s->L);
  lua_pushlightuserdata(s->L, &s->hearing);
  lua_rawsetp(s->L, LUA_REGISTRYINDEX, &key);
}

void stc_bench_triggers(stc_bench_run *bench) {
  storm s = {0};
  s.L = stc_open_lua(bench, script, heard, 2);
  begin(&s);
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

/* -- With limits and without ---------------------------------------------- */

/* The same storm, in vms. */
typedef struct storms {
  storm limited, free;
} storms;

static double limited_storm(void *context, uint32_t count) {
  storms *s = context;
  return engine_storm(&s->limited, count);
}

static double free_storm(void *context, uint32_t count) {
  storms *s = context;
  return engine_storm(&s->free, count);
}

static strata_vm *open_vm(stc_bench_run *bench, const strata_limits *limits,
                          storm *s) {
  const strata_vm_config config = {.alloc = stc_heap_alloc,
                                   .alloc_user = &bench->heap,
                                   .run = *limits,
                                   .handler = *limits};
  strata_vm *vm = NULL;
  stc_must(strata_vm_new(&config, &vm), "a vm");
  s->L = stl_vm_state(vm);
  int status = luaL_loadbufferx(s->L, script, strlen(script), "=bench", "t");
  stl_push_env(s->L);
  lua_getfield(s->L, -1, "strata");
  lua_remove(s->L, -2);
  lua_pushcfunction(s->L, heard);
  if (status == LUA_OK) status = lua_pcall(s->L, 2, 2, 0);
  stc_must(status == LUA_OK ? STRATA_OK : STRATA_ESCRIPT,
           status == LUA_OK ? "Lua" : lua_tostring(s->L, -1));
  begin(s);
  check_storm(bench, s);
  return vm;
}

void stc_bench_limits(stc_bench_run *bench) {
  storms s = {0};
  const uint64_t all = UINT64_MAX;
  strata_vm *limited = open_vm(bench, &(strata_limits){0}, &s.limited);
  strata_vm *free =
      open_vm(bench,
              &(strata_limits){
                  .steps = all, .memory = all, .block = all, .output = all},
              &s.free);
  const stc_case what = {.name = "1,000 listeners, 1,000 events",
                         .unit = "call",
                         .subject = limited_storm,
                         .baseline = free_storm,
                         .context = &s,
                         .beside = "the same without limits",
                         .subject_per = CALLS,
                         .goal = STC_GOAL_RATIO,
                         .limit = 1.05,
                         .decides = true};
  (void)stc_measure(bench, &what);
  check_storm(bench, &s.limited);
  check_storm(bench, &s.free);
  strata_vm_free(limited);
  strata_vm_free(free);
}
