/* The order within a layer: timestamps, dependency, loops, parts that go first
 * and last, and effects that have started (613.3, 613.6 to 613.8). */
#include "classic.h"

#include <string.h>

TestSuite(layer_order, .timeout = 60);

/* -- Dependency -- */

Test(layer_order, one_may_take_away_the_other) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity land = classic_enter(&g, "wasteland");
    classic_enter(&g, order ? "urborg" : "blood_moon");
    classic_enter(&g, order ? "blood_moon" : "urborg");

    EXPECT_ORDER(&g, "type", "blood_moon");
    classic_expect_abilities(&g, land, "red_mana");
    game_close(&g);
  }
}

static const char *const links[] = {"link_1", "link_2", "link_3", "link_4",
                                    "link_5"};

/* The youngest is link_1, which all others wait for, as each has somebody to
 * affect from the start. */
Test(layer_order, five_that_wait_for_one_another) {
  game g = {0};
  game_open_classic(&g);
  static const char *const words[] = {"link1", "link2", "link3", "link4"};
  strata_entity bears = classic_enter(&g, "bears");
  for (size_t i = 0; i < 4; i++) {
    game_put(&g, classic_enter(&g, "nothing"), "subtypes", words[i]);
  }
  for (size_t i = 5; i-- > 0;) {
    classic_enter(&g, links[i]);
  }

  EXPECT_ORDER(&g, "type", "link_1", "link_2", "link_3", "link_4", "link_5");
  cr_expect(game_has(&g, bears, "subtypes", "link5"));
  strata_why *why = NULL;
  OK(strata_explain(g.world, bears, game_attr(&g, "subtypes"), &why));
  for (size_t i = 1; i < 5; i++) {
    const strata_why_row *row = classic_row_of(why, links[i]);
    cr_expect(eq(int, row->because, STRATA_REASON_DEPENDS));
    cr_expect(eq(str, TEXT(row->waited_for), TEXT(links[i - 1])));
    cr_expect(strstr(row->difference, "whom this affects") != NULL);
  }
  strata_why_free(why);
  game_close(&g);
}

Test(layer_order, what_would_change_nothing_yet_is_not_waited_for) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  for (size_t i = 5; i-- > 0;) {
    classic_enter(&g, links[i]);
  }

  /* Nobody has a link yet: only link_2 would be changed, by link_1. */
  EXPECT_ORDER(&g, "type", "link_5", "link_4", "link_3", "link_1", "link_2");
  cr_expect(game_has(&g, bears, "subtypes", "link2"));
  cr_expect(not(game_has(&g, bears, "subtypes", "link3")));
  game_close(&g);
}

Test(layer_order, an_operand_may_depend) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Double");
  spell_on(&s, bears);
  spell_computed(&s, "power", "pt.modify", STRATA_OP_ADD, "power");
  spell_cast(&s);
  classic_enter(&g, "anthem");

  cr_expect(eq(i64, game_read(&g, bears, "power"), 6));
  EXPECT_ORDER(&g, "pt.modify", "anthem", "Double");
  game_close(&g);
}

Test(layer_order, a_text_change_may_change_what_another_says) {
  game g = {0};
  game_open_classic(&g);
  strata_entity painter = classic_enter(&g, "painter");
  game_put(&g, painter, "types", "creature"); /* which it then paints itself */
  strata_entity elf = classic_enter(&g, "elf");
  spell s;
  spell_begin(&s, &g, "Other words");
  spell_on(&s, painter);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, "human", "wall");
  spell_cast(&s);

  EXPECT_ORDER(&g, "text", "Other words", "painter");
  cr_expect(game_has(&g, elf, "subtypes", "wall"));
  cr_expect(not(game_has(&g, elf, "subtypes", "human")));
  game_close(&g);
}

Test(layer_order, what_changes_nothing_now_is_no_dependency) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "link_2"); /* it would look at link1, which nobody gives */
  classic_enter(&g, "all_elves");

  EXPECT_ORDER(&g, "type", "link_2", "all_elves");
  cr_expect(game_has(&g, bears, "subtypes", "elf"));
  game_close(&g);
}

Test(layer_order, dependency_is_looked_at_again_after_each) {
  game g = {0};
  game_open_classic(&g);
  strata_entity card = classic_enter(&g, "artifact");
  spell s;
  spell_begin(&s, &g, "Elves are zombies"); /* nobody is an elf yet */
  spell_all(&s, "subtypes has 'elf' and types has 'creature'");
  SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "zombie");
  spell_cast(&s);
  spell_begin(&s, &g, "It is an elf");
  spell_on(&s, card);
  SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "elf");
  spell_cast(&s);
  spell_begin(&s, &g, "It is a creature");
  spell_on(&s, card);
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "creature");
  spell_cast(&s);

  /* Neither of the younger ones alone adds to whom the first affects. */
  EXPECT_ORDER(&g, "type", "Elves are zombies", "It is an elf",
               "It is a creature");
  game_put(&g, card, "types", "creature");
  EXPECT_ORDER(&g, "type", "It is an elf", "Elves are zombies",
               "It is a creature");
  cr_expect(game_has(&g, card, "subtypes", "zombie"));
  game_close(&g);
}

/* -- Loops -- */

Test(layer_order, a_loop_goes_by_timestamp) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity grove = classic_enter(&g, "grove");
    strata_entity saproling = classic_enter(&g, "saproling");
    classic_enter(&g, order ? "life_and_limb" : "blood_moon");
    classic_enter(&g, order ? "blood_moon" : "life_and_limb");

    /* The forest was a creature already, or is no forest any more. */
    cr_expect(eq(int, game_has(&g, grove, "types", "creature"), order));
    cr_expect(game_has(&g, grove, "subtypes", "mountain"));
    cr_expect(not(game_has(&g, grove, "subtypes", "forest")));
    cr_expect(eq(int, game_has(&g, saproling, "subtypes", "mountain"), order));
    cr_expect(eq(int, game_has(&g, saproling, "subtypes", "forest"), !order));
    game_close(&g);
  }
}

Test(layer_order, who_waits_for_one_in_a_loop_is_in_none) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    spell s;
    spell_begin(&s, &g, "Outside"); /* the oldest */
    spell_all(&s, "subtypes has 'mountain'");
    SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "artifact");
    spell_cast(&s);
    strata_entity grove = classic_enter(&g, "grove");
    classic_enter(&g, "saproling");
    classic_enter(&g, order ? "life_and_limb" : "blood_moon");
    classic_enter(&g, order ? "blood_moon" : "life_and_limb");

    if (order) {
      EXPECT_ORDER(&g, "type", "life_and_limb", "blood_moon", "Outside");
    } else {
      EXPECT_ORDER(&g, "type", "blood_moon", "Outside", "life_and_limb");
    }
    cr_expect(game_has(&g, grove, "types", "artifact"));
    strata_why *why = NULL;
    OK(strata_explain(g.world, grove, game_attr(&g, "types"), &why));
    for (size_t i = 0; i < strata_why_count(why); i++) {
      const strata_why_row *row = classic_row(why, i);
      if (strcmp(row->effect_name, "Outside") != 0) continue;
      cr_expect(eq(int, row->because, STRATA_REASON_DEPENDS));
      cr_expect(eq(str, TEXT(row->waited_for), TEXT("blood_moon")));
    }
    strata_why_free(why);
    game_close(&g);
  }
}

/* -- First and last -- */

Test(layer_order, what_defines_a_characteristic_is_first) {
  game g = {0};
  game_open_classic(&g);
  spell s;
  spell_begin(&s, &g, "Zombies");
  spell_all(&s, "types has 'creature'");
  SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_SET, "zombie");
  spell_cast(&s);

  strata_entity card = classic_enter(&g, "changeling");

  cr_expect(game_has(&g, card, "subtypes", "zombie"));
  cr_expect(not(game_has(&g, card, "subtypes", "elf")));
  strata_why *why = NULL;
  OK(strata_explain(g.world, card, game_attr(&g, "subtypes"), &why));
  const strata_why_row *first = classic_row_of(why, "changeling");
  cr_expect(eq(int, first->because, STRATA_REASON_CDA));
  cr_expect(first < classic_row_of(why, "Zombies"), "it stands before it");
  strata_why_free(why);
  game_close(&g);
}

Test(layer_order, what_was_granted_defines_nothing) {
  game g = {0};
  game_open_classic(&g);
  classic_put(&g, "artifact", "graveyard");
  spell s;
  strata_entity bears = classic_enter(&g, "bears");
  spell_begin(&s, &g, "Five");
  spell_on(&s, bears);
  spell_number(&s, "power", "pt.cda", STRATA_OP_SET, 5);
  spell_cast(&s);
  classic_grant(&g, bears, "graveyard_size");

  /* Only by timestamp; a printed one would be before the other (604.3a). */
  cr_expect(eq(i64, game_read(&g, bears, "power"), 1));
  strata_why *why = NULL;
  OK(strata_explain(g.world, bears, game_attr(&g, "power"), &why));
  cr_expect(eq(int, classic_row_of(why, "graveyard_size")->because,
               STRATA_REASON_TIMESTAMP));
  strata_why_free(why);
  game_close(&g);
}

Test(layer_order, laws_that_are_last_are) {
  game g = {0};
  game_open_classic(&g);
  strata_entity artifact = classic_enter(&g, "artifact");
  strata_entity golem = classic_enter(&g, "artifact");
  const strata_entity both[] = {artifact, golem};
  spell s;
  for (size_t i = 0; i < 2; i++) {
    spell_begin(&s, &g, "An elf");
    spell_on(&s, both[i]);
    SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "elf");
    spell_cast(&s);
  }
  spell_begin(&s, &g, "A creature");
  spell_on(&s, golem);
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "creature");
  spell_cast(&s);

  cr_expect(not(game_has(&g, artifact, "subtypes", "elf")));
  cr_expect(game_has(&g, golem, "subtypes", "elf"));
  strata_why *why = NULL;
  OK(strata_explain(g.world, artifact, game_attr(&g, "subtypes"), &why));
  const strata_why_row *last = classic_row(why, strata_why_count(why) - 1);
  cr_expect(eq(int, last->because, STRATA_REASON_LAW));
  cr_expect(eq(str, TEXT(last->effect_name), TEXT("creature_types")));
  strata_why_free(why);
  game_close(&g);
}

/* -- What has started (613.6) -- */

Test(layer_order, humility_and_opalescence) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity bears = classic_enter(&g, "bears");
    if (order) classic_enter(&g, "opalescence");
    strata_entity humility = classic_enter(&g, "humility");
    if (!order) classic_enter(&g, "opalescence");

    cr_expect(eq(i64, classic_body(&g, humility), order ? 101 : 404));
    cr_expect(eq(i64, classic_body(&g, bears), 101));
    cr_expect(not(classic_able(&g, humility, "humility")));
    game_close(&g);
  }
}

Test(layer_order, two_opalescences_make_each_other_creatures) {
  game g = {0};
  game_open_classic(&g);
  strata_entity first = classic_enter(&g, "opalescence");
  strata_entity humility = classic_enter(&g, "humility");
  strata_entity second = classic_enter(&g, "opalescence");

  /* Humility is 4/4 by the first, 1/1 by itself, 4/4 by the second. */
  cr_expect(eq(i64, classic_body(&g, humility), 404));
  cr_expect(eq(i64, classic_body(&g, first), 404));
  cr_expect(eq(i64, classic_body(&g, second), 101));
  cr_expect(game_has(&g, first, "types", "creature"));
  cr_expect(not(classic_able(&g, first, "opalescence")));
  game_close(&g);
}

Test(layer_order, an_anthem_that_is_lost_first_never_starts) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "anthem");
  cr_expect(eq(i64, classic_body(&g, bears), 303));

  classic_lose_all(&g, anthem);

  cr_expect(eq(i64, classic_body(&g, bears), 202));
  game_close(&g);
}

Test(layer_order, an_effect_that_has_started_goes_on) {
  game g = {0};
  game_open_classic(&g);
  strata_entity forest = classic_enter(&g, "forest");
  strata_entity limb = classic_enter(&g, "life_and_limb");

  classic_lose_all(&g, limb); /* in layer 6, and it began in layer 4 */

  cr_expect(not(classic_able(&g, limb, "life_and_limb")));
  cr_expect(eq(i64, classic_body(&g, forest), 101));
  cr_expect(game_has(&g, forest, "colors", "green"));
  game_close(&g);
}

Test(layer_order, whom_it_affects_is_found_once) {
  game g = {0};
  game_open_classic(&g);
  strata_entity human = classic_enter(&g, "human");
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "White ones");
  spell_all(&s, "colors has 'white'");
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "artifact");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);
  spell_begin(&s, &g, "Paint");
  spell_all(&s, "types has 'creature'");
  spell_computed(&s, "colors", "color", STRATA_OP_SET, "chosen");
  spell_cast(&s);

  cr_expect(not(game_has(&g, human, "colors", "white")));
  cr_expect(eq(i64, game_read(&g, human, "power"), 3));
  cr_expect(eq(i64, game_read(&g, bears, "power"), 2));
  game_close(&g);
}

/* -- Timestamps (613.7) -- */

static int64_t with_teachers(const char *first, const char *second,
                             const char *third) {
  game g = {0};
  game_open_classic(&g);
  const char *const names[] = {first, second, third};
  strata_entity student = 0;
  for (size_t i = 0; i < 3; i++) {
    strata_entity card = classic_enter(&g, names[i]);
    if (strncmp(names[i], "teacher", 7) != 0) student = card;
  }
  int64_t power = game_read(&g, student, "power");
  game_close(&g);
  return power;
}

Test(layer_order, granted_abilities_have_the_later_of_two_timestamps) {
  /* teacher grants becomes_5, then becomes_3; teacher_of_7 becomes_7. */
  cr_expect(eq(i64, with_teachers("bears", "teacher", "teacher_of_7"), 7));
  cr_expect(eq(i64, with_teachers("bears", "teacher_of_7", "teacher"), 3));
  /* All have the student's timestamp: by that of the grantor. */
  cr_expect(eq(i64, with_teachers("teacher", "teacher_of_7", "bears"), 7));
  cr_expect(eq(i64, with_teachers("teacher_of_7", "teacher", "bears"), 3));
  /* Its own one is before what is granted. */
  cr_expect(eq(i64, with_teachers("teacher", "teacher_of_7", "becomes_7"), 7));
  cr_expect(eq(i64, with_teachers("teacher_of_7", "teacher", "becomes_7"), 3));
}

Test(layer_order, a_grant_is_older_than_what_came_after_its_object) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    if (!order) classic_enter(&g, "teacher");
    strata_entity bears = classic_enter(&g, "bears");
    spell s;
    spell_begin(&s, &g, "One");
    spell_on(&s, bears);
    spell_number(&s, "power", "pt.set", STRATA_OP_SET, 1);
    spell_cast(&s);
    if (order) classic_enter(&g, "teacher");

    cr_expect(eq(i64, game_read(&g, bears, "power"), order ? 3 : 1));
    game_close(&g);
  }
}

Test(layer_order, an_object_can_be_renewed) {
  game g = {0};
  game_open_classic(&g);
  strata_entity humility = classic_enter(&g, "humility");
  classic_enter(&g, "opalescence");
  cr_expect(eq(i64, classic_body(&g, humility), 404));

  OK(strata_restamp(g.world, humility));

  cr_expect(eq(i64, classic_body(&g, humility), 101));
  game_close(&g);
}

Test(layer_order, counters_are_renewed_when_one_is_added) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  game_base(&g, bears, "plus", 1);
  spell s;
  spell_begin(&s, &g, "Triple");
  spell_on(&s, bears);
  spell_number(&s, "power", "pt.modify", STRATA_OP_MUL, 3);
  spell_cast(&s);

  cr_expect(eq(i64, game_read(&g, bears, "power"), 9), "(2 + 1) * 3");
  game_base(&g, bears, "plus", 2);
  cr_expect(eq(i64, game_read(&g, bears, "power"), 8), "2 * 3 + 2");
  game_base(&g, bears, "plus", 1);
  cr_expect(eq(i64, game_read(&g, bears, "power"), 7), "2 * 3 + 1");
  game_close(&g);
}

Test(layer_order, all_parts_of_one_layer_go_together) {
  game g = {0};
  game_open_classic(&g);
  strata_entity herd = classic_enter(&g, "herd"); /* toughness: its power */
  classic_enter(&g, "bears");
  classic_enter(&g, "bears");

  cr_expect(eq(i64, classic_body(&g, herd), 303));
  game_close(&g);
}

Test(layer_order, a_look_at_one_moves_no_other) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Larger"); /* it looks at power, so "Both" is tried */
  spell_all(&s, "power > 0");
  spell_number(&s, "toughness", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);
  spell_begin(&s, &g, "Twice");
  spell_on(&s, bears);
  spell_number(&s, "toughness", "pt.modify", STRATA_OP_MUL, 2);
  spell_cast(&s);
  spell_begin(&s, &g, "Both");
  s.desc.group = game_group(&g, "highest");
  spell_on(&s, bears);
  spell_computed(&s, "power", "pt.modify", STRATA_OP_ADD, "mana_value");
  spell_computed(&s, "toughness", "pt.modify", STRATA_OP_ADD, "mana_value");
  spell_cast(&s);

  cr_expect(eq(i64, classic_body(&g, bears), 408), "(2 + 1) * 2 + 2");
  game_close(&g);
}

/* Before its condition holds it affects nobody, after that more than fit into a
 * word: what the trial showed names the first of them. */
Test(layer_order, a_condition_may_come_to_hold_in_a_large_world) {
  enum { CREATURES = 130 };
  game g = {0};
  game_open_classic(&g);
  strata_entity first = classic_enter(&g, "bears");
  for (int i = 1; i < CREATURES; i++) {
    classic_enter(&g, "bears");
  }
  strata_entity relic = classic_enter(&g, "nothing");
  spell s;
  spell_begin(&s, &g, "Craft");
  spell_all(&s, "types has 'creature'");
  spell_if(&s, "count(types has 'artifact') > 0");
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "enchantment");
  spell_cast(&s);
  spell_begin(&s, &g, "Gild");
  spell_on(&s, relic);
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "artifact");
  spell_cast(&s);

  EXPECT_ORDER(&g, "type", "Gild", "Craft");
  cr_expect(game_has(&g, first, "types", "enchantment"));
  strata_why *why = NULL;
  OK(strata_explain(g.world, first, game_attr(&g, "types"), &why));
  const strata_why_row *row = classic_row_of(why, "Craft");
  cr_expect(eq(int, row->because, STRATA_REASON_DEPENDS));
  cr_expect(eq(str, TEXT(row->waited_for), TEXT("Gild")));
  cr_expect(strstr(row->difference, "whom this affects: ") != NULL, "%s",
            row->difference);
  strata_why_free(why);
  game_close(&g);
}

/* Each makes all others' condition false: a loop, whoever is first. */
Test(layer_order, many_that_all_depend_on_each_other) {
  enum { MANY = 40 };
  static const char *const names[] = {"First", "Second"};
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  for (size_t i = 0; i < MANY; i++) {
    spell s;
    spell_begin(&s, &g, i < 2 ? names[i] : "More");
    spell_all(&s, "types has 'creature'");
    spell_if(&s, "count(types has 'artifact') = 0");
    SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "artifact");
    spell_cast(&s);
  }

  strata_why *why = NULL;
  OK(strata_explain(g.world, bears, game_attr(&g, "types"), &why));
  size_t count = 0;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (row->because == STRATA_REASON_LAW) continue;
    bool first = count++ == 0;
    cr_expect(eq(int, row->step,
                 first ? STRATA_STEP_APPLIED : STRATA_STEP_CONDITION));
    cr_expect(eq(int, row->because,
                 first ? STRATA_REASON_LOOP : STRATA_REASON_TIMESTAMP));
    cr_expect(eq(str, TEXT(row->waited_for), TEXT(first ? names[1] : "")));
  }
  cr_expect(eq(sz, count, MANY));
  strata_why_free(why);
  game_close(&g);
}

/* What finding an order takes is kept for the next pass. */
Test(layer_order, the_same_again_allocates_nothing) {
  game g = {0};
  game_open_classic(&g);
  static const char *const words[] = {"link1", "link2", "link3", "link4"};
  strata_entity bears = classic_enter(&g, "bears");
  for (size_t i = 0; i < 4; i++) {
    game_put(&g, classic_enter(&g, "nothing"), "subtypes", words[i]);
  }
  for (size_t i = 5; i-- > 0;) {
    classic_enter(&g, links[i]);
  }
  classic_enter(&g, "painter");
  classic_enter(&g, "humility");
  classic_enter(&g, "opalescence");
  classic_enter(&g, "forester");
  strata_entity land = classic_enter(&g, "wasteland");
  classic_enter(&g, "urborg");
  classic_enter(&g, "blood_moon");

  size_t calls = 0;
  for (int i = 0; i < 12; i++) {
    if (i == 8) calls = g.mem.calls;
    game_base(&g, land, "mana_value", i % 2);
    game_put(&g, land, "subtypes", i % 2 ? "elf" : "wall");
    OK(strata_commit(g.world));
    cr_expect(game_has(&g, bears, "subtypes", "link5"));
  }
  cr_expect(eq(sz, g.mem.calls, calls));
  game_close(&g);
}

/* Whoever of them is left, it would be changed. */
Test(layer_order, one_waits_for_many) {
  static const char *const names[] = {"First", "Second", "Third"};
  game g = {0};
  game_open_classic(&g);
  classic_enter(&g, "forester");
  strata_entity bears = 0;
  for (size_t i = 0; i < 3; i++) {
    bears = classic_enter(&g, "bears");
    spell s;
    spell_begin(&s, &g, names[i]);
    spell_on(&s, bears);
    SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "elf");
    spell_cast(&s);
  }

  EXPECT_ORDER(&g, "type", "First", "Second", "Third", "forester");
  strata_why *why = NULL;
  OK(strata_explain(g.world, bears, game_attr(&g, "subtypes"), &why));
  const strata_why_row *row = classic_row_of(why, "forester");
  cr_expect(eq(int, row->because, STRATA_REASON_DEPENDS));
  cr_expect(eq(str, TEXT(row->waited_for), TEXT("Third")));
  strata_why_free(why);
  game_close(&g);
}
