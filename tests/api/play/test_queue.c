/* A queue of ten thousand triggers that wait at the same time. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(queue, .timeout = 300);

enum { WAITING = 10000 };

#define D(name)     .op = STRATA_DO_##name
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* `peal` is so many `ring` at once, numbered; whoever hears a ring counts it,
 * in the order in which they are heard. */
static strata_rules *peal_rules(kit_mem *mem) {
  static const strata_field_desc number = {"number", STRATA_INT};
  static const strata_argument its_number = {.name = "number", .value = "$i"};
  static const strata_argument heard = {.name = "number",
                                        .value = "event.number"};
  static const strata_argument one = {.value = "1"};
  static const strata_argument last = {.value = "event.number"};
  static const strata_instruction rings = {
      D(EMIT), .what = "ring", .times = "10000", .arguments = &its_number,
      .argument_count = 1};
  static const strata_instruction hears = {
      D(EMIT), .what = "heard", .arguments = &heard, .argument_count = 1};
  /* next in turn: it follows the one before, upwards or downwards */
  static const strata_instruction counts[] = {
      {D(ADD), .what = "rung", .who = "bell", .arguments = &one,
       .argument_count = 1},
      {D(ADD), .what = "in_turn", .who = "bell",
       .when = "sum(last, bell) = event.number - 1 or "
               "sum(last, bell) = event.number + 1 or sum(last, bell) = 0",
       .arguments = &one, .argument_count = 1},
      {D(SET), .what = "last", .who = "bell", .arguments = &last,
       .argument_count = 1}};
  static const strata_zone_desc stack = {
      .name = "stack", .shared = true, .ordered = true};
  static const strata_play_rules_desc play = {.stack = "stack"};
  static const strata_event_type_desc types[] = {
      {.name = "ring", .fields = &number, .field_count = 1},
      {.name = "peal",
       .contains = STRATA_CONTAINMENT_RESULTS,
       .parts = &rings,
       .part_count = 1},
      {.name = "heard",
       .fields = &number,
       .field_count = 1,
       .does = counts,
       .does_count = COUNT(counts)}};
  static const char *const names[] = {"hear"};
  strata_builder *b;
  strata_rules *rules;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_zone(b, &stack));
  static const char *const numbers[] = {"rung", "in_turn", "last"};
  for (size_t i = 0; i < COUNT(numbers); i++) {
    OK(strata_builder_attribute(
        b, &(strata_attribute){.name = numbers[i], .type = STRATA_INT}));
  }
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "bell", .type = STRATA_FLAG}));
  for (size_t i = 0; i < COUNT(types); i++) {
    OK(strata_builder_event_type(b, &types[i]));
  }
  OK(strata_builder_watcher(b,
                            &(strata_watcher_desc){.name = "hear",
                                                   .role = STRATA_ROLE_TRIGGER,
                                                   .event = "ring",
                                                   .program = &hears,
                                                   .instruction_count = 1}));
  OK(strata_builder_law(b, &(strata_law_desc){.name = "hearing",
                                              .watchers = names,
                                              .watcher_count = 1}));
  OK(strata_builder_play_rules(b, &play));
  strata_status status = strata_builder_freeze(b, &rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  return rules;
}

static int64_t read_bell(strata_world *world, strata_entity bell,
                         const char *attr) {
  int64_t value = -1;
  OK(strata_get_int(world, bell, kit_attr(strata_world_rules(world), attr),
                    &value));
  return value;
}

/* Answer what is asked in the order of the options. */
static void answer_in_order(strata_world *world) {
  uint32_t *options = calloc(WAITING, sizeof *options);
  cr_assert(options != NULL);
  for (uint32_t i = 0; i < WAITING; i++) {
    options[i] = i;
  }
  while (strata_decision_count(world) > 0) {
    strata_decision asked;
    OK(strata_decision_get(world, 0, &asked));
    OK(strata_answer(
        world,
        &(strata_answer_desc){.options = options, .count = asked.option_count},
        NULL));
  }
  free(options);
}

Test(queue, finding_RW09_ten_thousand_triggers_wait_at_once_and_none_is_lost) {
  kit_mem mem = {0};
  strata_rules *rules = peal_rules(&mem);
  strata_world *world;
  strata_entity bell;
  strata_world_config config = kit_config(&mem);
  OK(strata_world_new(rules, &config, &world));
  OK(strata_spawn(world, &bell));
  OK(strata_set_base_int(world, bell, kit_attr(rules, "bell"), 1));
  strata_status status =
      strata_act(world,
                 &(strata_act_desc){.event = strata_rules_find(
                                        rules, STRATA_NAME_EVENT_TYPE, "peal"),
                                    .settling = STRATA_SETTLE_PLACE},
                 NULL);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_world_error(world));
  answer_in_order(world);
  strata_zone stack = strata_rules_find(rules, STRATA_NAME_ZONE, "stack");
  cr_expect(eq(u32, strata_zone_count(world, stack, 0), WAITING),
            "all wait at once");
  cr_expect(eq(i64, read_bell(world, bell, "rung"), 0), "none is done");
  for (int i = 0; i < WAITING; i++) {
    OK(strata_act(
        world,
        &(strata_act_desc){.resolve = true, .settling = STRATA_SETTLE_NONE},
        NULL));
  }
  cr_expect(eq(u32, strata_zone_count(world, stack, 0), 0));
  cr_expect(eq(i64, read_bell(world, bell, "rung"), WAITING));
  cr_expect(eq(i64, read_bell(world, bell, "in_turn"), WAITING),
            "each follows the one before");
  strata_world_free(world);
  strata_rules_free(rules);
  cr_expect(eq(sz, mem.live_bytes, 0), "bytes leaked");
}
