/* watcher_stage.h - fixture: the builder of rules_stage.h with event types, for
 * the tests of programs and watchers. */
#ifndef STRATA_TESTS_UNIT_RULES_WATCHER_STAGE_H
#define STRATA_TESTS_UNIT_RULES_WATCHER_STAGE_H

#include "rules/model/watcher_def.h"
#include "rules_stage.h"

/*
 * Clock turn; definition token; handler "house"; replacement classes self and
 * copy; counters `plus` of kind +1/+1. The event types, which have no programs:
 *   hit    who REF, source REF, amount INT, combat FLAG: affected, amount
 *   move   who REF, to SYM, player REF, tapped FLAG
 *   enter  of move: event.to = 'battlefield'
 */
static const strata_field_desc hit_fields[] = {{"who", STRATA_REF},
                                               {"source", STRATA_REF},
                                               {"amount", STRATA_INT},
                                               {"combat", STRATA_FLAG}};
static const strata_field_desc move_fields[] = {{"who", STRATA_REF},
                                                {"to", STRATA_SYM},
                                                {"player", STRATA_REF},
                                                {"tapped", STRATA_FLAG}};
static const strata_event_type_desc hit_event = {.name = "hit",
                                                 .fields = hit_fields,
                                                 .field_count = 4,
                                                 .affected = "who",
                                                 .amount = "amount"};
static const strata_event_type_desc move_event = {
    .name = "move", .fields = move_fields, .field_count = 4, .affected = "who"};
static const strata_event_type_desc enter_event = {
    .name = "enter", .of = "move", .where = "event.to = 'battlefield'"};

static inline strata_builder *play_builder(probe *p) {
  strata_builder *b = stage_builder(p);
  strata_attribute plus = {
      .name = "plus", .type = STRATA_INT, .counter = true, .kind = "+1/+1"};
  strata_definition_desc token = {.name = "token"};
  BUILDER_OK(strata_builder_attribute(b, &plus));
  BUILDER_OK(strata_builder_definition(b, &token));
  BUILDER_OK(strata_builder_clock(b, "turn"));
  BUILDER_OK(strata_builder_handler(b, "house", 17));
  BUILDER_OK(strata_builder_replacement_class(b, "self"));
  BUILDER_OK(strata_builder_replacement_class(b, "copy"));
  return b;
}

static inline void play_event_types(strata_builder *b) {
  BUILDER_OK(strata_builder_event_type(b, &hit_event));
  BUILDER_OK(strata_builder_event_type(b, &move_event));
  BUILDER_OK(strata_builder_event_type(b, &enter_event));
}

static inline strata_rules *play_freeze(strata_builder *b) {
  strata_rules *rules = NULL;
  BUILDER_OK(strata_builder_freeze(b, &rules));
  return rules;
}

static inline const st_event_type *play_event_type(const strata_rules *rules,
                                                   const char *name) {
  return st_event_type_get(
      rules, strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, name));
}

static inline const st_watcher_def *play_watcher_def(const strata_rules *rules,
                                                     const char *name) {
  return st_watcher_def_get(
      rules, strata_rules_find(rules, STRATA_NAME_WATCHER_DEF, name));
}

static inline strata_field play_field(const strata_rules *rules,
                                      const char *name) {
  strata_field field = strata_rules_find(rules, STRATA_NAME_FIELD, name);
  cr_assert(field != 0, "no field %s", name);
  return field;
}

/* Arguments of an instruction, inner instructions, and programs. */
#define ONE(text)                                                              \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define ARG(to, text)                                                          \
  { .name = (to), .value = (text) }
#define MANY(...)                                                              \
  .arguments = (const strata_argument[]){__VA_ARGS__},                         \
  .argument_count = ST_COUNT_OF(((const strata_argument[]){__VA_ARGS__}))
#define INSIDE(...)                                                            \
  .inner = (const strata_instruction[]){__VA_ARGS__},                          \
  .inner_count = ST_COUNT_OF(((const strata_instruction[]){__VA_ARGS__}))
#define DEEDS(member, number, ...)                                             \
  .member = (const strata_instruction[]){__VA_ARGS__},                         \
  .number = ST_COUNT_OF(((const strata_instruction[]){__VA_ARGS__}))

#endif
