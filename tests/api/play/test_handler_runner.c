/* Handlers and policies: what they may do, what follows from it, and how they
 * fail. */
#include "hands.h"

TestSuite(handler_runner, .timeout = 60);

static strata_status code(hands *h, const char *name, strata_outcome *out) {
  return acts_code(&h->a, name, out);
}

static strata_status event(hands *h, const char *kind, int64_t number) {
  bool amount = strcmp(kind, "labour") == 0 || strcmp(kind, "gain") == 0;
  return acts_event(&h->a, kind, h->a.bob, amount ? "amount" : "count", number,
                    NULL);
}

/* -- What a handler sees and makes -- */

static strata_status gain_twice(hands *h, strata_handler_call *run) {
  strata_emit_result one, two;
  strata_entity bob = h->a.bob;
  strata_status status = hands_emit(run, "gain", bob, "amount", 5, &one);
  if (!status) h->seen[0] = hands_life(run, bob);
  if (!status) status = hands_emit(run, "gain", bob, "amount", 0, &two);
  if (status) return status;
  h->seen[1] = one.happened;
  h->seen[2] = two.happened;
  h->seen[3] = strata_event_happened(run, one.event);
  h->seen[4] = strata_event_happened(run, two.event);
  return STRATA_OK;
}

Test(handler_runner, what_a_handler_emits_happens_before_it_goes_on) {
  hands h;
  hands_open(&h);
  h.house = gain_twice;
  OK(code(&h, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 7), "it has happened by then");
  cr_expect(eq(i64, h.seen[1], 1));
  cr_expect(eq(i64, h.seen[2], 0), "a gain of nothing is none");
  cr_expect(eq(i64, h.seen[3], 1));
  cr_expect(eq(i64, h.seen[4], 0));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 7));
  hands_close(&h);
}

static strata_status look_around(hands *h, strata_handler_call *run) {
  strata_value number, who;
  OK(strata_call_get(run, "number", &number));
  OK(strata_call_get(run, "who", &who));
  cr_expect(eq(int, number.type, STRATA_INT));
  cr_expect(eq(i64, number.integer, 3));
  cr_expect(eq(int, who.type, STRATA_REF));
  cr_expect(eq(u64, who.ref, h->a.alice));
  cr_expect(eq(u64, strata_call_you(run), h->a.alice));
  cr_expect(eq(u64, strata_call_this(run), h->a.bob));
  cr_expect(eq(u64, strata_call_it(run), 0));
  cr_expect(eq(u32, strata_call_event(run), 0));
  cr_expect(strata_call_world(run) == h->a.world);
  number.integer = 11;
  OK(strata_call_set(run, "number", &number));
  cr_expect(eq(int, strata_call_get(run, "nubmer", &number), STRATA_ENOENT));
  cr_expect(eq(int, strata_call_set(run, "who", &number), STRATA_ETYPE));
  return STRATA_OK;
}

Test(handler_runner, a_handler_reads_and_binds_names) {
  hands h;
  hands_open(&h);
  h.act = look_around;
  strata_act_desc desc = acts_code_desc(&h.a, "act");
  desc.source = h.a.bob;
  OK(strata_act(h.a.world, &desc, NULL));
  cr_expect(eq(i64, acts_life(&h.a, h.a.alice), 12), "1 and what was bound");
  hands_close(&h);
}

static strata_status walk(hands *h, strata_handler_call *run) {
  const strata_rules *rules = h->a.rules;
  strata_emit_result storm;
  strata_status status = hands_emit(run, "storm", 0, "amount", 2, &storm);
  if (status) return status;
  strata_field amount = strata_rules_find(rules, STRATA_NAME_FIELD, "amount");
  for (strata_event e = 0; (e = strata_event_next(run, storm.event, e)) != 0;) {
    strata_value value;
    OK(strata_event_get(run, e, amount, &value));
    h->seen[0] += value.integer;
    h->seen[1] += strata_event_happened(run, e);
    h->seen[2] += strata_event_type_of(run, e) ==
                  strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "gain");
  }
  strata_emit_result made;
  status = hands_emit(run, "make", 0, "count", 2, &made);
  h->seen[3] = strata_is_alive(h->a.world, made.made);
  h->seen[4] = strata_event_made(run, made.event) == made.made;
  return status;
}

Test(handler_runner, what_came_of_an_event_can_be_walked_through) {
  hands h;
  hands_open(&h);
  h.house = walk;
  OK(code(&h, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 4), "two gains of 2");
  cr_expect(eq(i64, h.seen[1], 2));
  cr_expect(eq(i64, h.seen[2], 2));
  cr_expect(eq(i64, h.seen[3], 1));
  cr_expect(eq(i64, h.seen[4], 1));
  hands_close(&h);
}

static strata_status three_together(hands *h, strata_handler_call *run) {
  const strata_named_value to_bob = {"player",
                                     {.type = STRATA_REF, .ref = h->a.bob}};
  const strata_named_value gains[] = {
      to_bob, {"amount", {.type = STRATA_INT, .integer = 4}}};
  strata_event_type gain =
      strata_rules_find(h->a.rules, STRATA_NAME_EVENT_TYPE, "gain");
  strata_emit_result out[3];
  strata_act_desc events[3] = {
      {.event = gain, .given = gains, .given_count = 2},
      {.event = gain},
      {.event = gain, .given = gains, .given_count = 2}};
  strata_status status = strata_emit(run, events, 3, out);
  for (size_t i = 0; !status && i < 3; i++) {
    h->seen[i] = out[i].happened;
  }
  return status;
}

Test(handler_runner, several_events_happen_together) {
  hands h;
  hands_open(&h);
  h.house = three_together;
  OK(code(&h, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  cr_expect(eq(i64, h.seen[1], 0), "of nobody, and nothing");
  cr_expect(eq(i64, h.seen[2], 1));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2 + 8));
  hands_close(&h);
}

/* -- Where it stands -- */

static strata_status gain_of_bob(hands *h, strata_handler_call *run) {
  strata_emit_result out = {.happened = 99};
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 10, &out);
  h->seen[0] = out.happened;
  h->seen[1] = hands_life(run, h->a.bob);
  return status;
}

Test(handler_runner, parts_are_results_one_by_one_or_taken_together) {
  static const struct {
    const char *kind;
    int64_t happened, life;
  } cases[] = {{"heap", 0, 2}, {"paces", 1, 12}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    hands h;
    hands_open(&h);
    h.parts = gain_of_bob;
    OK(event(&h, cases[i].kind, 1));
    cr_expect(eq(i64, h.seen[0], cases[i].happened), "%s", cases[i].kind);
    cr_expect(eq(i64, h.seen[1], cases[i].life), "%s", cases[i].kind);
    cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 12), "%s", cases[i].kind);
    OK(code(&h, "all", NULL));
    cr_expect(eq(i64, h.seen[0], 0), "it happens with the others");
    cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 22));
    hands_close(&h);
  }
}

static strata_status to_alice(hands *h, strata_handler_call *run) {
  strata_event it = strata_call_event(run);
  strata_field player =
      strata_rules_find(h->a.rules, STRATA_NAME_FIELD, "player");
  strata_field count =
      strata_rules_find(h->a.rules, STRATA_NAME_FIELD, "count");
  strata_value value;
  OK(strata_event_get(run, it, player, &value));
  cr_expect(eq(u64, value.ref, h->a.bob));
  value.ref = h->a.alice;
  cr_expect(eq(int, strata_event_set(run, it, count, &value), STRATA_ENOENT));
  cr_expect(eq(int, strata_event_set(run, it, player, NULL), STRATA_EINVAL));
  cr_expect(
      eq(int, strata_event_set(run, it + 1, player, &value), STRATA_EINVAL));
  cr_expect(eq(int, hands_emit(run, "gain", h->a.bob, "amount", 1, NULL),
               STRATA_EINVAL));
  cr_expect(strstr(strata_world_error(h->a.world), "'instead'") != NULL);
  return strata_event_set(run, it, player, &value);
}

static strata_status stop(hands *h, strata_handler_call *run) {
  (void)h;
  return strata_event_stop(run, strata_call_event(run));
}

Test(handler_runner, a_replacement_changes_its_event_or_stops_it) {
  hands h;
  hands_open(&h);
  OK(code(&h, "arm", NULL));
  h.turn = to_alice;
  OK(event(&h, "gain", 5));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  cr_expect(eq(i64, acts_life(&h.a, h.a.alice), 6));
  OK(code(&h, "arm", NULL));
  h.turn = stop;
  OK(event(&h, "gain", 5));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  OK(event(&h, "gain", 5));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 7), "it was used up");
  hands_close(&h);
}

static strata_status gain_1(hands *h, strata_handler_call *run) {
  h->seen[2] = hands_life(run, h->a.bob);
  return hands_emit(run, "gain", h->a.alice, "amount", 1, NULL);
}

Test(handler_runner, a_handler_says_what_happens_instead_and_then) {
  hands h;
  hands_open(&h);
  OK(code(&h, "arm_another", NULL));
  h.parts = gain_of_bob;
  h.act = gain_1;
  OK(event(&h, "gain", 5));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 12), "10 in place of 5");
  cr_expect(eq(i64, h.seen[2], 12), "by then it has happened");
  cr_expect(eq(i64, acts_life(&h.a, h.a.alice), 2));
  hands_close(&h);
}

static strata_status write_all(hands *h, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_value much;
  strata_mark mark;
  strata_attr life = kit_attr(h->a.rules, "life");
  strata_attr small = kit_attr(h->a.rules, "small");
  OK(strata_call_get(run, "much", &much));
  OK(strata_set_base_int(world, h->a.bob, life, much.integer));
  cr_expect(
      eq(int, strata_set_base_int(world, h->a.bob, small, 99), STRATA_ERANGE));
  strata_entity made;
  OK(strata_spawn(world, &made));
  OK(strata_move(world, made, &(strata_move_desc){.zone = 1}, &made));
  OK(strata_note(world, made, "made", &much));
  cr_expect(eq(int, strata_mark_set(world, &mark), STRATA_EOPEN));
  cr_expect(eq(int, strata_commit(world), STRATA_EOPEN));
  cr_expect(eq(int, strata_seed(world, 1), STRATA_EOPEN));
  cr_expect(eq(int, strata_log_forget(world, 1), STRATA_EOPEN));
  cr_expect(eq(int, code(h, "bargain", NULL), STRATA_EOPEN));
  cr_expect(
      eq(int, hands_emit(run, "gain", made, "amount", 1, NULL), STRATA_EINVAL));
  int64_t number;
  cr_expect(eq(int, hands_number(run, 0, 3, &number), STRATA_EINVAL));
  h->seen[0] = (int64_t)made;
  return STRATA_OK;
}

Test(handler_runner, performing_an_event_writes_and_does_nothing_else) {
  hands h;
  hands_open(&h);
  h.write = write_all;
  strata_mark mark;
  uint64_t hash = strata_hash(h.a.world);
  OK(strata_mark_set(h.a.world, &mark));
  OK(event(&h, "labour", 40));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 40));
  cr_expect(strata_is_alive(h.a.world, (strata_entity)h.seen[0]));
  cr_expect(eq(u32, strata_zone_count(h.a.world, 1, 0), 1));
  OK(strata_rollback(h.a.world, mark));
  cr_expect(eq(u64, strata_hash(h.a.world), hash));
  hands_close(&h);
}

static strata_status try_to_write(hands *h, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_attr life = kit_attr(h->a.rules, "life");
  strata_entity made;
  strata_mark mark = {0};
  strata_handler_runner runner = hands_runner(h);
  strata_value one = {.type = STRATA_INT, .integer = 1};
  const strata_status open[] = {
      strata_set_base_int(world, h->a.bob, life, 7),
      strata_set_base(world, h->a.bob, life, &one),
      strata_spawn(world, &made),
      strata_despawn(world, h->a.bob),
      strata_tick(world, 1, NULL),
      strata_restamp(world, h->a.bob),
      strata_commit(world),
      strata_mark_set(world, &mark),
      strata_rollback(world, mark),
      strata_forget_gone(world),
      code(h, "bargain", NULL),
      acts_number(world, 1, NULL),
      strata_retract(world),
      strata_cancel(world),
      strata_peek(world, NULL, NULL) == STRATA_EINVAL ? STRATA_EOPEN
                                                      : STRATA_OK,
      strata_set_handler_runner(world, &runner),
  };
  for (size_t i = 0; i < COUNT(open); i++) {
    cr_expect(eq(int, open[i], STRATA_EOPEN), "call %zu", i);
  }
  cr_expect(eq(int, code(h, "bargain", NULL), STRATA_EOPEN));
  cr_expect(strstr(strata_world_error(world), "strata_emit") != NULL);
  OK(strata_note(world, h->a.bob, "noted", &one));
  h->seen[0] = 1;
  return STRATA_OK;
}

Test(handler_runner, elsewhere_a_handler_writes_nothing_but_notes) {
  hands h;
  hands_open(&h);
  h.house = try_to_write;
  OK(code(&h, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  strata_value got;
  size_t count = 0;
  OK(strata_noted(h.a.world, h.a.bob, "noted", &got, 1, &count));
  cr_expect(eq(sz, count, 1));
  OK(strata_set_base_int(h.a.world, h.a.bob, kit_attr(h.a.rules, "life"), 3));
  hands_close(&h);
}

/* -- Asking -- */

static strata_status ask_and_gain(hands *h, strata_handler_call *run) {
  int64_t much = 0;
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  if (!status) status = hands_number(run, h->a.bob, 9, &much);
  if (!status) {
    status = hands_emit(run, "gain", h->a.bob, "amount", much, NULL);
  }
  h->seen[0]++;
  return status;
}

Test(handler_runner, a_handler_asks_as_if_the_answer_were_there) {
  hands h;
  hands_open(&h);
  h.house = ask_and_gain;
  uint64_t before = strata_hash(h.a.world);
  strata_outcome outcome = STRATA_DONE;
  OK(code(&h, "run", &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2), "nothing has happened");
  strata_decision d;
  OK(strata_decision_get(h.a.world, 0, &d));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_NUMBER));
  cr_expect(eq(str, TEXT(d.prompt), TEXT("how much?")));
  cr_expect(eq(u64, d.who, h.a.bob));
  NO(&h.a, acts_number(h.a.world, 10, NULL), STRATA_EREFUSED, "10");
  OK(acts_number(h.a.world, 4, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2 + 1 + 4));
  cr_expect(eq(i64, h.seen[0], 2), "it was run twice");
  OK(code(&h, "run", &outcome));
  uint64_t open = strata_hash(h.a.world);
  OK(strata_cancel(h.a.world));
  cr_expect(ne(u64, strata_hash(h.a.world), open));
  cr_expect(ne(u64, strata_hash(h.a.world), before));
  hands_close(&h);
}

static strata_status ask_both(hands *h, strata_handler_call *run) {
  const strata_option options[] = {{.text = "a"}, {.text = "b"}, {.text = "c"}};
  strata_decision asks[3];
  strata_answer_desc out[3];
  for (size_t i = 0; i < 3; i++) {
    asks[i] = (strata_decision){.purpose = STRATA_PURPOSE_CHOOSE,
                                .who = i == 1 ? h->a.bob : h->a.alice,
                                .options = options,
                                .option_count = i == 2 ? 1 : 3,
                                .least = 1,
                                .most = i == 1 ? 2 : 1,
                                .hidden = true};
  }
  strata_status status = strata_call_choose_all(run, asks, 3, out);
  if (status) return status;
  h->seen[0] = out[0].options[0];
  h->seen[1] = out[1].options[0];
  h->seen[2] = out[1].options[1];
  h->seen[3] = out[2].options[0];
  h->seen[4] = (int64_t)out[1].count;
  return STRATA_OK;
}

static void answer_both(hands *h, bool bob_first) {
  const uint32_t two[] = {2, 1}, one = 2;
  const strata_answer_desc alice = {.decision = 1, .options = &one, .count = 1};
  const strata_answer_desc bob = {.decision = 2, .options = two, .count = 2};
  strata_outcome outcome = STRATA_DONE;
  cr_assert(eq(sz, strata_decision_count(h->a.world), 2));
  OK(strata_answer(h->a.world, bob_first ? &bob : &alice, &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE));
  cr_expect(eq(sz, strata_decision_count(h->a.world), 1));
  OK(strata_answer(h->a.world, bob_first ? &alice : &bob, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
}

Test(handler_runner, several_are_asked_at_once_in_any_order) {
  uint64_t hashes[2];
  for (int i = 0; i < 2; i++) {
    hands h;
    hands_open(&h);
    h.house = ask_both;
    OK(code(&h, "run", NULL));
    answer_both(&h, i == 1);
    cr_expect(eq(i64, h.seen[0], 2));
    cr_expect(eq(i64, h.seen[1], 1), "as their order does not count");
    cr_expect(eq(i64, h.seen[2], 2));
    cr_expect(eq(i64, h.seen[3], 0), "the third is not asked");
    cr_expect(eq(i64, h.seen[4], 2));
    hashes[i] = strata_hash(h.a.world);
    hands_close(&h);
  }
  cr_expect(eq(u64, hashes[0], hashes[1]));
}

static strata_status ask_wrongly(hands *h, strata_handler_call *run) {
  strata_world *world = h->a.world;
  strata_answer_desc out;
  const strata_option none[] = {{.text = NULL}};
  strata_decision d = {.purpose = STRATA_PURPOSE_CHOOSE, .least = 1, .most = 1};
  NO(&h->a, strata_call_choose(run, &d, &out), STRATA_EINVAL, "no answer");
  d.option_count = 1;
  NO(&h->a, strata_call_choose(run, &d, &out), STRATA_EINVAL,
     "options is NULL");
  d.options = none;
  NO(&h->a, strata_call_choose(run, &d, &out), STRATA_EINVAL, "neither");
  d.purpose = (strata_decision_purpose)77;
  NO(&h->a, strata_call_choose(run, &d, &out), STRATA_EINVAL, "purpose 77");
  d.purpose = STRATA_PURPOSE_NUMBER;
  d.option_count = 0;
  d.who = h->a.bob + (1ull << 34);
  NO(&h->a, strata_call_choose(run, &d, &out), STRATA_ESTALE, "who");
  int64_t rolled;
  NO(&h->a, strata_call_roll(run, 0, &rolled), STRATA_ERANGE, "to 0");
  NO(&h->a, strata_event_stop(run, 1), STRATA_EINVAL, "replacement");
  NO(&h->a, strata_emit(run, NULL, 0, NULL), STRATA_EINVAL, "no events");
  NO(&h->a, strata_emit(run, &(strata_act_desc){.event = 99}, 1, NULL),
     STRATA_ENOENT, "emit", "99");
  NO(&h->a,
     strata_emit(run, &(strata_act_desc){.event = 1, .watcher_def = 1}, 1,
                 NULL),
     STRATA_EINVAL, "emit", "event");
  NO(&h->a, strata_call_fail(run, STRATA_ESUSPEND, "x"), STRATA_EINVAL,
     "run_fail");
  cr_expect(eq(sz, strata_decision_count(world), 0));
  h->seen[0] = 1;
  return STRATA_OK;
}

Test(handler_runner, mistakes_of_a_handler_are_refused_and_it_goes_on) {
  hands h;
  hands_open(&h);
  h.house = ask_wrongly;
  OK(code(&h, "run", NULL));
  cr_expect(eq(i64, h.seen[0], 1));
  hands_close(&h);
}

/* -- Failing -- */

Test(handler_runner, without_a_runner_it_says_what_to_do) {
  hands h;
  hands_open(&h);
  OK(strata_set_handler_runner(h.a.world, NULL));
  NO(&h.a, code(&h, "run", NULL), STRATA_ENOENT, "'house'",
     "strata_set_handler_runner");
  hands_close(&h);
}

static strata_status just_fail(hands *h, strata_handler_call *run) {
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  return status ? status : strata_call_fail(run, STRATA_ESCRIPT, "out of luck");
}

static strata_status wait_for_nobody(hands *h, strata_handler_call *run) {
  (void)h, (void)run;
  return STRATA_ESUSPEND;
}

/* It goes on as if nothing had happened. */
static strata_status swallow(hands *h, strata_handler_call *run) {
  int64_t number;
  strata_status status =
      hands_emit(run, "shrink", h->a.bob, "amount", 99, NULL);
  if (!status) status = hands_number(run, h->a.bob, 5, &number);
  strata_status again = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
  h->seen[0] = status;
  h->seen[1] = again;
  return STRATA_OK;
}

static strata_status swallow_the_question(hands *h, strata_handler_call *run) {
  int64_t number;
  h->seen[0] = hands_number(run, h->a.bob, 5, &number);
  return STRATA_OK;
}

static strata_status fail_by_a_call(hands *h, strata_handler_call *run) {
  return strata_set_base_int(strata_call_world(run), h->a.bob,
                             kit_attr(h->a.rules, "small"), 99);
}

Test(handler_runner, what_fails_in_a_handler_says_why_and_leaves_nothing) {
  hands h;
  hands_open(&h);
  h.house = just_fail;
  NO(&h.a, code(&h, "run", NULL), STRATA_ESCRIPT,
     "act: handler 'house': ", "out of luck");
  h.house = wait_for_nobody;
  NO(&h.a, code(&h, "run", NULL), STRATA_ESCRIPT, "'house'", "asked nobody");
  h.house = swallow;
  NO(&h.a, code(&h, "run", NULL), STRATA_ERANGE, "'shrink'");
  cr_expect(eq(i64, h.seen[0], STRATA_ERANGE));
  cr_expect(eq(i64, h.seen[1], STRATA_ERANGE), "the run has failed");
  h.write = fail_by_a_call;
  NO(&h.a, event(&h, "labour", 1), STRATA_ERANGE, "'write'", "set_base",
     "'small'");
  strata_outcome outcome = STRATA_DONE;
  h.house = swallow_the_question;
  OK(code(&h, "run", &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE), "it cannot be swallowed");
  cr_expect(eq(i64, h.seen[0], STRATA_ESUSPEND));
  hands_close(&h);
}

static strata_status deeper(hands *h, strata_handler_call *run) {
  h->seen[0]++;
  return hands_emit(run, "paces", h->a.bob, "count", 1, NULL);
}

Test(handler_runner, handlers_within_handlers_are_limited) {
  hands h;
  hands_open(&h);
  h.house = deeper;
  h.parts = deeper;
  NO(&h.a, code(&h, "run", NULL), STRATA_ELIMIT, "40 handlers",
     "'parts' in 'parts'");
  cr_expect(eq(i64, h.seen[0], 40));
  hands_close(&h);
}

static strata_status on_and_on(hands *h, strata_handler_call *run) {
  strata_status status = STRATA_OK;
  while (!status) {
    status = hands_emit(run, "gain", h->a.bob, "amount", 1, NULL);
    if (!status) status = hands_emit(run, "storm", 0, "amount", 1, NULL);
  }
  return status;
}

Test(handler_runner, too_many_events_are_named) {
  hands h;
  hands_open(&h);
  strata_handler_runner runner = hands_runner(&h);
  runner.event_limit = 1000;
  OK(strata_set_handler_runner(h.a.world, &runner));
  h.house = on_and_on;
  NO(&h.a, code(&h, "run", NULL), STRATA_ELIMIT, "1000 events",
     "'gain' by trigger 'run'", "'storm' by trigger 'run'");
  NO(&h.a, event(&h, "series", 1001), STRATA_ELIMIT, "again: 'gain'");
  OK(event(&h, "series", 999));
  hands_close(&h);
}

/* A handler call that fails leaves all as it was, whichever it is. */
static strata_status many_calls(hands *h, strata_handler_call *run) {
  strata_status status = hands_emit(run, "heap", h->a.bob, "count", 1, NULL);
  if (!status) status = hands_emit(run, "labour", h->a.bob, "amount", 9, NULL);
  if (!status) status = hands_emit(run, "paces", h->a.bob, "count", 1, NULL);
  return status ? status : ask_and_gain(h, run);
}

static strata_status write_life(hands *h, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_entity made;
  strata_status status = strata_spawn(world, &made);
  if (status) return status;
  return strata_set_base_int(world, h->a.bob, kit_attr(h->a.rules, "life"), 9);
}

static void set_many(hands *h) {
  hands_open(h);
  OK(code(h, "arm", NULL));
  OK(code(h, "arm_another", NULL));
  h->house = many_calls;
  h->parts = gain_of_bob;
  h->turn = stop;
  h->write = write_life;
  h->act = gain_1;
  h->calls = 0;
}

Test(handler_runner, a_handler_that_fails_leaves_nothing_whichever_call_it_is) {
  hands whole;
  set_many(&whole);
  OK(code(&whole, "run", NULL));
  OK(acts_choose(whole.a.world, 1, NULL));
  OK(acts_number(whole.a.world, 2, NULL));
  uint64_t end = strata_hash(whole.a.world);
  size_t calls = whole.calls;
  cr_assert(eq(sz, calls, 14));
  for (size_t n = 1; n <= calls; n++) {
    hands h;
    set_many(&h);
    h.fail_at = n;
    for (int turn = 0; turn < 3; turn++) {
      uint64_t hash = strata_hash(h.a.world);
      strata_status got = STRATA_OK;
      for (int try = 0; try < 2; try++) {
        if (turn == 0) got = code(&h, "run", NULL);
        if (turn == 1) got = acts_choose(h.a.world, 1, NULL);
        if (turn == 2) got = acts_number(h.a.world, 2, NULL);
        if (!got) break;
        cr_expect(eq(int, got, STRATA_ESCRIPT), "%zu", n);
        cr_expect(eq(u64, strata_hash(h.a.world), hash), "%zu", n);
      }
      cr_assert(eq(int, got, STRATA_OK), "%zu", n);
    }
    cr_expect(eq(u64, strata_hash(h.a.world), end), "%zu", n);
    hands_close(&h);
  }
  hands_close(&whole);
}
