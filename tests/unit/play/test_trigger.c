/* Triggered abilities in an action (603, 610.3). */
#define _POSIX_C_SOURCE 200809L
#include "trigger_stage.h"

TestSuite(trigger, .timeout = 120);

static uint64_t noted(const stage *s, uint32_t row, const char *field) {
  st_raw_value word = {0};
  uint64_t key = st_trigger_field_key(s->rules, play_field(s->rules, field));
  st_notes_find(&s->world->store, st_pending_trigger_variables(row), key,
                &word);
  return (uint64_t)word.number;
}

static strata_entity source_of(const stage *s, uint32_t row) {
  return st_get64(&s->world->store, ST_COLUMN_TRIGGER_SOURCE, row);
}

/* It is no elf, and stays. */
static void make_forest(stage *s, strata_entity who) {
  strata_symbol forest = stage_symbol(s->rules, "forest");
  OK(strata_set_base(s->world, who, stage_attr(s->rules, "types"),
                     &(strata_value){.type = STRATA_SET,
                                     .symbols = &forest,
                                     .symbol_count = 1}));
}

/* -- After the event -- */

Test(trigger, what_has_triggered_keeps_its_event) {
  stage s;
  open_triggers(&s);
  strata_entity ear = put(&s, "listener");

  cr_expect(not(act(&s, "gain", s.bob, 5)));

  uint32_t row = fired_row(&s, "listener");
  cr_expect(eq(u32, fired_count(&s, NULL), 1));
  cr_expect(eq(u64, source_of(&s, row), ear));
  cr_expect(eq(u64, noted(&s, row, "who"), s.bob));
  cr_expect(eq(u64, noted(&s, row, "amount"), 5));
  cr_expect(eq(i64, says(&s, row, 1), 5), "event.amount, when it is resolved");
  cr_expect(eq(i64, number(&s, s.bob, "score"), 0), "it waits");
  close_stage(&s);
}

Test(trigger, a_row_of_the_log_is_below_its_event) {
  stage s;
  open_triggers(&s);
  strata_entity ear = put(&s, "listener");
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  st_log_row gained;
  st_log_row triggered;
  cr_assert(st_log_get(&s.world->store, 1, &gained));
  cr_assert(st_log_get(&s.world->store, 2, &triggered));
  cr_expect(eq(int, gained.what, ST_LOGGED_HAPPENED));
  cr_expect(eq(int, triggered.what, ST_LOGGED_TRIGGERED));
  cr_expect(eq(u64, triggered.parent, 1));
  cr_expect(eq(u32, triggered.watcher_def, code_of(&s, "listener")));
  cr_expect(eq(u64, triggered.source, ear));
  cr_expect(eq(u64, triggered.who, s.bob));
  close_stage(&s);
}

Test(trigger, nothing_is_told_of_what_is_quiet) {
  stage s;
  open_triggers(&s);
  put(&s, "eavesdropper");
  cr_expect(not(act(&s, "whisper", s.bob, 5)));
  cr_expect(eq(u32, fired_count(&s, "eavesdropper"), 1));
  cr_expect(eq(u64, st_log_last(&s.world->store), 0));
  close_stage(&s);
}

Test(trigger, conditions_and_the_intervening_if_are_asked) {
  stage s;
  open_triggers(&s);
  put(&s, "listener");
  cr_expect(not(act(&s, "gain", s.bob, 2)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0), "when");
  cr_expect(not(act(&s, "gain", s.bob, 9)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0), "only_if: life is 11 by now");
  set_number(&s, s.bob, "life", 0);
  cr_expect(not(act(&s, "gain", s.bob, 9)));
  cr_expect(eq(u32, fired_count(&s, NULL), 1));
  close_stage(&s);
}

Test(trigger, only_where_the_ability_functions) {
  stage s;
  open_triggers(&s);
  put_in(&s, "listener", "library", s.alice);
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0));
  close_stage(&s);
}

Test(trigger, the_event_is_as_it_was_replaced) {
  stage s;
  open_triggers(&s);
  put(&s, "listener");
  start(&s, "twice", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.bob, 4)));
  cr_expect(eq(i64, says(&s, fired_row(&s, "listener"), 1), 8));
  close_stage(&s);
}

Test(trigger, what_does_not_happen_triggers_nothing) {
  stage s;
  open_triggers(&s);
  put(&s, "listener");
  start(&s, "none", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0));
  close_stage(&s);
}

/* -- Who comes -- */

Test(trigger, who_arrives_is_the_one_that_is_there_now) {
  stage s;
  open_triggers(&s);
  put(&s, "greeter");
  strata_entity elf = put_in(&s, "last_words", "library", s.alice);

  int64_t to = stage_symbol(s.rules, "battlefield");
  cr_expect(not(act(&s, "go", elf, to)));

  uint32_t row = fired_row(&s, "greeter");
  strata_entity now = strata_successor(s.world, elf);
  cr_expect(eq(u64, noted(&s, row, "who"), now));
  set_number(&s, now, "power", 7);
  cr_expect(eq(i64, says(&s, row, 1), 7));
  close_stage(&s);
}

Test(trigger, those_who_come_together_see_each_other) {
  stage s;
  open_triggers(&s);
  put_in(&s, "greeter", "library", s.alice);
  put_in(&s, "greeter", "library", s.alice);
  put_in(&s, "mourner", "library", s.alice);
  cr_expect(not(run_code(&s, "gather", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "greeter"), 6), "each sees all three");
  cr_expect(eq(u32, fired_count(&s, "mourner"), 0));
  close_stage(&s);
}

/* -- Who goes -- */

Test(trigger, who_dies_sees_itself_and_its_companions_die) {
  stage s;
  open_triggers(&s);
  strata_entity a = put(&s, "mourner");
  strata_entity b = put(&s, "mourner");
  strata_entity c = put(&s, "last_words");
  set_number(&s, c, "power", 7);
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "mourner"), 6));
  cr_expect(eq(u32, fired_count(&s, "last_words"), 1));
  uint32_t row = fired_row(&s, "last_words");
  cr_expect(eq(u64, source_of(&s, row), c), "what it was");
  cr_expect(eq(u64, noted(&s, row, "who"), c), "likewise");
  cr_expect(eq(i64, says(&s, row, 1), 7), "as it last was (608.2h)");
  cr_expect(ne(u64, strata_successor(s.world, a), 0));
  cr_expect(ne(u64, strata_successor(s.world, b), 0));
  close_stage(&s);
}

Test(trigger, what_they_were_is_of_before_the_first_has_gone) {
  stage s;
  open_triggers(&s);
  strata_entity lord = put(&s, "lord");
  strata_entity elf = put(&s, "mourner");
  set_number(&s, elf, "power", 2);
  cr_expect(eq(i64, number(&s, elf, "power"), 3), "with the lord there");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  strata_value power;
  cr_expect(ne(u64, strata_successor(s.world, lord), 0));
  OK(strata_last_known(s.world, elf, stage_attr(s.rules, "power"), &power));
  cr_expect(eq(i64, power.integer, 3), "the lord went first, but with it");
  close_stage(&s);
}

Test(trigger, who_has_gone_before_sees_nothing) {
  stage s;
  open_triggers(&s);
  strata_entity elf = put(&s, "mourner");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "mourner"), 1));
  put(&s, "last_words");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "mourner"), 1), "it is in no play");
  cr_expect(eq(u32, fired_count(&s, "last_words"), 1));
  cr_expect(ne(u64, strata_successor(s.world, elf), 0));
  close_stage(&s);
}

/* -- How often -- */

Test(trigger, one_or_more_is_once_a_batch) {
  stage s;
  open_triggers(&s);
  put(&s, "chronicler");
  put(&s, "mourner");
  put(&s, "mourner");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "chronicler"), 1));
  put(&s, "chronicler");
  put(&s, "chronicler");
  forget_fired(&s);
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "chronicler"), 2), "each of the two");
  close_stage(&s);
}

Test(trigger, limits_hold_between_two_ticks) {
  stage s;
  open_triggers(&s);
  strata_entity stays = put(&s, "rare_mourner");
  make_forest(&s, stays);
  for (int i = 0; i < 5; i++) {
    put(&s, "greeter");
  }
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "rare_mourner"), 2));
  OK(strata_tick(s.world, strata_rules_find(s.rules, STRATA_NAME_CLOCK, "turn"),
                 NULL));
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "rare_mourner"), 4));
  close_stage(&s);
}

Test(trigger, more_is_added_for_each_who_says_so) {
  stage s;
  open_triggers(&s);
  put(&s, "greeter");
  put(&s, "echo");
  put(&s, "echo");
  strata_entity loud = put(&s, "greeter");
  set_number(&s, loud, "power", 60); /* those echo only what is below 50 */
  strata_entity elf = put_in(&s, "last_words", "library", s.alice);
  cr_expect(not(act(&s, "go", elf, stage_symbol(s.rules, "battlefield"))));
  cr_expect(eq(u32, fired_count(&s, "greeter"), 3 + 1));
  cr_expect(eq(u32, logged(&s, "greeter"), 3 + 1));
  close_stage(&s);
}

Test(trigger, any_event_of_a_batch_may_be_what_lets_it_trigger_more_often) {
  stage s;
  open_triggers(&s);
  make_forest(&s, put(&s, "chronicler"));
  put(&s, "mourner");
  make_forest(&s, put(&s, "strong_echo"));
  set_number(&s, put(&s, "mourner"), "power", 9);
  set_number(&s, put(&s, "mourner"), "power", 9);
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "chronicler"), 1 + 1), "once each");
  cr_expect(eq(u32, fired_count(&s, "mourner"), 3 * 3 + 2 * 3));
  close_stage(&s);
}

Test(trigger, more_counts_in_the_state_of_the_trigger) {
  stage s;
  open_triggers(&s);
  put(&s, "last_words");
  strata_entity echo = put(&s, "great_echo"); /* an elf: it dies too */
  set_number(&s, echo, "power", 3);
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "last_words"), 1 + 3));
  close_stage(&s);
}

Test(trigger, never_leaves_nothing_to_multiply) {
  stage s;
  open_triggers(&s);
  put(&s, "greeter");
  put(&s, "echo");
  put(&s, "silence");
  strata_entity elf = put_in(&s, "last_words", "library", s.alice);
  cr_expect(not(act(&s, "go", elf, stage_symbol(s.rules, "battlefield"))));
  cr_expect(eq(u32, fired_count(&s, NULL), 0));
  put(&s, "mourner");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(ne(u32, fired_count(&s, "mourner"), 0), "it is about others");
  close_stage(&s);
}

/* -- Results -- */

Test(trigger, results_trigger_with_what_they_are_of) {
  stage s;
  open_triggers(&s);
  put(&s, "fed_watcher");
  cr_expect(not(run_code(&s, "bites", 4, 5, false)));
  cr_expect(eq(u32, fired_count(&s, "fed_watcher"), 1), "the two are one");
  cr_expect(eq(i64, says(&s, fired_row(&s, "fed_watcher"), 1), 9));
  close_stage(&s);
}

Test(trigger, results_are_one_for_each_who_causes_them) {
  enum { ELVES = 300 };
  stage s;
  open_triggers(&s);
  put(&s, "fed_watcher");
  int64_t sum = 0;
  for (int i = 1; i < ELVES; i++) {
    set_number(&s, put(&s, "mourner"), "power", i);
    sum += 2 * i;
  }
  cr_expect(not(run_code(&s, "all_bite", 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), sum));
  cr_expect(eq(u32, fired_count(&s, "fed_watcher"), ELVES));
  uint32_t row =
      st_pending_trigger_next(&s.world->store, fired_row(&s, "fed_watcher"));
  cr_expect(eq(i64, says(&s, row, 1), 2), "the second of them: twice its 1");
  close_stage(&s);
}

/* -- How things are -- */

Test(trigger, a_state_triggers_once_until_it_is_off_the_stack) {
  stage s;
  open_triggers(&s);
  strata_entity poor = put(&s, "poor");
  set_number(&s, poor, "health", 5);
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, "poor"), 0));
  set_number(&s, poor, "health", 1);
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, "poor"), 1), "it waits");

  strata_entity ability;
  OK(strata_spawn(s.world, &ability));
  uint32_t slot = st_entity_slot(&s.world->store, ability);
  OK(st_pending_trigger_place(&s.world->store, fired_row(&s, "poor"), 1, slot));
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, "poor"), 0), "it is on the stack");

  OK(st_pending_trigger_end_held(&s.world->store, slot));
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, "poor"), 1), "and again");
  close_stage(&s);
}

Test(trigger, each_of_two_has_a_latch_of_its_own) {
  stage s;
  open_triggers(&s);
  put(&s, "poor");
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  put(&s, "poor");
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, "poor"), 2));
  close_stage(&s);
}

/* -- Later, and at once -- */

Test(trigger, what_is_promised_comes_once) {
  stage s;
  open_triggers(&s);
  cr_expect(not(run_code(&s, "promise", 30, 0, false)));
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0), "it is about alice");
  cr_expect(not(run_code(&s, "gain_twice", 5, 6, false)));
  cr_expect(eq(u32, fired_count(&s, "next_gain"), 1), "of two at once");
  cr_expect(eq(i64, says(&s, fired_row(&s, "next_gain"), 1), 5 + 30));
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(u32, fired_count(&s, "next_gain"), 1));
  cr_expect(eq(u32, st_started_watcher_first(&s.world->store), 0));
  close_stage(&s);
}

Test(trigger, what_was_started_for_a_while_comes_again) {
  stage s;
  open_triggers(&s);
  uint64_t alice = s.alice;
  st_note whom = {st_note_key("whom", 4, 0), {.number = (int64_t)alice}};
  strata_clock turn = strata_rules_find(s.rules, STRATA_NAME_CLOCK, "turn");
  uint32_t slot;
  OK(st_started_watcher_add(
      &s.world->store,
      &(st_new_started_watcher){.watcher_def = code_of(&s, "next_gain"),
                                .you = s.alice,
                                .clock = turn,
                                .ticks = 1,
                                .variables = &whom,
                                .variable_count = 1},
      &slot));
  cr_expect(not(run_code(&s, "gain_twice", 5, 6, false)));
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(u32, fired_count(&s, "next_gain"), 3));
  close_stage(&s);
}

Test(trigger, nobody_multiplies_what_is_promised) {
  stage s;
  open_triggers(&s);
  cr_expect(not(run_code(&s, "promise", 1, 0, false)));
  put(&s, "gain_echo");
  put(&s, "listener");
  cr_expect(not(act(&s, "gain", s.alice, 5)));
  cr_expect(eq(u32, fired_count(&s, "listener"), 2));
  cr_expect(eq(u32, fired_count(&s, "next_gain"), 1));
  close_stage(&s);
}

Test(trigger, when_you_do_is_told_what_was_done) {
  stage s;
  open_triggers(&s);
  cr_expect(not(run_code(&s, "reflect", 8, 0, false)));
  uint32_t row = fired_row(&s, "when_done");
  cr_expect(eq(u64, source_of(&s, row), s.bob));
  cr_expect(eq(i64, says(&s, row, 1), 8), "$much");
  forget_fired(&s);
  cr_expect(not(run_code(&s, "reflect", 1, 0, false)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0), "its if does not hold");
  cr_expect(eq(u32, logged(&s, "when_done"), 1));
  close_stage(&s);
}

Test(trigger, who_waits_for_no_stack_acts_at_once) {
  stage s;
  open_triggers(&s);
  strata_entity hasty = put(&s, "hasty");
  cr_expect(not(act(&s, "gain", s.bob, 2)));
  cr_expect(eq(u32, fired_count(&s, NULL), 0));
  cr_expect(eq(i64, number(&s, hasty, "score"), 2), "it is its own master");
  put(&s, "gain_echo");
  cr_expect(not(act(&s, "gain", s.bob, 2)));
  cr_expect(eq(i64, number(&s, hasty, "score"), 2 + 4), "twice");
  close_stage(&s);
}

Test(trigger, who_may_act_at_once_is_asked_and_asks_its_if_again) {
  stage s;
  open_triggers(&s);
  strata_entity a = put(&s, "shy");
  strata_entity b = put(&s, "shy");
  cr_assert(act(&s, "gain", s.bob, 2));
  cr_expect(eq(u64, st_decision_get(&s.world->store, 1).player, a));
  cr_assert(answer(&s, 1), "no; the other is asked");
  cr_expect(not(answer(&s, 0)), "yes");
  cr_expect(eq(i64, number(&s, a, "score"), 0));
  cr_expect(eq(i64, number(&s, b, "score"), 2));

  set_number(&s, b, "score", 0);
  cr_assert(act(&s, "gain", s.bob, 2));
  cr_expect(not(answer(&s, 0)), "the other has seen the first one's score");
  cr_expect(eq(i64, number(&s, a, "score"), 2));
  cr_expect(eq(i64, number(&s, b, "score"), 0));
  close_stage(&s);
}

Test(trigger, what_one_does_at_once_sets_off_the_next) {
  stage s;
  open_triggers(&s);
  strata_entity chained = put(&s, "chained");
  cr_expect(not(act(&s, "score", s.bob, 1)));
  cr_expect(eq(i64, number(&s, chained, "score"), 2 + 3 + 4));
  cr_expect(eq(u32, logged(&s, "chained"), 3));
  close_stage(&s);
}

Test(trigger, a_duration_ends_before_others_look) {
  stage s;
  open_triggers(&s);
  uint64_t handle = start(&s, "until_gain", s.alice, 0, 1);
  uint32_t slot = st_started_watcher_slot(&s.world->store, handle);
  st_note given[] = {{st_note_key("whom", 4, 0), {.number = (int64_t)s.bob}},
                     {st_note_key("much", 4, 0), {.number = 40}}};
  OK(st_notes_add_all(&s.world->store, st_started_watcher_variables(slot),
                      given, 2));
  strata_entity chained = put(&s, "scored");
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "score"), 40));
  cr_expect(eq(u32, fired_count(&s, "scored"), 1), "alice has 40 by then");
  cr_expect(eq(u64, source_of(&s, fired_row(&s, "scored")), chained));
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "score"), 40), "once");
  cr_expect(eq(u32, logged(&s, "until_gain"), 0), "it is no ability");
  close_stage(&s);
}

/* -- A decision, and the end of it -- */

Test(trigger, what_is_run_again_triggers_once) {
  stage s;
  open_triggers(&s);
  put(&s, "listener");
  start(&s, "if_you_like", s.alice, 0, 0);
  cr_assert(act(&s, "gain", s.bob, 5));
  cr_expect(eq(u32, fired_count(&s, NULL), 0), "it is not done");
  cr_expect(not(answer(&s, 1)));
  cr_expect(eq(u32, fired_count(&s, "listener"), 1));
  close_stage(&s);
}

/* -- Order -- */

Test(trigger, those_of_one_event_come_by_their_timestamps) {
  static const char *const names[] = {"mourner", "chronicler", "mourner",
                                      "rare_mourner", "chronicler"};
  stage s;
  open_triggers(&s);
  strata_entity all[ST_COUNT_OF(names)];
  for (size_t i = 0; i < ST_COUNT_OF(names); i++) {
    all[i] = put(&s, names[i]);
    if (i > 0) make_forest(&s, all[i]);
  }
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  uint32_t row = st_pending_trigger_first(&s.world->store);
  for (size_t i = 0; i < ST_COUNT_OF(names); i++) {
    cr_assert(ne(u32, row, 0), "%zu", i);
    cr_expect(eq(u64, source_of(&s, row), all[i]), "%zu", i);
    row = st_pending_trigger_next(&s.world->store, row);
  }
  cr_expect(eq(u32, row, 0));
  close_stage(&s);
}

Test(trigger, who_acts_at_once_and_looks_back_finds_who_it_was) {
  stage s;
  open_triggers(&s);
  make_forest(&s, put(&s, "grave_robber"));
  strata_entity elf = put(&s, "greeter");
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  const st_store *store = &s.world->store;
  st_log_row row;
  cr_assert(st_log_get(store, st_log_last(store), &row));
  cr_expect(eq(u32, row.event_type,
               strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "score")));
  cr_expect(eq(u64, row.who, elf));
  close_stage(&s);
}

/* -- Failing -- */

/* A board on which everything is set off by one sweep. */
static void lay_out(stage *s) {
  close_world(s);
  open_world(s);
  put(s, "mourner");
  put(s, "last_words");
  put(s, "chronicler");
  make_forest(s, put(s, "poor"));
  make_forest(s, put(s, "great_echo"));
  make_forest(s, put(s, "grave_robber"));
  make_forest(s, put(s, "rare_mourner"));
  make_forest(s, put(s, "chained"));
  start(s, "until_perish", s->alice, 0, 0);
}

/* Run a code with each of its allocations failing in turn: how many of these it
 * failed by. What does not need the memory that it is refused goes on without,
 * and `fired` triggers `times` in all. */
static size_t fail_each(stage *s, const char *code, const char *fired,
                        uint32_t times) {
  size_t refused = 0;
  bool failed = true;
  for (size_t n = 1; failed; n++) {
    lay_out(s);
    uint64_t before = strata_hash(s->world);
    int64_t words[4] = {(int64_t)s->alice, 8, 9, 0};
    st_action_request request = {.settling = STRATA_SETTLE_NONE,
                                 .watcher_def = code_of(s, code),
                                 .controller = s->alice,
                                 .words = words};
    bool open = false;
    size_t failures = s->probe.failures;
    s->probe.calls = 0;
    s->probe.fail_at = n;
    strata_status status = st_action_begin(&s->exec, &request, &open);
    s->probe.fail_at = 0;
    failed = s->probe.failures > failures;
    if (status) {
      refused++;
      cr_assert(eq(int, status, STRATA_ENOMEM), "%s, %zu", code, n);
      cr_assert(eq(u64, strata_hash(s->world), before), "%s, %zu", code, n);
    } else {
      cr_assert(eq(u32, fired_count(s, fired), times), "%s, %zu", code, n);
    }
  }
  return refused;
}

Test(trigger, nothing_is_left_of_what_runs_out_of_memory) {
  stage s;
  open_triggers(&s);
  cr_expect(ge(sz, fail_each(&s, "sweep", "mourner", 3), 20));
  cr_expect(ge(sz, fail_each(&s, "reflect", "when_done", 1), 5));
  cr_expect(ge(sz, fail_each(&s, "gain_twice", "poor", 1), 10));
  close_stage(&s);
}

Test(trigger, a_frame_of_a_row_may_run_out_of_memory) {
  stage s;
  open_triggers(&s);
  put(&s, "listener");
  cr_expect(not(act(&s, "gain", s.bob, 5)));
  uint32_t row = fired_row(&s, "listener");
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; status == STRATA_ENOMEM; n++) {
    uint32_t frame;
    st_execution_fini(&s.exec);
    st_execution_init(&s.exec, &s.world->change, &s.error);
    s.probe.calls = 0;
    s.probe.fail_at = n;
    status = st_trigger_new_frame(&s.exec, row, &frame);
    s.probe.fail_at = 0;
    cr_assert(status == STRATA_OK || status == STRATA_ENOMEM);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 4, n));
  close_stage(&s);
}

/* -- Many -- */

/* How long it takes is a row of strata bench: mass_death. */
Test(trigger, each_of_ten_thousand_deaths_triggers_once) {
  stage s;
  open_triggers(&s);
  for (uint32_t i = 0; i < 10000; i++) {
    put(&s, "last_words");
  }
  cr_expect(not(run_code(&s, "sweep", 0, 0, false)));
  cr_expect(eq(u32, fired_count(&s, "last_words"), 10000));
  close_stage(&s);
}
