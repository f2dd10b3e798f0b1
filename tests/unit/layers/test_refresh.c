/* Values kept up to date equal those of a fresh evaluation. Random games have
 * effects that depend on each other; from time to time all values are compared
 * with those of a fork, which starts without caches. */
#include "base/base.h"
#include "kit.h"
#include "ops.h"
#include "support.h"

#include <stdio.h>

TestSuite(refresh, .timeout = 300);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

enum { CARDS = 6, MOST_EFFECTS = 60, TEXTS = 12 };

static const char *const predicates[TEXTS] = {
    "types has 'elf'",
    "power >= 3",
    "flying and power > count(tapped)",
    "owner = this",
    "it = this or tapped",
    "colors has 'red' or level < 2",
    "count(types has 'wall') > 1",
    "toughness < this.power",
    "count(power > outer.power) = 0",
    "sum(power, tapped) >= 5",
    "#2:1.tapped",
    "not flying",
};
static const char *const values[TEXTS] = {
    "toughness + 1",
    "count(flying)",
    "this.level",
    "sum(level, types has 'elf')",
    "distinct(colors, true)",
    "min(power, 5)",
    "this.power + level",
    "count(owner = outer)",
    "#3:1.toughness",
    "-small",
    "power",
    "2",
};

typedef struct game {
  strata_rules *rules;
  strata_world *world;
  strata_world *fresh;
  strata_expr *predicates[TEXTS];
  strata_expr *values[TEXTS];
  kit_dice dice;
  strata_entity cards[CARDS];
  strata_effect effects[MOST_EFFECTS];
  uint32_t effect_count; /* at a time */
  bool plain;            /* mostly many constants on few cards */
  strata_mark mark;
  size_t added;
} game;

static strata_expr *parse(const game *g, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status status = strata_expr_parse(g->rules, text, &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", text, error.text);
  return expr;
}

static void open_game(game *g, uint64_t seed) {
  *g = (game){.dice = {seed}, .effect_count = 14, .plain = seed % 4 == 0};
  if (g->plain) g->effect_count = MOST_EFFECTS;
  OK(kit_rules(NULL, seed % 2, &g->rules));
  OK(strata_world_new(g->rules, NULL, &g->world));
  OK(strata_world_new(g->rules, NULL, &g->fresh));
  for (size_t i = 0; i < TEXTS; i++) {
    g->predicates[i] = parse(g, predicates[i]);
    g->values[i] = parse(g, values[i]);
  }
  for (size_t i = 0; i < CARDS; i++) {
    OK(strata_spawn(g->world, &g->cards[i]));
  }
}

static void close_game(game *g) {
  for (size_t i = 0; i < TEXTS; i++) {
    strata_expr_free(g->predicates[i]);
    strata_expr_free(g->values[i]);
  }
  strata_world_free(g->fresh);
  strata_world_free(g->world);
  strata_rules_free(g->rules);
}

static uint32_t attr_count(const game *g) {
  return strata_rules_count(g->rules, STRATA_NAME_ATTRIBUTE);
}

static uint32_t roll(game *g, uint32_t limit) {
  return kit_below(&g->dice, limit);
}

static strata_entity any_card(game *g) {
  strata_entity card = g->cards[roll(g, CARDS)];
  return strata_is_alive(g->world, card) ? card : 0;
}

/* -- Effects -- */

static void int_part(game *g, strata_part *part) {
  static const char *const attrs[] = {"power", "toughness", "level", "small"};
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_SUB, STRATA_OP_SET,
                                  STRATA_OP_MAX, STRATA_OP_MIN};
  uint32_t attr = roll(g, ST_COUNT_OF(attrs));
  part->attr = kit_attr(g->rules, attrs[attr]);
  part->op = ops[roll(g, ST_COUNT_OF(ops))];
  part->value = (int64_t)roll(g, 9) - 4;
  if (attr < 2 && roll(g, 4) == 0) {
    part->op = STRATA_OP_SWITCH;
    part->other = kit_attr(g->rules, attrs[1 - attr]);
    part->value = 0;
  } else if (roll(g, 2)) {
    part->expr = g->values[roll(g, TEXTS)];
    part->capture = roll(g, 6) == 0;
  }
}

static void flag_part(game *g, strata_part *part) {
  part->attr = kit_attr(g->rules, roll(g, 2) ? "flying" : "tapped");
  part->op = roll(g, 3) ? STRATA_OP_SET : STRATA_OP_XOR;
  part->value = roll(g, 2);
  if (roll(g, 2)) part->expr = g->predicates[roll(g, TEXTS)];
}

static void set_part(game *g, strata_part *part, strata_symbol *symbol) {
  part->attr = kit_attr(g->rules, roll(g, 2) ? "types" : "colors");
  *symbol = strata_rules_domain(g->rules, part->attr, roll(g, 3));
  part->op = roll(g, 2) ? STRATA_OP_ADD : STRATA_OP_REMOVE;
  part->symbols = symbol;
  part->symbol_count = 1;
}

static void put_effect(game *g, const strata_effect_desc *desc) {
  strata_effect *slot = &g->effects[roll(g, g->effect_count)];
  if (strata_effect_is_alive(g->world, *slot)) {
    OK(strata_effect_remove(g->world, *slot));
  }
  strata_status status = strata_effect_add(g->world, desc, slot);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_world_error(g->world));
  g->added++;
}

/* Enough of these on one value make a program. */
static void add_plain(game *g) {
  static const char *const attrs[] = {"power", "small"};
  static const strata_op ops[] = {STRATA_OP_SET, STRATA_OP_XOR, STRATA_OP_MUL,
                                  STRATA_OP_DIV, STRATA_OP_MAX};
  strata_entity target = g->cards[roll(g, 2)];
  if (!strata_is_alive(g->world, target)) return;
  strata_part part = {.attr = kit_attr(g->rules, attrs[roll(g, 2)]),
                      .layer = (strata_layer)roll(g, 6),
                      .op = STRATA_OP_ADD,
                      .value = 1 + (int64_t)roll(g, 3)};
  if (roll(g, 2)) part.value = -part.value;
  if (roll(g, 25) == 0) part.op = ops[roll(g, ST_COUNT_OF(ops))];
  strata_effect_desc desc = {.targets = &target,
                             .target_count = 1,
                             .parts = &part,
                             .part_count = 1,
                             .priority = (int32_t)roll(g, 3)};
  if (roll(g, 40) == 0) desc.group = 1 + roll(g, 5); /* all but refresh */
  if (roll(g, 40) == 0) desc.condition = g->predicates[roll(g, TEXTS)];
  put_effect(g, &desc);
}

static void add_effect(game *g) {
  if (g->plain && roll(g, 50)) {
    add_plain(g);
    return;
  }
  strata_part parts[2] = {{.attr = 0}};
  strata_symbol symbols[2];
  strata_entity target = any_card(g);
  strata_effect_desc desc = {
      .source = any_card(g), .parts = parts, .part_count = 1 + roll(g, 2)};
  for (size_t i = 0; i < desc.part_count; i++) {
    uint32_t kind = roll(g, 6);
    if (kind < 3) int_part(g, &parts[i]);
    if (kind == 3 || kind == 4) flag_part(g, &parts[i]);
    if (kind == 5) set_part(g, &parts[i], &symbols[i]);
    parts[i].layer = (strata_layer)roll(g, 6);
  }
  if (target && roll(g, 3) == 0) {
    desc.targets = &target;
    desc.target_count = 1;
  } else {
    desc.subject = g->predicates[roll(g, TEXTS)];
    desc.lock = roll(g, 5) == 0;
  }
  if (roll(g, 3) == 0) desc.condition = g->predicates[roll(g, TEXTS)];
  if (roll(g, 6) == 0) desc.while_on = g->predicates[roll(g, TEXTS)];
  if (roll(g, 4) == 0) desc.group = 1 + roll(g, 5); /* all but refresh */
  desc.while_source = desc.source && roll(g, 6) == 0;
  desc.priority = (int32_t)roll(g, 3);
  put_effect(g, &desc);
}

/* -- The rest of a game -- */

static void change_base(game *g) {
  strata_entity card = g->plain ? g->cards[roll(g, 2)] : any_card(g);
  if (!strata_is_alive(g->world, card)) return;
  switch (roll(g, g->plain ? 2 : 6)) {
  case 0:
    OK(strata_set_base_int(g->world, card, kit_attr(g->rules, "power"),
                           roll(g, 8)));
    break;
  case 1:
    OK(strata_set_base_int(g->world, card, kit_attr(g->rules, "small"),
                           (int64_t)roll(g, 16) - 8));
    break;
  case 2:
    OK(strata_set_base_int(g->world, card, kit_attr(g->rules, "level"),
                           roll(g, 5)));
    break;
  case 3:
    OK(strata_set_base_int(g->world, card, kit_attr(g->rules, "tapped"),
                           roll(g, 2)));
    break;
  case 4:
    OK(strata_set_base_symbol(
        g->world, card, kit_attr(g->rules, "types"),
        strata_rules_domain(g->rules, kit_attr(g->rules, "types"), roll(g, 3)),
        roll(g, 2)));
    break;
  default: {
    strata_value owner = {.type = STRATA_REF, .ref = any_card(g)};
    OK(strata_set_base(g->world, card, kit_attr(g->rules, "owner"), &owner));
  }
  }
}

static void come_or_go(game *g) {
  strata_entity *card = &g->cards[roll(g, CARDS)];
  if (strata_is_alive(g->world, *card)) {
    OK(strata_despawn(g->world, *card));
  } else {
    OK(strata_spawn(g->world, card));
  }
}

/* So that only some of the caches are filled. */
static void read_one(game *g) {
  strata_entity card = any_card(g);
  if (!card) return;
  strata_value value;
  OK(strata_get(g->world, card, 1 + roll(g, attr_count(g)), &value));
}

static void remove_one(game *g) {
  strata_effect effect = g->effects[roll(g, g->effect_count)];
  if (!strata_effect_is_alive(g->world, effect)) return;
  OK(strata_effect_remove(g->world, effect));
}

static void go_back(game *g) {
  if (g->mark.id) OK(strata_rollback(g->world, g->mark));
}

static void step(game *g) {
  uint32_t n = roll(g, 20);
  if (n < 5) add_effect(g);
  if (n >= 5 && n < 10) change_base(g);
  if (n >= 10 && n < 14) read_one(g);
  if (n == 14 || n == 15) remove_one(g);
  if (n == 16 && roll(g, g->plain ? 6 : 1) == 0) come_or_go(g);
  if (n == 17) OK(strata_mark_set(g->world, &g->mark));
  if (n == 18) go_back(g);
  if (n == 19) {
    OK(strata_commit(g->world));
    g->mark = (strata_mark){0};
  }
}

static void compare_one(game *g, strata_entity card, strata_attr attr,
                        const char *when) {
  const char *name = strata_rules_name(g->rules, STRATA_NAME_ATTRIBUTE, attr);
  strata_value got;
  strata_value want;
  OK(strata_get(g->fresh, card, attr, &want));
  if (want.type == STRATA_INT && roll(g, 2)) { /* before it is cached */
    int64_t number;
    OK(strata_get_int(g->world, card, attr, &number));
    cr_assert(eq(i64, number, want.integer), "%s: %s, fast", when, name);
  }
  OK(strata_get(g->world, card, attr, &got));
  cr_assert(kit_same_value(&got, &want), "%s: %s is %lld, afresh %lld", when,
            name, (long long)got.integer, (long long)want.integer);
}

static void compare(game *g, uint64_t seed, int at) {
  char when[64];
  snprintf(when, sizeof when, "game %d, step %d", (int)seed, at);
  OK(strata_fork(g->world, g->fresh, NULL));
  strata_entity card = 0;
  while ((card = strata_entity_next(g->world, card)) != 0) {
    for (strata_attr a = 1; a <= attr_count(g); a++) {
      compare_one(g, card, a, when);
    }
  }
}

Test(refresh, step_by_step_gives_what_a_fresh_evaluation_gives) {
  uint64_t games = full_test() ? 3000 : 200;
  for (uint64_t seed = 0; seed < games; seed++) {
    game g;
    open_game(&g, seed);
    for (int i = 0; i < (g.plain ? 400 : 120); i++) {
      step(&g);
      if (roll(&g, 4) == 0) compare(&g, seed, i);
    }
    compare(&g, seed, -1);
    cr_assert(lt(sz, 5, g.added), "game %d is empty", (int)seed);
    close_game(&g);
  }
}

/* -- Equals -- */

/* An effect that treats equal entities alike. Half of these effects write
 * nothing that another one reads, so they need no trial. */
static void add_simple(game *g) {
  static const uint32_t asks[] = {0, 5, 11, 1};
  static const char *const attrs[] = {"toughness", "toughness", "power",
                                      "level"};
  strata_symbol symbol;
  strata_part part = {.attr = kit_attr(g->rules, attrs[roll(g, 4)]),
                      .layer = (strata_layer)roll(g, 3),
                      .op = STRATA_OP_ADD,
                      .value = 1 + (int64_t)roll(g, 2)};
  if (roll(g, 6) == 0) set_part(g, &part, &symbol);
  strata_effect_desc desc = {.subject = g->predicates[asks[roll(g, 4)]],
                             .parts = &part,
                             .part_count = 1};
  if (roll(g, 12) == 0) desc.condition = g->predicates[6]; /* counts */
  put_effect(g, &desc);
}

static void change_little(game *g) {
  strata_attr types = kit_attr(g->rules, "types");
  strata_entity card = any_card(g);
  if (!card) return;
  if (roll(g, 2)) {
    strata_symbol elf = strata_rules_domain(g->rules, types, 0);
    OK(strata_set_base_symbol(g->world, card, types, elf, roll(g, 2)));
  } else {
    strata_attr flying = kit_attr(g->rules, "flying");
    OK(strata_set_base_int(g->world, card, flying, roll(g, 2)));
  }
}

/* The last entity of a class leaves it and another enters it, before and after
 * changes of the effects. */
Test(refresh, classes_without_anybody_are_taken_up_again) {
  uint64_t games = full_test() ? 3000 : 300;
  for (uint64_t seed = 0; seed < games; seed++) {
    game g;
    open_game(&g, seed);
    OK(strata_world_tune(g.world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
    g.effect_count = 1 + seed % 4;
    for (int i = 0; i < 150; i++) {
      uint32_t n = roll(&g, 24);
      if (n < 2) add_simple(&g);
      if (n == 2) remove_one(&g);
      if (n == 3) come_or_go(&g);
      if (n == 4) OK(strata_mark_set(g.world, &g.mark));
      if (n == 5) go_back(&g);
      if (n > 5 && n < 18) change_little(&g);
      if (n >= 18) compare(&g, seed, i);
    }
    close_game(&g);
  }
}

/* Flying ones become larger, and elves; elves learn to fly. One that flies and
 * is no elf makes that a loop (613.8b), so it is done in order of timestamps;
 * without, elves learn to fly first. */
typedef struct loop {
  game g;
  strata_attr types, flying, power;
  strata_symbol elf;
  strata_entity elves[2], bird;
} loop;

static void open_loop(loop *l) {
  open_game(&l->g, 0);
  const strata_rules *rules = l->g.rules;
  l->types = kit_attr(rules, "types");
  l->flying = kit_attr(rules, "flying");
  l->power = kit_attr(rules, "power");
  l->elf = strata_rules_domain(rules, l->types, 0);
  strata_world *world = l->g.world;
  OK(strata_world_tune(world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  for (int i = 0; i < 2; i++) {
    l->elves[i] = l->g.cards[i];
    OK(strata_set_base_symbol(world, l->elves[i], l->types, l->elf, true));
  }
  l->bird = l->g.cards[2];
  OK(strata_set_base_int(world, l->bird, l->flying, 1));
}

static void add_to_loop(loop *l, const char *who, const strata_part *parts,
                        size_t count) {
  strata_expr *subject = parse(&l->g, who);
  strata_effect effect;
  OK(strata_effect_add(l->g.world,
                       &(strata_effect_desc){.subject = subject,
                                             .parts = parts,
                                             .part_count = count},
                       &effect));
  strata_expr_free(subject);
}

static void make_loop(loop *l) {
  const strata_part larger[] = {
      {.attr = l->power, .op = STRATA_OP_ADD, .value = 1},
      {.attr = l->types,
       .op = STRATA_OP_ADD,
       .symbols = &l->elf,
       .symbol_count = 1}};
  const strata_part flies = {
      .attr = l->flying, .op = STRATA_OP_SET, .value = 1};
  add_to_loop(l, "flying", larger, 2);
  add_to_loop(l, "types has 'elf'", &flies, 1);
}

static int64_t elf_power(loop *l) {
  int64_t power = -1;
  compare(&l->g, 0, -1);
  OK(strata_get_int(l->g.world, l->elves[1], l->power, &power));
  return power;
}

Test(refresh, a_dependency_ends_with_the_last_of_a_class) {
  loop l;
  open_loop(&l);
  make_loop(&l);
  for (int i = 0; i < 3; i++) {
    cr_expect(eq(i64, elf_power(&l), 0), "a loop: the older one first");
    OK(strata_set_base_int(l.g.world, l.bird, l.flying, 0));
    cr_expect(eq(i64, elf_power(&l), 1), "no loop: elves fly first");
    OK(strata_set_base_int(l.g.world, l.bird, l.flying, 1));
  }
  close_game(&l.g);
}

Test(refresh, a_class_without_anybody_makes_no_dependency) {
  loop l;
  open_loop(&l);
  const strata_part older = {
      .attr = kit_attr(l.g.rules, "level"), .op = STRATA_OP_ADD, .value = 1};
  add_to_loop(&l, "flying and types has 'elf' or flying", &older, 1);
  cr_expect(eq(i64, elf_power(&l), 0));
  OK(strata_set_base_int(l.g.world, l.bird, l.flying, 0));
  cr_expect(eq(i64, elf_power(&l), 0));
  make_loop(&l);
  cr_expect(eq(i64, elf_power(&l), 1));
  close_game(&l.g);
}

Test(refresh, throwing_caches_away_changes_no_value) {
  for (uint64_t seed = 100; seed < 120; seed++) {
    game g;
    open_game(&g, seed);
    for (int i = 0; i < 80; i++) {
      step(&g);
    }
    uint64_t hash = strata_hash(g.world);
    uint64_t sum = ops_values(g.world);
    uint64_t computed = kit_stats(g.world).evaluations;

    strata_world_drop_caches(g.world);

    cr_assert(eq(u64, ops_values(g.world), sum), "game %d", (int)seed);
    cr_expect(eq(u64, strata_hash(g.world), hash));
    cr_expect(lt(u64, computed, kit_stats(g.world).evaluations),
              "nothing was computed anew");
    close_game(&g);
  }
}
