/* Rows R18, R19, R30 to R35, R43, and S18: what control, texts, zones and
 * state-based actions make of what happens. */
#include "seed_kit.h"

#include <string.h>

TestSuite(settle, .timeout = 60);

#define OK(call)    cr_assert(eq(int, call, STRATA_OK), "%s", #call)
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define ARGUMENTS(...)                                                         \
  .arguments = (const strata_argument[]){__VA_ARGS__},                         \
  .argument_count = COUNT(((const strata_argument[]){__VA_ARGS__}))
#define GIVE(field, text)                                                      \
  { .name = (field), .value = (text) }
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define DOES(...)                                                              \
  .does = (const strata_instruction[]){__VA_ARGS__},                           \
  .does_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define FIELDS(list) .fields = (list), .field_count = COUNT(list)
#define INSIDE(...)                                                            \
  .inner = (const strata_instruction[]){__VA_ARGS__},                          \
  .inner_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define TO(subject, zone)                                                      \
  {                                                                            \
    D(EMIT), .what = "move", .who = (subject),                                 \
             ARGUMENTS(GIVE("who", "it"), GIVE("to", zone))                    \
  }

/* -- Rules: a small card game ----------------------------------------------
 */

#define FLAG(title)                                                            \
  { .name = (title), .type = STRATA_FLAG, .unlayered = true }
static const char *const types[] = {"creature", "island", "swamp"};
static const strata_attribute attributes[] = {
    {.name = "types",
     .type = STRATA_SET,
     .copiable = true,
     .symbols = types,
     .symbol_count = COUNT(types)},
    {.name = "power", .type = STRATA_INT, .copiable = true},
    {.name = "toughness", .type = STRATA_INT, .copiable = true},
    {.name = "damage", .type = STRATA_INT, .unlayered = true},
    {.name = "life", .type = STRATA_INT, .unlayered = true},
    {.name = "plus", .type = STRATA_INT, .counter = true},
    {.name = "controller", .type = STRATA_REF},
    {.name = "owner", .type = STRATA_REF, .unlayered = true, .kept = true},
    {.name = "held_by", .type = STRATA_REF, .unlayered = true},
    FLAG("player"),
    FLAG("lost"),
    FLAG("sick"),
    FLAG("tapped"),
    FLAG("moved"),
    {.name = "abilities", .type = STRATA_ABILITIES}};
static const char *const layers[] = {"copy", "control", "text", "ability",
                                     "pt"};

static const strata_field_desc who[] = {{"who", STRATA_REF}};
static const strata_field_desc much[] = {{"who", STRATA_REF},
                                         {"amount", STRATA_INT}};
static const strata_field_desc lost[] = {{"who", STRATA_REF},
                                         {"reason", STRATA_SYM}};
static const strata_field_desc move[] = {{"who", STRATA_REF},
                                         {"to", STRATA_SYM},
                                         {"tapped", STRATA_FLAG},
                                         {"copy_of", STRATA_REF}};

#define SETS(column, text)                                                     \
  { D(SET), .what = (column), .who = "event.who", VALUE(text) }
static const strata_event_type_desc *const kinds[] = {
    &(const strata_event_type_desc){
        .name = "move",
        FIELDS(move),
        .affected = "who",
        DOES({D(MOVE), .who = "event.who", .as = "there",
              ARGUMENTS(GIVE("to", "event.to"))},
             {D(SET), .what = "controller", .who = "$there",
              VALUE("event.who.owner")},
             {D(SET), .what = "held_by", .who = "$there",
              VALUE("event.who.owner")},
             {D(COPY), .what = "copy", .who = "$there",
              .when = "event.copy_of != none",
              ARGUMENTS(GIVE("whom", "event.copy_of"))},
             {D(SET), .what = "tapped", .who = "$there", VALUE("event.tapped")},
             {D(SET), .what = "moved", .who = "$there", VALUE("true")})},
    &(const strata_event_type_desc){.name = "enter",
                                    .of = "move",
                                    .where = "event.to = 'battlefield'",
                                    .enters = true},
    &(const strata_event_type_desc){.name = "die",
                                    .of = "move",
                                    .where = "event.to = 'graveyard'",
                                    .look_back = true},
    &(const strata_event_type_desc){
        .name = "hurt",
        FIELDS(much),
        .affected = "who",
        DOES({D(ADD), .what = "damage", .who = "event.who",
              VALUE("event.amount")})},
    &(const strata_event_type_desc){
        .name = "lose_life",
        FIELDS(much),
        .affected = "who",
        DOES({D(ADD), .what = "life", .who = "event.who",
              VALUE("-event.amount")})},
    &(const strata_event_type_desc){.name = "lose_game",
                                    FIELDS(lost),
                                    .affected = "who",
                                    .matters = "event.who.lost = false",
                                    DOES(SETS("lost", "true"))},
    &(const strata_event_type_desc){
        .name = "change_hands",
        FIELDS(who),
        .affected = "who",
        DOES(SETS("held_by", "event.who.controller"), SETS("sick", "true"))},
    &(const strata_event_type_desc){
        .name = "notice", FIELDS(who), .affected = "who"},
    &(const strata_event_type_desc){
        .name = "turn_begins",
        FIELDS(who),
        .affected = "who",
        DOES({D(SET), .what = "sick",
              .who = "types has 'creature' and controller = event.who",
              VALUE("false")})},
};

#define CREATURE "zone = 'battlefield' and types has 'creature' and "
static const char *const moved[] = {"moved"};
static const strata_sba_desc checks[] = {
    {.name = "no_life",
     .who = "player and life <= 0",
     DEEDS({D(EMIT), .what = "lose_game",
            ARGUMENTS(GIVE("who", "it"), GIVE("reason", "'no life'"))})},
    {.name = "no_toughness",
     .who = CREATURE "toughness <= 0",
     DEEDS(TO(NULL, "'graveyard'"))},
    {.name = "lethal_damage",
     .who = CREATURE "toughness > 0 and damage >= toughness",
     DEEDS(TO(NULL, "'graveyard'"))},
    {.name = "other_hands",
     .who = CREATURE "controller != held_by",
     DEEDS({D(EMIT), .what = "change_hands", ARGUMENTS(GIVE("who", "it"))})},
    {.name = "what_has_moved",
     .who = "moved",
     .resets = moved,
     .reset_count = 1,
     DEEDS({D(EMIT), .what = "notice", ARGUMENTS(GIVE("who", "it"))})},
};

#define OF_ITSELF                                                              \
  .role = STRATA_ROLE_REPLACE, .event = "enter", .own = true,                  \
  .tests = &(strata_event_test){"who", "it = this"}, .test_count = 1
#define TRIGGER(kind) .role = STRATA_ROLE_TRIGGER, .event = (kind)
#define NO_DEED       DEEDS({D(LET), .as = "nothing", VALUE("0")})
static const strata_watcher_desc codes[] = {
    {.name = "sleeper",
     OF_ITSELF,
     DEEDS({D(CHANGE), .what = "tapped", VALUE("true")})},
    {.name = "clone",
     OF_ITSELF,
     .rank = "copy",
     DEEDS({D(CHOOSE), .who = "zone = 'battlefield' and types has 'creature'",
            .as = "whom"},
           {D(CHANGE), .what = "copy_of", VALUE("$whom")})},
    {.name = "hunter",
     TRIGGER("turn_begins"),
     .when = "event.who = this.controller",
     DEEDS({D(CHOOSE), .who = "zone = 'battlefield' and types has 'island'",
            .as = "prey", .flags = STRATA_INSTRUCTION_TARGET},
           TO("$prey", "'graveyard'"))},
    {.name = "doubler",
     .role = STRATA_ROLE_REPLACE,
     .event = "hurt",
     DEEDS({D(CHANGE), .what = "amount", VALUE("event.amount * 2")})},
    {.name = "clerk", TRIGGER("notice"), .batch = true, NO_DEED},
    {.name = "greeter", TRIGGER("enter"), NO_DEED},
    {.name = "mourner", TRIGGER("die"), .batch = true, NO_DEED},
};
/* What is done by itself, without being had by anybody. */
static const strata_field_desc at[] = {{"target", STRATA_REF}};
static const strata_watcher_desc acts[] = {
    {.name = "nothing", TRIGGER("notice"), NO_DEED},
    {.name = "larger_bolt",
     TRIGGER("notice"),
     .names = at,
     .name_count = 1,
     DEEDS({D(EMIT), .what = "hurt",
            ARGUMENTS(GIVE("who", "$target"), GIVE("amount", "3")),
            INSIDE({D(CHANGE), .what = "amount", VALUE("event.amount + 1")})})},
    {.name = "two_go",
     TRIGGER("turn_begins"),
     DEEDS(TO("zone = 'hand' and power = 1", "'graveyard'"),
           TO("zone = 'hand' and power = 2", "'graveyard'"))},
};

/* An ability of a card: its code, or what it says of others all the time. */
static strata_status add_ability(strata_builder *b, const char *name,
                                 const strata_clause *clause, bool has_code) {
  static const char *const here[] = {"battlefield"};
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .zones = here,
                                 .zone_count = 1,
                                 .clauses = clause,
                                 .clause_count = clause ? 1 : 0,
                                 .watchers = &name,
                                 .watcher_count = has_code ? 1 : 0};
  return strata_builder_ability(b, &ability);
}

static strata_status add_card(strata_builder *b, const char *name,
                              const char *type, const char *power,
                              const char *ability) {
  const strata_default all[] = {
      {.attr = "types", .names = &type, .name_count = 1},
      {.attr = "power", .text = power},
      {.attr = "toughness", .text = power},
      {.attr = "abilities", .names = &ability, .name_count = 1}};
  strata_definition_desc card = {
      .name = name, .defaults = all, .default_count = ability ? 4 : 3};
  return strata_builder_definition(b, &card);
}

/* The lord's ability, and that of the hunter, which says whom it aims at. */
static strata_status add_abilities(strata_builder *b) {
  const strata_clause_part larger = {
      .attr = "toughness", .layer = "pt", .op = STRATA_OP_ADD, .operand = "1"};
  const strata_clause lord = {.subject =
                                  CREATURE "controller = this.controller",
                              .parts = &larger,
                              .part_count = 1};
  strata_status status = add_ability(b, "lord", &lord, false);
  return status ? status : add_ability(b, "hunter", NULL, true);
}

static strata_status add_cards(strata_builder *b) {
  static const char *const plain[] = {"sleeper", "clone",   "doubler",
                                      "clerk",   "greeter", "mourner"};
  strata_status status = add_abilities(b);
  for (size_t i = 0; !status && i < COUNT(plain); i++) {
    status = add_ability(b, plain[i], NULL, true);
    if (!status) {
      status =
          add_card(b, plain[i], i < 2 ? "creature" : "prey", "3", plain[i]);
    }
  }
  if (!status) status = add_card(b, "hunter", "prey", "0", "hunter");
  if (!status) status = add_card(b, "lord", "creature", "2", "lord");
  if (!status) status = add_card(b, "one", "creature", "1", NULL);
  if (!status) status = add_card(b, "two", "creature", "2", NULL);
  if (!status) status = add_card(b, "three", "creature", "3", NULL);
  if (!status) status = add_card(b, "island", "island", "0", NULL);
  return status ? status : add_card(b, "swamp", "swamp", "0", NULL);
}

static strata_status add_places(strata_builder *b) {
  static const char *const zones[] = {"battlefield", "graveyard", "hand",
                                      "stack"};
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(zones); i++) {
    strata_zone_desc zone = {.name = zones[i], .shared = true};
    status = strata_builder_zone(b, &zone);
  }
  for (size_t i = 0; !status && i < COUNT(layers); i++) {
    status =
        strata_builder_layer(b, layers[i], (int32_t)i, STRATA_BY_TIMESTAMP);
  }
  if (!status) status = strata_builder_copiable_after(b, "copy");
  if (!status) status = strata_builder_clock(b, "turn");
  if (!status) status = strata_builder_symbol(b, NULL, "no life");
  if (!status) status = strata_builder_symbol(b, "types", "prey");
  if (!status) status = strata_builder_replacement_class(b, "copy");
  return status ? status
                : strata_builder_play_rules(
                      b, &(strata_play_rules_desc){.stack = "stack"});
}

static strata_status declare(strata_builder *b) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(attributes); i++) {
    status = strata_builder_attribute(b, &attributes[i]);
  }
  if (!status) status = add_places(b);
  for (size_t i = 0; !status && i < COUNT(kinds); i++) {
    status = strata_builder_event_type(b, kinds[i]);
  }
  for (size_t i = 0; !status && i < COUNT(checks); i++) {
    status = strata_builder_sba(b, &checks[i]);
  }
  for (size_t i = 0; !status && i < COUNT(codes); i++) {
    status = strata_builder_watcher(b, &codes[i]);
  }
  for (size_t i = 0; !status && i < COUNT(acts); i++) {
    status = strata_builder_watcher(b, &acts[i]);
  }
  return status ? status : add_cards(b);
}

/* -- A world of them, with two players --------------------------------------
 */

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity one, two;
} table;

static strata_attr attr(const table *t, const char *name) {
  return kit_attr(t->rules, name);
}

static int64_t number(table *t, strata_entity of, const char *name) {
  int64_t value;
  OK(strata_get_int(t->world, of, attr(t, name), &value));
  return value;
}

static strata_entity ref(table *t, strata_entity of, const char *name) {
  strata_value value;
  OK(strata_get(t->world, of, attr(t, name), &value));
  return value.ref;
}

static void put_ref(table *t, strata_entity of, const char *name,
                    strata_entity to) {
  strata_value value = {.type = STRATA_REF, .ref = to};
  OK(strata_set_base(t->world, of, attr(t, name), &value));
}

static void open_table(table *t) {
  *t = (table){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  strata_status status = declare(b);
  if (!status) status = strata_builder_freeze(b, &t->rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  strata_entity *players[] = {&t->one, &t->two};
  for (size_t i = 0; i < COUNT(players); i++) {
    OK(strata_spawn(t->world, players[i]));
    OK(strata_set_base_int(t->world, *players[i], attr(t, "player"), 1));
    OK(strata_set_base_int(t->world, *players[i], attr(t, "life"), 20));
  }
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

/* The first player's, and has been there. */
static strata_entity put(table *t, const char *card, const char *zone) {
  strata_entity out;
  OK(strata_spawn_as(t->world,
                     strata_rules_find(t->rules, STRATA_NAME_DEFINITION, card),
                     &out));
  strata_move_desc to = {
      .zone = strata_rules_find(t->rules, STRATA_NAME_ZONE, zone),
      .same = true};
  OK(strata_move(t->world, out, &to, &out));
  put_ref(t, out, "owner", t->one);
  put_ref(t, out, "controller", t->one);
  put_ref(t, out, "held_by", t->one);
  return out;
}

static strata_outcome act(table *t, const char *kind, strata_entity of,
                          const strata_named_value *more,
                          strata_settle_mode how) {
  strata_named_value given[2] = {{"who", {.type = STRATA_REF, .ref = of}}};
  if (more) given[1] = *more;
  strata_act_desc desc = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = given,
      .given_count = more ? 2 : 1,
      .settling = how};
  strata_outcome outcome;
  cr_assert(eq(int, strata_act(t->world, &desc, &outcome), STRATA_OK), "%s",
            strata_world_error(t->world));
  return outcome;
}

static strata_outcome act_amount(table *t, const char *kind, strata_entity of,
                                 int64_t amount) {
  const strata_named_value given = {"amount",
                                    {.type = STRATA_INT, .integer = amount}};
  return act(t, kind, of, &given, STRATA_SETTLE_PLACE);
}

/* What it has become. */
static strata_entity move_to(table *t, strata_entity of, const char *zone) {
  const strata_named_value given = {
      "to", {.type = STRATA_SYM, .symbol = kit_symbol(t->rules, zone)}};
  cr_expect(
      eq(int, act(t, "move", of, &given, STRATA_SETTLE_CHECKS), STRATA_DONE));
  return strata_successor(t->world, of);
}

static strata_outcome run(table *t, const char *code, strata_entity target) {
  const strata_named_value given = {"target",
                                    {.type = STRATA_REF, .ref = target}};
  strata_act_desc desc = {
      .watcher_def = strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code),
      .given = &given,
      .given_count = target != 0,
      .settling = STRATA_SETTLE_CHECKS};
  strata_outcome outcome;
  cr_assert(eq(int, strata_act(t->world, &desc, &outcome), STRATA_OK), "%s",
            strata_world_error(t->world));
  return outcome;
}

/* How many rows of the log say so, of a watcher or, NULL, of any. */
static int64_t rows(table *t, strata_log_kind what, const char *code) {
  strata_watcher_def of =
      code ? strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code) : 0;
  int64_t count = 0;
  for (uint64_t n = strata_log_next(t->world, 0); n != 0;
       n = strata_log_next(t->world, n)) {
    strata_log_row row;
    OK(strata_log_get(t->world, n, &row));
    if (row.what == what && (of == 0 || row.watcher_def == of))
      count += row.count;
  }
  return count;
}

/* The first row that says so of somebody or, 0, of anybody; 0 if none does. */
static uint64_t first_row(table *t, strata_log_kind what, const char *kind,
                          strata_entity of) {
  strata_event_type wanted =
      kind ? strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, kind) : 0;
  for (uint64_t n = strata_log_next(t->world, 0); n != 0;
       n = strata_log_next(t->world, n)) {
    strata_log_row row;
    OK(strata_log_get(t->world, n, &row));
    bool is_it =
        (of == 0 || row.who == of) && (!kind || row.event_type == wanted);
    if (row.what == what && is_it) return n;
  }
  return 0;
}

static bool is_in(table *t, strata_entity of, const char *zone) {
  strata_entity now = strata_successor(t->world, of);
  strata_value value;
  OK(strata_get(t->world, now ? now : of, attr(t, "zone"), &value));
  return value.symbol == kit_symbol(t->rules, zone);
}

/* -- The rows ---------------------------------------------------------------
 */

static strata_effect take(table *t, strata_entity what, strata_entity player) {
  strata_part part = {.attr = attr(t, "controller"),
                      .layer = (strata_layer)strata_rules_find(
                                   t->rules, STRATA_NAME_LAYER, "control") -
                               1,
                      .op = STRATA_OP_SET,
                      .ref = player};
  strata_effect_desc desc = {
      .targets = &what,
      .target_count = 1,
      .parts = &part,
      .part_count = 1,
      .clock = strata_rules_find(t->rules, STRATA_NAME_CLOCK, "turn"),
      .ticks = 1};
  strata_effect effect;
  OK(strata_effect_add(t->world, &desc, &effect));
  return effect;
}

Test(settle, seed_R18_control_changes_and_returns) {
  table t;
  open_table(&t);
  strata_entity bear = put(&t, "two", "battlefield");
  SEED_EXPECT(number(&t, bear, "sick"), "R18", 0);
  take(&t, bear, t.two);
  run(&t, "nothing", 0);
  SEED_EXPECT(ref(&t, bear, "controller") == t.two, "R18", 1);
  SEED_EXPECT(number(&t, bear, "sick"), "R18", 2);

  uint32_t ended;
  OK(strata_tick(t.world, strata_rules_find(t.rules, STRATA_NAME_CLOCK, "turn"),
                 &ended));
  run(&t, "nothing", 0);
  SEED_EXPECT(ref(&t, bear, "controller") == t.one, "R18", 3);
  SEED_EXPECT(number(&t, bear, "sick"), "R18", 4);
  act(&t, "turn_begins", t.two, NULL, STRATA_SETTLE_ALL);
  SEED_EXPECT(number(&t, bear, "sick"), "R18", 5);
  act(&t, "turn_begins", t.one, NULL, STRATA_SETTLE_ALL);
  SEED_EXPECT(number(&t, bear, "sick"), "R18", 6);
  close_table(&t);
}

/* Whom it could be aimed at: 1 for the islands, 2 for the swamps, summed. */
static int64_t prey(table *t, const strata_entity *lands) {
  int64_t found = 0;
  strata_decision d;
  cr_assert(eq(int, act(t, "turn_begins", t->one, NULL, STRATA_SETTLE_PLACE),
               STRATA_DECIDE));
  OK(strata_decision_get(t->world, 0, &d));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_TARGET));
  for (size_t i = 0; i < d.option_count; i++) {
    for (int64_t land = 0; land < 4; land++) {
      if (d.options[i].value.ref == lands[land]) found += 1 + land / 2;
    }
  }
  OK(strata_cancel(t->world));
  return found;
}

Test(settle, seed_R19_another_word_is_another_target) {
  table t;
  open_table(&t);
  strata_entity hunter = put(&t, "hunter", "battlefield");
  const strata_entity lands[] = {
      put(&t, "island", "battlefield"), put(&t, "island", "battlefield"),
      put(&t, "swamp", "battlefield"), put(&t, "swamp", "battlefield")};
  const strata_symbol words[] = {kit_symbol(t.rules, "island"),
                                 kit_symbol(t.rules, "swamp")};
  strata_part part = {.attr = attr(&t, "abilities"),
                      .layer = (strata_layer)strata_rules_find(
                                   t.rules, STRATA_NAME_LAYER, "text") -
                               1,
                      .op = STRATA_OP_SUBSTITUTE,
                      .symbols = words,
                      .symbol_count = 2};
  strata_effect_desc desc = {
      .targets = &hunter, .target_count = 1, .parts = &part, .part_count = 1};
  strata_effect effect;
  SEED_EXPECT(prey(&t, lands), "R19", 0);
  OK(strata_effect_add(t.world, &desc, &effect));
  SEED_EXPECT(prey(&t, lands), "R19", 1);
  OK(strata_effect_remove(t.world, effect));
  SEED_EXPECT(prey(&t, lands), "R19", 2);
  close_table(&t);
}

/* 3 and 1 is 4, twice is 8; the other way round it would be 7. */
Test(settle, seed_R30_what_a_spell_says_itself_comes_first) {
  table t;
  open_table(&t);
  put(&t, "doubler", "battlefield");
  strata_entity wall = put(&t, "swamp", "battlefield");
  SEED_EXPECT(run(&t, "larger_bolt", wall), "R30", 0);
  SEED_EXPECT(number(&t, wall, "damage"), "R30", 1);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, "doubler"), "R30", 2);
  close_table(&t);
}

Test(settle, seed_R31_no_life_is_lost_once) {
  table t;
  open_table(&t);
  OK(strata_set_base_int(t.world, t.two, attr(&t, "life"), 1));
  act_amount(&t, "lose_life", t.two, 1);
  uint64_t first = first_row(&t, STRATA_LOG_HAPPENED, "lose_game", t.two);
  cr_assert(ne(u64, first, 0));
  strata_log_row row;
  OK(strata_log_get(t.world, first, &row));
  cr_assert(eq(int, strcmp(row.fields[1].name, "reason"), 0));
  SEED_EXPECT(row.fields[1].value.symbol == kit_symbol(t.rules, "no life"),
              "R31", 0);
  act_amount(&t, "lose_life", t.two, 5);
  SEED_EXPECT(number(&t, t.two, "life"), "R31", 1);
  SEED_EXPECT(number(&t, t.two, "lost"), "R31", 2);
  OK(strata_log_forget(t.world, first + 1));
  SEED_EXPECT(first_row(&t, STRATA_LOG_HAPPENED, "lose_game", 0) != 0, "R31",
              3);
  SEED_EXPECT(number(&t, t.one, "lost"), "R31", 4);
  close_table(&t);
}

Test(settle, seed_R32_lethal_damage) {
  table t;
  open_table(&t);
  strata_entity one = put(&t, "three", "battlefield");
  strata_entity other = put(&t, "three", "battlefield");
  act_amount(&t, "hurt", one, 2);
  SEED_EXPECT(is_in(&t, one, "battlefield"), "R32", 0);
  SEED_EXPECT(number(&t, one, "damage"), "R32", 1);
  act_amount(&t, "hurt", other, 3);
  SEED_EXPECT(is_in(&t, other, "graveyard"), "R32", 2);
  act_amount(&t, "hurt", one, 1);
  SEED_EXPECT(is_in(&t, one, "graveyard"), "R32", 3);
  close_table(&t);
}

Test(settle, seed_R33_no_toughness) {
  table t;
  open_table(&t);
  strata_entity bear = put(&t, "two", "battlefield");
  const strata_layer pt =
      (strata_layer)strata_rules_find(t.rules, STRATA_NAME_LAYER, "pt") - 1;
  const strata_part parts[] = {{.attr = attr(&t, "power"),
                                .layer = pt,
                                .op = STRATA_OP_ADD,
                                .value = -2},
                               {.attr = attr(&t, "toughness"),
                                .layer = pt,
                                .op = STRATA_OP_ADD,
                                .value = -2}};
  strata_effect_desc desc = {
      .targets = &bear, .target_count = 1, .parts = parts, .part_count = 2};
  strata_effect effect;
  OK(strata_effect_add(t.world, &desc, &effect));
  SEED_EXPECT(number(&t, bear, "damage"), "R33", 0);
  SEED_EXPECT(is_in(&t, bear, "battlefield"), "R33", 1);
  run(&t, "nothing", 0);
  SEED_EXPECT(is_in(&t, bear, "graveyard"), "R33", 2);
  SEED_EXPECT(number(&t, strata_successor(t.world, bear), "toughness"), "R33",
              3);
  close_table(&t);
}

Test(settle, seed_R34_checks_go_on_until_nothing_is_left) {
  table t;
  open_table(&t);
  put(&t, "mourner", "battlefield");
  strata_entity lord = put(&t, "lord", "battlefield");
  strata_entity squire = put(&t, "one", "battlefield");
  OK(strata_set_base_int(t.world, squire, attr(&t, "damage"), 1));
  SEED_EXPECT(act_amount(&t, "hurt", lord, 3), "R34", 0);
  SEED_EXPECT(is_in(&t, lord, "graveyard"), "R34", 1);
  SEED_EXPECT(is_in(&t, squire, "graveyard"), "R34", 2);
  SEED_EXPECT(rows(&t, STRATA_LOG_TRIGGERED, "mourner"), "R34", 3);
  uint64_t first = first_row(&t, STRATA_LOG_HAPPENED, "move", lord);
  uint64_t second = first_row(&t, STRATA_LOG_HAPPENED, "move", squire);
  uint64_t placed = first_row(&t, STRATA_LOG_PLACED, NULL, 0);
  SEED_EXPECT(first != 0 && first < second, "R34", 4);
  SEED_EXPECT(second < placed, "R34", 5);
  close_table(&t);
}

/* The clerk notes each round that has found somebody, once. */
Test(settle, seed_R35_when_checks_run) {
  table t;
  open_table(&t);
  put(&t, "clerk", "battlefield");
  strata_entity card = put(&t, "three", "hand");
  put(&t, "one", "hand");
  put(&t, "two", "hand");
  card = move_to(&t, card, "graveyard");
  SEED_EXPECT(rows(&t, STRATA_LOG_TRIGGERED, "clerk"), "R35", 0);
  SEED_EXPECT(number(&t, card, "moved"), "R35", 1);

  const strata_entity mark = put(&t, "swamp", "battlefield");
  strata_act_desc desc = {.watcher_def = strata_rules_find(
                              t.rules, STRATA_NAME_WATCHER_DEF, "two_go"),
                          .source = mark,
                          .settling = STRATA_SETTLE_CHECKS};
  OK(strata_act(t.world, &desc, NULL));
  SEED_EXPECT(rows(&t, STRATA_LOG_TRIGGERED, "clerk"), "R35", 2);
  close_table(&t);
}

Test(settle, seed_R43_a_new_object_each_time) {
  table t;
  open_table(&t);
  put(&t, "greeter", "battlefield");
  strata_entity in_hand = put(&t, "two", "hand");
  strata_entity there = move_to(&t, in_hand, "battlefield");
  SEED_EXPECT(there != 0 && there != in_hand, "R43", 0);
  SEED_EXPECT(strata_is_alive(t.world, in_hand), "R43", 1);
  OK(strata_set_base_int(t.world, there, attr(&t, "plus"), 1));
  OK(strata_set_base_int(t.world, there, attr(&t, "tapped"), 1));
  act_amount(&t, "hurt", there, 1);
  SEED_EXPECT(number(&t, there, "plus") + number(&t, there, "tapped") +
                  number(&t, there, "damage"),
              "R43", 2);

  strata_entity gone = move_to(&t, there, "graveyard");
  SEED_EXPECT(gone != 0 && gone != there && gone != in_hand, "R43", 3);
  SEED_EXPECT(number(&t, gone, "plus") + number(&t, gone, "tapped") +
                  number(&t, gone, "damage"),
              "R43", 4);
  SEED_EXPECT(ref(&t, gone, "owner") == t.one, "R43", 5);
  SEED_EXPECT(rows(&t, STRATA_LOG_TRIGGERED, "greeter"), "R43", 6);
  close_table(&t);
}

/* With the sleeper there, and without. */
Test(settle, seed_S18_what_it_becomes_joins_in) {
  static const char *const others[] = {"sleeper", "swamp"};
  for (size_t i = 0; i < COUNT(others); i++) {
    table t;
    open_table(&t);
    put(&t, others[i], "battlefield");
    strata_entity clone = put(&t, "clone", "hand");
    strata_entity there = move_to(&t, clone, "battlefield");
    SEED_EXPECT(number(&t, there, "tapped"), "S18", 2 * i);
    SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, "sleeper"), "S18", 2 * i + 1);
    cr_expect(eq(i64, rows(&t, STRATA_LOG_REPLACED, "clone"), 1));
    close_table(&t);
  }
}
