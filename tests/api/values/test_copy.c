/* Copies: copiable values, snapshots, exceptions, copies of objects that are
 * gone, face-down objects (707, 708, 613.2). */
#include "classic.h"

#include <string.h>

TestSuite(copy, .timeout = 60);

static strata_effect copy_onto(game *g, strata_entity card, strata_entity of) {
  spell s;
  spell_begin(&s, g, "Copy");
  spell_on(&s, card);
  spell_ref(&s, NULL, "copy.effects", STRATA_OP_COPY, of);
  return spell_cast(&s);
}

static void expect_name(game *g, strata_entity card, const char *want) {
  strata_value value;
  OK(strata_get(g->world, card, game_attr(g, "name"), &value));
  cr_expect(eq(str, TEXT(value.text), TEXT(want)));
}

Test(copy, has_what_is_copiable_and_nothing_else) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  game_base(&g, flyer, "plus", 2);
  classic_pump(&g, flyer, 3, 3);
  classic_grant(&g, flyer, "haste");
  strata_entity elf = classic_enter(&g, "elf");
  classic_set_ref(&g, elf, "controller", g.card[1]);

  copy_onto(&g, elf, flyer);

  cr_expect(eq(i64, classic_body(&g, elf), 202));
  classic_expect_abilities(&g, elf, "flying");
  expect_name(&g, elf, "flyer");
  cr_expect(game_has(&g, elf, "subtypes", "human"));
  cr_expect(not(game_has(&g, elf, "subtypes", "elf")));
  cr_expect(game_has(&g, elf, "colors", "white"));
  strata_value value;
  OK(strata_get(g.world, elf, game_attr(&g, "controller"), &value));
  cr_expect(eq(u64, value.ref, g.card[1]));
  game_close(&g);
}

Test(copy, is_taken_when_the_effect_begins) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity elf = classic_enter(&g, "elf");
  strata_effect copied = copy_onto(&g, elf, flyer);

  game_base(&g, flyer, "power", 9);
  const strata_value none = {.type = STRATA_ABILITIES};
  OK(strata_set_base(g.world, flyer, game_attr(&g, "abilities"), &none));

  cr_expect(eq(i64, classic_body(&g, elf), 202));
  classic_expect_abilities(&g, elf, "flying");
  classic_leave(&g, flyer, "graveyard");
  OK(strata_forget_gone(g.world));
  cr_expect(eq(i64, classic_body(&g, elf), 202));
  classic_expect_abilities(&g, elf, "flying");
  OK(strata_effect_remove(g.world, copied));
  cr_expect(eq(i64, classic_body(&g, elf), 101));
  expect_name(&g, elf, "elf");
  game_close(&g);
}

Test(copy, the_later_one_counts) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity elf = classic_enter(&g, "elf");
  copy_onto(&g, elf, bears);
  strata_effect second = copy_onto(&g, elf, flyer);
  expect_name(&g, elf, "flyer");

  OK(strata_effect_remove(g.world, second));

  expect_name(&g, elf, "bears");
  classic_expect_abilities(&g, elf, "");
  game_close(&g);
}

Test(copy, exceptions_are_copiable) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity elf = classic_enter(&g, "elf");
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Copy, but");
  spell_on(&s, elf);
  spell_ref(&s, NULL, "copy.effects", STRATA_OP_COPY, flyer);
  spell_number(&s, "power", "copy.effects", STRATA_OP_SET, 7);
  SPELL_NAMES(&s, "abilities", "copy.effects", STRATA_OP_ADD, "haste");
  SPELL_NAMES(&s, "types", "copy.effects", STRATA_OP_ADD, "artifact");
  spell_cast(&s);

  copy_onto(&g, bears, elf);

  const strata_entity both[] = {elf, bears};
  for (size_t i = 0; i < 2; i++) {
    cr_expect(eq(i64, classic_body(&g, both[i]), 702));
    classic_expect_abilities(&g, both[i], "flying, haste");
    cr_expect(game_has(&g, both[i], "types", "artifact"));
    cr_expect(game_has(&g, both[i], "types", "creature"));
    strata_ability_row rows[2];
    size_t count = 0;
    OK(strata_abilities(g.world, both[i], rows, 2, &count));
    cr_assert(eq(sz, count, 2));
    cr_expect(eq(int, rows[0].origin, STRATA_ORIGIN_PRINTED));
    cr_expect(eq(int, rows[1].origin, STRATA_ORIGIN_PRINTED));
  }
  game_close(&g);
}

Test(copy, copied_abilities_work) {
  game g = {0};
  game_open_classic(&g);
  strata_entity anthem = classic_enter(&g, "anthem");
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity limb = classic_enter(&g, "flying_anthem");

  copy_onto(&g, limb, anthem);

  cr_expect(eq(i64, classic_body(&g, bears), 404));
  game_close(&g);
}

Test(copy, a_copied_one_defines_characteristics) {
  game g = {0};
  game_open_classic(&g);
  classic_put(&g, "artifact", "graveyard");
  strata_entity goyf = classic_put(&g, "graveyard_size", "hand");
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Five");
  spell_on(&s, bears);
  spell_number(&s, "power", "pt.cda", STRATA_OP_SET, 5);
  spell_cast(&s);

  copy_onto(&g, bears, goyf);

  cr_expect(eq(i64, game_read(&g, bears, "power"), 5), "it is before the 5");
  cr_expect(eq(i64, game_read(&g, bears, "toughness"), 2));
  game_close(&g);
}

Test(copy, a_token_can_copy_what_is_gone) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  classic_pump(&g, flyer, 5, 5);
  strata_entity elf = classic_enter(&g, "elf");
  copy_onto(&g, flyer, elf);
  classic_leave(&g, flyer, "graveyard");
  strata_entity token = 0;

  OK(strata_spawn_copy(g.world, flyer, &token));

  /* As it last was: a copy of an elf, without the boost. */
  expect_name(&g, token, "elf");
  cr_expect(eq(i64, classic_body(&g, token), 101));
  OK(strata_forget_gone(g.world));
  REFUSED(&g, strata_spawn_copy(g.world, flyer, &token), STRATA_ESTALE, "#");
  game_close(&g);
}

Test(copy, of_one_face_down_is_plain) {
  game g = {0};
  game_open_classic(&g);
  strata_entity morph = classic_enter(&g, "flyer");
  game_base(&g, morph, "face_down", 1);
  strata_entity elf = classic_enter(&g, "elf");
  cr_expect(eq(i64, classic_body(&g, morph), 202));
  classic_expect_abilities(&g, morph, "");

  strata_effect copied = copy_onto(&g, elf, morph);

  expect_name(&g, elf, "");
  cr_expect(eq(i64, classic_body(&g, elf), 202));
  cr_expect(not(game_has(&g, elf, "subtypes", "elf")));
  OK(strata_effect_remove(g.world, copied));
  game_base(&g, morph, "face_down", 0);
  classic_expect_abilities(&g, morph, "flying");
  game_close(&g);
}

Test(copy, one_face_down_that_copies_stays_face_down) {
  game g = {0};
  game_open_classic(&g);
  strata_entity morph = classic_enter(&g, "elf");
  strata_entity flyer = classic_enter(&g, "flyer");
  game_base(&g, morph, "face_down", 1);

  copy_onto(&g, morph, flyer);

  expect_name(&g, morph, "");
  classic_expect_abilities(&g, morph, "");
  game_base(&g, morph, "face_down", 0);
  expect_name(&g, morph, "flyer");
  classic_expect_abilities(&g, morph, "flying");
  game_close(&g);
}

Test(copy, of_a_clause_follows_whom_it_copies) {
  game g = {0};
  game_open_classic(&g);
  strata_entity mirror = classic_enter(&g, "mirror");
  strata_entity flyer = classic_enter(&g, "flyer");
  classic_expect_abilities(&g, mirror, "mirror");

  classic_set_ref(&g, mirror, "attached", flyer);

  classic_expect_abilities(&g, mirror, "flying");
  expect_name(&g, mirror, "flyer");
  game_base(&g, flyer, "power", 6);
  cr_expect(eq(i64, classic_body(&g, mirror), 602));
  classic_set_ref(&g, mirror, "attached", 0);
  classic_expect_abilities(&g, mirror, "mirror");
  cr_expect(eq(i64, classic_body(&g, mirror), 202));
  game_close(&g);
}

Test(copy, what_was_can_be_taken_back) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity elf = classic_enter(&g, "elf");
  uint64_t hash = strata_hash(g.world);
  strata_mark mark = {0};
  OK(strata_mark_set(g.world, &mark));

  copy_onto(&g, elf, flyer);
  classic_leave(&g, flyer, "graveyard");
  classic_expect_abilities(&g, elf, "flying");
  OK(strata_rollback(g.world, mark));

  cr_expect(eq(u64, strata_hash(g.world), hash));
  classic_expect_abilities(&g, elf, "");
  expect_name(&g, elf, "elf");
  game_close(&g);
}
