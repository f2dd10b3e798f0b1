/* Equivalence classes: entities share a class while nothing distinguishes them,
 * and sums run over classes. Tests for values that must not be shared. */
#include "classic.h"

TestSuite(classes, .timeout = 60);

enum { HERD = 6 };

/* Some bears, all alike; classes and sums are used though they are few. */
static void open_herd(game *g, strata_entity *herd) {
  game_open_classic(g);
  OK(strata_world_tune(g->world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  OK(strata_world_tune(g->world, STRATA_TUNE_SUMS, STRATA_TUNE_ALWAYS));
  for (size_t i = 0; i < HERD; i++) {
    herd[i] = classic_enter(g, "bears");
  }
}

static void expect_powers(game *g, const strata_entity *herd,
                          const char *want) {
  char got[HERD + 1] = "";
  for (size_t i = 0; i < HERD; i++) {
    got[i] = (char)('0' + game_read(g, herd[i], "power"));
  }
  cr_expect(eq(str, got, TEXT(want)));
}

/* It was alike and has been read; a reference then tells it apart. */
Test(classes, who_is_named_is_like_the_others_no_more) {
  game g = {0};
  strata_entity herd[HERD];
  open_herd(&g, herd);
  strata_entity lord = classic_enter(&g, "artifact");
  spell s;
  spell_begin(&s, &g, "All but one");
  s.desc.source = lord;
  spell_all(&s, "types has 'creature' and it != this.attached");
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
  spell_cast(&s);
  expect_powers(&g, herd, "333333");
  cr_expect(lt(u64, kit_stats(g.world).classes, HERD));

  classic_set_ref(&g, lord, "attached", herd[2]);
  expect_powers(&g, herd, "332333");
  classic_set_ref(&g, lord, "attached", herd[4]);
  expect_powers(&g, herd, "333323");
  game_close(&g);
}

/* The last comes to be of a class, or leaves it; what counts them is told. */
Test(classes, all_of_a_class_are_counted) {
  game g = {0};
  strata_entity herd[HERD];
  open_herd(&g, herd);
  spell s;
  spell_begin(&s, &g, "Herd");
  spell_all(&s, "types has 'creature'");
  spell_computed(&s, "power", "pt.set", STRATA_OP_SET,
                 "count(types has 'creature')");
  spell_cast(&s);
  expect_powers(&g, herd, "666666");

  strata_entity calf = classic_enter(&g, "bears");
  expect_powers(&g, herd, "777777");
  (void)classic_leave(&g, calf, "exile");
  OK(strata_despawn(g.world, g.card[2]));
  expect_powers(&g, herd, "777777");
  game_base(&g, herd[5], "plus", 1);
  expect_powers(&g, herd, "777778");
  game_close(&g);
}

/* Everybody's power, by so much more. */
static void raise_all(game *g, int64_t by) {
  strata_expr *all = game_expr(g, "seat = 0");
  game_effect e;
  game_describe(g, &e, 0, "power", STRATA_OP_ADD, by);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = all;
  (void)game_add(g, &e.desc);
  strata_expr_free(all);
}

/* A sum is of no use where a value meets an end of its range; nor may it be
 * added up there, which C does not define. */
Test(classes, sums_stop_at_the_ends_of_the_range) {
  static const int64_t bases[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX};
  static const int64_t less[] = {INT64_MIN, INT64_MIN, INT64_MAX - 1};
  static const int64_t more[] = {INT64_MIN + 2, INT64_MIN + 2, INT64_MAX};
  game g = {0};
  game_open(&g, false);
  OK(strata_world_tune(g.world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  OK(strata_world_tune(g.world, STRATA_TUNE_SUMS, STRATA_TUNE_ALWAYS));
  raise_all(&g, -1);
  for (size_t i = 0; i < 3; i++) {
    cr_expect(eq(i64, game_read(&g, g.card[i], "power"), -1));
    game_base(&g, g.card[i], "power", bases[i]);
    cr_expect(eq(i64, game_read(&g, g.card[i], "power"), less[i]));
  }
  raise_all(&g, 2);
  for (size_t i = 0; i < 3; i++) {
    cr_expect(eq(i64, game_read(&g, g.card[i], "power"), more[i]));
  }
  game_close(&g);
}

/* What differs from one to the other is not added up with the rest. */
Test(classes, what_is_set_forgets_what_was_added_to_each) {
  game g = {0};
  strata_entity herd[HERD];
  open_herd(&g, herd);
  game_base(&g, herd[1], "mana_value", 5);
  spell s;
  spell_begin(&s, &g, "Each");
  spell_all(&s, "types has 'creature'");
  spell_computed(&s, "power", "pt.set", STRATA_OP_ADD, "mana_value");
  spell_cast(&s);
  expect_powers(&g, herd, "474444");

  spell_begin(&s, &g, "One");
  spell_all(&s, "types has 'creature'");
  spell_number(&s, "power", "pt.set", STRATA_OP_SET, 1);
  spell_cast(&s);
  expect_powers(&g, herd, "111111");
  classic_pump(&g, herd[3], 2, 0);
  expect_powers(&g, herd, "111311");
  game_close(&g);
}

/* An effect has started with the newcomer in one layer; in the next he loses
 * what it asked for, and it goes on with him in the one after (613.6). */
Test(classes, what_has_started_goes_on_with_who_is_new) {
  game g = {0};
  strata_entity herd[HERD];
  open_herd(&g, herd);
  spell s;
  spell_begin(&s, &g, "Elves of the air");
  spell_all(&s, "subtypes has 'elf'");
  SPELL_NAMES(&s, "supertypes", "type", STRATA_OP_ADD, "legendary");
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, "flying");
  spell_cast(&s);
  spell_begin(&s, &g, "All are walls");
  spell_all(&s, "types has 'creature'");
  SPELL_NAMES(&s, "subtypes", "color", STRATA_OP_SET, "wall");
  spell_cast(&s);
  expect_powers(&g, herd, "222222");

  strata_entity elf = classic_enter(&g, "elf");

  cr_expect(game_has(&g, elf, "subtypes", "wall"));
  cr_expect(not(game_has(&g, elf, "subtypes", "elf")));
  cr_expect(game_has(&g, elf, "abilities", "flying"));
  cr_expect(not(game_has(&g, herd[0], "abilities", "flying")));
  game_close(&g);
}

/* A newcomer meets an effect that asked another object in an earlier layer than
 * the one in which that object was changed: the answer of then counts. */
static void expect_answer_of_then(const char *who, const char *what,
                                  int64_t toughness) {
  game g = {0};
  strata_entity herd[HERD];
  open_herd(&g, herd);
  strata_entity lord = classic_enter(&g, "artifact");
  strata_entity other = classic_enter(&g, "bears");
  classic_set_ref(&g, lord, "attached", other);
  spell s;
  spell_begin(&s, &g, "By the other's power");
  s.desc.source = lord;
  spell_all(&s, who);
  spell_computed(&s, "toughness", "pt.set", STRATA_OP_SET, what);
  spell_cast(&s);
  classic_pump(&g, other, 5, 0);
  cr_expect(eq(i64, game_read(&g, other, "power"), 7));
  cr_expect(eq(i64, game_read(&g, herd[1], "toughness"), toughness));

  game_base(&g, herd[0], "power", 3);

  cr_expect(eq(i64, game_read(&g, herd[0], "power"), 3));
  cr_expect(eq(i64, game_read(&g, herd[0], "toughness"), toughness));
  game_close(&g);
}

Test(classes, who_is_new_is_changed_if_another_object_was_so_then) {
  expect_answer_of_then("types has 'creature' and this.attached.power > 4", "9",
                        2);
}

Test(classes, who_is_new_is_changed_by_what_another_object_was_then) {
  expect_answer_of_then("types has 'creature'",
                        "mana_value + this.attached.power", 4);
}
