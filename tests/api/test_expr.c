/* Expressions: what they mean, how they print, what is refused. */
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
    cr_expect(gt(u32, attr, last));
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
    cr_expect(gt(sz, strlen(error.text), 10), "%s", c->text);
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
