/* Expressions: what they mean, how they are printed, what is refused. */
#include "game.h"

#include <string.h>

TestSuite(expr, .timeout = 30);

/* Three cards: an elf 5/1 owned by the second; a goblin 2/2; a wall 0/9. */
static void board(game *g) {
  static const struct {
    int64_t power, toughness;
    const char *type, *color;
  } cards[] = {
      {5, 1, "elf", "green"}, {2, 2, "goblin", "red"}, {0, 9, "wall", "red"}};
  game_open(g, false);
  for (size_t i = 0; i < 3; i++) {
    game_base(g, g->card[i], "power", cards[i].power);
    game_base(g, g->card[i], "toughness", cards[i].toughness);
    game_put(g, g->card[i], "types", cards[i].type);
    game_put(g, g->card[i], "colors", cards[i].color);
  }
  strata_value owner = {.type = STRATA_REF, .ref = g->card[1]};
  OK(strata_set_base(g->world, g->card[0], game_attr(g, "owner"), &owner));
  strata_value rare = {.type = STRATA_SYM, .symbol = game_symbol(g, "rare")};
  OK(strata_set_base(g->world, g->card[0], game_attr(g, "rarity"), &rare));
}

struct expr_case {
  const char *text;
  strata_type type;
  int64_t want;
};

/* `it` is the elf, `this` the wall. */
static const struct expr_case expr_cases[] = {
    {"1 + 2 * 3", STRATA_INT, 7},
    {"(1 + 2) * 3", STRATA_INT, 9},
    {"10 - 3 - 2", STRATA_INT, 5},
    {"-7 // 2", STRATA_INT, -4},
    {"7 // -2", STRATA_INT, -4},
    {"7 // 2", STRATA_INT, 3},
    {"5 // 0", STRATA_INT, 0},
    {"power", STRATA_INT, 5},
    {"it.power", STRATA_INT, 5},
    {"this.toughness", STRATA_INT, 9},
    {"count(owner = outer)", STRATA_INT, 0},
    {"min(power, toughness)", STRATA_INT, 1},
    {"max(power, toughness)", STRATA_INT, 5},
    {"-power", STRATA_INT, -5},
    {"count(true)", STRATA_INT, 3},
    {"count(power > outer.power)", STRATA_INT, 0},
    {"count(toughness > outer.toughness)", STRATA_INT, 2},
    {"sum(power, true)", STRATA_INT, 7},
    {"sum(power * outer.power, it != outer)", STRATA_INT, 10},
    {"sum(power, count(toughness > outer.toughness) = 0)", STRATA_INT, 0},
    {"distinct(colors, true)", STRATA_INT, 2},
    {"distinct(types, colors has 'red')", STRATA_INT, 2},
    {"9223372036854775807 + 1", STRATA_INT, INT64_MAX},
    {"-9223372036854775807 - 5", STRATA_INT, INT64_MIN},
    {"9223372036854775807 * 2", STRATA_INT, INT64_MAX},
    {"9223372036854775807 * -2", STRATA_INT, INT64_MIN},
    {"-(-9223372036854775807 - 1)", STRATA_INT, INT64_MAX},
    {"(-9223372036854775807 - 1) // -1", STRATA_INT, INT64_MAX},
    {"power = 5", STRATA_FLAG, 1},
    {"power != 5", STRATA_FLAG, 0},
    {"power < 5", STRATA_FLAG, 0},
    {"power <= 5", STRATA_FLAG, 1},
    {"power > 4 and toughness > 4", STRATA_FLAG, 0},
    {"power > 4 or toughness > 4", STRATA_FLAG, 1},
    {"true or true and false", STRATA_FLAG, 1},
    {"not true or true", STRATA_FLAG, 1},
    {"not (true or true)", STRATA_FLAG, 0},
    {"types has 'elf'", STRATA_FLAG, 1},
    {"types has 'wall'", STRATA_FLAG, 0},
    {"this.types has 'wall'", STRATA_FLAG, 1},
    {"rarity = 'rare'", STRATA_FLAG, 1},
    {"rarity != 'common'", STRATA_FLAG, 1},
    {"owner = it", STRATA_FLAG, 0},
    {"owner != none", STRATA_FLAG, 1},
    {"this.owner = none", STRATA_FLAG, 1},
    {"tapped", STRATA_FLAG, 1},
    {"tapped != flying", STRATA_FLAG, 1},
    {"flying = false", STRATA_FLAG, 1},
};

Test(expr, means_what_the_header_says) {
  game g = {0};
  board(&g);
  size_t count = sizeof expr_cases / sizeof expr_cases[0];
  for (size_t i = 0; i < count; i++) {
    const struct expr_case *c = &expr_cases[i];
    strata_expr *expr = game_expr(&g, c->text);
    strata_value v = {.type = STRATA_TEXT};

    OK(strata_expr_eval(g.world, expr, g.card[0], g.card[2], &v));

    cr_expect(eq(int, v.type, c->type), "%s", c->text);
    cr_expect(eq(int, strata_expr_type(expr), c->type), "%s", c->text);
    cr_expect(eq(i64, v.integer, c->want), "%s", c->text);
    strata_expr_free(expr);
  }
  game_close(&g);
}

Test(expr, refs_and_symbols_are_values) {
  game g = {0};
  board(&g);
  strata_expr *owner = game_expr(&g, "owner");
  strata_expr *rarity = game_expr(&g, "rarity");
  strata_value v = {.type = STRATA_INT};

  OK(strata_expr_eval(g.world, owner, g.card[0], 0, &v));
  cr_expect(eq(int, v.type, STRATA_REF));
  cr_expect(eq(u64, v.ref, g.card[1]));
  OK(strata_expr_eval(g.world, rarity, g.card[0], 0, &v));
  cr_expect(eq(int, v.type, STRATA_SYM));
  cr_expect(eq(u32, v.symbol, game_symbol(&g, "rare")));

  strata_expr_free(owner);
  strata_expr_free(rarity);
  game_close(&g);
}

/* The canonical text parses to the same text, type, reads and value. */
Test(expr, prints_what_it_reads_back) {
  game g = {0};
  board(&g);
  size_t count = sizeof expr_cases / sizeof expr_cases[0];
  for (size_t i = 0; i < count; i++) {
    strata_expr *expr = game_expr(&g, expr_cases[i].text);
    strata_expr *again = game_expr(&g, strata_expr_text(expr));
    strata_value v = {.type = STRATA_TEXT};

    cr_expect(
        eq(str, TEXT(strata_expr_text(again)), TEXT(strata_expr_text(expr))));
    cr_expect(eq(int, strata_expr_type(again), strata_expr_type(expr)));
    OK(strata_expr_eval(g.world, again, g.card[0], g.card[2], &v));
    cr_expect(eq(i64, v.integer, expr_cases[i].want), "%s",
              strata_expr_text(again));

    strata_expr_free(expr);
    strata_expr_free(again);
  }
  game_close(&g);
}

Test(expr, one_meaning_has_one_text) {
  game g = {0};
  board(&g);
  strata_expr *a = game_expr(&g, "  power+ 1*(2) ");
  strata_expr *b = game_expr(&g, "it.power + (1 * 2)");

  cr_expect(eq(str, TEXT(strata_expr_text(a)), TEXT(strata_expr_text(b))));

  strata_expr_free(a);
  strata_expr_free(b);
  game_close(&g);
}

Test(expr, tells_what_it_reads) {
  game g = {0};
  board(&g);
  strata_expr *expr = game_expr(
      &g, "sum(power, types has 'elf' and owner = it) + level + power");
  const char *const want[] = {"level", "owner", "power", "types"};
  strata_attr last = 0;

  for (uint32_t n = 0; n < 4; n++) {
    strata_attr attr = strata_expr_reads(expr, n);
    cr_expect(eq(u32, attr, game_attr(&g, want[n])), "%s", want[n]);
    cr_expect(lt(u32, last, attr));
    last = attr;
  }
  cr_expect(eq(u32, strata_expr_reads(expr, 4), 0));
  strata_expr_free(expr);
  game_close(&g);
}

struct refused_case {
  const char *text;
  strata_status want;
  const char *word;
};

static const struct refused_case refused_cases[] = {
    {"", STRATA_ESYNTAX, ""},
    {"power +", STRATA_ESYNTAX, ""},
    {"(power", STRATA_ESYNTAX, ""},
    {"power)", STRATA_ESYNTAX, ""},
    {"power power", STRATA_ESYNTAX, "power"},
    {"power / 2", STRATA_ESYNTAX, "/"},
    {"'elf", STRATA_ESYNTAX, ""},
    {"types has elf", STRATA_ESYNTAX, "elf"},
    {"powr + 1", STRATA_ENOENT, "power"},
    {"types has 'elv'", STRATA_ENOENT, "elf"},
    {"types has 'red'", STRATA_ENOENT, "red"},
    {"power and 1", STRATA_ETYPE, ""},
    {"power + true", STRATA_ETYPE, ""},
    {"types + 1", STRATA_ETYPE, ""},
    {"power has 'elf'", STRATA_ETYPE, "power"},
    {"note = 1", STRATA_ETYPE, "note"},
    {"not power", STRATA_ETYPE, ""},
    {"owner < this", STRATA_ETYPE, ""},
    {"count(power)", STRATA_ETYPE, ""},
    {"power.level", STRATA_ESYNTAX, "."},
    {"9223372036854775808", STRATA_ERANGE, ""},
};

Test(expr, errors_say_where_and_what) {
  game g = {0};
  game_open(&g, false);
  size_t count = sizeof refused_cases / sizeof refused_cases[0];
  for (size_t i = 0; i < count; i++) {
    const struct refused_case *c = &refused_cases[i];
    strata_expr *expr = NULL;
    strata_error error = {.status = STRATA_OK};

    strata_status got = strata_expr_parse(g.rules, c->text, &expr, &error);

    cr_expect(eq(int, got, c->want), "%s: %s", c->text, error.text);
    cr_expect(eq(int, error.status, c->want), "%s", c->text);
    cr_expect(eq(ptr, expr, NULL), "%s", c->text);
    cr_expect(le(sz, error.offset, strlen(c->text)), "%s", c->text);
    cr_expect(lt(sz, 10, strlen(error.text)), "%s", c->text);
    cr_expect(strstr(error.text, c->word) != NULL, "%s: %s", c->text,
              error.text);
    cr_expect(
        eq(int, strata_expr_parse(g.rules, c->text, &expr, NULL), c->want));
    strata_expr_free(expr);
  }
  game_close(&g);
}

Test(expr, offsets_point_at_the_place) {
  game g = {0};
  game_open(&g, false);
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};

  strata_status got =
      strata_expr_parse(g.rules, "power + toughness + powr", &expr, &error);

  cr_expect(eq(int, got, STRATA_ENOENT));
  cr_expect(eq(sz, error.offset, 20));
  game_close(&g);
}

Test(expr, nesting_and_length_are_limited) {
  game g = {0};
  game_open(&g, false);
  static char text[70000];
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};

  memset(text, '(', 2000);
  strata_status got = strata_expr_parse(g.rules, text, &expr, &error);
  cr_expect(ne(int, got, STRATA_OK), "2000 deep");
  memset(text, ' ', sizeof text - 1);
  text[0] = '1';
  text[sizeof text - 1] = '\0';
  got = strata_expr_parse(g.rules, text, &expr, &error);
  cr_expect(eq(int, got, STRATA_ERANGE), "70,000 bytes: %s", error.text);
  memset(text, '(', 30);
  memcpy(text + 30, "power", 5);
  memset(text + 35, ')', 30);
  text[65] = '\0';
  got = strata_expr_parse(g.rules, text, &expr, &error);
  cr_expect(eq(int, got, STRATA_OK), "30 deep: %s", error.text);

  strata_expr_free(expr);
  game_close(&g);
}

Test(expr, evaluation_checks_its_arguments) {
  game g = {0};
  game other = {0};
  board(&g);
  game_open(&other, true);
  strata_expr *expr = game_expr(&g, "power");
  strata_expr *flag = game_expr(&g, "true");
  strata_expr *foreign = game_expr(&other, "power");
  strata_value v = {.type = STRATA_TEXT};
  size_t n = 0;

  REFUSED(&g, strata_expr_eval(g.world, expr, 999, 0, &v), STRATA_ESTALE, "#");
  REFUSED(&g, strata_expr_eval(g.world, expr, 0, 999, &v), STRATA_ESTALE, "#");
  REFUSED(&g, strata_expr_eval(g.world, foreign, 0, 0, &v), STRATA_EINVAL,
          "rules");
  REFUSED(&g, strata_select(g.world, expr, 0, NULL, 0, &n), STRATA_ETYPE,
          "power");
  REFUSED(&g, strata_select(g.world, flag, 999, NULL, 0, &n), STRATA_ESTALE,
          "#");
  REFUSED(&g, strata_select(g.world, foreign, 0, NULL, 0, &n), STRATA_EINVAL,
          "rules");
  cr_expect(eq(int, v.type, STRATA_TEXT), "written only on OK");

  strata_expr_free(foreign);
  strata_expr_free(flag);
  strata_expr_free(expr);
  game_close(&other);
  game_close(&g);
}

Test(expr, select_fills_what_fits_and_counts_all) {
  game g = {0};
  board(&g);
  strata_expr *red = game_expr(&g, "colors has 'red'");
  strata_entity found[3] = {0};
  size_t count = 0;

  OK(strata_select(g.world, red, 0, found, 3, &count));
  cr_expect(eq(sz, count, 2));
  cr_expect(eq(u64, found[0], g.card[1]));
  cr_expect(eq(u64, found[1], g.card[2]));
  found[0] = found[1] = 0;
  OK(strata_select(g.world, red, 0, found, 1, &count));
  cr_expect(eq(sz, count, 2));
  cr_expect(eq(u64, found[0], g.card[1]));
  cr_expect(eq(u64, found[1], 0));
  OK(strata_select(g.world, red, 0, NULL, 0, &count));
  cr_expect(eq(sz, count, 2));

  strata_expr_free(red);
  game_close(&g);
}

Test(expr, current_values_are_read) {
  game g = {0};
  board(&g);
  strata_expr *strong = game_expr(&g, "count(power > 3)");
  strata_value v = {.type = STRATA_INT};
  OK(strata_expr_eval(g.world, strong, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 1));

  game_change(&g, g.card[1], "power", STRATA_OP_ADD, 2);

  OK(strata_expr_eval(g.world, strong, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 2));
  strata_expr_free(strong);
  game_close(&g);
}

/* -- Whoever is selected, one by one -- */

enum { CROWD = 200 };

static void random_card(game *g, kit_dice *dice, const strata_entity *crowd,
                        strata_entity card) {
  static const char *const ints[] = {"power", "toughness", "small", "level",
                                     "seat"};
  for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++) {
    if (kit_below(dice, 3)) game_base(g, card, ints[i], kit_below(dice, 5));
  }
  strata_value flag = {.type = STRATA_FLAG, .integer = kit_below(dice, 2)};
  const char *which = kit_below(dice, 2) ? "flying" : "tapped";
  OK(strata_set_base(g->world, card, game_attr(g, which), &flag));
  if (kit_below(dice, 2)) game_put(g, card, "types", "elf");
  if (kit_below(dice, 4) == 0) game_put(g, card, "colors", "red");
  strata_value rarity = {.type = STRATA_SYM, .symbol = game_symbol(g, "rare")};
  if (kit_below(dice, 2)) {
    OK(strata_set_base(g->world, card, game_attr(g, "rarity"), &rarity));
  }
  uint32_t n = kit_below(dice, 8);
  strata_value owner = {.type = STRATA_REF,
                        .ref = n < 4   ? crowd[n]
                               : n < 6 ? card
                                       : 0};
  OK(strata_set_base(g->world, card, game_attr(g, "owner"), &owner));
}

/* Whom strata_select gives are those for whom the predicate is true. */
static void check_select(game *g, const strata_entity *crowd,
                         strata_entity source, const char *text) {
  strata_expr *expr = game_expr(g, text);
  strata_entity found[CROWD + 3];
  size_t count = 0;
  OK(strata_select(g->world, expr, source, found, CROWD + 3, &count));
  for (size_t i = 0; i < CROWD; i++) {
    if (!strata_is_alive(g->world, crowd[i])) continue;
    size_t at = 0;
    while (at < count && found[at] != crowd[i]) {
      at++;
    }
    strata_value v = {.type = STRATA_FLAG};
    OK(strata_expr_eval(g->world, expr, crowd[i], source, &v));
    cr_expect(eq(int, at < count, (int)v.integer), "%s, entity %zu", text, i);
  }
  strata_expr_free(expr);
}

static void check_selects(game *g, const strata_entity *crowd) {
  static const char *const texts[] = {
      "power > 2",
      "small = level and seat <= 3",
      "owner = this.owner",
      "owner != none and owner != it",
      "it = this or this = it.owner",
      "rarity = 'rare' and not tapped",
      "flying",
      "flying = tapped",
      "types = none or colors != none",
      "types has 'elf' and owner.power < power + toughness",
      "owner.tapped and not owner.types has 'elf'",
      "power - 3 * toughness < -min(seat, this.power)",
      "sum(power, tapped) // power > count(types has 'elf')",
      "count(owner = outer) > 1",
      "distinct(types, owner = outer.owner) = 1",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    check_select(g, crowd, crowd[1], texts[i]);
    check_select(g, crowd, 0, texts[i]);
  }
}

Test(expr, whoever_is_selected_satisfies_the_predicate_alone_too) {
  game g = {0};
  game_open(&g, false);
  kit_dice dice = {.state = 7};
  strata_entity crowd[CROWD];
  for (size_t i = 0; i < CROWD; i++) {
    OK(strata_spawn(g.world, &crowd[i]));
  }
  for (size_t i = 0; i < CROWD; i++) {
    random_card(&g, &dice, crowd, crowd[i]);
  }
  for (size_t i = 2; i < CROWD; i += 7) {
    OK(strata_despawn(g.world, crowd[i])); /* some are owners */
  }
  check_selects(&g, crowd);

  /* Values that are folded. */
  static const char *const numbers[] = {"power", "toughness", "flying"};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    for (size_t n = 0; n < 70; n += 7) {
      game_change(&g, crowd[n], numbers[i], STRATA_OP_SET, n % 2);
    }
  }
  check_selects(&g, crowd);

  /* Values that the board of a pass has: each is read by a subject. */
  strata_expr *subject =
      game_expr(&g, "power > 1 and toughness < 3 and tapped and rarity = "
                    "'rare' and owner != this and not types has 'elf'");
  game_effect e;
  game_describe(&g, &e, 0, "power", STRATA_OP_ADD, 2);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = subject;
  game_add(&g, &e.desc);
  e.part.attr = game_attr(&g, "tapped");
  e.part.op = STRATA_OP_SET;
  e.part.value = 0;
  game_add(&g, &e.desc);
  check_selects(&g, crowd);
  strata_expr_free(subject);
  game_close(&g);
}
