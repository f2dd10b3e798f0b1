/* What an explanation of a value tells of effects that are missing: lost,
 * silenced, displaced; and that it tells of nothing else. */
#include "classic.h"
#include "kit_why.h"

#include <stdio.h>
#include <string.h>

TestSuite(missing, .timeout = 60);

static strata_why *explain(game *g, strata_entity card, const char *attr) {
  strata_why *why = NULL;
  OK(strata_explain(g->world, card, game_attr(g, attr), &why));
  return why;
}

/* An attribute, and the names of the rows, each with its step, as "humility
 * applied". */
static void expect_rows(game *g, strata_entity card, const char *const *rows) {
  strata_why *why = explain(g, card, *rows++);
  size_t count = 0;
  for (; rows[count]; count++) {
    if (count >= strata_why_count(why)) break;
    const strata_why_row *row = strata_why_get(why, count);
    char text[100];
    (void)snprintf(text, sizeof text, "%s %s", row->effect_name,
                   strata_why_step_text(row->step));
    cr_expect(eq(str, text, TEXT(rows[count])), "row %zu of\n%s", count,
              kit_why_text(why));
  }
  cr_expect(eq(sz, strata_why_count(why), count), "%s", kit_why_text(why));
  cr_expect(eq(ptr, TEXT(rows[count]), NULL), "%s", kit_why_text(why));
  strata_why_free(why);
}
#define ROWS(g, card, ...)                                                     \
  expect_rows(g, card, (const char *const[]){__VA_ARGS__, NULL})

static void expect_taken(const strata_why *why, const char *name,
                         const char *taken_by, const char *rule) {
  const strata_why_row *row = classic_row_of(why, name);
  cr_expect(eq(str, TEXT(row->taken_by), TEXT(taken_by)));
  cr_expect(eq(str, TEXT(row->rule), TEXT(rule)));
}

Test(missing, finding_NC10_a_lost_ability_has_its_row_in_its_place) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "anthem");
  classic_enter(&g, "opalescence");
  classic_enter(&g, "humility");
  classic_pump(&g, bears, 3, 3);

  ROWS(&g, bears, "power", "humility applied", "anthem lost", "Pump applied");
  strata_why *why = explain(&g, bears, "power");
  const strata_why_row *row = classic_row_of(why, "anthem");
  cr_expect(eq(u64, row->source, anthem));
  cr_expect(eq(str, TEXT(row->layer_name), TEXT("pt.modify")));
  cr_expect(eq(str, TEXT(row->operand), TEXT("add 1")));
  cr_expect(eq(i64, row->value, 1));
  cr_expect(eq(int, row->before.type, 0), "no value was evaluated there");
  expect_taken(why, "anthem", "humility", "613.6");
  cr_expect(eq(i64, strata_why_value(why)->integer, 4));
  strata_why_free(why);
  game_close(&g);
}

Test(missing, what_was_never_about_the_value_has_no_row) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity forest = classic_enter(&g, "forest");
  classic_enter(&g, "elf_lord"); /* bears are no elves */
  classic_enter(&g, "anthem");
  classic_put(&g, "anthem", "hand");

  ROWS(&g, bears, "power", "anthem applied");
  ROWS(&g, forest, "power");
  ROWS(&g, bears, "toughness", "anthem applied");
  ROWS(&g, bears, "colors");
  classic_enter(&g, "opalescence");
  classic_enter(&g, "humility");
  ROWS(&g, forest, "power"); /* the lost ability was not about lands */
  game_close(&g);
}

Test(missing, laws_have_rows_where_they_change_the_value) {
  game g = {0};
  game_open_classic(&g);
  strata_entity forest = classic_enter(&g, "forest");
  strata_entity bears = classic_enter(&g, "bears");

  ROWS(&g, forest, "abilities", "forest applied");
  ROWS(&g, bears, "abilities");
  ROWS(&g, bears, "subtypes");
  game_close(&g);
}

Test(missing, an_ability_whose_condition_fails_is_silent) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity forest = classic_enter(&g, "forest");
  classic_enter(&g, "rich_anthem");

  ROWS(&g, bears, "power", "rich_anthem condition");
  ROWS(&g, forest, "power");
  strata_why *why = explain(&g, bears, "power");
  expect_taken(why, "rich_anthem", "", "611.3a");
  strata_why_free(why);
  game_base(&g, g.card[0], "life", 10);
  ROWS(&g, bears, "power", "rich_anthem applied");
  classic_enter(&g, "opalescence");
  classic_enter(&g, "humility");
  ROWS(&g, bears, "power", "humility applied", "rich_anthem lost");
  game_base(&g, g.card[0], "life", 9); /* lost, and silent besides */
  ROWS(&g, bears, "power", "humility applied");
  game_close(&g);
}

Test(missing, an_effect_whose_subject_left_the_entity_is_displaced) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity other = classic_enter(&g, "forest");
  classic_enter(&g, "anthem");
  spell s;
  spell_begin(&s, &g, "Stone");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "types", "type", STRATA_OP_REMOVE, "creature");
  spell_cast(&s);

  ROWS(&g, bears, "power", "anthem subject");
  ROWS(&g, other, "power");
  strata_why *why = explain(&g, bears, "power");
  expect_taken(why, "anthem", "Stone", "611.3a");
  cr_expect(eq(i64, classic_row_of(why, "anthem")->before.integer, 2));
  strata_why_free(why);
  spell_begin(&s, &g, "Flesh");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "creature");
  spell_cast(&s);
  ROWS(&g, bears, "power", "anthem applied");
  game_close(&g);
}

/* Within the layer in which it would have started. */
Test(missing, what_an_earlier_effect_of_the_layer_displaced) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Growth");
  spell_on(&s, bears);
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 5);
  spell_cast(&s);
  spell_begin(&s, &g, "For the weak");
  spell_all(&s, "power < 5");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);

  ROWS(&g, bears, "power", "Growth applied", "For the weak subject");
  strata_why *why = explain(&g, bears, "power");
  expect_taken(why, "For the weak", "Growth", "611.3a");
  strata_why_free(why);
  game_close(&g);
}

/* The rows are those of the pass as it stands, however it came about. */
Test(missing, rows_do_not_depend_on_what_was_read_before) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  (void)classic_body(&g, bears);
  classic_enter(&g, "anthem");
  (void)classic_body(&g, bears);
  classic_enter(&g, "opalescence");
  (void)classic_body(&g, bears);
  strata_entity humility = classic_enter(&g, "humility");
  (void)classic_body(&g, bears);

  ROWS(&g, bears, "power", "humility applied", "anthem lost");
  strata_world_drop_caches(g.world);
  ROWS(&g, bears, "power", "humility applied", "anthem lost");
  uint64_t hash = strata_hash(g.world);
  ROWS(&g, bears, "power", "humility applied", "anthem lost");
  cr_expect(eq(u64, strata_hash(g.world), hash));
  classic_leave(&g, humility, "graveyard");
  ROWS(&g, bears, "power", "anthem applied");
  cr_expect(eq(i64, classic_body(&g, bears), 303));
  game_close(&g);
}

/* -- A layer ----------------------------------------------------------------
 */

Test(missing, finding_NC09_a_layer_has_effects_on_one_entity) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "anthem");
  strata_effect pump = classic_pump(&g, bears, 3, 3);
  strata_why *why = NULL;

  OK(strata_explain_layer(g.world, game_layer(&g, "pt.modify"), &why));
  cr_assert(eq(sz, strata_why_count(why), 4), "%s", kit_why_text(why));
  const strata_why_row *row = strata_why_get(why, 2);
  cr_expect(eq(u64, row->effect.id, pump.id));
  cr_expect(eq(u64, row->target, bears));
  cr_expect(eq(str, TEXT(row->operand), TEXT("add 3")));
  cr_expect(eq(u64, strata_why_get(why, 0)->target, 0), "of many");
  cr_expect(eq(ptr, TEXT(strstr(strata_why_dot(why), "add 3")), NULL));
  strata_why_free(why);
  OK(strata_explain_layer(g.world, game_layer(&g, "pt.set"), &why));
  cr_expect(eq(sz, strata_why_count(why), 0), "%s", kit_why_text(why));
  strata_why_free(why);
  game_close(&g);
}

/* -- Texts ------------------------------------------------------------------
 */

static void expect_operand(game *g, strata_entity card, const char *attr,
                           const char *name, const char *operand) {
  strata_why *why = explain(g, card, attr);
  const strata_why_row *row = classic_row_of(why, name);
  cr_expect(eq(str, TEXT(row->operand), TEXT(operand)), "%s",
            kit_why_text(why));
  strata_why_free(why);
}

Test(missing, a_copy_says_which_abilities_it_gives) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity elf = classic_enter(&g, "elf");
  spell s;
  spell_begin(&s, &g, "Copy");
  spell_on(&s, elf);
  spell_ref(&s, NULL, "copy.effects", STRATA_OP_COPY, flyer);
  spell_cast(&s);
  expect_operand(&g, elf, "abilities", "Copy", "copy {flying}");
  game_close(&g);
}

Test(missing, finding_MU10_operands_have_their_words) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Words");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, "human", "wall");
  spell_cast(&s);
  spell_begin(&s, &g, "Types");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "subtypes", "type", STRATA_OP_ADD, "elf", "wall");
  spell_cast(&s);
  spell_begin(&s, &g, "Gift");
  spell_on(&s, bears);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, "haste", "flying");
  spell_cast(&s);

  expect_operand(&g, bears, "abilities", "Words", "substitute human by wall");
  expect_operand(&g, bears, "subtypes", "Types", "add {elf, wall}");
  expect_operand(&g, bears, "abilities", "Gift", "add {haste, flying}");
  strata_why *why = explain(&g, bears, "subtypes");
  const strata_value *after = &classic_row_of(why, "Types")->after;
  cr_assert(eq(sz, after->symbol_count, 3), "bear, elf, wall");
  cr_expect(eq(sz, strata_why_base(why)->symbol_count, 1));
  cr_expect(eq(u32, strata_why_base(why)->symbols[0],
               strata_rules_find(g.rules, STRATA_NAME_SYMBOL, "bear")));
  strata_why_free(why);
  game_close(&g);
}
