/* Programs about zones: the top of a library, shuffling, last-known
 * information, what effects on entering may take, and events that contain
 * others. */
#include "entry_stage.h"
#include "world/save/validate_world.h"

TestSuite(entry_programs, .timeout = 60);

static const strata_field_desc player_count[] = {{"player", STRATA_REF},
                                                 {"count", STRATA_INT}};

/* An eater takes an elf for a counter, twice; a miller takes who is on top of
 * its owner's library. Both are elves. */
static void takers(strata_builder *b) {
  static const char *const eaters[] = {"eater", "eater_2"};
  for (size_t i = 0; i < 2; i++) {
    strata_watcher_desc eater = {
        .name = eaters[i],
        .role = STRATA_ROLE_REPLACE,
        .event = "enter",
        .own = true,
        .tests = &(strata_event_test){"who", "it = this"},
        .test_count = 1,
        DEEDS(program, instruction_count,
              {.op = STRATA_DO_CHOOSE,
               .who = "zone = 'battlefield' and types has 'elf'",
               .as = "food"},
              {.op = STRATA_DO_INSTEAD,
               .when = "$food != none",
               INSIDE({.op = STRATA_DO_EMIT,
                       .what = "move",
                       MANY(ARG("who", "$food"), ARG("to", "'graveyard'"))},
                      {.op = STRATA_DO_EMIT,
                       .what = "move",
                       MANY(ARG("who", "event.who"), ARG("to", "event.to"),
                            ARG("plus", "event.plus + 1"))})})};
    BUILDER_OK(strata_builder_watcher(b, &eater));
  }
  strata_ability_desc ability = {.name = "eater",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = eaters,
                                 .watcher_count = 2};
  BUILDER_OK(strata_builder_ability(b, &ability));
  enter_definition(b, "eater", "elf", "eater");
  enter_code(b, "miller", STRATA_ROLE_REPLACE, true, "it = this",
             (strata_instruction){
                 .op = STRATA_DO_INSTEAD,
                 INSIDE({.op = STRATA_DO_EMIT,
                         .what = "move",
                         MANY(ARG("who", "top('library', this.owner, 1)"),
                              ARG("to", "'graveyard'"))},
                        {.op = STRATA_DO_EMIT,
                         .what = "move",
                         MANY(ARG("who", "event.who"), ARG("to", "event.to"),
                              ARG("plus", "this.power"))})});
  enter_ability(b, "miller", NULL);
  enter_definition(b, "miller", "elf", "miller");
}

static void libraries(strata_builder *b) {
  strata_event_type_desc mill = {
      .name = "mill",
      .fields = player_count,
      .field_count = 2,
      .affected = "player",
      .contains = STRATA_CONTAINMENT_RESULTS,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "move",
             .times = "event.count",
             MANY(ARG("who", "top('library', event.player, $i)"),
                  ARG("to", "'graveyard'"))})};
  BUILDER_OK(strata_builder_event_type(b, &mill));
  strata_event_type_desc shuffle = {
      .name = "shuffle",
      .fields = player_count,
      .field_count = 1,
      .affected = "player",
      DEEDS(
          does, does_count,
          {.op = STRATA_DO_SHUFFLE, .what = "library", .who = "event.player"})};
  BUILDER_OK(strata_builder_event_type(b, &shuffle));
  strata_watcher_desc ask = {
      .name = "ask",
      .role = STRATA_ROLE_TRIGGER,
      .event = "shuffle",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "shuffle",
             MANY(ARG("player", "$you"))},
            {.op = STRATA_DO_CHOOSE, .what = "may", .as = "yes"})};
  BUILDER_OK(strata_builder_watcher(b, &ask));
  strata_watcher_desc mourn = {
      .name = "mourn",
      .role = STRATA_ROLE_TRIGGER,
      .event = "shuffle",
      .names = (strata_field_desc[]){{"who", STRATA_REF}},
      .name_count = 1,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "move",
             MANY(ARG("who", "$who"), ARG("to", "'graveyard'"))},
            {.op = STRATA_DO_EMIT,
             .what = "create",
             .when = "$who.zone = 'battlefield' and this.power = 5",
             MANY(ARG("player", "$you"), ARG("count", "$who.power"),
                  ARG("of", "'wall_card'"))})};
  BUILDER_OK(strata_builder_watcher(b, &mourn));
}

static void declare(strata_builder *b) {
  takers(b);
  libraries(b);
}

static void act(stage *s, const char *kind, int64_t count) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)s->alice,
                                                            count};
  st_action_request request = {
      .event_type = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind),
      .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  cr_assert(not(open));
}

/* -- Whom it may take -- */

Test(entry_programs, nothing_is_taken_twice) { /* 614.13a-b */
  stage s;
  stage_open_with(&s, declare);
  strata_entity eater = enter_from(&s, "eater", "library");
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and plus = 0"), 1));
  strata_entity second = enter_from(&s, "eater", "library");
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and plus = 1"), 1),
            "it has eaten the first, once");
  cr_expect(eq(u64, st_entity_slot(&s.world->store, eater), 0));
  have(&s, "elf_card");
  (void)second;
  enter_from(&s, "eater", "library");
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and plus = 2"), 1));
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard'"), 3));
  stage_close(&s);
}

Test(entry_programs, who_enters_is_not_on_top) { /* 614.13c */
  stage s;
  stage_open_with(&s, declare);
  spawn_there(&s, "tapland", "library");
  strata_entity below = spawn_there(&s, "elf_card", "library");
  strata_entity miller = spawn_there(&s, "miller", "library");

  enter(&s, miller);

  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and plus = 2"), 1));
  cr_expect(eq(u64, st_entity_slot(&s.world->store, below), 0));
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard' and types has 'elf'"), 1));
  cr_expect(eq(u32, how_many(&s, "zone = 'library'"), 1));
  stage_close(&s);
}

/* -- Whose zone -- */

Test(entry_programs, a_move_says_whose_zone_it_is_to) {
  stage s;
  stage_open_with(&s, declare);
  strata_entity elf = have(&s, "elf_card");
  uint64_t hash = s.world->store.hash;
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)elf, stage_symbol(s.rules, "library")};
  st_action_request request = {
      .event_type = strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "move"),
      .words = words};
  bool open = false;
  cr_expect(eq(int, st_action_begin(&s.exec, &request, &open), STRATA_EINVAL));
  cr_expect(strstr(s.error.text, "say whose by option 'player'") != NULL, "%s",
            s.error.text);
  words[2] = (int64_t)elf;
  cr_expect(eq(int, st_action_begin(&s.exec, &request, &open), STRATA_EINVAL));
  cr_expect(strstr(s.error.text, "a zone of his own") != NULL, "%s",
            s.error.text);
  cr_expect(eq(u64, s.world->store.hash, hash));
  words[1] = stage_symbol(s.rules, "graveyard");
  words[2] = (int64_t)s.alice;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard'"), 1), "all share it");
  stage_close(&s);
}

/* -- Who is on top -- */

Test(entry_programs, milling_takes_from_the_top_at_once) { /* 701.17 */
  stage s;
  stage_open_with(&s, declare);
  strata_entity cards[5];
  for (int i = 0; i < 5; i++) {
    cards[i] = spawn_there(&s, "elf_card", "library");
  }
  act(&s, "mill", 3);
  for (int i = 0; i < 5; i++) {
    bool stays = st_entity_slot(&s.world->store, cards[i]) != 0;
    cr_expect(eq(int, stays, i < 2), "card %d", i);
  }
  act(&s, "mill", 9);
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard'"), 5),
            "there are no more");
  stage_close(&s);
}

Test(entry_programs, shuffling_keeps_the_cards_and_nothing_but_them) {
  enum { CARDS = 20, TIMES = 8 };
  stage s;
  stage_open_with(&s, declare);
  const st_store *store = &s.world->store;
  uint64_t orders[TIMES];
  for (int i = 0; i < CARDS; i++) {
    spawn_there(&s, "elf_card", "library");
  }
  const st_zone *library =
      st_zone_find(s.rules, stage_symbol(s.rules, "library"));
  uint32_t player = st_slot_of(s.alice);
  for (int t = 0; t < TIMES; t++) {
    act(&s, "shuffle", 0);
    cr_assert(eq(u32, st_zone_count(store, library, player), CARDS));
    orders[t] = 0;
    for (int n = 1; n <= CARDS; n++) {
      uint32_t slot = st_zone_nth(store, library, player, n);
      orders[t] = st_mix(orders[t], slot);
    }
    for (int before = 0; before < t; before++) {
      cr_expect(ne(u64, orders[before], orders[t]), "%d as %d", t, before);
    }
  }
  OK(st_validate_world(store));
  stage_close(&s);
}

Test(entry_programs, nobody_goes_back_behind_a_shuffle) {
  stage s;
  stage_open_with(&s, declare);
  spawn_there(&s, "elf_card", "library");
  st_action_request request = {
      .watcher_def = strata_rules_find(s.rules, STRATA_NAME_WATCHER_DEF, "ask"),
      .controller = s.alice};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_assert(open);
  cr_expect(eq(int, st_action_cancel(&s.exec), STRATA_EREFUSED));
  answer_all(&s, open);
  stage_close(&s);
}

/* -- Who was -- */

Test(entry_programs, programs_know_who_is_gone) { /* 608.2h, 113.7a */
  stage s;
  stage_open_with(&s, declare);
  have(&s, "anthem");
  strata_entity elf = have(&s, "elf_card");
  int64_t words[] = {(int64_t)elf};
  st_action_request request = {.watcher_def = strata_rules_find(
                                   s.rules, STRATA_NAME_WATCHER_DEF, "mourn"),
                               .self = elf,
                               .controller = s.alice,
                               .words = words};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_expect(eq(u32, how_many(&s, "types has 'wall'"), 5));
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard'"), 1),
            "moving him once more did nothing");
  stage_close(&s);
}

/* -- Containers -- */

static uint32_t logged(stage *s, const char *kind, st_logged what) {
  uint32_t count = 0;
  strata_event_type id =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind);
  const st_store *store = &s->world->store;
  for (uint64_t n = 1; n <= st_log_last(store); n++) {
    st_log_row row;
    if (!st_log_get(store, n, &row)) continue;
    count += row.event_type == id && row.what == what ? row.count : 0;
  }
  return count;
}

Test(entry_programs, a_container_happens_if_a_part_was_proposed) {
  stage s;
  stage_open_with(&s, declare);
  act(&s, "mill", 0);
  cr_expect(eq(u32, logged(&s, "mill", ST_LOGGED_HAPPENED), 0));
  have(&s, "wall_ban");
  create(&s, "wall_card", 2);
  cr_expect(eq(u32, logged(&s, "create", ST_LOGGED_HAPPENED), 1),
            "though neither part could");
  cr_expect(eq(u32, logged(&s, "move", ST_LOGGED_REFUSED), 2));
  create(&s, "wall_card", 0);
  cr_expect(eq(u32, logged(&s, "create", ST_LOGGED_HAPPENED), 1));
  stage_close(&s);
}
