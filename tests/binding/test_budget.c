/* Budgets of scripts: which handlers are counted, which loops end, and what is
 * left of a world when memory ends in the middle of a script. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

TestSuite(budget, .timeout = 300);

/* A vm, the last line that was printed in it, and how many handlers failed. */
typedef struct stage {
  probe probe;
  strata_vm *vm;
  lua_State *L;
  char line[64];
  int faults;
} stage;

static void keep_line(void *user, const char *line) {
  stage *s = user;
  (void)snprintf(s->line, sizeof s->line, "%s", line);
}

static void count_fault(void *user, strata_world *world,
                        const strata_fault *fault) {
  stage *s = user;
  (void)world;
  if (fault->kind != STRATA_FAULT_HOST) s->faults++;
}

static void open_stage(stage *s, uint64_t steps) {
  *s = (stage){.vm = NULL};
  const strata_vm_config config = {.alloc = probe_alloc,
                                   .alloc_user = &s->probe,
                                   .print = keep_line,
                                   .print_user = s,
                                   .fault = count_fault,
                                   .fault_user = s,
                                   .run = {.steps = steps}};
  cr_assert(eq(int, strata_vm_new(&config, &s->vm), STRATA_OK));
  s->L = stl_vm_state(s->vm);
}

static void close_stage(stage *s) {
  strata_vm_free(s->vm);
  EXPECT_NO_LEAK(&s->probe);
}

static void run(stage *s, const char *source) {
  strata_error error = {.text = ""};
  const strata_status status =
      strata_vm_run(s->vm, NULL, "=test", source, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
}

/* -- Which are counted -- */

/* Its address is that of what was seen, in the registry: handlers may only name
 * functions that keep nothing. */
static const char key = 0;

typedef struct seen {
  int calls;
  bool hooked;
} seen;

/* look(...): whether instructions are counted here. */
static int look(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
  seen *s = lua_touserdata(L, -1);
  s->calls++;
  s->hooked = lua_gethook(L) != NULL;
  lua_settop(L, 0);
  return 0;
}

static void give_look(stage *s, seen *seen) {
  lua_pushlightuserdata(s->L, seen);
  lua_rawsetp(s->L, LUA_REGISTRYINDEX, &key);
  stl_push_shared_env(s->L);
  lua_pushcfunction(s->L, look);
  lua_setfield(s->L, -2, "look");
  lua_pop(s->L, 1);
}

typedef struct counted {
  const char *body; /* of a handler */
  bool hooked;      /* where it looks last */
} counted;

static const counted handlers[] = {
    {"look()", false},
    {"if ctx.event ~= nil then look() else look(1) end", false},
    {"local a = ctx.event.n or 0; look(a + 1, 'x' .. a)", false},
    {"helper(ctx)", false},
    {"pcall(helper, ctx)", false},
    {"xpcall(helper, look)", false},
    {"tools.one(ctx)", false},
    {"for _ = 1, 2 do end look()", true},
    {"while ctx == nil do end look()", true},
    {"repeat local a = ctx until a ~= nil; look()", true},
    {"for _ in ipairs({}) do end look()", true},
    {"local function f() end; f() look()", true},
    {"goto go; ::back:: look() goto out; ::go:: goto back; ::out::", true},
    {"loops(ctx)", true},
    {"pcall(loops, ctx)", true},
    {"again(ctx)", true},
    {"turns.a(ctx)", true},
    {"long(ctx)", true},
    {"table.sort({ 2, 1 }, less) look()", true},
    {"local _ = ('x'):gsub('x', helper)", true},
    {"setmetatable({}, {}) look()", true},
};

static const char listeners[] =
    "local function helper() look() end\n"
    "local function less(a, b) return a < b end\n"
    "local function loops() for _ = 1, 9 do end look() end\n"
    "local again\n"
    "again = function(a) if a == nil then again() end look() end\n"
    "local tools = { one = helper }\n"
    "local turns = {}\n"
    "turns.a = function(c) if c == nil then turns.a() end look() end\n"
    "local function one() look() look() look() look() look() look() end\n"
    "local function two() one() one() one() one() one() one() end\n"
    "local function three() two() two() two() two() two() two() end\n"
    "local function long() three() three() three() three() three() end\n"
    "local rules = strata.rules {\n"
    "  layers = { 'only' },\n"
    "  handlers = { listens = function(ctx) %s end },\n"
    "  events = { bump = { fields = { n = 'int' }, one_by_one = {\n"
    "    { 'run', 'listens' } } } },\n"
    "}\n"
    "local world = rules:world({ on_fault = 'stop' })\n"
    "world:act('bump', { n = 1 })\n";

static void expect_counted(const counted *c) {
  char source[2048];
  stage s;
  seen seen = {.calls = 0};
  open_stage(&s, 0);
  give_look(&s, &seen);
  (void)snprintf(source, sizeof source, listeners, c->body);
  run(&s, source);
  cr_expect(ne(int, seen.calls, 0), "%s", c->body);
  cr_expect(eq(int, seen.hooked, c->hooked), "%s", c->body);
  close_stage(&s);
}

Test(budget, only_what_may_run_long_is_counted) {
  for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
    expect_counted(&handlers[i]);
  }
}

/* -- What is interrupted -- */

static void stop_by_hook(lua_State *L, lua_Debug *about) {
  (void)about;
  (void)luaL_error(L, "interrupted");
}

/* press(): as a signal does that comes now. */
static int press(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  lua_State *main = lua_tothread(L, -1);
  lua_sethook(main, stop_by_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT,
              1);
  lua_pop(L, 1);
  return 0;
}

static const char waiting[] =
    "local rules = strata.rules {\n"
    "  layers = { 'only' },\n"
    "  attributes = { life = { 'int', unlayered = true } },\n"
    "  handlers = { ['t:waits'] = function(ctx)\n"
    "    local n = ctx:choose { by = ctx.you, purpose = 'number', most = 9 }\n"
    "    if n == 2 then press() end\n"
    "    while n == 2 or n == 4 do end\n"
    "    ctx:emit('gain', { who = ctx.you, n = n })\n"
    "  end },\n"
    "  events = { idle = { fields = {} },\n"
    "    gain = { fields = { who = 'ref', n = 'int' }, affected = 'who',\n"
    "      does = { { 'set', 'life', who = 'event.who', value = 'event.n' } }"
    " } },\n"
    "  codes = { ['t:runs'] = { 'trigger', 'idle', { 'run', 't:waits' } } },\n"
    "}\n"
    "base = rules:world()\n"
    "ann = base:spawn {}\n"
    "function begin() base:act { code = 't:runs', you = ann } end\n"
    "begin() base:answer(1)\n" /* from now on it waits in a thread */
    "assert(ann.life == 1)\n";

/* It is no fault of the handler, as an endless loop is, the control. */
Test(budget, an_interrupt_reaches_a_handler_in_its_thread) {
  stage s;
  strata_error error = {.text = ""};
  open_stage(&s, 0);
  stl_push_shared_env(s.L);
  lua_pushcfunction(s.L, press);
  lua_setfield(s.L, -2, "press");
  lua_pop(s.L, 1);
  run(&s, waiting);
  run(&s, "begin()");
  const strata_status status =
      strata_vm_run(s.vm, NULL, "=test", "base:answer(2)", &error);
  lua_sethook(s.L, NULL, 0, 0);
  cr_expect(eq(int, status, STRATA_ESCRIPT));
  cr_expect(strstr(error.text, "interrupted") != NULL, "%s", error.text);
  cr_expect(eq(int, s.faults, 0));
  run(&s, "base:answer(3) assert(ann.life == 3)");
  run(&s, "begin() base:answer(4) assert(ann.life == 3)");
  cr_expect(eq(int, s.faults, 1));
  close_stage(&s);
}

/* -- What ends -- */

static const char game[] =
    "local event, named = strata.event, strata.named\n"
    "local rules = strata.rules {\n"
    "  layers = { 'only' },\n"
    "  attributes = { power = 'int', abilities = 'abilities' },\n"
    "  handlers = {\n"
    "    short = function(ctx) local _ = ctx.event end,\n"
    "    loops = function(ctx)\n"
    "      local text = ''\n"
    "      for i = 1, 20 do text = text .. i .. ctx.event.n end\n"
    "      table.sort({ text, 'b', 'a' })\n"
    "      ctx:emit('hurt', { n = #text })\n"
    "    end,\n"
    "  },\n"
    "  events = {\n"
    "    bump = { fields = { n = 'int' }, quiet = true,\n"
    "      one_by_one = { { 'run', 'short' } } },\n"
    "    hit = { fields = { n = 'int' }, phases = { 'before', 'do' },\n"
    "      one_by_one = { { 'run', 'loops' } } },\n"
    "    hurt = { fields = { n = 'int' } },\n"
    "  },\n"
    "  codes = {\n"
    "    more = { 'handle', 'hit', phase = 'before',\n"
    "      { 'change', 'n', value = 'event.n * 2' } },\n"
    "    rage = { 'trigger', 'hurt', immediate = true, { 'run', 'short' } },\n"
    "  },\n"
    "  abilities = { rage = { kind = 'triggered', codes = { 'rage' } } },\n"
    "  definitions = { bear = { power = 2, abilities = { 'rage' } } },\n"
    "}\n"
    "base = rules:world({ on_fault = 'stop' })\n"
    "for i = 1, 20 do\n"
    "  local bear = base:spawn('bear')\n"
    "  base:effect({ on = bear, power = strata.add(i) })\n"
    "end\n"
    "base:hook('more')\n";

static const char *const loops[] = {
    "while true do end",
    "::again:: goto again",
    "while true do pcall(function() while true do end end) end",
    "while true do pcall(error, 'x') end",
    "local s = 'x' while true do s:rep(1000):find('y', 1, true) end",
    "while true do (('a'):rep(30) .. 'b'):find(('a?'):rep(20) .. 'c') end",
    "local t = {} while true do table.insert(t, 1, #t) end",
    "while true do table.sort({ 3, 1, 2 }, function() return false end) end",
    "while true do base:entities() end",
    "while true do base:count('it.power > 3') end",
    "while true do base:select('it.power > count(it.power > 1)') end",
    "while true do base:effects() end",
    "while true do base:hash() end",
    "while true do base:save() end",
    "while true do base:fork() end",
    "local b = base:entities()[1] while true do b.base.power = 3 end",
    "while true do base:act('bump', { n = 1 }) end",
    "while true do base:act('hit', { n = 1 }) end",
    "while true do base:pass('hit', 'before', { n = 1 }) end",
};

static void expect_end(const char *loop) {
  stage s;
  strata_error error = {.text = ""};
  open_stage(&s, 1000 * 1000);
  run(&s, game);
  const strata_status status = strata_vm_run(s.vm, NULL, "=test", loop, &error);
  cr_expect(eq(int, status, STRATA_ESCRIPT), "%s", loop);
  cr_expect(ne(ptr, strstr(error.text, "instruction budget"), NULL), "%s: %s",
            loop, error.text);
  run(&s, "base:act('hit', { n = 2 })"); /* it goes on */
  close_stage(&s);
}

Test(budget, every_loop_ends) {
  for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
    expect_end(loops[i]);
  }
}

/* -- Where memory ends -- */

/* -- Effort ---------------------------------------------------------------- */

/* Effects of which each counts what all others do, and a handler that looks
 * after each change. */
static const char crowd[] =
    "local rules = strata.rules({ layers = { 'only' },\n"
    "  attributes = { power = 'int', level = 'int' },\n"
    "  events = { idle = { fields = {} } },\n"
    "  handlers = { ['t:h'] = function(ctx)\n"
    "    for i = 1, 4 do\n"
    "      ctx.world:effect({ on = 'it.power >= 0', power = strata.add(i) })\n"
    "      pcall(function() return ctx.me.power end)\n"
    "    end\n"
    "  end },\n"
    "  codes = { ['t:h'] = { 'trigger', 'idle', { 'run', 't:h' },\n"
    "    names = { me = 'ref' } } } })\n"
    "crowd = rules:world()\n"
    "for i = 1, 200 do crowd:spawn({ power = i }) end\n"
    "me = crowd:spawn({ power = 1 })\n"
    "for i = 1, 24 do\n"
    "  crowd:effect({ on = 'level >= count(it.power > outer.power + ' .. i\n"
    "    .. ')', power = strata.add(strata.count('level > ' .. i)),\n"
    "    level = strata.add(1) })\n"
    "end\n"
    "print(crowd:hash())\n";

static const char acting[] = "crowd:act({ code = 't:h', with = { me = me } })\n"
                             "print('done')\n";

static bool count_and_refuse(void *user) {
  int *asked = user;
  return ++*asked >= 3;
}

static strata_vm *open_interrupted(stage *s, uint64_t effort, int *asked) {
  *s = (stage){.vm = NULL};
  const strata_vm_config config = {.alloc = probe_alloc,
                                   .alloc_user = &s->probe,
                                   .print = keep_line,
                                   .print_user = s,
                                   .fault = count_fault,
                                   .fault_user = s,
                                   .interrupt = asked ? count_and_refuse : NULL,
                                   .interrupt_user = asked,
                                   .run = {.effort = effort}};
  cr_assert(eq(int, strata_vm_new(&config, &s->vm), STRATA_OK));
  s->L = stl_vm_state(s->vm);
  return s->vm;
}

/* What exceeds its effort, or is interrupted, is taken back whole although the
 * handler catches all errors, and no handler is at fault. */
static void expect_taken_back(stage *s, const char *why) {
  char before[64];
  strata_error error = {.text = ""};
  run(s, crowd);
  (void)snprintf(before, sizeof before, "%s", s->line);
  cr_expect(eq(int, strata_vm_run(s->vm, NULL, "=test", acting, &error),
               STRATA_ESCRIPT));
  cr_expect(ne(ptr, (void *)strstr(error.text, why), NULL), "%s", error.text);
  cr_expect(eq(int, s->faults, 0));
  run(s, "print(#crowd:faults() .. ' ' .. crowd:hash())");
  cr_expect(eq(int, strncmp(s->line, "0 ", 2), 0));
  cr_expect(eq(int, strcmp(s->line + 2, before), 0));
}

Test(budget, what_exceeds_its_effort_is_taken_back_and_disables_nobody) {
  stage s;
  (void)open_interrupted(&s, 10 * STRATA_EFFORT_SLICE, NULL);
  expect_taken_back(&s, "effort limit");
  close_stage(&s);
}

Test(budget, what_the_host_interrupts_is_taken_back_and_disables_nobody) {
  stage s;
  int asked = 0;
  (void)open_interrupted(&s, 0, &asked);
  expect_taken_back(&s, "interrupted");
  close_stage(&s);
}

Test(budget, effort_enough_is_no_limit) {
  stage s;
  (void)open_interrupted(&s, 0, NULL);
  run(&s, crowd);
  run(&s, acting);
  cr_expect(eq(int, strcmp(s.line, "done"), 0));
  close_stage(&s);
}

/* -- Memory that ends ------------------------------------------------------ */

enum { TIMES = 1000 };

static const char play[] = "for i = 1, 3 do played:act('hit', { n = i }) end\n"
                           "played:spawn('bear', { power = 7 })\n"
                           "played:act('bump', { n = 1 })";

static void read_hash(stage *s, char out[64]) {
  run(s, "print(played:hash())");
  (void)snprintf(out, 64, "%s", s->line);
}

/* Numbers that are the same in each run. */
static size_t pick(uint64_t *dice, size_t most) {
  *dice = *dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(*dice >> 33) % most;
}

/* Play with a world as it was at first, while the n-th that asks for memory
 * gets none, or it and all after it. */
static strata_status play_short_of(stage *s, size_t n, bool forever) {
  run(s, "played = base:fork()");
  s->probe.fail_at = n == 0 ? 0 : s->probe.calls + n;
  s->probe.fail_forever = forever;
  const strata_status status = strata_vm_run(s->vm, NULL, "=play", play, NULL);
  s->probe.fail_at = 0;
  return status;
}

Test(budget, a_thousand_failures_of_memory_harm_nothing) {
  stage s;
  char before[64];
  char after[64];
  char now[64];
  uint64_t dice = 1;
  size_t failed = 0;
  open_stage(&s, 0);
  run(&s, game);
  run(&s, "played = base:fork()");
  read_hash(&s, before);
  cr_assert(eq(int, play_short_of(&s, 0, false), STRATA_OK));
  read_hash(&s, after);
  cr_assert(ne(int, strcmp(before, after), 0));
  const size_t calls = s.probe.calls;
  cr_assert(eq(int, play_short_of(&s, 0, false), STRATA_OK));
  const size_t most = s.probe.calls - calls;
  for (int i = 0; i < TIMES; i++) {
    const strata_status status =
        play_short_of(&s, 1 + pick(&dice, most), i % 2 == 0);
    read_hash(&s, now);
    failed += status != STRATA_OK;
    cr_expect(eq(int, strcmp(now, status == STRATA_OK ? after : before), 0));
  }
  cr_expect(lt(sz, TIMES / 2, s.probe.failures));
  cr_expect(lt(sz, TIMES / 4, failed));
  cr_expect(eq(int, play_short_of(&s, 0, false), STRATA_OK));
  read_hash(&s, now);
  cr_expect(eq(int, strcmp(now, after), 0), "it works as before");
  close_stage(&s);
}
