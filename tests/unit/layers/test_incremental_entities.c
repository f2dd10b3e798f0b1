/* Incremental update of a finished pass. After each move of random games the
 * updated pass equals a new one: the units that it applies, the entities they
 * affect, their operands, their order, and the board. */
#include "api/world/api_world.h"
#include "kit_moves.h"
#include "layers/order/dependency.h"
#include "unit/world/state_stage.h"

TestSuite(incremental_entities, .timeout = 300);

typedef struct twins {
  st_pass *told, *anew;
  const st_classes *classes;
  int seed;
  int move;
} twins;

/* Of the attribute's parts, the i-th. */
typedef struct pair {
  const st_applied_part *a, *b;
  const st_layer_unit *x, *y;
} pair;

static pair pair_of(const twins *t, strata_attr attr, size_t i) {
  const st_applied_part *a =
      &t->told->applied[t->told->applied_to_attr[attr - 1].at[i]];
  const st_applied_part *b =
      &t->anew->applied[t->anew->applied_to_attr[attr - 1].at[i]];
  return (pair){a, b, &t->told->units[a->unit], &t->anew->units[b->unit]};
}

static uint64_t word_of(const st_members *members, uint32_t word) {
  if (members->bits) return members->bits[word];
  uint32_t one = members->one;
  return one != 0 && one / 64 == word ? (uint64_t)1 << (one % 64) : 0;
}

static uint64_t operand_of(const st_applied_part *a, const st_layer_unit *unit,
                           uint32_t class) {
  if (!a->values) return a->value;
  return a->values[unit->members.bits ? class : 0];
}

/* Lists of abilities have numbers in the order in which they were made. */
static bool has_plain_operand(const twins *t, const st_applied_part *a) {
  strata_attr attr = st_part_header_attr(a->part->flags);
  strata_type type = t->told->rules->attrs[attr - 1].type;
  bool copies = st_part_header_op(a->part->flags) == STRATA_OP_COPY;
  return type != STRATA_ABILITIES && !(type == STRATA_SET && copies);
}

static void expect_same_members(const twins *t, const pair *p,
                                const char *attr) {
  for (uint32_t w = 0; p->x->condition_holds && w < t->told->words; w++) {
    uint64_t live = st_class_live(t->classes, w);
    uint64_t x = word_of(&p->x->members, w) & live;
    uint64_t y = word_of(&p->y->members, w) & live;
    cr_assert(eq(u64, x, y), "game %d, move %d: whom %s is changed of", t->seed,
              t->move, attr);
    for (; has_plain_operand(t, p->a) && x != 0; x &= x - 1) {
      uint32_t class = w * 64 + st_lowest_bit(x);
      cr_assert(
          eq(u64, operand_of(p->a, p->x, class), operand_of(p->b, p->y, class)),
          "game %d, move %d: %s of %u", t->seed, t->move, attr, class);
    }
  }
}

static void expect_same_applied(const twins *t, strata_attr attr) {
  const char *name = t->told->rules->attrs[attr - 1].name;
  cr_assert(eq(sz, t->told->applied_to_attr[attr - 1].count,
               t->anew->applied_to_attr[attr - 1].count),
            "game %d, move %d: parts on %s", t->seed, t->move, name);
  for (size_t i = 0; i < t->told->applied_to_attr[attr - 1].count; i++) {
    pair p = pair_of(t, attr, i);
    bool same = p.x->kind == p.y->kind && p.x->object == p.y->object &&
                p.x->effect == p.y->effect && p.x->index == p.y->index &&
                p.x->stamp == p.y->stamp &&
                p.x->condition_holds == p.y->condition_holds &&
                p.a->because == p.b->because &&
                p.a->witness_class == p.b->witness_class &&
                p.a->place.high == p.b->place.high &&
                p.a->place.low >> 6 == p.b->place.low >> 6;
    cr_assert(same, "game %d, move %d: part %zu on %s", t->seed, t->move, i,
              name);
    expect_same_members(t, &p, name);
  }
}

static void expect_same_board(const twins *t, strata_attr attr) {
  const st_attr *a = &t->told->rules->attrs[attr - 1];
  uint64_t told[8] = {0};
  uint64_t anew[8] = {0};
  cr_assert(le(u32, a->word_count, 8));
  for (uint32_t c = 1; c < t->told->words * 64; c++) {
    if (!(st_class_live(t->classes, c / 64) >> (c % 64) & 1)) continue;
    if (a->type == STRATA_SET) {
      st_board_get_set(&t->told->board, attr, c, told);
      st_board_get_set(&t->anew->board, attr, c, anew);
    } else {
      OK(st_board_get(&t->told->board, attr, c, told));
      OK(st_board_get(&t->anew->board, attr, c, anew));
    }
    for (uint32_t k = 0; k < a->word_count; k++) {
      cr_assert(eq(u64, told[k], anew[k]), "game %d, move %d: %s of %u",
                t->seed, t->move, a->name, c);
    }
  }
}

/* Compare with a new pass. True if the old pass was updated instead of run
 * again. */
static bool compare(strata_world *world, int seed, int move) {
  st_eval *eval = &world->eval;
  const st_pass *before = st_eval_pass(eval);
  size_t updates = before->updates;
  OK(st_eval_refresh(eval));
  if (st_eval_pass(eval) != before || before->updates <= updates) return false;
  st_pass anew;
  OK(st_pass_init(&anew, eval->mem, &eval->compiled, &eval->in_force,
                  &eval->classes));
  anew.predicate_cache = &eval->predicate_cache;
  OK(st_pass_run(&anew));
  twins t = {st_eval_pass(eval), &anew, &eval->classes, seed, move};
  for (strata_attr attr = 1; attr <= st_attr_count(eval->rules); attr++) {
    expect_same_applied(&t, attr);
    bool list = eval->rules->attrs[attr - 1].type == STRATA_ABILITIES;
    if (eval->in_force.is_on_board[attr - 1] && !list)
      expect_same_board(&t, attr);
  }
  st_pass_fini(&anew);
  return true;
}

/* How many of the moves needed no pass. */
static size_t play(strata_rules *rules, int games, bool calm,
                   strata_tune sharing) {
  size_t told = 0;
  for (int seed = 0; seed < games; seed++) {
    moves m;
    uint64_t of = 40000 + (uint64_t)seed;
    cr_assert(calm ? moves_open_calm(&m, rules, of)
                   : moves_open(&m, rules, of));
    OK(strata_world_tune(m.world, STRATA_TUNE_CLASSES, sharing));
    for (int i = 0; i < 80; i++) {
      moves_step(&m);
      told += compare(m.world, seed, i);
    }
    moves_close(&m);
  }
  return told;
}

static void play_all(bool calm, strata_tune sharing, size_t least) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  int games = full_test() ? 3000 : 150;
  cr_expect(ge(sz, play(rules, games, calm, sharing), (size_t)games * least));
  strata_rules_free(rules);
}

Test(incremental_entities, who_changes_goes_through_the_steps_alone) {
  play_all(true, STRATA_TUNE_NEVER, 2);
}

Test(incremental_entities, so_does_a_class_that_is_new) {
  play_all(true, STRATA_TUNE_ALWAYS, 2);
}

Test(incremental_entities, where_all_kinds_of_effects_meet) {
  play_all(false, STRATA_TUNE_NEVER, 1);
  play_all(false, STRATA_TUNE_ALWAYS, 1);
}
