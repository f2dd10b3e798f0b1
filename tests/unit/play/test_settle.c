/* Settling: pending triggers go on the stack in turn order, those of one player
 * in the order that the player chooses (603.3b). */
#include "settle_stage.h"
#include "world/tables/started_watchers.h"

TestSuite(settle, .timeout = 60);

Test(settle, players_come_in_turn_order) {
  stage s;
  open_stage(&s);
  fire(&s, "feed", 0, s.alice, 1, 1);
  fire(&s, "feed", 0, s.carol, 1, 1);
  fire(&s, "feed", 0, s.bob, 1, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_assert(not(s.open));
  cr_assert(eq(u32, stacked(&s), 3));
  cr_expect(eq(u64, stack_player(&s, 0), s.bob), "101.4");
  cr_expect(eq(u64, stack_player(&s, 1), s.carol));
  cr_expect(eq(u64, stack_player(&s, 2), s.alice));
  cr_expect(eq(u32, logged(&s, ST_LOGGED_PLACED), 3));
  cr_expect(eq(u32, st_pending_trigger_first(&s.world->store), 0));
  close_stage(&s);
}

Test(settle, who_has_no_turn_comes_as_it_triggered) {
  stage s;
  open_stage_with(&s, &(strata_play_rules_desc){.stack = "stack"}, NULL);
  fire(&s, "feed", 0, s.carol, 1, 1);
  fire(&s, "feed", 0, s.alice, 1, 1);
  fire(&s, "feed", 0, s.carol, 2, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_assert(not(s.open), "equal codes of one source never ask");
  cr_assert(eq(u32, stacked(&s), 3));
  cr_expect(eq(u64, stack_player(&s, 0), s.carol));
  cr_expect(eq(u64, stack_player(&s, 1), s.carol));
  cr_expect(eq(u64, stack_player(&s, 2), s.alice));
  close_stage(&s);
}

/* Of 20: first 3 more and then doubled, or first doubled. */
static int64_t ordered(uint32_t first, uint32_t second) {
  stage s;
  open_stage(&s);
  fire(&s, "feed", 0, s.bob, 3, 1);
  fire(&s, "double", 0, s.bob, 0, 1);
  fire(&s, "feed", 0, s.alice, 1, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_ALL);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_ORDER_TRIGGERS));
  cr_expect(eq(u64, asked(&s).player, s.bob));
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer_all(&s, (const uint32_t[]){first, second}, 2);
  cr_expect(not(s.open));
  cr_expect(eq(u32, stacked(&s), 0));
  cr_expect(eq(i64, word(&s, s.alice, "life"), 21));
  int64_t life = word(&s, s.bob, "life");
  close_stage(&s);
  return life;
}

Test(settle, each_player_orders_his_own) {
  cr_expect(eq(i64, ordered(1, 0), 46), "the last one is on top");
  cr_expect(eq(i64, ordered(0, 1), 43));
}

Test(settle, equal_ones_stay_together_in_the_order) {
  stage s;
  open_stage(&s);
  fire(&s, "feed", 0, s.bob, 1, 2);
  fire(&s, "double", 0, s.bob, 0, 1);
  fire(&s, "feed", 0, s.bob, 2, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer_all(&s, (const uint32_t[]){1, 0}, 2);
  cr_expect(eq(u32, stacked(&s), 4));
  for (int i = 0; i < 4; i++) {
    resolve(&s, STRATA_SETTLE_NONE);
  }
  cr_expect(eq(i64, word(&s, s.bob, "life"), 48), "20 + 2 + 1 + 1, doubled");
  close_stage(&s);
}

Test(settle, always_asking_asks_about_equal_ones) {
  stage s;
  strata_play_rules_desc play = whole_play;
  play.always_ask = true;
  open_stage_with(&s, &play, NULL);
  fire(&s, "feed", 0, s.bob, 1, 1);
  fire(&s, "feed", 0, s.bob, 2, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer_all(&s, (const uint32_t[]){1, 0}, 2);
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 21));
  close_stage(&s);
}

Test(settle, what_triggers_by_triggers_comes_above_all) {
  stage s;
  open_stage(&s);
  fire(&s, "above", 0, s.bob, 1, 1);
  fire(&s, "feed", 0, s.alice, 1, 1);
  fire(&s, "feed", 0, s.carol, 1, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_assert(eq(u32, stacked(&s), 3));
  cr_expect(eq(u64, stack_player(&s, 0), s.carol), "603.3b");
  cr_expect(eq(u64, stack_player(&s, 1), s.alice));
  cr_expect(eq(u64, stack_player(&s, 2), s.bob));
  close_stage(&s);
}

Test(settle, an_action_says_how_far_it_goes) {
  static const strata_settle_mode ways[] = {
      STRATA_SETTLE_NONE, STRATA_SETTLE_CHECKS, STRATA_SETTLE_PLACE,
      STRATA_SETTLE_ALL};
  static const int64_t losses[] = {0, 1, 1, 1};
  static const uint32_t placed[] = {0, 0, 1, 1};
  static const int64_t life[] = {20, 20, 20, 25};
  for (int i = 0; i < 4; i++) {
    stage s;
    open_stage(&s);
    fire(&s, "feed", 0, s.bob, 5, 1);
    write_word(&s, s.alice, "life", 0);
    act(&s, "gain", s.bob, 0, ways[i]);
    cr_expect(eq(i64, word(&s, s.alice, "losses"), losses[i]), "%d", i);
    cr_expect(eq(u32, logged(&s, ST_LOGGED_PLACED), placed[i]), "%d", i);
    cr_expect(eq(i64, word(&s, s.bob, "life"), life[i]), "%d", i);
    cr_expect(eq(u32, logged(&s, ST_LOGGED_RESOLVED), i == 3), "%d", i);
    close_stage(&s);
  }
}

Test(settle, checks_come_before_what_has_triggered) {
  stage s;
  open_stage(&s);
  strata_entity bear = creature(&s, s.alice, 2);
  write_word(&s, bear, "damage", 2);
  fire(&s, "shock", 0, s.bob, 1, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_expect(eq(u32, stacked(&s), 0), "it was the only target (704.3)");
  cr_expect(eq(u32, logged(&s, ST_LOGGED_DROPPED), 1));
  close_stage(&s);
}

Test(settle, without_a_stack_it_is_done_at_once_in_order) {
  stage s;
  strata_play_rules_desc play = whole_play;
  play.stack = play.resolved = NULL;
  open_stage_with(&s, &play, NULL);
  fire(&s, "feed", 0, s.alice, 1, 3);
  fire(&s, "double", 0, s.bob, 0, 1);
  fire(&s, "if_poor", 0, s.carol, 9, 1);
  fire(&s, "shock", 0, s.alice, 1, 1);
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_PLACE);
  cr_assert(not(s.open), "the same in any order");
  cr_expect(eq(u32, logged(&s, ST_LOGGED_LEFT_OUT), 1));
  cr_expect(eq(i64, word(&s, s.alice, "life"), 23), "nothing to shock");
  cr_expect(eq(i64, word(&s, s.bob, "life"), 42));
  cr_expect(eq(i64, word(&s, s.carol, "life"), 20), "she is not poor");
  cr_expect(eq(u32, logged(&s, ST_LOGGED_RESOLVED), 4));
  cr_expect(eq(u32, st_pending_trigger_first(&s.world->store), 0));
  close_stage(&s);
}

/* Check the order of simultaneous events by the entity that each affects. */
static void expect_order(const stage *s, const char *kind,
                         const strata_entity *want, uint32_t count) {
  const st_store *store = &s->world->store;
  uint32_t id = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind);
  uint32_t found = 0;
  st_log_row row;
  for (uint64_t n = st_log_next(store, 0); n != 0; n = st_log_next(store, n)) {
    cr_assert(st_log_get(store, n, &row));
    if (row.event_type != id) continue;
    cr_assert(found < count);
    cr_expect(eq(u64, row.who, want[found]), "%u", found);
    found++;
  }
  cr_expect(eq(u32, found, count));
}

Test(settle, events_of_one_batch_are_performed_in_turn_order) {
  stage s;
  open_stage(&s);
  write_word(&s, s.alice, "life", 0);
  write_word(&s, s.bob, "life", 0);
  write_word(&s, s.carol, "life", 0);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_ALL);
  expect_order(&s, "lose", (const strata_entity[]){s.bob, s.carol, s.alice}, 3);
  close_stage(&s);
  open_stage_with(&s, NULL, NULL);
  write_word(&s, s.alice, "life", 0);
  write_word(&s, s.bob, "life", 0);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_ALL);
  expect_order(&s, "lose", (const strata_entity[]){s.alice, s.bob}, 2);
  close_stage(&s);
}

/* All gain at once, and two replacements are about each of these events. */
static void add_rain(strata_builder *b) {
  strata_event_type_desc rain = {
      .name = "rain",
      .fields = sum_fields,
      .field_count = 2,
      .contains = STRATA_CONTAINMENT_RESULTS,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             .who = "player",
             MANY(ARG("who", "it"), ARG("amount", "event.amount"))})};
  BUILDER_OK(strata_builder_event_type(b, &rain));
  static const char *const formulas[] = {"event.amount * 2",
                                         "event.amount + 1"};
  for (int i = 0; i < 2; i++) {
    strata_watcher_desc code = {
        .name = i ? "one_more" : "twice",
        .role = STRATA_ROLE_REPLACE,
        .event = "gain",
        DEEDS(program, instruction_count,
              {.op = STRATA_DO_CHANGE, .what = "amount", ONE(formulas[i])})};
    BUILDER_OK(strata_builder_watcher(b, &code));
  }
}

/* Who decides, one after the other. */
static void expect_deciders(const strata_play_rules_desc *play,
                            const int *want) {
  stage s;
  open_stage_with(&s, play, add_rain);
  static const char *const codes[] = {"twice", "one_more"};
  const strata_entity players[] = {s.alice, s.bob, s.carol};
  for (int i = 0; i < 2; i++) {
    uint32_t slot;
    OK(st_started_watcher_add(
        &s.world->store,
        &(st_new_started_watcher){
            .watcher_def =
                strata_rules_find(s.rules, STRATA_NAME_WATCHER_DEF, codes[i])},
        &slot));
  }
  act(&s, "rain", 0, 3, STRATA_SETTLE_ALL);
  for (int i = 0; i < 3; i++) {
    cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_REPLACE), "%d", i);
    cr_expect(eq(u64, asked(&s).player, players[want[i]]), "%d", i);
    answer(&s, i == 0);
  }
  cr_expect(not(s.open));
  for (int i = 0; i < 3; i++) {
    cr_expect(eq(i64, word(&s, players[want[i]], "life"), i == 0 ? 28 : 27),
              "%d", i);
  }
  close_stage(&s);
}

Test(settle, those_who_decide_about_replacements_go_in_turn_order) {
  expect_deciders(&whole_play, (const int[]){1, 2, 0});
  expect_deciders(NULL, (const int[]){0, 1, 2});
}

/* First it feeds all with nothing, and only then those who hunger. */
static void add_hunger(strata_builder *b) {
  static const char *const codes[] = {"hunger"};
  strata_watcher_desc code = {
      .name = "hunger",
      .role = STRATA_ROLE_STATE,
      .when = "count(player and life < 0) > 0",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             .who = "player",
             MANY(ARG("who", "it"))},
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             .who = "player and life < 0",
             MANY(ARG("who", "it"), ARG("amount", "50"))})};
  BUILDER_OK(strata_builder_watcher(b, &code));
  strata_law_desc law = {
      .name = "hunger", .watchers = codes, .watcher_count = 1};
  BUILDER_OK(strata_builder_law(b, &law));
}

Test(settle, what_triggers_by_a_state_does_not_while_it_is_done) {
  for (int stack = 0; stack < 2; stack++) {
    stage s;
    strata_play_rules_desc play = whole_play;
    if (!stack) play.stack = play.resolved = NULL;
    open_stage_with(&s, &play, add_hunger);
    write_word(&s, s.alice, "losses", 1);
    act(&s, "gain", s.alice, -30, STRATA_SETTLE_ALL);
    cr_expect(eq(i64, word(&s, s.alice, "life"), 40), "%d", stack);
    cr_expect(eq(u32, logged(&s, ST_LOGGED_RESOLVED), 1), "603.8, %d", stack);
    cr_expect(eq(u32, st_pending_trigger_first(&s.world->store), 0));
    close_stage(&s);
  }
}

Test(settle, a_turn_order_may_be_of_some_only) {
  stage s;
  open_stage(&s);
  write_word(&s, s.carol, "next", (int64_t)s.carol); /* and then nobody else */
  fire(&s, "feed", 0, s.alice, 1, 1);
  fire(&s, "feed", 0, s.carol, 1, 1);
  fire(&s, "feed", 0, s.bob, 1, 1);
  act(&s, "gain", s.bob, 0, STRATA_SETTLE_PLACE);
  cr_expect(eq(u64, stack_player(&s, 0), s.bob));
  cr_expect(eq(u64, stack_player(&s, 1), s.carol));
  cr_expect(eq(u64, stack_player(&s, 2), s.alice), "who is in none comes last");
  close_stage(&s);
}

/* -- No memory -- */

static void fail_at(size_t n, bool *failed) {
  stage s;
  open_stage(&s);
  creature(&s, s.alice, 2);
  creature(&s, s.alice, 2);
  fire(&s, "feed", 0, s.bob, 3, 2);
  fire(&s, "double", 0, s.bob, 0, 1);
  fire(&s, "if_poor", 0, s.alice, 1, 1);
  uint64_t hash = strata_hash(s.world);
  s.probe.fail_at = s.probe.calls + n;
  strata_status got = try_event(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  *failed = got != STRATA_OK;
  if (*failed) {
    cr_assert(eq(int, got, STRATA_ENOMEM), "%zu", n);
    cr_expect(eq(u64, strata_hash(s.world), hash), "%zu", n);
    act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  }
  const uint32_t both[] = {1, 0};
  const st_new_answer order = {.decision = 1, .options = both, .count = 2};
  uint64_t asked_hash = strata_hash(s.world);
  if (!*failed) {
    got = st_action_answer(&s.exec, &order, &s.open);
    *failed = got != STRATA_OK;
    if (*failed) {
      cr_assert(eq(int, got, STRATA_ENOMEM), "%zu", n);
      cr_expect(eq(u64, strata_hash(s.world), asked_hash), "%zu", n);
    }
  }
  s.probe.fail_at = 0;
  if (open_now(&s) != 0) OK(st_action_answer(&s.exec, &order, &s.open));
  cr_expect(not(s.open), "%zu", n);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 52), "%zu", n);
  close_stage(&s);
}

Test(settle, each_allocation_fails_once) {
  bool failed = true;
  size_t n = 0;
  while (failed) {
    fail_at(++n, &failed);
  }
  cr_expect(n > 20, "%zu allocations", n);
}
