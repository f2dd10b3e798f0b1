/* Hidden choices of several players, asked by an instruction and by a handler.
 * Nothing that can be read shows a choice before all are made, and nothing
 * shows later which was made first. */
#include "play.h"

TestSuite(secrets, .timeout = 60);

enum { PLAYERS = 3, ORDERS = 6 };

#define BY(player)                                                             \
  ARGUMENTS({"by", (player), NULL, 0}, {"least", "1", NULL, 0},                \
            {"most", "9", NULL, 0})
#define SECRET(name, player)                                                   \
  {                                                                            \
    D(CHOOSE), .what = "number", .as = (name),                                 \
               .flags = STRATA_INSTRUCTION_HIDDEN, BY(player)                  \
  }
#define GAINS(value)                                                           \
  {                                                                            \
    D(EMIT), .what = "gain",                                                   \
             ARGUMENTS({"who", "$a", NULL, 0}, {"amount", (value), NULL, 0})   \
  }
#define TRIGGERED(title)                                                       \
  .name = (title), .role = STRATA_ROLE_TRIGGER, .event = "gain",               \
  .names = players, .name_count = PLAYERS

static const strata_field_desc gain_of[] = {{"who", STRATA_REF},
                                            {"amount", STRATA_INT}};
static const strata_field_desc players[] = {
    {"a", STRATA_REF}, {"b", STRATA_REF}, {"c", STRATA_REF}};

/* What b may choose hangs on what a has, so it is not asked at the same time;
 * nor is c where no more has been chosen. */
static const strata_watcher_desc codes[] = {
    {TRIGGERED("vote"),
     DEEDS(SECRET("x", "$a"), SECRET("y", "$b"), SECRET("z", "$c"),
           GAINS("$x * 100 + $y * 10 + $z"))},
    {TRIGGERED("by_hand"), DEEDS({D(RUN), .what = "house"})},
    {TRIGGERED("some"),
     DEEDS(SECRET("x", "$a"),
           {D(CHOOSE), .what = "number", .as = "y", .when = "$a = none",
            .flags = STRATA_INSTRUCTION_HIDDEN, BY("$b")},
           {D(CHOOSE), .what = "number", .as = "y",
            .flags = STRATA_INSTRUCTION_HIDDEN,
            ARGUMENTS({"by", "$b", NULL, 0}, {"most", "0", NULL, 0})},
           SECRET("z", "$c"), GAINS("$x * 100 + $y * 10 + $z"))},
    {TRIGGERED("in_turn"),
     DEEDS(SECRET("x", "$a"),
           {D(CHOOSE), .what = "number", .as = "y",
            .flags = STRATA_INSTRUCTION_HIDDEN,
            ARGUMENTS({"by", "$b", NULL, 0}, {"most", "$x", NULL, 0})},
           GAINS("$x * 100 + $y * 10"))},
};

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity who[PLAYERS];
  uint64_t told; /* what a view has been told, folded */
} table;

static strata_rules *make_rules(kit_mem *mem) {
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "life", .type = STRATA_INT}));
  OK(strata_builder_handler(b, "house", 0));
  strata_event_type_desc gain = {
      .name = "gain",
      .fields = gain_of,
      .field_count = 2,
      .affected = "who",
      DOES(
          {D(ADD), .what = "life", .who = "event.who", VALUE("event.amount")})};
  OK(strata_builder_event_type(b, &gain));
  for (size_t i = 0; i < COUNT(codes); i++) {
    OK(strata_builder_watcher(b, &codes[i]));
  }
  strata_rules *rules = frozen(b);
  strata_builder_free(b);
  return rules;
}

static uint64_t fold_row(const strata_rules *rules, uint64_t sum,
                         const strata_log_row *row) {
  sum = kit_fold_number(sum, row->number);
  sum = kit_fold_number(sum, row->what);
  sum = kit_fold_number(sum, row->who);
  for (size_t i = 0; i < row->field_count; i++) {
    sum = kit_fold_text(sum, row->fields[i].name);
    sum = kit_fold_value(sum, rules, &row->fields[i].value);
  }
  return sum;
}

static void be_told(void *user, strata_world *world,
                    const strata_log_row *row) {
  table *t = user;
  t->told = fold_row(strata_world_rules(world), t->told, row);
}

static strata_status house(void *user, strata_handler_call *run,
                           strata_handler handler) {
  const table *t = user;
  (void)handler;
  strata_decision asks[PLAYERS];
  strata_answer_desc out[PLAYERS];
  int64_t amount = 0;
  for (size_t i = 0; i < PLAYERS; i++) {
    asks[i] = (strata_decision){.purpose = STRATA_PURPOSE_NUMBER,
                                .who = t->who[i],
                                .least = 1,
                                .most = 9,
                                .hidden = true};
  }
  strata_status status = strata_call_choose_all(run, asks, PLAYERS, out);
  for (size_t i = 0; !status && i < PLAYERS; i++) {
    amount = amount * 10 + out[i].amounts[0];
  }
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = t->who[0]}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  strata_act_desc gain = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, "gain"),
      .given = given,
      .given_count = 2};
  return status ? status : strata_emit(run, &gain, 1, NULL);
}

static void open_table(table *t) {
  *t = (table){0};
  t->rules = make_rules(&t->mem);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  for (size_t i = 0; i < PLAYERS; i++) {
    OK(strata_spawn(t->world, &t->who[i]));
  }
  const strata_handler_runner runner = {.handle = house, .handle_user = t};
  OK(strata_set_handler_runner(t->world, &runner));
  OK(strata_subscribe(t->world, be_told, t));
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static strata_status try_act(table *t, const char *code,
                             strata_outcome *outcome) {
  static const char *const names[PLAYERS] = {"a", "b", "c"};
  strata_named_value given[PLAYERS];
  for (size_t i = 0; i < PLAYERS; i++) {
    given[i] =
        (strata_named_value){names[i], {.type = STRATA_REF, .ref = t->who[i]}};
  }
  strata_act_desc desc = {
      .watcher_def = strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code),
      .given = given,
      .given_count = PLAYERS};
  return strata_act(t->world, &desc, outcome);
}

static strata_outcome act(table *t, const char *code) {
  strata_outcome outcome;
  cr_assert(eq(int, try_act(t, code, &outcome), STRATA_OK), "%s",
            strata_world_error(t->world));
  return outcome;
}

/* -- What can be looked at -- */

static uint64_t fold_world(strata_world *world, uint64_t sum) {
  const strata_rules *rules = strata_world_rules(world);
  for (uint64_t n = 0; (n = strata_log_next(world, n)) != 0;) {
    strata_log_row row;
    OK(strata_log_get(world, n, &row));
    sum = fold_row(rules, sum, &row);
  }
  for (strata_entity e = 0; (e = strata_entity_next(world, e)) != 0;) {
    int64_t life;
    OK(strata_get_int(world, e, kit_attr(rules, "life"), &life));
    sum = kit_fold_number(sum, (uint64_t)life);
  }
  return sum;
}

/* What is still asked, the log, values, views; and the same in the middle of
 * the action. */
static uint64_t visible(table *t) {
  uint64_t sum = kit_fold_number(t->told, strata_decision_count(t->world));
  for (size_t n = 0; n < strata_decision_count(t->world); n++) {
    strata_decision d;
    OK(strata_decision_get(t->world, n, &d));
    sum = kit_fold_number(kit_fold_number(sum, d.id), d.who);
    sum = kit_fold_number(kit_fold_number(sum, (uint64_t)d.least),
                          (uint64_t)d.most);
    cr_expect(d.hidden);
  }
  sum = fold_world(t->world, sum);
  strata_world *middle = NULL;
  OK(strata_peek(t->world, NULL, &middle));
  sum = fold_world(middle, kit_fold_number(sum, strata_hash(middle)));
  strata_world_free(middle);
  return sum;
}

static const size_t orders[ORDERS][PLAYERS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static strata_outcome answer(table *t, size_t player, int64_t number) {
  strata_outcome outcome;
  const strata_answer_desc desc = {.decision = (uint32_t)player + 1,
                                   .who = t->who[player],
                                   .amounts = &number,
                                   .count = 1};
  OK(strata_answer(t->world, &desc, &outcome));
  return outcome;
}

/* What was to be seen after each answer but the last, and what comes of it. */
typedef struct played {
  uint64_t seen[PLAYERS];
  uint64_t hash, end;
} played;

static played play_out(const char *code, const size_t *order,
                       const int64_t *numbers) {
  played p = {.seen = {0}};
  table t;
  open_table(&t);
  cr_assert(eq(int, act(&t, code), STRATA_DECIDE));
  cr_expect(eq(sz, strata_decision_count(t.world), PLAYERS), "all at once");
  for (size_t i = 0; i < PLAYERS; i++) {
    p.seen[i] = visible(&t);
    strata_outcome outcome = answer(&t, order[i], numbers[order[i]]);
    bool done = i + 1 == PLAYERS;
    cr_expect(eq(int, outcome, done ? STRATA_DONE : STRATA_DECIDE));
  }
  int64_t life;
  OK(strata_get_int(t.world, t.who[0], kit_attr(t.rules, "life"), &life));
  cr_expect(eq(i64, life, numbers[0] * 100 + numbers[1] * 10 + numbers[2]));
  p.hash = strata_hash(t.world);
  p.end = kit_fold_number(fold_world(t.world, 0), t.told);
  close_table(&t);
  return p;
}

static const char *const ways[] = {"vote", "by_hand"};

Test(secrets, none_is_to_be_seen_before_all_are_in) {
  static const int64_t one[] = {1, 5, 9};
  static const int64_t other[] = {7, 2, 3};
  for (size_t way = 0; way < COUNT(ways); way++) {
    for (size_t n = 0; n < ORDERS; n++) {
      played a = play_out(ways[way], orders[n], one);
      played b = play_out(ways[way], orders[n], other);
      for (size_t i = 0; i < PLAYERS; i++) {
        cr_expect(eq(u64, a.seen[i], b.seen[i]), "%s %zu %zu", ways[way], n, i);
      }
      cr_expect(ne(u64, a.seen[0], a.seen[1]), "that there is an answer is");
      cr_expect(ne(u64, a.end, b.end), "all is to be seen in the end");
    }
  }
}

Test(secrets, the_order_in_which_they_come_leaves_no_trace) {
  static const int64_t numbers[] = {4, 4, 8};
  for (size_t way = 0; way < COUNT(ways); way++) {
    played first = play_out(ways[way], orders[0], numbers);
    for (size_t n = 1; n < ORDERS; n++) {
      played next = play_out(ways[way], orders[n], numbers);
      cr_expect(eq(u64, next.hash, first.hash), "%s %zu", ways[way], n);
      cr_expect(eq(u64, next.end, first.end), "%s %zu", ways[way], n);
    }
  }
}

/* Who need not be asked is passed over, and the rest is asked at once. */
Test(secrets, who_has_no_choice_does_not_hold_the_others_up) {
  table t;
  open_table(&t);
  cr_assert(eq(int, act(&t, "some"), STRATA_DECIDE));
  cr_assert(eq(sz, strata_decision_count(t.world), 2));
  strata_decision d;
  OK(strata_decision_get(t.world, 1, &d));
  cr_expect(eq(u64, d.who, t.who[2]));
  cr_expect(eq(int, answer(&t, 0, 3), STRATA_DECIDE));
  strata_outcome outcome;
  const int64_t number = 6;
  OK(strata_answer(t.world,
                   &(strata_answer_desc){.amounts = &number, .count = 1},
                   &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  int64_t life;
  OK(strata_get_int(t.world, t.who[0], kit_attr(t.rules, "life"), &life));
  cr_expect(eq(i64, life, 306));
  close_table(&t);
}

/* What hangs on a choice is asked when that is known. */
Test(secrets, what_hangs_on_another_choice_comes_after_it) {
  table t;
  open_table(&t);
  cr_assert(eq(int, act(&t, "in_turn"), STRATA_DECIDE));
  cr_expect(eq(sz, strata_decision_count(t.world), 1));
  cr_expect(eq(int, answer(&t, 0, 3), STRATA_DECIDE));
  strata_decision d;
  OK(strata_decision_get(t.world, 0, &d));
  cr_expect(eq(u64, d.who, t.who[1]));
  cr_expect(eq(i64, d.most, 3));
  cr_expect(eq(int, answer(&t, 1, 2), STRATA_DONE));
  close_table(&t);
}

/* Each allocation fails once: the action, or the last answer. */
Test(secrets, memory_may_be_lacking_anywhere) {
  size_t failed = 0;
  for (size_t n = 1;; n++) {
    table t;
    open_table(&t);
    uint64_t hash = strata_hash(t.world);
    strata_outcome outcome = STRATA_DECIDE;
    t.mem.fail_at = t.mem.calls + n;
    strata_status got = try_act(&t, "vote", &outcome);
    if (got) {
      cr_assert(eq(int, got, STRATA_ENOMEM));
      cr_expect(eq(u64, strata_hash(t.world), hash));
      act(&t, "vote");
    }
    answer(&t, 0, 1);
    answer(&t, 2, 3);
    const int64_t two = 2;
    const strata_answer_desc last = {.amounts = &two, .count = 1};
    hash = strata_hash(t.world);
    if (!got) t.mem.fail_at = t.mem.calls + n;
    strata_status then = strata_answer(t.world, &last, &outcome);
    if (then) {
      cr_assert(eq(int, then, STRATA_ENOMEM));
      cr_expect(eq(u64, strata_hash(t.world), hash));
      OK(strata_answer(t.world, &last, &outcome));
    }
    cr_expect(eq(int, outcome, STRATA_DONE));
    failed += got || then;
    close_table(&t);
    if (!got && !then) break;
  }
  cr_expect(lt(sz, 5, failed));
}
