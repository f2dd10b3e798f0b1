/* Policies answer a decision where it is met, and the state does not show which
 * answers were theirs. An answer that no longer fits is asked for again. */
#include "hands.h"

#include <stdlib.h>

TestSuite(policy, .timeout = 60);

static strata_answer_desc pick(hands *h) {
  return (strata_answer_desc){.options = &h->option, .count = 1};
}

static strata_answer_desc say(hands *h) {
  return (strata_answer_desc){.amounts = &h->amount, .count = 1};
}

/* The first option; of a number the most. */
static strata_status eager(hands *h, const strata_decision *d,
                           strata_answer_desc *out) {
  h->option = 0;
  h->amount = d->most;
  h->seen[0]++;
  *out = d->purpose == STRATA_PURPOSE_NUMBER ? say(h) : pick(h);
  return STRATA_OK;
}

/* What `eager` would answer, by the host. */
static void answer_eagerly(hands *h) {
  strata_decision d;
  while (strata_decision_count(h->a.world) > 0) {
    OK(strata_decision_get(h->a.world, 0, &d));
    strata_answer_desc answer;
    OK(eager(h, &d, &answer));
    OK(strata_answer(h->a.world, &answer, NULL));
  }
}

/* Only what is asked of nobody; the others are the host's. */
static strata_status second_only(hands *h, const strata_decision *d,
                                 strata_answer_desc *out) {
  if (d->id % 2 == 1) return STRATA_ESUSPEND;
  return eager(h, d, out);
}

static strata_status ask_all(hands *h, strata_handler_call *run) {
  const strata_option options[] = {
      {.text = "a"},
      {.text = "b"},
      {.value = {.type = STRATA_REF, .ref = h->a.bob}}};
  strata_decision choice = {.purpose = STRATA_PURPOSE_CHOOSE,
                            .who = h->a.alice,
                            .options = options,
                            .option_count = 3,
                            .least = 1,
                            .most = 1};
  strata_decision both[] = {choice, choice};
  strata_answer_desc out[2];
  strata_status status = strata_call_choose_all(run, both, 2, out);
  int64_t number = 0;
  if (!status) status = hands_number(run, h->a.alice, 7, &number);
  if (status) return status;
  return hands_emit(run, "gain", h->a.bob, "amount", number + out[0].options[0],
                    NULL);
}

Test(policy, the_state_does_not_tell_who_has_answered) {
  static const char *const codes[] = {"bargain", "pick", "dice", "each", "run"};
  const policy answering[] = {eager, NULL, second_only};
  for (size_t c = 0; c < COUNT(codes); c++) {
    uint64_t hashes[3];
    for (size_t i = 0; i < 3; i++) {
      hands h;
      hands_open(&h);
      h.house = ask_all;
      h.decide = answering[i];
      strata_outcome outcome = STRATA_DECIDE;
      OK(acts_code(&h.a, codes[c], &outcome));
      cr_expect(eq(int, outcome, i == 0 ? STRATA_DONE : STRATA_DECIDE), "%s",
                codes[c]);
      answer_eagerly(&h);
      cr_expect(h.seen[0] > 0);
      hashes[i] = strata_hash(h.a.world);
      hands_close(&h);
    }
    cr_expect(eq(u64, hashes[0], hashes[1]), "%s", codes[c]);
    cr_expect(eq(u64, hashes[0], hashes[2]), "%s", codes[c]);
  }
}

/* At each decision too: what is answered is a row like any other. */
Test(policy, what_is_open_does_not_tell_it_either) {
  uint64_t hashes[2];
  for (int i = 0; i < 2; i++) {
    hands h;
    hands_open(&h);
    h.house = ask_all;
    if (i == 1) h.decide = second_only;
    OK(acts_code(&h.a, "run", NULL));
    if (i == 0) {
      uint32_t option = 0;
      OK(strata_answer(
          h.a.world,
          &(strata_answer_desc){.decision = 2, .options = &option, .count = 1},
          NULL));
    }
    cr_expect(eq(sz, strata_decision_count(h.a.world), 1));
    hashes[i] = strata_hash(h.a.world);
    hands_close(&h);
  }
  cr_expect(eq(u64, hashes[0], hashes[1]));
}

Test(policy, it_is_logged_what_was_decided) {
  hands h;
  hands_open(&h);
  h.house = ask_all;
  h.decide = eager;
  OK(acts_code(&h.a, "run", NULL));
  size_t decided = 0;
  for (uint64_t n = 0; (n = strata_log_next(h.a.world, n)) != 0;) {
    strata_log_row row;
    OK(strata_log_get(h.a.world, n, &row));
    if (row.what != STRATA_LOG_DECIDED) continue;
    decided += row.count;
    cr_expect(eq(u64, row.who, h.a.alice));
    cr_assert(eq(sz, row.field_count, 2));
    cr_expect(eq(str, TEXT(row.fields[0].name), TEXT("purpose")));
    bool number = row.fields[0].value.integer == STRATA_PURPOSE_NUMBER;
    cr_expect(
        eq(str, TEXT(row.fields[1].name), TEXT(number ? "amount" : "option")));
    cr_expect(eq(i64, row.fields[1].value.integer, number ? 7 : 0));
  }
  cr_expect(eq(sz, decided, 3));
  hands_close(&h);
}

static strata_status third(hands *h, const strata_decision *d,
                           strata_answer_desc *out) {
  if (d->purpose == STRATA_PURPOSE_NUMBER) return eager(h, d, out);
  h->option = 2;
  *out = pick(h);
  return STRATA_OK;
}

Test(policy, a_value_that_was_chosen_is_logged) {
  hands h;
  hands_open(&h);
  h.house = ask_all;
  h.decide = third;
  OK(acts_code(&h.a, "run", NULL));
  strata_log_row row;
  uint64_t n = strata_log_next(h.a.world, 0);
  OK(strata_log_get(h.a.world, n, &row));
  if (row.what != STRATA_LOG_DECIDED) {
    OK(strata_log_get(h.a.world, strata_log_next(h.a.world, n), &row));
  }
  cr_assert(eq(int, row.what, STRATA_LOG_DECIDED));
  cr_expect(eq(u32, row.count, 2), "two decided the same");
  cr_assert(eq(sz, row.field_count, 3));
  cr_expect(eq(i64, row.fields[1].value.integer, 2));
  cr_expect(eq(str, TEXT(row.fields[2].name), TEXT("chosen")));
  cr_expect(eq(int, row.fields[2].value.type, STRATA_REF));
  cr_expect(eq(u64, row.fields[2].value.ref, h.a.bob));
  hands_close(&h);
}

static strata_status too_much(hands *h, const strata_decision *d,
                              strata_answer_desc *out) {
  h->option = (uint32_t)d->option_count;
  *out = pick(h);
  return STRATA_OK;
}
static strata_status for_bob(hands *h, const strata_decision *d,
                             strata_answer_desc *out) {
  (void)d;
  *out = pick(h);
  out->who = h->a.bob;
  return STRATA_OK;
}
static strata_status gives_up(hands *h, const strata_decision *d,
                              strata_answer_desc *out) {
  (void)h, (void)d, (void)out;
  return STRATA_ESCRIPT;
}
static strata_status meddles(hands *h, const strata_decision *d,
                             strata_answer_desc *out) {
  strata_entity made;
  strata_value one = {.type = STRATA_INT, .integer = 1};
  cr_expect(eq(int, strata_spawn(h->a.world, &made), STRATA_EOPEN));
  cr_expect(eq(int, strata_note(h->a.world, 0, "x", &one), STRATA_EOPEN));
  cr_expect(eq(int, acts_code(&h->a, "bargain", NULL), STRATA_EOPEN));
  return eager(h, d, out);
}

Test(policy, what_it_answers_must_be_legal) {
  static const struct {
    policy decide;
    strata_status want;
    const char *word;
  } cases[] = {{too_much, STRATA_EREFUSED, "not legal: there is no option 2"},
               {for_bob, STRATA_EREFUSED, "for another"},
               {gives_up, STRATA_ESCRIPT, "the policy fails"}};
  hands h;
  hands_open(&h);
  uint64_t hash = strata_hash(h.a.world);
  for (size_t i = 0; i < COUNT(cases); i++) {
    h.decide = cases[i].decide;
    cr_expect(eq(int, acts_code(&h.a, "bargain", NULL), cases[i].want));
    cr_expect(strstr(strata_world_error(h.a.world), cases[i].word) != NULL,
              "%s", strata_world_error(h.a.world));
    cr_expect(eq(u64, strata_hash(h.a.world), hash));
  }
  h.decide = meddles;
  OK(acts_code(&h.a, "bargain", NULL));
  cr_expect(eq(i64, acts_life(&h.a, h.a.alice), 6));
  hands_close(&h);
}

Test(policy, what_is_taken_back_is_asked_of_the_host) {
  hands h;
  hands_open(&h);
  h.decide = second_only;
  OK(acts_code(&h.a, "pick", NULL));
  OK(acts_choose(h.a.world, 0, NULL));
  strata_decision d;
  OK(strata_decision_get(h.a.world, 0, &d));
  cr_assert(eq(u32, d.id, 3), "the second was answered by the policy");
  OK(strata_retract(h.a.world));
  OK(strata_decision_get(h.a.world, 0, &d));
  cr_expect(eq(u32, d.id, 2));
  OK(acts_choose(h.a.world, 1, NULL));
  OK(strata_decision_get(h.a.world, 0, &d));
  cr_expect(eq(u32, d.id, 3));
  hands_close(&h);
}

Test(policy, a_fork_has_the_runner_and_a_loaded_world_has_none) {
  hands h;
  hands_open(&h);
  h.decide = eager;
  strata_world *fork = NULL;
  OK(strata_fork(h.a.world, NULL, &fork));
  strata_act_desc desc = acts_code_desc(&h.a, "run");
  h.house = ask_all;
  OK(strata_act(fork, &desc, NULL));
  cr_expect(eq(sz, strata_decision_count(fork), 0));
  size_t size = 0;
  cr_assert(eq(int, strata_save(fork, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(fork, bytes, size, &size));
  strata_world *loaded = NULL;
  OK(strata_load(h.a.rules, NULL, bytes, size, &loaded, NULL));
  free(bytes);
  cr_expect(eq(int, strata_act(loaded, &desc, NULL), STRATA_ENOENT));
  strata_world_free(loaded);
  strata_world_free(fork);
  hands_close(&h);
}

static strata_status ask_order(hands *h, strata_handler_call *run) {
  const strata_option options[] = {{.text = "a"}, {.text = "b"}};
  strata_answer_desc out;
  strata_decision ask = {.purpose = STRATA_PURPOSE_ORDER,
                         .options = options,
                         .option_count = 2,
                         .least = 2,
                         .most = 2,
                         .ordered = true};
  strata_status status = strata_call_choose(run, &ask, &out);
  if (!status) h->seen[0] = out.options[0];
  return status;
}

static strata_status backwards(hands *h, const strata_decision *d,
                               strata_answer_desc *out) {
  static const uint32_t order[] = {1, 0};
  (void)h, (void)d;
  *out = (strata_answer_desc){.options = order, .count = 2};
  return STRATA_OK;
}

/* What is said to be there and is not is refused. */
Test(policy, an_order_is_kept_as_it_was_given) {
  hands h;
  hands_open(&h);
  h.house = ask_order;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(
      eq(int, strata_answer(h.a.world, &(strata_answer_desc){.count = 2}, NULL),
         STRATA_EREFUSED));
  cr_expect(eq(int, acts_number(h.a.world, 1, NULL), STRATA_EREFUSED));
  OK(strata_cancel(h.a.world));
  h.decide = backwards;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  hands_close(&h);
}

/* -- Rules that have changed -- */

/* The handler is the rules' too: `seen[7]` makes it another. */
static strata_status two_questions(hands *h, strata_handler_call *run) {
  const strata_option options[] = {{.text = h->seen[7] == 2 ? "b" : "a"},
                                   {.text = h->seen[7] == 2 ? "a" : "b"}};
  strata_decision choice = {.purpose = STRATA_PURPOSE_CHOOSE,
                            .who = h->a.alice,
                            .options = options,
                            .option_count = 2,
                            .least = 1,
                            .most = 1};
  strata_answer_desc out;
  int64_t much = 0;
  strata_status status = STRATA_OK;
  if (h->seen[7] == 1) {
    status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  }
  if (!status) status = strata_call_choose(run, &choice, &out);
  if (!status) status = hands_number(run, h->a.bob, 7, &much);
  if (status) return status;
  return hands_emit(run, "gain", h->a.bob, "amount", much, NULL);
}

Test(policy, an_answer_to_what_is_met_otherwise_is_asked_for_anew) {
  for (int64_t change = 1; change <= 2; change++) {
    hands h;
    hands_open(&h);
    h.house = two_questions;
    OK(acts_code(&h.a, "run", NULL));
    OK(acts_choose(h.a.world, 1, NULL));
    h.seen[7] = change;
    strata_outcome outcome = STRATA_DONE;
    strata_decision d;
    OK(acts_number(h.a.world, 5, &outcome));
    cr_assert(eq(int, outcome, STRATA_DECIDE), "never a wrong answer");
    OK(strata_decision_get(h.a.world, 0, &d));
    cr_expect(eq(u32, d.id, 1));
    cr_expect(d.missed);
    OK(acts_choose(h.a.world, 0, NULL));
    OK(strata_decision_get(h.a.world, 0, &d));
    cr_expect(eq(u32, d.id, 2));
    cr_expect(not(d.missed));
    OK(acts_number(h.a.world, 4, &outcome));
    cr_expect(eq(int, outcome, STRATA_DONE));
    cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2 + 4 + (change == 1)));
    size_t missed = 0;
    for (uint64_t n = 0; (n = strata_log_next(h.a.world, n)) != 0;) {
      strata_log_row row;
      OK(strata_log_get(h.a.world, n, &row));
      missed += row.what == STRATA_LOG_MISSED;
    }
    cr_expect(eq(sz, missed, 1), "the log says so");
    hands_close(&h);
  }
}

/* A gain that is open, for it is asked which of two replacements applies. */
static void open_gain(strata_world *world, int64_t aside) {
  const strata_rules *rules = strata_world_rules(world);
  strata_entity bob = strata_entity_next(world, 0);
  const strata_named_value given[] = {
      {"player", {.type = STRATA_REF, .ref = bob}},
      {"amount", {.type = STRATA_INT, .integer = 4}},
      {"aside", {.type = STRATA_INT, .integer = aside}}};
  static const char *const arms[] = {"arm", "arm_another"};
  for (size_t i = 0; i < COUNT(arms); i++) {
    strata_act_desc arm = {.watcher_def = strata_rules_find(
                               rules, STRATA_NAME_WATCHER_DEF, arms[i])};
    OK(strata_act(world, &arm, NULL));
  }
  strata_act_desc gain = {
      .event = strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "gain"),
      .given = given,
      .given_count = 3};
  strata_outcome outcome;
  OK(strata_act(world, &gain, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
}

static strata_world *in_other_rules(strata_world *world, hands *h) {
  size_t size = 0;
  strata_world *loaded = NULL;
  cr_assert(eq(int, strata_save(world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(world, bytes, size, &size));
  OK(strata_load(h->a.rules, NULL, bytes, size, &loaded, NULL));
  free(bytes);
  strata_handler_runner runner = hands_runner(h);
  OK(strata_set_handler_runner(loaded, &runner));
  return loaded;
}

/* It says something of a field that these rules lack: it cannot be run by them,
 * and can be given up. One that says nothing of it can. */
Test(policy, an_open_action_goes_on_under_rules_that_can_say_it) {
  for (int64_t aside = 0; aside < 2; aside++) {
    hands h;
    hands_open(&h);
    strata_rules *more = NULL;
    strata_world *world = NULL;
    strata_entity bob;
    OK(kit_act_more_rules(NULL, &more));
    OK(strata_world_new(more, NULL, &world));
    OK(strata_spawn(world, &bob));
    open_gain(world, aside);
    strata_world *loaded = in_other_rules(world, &h);
    uint64_t hash = strata_hash(loaded);
    cr_expect(eq(u64, hash, strata_hash(world)));
    strata_status got = acts_choose(loaded, 0, NULL);
    cr_expect(eq(int, got, aside ? STRATA_ECORRUPT : STRATA_OK), "%s",
              strata_world_error(loaded));
    if (aside) {
      cr_expect(strstr(strata_world_error(loaded), "strata_cancel") != NULL);
      cr_expect(eq(u64, strata_hash(loaded), hash));
      OK(strata_cancel(loaded));
    }
    cr_expect(eq(sz, strata_decision_count(loaded), 0));
    strata_world_free(loaded);
    strata_world_free(world);
    strata_rules_free(more);
    hands_close(&h);
  }
}
