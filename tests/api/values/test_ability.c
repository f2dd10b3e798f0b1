/* Abilities: granted, lost, forbidden, borrowed, under text changes; where they
 * come from and where they function. */
#include "classic.h"

#include <string.h>

TestSuite(ability, .timeout = 60);

static strata_effect take(game *g, strata_entity card, const char *layer,
                          strata_op op) {
  spell s;
  spell_begin(&s, g, "Take");
  spell_on(&s, card);
  spell_names(&s, "abilities", layer, op, NULL, 0);
  return spell_cast(&s);
}

static strata_effect words(game *g, strata_entity card, const char *from,
                           const char *to) {
  spell s;
  spell_begin(&s, g, "Words");
  spell_on(&s, card);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, from, to);
  SPELL_NAMES(&s, "subtypes", "text", STRATA_OP_SUBSTITUTE, from, to);
  return spell_cast(&s);
}

/* -- Where they come from ---------------------------------------------------
 */

/* A forest with an ability of each origin: printed regenerate and haste,
 * granted flying, intrinsic green_mana; and vigilance, granted in layer 6. */
static strata_entity grove_of_all(game *g) {
  strata_entity grove = classic_enter(g, "wasteland");
  game_put(g, grove, "subtypes", "forest");
  spell s;
  spell_begin(&s, g, "In layer 4");
  s.desc.source = g->card[2];
  spell_on(&s, grove);
  SPELL_NAMES(&s, "abilities", "type", STRATA_OP_ADD, "flying");
  spell_cast(&s);
  classic_grant(g, grove, "vigilance");
  return grove;
}

Test(ability, each_row_tells_where_it_comes_from) {
  game g = {0};
  game_open_classic(&g);
  strata_entity grove = grove_of_all(&g);
  uint64_t own = strata_timestamp(g.world, grove);
  strata_ability_row rows[8];
  size_t count = 0;

  OK(strata_abilities(g.world, grove, rows, 8, &count));

  static const struct {
    const char *name;
    strata_ability_origin origin;
  } want[] = {{"regenerate", STRATA_ORIGIN_PRINTED},
              {"haste", STRATA_ORIGIN_PRINTED},
              {"flying", STRATA_ORIGIN_GRANTED},
              {"green_mana", STRATA_ORIGIN_INTRINSIC},
              {"vigilance", STRATA_ORIGIN_GRANTED}};
  cr_assert(eq(sz, count, 5));
  for (size_t i = 0; i < 5; i++) {
    cr_expect(eq(u32, rows[i].ability, game_symbol(&g, want[i].name)));
    cr_expect(eq(int, rows[i].origin, want[i].origin), "%s", want[i].name);
    bool granted = want[i].origin == STRATA_ORIGIN_GRANTED;
    cr_expect(eq(int, rows[i].timestamp > own, granted), "%s", want[i].name);
  }
  cr_expect(eq(u64, rows[2].giver, g.card[2]));
  cr_expect(eq(u64, rows[3].giver, 0));
  OK(strata_abilities(g.world, grove, rows, 1, &count));
  cr_expect(eq(sz, count, 5), "all are counted");
  OK(strata_abilities(g.world, grove, NULL, 0, &count));
  cr_expect(eq(sz, count, 5));
  game_close(&g);
}

Test(ability, strip_leaves_what_was_granted) {
  game g = {0};
  game_open_classic(&g);
  strata_entity grove = grove_of_all(&g);

  take(&g, grove, "ability", STRATA_OP_STRIP);

  classic_expect_abilities(&g, grove, "flying, vigilance");
  game_close(&g);
}

Test(ability, strip_takes_what_a_copy_gave) {
  game g = {0};
  game_open_classic(&g);
  strata_entity grove = classic_enter(&g, "grove");
  strata_entity wasteland = classic_enter(&g, "wasteland");
  spell s;
  spell_begin(&s, &g, "Copy, but flying");
  spell_on(&s, grove);
  spell_ref(&s, NULL, "copy.effects", STRATA_OP_COPY, wasteland);
  SPELL_NAMES(&s, "abilities", "copy.effects", STRATA_OP_ADD, "flying");
  spell_cast(&s);
  classic_expect_abilities(&g, grove, "regenerate, haste, flying");

  take(&g, grove, "type", STRATA_OP_STRIP);

  classic_expect_abilities(&g, grove, "");
  game_close(&g);
}

Test(ability, blood_moon_leaves_the_mana_of_a_mountain) {
  game g = {0};
  game_open_classic(&g);
  strata_entity grove = grove_of_all(&g);
  classic_expect_abilities(&g, grove,
                           "regenerate, haste, flying, green_mana, vigilance");

  classic_enter(&g, "blood_moon");

  classic_expect_abilities(&g, grove, "flying, red_mana, vigilance");
  game_close(&g);
}

/* -- Losing and forbidding ---------------------------------------------------
 */

Test(ability, what_is_lost_can_be_got_again) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  spell s;
  spell_begin(&s, &g, "Fall");
  spell_on(&s, flyer);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_REMOVE, "flying");
  strata_effect fall = spell_cast(&s);
  classic_expect_abilities(&g, flyer, "");

  classic_grant(&g, flyer, "flying");

  classic_expect_abilities(&g, flyer, "flying");
  OK(strata_effect_remove(g.world, fall));
  classic_expect_abilities(&g, flyer, "flying, flying");
  game_close(&g);
}

Test(ability, what_is_forbidden_cannot_be_got) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  classic_grant(&g, flyer, "flying");
  strata_entity grounded = classic_enter(&g, "grounded");
  classic_grant(&g, flyer, "flying");
  classic_grant(&g, flyer, "haste");

  classic_expect_abilities(&g, flyer, "haste");
  cr_expect(not(classic_able(&g, flyer, "flying")));
  strata_ability_row rows[4];
  size_t count = 0;
  OK(strata_abilities(g.world, flyer, rows, 4, &count));
  cr_expect(eq(sz, count, 1), "what is forbidden is no row");
  classic_leave(&g, grounded, "graveyard");
  classic_expect_abilities(&g, flyer, "flying, flying, flying, haste");
  game_close(&g);
}

Test(ability, what_is_forbidden_cannot_be_borrowed_or_set) {
  game g = {0};
  game_open_classic(&g);
  classic_put(&g, "pinger", "graveyard");
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "grounded");
  spell s;
  spell_begin(&s, &g, "Borrow");
  spell_on(&s, bears);
  spell_borrow(&s, "zone = 'graveyard'", STRATA_ABILITY_KEYWORD);
  spell_cast(&s);
  classic_expect_abilities(&g, bears, "ping");

  spell_begin(&s, &g, "Set");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_SET, "flying", "haste");
  spell_cast(&s);

  classic_expect_abilities(&g, bears, "haste");
  game_close(&g);
}

Test(ability, what_gives_itself_does_nothing_more) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity other = classic_enter(&g, "bears");

  classic_enter(&g, "plague");

  classic_expect_abilities(&g, bears, "plague");
  cr_expect(eq(i64, game_read(&g, bears, "power"), 3));
  cr_expect(eq(i64, game_read(&g, other, "power"), 3));
  game_close(&g);
}

Test(ability, what_is_granted_works) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity other = classic_enter(&g, "bears");

  classic_enter(&g, "anthem_for_all");

  /* Both have an anthem now. */
  classic_expect_abilities(&g, bears, "anthem, flying");
  cr_expect(eq(i64, classic_body(&g, other), 404));
  game_close(&g);
}

/* -- Borrowing ----------------------------------------------------------------
 */

Test(ability, borrowing_takes_one_kind_or_all) {
  game g = {0};
  game_open_classic(&g);
  classic_put(&g, "pinger", "graveyard");
  strata_entity digger = classic_enter(&g, "gravedigger");
  classic_expect_abilities(&g, digger, "gravedigger, ping");

  spell s;
  spell_begin(&s, &g, "All of them");
  spell_on(&s, digger);
  spell_borrow(&s, "types has 'creature' and zone = 'graveyard'",
               STRATA_ABILITY_KEYWORD);
  spell_cast(&s);

  classic_expect_abilities(&g, digger, "gravedigger, ping, ping, flying");
  game_close(&g);
}

Test(ability, borrowing_asks_each_from_where_it_stands) {
  game g = {0};
  game_open_classic(&g);
  strata_entity mine = classic_enter(&g, "flyer");
  strata_entity ours = classic_enter(&g, "pinger");
  strata_entity theirs = classic_enter(&g, "bears");
  classic_set_ref(&g, theirs, "controller", g.card[1]);
  spell s;
  spell_begin(&s, &g, "Share");
  spell_all(&s, "types has 'creature'");
  spell_borrow(&s,
               "types has 'creature' and it != outer and "
               "controller = outer.controller",
               STRATA_ABILITY_KEYWORD);
  spell_cast(&s);

  /* All lists are those of before. */
  classic_expect_abilities(&g, mine, "flying, ping, flying");
  classic_expect_abilities(&g, ours, "ping, flying, flying");
  classic_expect_abilities(&g, theirs, "");
  game_close(&g);
}

Test(ability, what_is_borrowed_follows_its_owner) {
  game g = {0};
  game_open_classic(&g);
  strata_entity digger = classic_enter(&g, "gravedigger");
  strata_entity pinger = classic_put(&g, "pinger", "graveyard");
  classic_expect_abilities(&g, digger, "gravedigger, ping");

  classic_leave(&g, pinger, "exile");

  classic_expect_abilities(&g, digger, "gravedigger");
  game_close(&g);
}

/* -- Other words (612) -- */

Test(ability, other_words_in_a_predicate) {
  game g = {0};
  game_open_classic(&g);
  strata_entity elf = classic_enter(&g, "elf");
  strata_entity human = classic_enter(&g, "human");
  strata_entity forester = classic_enter(&g, "forester");
  cr_expect(eq(i64, game_read(&g, elf, "power"), 2));

  strata_effect changed = words(&g, forester, "elf", "human");

  cr_expect(eq(i64, game_read(&g, elf, "power"), 1));
  cr_expect(eq(i64, game_read(&g, human, "power"), 3));
  cr_expect(game_has(&g, human, "subtypes", "zombie"));
  OK(strata_effect_remove(g.world, changed));
  cr_expect(eq(i64, game_read(&g, elf, "power"), 2));
  game_close(&g);
}

Test(ability, other_words_in_an_operand) {
  game g = {0};
  game_open_classic(&g);
  strata_entity counter = classic_enter(&g, "counter_of_elves");
  classic_enter(&g, "elf");
  classic_enter(&g, "human");
  classic_enter(&g, "human");
  cr_expect(eq(i64, game_read(&g, counter, "power"), 1));

  words(&g, counter, "elf", "human");

  cr_expect(eq(i64, game_read(&g, counter, "power"), 2));
  game_close(&g);
}

Test(ability, other_words_in_a_set) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity painter = classic_enter(&g, "all_elves");

  words(&g, painter, "elf", "wall");

  cr_expect(game_has(&g, bears, "subtypes", "wall"));
  cr_expect(not(game_has(&g, bears, "subtypes", "elf")));
  game_close(&g);
}

Test(ability, words_are_changed_one_after_the_other) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity painter = classic_enter(&g, "all_elves");
  words(&g, painter, "human", "zombie");
  words(&g, painter, "elf", "human");
  cr_expect(game_has(&g, bears, "subtypes", "human"));

  words(&g, painter, "human", "wall");

  cr_expect(game_has(&g, bears, "subtypes", "wall"));
  game_close(&g);
}

Test(ability, other_words_do_not_reach_what_is_granted_later) {
  game g = {0};
  game_open_classic(&g);
  strata_entity elf = classic_enter(&g, "elf");
  strata_entity human = classic_enter(&g, "human");
  strata_entity bears = classic_enter(&g, "bears");
  words(&g, bears, "elf", "human");

  classic_grant(&g, bears, "forester"); /* 612.3 */

  cr_expect(eq(i64, game_read(&g, elf, "power"), 2));
  cr_expect(eq(i64, game_read(&g, human, "power"), 2));
  game_close(&g);
}

Test(ability, another_word_can_be_an_ability) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  spell s;
  spell_begin(&s, &g, "Words");
  spell_on(&s, flyer);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, "flying",
              "forestwalk");
  spell_cast(&s);

  classic_expect_abilities(&g, flyer, "forestwalk");
  game_close(&g);
}

/* -- Where they work -- */

Test(ability, a_static_one_works_in_its_zones) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_put(&g, "anthem", "hand");
  strata_entity anywhere = classic_put(&g, "becomes_7", "graveyard");
  cr_expect(eq(i64, classic_body(&g, bears), 202));
  cr_expect(classic_able(&g, anthem, "anthem"), "it is there all the same");
  cr_expect(eq(i64, classic_body(&g, anywhere), 707));

  game_move(&g, anthem, "battlefield", 0);

  cr_expect(eq(i64, classic_body(&g, bears), 202), "nobody controls it");
  game_close(&g);
}

Test(ability, a_condition_is_asked_once_in_a_pass) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "rich_anthem");
  game_base(&g, g.card[0], "life", 10);
  cr_expect(eq(i64, classic_body(&g, bears), 303));

  game_base(&g, g.card[0], "life", 9);

  cr_expect(eq(i64, classic_body(&g, bears), 202));
  game_close(&g);
}

Test(ability, written_lists_are_of_effect_at_once) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  const strata_symbol some[] = {game_symbol(&g, "becomes_5"),
                                game_symbol(&g, "flying")};
  const strata_value value = {
      .type = STRATA_ABILITIES, .symbols = some, .symbol_count = 2};

  OK(strata_set_base(g.world, bears, game_attr(&g, "abilities"), &value));

  cr_expect(eq(i64, classic_body(&g, bears), 505));
  classic_expect_abilities(&g, bears, "becomes_5, flying");
  game_close(&g);
}

Test(ability, a_group_on_abilities_still_brings_them_to_life) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "In a group");
  s.desc.group = game_group(&g, "latest");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, "becomes_3");
  spell_cast(&s);
  spell_begin(&s, &g, "In a group");
  s.desc.group = game_group(&g, "latest");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, "becomes_5");
  spell_cast(&s);

  cr_expect(eq(i64, classic_body(&g, bears), 505));
  game_close(&g);
}

Test(ability, what_a_group_puts_out_never_starts) {
  game g = {0};
  game_open_classic(&g);
  static const char *const names[] = {"anthem_for_all", "haste"};
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity other = classic_enter(&g, "bears");
  for (size_t i = 0; i < 2; i++) {
    spell s;
    spell_begin(&s, &g, "In a group");
    s.desc.group = game_group(&g, "latest");
    spell_on(&s, bears);
    SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, names[i]);
    spell_cast(&s);
  }

  /* The second would take away what the first gives: that waits for it. */
  classic_expect_abilities(&g, bears, "haste");
  classic_expect_abilities(&g, other, "");
  cr_expect(eq(i64, classic_body(&g, other), 202));
  game_close(&g);
}

Test(ability, what_a_word_becomes_works) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  spell s;
  spell_begin(&s, &g, "Words");
  spell_on(&s, flyer);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, "flying",
              "twofold");
  spell_cast(&s);

  /* Power 3, and its power more. */
  cr_expect(eq(i64, classic_body(&g, flyer), 602));
  game_close(&g);
}

/* -- Which one it is -------------------------------------------------------
 */

Test(ability, given_again_it_is_another) {
  game g = {0};
  game_open_classic(&g);
  strata_entity elf = classic_enter(&g, "elf");
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Twice");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "type", STRATA_OP_ADD, "forester");
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_SET, "forester");
  spell_cast(&s);

  /* The first has started, and goes on without its ability (613.6). */
  classic_expect_abilities(&g, bears, "forester");
  cr_expect(eq(i64, game_read(&g, elf, "power"), 3));
  game_close(&g);
}

Test(ability, what_has_started_keeps_its_words) {
  for (int grouped = 0; grouped < 2; grouped++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity card = classic_enter(&g, "nothing");
    game_put(&g, card, "types", "enchantment");
    strata_entity opalescence = classic_enter(&g, "opalescence");
    spell s;
    spell_begin(&s, &g, "Words"); /* it has started by then */
    spell_on(&s, opalescence);
    SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_SUBSTITUTE, "elf",
                "human");
    spell_cast(&s);
    spell_begin(&s, &g, "Take"); /* it looks at mana values, so this is tried */
    if (grouped) s.desc.group = game_group(&g, "latest");
    spell_all(&s, "types has 'enchantment'");
    spell_names(&s, "abilities", "pt.set", STRATA_OP_CLEAR, NULL, 0);
    spell_number(&s, "mana_value", "pt.set", STRATA_OP_ADD, 0);
    spell_number(&s, "power", "pt.set", STRATA_OP_SET, 9);
    spell_cast(&s);

    /* To lose its ability changes no words: it does not wait for that. */
    EXPECT_ORDER(&g, "pt.set", "opalescence", "Take");
    cr_expect(eq(i64, classic_body(&g, card), 900));
    game_close(&g);
  }
}
