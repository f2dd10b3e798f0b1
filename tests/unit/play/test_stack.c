/* The stack: targets and modes are chosen as an ability is put on it, and
 * checked again as it resolves. */
#include "settle_stage.h"

TestSuite(stack, .timeout = 60);

Test(stack, targets_are_chosen_on_placing) {
  stage s;
  open_stage(&s);
  strata_entity first = creature(&s, s.alice, 2);
  strata_entity second = creature(&s, s.alice, 2);
  fire(&s, "shock", first, s.bob, 2, 1);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_PLACE);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_TARGET));
  cr_expect(eq(u64, asked(&s).player, s.bob));
  cr_expect(eq(u64, asked(&s).source, first));
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer(&s, 1);
  cr_assert(not(s.open));
  cr_expect(eq(u32, stacked(&s), 1));
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(eq(u32, stacked(&s), 0), "it has ceased to exist");
  cr_expect(eq(i64, word(&s, second, "damage"), 2));
  cr_expect(eq(i64, word(&s, first, "damage"), 0));
  cr_expect(eq(i64, word(&s, s.bob, "life"), 21));
  close_stage(&s);
}

Test(stack, the_object_is_its_players) {
  stage s;
  open_stage(&s);
  fire(&s, "feed", 0, s.carol, 2, 1);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_PLACE);
  strata_entity object = strata_zone_next(s.world, zone_of(&s, "stack"), 0, 0);
  cr_expect(eq(i64, word(&s, object, "controller"), (int64_t)s.carol));
  close_stage(&s);
}

Test(stack, each_of_equal_ones_has_its_own_target) {
  stage s;
  open_stage(&s);
  strata_entity first = creature(&s, s.alice, 9);
  strata_entity second = creature(&s, s.alice, 9);
  fire(&s, "shock", 0, s.bob, 2, 3);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  answer(&s, 0);
  answer(&s, 1);
  answer(&s, 1);
  cr_assert(not(s.open));
  cr_expect(eq(i64, word(&s, first, "damage"), 2));
  cr_expect(eq(i64, word(&s, second, "damage"), 4));
  close_stage(&s);
}

Test(stack, without_a_target_it_is_put_nowhere) {
  stage s;
  open_stage(&s);
  strata_entity rock = creature(&s, s.alice, 2);
  write_word(&s, rock, "hard", 1);
  fire(&s, "shock", 0, s.bob, 2, 5);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  cr_assert(not(s.open));
  cr_expect(eq(u32, st_pending_trigger_first(&s.world->store), 0), "603.3d");
  cr_expect(eq(i64, word(&s, s.bob, "life"), 20));
  close_stage(&s);
}

/* Put on the stack with one target of two, which then changes. */
static void open_shock(stage *s, strata_entity *target) {
  open_stage(s);
  *target = creature(s, s->alice, 9);
  creature(s, s->alice, 9);
  fire(s, "shock", 0, s->bob, 2, 1);
  act(s, "gain", s->carol, 1, STRATA_SETTLE_PLACE);
  answer(s, 0);
}

Test(stack, a_target_that_is_none_any_more_stops_it) {
  stage s;
  strata_entity target;
  open_shock(&s, &target);
  write_word(&s, target, "hard", 1);
  resolve(&s, STRATA_SETTLE_ALL);
  cr_expect(eq(i64, word(&s, target, "damage"), 0), "608.2b");
  cr_expect(eq(i64, word(&s, s.bob, "life"), 20), "nothing of it is done");
  cr_expect(eq(u32, logged(&s, ST_LOGGED_RESOLVED), 0));
  cr_expect(eq(u32, logged(&s, ST_LOGGED_DROPPED), 1));
  cr_expect(eq(u32, stacked(&s), 0));
  close_stage(&s);
  open_shock(&s, &target);
  act(&s, "bury", target, 0, STRATA_SETTLE_PLACE);
  resolve(&s, STRATA_SETTLE_ALL);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 20), "it is another object now");
  close_stage(&s);
}

Test(stack, only_if_is_asked_again) {
  stage s;
  open_stage(&s);
  write_word(&s, s.bob, "life", 5);
  fire(&s, "if_poor", 0, s.bob, 3, 2);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_PLACE);
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 8));
  write_word(&s, s.bob, "life", 10);
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 10), "603.4");
  cr_expect(eq(u32, stacked(&s), 0));
  close_stage(&s);
}

Test(stack, modes_decide_what_is_chosen_besides) {
  stage s;
  open_stage(&s);
  strata_entity bear = creature(&s, s.alice, 9);
  fire(&s, "either", 0, s.bob, 0, 2);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_PLACE);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_MODE));
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer(&s, 0);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_TARGET));
  cr_expect(eq(i64, asked(&s).min, 0), "it may be left out");
  answer(&s, 0);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_MODE));
  answer(&s, 1);
  cr_assert(not(s.open));
  cr_expect(eq(u32, stacked(&s), 2));
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 27), "the second is on top");
  cr_expect(is_in(&s, bear, "battlefield"));
  resolve(&s, STRATA_SETTLE_NONE);
  cr_expect(not(is_in(&s, bear, "battlefield")));
  close_stage(&s);
}

Test(stack, its_player_may_let_it_be) {
  for (uint32_t no = 0; no < 2; no++) {
    stage s;
    open_stage(&s);
    fire(&s, "may_feed", 0, s.bob, 0, 1);
    act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
    cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_MAY));
    cr_expect(eq(u64, asked(&s).player, s.bob));
    answer(&s, no);
    cr_expect(eq(i64, word(&s, s.bob, "life"), no ? 20 : 23));
    cr_expect(eq(u32, stacked(&s), 0));
    close_stage(&s);
  }
}

/* A card on the stack that holds a program, as a spell does. */
static strata_entity cast(stage *s, const char *code) {
  strata_entity card;
  strata_definition token =
      strata_rules_find(s->rules, STRATA_NAME_DEFINITION, "token");
  OK(strata_spawn_as(s->world, token, &card));
  strata_move_desc to = {.zone = zone_of(s, "stack")};
  OK(strata_move(s->world, card, &to, &card));
  const st_note much = {st_note_key("much", 4, 0), {.number = 4}};
  OK(st_pending_trigger_hold(
      &s->world->store,
      &(st_new_pending_trigger){.watcher_def = strata_rules_find(
                                    s->rules, STRATA_NAME_WATCHER_DEF, code),
                                .source = card,
                                .you = s->bob,
                                .count = 1,
                                .variables = &much,
                                .variable_count = 1},
      st_entity_slot(&s->world->store, card)));
  return card;
}

Test(stack, a_card_leaves_by_the_event_that_rules_name) {
  stage s;
  open_stage(&s);
  cast(&s, "feed");
  resolve(&s, STRATA_SETTLE_ALL);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 24));
  cr_expect(eq(u32, strata_zone_count(s.world, zone_of(&s, "grave"), 0), 1));
  cr_expect(eq(u32, happened(&s, "bury"), 1), "608.2n");
  close_stage(&s);
  open_stage_with(&s, &(strata_play_rules_desc){.stack = "stack"}, NULL);
  strata_entity card = cast(&s, "feed");
  resolve(&s, STRATA_SETTLE_ALL);
  cr_expect(is_in(&s, card, "stack"), "these rules say nothing");
  cr_expect(eq(u32,
               st_pending_trigger_held_by(
                   &s.world->store, st_entity_slot(&s.world->store, card)),
               0));
  cr_expect(eq(int, try_resolve(&s, STRATA_SETTLE_ALL), STRATA_EINVAL));
  close_stage(&s);
}

Test(stack, nothing_can_be_resolved_where_there_is_nothing) {
  stage s;
  open_stage(&s);
  cr_expect(eq(int, try_resolve(&s, STRATA_SETTLE_ALL), STRATA_ENOENT));
  cr_expect(strstr(s.error.text, "nothing is on the stack") != NULL);
  close_stage(&s);
  open_stage_with(&s, NULL, NULL);
  cr_expect(eq(int, try_resolve(&s, STRATA_SETTLE_ALL), STRATA_EINVAL));
  cr_expect(strstr(s.error.text, "no stack") != NULL);
  close_stage(&s);
}

Test(stack, what_was_asked_on_resolving_can_be_saved_and_taken_back) {
  stage s;
  open_stage(&s);
  fire(&s, "may_feed", 0, s.bob, 0, 1);
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_PLACE);
  uint64_t hash = strata_hash(s.world);
  resolve(&s, STRATA_SETTLE_CHECKS);
  cr_assert(s.open);
  uint64_t waiting = strata_hash(s.world);
  OK(st_action_cancel(&s.exec));
  cr_expect(eq(u64, strata_hash(s.world), hash));
  resolve(&s, STRATA_SETTLE_CHECKS);
  cr_expect(eq(u64, strata_hash(s.world), waiting));
  answer(&s, 0);
  cr_expect(eq(i64, word(&s, s.bob, "life"), 23));
  close_stage(&s);
}

/* -- No memory -- */

static void fail_at(size_t n, bool *failed) {
  stage s;
  strata_entity target;
  open_shock(&s, &target);
  cast(&s, "feed");
  st_execution_fini(&s.exec); /* with all memory that it has got so far */
  st_execution_init(&s.exec, &s.world->change, &s.error);
  uint64_t hash = strata_hash(s.world);
  s.probe.fail_at = s.probe.calls + n;
  strata_status got = try_resolve(&s, STRATA_SETTLE_ALL);
  *failed = got != STRATA_OK;
  if (*failed) {
    cr_assert(eq(int, got, STRATA_ENOMEM), "%zu", n);
    cr_expect(eq(u64, strata_hash(s.world), hash), "%zu", n);
    s.probe.fail_at = 0;
    resolve(&s, STRATA_SETTLE_ALL);
  }
  s.probe.fail_at = 0;
  cr_expect(not(s.open), "%zu", n);
  cr_expect(eq(u32, stacked(&s), 0), "%zu", n);
  cr_expect(eq(i64, word(&s, target, "damage"), 2), "%zu", n);
  close_stage(&s);
}

Test(stack, each_allocation_fails_once) {
  bool failed = true;
  size_t n = 0;
  while (failed) {
    fail_at(++n, &failed);
  }
  cr_expect(n > 10, "%zu allocations", n);
}
