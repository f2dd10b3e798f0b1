/* Explanations beyond one value: what a source does, why a part does not apply,
 * the order of a layer, and values after a layer. */
#include "classic.h"
#include "kit_why.h"

#include <string.h>

TestSuite(explain, .timeout = 60);

static strata_why *from(game *g, strata_entity card, strata_entity source) {
  strata_why *why = NULL;
  OK(strata_explain_source(g->world, card, source, STRATA_NO_EFFECT, &why));
  return why;
}

static strata_why *by(game *g, strata_entity card, strata_effect effect) {
  strata_why *why = NULL;
  OK(strata_explain_source(g->world, card, 0, effect, &why));
  return why;
}

static strata_why *order_of(game *g, const char *layer) {
  strata_why *why = NULL;
  OK(strata_explain_layer(g->world, game_layer(g, layer), &why));
  return why;
}

static bool says(const strata_why *why, const char *words) {
  return strstr(kit_why_text(why), words) != NULL;
}

/* All rows have this step. */
static void expect_steps(const strata_why *why, size_t count,
                         strata_why_step step) {
  cr_expect(eq(sz, strata_why_count(why), count), "%s", kit_why_text(why));
  for (size_t i = 0; i < strata_why_count(why); i++) {
    cr_expect(eq(int, strata_why_get(why, i)->step, step), "row %zu of\n%s", i,
              kit_why_text(why));
  }
}

/* -- A source -----------------------------------------------------------------
 */

Test(explain, all_that_a_source_does) {
  game g = {0};
  game_open_classic(&g);
  strata_entity human = classic_enter(&g, "human");
  game_put(&g, human, "subtypes", "elf");
  strata_entity lord = classic_enter(&g, "elf_lord");
  classic_enter(&g, "anthem");

  strata_why *why = from(&g, human, lord);

  expect_steps(why, 3, STRATA_STEP_APPLIED);
  static const char *const attrs[] = {"abilities", "power", "toughness"};
  for (size_t i = 0; i < 3; i++) {
    const strata_why_row *row = classic_row(why, i);
    cr_expect(eq(u32, row->attr, game_attr(&g, attrs[i])), "row %zu", i);
    cr_expect(eq(u64, row->source, lord));
    cr_expect(eq(u64, row->effect.id, 0), "an ability is no effect");
    cr_expect(eq(u64, row->timestamp, strata_timestamp(g.world, lord)));
    cr_expect(eq(str, TEXT(row->effect_name), TEXT("elf_lord")));
  }
  cr_expect(eq(i64, classic_row(why, 1)->before.integer, 2));
  cr_expect(eq(i64, classic_row(why, 1)->after.integer, 3));
  cr_expect(says(why, "forestwalk"));
  cr_expect(eq(str, TEXT(strata_why_dot(why)), TEXT("")));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, who_took_an_ability_away) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "anthem");
  classic_enter(&g, "opalescence");
  classic_enter(&g, "humility");

  strata_why *why = from(&g, bears, anthem);

  expect_steps(why, 2, STRATA_STEP_LOST);
  const strata_why_row *row = classic_row_of(why, "anthem");
  cr_expect(eq(str, TEXT(row->taken_by), TEXT("humility")));
  cr_expect(says(why, "humility\n"), "%s", kit_why_text(why));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, an_ability_that_does_not_function_here) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_put(&g, "anthem", "hand");

  strata_why *why = from(&g, bears, anthem);

  expect_steps(why, 2, STRATA_STEP_ZONE);
  strata_why_free(why);
  game_close(&g);
}

Test(explain, a_condition_that_fails) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "rich_anthem");

  strata_why *why = from(&g, bears, anthem);

  expect_steps(why, 2, STRATA_STEP_CONDITION);
  cr_expect(says(why, "condition"));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, a_subject_that_leaves_one_out) {
  game g = {0};
  game_open_classic(&g);
  strata_entity land = classic_enter(&g, "forest");
  strata_entity anthem = classic_enter(&g, "anthem");

  strata_why *why = from(&g, land, anthem);

  expect_steps(why, 2, STRATA_STEP_SUBJECT);
  strata_why_free(why);
  game_close(&g);
}

Test(explain, one_effect_alone) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_effect first = classic_pump(&g, bears, 1, 2);
  strata_effect second = classic_pump(&g, bears, 10, 20);

  strata_why *why = by(&g, bears, second);

  expect_steps(why, 2, STRATA_STEP_APPLIED);
  cr_expect(eq(u64, classic_row(why, 0)->effect.id, second.id));
  cr_expect(eq(i64, classic_row(why, 0)->before.integer, 3));
  cr_expect(eq(i64, classic_row(why, 0)->after.integer, 13));
  cr_expect(eq(i64, classic_row(why, 1)->value, 20));
  strata_why_free(why);
  why = by(&g, bears, first);
  cr_expect(eq(i64, classic_row(why, 0)->after.integer, 3));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, another_of_the_group_counts) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_effect effects[2];
  for (int i = 0; i < 2; i++) {
    spell s;
    spell_begin(&s, &g, "Highest");
    s.desc.group = game_group(&g, "highest");
    spell_on(&s, bears);
    spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1 + i);
    effects[i] = spell_cast(&s);
  }

  strata_why *why = by(&g, bears, effects[0]);
  expect_steps(why, 1, STRATA_STEP_STACKING);
  strata_why_free(why);
  why = by(&g, bears, effects[1]);
  expect_steps(why, 1, STRATA_STEP_APPLIED);
  strata_why_free(why);
  game_close(&g);
}

static size_t rows_of(game *g, strata_entity card, const char *attr) {
  strata_why *why = NULL;
  OK(strata_explain(g->world, card, game_attr(g, attr), &why));
  size_t count = strata_why_count(why);
  strata_why_free(why);
  return count;
}

/* Something that read toughness has brought the other effect into the pass. */
Test(explain, what_is_locked_to_others_has_no_row_whatever_was_read) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity other = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "For the tough");
  spell_all(&s, "toughness > 0");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  strata_effect reader = spell_cast(&s);
  spell_begin(&s, &g, "Weakness");
  spell_on(&s, bears);
  spell_number(&s, "toughness", "pt.modify", STRATA_OP_SUB, 1);
  spell_cast(&s);

  cr_expect(eq(sz, rows_of(&g, bears, "toughness"), 1));
  cr_expect(eq(sz, rows_of(&g, other, "toughness"), 0));
  OK(strata_effect_remove(g.world, reader));
  cr_expect(eq(sz, rows_of(&g, other, "toughness"), 0));
  strata_world_drop_caches(g.world);
  cr_expect(eq(sz, rows_of(&g, bears, "toughness"), 1));
  cr_expect(eq(sz, rows_of(&g, other, "toughness"), 0));
  game_close(&g);
}

Test(explain, bad_questions_of_sources_are_refused) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_effect pump = classic_pump(&g, bears, 1, 1);
  strata_why *why = NULL;

  REFUSED(&g, strata_explain_source(g.world, bears, 0, STRATA_NO_EFFECT, &why),
          STRATA_EINVAL, "source", "effect");
  REFUSED(&g, strata_explain_source(g.world, bears, bears, pump, &why),
          STRATA_EINVAL, "source", "effect");
  REFUSED(&g,
          strata_explain_source(g.world, 999, bears, STRATA_NO_EFFECT, &why),
          STRATA_ESTALE, "#");
  REFUSED(&g,
          strata_explain_source(g.world, bears, 999, STRATA_NO_EFFECT, &why),
          STRATA_ESTALE, "#");
  REFUSED(&g,
          strata_explain_source(g.world, bears, 0, (strata_effect){999}, &why),
          STRATA_ESTALE, "effect");
  REFUSED(&g,
          strata_explain_source(g.world, bears, bears, STRATA_NO_EFFECT, NULL),
          STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_explain_layer(g.world, 99, &why), STRATA_ENOENT, "99");
  REFUSED(&g, strata_explain_layer(g.world, 0, NULL), STRATA_EINVAL, "NULL");
  cr_expect(eq(ptr, why, NULL));
  game_close(&g);
}

/* -- A layer -- */

Test(explain, the_rows_of_a_layer_are_in_order) {
  game g = {0};
  game_open_classic(&g);
  classic_enter(&g, "elf");
  strata_entity lord = classic_enter(&g, "elf_lord");
  strata_entity anthem = classic_enter(&g, "anthem");

  strata_why *why = order_of(&g, "pt.modify");

  cr_assert(eq(sz, strata_why_count(why), 4), "%s", kit_why_text(why));
  const strata_entity sources[] = {lord, lord, anthem, anthem};
  for (size_t i = 0; i < 4; i++) {
    const strata_why_row *row = classic_row(why, i);
    cr_expect(eq(u64, row->source, sources[i]));
    cr_expect(eq(int, row->because, STRATA_REASON_TIMESTAMP));
    cr_expect(eq(int, row->layer, game_layer(&g, "pt.modify")));
  }
  strata_why_free(why);
  why = order_of(&g, "control");
  cr_expect(eq(sz, strata_why_count(why), 0));
  strata_why_free(why);
  game_close(&g);
}

/* A graph has these words. */
static void expect_graph(game *g, const char *layer, const char *const *words) {
  strata_why *why = order_of(g, layer);
  const char *dot = strata_why_dot(why);
  cr_expect(strncmp(dot, "digraph", 7) == 0, "%s", dot);
  cr_expect(strstr(dot, "}\n") != NULL, "%s", dot);
  for (; *words; words++) {
    cr_expect(strstr(dot, *words) != NULL, "no '%s' in\n%s", *words, dot);
  }
  strata_why_free(why);
}
#define GRAPH(g, layer, ...)                                                   \
  expect_graph(g, layer, (const char *const[]){__VA_ARGS__, NULL})

Test(explain, a_graph_says_what_a_trial_showed) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity painter = classic_enter(&g, "painter");
  game_put(&g, painter, "types", "creature");
  classic_enter(&g, "link_2");
  classic_enter(&g, "link_1");
  spell s;
  spell_begin(&s, &g, "Other \"words\"");
  spell_on(&s, painter);
  SPELL_NAMES(&s, "abilities", "text", STRATA_OP_SUBSTITUTE, "human", "wall");
  spell_cast(&s);
  spell_begin(&s, &g, "Double");
  spell_on(&s, bears);
  spell_computed(&s, "power", "pt.modify", STRATA_OP_ADD, "power");
  spell_cast(&s);
  classic_enter(&g, "anthem");

  GRAPH(&g, "text", "-> u", "label=\"text\"", "Other \\\"words\\\"");
  GRAPH(&g, "type", "1. link_1", "2. link_2", "label=\"set\"");
  GRAPH(&g, "pt.modify", "1. anthem", "2. Double", "label=\"operand\"",
        "timestamp");
  game_close(&g);
}

Test(explain, a_graph_shows_who_would_take_an_ability) {
  game g = {0};
  game_open_classic(&g);
  strata_entity lord = classic_enter(&g, "elf_lord");
  strata_entity unmaker = classic_enter(&g, "unmaker");
  classic_set_ref(&g, unmaker, "attached", lord);

  /* It is lost, and so has no place in the order. */
  GRAPH(&g, "ability", "1. unmaker", "[label=\"elf_lord", "style=dashed",
        "label=\"existence\"");
  EXPECT_ORDER(&g, "ability", "unmaker");
  strata_why *why = order_of(&g, "ability");
  cr_expect(says(why, "unmaker\n"), "%s", kit_why_text(why));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, what_waited_says_so) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "link_2");
  classic_enter(&g, "link_1");

  strata_why *why = NULL;
  OK(strata_explain(g.world, bears, game_attr(&g, "subtypes"), &why));

  cr_expect(says(why, "by link_2"), "%s", kit_why_text(why));
  cr_expect(says(why, "depends link_1"), "%s", kit_why_text(why));
  strata_why_free(why);
  why = order_of(&g, "type");
  cr_expect(says(why, "creature_types, timestamp 0, law"), "%s",
            kit_why_text(why));
  strata_why_free(why);
  game_close(&g);
}

Test(explain, explaining_changes_nothing) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "anthem");
  classic_enter(&g, "humility");
  classic_enter(&g, "opalescence");
  uint64_t hash = strata_hash(g.world);
  int64_t body = classic_body(&g, bears);
  uint64_t evaluations = kit_stats(g.world).evaluations;

  strata_why *why = from(&g, bears, anthem);
  strata_why_free(why);
  uint32_t layers = strata_rules_count(g.rules, STRATA_NAME_LAYER);
  for (strata_layer i = 0; i < (strata_layer)layers; i++) {
    OK(strata_explain_layer(g.world, i, &why));
    strata_why_free(why);
  }

  cr_expect(eq(u64, strata_hash(g.world), hash));
  cr_expect(eq(i64, classic_body(&g, bears), body));
  cr_expect(le(u64, kit_stats(g.world).evaluations, evaluations + 2),
            "values of bears are still cached");
  game_close(&g);
}

/* -- After a layer -- */

Test(explain, values_after_each_layer) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  game_base(&g, bears, "toughness", 9);
  classic_pump(&g, bears, 1, 0);
  spell s;
  spell_begin(&s, &g, "Five");
  spell_on(&s, bears);
  spell_number(&s, "power", "pt.set", STRATA_OP_SET, 5);
  spell_cast(&s);
  spell_begin(&s, &g, "Switch");
  spell_on(&s, bears);
  spell_switch(&s);
  spell_cast(&s);

  cr_expect(eq(i64, classic_power_after(&g, bears, "copy.effects"), 2));
  cr_expect(eq(i64, classic_power_after(&g, bears, "pt.cda"), 2));
  cr_expect(eq(i64, classic_power_after(&g, bears, "pt.set"), 5));
  cr_expect(eq(i64, classic_power_after(&g, bears, "pt.modify"), 6));
  cr_expect(eq(i64, classic_power_after(&g, bears, "pt.switch"), 9));
  cr_expect(eq(i64, game_read(&g, bears, "power"), 9));
  game_close(&g);
}

Test(explain, abilities_after_a_layer) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  game_base(&g, flyer, "face_down", 1);
  classic_grant(&g, flyer, "haste");
  strata_attr abilities = game_attr(&g, "abilities");
  strata_value value;

  OK(strata_get_after(g.world, flyer, abilities, game_layer(&g, "copy.effects"),
                      &value));
  cr_assert(eq(sz, value.symbol_count, 1));
  cr_expect(eq(u32, value.symbols[0], game_symbol(&g, "flying")));
  OK(strata_get_after(g.world, flyer, abilities, game_layer(&g, "type"),
                      &value));
  cr_expect(eq(sz, value.symbol_count, 0));
  OK(strata_get_after(g.world, flyer, abilities, game_layer(&g, "pt.switch"),
                      &value));
  cr_assert(eq(sz, value.symbol_count, 1));
  cr_expect(eq(u32, value.symbols[0], game_symbol(&g, "haste")));
  game_close(&g);
}

Test(explain, bad_questions_of_layers_are_refused) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_attr power = game_attr(&g, "power");
  strata_value value;
  size_t count = 0;

  REFUSED(&g, strata_get_after(g.world, 999, power, 0, &value), STRATA_ESTALE,
          "#");
  REFUSED(&g, strata_get_after(g.world, bears, 99, 0, &value), STRATA_ENOENT,
          "99");
  REFUSED(&g, strata_get_after(g.world, bears, power, 99, &value),
          STRATA_ENOENT, "99");
  REFUSED(&g, strata_get_after(g.world, bears, power, 0, NULL), STRATA_EINVAL,
          "NULL");
  REFUSED(&g, strata_abilities(g.world, 999, NULL, 0, &count), STRATA_ESTALE,
          "#");
  REFUSED(&g, strata_abilities(g.world, bears, NULL, 1, &count), STRATA_EINVAL,
          "NULL");
  game_close(&g);
}
