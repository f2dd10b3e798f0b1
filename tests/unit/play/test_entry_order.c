/* Entry order: a player orders the objects that enter together under that
 * player's control, where the order matters (613.7m). */
#include "entry_stage.h"
#include "layers/order/commute.h"

TestSuite(entry_order, .timeout = 60);

#define ELVES "types has 'elf' and zone = 'battlefield'"

static strata_clause_part power(const char *layer, strata_op op,
                                const char *operand) {
  return (strata_clause_part){
      .attr = "power", .layer = layer, .op = op, .operand = operand};
}

/* An ability and a definition that has it. */
static void add(strata_builder *b, const char *name, const char *subject,
                strata_clause_part part) {
  enter_static(b, name, subject, part);
  enter_definition(b, name, NULL, name);
}

/* An ability that gives elves two abilities, or takes them: `weak` has clauses,
 * `grow` has none. One name may be NULL. */
static void add_list(strata_builder *b, const char *name, strata_op op,
                     const char *first, const char *second) {
  const char *const names[] = {first, second};
  enter_static(b, name, ELVES,
               (strata_clause_part){.attr = "abilities",
                                    .layer = "ability",
                                    .op = op,
                                    .names = names,
                                    .name_count = second ? 2 : 1});
  enter_definition(b, name, NULL, name);
}

static void declare(strata_builder *b) {
  add_list(b, "lecturer", STRATA_OP_ADD, "weak", NULL);
  add_list(b, "professor", STRATA_OP_ADD, "weak", NULL);
  add_list(b, "tutor", STRATA_OP_ADD, "grow", NULL);
  add_list(b, "master", STRATA_OP_ADD, "grow", "weak");
  add_list(b, "eraser", STRATA_OP_REMOVE, "weak", NULL);
  add_list(b, "rubber", STRATA_OP_REMOVE, "weak", NULL);
  add(b, "weak", ELVES, power("pt.set", STRATA_OP_SET, "1"));
  add(b, "feeble", ELVES, power("pt.set", STRATA_OP_SET, "1"));
  add(b, "poor", ELVES, power("pt.set", STRATA_OP_SET, "this.power"));
  add(b, "owned", "controller = this.controller and zone = 'battlefield'",
      power("pt.set", STRATA_OP_SET, "this.controller.power"));
  add(b, "more", ELVES, power("pt.modify", STRATA_OP_ADD, "1"));
  add(b, "less", ELVES, power("pt.modify", STRATA_OP_SUB, "2"));
  add(b, "double", ELVES, power("pt.modify", STRATA_OP_MUL, "2"));
  add(b, "strong", "power >= 4", power("pt.modify", STRATA_OP_ADD, "1"));
  add(b, "frail", ELVES,
      (strata_clause_part){.attr = "toughness",
                           .layer = "pt.set",
                           .op = STRATA_OP_SET,
                           .operand = "this.toughness"});
  enter_definition(b, "anthem_land", "island", "anthem");
  enter_definition(b, "weak_land", "island", "weak");
  add(b, "proud", NULL, power("pt.set", STRATA_OP_SET, "7"));
  add(b, "shamed", NULL, power("pt.set", STRATA_OP_SET, "0"));
  strata_watcher_desc twice_in = {
      .name = "twice_in",
      .role = STRATA_ROLE_TRIGGER,
      .event = "enter",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "move",
             .who = "zone = 'library'",
             .times = "2",
             MANY(ARG("who", "it"), ARG("to", "'battlefield'"))})};
  BUILDER_OK(strata_builder_watcher(b, &twice_in));
}

/* -- By what they say -- */

static bool apart(stage *s, const char *a, const char *b) {
  const char *const names[] = {a, b};
  uint32_t places[2];
  const st_attr *attr = &s->rules->attrs[s->rules->ability_attr - 1];
  for (int i = 0; i < 2; i++) {
    places[i] = st_attr_domain_index(attr, stage_symbol(s->rules, names[i]));
    cr_assert(ne(u32, places[i], UINT32_MAX), "%s", names[i]);
  }
  bool is = st_commute(s->rules, places[0], places[1]);
  cr_expect(eq(int, st_commute(s->rules, places[1], places[0]), is), "%s, %s",
            a, b);
  return is;
}

Test(entry_order, what_touches_the_same_is_not_apart) {
  static const char *const pairs[][2] = {
      {"anthem", "weak"},  {"poor", "weak"},   {"poor", "poor"},
      {"more", "double"},  {"more", "strong"}, {"strong", "double"},
      {"moon", "teacher"}, {"proud", "weak"}};
  stage s;
  stage_open_with(&s, declare);
  for (size_t i = 0; i < ST_COUNT_OF(pairs); i++) {
    cr_expect(not(apart(&s, pairs[i][0], pairs[i][1])), "%s, %s", pairs[i][0],
              pairs[i][1]);
  }
  stage_close(&s);
}

Test(entry_order, what_commutes_or_is_of_other_layers_is_apart) {
  static const char *const pairs[][2] = {
      {"weak", "feeble"}, {"weak", "weak"},    {"owned", "owned"},
      {"more", "less"},   {"more", "more"},    {"weak", "double"},
      {"wave", "anthem"}, {"moon", "moon"},    {"teacher", "teacher"},
      {"wave", "moon"},   {"proud", "shamed"}, {"teacher", "weak"}};
  stage s;
  stage_open_with(&s, declare);
  for (size_t i = 0; i < ST_COUNT_OF(pairs); i++) {
    cr_expect(apart(&s, pairs[i][0], pairs[i][1]), "%s, %s", pairs[i][0],
              pairs[i][1]);
  }
  stage_close(&s);
}

/* Abilities with clauses apply in the order in which they are given. */
Test(entry_order, abilities_that_are_given_are_apart_without_clauses) {
  stage s;
  stage_open_with(&s, declare);
  cr_expect(not(apart(&s, "lecturer", "professor")));
  cr_expect(not(apart(&s, "tutor", "master")), "one of them has clauses");
  cr_expect(apart(&s, "teacher", "tutor"));
  cr_expect(apart(&s, "eraser", "rubber"), "it is gone in either order");
  stage_close(&s);
}

/* -- Asking -- */

/* Whether it is asked for an order as libraries enter by a program. */
static bool enter_by(stage *s, const char *program) {
  st_action_request request = {.watcher_def = strata_rules_find(
                                   s->rules, STRATA_NAME_WATCHER_DEF, program),
                               .controller = s->alice};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  return open;
}

/* All libraries enter at once; whether it is asked. */
static bool all_in(stage *s) {
  return enter_by(s, "all_in");
}

static st_decision asked(stage *s) {
  const st_store *store = &s->world->store;
  return st_decision_get(store, st_decision_find_unanswered(store));
}

static bool order(stage *s, const uint32_t *options, uint32_t count) {
  bool open = false;
  st_new_answer answer = {.decision =
                              st_decision_find_unanswered(&s->world->store),
                          .options = options,
                          .count = count};
  OK(st_action_answer(&s->exec, &answer, &open));
  return open;
}

static int64_t power_after(uint32_t first, uint32_t second) {
  stage s;
  stage_open_with(&s, declare);
  strata_entity elf = have(&s, "elf_card");
  spawn_there(&s, "anthem", "library");
  spawn_there(&s, "wall_card", "library");
  spawn_there(&s, "weak", "library");
  cr_assert(all_in(&s));
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_ORDER_STAMPS));
  cr_expect(eq(u64, asked(&s).player, s.alice));
  cr_expect(eq(u32, asked(&s).option_count, 2), "the wall has no part in it");
  cr_expect(not(order(&s, (const uint32_t[]){first, second}, 2)));
  int64_t power = number(&s, elf, "power");
  stage_close(&s);
  return power;
}

Test(entry_order, the_last_one_is_what_its_player_says) {
  cr_expect(eq(i64, power_after(0, 1), 1));
  cr_expect(eq(i64, power_after(1, 0), 5));
}

Test(entry_order, who_has_nothing_to_order_is_not_asked) {
  stage s;
  stage_open_with(&s, declare);
  strata_entity elf = have(&s, "elf_card");
  spawn_there(&s, "weak", "library");
  spawn_there(&s, "weak", "library");
  spawn_there(&s, "more", "library");
  spawn_there(&s, "less", "library");
  spawn_there(&s, "wave", "library");
  cr_expect(not(all_in(&s)));
  cr_expect(eq(i64, number(&s, elf, "power"), 0));
  stage_close(&s);
}

/* Each orders his own: one of each is nothing to order. */
Test(entry_order, those_of_two_players_are_not_ordered) {
  stage s;
  stage_open_with(&s, declare);
  spawn_there(&s, "anthem", "library");
  strata_entity weak = spawn_there(&s, "weak", "library");
  uint64_t bob = s.bob;
  OK(st_mutator_set_base(&s.world->change, stage_attr(s.rules, "owner"),
                         st_slot_of(weak), &bob));
  cr_expect(not(all_in(&s)));
  stage_close(&s);
}

/* Two of his that commute are nothing to order, though another player's does
 * not commute with them. */
Test(entry_order, those_of_another_player_do_not_count) {
  stage s;
  stage_open_with(&s, declare);
  spawn_there(&s, "weak", "library");
  spawn_there(&s, "feeble", "library");
  strata_entity anthem = spawn_there(&s, "anthem", "library");
  uint64_t bob = s.bob;
  OK(st_mutator_set_base(&s.world->change, stage_attr(s.rules, "owner"),
                         st_slot_of(anthem), &bob));
  cr_expect(not(all_in(&s)));
  stage_close(&s);
}

/* Of each of the two, a second one would not commute with it; the two do. */
Test(entry_order, nothing_is_ordered_against_itself) {
  stage s;
  stage_open_with(&s, declare);
  cr_expect(not(apart(&s, "poor", "poor")));
  cr_expect(not(apart(&s, "frail", "frail")));
  cr_expect(apart(&s, "poor", "frail"));
  spawn_there(&s, "poor", "library");
  spawn_there(&s, "frail", "library");
  cr_expect(not(all_in(&s)));
  stage_close(&s);
}

/* Two events that let one object enter are no two objects: of these, each would
 * be asked about. */
Test(entry_order, who_enters_by_two_events_is_one) {
  for (int count = 1; count <= 2; count++) {
    stage s;
    stage_open_with(&s, declare);
    for (int i = 0; i < count; i++) {
      spawn_there(&s, "poor", "library");
    }
    cr_expect(eq(int, enter_by(&s, "twice_in"), count == 2));
    if (count == 2) cr_expect(eq(u32, asked(&s).option_count, 2));
    stage_close(&s);
  }
}

/* An object whose preview has no abilities has none to order. */
Test(entry_order, who_would_have_no_abilities_is_not_asked_about) {
  stage s;
  stage_open_with(&s, declare);
  have(&s, "moon");
  spawn_there(&s, "anthem_land", "library");
  spawn_there(&s, "weak_land", "library");
  cr_expect(not(all_in(&s)));
  stage_close(&s);
}

/* Tokens that are made together are ordered too: here it matters whose power it
 * is that elves have. */
Test(entry_order, tokens_are_ordered_as_cards_are) {
  stage s;
  stage_open_with(&s, declare);
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)s.alice, 2, stage_symbol(s.rules, "poor")};
  st_action_request request = {.event_type = strata_rules_find(
                                   s.rules, STRATA_NAME_EVENT_TYPE, "create"),
                               .words = words};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_assert(open);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_ORDER_STAMPS));
  cr_expect(eq(u32, asked(&s).option_count, 2));
  cr_expect(not(order(&s, (const uint32_t[]){1, 0}, 2)));
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield'"), 2));
  stage_close(&s);
}
