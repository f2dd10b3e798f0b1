/* Rows R16, R17, R22 to R29, R47, R55: copies, durations, counters, cards. */
#include "classic.h"
#include "seed_kit.h"

#include <stdlib.h>
#include <string.h>

TestSuite(cards, .timeout = 60);

static strata_effect copy_onto(game *g, strata_entity card, strata_entity of) {
  spell s;
  spell_begin(&s, g, "Copy");
  spell_on(&s, card);
  spell_ref(&s, NULL, "copy.effects", STRATA_OP_COPY, of);
  return spell_cast(&s);
}

static bool is_named(game *g, strata_entity card, const char *name) {
  strata_value value;
  OK(strata_get(g->world, card, game_attr(g, "name"), &value));
  return strcmp(value.text, name) == 0;
}

Test(cards, seed_R16_copiable_values) {
  game g = {0};
  game_open_classic(&g);
  strata_entity source = classic_enter(&g, "flyer");
  game_base(&g, source, "plus", 1);
  classic_pump(&g, source, 3, 3);
  strata_entity token = 0;
  OK(strata_spawn_copy(g.world, source, &token));
  strata_entity other = classic_enter(&g, "elf");
  copy_onto(&g, other, source);

  const strata_entity copies[] = {token, other};
  for (size_t i = 0; i < 2; i++) {
    SEED_EXPECT(classic_body(&g, copies[i]), "R16", 4 * i);
    SEED_EXPECT(classic_able(&g, copies[i], "flying"), "R16", 4 * i + 1);
    SEED_EXPECT(is_named(&g, copies[i], "flyer"), "R16", 4 * i + 2);
    SEED_EXPECT(game_read(&g, copies[i], "plus"), "R16", 4 * i + 3);
  }
  game_close(&g);
}

Test(cards, seed_R17_a_copy_of_a_copy) {
  game g = {0};
  game_open_classic(&g);
  strata_entity a = classic_enter(&g, "flyer");
  strata_entity b = classic_enter(&g, "elf");
  strata_entity c = classic_enter(&g, "saproling");
  copy_onto(&g, b, a);
  copy_onto(&g, c, b);

  classic_leave(&g, a, "graveyard");

  SEED_EXPECT(classic_body(&g, c), "R17", 0);
  SEED_EXPECT(classic_able(&g, c, "flying"), "R17", 1);
  SEED_EXPECT(is_named(&g, c, "flyer"), "R17", 2);
  game_close(&g);
}

/* An effect of +`power` whose duration is in the description. */
static void add_lasting(game *g, strata_entity card, int64_t power,
                        const strata_effect_desc *duration) {
  spell s;
  spell_begin(&s, g, "Lasting");
  s.desc.source = duration->source;
  s.desc.while_source = duration->while_source;
  s.desc.clock = duration->clock;
  s.desc.ticks = duration->ticks;
  spell_on(&s, card);
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, power);
  spell_cast(&s);
}

Test(cards, seed_R22_durations) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity source = classic_enter(&g, "artifact");
  strata_clock turn = game_clock(&g, "turn");
  uint32_t ended = 0;
  add_lasting(&g, bears, 10, &(strata_effect_desc){.clock = turn, .ticks = 1});
  add_lasting(&g, bears, 100,
              &(strata_effect_desc){.source = source, .while_source = true});
  add_lasting(&g, bears, 1000, &(strata_effect_desc){.clock = 0});
  add_lasting(&g, bears, 10000,
              &(strata_effect_desc){.clock = turn, .ticks = 3});
  SEED_EXPECT(game_read(&g, bears, "power"), "R22", 0);

  OK(strata_tick(g.world, turn, &ended));
  SEED_EXPECT(ended, "R22", 1);
  SEED_EXPECT(game_read(&g, bears, "power"), "R22", 2);
  classic_leave(&g, source, "graveyard");
  SEED_EXPECT(game_read(&g, bears, "power"), "R22", 3);
  OK(strata_tick(g.world, turn, &ended));
  SEED_EXPECT(game_read(&g, bears, "power"), "R22", 4);
  OK(strata_tick(g.world, turn, &ended));
  SEED_EXPECT(game_read(&g, bears, "power"), "R22", 5);

  game_close(&g);
}

Test(cards, seed_R23_who_is_locked_in_and_who_is_not) {
  game g = {0};
  game_open_classic(&g);
  strata_entity before = classic_enter(&g, "bears");
  spell s;
  spell_begin(&s, &g, "Rally");
  s.desc.source = before;
  s.desc.lock = true;
  spell_all(&s, "types has 'creature' and controller = this.controller");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  spell_number(&s, "toughness", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);
  classic_enter(&g, "anthem");

  strata_entity after = classic_enter(&g, "bears");

  SEED_EXPECT(classic_body(&g, before), "R23", 0);
  SEED_EXPECT(classic_body(&g, after), "R23", 1);
  game_close(&g);
}

Test(cards, seed_R24_an_effect_leaves_with_its_source) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity anthem = classic_enter(&g, "anthem");
  SEED_EXPECT(classic_body(&g, bears), "R24", 0);

  classic_leave(&g, anthem, "graveyard");

  SEED_EXPECT(classic_body(&g, bears), "R24", 1);
  game_close(&g);
}

Test(cards, seed_R25_effects_have_ids) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_effect first = classic_pump(&g, bears, 10, 0);
  strata_effect kept = classic_pump(&g, bears, 100, 0);
  strata_effect last = classic_pump(&g, bears, 1000, 0);

  OK(strata_effect_remove(g.world, kept));

  SEED_EXPECT(game_read(&g, bears, "power"), "R25", 0);
  SEED_EXPECT(strata_effect_is_alive(g.world, first), "R25", 1);
  SEED_EXPECT(strata_effect_is_alive(g.world, kept), "R25", 2);
  SEED_EXPECT(strata_effect_is_alive(g.world, last), "R25", 3);
  game_close(&g);
}

Test(cards, seed_R26_counters) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");

  game_base(&g, bears, "plus", 2);
  game_base(&g, bears, "minus", 1);

  SEED_EXPECT(classic_body(&g, bears), "R26", 0);
  game_close(&g);
}

Test(cards, seed_R27_a_switch_comes_last) {
  for (size_t order = 0; order < 2; order++) {
    game g = {0};
    game_open_classic(&g);
    strata_entity bears = classic_enter(&g, "bears");
    game_base(&g, bears, "toughness", 4);
    if (order) classic_pump(&g, bears, 1, 0);
    spell s;
    spell_begin(&s, &g, "Switch");
    spell_on(&s, bears);
    spell_switch(&s);
    spell_cast(&s);
    if (!order) classic_pump(&g, bears, 1, 0);

    SEED_EXPECT(classic_body(&g, bears), "R27", order);
    game_close(&g);
  }
}

Test(cards, seed_R28_computing_again_changes_nothing) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  classic_enter(&g, "anthem");
  size_t other = 0;

  for (int i = 0; i < 1000; i++) {
    strata_world_drop_caches(g.world);
    OK(strata_commit(g.world));
    if (classic_body(&g, bears) != 303) other++;
  }

  SEED_EXPECT(classic_body(&g, bears), "R28", 0);
  SEED_EXPECT(other, "R28", 1);
  game_close(&g);
}

Test(cards, seed_R29_power_is_for_creatures) {
  game g = {0};
  game_open_classic(&g);
  strata_entity anthem = classic_enter(&g, "anthem");
  strata_entity other = classic_enter(&g, "humility");

  strata_why *why = NULL;
  OK(strata_explain_source(g.world, other, anthem, STRATA_NO_EFFECT, &why));
  size_t applied = 0;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    if (classic_row(why, i)->step == STRATA_STEP_APPLIED) applied++;
  }
  strata_why_free(why);

  SEED_EXPECT(classic_body(&g, other), "R29", 0);
  SEED_EXPECT(classic_body(&g, anthem), "R29", 1);
  SEED_EXPECT(applied, "R29", 2);
  game_close(&g);
}

Test(cards, seed_R47_any_named_counter) {
  game g = {0};
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  game_base(&g, bears, "charge", 3);
  game_base(&g, bears, "my_pack:soul", 2);

  size_t size = 0;
  strata_world *loaded = NULL;
  const strata_world_config config = kit_config(&g.mem);
  cr_assert(eq(int, strata_save(g.world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(g.world, bytes, size, &size));
  OK(strata_load(g.rules, &config, bytes, size, &loaded, NULL));
  free(bytes);
  strata_world_free(g.world);
  g.world = loaded;

  SEED_EXPECT(game_read(&g, bears, "charge"), "R47", 0);
  SEED_EXPECT(game_read(&g, bears, "my_pack:soul"), "R47", 1);
  game_close(&g);
}

/* How many base values are not the default that was declared. */
static size_t count_given(game *g, strata_entity card) {
  size_t given = 0;
  uint32_t count = strata_rules_count(g->rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 1; attr <= count; attr++) {
    strata_attribute declared;
    strata_value value;
    OK(strata_rules_attribute(g->rules, attr, &declared));
    OK(strata_base(g->world, card, attr, &value));
    bool is_default = value.integer == declared.default_value &&
                      value.ref == 0 && value.symbol == 0 &&
                      value.symbol_count == 0 &&
                      (value.type != STRATA_TEXT || value.text[0] == '\0');
    if (!is_default) given++;
  }
  return given;
}

Test(cards, seed_R55_a_card_with_only_a_name) {
  game g = {0};
  game_open_classic(&g);

  strata_entity card = game_spawn_as(&g, "nothing");

  SEED_EXPECT(is_named(&g, card, "nothing"), "R55", 0);
  SEED_EXPECT(classic_body(&g, card), "R55", 1);
  SEED_EXPECT(count_given(&g, card), "R55", 2);
  game_close(&g);
}
