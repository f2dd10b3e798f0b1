/* Descriptions that strata_effect_add refuses, and stacking groups. */
#include "game.h"

#include <string.h>

TestSuite(refusal, .timeout = 30);

/* -- Refused: one thing wrong with a good description -------------------------
 */

typedef void spoil(game *g, game_effect *e);

static const strata_entity gone[] = {999};
static strata_symbol bad_symbol = 99;
static strata_symbol other_symbol; /* of another domain */

static void bad_source(game *g, game_effect *e) {
  (void)g;
  e->desc.source = 999;
}

static void bad_target(game *g, game_effect *e) {
  (void)g;
  e->desc.targets = gone;
}

static void bad_attr(game *g, game_effect *e) {
  (void)g;
  e->part.attr = 99;
}

static void no_attr(game *g, game_effect *e) {
  (void)g;
  e->part.attr = 0;
}

static void bad_ref(game *g, game_effect *e) {
  e->part = (strata_part){.attr = game_attr(g, "owner"), .ref = 999};
}

static void bad_sym(game *g, game_effect *e) {
  e->part = (strata_part){.attr = game_attr(g, "rarity"), .symbol = 99};
}

static void bad_set(game *g, game_effect *e) {
  e->part = (strata_part){
      .attr = game_attr(g, "types"), .symbols = &bad_symbol, .symbol_count = 1};
}

static void other_set(game *g, game_effect *e) {
  other_symbol = game_symbol(g, "red");
  e->part = (strata_part){.attr = game_attr(g, "types"),
                          .symbols = &other_symbol,
                          .symbol_count = 1};
}

static void bad_clock(game *g, game_effect *e) {
  (void)g;
  e->desc.clock = 9;
  e->desc.ticks = 1;
}

static void bad_group(game *g, game_effect *e) {
  (void)g;
  e->desc.group = 99;
}

static void bad_op(game *g, game_effect *e) {
  (void)g;
  e->part.op = (strata_op)14;
}

static void op_of_sets(game *g, game_effect *e) {
  (void)g;
  e->part.op = STRATA_OP_REMOVE;
}

static void flag_add(game *g, game_effect *e) {
  e->part.attr = game_attr(g, "flying");
}

static void text_add(game *g, game_effect *e) {
  e->part.attr = game_attr(g, "note");
}

static void nobody(game *g, game_effect *e) {
  (void)g;
  e->desc.target_count = 0;
}

static void no_parts(game *g, game_effect *e) {
  (void)g;
  e->desc.part_count = 0;
}

static void unlayered(game *g, game_effect *e) {
  e->part.attr = game_attr(g, "seat");
}

static void scale_by_zero(game *g, game_effect *e) {
  (void)g;
  e->part.op = STRATA_OP_SCALE;
}

static void divide_by_zero(game *g, game_effect *e) {
  (void)g;
  e->part.op = STRATA_OP_DIV;
  e->part.value = 0;
}

static void scale_too_wide(game *g, game_effect *e) {
  (void)g;
  e->part.op = STRATA_OP_SCALE;
  e->part.divisor = 1;
  e->part.value = INT64_C(1) << 32;
}

static void switch_other_range(game *g, game_effect *e) {
  e->part.op = STRATA_OP_SWITCH;
  e->part.other = game_attr(g, "small");
}

static void switch_other_type(game *g, game_effect *e) {
  e->part.op = STRATA_OP_SWITCH;
  e->part.other = game_attr(g, "flying");
}

static void switch_nothing(game *g, game_effect *e) {
  (void)g;
  e->part.op = STRATA_OP_SWITCH;
}

static void flag_of_two(game *g, game_effect *e) {
  e->part = (strata_part){.attr = game_attr(g, "flying"), .value = 2};
}

struct refused {
  const char *name;
  spoil *spoil;
  strata_status want, or_else;
};

/* Some mistakes are of two kinds: the header lets the engine choose. */
static const struct refused refused_cases[] = {
    {"source", bad_source, STRATA_ESTALE, STRATA_ESTALE},
    {"target", bad_target, STRATA_ESTALE, STRATA_ESTALE},
    {"ref", bad_ref, STRATA_ESTALE, STRATA_ESTALE},
    {"attribute 99", bad_attr, STRATA_ENOENT, STRATA_ENOENT},
    {"attribute 0", no_attr, STRATA_ENOENT, STRATA_ENOENT},
    {"symbol", bad_sym, STRATA_ENOENT, STRATA_ENOENT},
    {"symbol of a set", bad_set, STRATA_ENOENT, STRATA_ENOENT},
    {"another domain", other_set, STRATA_ENOENT, STRATA_ENOENT},
    {"clock", bad_clock, STRATA_ENOENT, STRATA_ENOENT},
    {"group", bad_group, STRATA_ENOENT, STRATA_ENOENT},
    {"operation 14", bad_op, STRATA_ETYPE, STRATA_EINVAL},
    {"remove from an int", op_of_sets, STRATA_ETYPE, STRATA_ETYPE},
    {"add to a flag", flag_add, STRATA_ETYPE, STRATA_ETYPE},
    {"add to a text", text_add, STRATA_ETYPE, STRATA_ETYPE},
    {"nobody", nobody, STRATA_EINVAL, STRATA_EINVAL},
    {"no parts", no_parts, STRATA_EINVAL, STRATA_EINVAL},
    {"unlayered", unlayered, STRATA_EINVAL, STRATA_EINVAL},
    {"scale by 0", scale_by_zero, STRATA_EINVAL, STRATA_ERANGE},
    {"divide by 0", divide_by_zero, STRATA_EINVAL, STRATA_EINVAL},
    {"scale of 33 bits", scale_too_wide, STRATA_ERANGE, STRATA_ERANGE},
    {"switch of two ranges", switch_other_range, STRATA_ETYPE, STRATA_ETYPE},
    {"switch of two types", switch_other_type, STRATA_ETYPE, STRATA_ETYPE},
    {"switch with nothing", switch_nothing, STRATA_ENOENT, STRATA_ENOENT},
    {"flag of 2", flag_of_two, STRATA_ERANGE, STRATA_ETYPE},
};

Test(refusal, a_bad_description) {
  size_t count = sizeof refused_cases / sizeof refused_cases[0];
  for (size_t i = 0; i < count; i++) {
    const struct refused *c = &refused_cases[i];
    game g = {0};
    game_open(&g, false);
    game_base(&g, g.card[0], "power", 2);
    game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
    game_effect e;
    game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
    c->spoil(&g, &e);
    uint64_t hash = strata_hash(g.world);
    strata_effect effect = {77};

    strata_status got = strata_effect_add(g.world, &e.desc, &effect);

    const char *text = strata_world_error(g.world);
    bool fine = got == c->want || got == c->or_else;
    cr_expect(fine, "%s: %s: %s", c->name, strata_status_text(got), text);
    cr_expect(lt(sz, 10, strlen(text)), "%s", c->name);
    cr_expect(eq(u64, effect.id, 77), "%s", c->name);
    cr_expect(eq(u64, strata_hash(g.world), hash), "%s", c->name);
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3), "%s", c->name);
    cr_expect(eq(u64, kit_stats(g.world).effects, 1), "%s", c->name);
    game_close(&g);
  }
}

Test(refusal, a_bad_layer) {
  game g = {0};
  game_open(&g, true);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  strata_effect effect = {0};
  const strata_layer bad[] = {-1, 6, 1000, INT32_MAX};

  for (size_t i = 0; i < 4; i++) {
    e.part.layer = bad[i];
    REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ENOENT,
            "layer");
  }
  game_close(&g);
}

Test(refusal, bad_expressions) {
  game g = {0};
  game other = {0};
  game_open(&g, false);
  game_open(&other, true);
  strata_expr *number = game_expr(&g, "power");
  strata_expr *flag = game_expr(&g, "true");
  strata_expr *foreign = game_expr(&other, "true");
  strata_effect effect = {0};
  game_effect e;

  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.subject = flag;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_EINVAL,
          "subject");
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = number;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ETYPE,
          "subject");
  e.desc.subject = foreign;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_EINVAL,
          "rules");
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.condition = number;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ETYPE,
          "condition");
  e.desc.condition = NULL;
  e.desc.while_on = number;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ETYPE,
          "while");
  e.desc.while_on = NULL;
  e.part.expr = flag;
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_ETYPE,
          "operand");

  strata_expr_free(foreign);
  strata_expr_free(flag);
  strata_expr_free(number);
  game_close(&other);
  game_close(&g);
}

Test(refusal, parts_are_1_to_64) {
  game g = {0};
  game_open(&g, false);
  strata_part parts[65];
  for (size_t i = 0; i < 65; i++) {
    parts[i] = (strata_part){.attr = game_attr(&g, "power"),
                             .layer = (strata_layer)i,
                             .op = STRATA_OP_ADD,
                             .value = 1};
  }
  strata_effect_desc desc = {
      .targets = g.card, .target_count = 1, .parts = parts, .part_count = 65};
  strata_effect effect = {0};

  REFUSED(&g, strata_effect_add(g.world, &desc, &effect), STRATA_EINVAL, "64");
  desc.part_count = 64;
  game_add(&g, &desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 64));
  game_close(&g);
}

/* -- Stacking -- */

static strata_effect grouped(game *g, const char *group, strata_entity source,
                             int64_t value) {
  game_effect e;
  game_describe(g, &e, g->card[0], "power", STRATA_OP_ADD, value);
  e.desc.group = game_group(g, group);
  e.desc.source = source;
  return game_add(g, &e.desc);
}

struct stacking {
  const char *group;
  int64_t want;
};

Test(refusal, groups_say_what_counts) {
  static const struct stacking cases[] = {{"all", 210 + 3 + 40 + 7},
                                          {"highest", 210},
                                          {"lowest", 3},
                                          {"latest", 7},
                                          {"by_source", 3 + 7}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    game g = {0};
    game_open(&g, false);
    strata_entity one = g.card[1];
    strata_entity two = g.card[2];

    grouped(&g, cases[i].group, one, 210);
    grouped(&g, cases[i].group, one, 3);
    grouped(&g, cases[i].group, two, 40);
    strata_effect last = grouped(&g, cases[i].group, two, 7);
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), cases[i].want), "%s",
              cases[i].group);
    cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 0), "%s",
              cases[i].group);

    OK(strata_effect_remove(g.world, last));
    int64_t without[] = {253, 210, 3, 40, 43};
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), without[i]), "%s",
              cases[i].group);
    game_close(&g);
  }
}

/* The newest is the newest, also where a layer goes by priority. */
Test(refusal, the_latest_is_so_by_timestamp) {
  game g = {0};
  game_open(&g, true);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 10);
  e.part.layer = game_layer(&g, "pt.modify");
  e.desc.group = game_group(&g, "latest");
  e.desc.priority = 2;
  game_add(&g, &e.desc);
  e.part.value = 1;
  e.desc.priority = -1;
  game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1));
  game_close(&g);
}

Test(refusal, operands_compare_whatever_the_operation) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "power", 7);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_AND, INT32_MAX);
  e.desc.group = game_group(&g, "highest");
  game_add(&g, &e.desc);
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_SCALE, -3);
  e.part.divisor = 2;
  e.desc.group = game_group(&g, "highest");
  game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 7));
  game_close(&g);
}

Test(refusal, groups_are_per_value_and_layer) {
  game g = {0};
  game_open(&g, false);
  grouped(&g, "highest", 0, 3);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 2);
  e.desc.group = game_group(&g, "highest");
  e.part.layer = 2;
  game_add(&g, &e.desc);
  e.part.attr = game_attr(&g, "toughness");
  game_add(&g, &e.desc);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 2));
  game_close(&g);
}

/* Of a full group, one more is not added: it refreshes what is there. */
Test(refusal, refresh_groups_are_full_at_their_limit) {
  game g = {0};
  game_open(&g, false);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 1);
  e.desc.group = game_group(&g, "refresh");
  e.desc.clock = game_clock(&g, "turn");
  e.desc.ticks = 2;
  strata_effect first = game_add(&g, &e.desc);
  strata_effect second = game_add(&g, &e.desc);
  OK(strata_tick(g.world, e.desc.clock, NULL));

  strata_effect third = game_add(&g, &e.desc);

  cr_expect(ne(u64, first.id, second.id));
  cr_expect(eq(u64, third.id, second.id), "the newest that was refreshed");
  cr_expect(eq(u64, kit_stats(g.world).effects, 2));
  OK(strata_tick(g.world, e.desc.clock, NULL));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 2), "both are fresh");
  OK(strata_tick(g.world, e.desc.clock, NULL));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  game_close(&g);
}
