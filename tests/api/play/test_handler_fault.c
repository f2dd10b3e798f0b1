/* Handlers of a host that fail: which handler is at fault, and that the action
 * leaves nothing but the disabled handler. */
#include "hands.h"

TestSuite(handler_fault, .timeout = 120);

static strata_handler handler(const hands *h, const char *name) {
  return strata_rules_find(h->a.rules, STRATA_NAME_HANDLER, name);
}

typedef struct told {
  uint32_t count;
  strata_fault last;
} told;

static void be_told(void *user, strata_world *world,
                    const strata_fault *fault) {
  told *t = user;
  (void)world;
  t->count++;
  t->last = *fault;
}

static void open_going_on(hands *h, told *t) {
  *t = (told){0};
  hands_open(h);
  strata_handler_runner runner = hands_runner(h);
  runner.strict = false;
  runner.fault = be_told;
  runner.fault_user = t;
  OK(strata_set_handler_runner(h->a.world, &runner));
}

static strata_status gain_and_fail(hands *h, strata_handler_call *run) {
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 5, NULL);
  return status ? status
                : strata_call_fail(run, STRATA_EINVAL, "\x1b[2Jno\tmore");
}

static strata_status fail_and_overlook(hands *h, strata_handler_call *run) {
  h->seen[0] = strata_call_fail(run, STRATA_EINVAL, "never mind");
  return STRATA_OK;
}

static strata_status say_budget(hands *h, strata_handler_call *run) {
  (void)h;
  return strata_call_fault(run, STRATA_FAULT_BUDGET, "too long");
}

static strata_status be_stopped(hands *h, strata_handler_call *run) {
  (void)h;
  return strata_call_fault(run, STRATA_FAULT_HOST, "interrupted");
}

static strata_status say_no_memory(hands *h, strata_handler_call *run) {
  (void)h;
  return strata_call_fail(run, STRATA_ENOMEM, "none");
}

Test(handler_fault, it_is_told_and_nothing_else_is_left) {
  hands h;
  told t;
  open_going_on(&h, &t);
  h.house = gain_and_fail;
  strata_outcome outcome = STRATA_DECIDE;
  OK(acts_code(&h.a, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_PARTLY));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  cr_expect(eq(u32, t.count, 1));
  cr_expect(eq(u32, t.last.handler, handler(&h, "house")));
  cr_expect(eq(int, t.last.kind, STRATA_FAULT_ERROR));
  cr_expect(eq(u64, t.last.action, 1));
  strata_fault fault = {0};
  OK(strata_disabled_get(h.a.world, 0, &fault));
  cr_expect(strstr(fault.text, "handler 'house': \\x1b[2Jno  more\n") != NULL,
            "%s", fault.text);
  cr_expect(strstr(fault.text, "happened gain") != NULL, "%s", fault.text);
  size_t calls = h.calls;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(sz, h.calls, calls), "it is called no more");
  cr_expect(eq(u32, t.count, 1));
  OK(strata_enable_handler(h.a.world, fault.handler));
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(u32, t.count, 2));
  cr_expect(eq(u64, t.last.action, 3));
  hands_close(&h);
}

Test(handler_fault, what_kind_it_is_the_handler_says) {
  hands h;
  told t;
  open_going_on(&h, &t);
  h.house = fail_and_overlook;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(u32, t.count, 0), "it says that all is well");
  h.house = say_budget;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(int, t.last.kind, STRATA_FAULT_BUDGET));
  hands_close(&h);
}

/* What is nobody's fault fails the action, and leaves the world as it was. */
Test(handler_fault, who_is_stopped_is_not_at_fault) {
  static const struct {
    hand house;
    strata_status status;
  } all[] = {{be_stopped, STRATA_ESCRIPT}, {say_no_memory, STRATA_ENOMEM}};
  for (size_t i = 0; i < COUNT(all); i++) {
    hands h;
    told t;
    open_going_on(&h, &t);
    h.house = all[i].house;
    uint64_t before = strata_hash(h.a.world);
    cr_expect(eq(int, acts_code(&h.a, "run", NULL), all[i].status));
    cr_expect(eq(u64, strata_hash(h.a.world), before));
    cr_expect(eq(u32, t.count, 0));
    hands_close(&h);
  }
}

/* The caller is told of an action that was done without a handler, whether it
 * failed in it or was disabled before. */
Test(handler_fault, finding_EM24_the_outcome_is_partly) {
  hands h;
  told t;
  open_going_on(&h, &t);
  h.house = gain_and_fail;
  strata_outcome outcome = STRATA_DECIDE;
  OK(acts_code(&h.a, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_PARTLY));
  OK(acts_code(&h.a, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_PARTLY));
  OK(acts_event(&h.a, "gain", h.a.bob, "amount", 1, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  OK(strata_enable_handler(h.a.world, handler(&h, "house")));
  h.house = NULL;
  OK(acts_code(&h.a, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(str, (char *)strata_outcome_text(STRATA_PARTLY), "partly"));
  hands_close(&h);
}

static strata_status fail_writing(hands *h, strata_handler_call *run) {
  (void)h;
  return strata_call_fail(run, STRATA_EINVAL, "cannot write");
}

/* A handler that an event type runs is one of the rules, which do not say that
 * a game goes on without it: the action fails. */
Test(handler_fault, finding_EM24_a_handler_of_the_rules_stops_the_action) {
  hands h;
  told t;
  open_going_on(&h, &t);
  h.write = fail_writing;
  uint64_t before = strata_hash(h.a.world);
  strata_outcome outcome = STRATA_DECIDE;
  cr_expect(ne(int, acts_event(&h.a, "labour", h.a.bob, "amount", 1, &outcome),
               STRATA_OK));
  cr_expect(eq(u64, strata_hash(h.a.world), before));
  cr_expect(eq(u32, strata_disabled_count(h.a.world), 0));
  cr_expect(eq(u32, t.count, 0));
  const char *why = strata_world_error(h.a.world);
  cr_expect(strstr(why, "handler 'write': cannot write") != NULL, "%s", why);
  hands_close(&h);
}

/* Whichever allocation is refused on the way: as before, or as after. */
Test(handler_fault, memory_may_end_while_it_begins_anew) {
  uint64_t after = 0;
  for (size_t n = 1, last = SIZE_MAX; n <= last; n++) {
    hands h;
    told t;
    open_going_on(&h, &t);
    h.house = gain_and_fail;
    uint64_t before = strata_hash(h.a.world);
    h.a.mem.fail_at = h.a.mem.calls + n;
    strata_status status = acts_code(&h.a, "run", NULL);
    bool refused = h.a.mem.calls >= h.a.mem.fail_at;
    h.a.mem.fail_at = 0;
    if (status) {
      cr_expect(eq(int, status, STRATA_ENOMEM));
      cr_expect(eq(u64, strata_hash(h.a.world), before));
      OK(acts_code(&h.a, "run", NULL));
    }
    if (after == 0) after = strata_hash(h.a.world);
    cr_expect(eq(u64, strata_hash(h.a.world), after), "allocation %zu", n);
    cr_expect(eq(u32, strata_disabled_count(h.a.world), 1));
    if (!refused) last = n;
    hands_close(&h);
  }
}

Test(handler_fault, what_is_disabled_must_be_there) {
  hands h;
  told t;
  open_going_on(&h, &t);
  strata_world *w = h.a.world;
  uint64_t before = strata_hash(w);
  strata_fault fault = {.handler = 99};
  NO(&h.a, strata_disable_handler(w, NULL), STRATA_EINVAL, "disable_handler");
  NO(&h.a, strata_disable_handler(w, &fault), STRATA_ENOENT, "no handler 99");
  NO(&h.a, strata_enable_handler(w, 0), STRATA_ENOENT, "no handler 0");
  fault = (strata_fault){.handler = 1, .watcher_def = 999};
  NO(&h.a, strata_disable_handler(w, &fault), STRATA_ENOENT, "no code 999");
  fault = (strata_fault){.handler = 1, .kind = STRATA_FAULT_KINDS};
  NO(&h.a, strata_disable_handler(w, &fault), STRATA_EINVAL, "of no kind");
  NO(&h.a, strata_disabled_get(w, 0, &fault), STRATA_ENOENT, "no number 0");
  NO(&h.a, strata_disabled_get(w, 0, NULL), STRATA_EINVAL, "out is NULL");
  cr_expect(eq(u64, strata_hash(w), before));
  hands_close(&h);
}

/* The event has happened, and then a handler that it triggers fails: so the
 * action has not taken place, and nothing is told of its event. */
Test(handler_fault, of_a_failed_action_there_is_no_result) {
  hands h;
  strata_act_result result;
  hands_open(&h);
  OK(acts_event(&h.a, "gain", h.a.bob, "amount", 1, NULL));
  strata_last_action(h.a.world, &result);
  cr_expect(eq(u32, result.happened, 1));
  strata_watcher_start_desc desc = {.watcher_def =
                                        acts_code_desc(&h.a, "run").watcher_def,
                                    .you = h.a.alice,
                                    .left = 1};
  OK(strata_watcher_start(h.a.world, &desc, NULL));
  h.house = say_no_memory;
  cr_expect(eq(int, acts_event(&h.a, "gain", h.a.bob, "amount", 1, NULL),
               STRATA_ENOMEM));
  strata_last_action(h.a.world, &result);
  cr_expect(eq(u32, result.happened, 0));
  cr_expect(result.why_not == NULL);
  hands_close(&h);
}
