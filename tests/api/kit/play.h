/* play.h - a builder of rules with events, for tests of their declarations.
 * Functions are static, because each test uses only some of them. */
#ifndef STRATA_TESTS_API_KIT_PLAY_H
#define STRATA_TESTS_API_KIT_PLAY_H

#include "game.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define NAMED(to, text)                                                        \
  .arguments = &(strata_argument){.name = (to), .value = (text)},              \
  .argument_count = 1
#define ARGUMENTS(...)                                                         \
  .arguments = (const strata_argument[]){__VA_ARGS__},                         \
  .argument_count = COUNT(((const strata_argument[]){__VA_ARGS__}))
#define INSIDE(...)                                                            \
  .inner = (const strata_instruction[]){__VA_ARGS__},                          \
  .inner_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define DOES(...)                                                              \
  .does = (const strata_instruction[]){__VA_ARGS__},                           \
  .does_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define PARTS(...)                                                             \
  .contains = STRATA_CONTAINMENT_RESULTS,                                      \
  .parts = (const strata_instruction[]){__VA_ARGS__},                          \
  .part_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define FIELDS .fields = fields, .field_count = 3

static const strata_field_desc fields[] = {
    {"who", STRATA_REF}, {"amount", STRATA_INT}, {"to", STRATA_SYM}};
static const strata_field_desc given[] = {{"target", STRATA_REF}};

/* Attributes power, plus (counter), note, abilities, types (elf, wall), owner;
 * zone pile; definition token; clock turn; class self; handler house; event
 * type hit (who, amount, to) with alias big; watcher definitions late, a
 * trigger, and shield. */
static inline strata_builder *builder(kit_mem *mem) {
  static const char *const types[] = {"elf", "wall"};
  static const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT},
      {.name = "plus", .type = STRATA_INT, .counter = true, .kind = "+1/+1"},
      {.name = "note", .type = STRATA_TEXT},
      {.name = "abilities", .type = STRATA_ABILITIES},
      {.name = "owner", .type = STRATA_REF},
      {.name = "types",
       .type = STRATA_SET,
       .symbols = types,
       .symbol_count = 2}};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  for (size_t i = 0; i < COUNT(attributes); i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  OK(strata_builder_zone(b, &(strata_zone_desc){.name = "pile"}));
  OK(strata_builder_definition(b, &(strata_definition_desc){.name = "token"}));
  OK(strata_builder_clock(b, "turn"));
  OK(strata_builder_replacement_class(b, "self"));
  OK(strata_builder_handler(b, "house", 0));
  strata_event_type_desc hit = {.name = "hit", FIELDS, .affected = "who"};
  strata_event_type_desc big = {
      .name = "big", .of = "hit", .where = "event.amount > 5"};
  strata_watcher_desc late = {.name = "late",
                              .role = STRATA_ROLE_TRIGGER,
                              .event = "hit",
                              .names = given,
                              .name_count = 1};
  strata_watcher_desc never = {
      .name = "shield", .role = STRATA_ROLE_CANT, .event = "big"};
  OK(strata_builder_event_type(b, &hit));
  OK(strata_builder_event_type(b, &big));
  OK(strata_builder_watcher(b, &late));
  OK(strata_builder_watcher(b, &never));
  return b;
}

static inline strata_rules *frozen(strata_builder *b) {
  strata_rules *rules = NULL;
  cr_assert(eq(int, strata_builder_freeze(b, &rules), STRATA_OK), "%s",
            strata_builder_error(b));
  return rules;
}

static inline uint64_t hash_now(strata_builder *b) {
  strata_rules *rules = frozen(b);
  uint64_t hash = strata_rules_hash(rules);
  strata_rules_free(rules);
  return hash;
}

static inline void refuses(strata_builder *b, strata_status got,
                           strata_status want, const char *message) {
  cr_expect(eq(int, got, want), "%s", strata_builder_error(b));
  cr_expect(eq(str, TEXT(strata_builder_error(b)), TEXT(message)));
}

static inline void close_builder(strata_builder *b, const kit_mem *mem) {
  strata_builder_free(b);
  cr_expect(eq(sz, mem->live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, mem->wrong_size, 0), "old_size was not exact");
}

#define TRIGGER .name = "x", .role = STRATA_ROLE_TRIGGER, .event = "hit"
#define REPLACE .name = "x", .role = STRATA_ROLE_REPLACE, .event = "hit"
#define CANT    .name = "x", .role = STRATA_ROLE_CANT, .event = "hit"
#define PREVENT .name = "x", .role = STRATA_ROLE_PREVENT, .event = "hit"

struct event_mistake {
  strata_event_type_desc event;
  strata_status want;
  const char *message;
};

struct code_mistake {
  strata_watcher_desc code;
  strata_status want;
  const char *message;
};

#endif
