/* Rows R01 to R15, R20 and R21: layers, timestamps, dependency. */
#include "classic.h"
#include "kit_why.h"
#include "seed_kit.h"

#include <stdlib.h>
#include <string.h>

TestSuite(rules, .timeout = 60);

/* Save and load: the same world again. */
static strata_world *reload(game *g) {
  size_t size = 0;
  strata_world *loaded = NULL;
  const strata_world_config config = kit_config(&g->mem);
  cr_assert(eq(int, strata_save(g->world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(g->world, bytes, size, &size));
  OK(strata_load(g->rules, &config, bytes, size, &loaded, NULL));
  free(bytes);
  return loaded;
}

/* One effect in each of seven layers; the spell must be begun. */
static void add_of_layer(spell *s, int layer, strata_entity copied) {
  switch (layer) {
  case 1:
    spell_ref(s, NULL, "copy.effects", STRATA_OP_COPY, copied);
    break;
  case 2:
    spell_ref(s, "controller", "control", STRATA_OP_SET, s->g->card[1]);
    break;
  case 3:
    SPELL_NAMES(s, "subtypes", "text", STRATA_OP_SUBSTITUTE, "bear", "wall");
    break;
  case 4:
    SPELL_NAMES(s, "types", "type", STRATA_OP_ADD, "artifact");
    break;
  case 5:
    SPELL_NAMES(s, "colors", "color", STRATA_OP_SET, "red");
    break;
  case 6:
    SPELL_NAMES(s, "abilities", "ability", STRATA_OP_ADD, "flying");
    break;
  default:
    spell_number(s, "power", "pt.modify", STRATA_OP_ADD, 1);
  }
}

Test(rules, seed_R01_seven_layers_in_order) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity copied = classic_enter(&g, "bears");
  for (int layer = 7; layer >= 1; layer--) {
    spell s;
    spell_begin(&s, &g, "One of seven");
    s.desc.source = g.card[2];
    spell_on(&s, bears);
    add_of_layer(&s, layer, copied);
    spell_cast(&s);
  }

  strata_why *why = NULL;
  OK(strata_explain_source(g.world, bears, g.card[2], STRATA_NO_EFFECT, &why));
  size_t found = 0;
  strata_layer last = -1;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = classic_row(why, i);
    if (row->layer == last) continue;
    last = row->layer;
    found++;
    SEED_EXPECT(last, "R01", found);
  }

  SEED_EXPECT(found, "R01", 0);
  strata_why_free(why);
  game_close(&g);
}

/* What each row of an explanation leaves. */
static void expect_afters(game *g, strata_entity card, const char *attr,
                          size_t from, size_t count) {
  strata_why *why = NULL;
  OK(strata_explain(g->world, card, game_attr(g, attr), &why));
  size_t applied = 0;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = classic_row(why, i);
    if (row->step != STRATA_STEP_APPLIED) continue;
    SEED_EXPECT(row->after.integer, "R02", from + applied);
    applied++;
  }
  cr_expect(eq(sz, applied, count), "%s", kit_why_text(why));
  strata_why_free(why);
}

Test(rules, seed_R02_the_sublayers_of_layer_7) {
  game g = {0};
  game_open_classic(&g);
  const char *const buried[] = {"bears", "artifact", "humility", "forest"};
  for (size_t i = 0; i < 4; i++) {
    classic_put(&g, buried[i], "graveyard");
  }
  strata_entity card = classic_enter(&g, "graveyard_size");
  spell s;
  spell_begin(&s, &g, "Switch");
  spell_on(&s, card);
  spell_switch(&s);
  spell_cast(&s);
  classic_pump(&g, card, 1, 1);
  game_base(&g, card, "plus", 1);
  spell_begin(&s, &g, "Set");
  spell_on(&s, card);
  spell_number(&s, "power", "pt.set", STRATA_OP_SET, 0);
  spell_number(&s, "toughness", "pt.set", STRATA_OP_SET, 1);
  spell_cast(&s);

  expect_afters(&g, card, "power", 0, 5);
  expect_afters(&g, card, "toughness", 5, 5);
  SEED_EXPECT(game_read(&g, card, "power"), "R02", 10);
  SEED_EXPECT(game_read(&g, card, "toughness"), "R02", 11);
  game_close(&g);
}

Test(rules, seed_R03_humility_and_an_anthem) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "anthem");
  strata_entity humility = classic_enter(&g, "humility");

  SEED_EXPECT(classic_body(&g, bears), "R03", 0);
  classic_leave(&g, humility, "graveyard");
  SEED_EXPECT(classic_body(&g, bears), "R03", 1);

  game_close(&g);
}

Test(rules, seed_R04_humility_takes_abilities_in_layer_6) {
  game g = {0};
  game_open_classic(&g);
  strata_entity flyer = classic_enter(&g, "flyer");
  strata_entity humility = classic_enter(&g, "humility");

  SEED_EXPECT(classic_able(&g, flyer, "flying"), "R04", 0);
  SEED_EXPECT(classic_body(&g, flyer), "R04", 1);
  classic_leave(&g, humility, "graveyard");
  SEED_EXPECT(classic_able(&g, flyer, "flying"), "R04", 2);

  game_close(&g);
}

Test(rules, seed_R05_what_has_started_goes_on) {
  game g = {0};
  game_open_classic(&g);
  strata_entity humility = classic_enter(&g, "humility");
  classic_enter(&g, "opalescence");
  strata_entity other = classic_enter(&g, "bears");
  game_base(&g, other, "power", 4);
  game_base(&g, other, "toughness", 4);

  SEED_EXPECT(classic_body(&g, other), "R05", 0);
  SEED_EXPECT(game_has(&g, humility, "types", "creature"), "R05", 1);
  SEED_EXPECT(classic_able(&g, humility, "humility"), "R05", 2);

  game_close(&g);
}

static void become(game *g, strata_entity card, int64_t both) {
  spell s;
  spell_begin(&s, g, "Become");
  spell_on(&s, card);
  spell_number(&s, "power", "pt.set", STRATA_OP_SET, both);
  spell_number(&s, "toughness", "pt.set", STRATA_OP_SET, both);
  spell_cast(&s);
}

Test(rules, seed_R06_timestamp_order_in_a_layer) {
  game g = {0};
  game_open_classic(&g);
  strata_entity first = classic_enter(&g, "bears");
  strata_entity second = classic_enter(&g, "bears");

  become(&g, first, 1);
  become(&g, first, 3);
  become(&g, second, 3);
  become(&g, second, 1);

  SEED_EXPECT(classic_body(&g, first), "R06", 0);
  SEED_EXPECT(classic_body(&g, second), "R06", 1);
  game_close(&g);
}

/* How many effects have a later timestamp than the one before. */
static size_t rising(strata_world *world, const strata_effect *effects,
                     size_t count) {
  uint64_t last = 0;
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    strata_effect_info info;
    OK(strata_effect_describe(world, effects[i], &info));
    if (info.timestamp > last) found++;
    last = info.timestamp;
  }
  return found;
}

Test(rules, seed_R07_timestamps_rise) {
  enum { MANY = 10000 };
  static strata_effect effects[MANY];
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  for (size_t i = 0; i < MANY; i++) {
    effects[i] = classic_pump(&g, bears, 1, 0);
  }

  SEED_EXPECT(rising(g.world, effects, MANY), "R07", 0);
  strata_world *loaded = reload(&g);
  SEED_EXPECT(rising(loaded, effects, MANY), "R07", 1);

  strata_world_free(loaded);
  game_close(&g);
}

Test(rules, seed_R08_what_is_inactive_is_skipped) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "rich_anthem");

  const int64_t life[] = {10, 9, 10};
  for (size_t i = 0; i < 3; i++) {
    game_base(&g, g.card[0], "life", life[i]);
    SEED_EXPECT(classic_body(&g, bears), "R08", i);
  }

  game_close(&g);
}

Test(rules, seed_R09_types_come_before_abilities) {
  for (size_t order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity human = classic_enter(&g, "human");
    classic_enter(&g, order ? "all_elves" : "elf_lord");
    strata_entity second = classic_enter(&g, order ? "elf_lord" : "all_elves");
    cr_assert(ne(u64, second, 0));

    SEED_EXPECT(classic_body(&g, human), "R09", 2 * order);
    SEED_EXPECT(classic_able(&g, human, "forestwalk"), "R09", 2 * order + 1);
    game_close(&g);
  }
}

Test(rules, seed_R10_dependency_inside_a_layer) {
  for (size_t order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity land = classic_enter(&g, "wasteland");
    if (order) classic_enter(&g, "blood_moon");
    strata_entity urborg = classic_enter(&g, "urborg");
    if (!order) classic_enter(&g, "blood_moon");

    SEED_EXPECT(game_has(&g, land, "subtypes", "mountain"), "R10", 5 * order);
    SEED_EXPECT(game_has(&g, land, "subtypes", "swamp"), "R10", 5 * order + 1);
    SEED_EXPECT(game_has(&g, urborg, "subtypes", "mountain"), "R10",
                5 * order + 2);
    SEED_EXPECT(game_has(&g, urborg, "subtypes", "swamp"), "R10",
                5 * order + 3);
    SEED_EXPECT(classic_able(&g, urborg, "urborg"), "R10", 5 * order + 4);
    game_close(&g);
  }
}

/* How many symbols a set has. */
static size_t size_of(game *g, strata_entity card, const char *set) {
  strata_value value;
  OK(strata_get(g->world, card, game_attr(g, set), &value));
  return value.symbol_count;
}

Test(rules, seed_R11_dependency_is_checked_again_after_each) {
  game g = {0};
  game_open_classic(&g);
  classic_choose(&g, classic_enter(&g, "xenograft"), "zombie");
  strata_entity urborg = classic_enter(&g, "urborg");
  classic_enter(&g, "kormus_bell");

  SEED_EXPECT(classic_body(&g, urborg), "R11", 0);
  SEED_EXPECT(game_has(&g, urborg, "types", "creature"), "R11", 1);
  SEED_EXPECT(game_has(&g, urborg, "subtypes", "zombie"), "R11", 2);
  SEED_EXPECT(size_of(&g, urborg, "subtypes"), "R11", 3);
  game_close(&g);
}

Test(rules, seed_R12_a_loop_falls_back_to_timestamps) {
  const char *const names[] = {"life_and_limb", "blood_moon"};
  for (size_t order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    classic_enter(&g, "grove");
    strata_entity saproling = classic_enter(&g, "saproling");
    classic_enter(&g, names[order]);
    classic_enter(&g, names[1 - order]);

    strata_why *why = NULL;
    OK(strata_explain_layer(g.world, game_layer(&g, "type"), &why));
    const strata_why_row *first = classic_row(why, 0);
    SEED_EXPECT(strcmp(first->effect_name, names[order]) == 0, "R12",
                4 * order);
    SEED_EXPECT(first->because == STRATA_REASON_LOOP, "R12", 4 * order + 1);
    SEED_EXPECT(first->waited_for[0] != '\0', "R12", 4 * order + 2);
    SEED_EXPECT(game_has(&g, saproling, "subtypes", "mountain"), "R12",
                4 * order + 3);
    strata_why_free(why);
    game_close(&g);
  }
}

/* How many arrows the picture of a layer has. It must show an effect. */
static size_t count_edges(game *g, const char *layer, const char *shown) {
  strata_why *why = NULL;
  OK(strata_explain_layer(g->world, game_layer(g, layer), &why));
  size_t found = 0;
  const char *at = strata_why_dot(why);
  cr_expect(strstr(at, shown) != NULL, "no %s in %s", shown, at);
  while ((at = strstr(at, "->")) != NULL) {
    found++;
    at++;
  }
  strata_why_free(why);
  return found;
}

Test(rules, seed_R13_no_dependency_on_another_layer) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  game_base(&g, bears, "power", 4);
  spell s;
  spell_begin(&s, &g, "Strong ones are artifacts");
  spell_all(&s, "power > 3");
  SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "artifact");
  spell_cast(&s);
  spell_begin(&s, &g, "Artifacts are stronger");
  spell_all(&s, "types has 'artifact'");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);

  SEED_EXPECT(game_read(&g, bears, "power"), "R13", 0);
  SEED_EXPECT(count_edges(&g, "type", "Strong ones"), "R13", 1);
  SEED_EXPECT(count_edges(&g, "pt.modify", "are stronger"), "R13", 2);
  /* The control (finding_RW08): within one layer there is an arrow. */
  classic_enter(&g, "wasteland");
  classic_enter(&g, "urborg");
  classic_enter(&g, "blood_moon");
  SEED_EXPECT(count_edges(&g, "type", "urborg"), "R13", 3);
  game_close(&g);
}

static void bury_three(game *g) {
  classic_put(g, "bears", "graveyard");
  classic_put(g, "forest", "graveyard");
  classic_put(g, "anthem", "graveyard");
}

Test(rules, seed_R14_a_characteristic_defining_ability) {
  game g = {0};
  game_open_classic(&g);
  bury_three(&g);
  strata_entity card = classic_enter(&g, "graveyard_size");
  strata_entity artifact = classic_enter(&g, "artifact");

  SEED_EXPECT(classic_body(&g, card), "R14", 0);
  classic_leave(&g, artifact, "graveyard");
  SEED_EXPECT(classic_body(&g, card), "R14", 1);

  game_close(&g);
}

Test(rules, seed_R15_it_works_in_every_zone) {
  game g = {0};
  game_open_classic(&g);
  bury_three(&g);

  strata_entity card = classic_put(&g, "graveyard_size", "hand");

  SEED_EXPECT(classic_body(&g, card), "R15", 0);
  game_close(&g);
}

Test(rules, seed_R20_a_color_feeds_later_filters) {
  game g = {0};
  game_open_classic(&g);
  strata_entity human = classic_enter(&g, "human");
  classic_enter(&g, "red_anthem");
  SEED_EXPECT(classic_body(&g, human), "R20", 0);

  spell s;
  spell_begin(&s, &g, "Become red");
  spell_on(&s, human);
  SPELL_NAMES(&s, "colors", "color", STRATA_OP_SET, "red");
  spell_cast(&s);

  SEED_EXPECT(classic_body(&g, human), "R20", 1);
  SEED_EXPECT(game_has(&g, human, "colors", "red"), "R20", 2);
  SEED_EXPECT(game_has(&g, human, "colors", "white"), "R20", 3);
  game_close(&g);
}

Test(rules, seed_R21_losing_and_gaining_by_timestamp) {
  game g = {0};
  game_open_classic(&g);
  strata_entity first = classic_enter(&g, "bears");
  strata_entity second = classic_enter(&g, "bears");

  classic_lose_all(&g, first);
  classic_grant(&g, first, "flying");
  classic_grant(&g, second, "flying");
  classic_lose_all(&g, second);

  SEED_EXPECT(classic_able(&g, first, "flying"), "R21", 0);
  SEED_EXPECT(classic_able(&g, second, "flying"), "R21", 1);
  game_close(&g);
}
