/* Actions: what happens, which decisions are asked, what is refused while a
 * decision is open, and the state that is left. */
#include "acts.h"

TestSuite(action, .timeout = 60);

/* -- Events -- */

Test(action, an_event_does_what_its_kind_says) {
  acts a;
  acts_open(&a);
  strata_outcome outcome = STRATA_DECIDE;
  OK(acts_event(&a, "gain", a.bob, "amount", 5, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, acts_life(&a, a.bob), 7));
  OK(acts_event(&a, "series", a.bob, "count", 3, NULL));
  cr_expect(eq(i64, acts_life(&a, a.bob), 7 + 1 + 2 + 3));
  OK(acts_event(&a, "storm", 0, "amount", 10, NULL));
  cr_expect(eq(i64, acts_life(&a, a.bob), 23));
  cr_expect(eq(i64, acts_life(&a, a.alice), 11));
  OK(acts_event(&a, "end", a.bob, NULL, 0, NULL));
  cr_expect(not(strata_is_alive(a.world, a.bob)));
  acts_close(&a);
}

/* The event of the last action: how often it happened, and why not. */
static void expect_result(const acts *a, uint32_t happened, const char *why) {
  strata_act_result result;
  strata_last_action(a->world, &result);
  cr_expect(eq(u32, result.happened, happened));
  cr_expect(eq(str, TEXT(result.why_not ? result.why_not : "-"), TEXT(why)));
}

Test(action, finding_RW14_whether_its_event_happened_is_told) {
  acts a;
  acts_open(&a);
  expect_result(&a, 0, "-");
  OK(acts_event(&a, "series", a.bob, "count", 2, NULL));
  expect_result(&a, 1, "-");
  OK(acts_event(&a, "series", a.bob, "count", 0, NULL));
  expect_result(&a, 0, "it consists of other events, and there were none");
  OK(acts_event(&a, "gain", a.bob, "amount", 0, NULL));
  expect_result(&a, 0, "it would have changed nothing");
  strata_act_desc bans = acts_code_desc(&a, "watch");
  OK(strata_act(a.world, &bans, NULL));
  expect_result(&a, 0, "-");
  OK(acts_event(&a, "gain", a.bob, "amount", 1, NULL));
  expect_result(&a, 0, "it could not happen");
  acts_close(&a);
}

Test(action, a_code_is_given_names) {
  acts a;
  acts_open(&a);
  strata_act_desc desc = acts_code_desc(&a, "both");
  desc.given =
      &(strata_named_value){"target", {.type = STRATA_REF, .ref = a.bob}};
  desc.given_count = 1;
  OK(strata_act(a.world, &desc, NULL));
  cr_expect(eq(i64, acts_life(&a, a.bob), 4));
  strata_zone pile = strata_rules_find(a.rules, STRATA_NAME_ZONE, "pile");
  cr_expect(eq(u32, strata_zone_count(a.world, pile, 0), 1));
  acts_close(&a);
}

Test(action, whose_it_is_are_its_fields) {
  acts a;
  acts_open(&a);
  strata_act_desc desc = {
      .event = strata_rules_find(a.rules, STRATA_NAME_EVENT_TYPE, "gain"),
      .source = a.bob,
      .you = a.alice,
      .given =
          (const strata_named_value[]){
              {"amount", {.type = STRATA_INT, .integer = 1}},
              {"player", {.type = STRATA_REF, .ref = a.bob}},
              {"effect", {.type = STRATA_FLAG, .integer = 1}}},
      .given_count = 3};
  OK(strata_act(a.world, &desc, NULL));
  strata_log_row row;
  OK(strata_log_get(a.world, strata_log_next(a.world, 0), &row));
  cr_expect(eq(u64, row.source, a.bob));
  cr_expect(eq(u64, row.who, a.bob));
  cr_assert(eq(sz, row.field_count, 7));
  const char *const names[] = {"player", "amount",    "by",    "cause",
                               "effect", "prevented", "became"};
  const int64_t want[] = {
      (int64_t)a.bob, 1, (int64_t)a.alice, (int64_t)a.bob, 1, 0, 0};
  for (size_t i = 0; i < 7; i++) {
    const strata_value *v = &row.fields[i].value;
    int64_t got = v->type == STRATA_REF ? (int64_t)v->ref : v->integer;
    cr_expect(eq(str, TEXT(row.fields[i].name), TEXT(names[i])));
    cr_expect(eq(i64, got, want[i]), "%s", names[i]);
  }
  acts_close(&a);
}

static strata_status try_given(acts *a, const char *kind, const char *name,
                               strata_value value) {
  strata_named_value given = {name, value};
  strata_act_desc desc = {
      .event = strata_rules_find(a->rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = &given,
      .given_count = 1};
  return strata_act(a->world, &desc, NULL);
}

Test(action, what_is_no_action_is_refused) {
  acts a;
  acts_open(&a);
  strata_value one = {.type = STRATA_INT, .integer = 1};
  strata_value stale = {.type = STRATA_REF, .ref = a.bob + (1ull << 33)};
  strata_value odd = {.type = STRATA_SYM, .symbol = 12345};
  strata_value flag = {.type = STRATA_FLAG, .integer = 2};
  NO(&a, strata_act(a.world, NULL, NULL), STRATA_EINVAL, "act", "NULL");
  NO(&a, strata_act(a.world, &(strata_act_desc){0}, NULL), STRATA_EINVAL,
     "an event, a code");
  NO(&a,
     strata_act(a.world, &(strata_act_desc){.event = 1, .watcher_def = 1},
                NULL),
     STRATA_EINVAL, "one of them");
  NO(&a, strata_act(a.world, &(strata_act_desc){.event = 99}, NULL),
     STRATA_ENOENT, "no kind of event 99");
  NO(&a, strata_act(a.world, &(strata_act_desc){.watcher_def = 99}, NULL),
     STRATA_ENOENT, "no code 99");
  NO(&a,
     strata_act(a.world, &(strata_act_desc){.event = 1, .given_count = 1},
                NULL),
     STRATA_EINVAL, "given is NULL");
  NO(&a, strata_act(a.world, &(strata_act_desc){.event = 1, .you = 77}, NULL),
     STRATA_ESTALE, "act: you");
  NO(&a, try_given(&a, "gain", NULL, one), STRATA_EINVAL, "no name");
  NO(&a, try_given(&a, "gain", "amuont", one), STRATA_ENOENT,
     "'gain' have no field 'amuont'", "'amount'");
  NO(&a, try_given(&a, "gain", "count", one), STRATA_ENOENT, "'count'");
  NO(&a, try_given(&a, "gain", "player", one), STRATA_ETYPE, "'player'", "ref",
     "int");
  NO(&a, try_given(&a, "gain", "player", stale), STRATA_ESTALE, "'player'");
  NO(&a, try_given(&a, "gain", "effect", flag), STRATA_ERANGE, "'effect'");
  NO(&a, try_given(&a, "paint", "colour", odd), STRATA_ENOENT, "12345");
  NO(&a, try_given(&a, "large", "amount", one), STRATA_EINVAL, "alias",
     "'gain'");
  NO(&a, acts_code(&a, "never", NULL), STRATA_EINVAL, "'never'");
  strata_act_desc both = acts_code_desc(&a, "both");
  both.given = &(strata_named_value){"aim", one};
  both.given_count = 1;
  NO(&a, strata_act(a.world, &both, NULL), STRATA_ENOENT, "'both'", "'aim'");
  acts_close(&a);
}

Test(action, who_is_gone_cannot_act_but_is_remembered) {
  acts a;
  acts_open(&a);
  strata_entity moved;
  strata_value got;
  size_t count = 0;
  strata_value bob = {.type = STRATA_REF, .ref = a.bob};
  OK(strata_note(a.world, a.bob, "self", &bob));
  OK(strata_move(a.world, a.bob, &(strata_move_desc){.zone = 1}, &moved));
  cr_assert(ne(u64, moved, a.bob));
  NO(&a, try_given(&a, "gain", "player", bob), STRATA_ESTALE, "'player'");
  NO(&a, strata_note(a.world, a.bob, "self", &bob), STRATA_ESTALE, "note");
  OK(strata_note(a.world, moved, "was", &bob));
  OK(strata_noted(a.world, moved, "was", &got, 1, &count));
  cr_expect(eq(sz, count, 1));
  cr_expect(eq(u64, got.ref, a.bob));
  OK(strata_noted(a.world, a.bob, "self", &got, 1, &count));
  cr_expect(eq(sz, count, 1), "what it remembered is what it was");
  acts_close(&a);
}

Test(action, what_fails_in_it_says_why_and_leaves_nothing) {
  acts a;
  acts_open(&a);
  NO(&a, acts_event(&a, "shrink", a.bob, "amount", 9, NULL), STRATA_ERANGE,
     "act: ", "'shrink'", "'set'");
  NO(&a, acts_code(&a, "forever", NULL), STRATA_ELIMIT, "act: ", "million");
  acts_close(&a);
}

Test(action, a_handler_that_nobody_runs_fails_it) {
  acts a;
  acts_open(&a);
  NO(&a, acts_code(&a, "run", NULL), STRATA_ENOENT, "'house'", "nobody runs");
  acts_close(&a);
}

/* "late" gains a life, and "bargain" triggers: with nothing to settle it waits;
 * else, as there is no stack, it is done and asks. */
Test(action, what_triggers_waits_or_is_done) {
  acts a;
  acts_open(&a);
  strata_act_desc late = acts_code_desc(&a, "late");
  strata_outcome outcome = STRATA_DECIDE;
  late.settling = STRATA_SETTLE_NONE;
  OK(strata_act(a.world, &late, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, acts_life(&a, a.alice), 2));
  late.settling = STRATA_SETTLE_ALL;
  OK(strata_act(a.world, &late, &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE), "'bargain' asks");
  acts_close(&a);
}

Test(action, what_a_deed_says_of_its_event_and_what_it_starts_counts) {
  acts a;
  acts_open(&a);
  int64_t before = acts_life(&a, a.alice);
  OK(acts_code(&a, "inner", NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), before + 2), "2 in place of 1");
  OK(acts_code(&a, "watch", NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), before + 3));
  OK(acts_event(&a, "gain", a.alice, "amount", 5, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), before + 3), "it cannot happen");
  acts_close(&a);
}

/* -- Decisions -- */

Test(action, a_decision_is_described) {
  acts a;
  acts_open(&a);
  strata_outcome outcome;
  strata_decision d;
  OK(acts_code(&a, "pick", &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  cr_assert(eq(sz, strata_decision_count(a.world), 1));
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u32, d.id, 1));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_CHOOSE));
  cr_expect(eq(u64, d.who, a.alice));
  cr_assert(eq(sz, d.option_count, 2));
  cr_expect(eq(i64, d.least, 1));
  cr_expect(eq(i64, d.most, 1));
  cr_expect(eq(int, d.options[1].value.type, STRATA_REF));
  cr_expect(eq(u64, d.options[1].value.ref, a.bob));
  cr_expect(d.options[1].text == NULL && d.prompt == NULL);
  cr_expect(not(d.firm || d.hidden || d.ordered));

  OK(acts_choose(a.world, 1, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u32, d.id, 2));
  cr_assert(eq(sz, d.option_count, 3));
  cr_expect(eq(int, d.options[2].value.type, STRATA_SYM));
  const char *name =
      strata_rules_name(a.rules, STRATA_NAME_SYMBOL, d.options[2].value.symbol);
  cr_expect(eq(str, TEXT(name), TEXT("red")));

  OK(acts_choose(a.world, 2, NULL));
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_NUMBER));
  cr_expect(eq(i64, d.least, 0));
  cr_expect(eq(i64, d.most, 3));
  cr_expect(eq(sz, d.option_count, 0));

  cr_expect(eq(i64, acts_life(&a, a.bob), 2), "nothing has happened yet");
  OK(acts_number(a.world, 2, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, acts_life(&a, a.bob), 2 + 1 + 2));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  strata_value v;
  OK(strata_get(a.world, a.bob, kit_attr(a.rules, "colour"), &v));
  cr_expect(eq(u32, v.symbol, kit_symbol(a.rules, "red")));
  acts_close(&a);
}

Test(action, an_answer_that_is_not_legal_is_refused) {
  acts a;
  acts_open(&a);
  const uint32_t options[] = {0, 1};
  strata_decision d;
  NO(&a, acts_choose(a.world, 0, NULL), STRATA_EREFUSED, "answer: no decision");
  NO(&a, strata_retract(a.world), STRATA_EREFUSED, "retract: no decision");
  NO(&a, strata_cancel(a.world), STRATA_EREFUSED, "cancel: no decision");
  NO(&a, strata_decision_get(a.world, 0, &d), STRATA_ENOENT, "open one 0");
  OK(acts_code(&a, "pick", NULL));
  NO(&a, strata_answer(a.world, NULL, NULL), STRATA_EINVAL, "NULL");
  NO(&a, acts_choose(a.world, 2, NULL), STRATA_EREFUSED,
     "answer: ", "no option 2");
  NO(&a, acts_number(a.world, 1, NULL), STRATA_EREFUSED, "not amounts");
  NO(&a, strata_answer(a.world, &(strata_answer_desc){0}, NULL),
     STRATA_EREFUSED, "just 1");
  NO(&a, strata_answer(a.world, &(strata_answer_desc){.count = 1}, NULL),
     STRATA_EREFUSED, "options are asked for");
  NO(&a,
     strata_answer(a.world,
                   &(strata_answer_desc){.options = options, .count = 2}, NULL),
     STRATA_EREFUSED, "2 options are named");
  NO(&a,
     strata_answer(
         a.world,
         &(strata_answer_desc){.decision = 7, .options = options, .count = 1},
         NULL),
     STRATA_EREFUSED, "no decision 7");
  NO(&a,
     strata_answer(
         a.world,
         &(strata_answer_desc){.who = a.bob, .options = options, .count = 1},
         NULL),
     STRATA_EREFUSED, "is not for entity 2");
  NO(&a, strata_decision_get(a.world, 1, &d), STRATA_ENOENT, "there are 1");
  NO(&a, strata_decision_get(a.world, 0, NULL), STRATA_EINVAL, "NULL");
  OK(strata_answer(
      a.world,
      &(strata_answer_desc){
          .decision = 1, .who = a.alice, .options = options, .count = 1},
      NULL));
  acts_close(&a);
}

Test(action, an_answer_that_makes_it_fail_leaves_the_decision_open) {
  acts a;
  acts_open(&a);
  strata_attr life = kit_attr(a.rules, "life");
  strata_mark mark;
  OK(strata_mark_set(a.world, &mark));
  OK(strata_set_base_int(a.world, a.bob, life, 999));
  OK(acts_code(&a, "pick", NULL));
  OK(acts_choose(a.world, 1, NULL));
  OK(acts_choose(a.world, 0, NULL));
  NO(&a, acts_number(a.world, 4, NULL), STRATA_EREFUSED,
     "4 is not from 0 to 3");
  cr_expect(eq(sz, strata_decision_count(a.world), 1));
  OK(strata_cancel(a.world));
  OK(strata_rollback(a.world, mark));
  acts_close(&a);
}

Test(action, retracting_and_giving_up_go_back) {
  acts a;
  acts_open(&a);
  uint64_t before = strata_hash(a.world);
  OK(acts_code(&a, "bargain", NULL));
  uint64_t first = strata_hash(a.world);
  cr_expect(ne(u64, first, before));
  NO(&a, strata_retract(a.world), STRATA_EREFUSED, "nothing is answered");
  OK(acts_choose(a.world, 0, NULL));
  cr_expect(ne(u64, strata_hash(a.world), first));
  OK(strata_retract(a.world));
  cr_expect(eq(u64, strata_hash(a.world), first));
  strata_outcome outcome;
  OK(acts_choose(a.world, 1, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  OK(acts_code(&a, "bargain", NULL));
  OK(acts_choose(a.world, 0, NULL));
  uint64_t hash = strata_hash(a.world);
  OK(strata_retract(a.world));
  OK(acts_choose(a.world, 0, NULL));
  cr_expect(eq(u64, strata_hash(a.world), hash), "who wavers leaves no trace");
  OK(strata_cancel(a.world));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  acts_close(&a);
}

Test(action, nobody_goes_back_beyond_a_roll) {
  acts a;
  acts_open(&a);
  OK(strata_seed(a.world, 7));
  uint64_t before = strata_hash(a.world);
  OK(acts_code(&a, "dice", NULL));
  OK(strata_cancel(a.world));
  cr_expect(eq(u64, strata_hash(a.world), before));
  OK(acts_code(&a, "dice", NULL));
  OK(acts_choose(a.world, 0, NULL));
  strata_decision d;
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(d.firm);
  NO(&a, strata_retract(a.world), STRATA_EREFUSED, "the answer stands");
  NO(&a, strata_cancel(a.world), STRATA_EREFUSED, "the action stands");
  OK(acts_choose(a.world, 0, NULL));
  int64_t rolled = acts_life(&a, a.alice) - 1;
  cr_expect(rolled >= 1 && rolled <= 6);
  acts_close(&a);
}

Test(action, equal_seeds_are_equal_games) {
  acts a;
  acts_open(&a);
  strata_mark mark;
  uint64_t hash[3];
  OK(strata_mark_set(a.world, &mark));
  for (int i = 0; i < 3; i++) {
    OK(strata_rollback(a.world, mark));
    OK(strata_seed(a.world, i == 1 ? 8 : 9));
    for (int n = 0; n < 8; n++) {
      OK(acts_code(&a, "dice", NULL));
      OK(acts_choose(a.world, 0, NULL));
      OK(acts_choose(a.world, 0, NULL));
    }
    hash[i] = strata_hash(a.world);
  }
  cr_expect(eq(u64, hash[0], hash[2]));
  cr_expect(ne(u64, hash[0], hash[1]));
  acts_close(&a);
}

/* -- While a decision is open -- */

Test(action, nothing_else_is_written_while_a_decision_is_open) {
  acts a;
  acts_open(&a);
  strata_world *w = a.world;
  strata_attr life = kit_attr(a.rules, "life");
  strata_attr words = kit_attr(a.rules, "words");
  strata_attr owner = kit_attr(a.rules, "owner");
  strata_symbol red = kit_symbol(a.rules, "red");
  strata_value ref = {.type = STRATA_REF, .ref = a.alice};
  strata_value one = {.type = STRATA_INT, .integer = 1};
  strata_value set = {.type = STRATA_SET, .symbols = &red, .symbol_count = 1};
  strata_part part = {
      .attr = life, .layer = 0, .op = STRATA_OP_ADD, .value = 1};
  strata_effect_desc plus = {.parts = &part,
                             .part_count = 1,
                             .targets = &a.bob,
                             .target_count = 1,
                             .clock = 1,
                             .ticks = 3};
  strata_effect effect;
  strata_entity e;
  strata_attr small = kit_attr(a.rules, "small");
  strata_attr open = kit_attr(a.rules, "open");
  OK(strata_effect_add(w, &plus, &effect));
  /* There are pages, and room in the journal: writes could be in place. */
  strata_mark mark;
  OK(strata_mark_set(w, &mark));
  OK(strata_set_base_int(w, a.bob, small, 1));
  OK(strata_set_base_int(w, a.bob, open, 1));
  OK(strata_set_base_symbol(w, a.bob, words, red, true));
  OK(strata_set_base(w, a.bob, owner, &ref));
  OK(acts_code(&a, "bargain", NULL));
#define SHUT(call) NO(&a, call, STRATA_EOPEN, "decision is open", "answer it")
  SHUT(strata_set_base_int(w, a.bob, life, 3));
  SHUT(strata_set_base_int(w, a.bob, small, 3));
  SHUT(strata_set_base_int(w, a.bob, open, 0));
  SHUT(strata_set_base_symbol(w, a.bob, words, red, false));
  SHUT(strata_set_base(w, a.bob, owner, &ref));
  SHUT(strata_set_base(w, a.bob, life, &one));
  SHUT(strata_set_base(w, a.bob, words, &set));
  SHUT(strata_spawn(w, &e));
  SHUT(strata_spawn_as(w, 1, &e));
  SHUT(strata_spawn_copy(w, a.bob, &e));
  SHUT(strata_despawn(w, a.bob));
  SHUT(strata_transform(w, a.bob, 1));
  SHUT(strata_restamp(w, a.bob));
  SHUT(strata_move(w, a.bob, &(strata_move_desc){.zone = 1}, &e));
  SHUT(strata_forget_gone(w));
  SHUT(strata_effect_add(w, &plus, &effect));
  SHUT(strata_effect_remove(w, effect));
  SHUT(strata_effect_clear(w, a.bob));
  SHUT(strata_effect_refresh(w, effect, 1));
  SHUT(strata_tick(w, 1, NULL));
  SHUT(strata_commit(w));
  SHUT(strata_seed(w, 1));
  SHUT(strata_note(w, 0, "key", &one));
  SHUT(strata_note(w, 0, "key", NULL));
  SHUT(strata_log_forget(w, 1));
  SHUT(acts_event(&a, "gain", a.bob, "amount", 1, NULL));
  SHUT(acts_code(&a, "bargain", NULL));
  OK(strata_cancel(w));
  OK(strata_set_base_int(w, a.bob, life, 3));
  OK(strata_set_base_int(w, a.bob, small, 3));
  acts_close(&a);
}

Test(action, marks_rollback_and_forks_are_free) {
  acts a;
  acts_open(&a);
  uint64_t before = strata_hash(a.world);
  strata_mark start, middle;
  strata_world *fork = NULL;
  OK(strata_mark_set(a.world, &start));
  OK(acts_code(&a, "bargain", NULL));
  uint64_t open = strata_hash(a.world);
  OK(strata_mark_set(a.world, &middle));
  OK(acts_choose(a.world, 0, NULL));
  OK(acts_number(a.world, 5, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 6));
  OK(strata_rollback(a.world, middle));
  cr_expect(eq(u64, strata_hash(a.world), open));
  cr_expect(eq(sz, strata_decision_count(a.world), 1));
  cr_expect(eq(i64, acts_life(&a, a.alice), 1));

  OK(strata_fork(a.world, NULL, &fork));
  cr_expect(eq(u64, strata_hash(fork), open));
  strata_entity e;
  cr_expect(eq(int, strata_spawn(fork, &e), STRATA_EOPEN));
  OK(acts_choose(fork, 1, NULL));
  OK(strata_spawn(fork, &e));
  cr_expect(eq(u64, strata_hash(a.world), open));

  OK(strata_rollback(a.world, start));
  cr_expect(eq(u64, strata_hash(a.world), before));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  OK(strata_fork(a.world, fork, NULL));
  OK(strata_commit(fork));
  cr_expect(eq(u64, strata_hash(fork), before));
  strata_world_free(fork);
  acts_close(&a);
}

Test(action, the_journal_is_emptied_when_nobody_has_a_mark) {
  acts a;
  acts_open(&a);
  for (int i = 0; i < 4; i++) {
    OK(acts_code(&a, "pick", NULL));
    OK(acts_choose(a.world, 1, NULL));
    OK(strata_retract(a.world));
    cr_expect(ne(int, acts_choose(a.world, 9, NULL), STRATA_OK));
    OK(strata_cancel(a.world));
    cr_expect(ne(int, acts_code(&a, "run", NULL), STRATA_OK));
    OK(acts_event(&a, "gain", a.bob, "amount", 1, NULL));
    cr_expect(eq(u64, kit_stats(a.world).journal_bytes, 0));
  }
  acts_close(&a);
}

/* -- The log and notes -- */

Test(action, the_log_tells_what_happened) {
  acts a;
  acts_open(&a);
  cr_expect(eq(u64, strata_log_next(a.world, 0), 0));
  OK(acts_event(&a, "series", a.bob, "count", 2, NULL));
  OK(acts_event(&a, "gain", a.bob, "amount", 4, NULL));
  OK(acts_event(&a, "gain", a.bob, "amount", 4, NULL));
  strata_log_row row;
  uint64_t actions[8] = {0}, parents[8] = {0}, kinds[8] = {0};
  uint64_t n = 0;
  size_t count = 0;
  while ((n = strata_log_next(a.world, n)) != 0) {
    OK(strata_log_get(a.world, n, &row));
    cr_expect(eq(u64, row.number, n));
    cr_expect(eq(int, row.what, STRATA_LOG_HAPPENED));
    cr_expect(eq(u32, row.count, 1));
    cr_assert(count < 8);
    actions[count] = row.action;
    parents[count] = row.parent;
    kinds[count++] = row.event_type;
  }
  cr_assert(eq(sz, count, 5));
  uint32_t gain = strata_rules_find(a.rules, STRATA_NAME_EVENT_TYPE, "gain");
  cr_expect(eq(u64, actions[2], 1));
  cr_expect(eq(u64, actions[3], 2));
  cr_expect(eq(u64, actions[4], 3), "equal rows of two actions are two");
  cr_expect(eq(u64, kinds[4], gain));
  cr_expect(eq(u64, parents[3], 0));

  OK(strata_log_forget(a.world, 5));
  cr_expect(eq(u64, strata_log_next(a.world, 0), 5));
  NO(&a, strata_log_get(a.world, 4, &row), STRATA_ENOENT, "row 4", "forgotten");
  NO(&a, strata_log_get(a.world, 6, &row), STRATA_ENOENT, "row 6", "to come");
  NO(&a, strata_log_get(a.world, 5, NULL), STRATA_EINVAL, "NULL");
  OK(strata_log_get(a.world, 5, &row));
  cr_expect(eq(i64, row.fields[1].value.integer, 4));
  acts_close(&a);
}

Test(action, notes_are_remembered) {
  acts a;
  acts_open(&a);
  strata_symbol red = kit_symbol(a.rules, "red");
  strata_value values[] = {{.type = STRATA_INT, .integer = -3},
                           {.type = STRATA_REF, .ref = a.bob},
                           {.type = STRATA_SYM, .symbol = red}};
  strata_value got[4];
  size_t count = 9;
  for (size_t i = 0; i < 3; i++) {
    OK(strata_note(a.world, a.alice, "seen", &values[i]));
  }
  OK(strata_note(a.world, 0, "seen", &values[0]));
  OK(strata_noted(a.world, a.alice, "seen", got, 4, &count));
  cr_assert(eq(sz, count, 3));
  cr_expect(eq(i64, got[0].integer, -3));
  cr_expect(eq(u64, got[1].ref, a.bob));
  cr_expect(eq(int, got[2].type, STRATA_SYM));
  cr_expect(eq(u32, got[2].symbol, red));
  got[1].integer = 77;
  OK(strata_noted(a.world, a.alice, "seen", got, 1, &count));
  cr_expect(eq(sz, count, 3));
  cr_expect(eq(i64, got[1].integer, 77), "there is room for one");
  OK(strata_noted(a.world, a.bob, "seen", NULL, 0, &count));
  cr_expect(eq(sz, count, 0));
  OK(strata_noted(a.world, 0, "seen", got, 4, &count));
  cr_expect(eq(sz, count, 1));

  NO(&a, strata_note(a.world, 0, "", &values[0]), STRATA_EINVAL, "key");
  NO(&a, strata_note(a.world, 0, NULL, &values[0]), STRATA_EINVAL, "key");
  NO(&a, strata_note(a.world, 99, "x", &values[0]), STRATA_ESTALE, "note");
  strata_value text = {.type = STRATA_TEXT, .text = "no"};
  strata_value nothing = {.integer = 1};
  NO(&a, strata_note(a.world, 0, "x", &text), STRATA_ETYPE, "'x'");
  NO(&a, strata_note(a.world, 0, "x", &nothing), STRATA_ETYPE, "'x'");
  NO(&a, strata_noted(a.world, 0, "x", NULL, 1, &count), STRATA_EINVAL,
     "buffer");

  OK(strata_note(a.world, a.alice, "seen", NULL));
  OK(strata_noted(a.world, a.alice, "seen", got, 4, &count));
  cr_expect(eq(sz, count, 0));
  OK(strata_note(a.world, 0, "seen", NULL));
  acts_close(&a);
}

Test(action, what_deeds_remember_is_found_by_its_name) {
  acts a;
  acts_open(&a);
  strata_value got;
  size_t count = 0;
  OK(acts_code(&a, "each", NULL));
  OK(acts_choose(a.world, 1, NULL));
  OK(acts_choose(a.world, 0, NULL));
  OK(strata_noted(a.world, a.bob, "asked", &got, 1, &count));
  cr_expect(eq(sz, count, 1));
  cr_expect(eq(i64, got.integer, 1));
  cr_expect(eq(i64, acts_life(&a, a.bob), 3));
  cr_expect(eq(i64, acts_life(&a, a.alice), 1));
  acts_close(&a);
}
