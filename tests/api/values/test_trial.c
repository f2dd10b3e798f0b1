/* What a dependency trial compares (613.8a): text, conditions and operands,
 * also through groups and switches; and the order of equal timestamps. */
#include "classic.h"

TestSuite(trial, .timeout = 60);

/* The two that set types wait for each other; the oldest also looks at what the
 * youngest changes, from one word that is no type to another or to one. */
Test(trial, words_that_are_no_types_are_all_the_same) {
  for (int known = 0; known < 2; known++) {
    game g = {0};
    game_open_classic(&g);
    classic_choose(&g, g.card[0], "elf");
    classic_choose(&g, g.card[1], known ? "land" : "human");
    strata_entity painter = classic_enter(&g, "nothing");
    strata_entity artifact = classic_enter(&g, "artifact");
    spell s;
    spell_begin(&s, &g, "As chosen");
    s.desc.source = painter;
    spell_all(&s, "types has 'artifact'");
    spell_computed(&s, "types", "type", STRATA_OP_SET,
                   "this.controller.chosen");
    spell_cast(&s);
    spell_begin(&s, &g, "Creatures");
    spell_all(&s, "types has 'artifact'");
    SPELL_NAMES(&s, "types", "type", STRATA_OP_SET, "creature");
    spell_cast(&s);
    spell_begin(&s, &g, "Theft");
    spell_on(&s, painter);
    spell_ref(&s, "controller", "type", STRATA_OP_SET, g.card[1]);
    spell_cast(&s);

    cr_expect(eq(int, game_has(&g, artifact, "types", "creature"), known));
    if (known) { /* nobody is left, so what it does is nothing */
      EXPECT_ORDER(&g, "type", "Creatures", "As chosen", "Theft");
    } else {
      EXPECT_ORDER(&g, "type", "As chosen", "Creatures", "Theft");
    }
    game_close(&g);
  }
}

Test(trial, what_has_started_waits_for_other_words) {
  for (int grouped = 0; grouped < 2; grouped++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity card = classic_enter(&g, "humility");
    strata_entity opalescence = classic_enter(&g, "opalescence");
    classic_lose_all(&g, card); /* before it can start */
    spell s;
    spell_begin(&s, &g, "Nine");
    spell_on(&s, card);
    spell_number(&s, "power", "pt.set", STRATA_OP_SET, 9);
    spell_cast(&s);
    spell_begin(&s, &g, "Words");
    if (grouped) s.desc.group = game_group(&g, "latest");
    spell_on(&s, opalescence);
    SPELL_NAMES(&s, "abilities", "pt.set", STRATA_OP_SUBSTITUTE, "elf",
                "human");
    spell_cast(&s);

    EXPECT_ORDER(&g, "pt.set", "Nine", "Words", "opalescence");
    cr_expect(eq(i64, classic_body(&g, card), 404), "it comes after Nine");
    game_close(&g);
  }
}

Test(trial, other_words_make_one_look_at_others) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity forester = classic_enter(&g, "forester");
  spell s;
  spell_begin(&s, &g, "Words");
  spell_on(&s, forester);
  SPELL_NAMES(&s, "abilities", "type", STRATA_OP_SUBSTITUTE, "elf", "human");
  spell_cast(&s);
  spell_begin(&s, &g, "Humans");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "human");
  spell_cast(&s);

  EXPECT_ORDER(&g, "type", "Words", "Humans", "forester");
  cr_expect(game_has(&g, bears, "subtypes", "zombie"));
  game_close(&g);
}

/* Each takes the word away that the next one looks for. */
Test(trial, three_may_be_a_loop) {
  static const char *const subjects[] = {
      "subtypes has 'link1'", "subtypes has 'link2'", "subtypes has 'link3'"};
  static const char *const taken[] = {"link3", "link1", "link2"};
  static const char *const names[] = {"One", "Two", "Three"};
  for (size_t first = 0; first < 3; first++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity bears = classic_enter(&g, "bears");
    for (size_t i = 0; i < 3; i++) {
      size_t n = (first + i) % 3;
      game_put(&g, bears, "subtypes", taken[n]);
      spell s;
      spell_begin(&s, &g, names[n]);
      spell_all(&s, subjects[n]);
      SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_REMOVE, taken[n]);
      spell_cast(&s);
    }

    EXPECT_ORDER(&g, "type", names[first], names[(first + 1) % 3],
                 names[(first + 2) % 3]);
    for (size_t n = 0; n < 3; n++) {
      bool left = n == (first + 2) % 3; /* nobody is left for the last */
      cr_expect(eq(int, game_has(&g, bears, "subtypes", taken[n]), left));
    }
    game_close(&g);
  }
}

Test(trial, a_condition_may_depend) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity elf = classic_enter(&g, "elf");
  spell s;
  spell_begin(&s, &g, "If it is large");
  s.desc.source = elf;
  spell_on(&s, bears);
  spell_if(&s, "this.power > 4");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 3);
  spell_cast(&s);
  classic_pump(&g, elf, 4, 4);

  EXPECT_ORDER(&g, "pt.modify", "Pump", "If it is large");
  cr_expect(eq(i64, game_read(&g, bears, "power"), 5));
  game_close(&g);
}

static void of_the_highest(game *g, strata_entity card, const char *name,
                           int64_t value) {
  spell s;
  spell_begin(&s, g, name);
  s.desc.group = game_group(g, "highest");
  spell_on(&s, card);
  spell_number(&s, "power", "pt.switch", STRATA_OP_ADD, value);
  spell_cast(&s);
}

/* The second of the group puts the first one out, which was there before the
 * switch: so it lowers toughness, which the oldest looks at. */
Test(trial, a_group_reaches_through_a_switch) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  game_base(&g, bears, "power", 3);
  spell s;
  spell_begin(&s, &g, "Look");
  spell_on(&s, bears);
  spell_computed(&s, "mana_value", "pt.switch", STRATA_OP_SET, "toughness");
  spell_cast(&s);
  of_the_highest(&g, bears, "Three", 3);
  spell_begin(&s, &g, "Switch");
  spell_on(&s, bears);
  spell_switch(&s);
  spell_cast(&s);
  of_the_highest(&g, bears, "Five", 5);

  EXPECT_ORDER(&g, "pt.switch", "Three", "Switch", "Five", "Look");
  cr_expect(eq(i64, classic_body(&g, bears), 703));
  cr_expect(eq(i64, game_read(&g, bears, "mana_value"), 3));
  game_close(&g);
}

/* What one effect gives to two is as old; the one's object is older. */
Test(trial, what_came_together_goes_by_its_objects) {
  for (int order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity prize = classic_enter(&g, "bears");
    strata_entity one = classic_enter(&g, "elf");
    strata_entity other = classic_enter(&g, "elf");
    classic_set_ref(&g, one, "controller", g.card[0]);
    classic_set_ref(&g, other, "controller", g.card[1]);
    classic_set_ref(&g, order ? one : other, "attached", prize);
    classic_set_ref(&g, order ? other : one, "attached", prize);
    spell s;
    spell_begin(&s, &g, "Two thieves");
    spell_all(&s, "subtypes has 'elf'");
    SPELL_NAMES(&s, "abilities", "control", STRATA_OP_ADD, "thief");
    spell_cast(&s);

    strata_value value;
    OK(strata_get(g.world, prize, game_attr(&g, "controller"), &value));
    cr_expect(eq(u64, value.ref, g.card[order]));
    game_close(&g);
  }
}
