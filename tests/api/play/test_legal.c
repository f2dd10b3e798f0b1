/* The list of what a player may do, and the choices of its actions, in C. */
#include "game.h"
#include "kit_acts.h"

#include <string.h>

TestSuite(legal, .timeout = 60);

typedef struct table {
  strata_rules *rules;
  strata_world *world;
  strata_entity you, other, poor;
  strata_watcher_def offer;
} table;

static strata_entity somebody(strata_world *world, int64_t life) {
  strata_entity e = 0;
  cr_assert(eq(int, strata_spawn(world, &e), STRATA_OK));
  strata_attr attr = kit_attr(strata_world_rules(world), "life");
  cr_assert(eq(int, strata_set_base_int(world, e, attr, life), STRATA_OK));
  return e;
}

static table new_table(kit_mem *mem) {
  table t = {0};
  cr_assert(eq(int, kit_act_rules(mem, &t.rules), STRATA_OK));
  strata_world_config config = kit_config(mem);
  cr_assert(eq(int, strata_world_new(t.rules, &config, &t.world), STRATA_OK));
  t.you = somebody(t.world, 2);
  t.other = somebody(t.world, 5);
  t.poor = somebody(t.world, 0);
  t.offer = strata_rules_find(t.rules, STRATA_NAME_WATCHER_DEF, "offer");
  return t;
}

static void free_table(table *t, const kit_mem *mem) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, mem->live_bytes, 0));
}

static int64_t life_of(const table *t, strata_entity e) {
  int64_t life = -1;
  strata_attr attr = kit_attr(t->rules, "life");
  cr_assert(eq(int, strata_get_int(t->world, e, attr, &life), STRATA_OK));
  return life;
}

static strata_act_desc offer_of(const table *t, strata_entity you,
                                const strata_named_value *given, size_t count) {
  return (strata_act_desc){.watcher_def = t->offer,
                           .source = t->other,
                           .you = you,
                           .given = given,
                           .given_count = count};
}

Test(legal, a_list_names_who_does_what_with_whom) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  const strata_legal_action *list = NULL;
  size_t count = 9;
  uint64_t hash = strata_hash(t.world);

  cr_assert(
      eq(int, strata_legal_actions(t.world, t.you, &list, &count), STRATA_OK));
  cr_assert(eq(sz, count, 1));
  cr_expect(eq(u32, list[0].action, t.offer));
  cr_expect(eq(u64, list[0].subject, t.other));
  const strata_legal_action *again = NULL;
  cr_assert(
      eq(int, strata_legal_actions(t.world, t.you, &again, &count), STRATA_OK));
  cr_expect(eq(ptr, (void *)again, (void *)list));

  cr_assert(
      eq(int, strata_legal_actions(t.world, t.poor, &list, &count), STRATA_OK));
  cr_expect(eq(sz, count, 0));
  cr_expect(eq(u64, strata_hash(t.world), hash));
  cr_expect(
      eq(int, strata_legal_actions(t.world, 0, &list, &count), STRATA_ESTALE));
  cr_expect(eq(int, strata_legal_actions(t.world, t.you, NULL, &count),
               STRATA_EINVAL));
  free_table(&t, &mem);
}

Test(legal, choices_come_one_after_the_other) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  strata_legal_choice choice;
  strata_named_value given[] = {{"one", {.type = STRATA_REF, .ref = t.poor}},
                                {"much", {.type = STRATA_INT, .integer = 2}}};
  strata_act_desc offer = offer_of(&t, t.you, given, 0);

  cr_assert(
      eq(int, strata_legal_choice_next(t.world, &offer, &choice), STRATA_OK));
  cr_expect(eq(str, (char *)(uintptr_t)choice.name, "one"));
  cr_expect(eq(int, choice.purpose, STRATA_PURPOSE_TARGET));
  cr_assert(eq(sz, choice.option_count, 2));
  cr_expect(eq(u64, choice.options[0].value.ref, t.other));
  offer.given_count = 1;
  cr_assert(
      eq(int, strata_legal_choice_next(t.world, &offer, &choice), STRATA_OK));
  cr_expect(eq(str, (char *)(uintptr_t)choice.name, "much"));
  cr_expect(eq(int, choice.purpose, STRATA_PURPOSE_NUMBER));
  cr_expect(eq(i64, choice.least, 1));
  cr_expect(eq(i64, choice.most, 3));
  offer.given_count = 2;
  cr_assert(
      eq(int, strata_legal_choice_next(t.world, &offer, &choice), STRATA_OK));
  cr_expect(eq(ptr, (void *)(uintptr_t)choice.name, NULL));

  strata_outcome outcome = STRATA_DECIDE;
  cr_assert(eq(int, strata_act(t.world, &offer, &outcome), STRATA_OK));
  cr_expect(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, life_of(&t, t.you), 0));
  cr_expect(eq(i64, life_of(&t, t.poor), 2));
  free_table(&t, &mem);
}

typedef struct refusal {
  const char *name;
  bool poor;    /* the poor one does it */
  int64_t much; /* 0: is not said */
  bool himself; /* gives to himself */
  strata_status status;
  const char *why;
} refusal;

static const refusal refusals[] = {
    {"who has nothing", true, 1, false, STRATA_EREFUSED, "not this player's"},
    {"more than there is", false, 3, false, STRATA_EREFUSED,
     "cost cannot be paid: 'pay'"},
    {"more than may be", false, 4, false, STRATA_EREFUSED,
     "'much' is a number from 1 to 3"},
    {"to himself", false, 1, true, STRATA_EREFUSED, "'one' cannot be"},
    {"as it may be", false, 2, false, STRATA_OK, ""},
};

Test(legal, finding_EM21_what_is_not_listed_is_refused) {
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    const refusal *r = &refusals[i];
    kit_mem mem = {0};
    table t = new_table(&mem);
    strata_entity you = r->poor ? t.poor : t.you;
    const strata_named_value given[] = {
        {"one", {.type = STRATA_REF, .ref = r->himself ? you : t.other}},
        {"much", {.type = STRATA_INT, .integer = r->much}}};
    strata_act_desc offer = offer_of(&t, you, given, 2);
    uint64_t hash = strata_hash(t.world);

    strata_status status = strata_act(t.world, &offer, NULL);

    cr_expect(eq(int, status, r->status), "%s", r->name);
    if (r->status) {
      cr_expect(eq(u64, strata_hash(t.world), hash), "%s", r->name);
      cr_expect(ne(ptr, strstr(strata_world_error(t.world), r->why), NULL),
                "%s: %s", r->name, strata_world_error(t.world));
      strata_legal_choice choice;
      status = strata_legal_choice_next(t.world, &offer, &choice);
      cr_expect(eq(int, status, STRATA_EREFUSED), "%s", r->name);
    }
    free_table(&t, &mem);
  }
}

/* One allocation after the other fails; what is then said of the world is the
 * same, or that there is no memory. */
Test(legal, without_memory_nothing_changes) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  strata_act_desc offer = offer_of(&t, t.you, NULL, 0);
  uint64_t hash = strata_hash(t.world);
  int failed = 0;
  for (int n = 0; n < 400; n++) {
    const strata_legal_action *list = NULL;
    size_t count = 0;
    strata_legal_choice choice;
    /* another list in between, so that this one is not known */
    cr_assert(eq(int, strata_legal_actions(t.world, t.poor, &list, &count),
                 STRATA_OK));
    strata_world_drop_caches(t.world);
    mem.fail_at = mem.calls + (size_t)n + 1;
    strata_status status = strata_legal_actions(t.world, t.you, &list, &count);
    if (!status) {
      cr_expect(eq(sz, count, 1));
      status = strata_legal_choice_next(t.world, &offer, &choice);
      if (!status) cr_expect(eq(sz, choice.option_count, 2));
    }
    strata_legal_ways ways;
    strata_legal_way way;
    uint64_t random = 1;
    uint32_t first[2];
    const strata_entity both[] = {t.you, t.other};
    strata_act_desc all = {.you = t.you};
    if (!status) status = strata_legal_count(t.world, &all, 0, &ways);
    if (!status) status = strata_legal_sample(t.world, &all, 0, &random, &way);
    if (!status) status = strata_equal_entities(t.world, both, 2, first);
    mem.fail_at = 0;
    cr_expect(status == STRATA_OK || status == STRATA_ENOMEM);
    failed += status != STRATA_OK;
    cr_expect(eq(u64, strata_hash(t.world), hash));
  }
  cr_expect(failed > 0);
  free_table(&t, &mem);
}

/* -- Ways, reasons, equal entities -- */

Test(legal, ways_are_counted_and_taken) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  strata_act_desc all = {.you = t.you};
  strata_legal_ways ways = {0};
  strata_legal_way way = {0};
  uint64_t random = 5;
  uint64_t hash = strata_hash(t.world);

  /* to one of two, as much as there is: 1 or 2 */
  OK(strata_legal_count(t.world, &all, 0, &ways));
  cr_expect(eq(u64, ways.count, 4));
  cr_expect(not(ways.at_least));
  OK(strata_legal_count(t.world, &all, 1, &ways));
  cr_expect(ways.at_least);
  const strata_named_value given = {"one", {.type = STRATA_REF, .ref = t.poor}};
  strata_act_desc offer = offer_of(&t, t.you, &given, 1);
  OK(strata_legal_count(t.world, &offer, 0, &ways));
  cr_expect(eq(u64, ways.count, 2));

  OK(strata_legal_sample(t.world, &offer, 0, &random, &way));
  cr_expect(eq(u64, strata_hash(t.world), hash));
  cr_expect(way.is_uniform);
  cr_assert(eq(sz, way.given_count, 1));
  cr_expect(eq(str, TEXT(way.given[0].name), TEXT("much")));
  cr_expect(way.given[0].value.integer >= 1);
  cr_expect(way.given[0].value.integer <= 2);
  OK(strata_legal_sample(t.world, &all, 0, NULL, &way));
  cr_expect(ne(u64, strata_hash(t.world), hash));
  cr_expect(eq(sz, way.given_count, 2));

  all.you = t.poor;
  OK(strata_legal_count(t.world, &all, 0, &ways));
  cr_expect(eq(u64, ways.count, 0));
  OK(strata_legal_sample(t.world, &all, 0, &random, &way));
  cr_expect(eq(u32, way.action, 0));
  all.you = 0;
  cr_expect(
      eq(int, strata_legal_count(t.world, &all, 0, &ways), STRATA_ESTALE));
  cr_expect(eq(int, strata_legal_count(t.world, &all, 0, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_legal_sample(t.world, &all, 0, &random, NULL),
               STRATA_EINVAL));
  free_table(&t, &mem);
}

Test(legal, a_reason_is_told_without_trying) {
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    const refusal *r = &refusals[i];
    kit_mem mem = {0};
    table t = new_table(&mem);
    strata_entity you = r->poor ? t.poor : t.you;
    const strata_named_value given[] = {
        {"one", {.type = STRATA_REF, .ref = r->himself ? you : t.other}},
        {"much", {.type = STRATA_INT, .integer = r->much}}};
    strata_act_desc offer = offer_of(&t, you, given, 2);
    uint64_t hash = strata_hash(t.world);
    strata_refusal why = STRATA_REFUSAL_NONE;
    const char *text = NULL;

    OK(strata_legal_why_not(t.world, &offer, &why, &text));
    cr_expect(eq(int, why != STRATA_REFUSAL_NONE, r->status != STRATA_OK), "%s",
              r->name);
    cr_expect(eq(int, text != NULL, r->status != STRATA_OK), "%s", r->name);
    if (text) cr_expect(strstr(text, r->why) != NULL, "%s: %s", r->name, text);
    cr_expect(eq(u64, strata_hash(t.world), hash));
    free_table(&t, &mem);
  }
  cr_expect(
      eq(str, TEXT(strata_refusal_text(STRATA_REFUSAL_COST)), TEXT("cost")));
}

Test(legal, entities_that_nothing_tells_apart) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  const strata_entity who[] = {t.you, somebody(t.world, 5), t.other,
                               somebody(t.world, 2), t.other};
  uint32_t first[5];

  OK(strata_equal_entities(t.world, who, 5, first));
  cr_expect(eq(u32, first[0], 0));
  cr_expect(eq(u32, first[2], 1));
  cr_expect(eq(u32, first[3], 0));
  cr_expect(eq(u32, first[4], 1));
  strata_value note = {.type = STRATA_REF, .ref = t.other};
  OK(strata_note(t.world, 0, "chosen", &note));
  OK(strata_equal_entities(t.world, who, 5, first));
  cr_expect(eq(u32, first[2], 2), "something refers to it");
  cr_expect(eq(u32, first[4], 2));
  cr_expect(
      eq(int, strata_equal_entities(t.world, NULL, 1, first), STRATA_EINVAL));
  free_table(&t, &mem);
}

/* -- What is declared -- */

static void expect_parameter(const table *t, strata_watcher_def def, size_t n,
                             const char *name, strata_type type) {
  strata_field_desc got = {0};
  cr_assert(eq(int, strata_rules_watcher_parameter(t->rules, def, n, &got),
               STRATA_OK));
  cr_expect(eq(str, TEXT(got.name), TEXT(name)));
  cr_expect(eq(int, got.type, type));
}

Test(legal, finding_EM22_watchers_and_events_are_described) {
  kit_mem mem = {0};
  table t = new_table(&mem);
  strata_watcher_def_info info = {0};
  strata_field_desc none = {0};
  strata_watcher_def both =
      strata_rules_find(t.rules, STRATA_NAME_WATCHER_DEF, "both");
  strata_event_type gain =
      strata_rules_find(t.rules, STRATA_NAME_EVENT_TYPE, "gain");

  OK(strata_rules_watcher_def(t.rules, t.offer, &info));
  cr_expect(eq(str, TEXT(info.name), TEXT("offer")));
  cr_expect(eq(int, info.role, STRATA_ROLE_ACTION));
  cr_expect(eq(u32, info.event, 0));
  cr_expect(eq(sz, info.parameter_count, 2));
  expect_parameter(&t, t.offer, 0, "one", STRATA_REF);
  expect_parameter(&t, t.offer, 1, "much", STRATA_INT);
  OK(strata_rules_watcher_def(t.rules, both, &info));
  cr_expect(eq(int, info.role, STRATA_ROLE_TRIGGER));
  cr_expect(eq(u32, info.event, gain));
  cr_expect(eq(sz, info.parameter_count, 1));
  expect_parameter(&t, both, 0, "target", STRATA_REF);
  cr_expect(eq(int, strata_rules_watcher_parameter(t.rules, both, 1, &none),
               STRATA_ENOENT));
  cr_expect(
      eq(int, strata_rules_watcher_def(t.rules, 0, &info), STRATA_ENOENT));
  cr_expect(
      eq(int, strata_rules_watcher_def(t.rules, both, NULL), STRATA_EINVAL));
  strata_field hit = strata_rules_event_type_affected(t.rules, gain);
  cr_expect(eq(u32, strata_rules_field_type(t.rules, hit), STRATA_REF));
  cr_expect(eq(u32, strata_rules_event_type_affected(t.rules, 0), 0));
  free_table(&t, &mem);
}
