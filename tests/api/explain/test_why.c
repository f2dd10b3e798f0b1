/* Explanations of values: the rows lead from the base value to the value,
 * operation by operation. The test has its own implementation of the
 * operations. */
#include "game.h"
#include "kit_moves.h"
#include "kit_why.h"
#include "ops.h"

#include <stdlib.h>
#include <string.h>

TestSuite(why, .timeout = 120);

/* -- The operations, by a second hand -- */

__extension__ typedef __int128 wide;

static int64_t fit(wide v, const strata_attribute *a) {
  bool all = a->min == 0 && a->max == 0;
  wide lo = all ? INT64_MIN : a->min;
  wide hi = all ? INT64_MAX : a->max;
  return (int64_t)(v < lo ? lo : v > hi ? hi : v);
}

static wide divide(wide v, wide x, strata_rounding rounding) {
  wide q = v / x;
  bool inexact = q * x != v;
  bool negative = (v < 0) != (x < 0);
  if (inexact && rounding == STRATA_ROUND_DOWN && negative) return q - 1;
  if (inexact && rounding == STRATA_ROUND_UP && !negative) return q + 1;
  return q;
}

static int64_t number(const strata_why_row *row, const strata_attribute *a) {
  wide v = row->before.integer;
  wide x = row->value;
  switch (row->op) {
  case STRATA_OP_SET:
    return fit(x, a);
  case STRATA_OP_ADD:
    return fit(v + x, a);
  case STRATA_OP_SUB:
    return fit(v - x, a);
  case STRATA_OP_MUL:
    return fit(v * x, a);
  case STRATA_OP_DIV:
    return x == 0 ? (int64_t)v : fit(divide(v, x, row->rounding), a);
  case STRATA_OP_MIN:
    return fit(v < x ? v : x, a);
  case STRATA_OP_MAX:
    return fit(v > x ? v : x, a);
  case STRATA_OP_AND:
    return fit((int64_t)v & (int64_t)x, a);
  case STRATA_OP_OR:
    return fit((int64_t)v | (int64_t)x, a);
  case STRATA_OP_XOR:
    return fit((int64_t)v ^ (int64_t)x, a);
  case STRATA_OP_SCALE:
    return fit(divide(v * x, row->divisor, row->rounding), a);
  case STRATA_OP_SWITCH: /* what the other value was is not in the row */
    return row->after.integer;
  case STRATA_OP_COPY:
    return fit(x, a);
  case STRATA_OP_REMOVE:
  case STRATA_OP_CLEAR:
  case STRATA_OP_SUBSTITUTE:
  case STRATA_OP_FORBID:
  case STRATA_OP_STRIP:
  case STRATA_OP_BORROW:
    break;
  }
  cr_fatal("operation %d on a number", (int)row->op);
}

static void check_row(const strata_why_row *row, const strata_attribute *a,
                      int seed) {
  bool is_number = a->type == STRATA_INT || a->type == STRATA_FLAG;
  if (row->step == STRATA_STEP_APPLIED && is_number) {
    strata_attribute range = *a;
    if (a->type == STRATA_FLAG) range.max = 1;
    cr_expect(eq(i64, row->after.integer, number(row, &range)),
              "seed %d, %s: %s", seed, a->name, row->operand);
  }
  if (row->step == STRATA_STEP_LOST) {
    cr_expect(eq(int, row->before.type, 0), "seed %d", seed);
    cr_expect(eq(int, row->after.type, 0), "seed %d", seed);
  } else if (row->step != STRATA_STEP_APPLIED) {
    cr_expect(kit_same_value(&row->before, &row->after), "seed %d", seed);
  }
  cr_expect(ne(ptr, TEXT(row->operand), NULL));
  cr_expect(ne(ptr, TEXT(row->formula), NULL));
  cr_expect(ne(ptr, TEXT(row->effect_name), NULL));
  cr_expect(lt(sz, 0, strlen(row->layer_name)));
}

/* True if something waits in a layer: then rows may stand later than their
 * timestamps say, and so may those of what it gives. */
static bool has_waiting(strata_world *world, strata_layer layer) {
  strata_why *why = NULL;
  OK(strata_explain_layer(world, layer, &why));
  bool found = false;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    strata_order_reason because = strata_why_get(why, i)->because;
    found = found || because == STRATA_REASON_DEPENDS ||
            because == STRATA_REASON_LOOP;
  }
  strata_why_free(why);
  return found;
}

/* Rows stand in the order of layers; within one, CDAs are first, and all but
 * laws go by timestamp unless they had to wait (613.3, 613.7, 613.8). */
static void check_order(strata_world *world, const strata_why *why, int seed) {
  uint64_t last = 0;
  strata_layer layer = INT32_MIN;
  bool waiting = false;
  bool others = false;
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (i == 0 || row->layer != layer) {
      cr_expect(i == 0 || row->layer > layer, "seed %d, row %zu", seed, i);
      layer = row->layer;
      last = 0;
      others = false;
      waiting = has_waiting(world, layer);
    }
    bool cda = row->because == STRATA_REASON_CDA;
    cr_expect(not(cda && others), "seed %d, row %zu", seed, i);
    others = others || !cda;
    if (row->because != STRATA_REASON_TIMESTAMP || waiting) continue;
    cr_expect(le(u64, last, row->timestamp), "seed %d: %s", seed,
              kit_why_text(why));
    last = row->timestamp;
  }
}

/* What a row finds is what the one before it left; the last one leaves the
 * value. A lost ability has found nothing. */
static void check_chain(strata_world *world, strata_entity entity,
                        strata_attr attr, const strata_why *why, int seed) {
  const strata_value *last = strata_why_base(why);
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (row->step == STRATA_STEP_LOST) continue;
    cr_expect(kit_same_value(&row->before, last), "seed %d, row %zu:\n%s", seed,
              i, kit_why_text(why));
    last = &row->after;
  }
  strata_value value;
  OK(strata_get(world, entity, attr, &value));
  cr_expect(kit_same_value(&value, last), "seed %d: it is not\n%s", seed,
            kit_why_text(why));
  cr_expect(kit_same_value(strata_why_value(why), last), "seed %d", seed);
}

static void check_value(strata_world *world, strata_entity entity,
                        strata_attr attr, int seed) {
  strata_attribute a = {.type = STRATA_INT};
  strata_why *why = NULL;
  OK(strata_rules_attribute(strata_world_rules(world), attr, &a));
  OK(strata_explain(world, entity, attr, &why));
  for (size_t i = 0; i < strata_why_count(why); i++) {
    check_row(strata_why_get(why, i), &a, seed);
  }
  check_order(world, why, seed);
  check_chain(world, entity, attr, why, seed);
  strata_why_free(why);
}

/* Every value of a world; how many. */
static size_t check_all(strata_world *world, int seed) {
  const strata_rules *rules = strata_world_rules(world);
  uint32_t attrs = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  size_t count = 0;
  strata_entity e = 0;
  while ((e = strata_entity_next(world, e)) != 0) {
    for (strata_attr attr = 1; attr <= attrs; attr++) {
      check_value(world, e, attr, seed);
      count++;
    }
  }
  return count;
}

Test(why, rows_fold_to_the_value_in_random_worlds) {
  static uint8_t bytes[600];
  size_t values = 0;
  for (int seed = 0; seed < 150; seed++) {
    kit_dice dice = {(uint64_t)seed};
    for (size_t i = 0; i < sizeof bytes; i++) {
      bytes[i] = (uint8_t)kit_roll(&dice);
    }
    ops_config config = {.named = false};
    ops o;
    cr_assert(ops_open(&o, &config));
    ops_play(&o, bytes, sizeof bytes);
    const char *law = o.broken ? o.broken : ops_check_why(o.world);
    cr_expect(eq(ptr, TEXT(law), NULL), "seed %d: %s", seed, law);
    values += check_all(o.world, seed);
    ops_close(&o);
  }
  cr_expect(lt(sz, 1000, values), "something was explained");
}

Test(why, rows_fold_to_the_value_among_abilities) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  int games = getenv("STRATA_TEST_FULL") ? 1500 : 60;
  for (int seed = 0; seed < games; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, 5000 + (uint64_t)seed));
    moves_play(&m, 40);
    cr_assert(eq(ptr, TEXT(m.refused), NULL), "%s", m.refused);
    cr_expect(lt(sz, 50, check_all(m.world, seed)));
    moves_close(&m);
  }
  strata_rules_free(rules);
}

/* -- One by one --------------------------------------------------------------
 */

static strata_why *explain(game *g, strata_entity card, const char *attr) {
  strata_why *why = NULL;
  OK(strata_explain(g->world, card, game_attr(g, attr), &why));
  return why;
}

Test(why, tells_layer_source_operation_before_and_after) {
  game g = {0};
  game_open(&g, true);
  game_base(&g, g.card[0], "power", 2);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.name = "Growth";
  e.desc.source = g.card[1];
  e.part.layer = game_layer(&g, "pt.modify");
  strata_effect growth = game_add(&g, &e.desc);

  strata_why *why = explain(&g, g.card[0], "power");

  cr_assert(eq(sz, strata_why_count(why), 1));
  const strata_why_row *row = strata_why_get(why, 0);
  cr_expect(eq(u64, row->effect.id, growth.id));
  cr_expect(eq(u64, row->source, g.card[1]));
  cr_expect(eq(int, row->op, STRATA_OP_ADD));
  cr_expect(eq(int, row->step, STRATA_STEP_APPLIED));
  cr_expect(eq(i64, row->value, 3));
  cr_expect(eq(i64, row->before.integer, 2));
  cr_expect(eq(i64, row->after.integer, 5));
  cr_expect(eq(str, TEXT(row->effect_name), TEXT("Growth")));
  cr_expect(eq(str, TEXT(row->layer_name), TEXT("pt.modify")));
  cr_expect(eq(str, TEXT(row->operand), TEXT("add 3")));
  cr_expect(eq(str, TEXT(row->formula), TEXT("")));
  cr_expect(eq(i64, strata_why_base(why)->integer, 2));
  cr_expect(eq(i64, strata_why_value(why)->integer, 5));
  cr_expect(strstr(kit_why_text(why), "Growth") != NULL);
  cr_expect(eq(ptr, TEXT(strata_why_get(why, 1)), NULL));
  strata_why_free(why);
  game_close(&g);
}

/* The steps of the rows, in order. */
static void expect_steps(game *g, const char *attr, size_t count,
                         const strata_why_step *want) {
  strata_why *why = explain(g, g->card[0], attr);
  cr_assert(eq(sz, strata_why_count(why), count), "%s", kit_why_text(why));
  for (size_t i = 0; i < count; i++) {
    cr_expect(eq(int, strata_why_get(why, i)->step, want[i]), "row %zu of %s",
              i, kit_why_text(why));
  }
  strata_why_free(why);
}

Test(why, tells_why_a_part_does_not_apply) {
  game g = {0};
  game_open(&g, false);
  strata_expr *never = game_expr(&g, "false");
  strata_expr *walls = game_expr(&g, "types has 'wall'");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 1);
  e.desc.condition = never;
  game_add(&g, &e.desc);
  e.desc.condition = NULL;
  e.desc.subject = walls;
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  game_add(&g, &e.desc);
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 2);
  e.desc.group = game_group(&g, "highest");
  game_add(&g, &e.desc);
  e.part.value = 3;
  game_add(&g, &e.desc);

  /* What is about walls was never about this card: it has no row. */
  expect_steps(&g, "power", 3,
               (strata_why_step[]){STRATA_STEP_CONDITION, STRATA_STEP_STACKING,
                                   STRATA_STEP_APPLIED});
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  strata_expr_free(never);
  strata_expr_free(walls);
  game_close(&g);
}

Test(why, formulas_and_switches_are_shown) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "power", 2);
  game_base(&g, g.card[0], "toughness", 7);
  strata_expr *all = game_expr(&g, "count(true)");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 0);
  e.part.expr = all;
  game_add(&g, &e.desc);
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_SWITCH, 0);
  e.part.other = game_attr(&g, "toughness");
  e.part.layer = 2;
  game_add(&g, &e.desc);

  strata_why *why = explain(&g, g.card[0], "power");
  cr_assert(eq(sz, strata_why_count(why), 2));
  cr_expect(eq(i64, strata_why_get(why, 0)->value, 3));
  cr_expect(eq(str, TEXT(strata_why_get(why, 0)->formula),
               TEXT(strata_expr_text(all))));
  cr_expect(
      eq(str, TEXT(strata_why_get(why, 1)->operand), TEXT("switch toughness")));
  cr_expect(eq(i64, strata_why_value(why)->integer, 7));
  strata_why_free(why);
  why = explain(&g, g.card[0], "toughness");
  cr_assert(eq(sz, strata_why_count(why), 1));
  cr_expect(eq(i64, strata_why_value(why)->integer, 5));
  strata_why_free(why);
  strata_expr_free(all);
  game_close(&g);
}

Test(why, outlives_what_it_explains) {
  game g = {0};
  game_open(&g, false);
  strata_effect add = game_change(&g, g.card[0], "power", STRATA_OP_ADD, 3);
  strata_why *why = explain(&g, g.card[0], "power");

  OK(strata_effect_remove(g.world, add));
  game_base(&g, g.card[0], "power", 9);
  OK(strata_commit(g.world));

  cr_expect(eq(i64, strata_why_value(why)->integer, 3));
  cr_expect(eq(sz, strata_why_count(why), 1));
  cr_expect(eq(str, TEXT(strata_why_get(why, 0)->operand), TEXT("add 3")));
  strata_why_free(why);
  game_close(&g);
}

Test(why, bad_questions_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_why *why = NULL;
  strata_attr power = game_attr(&g, "power");

  REFUSED(&g, strata_explain(g.world, 999, power, &why), STRATA_ESTALE, "#");
  REFUSED(&g, strata_explain(g.world, g.card[0], 99, &why), STRATA_ENOENT,
          "99");
  REFUSED(&g, strata_explain(g.world, g.card[0], power, NULL), STRATA_EINVAL,
          "NULL");
  cr_expect(eq(ptr, why, NULL));
  game_close(&g);
}
