/* The Lua vm: scripts act on a host's world as actions; errors, memory, stale
 * handles. */
#include "game.h"

#include <stdio.h>
#include <string.h>

TestSuite(vm, .timeout = 60);

typedef struct lines {
  char text[512];
  int count;
} lines;

static void collect(void *user, const char *line) {
  lines *all = user;
  const size_t used = strlen(all->text);
  (void)snprintf(all->text + used, sizeof all->text - used, "%s;", line);
  all->count++;
}

static strata_vm *open_vm(kit_mem *mem, lines *out) {
  strata_vm_config config = {.alloc = mem != NULL ? kit_alloc : NULL,
                             .alloc_user = mem,
                             .print = out != NULL ? collect : NULL,
                             .print_user = out};
  strata_vm *vm = NULL;
  OK(strata_vm_new(&config, &vm));
  return vm;
}

/* Run a script that must succeed. */
static void run(strata_vm *vm, strata_world *world, const char *source) {
  strata_error error = {0};
  const strata_status status =
      strata_vm_run(vm, world, "=test", source, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
}

/* Run a script that must fail, with `words` in its message. */
static void fails(strata_vm *vm, strata_world *world, strata_status want,
                  const char *source, const char *words) {
  strata_error error = {0};
  const strata_status status =
      strata_vm_run(vm, world, "=test", source, &error);
  cr_expect(eq(int, status, want), "%s: %s", source, error.text);
  cr_expect(eq(int, error.status, want), "%s", source);
  cr_expect(ne(ptr, strstr(error.text, words), NULL), "%s: '%s' lacks '%s'",
            source, error.text, words);
}

/* An event of 1000 parts, so often. */
static const char acts_of_1001_events[] =
    "local event = strata.event\n"
    "local rules = strata.rules { layers = 'numbers',\n"
    "  attributes = { life = 'int' }, events = {\n"
    "  hit = { fields = { who = 'ref' }, affected = 'who', does = {\n"
    "    { 'add', 'life', who = event.who, value = '1' } } },\n"
    "  many = { fields = { who = 'ref' }, affected = 'who', one_by_one = {\n"
    "    { 'emit', 'hit', times = '1000', with = { who = event.who } } } },\n"
    "} }\n"
    "local world = rules:world()\n"
    "local one = world:spawn {}\n"
    "for _ = 1, %d do world:act('many', { who = one }) end\n"
    "assert(one.life == 1000 * %d)\n";

/* An event costs 100 steps of a script. */
Test(vm, finding_EM01_scripts_pay_for_events) {
  const strata_vm_config config = {.run = {.steps = 1000 * 1000}};
  strata_vm *vm = NULL;
  char source[1024];
  OK(strata_vm_new(&config, &vm));
  (void)snprintf(source, sizeof source, acts_of_1001_events, 9, 9);
  run(vm, NULL, source);
  (void)snprintf(source, sizeof source, acts_of_1001_events, 10, 10);
  fails(vm, NULL, STRATA_ESCRIPT, source, "instruction budget");
  strata_vm_free(vm);
}

Test(vm, config_is_checked) {
  strata_vm *vm = NULL;
  strata_error error = {0};

  cr_expect(eq(int, strata_vm_new_for(500, NULL, &vm, &error), STRATA_EINVAL));
  cr_expect(ne(ptr, strstr(error.text, "0.5"), NULL), "%s", error.text);
  cr_expect(eq(ptr, vm, NULL));
  cr_expect(eq(int, strata_vm_new(NULL, NULL), STRATA_EINVAL));
  OK(strata_vm_new(NULL, &vm));
  cr_expect(eq(int, strata_vm_run(vm, NULL, NULL, "", NULL), STRATA_EINVAL));
  strata_vm_free(vm);
  strata_vm_free(NULL);
}

Test(vm, a_script_works_on_the_hosts_world) {
  game g = {0};
  lines out = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, &out);

  run(vm, g.world,
      "local card = world:entities()[1]\n"
      "card.base.power = 5\n"
      "world:effect { on = card, layer = 2, power = add(3) }\n"
      "print(card.power, card)\n"
      "print('two\\nlines \\27[31m')");

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 8));
  cr_expect(eq(int, out.count, 3));
  cr_expect(ne(ptr, strstr(out.text, "8\tentity #1:"), NULL), "%s", out.text);
  cr_expect(ne(ptr, strstr(out.text, "two;lines \\x1b[31m;"), NULL), "%s",
            out.text);
  strata_vm_free(vm);
  game_close(&g);
}

Test(vm, an_error_takes_everything_back) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, NULL);
  const uint64_t before = strata_hash(g.world);

  fails(vm, g.world, STRATA_ESCRIPT,
        "for i, card in ipairs(world:entities()) do card.base.power = i end\n"
        "world:spawn { power = 1 }\n"
        "world:entities()[1]:remove()\n"
        "error('no more')",
        "test:4: no more");

  cr_expect(eq(u64, strata_hash(g.world), before));
  cr_expect(strata_is_alive(g.world, g.card[0]));
  strata_vm_free(vm);
  game_close(&g);
}

Test(vm, marks_do_not_outlive_their_action) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, NULL);

  run(vm, g.world, "kept = world:mark()");

  fails(vm, g.world, STRATA_ESCRIPT, "world:rollback(kept)", "stale mark");
  fails(vm, g.world, STRATA_ESCRIPT, "world:commit()", "host");
  strata_vm_free(vm);
  game_close(&g);
}

/* One that scripts made: commit in the middle is taken back as well. */
Test(vm, a_commit_in_a_failed_script_is_taken_back) {
  strata_vm *vm = open_vm(NULL, NULL);
  run(vm, NULL,
      "own = strata.rules { layers = 'numbers', attributes = { power = 'int' "
      "} }:world()\n"
      "card = own:spawn { power = 1 }\n"
      "hash = own:hash()");

  fails(vm, NULL, STRATA_ESCRIPT,
        "card.base.power = 2\n"
        "own:commit()\n"
        "card.base.power = 3\n"
        "own:commit()\n"
        "assert(card.power == 3)\n"
        "error('late')",
        "late");

  run(vm, NULL, "assert(own:hash() == hash and card.power == 1)");
  run(vm, NULL, "card.base.power = 2; own:commit(); own:spawn()");
  run(vm, NULL, "assert(card.power == 2 and #own:entities() == 2)");
  strata_vm_free(vm);
}

static const struct {
  const char *source, *words;
  strata_status status;
} bad_scripts[] = {
    {"x = = 1", "test:1:", STRATA_ESYNTAX},
    {"if true then", "<eof>", STRATA_ESYNTAX},
    {"\033Lua", "not text", STRATA_ESYNTAX},
    {"# first line\n\033LuaT", "not text", STRATA_ESYNTAX},
    {"error()", "(error object is a nil)", STRATA_ESCRIPT},
    {"error({})", "(error object is a table)", STRATA_ESCRIPT},
    {"error(print)", "(error object is a function)", STRATA_ESCRIPT},
    {"error(world)", "(error object is a userdata)", STRATA_ESCRIPT},
    {"setmetatable({}, {__gc = print})", "'__gc'", STRATA_ESCRIPT},
    {"local x <close> = world", "closable", STRATA_ESCRIPT},
    {"return world .. world", "concatenate", STRATA_ESCRIPT},
    {"return {} < {}", "two table values", STRATA_ESCRIPT},
    {"return require('a')", "no folder", STRATA_ESCRIPT},
    {"return world:entities()[1].powr", "did you mean 'power'?",
     STRATA_ESCRIPT},
    {"local function f() return f() + 1 end f()", "stack overflow",
     STRATA_ESCRIPT},
    {"local t = {} for i = 1, 200 do t = { t } end local s = '' "
     "for i = 1, 300 do s = s .. 'x' end error(s)",
     "xxx", STRATA_ESCRIPT},
};

/* One that a script makes is part of its action from then on. */
Test(vm, worlds_that_a_failed_script_makes_are_as_they_were_made) {
  lines out = {0};
  strata_vm *vm = open_vm(NULL, &out);
  run(vm, NULL,
      "rules = strata.rules { layers = { 'only' },\n"
      "  attributes = { power = 'int' } }\n"
      "base = rules:world()\n"
      "card = base:spawn()");
  fails(vm, NULL, STRATA_ESCRIPT,
        "made = { base:fork(), rules:load(base:save()) }\n"
        "for _, other in ipairs(made) do\n"
        "  other:entity(card.id).base.power = 7\n"
        "end\n"
        "error('late')",
        "late");
  run(vm, NULL,
      "for _, other in ipairs(made) do\n"
      "  print(other:hash() == base:hash())\n"
      "end");
  cr_expect(eq(str, out.text, "true;true;"));
  strata_vm_free(vm);
}

Test(vm, bad_scripts_are_errors) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, NULL);
  const uint64_t before = strata_hash(g.world);

  for (size_t i = 0; i < sizeof bad_scripts / sizeof bad_scripts[0]; i++) {
    fails(vm, g.world, bad_scripts[i].status, bad_scripts[i].source,
          bad_scripts[i].words);
    cr_expect(eq(u64, strata_hash(g.world), before), "%s",
              bad_scripts[i].source);
  }
  run(vm, g.world, "#!/usr/bin/strata\nassert(world)");
  run(vm, g.world, "\xef\xbb\xbf# mark\nassert(world)");
  strata_vm_free(vm);
  game_close(&g);
}

Test(vm, forgotten_worlds_leave_stale_handles) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(NULL, NULL);
  run(vm, g.world,
      "w, card, p = world, world:entities()[1], each.elf\n"
      "effect = world:effect { on = p, layer = 1, power = add(it.level) }\n"
      "mark, base = world:mark(), card.base\n"
      "reason = card:why('power')\n"
      "assert(world:count(p) == 0)");

  strata_vm_forget(vm, g.world);
  strata_vm_forget(vm, g.world);
  strata_vm_forget(vm, NULL);

  fails(vm, NULL, STRATA_ESCRIPT, "return card.power", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "card.base.power = 1", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "return base.power", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "effect:remove()", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "return effect.name", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "w:spawn()", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "w:rollback(mark)", "stale world");
  fails(vm, NULL, STRATA_ESCRIPT, "w.rules:world()", "stale");
  fails(vm, NULL, STRATA_ESCRIPT, "w.rules:hash()", "stale");
  run(vm, NULL, "assert(not card:is_alive() and not effect:is_alive())");
  run(vm, NULL, "tostring(card) tostring(effect) tostring(w) tostring(base)");
  run(vm, NULL, "assert(world == nil and reason.value == 0)");
  game_close(&g);
  strata_vm_free(vm);
}

/* A host's world tells a vm's views as long as the vm knows it; who decides in
 * it is the host's to say. */
Test(vm, a_hosts_world_has_views_and_no_policy) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, NULL);

  run(vm, g.world, "world:view(function() end) world:view(print)");
  fails(vm, g.world, STRATA_ESCRIPT, "world:policy(print)", "its host's");
  run(vm, g.world, "kept = world; assert(#world:decisions() == 0)");
  strata_vm_forget(vm, g.world);
  fails(vm, NULL, STRATA_ESCRIPT, "kept:view(print)", "stale world");
  run(vm, g.world, "world:view(print)");
  strata_vm_free(vm);
  OK(strata_seed(g.world, 1));
  game_close(&g);
}

/* Rules that the host frees and makes again may get the same address. */
Test(vm, a_world_of_new_rules_is_new) {
  strata_vm *vm = open_vm(NULL, NULL);
  for (int i = 0; i < 3; i++) {
    game g = {0};
    game_open(&g, i % 2 == 0);
    run(vm, g.world,
        "p = p or each.elf; assert(world:count(p) == 0)\n"
        "assert(old ~= world); old = world");
    strata_vm_forget(vm, g.world);
    game_close(&g);
  }
  strata_vm_free(vm);
}

Test(vm, one_handle_for_one_world) {
  game g = {0};
  game_open(&g, false);
  strata_vm *vm = open_vm(&g.mem, NULL);

  run(vm, g.world, "first, card = world, world:entities()[1]");
  run(vm, g.world, "assert(first == world and card == world:entities()[1])");
  strata_vm_free(vm);
  game_close(&g);
}

static const char *const busy =
    "local rules = strata.rules { layers = { 'a', 'b' },\n"
    "  attributes = { power = 'int', types = { 'set', 'elf' }, name = 'text', "
    "plus = 'counter', abilities = 'abilities' },\n"
    "  zones = { 'hand', pile = { shared = true } },\n"
    "  abilities = { fly = 'keyword', lord = { zones = { 'pile' },\n"
    "    { each.elf, abilities = grant 'fly', power = add(1) } } },\n"
    "  laws = { plus = { counter = 'plus', power = add(this.plus) } },\n"
    "  definitions = { lord = { power = 1, abilities = 'lord' } },\n"
    "  default_layers = { add = 'a', abilities = 'b', copy = 'a' } }\n"
    "local w = rules:world()\n"
    "local card = w:spawn { power = 2, types = { 'elf' }, name = 'Elf' }\n"
    "w:effect { on = each.elf, power = add(count(each.elf)) }\n"
    "local copy = rules:load(w:save())\n"
    "assert(copy:hash() == w:fork():hash())\n"
    "assert(#card:why('power') == 1 and tostring(card.types) == '{elf}')\n"
    "for _, e in ipairs(world:entities()) do e.base.power = 9 end\n"
    "world:effect { on = world:entities(), layer = 1, power = add(1) }\n"
    "w:action(function() card.base.power = 3 end)\n"
    "w:commit()\n"
    "assert(#w:select(each.elf) == 1)\n"
    "local lord = w:spawn('lord', { plus = 1 }):move('pile')\n"
    "assert(card:abilities()[1].giver == lord and #w:zone('pile') == 1)\n"
    "assert(#card:why_not(lord) == 2 and w:graph('b').dot ~= nil)\n"
    "w:effect { on = card, copy = lord }\n"
    "assert(#w:spawn_copy(lord).abilities == 1)";

/* Actions: handlers, decisions, a policy, a view, notes, the log. */
static const char *const playing =
    "local list = { 'red', 'blue' }\n"
    "local rules = strata.rules { layers = { 'a' },\n"
    "  attributes = { life = 'int', colour = { 'sym', 'red', 'blue' } },\n"
    "  handlers = { ['test:h'] = function(ctx)\n"
    "    local word = ctx:choose { list[1], list[2], by = ctx.you }\n"
    "    local n = ctx:emit('gain', { player = ctx.you, amount = 2 })\n"
    "    ctx:note(ctx.you, 'word', word)\n"
    "    local is_so = ctx:choose { by = ctx.target, purpose = 'may' }\n"
    "    if is_so then ctx.n = n + ctx:roll(1) end\n"
    "  end },\n"
    "  events = { gain = { fields = { player = 'ref', amount = 'int' },\n"
    "    does = { { 'add', 'life', who = event.player, value = event.amount } }"
    " } },\n"
    "  codes = { ['test:c'] = { 'trigger', 'gain',\n"
    "    names = { target = 'ref', n = 'int' }, { 'run', 'test:h' },\n"
    "    { 'note', 'n', who = named.you, value = named.n } } } }\n"
    "local w, told = rules:world(), 0\n"
    "local a, b = w:spawn { life = 1 }, w:spawn()\n"
    "w:view(function(row) told = told + row.count end)\n"
    "w:seed(3)\n"
    "w:act { code = 'test:c', you = a, with = { target = b } }\n"
    "w:answer('blue')\n"
    "local p = w:peek()\n"
    "assert(p:noted(p:entity(a.id), 'word') and a.life == 1)\n"
    "w:retract()\n"
    "w:cancel()\n"
    "w:policy(function(asked) if asked.purpose == 'may' then return true end "
    "end)\n"
    "w:act { code = 'test:c', you = a, with = { target = b } }\n"
    "assert(#tostring(w:decisions()) > 40)\n"
    "assert(not pcall(w.answer, w, 'green'))\n"
    "assert(w:answer('red') == 'done' and told > 0)\n"
    "assert(w:noted(a, 'word')[1] == 'red' and w:noted(a, 'n')[1] == 2)\n"
    "local count = 0\n"
    "for row in w:log() do count = count + (row.fields.amount and 1 or 0) end\n"
    "assert(count == 1)\n"
    "w:forget_log()";

/* A payment, which asks in which way a need is met and which of two equal
 * sources is used: its questions have their texts, whichever allocation fails.
 */
static const char *const paying =
    "local function num() return { 'int', unlayered = true } end\n"
    "local rules = strata.rules { layers = { 'a' }, symbols = { 'red', 'blue' "
    "},\n"
    "  attributes = { red = num(), blue = num(), abilities = 'abilities',\n"
    "    used = { 'flag', unlayered = true },\n"
    "    controller = { 'ref', unlayered = true } },\n"
    "  events = { buy = { fields = { who = 'ref' }, affected = 'who' },\n"
    "    use = { fields = { who = 'ref' }, affected = 'who',\n"
    "      can = 'not event.who.used',\n"
    "      does = { { 'set', 'used', who = event.who, value = true } } },\n"
    "    gain = { fields = { who = 'ref' }, affected = 'who',\n"
    "      does = { { 'add', 'red', who = event.who, value = 1 } } },\n"
    "    spend = { fields = { who = 'ref', kind = 'sym', amount = 'int' },\n"
    "      affected = 'who', amount = 'amount',\n"
    "      does = { { 'add', 'red', who = event.who,\n"
    "        value = '0 - event.amount' } } } },\n"
    "  codes = { ['t:buy'] = { 'trigger', 'buy', { 'pay', 'spend', as = "
    "'paid',\n"
    "      with = { by = event.who, least = 0 },\n"
    "      { 'have', with = { of = { 'blue' }, count = 'it.blue' } },\n"
    "      { 'have', with = { of = { 'red' }, count = 'it.red' } },\n"
    "      { 'need', with = { count = 1 },\n"
    "        { 'need', with = { of = { 'red' }, count = 1 } },\n"
    "        { 'need', with = { count = 2 } } } } },\n"
    "    ['t:red'] = { 'action', pays = 'spend', paid = 1,\n"
    "      { 'emit', 'use', with = { who = this } },\n"
    "      { 'emit', 'gain', with = { who = named.you } } } },\n"
    "  abilities = { red = { kind = 'activated', codes = { 't:red' } } },\n"
    "  laws = { all = { codes = { 't:buy' } } } }\n"
    "local w = rules:world()\n"
    "local a = w:spawn()\n"
    "for n = 1, 3 do\n"
    "  w:spawn { blue = n // 3, controller = a, abilities = { 'red' } }\n"
    "end\n"
    "local function asks(place, text)\n"
    "  local option = w:decisions()[1].options[place]\n"
    "  assert((option.outcome or option.text) == text)\n"
    "end\n"
    "w:act('buy', { who = a })\n"
    "w:answer(1)\n"
    "asks(2, '2 of any')\n"
    "w:answer(1)\n"
    "asks(1, 'one of 2')\n"
    "assert(w:answer(1) == 'done')";

/* One run of a script with failing memory; false once none failed. */
static bool run_short_of_memory(const char *source, kit_mem mem) {
  game g = {0};
  game_open(&g, false);
  const uint64_t before = strata_hash(g.world);
  strata_vm_config config = {.alloc = kit_alloc, .alloc_user = &mem};
  strata_vm *vm = NULL;
  strata_error error = {0};
  strata_status status = strata_vm_new(&config, &vm);
  if (status == STRATA_OK) {
    status = strata_vm_run(vm, g.world, "=busy", source, &error);
    strata_vm_forget(vm, g.world);
    strata_vm_free(vm);
  }
  if (status != STRATA_OK) {
    cr_expect(eq(u64, strata_hash(g.world), before), "%s", error.text);
  }
  if (source == paying) {
    cr_expect(eq(ptr, strstr(error.text, "assertion failed"), NULL), "%zu: %s",
              mem.calls, error.text);
  }
  if (mem.failures == 0) {
    cr_expect(eq(int, status, STRATA_OK), "%s", error.text);
  }
  cr_assert(eq(sz, mem.live_bytes, 0), "after %zu", mem.calls);
  cr_assert(eq(sz, mem.wrong_size, 0));
  game_close(&g);
  return mem.failures > 0;
}

/* Whichever allocation fails: no crash, no leak, the world as it was. Lua
 * collects its garbage and asks once more, so one failure can be survived. */
Test(vm, one_failed_allocation_is_survived, .timeout = 300) {
  size_t fail = 1;
  while (run_short_of_memory(busy, (kit_mem){.fail_at = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
  fail = 1;
  while (run_short_of_memory(playing, (kit_mem){.fail_at = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
  fail = 1;
  while (run_short_of_memory(paying, (kit_mem){.fail_at = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
}

/* A host's world for which no handle could be made is not looked at again: the
 * host may free it, and the state goes on. */
Test(vm, a_world_that_memory_was_short_for_is_forgotten, .timeout = 300) {
  bool failed = true;
  for (size_t fail = 1; failed; fail++) {
    kit_mem mem = {0};
    strata_vm_config config = {.alloc = kit_alloc, .alloc_user = &mem};
    strata_vm *vm = NULL;
    strata_error error = {0};
    OK(strata_vm_new(&config, &vm));
    game g = {0};
    game_open(&g, false);
    mem.fail_from = mem.calls + fail;
    (void)!strata_vm_run(vm, g.world, "=short", "return 1", &error);
    failed = mem.failures > 0;
    mem.fail_from = 0;
    strata_vm_forget(vm, g.world);
    game_close(&g);
    cr_expect(eq(int, strata_vm_run(vm, NULL, "=again", "return 1", &error),
                 STRATA_OK),
              "%s", error.text);
    strata_vm_free(vm);
    cr_assert(eq(sz, mem.live_bytes, 0), "after %zu", fail);
  }
}

/* A message that does not fit is cut, and ends within its place at any length.
 */
Test(vm, messages_of_any_length_end) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  for (size_t size = 1; size < 2 * sizeof((strata_error){0}.text); size++) {
    struct {
      strata_error error;
      char behind;
    } told = {.behind = 'b'};
    char script[64];
    (void)snprintf(script, sizeof script, "error(('x'):rep(%zu), 0)", size);
    cr_expect(
        ne(int, strata_vm_run(vm, NULL, "=long", script, &told.error), 0));
    const size_t most = sizeof told.error.text - 1;
    const size_t length = strnlen(told.error.text, sizeof told.error.text);
    cr_expect(eq(sz, length, size < most ? size : most), "%zu", size);
    cr_expect(eq(chr, told.behind, 'b'), "%zu", size);
  }
  strata_vm_free(vm);
}

static void keep_length(void *user, const char *message) {
  *(size_t *)user = strlen(message);
}

/* The host is told all of what is cut otherwise, and nothing if all goes well.
 */
Test(vm, a_host_gets_whole_messages) {
  size_t told = 0;
  const strata_vm_config config = {.failed = keep_length, .failed_user = &told};
  strata_vm *vm = NULL;
  strata_error error = {0};
  OK(strata_vm_new(&config, &vm));
  run(vm, NULL, "return 1");
  cr_expect(eq(sz, told, 0));
  const char *script = "error(('x'):rep(1000), 0)";
  cr_expect(eq(int, strata_vm_run(vm, NULL, "=long", script, &error),
               STRATA_ESCRIPT));
  cr_expect(eq(sz, told, 1000));
  cr_expect(lt(sz, strlen(error.text), 1000), "the control is cut");
  told = 0;
  cr_expect(
      eq(int, strata_vm_run(vm, NULL, "=long", script, NULL), STRATA_ESCRIPT));
  cr_expect(eq(sz, told, 1000), "also where no error is asked for");
  strata_vm_free(vm);
}

Test(vm, the_end_of_memory_is_a_status, .timeout = 300) {
  size_t fail = 1;
  while (run_short_of_memory(busy, (kit_mem){.fail_from = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
  fail = 1;
  while (run_short_of_memory(playing, (kit_mem){.fail_from = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
  fail = 1;
  while (run_short_of_memory(paying, (kit_mem){.fail_from = fail}))
    fail++;
  cr_expect(lt(sz, 100, fail));
}
