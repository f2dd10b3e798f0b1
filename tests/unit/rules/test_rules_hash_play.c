/* Rules that differ in one field of an event type, a watcher definition, a
 * state-based action or the order of play have different hashes. */
#include "rules/compile/rules_hash.h"
#include "watcher_stage.h"

TestSuite(rules_hash_play, .timeout = 60);

/* Each kind of thing that play declares, with every field in use, and of each
 * list more than one item. Lists are members, so that a copy has its own. */
typedef struct plan {
  strata_field_desc fields[5];
  strata_phase_desc phases[3];
  strata_argument part_arguments[2], argument;
  strata_instruction parts[1], inner[1], does[3];
  strata_event_type_desc type, alias;
  strata_field_desc parameters[2];
  strata_event_test tests[2];
  const char *zones[2];
  strata_argument choices[2], amount, begin_argument;
  strata_clause_part clause_parts[1];
  strata_clause clause;
  strata_instruction acts[4];
  strata_watcher_desc trigger, state, replacement, prevention, cant, more;
  strata_instruction calls[1];
  strata_watcher_desc handler;
  strata_argument sba_arguments[2];
  strata_instruction sba_program[1];
  const char *resets[2];
  strata_sba_desc sba;
  strata_play_rules_desc play;
  const char *class_name, *handler_name;
  uint64_t body;
} plan;

static const strata_instruction nothing[] = {{.op = STRATA_DO_NOTHING}};

static void plan_event_type(plan *p) {
  const strata_field_desc fields[] = {{"who", STRATA_REF},
                                      {"source", STRATA_REF},
                                      {"amount", STRATA_INT},
                                      {"count", STRATA_INT},
                                      {"mode", STRATA_SYM}};
  memcpy(p->fields, fields, sizeof fields);
  p->phases[0] =
      (strata_phase_desc){.name = "before", .until = "event.amount > 9"};
  p->phases[1] = (strata_phase_desc){.name = "do"};
  p->phases[2] = (strata_phase_desc){.name = "after", .linear = true};
  p->part_arguments[0] = (strata_argument)ARG("who", "event.who");
  p->part_arguments[1] = (strata_argument)ARG("amount", "event.amount");
  p->parts[0] = (strata_instruction){.op = STRATA_DO_EMIT,
                                     .what = "hit",
                                     .when = "event.amount > 1",
                                     .times = "2",
                                     .argument_count = 2};
  p->argument = (strata_argument){.value = "event.amount"};
  p->inner[0] = (strata_instruction){.op = STRATA_DO_STAMP, .who = "event.who"};
  p->does[0] = (strata_instruction){
      .op = STRATA_DO_ADD, .what = "charge", .who = "event.who"};
  p->does[1] = (strata_instruction){
      .op = STRATA_DO_WHEN, .when = "event.amount > 2", .inner_count = 1};
  p->does[2] = (strata_instruction){.op = STRATA_DO_TICK, .what = "turn"};
  p->type = (strata_event_type_desc){.name = "blow",
                                     .field_count = 5,
                                     .affected = "who",
                                     .amount = "amount",
                                     .matters = "event.amount > 0",
                                     .can = "event.who.power > 0",
                                     .contains = STRATA_CONTAINMENT_RESULTS,
                                     .part_count = 1,
                                     .does_count = 3,
                                     .phase_count = 3,
                                     .merge_by = "source",
                                     .merge_sum = "amount"};
  p->alias = (strata_event_type_desc){
      .name = "strike", .of = "blow", .where = "event.amount > 3"};
}

static void plan_trigger(plan *p) {
  p->parameters[0] = (strata_field_desc){"target", STRATA_REF};
  p->parameters[1] = (strata_field_desc){"much", STRATA_INT};
  p->tests[0] = (strata_event_test){"who", "power > 1"};
  p->tests[1] = (strata_event_test){"source", "toughness > 1"};
  p->zones[0] = "battlefield";
  p->zones[1] = "library";
  p->choices[0] = (strata_argument)ARG("least", "1");
  p->choices[1] = (strata_argument)ARG("most", "$much");
  p->amount = (strata_argument){.value = "$n"};
  p->begin_argument = (strata_argument)ARG("ticks", "1");
  p->clause_parts[0] = (strata_clause_part){.attr = "power",
                                            .layer = "pt.modify",
                                            .op = STRATA_OP_ADD,
                                            .operand = "charge"};
  p->clause = (strata_clause){.part_count = 1};
  p->acts[0] = (strata_instruction){
      .op = STRATA_DO_CHOOSE, .what = "number", .as = "n", .argument_count = 2};
  p->acts[1] = (strata_instruction){
      .op = STRATA_DO_NOTE, .what = "seen", .who = "this", .argument_count = 1};
  p->acts[2] = (strata_instruction){.op = STRATA_DO_BEGIN,
                                    .what = "Growth",
                                    .who = "$target",
                                    .clock = "turn",
                                    .lasts = "this.power > 0",
                                    .argument_count = 1};
  p->acts[3] = (strata_instruction){
      .op = STRATA_DO_HOOK, .what = "listen", .who = "this"};
  p->trigger = (strata_watcher_desc){.name = "trigger",
                                     .role = STRATA_ROLE_TRIGGER,
                                     .event = "hit",
                                     .name_count = 2,
                                     .test_count = 2,
                                     .when = "event.amount > 1",
                                     .only_if = "this.power > 0",
                                     .zone_count = 2,
                                     .instruction_count = 4,
                                     .uses = 4,
                                     .per_clock = 2,
                                     .clock = "turn"};
}

static void plan_other_watchers(plan *p) {
  p->state = (strata_watcher_desc){
      .name = "state", .role = STRATA_ROLE_STATE, .when = "this.power > 9"};
  p->replacement = (strata_watcher_desc){.name = "replacement",
                                         .role = STRATA_ROLE_REPLACE,
                                         .event = "hit",
                                         .rank = "self",
                                         .program = nothing,
                                         .instruction_count = 1};
  p->prevention = (strata_watcher_desc){.name = "prevention",
                                        .role = STRATA_ROLE_PREVENT,
                                        .event = "hit",
                                        .amount = "this.power"};
  p->cant = (strata_watcher_desc){
      .name = "cant", .role = STRATA_ROLE_CANT, .event = "hit"};
  p->more = (strata_watcher_desc){.name = "more",
                                  .role = STRATA_ROLE_MORE,
                                  .event = "enter",
                                  .amount = "this.power"};
  p->calls[0] = (strata_instruction){.op = STRATA_DO_RUN, .what = "house"};
  p->handler = (strata_watcher_desc){.name = "listen",
                                     .role = STRATA_ROLE_HANDLE,
                                     .event = "blow",
                                     .phase = "before",
                                     .place = 5,
                                     .instruction_count = 1};
}

static plan usual(void) {
  plan p = {0};
  plan_event_type(&p);
  plan_trigger(&p);
  plan_other_watchers(&p);
  p.sba_arguments[0] = (strata_argument)ARG("who", "it");
  p.sba_arguments[1] = (strata_argument)ARG("amount", "1");
  p.sba_program[0] = (strata_instruction){
      .op = STRATA_DO_EMIT, .what = "hit", .argument_count = 2};
  p.resets[0] = "charge";
  p.resets[1] = "seat";
  p.sba = (strata_sba_desc){.name = "dead",
                            .who = "toughness < 1",
                            .keep_by = {"rarity", "controller"},
                            .instruction_count = 1,
                            .reset_count = 2};
  p.play = (strata_play_rules_desc){.turn_player = "seat = 1",
                                    .next_player = "controller",
                                    .stack = "battlefield",
                                    .resolved = "move",
                                    .on_loop = "hit",
                                    .log_clock = "turn",
                                    .triggered = "blow"};
  p.class_name = "late";
  p.handler_name = "garden";
  p.body = 23;
  return p;
}

/* Let descriptions point to the lists of their plan. */
static void join_lists(plan *p) {
  p->type.fields = p->fields;
  p->type.phases = p->phases;
  p->type.parts = p->parts;
  p->parts[0].arguments = p->part_arguments;
  p->type.does = p->does;
  p->does[0].arguments = &p->argument;
  p->does[0].argument_count = 1;
  p->does[1].inner = p->inner;
  p->trigger.names = p->parameters;
  p->trigger.tests = p->tests;
  p->trigger.zones = p->zones;
  p->trigger.program = p->acts;
  p->state.program = &p->acts[3];
  p->state.instruction_count = 1;
  p->acts[0].arguments = p->choices;
  p->acts[1].arguments = &p->amount;
  p->acts[2].arguments = &p->begin_argument;
  p->acts[2].clause = &p->clause;
  p->clause.parts = p->clause_parts;
  p->handler.program = p->calls;
  p->sba.program = p->sba_program;
  p->sba_program[0].arguments = p->sba_arguments;
  p->sba.resets = p->resets;
}

static uint64_t hash_of(plan *p) {
  probe probe = {0};
  strata_builder *b = play_builder(&probe);
  play_event_types(b);
  join_lists(p);
  BUILDER_OK(strata_builder_replacement_class(b, p->class_name));
  BUILDER_OK(strata_builder_handler(b, p->handler_name, p->body));
  BUILDER_OK(strata_builder_event_type(b, &p->type));
  BUILDER_OK(strata_builder_event_type(b, &p->alias));
  const strata_watcher_desc *watchers[] = {
      &p->trigger, &p->state, &p->replacement, &p->prevention,
      &p->cant,    &p->more,  &p->handler};
  for (size_t i = 0; i < ST_COUNT_OF(watchers); i++) {
    BUILDER_OK(strata_builder_watcher(b, watchers[i]));
  }
  BUILDER_OK(strata_builder_sba(b, &p->sba));
  BUILDER_OK(strata_builder_play_rules(b, &p->play));
  strata_rules *rules = play_freeze(b);
  uint64_t hash = strata_rules_hash(rules);
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
  return hash;
}

/* What can differ, one thing a line. */
#define EVENT_TYPE_CHANGES(X)                                                  \
  X(p->type.name = "smash", p->alias.of = "smash", p->handler.event = "smash", \
    p->play.triggered = "smash")                                               \
  X(p->fields[4].type = STRATA_INT)                                            \
  X(p->fields[4].name = "kind")                                                \
  X(p->type.field_count = 4)                                                   \
  X(p->fields[0].name = "source", p->fields[1].name = "who")                   \
  X(p->type.affected = "source")                                               \
  X(p->type.amount = "count")                                                  \
  X(p->type.matters = "event.amount > 7")                                      \
  X(p->type.matters = NULL)                                                    \
  X(p->type.can = "event.who.power > 7")                                       \
  X(p->type.can = NULL)                                                        \
  X(p->type.contains = STRATA_CONTAINMENT_ONE_BY_ONE)                          \
  X(p->type.merge_by = "mode")                                                 \
  X(p->type.merge_sum = "count")                                               \
  X(p->type.enters = true)                                                     \
  X(p->type.look_back = true)                                                  \
  X(p->type.quiet = true)                                                      \
  X(p->phases[0].name = "check", p->handler.phase = "check")                   \
  X(p->phases[0].of = "source")                                                \
  X(p->phases[0].until = "event.amount > 8")                                   \
  X(p->phases[0].until = NULL)                                                 \
  X(p->phases[0].again = true)                                                 \
  X(p->phases[2].linear = false)                                               \
  X(p->phases[2].name = "late")                                                \
  X(p->type.phase_count = 2)                                                   \
  X(p->alias.name = "thrust")                                                  \
  X(p->alias.where = "event.amount > 4")                                       \
  X(p->alias.look_back = true)                                                 \
  X(p->alias.enters = true)

#define PROGRAM_CHANGES(X)                                                     \
  X(p->parts[0].what = "move", p->part_arguments[1].name = "player",           \
    p->part_arguments[1].value = "event.source")                               \
  X(p->parts[0].when = NULL)                                                   \
  X(p->parts[0].times = "3")                                                   \
  X(p->parts[0].who = "power > 3")                                             \
  X(p->parts[0].as = "made")                                                   \
  X(p->part_arguments[0].name = "source")                                      \
  X(p->part_arguments[0].value = "event.source")                               \
  X(p->part_arguments[1].value = "event.count")                                \
  X(p->parts[0].argument_count = 1)                                            \
  X(p->type.part_count = 0, p->type.contains = STRATA_CONTAINMENT_NONE)        \
  X(p->does[0].op = STRATA_DO_SET)                                             \
  X(p->does[0].what = "power")                                                 \
  X(p->does[0].who = "event.source")                                           \
  X(p->argument.value = "event.count")                                         \
  X(p->does[1].when = "event.amount > 5")                                      \
  X(p->inner[0].who = "event.source")                                          \
  X(p->inner[0].op = STRATA_DO_REMOVE)                                         \
  X(p->type.does_count = 2)                                                    \
  X(p->acts[0].as = "m", p->amount.value = "$m")                               \
  X(p->acts[0].flags = STRATA_INSTRUCTION_HIDDEN)                              \
  X(p->choices[0].value = "2")                                                 \
  X(p->choices[1].value = "$much + 1")                                         \
  X(p->acts[1].what = "heard")                                                 \
  X(p->acts[1].who = "$target")                                                \
  X(p->acts[2].what = "Grown")                                                 \
  X(p->acts[2].lasts = "this.power > 1")                                       \
  X(p->acts[2].clock = NULL, p->acts[2].argument_count = 0)                    \
  X(p->acts[2].flags = STRATA_INSTRUCTION_WHILE_SOURCE)                        \
  X(p->begin_argument.value = "2")                                             \
  X(p->clause_parts[0].operand = "charge + 1")                                 \
  X(p->clause_parts[0].layer = "pt.set")                                       \
  X(p->clause_parts[0].capture = true)                                         \
  X(p->acts[3].flags = STRATA_INSTRUCTION_TRY)                                 \
  X(p->acts[3].who = NULL)                                                     \
  X(p->calls[0].what = "garden")

#define WATCHER_CHANGES(X)                                                     \
  X(p->trigger.name = "other")                                                 \
  X(p->trigger.role = STRATA_ROLE_UNTIL, p->trigger.only_if = NULL)            \
  X(p->trigger.event = "blow")                                                 \
  X(p->parameters[0].name = "chosen", p->acts[2].who = "$chosen")              \
  X(p->parameters[1].name = "many", p->choices[1].value = "$many")             \
  X(p->tests[0].field = "source")                                              \
  X(p->tests[0].predicate = "power > 2")                                       \
  X(p->tests[1].field = "who")                                                 \
  X(p->tests[1].predicate = "toughness > 2")                                   \
  X(p->trigger.test_count = 1)                                                 \
  X(p->trigger.when = "event.amount > 2")                                      \
  X(p->trigger.when = NULL)                                                    \
  X(p->trigger.only_if = "this.power > 1")                                     \
  X(p->trigger.only_if = NULL)                                                 \
  X(p->zones[0] = "library", p->zones[1] = "battlefield")                      \
  X(p->trigger.zone_count = 1)                                                 \
  X(p->zones[0] = "library", p->trigger.zone_count = 1)                        \
  X(p->trigger.uses = 5)                                                       \
  X(p->trigger.per_clock = 3)                                                  \
  X(p->trigger.per_clock = 0, p->trigger.clock = NULL)                         \
  X(p->trigger.batch = true)                                                   \
  X(p->trigger.look_back = true)                                               \
  X(p->trigger.optional = true)                                                \
  X(p->trigger.immediate = true)                                               \
  X(p->trigger.counts_done = true)                                             \
  X(p->state.when = "this.power > 8")                                          \
  X(p->replacement.rank = "copy")                                              \
  X(p->replacement.rank = NULL)                                                \
  X(p->replacement.own = true)                                                 \
  X(p->replacement.again = true)                                               \
  X(p->replacement.always_ask = true)                                          \
  X(p->replacement.optional = true)                                            \
  X(p->prevention.amount = "this.power + 1")                                   \
  X(p->prevention.amount = NULL)                                               \
  X(p->prevention.batch = true)                                                \
  X(p->cant.as_is = true)                                                      \
  X(p->cant.prevention = true)                                                 \
  X(p->cant.own = true)                                                        \
  X(p->more.amount = "this.power + 2")                                         \
  X(p->more.role = STRATA_ROLE_NEVER, p->more.amount = NULL)                   \
  X(p->handler.phase = "do", p->calls[0].op = STRATA_DO_STOP,                  \
    p->calls[0].what = NULL)                                                   \
  X(p->handler.place = 6)                                                      \
  X(p->handler.everywhere = true)

#define OTHER_CHANGES(X)                                                       \
  X(p->class_name = "later")                                                   \
  X(p->handler_name = "yard")                                                  \
  X(p->body = 24)                                                              \
  X(p->sba.name = "lost")                                                      \
  X(p->sba.who = "toughness < 2")                                              \
  X(p->sba.keep_by[0] = "charge")                                              \
  X(p->sba.keep_by[1] = "charge")                                              \
  X(p->sba.keep_by[1] = NULL)                                                  \
  X(p->sba.keep_newest = true)                                                 \
  X(p->sba.reset_count = 1)                                                    \
  X(p->resets[0] = "cost")                                                     \
  X(p->resets[1] = "cost")                                                     \
  X(p->sba_arguments[1].value = "2")                                           \
  X(p->sba_program[0].when = "it.power > 0")                                   \
  X(p->play.turn_player = "seat = 2")                                          \
  X(p->play.next_player = NULL)                                                \
  X(p->play.stack = NULL, p->play.resolved = NULL)                             \
  X(p->play.resolved = "hit")                                                  \
  X(p->play.on_loop = "move")                                                  \
  X(p->play.log_clock = NULL)                                                  \
  X(p->play.log_lasts = STRATA_LOG_LASTS_TICK)                                 \
  X(p->play.log_lasts = STRATA_LOG_LASTS_ACTION)                               \
  X(p->play.always_ask = true)                                                 \
  X(p->play.triggered = NULL)

/* Make the n-th change; the text of it, NULL past the last. */
#define CHANGE(...)                                                            \
  if (n-- == 0) {                                                              \
    (void)(__VA_ARGS__);                                                       \
    return #__VA_ARGS__;                                                       \
  }

static const char *change_event_type(plan *p, int n) {
  EVENT_TYPE_CHANGES(CHANGE)
  return NULL;
}

static const char *change_program(plan *p, int n) {
  PROGRAM_CHANGES(CHANGE)
  return NULL;
}

static const char *change_watcher(plan *p, int n) {
  WATCHER_CHANGES(CHANGE)
  return NULL;
}

static const char *change_other(plan *p, int n) {
  OTHER_CHANGES(CHANGE)
  return NULL;
}

#define SEEN_MAX 64

/* Each change makes another hash than none, and than every other. Returns how
 * many there are. */
static int compare_all(const char *(*change)(plan *p, int n)) {
  plan first = usual();
  uint64_t seen[SEEN_MAX] = {hash_of(&first)};
  int count = 1;
  for (;; count++) {
    plan p = usual();
    const char *text = change(&p, count - 1);
    if (!text) return count - 1;
    cr_assert(count < SEEN_MAX);
    seen[count] = hash_of(&p);
    for (int k = 0; k < count; k++) {
      cr_expect(ne(u64, seen[count], seen[k]), "change %d: %s", k - 1, text);
    }
  }
}

Test(rules_hash_play, finding_MU01_every_difference_of_event_types_is_one) {
  cr_expect(ge(int, compare_all(change_event_type), 25));
}

Test(rules_hash_play, every_difference_of_programs_is_one) {
  cr_expect(ge(int, compare_all(change_program), 30));
}

Test(rules_hash_play, finding_MU01_every_difference_of_watchers_is_one) {
  cr_expect(ge(int, compare_all(change_watcher), 40));
}

Test(rules_hash_play, every_difference_of_checks_and_order_of_play_is_one) {
  cr_expect(ge(int, compare_all(change_other), 20));
}
