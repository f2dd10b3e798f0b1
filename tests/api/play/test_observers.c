/* Observers: each row of the log is told once, and rows that are taken back are
 * announced. */
#include "hands.h"

TestSuite(observers, .timeout = 60);

enum { MOST = 400 };

/* What a view makes of what it is told. */
typedef struct view {
  uint64_t numbers[MOST]; /* rows that it thinks have happened */
  strata_log_kind what[MOST];
  uint32_t counts[MOST];
  size_t count;
  size_t told, missed;
  int64_t life; /* of bob, as the last row was told */
  const hands *h;
} view;

static void be_told(void *user, strata_world *world,
                    const strata_log_row *row) {
  view *v = user;
  strata_entity made;
  strata_attr life = kit_attr(strata_world_rules(world), "life");
  if (strata_get_int(world, v->h->a.bob, life, &v->life)) v->life = -1;
  cr_expect(eq(int, strata_spawn(world, &made), STRATA_EOPEN));
  cr_expect(eq(int, strata_subscribe(world, be_told, &made), STRATA_EOPEN));
  cr_expect(eq(int, strata_unsubscribe(world, be_told, v), STRATA_EOPEN));
  cr_expect(eq(int, strata_cancel(world), STRATA_EOPEN));
  if (row->what == STRATA_LOG_MISSED && row->count == 0) {
    v->missed++;
    while (v->count > 0 && v->numbers[v->count - 1] >= row->number) {
      v->count--;
    }
    return;
  }
  v->told++;
  uint64_t last = v->count > 0 ? v->numbers[v->count - 1] : 0;
  if (last != 0) cr_expect(eq(u64, row->number, last + 1), "in order, once");
  cr_assert(lt(sz, v->count, MOST));
  v->numbers[v->count] = row->number;
  v->what[v->count] = row->what;
  v->counts[v->count++] = row->count;
}

/* It knows what the log has. */
static void expect_log(const view *v, strata_world *world) {
  size_t n = 0;
  for (uint64_t at = 0; (at = strata_log_next(world, at)) != 0; n++) {
    strata_log_row row;
    OK(strata_log_get(world, at, &row));
    cr_assert(lt(sz, n, v->count));
    cr_expect(eq(u64, v->numbers[n], at));
    cr_expect(eq(int, v->what[n], row.what));
    cr_expect(eq(u32, v->counts[n], row.count));
  }
  cr_expect(eq(sz, v->count, n));
}

static void open_view(view *v, hands *h) {
  *v = (view){.h = h};
  hands_open(h);
  OK(strata_subscribe(h->a.world, be_told, v));
}

static strata_status gain(hands *h, int64_t amount) {
  return acts_event(&h->a, "gain", h->a.bob, "amount", amount, NULL);
}

Test(observers, each_row_is_told_once) {
  hands h;
  view v;
  open_view(&v, &h);
  OK(gain(&h, 3));
  cr_expect(eq(sz, v.told, 1));
  cr_expect(eq(i64, v.life, 5), "as the world is then");
  OK(acts_event(&h.a, "storm", 0, "amount", 1, NULL));
  expect_log(&v, h.a.world);
  uint64_t hash = strata_hash(h.a.world);
  cr_expect(eq(int, acts_event(&h.a, "shrink", h.a.bob, "amount", 9, NULL),
               STRATA_ERANGE));
  cr_expect(eq(u64, strata_hash(h.a.world), hash));
  expect_log(&v, h.a.world);
  cr_expect(eq(sz, v.missed, 0));
  OK(strata_unsubscribe(h.a.world, be_told, &v));
  size_t told = v.told;
  OK(gain(&h, 1));
  cr_expect(eq(sz, v.told, told));
  hands_close(&h);
}

static strata_status gain_and_ask(hands *h, strata_handler_call *run) {
  int64_t number = 0;
  strata_status status = STRATA_OK;
  for (int64_t i = 1; !status && i <= 3; i++) {
    status = hands_emit(run, "gain", h->a.bob, "amount", i + h->seen[7], NULL);
    if (!status) status = hands_number(run, h->a.bob, 9, &number);
    if (!status) {
      status = hands_emit(run, "gain", h->a.bob, "amount", number, NULL);
    }
  }
  return status;
}

Test(observers, what_happens_again_is_not_told_again) {
  hands h;
  view v;
  open_view(&v, &h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(sz, v.told, 2), "a gain by data, and one by the handler");
  cr_expect(eq(i64, v.life, 3), "the middle can be read");
  OK(acts_number(h.a.world, 9, NULL));
  cr_expect(eq(sz, v.told, 5));
  OK(acts_number(h.a.world, 8, NULL));
  OK(acts_number(h.a.world, 7, NULL));
  cr_expect(eq(sz, v.missed, 0));
  cr_expect(eq(sz, v.told, v.count));
  expect_log(&v, h.a.world);
  hands_close(&h);
}

Test(observers, what_is_taken_back_is_said) {
  hands h;
  view v;
  open_view(&v, &h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  size_t first = v.count;
  OK(acts_number(h.a.world, 9, NULL));
  OK(strata_retract(h.a.world));
  cr_expect(eq(sz, v.missed, 1));
  cr_expect(eq(sz, v.count, first));
  OK(acts_number(h.a.world, 4, NULL));
  OK(acts_number(h.a.world, 4, NULL));
  OK(acts_number(h.a.world, 4, NULL));
  cr_expect(eq(sz, v.missed, 1));
  expect_log(&v, h.a.world);
  OK(acts_code(&h.a, "run", NULL));
  OK(strata_cancel(h.a.world));
  cr_expect(eq(sz, v.missed, 2));
  expect_log(&v, h.a.world);
  hands_close(&h);
}

Test(observers, an_answer_that_misses_is_told) {
  hands h;
  view v;
  open_view(&v, &h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  OK(acts_number(h.a.world, 9, NULL));
  h.seen[7] = 5; /* as if rules had changed: the first gain is another */
  OK(acts_number(h.a.world, 8, NULL));
  cr_expect(eq(sz, v.missed, 1));
  for (int i = 0; i < 3; i++) {
    OK(acts_number(h.a.world, 1, NULL));
  }
  cr_expect(eq(sz, v.missed, 1));
  expect_log(&v, h.a.world);
  hands_close(&h);
}

Test(observers, a_rollback_is_told) {
  hands h;
  view v;
  open_view(&v, &h);
  h.house = gain_and_ask;
  strata_mark start, open;
  OK(gain(&h, 1));
  OK(strata_mark_set(h.a.world, &start));
  OK(gain(&h, 1));
  OK(acts_code(&h.a, "run", NULL));
  OK(strata_mark_set(h.a.world, &open));
  size_t middle = v.count;
  OK(acts_number(h.a.world, 9, NULL));
  OK(strata_rollback(h.a.world, open));
  cr_expect(eq(sz, v.count, middle));
  OK(acts_number(h.a.world, 2, NULL));
  OK(acts_number(h.a.world, 2, NULL));
  OK(acts_number(h.a.world, 2, NULL));
  expect_log(&v, h.a.world);
  OK(strata_rollback(h.a.world, open));
  expect_log(&v, h.a.world);
  OK(strata_cancel(h.a.world));
  OK(strata_rollback(h.a.world, start));
  expect_log(&v, h.a.world);
  OK(gain(&h, 2));
  expect_log(&v, h.a.world);
  hands_close(&h);
}

/* A run that fails behind a decision has told nothing of what comes after. */
Test(observers, what_fails_was_not_told) {
  hands h;
  view v;
  open_view(&v, &h);
  h.house = gain_and_ask;
  OK(acts_code(&h.a, "run", NULL));
  size_t told = v.told;
  h.fail_at = h.calls + 1;
  cr_expect(eq(int, acts_number(h.a.world, 9, NULL), STRATA_ESCRIPT));
  cr_expect(eq(sz, v.told, told));
  cr_expect(eq(sz, v.missed, 0));
  OK(acts_number(h.a.world, 9, NULL));
  OK(acts_number(h.a.world, 9, NULL));
  OK(acts_number(h.a.world, 9, NULL));
  cr_expect(eq(sz, v.told, v.count));
  expect_log(&v, h.a.world);
  hands_close(&h);
}

/* Whether somebody looks on changes nothing. */
Test(observers, they_leave_no_trace) {
  uint64_t hashes[2];
  for (int i = 0; i < 2; i++) {
    hands h;
    view v;
    open_view(&v, &h);
    if (i == 1) OK(strata_unsubscribe(h.a.world, be_told, &v));
    h.house = gain_and_ask;
    OK(acts_code(&h.a, "run", NULL));
    for (int n = 0; n < 3; n++) {
      OK(acts_number(h.a.world, 9, NULL));
    }
    hashes[i] = strata_hash(h.a.world);
    hands_close(&h);
  }
  cr_expect(eq(u64, hashes[0], hashes[1]));
}

Test(observers, mistakes_are_refused) {
  hands h;
  view v, w = {0};
  open_view(&v, &h);
  w.h = &h;
  cr_expect(eq(int, strata_subscribe(h.a.world, be_told, &v), STRATA_EINVAL));
  cr_expect(eq(int, strata_subscribe(h.a.world, NULL, &v), STRATA_EINVAL));
  cr_expect(eq(int, strata_unsubscribe(h.a.world, be_told, &w), STRATA_ENOENT));
  OK(strata_subscribe(h.a.world, be_told, &w));
  OK(gain(&h, 1));
  cr_expect(eq(sz, v.told, 1));
  cr_expect(eq(sz, w.told, 1));
  OK(strata_unsubscribe(h.a.world, be_told, &v));
  OK(gain(&h, 1));
  cr_expect(eq(sz, v.told, 1));
  cr_expect(eq(sz, w.told, 2));
  hands_close(&h);
}

/* Memory that is lacking is an action that fails, at whichever allocation. */
Test(observers, they_may_lack_memory) {
  size_t failed = 0;
  for (size_t n = 1;; n++) {
    hands h;
    view v;
    open_view(&v, &h);
    h.house = gain_and_ask;
    uint64_t hash = strata_hash(h.a.world);
    h.a.mem.fail_from = h.a.mem.calls + n;
    strata_status got = acts_code(&h.a, "run", NULL);
    if (!got) got = acts_number(h.a.world, 9, NULL);
    bool open = strata_decision_count(h.a.world) > 0;
    h.a.mem.fail_from = 0;
    if (got) {
      failed++;
      cr_assert(eq(int, got, STRATA_ENOMEM));
      if (!open) cr_expect(eq(u64, strata_hash(h.a.world), hash));
      if (!open) OK(acts_code(&h.a, "run", NULL));
      OK(acts_number(h.a.world, 9, NULL));
    }
    OK(acts_number(h.a.world, 9, NULL));
    OK(acts_number(h.a.world, 9, NULL));
    expect_log(&v, h.a.world);
    hands_close(&h);
    if (!got) break;
  }
  cr_expect(eq(int, failed > 5, 1));
}
