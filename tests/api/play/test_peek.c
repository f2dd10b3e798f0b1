/* Peeking: reading the world in the middle of an action that waits for a
 * decision. */
#include "hands.h"

TestSuite(peek, .timeout = 60);

static strata_status gain_and_ask(hands *h, strata_handler_call *run) {
  int64_t much = 0;
  strata_emit_result made;
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 5, NULL);
  if (!status) status = hands_emit(run, "make", 0, "count", 1, &made);
  if (status) return status;
  const strata_option options[] = {
      {.value = {.type = STRATA_REF, .ref = h->a.bob}},
      {.value = {.type = STRATA_REF, .ref = made.made}}};
  strata_decision choice = {.purpose = STRATA_PURPOSE_TARGET,
                            .who = h->a.alice,
                            .options = options,
                            .option_count = 2,
                            .least = 1,
                            .most = 1};
  strata_answer_desc out;
  status = strata_call_choose(run, &choice, &out);
  if (!status) status = hands_emit(run, "gain", h->a.bob, "amount", 7, NULL);
  if (!status) status = hands_number(run, h->a.bob, 3, &much);
  return status;
}

static int64_t life_in(const hands *h, strata_world *world, strata_entity who) {
  int64_t value = -1;
  OK(strata_get_int(world, who, kit_attr(h->a.rules, "life"), &value));
  return value;
}

static void expect_closed(const hands *h, strata_world *world) {
  uint64_t hash = strata_hash(world);
  strata_entity made;
  strata_act_desc desc = acts_code_desc(&h->a, "bargain");
  const strata_status got[] = {
      strata_spawn(world, &made),
      strata_set_base_int(world, h->a.bob, kit_attr(h->a.rules, "life"), 1),
      strata_act(world, &desc, NULL),
      acts_choose(world, 0, NULL),
      strata_retract(world),
      strata_cancel(world),
      strata_commit(world),
      strata_peek(world, NULL, &world)};
  for (size_t i = 0; i < COUNT(got); i++) {
    cr_expect(eq(int, got[i], STRATA_EOPEN), "call %zu", i);
  }
  cr_expect(strstr(strata_world_error(world), "strata_fork") != NULL);
  cr_expect(eq(u64, strata_hash(world), hash));
  cr_expect(eq(sz, strata_decision_count(world), 0));
}

Test(peek, it_shows_the_world_where_the_decision_is_open) {
  hands h;
  hands_open(&h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  uint64_t hash = strata_hash(h.a.world);
  strata_world *middle = NULL;
  OK(strata_peek(h.a.world, NULL, &middle));
  cr_expect(eq(u64, strata_hash(h.a.world), hash), "it is only looked at");
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  cr_expect(eq(i64, life_in(&h, middle, h.a.bob), 7));
  strata_decision d;
  OK(strata_decision_get(h.a.world, 0, &d));
  cr_expect(not(strata_is_alive(h.a.world, d.options[1].value.ref)));
  cr_expect(strata_is_alive(middle, d.options[1].value.ref));
  expect_closed(&h, middle);
  OK(acts_choose(h.a.world, 0, NULL));
  strata_world *again = NULL;
  OK(strata_peek(h.a.world, middle, &again));
  cr_expect(again == middle);
  cr_expect(eq(i64, life_in(&h, middle, h.a.bob), 14));
  expect_closed(&h, middle);
  strata_world_free(middle);
  OK(acts_number(h.a.world, 0, NULL));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 14));
  hands_close(&h);
}

Test(peek, a_fork_of_it_is_a_world_like_any_other) {
  hands h;
  hands_open(&h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  strata_world *middle = NULL;
  strata_world *fork = NULL;
  OK(strata_peek(h.a.world, NULL, &middle));
  OK(strata_fork(middle, NULL, &fork));
  strata_entity made;
  OK(strata_spawn(fork, &made));
  cr_expect(eq(i64, life_in(&h, fork, h.a.bob), 7));
  OK(strata_fork(h.a.world, middle, NULL));
  cr_expect(eq(sz, strata_decision_count(middle), 1), "and so is it, then");
  OK(acts_choose(middle, 0, NULL));
  strata_world_free(fork);
  strata_world_free(middle);
  hands_close(&h);
}

static strata_status never(hands *h, const strata_decision *d,
                           strata_answer_desc *out) {
  (void)d, (void)out;
  h->seen[5]++;
  return STRATA_ESUSPEND;
}

Test(peek, policies_are_not_asked_by_it) {
  hands h;
  hands_open(&h);
  h.decide = never;
  OK(acts_code(&h.a, "bargain", NULL));
  cr_expect(eq(i64, h.seen[5], 1));
  strata_world *middle = NULL;
  OK(strata_peek(h.a.world, NULL, &middle));
  cr_expect(eq(i64, h.seen[5], 1));
  strata_world_free(middle);
  hands_close(&h);
}

static strata_status ask_two(hands *h, strata_handler_call *run) {
  const strata_decision asks[] = {
      {.purpose = STRATA_PURPOSE_NUMBER, .who = h->a.alice, .most = 5},
      {.purpose = STRATA_PURPOSE_NUMBER, .who = h->a.bob, .most = 5}};
  strata_answer_desc out[2];
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  if (!status) status = strata_call_choose_all(run, asks, 2, out);
  h->seen[0]++;
  return status;
}

Test(peek, of_several_that_are_asked_some_may_have_answered) {
  hands h;
  hands_open(&h);
  h.house = ask_two;
  OK(acts_code(&h.a, "run", NULL));
  int64_t three = 3;
  for (uint32_t answered = 0; answered < 2; answered++) {
    strata_world *middle = NULL;
    cr_assert(eq(sz, strata_decision_count(h.a.world), 2 - answered));
    OK(strata_peek(h.a.world, NULL, &middle));
    cr_expect(eq(i64, life_in(&h, middle, h.a.bob), 3));
    strata_world_free(middle);
    OK(strata_answer(h.a.world,
                     &(strata_answer_desc){.decision = 2 - answered,
                                           .amounts = &three,
                                           .count = 1},
                     NULL));
  }
  cr_expect(eq(sz, strata_decision_count(h.a.world), 0));
  cr_expect(eq(i64, h.seen[0], 4), "twice by looking, and twice");
  hands_close(&h);
}

Test(peek, where_nothing_is_open_it_is_refused) {
  hands h;
  hands_open(&h);
  strata_world *middle = NULL;
  uint64_t hash = strata_hash(h.a.world);
  cr_expect(eq(int, strata_peek(h.a.world, NULL, &middle), STRATA_EREFUSED));
  cr_expect(eq(int, strata_peek(h.a.world, NULL, NULL), STRATA_EINVAL));
  cr_expect(eq(u64, strata_hash(h.a.world), hash));
  cr_expect(middle == NULL);
  hands_close(&h);
}

/* What it cannot run up to there it says, and the copy is one of the world. */
Test(peek, what_fails_on_the_way_is_said) {
  hands h;
  hands_open(&h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  strata_world *into = NULL;
  OK(strata_fork(h.a.world, NULL, &into));
  h.fail_at = h.calls + 1;
  cr_expect(eq(int, strata_peek(h.a.world, into, NULL), STRATA_ESCRIPT));
  cr_expect(strstr(strata_world_error(h.a.world), "peek: handler 'house'") !=
            NULL);
  cr_expect(eq(u64, strata_hash(into), strata_hash(h.a.world)));
  cr_expect(eq(sz, strata_decision_count(into), 1));
  strata_world_free(into);
  hands_close(&h);
}
