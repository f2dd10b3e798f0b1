/* Actions that fail at each allocation and at each step. The hash, the size of
 * the state and the bytes of a save are unchanged, and the action made again
 * ends as if nothing had failed. */
#include "acts.h"
#include "api/world/api_world.h"

#include <stdlib.h>

TestSuite(action_fails, .timeout = 300);

typedef strata_status turn(acts *a);

static strata_status bargain(acts *a) {
  return acts_code(a, "bargain", NULL);
}
static strata_status pick(acts *a) {
  return acts_code(a, "pick", NULL);
}
static strata_status dice(acts *a) {
  return acts_code(a, "dice", NULL);
}
static strata_status each(acts *a) {
  return acts_code(a, "each", NULL);
}
static strata_status first(acts *a) {
  return acts_choose(a->world, 0, NULL);
}
static strata_status second(acts *a) {
  return acts_choose(a->world, 1, NULL);
}
static strata_status three(acts *a) {
  return acts_number(a->world, 3, NULL);
}
static strata_status retract(acts *a) {
  return strata_retract(a->world);
}
static strata_status cancel(acts *a) {
  return strata_cancel(a->world);
}
static strata_status look(acts *a) {
  strata_decision d;
  return strata_decision_get(a->world, 0, &d);
}
static strata_status make(acts *a) {
  return acts_event(a, "make", a->bob, "count", 40, NULL);
}
static strata_status storm(acts *a) {
  return acts_event(a, "storm", 0, "amount", 3, NULL);
}
static strata_status series(acts *a) {
  return acts_event(a, "series", a->alice, "count", 70, NULL);
}
static strata_status end(acts *a) {
  return acts_event(a, "end", a->bob, NULL, 0, NULL);
}
static strata_status seed(acts *a) {
  return strata_seed(a->world, 3);
}
static strata_status note(acts *a) {
  strata_value one = {.type = STRATA_INT, .integer = INT64_MAX};
  return strata_note(a->world, a->alice, "noted", &one);
}
static strata_status read(acts *a) {
  strata_log_row row;
  return strata_log_get(a->world, strata_log_next(a->world, 0), &row);
}
static strata_status forget(acts *a) {
  return strata_log_forget(a->world, 60);
}

static const struct {
  const char *name;
  turn *take;
} turns[] = {
    {"seed", seed},         {"pick", pick},       {"look", look},
    {"who", second},        {"retract", retract}, {"whom", first},
    {"colour", second},     {"look too", look},   {"number", three},
    {"make", make},         {"bargain", bargain}, {"cancel", cancel},
    {"bargain 2", bargain}, {"yes", first},       {"much", three},
    {"storm", storm},       {"dice", dice},       {"roll", first},
    {"still", first},       {"note", note},       {"series", series},
    {"each", each},         {"it", first},        {"back", retract},
    {"not it", second},     {"but it", first},    {"read", read},
    {"forget", forget},     {"end", end},
};

enum { TURNS = sizeof turns / sizeof turns[0] };

/* Everything that a failed call must leave alone. */
typedef struct picture {
  uint64_t hash, state_bytes;
  size_t size;
  uint8_t *bytes;
} picture;

static picture picture_of(const acts *a) {
  picture p = {.hash = strata_hash(a->world),
               .state_bytes =
                   (uint64_t)a->world->store.page_count * ST_PAGE_BYTES};
  cr_assert(eq(int, strata_save(a->world, NULL, 0, &p.size), STRATA_OK));
  p.bytes = malloc(p.size);
  cr_assert(ne(ptr, p.bytes, NULL));
  OK(strata_save(a->world, p.bytes, p.size, &p.size));
  return p;
}

static void expect_same(const acts *a, picture was, const char *name,
                        uint64_t n) {
  picture is = picture_of(a);
  cr_expect(eq(u64, is.hash, was.hash), "%s, %zu", name, (size_t)n);
  cr_expect(eq(u64, is.state_bytes, was.state_bytes), "%s, %zu", name,
            (size_t)n);
  cr_assert(eq(sz, is.size, was.size), "%s, %zu", name, (size_t)n);
  cr_expect(eq(int, memcmp(is.bytes, was.bytes, is.size), 0), "%s, %zu", name,
            (size_t)n);
  cr_expect(eq(sz, a->world->store.mark_count, 0), "%s, %zu", name, (size_t)n);
  free(is.bytes);
}

/* Play all turns without a failure: the hash after each, and the number of
 * allocations. */
static uint64_t reference(uint64_t hashes[TURNS]) {
  acts a;
  acts_open(&a);
  size_t before = a.mem.calls;
  for (size_t i = 0; i < TURNS; i++) {
    cr_assert(eq(int, turns[i].take(&a), STRATA_OK), "%s: %s", turns[i].name,
              strata_world_error(a.world));
    hashes[i] = strata_hash(a.world);
  }
  size_t calls = a.mem.calls - before;
  acts_close(&a);
  return calls;
}

/* A turn that may fail for want of memory, and is then made again with it. */
static size_t take(acts *a, size_t i, size_t n) {
  picture was = picture_of(a);
  strata_status got = turns[i].take(a);
  if (got) {
    cr_assert(eq(int, got, STRATA_ENOMEM), "%s, allocation %zu: %s",
              turns[i].name, n, strata_world_error(a->world));
    expect_same(a, was, turns[i].name, n);
    a->mem.fail_from = 0;
    OK(turns[i].take(a));
  }
  free(was.bytes);
  return got != STRATA_OK;
}

/* The same where nobody looks at the world between two turns, so that an action
 * that waits stays ahead; only when a turn has failed is it looked at. */
static size_t take_unseen(acts *a, size_t i, size_t n, uint64_t before) {
  strata_status got = turns[i].take(a);
  if (!got) return 0;
  cr_assert(eq(int, got, STRATA_ENOMEM), "%s, allocation %zu: %s",
            turns[i].name, n, strata_world_error(a->world));
  cr_assert(eq(u64, strata_hash(a->world), before), "%s, allocation %zu",
            turns[i].name, n);
  a->mem.fail_from = 0;
  OK(turns[i].take(a));
  return 1;
}

static void fail_each_unseen(bool for_good) {
  uint64_t hashes[TURNS];
  uint64_t calls = reference(hashes);
  size_t failed = 0;
  uint64_t resumed = 0;
  for (size_t n = 1; n <= calls; n++) {
    acts a;
    acts_open(&a);
    uint64_t before = strata_hash(a.world);
    *(for_good ? &a.mem.fail_from : &a.mem.fail_at) = a.mem.calls + n;
    for (size_t i = 0; i < TURNS; i++) {
      failed += take_unseen(&a, i, n, before);
      before = hashes[i];
    }
    cr_assert(eq(u64, strata_hash(a.world), hashes[TURNS - 1]),
              "allocation %zu", n);
    resumed += a.world->execution.resumed_count;
    acts_close(&a);
  }
  cr_expect(failed > calls / 2, "%zu of %zu were noticed", failed,
            (size_t)calls);
  cr_expect(resumed > calls, "%zu answers went on", (size_t)resumed);
}

/* A game for each allocation, so that no memory is left over to be used. */
static void fail_each(bool for_good) {
  uint64_t hashes[TURNS];
  uint64_t calls = reference(hashes);
  size_t failed = 0;
  for (size_t n = 1; n <= calls; n++) {
    acts a;
    acts_open(&a);
    *(for_good ? &a.mem.fail_from : &a.mem.fail_at) = a.mem.calls + n;
    for (size_t i = 0; i < TURNS; i++) {
      failed += take(&a, i, n);
      cr_assert(eq(u64, strata_hash(a.world), hashes[i]), "%s, allocation %zu",
                turns[i].name, n);
    }
    acts_close(&a);
  }
  cr_expect(failed > calls / 2, "%zu of %zu were noticed", failed,
            (size_t)calls);
  cr_expect(calls > 30, "%zu allocations", (size_t)calls);
}

Test(action_fails, each_allocation_fails_once) {
  fail_each(false);
}

Test(action_fails, all_allocations_fail_from_one_on) {
  fail_each(true);
}

Test(action_fails, each_allocation_fails_once_where_nobody_looks) {
  fail_each_unseen(false);
}

Test(action_fails, all_allocations_fail_from_one_on_where_nobody_looks) {
  fail_each_unseen(true);
}

/* Only what runs an action takes steps. */
Test(action_fails, each_step_fails_once) {
  uint64_t hashes[TURNS];
  acts a;
  (void)reference(hashes);
  acts_open(&a);
  uint64_t most = a.world->execution.max_steps;
  size_t failed = 0;
  for (size_t i = 0; i < TURNS; i++) {
    strata_status got = STRATA_ELIMIT;
    for (uint64_t n = 0; got; n++) {
      picture was = picture_of(&a);
      a.world->execution.max_steps = n;
      got = turns[i].take(&a);
      if (got) {
        failed++;
        cr_assert(eq(int, got, STRATA_ELIMIT), "%s", turns[i].name);
        cr_expect(strstr(strata_world_error(a.world), "steps") != NULL);
        expect_same(&a, was, turns[i].name, n);
      }
      free(was.bytes);
    }
    cr_assert(eq(u64, strata_hash(a.world), hashes[i]), "%s", turns[i].name);
  }
  cr_expect(failed > 200, "%zu failed", failed);
  a.world->execution.max_steps = most;
  acts_close(&a);
}

/* -- What a save can say of an open action -- */

/* A world with an open action, and what is asked of it written over. */
static void open_with(acts *a, st_scalar scalar, uint64_t value) {
  acts_open(a);
  OK(acts_code(a, "bargain", NULL));
  st_world_go_back(a->world);
  OK(st_scalar_put(&a->world->store, scalar, value));
  st_store_end(&a->world->store);
}

Test(action_fails, an_open_action_that_the_rules_do_not_have_can_be_given_up) {
  static const uint64_t strange[] = {1, 2, 4, 5, 200, 201, UINT32_MAX};
  for (size_t i = 0; i < COUNT(strange); i++) {
    acts a;
    open_with(&a, ST_SCALAR_ACTION_REQUEST, strange[i]);
    picture was = picture_of(&a);
    uint32_t none = 0;
    strata_answer_desc answer = {.options = &none, .count = 1};
    strata_status got = strata_answer(a.world, &answer, NULL);
    if (got) {
      cr_expect(eq(int, got, STRATA_ECORRUPT), "%zu", (size_t)strange[i]);
      cr_expect(strstr(strata_world_error(a.world), "strata_cancel") != NULL);
      expect_same(&a, was, "answer", strange[i]);
      OK(strata_cancel(a.world));
    }
    free(was.bytes);
    acts_close(&a);
  }
}

/* An answer to what is no longer met like that counts no more. */
Test(action_fails, an_answer_to_what_is_met_otherwise_is_asked_for_again) {
  acts a;
  acts_open(&a);
  OK(acts_code(&a, "bargain", NULL));
  OK(acts_choose(a.world, 0, NULL));
  strata_decision d;
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u32, d.id, 2));
  st_world_go_back(a.world);
  OK(st_put64(&a.world->store, ST_COLUMN_DECISION_HASH, 1, 12345));
  st_store_end(&a.world->store);
  strata_outcome outcome = STRATA_DONE;
  OK(acts_number(a.world, 3, &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE));
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u32, d.id, 1));
  cr_expect(eq(i64, acts_life(&a, a.alice), 1));
  acts_close(&a);
}

/* ... nor does any that was given behind it, also where a policy answers the
 * one that is met otherwise, and the action goes on. */
static strata_status says_yes(void *user, strata_world *world,
                              const strata_decision *decision,
                              strata_answer_desc *answer) {
  (void)user;
  (void)world;
  static const uint32_t yes = 0;
  if (decision->id != 1) return STRATA_ESUSPEND;
  *answer = (strata_answer_desc){.options = &yes, .count = 1};
  return STRATA_OK;
}

Test(action_fails, an_answer_behind_one_that_counts_no_more_does_not_either) {
  acts a;
  acts_open(&a);
  OK(acts_code(&a, "bargain", NULL));
  OK(acts_choose(a.world, 0, NULL));
  st_world_go_back(a.world);
  OK(st_put64(&a.world->store, ST_COLUMN_DECISION_HASH, 1, 12345));
  st_store_end(&a.world->store);
  OK(strata_set_handler_runner(a.world,
                               &(strata_handler_runner){.decide = says_yes}));
  strata_outcome outcome = STRATA_DONE;
  OK(acts_number(a.world, 3, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE), "3 was said of another number");
  strata_decision d;
  OK(strata_decision_get(a.world, 0, &d));
  cr_expect(eq(u32, d.id, 2));
  OK(acts_number(a.world, 2, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, acts_life(&a, a.alice), 3));
  acts_close(&a);
}

/* What it was given has the name, and is of another type by now. */
Test(action_fails, an_open_action_whose_words_are_of_another_type_is_not_run) {
  acts a;
  acts_open(&a);
  const strata_named_value given = {"target",
                                    {.type = STRATA_REF, .ref = a.bob}};
  strata_act_desc desc = acts_code_desc(&a, "choosy");
  desc.given = &given;
  desc.given_count = 1;
  strata_outcome outcome = STRATA_DONE;
  OK(strata_act(a.world, &desc, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  st_world_go_back(a.world);
  uint32_t word = st_decision_request_values(&a.world->store);
  OK(st_put32(&a.world->store, ST_COLUMN_ACTION_VALUE_TYPE, word,
              STRATA_INT + 1));
  st_store_end(&a.world->store);
  picture was = picture_of(&a);
  cr_expect(eq(int, acts_choose(a.world, 0, &outcome), STRATA_ECORRUPT));
  cr_expect(strstr(strata_world_error(a.world), "strata_cancel") != NULL);
  expect_same(&a, was, "answer", 0);
  free(was.bytes);
  OK(strata_cancel(a.world));
  acts_close(&a);
}
