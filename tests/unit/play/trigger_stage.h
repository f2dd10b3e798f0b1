/* trigger_stage.h - fixture: the rules of replacement_stage.h with moves and
 * triggered abilities, and functions to read the pending triggers. */
#ifndef STRATA_TESTS_UNIT_PLAY_TRIGGER_STAGE_H
#define STRATA_TESTS_UNIT_PLAY_TRIGGER_STAGE_H

#include "play/events/trigger_act.h"
#include "play/events/trigger_match.h"
#include "play/events/trigger_record.h"
#include "play/execution/frame.h"
#include "replacement_stage.h"
#include "world/tables/pending_triggers.h"

/*
 * Event types:
 * go       who REF, to SYM, player REF: a move
 * arrive   of go: event.to = 'battlefield'
 * perish   of go: event.to = 'library'; looks back
 * score    who REF, amount INT: adds to `score`; whisper: the same, quiet
 */
static const strata_field_desc go_fields[] = {
    {"who", STRATA_REF}, {"to", STRATA_SYM}, {"player", STRATA_REF}};
static const strata_field_desc given_who[] = {{"whom", STRATA_REF},
                                              {"much", STRATA_INT}};
static const strata_field_desc given_trigger[] = {{"source", STRATA_REF},
                                                  {"controller", STRATA_REF}};

static inline void trigger_kinds(strata_builder *b) {
  add_number(b, "score");
  add_number(b, "health");
  strata_event_type_desc go = {
      .name = "go",
      .fields = go_fields,
      .field_count = 3,
      .affected = "who",
      DEEDS(does, does_count,
            {.op = STRATA_DO_MOVE,
             .who = "event.who",
             MANY(ARG("to", "event.to"), ARG("player", "event.player"))})};
  strata_event_type_desc arrive = {
      .name = "arrive", .of = "go", .where = "event.to = 'battlefield'"};
  strata_event_type_desc perish = {.name = "perish",
                                   .of = "go",
                                   .where = "event.to = 'library'",
                                   .look_back = true};
  strata_event_type_desc score = {.name = "score",
                                  .fields = gain_fields,
                                  .field_count = 2,
                                  .affected = "who",
                                  DEEDS(does, does_count,
                                        {.op = STRATA_DO_ADD,
                                         .what = "score",
                                         .who = "event.who",
                                         ONE("event.amount")})};
  BUILDER_OK(strata_builder_event_type(b, &go));
  BUILDER_OK(strata_builder_event_type(b, &arrive));
  BUILDER_OK(strata_builder_event_type(b, &perish));
  BUILDER_OK(strata_builder_event_type(b, &score));
  score.name = "whisper";
  score.quiet = true;
  BUILDER_OK(strata_builder_event_type(b, &score));
}

#define SCORE(text)                                                            \
  DEEDS(program, instruction_count,                                            \
        {.op = STRATA_DO_EMIT,                                                 \
         .what = "score",                                                      \
         MANY(ARG("who", "$you"), ARG("amount", text))})

/* Declare an ability with the watcher definition of the same name, and an elf
 * with that ability. */
static inline void add_holder(strata_builder *b, const char *name) {
  const char *codes[] = {name};
  const char *elf[] = {"elf"};
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .zones = doubler_zones,
                                 .zone_count = 1,
                                 .watchers = codes,
                                 .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &ability));
  strata_default defaults[] = {
      {.attr = "abilities", .names = codes, .name_count = 1},
      {.attr = "types", .names = elf, .name_count = 1}};
  strata_definition_desc holder = {
      .name = name, .defaults = defaults, .default_count = 2};
  BUILDER_OK(strata_builder_definition(b, &holder));
}

/* Declare a watcher definition, and its holder. */
static inline void add_held(strata_builder *b, strata_watcher_desc code) {
  add_code(b, code);
  add_holder(b, code.name);
}

/* Abilities that trigger on moves. */
static inline void add_watchers(strata_builder *b) {
  add_held(b, (strata_watcher_desc){.name = "last_words",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "perish",
                                    .when = "event.who = this",
                                    SCORE("event.who.power")});
  add_held(b, (strata_watcher_desc){
                  .name = "mourner",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "perish",
                  .tests = &(strata_event_test){"who", "types has 'elf'"},
                  .test_count = 1,
                  SCORE("1")});
  add_held(b, (strata_watcher_desc){
                  .name = "greeter",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "arrive",
                  .tests = &(strata_event_test){"who", "types has 'elf'"},
                  .test_count = 1,
                  SCORE("event.who.power")});
  add_held(b, (strata_watcher_desc){.name = "chronicler",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "perish",
                                    .batch = true,
                                    SCORE("1")});
  add_held(b, (strata_watcher_desc){
                  .name = "grave_robber",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "perish",
                  .immediate = true,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_EMIT,
                         .what = "score",
                         MANY(ARG("who", "event.who"), ARG("amount", "9"))})});
  add_code(b, (strata_watcher_desc){.name = "until_perish",
                                    .role = STRATA_ROLE_UNTIL,
                                    .event = "perish",
                                    SCORE("1")});
  add_held(b, (strata_watcher_desc){.name = "rare_mourner",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "perish",
                                    .per_clock = 2,
                                    .clock = "turn",
                                    SCORE("1")});
  add_held(b, (strata_watcher_desc){.name = "echo",
                                    .role = STRATA_ROLE_MORE,
                                    .event = "go",
                                    .names = given_trigger,
                                    .name_count = 2,
                                    .when = "$source.power < 50"});
  add_held(b, (strata_watcher_desc){.name = "great_echo",
                                    .role = STRATA_ROLE_MORE,
                                    .event = "perish",
                                    .amount = "this.power"});
  add_held(b, (strata_watcher_desc){.name = "strong_echo",
                                    .role = STRATA_ROLE_MORE,
                                    .event = "perish",
                                    .when = "event.who.power > 8"});
  add_held(b, (strata_watcher_desc){.name = "silence",
                                    .role = STRATA_ROLE_NEVER,
                                    .event = "arrive"});
}

/* Abilities that trigger on gain and score. */
static inline void add_listeners(strata_builder *b) {
  add_held(b, (strata_watcher_desc){.name = "listener",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "gain",
                                    .when = "event.amount > 2",
                                    .only_if = "event.who.life < 10",
                                    SCORE("event.amount")});
  add_held(b, (strata_watcher_desc){.name = "hasty",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "gain",
                                    .immediate = true,
                                    SCORE("event.amount")});
  add_held(b, (strata_watcher_desc){.name = "shy",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "gain",
                                    .only_if = "count(score > 0) = 0",
                                    .immediate = true,
                                    .optional = true,
                                    SCORE("event.amount")});
  add_held(b, (strata_watcher_desc){.name = "chained",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "score",
                                    .when = "event.amount < 4",
                                    .immediate = true,
                                    SCORE("event.amount + 1")});
  add_held(b, (strata_watcher_desc){.name = "eavesdropper",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "whisper",
                                    SCORE("event.amount")});
  add_held(b, (strata_watcher_desc){.name = "poor",
                                    .role = STRATA_ROLE_STATE,
                                    .when = "this.health < 3",
                                    SCORE("100")});
  add_held(b, (strata_watcher_desc){.name = "gain_echo",
                                    .role = STRATA_ROLE_MORE,
                                    .event = "gain"});
  add_held(b, (strata_watcher_desc){.name = "scored",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "gain",
                                    .when = "this.score = 0",
                                    .only_if = "count(score > 30) = 1",
                                    SCORE("1")});
  add_held(b, (strata_watcher_desc){.name = "fed_watcher",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "feed",
                                    SCORE("event.amount")});
  add_code(b, (strata_watcher_desc){.name = "next_gain",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "gain",
                                    .names = given_who,
                                    .name_count = 2,
                                    .when = "event.who = $whom",
                                    SCORE("event.amount + $much")});
  add_code(b, (strata_watcher_desc){.name = "until_gain",
                                    .role = STRATA_ROLE_UNTIL,
                                    .event = "gain",
                                    .names = given_who,
                                    .name_count = 2,
                                    SCORE("$much")});
}

/* Watcher definitions whose programs the tests run as actions. */
static inline void add_doings(strata_builder *b) {
  add_code(b, (strata_watcher_desc){
                  .name = "sweep",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_EMIT,
                         .what = "go",
                         .who = "types has 'elf'",
                         MANY(ARG("who", "it"), ARG("to", "'library'"),
                              ARG("player", "$you"))})});
  add_code(b, (strata_watcher_desc){
                  .name = "gather",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_EMIT,
                         .what = "go",
                         .who = "types has 'elf'",
                         MANY(ARG("who", "it"), ARG("to", "'battlefield'"))})});
  add_code(
      b, (strata_watcher_desc){.name = "all_bite",
                               .role = STRATA_ROLE_TRIGGER,
                               .event = "die",
                               .names = given_two,
                               .name_count = 4,
                               DEEDS(program, instruction_count,
                                     {.op = STRATA_DO_EMIT,
                                      .what = "bite",
                                      .who = "types has 'elf'",
                                      .times = "2",
                                      MANY(ARG("who", "it"), ARG("cause", "it"),
                                           ARG("amount", "it.power"))})});
  add_code(b, (strata_watcher_desc){.name = "when_done",
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "die",
                                    .names = given_who,
                                    .name_count = 2,
                                    .only_if = "$much > 1",
                                    SCORE("$much")});
  add_code(b, (strata_watcher_desc){
                  .name = "reflect",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_TRIGGER,
                         .what = "when_done",
                         MANY(ARG("whom", "$who"), ARG("much", "$first"))})});
  add_code(b, (strata_watcher_desc){
                  .name = "promise",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_WATCH,
                         .what = "next_gain",
                         MANY(ARG("whom", "$who"), ARG("much", "$first"))})});
  add_code(
      b,
      (strata_watcher_desc){
          .name = "gain_twice",
          .role = STRATA_ROLE_TRIGGER,
          .event = "die",
          .names = given_two,
          .name_count = 4,
          DEEDS(
              program, instruction_count,
              {.op = STRATA_DO_TOGETHER,
               INSIDE({.op = STRATA_DO_EMIT,
                       .what = "gain",
                       MANY(ARG("who", "$who"), ARG("amount", "$first"))},
                      {.op = STRATA_DO_EMIT,
                       .what = "gain",
                       MANY(ARG("who", "$who"), ARG("amount", "$second"))})})});
}

/* An elf that gives all elves +1 power. */
static inline void add_lord(strata_builder *b) {
  const char *names[] = {"lord"};
  const char *elf[] = {"elf"};
  strata_clause_part part = {.attr = "power",
                             .layer = "pt.modify",
                             .op = STRATA_OP_ADD,
                             .operand = "1"};
  strata_clause clause = {
      .subject = "types has 'elf'", .parts = &part, .part_count = 1};
  strata_ability_desc ability = {.name = "lord",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .zones = doubler_zones,
                                 .zone_count = 1,
                                 .clauses = &clause,
                                 .clause_count = 1};
  BUILDER_OK(strata_builder_ability(b, &ability));
  strata_default defaults[] = {
      {.attr = "abilities", .names = names, .name_count = 1},
      {.attr = "types", .names = elf, .name_count = 1}};
  strata_definition_desc lord = {
      .name = "lord", .defaults = defaults, .default_count = 2};
  BUILDER_OK(strata_builder_definition(b, &lord));
}

static inline void trigger_rules(strata_builder *b) {
  trigger_kinds(b);
  add_watchers(b);
  add_listeners(b);
  add_doings(b);
  add_lord(b);
}

static inline void open_triggers(stage *s) {
  open_stage_with(s, trigger_rules);
}

/* -- Entities -- */

static inline strata_entity put_in(stage *s, const char *name, const char *zone,
                                   strata_entity player) {
  strata_entity who;
  strata_entity there;
  strata_move_desc move = {
      .zone = strata_rules_find(s->rules, STRATA_NAME_ZONE, zone),
      .player = player};
  OK(strata_spawn_as(s->world,
                     strata_rules_find(s->rules, STRATA_NAME_DEFINITION, name),
                     &who));
  OK(strata_move(s->world, who, &move, &there));
  return there;
}

static inline strata_entity put(stage *s, const char *name) {
  return put_in(s, name, "battlefield", 0);
}

static inline void set_number(stage *s, strata_entity who, const char *name,
                              int64_t value) {
  strata_value v = {.type = STRATA_INT, .integer = value};
  OK(strata_set_base(s->world, who, stage_attr(s->rules, name), &v));
}

/* -- Pending triggers -- */

/* How often a watcher definition, or NULL: any, has triggered. */
static inline uint32_t fired_count(const stage *s, const char *code) {
  const st_store *store = &s->world->store;
  uint32_t id = code ? code_of(s, code) : 0;
  uint32_t count = 0;
  for (uint32_t row = st_pending_trigger_first(store); row != 0;
       row = st_pending_trigger_next(store, row)) {
    if (id == 0 || st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) == id) {
      count += st_get32(store, ST_COLUMN_TRIGGER_COUNT, row);
    }
  }
  return count;
}

/* The first row of a watcher definition in the queue. */
static inline uint32_t fired_row(const stage *s, const char *code) {
  const st_store *store = &s->world->store;
  uint32_t row = st_pending_trigger_first(store);
  for (; row != 0; row = st_pending_trigger_next(store, row)) {
    if (st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) == code_of(s, code))
      break;
  }
  cr_assert(row != 0, "%s has not triggered", code);
  return row;
}

/* The value of the n-th argument in the program of a row, if the row resolved
 * now. */
static inline int64_t says(stage *s, uint32_t row, uint32_t n) {
  uint32_t frame;
  int64_t value = 0;
  st_execution_reset(&s->exec);
  OK(st_trigger_new_frame(&s->exec, row, &frame));
  const st_program *deeds = st_frame_get(&s->exec, frame)->program;
  OK(st_frame_eval(&s->exec, frame, deeds->arguments[n].value, 0, &value));
  st_execution_reset(&s->exec);
  return value;
}

/* Empty the queue. */
static inline void forget_fired(stage *s) {
  st_store *store = &s->world->store;
  while (st_pending_trigger_first(store) != 0) {
    OK(st_pending_trigger_remove(store, st_pending_trigger_first(store)));
  }
}

/* The number of log rows in which a watcher definition has triggered. */
static inline uint32_t logged(const stage *s, const char *code) {
  const st_store *store = &s->world->store;
  uint32_t count = 0;
  st_log_row row;
  for (uint64_t n = st_log_next(store, 0); n != 0; n = st_log_next(store, n)) {
    if (st_log_get(store, n, &row) && row.what == ST_LOGGED_TRIGGERED &&
        row.watcher_def == code_of(s, code)) {
      count += row.count;
    }
  }
  return count;
}

#endif
