/* Conceding at any moment: these rules take the player out of the world. */
#include "hands.h"

TestSuite(conceding, .timeout = 60);

Test(conceding, it_is_an_action_of_its_own_while_nothing_is_open) {
  acts a;
  acts_open(&a);
  strata_outcome outcome = STRATA_DECIDE;
  strata_act_result result;
  OK(strata_concede(a.world, a.bob, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(not(strata_is_alive(a.world, a.bob)));
  cr_expect(strata_is_alive(a.world, a.alice), "a control");
  strata_last_action(a.world, &result);
  cr_expect(eq(u32, result.happened, 1));
  NO(&a, strata_concede(a.world, a.bob, NULL), STRATA_ESTALE, "concede");
  acts_close(&a);
}

/* A "bargain" of alice asks whether, and then how much. */
static void open_bargain(acts *a) {
  strata_outcome outcome = STRATA_DONE;
  acts_open(a);
  OK(acts_code(a, "bargain", NULL));
  OK(acts_choose(a->world, 0, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
}

Test(conceding, an_action_goes_on_without_who_was_not_asked) {
  acts a;
  open_bargain(&a);
  uint64_t before = strata_hash(a.world);
  strata_outcome outcome = STRATA_DONE;
  strata_world *fork = NULL;
  strata_decision d;
  OK(strata_concede(a.world, a.bob, &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE));
  NO(&a, strata_concede(a.world, a.bob, NULL), STRATA_EREFUSED, "already");
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u64, d.who, a.alice));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_NUMBER));
  OK(strata_fork(a.world, NULL, &fork));
  OK(strata_retract(fork));
  cr_expect(eq(u64, strata_hash(fork), before), "taken back");
  strata_world_free(fork);
  OK(acts_number(a.world, 4, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(not(strata_is_alive(a.world, a.bob)));
  cr_expect(eq(i64, acts_life(&a, a.alice), 5));
  acts_close(&a);
}

Test(conceding, what_who_was_asked_would_have_decided_is_the_least) {
  acts a;
  open_bargain(&a);
  strata_outcome outcome = STRATA_DECIDE;
  OK(strata_concede(a.world, a.alice, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(not(strata_is_alive(a.world, a.alice)));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  cr_expect(strata_is_alive(a.world, a.bob), "a control");
  acts_close(&a);
}

/* Whichever allocation is refused on the way: as before, or as after. */
Test(conceding, memory_may_end_on_the_way) {
  uint64_t after = 0;
  for (size_t n = 1, last = SIZE_MAX; n <= last; n++) {
    acts a;
    open_bargain(&a);
    uint64_t before = strata_hash(a.world);
    a.mem.fail_at = a.mem.calls + n;
    strata_status status = strata_concede(a.world, a.bob, NULL);
    bool refused = a.mem.calls >= a.mem.fail_at;
    a.mem.fail_at = 0;
    if (status) {
      cr_expect(eq(int, status, STRATA_ENOMEM));
      cr_expect(eq(u64, strata_hash(a.world), before));
      OK(strata_concede(a.world, a.bob, NULL));
    }
    if (after == 0) after = strata_hash(a.world);
    cr_expect(eq(u64, strata_hash(a.world), after), "allocation %zu", n);
    if (!refused) last = n;
    acts_close(&a);
  }
}

static strata_status concede_amid(hands *h, strata_handler_call *run) {
  strata_status status = strata_concede(strata_call_world(run), h->a.bob, NULL);
  cr_expect(eq(int, status, STRATA_EOPEN));
  h->seen[0]++;
  return STRATA_OK;
}

Test(conceding, no_handler_does_it) {
  hands h;
  hands_open(&h);
  h.house = concede_amid;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  cr_expect(strata_is_alive(h.a.world, h.a.bob));
  hands_close(&h);
}
