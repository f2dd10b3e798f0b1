/* Reading one attribute of many entities at once, and how effects on many
 * entities are kept apart. */
#include "game.h"

TestSuite(bulk, .timeout = 120);

enum { MANY = 200, STEPS = 300 };

/* A game of many: some get numbers that are computed for each alone, which
 * makes units of one member, and some go. */
typedef struct crowd {
  game g;
  strata_entity who[MANY];
  strata_entity live[MANY];
  size_t count;
} crowd;

static void crowd_open(crowd *c) {
  game_open(&c->g, false);
  for (size_t i = 0; i < MANY; i++) {
    OK(strata_spawn(c->g.world, &c->who[i]));
    game_base(&c->g, c->who[i], "toughness", (int64_t)i);
  }
}

static void find_live(crowd *c) {
  c->count = 0;
  strata_entity entity = strata_entity_next(c->g.world, 0);
  for (; entity != 0 && c->count < MANY;
       entity = strata_entity_next(c->g.world, entity)) {
    c->live[c->count++] = entity;
  }
}

static void give_own(crowd *c, size_t i, strata_layer layer, const char *text) {
  strata_expr *value = game_expr(&c->g, text);
  game_effect e;
  game_describe(&c->g, &e, c->who[i], "power", STRATA_OP_ADD, 0);
  e.part.expr = value;
  e.part.layer = layer;
  game_add(&c->g, &e.desc);
  strata_expr_free(value);
}

static void give_all(crowd *c, strata_layer layer, const char *subject,
                     strata_op op, int64_t value) {
  strata_expr *all = game_expr(&c->g, subject);
  game_effect e;
  game_describe(&c->g, &e, 0, "power", op, value);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = all;
  e.part.layer = layer;
  game_add(&c->g, &e.desc);
  strata_expr_free(all);
}

/* In one fold: what is of one alone and what is of many, older and newer. */
Test(bulk, parts_on_one_and_on_many_keep_their_order) {
  crowd c = {0};
  crowd_open(&c);

  give_all(&c, 1, "true", STRATA_OP_ADD, 3);
  for (size_t i = 0; i < MANY; i++) {
    give_own(&c, i, 1, "it.toughness * 10");
  }
  give_all(&c, 1, "it.toughness < 100", STRATA_OP_MUL, 2);
  for (size_t i = 0; i < MANY; i += 2) {
    give_own(&c, i, 1, "it.toughness + 1");
  }
  give_all(&c, 1, "it.toughness >= 150", STRATA_OP_SET, -1);

  for (size_t i = 0; i < MANY; i++) {
    int64_t n = (int64_t)i;
    int64_t want = 3 + n * 10;
    if (n < 100) want *= 2;
    if (n % 2 == 0) want += n + 1;
    if (n >= 150) want = -1;
    cr_assert(eq(i64, game_read(&c.g, c.who[i], "power"), want), "%d", (int)i);
  }
  game_close(&c.g);
}

/* An explanation is folded from all that was applied, a value from what is
 * found by its entity. */
static void explain(crowd *c, strata_entity who) {
  strata_attr power = game_attr(&c->g, "power");
  strata_why *why = NULL;
  OK(strata_explain(c->g.world, who, power, &why));
  cr_assert(
      eq(i64, strata_why_value(why)->integer, game_read(&c->g, who, "power")));
  strata_why_free(why);
}

/* Of each, what strata_get says. */
static void compare(crowd *c, const char *name) {
  strata_attr attr = game_attr(&c->g, name);
  int64_t got[MANY];
  strata_value one = {0};
  find_live(c);
  OK(strata_get_ints(c->g.world, attr, c->live, c->count, got));
  for (size_t i = 0; i < c->count; i++) {
    OK(strata_get(c->g.world, c->live[i], attr, &one));
    cr_assert(eq(i64, got[i], one.integer), "%s of %d", name, (int)i);
  }
  OK(strata_get_ints(c->g.world, attr, c->live, c->count, got));
  cr_assert(eq(i64, got[c->count - 1], one.integer), "known by now");
}

static void change(crowd *c, kit_dice *dice) {
  size_t i = kit_below(dice, MANY);
  strata_layer layer = (strata_layer)kit_below(dice, 4);
  bool alive = strata_is_alive(c->g.world, c->who[i]);
  switch (kit_below(dice, 6)) {
  case 0:
    if (alive && kit_below(dice, 4) == 0) {
      OK(strata_despawn(c->g.world, c->who[i]));
    }
    break;
  case 1:
    give_all(c, layer, "it.toughness // 3 * 3 = it.toughness", STRATA_OP_ADD,
             7);
    break;
  case 2:
    if (alive) {
      give_own(c, i, layer, "it.toughness + count(flying)");
    }
    break;
  case 3:
    if (alive) game_base(&c->g, c->who[i], "toughness", kit_below(dice, 500));
    break;
  case 4:
    if (alive) game_base(&c->g, c->who[i], "flying", kit_below(dice, 2));
    break;
  case 5:
    if (alive) game_change(&c->g, c->who[i], "tapped", STRATA_OP_SET, 0);
    break;
  }
}

Test(bulk, all_at_once_are_what_each_is) {
  crowd c = {0};
  kit_dice dice = {7};
  crowd_open(&c);

  for (int step = 0; step < STEPS; step++) {
    change(&c, &dice);
    if (step % 5 != 0) continue;
    compare(&c, "power");
    compare(&c, "toughness");
    compare(&c, "flying");
    compare(&c, "tapped");
    explain(&c, c.live[kit_below(&dice, (uint32_t)c.count)]);
    if (step % 50 == 0) strata_world_drop_caches(c.g.world);
  }
  game_close(&c.g);
}

/* In any order, with gaps, and twice. */
Test(bulk, the_order_does_not_matter) {
  static const char *const names[] = {"power", "toughness", "level", "flying"};
  crowd c = {0};
  kit_dice dice = {11};
  crowd_open(&c);
  give_all(&c, 1, "it.toughness > 90", STRATA_OP_ADD, 4);
  game_base(&c.g, c.who[40], "level", INT32_MIN);
  game_base(&c.g, c.who[41], "level", INT32_MAX);
  game_base(&c.g, c.who[42], "flying", 1);
  OK(strata_despawn(c.g.world, c.who[77]));
  find_live(&c);
  for (size_t a = 0; a < sizeof names / sizeof names[0]; a++) {
    strata_attr attr = game_attr(&c.g, names[a]);
    for (int round = 0; round < 20; round++) {
      size_t step = 1 + kit_below(&dice, 3);
      size_t start = kit_below(&dice, 100);
      bool back = kit_below(&dice, 2) == 0;
      strata_entity some[MANY];
      int64_t got[MANY];
      for (size_t i = 0; i < MANY; i++) {
        size_t n = (start + i / 2 * step + i % 2) % c.count;
        some[i] = c.live[back ? c.count - 1 - n : n];
      }
      OK(strata_get_ints(c.g.world, attr, some, MANY, got));
      for (size_t i = 0; i < MANY; i++) {
        cr_assert(eq(i64, got[i], game_read(&c.g, some[i], names[a])));
      }
    }
  }
  game_close(&c.g);
}

/* Numbers near the ends of their range do not take the short way. */
Test(bulk, sums_stop_at_the_ends) {
  crowd c = {0};
  int64_t got[MANY];
  crowd_open(&c);
  for (size_t i = 0; i < MANY; i++) {
    int64_t n = (int64_t)i;
    game_base(&c.g, c.who[i], "level", i < 100 ? INT32_MAX - n : INT32_MIN + n);
  }
  strata_expr *all = game_expr(&c.g, "true");
  for (int i = 0; i < 2; i++) {
    game_effect e;
    game_describe(&c.g, &e, 0, "level", STRATA_OP_ADD, i == 0 ? 50 : -150);
    e.desc.targets = NULL;
    e.desc.target_count = 0;
    e.desc.subject = all;
    game_add(&c.g, &e.desc);
  }
  OK(strata_get_ints(c.g.world, game_attr(&c.g, "level"), c.who, MANY, got));
  for (size_t i = 0; i < MANY; i++) {
    int64_t n = (int64_t)i;
    int64_t want = INT32_MIN + (n > 100 ? n - 100 : 0);
    if (i < 100) want = (int64_t)INT32_MAX - 150 + (n < 50 ? 0 : 50 - n);
    cr_assert(eq(i64, got[i], want), "%d", (int)i);
  }
  strata_expr_free(all);
  game_close(&c.g);
}

/* Sets that a clause reads are on the board, which hands out many at once. */
Test(bulk, sets_of_many_are_what_each_of_their_symbols_says) {
  crowd c = {0};
  crowd_open(&c);
  static const char *const names[] = {"elf", "goblin", "wall"};
  for (size_t i = 0; i < MANY; i++) {
    if (i % 3 == 1) game_put(&c.g, c.who[i], "types", "elf");
    if (i % 5 == 1) game_put(&c.g, c.who[i], "types", "wall");
  }
  strata_expr *elves = game_expr(&c.g, "types has 'elf'");
  strata_symbol goblin = game_symbol(&c.g, "goblin");
  strata_part part = {.attr = game_attr(&c.g, "types"),
                      .layer = 1,
                      .op = STRATA_OP_SET,
                      .symbols = &goblin,
                      .symbol_count = 1};
  game_add(&c.g, &(strata_effect_desc){
                     .subject = elves, .parts = &part, .part_count = 1});
  OK(strata_despawn(c.g.world, c.who[70]));

  for (size_t i = 0; i < MANY; i++) {
    if (i == 70) continue;
    strata_value v = {0};
    bool want[] = {false, i % 3 == 1, i % 5 == 1 && i % 3 != 1};
    OK(strata_get(c.g.world, c.who[i], part.attr, &v));
    size_t count = (size_t)want[1] + want[2];
    cr_assert(eq(sz, v.symbol_count, count), "%d", (int)i);
    for (size_t k = 0; k < 3; k++) {
      cr_expect(eq(int, game_has(&c.g, c.who[i], "types", names[k]), want[k]));
    }
  }
  strata_expr_free(elves);
  game_close(&c.g);
}

Test(bulk, what_is_known_takes_no_memory) {
  crowd c = {0};
  crowd_open(&c);
  strata_attr power = game_attr(&c.g, "power");
  int64_t got[MANY];
  give_all(&c, 1, "it.toughness > 3", STRATA_OP_ADD, 2);
  for (int round = 0; round < 3; round++) {
    game_base(&c.g, c.who[0], "toughness", 10 + round);
    OK(strata_get_ints(c.g.world, power, c.who, MANY, got));
  }

  size_t calls = c.g.mem.calls;
  for (int round = 0; round < 3; round++) {
    OK(strata_get_ints(c.g.world, power, c.who, MANY, got));
  }
  cr_expect(eq(sz, c.g.mem.calls, calls));
  cr_expect(eq(i64, got[0], 2));
  game_close(&c.g);
}

Test(bulk, what_is_wrong_is_said) {
  game g = {0};
  game_open(&g, false);
  strata_attr power = game_attr(&g, "power");
  strata_attr note = game_attr(&g, "note");
  strata_entity who[] = {g.card[0], g.card[1], g.card[2]};
  int64_t got[3] = {0};
  OK(strata_despawn(g.world, g.card[1]));

  REFUSED(&g, strata_get_ints(g.world, power, who, 3, got), STRATA_ESTALE,
          "entities[1]", "no longer exists");
  who[1] = 0;
  REFUSED(&g, strata_get_ints(g.world, power, who, 3, got), STRATA_ESTALE,
          "entities[1]", "is nobody");
  who[1] = UINT64_MAX;
  REFUSED(&g, strata_get_ints(g.world, power, who, 3, got), STRATA_ESTALE,
          "entities[1]");
  REFUSED(&g, strata_get_ints(g.world, note, who, 1, got), STRATA_ETYPE, "note",
          "int or flag");
  REFUSED(&g, strata_get_ints(g.world, 0, who, 1, got), STRATA_ENOENT, "0");
  REFUSED(&g, strata_get_ints(g.world, power, NULL, 1, got), STRATA_EINVAL,
          "entities is NULL");
  REFUSED(&g, strata_get_ints(g.world, power, who, 1, NULL), STRATA_EINVAL,
          "out is NULL");
  OK(strata_get_ints(g.world, power, NULL, 0, NULL));
  game_close(&g);
}

Test(bulk, who_is_wrong_among_many_is_said) {
  static const char *const names[] = {"power", "seat"};
  crowd c = {0};
  int64_t got[MANY];
  crowd_open(&c);
  give_all(&c, 1, "true", STRATA_OP_ADD, 4);
  for (size_t a = 0; a < sizeof names / sizeof names[0]; a++) {
    strata_attr attr = game_attr(&c.g, names[a]);
    strata_entity right = c.who[130];
    c.who[130] ^= UINT64_C(2) << 32; /* of another time */
    REFUSED(&c.g, strata_get_ints(c.g.world, attr, c.who, MANY, got),
            STRATA_ESTALE, "entities[130]", "no longer exists");
    c.who[130] = c.who[130] >> 32 << 32 | 4711;
    REFUSED(&c.g, strata_get_ints(c.g.world, attr, c.who, MANY, got),
            STRATA_ESTALE, "entities[130]");
    c.who[130] = right;
    OK(strata_get_ints(c.g.world, attr, c.who, MANY, got));
  }
  OK(strata_despawn(c.g.world, c.who[131]));
  c.who[131] += UINT64_C(1) << 32; /* as its slot says now */
  for (size_t a = 0; a < sizeof names / sizeof names[0]; a++) {
    strata_attr attr = game_attr(&c.g, names[a]);
    REFUSED(&c.g, strata_get_ints(c.g.world, attr, c.who, MANY, got),
            STRATA_ESTALE, "entities[131]");
  }
  game_close(&c.g);
}
