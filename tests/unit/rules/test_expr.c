/* Expressions: types, values, canonical texts, and the messages for
 * mistakes. */
#include "expr_stage.h"

TestSuite(expr, .timeout = 60);

/* -- Values -- */

typedef struct value_case {
  const char *text;
  const char *canonical; /* NULL: the same */
  strata_type type;
  int64_t value;
} value_case;

static const value_case value_cases[] = {
    {"power", NULL, STRATA_INT, 3},
    {"it.power", "power", STRATA_INT, 3},
    {" ( ( power ) )\n", "power", STRATA_INT, 3},
    {"this.power+1", "this.power + 1", STRATA_INT, 11},
    {"pack:cost=pack:cost", "pack:cost = pack:cost", STRATA_FLAG, 1},
    {"it.pack:cost", "pack:cost", STRATA_INT, 4},
    {"#70:1.power", NULL, STRATA_INT, 10},
    {"#0070:01.power", "#70:1.power", STRATA_INT, 10},
    {"#70:2.power", NULL, STRATA_INT, 2}, /* nobody: the default */
    {"#70:2.tapped", NULL, STRATA_FLAG, 1},
    {"#4294967295:4294967295.owner = none", NULL, STRATA_FLAG, 1},
    {"#70:2.types has 'elf'", NULL, STRATA_FLAG, 0},
    {"types has 'elf'", NULL, STRATA_FLAG, 1},
    {"(it.types) has 'elf' and not types has 'wall'",
     "types has 'elf' and not types has 'wall'", STRATA_FLAG, 1},
    {"abilities has 'haste' and not abilities has 'flying'", NULL, STRATA_FLAG,
     1},
    {"#70:2.abilities has 'haste'", NULL, STRATA_FLAG, 0},
    {"count(abilities has 'haste' and it = outer)", NULL, STRATA_INT, 1},
    {"owner.power", NULL, STRATA_INT, 10},
    {"it.owner.power", "owner.power", STRATA_INT, 10},
    {"owner.owner.power", NULL, STRATA_INT, 2}, /* of nobody: the default */
    {"this.owner.tapped", NULL, STRATA_FLAG, 1},
    {"#5:1.owner.power - 1", NULL, STRATA_INT, 9},
    {"(owner.types has 'elf') = (this.types has 'elf')", NULL, STRATA_FLAG, 1},
    {"owner.owner.types has 'elf'", NULL, STRATA_FLAG, 0},
    {"owner.owner = this.owner", NULL, STRATA_FLAG, 1},
    {"count(outer.owner = it and owner.power = 2)", NULL, STRATA_INT, 1},
    {"types has this.rarity", NULL, STRATA_FLAG, 1},
    {"(it.types)has it.rarity", "types has rarity", STRATA_FLAG, 0},
    {"owner.types has owner.owner.rarity and true", NULL, STRATA_FLAG, 0},
    {"abilities != none", NULL, STRATA_FLAG, 1},
    {"abilities = (none)", "abilities = none", STRATA_FLAG, 0},
    {"not this.abilities=none", "not this.abilities = none", STRATA_FLAG, 0},
    {"#70:2.abilities = none", NULL, STRATA_FLAG, 1}, /* nobody has nothing */
    {"types = none", NULL, STRATA_FLAG, 0},
    {"#70:2.types != none", NULL, STRATA_FLAG, 0},
    {"owner.owner.types = none", NULL, STRATA_FLAG, 1},
    {"big = none", NULL, STRATA_FLAG, 0},
    {"(types = none) = (big = none)", NULL, STRATA_FLAG, 1},
    {"count(types = none and it = outer)", NULL, STRATA_INT, 0},
    {"rarity != none", NULL, STRATA_FLAG, 1},
    {"none = #70:2.rarity", NULL, STRATA_FLAG, 1},
    {"'rare' = none", NULL, STRATA_FLAG, 0},
    {"rarity = 'rare' or rarity != 'rare'", NULL, STRATA_FLAG, 1},
    {"'rare'", NULL, STRATA_SYM, -2},
    {"it", NULL, STRATA_REF, (int64_t)1 << 32 | IT},
    {"this", NULL, STRATA_REF, (int64_t)1 << 32 | SOURCE},
    {"none", NULL, STRATA_REF, 0},
    {"#70:2", NULL, STRATA_REF, 0},
    {"#70:2 = none", NULL, STRATA_FLAG, 1},
    {"owner = this and this = #70:1", NULL, STRATA_FLAG, 1},
    {"1 + 2 * 3", NULL, STRATA_INT, 7},
    {"(1 + 2) * 3", NULL, STRATA_INT, 9},
    {"1 - (2 - 3) - 4", NULL, STRATA_INT, -2},
    {"(1 - 2) - 3", "1 - 2 - 3", STRATA_INT, -4},
    {"12 // (5 // 2) // 2 * 2", NULL, STRATA_INT, 6},
    {"toughness // 2", NULL, STRATA_INT, -4},
    {"-toughness // 2", NULL, STRATA_INT, 3},
    {"-(toughness // 2)", NULL, STRATA_INT, 4},
    {"7 // 0", NULL, STRATA_INT, 0},
    {"-9223372036854775808 // 0", NULL, STRATA_INT, 0},
    {"-9223372036854775808 // -1", NULL, STRATA_INT, INT64_MAX},
    {"9223372036854775807 + power", NULL, STRATA_INT, INT64_MAX},
    {"-9223372036854775808 - power", NULL, STRATA_INT, INT64_MIN},
    {"9223372036854775807 * -2", NULL, STRATA_INT, INT64_MIN},
    {"-(-5)", "5", STRATA_INT, 5},
    {"--power", NULL, STRATA_INT, 3},
    {"-(-9223372036854775808)", "9223372036854775807", STRATA_INT, INT64_MAX},
    {"1 - -power", NULL, STRATA_INT, 4},
    {"min(power,toughness)", "min(power, toughness)", STRATA_INT, -7},
    {"max(power, 2) * 2", NULL, STRATA_INT, 6},
    {"not true or true", NULL, STRATA_FLAG, 1},
    {"not (true or true)", NULL, STRATA_FLAG, 0},
    {"not not true", NULL, STRATA_FLAG, 1},
    {"(not true) = false", NULL, STRATA_FLAG, 1},
    {"not (true = false)", "not true = false", STRATA_FLAG, 1},
    {"(1 < 2) = (2 < 3)", NULL, STRATA_FLAG, 1},
    {"true or false and false", NULL, STRATA_FLAG, 1},
    {"(true or false) and false", NULL, STRATA_FLAG, 0},
    {"true and (true and false)", NULL, STRATA_FLAG, 0},
    {"count(it = outer)", NULL, STRATA_INT, 1},
    {"count(outer.power = 3 and it = outer)", NULL, STRATA_INT, 1},
    {"count(false)", NULL, STRATA_INT, 0},
    {"sum(power, it = this or it = outer)", NULL, STRATA_INT, 13},
    {"sum(9223372036854775807, true)", NULL, STRATA_INT, INT64_MAX},
    {"count(count(it = outer) != 1)", NULL, STRATA_INT, 0},
    {"distinct(types, it = outer)", NULL, STRATA_INT, 1},
    {"distinct((it.types), false)", "distinct(types, false)", STRATA_INT, 0},
    {"distinct(big, true)", NULL, STRATA_INT, 64},
};

Test(expr, texts_have_type_value_and_canonical_form) {
  board *b = board_new();
  for (size_t i = 0; i < ST_COUNT_OF(value_cases); i++) {
    const value_case *c = &value_cases[i];

    strata_expr *expr = parse(b, c->text);

    const char *canonical = c->canonical ? c->canonical : c->text;
    int64_t want = c->value;
    if (c->type == STRATA_SYM) want = kit_symbol(b->rules, "rare");
    cr_expect(eq(str, expr->text, STR(canonical)), "%s", c->text);
    cr_expect(eq(sz, expr->text_size, strlen(canonical)), "%s", c->text);
    cr_expect(eq(int, (int)expr->type, (int)c->type), "%s", c->text);
    cr_expect(eq(i64, eval(b, expr), want), "%s", c->text);
    st_expr_free(expr);
  }
  board_free(b);
}

/* A few numbers that are far apart, in both orders. */
typedef struct sum_case {
  int64_t addends[4];
  uint32_t times; /* each stands for so many */
  int64_t want;
} sum_case;

static const sum_case sum_cases[] = {
    {{INT64_MAX, 1, -1, 0}, 1, INT64_MAX},
    {{INT64_MAX, 5, -3, 0}, 1, INT64_MAX},
    {{INT64_MAX, 3, -5, 0}, 1, INT64_MAX - 2},
    {{INT64_MIN, -1, 1, 0}, 1, INT64_MIN},
    {{INT64_MIN, -3, 5, 0}, 1, INT64_MIN + 2},
    {{INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN}, 1, -2},
    {{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MIN}, 1, INT64_MAX},
    {{INT64_MAX, -INT64_MAX, 7, 0}, UINT32_MAX, INT64_C(7) * UINT32_MAX},
    {{INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN}, 1000, -2000},
    {{INT64_MIN, INT64_MIN, INT64_MIN, 1}, UINT32_MAX, INT64_MIN},
};

static uint32_t sum_times;

static uint32_t many_each(const st_expr_env *env, uint32_t slot) {
  (void)env;
  (void)slot;
  return sum_times;
}

Test(expr, a_sum_is_exact_until_it_ends_and_saturates_once) {
  board *b = board_new();
  strata_expr *expr = parse(b, "sum(pack:cost, true)");
  b->env.multiplicity = many_each;
  for (size_t i = 0; i < 2 * ST_COUNT_OF(sum_cases); i++) {
    const sum_case *c = &sum_cases[i / 2];
    sum_times = c->times;
    uint32_t n = 0;
    for (uint32_t slot = 1; slot < SLOTS; slot++) {
      if (!st_bit_test(b->live, slot)) continue;
      uint32_t k = i % 2 ? 3 - n % 4 : n % 4;
      b->values[slot][COST - 1] = n < 4 ? c->addends[k] : 0;
      n++;
    }
    cr_assert(lt(u32, 4, n));

    cr_expect(eq(i64, eval(b, expr), c->want), "case %zu", i / 2);
  }
  st_expr_free(expr);
  board_free(b);
}

Test(expr, nobody_has_every_attribute_at_its_default) {
  board *b = board_new();
  b->env.it_slot = 0;
  b->env.this_slot = 0;
  static const value_case cases[] = {
      {"power", NULL, STRATA_INT, 2},
      {"this.tapped", NULL, STRATA_FLAG, 1},
      {"it = none", NULL, STRATA_FLAG, 1},
      {"this", NULL, STRATA_REF, 0},
      {"this.types has 'elf'", NULL, STRATA_FLAG, 0},
      {"count(outer.power != 2)", NULL, STRATA_INT, 0},
  };
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    strata_expr *expr = parse(b, cases[i].text);
    cr_expect(eq(i64, eval(b, expr), cases[i].value), "%s", cases[i].text);
    st_expr_free(expr);
  }
  board_free(b);
}

/* -- Errors -- */

typedef struct error_case {
  const char *text;
  strata_status status;
  size_t offset;
  const char *says;
} error_case;

static const error_case error_cases[] = {
    {"", STRATA_ESYNTAX, 0, "empty"},
    {"  ", STRATA_ESYNTAX, 0, "empty"},
    {"power +", STRATA_ESYNTAX, 7, "ends"},
    {"power = = 1", STRATA_ESYNTAX, 8, "'='"},
    {"(power", STRATA_ESYNTAX, 6, ")"},
    {"power)", STRATA_ESYNTAX, 5, "unexpected ')'"},
    {"power power", STRATA_ESYNTAX, 6, "operator"},
    {"power == 1", STRATA_ESYNTAX, 6, "write = for equality"},
    {"power ~= 1", STRATA_ESYNTAX, 6, "write !="},
    {"power <> 1", STRATA_ESYNTAX, 6, "write !="},
    {"power => 1", STRATA_ESYNTAX, 6, "write >="},
    {"flying && tapped", STRATA_ESYNTAX, 7, "write and"},
    {"flying || tapped", STRATA_ESYNTAX, 7, "write or"},
    {"!flying", STRATA_ESYNTAX, 0, "write not"},
    {"power / 2", STRATA_ESYNTAX, 6, "write //"},
    {"power % 2", STRATA_ESYNTAX, 6, "remainder"},
    {"types has \"elf\"", STRATA_ESYNTAX, 10, "single quotes"},
    {"types has elf", STRATA_ESYNTAX, 10, "single quotes"},
    {"types has 'elf", STRATA_ESYNTAX, 10, "does not end"},
    {"types has 'e\nf'", STRATA_ESYNTAX, 12, "control"},
    {"Power", STRATA_ESYNTAX, 0, "lower case"},
    {"flying AND tapped", STRATA_ESYNTAX, 7, "lower case"},
    {"power @ 1", STRATA_ESYNTAX, 6, "'@'"},
    {"power \xc3\x97 2", STRATA_ESYNTAX, 6, "ASCII"},
    {"1.5", STRATA_ESYNTAX, 1, "digits"},
    {"1e9", STRATA_ESYNTAX, 1, "digits"},
    {"#3.power", STRATA_ESYNTAX, 0, "#slot:generation"},
    {"#0:1", STRATA_ERANGE, 0, "none"},
    {"#4294967296:1", STRATA_ERANGE, 0, "32 bits"},
    {"rarity.power", STRATA_ESYNTAX, 6, "'.' may follow only"},
    {"owner.power.power", STRATA_ESYNTAX, 11, "attributes that are refs"},
    {"(owner).power", STRATA_ESYNTAX, 7, "'.' may follow only"},
    {"owner.", STRATA_ESYNTAX, 6, "attribute"},
    {"owner.powr", STRATA_ENOENT, 6, "did you mean 'power'"},
    {"owner.note = owner.note", STRATA_ETYPE, 6, "text"},
    {"distinct(owner.types, true)", STRATA_ETYPE, 9, "somebody else"},
    {"it.count", STRATA_ESYNTAX, 3, "attribute"},
    {"it.", STRATA_ESYNTAX, 3, "attribute"},
    {"outer.power", STRATA_ESYNTAX, 0, "write it"},
    {"count(power > 1) + outer.power", STRATA_ESYNTAX, 19, "write it"},
    {"1 < 2 < 3", STRATA_ESYNTAX, 6, "do not chain"},
    {"types has 'elf' = true", STRATA_ESYNTAX, 16, "do not chain"},
    {"true = not false", STRATA_ESYNTAX, 7, "(not ...)"},
    {"min(1)", STRATA_ESYNTAX, 5, "comma"},
    {"min(1, 2, 3)", STRATA_ESYNTAX, 8, "unexpected ','"},
    {"count", STRATA_ESYNTAX, 5, "("},
    {"count()", STRATA_ESYNTAX, 6, "unexpected ')'"},
    {"distinct(types)", STRATA_ESYNTAX, 14, "comma"},
    {"9223372036854775808", STRATA_ERANGE, 0, "largest"},
    {"1 - 9223372036854775808", STRATA_ERANGE, 4, "largest"},
    {"-9223372036854775809", STRATA_ERANGE, 1, "largest"},
    {"99999999999999999999999", STRATA_ERANGE, 0, "largest"},
    {"pwer > 1", STRATA_ENOENT, 0, "did you mean 'power'"},
    {"owner = nil", STRATA_ENOENT, 8, "did you mean 'none'"},
    {"it.xyzzyxyzzy", STRATA_ENOENT, 3, "declare it"},
    {"rarity = 'raer'", STRATA_ENOENT, 10, "did you mean 'rare'"},
    {"types has 'gobln'", STRATA_ENOENT, 11, "did you mean 'goblin'"},
    {"types has 'red'", STRATA_ENOENT, 11, "not in the domain of 'types'"},
    {"note = note", STRATA_ETYPE, 0, "text"},
    {"types has power", STRATA_ETYPE, 10, "'has' wants a symbol"},
    {"types has this", STRATA_ETYPE, 10, "'has' wants a symbol"},
    {"types has this.", STRATA_ESYNTAX, 15, "attribute"},
    {"types has owner.rarit", STRATA_ENOENT, 16, "did you mean 'rarity'"},
    {"power has rarity", STRATA_ETYPE, 0, "only a set"},
    {"types has", STRATA_ESYNTAX, 9, "'elf'"},
    {"types has (rarity)", STRATA_ESYNTAX, 10, "'elf'"},
    {"types has rarity has rarity", STRATA_ESYNTAX, 17, "do not chain"},
    {"none = abilities", STRATA_ETYPE, 7, "compares no abilities"},
    {"types < none", STRATA_ETYPE, 0, "'<' wants an int"},
    {"types = this", STRATA_ETYPE, 0, "compares no sets"},
    {"types = types", STRATA_ETYPE, 0, "compares no sets"},
    {"none = (colors)", STRATA_ETYPE, 7, "compares no sets"},
    {"types + 1", STRATA_ETYPE, 0, "types has 'elf'"},
    {"power has 'elf'", STRATA_ETYPE, 0, "only a set"},
    {"rarity has 'rare'", STRATA_ETYPE, 0, "write ="},
    {"power and flying", STRATA_ETYPE, 0, "'and' wants a predicate"},
    {"not power", STRATA_ETYPE, 4, "compare it"},
    {"not power", STRATA_ETYPE, 4, "but 'power' is an int"},
    {"not power and tapped", STRATA_ETYPE, 4, "but 'power' is an int"},
    {"(not power + 1 ) or tapped", STRATA_ETYPE, 5, "but 'power + 1' is"},
    {"-owner + 1", STRATA_ETYPE, 1, "but 'owner' is a ref"},
    {"count(power) > 1", STRATA_ETYPE, 6, "but 'power' is an int"},
    {"1 + flying > 2", STRATA_ETYPE, 4, "but 'flying' is a pred"},
    {"power = flying and tapped", STRATA_ETYPE, 8,
     "and 'flying' is a predicate"},
    {"1 + flying", STRATA_ETYPE, 4, "count(p)"},
    {"-owner", STRATA_ETYPE, 1, "'-' wants an int"},
    {"owner < it", STRATA_ETYPE, 0, "'<' wants an int"},
    {"power = flying", STRATA_ETYPE, 8, "equal types"},
    {"rarity = it", STRATA_ETYPE, 9, "equal types"},
    {"count(power)", STRATA_ETYPE, 6, "'count' wants a predicate"},
    {"sum(flying, true)", STRATA_ETYPE, 4, "'sum' wants an int"},
    {"distinct(power, true)", STRATA_ETYPE, 9, "wants a set"},
    {"distinct(this.types, true)", STRATA_ETYPE, 9, "somebody else"},
};

Test(expr, finding_MU08_mistakes_are_located_and_come_with_a_remedy) {
  board *b = board_new();
  for (size_t i = 0; i < ST_COUNT_OF(error_cases); i++) {
    const error_case *c = &error_cases[i];
    strata_expr *expr = NULL;
    strata_error error = {0};

    strata_status status = st_expr_parse(b->rules, &b->mem, c->text,
                                         strlen(c->text), &expr, &error);

    cr_expect(eq(int, status, c->status), "%s", c->text);
    cr_expect(eq(int, error.status, c->status), "%s", c->text);
    cr_expect(eq(sz, error.offset, c->offset), "%s: %s", c->text, error.text);
    cr_expect(strstr(error.text, c->says) != NULL, "%s: %s", c->text,
              error.text);
    cr_expect(zero(ptr, expr), "%s", c->text);
    cr_expect(eq(sz, b->mem.live_bytes, 0), "%s", c->text);
  }
  board_free(b);
}

Test(expr, a_nul_within_the_length_is_no_end) {
  board *b = board_new();
  strata_expr *expr = NULL;
  cr_expect(eq(int, st_expr_parse(b->rules, &b->mem, "1\0", 2, &expr, NULL),
               STRATA_ESYNTAX));
  board_free(b);
}

Test(expr, reserved_words_are_known) {
  static const char *const words[] = {
      "and", "or",   "not",   "has",  "count", "sum",  "distinct", "min",
      "max", "true", "false", "none", "it",    "this", "outer"};
  for (size_t i = 0; i < ST_COUNT_OF(words); i++) {
    cr_expect(st_expr_is_reserved(words[i]), "%s", words[i]);
  }
  cr_expect(not(st_expr_is_reserved("power")));
  cr_expect(not(st_expr_is_reserved("counts")));
  cr_expect(not(st_expr_is_reserved("")));
}

/* -- Limits -- */

/* `count` times `part`, then `tail`. */
static char *repeat(const char *part, size_t count, const char *tail) {
  size_t length = strlen(part);
  char *text = malloc(length * count + strlen(tail) + 1);
  cr_assert(ne(ptr, text, NULL));
  for (size_t i = 0; i < count; i++)
    memcpy(text + i * length, part, length);
  memcpy(text + length * count, tail, strlen(tail) + 1);
  return text;
}

static strata_status try_parse(board *b, char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status =
      st_expr_parse(b->rules, &b->mem, text, strlen(text), &expr, &error);
  st_expr_free(expr);
  free(text);
  return status;
}

Test(expr, nests_64_deep) {
  board *b = board_new();
  static const char *const parts[] = {"(", "not ", "-", "min(1,", "count("};
  static const char *const tails[] = {"1", "true", "power", "1", "true"};
  for (size_t i = 0; i < ST_COUNT_OF(parts); i++) {
    /* Those that need to be closed again fail for this reason, or for depth. */
    bool closed = strchr(parts[i], '(') != NULL;
    strata_status fine = closed ? STRATA_ESYNTAX : STRATA_OK;
    cr_expect(
        eq(int, try_parse(b, repeat(parts[i], ST_EXPR_DEPTH, tails[i])), fine),
        "%s", parts[i]);
    cr_expect(eq(int,
                 try_parse(b, repeat(parts[i], ST_EXPR_DEPTH + 1, tails[i])),
                 STRATA_ERANGE),
              "%s", parts[i]);
  }
  board_free(b);
}

Test(expr, chains_may_be_as_long_as_a_text) {
  board *b = board_new();
  char *sum = repeat("1 + ", 16000, "1");
  char *either = repeat("power = 9 or ", 4000, "it = it");

  strata_expr *number = parse(b, sum);
  strata_expr *predicate = parse(b, either);
  uint64_t hits = 0;
  cr_expect(eq(int, st_expr_match(predicate, &b->env, 1, b->live[1], &hits),
               STRATA_OK));

  cr_expect(eq(i64, eval(b, number), 16001));
  cr_expect(eq(str, number->text, sum));
  cr_expect(eq(i64, eval(b, predicate), 1));
  cr_expect(eq(u64, hits, b->live[1]));
  st_expr_free(number);
  st_expr_free(predicate);
  free(sum);
  free(either);
  board_free(b);
}

Test(expr, neither_text_nor_canonical_text_is_longer_than_64_kib) {
  board *b = board_new();
  cr_expect(eq(int, try_parse(b, repeat(" ", ST_EXPR_TEXT - 1, "1")), 0));
  cr_expect(
      eq(int, try_parse(b, repeat(" ", ST_EXPR_TEXT, "1")), STRATA_ERANGE));
  cr_expect(eq(int, try_parse(b, repeat("1+", 20000, "1")), STRATA_ERANGE));
  board_free(b);
}

/* -- Read sets -- */

typedef struct reads_case {
  const char *text;
  strata_attr attr; /* the one read, 0 for none */
  bool near, far, uses_it, population;
} reads_case;

static const reads_case reads_cases[] = {
    {"1", 0, false, false, false, false},
    {"it", 0, false, false, true, false},
    {"this = none", 0, false, false, false, false},
    {"power", POWER, true, false, true, false},
    {"this.power", POWER, false, true, false, false},
    {"#1:1.power", POWER, false, true, false, false},
    {"power + this.power", POWER, true, true, true, false},
    {"types has 'elf'", TYPES, true, false, true, false},
    {"abilities has 'haste'", ABILITIES, true, false, true, false},
    {"types = none", TYPES, true, false, true, false},
    {"this.abilities != none", ABILITIES, false, true, false, false},
    {"owner = owner.owner", OWNER, true, true, true, false},
    {"this.owner.owner = none", OWNER, false, true, false, false},
    {"count(outer.owner.owner = it)", OWNER, true, true, true, true},
    {"count(true)", 0, false, false, false, true},
    {"count(types has 'elf')", TYPES, false, true, false, true},
    {"count(outer.types has 'elf')", TYPES, true, false, true, true},
    {"count(it = outer)", 0, false, false, true, true},
    {"count(count(outer.flying) > 0)", FLYING, false, true, false, true},
    {"sum(power, true)", POWER, false, true, false, true},
    {"distinct(types, true)", TYPES, false, true, false, true},
    {"min(count(true), power)", POWER, true, false, true, true},
};

Test(expr, whether_it_speaks_of_this_is_noted) {
  board *b = board_new();
  static const struct {
    const char *text;
    bool uses_this;
  } cases[] = {{"power", false},
               {"#1:1.power", false},
               {"count(outer.owner = it)", false},
               {"it != this", true},
               {"this.power", true},
               {"this.types has 'elf'", true},
               {"owner = this.owner.owner", true},
               {"count(owner = this)", true}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    strata_expr *e = parse(b, cases[i].text);

    cr_expect(eq(int, e->uses_this, cases[i].uses_this), "%s", cases[i].text);
    st_expr_free(e);
  }
  board_free(b);
}

Test(expr, what_is_read_and_of_whom_is_noted) {
  board *b = board_new();
  for (size_t i = 0; i < ST_COUNT_OF(reads_cases); i++) {
    const reads_case *c = &reads_cases[i];

    strata_expr *e = parse(b, c->text);

    cr_expect(eq(u32, e->read_count, c->attr != 0), "%s", c->text);
    if (c->attr != 0 && e->read_count == 1) {
      cr_expect(eq(u32, e->reads[0].attr, c->attr), "%s", c->text);
      cr_expect(eq(int, e->reads[0].of_it, c->near), "%s", c->text);
      cr_expect(eq(int, e->reads[0].of_others, c->far), "%s", c->text);
    }
    cr_expect(eq(int, e->uses_it, c->uses_it), "%s", c->text);
    cr_expect(eq(int, e->counts_entities, c->population), "%s", c->text);
    st_expr_free(e);
  }
  board_free(b);
}

/* -- Failures -- */

Test(expr, every_failed_allocation_is_survived) {
  board *b = board_new();
  static const char text[] = "sum(power + toughness, flying or not tapped and "
                             "types has 'elf') + this.pack:cost";
  size_t failures = 0;
  for (int forever = 0; forever < 2; forever++) {
    strata_status status = STRATA_ENOMEM;
    for (size_t n = 1; status != STRATA_OK; n++) {
      strata_expr *expr = NULL;
      b->probe.calls = 0;
      b->probe.fail_at = n;
      b->probe.fail_forever = forever;
      status = strata_expr_parse(b->rules, text, &expr, NULL);
      if (status) {
        failures++;
        cr_expect(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
        cr_expect(zero(ptr, expr), "allocation %zu", n);
      }
      strata_expr_free(expr);
    }
  }
  cr_expect(lt(sz, 8, failures));
  b->probe.fail_at = 0;
  board_free(b);
}

Test(expr, large_sets_need_memory_and_say_so) {
  board *b = board_new();
  strata_expr *expr = parse(b, "distinct(big, true)");
  b->probe.calls = 0;
  b->probe.fail_at = 1;
  int64_t value = -1;
  cr_expect(eq(int, st_expr_eval(expr, &b->env, &value), STRATA_ENOMEM));
  cr_expect(eq(i64, value, -1));
  b->probe.fail_at = 0;
  st_expr_free(expr);
  board_free(b);
}

Test(expr, an_error_while_reading_ends_the_evaluation) {
  board *b = board_new();
  static const char *const texts[] = {
      "count(power > 1 and types has 'elf' or not owner = it)",
      "sum(power + toughness, #70:1.types has 'elf') > -power",
      "distinct(big, flying) = distinct(types, outer.power > 0)",
  };
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    strata_expr *expr = parse(b, texts[i]);
    strata_status status = STRATA_ENOMEM;
    for (b->fail_at = 1; status != STRATA_OK; b->fail_at++) {
      int64_t value = -1;
      b->calls = 0;
      status = st_expr_eval(expr, &b->env, &value);
      if (!status) continue;
      cr_expect(eq(sz, b->calls, b->fail_at), "%s", texts[i]);
      cr_expect(eq(i64, value, -1), "%s", texts[i]);
    }
    b->fail_at = 0;
    st_expr_free(expr);
  }
  board_free(b);
}

Test(expr, an_aggregate_that_is_the_same_for_all_is_evaluated_once) {
  board *b = board_new();
  strata_expr *expr = parse(b, "count(power > count(tapped))");
  uint32_t live = 0;
  for (int i = 0; i < 3; i++)
    live += st_count_bits(b->live[i]);
  b->calls = 0;
  int64_t value = eval(b, expr);
  cr_expect(eq(i64, value, 0));
  cr_expect(le(sz, b->calls, 2 * (size_t)live));
  st_expr_free(expr);
  board_free(b);
}

Test(expr, what_is_the_same_for_all_is_evaluated_once) {
  board *b = board_new();
  strata_expr *expr =
      parse(b, "power = this.power + #70:1.toughness and tapped = this.tapped");
  uint64_t hits[3];
  b->calls = 0;
  cr_expect(eq(int, st_expr_match_live(expr, &b->env, hits), STRATA_OK));
  cr_expect(le(sz, b->calls, 3 + 2 * 3)); /* and once for each word */
  st_expr_free(expr);
  board_free(b);
}

typedef struct closed_case {
  const char *text;
  size_t count;
  int64_t values[3];
} closed_case;

Test(expr, closed_parts_are_found) {
  static const int64_t this = (int64_t)1 << 32 | SOURCE;
  const closed_case cases[] = {
      {"owner = this.owner", 1, {0}},
      {"it != this", 1, {this}},
      {"this = it and power > this.power + 1", 2, {11, this}},
      {"power = 1 + 2 or tapped", 0, {0}},
      {"1 + 2 = 3", 0, {0}},
      {"this.power = 10", 1, {1}},
      {"#70:1.power + power > 1", 1, {10}},
      {"types has this.rarity", 1, {0}},
      {"this.types has rarity", 1, {SOURCE}},
      {"this.owner.types has rarity", 1, {0}},
      {"power > count(it = this)", 1, {1}},
      {"power > count(it = outer)", 0, {0}},
      {"power > count(it = outer and power != this.power)", 1, {10}},
      {"power > count(power = outer.power and it = this) + 1", 1, {this}},
      {"power > count(count(it = outer) = 1 and it = outer)", 0, {0}},
      {"owner.power > this.power and types = none and not tapped", 1, {10}},
  };
  board *b = board_new();
  b->values[SOURCE][OWNER - 1] = 0;
  b->values[SOURCE][RARITY - 1] = 0;
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    const closed_case *c = &cases[i];
    strata_expr *expr = parse(b, c->text);
    int64_t values[3] = {0};
    strata_status status = STRATA_EINVAL;
    cr_expect(eq(sz, st_expr_closed_values(expr, &b->env, values, 3, &status),
                 c->count),
              "%s", c->text);
    cr_expect(eq(int, status, STRATA_OK), "%s", c->text);
    for (size_t v = 0; v < 3; v++) {
      cr_expect(eq(i64, values[v], c->values[v]), "%s", c->text);
    }
    cr_expect(eq(sz, st_expr_closed_values(expr, &b->env, NULL, 0, &status),
                 c->count),
              "%s", c->text);
    st_expr_free(expr);
  }
  board_free(b);
}

Test(expr, closed_expressions_are_known) {
  board *b = board_new();
  static const char *const closed[] = {"this.power + 1", "count(it = this)",
                                       "sum(power, tapped) > 3"};
  static const char *const open[] = {"power", "this.power + power",
                                     "count(it = outer)"};
  for (size_t i = 0; i < ST_COUNT_OF(closed); i++) {
    strata_expr *yes = parse(b, closed[i]);
    strata_expr *no = parse(b, open[i]);
    cr_expect(st_expr_is_closed(yes), "%s", closed[i]);
    cr_expect(not(st_expr_is_closed(no)), "%s", open[i]);
    st_expr_free(yes);
    st_expr_free(no);
  }
  board_free(b);
}

Test(expr, an_error_in_a_word_is_passed_on) {
  board *b = board_new();
  static const char *const texts[] = {
      "power + owner.power > -toughness // 2 and it != this",
      "types != none and types has rarity or owner.tapped",
      "power > sum(outer.power + power, owner.flying) or it = it.owner",
      "(flying = tapped) != (types has 'elf') or abilities = none",
  };
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    strata_expr *expr = parse(b, texts[i]);
    strata_status status = STRATA_ENOMEM;
    for (b->fail_at = 1; status != STRATA_OK; b->fail_at++) {
      uint64_t hits = 42;
      b->calls = 0;
      status = st_expr_match(expr, &b->env, 0, b->live[0], &hits);
      if (!status) continue;
      cr_expect(eq(sz, b->calls, b->fail_at), "%s", texts[i]);
      cr_expect(eq(u64, hits, 42), "%s", texts[i]);
    }
    b->fail_at = 0;
    st_expr_free(expr);
  }
  board_free(b);
}

/* -- The public functions -- */

Test(expr, rules_do_not_count_what_expressions_take) {
  board *b = board_new();
  size_t before = b->rules->mem.live_bytes;
  strata_expr *expr = NULL;
  cr_assert(eq(int, strata_expr_parse(b->rules, "toughness<power", &expr, NULL),
               STRATA_OK));
  cr_expect(eq(sz, b->rules->mem.live_bytes, before));
  cr_expect(eq(str, STR(strata_expr_text(expr)), STR("toughness < power")));
  cr_expect(eq(int, (int)strata_expr_type(expr), STRATA_FLAG));
  cr_expect(eq(u32, strata_expr_reads(expr, 0), POWER));
  cr_expect(eq(u32, strata_expr_reads(expr, 1), TOUGHNESS));
  cr_expect(eq(u32, strata_expr_reads(expr, 2), 0));
  strata_expr_free(expr);
  strata_expr_free(NULL);
  board_free(b);
}

Test(expr, parse_refuses_null) {
  board *b = board_new();
  strata_expr *expr = NULL;
  strata_error error = {0};
  cr_expect(
      eq(int, strata_expr_parse(b->rules, NULL, &expr, &error), STRATA_EINVAL));
  cr_expect(
      eq(int, strata_expr_parse(b->rules, "1", NULL, &error), STRATA_EINVAL));
  cr_expect(eq(int, error.status, STRATA_EINVAL));
  board_free(b);
}
