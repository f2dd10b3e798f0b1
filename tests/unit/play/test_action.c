/* Actions: events with their programs, decisions, and a second execution with
 * the answers. */
#include "api/world/api_world.h"
#include "play/action/action.h"
#include "play/action/execution_lifetime.h"
#include "play/execution/execution.h"
#include "unit/rules/watcher_stage.h"
#include "world/tables/event_log.h"

TestSuite(action, .timeout = 60);

typedef struct stage {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  st_execution exec;
  strata_error error;
  strata_entity alice, bob;
} stage;

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

static const strata_field_desc gain_fields[] = {{"player", STRATA_REF},
                                                {"amount", STRATA_INT}};
static const strata_field_desc many_fields[] = {{"player", STRATA_REF},
                                                {"count", STRATA_INT}};

static void declare(strata_builder *b) {
  strata_attribute life = {.name = "life", .type = STRATA_INT};
  BUILDER_OK(strata_builder_attribute(b, &life));
  strata_event_type_desc gain = {.name = "gain",
                                 .fields = gain_fields,
                                 .field_count = 2,
                                 .affected = "player",
                                 .matters = "event.amount > 0",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "life",
                                        .who = "event.player",
                                        ONE("event.amount")})};
  BUILDER_OK(strata_builder_event_type(b, &gain));
  strata_event_type_desc series = {
      .name = "series",
      .fields = many_fields,
      .field_count = 2,
      .affected = "player",
      .can = "event.player.life < 100",
      .contains = STRATA_CONTAINMENT_ONE_BY_ONE,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             .times = "event.count",
             MANY(ARG("player", "event.player"), ARG("amount", "$i"))})};
  BUILDER_OK(strata_builder_event_type(b, &series));
  strata_watcher_desc bargain = {
      .name = "bargain",
      .role = STRATA_ROLE_TRIGGER,
      .event = "gain",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_CHOOSE, .what = "may", .as = "yes"},
            {.op = STRATA_DO_CHOOSE,
             .what = "number",
             .as = "much",
             .when = "$yes",
             MANY(ARG("least", "1"), ARG("most", "5"))},
            {.op = STRATA_DO_WHEN,
             .when = "$yes",
             INSIDE({.op = STRATA_DO_EMIT,
                     .what = "gain",
                     MANY(ARG("player", "$you"), ARG("amount", "$much"))})})};
  BUILDER_OK(strata_builder_watcher(b, &bargain));
}

static void open_stage(stage *s) {
  *s = (stage){0};
  strata_builder *b = play_builder(&s->probe);
  play_event_types(b);
  declare(b);
  s->rules = play_freeze(b);
  strata_builder_free(b);
  OK(strata_world_new(s->rules, NULL, &s->world));
  OK(strata_spawn(s->world, &s->alice));
  OK(strata_spawn(s->world, &s->bob));
  st_execution_init(&s->exec, &s->world->change, &s->error);
}

static void close_stage(stage *s) {
  st_execution_fini(&s->exec);
  strata_world_free(s->world);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static int64_t life(stage *s, strata_entity who) {
  int64_t value = 0;
  strata_attr attr = strata_rules_find(s->rules, STRATA_NAME_ATTRIBUTE, "life");
  OK(strata_get_int(s->world, who, attr, &value));
  return value;
}

static bool act(stage *s, const char *kind, strata_entity player, int64_t n) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)player, n};
  st_action_request request = {
      .event_type = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind),
      .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  return open;
}

static bool run_code(stage *s, const char *code) {
  st_action_request request = {
      .watcher_def = strata_rules_find(s->rules, STRATA_NAME_WATCHER_DEF, code),
      .controller = s->alice};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  return open;
}

Test(action, an_event_does_what_its_kind_says) {
  stage s;
  open_stage(&s);
  cr_expect(not(act(&s, "gain", s.alice, 3)));
  cr_expect(eq(i64, life(&s, s.alice), 3));
  cr_expect(not(act(&s, "gain", s.alice, 0)), "no event at all");
  cr_expect(eq(i64, life(&s, s.alice), 3));
  cr_expect(eq(u64, st_log_last(&s.world->store), 1));
  close_stage(&s);
}

Test(action, a_series_is_one_by_one) {
  stage s;
  open_stage(&s);
  cr_expect(not(act(&s, "series", s.bob, 4)));
  cr_expect(eq(i64, life(&s, s.bob), 1 + 2 + 3 + 4));
  cr_expect(not(act(&s, "series", s.bob, 13)));
  cr_expect(eq(i64, life(&s, s.bob), 10 + 13 * 14 / 2));
  cr_expect(not(act(&s, "series", s.bob, 2)), "it cannot happen");
  cr_expect(eq(i64, life(&s, s.bob), 101));
  close_stage(&s);
}

Test(action, a_decision_takes_it_back_and_the_answer_runs_it_again) {
  stage s;
  open_stage(&s);
  uint64_t before = strata_hash(s.world);
  cr_assert(run_code(&s, "bargain"));
  cr_expect(ne(u64, strata_hash(s.world), before), "what is open is state");
  const uint32_t yes = 0;
  bool open = false;
  OK(st_action_answer(
      &s.exec, &(st_new_answer){.decision = 1, .options = &yes, .count = 1},
      &open));
  cr_assert(open);
  const int64_t much = 4;
  OK(st_action_answer(
      &s.exec, &(st_new_answer){.decision = 2, .amounts = &much, .count = 1},
      &open));
  cr_expect(not(open));
  cr_expect(eq(i64, life(&s, s.alice), 4));
  close_stage(&s);
}

Test(action, giving_it_up_leaves_nothing) {
  stage s;
  open_stage(&s);
  uint64_t before = strata_hash(s.world);
  cr_assert(run_code(&s, "bargain"));
  OK(st_action_cancel(&s.exec));
  cr_expect(eq(u64, strata_hash(s.world), before));
  cr_assert(run_code(&s, "bargain"));
  uint64_t asked = strata_hash(s.world);
  const int64_t wrong = 9;
  bool open = false;
  cr_expect(
      eq(int,
         st_action_answer(
             &s.exec,
             &(st_new_answer){.decision = 1, .amounts = &wrong, .count = 1},
             &open),
         STRATA_EREFUSED));
  cr_expect(eq(u64, strata_hash(s.world), asked), "a wrong answer is none");
  const uint32_t no = 1;
  OK(st_action_answer(
      &s.exec, &(st_new_answer){.decision = 1, .options = &no, .count = 1},
      &open));
  cr_expect(not(open));
  cr_expect(eq(i64, life(&s, s.alice), 0));
  cr_expect(eq(sz, s.world->store.mark_count, 0));
  close_stage(&s);
}

Test(action, what_fails_takes_itself_back) {
  stage s;
  open_stage(&s);
  const int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)s.alice, 4};
  st_action_request series = {.event_type = strata_rules_find(
                                  s.rules, STRATA_NAME_EVENT_TYPE, "series"),
                              .words = words};
  uint64_t before = strata_hash(s.world);
  strata_status got = STRATA_ELIMIT;
  for (uint64_t steps = 0; got; steps++) {
    bool open = false;
    s.exec.max_steps = steps;
    got = st_action_begin(&s.exec, &series, &open);
    cr_expect(not(open));
    cr_expect(eq(sz, s.world->store.mark_count, 0), "%zu", (size_t)steps);
    if (!got) break;
    cr_assert(eq(int, got, STRATA_ELIMIT));
    cr_expect(eq(u64, strata_hash(s.world), before), "%zu", (size_t)steps);
  }
  cr_expect(eq(i64, life(&s, s.alice), 1 + 2 + 3 + 4));
  close_stage(&s);
}
