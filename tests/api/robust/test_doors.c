/* What is checked where a host hands something in: bytes of texts, numbers of
 * enums, ids; what asking for a size is; and an open action of a save whose
 * rules have changed. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(doors, .timeout = 60);

/* -- UTF-8 -- */

typedef struct sample {
  const char *text;
  bool fine;
} sample;

static const sample samples[] = {
    {"", true},
    {"plain", true},
    {"\x7f and \x01", true},
    {"q\xc2\x85t", true},        /* U+0085, a control character */
    {"\xc3\xa9", true},          /* U+00E9 */
    {"\xe2\x82\xac", true},      /* U+20AC */
    {"\xed\x9f\xbf", true},      /* U+D7FF, before the surrogates */
    {"\xee\x80\x80", true},      /* U+E000, behind them */
    {"\xf0\x9f\x90\x89", true},  /* U+1F409 */
    {"\xf4\x8f\xbf\xbf", true},  /* U+10FFFF */
    {"bad\xff\xfe", false},      /* bytes that begin nothing */
    {"\x80", false},             /* a continuation alone */
    {"a\xc3", false},            /* cut */
    {"\xe2\x82", false},         /* cut */
    {"\xf0\x9f\x90", false},     /* cut */
    {"\xc3(", false},            /* no continuation */
    {"\xe2\x82(", false},        /* no continuation */
    {"\xc0\xaf", false},         /* longer than needed */
    {"\xe0\x9f\xbf", false},     /* longer than needed */
    {"\xf0\x8f\xbf\xbf", false}, /* longer than needed */
    {"\xed\xa0\x80", false},     /* U+D800, a surrogate */
    {"\xf4\x90\x80\x80", false}, /* U+110000 */
    {"\xf5\x80\x80\x80", false}, /* begins nothing */
};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

static bool is_refused(const game *g, strata_status status) {
  if (!status) return false;
  cr_expect(eq(int, status, STRATA_EINVAL));
  cr_expect(strstr(strata_world_error(g->world), "UTF-8") != NULL, "%s",
            strata_world_error(g->world));
  return true;
}

static strata_status name_effect(game *g, const char *name) {
  game_effect e;
  strata_effect effect;
  game_describe(g, &e, g->card[0], "power", STRATA_OP_ADD, 1);
  e.desc.name = name;
  return strata_effect_add(g->world, &e.desc, &effect);
}

Test(doors, finding_EM06_texts_of_worlds_are_utf8) {
  game g = {0};
  game_open(&g, false);
  strata_attr note = game_attr(&g, "note");
  const strata_value one = kit_int(1);
  for (size_t i = 0; i < SAMPLES; i++) {
    const char *text = samples[i].text;
    const strata_value value = {.type = STRATA_TEXT, .text = text};
    bool bad = !samples[i].fine;
    cr_expect(
        eq(int,
           is_refused(&g, strata_set_base(g.world, g.card[0], note, &value)),
           bad),
        "text %zu", i);
    cr_expect(eq(int, is_refused(&g, name_effect(&g, text)), bad), "name %zu",
              i);
    if (!*text) continue;
    cr_expect(eq(int, is_refused(&g, strata_note(g.world, 0, text, &one)), bad),
              "key %zu", i);
  }
  game_close(&g);
}

Test(doors, finding_EM06_symbols_and_declared_texts_are_utf8) {
  for (size_t i = 0; i < SAMPLES; i++) {
    strata_builder *b;
    const char *text = samples[i].text;
    bool control = strchr(text, '\x7f') != NULL;
    OK(strata_builder_new(NULL, NULL, &b));
    if (*text && !control) {
      cr_expect(eq(int, strata_builder_symbol(b, NULL, text) == STRATA_OK,
                   samples[i].fine),
                "symbol %zu: %s", i, strata_builder_error(b));
    }
    const strata_default name = {.attr = "title", .text = text};
    strata_status status = strata_builder_definition(
        b, &(strata_definition_desc){
               .name = "bear", .defaults = &name, .default_count = 1});
    cr_expect(eq(int, status == STRATA_OK, samples[i].fine), "text %zu: %s", i,
              strata_builder_error(b));
    strata_builder_free(b);
  }
}

/* -- Sizes -- */

Test(doors, finding_EM07_asking_for_the_size_of_a_save_is_no_error) {
  game g = {0};
  size_t size = 0;
  unsigned char small[8];
  game_open(&g, false);
  cr_expect(eq(int, strata_despawn(g.world, 12345), STRATA_ESTALE));
  int told = g.told;
  OK(strata_save(g.world, NULL, 0, &size));
  cr_expect(lt(sz, 8, size));
  cr_expect(eq(int, g.told, told), "nothing is logged");
  cr_expect(strstr(strata_world_error(g.world), "despawn") != NULL, "%s",
            strata_world_error(g.world));
  cr_expect(
      eq(int, strata_save(g.world, small, sizeof small, &size), STRATA_ERANGE),
      "a buffer that is too small is one");
  cr_expect(eq(int, g.told, told + 1));
  OK(strata_rules_image(g.rules, NULL, 0, &size));
  cr_expect(eq(int, strata_rules_image(g.rules, small, sizeof small, &size),
               STRATA_ERANGE));
  game_close(&g);
}

/* -- Enums -- */

#define ENUM_99(type) ((type)99)

static void expect_no(const strata_builder *b, strata_status status,
                      const char *words) {
  cr_expect(ne(int, status, STRATA_OK), "%s", words);
  cr_expect(strstr(strata_builder_error(b), words) != NULL, "%s: %s", words,
            strata_builder_error(b));
}

Test(doors, finding_EM08_numbers_that_an_enum_lacks_are_refused_by_builders) {
  strata_builder *b;
  OK(strata_builder_new(NULL, NULL, &b));
  expect_no(b, strata_builder_layer(b, "a", 1, ENUM_99(strata_order)),
            "no order 99");
  expect_no(b, strata_builder_numbered_layers(b, ENUM_99(strata_order)),
            "no order 99");
  expect_no(b,
            strata_builder_stacking_group(b, "g", ENUM_99(strata_stacking), 0),
            "no stacking policy 99");
  expect_no(b,
            strata_builder_stacking_group(b, "g", ENUM_99(strata_stacking), 1),
            "no stacking policy 99");
  cr_expect(
      ne(int,
         strata_builder_attribute(
             b, &(strata_attribute){.name = "a", .type = ENUM_99(strata_type)}),
         STRATA_OK));
  cr_expect(
      ne(int,
         strata_builder_ability(
             b, &(strata_ability_desc){.name = "b",
                                       .kind = ENUM_99(strata_ability_kind)}),
         STRATA_OK));
  cr_expect(
      ne(int,
         strata_builder_watcher(
             b, &(strata_watcher_desc){.name = "w",
                                       .event = "e",
                                       .role = ENUM_99(strata_watcher_role)}),
         STRATA_OK));
  cr_expect(ne(int,
               strata_builder_event_type(
                   b,
                   &(strata_event_type_desc){
                       .name = "e", .contains = ENUM_99(strata_part_timing)}),
               STRATA_OK));
  cr_expect(ne(int,
               strata_builder_rename(b, ENUM_99(strata_name_kind), "a", "b"),
               STRATA_OK));
  OK(strata_builder_layer(b, "a", 1, STRATA_BY_PRIORITY)); /* the control */
  strata_builder_free(b);
}

Test(doors, finding_EM08_a_clause_with_no_such_rounding_is_not_frozen) {
  const strata_rounding roundings[] = {STRATA_ROUND_UP,
                                       ENUM_99(strata_rounding)};
  for (size_t i = 0; i < 2; i++) {
    strata_builder *b;
    strata_rules *rules = NULL;
    OK(strata_builder_new(NULL, NULL, &b));
    OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
    OK(strata_builder_attribute(
        b, &(strata_attribute){.name = "power", .type = STRATA_INT}));
    const strata_clause_part part = {.attr = "power",
                                     .layer = "1",
                                     .op = STRATA_OP_DIV,
                                     .operand = "2",
                                     .rounding = roundings[i]};
    OK(strata_builder_law(b, &(strata_law_desc){.name = "half",
                                                .clause = {.subject = "true",
                                                           .parts = &part,
                                                           .part_count = 1}}));
    strata_status status = strata_builder_freeze(b, &rules);
    cr_expect(eq(int, status, i == 0 ? STRATA_OK : STRATA_EINVAL), "%s",
              strata_builder_error(b));
    if (i > 0) {
      cr_expect(strstr(strata_builder_error(b), "rounding 99") != NULL, "%s",
                strata_builder_error(b));
    }
    strata_rules_free(rules);
    strata_builder_free(b);
  }
}

Test(doors, finding_EM08_numbers_that_an_enum_lacks_are_refused_by_worlds) {
  game g = {0};
  game_effect e;
  strata_effect effect;
  game_open(&g, false);
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_DIV, 2);
  e.part.rounding = ENUM_99(strata_rounding);
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_EINVAL,
          "rounding");
  e.part.rounding = STRATA_ROUND_UP;
  OK(strata_effect_add(g.world, &e.desc, &effect));
  e.part.op = ENUM_99(strata_op);
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ETYPE,
          "operation");
  REFUSED(&g,
          strata_world_tune(g.world, ENUM_99(strata_tuning), STRATA_TUNE_AUTO),
          STRATA_EINVAL, "tuning");
  game_close(&g);
}

Test(doors, finding_EM08_a_target_that_is_listed_twice_is_affected_once) {
  game g = {0};
  game_effect e;
  game_open(&g, false);
  int64_t before = game_read(&g, g.card[0], "power");
  const strata_entity twice[] = {g.card[0], g.card[1], g.card[0], g.card[0]};
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.targets = twice;
  e.desc.target_count = 4;
  (void)game_add(&g, &e.desc);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), before + 3));
  game_close(&g);
}

Test(doors, finding_EM08_messages_say_which_ids_there_are) {
  game g = {0};
  int64_t value;
  game_open(&g, false);
  REFUSED(&g, strata_get_int(g.world, g.card[0], 0, &value), STRATA_ENOENT,
          "no attribute 0", "strata_rules_find");
  REFUSED(&g, strata_get_int(g.world, g.card[0], UINT32_MAX, &value),
          STRATA_ENOENT, "4294967295", "-1", "1 to ");
  REFUSED(&g, strata_act(g.world, &(strata_act_desc){.event = 7}, NULL),
          STRATA_ENOENT, "these rules have none");
  cr_expect(strstr(strata_status_text(STRATA_EOPEN), "call") != NULL);
  game_close(&g);
}

/* -- An open action, and rules that have changed -- */

/* `gain` asks, by a law, how much more there is; `event` names it. */
static strata_rules *asking_rules(const char *event, bool renames) {
  strata_builder *b;
  strata_rules *rules;
  const strata_field_desc fields[] = {{"who", STRATA_REF},
                                      {"amount", STRATA_INT}};
  const strata_argument amount = {.value = "event.amount"};
  const strata_argument most = {.name = "most", .value = "5"};
  const strata_argument sides = {.value = "6"};
  const strata_argument more = {.value = "$x"};
  const char *const names[] = {"ask"};
  const strata_instruction adds = {.op = STRATA_DO_ADD,
                                   .what = "life",
                                   .who = "event.who",
                                   .arguments = &amount,
                                   .argument_count = 1};
  const strata_instruction asks[] = {{.op = STRATA_DO_ROLL,
                                      .as = "die",
                                      .arguments = &sides,
                                      .argument_count = 1},
                                     {.op = STRATA_DO_CHOOSE,
                                      .what = "number",
                                      .as = "x",
                                      .arguments = &most,
                                      .argument_count = 1},
                                     {.op = STRATA_DO_LET,
                                      .as = "y",
                                      .arguments = &more,
                                      .argument_count = 1}};
  OK(strata_builder_new(NULL, NULL, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "life", .type = STRATA_INT}));
  OK(strata_builder_event_type(b, &(strata_event_type_desc){.name = event,
                                                            .affected = "who",
                                                            .amount = "amount",
                                                            .fields = fields,
                                                            .field_count = 2,
                                                            .does = &adds,
                                                            .does_count = 1}));
  OK(strata_builder_watcher(b,
                            &(strata_watcher_desc){.name = "ask",
                                                   .role = STRATA_ROLE_TRIGGER,
                                                   .event = event,
                                                   .program = asks,
                                                   .instruction_count = 3}));
  OK(strata_builder_law(b, &(strata_law_desc){.name = "asking",
                                              .watchers = names,
                                              .watcher_count = 1}));
  if (renames) {
    OK(strata_builder_rename(b, STRATA_NAME_EVENT_TYPE, "gain", event));
  }
  strata_status status = strata_builder_freeze(b, &rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  return rules;
}

static strata_entity player;

static void *save_open_action(strata_rules *rules, size_t *size) {
  strata_world *world;
  strata_outcome outcome = STRATA_DONE;
  OK(strata_world_new(rules, NULL, &world));
  OK(strata_spawn(world, &player));
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = player}}, {"amount", kit_int(2)}};
  OK(strata_act(world,
                &(strata_act_desc){.event = strata_rules_find(
                                       rules, STRATA_NAME_EVENT_TYPE, "gain"),
                                   .given = given,
                                   .given_count = 2},
                &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  OK(strata_save(world, NULL, 0, size));
  void *bytes = malloc(*size);
  OK(strata_save(world, bytes, *size, size));
  strata_world_free(world);
  return bytes;
}

static strata_world *load_open_action(strata_rules *rules, const void *bytes,
                                      size_t size) {
  strata_world *world = NULL;
  strata_error error;
  strata_status status = strata_load(rules, NULL, bytes, size, &world, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  cr_assert(eq(sz, strata_decision_count(world), 1));
  return world;
}

static strata_status answer_number(strata_world *world, int64_t number) {
  return strata_answer(
      world, &(strata_answer_desc){.amounts = &number, .count = 1}, NULL);
}

Test(doors, finding_EM09_an_open_action_goes_on_under_a_new_name) {
  size_t size;
  int64_t life = 0;
  strata_rules *old = asking_rules("gain", false);
  strata_rules *new = asking_rules("win", true);
  void *bytes = save_open_action(old, &size);
  strata_world *world = load_open_action(new, bytes, size);
  strata_status status = answer_number(world, 3);
  if (!status && strata_decision_count(world) > 0) {
    status = answer_number(world, 3); /* it is asked again of new rules */
  }
  cr_expect(eq(int, status, STRATA_OK), "%s", strata_world_error(world));
  cr_expect(eq(sz, strata_decision_count(world), 0));
  OK(strata_get_int(world, player, kit_attr(new, "life"), &life));
  cr_expect(eq(i64, life, 2));
  strata_world_free(world);
  free(bytes);
  strata_rules_free(old);
  strata_rules_free(new);
}

/* A die was rolled, so under its own rules the action could not be given up. */
Test(doors, finding_EM09_an_action_that_cannot_go_on_can_be_given_up) {
  size_t size;
  int64_t life = -1;
  strata_rules *old = asking_rules("gain", false);
  strata_rules *new = asking_rules("win", false);
  void *bytes = save_open_action(old, &size);
  strata_world *world = load_open_action(old, bytes, size);
  cr_expect(eq(int, strata_cancel(world), STRATA_EREFUSED), "the control");
  strata_world_free(world);
  world = load_open_action(new, bytes, size);
  cr_expect(eq(int, answer_number(world, 3), STRATA_ECORRUPT));
  cr_expect(strstr(strata_world_error(world), "event type 'gain'") != NULL,
            "%s", strata_world_error(world));
  OK(strata_cancel(world));
  cr_expect(eq(sz, strata_decision_count(world), 0));
  OK(strata_get_int(world, player, kit_attr(new, "life"), &life));
  cr_expect(eq(i64, life, 0));
  strata_world_free(world);
  free(bytes);
  strata_rules_free(old);
  strata_rules_free(new);
}
