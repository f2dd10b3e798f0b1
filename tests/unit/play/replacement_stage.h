/* replacement_stage.h - fixture: rules with replacement and prevention effects
 * and "can't", and a world by these rules, for the tests of play/replace. */
#ifndef STRATA_TESTS_UNIT_PLAY_REPLACEMENT_STAGE_H
#define STRATA_TESTS_UNIT_PLAY_REPLACEMENT_STAGE_H

#include "api/world/api_world.h"
#include "play/action/action.h"
#include "play/action/execution_lifetime.h"
#include "play/execution/execution.h"
#include "unit/rules/watcher_stage.h"
#include "world/tables/event_log.h"
#include "world/tables/started_watchers.h"

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* -- Rules -- */

static const strata_field_desc hurt_fields[] = {{"who", STRATA_REF},
                                                {"source", STRATA_REF},
                                                {"amount", STRATA_INT},
                                                {"unpreventable", STRATA_FLAG}};
static const strata_field_desc gain_fields[] = {{"who", STRATA_REF},
                                                {"amount", STRATA_INT}};
static const strata_field_desc one_field[] = {{"who", STRATA_REF}};
static const strata_field_desc count_fields[] = {{"who", STRATA_REF},
                                                 {"count", STRATA_INT}};

static inline void add_number(strata_builder *b, const char *name) {
  strata_attribute attr = {.name = name, .type = STRATA_INT};
  BUILDER_OK(strata_builder_attribute(b, &attr));
}

/* Declare an event type with one field, and an attribute that counts its
 * events: die, exile, shuffle_in. */
static inline void add_fate(strata_builder *b, const char *name,
                            const char *count) {
  add_number(b, count);
  strata_event_type_desc fate = {
      .name = name,
      .fields = one_field,
      .field_count = 1,
      .affected = "who",
      DEEDS(
          does, does_count,
          {.op = STRATA_DO_ADD, .what = count, .who = "event.who", ONE("1")})};
  BUILDER_OK(strata_builder_event_type(b, &fate));
}

static inline void add_kinds(strata_builder *b) {
  add_number(b, "life");
  add_number(b, "saved");
  strata_event_type_desc hurt = {.name = "hurt",
                                 .fields = hurt_fields,
                                 .field_count = 4,
                                 .affected = "who",
                                 .amount = "amount",
                                 .matters = "event.amount > 0",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "life",
                                        .who = "event.who",
                                        ONE("0 - event.amount")})};
  BUILDER_OK(strata_builder_event_type(b, &hurt));
  strata_event_type_desc gain = {.name = "gain",
                                 .fields = gain_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 .amount = "amount",
                                 .matters = "event.amount > 0",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "life",
                                        .who = "event.who",
                                        ONE("event.amount")})};
  BUILDER_OK(strata_builder_event_type(b, &gain));
  strata_event_type_desc save = {.name = "save",
                                 .fields = gain_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "saved",
                                        .who = "event.who",
                                        ONE("event.amount + 100")})};
  BUILDER_OK(strata_builder_event_type(b, &save));
  strata_event_type_desc many = {
      .name = "many",
      .fields = count_fields,
      .field_count = 2,
      .affected = "who",
      .contains = STRATA_CONTAINMENT_ONE_BY_ONE,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             .times = "event.count",
             MANY(ARG("who", "event.who"), ARG("amount", "1"))})};
  BUILDER_OK(strata_builder_event_type(b, &many));
  strata_event_type_desc feed = {.name = "feed",
                                 .fields = gain_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 .merge_by = "cause",
                                 .merge_sum = "amount",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "life",
                                        .who = "event.who",
                                        ONE("event.amount")})};
  BUILDER_OK(strata_builder_event_type(b, &feed));
  strata_event_type_desc bite = {
      .name = "bite",
      .fields = gain_fields,
      .field_count = 2,
      .affected = "who",
      .contains = STRATA_CONTAINMENT_RESULTS,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "feed",
             MANY(ARG("who", "event.by"), ARG("amount", "event.amount"))})};
  BUILDER_OK(strata_builder_event_type(b, &bite));
  add_fate(b, "die", "deaths");
  add_fate(b, "exile", "exiles");
  add_fate(b, "shuffle_in", "shuffled");
}

static inline void add_code(strata_builder *b, strata_watcher_desc code) {
  BUILDER_OK(strata_builder_watcher(b, &code));
}

static inline void add_change(strata_builder *b, const char *name,
                              const char *event, const char *amount,
                              const char *rank) {
  strata_watcher_desc code = {
      .name = name,
      .role = STRATA_ROLE_REPLACE,
      .event = event,
      .rank = rank,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_CHANGE, .what = "amount", ONE(amount)})};
  BUILDER_OK(strata_builder_watcher(b, &code));
}

/* Declare a replacement: `what` happens instead of `event`. */
static inline void add_instead(strata_builder *b, const char *name,
                               const char *event, const char *what) {
  add_code(b, (strata_watcher_desc){
                  .name = name,
                  .role = STRATA_ROLE_REPLACE,
                  .event = event,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_INSTEAD,
                         INSIDE({.op = STRATA_DO_EMIT,
                                 .what = what,
                                 MANY(ARG("who", "event.who"))})})});
}

static const strata_field_desc given_at[] = {{"at", STRATA_INT}};
static const strata_field_desc given_two[] = {{"who", STRATA_REF},
                                              {"first", STRATA_INT},
                                              {"second", STRATA_INT},
                                              {"hard", STRATA_FLAG}};

static inline void add_preventions(strata_builder *b) {
  add_code(b, (strata_watcher_desc){.name = "shield",
                                    .role = STRATA_ROLE_PREVENT,
                                    .event = "hurt"});
  add_code(b, (strata_watcher_desc){.name = "one_of_each",
                                    .role = STRATA_ROLE_PREVENT,
                                    .event = "hurt",
                                    .amount = "1"});
  add_code(b, (strata_watcher_desc){
                  .name = "ward",
                  .role = STRATA_ROLE_PREVENT,
                  .event = "hurt",
                  DEEDS(program, instruction_count, {.op = STRATA_DO_PREVENT},
                        {.op = STRATA_DO_THEN,
                         INSIDE({.op = STRATA_DO_EMIT,
                                 .what = "save",
                                 MANY(ARG("who", "event.who"),
                                      ARG("amount", "event.prevented"))})})});
  add_code(b, (strata_watcher_desc){.name = "cannot",
                                    .role = STRATA_ROLE_CANT,
                                    .event = "hurt",
                                    .when = "event.amount = 7"});
}

/* Programs that tests run as actions: two events at once; an event with a
 * change of its own; one that starts a watcher. */
static inline void add_acts(strata_builder *b) {
  add_code(b, (strata_watcher_desc){
                  .name = "strike",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_TOGETHER,
                         INSIDE({.op = STRATA_DO_EMIT,
                                 .what = "hurt",
                                 MANY(ARG("who", "$who"), ARG("source", "this"),
                                      ARG("amount", "$first"),
                                      ARG("unpreventable", "$hard"))},
                                {.op = STRATA_DO_EMIT,
                                 .what = "hurt",
                                 MANY(ARG("who", "$who"), ARG("source", "$you"),
                                      ARG("amount", "$second"))})})});
  add_code(b, (strata_watcher_desc){
                  .name = "modest",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_EMIT,
                         .what = "gain",
                         MANY(ARG("who", "$who"), ARG("amount", "$first")),
                         INSIDE({.op = STRATA_DO_CHANGE,
                                 .what = "amount",
                                 .when = "event.amount > $second",
                                 ONE("$second")})})});
  add_code(b, (strata_watcher_desc){.name = "starter",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "die",
                                    .names = given_two,
                                    .name_count = 4,
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_WATCH,
                                           .what = "at_step",
                                           MANY(ARG("at", "$first"))})});
}

/* Replacements with limits: once a turn, repeatedly, not for effects. */
static inline void add_repeats(strata_builder *b) {
  add_code(
      b,
      (strata_watcher_desc){
          .name = "bites",
          .role = STRATA_ROLE_TRIGGER,
          .event = "die",
          .names = given_two,
          .name_count = 4,
          DEEDS(
              program, instruction_count,
              {.op = STRATA_DO_TOGETHER,
               INSIDE({.op = STRATA_DO_EMIT,
                       .what = "bite",
                       MANY(ARG("who", "$who"), ARG("amount", "$first"))},
                      {.op = STRATA_DO_EMIT,
                       .what = "bite",
                       MANY(ARG("who", "$you"), ARG("amount", "$second"))})})});
  add_change(b, "fed_more", "feed", "event.amount + 1", NULL);
  add_code(b, (strata_watcher_desc){.name = "not_by_effects",
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = "shuffle_in",
                                    .when = "event.effect",
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_NOTHING})});
  strata_watcher_desc once = {.name = "once_a_turn",
                              .role = STRATA_ROLE_REPLACE,
                              .event = "gain",
                              .per_clock = 1,
                              .clock = "turn",
                              DEEDS(program, instruction_count,
                                    {.op = STRATA_DO_CHANGE,
                                     .what = "amount",
                                     ONE("event.amount + 10")})};
  add_code(b, once);
  once.name = "once_by_law";
  once.event = "feed";
  once.when = "event.amount = 77";
  add_code(b, once);
  add_code(b, (strata_watcher_desc){.name = "again",
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = "gain",
                                    .again = true,
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_CHANGE,
                                           .what = "amount",
                                           ONE("event.amount + 1")})});
}

static const char *const doubler_codes[] = {"of_mine"};
static const char *const doubler_zones[] = {"battlefield"};
static const char *const doubler_list[] = {"doubling", "doubling"};
static const char *const law_codes[] = {"by_law", "once_by_law"};

/* Replacements that abilities and laws hold. */
static inline void add_holders(strata_builder *b) {
  add_code(b, (strata_watcher_desc){.name = "of_mine",
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = "gain",
                                    .when = "event.who = this.controller",
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_CHANGE,
                                           .what = "amount",
                                           ONE("event.amount * 2")})});
  strata_ability_desc doubling = {.name = "doubling",
                                  .kind = STRATA_ABILITY_STATIC,
                                  .zones = doubler_zones,
                                  .zone_count = 1,
                                  .watchers = doubler_codes,
                                  .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &doubling));
  strata_default abilities = {
      .attr = "abilities", .names = doubler_list, .name_count = 2};
  strata_definition_desc doubler = {
      .name = "doubler", .defaults = &abilities, .default_count = 1};
  BUILDER_OK(strata_builder_definition(b, &doubler));
  add_code(b,
           (strata_watcher_desc){
               .name = "by_law",
               .role = STRATA_ROLE_REPLACE,
               .event = "exile",
               .tests = &(strata_event_test){"who", "charge > 0"},
               .test_count = 1,
               DEEDS(program, instruction_count, {.op = STRATA_DO_NOTHING})});
  strata_law_desc law = {
      .name = "charged_ones_stay", .watchers = law_codes, .watcher_count = 2};
  BUILDER_OK(strata_builder_law(b, &law));
}

static inline void add_changes(strata_builder *b) {
  add_change(b, "twice", "gain", "event.amount * 2", NULL);
  add_change(b, "one_more", "gain", "event.amount + 1", NULL);
  add_change(b, "none", "gain", "0", NULL);
  add_change(b, "first", "gain", "event.amount * 10 + 1", "self");
  add_change(b, "second", "gain", "event.amount * 10 + 2", "copy");
  add_change(b, "third", "gain", "event.amount * 10 + 3", "r3");
  add_change(b, "fourth", "gain", "event.amount * 10 + 4", "r4");
  add_change(b, "fifth", "gain", "event.amount * 10 + 5", NULL);
  strata_watcher_desc from = {
      .name = "from_three",
      .role = STRATA_ROLE_REPLACE,
      .event = "gain",
      .when = "event.amount = 3",
      DEEDS(
          program, instruction_count,
          {.op = STRATA_DO_CHANGE, .what = "amount", ONE("event.amount + 2")})};
  add_code(b, from);
  from.name = "from_five";
  from.when = "event.amount = 5";
  add_code(b, from);
  add_instead(b, "rest_in_peace", "die", "exile");
  add_instead(b, "go_home", "exile", "shuffle_in");
  add_instead(b, "back_to_life", "shuffle_in", "die");
  add_code(b, (strata_watcher_desc){.name = "next_one",
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = "gain",
                                    .uses = 1,
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_CHANGE,
                                           .what = "amount",
                                           ONE("event.amount + 1")})});
  add_code(b, (strata_watcher_desc){
                  .name = "at_step",
                  .role = STRATA_ROLE_REPLACE,
                  .event = "gain",
                  .uses = 1,
                  .names = given_at,
                  .name_count = 1,
                  .when = "event.amount = $at",
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_INSTEAD,
                         INSIDE({.op = STRATA_DO_EMIT,
                                 .what = "gain",
                                 MANY(ARG("who", "event.who"),
                                      ARG("amount", "event.amount + 1"))})})});
  add_code(b, (strata_watcher_desc){.name = "if_you_like",
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = "gain",
                                    .optional = true,
                                    DEEDS(program, instruction_count,
                                          {.op = STRATA_DO_CHANGE,
                                           .what = "amount",
                                           ONE("event.amount + 50")})});
}

/* -- A stage -- */

typedef struct stage {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  st_execution exec;
  strata_error error;
  strata_entity alice, bob;
  uint32_t asked;  /* decisions answered */
  uint32_t most;   /* number of options of the open decision */
  char names[256]; /* the texts of these options */
} stage;

static inline void open_world(stage *s) {
  strata_world_config config = {.alloc = probe_alloc, .alloc_user = &s->probe};
  OK(strata_world_new(s->rules, &config, &s->world));
  OK(strata_spawn(s->world, &s->alice));
  OK(strata_spawn(s->world, &s->bob));
  st_execution_init(&s->exec, &s->world->change, &s->error);
}

static inline void close_world(stage *s) {
  st_execution_fini(&s->exec);
  strata_world_free(s->world);
}

/* `more` adds declarations; NULL: none. */
static inline void open_stage_with(stage *s, void (*more)(strata_builder *)) {
  *s = (stage){0};
  strata_builder *b = play_builder(&s->probe);
  BUILDER_OK(strata_builder_replacement_class(b, "r3"));
  BUILDER_OK(strata_builder_replacement_class(b, "r4"));
  add_kinds(b);
  add_changes(b);
  add_preventions(b);
  add_acts(b);
  add_repeats(b);
  add_holders(b);
  if (more) more(b);
  s->rules = play_freeze(b);
  strata_builder_free(b);
  open_world(s);
}

static inline void open_stage(stage *s) {
  open_stage_with(s, NULL);
}

static inline void close_stage(stage *s) {
  close_world(s);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static inline int64_t number(stage *s, strata_entity who, const char *name) {
  int64_t value = 0;
  OK(strata_get_int(s->world, who, stage_attr(s->rules, name), &value));
  return value;
}

static inline uint32_t code_of(const stage *s, const char *name) {
  uint32_t code = strata_rules_find(s->rules, STRATA_NAME_WATCHER_DEF, name);
  cr_assert(code != 0, "no code %s", name);
  return code;
}

/* Start a watcher for a player. Returns its handle. */
static inline uint64_t start(stage *s, const char *name, strata_entity you,
                             int64_t left, uint32_t uses) {
  uint32_t slot;
  OK(st_started_watcher_add(
      &s->world->store,
      &(st_new_started_watcher){.watcher_def = code_of(s, name),
                                .you = you,
                                .amount = left,
                                .uses = uses},
      &slot));
  return st_started_watcher_handle(&s->world->store, slot);
}

static inline int64_t left_of(stage *s, uint64_t watch) {
  int64_t left = -1;
  uint32_t slot = st_started_watcher_slot(&s->world->store, watch);
  if (slot != 0) st_started_watcher_amount_left(&s->world->store, slot, &left);
  return left;
}

/* Read the options of the open decision. */
static inline void read_options(stage *s, uint32_t decision) {
  const st_store *store = &s->world->store;
  st_text text;
  st_text_init_fixed(&text, s->names, sizeof s->names);
  s->most = st_decision_get(store, decision).option_count;
  for (uint32_t i = 0; i < s->most; i++) {
    st_action_value option = st_decision_option(store, decision, i);
    if (i > 0) st_text_add_str(&text, ", ");
    st_decision_read_text(store, option.text, &text);
  }
}

static inline bool act(stage *s, const char *kind, strata_entity who,
                       int64_t n) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)who};
  strata_event_type id =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind);
  const st_event_type *k = st_event_type_get(s->rules, id);
  uint32_t place = strcmp(kind, "hurt") == 0 ? 2 : 1;
  if (place < k->field_count - ST_COMMON_FIELDS) words[place] = n;
  st_action_request request = {
      .settling = STRATA_SETTLE_NONE, .event_type = id, .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  if (open) read_options(s, 1);
  return open;
}

static inline bool run_code(stage *s, const char *code, int64_t first,
                            int64_t second, bool hard) {
  int64_t words[4] = {(int64_t)s->alice, first, second, hard};
  st_action_request request = {.settling = STRATA_SETTLE_NONE,
                               .watcher_def = code_of(s, code),
                               .self = s->bob,
                               .controller = s->alice,
                               .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  if (open) read_options(s, 1);
  return open;
}

static inline bool answer(stage *s, uint32_t option) {
  bool open = false;
  uint32_t decision = st_decision_find_unanswered(&s->world->store);
  OK(st_action_answer(
      &s->exec,
      &(st_new_answer){.decision = decision, .options = &option, .count = 1},
      &open));
  s->asked++;
  if (open) read_options(s, st_decision_find_unanswered(&s->world->store));
  return open;
}

#endif
