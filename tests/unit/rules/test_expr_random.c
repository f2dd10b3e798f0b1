/* Random expressions in random worlds, compared with a slow and obvious
 * evaluator. */
#include "base/text.h"
#include "expr_stage.h"

TestSuite(expr_random, .timeout = 120);

typedef struct tree {
  char sign[10]; /* what it is: an operator, a call, or the text of a leaf */
  st_who who;    /* of a read, a has, or a ref */
  uint32_t slot; /* of a handle */
  int steps;     /* to its owner, and on */
  strata_attr attr;
  int64_t number; /* constant, or the symbol's place in the domain */
  struct tree *a, *b;
} tree;

typedef struct forest {
  board *board;
  kit_dice dice;
  tree trees[400];
  size_t count;
  int aggregates;   /* that we are inside of */
  bool other_words; /* to be written with them */
  char text[8000];
  size_t length;
} forest;

static tree *grow(forest *f, strata_type type, int height);

static bool is(const tree *t, const char *sign) {
  return strcmp(t->sign, sign) == 0;
}

static const char *pick(forest *f, const char *const *list, uint32_t count) {
  return list[kit_below(&f->dice, count)];
}

static void grow_who(forest *f, tree *t) {
  uint32_t n = kit_below(&f->dice, 8);
  t->who = n == 0                        ? ST_WHO_THIS
           : n == 1                      ? ST_WHO_HANDLE
           : n < 4 && f->aggregates != 0 ? ST_WHO_OUTER
                                         : ST_WHO_IT;
  t->slot = n == 1 ? 1 + kit_below(&f->dice, 80) : 0;
}

static void grow_leaf(forest *f, tree *t, strata_type type) {
  static const int64_t numbers[] = {0, 1, -1, 2, 7, INT64_MAX, INT64_MIN};
  bool constant = kit_below(&f->dice, 4) == 0;
  if (type == STRATA_INT && constant) {
    strcpy(t->sign, "int");
    t->number = numbers[kit_below(&f->dice, ST_COUNT_OF(numbers))];
    return;
  }
  if (type == STRATA_FLAG && constant) {
    strcpy(t->sign, kit_below(&f->dice, 2) ? "true" : "false");
    return;
  }
  if (type == STRATA_SYM && constant) {
    strcpy(t->sign, kit_below(&f->dice, 3) ? "'rare'" : "none");
    return;
  }
  grow_who(f, t);
  strcpy(t->sign, "read");
  t->steps = kit_below(&f->dice, 4) ? 0 : 1 + (int)kit_below(&f->dice, 2);
  static const strata_attr ints[] = {POWER, TOUGHNESS, COST};
  if (type == STRATA_INT) t->attr = ints[kit_below(&f->dice, 3)];
  if (type == STRATA_REF) t->attr = OWNER;
  if (type == STRATA_SYM) t->attr = RARITY;
  if (type == STRATA_REF && kit_below(&f->dice, 2)) strcpy(t->sign, "ref");
  if (type != STRATA_FLAG) return;
  t->attr = kit_below(&f->dice, 2) ? FLYING : TAPPED;
  if (kit_below(&f->dice, 2)) {
    strcpy(t->sign, kit_below(&f->dice, 4) ? "has" : "empty");
    t->attr = kit_below(&f->dice, 2) ? TYPES : ABILITIES;
    t->number = kit_below(&f->dice, 3);
  }
}

/* A list that has what somebody's rarity is. */
static void grow_holds(forest *f, tree *t) {
  grow_who(f, t);
  strcpy(t->sign, "holds");
  t->steps = kit_below(&f->dice, 4) == 0;
  t->attr = kit_below(&f->dice, 2) ? TYPES : ABILITIES;
  t->a = &f->trees[f->count++];
  *t->a = (tree){.sign = "read", .attr = RARITY};
  t->a->steps = kit_below(&f->dice, 4) == 0;
  grow_who(f, t->a);
}

static void grow_int(forest *f, tree *t, int height) {
  static const char *const signs[] = {"+",   "-",   "*",     "//",  "min",
                                      "max", "neg", "count", "sum", "distinct"};
  strcpy(t->sign, pick(f, signs, f->aggregates < 2 ? 10 : 7));
  bool aggregate = is(t, "count") || is(t, "sum") || is(t, "distinct");
  f->aggregates += aggregate;
  if (is(t, "count") || is(t, "distinct")) {
    t->a = grow(f, STRATA_FLAG, height);
  } else {
    t->a = grow(f, STRATA_INT, height);
    if (!is(t, "neg")) {
      t->b = grow(f, is(t, "sum") ? STRATA_FLAG : STRATA_INT, height);
    }
  }
  f->aggregates -= aggregate;
}

static void grow_flag(forest *f, tree *t, int height) {
  static const char *const signs[] = {"and", "or", "and", "or", "not", "=",
                                      "!=",  "<",  "<=",  ">",  ">="};
  static const strata_type types[] = {STRATA_INT, STRATA_FLAG, STRATA_REF,
                                      STRATA_SYM};
  if (kit_below(&f->dice, 8) == 0) {
    grow_holds(f, t);
    return;
  }
  strcpy(t->sign, pick(f, signs, ST_COUNT_OF(signs)));
  strata_type type = STRATA_INT;
  if (is(t, "and") || is(t, "or") || is(t, "not")) type = STRATA_FLAG;
  if (is(t, "=") || is(t, "!=")) type = types[kit_below(&f->dice, 4)];
  t->a = grow(f, type, height);
  if (!is(t, "not")) t->b = grow(f, type, height);
}

static tree *grow(forest *f, strata_type type, int height) {
  cr_assert(lt(sz, f->count + 1, ST_COUNT_OF(f->trees)));
  tree *t = &f->trees[f->count++];
  *t = (tree){0};
  bool leaf = height == 0 || type == STRATA_REF || type == STRATA_SYM;
  if (leaf || kit_below(&f->dice, 5) == 0) {
    grow_leaf(f, t, type);
  } else if (type == STRATA_INT) {
    grow_int(f, t, height - 1);
  } else {
    grow_flag(f, t, height - 1);
  }
  return t;
}

static void put(forest *f, const char *text) {
  size_t length = strlen(text);
  cr_assert(lt(sz, f->length + length, sizeof f->text));
  memcpy(f->text + f->length, text, length + 1);
  f->length += length;
}

/* With all parentheses, so that precedence is not taken from the parser. */
static void write_leaf(forest *f, const tree *t) {
  static const char *const who[] = {"none", "it", "this", "outer"};
  static const char *const types[] = {"'elf'", "'goblin'", "'wall'"};
  static const char *const abilities[] = {"'flying'", "'haste'", "'reach'"};
  bool access = is(t, "read") || is(t, "has") || is(t, "ref") ||
                is(t, "empty") || is(t, "holds");
  if (is(t, "int")) put(f, st_number_format(t->number).text);
  if (!access && !is(t, "int")) {
    put(f, f->other_words && is(t, "'rare'") ? "'common'" : t->sign);
  }
  if (!access) return;
  if (t->who == ST_WHO_HANDLE) {
    put(f, "#");
    put(f, st_number_format(t->slot).text);
    put(f, ":1");
  } else {
    put(f, who[t->who]);
  }
  if (is(t, "ref")) return;
  for (int i = 0; i < t->steps; i++) {
    put(f, ".owner");
  }
  put(f, ".");
  put(f, attributes[t->attr - 1].name);
  if (is(t, "empty")) put(f, t->number ? " = none" : " != none");
  if (!is(t, "has")) return;
  put(f, " has ");
  /* Other words: the next of them. */
  int64_t n = (t->number + f->other_words) % 3;
  put(f, t->attr == TYPES ? types[n] : abilities[n]);
}

static void write_tree(forest *f, const tree *t) {
  bool call = t->a && t->sign[0] >= 'a' && !is(t, "and") && !is(t, "or") &&
              !is(t, "not") && !is(t, "neg") && !is(t, "holds");
  if (call) put(f, t->sign);
  put(f, "(");
  if (is(t, "distinct")) put(f, "types, ");
  if (!t->a) {
    write_leaf(f, t);
  } else if (is(t, "holds")) {
    write_leaf(f, t);
    put(f, " has ");
    write_leaf(f, t->a);
  } else if (is(t, "not") || is(t, "neg")) {
    put(f, is(t, "not") ? "not " : "-");
    write_tree(f, t->a);
  } else {
    write_tree(f, t->a);
    if (t->b) put(f, call ? "," : " ");
    if (t->b && !call) put(f, t->sign);
    if (t->b) write_tree(f, t->b);
  }
  put(f, ")");
}

static int64_t slow(const board *b, const tree *t, uint32_t it, uint32_t outer);

__extension__ typedef __int128 wide;

static int64_t slow_aggregate(const board *b, const tree *t, uint32_t it) {
  wide number = 0;
  uint64_t set = 0;
  for (uint32_t slot = 1; slot < SLOTS; slot++) {
    if (!st_bit_test(b->live, slot)) continue;
    if (!slow(b, t->b ? t->b : t->a, slot, it)) continue;
    if (is(t, "sum")) {
      number += slow(b, t->a, slot, it);
    } else {
      number++;
    }
    set |= b->sets[slot][TYPES - 1];
  }
  if (is(t, "distinct")) return st_count_bits(set);
  if (number > INT64_MAX) return INT64_MAX;
  return number < INT64_MIN ? INT64_MIN : (int64_t)number;
}

static int64_t slow_leaf(const board *b, const tree *t, uint32_t it,
                         uint32_t outer) {
  uint32_t handle = resolve(b, st_handle(t->slot, 1));
  const uint32_t slots[] = {0, it, b->env.this_slot, outer, handle};
  uint32_t slot = slots[t->who];
  if (is(t, "ref")) return slot ? (int64_t)st_handle(slot, 1) : 0;
  for (int i = 0; i < t->steps; i++) {
    slot = slot ? resolve(b, (uint64_t)b->values[slot][OWNER - 1]) : 0;
  }
  uint64_t set = slot ? b->sets[slot][t->attr - 1] : 0;
  if (is(t, "has")) return set >> t->number & 1;
  if (is(t, "empty")) return (set == 0) == (t->number != 0);
  if (is(t, "holds")) return (int64_t)set;
  if (is(t, "read")) {
    return slot ? b->values[slot][t->attr - 1]
                : attributes[t->attr - 1].default_value;
  }
  if (is(t, "int")) return t->number;
  if (is(t, "none")) return 0;
  return is(t, "'rare'") ? kit_symbol(b->rules, "rare") : is(t, "true");
}

static int64_t slow(const board *b, const tree *t, uint32_t it,
                    uint32_t outer) {
  if (!t->a) return slow_leaf(b, t, it, outer);
  if (is(t, "count") || is(t, "sum") || is(t, "distinct")) {
    return slow_aggregate(b, t, it);
  }
  int64_t x = slow(b, t->a, it, outer);
  if (is(t, "holds")) {
    uint32_t place =
        st_attr_domain_index(&b->rules->attrs[t->attr - 1], (strata_symbol)x);
    return place < 64 && slow_leaf(b, t, it, outer) >> place & 1;
  }
  if (is(t, "neg")) return st_sat_sub(0, x);
  if (is(t, "not")) return !x;
  int64_t y = slow(b, t->b, it, outer);
  if (is(t, "+")) return st_sat_add(x, y);
  if (is(t, "-")) return st_sat_sub(x, y);
  if (is(t, "*")) return st_sat_mul(x, y);
  if (is(t, "//")) return y == 0 ? 0 : st_floor_div(x, y);
  if (is(t, "min")) return x < y ? x : y;
  if (is(t, "max")) return x > y ? x : y;
  if (is(t, "and")) return x && y;
  if (is(t, "or")) return x || y;
  if (is(t, "=")) return x == y;
  if (is(t, "!=")) return x != y;
  if (is(t, "<")) return x < y;
  if (is(t, "<=")) return x <= y;
  if (is(t, ">")) return x > y;
  return x >= y;
}

/* The canonical text is that of the same expression, and its own. */
static void check_text(board *b, const strata_expr *expr) {
  strata_expr *again = parse(b, expr->text);
  cr_expect(eq(str, again->text, expr->text));
  cr_assert(eq(u32, again->node_count, expr->node_count), "%s", expr->text);
  cr_expect(memcmp(again->nodes, expr->nodes,
                   expr->node_count * sizeof expr->nodes[0]) == 0,
            "%s", expr->text);
  st_expr_free(again);
}

/* An expression under a text change equals the expression that is written with
 * the new words. */
static void check_words(forest *f, const strata_expr *expr, const tree *t) {
  static const char *const names[] = {
      "elf",   "goblin", "goblin", "wall",  "wall",   "elf",  "flying",
      "haste", "haste",  "reach",  "reach", "flying", "rare", "common"};
  strata_symbol pairs[ST_COUNT_OF(names)];
  board *b = f->board;
  for (size_t i = 0; i < ST_COUNT_OF(names); i++) {
    pairs[i] = kit_symbol(b->rules, names[i]);
  }
  f->length = 0;
  f->other_words = true;
  write_tree(f, t);
  f->other_words = false;
  strata_expr *want = parse(b, f->text);
  strata_expr *got = NULL;
  cr_assert(
      eq(int,
         st_expr_substitute(expr, pairs, ST_COUNT_OF(names) / 2, &b->mem, &got),
         STRATA_OK));
  cr_expect(eq(str, got->text, want->text));
  cr_assert(eq(u32, got->node_count, want->node_count));
  cr_expect(memcmp(got->nodes, want->nodes,
                   got->node_count * sizeof got->nodes[0]) == 0,
            "%s", want->text);
  st_expr_free(want);
  st_expr_free(got);
}

/* -- Worlds -- */

static int64_t any_number(kit_dice *dice) {
  static const int64_t ends[] = {INT64_MAX,     INT64_MIN, INT64_MAX - 1,
                                 INT64_MIN + 1, -1,        0};
  uint32_t n = kit_below(dice, 2 * ST_COUNT_OF(ends));
  return n < ST_COUNT_OF(ends) ? ends[n] : (int64_t)kit_below(dice, 9) - 4;
}

/* References: to entities, to none, to free slots, and to former entities of a
 * slot. */
static int64_t any_ref(kit_dice *dice) {
  uint32_t n = kit_below(dice, 6);
  if (n == 0) return 0;
  uint32_t slot = n < 4 ? 1 + kit_below(dice, 3) : 1 + kit_below(dice, 140);
  return (int64_t)st_handle(slot, n == 1 ? 3 : 1);
}

static void reshape_slot(board *b, kit_dice *dice, uint32_t slot) {
  static const char *const symbols[] = {"rare", "goblin", "haste", "wall"};
  int64_t *values = b->values[slot];
  values[FLYING - 1] = kit_below(dice, 2);
  values[TAPPED - 1] = kit_below(dice, 2);
  values[OWNER - 1] = any_ref(dice);
  values[COST - 1] = any_number(dice);
  values[POWER - 1] = any_number(dice);
  values[TOUGHNESS - 1] = (int64_t)kit_below(dice, 5) - 2;
  uint32_t n = kit_below(dice, 1 + ST_COUNT_OF(symbols));
  values[RARITY - 1] = n ? (int64_t)kit_symbol(b->rules, symbols[n - 1]) : 0;
  b->sets[slot][TYPES - 1] = kit_below(dice, 8);
  b->sets[slot][ABILITIES - 1] = kit_below(dice, 8);
}

/* Other entities, in words that are full, empty, or in between. */
static void reshape(board *b, kit_dice *dice) {
  memset(b->live, 0, sizeof b->live);
  uint32_t often = 0;
  for (uint32_t slot = 1; slot < SLOTS; slot++) {
    if (slot % 64 <= 1) often = kit_below(dice, 5);
    if (kit_below(dice, 4) >= often) continue;
    st_bit_set(b->live, slot, true);
    reshape_slot(b, dice, slot);
  }
}

static uint32_t any_live(const board *b, kit_dice *dice) {
  uint32_t slot = kit_below(dice, SLOTS);
  return st_bit_test(b->live, slot) ? slot : 0;
}

/* -- The laws -- */

/* Some of the live ones: all, one or two, or about a half. */
static uint64_t some_of(kit_dice *dice, uint64_t live) {
  uint32_t n = kit_below(dice, 4);
  if (n == 0) {
    uint64_t some = 0;
    for (int i = 0; i < 2 && live != 0; i++) {
      some |= live & (uint64_t)1 << kit_below(dice, 64);
    }
    return some;
  }
  return n == 1 ? live & kit_roll(dice) : live;
}

static void check_match(forest *f, const strata_expr *expr, const tree *t) {
  const board *b = f->board;
  uint64_t all[3];
  cr_assert(eq(int, st_expr_match_live(expr, &b->env, all), 0));
  for (uint32_t word = 0; word < 3; word++) {
    uint64_t some = some_of(&f->dice, b->live[word]);
    uint64_t hits = 0;
    cr_assert(eq(int, st_expr_match(expr, &b->env, word, some, &hits), 0));
    uint64_t want = 0;
    for (uint32_t bit = 0; bit < 64 && 64 * word + bit < SLOTS; bit++) {
      uint32_t slot = 64 * word + bit;
      if (!st_bit_test(b->live, slot)) continue;
      want |= (uint64_t)(slow(b, t, slot, 0) != 0) << bit;
    }
    cr_assert(eq(u64, hits, want & some), "%s", expr->text);
    cr_assert(eq(u64, all[word], want), "%s", expr->text);
  }
}

/* For different `this`: with the same closed values, or without a use of
 * `this`, the predicate is the same. Returns whether the closed values were the
 * same. */
static bool check_closed(forest *f, const strata_expr *expr) {
  enum { ROOM = 64 };
  int64_t values[2][ROOM] = {{0}};
  uint64_t hits[2][3];
  size_t count[2];
  board *b = f->board;
  uint32_t before = b->env.this_slot;
  for (int i = 0; i < 2; i++) {
    strata_status status = STRATA_EINVAL;
    count[i] = st_expr_closed_values(expr, &b->env, values[i], ROOM, &status);
    cr_assert(eq(int, status, STRATA_OK));
    cr_assert(le(sz, count[i], ROOM));
    cr_assert(eq(int, st_expr_match_live(expr, &b->env, hits[i]), 0));
    b->env.this_slot = any_live(b, &f->dice);
  }
  b->env.this_slot = before;
  cr_assert(eq(sz, count[0], count[1]), "%s", expr->text);
  bool same = memcmp(values[0], values[1], sizeof values[0]) == 0;
  cr_assert(same || expr->uses_this, "%s", expr->text);
  if (!same) return false;
  cr_assert(zero(memcmp(hits[0], hits[1], sizeof hits[0])), "%s", expr->text);
  return count[0] > 0;
}

Test(expr_random, random_expressions_agree_with_a_slow_evaluator) {
  forest *f = calloc(1, sizeof *f);
  cr_assert(ne(ptr, f, NULL));
  f->board = board_new();
  f->dice.state = 42;
  board *b = f->board;
  int rounds = full_test() ? 20000 : 2000;
  size_t same = 0;
  for (int i = 0; i < rounds; i++) {
    f->count = 0;
    f->length = 0;
    strata_type type = kit_below(&f->dice, 3) ? STRATA_FLAG : STRATA_INT;
    const tree *t = grow(f, type, 4);
    write_tree(f, t);
    if (i > 100 && i % 4 == 0) {
      reshape(b, &f->dice);
      b->env.this_slot = any_live(b, &f->dice);
    }

    strata_expr *expr = parse(b, f->text);

    check_text(b, expr);
    b->env.it_slot = any_live(b, &f->dice);
    cr_assert(eq(i64, eval(b, expr), slow(b, t, b->env.it_slot, 0)), "%s",
              f->text);
    if (type == STRATA_FLAG) check_match(f, expr, t);
    if (type == STRATA_FLAG) same += check_closed(f, expr);
    check_words(f, expr, t);
    st_expr_free(expr);
  }
  cr_expect(lt(sz, 50, same));
  board_free(b);
  free(f);
}
