/* Events on the fast path, which no watcher can match but plain replacements,
 * compared with the same events on the full path. A condition that always holds
 * keeps an event type off the fast path. */
#include "api/world/api_world.h"
#include "base/hash.h"
#include "unit/rules/watcher_stage.h"

TestSuite(fast_events, .timeout = 120);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* -- Rules -- */

static const strata_field_desc who_amount[] = {{"who", STRATA_REF},
                                               {"amount", STRATA_INT}};
static const strata_field_desc who_count[] = {{"who", STRATA_REF},
                                              {"count", STRATA_INT}};
static const char *const stops[] = {"stop"};
static const char *const stoppers[] = {"stopping"};
static const char *const mores[] = {"more"};
static const char *const hears[] = {"heard"};
static const char *const full[] = {"full"};
static const char *const boosters[] = {"boosting", "boosting"};
static const char *const makers[] = {"hearing", "filling"};

static const char *always; /* what kinds say: NULL or a condition */

static void add_event(strata_builder *b, strata_event_type_desc event) {
  event.fields = who_amount;
  event.field_count = 2;
  event.affected = "who";
  event.matters = always;
  event.quiet = true;
  BUILDER_OK(strata_builder_event_type(b, &event));
}

static void add_kinds(strata_builder *b) {
  add_event(b, (strata_event_type_desc){.name = "bump",
                                        DEEDS(does, does_count,
                                              {.op = STRATA_DO_ADD,
                                               .what = "cost",
                                               .who = "event.who",
                                               ONE("event.amount")})});
  add_event(b, (strata_event_type_desc){.name = "grow",
                                        DEEDS(does, does_count,
                                              {.op = STRATA_DO_ADD,
                                               .what = "toughness",
                                               .who = "event.who",
                                               ONE("event.amount")})});
  add_event(b, (strata_event_type_desc){.name = "boost",
                                        DEEDS(does, does_count,
                                              {.op = STRATA_DO_ADD,
                                               .what = "toughness",
                                               .who = "event.who",
                                               ONE("event.amount")})});
  add_event(
      b, (strata_event_type_desc){.name = "mix",
                                  DEEDS(does, does_count,
                                        {.op = STRATA_DO_ADD,
                                         .what = "small",
                                         .who = "event.who",
                                         ONE("event.amount")},
                                        {.op = STRATA_DO_ADD,
                                         .what = "toughness",
                                         .who = "event.who",
                                         .when = "event.effect",
                                         ONE("1")},
                                        {.op = STRATA_DO_SET,
                                         .what = "power",
                                         .who = "event.who",
                                         .when = "event.who.power < 5",
                                         ONE("event.who.cost + event.amount")},
                                        {.op = STRATA_DO_ADD,
                                         .what = "charge",
                                         .who = "power > 3",
                                         ONE("1")},
                                        {.op = STRATA_DO_COUNT,
                                         .who = "event.who",
                                         MANY(ARG("kind", "'+1/+1'"),
                                              ARG("count", "event.amount"))})});
  add_event(b,
            (strata_event_type_desc){
                .name = "breed",
                DEEDS(does, does_count,
                      {.op = STRATA_DO_SPAWN, .what = "stopper", .as = "child"},
                      {.op = STRATA_DO_SET,
                       .what = "power",
                       .who = "$child",
                       ONE("event.amount")},
                      {.op = STRATA_DO_SPAWN,
                       .what = "token",
                       .when = "event.amount = 0",
                       .as = "other"},
                      {.op = STRATA_DO_ADD,
                       .what = "charge",
                       .who = "$other",
                       ONE("1")},
                      {.op = STRATA_DO_STAMP, .who = "event.who"})});
}

/* One after the other, as parts: the same each; by number; by the state. */
static void add_series(strata_builder *b, const char *name, const char *of,
                       const char *who, const char *amount) {
  strata_event_type_desc series = {
      .name = name,
      .fields = who_count,
      .field_count = 2,
      .affected = "who",
      .contains = STRATA_CONTAINMENT_ONE_BY_ONE,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = of,
             .who = who,
             .times = "event.count",
             MANY(ARG("who", who ? "it" : "event.who"), ARG("amount", amount))},
            {.op = STRATA_DO_EMIT,
             .what = of,
             MANY(ARG("who", "event.who"), ARG("amount", "1"))})};
  BUILDER_OK(strata_builder_event_type(b, &series));
}

/* One boost, by the count. */
static void add_single_boost(strata_builder *b) {
  strata_event_type_desc once = {
      .name = "boost_once",
      .fields = who_count,
      .field_count = 2,
      .affected = "who",
      .contains = STRATA_CONTAINMENT_ONE_BY_ONE,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "boost",
             .times = "1",
             MANY(ARG("who", "event.who"), ARG("amount", "event.count"))})};
  BUILDER_OK(strata_builder_event_type(b, &once));
}

/* All at once: deeds of what triggers. */
static void add_storm(strata_builder *b, const char *name, const char *of,
                      const char *amount) {
  static const strata_field_desc given[] = {{"who", STRATA_REF},
                                            {"count", STRATA_INT}};
  strata_watcher_desc storm = {
      .name = name,
      .role = STRATA_ROLE_TRIGGER,
      .event = "same",
      .names = given,
      .name_count = 2,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = of,
             .times = "$count",
             MANY(ARG("who", "$who"), ARG("amount", amount))})};
  BUILDER_OK(strata_builder_watcher(b, &storm));
}

/* What comes in the place of another event is of an effect (614.16). */
static void add_instead(strata_builder *b) {
  strata_event_type_desc wrapped = {.name = "wrapped",
                                    .fields = who_count,
                                    .field_count = 2,
                                    .affected = "who"};
  BUILDER_OK(strata_builder_event_type(b, &wrapped));
  strata_watcher_desc unwrap = {
      .name = "unwrap",
      .role = STRATA_ROLE_REPLACE,
      .event = "wrapped",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_INSTEAD,
             INSIDE({.op = STRATA_DO_EMIT,
                     .what = "numbered",
                     MANY(ARG("who", "event.who"),
                          ARG("count", "event.count"))})})};
  BUILDER_OK(strata_builder_watcher(b, &unwrap));
}

/* A replacement of boosts that changes one field, as an inner instruction. */
static void add_boost(strata_builder *b, const char *name, const char *when,
                      const char *field, const char *value) {
  strata_watcher_desc boost = {
      .name = name,
      .role = STRATA_ROLE_REPLACE,
      .event = "boost",
      .when = when,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_WHEN,
             .when = "event.amount < 30",
             INSIDE({.op = STRATA_DO_CHANGE, .what = field, ONE(value)})})};
  BUILDER_OK(strata_builder_watcher(b, &boost));
}

static void add_ability(strata_builder *b, const char *name,
                        const char *const *watchers, size_t count) {
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = watchers,
                                 .watcher_count = count};
  BUILDER_OK(strata_builder_ability(b, &ability));
}

/* A booster has one more, twice, of a boost of at least 10. One of 3 is for
 * whoever makes it, and one of 7 is as much as the cost. Of 9 there is a choice
 * that makes no difference, which the log tells. A maker hears of its boosts,
 * and one of 6 cannot happen to it. */
static void add_boosts(strata_builder *b) {
  add_boost(b, "more", "event.who = this and event.amount >= 10", "amount",
            "event.amount + 1");
  add_boost(b, "to_maker", "event.amount = 3", "who", "event.by");
  add_boost(b, "as_cost", "event.amount = 7", "amount", "event.who.cost");
  add_boost(b, "plus", "event.amount = 9", "amount", "event.amount + 9");
  add_boost(b, "twice", "event.amount = 9", "amount", "event.amount * 2");
  strata_watcher_desc heard = {
      .name = "heard",
      .role = STRATA_ROLE_TRIGGER,
      .event = "boost",
      .when = "event.who = this",
      .immediate = true,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "bump",
             MANY(ARG("who", "this"), ARG("amount", "1"))})};
  BUILDER_OK(strata_builder_watcher(b, &heard));
  heard =
      (strata_watcher_desc){.name = "full",
                            .role = STRATA_ROLE_CANT,
                            .event = "boost",
                            .when = "event.who = this and event.amount = 6"};
  BUILDER_OK(strata_builder_watcher(b, &heard));
  add_ability(b, "boosting", mores, 1);
  add_ability(b, "filling", full, 1);
  add_ability(b, "hearing", hears, 1);
  strata_default list = {
      .attr = "abilities", .names = boosters, .name_count = 2};
  strata_definition_desc booster = {
      .name = "booster", .defaults = &list, .default_count = 1};
  BUILDER_OK(strata_builder_definition(b, &booster));
  list.names = makers;
  booster.name = "maker";
  BUILDER_OK(strata_builder_definition(b, &booster));
  strata_law_desc law = {
      .name = "boosts",
      .watchers = (const char *const[]){"to_maker", "as_cost", "plus", "twice"},
      .watcher_count = 4};
  BUILDER_OK(strata_builder_law(b, &law));
}

static void add_watchers(strata_builder *b) {
  strata_watcher_desc stop = {.name = "stop",
                              .role = STRATA_ROLE_CANT,
                              .event = "breed",
                              .when = "event.amount = this.power"};
  BUILDER_OK(strata_builder_watcher(b, &stop));
  stop = (strata_watcher_desc){.name = "halve",
                               .role = STRATA_ROLE_REPLACE,
                               .event = "mix",
                               .when = "event.amount = 3",
                               DEEDS(program, instruction_count,
                                     {.op = STRATA_DO_CHANGE,
                                      .what = "amount",
                                      ONE("event.amount // 2")})};
  BUILDER_OK(strata_builder_watcher(b, &stop));
  strata_ability_desc stopping = {.name = "stopping",
                                  .kind = STRATA_ABILITY_STATIC,
                                  .watchers = stops,
                                  .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &stopping));
  strata_default list = {
      .attr = "abilities", .names = stoppers, .name_count = 1};
  strata_definition_desc stopper = {
      .name = "stopper", .defaults = &list, .default_count = 1};
  BUILDER_OK(strata_builder_definition(b, &stopper));
  add_instead(b);
  stop = (strata_watcher_desc){.name = "skip",
                               .role = STRATA_ROLE_CANT,
                               .event = "grow",
                               .when = "event.amount = 4"};
  BUILDER_OK(strata_builder_watcher(b, &stop));
  strata_law_desc law = {.name = "halves",
                         .watchers =
                             (const char *const[]){"halve", "unwrap", "skip"},
                         .watcher_count = 3};
  BUILDER_OK(strata_builder_law(b, &law));
  stop = (strata_watcher_desc){.name = "enough",
                               .role = STRATA_ROLE_CANT,
                               .event = "bump",
                               .when = "event.amount = this.cost"};
  BUILDER_OK(strata_builder_watcher(b, &stop));
  law = (strata_law_desc){.name = "charged_have_enough",
                          .counter = "charge",
                          .watchers = (const char *const[]){"enough"},
                          .watcher_count = 1};
  BUILDER_OK(strata_builder_law(b, &law));
}

static strata_rules *rules_of(probe *p, const char *condition) {
  strata_builder *b = play_builder(p);
  always = condition;
  add_kinds(b);
  add_series(b, "same", "bump", NULL, "2");
  add_series(b, "grow_same", "grow", NULL, "2");
  add_series(b, "grow_up", "grow", NULL, "$i");
  add_series(b, "grow_each", "grow", "cost < 50", "it.toughness + $i");
  add_series(b, "grow_others", "grow", "cost < 50", "2");
  add_storm(b, "grow_all", "grow", "$i");
  add_series(b, "numbered", "mix", NULL, "$i");
  add_series(b, "looking", "mix", NULL, "event.who.power");
  add_series(b, "each_one", "bump", "cost < 50", "it.cost + $i");
  add_series(b, "breeding", "breed", NULL, "$i // 3");
  add_storm(b, "all_same", "bump", "2");
  add_storm(b, "all_numbered", "mix", "$i");
  add_storm(b, "all_looking", "mix", "$who.power");
  add_storm(b, "all_breeding", "breed", "$i // 3");
  add_series(b, "boost_up", "boost", NULL, "$i");
  add_series(b, "boost_same", "boost", NULL, "12");
  add_series(b, "boost_each", "boost", "cost < 50", "$i + 2");
  add_storm(b, "boost_all", "boost", "$i + 9");
  add_storm(b, "boost_three", "boost", "3");
  add_single_boost(b);
  add_boosts(b);
  add_watchers(b);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b);
  return rules;
}

/* -- A stage: two worlds to which the same happens -- */

typedef struct side {
  strata_rules *rules;
  strata_world *world;
  strata_entity who[4]; /* the last one is no entity */
} side;

typedef struct stage {
  probe probe;
  side plain, staged;
} stage;

static void open_side(probe *p, side *s, const char *condition) {
  strata_world_config config = {.alloc = probe_alloc, .alloc_user = p};
  s->rules = rules_of(p, condition);
  OK(strata_world_new(s->rules, &config, &s->world));
  static const char *const of[] = {"maker", "token", "booster"};
  for (size_t i = 0; i < 3; i++) {
    OK(strata_spawn_as(
        s->world, strata_rules_find(s->rules, STRATA_NAME_DEFINITION, of[i]),
        &s->who[i]));
  }
}

static void open_stage(stage *s) {
  *s = (stage){0};
  open_side(&s->probe, &s->plain, NULL);
  open_side(&s->probe, &s->staged, "event.amount = event.amount");
}

static void close_stage(stage *s) {
  side *sides[] = {&s->plain, &s->staged};
  for (int i = 0; i < 2; i++) {
    strata_world_free(sides[i]->world);
    strata_rules_free(sides[i]->rules);
  }
  EXPECT_NO_LEAK(&s->probe);
}

static strata_status act(side *s, const char *what, uint32_t who,
                         int64_t count) {
  const strata_named_value given[] = {
      {.name = "who", .value = {.type = STRATA_REF, .ref = s->who[who]}},
      {.name = "count", .value = {.type = STRATA_INT, .integer = count}}};
  strata_act_desc desc = {
      .event = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, what),
      .you = s->who[0],
      .given = given,
      .given_count = 2};
  if (desc.event == 0) {
    desc.watcher_def =
        strata_rules_find(s->rules, STRATA_NAME_WATCHER_DEF, what);
  }
  strata_outcome outcome = STRATA_DECIDE;
  strata_status status = strata_act(s->world, &desc, &outcome);
  if (!status) cr_assert(eq(int, outcome, STRATA_DONE));
  return status;
}

static const char *const acts[] = {
    "grow_others", "grow_same",  "grow_up",      "grow_each",   "grow_all",
    "wrapped",     "same",       "numbered",     "looking",     "each_one",
    "breeding",    "all_same",   "all_numbered", "all_looking", "all_breeding",
    "boost_up",    "boost_same", "boost_each",   "boost_all",   "boost_three"};

static void set(side *s, uint32_t who, const char *name, int64_t value) {
  OK(strata_set_base_int(s->world, s->who[who], stage_attr(s->rules, name),
                         value));
}

/* The effect ends for good when an event raises the cost of an entity that
 * far. */
static void add_effect(side *s, uint32_t who) {
  strata_expr *cheap;
  strata_effect effect;
  OK(strata_expr_parse(s->rules, "this.cost < 40", &cheap, NULL));
  strata_part part = {.attr = stage_attr(s->rules, "power"),
                      .layer = 6,
                      .op = STRATA_OP_ADD,
                      .value = 1};
  strata_effect_desc desc = {.source = s->who[who],
                             .targets = &s->who[who],
                             .target_count = 1,
                             .parts = &part,
                             .part_count = 1,
                             .while_on = cheap};
  OK(strata_effect_add(s->world, &desc, &effect));
  strata_expr_free(cheap);
}

Test(fast_events, what_happens_is_the_same) {
  stage s;
  open_stage(&s);
  uint64_t dice = 5;
  for (uint32_t i = 0; i < 600; i++) {
    dice = st_mix(dice, i);
    const char *what = acts[dice % ST_COUNT_OF(acts)];
    uint32_t who = (uint32_t)(dice >> 8) % 4;
    int64_t count = (int64_t)(dice >> 16 & 15) - 1;
    for (int n = 0; n < 2; n++) {
      side *at = n ? &s.staged : &s.plain;
      set(at, i % 3, "power", (int64_t)(dice >> 24 & 3));
      set(at, i % 3, "cost", (int64_t)(dice >> 32 & 63));
      set(at, i % 3, "charge", (int64_t)(dice >> 40 & 1));
    }
    strata_status status = act(&s.plain, what, who, count);
    cr_assert(eq(int, act(&s.staged, what, who, count), status));
    if (i % 9 == 0) {
      add_effect(&s.plain, who % 3);
      add_effect(&s.staged, who % 3);
    }
    uint64_t hash = strata_hash(s.plain.world);
    cr_assert(eq(u64, hash, strata_hash(s.staged.world)), "%u: %s", i, what);
  }
  close_stage(&s);
}

static int64_t number(const side *s, uint32_t who, const char *name) {
  int64_t value = 0;
  OK(strata_get_int(s->world, s->who[who], stage_attr(s->rules, name), &value));
  return value;
}

static uint32_t count_all(const side *s) {
  uint32_t count = 0;
  for (strata_entity e = strata_entity_next(s->world, 0); e != 0;
       e = strata_entity_next(s->world, e)) {
    count++;
  }
  return count;
}

/* Replacements that only change fields need no event of their own. */
Test(fast_events, plain_replacements_take_no_memory) {
  stage s;
  open_stage(&s);
  OK(act(&s.plain, "boost_same", 2, 3));
  /* 12 and twice one more; the one behind them is of 1 */
  cr_expect(eq(i64, number(&s.plain, 2, "toughness"), 3 * 14 + 1));
  for (int i = 0; i < 5; i++) { /* until notices are let go of */
    OK(act(&s.plain, "boost_same", 2, 5000));
  }
  size_t calls = s.probe.calls;
  OK(act(&s.plain, "boost_same", 2, 5000));
  cr_expect(eq(sz, s.probe.calls, calls));
  cr_expect(lt(u64, s.plain.world->execution.event_capacity, 64));
  close_stage(&s);
}

/* What is changed decides who watches then: the maker hears of a boost that
 * was for another. */
Test(fast_events, a_change_of_a_key_finds_other_watchers) {
  stage s;
  open_stage(&s);
  OK(act(&s.plain, "boost_up", 1, 4));
  cr_expect(eq(i64, number(&s.plain, 0, "cost"), 1));
  close_stage(&s);
}

/* Many events are one step of a task, and the execution keeps no record of
 * each. */
Test(fast_events, a_storm_takes_no_memory) {
  stage s;
  open_stage(&s);
  for (int i = 0; i < 5; i++) { /* until notices are let go of */
    OK(act(&s.plain, "same", 1, 5000));
  }
  size_t calls = s.probe.calls;
  OK(act(&s.plain, "same", 1, 5000));
  cr_expect(eq(sz, s.probe.calls, calls));
  cr_expect(lt(u64, s.plain.world->execution.event_capacity, 64));
  cr_expect(
      eq(i64, number(&s.plain, 1, "cost"), 99)); /* as much as it can be */
  close_stage(&s);
}

/* Who comes with one of them watches for the next, unless they are at once. */
Test(fast_events, who_comes_meanwhile_watches) {
  stage s;
  open_stage(&s);
  OK(act(&s.plain, "breeding", 1, 9));
  /* 0 0 1 1 1 2 2 2 3, then 1: one of each. */
  cr_expect(eq(u32, count_all(&s.plain), 3 + 4 + 1));
  OK(act(&s.plain, "all_breeding", 1, 9));
  cr_expect(eq(u32, count_all(&s.plain), 3 + 4 + 1));
  close_stage(&s);
  open_stage(&s);
  OK(act(&s.plain, "all_breeding", 1, 9));
  cr_expect(eq(u32, count_all(&s.plain), 3 + 9 + 2));
  close_stage(&s);
}

/* An event leaves the fast path once its own program has made a watcher for
 * it. */
Test(fast_events, what_it_does_may_be_watched_for) {
  stage s;
  open_stage(&s);
  set(&s.plain, 1, "charge", 1);
  OK(act(&s.plain, "same", 1, 9)); /* by 2 until it is 2; then by 1 */
  cr_expect(eq(i64, number(&s.plain, 1, "cost"), 3));
  OK(act(&s.plain, "all_same", 1, 9));
  cr_expect(eq(i64, number(&s.plain, 1, "cost"), 21));
  set(&s.plain, 1, "cost", 0);
  OK(act(&s.plain, "all_same", 1, 9)); /* of these nobody had enough */
  cr_expect(eq(i64, number(&s.plain, 1, "cost"), 18));
  close_stage(&s);
}

Test(fast_events, it_goes_on_for_so_long) {
  stage s;
  open_stage(&s);
  s.plain.world->execution.max_steps = 1000;
  uint64_t hash = strata_hash(s.plain.world);
  cr_expect(eq(int, act(&s.plain, "same", 1, 2000), STRATA_ELIMIT));
  cr_expect(eq(u64, strata_hash(s.plain.world), hash));
  OK(act(&s.plain, "same", 1, 900));
  close_stage(&s);
}

/* How many steps a boost takes: fewer are too few. */
static uint64_t count_steps(side *s, int64_t amount) {
  uint64_t steps = 1;
  s->world->execution.max_steps = steps;
  while (act(s, "boost_once", 1, amount) == STRATA_ELIMIT) {
    s->world->execution.max_steps = ++steps;
  }
  return steps;
}

/* A boost by 3 is replaced by one of its maker, which hears of it, so it is
 * made anew in a batch: the replacement is one step all the same. Nobody hears
 * of a boost by 7, which needs no batch. */
Test(fast_events, an_attempt_takes_no_steps) {
  stage s;
  open_stage(&s);
  cr_expect(eq(u64, count_steps(&s.plain, 3), count_steps(&s.staged, 3)));
  cr_expect(lt(u64, count_steps(&s.plain, 7), count_steps(&s.staged, 7)));
  close_stage(&s);
}

Test(fast_events, without_memory_nothing_has_happened) {
  for (size_t i = 0; i < ST_COUNT_OF(acts); i++) {
    strata_status status = STRATA_ENOMEM;
    for (size_t n = 1; status == STRATA_ENOMEM; n++) {
      stage s;
      open_stage(&s);
      uint64_t hash = strata_hash(s.plain.world);
      s.probe.fail_at = s.probe.calls + n;
      status = act(&s.plain, acts[i], 1, 40);
      s.probe.fail_at = 0;
      if (status) {
        cr_assert(eq(int, status, STRATA_ENOMEM));
        cr_assert(eq(u64, strata_hash(s.plain.world), hash));
        OK(act(&s.plain, acts[i], 1, 40));
      }
      OK(act(&s.staged, acts[i], 1, 40));
      cr_assert(
          eq(u64, strata_hash(s.plain.world), strata_hash(s.staged.world)),
          "%s, allocation %zu", acts[i], n);
      close_stage(&s);
    }
  }
}
