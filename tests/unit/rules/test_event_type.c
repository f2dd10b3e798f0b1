/* Event types and their aliases in frozen rules. */
#include "watcher_stage.h"

TestSuite(event_type, .timeout = 60);

#define D(name) .op = STRATA_DO_##name

static const strata_field_desc mark_fields[] = {{"amount", STRATA_INT},
                                                {"who", STRATA_REF}};
static const strata_instruction mark_does[] = {
    {D(ADD), .what = "power", .who = "event.who", ONE("event.amount")},
    {D(SET), .what = "types", .who = "controller = event.who",
     MANY({.names = stage_types, .name_count = 2})},
    {D(COUNT), .who = "event.who",
     MANY(ARG("kind", "'+1/+1'"), ARG("count", "2"))},
    {D(MOVE), .what = "library", .who = "it = event.who", .as = "new",
     MANY(ARG("position", "0"), ARG("same", "true"),
          ARG("player", "it.controller"))},
    {D(SPAWN), .what = "token", .times = "event.amount", .as = "made"},
    {D(SPAWN), .who = "event.who"},
    {D(STAMP), .who = "$made"},
    {D(REMOVE), .who = "$new"},
    {D(TICK), .what = "turn"},
    {D(SHUFFLE), .who = "event.by", MANY(ARG("to", "'library'"))}};
static const strata_instruction hit_parts[] = {
    {D(EMIT), .what = "mark",
     MANY(ARG("who", "event.who"), ARG("amount", "event.amount"),
          ARG("cause", "event.source"))},
    {D(WHEN), .when = "event.combat",
     INSIDE({D(EMIT), .what = "mark", .times = "2"})}};
static const strata_phase_desc hit_phases[] = {
    {.name = "check", .of = "who"}, {.name = "do"}, {.name = "after"}};

static strata_builder *kinds(probe *p) {
  strata_builder *b = play_builder(p);
  strata_event_type_desc hit = hit_event;
  hit.matters = "event.amount > 0";
  hit.can = "event.who.seat = 0";
  hit.contains = STRATA_CONTAINMENT_RESULTS;
  hit.parts = hit_parts;
  hit.part_count = ST_COUNT_OF(hit_parts);
  hit.phases = hit_phases;
  hit.phase_count = 3;
  hit.look_back = true;
  strata_event_type_desc mark = {.name = "mark",
                                 .fields = mark_fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 .does = mark_does,
                                 .does_count = ST_COUNT_OF(mark_does),
                                 .merge_by = "cause",
                                 .merge_sum = "amount",
                                 .quiet = true};
  strata_event_type_desc move = move_event;
  move.enters = true;
  BUILDER_OK(strata_builder_event_type(b, &hit));
  BUILDER_OK(strata_builder_event_type(b, &mark));
  BUILDER_OK(strata_builder_event_type(b, &move));
  BUILDER_OK(strata_builder_event_type(b, &enter_event));
  return b;
}

Test(event_type, fields_are_one_for_all_kinds_and_have_places) {
  probe probe = {0};
  strata_builder *b = kinds(&probe);
  strata_rules *rules = play_freeze(b);
  static const char *const all[] = {"amount", "became", "by",     "cause",
                                    "combat", "effect", "player", "prevented",
                                    "source", "tapped", "to",     "who"};
  cr_assert(eq(u32, strata_rules_count(rules, STRATA_NAME_FIELD), 12));
  for (uint32_t i = 0; i < 12; i++) {
    cr_expect(eq(str, STR(strata_rules_name(rules, STRATA_NAME_FIELD, i + 1)),
                 STR(all[i])));
  }
  cr_expect(eq(u32, strata_rules_field_type(rules, rules->common_fields.by),
               STRATA_REF));
  cr_expect(eq(u32, strata_rules_field_type(rules, play_field(rules, "to")),
               STRATA_SYM));
  cr_expect(eq(u32, strata_rules_field_type(rules, 0), 0));
  cr_expect(eq(u32, strata_rules_field_type(rules, 13), 0));

  strata_event_type hit =
      strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "hit");
  strata_event_type enter =
      strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "enter");
  static const char *const of_hit[] = {"who",    "source",    "amount",
                                       "combat", "by",        "cause",
                                       "effect", "prevented", "became"};
  for (uint32_t i = 0; i < 9; i++) {
    strata_field field = strata_rules_event_type_field(rules, hit, i);
    cr_expect(eq(u32, field, play_field(rules, of_hit[i])), "%s", of_hit[i]);
    cr_expect(eq(u32, st_event_type_field_index(rules, hit, field), i));
  }
  cr_expect(eq(u32, strata_rules_event_type_field(rules, hit, 9), 0));
  cr_expect(eq(u32,
               st_event_type_field_index(rules, hit, play_field(rules, "to")),
               ST_NO_FIELD_INDEX));
  cr_expect(eq(u32, strata_rules_event_type_field(rules, enter, 1),
               play_field(rules, "to")),
            "an alias has its kind's fields");
  cr_expect(eq(u32, strata_rules_event_type_field(rules, 99, 0), 0));
  cr_expect(eq(u32, strata_rules_event_type_of(rules, hit), hit));
  cr_expect(eq(u32, strata_rules_event_type_of(rules, enter),
               strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "move")));
  cr_expect(eq(u32, strata_rules_event_type_of(rules, 0), 0));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
}

Test(event_type, what_was_declared_is_there) {
  probe probe = {0};
  strata_builder *b = kinds(&probe);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b); /* rules own all of it */
  const st_event_type *hit = play_event_type(rules, "hit");
  cr_expect(eq(u32, hit->affected_index, 0));
  cr_expect(eq(u32, hit->amount_index, 2));
  cr_expect(eq(u32, hit->merge_by_index, ST_NO_FIELD_INDEX));
  cr_expect(eq(str, hit->matters->text, STR("event.amount > 0")));
  cr_expect(eq(str, hit->can->text, STR("event.who.seat = 0")));
  cr_expect(eq(int, (int)hit->contains, STRATA_CONTAINMENT_RESULTS));
  cr_expect(hit->look_back && !hit->enters && !hit->quiet);
  cr_assert(eq(u32, hit->phase_count, 3));
  cr_expect(eq(u32, hit->do_phase, 1));
  cr_expect(eq(u32, hit->phases[0].chain_owner_index,
               hit->field_index_of[play_field(rules, "who") - 1] - 1u));
  cr_expect(eq(u32, hit->phases[1].chain_owner_index, hit->affected_index),
            "if it does not say");
  cr_expect(hit->phases[0].is_check && !hit->phases[1].is_check);
  cr_expect(eq(str, STR(hit->phases[2].name), STR("after")));
  cr_expect(eq(u32, hit->contained_program.instruction_count, 3));
  cr_expect(eq(u32, hit->perform_program.instruction_count, 0));

  const st_event_type *mark = play_event_type(rules, "mark");
  cr_expect(eq(u32, mark->merge_by_index, 3), "behind its own two and 'by'");
  cr_expect(eq(u32, mark->merge_sum_index, 0));
  cr_expect(mark->quiet);
  const st_program *does = &mark->perform_program;
  cr_assert(eq(u32, does->instruction_count, 10));
  cr_expect(eq(u32, does->instructions[0].what, stage_attr(rules, "power")));
  const st_argument *set =
      &does->arguments[does->instructions[1].first_argument];
  cr_expect(eq(u32, set->symbol_count, 2));
  cr_expect(eq(u32, does->instructions[2].what, 0),
            "the kind says which counter");
  cr_expect(eq(u32, does->instructions[3].what,
               strata_rules_find(rules, STRATA_NAME_ZONE, "library")));
  cr_expect(eq(u32, does->instructions[4].what, 1));
  cr_expect(eq(str, does->instructions[4].times->text, STR("event.amount")));
  cr_expect(eq(u32, does->variables.count, 4));

  const st_event_type *enter = play_event_type(rules, "enter");
  cr_expect(eq(str, enter->where->text, STR("event.to = 'battlefield'")));
  cr_expect(eq(ptr, (void *)st_event_type_unalias(rules, enter->unaliased),
               (void *)play_event_type(rules, "move")));
  strata_attribute plus;
  cr_assert(eq(int,
               strata_rules_attribute(rules, stage_attr(rules, "plus"), &plus),
               STRATA_OK));
  cr_expect(eq(str, STR(plus.kind), STR("+1/+1")));
  strata_rules_free(rules);
  EXPECT_NO_LEAK(&probe);
}

Test(event_type, a_kind_touches_what_its_parts_do) {
  probe probe = {0};
  strata_builder *b = play_builder(&probe);
  const strata_instruction up[] = {
      {D(ADD), .what = "power", .who = "event.who", ONE("event.amount")}};
  const strata_instruction part[] = {{D(EMIT), .what = "mark"}};
  const strata_instruction outer[] = {{D(EMIT), .what = "hit"}};
  strata_event_type_desc mark = {.name = "mark",
                                 .fields = mark_fields,
                                 .field_count = 2,
                                 .matters = "event.who.seat = 1",
                                 .does = up,
                                 .does_count = 1};
  strata_event_type_desc hit = hit_event;
  hit.contains = STRATA_CONTAINMENT_ONE_BY_ONE;
  hit.parts = part;
  hit.part_count = 1;
  strata_event_type_desc all = {.name =
                                    "all_of_it", /* before what it contains */
                                .contains = STRATA_CONTAINMENT_RESULTS,
                                .parts = outer,
                                .part_count = 1};
  BUILDER_OK(strata_builder_event_type(b, &mark));
  BUILDER_OK(strata_builder_event_type(b, &hit));
  BUILDER_OK(strata_builder_event_type(b, &all));
  strata_rules *rules = play_freeze(b);
  const st_rw_mask *t = &play_event_type(rules, "all_of_it")->rw_mask;
  cr_expect(eq(u64, t->writes, st_rw_mask_bit(stage_attr(rules, "power"))));
  cr_expect(eq(u64, t->reads, st_rw_mask_bit(stage_attr(rules, "seat"))));
  cr_expect(eq(u64, t->field_reads, 0), "of other events");
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
}

Test(event_type, without_memory_the_builder_stays_as_it_was) {
  for (int forever = 0; forever < 2; forever++) {
    probe probe = {.fail_forever = forever != 0};
    strata_builder *b = kinds(&probe);
    strata_event_type_desc late = {.name = "late",
                                   .fields = mark_fields,
                                   .field_count = 2,
                                   .does = mark_does,
                                   .does_count = ST_COUNT_OF(mark_does)};
    strata_rules *rules = play_freeze(b);
    uint64_t before = strata_rules_hash(rules);
    strata_rules_free(rules);
    for (size_t at = 1;; at++) {
      probe.fail_at = probe.calls + at;
      strata_status status = strata_builder_event_type(b, &late);
      probe.fail_at = 0;
      if (!status) break;
      cr_assert(eq(int, status, STRATA_ENOMEM));
      rules = play_freeze(b);
      cr_expect(eq(u64, strata_rules_hash(rules), before));
      strata_rules_free(rules);
    }
    size_t failures = 0;
    for (size_t at = 1;; at++) {
      size_t live = probe.live_bytes;
      probe.fail_at = probe.calls + at;
      strata_status status = strata_builder_freeze(b, &rules);
      probe.fail_at = 0;
      if (!status) break;
      cr_assert(eq(int, status, STRATA_ENOMEM), "%s", strata_builder_error(b));
      cr_expect(eq(sz, probe.live_bytes, live));
      failures++;
    }
    cr_expect(lt(sz, 100, failures));
    cr_expect(ne(u64, strata_rules_hash(rules), before));
    strata_rules_free(rules);
    strata_builder_free(b);
    EXPECT_NO_LEAK(&probe);
  }
}
