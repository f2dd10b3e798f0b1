/* index_stage.h - fixture: rules with watchers of every kind of key, held by
 * abilities, laws and started watchers, and a world by these rules, for the
 * tests of play/index. */
#ifndef STRATA_TESTS_UNIT_PLAY_INDEX_STAGE_H
#define STRATA_TESTS_UNIT_PLAY_INDEX_STAGE_H

#include "api/world/api_world.h"
#include "base/hash.h"
#include "unit/rules/watcher_stage.h"
#include "world/tables/started_watchers.h"

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* -- Rules -- */

static const strata_field_desc touch_fields[] = {{"who", STRATA_REF},
                                                 {"player", STRATA_REF},
                                                 {"amount", STRATA_INT},
                                                 {"what", STRATA_SYM}};
static const strata_event_type_desc index_events[] = {
    {.name = "touch",
     .fields = touch_fields,
     .field_count = 4,
     .affected = "who",
     .amount = "amount",
     .quiet = true},
    {.name = "strike", .of = "touch", .where = "event.amount = 3"},
    {.name = "rest", .fields = touch_fields, .field_count = 1, .quiet = true},
};

/* Watcher definitions, each with another key. */
static const strata_watcher_desc index_codes[] = {
    {.name = "any", .role = STRATA_ROLE_CANT, .event = "touch"},
    {.name = "mine",
     .role = STRATA_ROLE_PREVENT,
     .event = "touch",
     .when = "event.player = this.controller"},
    {.name = "me",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .when = "event.who = this"},
    {.name = "ally",
     .role = STRATA_ROLE_PREVENT,
     .event = "touch",
     .when = "event.player = this.controller.controller"},
    {.name = "strong",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .when = "event.amount = this.power"},
    {.name = "three", .role = STRATA_ROLE_CANT, .event = "strike"},
    {.name = "red",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .when = "event.what = 'rare'"},
    {.name = "elf",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .tests = &(strata_event_test){"who", "types has 'elf'"},
     .test_count = 1},
    {.name = "wall",
     .role = STRATA_ROLE_PREVENT,
     .event = "touch",
     .tests = &(strata_event_test){"who", "types has 'wall'"},
     .test_count = 1},
    {.name = "flyer",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .tests = &(strata_event_test){"who", "abilities has 'flying'"},
     .test_count = 1},
    {.name = "sleep", .role = STRATA_ROLE_CANT, .event = "rest"},
    {.name = "costly",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .when = "event.amount = this.cost"},
    {.name = "lawful", .role = STRATA_ROLE_CANT, .event = "touch"},
    {.name = "charged",
     .role = STRATA_ROLE_CANT,
     .event = "touch",
     .when = "event.player = this.controller"},
};
enum { INDEX_STARTED = 11 }; /* the first so many may be started */

#define SAYS(...)                                                              \
  .kind = STRATA_ABILITY_STATIC,                                               \
  .watchers = (const char *const[]){__VA_ARGS__},                              \
  .watcher_count = ST_COUNT_OF(((const char *const[]){__VA_ARGS__}))
#define ON_BATTLEFIELD                                                         \
  .zones = (const char *const[]){"battlefield"}, .zone_count = 1
#define CLAUSE(whom, ...)                                                      \
  .clauses = &(strata_clause){.subject = (whom),                               \
                              .parts = &(strata_clause_part){__VA_ARGS__},     \
                              .part_count = 1},                                \
  .clause_count = 1
#define NAMES(...)                                                             \
  .names = (const char *const[]){__VA_ARGS__},                                 \
  .name_count = ST_COUNT_OF(((const char *const[]){__VA_ARGS__}))

static const strata_ability_desc index_abilities[] = {
    {.name = "says_any", SAYS("any", "sleep"), ON_BATTLEFIELD},
    {.name = "says_mine", SAYS("mine")},
    {.name = "says_me", SAYS("me", "three")},
    {.name = "says_ally", SAYS("ally", "strong"), ON_BATTLEFIELD},
    {.name = "says_types", SAYS("elf", "wall", "flyer", "red")},
    {.name = "gives",
     .kind = STRATA_ABILITY_STATIC,
     ON_BATTLEFIELD,
     CLAUSE("types has 'elf'", .attr = "abilities", .layer = "ability",
            .op = STRATA_OP_ADD, NAMES("says_mine", "flying"))},
    {.name = "strips",
     .kind = STRATA_ABILITY_STATIC,
     ON_BATTLEFIELD,
     CLAUSE("types has 'wall'", .attr = "abilities", .layer = "ability",
            .op = STRATA_OP_CLEAR)},
    {.name = "lord",
     .kind = STRATA_ABILITY_STATIC,
     CLAUSE("types has 'elf'", .attr = "power", .layer = "pt.modify",
            .op = STRATA_OP_ADD, .operand = "1")},
    {.name = "grows",
     .kind = STRATA_ABILITY_STATIC,
     CLAUSE("power >= 2 and abilities has 'flying'", .attr = "types",
            .layer = "type", .op = STRATA_OP_ADD, NAMES("wall"))},
    {.name = "rules",
     .kind = STRATA_ABILITY_STATIC,
     ON_BATTLEFIELD,
     CLAUSE("types has 'island'", .attr = "controller", .layer = "control",
            .op = STRATA_OP_SET, .operand = "this")},
    {.name = "pricey",
     SAYS("costly"),
     CLAUSE(NULL, .attr = "cost", .layer = "pt.modify", .op = STRATA_OP_ADD,
            .operand = "count(types has 'elf')")},
};

typedef struct index_model {
  const char *name, *types, *abilities[3];
} index_model;

static const index_model index_models[] = {
    {"bear", "forest", {NULL}},
    {"elf", "elf", {NULL}},
    {"elf_watcher", "elf", {"says_me", "lord", NULL}},
    {"any_watcher", "wall", {"says_any", "says_any", NULL}},
    {"mine_watcher", "island", {"says_mine", "flying", NULL}},
    {"ally_watcher", "forest", {"says_ally", "says_me", NULL}},
    {"type_watcher", "elf", {"says_types", NULL}},
    {"giver", "island", {"gives", "haste", NULL}},
    {"stripper", "forest", {"strips", NULL}},
    {"grower", "elf", {"grows", "flying", NULL}},
    {"ruler", "wall", {"rules", "says_mine", NULL}},
    {"price", "forest", {"pricey", NULL}},
};

static inline void add_model(strata_builder *b, const index_model *m) {
  size_t count = 0;
  while (count < 3 && m->abilities[count]) {
    count++;
  }
  strata_default defaults[] = {
      {.attr = "types", .names = &m->types, .name_count = 1},
      {.attr = "abilities", .names = m->abilities, .name_count = count}};
  strata_definition_desc desc = {.name = m->name,
                                 .defaults = defaults,
                                 .default_count = count > 0 ? 2 : 1};
  BUILDER_OK(strata_builder_definition(b, &desc));
}

static inline void add_index_laws(strata_builder *b) {
  strata_law_desc law = {.name = "of_all",
                         .watchers = (const char *const[]){"lawful", "sleep"},
                         .watcher_count = 2};
  BUILDER_OK(strata_builder_law(b, &law));
  law = (strata_law_desc){.name = "of_charged",
                          .counter = "charge",
                          .watchers = (const char *const[]){"charged"},
                          .watcher_count = 1};
  BUILDER_OK(strata_builder_law(b, &law));
}

/* Conditions of state-based actions: some depend on the entity alone (its
 * current values, its zone), some on other entities too. */
static const char *const index_checks[] = {
    "power >= 3",
    "types has 'wall' and not types has 'elf'",
    "zone = 'battlefield' and abilities has 'flying'",
    "charge > 0 or cost >= 2",
    "controller = none and seat < 2",
    "controller.power > 0",
    "power > 1 and count(types has 'elf') > 3",
    "types has 'elf' and controller.types has 'wall'",
    "power > 0 and controller.controller.power > 0",
    "power > 0 and count(power > outer.power) > 2",
    "count(seat = 1) > 0 and controller.power > 1",
};

static inline void add_index_checks(strata_builder *b) {
  static const char *const names[] = {"a", "b", "c", "d", "e", "f",
                                      "g", "h", "i", "j", "k"};
  const strata_argument who = {"who", "it", NULL, 0};
  const strata_instruction rest = {.op = STRATA_DO_EMIT,
                                   .what = "rest",
                                   .arguments = &who,
                                   .argument_count = 1};
  for (size_t i = 0; i < ST_COUNT_OF(index_checks); i++) {
    strata_sba_desc check = {.name = names[i],
                             .who = index_checks[i],
                             .program = &rest,
                             .instruction_count = 1};
    BUILDER_OK(strata_builder_sba(b, &check));
  }
}

/* A host's predicate: as strong as `this`. */
static inline strata_status is_match(void *user, strata_predicate_context *view,
                                     strata_entity it, strata_entity source,
                                     bool *out) {
  strata_attr power = stage_attr(strata_predicate_rules(view), "power");
  strata_value its;
  strata_value own;
  (void)user;
  strata_status status = strata_predicate_get(view, it, power, &its);
  if (!status) status = strata_predicate_get(view, source, power, &own);
  if (!status) *out = its.integer == own.integer;
  return status;
}

/* `clauses` false: no ability has a continuous effect, so that no evaluation
 * pass is needed. */
static inline strata_rules *index_rules(probe *p, bool clauses) {
  strata_builder *b = play_builder(p);
  for (size_t i = 0; i < ST_COUNT_OF(index_events); i++) {
    BUILDER_OK(strata_builder_event_type(b, &index_events[i]));
  }
  for (size_t i = 0; i < ST_COUNT_OF(index_codes); i++) {
    BUILDER_OK(strata_builder_watcher(b, &index_codes[i]));
  }
  for (size_t i = 0; i < ST_COUNT_OF(index_abilities); i++) {
    strata_ability_desc ability = index_abilities[i];
    if (!clauses && ability.watcher_count == 0) {
      static const char *const sleep[] = {"sleep"};
      ability.watchers = sleep;
      ability.watcher_count = 1;
    }
    if (!clauses) ability.clause_count = 0;
    BUILDER_OK(strata_builder_ability(b, &ability));
  }
  for (size_t i = 0; i < ST_COUNT_OF(index_models); i++) {
    add_model(b, &index_models[i]);
  }
  const strata_predicate_desc match = {.name = "test:match",
                                       .fn = is_match,
                                       .reads = (const char *const[]){"power"},
                                       .read_count = 1};
  BUILDER_OK(strata_builder_predicate(b, &match));
  add_index_laws(b);
  add_index_checks(b);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b);
  return rules;
}

/* -- A world -- */

enum { STAGE_MARKS = 4 };

typedef struct stage {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  strata_world *other;  /* the target of the next fork, or NULL */
  strata_world *loaded; /* a loaded world to continue with, or NULL */
  strata_expr *subject; /* the subject of effects: all elves */
  strata_mark marks[STAGE_MARKS];
  uint32_t mark_count;
  uint64_t dice;
  bool clauses;
} stage;

static inline uint32_t below(stage *s, uint32_t limit) {
  s->dice += UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(st_mix(s->dice, 7) % limit);
}

static inline void open_stage_of(stage *s, uint64_t seed, bool clauses) {
  *s = (stage){.dice = seed, .clauses = clauses};
  s->rules = index_rules(&s->probe, clauses);
  OK(strata_world_new(s->rules, NULL, &s->world));
  OK(strata_expr_parse(s->rules, "types has 'elf'", &s->subject, NULL));
}

static inline void open_stage(stage *s, uint64_t seed) {
  open_stage_of(s, seed, true);
}

static inline void close_stage(stage *s) {
  strata_expr_free(s->subject);
  strata_world_free(s->world);
  strata_world_free(s->other);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static inline strata_attr attr(const stage *s, const char *name) {
  return stage_attr(s->rules, name);
}

/* A random live entity; 0 if there is none. */
static inline strata_entity somebody(stage *s) {
  uint32_t count = 0;
  strata_entity found = 0;
  for (strata_entity e = strata_entity_next(s->world, 0); e != 0;
       e = strata_entity_next(s->world, e)) {
    if (below(s, ++count) == 0) found = e;
  }
  return found;
}

static inline strata_entity spawn(stage *s, const char *name) {
  strata_entity e = 0;
  OK(strata_spawn_as(
      s->world, strata_rules_find(s->rules, STRATA_NAME_DEFINITION, name), &e));
  return e;
}

/* Start a watcher in a call of its own. */
static inline void start_watch(stage *s, const char *code, strata_entity self,
                               strata_entity you, uint32_t ticks) {
  st_store *store = &s->world->store;
  uint32_t slot;
  strata_clock turn = strata_rules_find(s->rules, STRATA_NAME_CLOCK, "turn");
  OK(st_started_watcher_add(
      store,
      &(st_new_started_watcher){.watcher_def = strata_rules_find(
                                    s->rules, STRATA_NAME_WATCHER_DEF, code),
                                .source = self,
                                .you = you,
                                .clock = turn,
                                .ticks = ticks},
      &slot));
  st_store_end(store);
}

#endif
