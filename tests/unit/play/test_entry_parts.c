/* What happens to an object as it enters (instruction ALSO), and the exceptions
 * of a copy (instruction COPY, option `except`). */
#include "entry_stage.h"

TestSuite(entry_parts, .timeout = 60);

static const strata_field_desc put_fields[] = {{"who", STRATA_REF},
                                               {"count", STRATA_INT}};

static void put(strata_builder *b) {
  strata_event_type_desc put = {.name = "put",
                                .fields = put_fields,
                                .field_count = 2,
                                .affected = "who",
                                .amount = "count",
                                .matters = "event.count >= 1",
                                DEEDS(does, does_count,
                                      {.op = STRATA_DO_COUNT,
                                       .what = "plus",
                                       .who = "event.who",
                                       MANY(ARG("count", "event.count"))})};
  BUILDER_OK(strata_builder_event_type(b, &put));
  strata_watcher_desc scales = {
      .name = "scales",
      .role = STRATA_ROLE_REPLACE,
      .event = "put",
      .tests = &(strata_event_test){"who",
                                    "zone = 'battlefield' and types has 'elf'"},
      .test_count = 1,
      .program = &CHANGE("count", "event.count + 1"),
      .instruction_count = 1};
  BUILDER_OK(strata_builder_watcher(b, &scales));
  enter_ability(b, "scales", "battlefield");
  enter_definition(b, "scales", NULL, "scales");
}

#define PUT(text)                                                              \
  (strata_instruction) {                                                       \
    .op = STRATA_DO_ALSO,                                                      \
    INSIDE({.op = STRATA_DO_EMIT,                                              \
            .what = "put",                                                     \
            MANY(ARG("who", "event.who"), ARG("count", text))})                \
  }

/* A sprout enters with one counter, and two; a herald lets elves enter with
 * one; a pyre lets elves go to the graveyard. */
static void sprouts(strata_builder *b) {
  static const char *const both[] = {"with_1", "with_2"};
  const strata_watcher_role replace = STRATA_ROLE_REPLACE;
  put(b);
  enter_code(b, "with_1", replace, true, "it = this", PUT("1"));
  enter_code(b, "with_2", replace, true, "it = this", PUT("this.power"));
  strata_ability_desc ability = {.name = "sprouting",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = both,
                                 .watcher_count = 2};
  BUILDER_OK(strata_builder_ability(b, &ability));
  enter_definition(b, "sprout", "elf", "sprouting");
  enter_code(b, "herald", replace, false, "types has 'elf'", PUT("1"));
  enter_ability(b, "herald", "battlefield");
  enter_definition(b, "herald", NULL, "herald");
  enter_code(b, "pyre", replace, false, "types has 'elf'",
             (strata_instruction){.op = STRATA_DO_INSTEAD,
                                  INSIDE({.op = STRATA_DO_EMIT,
                                          .what = "move",
                                          MANY(ARG("who", "event.who"),
                                               ARG("to", "'graveyard'"))})});
  enter_ability(b, "pyre", "battlefield");
  enter_definition(b, "pyre", NULL, "pyre");
}

Test(entry_parts, counters_are_put_as_it_enters) { /* 122.6 */
  stage s;
  stage_open_with(&s, sprouts);
  strata_entity sprout = enter_from(&s, "sprout", "library");
  cr_expect(eq(i64, number(&s, sprout, "plus"), 3));
  have(&s, "anthem");
  sprout = enter_from(&s, "sprout", "library");
  cr_expect(eq(i64, number(&s, sprout, "plus"), 6), "its power is 5 there");
  stage_close(&s);
}

Test(entry_parts, what_several_say_is_one) { /* 614.16, 616.1f */
  stage s;
  stage_open_with(&s, sprouts);
  have(&s, "scales");
  strata_entity sprout = enter_from(&s, "sprout", "library");
  cr_expect(eq(i64, number(&s, sprout, "plus"), 4), "one more, once");
  have(&s, "herald");
  sprout = enter_from(&s, "sprout", "library");
  cr_expect(eq(i64, number(&s, sprout, "plus"), 5), "and of others");
  stage_close(&s);
}

Test(entry_parts, tokens_get_theirs) {
  stage s;
  stage_open_with(&s, sprouts);
  have(&s, "scales");
  create(&s, "sprout", 3);
  cr_expect(eq(u32, how_many(&s, "types has 'elf' and plus = 4"), 3));
  stage_close(&s);
}

Test(entry_parts, of_what_does_not_happen_there_is_no_part) {
  stage s;
  stage_open_with(&s, sprouts);
  have(&s, "pyre");
  spawn_there(&s, "sprout", "library");
  st_action_request request = {.watcher_def = strata_rules_find(
                                   s.rules, STRATA_NAME_WATCHER_DEF, "all_in")};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  answer_all(&s, open);
  cr_expect(eq(u32, how_many(&s, "zone = 'graveyard' and plus = 0"), 1));
  cr_expect(eq(u32, how_many(&s, "plus >= 1"), 0));
  stage_close(&s);
}

/* -- Exceptions -- */

static void mold(strata_builder *b) {
  static const char *const wall[] = {"wall"};
  const strata_clause_part parts[] = {{.attr = "types",
                                       .layer = "copy",
                                       .op = STRATA_OP_ADD,
                                       .names = wall,
                                       .name_count = 1},
                                      {.attr = "power",
                                       .layer = "pt.set",
                                       .op = STRATA_OP_SET,
                                       .operand = "this.power + 5"},
                                      {.attr = "power",
                                       .layer = "pt.set",
                                       .op = STRATA_OP_SET,
                                       .operand = "90"}};
  const strata_clause clauses[] = {{.parts = &parts[0], .part_count = 1},
                                   {.condition = "this.types has 'wall'",
                                    .parts = &parts[1],
                                    .part_count = 1},
                                   {.condition = "this.types has 'island'",
                                    .parts = &parts[2],
                                    .part_count = 1}};
  strata_ability_desc tall = {.name = "tall",
                              .kind = STRATA_ABILITY_STATIC,
                              .clauses = clauses,
                              .clause_count = 3};
  BUILDER_OK(strata_builder_ability(b, &tall));
  strata_event_type_desc mold = {.name = "mold",
                                 .fields = put_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 DEEDS(does, does_count,
                                       {.op = STRATA_DO_COPY,
                                        .what = "copy",
                                        .who = "event.who",
                                        MANY(ARG("except", "'tall'"))})};
  BUILDER_OK(strata_builder_event_type(b, &mold));
}

Test(entry_parts, exceptions_are_of_what_it_is_then) { /* 707.9b, 707.9f */
  stage s;
  stage_open_with(&s, mold);
  strata_entity elf = have(&s, "elf_card");
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)elf};
  st_action_request request = {
      .event_type = strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "mold"),
      .words = words};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_expect(eq(u32, how_many(&s, "types has 'wall' and types has 'elf'"), 1));
  cr_expect(eq(i64, number(&s, elf, "power"), 7), "5 more than it was, once");
  have(&s, "anthem");
  cr_expect(eq(i64, number(&s, elf, "power"), 5), "by a later effect");
  stage_close(&s);
}
