/* settle_stage.h - fixture: rules with state-based actions, triggered
 * abilities, a stack and turns, and a world by these rules, for the tests of
 * play/settle.
 */
#ifndef STRATA_TESTS_UNIT_PLAY_SETTLE_STAGE_H
#define STRATA_TESTS_UNIT_PLAY_SETTLE_STAGE_H

#include "api/world/api_world.h"
#include "play/action/action.h"
#include "play/action/execution_lifetime.h"
#include "play/execution/execution.h"
#include "unit/rules/watcher_stage.h"
#include "world/tables/event_log.h"
#include "world/tables/pending_triggers.h"

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* -- Rules -- */

static const strata_field_desc who_fields[] = {{"who", STRATA_REF}};
static const strata_field_desc sum_fields[] = {{"who", STRATA_REF},
                                               {"amount", STRATA_INT}};
static const strata_field_desc lose_fields[] = {{"who", STRATA_REF},
                                                {"reason", STRATA_SYM}};

static inline void add_attr(strata_builder *b, const char *name,
                            strata_type type) {
  strata_attribute attr = {.name = name, .type = type, .unlayered = true};
  BUILDER_OK(strata_builder_attribute(b, &attr));
}

static inline void add_zone(strata_builder *b, const char *name) {
  strata_zone_desc zone = {.name = name, .shared = true, .ordered = true};
  BUILDER_OK(strata_builder_zone(b, &zone));
}

/* Declare an event type with one field, `who`, and a program of one
 * instruction, or NULL. */
static inline void add_kind(strata_builder *b, const char *name,
                            const strata_instruction *does) {
  strata_event_type_desc kind = {.name = name,
                                 .fields = who_fields,
                                 .field_count = 1,
                                 .affected = "who",
                                 .does = does,
                                 .does_count = does ? 1 : 0};
  BUILDER_OK(strata_builder_event_type(b, &kind));
}

static inline void add_sum(strata_builder *b, const char *name,
                           const char *attr, const char *value) {
  strata_event_type_desc kind = {
      .name = name,
      .fields = sum_fields,
      .field_count = 2,
      .affected = "who",
      DEEDS(
          does, does_count,
          {.op = STRATA_DO_ADD, .what = attr, .who = "event.who", ONE(value)})};
  BUILDER_OK(strata_builder_event_type(b, &kind));
}

static inline void add_settle_kinds(strata_builder *b) {
  add_sum(b, "gain", "life", "event.amount");
  add_sum(b, "mark", "damage", "event.amount");
  add_kind(b, "draw_none",
           &(strata_instruction){.op = STRATA_DO_SET,
                                 .what = "drew",
                                 .who = "event.who",
                                 ONE("true")});
  add_kind(b, "bury",
           &(strata_instruction){
               .op = STRATA_DO_MOVE, .what = "grave", .who = "event.who"});
  strata_event_type_desc destroy = {
      .name = "destroy",
      .fields = who_fields,
      .field_count = 1,
      .affected = "who",
      .can = "not event.who.hard",
      DEEDS(does, does_count,
            {.op = STRATA_DO_MOVE, .what = "grave", .who = "event.who"})};
  BUILDER_OK(strata_builder_event_type(b, &destroy));
  strata_event_type_desc lose = {.name = "lose",
                                 .fields = lose_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_ADD,
                                        .what = "losses",
                                        .who = "event.who",
                                        ONE("1")})};
  BUILDER_OK(strata_builder_event_type(b, &lose));
}

static inline void add_check(strata_builder *b, const char *name,
                             const char *who, const char *what) {
  strata_sba_desc check = {
      .name = name,
      .who = who,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT, .what = what, MANY(ARG("who", "it"))})};
  BUILDER_OK(strata_builder_sba(b, &check));
}

static inline void add_checks(strata_builder *b) {
  static const char *const drew[] = {"drew"};
  add_check(b, "lethal",
            "zone = 'battlefield' and toughness > 0 and damage >= toughness",
            "destroy");
  add_check(b, "touched", "zone = 'battlefield' and touched", "destroy");
  add_check(b, "broke", "player and life <= 0 and losses = 0", "lose");
  strata_sba_desc milled = {
      .name = "milled",
      .who = "player and drew",
      .resets = drew,
      .reset_count = 1,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "lose",
             MANY(ARG("who", "it"), ARG("reason", "'rare'"))})};
  BUILDER_OK(strata_builder_sba(b, &milled));
  strata_sba_desc legend = {
      .name = "legend",
      .who = "zone = 'battlefield' and legendary",
      .keep_by = {"rarity", "controller"},
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT, .what = "bury", MANY(ARG("who", "it"))})};
  BUILDER_OK(strata_builder_sba(b, &legend));
}

static const strata_field_desc by_fields[] = {{"much", STRATA_INT}};

static inline void add_trigger(strata_builder *b, const char *name,
                               const char *event, const char *only_if,
                               const strata_instruction *deeds, size_t count) {
  strata_watcher_desc code = {.name = name,
                              .role = STRATA_ROLE_TRIGGER,
                              .event = event,
                              .only_if = only_if,
                              .names = by_fields,
                              .name_count = 1,
                              .program = deeds,
                              .instruction_count = count};
  BUILDER_OK(strata_builder_watcher(b, &code));
}

#define TRIGGER(b, name, event, only_if, ...)                                  \
  add_trigger(b, name, event, only_if,                                         \
              (const strata_instruction[]){__VA_ARGS__},                       \
              ST_COUNT_OF(((const strata_instruction[]){__VA_ARGS__})))

static inline void add_triggers(strata_builder *b) {
  add_kind(b, "triggered", NULL);
  TRIGGER(b, "feed", "gain", NULL,
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           MANY(ARG("who", "$you"), ARG("amount", "$much"))});
  TRIGGER(b, "double", "gain", NULL,
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           MANY(ARG("who", "$you"), ARG("amount", "$you.life"))});
  TRIGGER(b, "if_poor", "gain", "$you.life < 10",
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           MANY(ARG("who", "$you"), ARG("amount", "$much"))});
  TRIGGER(b, "above", "triggered", NULL,
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           MANY(ARG("who", "$you"), ARG("amount", "$much"))});
  TRIGGER(b, "shock", "gain", NULL,
          {.op = STRATA_DO_CHOOSE,
           .as = "whom",
           .who = "zone = 'battlefield' and not hard",
           .flags = STRATA_INSTRUCTION_TARGET},
          {.op = STRATA_DO_EMIT,
           .what = "mark",
           .when = "$whom != none",
           MANY(ARG("who", "$whom"), ARG("amount", "$much"))},
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           MANY(ARG("who", "$you"), ARG("amount", "1"))});
  static const char *const modes[] = {"elf", "wall"};
  TRIGGER(b, "either", "gain", NULL,
          {.op = STRATA_DO_CHOOSE,
           .what = "word",
           .as = "mode",
           .arguments = &(
               strata_argument){.name = "of", .names = modes, .name_count = 2},
           .argument_count = 1,
           .flags = STRATA_INSTRUCTION_TARGET},
          {.op = STRATA_DO_CHOOSE,
           .as = "whom",
           .who = "zone = 'battlefield'",
           .when = "$mode = 'elf'",
           MANY(ARG("least", "0")),
           .flags = STRATA_INSTRUCTION_TARGET},
          {.op = STRATA_DO_EMIT,
           .what = "bury",
           .when = "$whom != none",
           MANY(ARG("who", "$whom"))},
          {.op = STRATA_DO_EMIT,
           .what = "gain",
           .when = "$mode = 'wall'",
           MANY(ARG("who", "$you"), ARG("amount", "7"))});
  strata_watcher_desc may = {
      .name = "may_feed",
      .role = STRATA_ROLE_TRIGGER,
      .event = "gain",
      .optional = true,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT,
             .what = "gain",
             MANY(ARG("who", "$you"), ARG("amount", "3"))})};
  BUILDER_OK(strata_builder_watcher(b, &may));
}

static const strata_play_rules_desc whole_play = {.triggered = "triggered",
                                                  .turn_player = "active",
                                                  .next_player = "next",
                                                  .stack = "stack",
                                                  .resolved = "bury"};

/* -- A stage -- */

typedef struct stage {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  st_execution exec;
  strata_error error;
  strata_entity alice, bob, carol;
  bool open;
} stage;

static inline void write_word(stage *s, strata_entity who, const char *name,
                              int64_t value) {
  const uint64_t word = (uint64_t)value;
  OK(st_mutator_set_base(&s->world->change, stage_attr(s->rules, name),
                         st_entity_slot(&s->world->store, who), &word));
}

static inline int64_t word(const stage *s, strata_entity who,
                           const char *name) {
  const uint64_t *words;
  OK(st_eval_value(s->world->change.eval, stage_attr(s->rules, name),
                   st_entity_slot(&s->world->store, who), &words));
  return (int64_t)words[0];
}

static inline strata_zone zone_of(const stage *s, const char *name) {
  return strata_rules_find(s->rules, STRATA_NAME_ZONE, name);
}

/* A creature on the battlefield. */
static inline strata_entity creature(stage *s, strata_entity of,
                                     int64_t toughness) {
  strata_entity who;
  OK(strata_spawn(s->world, &who));
  strata_move_desc to = {.zone = zone_of(s, "battlefield")};
  OK(strata_move(s->world, who, &to, &who));
  write_word(s, who, "toughness", toughness);
  write_word(s, who, "controller", (int64_t)of);
  return who;
}

static inline strata_rules *stage_rules(probe *p,
                                        const strata_play_rules_desc *play,
                                        void (*more)(strata_builder *)) {
  strata_builder *b = play_builder(p);
  add_zone(b, "grave");
  add_zone(b, "stack");
  add_attr(b, "life", STRATA_INT);
  add_attr(b, "damage", STRATA_INT);
  add_attr(b, "losses", STRATA_INT);
  add_attr(b, "hard", STRATA_FLAG);
  add_attr(b, "touched", STRATA_FLAG);
  add_attr(b, "drew", STRATA_FLAG);
  add_attr(b, "player", STRATA_FLAG);
  add_attr(b, "active", STRATA_FLAG);
  add_attr(b, "legendary", STRATA_FLAG);
  add_attr(b, "next", STRATA_REF);
  add_settle_kinds(b);
  add_checks(b);
  add_triggers(b);
  if (play) BUILDER_OK(strata_builder_play_rules(b, play));
  if (more) more(b);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b);
  return rules;
}

static inline void add_players(stage *s) {
  strata_entity *players[] = {&s->alice, &s->bob, &s->carol};
  for (int i = 0; i < 3; i++) {
    OK(strata_spawn(s->world, players[i]));
    write_word(s, *players[i], "player", 1);
    write_word(s, *players[i], "life", 20);
  }
  /* Bob's turn; then Carol's, then Alice's. */
  write_word(s, s->bob, "active", 1);
  write_word(s, s->bob, "next", (int64_t)s->carol);
  write_word(s, s->carol, "next", (int64_t)s->alice);
  write_word(s, s->alice, "next", (int64_t)s->bob);
}

static inline void open_stage_with(stage *s, const strata_play_rules_desc *play,
                                   void (*more)(strata_builder *)) {
  *s = (stage){0};
  s->rules = stage_rules(&s->probe, play, more);
  const strata_world_config config = {.alloc = probe_alloc,
                                      .alloc_user = &s->probe};
  OK(strata_world_new(s->rules, &config, &s->world));
  add_players(s);
  st_execution_init(&s->exec, &s->world->change, &s->error);
}

static inline void open_stage(stage *s) {
  open_stage_with(s, &whole_play, NULL);
}

static inline void close_stage(stage *s) {
  st_execution_fini(&s->exec);
  strata_world_free(s->world);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

/* -- Acting -- */

static inline strata_status try_event(stage *s, const char *kind,
                                      strata_entity who, int64_t amount,
                                      strata_settle_mode how) {
  const int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)who,
                                                                  amount};
  const st_action_request request = {
      .event_type = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind),
      .words = words,
      .settling = how};
  return st_action_begin(&s->exec, &request, &s->open);
}

static inline void act(stage *s, const char *kind, strata_entity who,
                       int64_t amount, strata_settle_mode how) {
  cr_assert(eq(int, try_event(s, kind, who, amount, how), STRATA_OK), "%s: %s",
            kind, s->error.text);
}

static inline strata_status try_resolve(stage *s, strata_settle_mode how) {
  const st_action_request request = {.resolves_top = true, .settling = how};
  return st_action_begin(&s->exec, &request, &s->open);
}

static inline void resolve(stage *s, strata_settle_mode how) {
  cr_assert(eq(int, try_resolve(s, how), STRATA_OK), "%s", s->error.text);
}

/* Add a pending trigger to the queue. */
static inline void fire(stage *s, const char *code, strata_entity source,
                        strata_entity you, int64_t much, uint32_t count) {
  uint32_t row;
  const st_note name = {st_note_key("much", 4, 0), {.number = much}};
  OK(st_pending_trigger_add(
      &s->world->store,
      &(st_new_pending_trigger){.watcher_def = strata_rules_find(
                                    s->rules, STRATA_NAME_WATCHER_DEF, code),
                                .source = source,
                                .you = you,
                                .count = count,
                                .variables = &name,
                                .variable_count = 1},
      &row));
}

static inline uint32_t open_now(const stage *s) {
  return st_decision_find_unanswered(&s->world->store);
}

static inline st_decision asked(const stage *s) {
  cr_assert(s->open);
  return st_decision_get(&s->world->store, open_now(s));
}

static inline strata_entity option(const stage *s, uint32_t n) {
  return (strata_entity)st_decision_option(&s->world->store, open_now(s), n)
      .value.number;
}

static inline void answer_all(stage *s, const uint32_t *options, size_t count) {
  const st_new_answer answer = {
      .decision = open_now(s), .options = options, .count = count};
  cr_assert(eq(int, st_action_answer(&s->exec, &answer, &s->open), STRATA_OK),
            "%s", s->error.text);
}

static inline void answer(stage *s, uint32_t n) {
  answer_all(s, &n, 1);
}

static inline bool is_in(const stage *s, strata_entity who, const char *zone) {
  uint32_t slot = st_entity_slot(&s->world->store, who);
  return slot != 0 && st_zone_of_slot(&s->world->store, slot) ==
                          st_zone_of(s->rules, zone_of(s, zone));
}

static inline uint32_t stacked(const stage *s) {
  return strata_zone_count(s->world, zone_of(s, "stack"), 0);
}

/* The controller of the n-th object of the stack, from the bottom, from 0. */
static inline strata_entity stack_player(const stage *s, uint32_t n) {
  strata_entity at = 0;
  for (uint32_t i = 0; i <= n; i++) {
    at = strata_zone_next(s->world, zone_of(s, "stack"), 0, at);
  }
  uint32_t row = st_pending_trigger_held_by(
      &s->world->store, st_entity_slot(&s->world->store, at));
  return st_get64(&s->world->store, ST_COLUMN_TRIGGER_YOU, row);
}

/* How often the log has rows of a type. */
static inline uint32_t logged(const stage *s, st_logged what) {
  const st_store *store = &s->world->store;
  uint32_t count = 0;
  st_log_row row;
  for (uint64_t n = st_log_next(store, 0); n != 0; n = st_log_next(store, n)) {
    if (st_log_get(store, n, &row) && row.what == what) count += row.count;
  }
  return count;
}

/* How many events of a type have happened. */
static inline uint32_t happened(const stage *s, const char *kind) {
  const st_store *store = &s->world->store;
  uint32_t id = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, kind);
  uint32_t count = 0;
  st_log_row row;
  for (uint64_t n = st_log_next(store, 0); n != 0; n = st_log_next(store, n)) {
    bool got = st_log_get(store, n, &row) && row.event_type == id;
    if (got && row.what == ST_LOGGED_HAPPENED) count += row.count;
  }
  return count;
}

#endif
