/* Calls of handlers: the stack of tasks, choices with a single answer, and
 * failure of each allocation. */
#include "api/world/api_world.h"
#include "hands.h"
#include "play/events/handler_emit.h"

TestSuite(handler_call, .timeout = 120);

/* -- The stack of tasks -- */

static strata_status count_tasks(hands *h, strata_handler_call *run) {
  size_t tasks = run->execution->task_count;
  uint32_t depth = run->execution->handler_depth;
  strata_status status = hands_emit(run, "paces", h->a.bob, "count", 1, NULL);
  if (status) return status;
  cr_expect(eq(sz, run->execution->task_count, tasks), "it is worked off");
  cr_expect(eq(u32, run->execution->handler_depth, depth));
  cr_expect(run->execution->innermost_call == run);
  h->seen[0]++;
  return STRATA_OK;
}

static strata_status nested(hands *h, strata_handler_call *run) {
  h->seen[1] = run->execution->handler_depth;
  h->seen[2] = run->outer_call != NULL && run->execution->innermost_call == run;
  return hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
}

Test(handler_call, what_it_sets_off_is_done_above_its_own_tasks) {
  hands h;
  hands_open(&h);
  h.house = count_tasks;
  h.parts = nested;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  cr_expect(eq(i64, h.seen[1], 2));
  cr_expect(eq(i64, h.seen[2], 1));
  cr_expect(eq(u32, h.a.world->execution.handler_depth, 0));
  cr_expect(h.a.world->execution.innermost_call == NULL);
  hands_close(&h);
}

/* -- Answers that are forced -- */

static const st_new_action_value few[3] = {
    {.text = "a"}, {.text = "b"}, {.text = "c"}};

static const struct {
  const char *name;
  st_new_decision ask;
  bool forced;
  uint32_t count;
  int64_t first; /* option or amount */
} forced[] = {
    {"one of one",
     {.purpose = ST_PURPOSE_CHOOSE, .option_count = 1, .min = 1, .max = 1},
     true,
     1,
     0},
    {"one of two",
     {.purpose = ST_PURPOSE_CHOOSE, .option_count = 2, .min = 1, .max = 1},
     false,
     0,
     0},
    {"up to one of one",
     {.purpose = ST_PURPOSE_CHOOSE, .option_count = 1, .max = 1},
     false,
     0,
     0},
    {"of none", {.purpose = ST_PURPOSE_CHOOSE, .max = 1}, true, 0, 0},
    {"none of three",
     {.purpose = ST_PURPOSE_CHOOSE, .option_count = 3},
     true,
     0,
     0},
    {"all of three",
     {.purpose = ST_PURPOSE_CHOOSE, .option_count = 3, .min = 3, .max = 3},
     true,
     3,
     0},
    {"an order of three",
     {.purpose = ST_PURPOSE_ORDER,
      .flags = ST_DECISION_ORDERED,
      .option_count = 3,
      .min = 3,
      .max = 3},
     false,
     0,
     0},
    {"an order of one",
     {.purpose = ST_PURPOSE_ORDER,
      .flags = ST_DECISION_ORDERED,
      .option_count = 1,
      .min = 1,
      .max = 1},
     true,
     1,
     0},
    {"a number",
     {.purpose = ST_PURPOSE_NUMBER, .min = 4, .max = 4},
     true,
     1,
     4},
    {"numbers",
     {.purpose = ST_PURPOSE_NUMBER, .min = 4, .max = 5},
     false,
     0,
     0},
    {"all to one",
     {.purpose = ST_PURPOSE_DIVIDE, .option_count = 1, .max = 9, .total = 6},
     true,
     1,
     6},
    {"a division",
     {.purpose = ST_PURPOSE_DIVIDE, .option_count = 2, .max = 9, .total = 6},
     false,
     0,
     0},
};

static strata_status ask_each(hands *h, strata_handler_call *run) {
  (void)h;
  for (size_t i = 0; i < COUNT(forced); i++) {
    if (!forced[i].forced) continue;
    st_new_decision ask = forced[i].ask;
    const st_new_answer *answer = NULL;
    ask.options = few;
    OK(st_handler_ask(run, &ask, 1, &answer));
    cr_assert(eq(sz, answer->count, forced[i].count), "%s", forced[i].name);
    st_decision asked = {.purpose = ask.purpose,
                         .flags = ask.flags,
                         .option_count = ask.option_count,
                         .min = ask.min,
                         .max = ask.max,
                         .total = ask.total};
    cr_expect(eq(int,
                 st_decision_check_answer(run->execution->store, &asked, answer,
                                          NULL),
                 STRATA_OK),
              "%s", forced[i].name);
    if (answer->count == 0) continue;
    int64_t first =
        answer->amounts ? answer->amounts[0] : (int64_t)answer->options[0];
    cr_expect(eq(i64, first, forced[i].first), "%s", forced[i].name);
  }
  return STRATA_OK;
}

static strata_status ask_seen(hands *h, strata_handler_call *run) {
  st_new_decision ask = forced[h->seen[0]].ask;
  const st_new_answer *answer = NULL;
  ask.options = few;
  return st_handler_ask(run, &ask, 1, &answer);
}

Test(handler_call, who_has_but_one_answer_is_not_asked) {
  hands h;
  hands_open(&h);
  h.house = ask_each;
  strata_outcome outcome;
  OK(acts_code(&h.a, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  h.house = ask_seen;
  for (size_t i = 0; i < COUNT(forced); i++) {
    h.seen[0] = (int64_t)i;
    OK(acts_code(&h.a, "run", &outcome));
    cr_expect(eq(int, outcome, forced[i].forced ? STRATA_DONE : STRATA_DECIDE),
              "%s", forced[i].name);
    if (outcome == STRATA_DECIDE) OK(strata_cancel(h.a.world));
  }
  hands_close(&h);
}

/* -- Memory that is lacking -- */

static strata_status busy(hands *h, strata_handler_call *run) {
  const strata_option options[] = {{.text = "a long text, for more than a row"},
                                   {.text = "b"}};
  strata_decision asks[2];
  strata_answer_desc out[2];
  int64_t number = 0;
  int64_t rolled = 0;
  for (size_t i = 0; i < 2; i++) {
    asks[i] = (strata_decision){.purpose = STRATA_PURPOSE_MODE,
                                .who = h->a.alice,
                                .prompt = "which?",
                                .options = options,
                                .option_count = 2,
                                .least = 1,
                                .most = 2};
  }
  strata_status status = hands_emit(run, "heap", h->a.bob, "count", 1, NULL);
  if (!status) status = hands_emit(run, "labour", h->a.bob, "amount", 3, NULL);
  if (!status) status = strata_call_choose_all(run, asks, 2, out);
  if (!status) status = hands_number(run, h->a.bob, 9, &number);
  if (!status) status = strata_call_roll(run, 6, &rolled);
  if (status) return status;
  return hands_emit(run, "gain", h->a.bob, "amount", number + rolled, NULL);
}

static strata_status write_much(hands *h, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_value one = {.type = STRATA_INT, .integer = 1};
  strata_entity made;
  strata_status status = strata_spawn(world, &made);
  if (!status) status = strata_note(world, made, "made", &one);
  if (status) return status;
  return strata_set_base_int(world, h->a.bob, kit_attr(h->a.rules, "life"), 5);
}

static strata_status two_gains(hands *h, strata_handler_call *run) {
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  return status ? status
                : hands_emit(run, "gain", h->a.alice, "amount", 2, NULL);
}

static strata_status choose_first(hands *h, const strata_decision *d,
                                  strata_answer_desc *out) {
  if (d->purpose != STRATA_PURPOSE_MODE || d->id > 1) return STRATA_ESUSPEND;
  h->option = 1;
  *out = (strata_answer_desc){.options = &h->option, .count = 1};
  return STRATA_OK;
}

static void look(void *user, strata_world *world, const strata_log_row *row) {
  (void)world, (void)row;
  ++*(size_t *)user;
}

static void open_busy(hands *h, size_t *rows) {
  hands_open(h);
  h->house = busy;
  h->parts = two_gains;
  h->write = write_much;
  h->decide = choose_first;
  *rows = 0;
  OK(strata_subscribe(h->a.world, look, rows));
}

static strata_status take(hands *h, int turn, strata_world **middle) {
  uint32_t option = 1;
  switch (turn) {
  case 0:
    return acts_code(&h->a, "run", NULL);
  case 1:
    return strata_peek(h->a.world, NULL, middle);
  case 2:
    return strata_answer(
        h->a.world,
        &(strata_answer_desc){.decision = 2, .options = &option, .count = 1},
        NULL);
  case 3:
    return strata_retract(h->a.world);
  case 4:
  case 5:
    return strata_answer(h->a.world,
                         &(strata_answer_desc){.options = &option, .count = 1},
                         NULL);
  default:
    return acts_number(h->a.world, 4, NULL);
  }
}

enum { TURNS = 7 };

Test(handler_call, memory_may_be_lacking_anywhere) {
  uint64_t hashes[TURNS];
  size_t failed = 0;
  for (size_t n = 0;; n++) {
    hands h;
    size_t rows;
    size_t before = failed;
    open_busy(&h, &rows);
    for (int turn = 0; turn < TURNS; turn++) {
      strata_world *middle = NULL;
      uint64_t hash = strata_hash(h.a.world);
      h.a.mem.fail_from = n ? h.a.mem.calls + n : 0;
      strata_status got = take(&h, turn, &middle);
      h.a.mem.fail_from = 0;
      if (got) {
        failed++;
        cr_assert(eq(int, got, STRATA_ENOMEM), "turn %d, %zu: %s", turn, n,
                  strata_world_error(h.a.world));
        cr_expect(eq(u64, strata_hash(h.a.world), hash), "%d, %zu", turn, n);
        cr_expect(eq(sz, h.a.world->store.mark_count, 0));
        got = take(&h, turn, &middle);
      }
      cr_assert(eq(int, got, STRATA_OK), "turn %d, %zu: %s", turn, n,
                strata_world_error(h.a.world));
      strata_world_free(middle);
      if (n == 0) hashes[turn] = strata_hash(h.a.world);
      cr_expect(eq(u64, strata_hash(h.a.world), hashes[turn]), "%d, %zu", turn,
                n);
    }
    cr_expect(eq(sz, strata_decision_count(h.a.world), 0));
    hands_close(&h);
    if (n > 0 && failed == before) break;
  }
  cr_expect(eq(int, failed > 50, 1), "%zu failed", failed);
}
