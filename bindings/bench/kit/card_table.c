/*
 * card_table.c - a small card game in a script.
 *
 * Five lands and some creatures are there, all of one player. Before an action
 * a mark is set, and it is rolled back afterwards, so that each meets the same
 * world. Where triggered abilities could be put on the stack in several orders
 * a policy says: as they come.
 */
#include "bench/kit/card_table.h"

#include "bench/kit/lua_script.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>
#include <string.h>

/* In two strings: C guarantees 4,095 bytes of one. */
static const char rules_text[] =
    "local strata = ...\n"
    "local event, it, named = strata.event, strata.it, strata.named\n"
    "local this, none, each = strata.this, strata.none, strata.each\n"
    "local here = { same = true }\n"
    "local function card(types, ability)\n"
    "  return { power = 1, toughness = 1, types = types,\n"
    "    abilities = { ability } }\n"
    "end\n"
    "local rules = strata.rules {\n"
    "  layers = { 'copy', 'type', 'ability', { 'pt', 'set', 'modify' } },\n"
    "  copiable_after = 'copy',\n"
    "  attributes = {\n"
    "    power = { 'int', copiable = true },\n"
    "    toughness = { 'int', copiable = true },\n"
    "    types = { 'set', 'creature', 'land', copiable = true },\n"
    "    abilities = 'abilities',\n"
    "    controller = { 'ref', unlayered = true },\n"
    "    damage = { 'int', unlayered = true },\n"
    "    life = { 'int', unlayered = true },\n"
    "    active = { 'flag', unlayered = true },\n"
    "    following = { 'ref', unlayered = true },\n"
    "  },\n"
    "  zones = {\n"
    "    battlefield = { shared = true }, graveyard = { shared = true },\n"
    "    stack = { shared = true, ordered = true },\n"
    "  },\n"
    "  events = {\n"
    "    enter = {\n"
    "      fields = {\n"
    "        who = 'ref', card = 'sym', copied = 'ref', under = 'ref' },\n"
    "      affected = 'who', enters = true,\n"
    "      does = {\n"
    "        { 'spawn', as = 'made', with = { of = event.card },\n"
    "          when = event.card:is_not(none) },\n"
    "        { 'spawn', who = event.copied, as = 'made',\n"
    "          when = event.copied:is_not(none) },\n"
    "        { 'set', 'controller', who = named.made, value = event.under },\n"
    "        { 'move', 'battlefield', who = named.made, with = here },\n"
    "      },\n"
    "    },\n"
    "    create = {\n"
    "      fields = { player = 'ref', card = 'sym', copied = 'ref' },\n"
    "      affected = 'player',\n"
    "      results = { { 'emit', 'enter', with = { card = event.card,\n"
    "        copied = event.copied, under = event.player } } },\n"
    "    },\n"
    "    insect = { fields = { under = 'ref' }, affected = 'under', does = {\n"
    "      { 'spawn', 'insect', as = 'made' },\n"
    "      { 'set', 'controller', who = named.made, value = event.under },\n"
    "      { 'move', 'battlefield', who = named.made, with = here },\n"
    "    } },\n"
    "    sweep = { fields = {}, does = {\n"
    "      { 'add', 'damage', who = each.creature, value = 1 } } },\n"
    "    die = { fields = { who = 'ref' }, affected = 'who',\n"
    "      look_back = true,\n"
    "      does = { { 'move', 'graveyard', who = event.who } } },\n"
    "    gain = { fields = { player = 'ref', amount = 'int' },\n"
    "      affected = 'player', does = {\n"
    "        { 'add', 'life', who = event.player, value = event.amount } } },\n"
    "  },\n";
static const char play_text[] =
    "  codes = {\n"
    "    landfall = { 'trigger', 'enter', tests = {\n"
    "        who = it:has('land') & it.controller:is(this.controller) },\n"
    "      { 'let', as = 'many', value = strata.count(\n"
    "        each.land & it.controller:is(named.you)):at_least(6) },\n"
    "      { 'emit', 'create', when = named.many,\n"
    "        with = { player = named.you, copied = this } },\n"
    "      { 'emit', 'insect', when = ~named.many,\n"
    "        with = { under = named.you } },\n"
    "    },\n"
    "    last_word = { 'trigger', 'die', tests = { who = it:is(this) },\n"
    "      { 'emit', 'gain', with = { player = named.you, amount = 1 } } },\n"
    "  },\n"
    "  abilities = {\n"
    "    landfall = { kind = 'triggered', codes = { 'landfall' },\n"
    "      zones = { 'battlefield' } },\n"
    "    last_word = { kind = 'triggered', codes = { 'last_word' },\n"
    "      zones = { 'battlefield' } },\n"
    "  },\n"
    "  definitions = {\n"
    "    swarm = card({ 'creature' }, 'landfall'),\n"
    "    mortal = card({ 'creature' }, 'last_word'),\n"
    "    insect = card({ 'creature' }), land = card({ 'land' }),\n"
    "  },\n"
    "  checks = { lethal = {\n"
    "    who = each.creature & it.damage:at_least(it.toughness),\n"
    "    { 'emit', 'die', with = { who = it } } } },\n"
    "  play = { turn_player = it.active, next_player = 'following',\n"
    "    stack = 'stack' },\n"
    "}\n"
    "local world, player, last, mark = rules:world()\n"
    "local function open(kind, n)\n"
    "  player = world:spawn { active = true }\n"
    "  for i = 1, n + 5 do\n"
    "    local made = world:spawn(i > 5 and kind or 'land')\n"
    "    last = made:move('battlefield')\n"
    "    last.base.controller = player\n"
    "  end\n"
    "  world:policy(function(decision)\n"
    "    local all = {}\n"
    "    for i = 1, #decision.options do all[i] = i end\n"
    "    return all\n"
    "  end)\n"
    "  world:commit()\n"
    "  mark = world:mark()\n"
    "end\n"
    "local function act(...)\n"
    "  assert(world:act(...) == 'done', 'a decision is open')\n"
    "end\n"
    "return function(n) open('swarm', n) end,\n"
    "  function(n) open('mortal', n) end,\n"
    "  function() \n"
    "    act('create', { player = player, card = 'land' })\n"
    "  end,\n"
    "  function() act('sweep') end,\n"
    "  function() world:rollback(mark); return last.power end,\n"
    "  function() return #world:entities() end,\n"
    "  function() return player.life end\n";

static void open_table(const stb_card_table_work *work, uint32_t size,
                       stb_card_table *out) {
  char script[sizeof rules_text + sizeof play_text];
  memcpy(script, rules_text, sizeof rules_text);
  memcpy(script + sizeof rules_text - 1, play_text, sizeof play_text);
  *out = (stb_card_table){
      .bench = work->bench,
      .L = stb_lua_open(work->bench, script, NULL, STB_TABLE_FUNCTIONS),
      .action_function = work->act,
      .size = size,
      .column = stb_alloc(work->bench, 2 * (size_t)size + 1, sizeof(int64_t))};
  (void)stb_lua_call(out->L, work->creatures, size);
}

lua_Integer stb_card_table_call(const stb_card_table *table, int function) {
  return stb_lua_call(table->L, function, 0);
}

static unsigned act_table(void *context) {
  const stb_card_table *t = context;
  (void)stb_card_table_call(t, t->action_function);
  return STRATA_OK;
}

/* One mark, set before, serves for every turn. */
static unsigned back_table(void *context) {
  (void)stb_card_table_call(context, STB_TABLE_BACK);
  return STRATA_OK;
}

void stb_card_table_run_size(stb_card_table_work *work, uint32_t size) {
  const bool asked = size == work->decisive_size;
  stb_card_table table;
  const stb_case what = {
      .name = stb_text(work->bench, "%u %s", size, work->size_name),
      .unit = work->unit,
      .subject = {.act = act_table, .back = back_table},
      .baseline = {.act = work->baseline},
      .context = &table,
      .beside = work->beside,
      .goal = asked ? STB_GOAL_NS : STB_GOAL_NONE,
      .limit = work->limit_ns,
      .decides = asked,
      .series = &work->series,
      .size = size,
      .whole = true};
  if (!stb_fits_time(work->bench, &what)) return;
  open_table(work, size, &table);
  work->check(&table);
  work->slope = stb_measure(work->bench, &what).slope;
  work->check(&table);
  lua_close(table.L);
  stb_release(work->bench);
}

void stb_card_table_print_slope(const stb_card_table_work *work) {
  const stb_case what = {.name = "power of the size",
                         .unit = "power",
                         .goal = STB_GOAL_VALUE,
                         .limit = 1.1,
                         .decides = true};
  stb_row_figure(work->bench, &what, work->slope);
}
