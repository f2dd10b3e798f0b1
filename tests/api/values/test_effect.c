/* Continuous effects: operations, affected sets, durations, and what is
 * refused. */
#include "game.h"

#include <string.h>

TestSuite(effect, .timeout = 30);

/* -- Operations --------------------------------------------------------------
 */

struct op_case {
  const char *name, *attr;
  int64_t base;
  strata_op op;
  int64_t value, want;
  strata_rounding rounding;
  int64_t divisor;
};

static const struct op_case op_cases[] = {
    {"set", "power", 2, STRATA_OP_SET, 7, 7, 0, 0},
    {"set saturates", "small", 2, STRATA_OP_SET, 99, 7, 0, 0},
    {"add", "power", 2, STRATA_OP_ADD, -5, -3, 0, 0},
    {"add saturates", "small", 5, STRATA_OP_ADD, 5, 7, 0, 0},
    {"add at the top", "power", INT64_MAX, STRATA_OP_ADD, 1, INT64_MAX, 0, 0},
    {"sub", "power", 2, STRATA_OP_SUB, 5, -3, 0, 0},
    {"sub of the least", "power", 0, STRATA_OP_SUB, INT64_MIN, INT64_MAX, 0, 0},
    {"sub saturates", "small", -5, STRATA_OP_SUB, 5, -8, 0, 0},
    {"mul", "power", -3, STRATA_OP_MUL, 5, -15, 0, 0},
    {"mul of the least", "power", INT64_MIN, STRATA_OP_MUL, -1, INT64_MAX, 0,
     0},
    {"mul saturates", "power", INT64_MAX, STRATA_OP_MUL, -2, INT64_MIN, 0, 0},
    {"div down", "power", -7, STRATA_OP_DIV, 2, -4, STRATA_ROUND_DOWN, 0},
    {"div up", "power", -7, STRATA_OP_DIV, 2, -3, STRATA_ROUND_UP, 0},
    {"div up of positives", "power", 7, STRATA_OP_DIV, 2, 4, STRATA_ROUND_UP,
     0},
    {"div up by a negative", "power", 7, STRATA_OP_DIV, -2, -3, STRATA_ROUND_UP,
     0},
    {"div down by a negative", "power", 7, STRATA_OP_DIV, -2, -4,
     STRATA_ROUND_DOWN, 0},
    {"div of the least", "power", INT64_MIN, STRATA_OP_DIV, -1, INT64_MAX, 0,
     0},
    {"min", "power", 5, STRATA_OP_MIN, 3, 3, 0, 0},
    {"min leaves", "power", 2, STRATA_OP_MIN, 3, 2, 0, 0},
    {"max", "power", 2, STRATA_OP_MAX, 3, 3, 0, 0},
    {"max leaves", "power", 5, STRATA_OP_MAX, 3, 5, 0, 0},
    {"and", "power", 6, STRATA_OP_AND, 3, 2, 0, 0},
    {"or", "power", 6, STRATA_OP_OR, 3, 7, 0, 0},
    {"or saturates", "small", 7, STRATA_OP_OR, 8, 7, 0, 0},
    {"xor", "power", 6, STRATA_OP_XOR, 3, 5, 0, 0},
    {"scale down", "power", 5, STRATA_OP_SCALE, 3, 7, STRATA_ROUND_DOWN, 2},
    {"scale up", "power", 5, STRATA_OP_SCALE, 3, 8, STRATA_ROUND_UP, 2},
    {"scale is exact", "power", INT64_MAX, STRATA_OP_SCALE, 3, INT64_MAX,
     STRATA_ROUND_DOWN, 3},
    {"scale rounds once", "power", 7, STRATA_OP_SCALE, 2147483647, 7,
     STRATA_ROUND_DOWN, 2147483647},
    {"scale of the least", "power", INT64_MIN, STRATA_OP_SCALE, -1, INT64_MAX,
     STRATA_ROUND_DOWN, 1},
    {"flag set", "flying", 0, STRATA_OP_SET, 1, 1, 0, 0},
    {"flag and", "flying", 1, STRATA_OP_AND, 0, 0, 0, 0},
    {"flag or", "flying", 0, STRATA_OP_OR, 1, 1, 0, 0},
    {"flag xor", "flying", 1, STRATA_OP_XOR, 1, 0, 0, 0},
};

Test(effect, operations) {
  size_t count = sizeof op_cases / sizeof op_cases[0];
  for (size_t i = 0; i < count; i++) {
    const struct op_case *c = &op_cases[i];
    game g = {0};
    game_open(&g, false);
    game_base(&g, g.card[0], c->attr, c->base);
    game_effect e;
    game_describe(&g, &e, g.card[0], c->attr, c->op, c->value);
    e.part.rounding = c->rounding;
    e.part.divisor = c->divisor;

    strata_effect effect = game_add(&g, &e.desc);

    cr_expect(eq(i64, game_read(&g, g.card[0], c->attr), c->want), "%s",
              c->name);
    OK(strata_effect_remove(g.world, effect));
    cr_expect(eq(i64, game_read(&g, g.card[0], c->attr), c->base), "%s",
              c->name);
    game_close(&g);
  }
}

Test(effect, a_computed_division_by_zero_leaves_the_value) {
  game g = {0};
  game_open(&g, false);
  strata_expr *zero = game_expr(&g, "toughness");
  game_base(&g, g.card[0], "power", 7);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_DIV, 0);
  e.part.expr = zero;
  game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 7));
  game_base(&g, g.card[0], "toughness", 2);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  strata_expr_free(zero);
  game_close(&g);
}

Test(effect, sets_symbols_refs_and_texts) {
  game g = {0};
  game_open(&g, false);
  strata_symbol elf = game_symbol(&g, "elf");
  strata_symbol wall = game_symbol(&g, "wall");
  strata_value v = {.type = STRATA_INT};
  game_put(&g, g.card[0], "types", "goblin");
  game_effect e;

  game_describe(&g, &e, g.card[0], "types", STRATA_OP_ADD, 0);
  e.part.symbols = &elf;
  e.part.symbol_count = 1;
  game_add(&g, &e.desc);
  cr_expect(game_has(&g, g.card[0], "types", "elf"));
  cr_expect(game_has(&g, g.card[0], "types", "goblin"));
  e.part.op = STRATA_OP_REMOVE;
  game_add(&g, &e.desc);
  cr_expect(not(game_has(&g, g.card[0], "types", "elf")));
  e.part.op = STRATA_OP_SET;
  e.part.symbols = &wall;
  game_add(&g, &e.desc);
  cr_expect(game_has(&g, g.card[0], "types", "wall"));
  cr_expect(not(game_has(&g, g.card[0], "types", "goblin")));
  e.part.op = STRATA_OP_CLEAR;
  e.part.symbols = NULL;
  e.part.symbol_count = 0;
  game_add(&g, &e.desc);
  OK(strata_get(g.world, g.card[0], game_attr(&g, "types"), &v));
  cr_expect(eq(sz, v.symbol_count, 0));

  game_describe(&g, &e, g.card[0], "owner", STRATA_OP_SET, 0);
  e.part.ref = g.card[1];
  game_add(&g, &e.desc);
  OK(strata_get(g.world, g.card[0], game_attr(&g, "owner"), &v));
  cr_expect(eq(u64, v.ref, g.card[1]));
  game_describe(&g, &e, g.card[0], "rarity", STRATA_OP_SET, 0);
  e.part.symbol = game_symbol(&g, "rare");
  game_add(&g, &e.desc);
  OK(strata_get(g.world, g.card[0], game_attr(&g, "rarity"), &v));
  cr_expect(eq(u32, v.symbol, game_symbol(&g, "rare")));
  game_describe(&g, &e, g.card[0], "note", STRATA_OP_SET, 0);
  e.part.text = "asleep";
  game_add(&g, &e.desc);
  OK(strata_get(g.world, g.card[0], game_attr(&g, "note"), &v));
  cr_expect(eq(str, TEXT(v.text), TEXT("asleep")));
  game_close(&g);
}

/* 613.4d: twice switched is as before; a later +1 stays with its attribute. */
Test(effect, switches_exchange_what_is_there) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "power", 1);
  game_base(&g, g.card[0], "toughness", 4);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_SWITCH, 0);
  e.part.other = game_attr(&g, "toughness");
  e.part.layer = 4;
  strata_effect first = game_add(&g, &e.desc);
  game_change(&g, g.card[0], "power", STRATA_OP_ADD, 2);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 4));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 3));
  game_add(&g, &e.desc);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 4));
  OK(strata_effect_remove(g.world, first));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 4));
  game_close(&g);
}

/* -- Whom, and when -----------------------------------------------------------
 */

/* Green cards get +1 power; 611.2c: open, or locked as of now. */
static strata_effect anthem(game *g, bool lock) {
  strata_expr *green = game_expr(g, "colors has 'green'");
  game_effect e;
  game_describe(g, &e, 0, "power", STRATA_OP_ADD, 1);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = green;
  e.desc.lock = lock;
  strata_effect effect = game_add(g, &e.desc);
  strata_expr_free(green); /* effects keep their own copy */
  return effect;
}

Test(effect, open_subjects_follow_locked_ones_do_not) {
  for (int lock = 0; lock < 2; lock++) {
    game g = {0};
    game_open(&g, false);
    game_put(&g, g.card[0], "colors", "green");
    strata_effect effect = anthem(&g, lock);
    strata_effect_info info = {0};

    game_put(&g, g.card[1], "colors", "green");
    OK(strata_set_base_symbol(g.world, g.card[0], game_attr(&g, "colors"),
                              game_symbol(&g, "green"), false));

    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), lock));
    cr_expect(eq(i64, game_read(&g, g.card[1], "power"), !lock));
    OK(strata_effect_describe(g.world, effect, &info));
    cr_expect(eq(u32, info.target_count, (uint32_t)lock));
    cr_expect(eq(int, info.subject[0] == '\0', lock));
    game_close(&g);
  }
}

/* 613.6: once started, an effect goes on to affect the same objects. */
Test(effect, the_first_part_fixes_the_set) {
  game g = {0};
  game_open(&g, false);
  game_put(&g, g.card[0], "colors", "green");
  strata_expr *green = game_expr(&g, "colors has 'green'");
  strata_symbol red = game_symbol(&g, "red");
  strata_part parts[2] = {{.attr = game_attr(&g, "colors"),
                           .layer = 1,
                           .op = STRATA_OP_SET,
                           .symbols = &red,
                           .symbol_count = 1},
                          {.attr = game_attr(&g, "power"),
                           .layer = 2,
                           .op = STRATA_OP_ADD,
                           .value = 5}};
  strata_effect_desc desc = {.subject = green, .parts = parts, .part_count = 2};

  game_add(&g, &desc);

  cr_expect(not(game_has(&g, g.card[0], "colors", "green")));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 0));
  strata_expr_free(green);
  game_close(&g);
}

Test(effect, conditions_turn_effects_on_and_off) {
  game g = {0};
  game_open(&g, false);
  strata_expr *walls = game_expr(&g, "count(types has 'wall') > 0");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.condition = walls;
  strata_effect effect = game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  game_put(&g, g.card[2], "types", "wall");
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  OK(strata_despawn(g.world, g.card[2]));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  cr_expect(strata_effect_is_alive(g.world, effect));
  strata_expr_free(walls);
  game_close(&g);
}

/* 611.2d: captured once, or computed for each affected entity. */
Test(effect, operands_are_computed_or_captured) {
  for (int capture = 0; capture < 2; capture++) {
    game g = {0};
    game_open(&g, false);
    strata_expr *count = game_expr(&g, "count(true)");
    game_effect e;
    game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 0);
    e.part.expr = count;
    e.part.capture = capture;
    game_add(&g, &e.desc);
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));

    OK(strata_despawn(g.world, g.card[2]));

    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), capture ? 3 : 2));
    strata_expr_free(count);
    game_close(&g);
  }
}

Test(effect, it_and_this_are_the_affected_and_the_source) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "toughness", 4);
  game_base(&g, g.card[1], "toughness", 30);
  strata_expr *sum = game_expr(&g, "it.toughness + this.toughness");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_SET, 0);
  e.part.expr = sum;
  e.desc.source = g.card[1];
  game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 34));
  strata_expr_free(sum);
  game_close(&g);
}

/* What compares a source with others changes when the source is gone. */
Test(effect, a_source_that_is_gone_is_nobody) {
  game g = {0};
  game_open(&g, false);
  strata_expr *mine = game_expr(&g, "owner = this");
  strata_expr *other = game_expr(&g, "this != owner");
  game_effect e;
  game_describe(&g, &e, g.card[0], "flying", STRATA_OP_SET, 0);
  e.desc.source = g.card[1];
  e.part.expr = mine;
  game_add(&g, &e.desc);
  game_describe(&g, &e, 0, "power", STRATA_OP_ADD, 4);
  e.desc.source = g.card[1];
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = other;
  game_add(&g, &e.desc);
  cr_expect(eq(i64, game_read(&g, g.card[0], "flying"), 0));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 4));

  OK(strata_despawn(g.world, g.card[1]));

  cr_expect(eq(i64, game_read(&g, g.card[0], "flying"), 1));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  strata_expr_free(mine);
  strata_expr_free(other);
  game_close(&g);
}

Test(effect, priorities_come_before_timestamps_where_the_layer_says_so) {
  game g = {0};
  game_open(&g, true);
  const char *const layers[] = {"pt.set", "pt.modify"};
  const int64_t want[] = {1, 2};
  for (size_t i = 0; i < 2; i++) {
    game_effect e;
    game_describe(&g, &e, g.card[i], "power", STRATA_OP_SET, 2);
    e.part.layer = game_layer(&g, layers[i]);
    e.desc.priority = 5;
    game_add(&g, &e.desc);
    e.part.value = 1;
    e.desc.priority = -5;
    game_add(&g, &e.desc);

    cr_expect(eq(i64, game_read(&g, g.card[i], "power"), want[i]), "%s",
              layers[i]);
  }
  game_close(&g);
}

/* -- Groups -----------------------------------------------------------------
 */

static strata_effect add_to_group(game *g, const char *group, int64_t value) {
  game_effect e;
  game_describe(g, &e, g->card[0], "power", STRATA_OP_ADD, value);
  e.desc.group = game_group(g, group);
  return game_add(g, &e.desc);
}

Test(effect, of_those_alike_in_a_group_one_applies) {
  static const char *const groups[] = {"highest", "lowest"};
  for (size_t i = 0; i < 2; i++) {
    game g = {0};
    game_open(&g, false);
    (void)add_to_group(&g, groups[i], i ? 4 : 2);
    strata_effect one = add_to_group(&g, groups[i], 3);
    strata_effect other = add_to_group(&g, groups[i], 3);

    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3), "%s", groups[i]);
    OK(strata_effect_remove(g.world, one));
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3), "%s", groups[i]);
    OK(strata_effect_remove(g.world, other));
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), i ? 4 : 2));
    game_close(&g);
  }
}

Test(effect, a_group_may_come_after_many_others) {
  game g = {0};
  game_open(&g, false);
  for (int64_t n = 1; n <= 12; n++) {
    (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), n));
  }

  (void)add_to_group(&g, "highest", 2);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 14));
  (void)add_to_group(&g, "highest", 5);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 17));
  game_close(&g);
}

/* -- Many effects on one value ----------------------------------------------
 */

/* Add 1 so often that the engine keeps the parts in order. Returns the first.
 */
static strata_effect add_many(game *g, int64_t count) {
  strata_effect first = {0};
  for (int64_t n = 1; n <= count; n++) {
    strata_effect e = game_change(g, g->card[0], "power", STRATA_OP_ADD, 1);
    if (n == 1) first = e;
    cr_expect(eq(i64, game_read(g, g->card[0], "power"), n));
  }
  return first;
}

Test(effect, one_ends_and_one_begins_among_many) {
  game g = {0};
  game_open(&g, false);
  strata_effect first = add_many(&g, 12);
  OK(strata_effect_remove(g.world, first));
  (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 5);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 16));
  game_close(&g);
}

Test(effect, many_begin_where_all_have_ended) {
  game g = {0};
  game_open(&g, false);
  (void)add_many(&g, 12);
  OK(strata_effect_clear(g.world, g.card[0]));
  strata_mark mark;
  OK(strata_mark_set(g.world, &mark));
  (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 3);
  for (int i = 0; i < 20; i++) {
    (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, i);
  }
  (void)game_change(&g, g.card[0], "power", STRATA_OP_MUL, 2);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 386));
  OK(strata_rollback(g.world, mark));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 7);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 7));
  game_close(&g);
}

/* -- Durations ----------------------------------------------------------------
 */

Test(effect, the_clock_ends_effects) {
  game g = {0};
  game_open(&g, false);
  strata_clock turn = game_clock(&g, "turn");
  strata_clock step = game_clock(&g, "step");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.clock = turn;
  e.desc.ticks = 2;
  strata_effect effect = game_add(&g, &e.desc);
  uint32_t ended = 9;

  OK(strata_tick(g.world, step, &ended));
  OK(strata_tick(g.world, turn, &ended));
  cr_expect(eq(u32, ended, 0));
  OK(strata_effect_refresh(g.world, effect, 2));
  OK(strata_tick(g.world, turn, &ended));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  OK(strata_tick(g.world, turn, &ended));

  cr_expect(eq(u32, ended, 1));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  cr_expect(not(strata_effect_is_alive(g.world, effect)));
  REFUSED(&g, strata_tick(g.world, 9, &ended), STRATA_ENOENT, "clock");
  REFUSED(&g, strata_tick(g.world, 0, &ended), STRATA_ENOENT, "clock");
  REFUSED(&g, strata_effect_refresh(g.world, effect, 1), STRATA_ESTALE, "~");
  game_close(&g);
}

Test(effect, zero_ticks_are_for_ever) {
  game g = {0};
  game_open(&g, false);
  strata_clock turn = game_clock(&g, "turn");
  strata_effect plain = game_change(&g, g.card[1], "power", STRATA_OP_ADD, 1);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.clock = turn;
  e.desc.ticks = 1;
  strata_effect effect = game_add(&g, &e.desc);
  OK(strata_effect_refresh(g.world, effect, 0));

  for (int i = 0; i < 300; i++) {
    OK(strata_tick(g.world, turn, NULL));
  }

  cr_expect(strata_effect_is_alive(g.world, effect));
  REFUSED(&g, strata_effect_refresh(g.world, plain, 1), STRATA_EINVAL, "clock");
  game_close(&g);
}

Test(effect, while_on_ends_effects_for_good_at_a_commit) {
  game g = {0};
  game_open(&g, false);
  strata_expr *walls = game_expr(&g, "count(types has 'wall') > 0");
  strata_expr *chain = game_expr(&g, "this.power > 0");
  game_put(&g, g.card[2], "types", "wall");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.while_on = walls;
  strata_effect first = game_add(&g, &e.desc);
  game_describe(&g, &e, g.card[1], "power", STRATA_OP_ADD, 1);
  e.desc.source = g.card[0];
  e.desc.while_on = chain;
  strata_effect second = game_add(&g, &e.desc);

  OK(strata_commit(g.world));
  cr_expect(strata_effect_is_alive(g.world, first));
  OK(strata_despawn(g.world, g.card[2]));
  cr_expect(strata_effect_is_alive(g.world, first), "not before the commit");
  OK(strata_commit(g.world));

  cr_expect(not(strata_effect_is_alive(g.world, first)));
  cr_expect(not(strata_effect_is_alive(g.world, second)), "until none is");
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 0));
  strata_expr_free(walls);
  strata_expr_free(chain);
  game_close(&g);
}

Test(effect, while_source_ends_with_its_source) {
  game g = {0};
  game_open(&g, false);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.source = g.card[1];
  strata_effect stays = game_add(&g, &e.desc);
  e.desc.while_source = true;
  strata_effect goes = game_add(&g, &e.desc);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 6));

  OK(strata_despawn(g.world, g.card[1]));

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  cr_expect(strata_effect_is_alive(g.world, stays));
  cr_expect(not(strata_effect_is_alive(g.world, goes)));
  game_close(&g);
}

Test(effect, targets_that_leave_leave_the_effect) {
  game g = {0};
  game_open(&g, false);
  game_effect e;
  game_describe(&g, &e, 0, "power", STRATA_OP_ADD, 3);
  e.desc.targets = g.card;
  e.desc.target_count = 2;
  strata_effect effect = game_add(&g, &e.desc);
  strata_effect_info info = {0};

  OK(strata_despawn(g.world, g.card[0]));
  OK(strata_effect_describe(g.world, effect, &info));
  cr_expect(eq(u32, info.target_count, 1));
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 3));
  OK(strata_effect_clear(g.world, g.card[1]));
  cr_expect(not(strata_effect_is_alive(g.world, effect)), "nobody is left");
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 0));
  REFUSED(&g, strata_effect_clear(g.world, g.card[0]), STRATA_ESTALE, "#");
  game_close(&g);
}

/* -- Telling -- */

Test(effect, describe_tells_what_was_asked_for) {
  game g = {0};
  game_open(&g, false);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.name = "Growth";
  e.desc.source = g.card[1];
  e.desc.clock = game_clock(&g, "turn");
  e.desc.ticks = 4;
  e.desc.group = game_group(&g, "highest");
  e.desc.priority = -7;
  strata_effect effect = game_add(&g, &e.desc);
  strata_effect later = game_add(&g, &e.desc);
  strata_effect_info info = {0};
  strata_effect_info next = {0};

  OK(strata_effect_describe(g.world, later, &next));
  uint64_t timestamp = next.timestamp;
  OK(strata_effect_describe(g.world, effect, &info));

  cr_expect(eq(u64, info.effect.id, effect.id));
  cr_expect(eq(str, TEXT(info.name), TEXT("Growth")));
  cr_expect(eq(u64, info.source, g.card[1]));
  cr_expect(eq(u32, info.clock, e.desc.clock));
  cr_expect(eq(u64, info.ticks_left, 4));
  cr_expect(eq(u32, info.group, e.desc.group));
  cr_expect(eq(int, info.priority, -7));
  cr_expect(eq(u32, info.part_count, 1));
  cr_expect(eq(u32, info.target_count, 1));
  cr_expect(eq(str, TEXT(info.subject), TEXT("")));
  cr_expect(lt(u64, info.timestamp, timestamp));
  cr_expect(
      eq(u64, strata_effect_next(g.world, STRATA_NO_EFFECT).id, effect.id));
  cr_expect(eq(u64, strata_effect_next(g.world, effect).id, later.id));
  cr_expect(eq(u64, strata_effect_next(g.world, later).id, 0));
  OK(strata_effect_remove(g.world, effect));
  REFUSED(&g, strata_effect_describe(g.world, effect, &info), STRATA_ESTALE,
          "~");
  REFUSED(&g, strata_effect_remove(g.world, effect), STRATA_ESTALE, "~");
  game_close(&g);
}
