/* Deferred costs: what a player promises to pay for one of several objects that
 * enter together is not available for the next (614.12b). */
#include "entry_stage.h"

TestSuite(deferred_cost, .timeout = 60);

static const strata_field_desc pay_fields[] = {{"player", STRATA_REF},
                                               {"amount", STRATA_INT}};

/* What a player has is his power. `fee` pays it; of `theft`, two others say
 * what becomes of it. */
static void payments(strata_builder *b) {
  static const char *const kinds[] = {"fee", "theft"};
  for (size_t i = 0; i < 2; i++) {
    strata_event_type_desc pay = {.name = kinds[i],
                                  .fields = pay_fields,
                                  .field_count = 2,
                                  .affected = "player",
                                  DEEDS(does, does_count,
                                        {.op = STRATA_DO_ADD,
                                         .what = "power",
                                         .who = "event.player",
                                         ONE("0 - event.amount")})};
    BUILDER_OK(strata_builder_event_type(b, &pay));
  }
  strata_event_type_desc thanks = {
      .name = "thanks",
      .fields =
          (strata_field_desc[]){{"who", STRATA_REF}, {"player", STRATA_REF}},
      .field_count = 2,
      .affected = "who",
      DEEDS(does, does_count,
            {.op = STRATA_DO_ADD,
             .what = "power",
             .who = "event.player",
             ONE("10")})};
  BUILDER_OK(strata_builder_event_type(b, &thanks));
  static const char *const names[] = {"more", "twice"};
  static const char *const amounts[] = {"event.amount + 1", "event.amount * 2"};
  for (size_t i = 0; i < 2; i++) {
    strata_watcher_desc code = {
        .name = names[i],
        .role = STRATA_ROLE_REPLACE,
        .event = "theft",
        DEEDS(program, instruction_count, CHANGE("amount", amounts[i]))};
    BUILDER_OK(strata_builder_watcher(b, &code));
    BUILDER_OK(strata_builder_law(b, &(strata_law_desc){.name = names[i],
                                                        .watchers = &names[i],
                                                        .watcher_count = 1}));
  }
}

/* It enters tapped unless its player pays 2 by an event of this kind. Where
 * `thanks` holds he has 10 more when it is there. */
static void land(strata_builder *b, const char *name, const char *kind,
                 const char *thanks) {
  strata_watcher_desc code = {
      .name = name,
      .role = STRATA_ROLE_REPLACE,
      .event = "enter",
      .own = true,
      .tests = &(strata_event_test){"who", "it = this"},
      .test_count = 1,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_CHOOSE,
             .what = "may",
             .when = "event.player.power >= 2",
             .as = "paid",
             MANY(ARG("by", "event.player"))},
            CHANGE("tapped", "not $paid"),
            {.op = STRATA_DO_ALSO,
             INSIDE({.op = STRATA_DO_EMIT,
                     .what = kind,
                     .when = "$paid",
                     MANY(ARG("player", "event.player"), ARG("amount", "2"))},
                    {.op = STRATA_DO_EMIT,
                     .what = "thanks",
                     .when = thanks,
                     MANY(ARG("who", "event.who"),
                          ARG("player", "event.player"))})})};
  BUILDER_OK(strata_builder_watcher(b, &code));
  enter_ability(b, name, "battlefield");
  enter_definition(b, name, NULL, name);
}

static void declare(strata_builder *b) {
  payments(b);
  land(b, "toll", "fee", "1 = 0");
  land(b, "prey", "theft", "1 = 0");
  land(b, "gift", "fee", "1 = 1");
  strata_watcher_desc feeder = {
      .name = "feeder",
      .role = STRATA_ROLE_REPLACE,
      .event = "enter",
      .own = true,
      .tests = &(strata_event_test){"who", "it = this"},
      .test_count = 1,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_CHOOSE,
             .what = "number",
             .as = "much",
             MANY(ARG("by", "event.player"), ARG("least", "0"),
                  ARG("most", "event.player.power"))},
            CHANGE("plus", "$much"),
            {.op = STRATA_DO_ALSO,
             INSIDE({.op = STRATA_DO_EMIT,
                     .what = "fee",
                     MANY(ARG("player", "event.player"),
                          ARG("amount", "$much"))})})};
  BUILDER_OK(strata_builder_watcher(b, &feeder));
  enter_ability(b, "feeder", "battlefield");
  enter_definition(b, "feeder", NULL, "feeder");
}

static void give(stage *s, strata_entity who, int64_t power) {
  uint64_t word = (uint64_t)power;
  OK(st_mutator_set_base(&s->world->change, stage_attr(s->rules, "power"),
                         st_slot_of(who), &word));
}

/* Create `count` tokens of a definition at once. True if a decision is open. */
static bool make(stage *s, const char *name, int64_t count) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)s->alice, count, stage_symbol(s->rules, name)};
  st_action_request request = {.event_type = strata_rules_find(
                                   s->rules, STRATA_NAME_EVENT_TYPE, "create"),
                               .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  return open;
}

static bool answer(stage *s, uint32_t option, int64_t amount, bool number) {
  bool open = false;
  st_new_answer given = {.decision =
                             st_decision_find_unanswered(&s->world->store),
                         .options = number ? NULL : &option,
                         .amounts = number ? &amount : NULL,
                         .count = 1};
  OK(st_action_answer(&s->exec, &given, &open));
  return open;
}

/* What the open decision is about. */
static st_purpose purpose(stage *s) {
  const st_store *store = &s->world->store;
  return st_decision_get(store, st_decision_find_unanswered(store)).purpose;
}

static int64_t most(stage *s) {
  const st_store *store = &s->world->store;
  return st_decision_get(store, st_decision_find_unanswered(store)).max;
}

Test(deferred_cost, who_has_enough_for_two_of_three_is_asked_twice) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 5);
  cr_assert(make(&s, "toll", 3));
  cr_assert(answer(&s, 0, 0, false));
  cr_expect(not(answer(&s, 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and tapped"), 1));
  stage_close(&s);
}

Test(deferred_cost, what_was_not_promised_is_there_for_the_next) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 3);
  cr_assert(make(&s, "toll", 3));
  cr_assert(answer(&s, 1, 0, false));
  cr_assert(answer(&s, 0, 0, false) == false);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and tapped"), 2));
  stage_close(&s);
}

Test(deferred_cost, of_a_number_so_much_is_left) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 5);
  cr_assert(make(&s, "feeder", 3));
  cr_expect(eq(i64, most(&s), 5));
  cr_assert(answer(&s, 0, 3, true));
  cr_expect(eq(i64, most(&s), 2));
  cr_expect(not(answer(&s, 0, 2, true)), "nothing is left for the third");
  cr_expect(eq(i64, number(&s, s.alice, "power"), 0));
  stage_close(&s);
}

/* What is done to who enters is done when he is there, not before. */
Test(deferred_cost, what_is_of_who_enters_is_none) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 3);
  cr_assert(make(&s, "gift", 2));
  cr_expect(not(answer(&s, 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 21));
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and tapped"), 1));
  stage_close(&s);
}

/* Where it hangs on a choice what is paid, it is asked as things are. */
Test(deferred_cost, what_cannot_be_told_is_not_counted) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 3);
  cr_assert(make(&s, "prey", 2));
  cr_expect(eq(int, purpose(&s), ST_PURPOSE_MAY));
  cr_assert(answer(&s, 0, 0, false));
  cr_expect(eq(int, purpose(&s), ST_PURPOSE_MAY),
            "the second may be paid for as well");
  cr_assert(answer(&s, 0, 0, false));
  cr_expect(eq(int, purpose(&s), ST_PURPOSE_REPLACE),
            "what was paid is asked when it is paid");
  stage_close(&s);
}

/* A look at what will be paid leaves nothing behind. */
Test(deferred_cost, a_look_is_no_payment) {
  stage s;
  stage t;
  stage_open_with(&s, declare);
  stage_open_with(&t, declare);
  give(&s, s.alice, 3);
  give(&t, t.alice, 3);
  cr_assert(make(&s, "toll", 2));
  cr_expect(not(answer(&s, 0, 0, false)), "it was looked, and is not asked");
  cr_assert(make(&t, "toll", 2));
  cr_assert(answer(&t, 1, 0, false));
  cr_assert(not(answer(&t, 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  cr_expect(eq(u32, how_many(&s, "zone = 'battlefield' and tapped"), 1));
  cr_expect(eq(u32, how_many(&t, "zone = 'battlefield' and tapped"), 1));
  cr_expect(eq(sz, s.exec.task_count, 0));
  cr_expect(eq(ptr, s.exec.attempt, NULL));
  stage_close(&s);
  stage_close(&t);
}

/* No failure of memory in it leaves anything behind either. */
Test(deferred_cost, what_fails_is_taken_back) {
  stage s;
  stage_open_with(&s, declare);
  give(&s, s.alice, 3);
  cr_assert(make(&s, "toll", 2));
  uint64_t hash = s.world->store.hash;
  const uint32_t first = 0;
  st_new_answer given = {.decision =
                             st_decision_find_unanswered(&s.world->store),
                         .options = &first,
                         .count = 1};
  strata_status status = STRATA_ENOMEM;
  bool open = false;
  for (uint64_t n = 1; status == STRATA_ENOMEM; n++) {
    s.probe.fail_at = s.probe.calls + n;
    status = st_action_answer(&s.exec, &given, &open);
    if (status == STRATA_ENOMEM) cr_assert(eq(u64, s.world->store.hash, hash));
  }
  s.probe.fail_at = 0;
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  stage_close(&s);
}
