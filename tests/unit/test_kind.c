/* Kinds of events and their aliases, as rules hold them. */
#include "play_codex.h"

TestSuite(kind, .timeout = 60);

#define D(name) .op = STRATA_DEED_##name

static const strata_field_desc mark_fields[] = {{"amount", STRATA_INT},
                                                {"who", STRATA_REF}};
static const strata_deed mark_does[] = {
    {D(ADD), .what = "power", .who = "event.who", ONE("event.amount")},
    {D(SET), .what = "types", .who = "controller = event.who",
     MANY({.names = codex_types, .name_count = 2})},
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
static const strata_deed hit_parts[] = {
    {D(EMIT), .what = "mark",
     MANY(ARG("who", "event.who"), ARG("amount", "event.amount"),
          ARG("cause", "event.source"))},
    {D(WHEN), .when = "event.combat",
     INSIDE({D(EMIT), .what = "mark", .times = "2"})}};
static const strata_phase_desc hit_phases[] = {
    {.name = "check", .of = "who"}, {.name = "do"}, {.name = "after"}};

static strata_builder *kinds(probe *p) {
  strata_builder *b = play_builder(p);
  strata_event_desc hit = hit_event;
  hit.matters = "event.amount > 0";
  hit.can = "event.who.seat = 0";
  hit.contains = STRATA_RESULTS;
  hit.parts = hit_parts;
  hit.part_count = ST_COUNT_OF(hit_parts);
  hit.phases = hit_phases;
  hit.phase_count = 3;
  hit.look_back = true;
  strata_event_desc mark = {.name = "mark",
                            .fields = mark_fields,
                            .field_count = 2,
                            .affected = "who",
                            .does = mark_does,
                            .does_count = ST_COUNT_OF(mark_does),
                            .merge_by = "cause",
                            .merge_sum = "amount",
                            .quiet = true};
  strata_event_desc move = move_event;
  move.enters = true;
  CODEX_OK(strata_builder_event(b, &hit));
  CODEX_OK(strata_builder_event(b, &mark));
  CODEX_OK(strata_builder_event(b, &move));
  CODEX_OK(strata_builder_event(b, &enter_event));
  return b;
}

Test(kind, fields_are_one_for_all_kinds_and_have_places) {
  probe probe = {0};
  strata_builder *b = kinds(&probe);
  strata_rules *rules = play_freeze(b);
  static const char *const all[] = {"amount", "became", "by",     "cause",
                                    "combat", "effect", "player", "prevented",
                                    "source", "tapped", "to",     "who"};
  cr_assert(eq(u32, strata_rules_count(rules, STRATA_KIND_FIELD), 12));
  for (uint32_t i = 0; i < 12; i++) {
    cr_expect(eq(str, STR(strata_rules_name(rules, STRATA_KIND_FIELD, i + 1)),
                 STR(all[i])));
  }
  cr_expect(
      eq(u32, strata_rules_field_type(rules, rules->common.by), STRATA_REF));
  cr_expect(eq(u32, strata_rules_field_type(rules, play_field(rules, "to")),
               STRATA_SYM));
  cr_expect(eq(u32, strata_rules_field_type(rules, 0), 0));
  cr_expect(eq(u32, strata_rules_field_type(rules, 13), 0));

  strata_event_kind hit = strata_rules_find(rules, STRATA_KIND_EVENT, "hit");
  strata_event_kind enter =
      strata_rules_find(rules, STRATA_KIND_EVENT, "enter");
  static const char *const of_hit[] = {"who",    "source",    "amount",
                                       "combat", "by",        "cause",
                                       "effect", "prevented", "became"};
  for (uint32_t i = 0; i < 9; i++) {
    strata_field field = strata_rules_event_field(rules, hit, i);
    cr_expect(eq(u32, field, play_field(rules, of_hit[i])), "%s", of_hit[i]);
    cr_expect(eq(u32, st_kind_place(rules, hit, field), i));
  }
  cr_expect(eq(u32, strata_rules_event_field(rules, hit, 9), 0));
  cr_expect(
      eq(u32, st_kind_place(rules, hit, play_field(rules, "to")), ST_NO_PLACE));
  cr_expect(eq(u32, strata_rules_event_field(rules, enter, 1),
               play_field(rules, "to")),
            "an alias has its kind's fields");
  cr_expect(eq(u32, strata_rules_event_field(rules, 99, 0), 0));
  cr_expect(eq(u32, strata_rules_event_of(rules, hit), hit));
  cr_expect(eq(u32, strata_rules_event_of(rules, enter),
               strata_rules_find(rules, STRATA_KIND_EVENT, "move")));
  cr_expect(eq(u32, strata_rules_event_of(rules, 0), 0));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
}

Test(kind, what_was_declared_is_there) {
  probe probe = {0};
  strata_builder *b = kinds(&probe);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b); /* rules own all of it */
  const st_kind *hit = play_kind(rules, "hit");
  cr_expect(eq(u32, hit->affected, 0));
  cr_expect(eq(u32, hit->amount, 2));
  cr_expect(eq(u32, hit->merge_by, ST_NO_PLACE));
  cr_expect(eq(str, hit->matters->text, STR("event.amount > 0")));
  cr_expect(eq(str, hit->can->text, STR("event.who.seat = 0")));
  cr_expect(eq(int, (int)hit->contains, STRATA_RESULTS));
  cr_expect(hit->look_back && !hit->enters && !hit->quiet);
  cr_assert(eq(u32, hit->phase_count, 3));
  cr_expect(eq(u32, hit->do_phase, 1));
  cr_expect(eq(u32, hit->phases[0].of,
               hit->place_of[play_field(rules, "who") - 1] - 1u));
  cr_expect(eq(u32, hit->phases[1].of, hit->affected), "if it does not say");
  cr_expect(hit->phases[0].check && !hit->phases[1].check);
  cr_expect(eq(str, STR(hit->phases[2].name), STR("after")));
  cr_expect(eq(u32, hit->parts.deed_count, 3));
  cr_expect(eq(u32, hit->does.deed_count, 0));

  const st_kind *mark = play_kind(rules, "mark");
  cr_expect(eq(u32, mark->merge_by, 3), "behind its own two and 'by'");
  cr_expect(eq(u32, mark->merge_sum, 0));
  cr_expect(mark->quiet);
  const st_routine *does = &mark->does;
  cr_assert(eq(u32, does->deed_count, 10));
  cr_expect(eq(u32, does->deeds[0].what, codex_attr(rules, "power")));
  const st_argument *set = &does->arguments[does->deeds[1].first];
  cr_expect(eq(u32, set->symbol_count, 2));
  cr_expect(eq(u32, does->deeds[2].what, 0), "the kind says which counter");
  cr_expect(eq(u32, does->deeds[3].what,
               strata_rules_find(rules, STRATA_KIND_ZONE, "library")));
  cr_expect(eq(u32, does->deeds[4].what, 1));
  cr_expect(eq(str, does->deeds[4].times->text, STR("event.amount")));
  cr_expect(eq(u32, does->names.count, 4));

  const st_kind *enter = play_kind(rules, "enter");
  cr_expect(eq(str, enter->where->text, STR("event.to = 'battlefield'")));
  cr_expect(eq(ptr, (void *)st_kind_of(rules, enter->of),
               (void *)play_kind(rules, "move")));
  strata_attribute plus;
  cr_assert(eq(int,
               strata_rules_attribute(rules, codex_attr(rules, "plus"), &plus),
               STRATA_OK));
  cr_expect(eq(str, STR(plus.kind), STR("+1/+1")));
  strata_rules_free(rules);
  EXPECT_NO_LEAK(&probe);
}

Test(kind, a_kind_touches_what_its_parts_do) {
  probe probe = {0};
  strata_builder *b = play_builder(&probe);
  const strata_deed up[] = {
      {D(ADD), .what = "power", .who = "event.who", ONE("event.amount")}};
  const strata_deed part[] = {{D(EMIT), .what = "mark"}};
  const strata_deed outer[] = {{D(EMIT), .what = "hit"}};
  strata_event_desc mark = {.name = "mark",
                            .fields = mark_fields,
                            .field_count = 2,
                            .matters = "event.who.seat = 1",
                            .does = up,
                            .does_count = 1};
  strata_event_desc hit = hit_event;
  hit.contains = STRATA_ONE_BY_ONE;
  hit.parts = part;
  hit.part_count = 1;
  strata_event_desc all = {.name = "all_of_it", /* before what it contains */
                           .contains = STRATA_RESULTS,
                           .parts = outer,
                           .part_count = 1};
  CODEX_OK(strata_builder_event(b, &mark));
  CODEX_OK(strata_builder_event(b, &hit));
  CODEX_OK(strata_builder_event(b, &all));
  strata_rules *rules = play_freeze(b);
  const st_touch *t = &play_kind(rules, "all_of_it")->touch;
  cr_expect(eq(u64, t->writes, st_touch_bit(codex_attr(rules, "power"))));
  cr_expect(eq(u64, t->reads, st_touch_bit(codex_attr(rules, "seat"))));
  cr_expect(eq(u64, t->field_reads, 0), "of other events");
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
}

Test(kind, without_memory_the_builder_stays_as_it_was) {
  for (int forever = 0; forever < 2; forever++) {
    probe probe = {.fail_forever = forever != 0};
    strata_builder *b = kinds(&probe);
    strata_event_desc late = {.name = "late",
                              .fields = mark_fields,
                              .field_count = 2,
                              .does = mark_does,
                              .does_count = ST_COUNT_OF(mark_does)};
    strata_rules *rules = play_freeze(b);
    uint64_t before = strata_rules_hash(rules);
    strata_rules_free(rules);
    for (size_t at = 1;; at++) {
      probe.fail_at = probe.calls + at;
      strata_status status = strata_builder_event(b, &late);
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
