/* What a decision points to stays where it is while a host reads other things.
 * Built with the address sanitizer this also shows that nothing of it is freed.
 */
#include "acts.h"

TestSuite(decision_rows, .timeout = 60);

/* Ask all that could take room from the rows of a decision. */
static void read_other_things(acts *a) {
  strata_decision other;
  strata_value value;
  strata_log_row row;
  size_t size = 0;
  for (size_t n = 0; n < strata_decision_count(a->world); n++) {
    OK(strata_decision_get(a->world, n, &other));
  }
  for (uint64_t at = strata_log_next(a->world, 0); at != 0;
       at = strata_log_next(a->world, at)) {
    OK(strata_log_get(a->world, at, &row));
  }
  strata_attr name = kit_attr(a->rules, "life");
  OK(strata_get(a->world, a->bob, name, &value));
  OK(strata_save(a->world, NULL, 0, &size));
  strata_world_drop_caches(a->world);
}

static void expect_options(const strata_decision *d, const acts *a) {
  cr_assert(eq(sz, d->option_count, 2));
  cr_expect(eq(u64, d->options[0].value.ref, a->alice));
  cr_expect(eq(u64, d->options[1].value.ref, a->bob));
}

Test(decision_rows, finding_EM23_they_outlive_other_calls) {
  acts a;
  acts_open(&a);
  strata_decision d, again;
  OK(acts_event(&a, "gain", a.bob, "amount", 5, NULL)); /* a row of the log */
  OK(acts_code(&a, "pick", NULL));
  OK(strata_decision_get(a.world, 0, &d));
  read_other_things(&a);
  expect_options(&d, &a);
  cr_expect(eq(int, acts_choose(a.world, 9, NULL), STRATA_EREFUSED));
  expect_options(&d, &a);
  OK(strata_decision_get(a.world, 0, &again));
  cr_expect(
      eq(ptr, (void *)(uintptr_t)again.options, (void *)(uintptr_t)d.options));

  OK(acts_choose(a.world, 1, NULL)); /* the next one has other options */
  OK(strata_decision_get(a.world, 0, &again));
  cr_expect(eq(sz, again.option_count, 3));
  OK(strata_retract(a.world));
  OK(strata_decision_get(a.world, 0, &again));
  expect_options(&again, &a);
  acts_close(&a);
}

/* A fork has rows of its own. */
Test(decision_rows, those_of_a_fork_are_apart) {
  acts a;
  acts_open(&a);
  strata_decision d, of_fork;
  strata_world *fork = NULL;
  OK(acts_code(&a, "pick", NULL));
  OK(strata_decision_get(a.world, 0, &d));
  OK(strata_fork(a.world, NULL, &fork));
  OK(strata_decision_get(fork, 0, &of_fork));
  strata_world_free(fork);
  expect_options(&d, &a);
  OK(strata_fork(a.world, NULL, &fork));
  OK(strata_decision_get(fork, 0, &of_fork));
  OK(acts_choose(a.world, 0, NULL));
  OK(strata_decision_get(a.world, 0, &d));
  expect_options(&of_fork, &a);
  strata_world_free(fork);
  acts_close(&a);
}
