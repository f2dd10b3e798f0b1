/* entry_stage.h - fixture: rules of a small card game with effects that change
 * how objects enter (614.12), and a world by these rules. */
#ifndef STRATA_TESTS_UNIT_PLAY_ENTRY_STAGE_H
#define STRATA_TESTS_UNIT_PLAY_ENTRY_STAGE_H

#include "api/world/api_world.h"
#include "play/action/action.h"
#include "play/action/execution_lifetime.h"
#include "play/execution/execution.h"
#include "unit/rules/watcher_stage.h"
#include "world/tables/event_log.h"

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/*
 * Zones battlefield and graveyard, which are shared, and library. Attributes of
 * rules_stage.h, and owner. Event types:
 *   move    who REF, to SYM, player REF, tapped FLAG, plus INT, of SYM,
 *           copy_of REF: `who` moves, or a token of definition `of` is made
 *           there; it becomes a copy of `copy_of`, if there is one
 *   enter   of move, to the battlefield
 *   create  player REF, count INT, of SYM: `count` such tokens at once
 */
static const strata_field_desc enter_move_fields[] = {
    {"who", STRATA_REF},     {"to", STRATA_SYM},   {"player", STRATA_REF},
    {"tapped", STRATA_FLAG}, {"plus", STRATA_INT}, {"of", STRATA_SYM},
    {"copy_of", STRATA_REF}};
static const strata_field_desc enter_create_fields[] = {
    {"player", STRATA_REF}, {"count", STRATA_INT}, {"of", STRATA_SYM}};

static inline void enter_kinds(strata_builder *b) {
  strata_zone_desc graveyard = {.name = "graveyard", .shared = true};
  BUILDER_OK(strata_builder_zone(b, &graveyard));
  strata_attribute owner = {
      .name = "owner", .type = STRATA_REF, .unlayered = true, .kept = true};
  BUILDER_OK(strata_builder_attribute(b, &owner));
  strata_event_type_desc move = {
      .name = "move",
      .fields = enter_move_fields,
      .field_count = 7,
      .affected = "who",
      .matters = "event.who != none or event.of != none",
      DEEDS(does, does_count,
            {.op = STRATA_DO_SPAWN,
             .when = "event.who = none",
             .as = "made",
             MANY(ARG("of", "event.of"))},
            {.op = STRATA_DO_MOVE,
             .who = "$made",
             .as = "there",
             MANY(ARG("to", "event.to"), ARG("same", "true"))},
            {.op = STRATA_DO_SET,
             .what = "owner",
             .who = "$there",
             ONE("event.player")},
            {.op = STRATA_DO_MOVE,
             .who = "event.who",
             .as = "there",
             MANY(ARG("to", "event.to"), ARG("player", "event.player"))},
            {.op = STRATA_DO_SET,
             .what = "controller",
             .who = "$there",
             .when = "event.player != none",
             ONE("event.player")},
            {.op = STRATA_DO_COPY,
             .what = "copy",
             .who = "$there",
             MANY(ARG("whom", "event.copy_of"))},
            {.op = STRATA_DO_SET,
             .what = "tapped",
             .who = "$there",
             ONE("event.tapped")},
            {.op = STRATA_DO_COUNT,
             .what = "plus",
             .who = "$there",
             MANY(ARG("count", "event.plus"))})};
  BUILDER_OK(strata_builder_event_type(b, &move));
  strata_event_type_desc enter = {.name = "enter",
                                  .of = "move",
                                  .where = "event.to = 'battlefield'",
                                  .enters = true};
  BUILDER_OK(strata_builder_event_type(b, &enter));
  strata_event_type_desc create = {
      .name = "create",
      .fields = enter_create_fields,
      .field_count = 3,
      .affected = "player",
      .contains = STRATA_CONTAINMENT_RESULTS,
      DEEDS(parts, part_count,
            {.op = STRATA_DO_EMIT,
             .what = "move",
             .times = "event.count",
             MANY(ARG("to", "'battlefield'"), ARG("player", "event.player"),
                  ARG("of", "event.of"))})};
  BUILDER_OK(strata_builder_event_type(b, &create));
}

/* Declare a watcher definition for `enter`; `test` is a predicate on the
 * entering object, or NULL. */
static inline void enter_code(strata_builder *b, const char *name,
                              strata_watcher_role role, bool own,
                              const char *test, strata_instruction deed) {
  strata_watcher_desc code = {.name = name,
                              .role = role,
                              .event = "enter",
                              .own = own,
                              .tests = &(strata_event_test){"who", test},
                              .test_count = test ? 1 : 0,
                              .program = &deed,
                              .instruction_count = role == STRATA_ROLE_REPLACE};
  BUILDER_OK(strata_builder_watcher(b, &code));
}

#define CHANGE(field, text)                                                    \
  (strata_instruction) {                                                       \
    .op = STRATA_DO_CHANGE, .what = (field), ONE(text)                         \
  }

/* Declare an ability with the watcher definition of the same name. */
static inline void enter_ability(strata_builder *b, const char *name,
                                 const char *zone) {
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .zones = &zone,
                                 .zone_count = zone ? 1 : 0,
                                 .watchers = &name,
                                 .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &ability));
}

/* Declare a static ability with one continuous effect, which functions on the
 * battlefield. */
static inline void enter_static(strata_builder *b, const char *name,
                                const char *subject, strata_clause_part part) {
  const char *zone = "battlefield";
  strata_clause clause = {.subject = subject, .parts = &part, .part_count = 1};
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .zones = &zone,
                                 .zone_count = 1,
                                 .clauses = &clause,
                                 .clause_count = 1};
  BUILDER_OK(strata_builder_ability(b, &ability));
}

/* Declare a definition with a type, or NULL, and an ability, or NULL. */
static inline void enter_definition(strata_builder *b, const char *name,
                                    const char *type, const char *ability) {
  BUILDER_OK(strata_builder_symbol(b, NULL, name));
  strata_default defaults[3];
  size_t count = 0;
  if (type) {
    defaults[count++] =
        (strata_default){.attr = "types", .names = &type, .name_count = 1};
  }
  if (ability) {
    defaults[count++] = (strata_default){
        .attr = "abilities", .names = &ability, .name_count = 1};
  }
  defaults[count++] = (strata_default){.attr = "power", .text = "2"};
  strata_definition_desc definition = {
      .name = name, .defaults = defaults, .default_count = count};
  BUILDER_OK(strata_builder_definition(b, &definition));
}

/*
 * Lands (islands): tapland, which enters tapped. Elves: elf_card; hydra, which
 * enters with as many counters as its power; clone, which enters as a copy of a
 * chosen elf; shy, which cannot enter if it is a wall. Other cards, whose
 * abilities function on the battlefield:
 *   kismet   elves enter tapped         orb     all objects enter tapped
 *   chill    objects without abilities enter with one counter
 *   moon     islands on the battlefield have no abilities
 *   jailer   cards in the graveyard have no abilities
 *   wave     elves are walls            teacher elves have the hydra's ability
 *   anthem   elves have 5 power
 *   seal     objects in the graveyard cannot enter; never true, because the
 *            test is on the object as it would be on the battlefield
 *   cage     the same, with the test on the card as it is (as_is)
 *   wall_ban walls cannot enter
 * The program of "all_in" moves all libraries to the battlefield at once.
 */
static inline void enter_cards(strata_builder *b) {
  const strata_watcher_role replace = STRATA_ROLE_REPLACE;
  const strata_watcher_role cant = STRATA_ROLE_CANT;
  enter_code(b, "tapped_self", replace, true, "it = this",
             CHANGE("tapped", "true"));
  enter_code(b, "grow", replace, true, "it = this",
             CHANGE("plus", "event.plus + this.power"));
  enter_code(b, "kismet", replace, false, "types has 'elf'",
             CHANGE("tapped", "true"));
  enter_code(b, "orb", replace, false, NULL, CHANGE("tapped", "true"));
  enter_code(b, "chill", replace, false, "abilities = none",
             CHANGE("plus", "event.plus + 1"));
  enter_code(b, "seal", cant, false, "zone = 'graveyard'",
             (strata_instruction){0});
  enter_code(b, "wall_ban", cant, false, "types has 'wall'",
             (strata_instruction){0});
  enter_code(b, "shy", cant, true, "it = this and types has 'wall'",
             (strata_instruction){0});
  strata_watcher_desc cage = {
      .name = "cage",
      .role = cant,
      .event = "enter",
      .as_is = true,
      .tests = &(strata_event_test){"who", "zone = 'graveyard'"},
      .test_count = 1};
  BUILDER_OK(strata_builder_watcher(b, &cage));
  static const char *const here[] = {"kismet", "orb",  "chill",
                                     "seal",   "cage", "wall_ban"};
  for (size_t i = 0; i < ST_COUNT_OF(here); i++) {
    enter_ability(b, here[i], "battlefield");
    enter_definition(b, here[i], NULL, here[i]);
  }
  strata_watcher_desc all_in = {
      .name = "all_in",
      .role = STRATA_ROLE_TRIGGER,
      .event = "enter",
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "move",
             .who = "zone = 'library'",
             MANY(ARG("who", "it"), ARG("to", "'battlefield'"))})};
  BUILDER_OK(strata_builder_watcher(b, &all_in));
  strata_watcher_desc clone = {
      .name = "clone",
      .role = replace,
      .event = "enter",
      .rank = "copy",
      .own = true,
      .tests = &(strata_event_test){"who", "it = this"},
      .test_count = 1,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_CHOOSE,
             .who = "zone = 'battlefield' and types has 'elf'",
             .as = "chosen"},
            CHANGE("copy_of", "$chosen"))};
  BUILDER_OK(strata_builder_watcher(b, &clone));
  enter_ability(b, "clone", "battlefield");
  enter_definition(b, "clone", "elf", "clone");
  enter_ability(b, "tapped_self", "battlefield");
  enter_ability(b, "grow", "battlefield");
  enter_ability(b, "shy", NULL);
  static const char *const grow[] = {"grow"};
  enter_static(b, "moon", "zone = 'battlefield' and types has 'island'",
               (strata_clause_part){.attr = "abilities",
                                    .layer = "ability",
                                    .op = STRATA_OP_CLEAR});
  enter_static(b, "jailer", "zone = 'graveyard'",
               (strata_clause_part){.attr = "abilities",
                                    .layer = "ability",
                                    .op = STRATA_OP_CLEAR});
  enter_static(b, "wave", "types has 'elf' and zone = 'battlefield'",
               (strata_clause_part){.attr = "types",
                                    .layer = "type",
                                    .op = STRATA_OP_ADD,
                                    .operand = "'wall'"});
  enter_static(b, "teacher", "types has 'elf' and zone = 'battlefield'",
               (strata_clause_part){.attr = "abilities",
                                    .layer = "ability",
                                    .op = STRATA_OP_ADD,
                                    .names = grow,
                                    .name_count = 1});
  enter_static(b, "anthem", "types has 'elf' and zone = 'battlefield'",
               (strata_clause_part){.attr = "power",
                                    .layer = "pt.set",
                                    .op = STRATA_OP_SET,
                                    .operand = "5"});
  static const char *const statics[] = {"moon", "jailer", "wave", "teacher",
                                        "anthem"};
  for (size_t i = 0; i < ST_COUNT_OF(statics); i++) {
    enter_definition(b, statics[i], NULL, statics[i]);
  }
  enter_definition(b, "tapland", "island", "tapped_self");
  enter_definition(b, "hydra", "elf", "grow");
  enter_definition(b, "shy", "elf", "shy");
  enter_definition(b, "elf_card", "elf", NULL);
  enter_definition(b, "wall_card", "wall", NULL);
}

/* -- A stage -- */

typedef struct stage {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  st_execution exec;
  strata_error error;
  strata_entity alice, bob;
} stage;

static inline strata_entity spawn_there(stage *s, const char *name,
                                        const char *zone) {
  strata_entity out;
  OK(strata_spawn_as(s->world,
                     strata_rules_find(s->rules, STRATA_NAME_DEFINITION, name),
                     &out));
  const st_zone *to = st_zone_find(s->rules, stage_symbol(s->rules, zone));
  const st_zone_move move = {.slot = st_slot_of(out),
                             .zone = to,
                             .player = to->shared ? 0 : st_slot_of(s->alice),
                             .stays_same_object = true};
  OK(st_mutator_move(&s->world->change, &move, &out));
  uint64_t alice = s->alice;
  OK(st_mutator_set_base(&s->world->change, stage_attr(s->rules, "owner"),
                         st_slot_of(out), &alice));
  return out;
}

static inline strata_entity have(stage *s, const char *name) {
  return spawn_there(s, name, "battlefield");
}

static inline void stage_open_with(stage *s, void (*more)(strata_builder *)) {
  *s = (stage){0};
  strata_builder *b = play_builder(&s->probe);
  enter_kinds(b);
  enter_cards(b);
  if (more) more(b);
  s->rules = play_freeze(b);
  strata_builder_free(b);
  strata_world_config config = {.alloc = probe_alloc, .alloc_user = &s->probe};
  OK(strata_world_new(s->rules, &config, &s->world));
  OK(strata_spawn(s->world, &s->alice));
  OK(strata_spawn(s->world, &s->bob));
  st_execution_init(&s->exec, &s->world->change, &s->error);
}

static inline void stage_open(stage *s) {
  stage_open_with(s, NULL);
}

static inline void stage_close(stage *s) {
  st_execution_fini(&s->exec);
  strata_world_free(s->world);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static inline strata_status try_move(stage *s, strata_entity who,
                                     const char *to, bool *open) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)who, stage_symbol(s->rules, to), (int64_t)s->alice};
  const st_zone *zone = st_zone_find(s->rules, stage_symbol(s->rules, to));
  if (zone->shared) words[2] = 0;
  st_action_request request = {
      .event_type = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "move"),
      .words = words};
  return st_action_begin(&s->exec, &request, open);
}

/* Answer each decision with its first option: in these tests the order of the
 * options makes no difference. Returns the number of decisions. */
static inline uint32_t answer_all(stage *s, bool open) {
  uint32_t asked = 0;
  const uint32_t first = 0;
  for (; open; asked++) {
    st_new_answer answer = {.decision =
                                st_decision_find_unanswered(&s->world->store),
                            .options = &first,
                            .count = 1};
    OK(st_action_answer(&s->exec, &answer, &open));
  }
  return asked;
}

/* Let an entity enter the battlefield. Returns the object that it has become, 0
 * if it could not enter. */
static inline strata_entity enter(stage *s, strata_entity who) {
  bool open = false;
  OK(try_move(s, who, "battlefield", &open));
  answer_all(s, open);
  if (st_entity_slot(&s->world->store, who) != 0) return 0;
  return strata_successor(s->world, who);
}

static inline strata_entity enter_from(stage *s, const char *name,
                                       const char *zone) {
  return enter(s, spawn_there(s, name, zone));
}

static inline void create(stage *s, const char *name, int64_t count) {
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)s->alice, count, stage_symbol(s->rules, name)};
  st_action_request request = {.event_type = strata_rules_find(
                                   s->rules, STRATA_NAME_EVENT_TYPE, "create"),
                               .words = words};
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  answer_all(s, open);
}

static inline int64_t number(stage *s, strata_entity who, const char *name) {
  int64_t value = -1;
  OK(strata_get_int(s->world, who, stage_attr(s->rules, name), &value));
  return value;
}

static inline bool tapped(stage *s, strata_entity who) {
  return number(s, who, "tapped") != 0;
}

/* How many live entities a predicate holds of. */
static inline uint32_t how_many(stage *s, const char *predicate) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  cr_assert(eq(int, strata_expr_parse(s->rules, predicate, &expr, &error), 0),
            "%s", error.text);
  const uint64_t *bits;
  uint32_t words;
  uint32_t count = 0;
  OK(st_eval_select(&s->world->eval, expr, 0, &bits, &words));
  for (uint32_t w = 0; w < words; w++) {
    count += st_count_bits(bits[w]);
  }
  strata_expr_free(expr);
  return count;
}

#endif
