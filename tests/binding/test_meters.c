/* Steps are the same whatever the host reads: random games are played beside
 * hosts that read all values between two actions, throw away what was computed,
 * or work in other ways; each action takes as many steps, and the worlds are
 * equal. STRATA_TEST_FULL in the environment plays ten times as many. */
#include "lua/core/budget.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <string.h>

TestSuite(meters, .timeout = 600);

enum { GAMES = 100, ACTIONS = 12 };

/* Cards with effects that read others, a handler that looks, changes and looks
 * again, a predicate that is a function, and events of which it emits some. */
static const char rules_text[] =
    "local it = strata.it\n"
    "local strong = it.power:at_least(3)\n"
    "rules = strata.rules({ layers = { 'only' },\n"
    "  attributes = { power = 'int', level = 'int' },\n"
    "  predicates = { even = { function(it)\n"
    "    return it.level % 2 == 0\n"
    "  end, reads = { 'level' } } },\n"
    "  events = { hit = { fields = { who = 'ref', n = 'int' } } },\n"
    "  handlers = {\n"
    "    ['t:look'] = function(ctx)\n"
    "      local world = ctx.world\n"
    "      local sum = ctx.me.power + world:count(strong)\n"
    "      for _, other in ipairs(world:entities()) do\n"
    "        sum = sum + other.power + other.level\n"
    "      end\n"
    "      if world:count('power > 3') > 2 then\n"
    "        world:effect({ on = ctx.me, power = strata.add(sum % 5) })\n"
    "      end\n"
    "      if sum % 3 == 0 then ctx:emit('hit', { who = ctx.me, n = 1 }) end\n"
    "      return ctx.me.power\n"
    "    end },\n"
    "  codes = { ['t:look'] = { 'trigger', 'hit', { 'run', 't:look' },\n"
    "    names = { me = 'ref' } } } })\n";

static const char begin_text[] =
    "local seed = ...\n"
    "dice = seed\n"
    "function roll(most)\n"
    "  dice = (dice * 1103515245 + 12345) % 2147483648\n"
    "  return dice // 65536 % most + 1\n"
    "end\n"
    "world, cards = rules:world(), {}\n"
    "for i = 1, 4 + roll(40) do\n"
    "  cards[i] = world:spawn({ power = roll(9), level = roll(9) })\n"
    "end\n"
    "for i = 1, roll(6) do\n"
    "  world:effect({ on = \"ask('even') and power > \" .. roll(9),\n"
    "    power = strata.add(strata.count('level > ' .. roll(9))),\n"
    "    level = strata.add(1) })\n"
    "end\n";

static const char act_text[] =
    "local card = cards[roll(#cards)]\n"
    "local what = roll(4)\n"
    "if what == 1 then card.base.power = roll(20)\n"
    "elseif what == 2 then cards[#cards + 1] = world:spawn({ level = roll(9) "
    "})\n"
    "elseif what == 3 then\n"
    "  world:effect({ on = card, level = strata.add(roll(3)) })\n"
    "else world:act({ code = 't:look', with = { me = card } }) end\n"
    "return world:hash()\n";

/* What hosts do between two actions; it takes no random number. */
static const char *const hosts[] = {
    "",
    "for _, c in ipairs(cards) do local _ = c.power + c.level end\n"
    "world:select('power > 2')\n",
    "world:drop_caches()\n",
    "for _, c in ipairs(cards) do local _ = c.level end\n"
    "cards[1]:why('power')\n"
    "world:drop_caches()\n",
    "world:tune('updates', 'never') world:tune('sets', 'never')\n"
    "world:tune('classes', 'always') local _ = cards[1].power\n",
    "local f = world:fork() local _ = f:count('power > 1')\n"};

enum { HOSTS = sizeof hosts / sizeof hosts[0] };

typedef struct game_log {
  uint64_t steps[ACTIONS + 1];
  char hash[ACTIONS + 1][64];
} game_log;

/* Compile a text in the shared environment, as a function at the top. */
static void push_chunk(lua_State *L, const char *text) {
  stl_push_shared_env(L);
  const int status = stl_compile(L, "=game", text, strlen(text), -1);
  cr_assert(eq(int, status, LUA_OK), "%s", lua_tostring(L, -1));
  lua_remove(L, -2);
}

/* Run a text; what it returns is at the top. Returns the steps that it took. */
static uint64_t run_counted(lua_State *L, const char *text, lua_Integer seed) {
  static const strata_limits much = {.steps = UINT64_C(1) << 40,
                                     .memory = STRATA_NO_LIMIT,
                                     .block = STRATA_NO_LIMIT,
                                     .output = STRATA_NO_LIMIT,
                                     .effort = STRATA_NO_LIMIT};
  stl_budget *budget = &stl_context_get(L)->budget;
  stl_budget_scope scope;
  push_chunk(L, text);
  lua_pushinteger(L, seed);
  stl_budget_begin(budget, &scope, &much, STL_STEPS_UNKNOWN);
  const int64_t before = budget->steps;
  const int status = stl_action_call(L, 1, 1);
  const int64_t after = budget->steps;
  stl_budget_end(budget, &scope);
  cr_assert(eq(int, status, LUA_OK), "%s", lua_tostring(L, -1));
  return (uint64_t)(before - after);
}

static void play(lua_State *L, lua_Integer seed, size_t host, game_log *out) {
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i <= ACTIONS; i++) {
    out->steps[i] = run_counted(L, i == 0 ? begin_text : act_text, seed);
    if (lua_type(L, -1) == LUA_TSTRING) {
      (void)snprintf(out->hash[i], sizeof out->hash[i], "%s",
                     lua_tostring(L, -1));
    }
    lua_settop(L, 0);
    (void)run_counted(L, hosts[(host + (host == 0 ? 0 : i)) % HOSTS], 0);
    lua_settop(L, 0);
  }
}

Test(meters, steps_are_the_same_whatever_the_host_reads) {
  const lua_Integer games = getenv("STRATA_TEST_FULL") ? 10 * GAMES : GAMES;
  strata_vm *vm = NULL;
  static game_log first;
  static game_log other;
  uint64_t steps = 0;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  (void)run_counted(L, rules_text, 0);
  lua_settop(L, 0);
  for (lua_Integer seed = 1; seed <= games; seed++) {
    play(L, seed, 0, &first);
    for (size_t i = 0; i <= ACTIONS; i++) {
      steps += first.steps[i];
    }
    const size_t host = 1 + (size_t)seed % (HOSTS - 1);
    play(L, seed, host, &other);
    for (size_t i = 0; i <= ACTIONS; i++) {
      cr_assert(eq(u64, other.steps[i], first.steps[i]),
                "game %d, action %zu, host %zu", (int)seed, i, host);
      cr_assert(eq(int, strcmp(other.hash[i], first.hash[i]), 0));
    }
  }
  cr_expect(lt(u64, (uint64_t)games * 1000, steps), "they did something");
  strata_vm_free(vm);
}

/* The control: what a script itself looks at does count. */
Test(meters, a_look_after_a_change_is_charged) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  (void)run_counted(L, rules_text, 0);
  (void)run_counted(L, begin_text, 3);
  static const char more[] = "for i = 1, 40 do world:effect({ on = cards[1],\n"
                             "power = strata.add(1) }) end";
  static const char looks[] = "for i = 1, 100 do local _ = cards[1].power end";
  static const char turns[] = "for i = 1, 100 do local _ = cards[1].power\n"
                              "cards[1].base.level = 1 end";
  lua_settop(L, 0);
  const uint64_t looks_before = run_counted(L, looks, 0);
  const uint64_t turns_before = run_counted(L, turns, 0);
  (void)run_counted(L, more, 0);
  const uint64_t looks_after = run_counted(L, looks, 0);
  const uint64_t turns_after = run_counted(L, turns, 0);
  cr_expect(lt(u64, looks_after, looks_before + 200), "one look is paid");
  cr_expect(lt(u64, turns_before + 3900, turns_after), "each look is paid");
  strata_vm_free(vm);
}
