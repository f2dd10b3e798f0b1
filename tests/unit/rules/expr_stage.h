/* expr_stage.h - fixture: random values of entities behind an st_expr_env,
 * without an engine, for the tests of rules/expr. */
#ifndef STRATA_TESTS_UNIT_RULES_EXPR_STAGE_H
#define STRATA_TESTS_UNIT_RULES_EXPR_STAGE_H

#include "base/base.h"
#include "base/bits.h"
#include "kit.h"
#include "rules/expr/expr.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS       130
#define BIG_DOMAIN  600 /* more than fit into the evaluator's own words */
#define BOARD_ATTRS 12

enum { IT = 5, SOURCE = 70 };

typedef struct board {
  probe probe;
  strata_rules *rules;
  st_mem mem;
  int64_t values[SLOTS][BOARD_ATTRS];
  uint64_t sets[SLOTS][BOARD_ATTRS];
  uint64_t live[3];
  size_t calls;   /* calls of the functions that read */
  size_t fail_at; /* the number of the call that fails; 0: none */
  st_expr_env env;
} board;

static inline board *board_of(const st_expr_env *env) {
  return env->context;
}

/* Count a call, and fail if it is the one of fail_at. */
static inline strata_status called(board *b) {
  b->calls++;
  return b->calls == b->fail_at ? STRATA_ENOMEM : STRATA_OK;
}

static inline strata_status board_read(const st_expr_env *env, uint32_t slot,
                                       strata_attr attr, int64_t *out) {
  cr_assert(slot != 0);
  *out = board_of(env)->values[slot][attr - 1];
  return called(board_of(env));
}

static inline bool in_set(const board *b, uint32_t slot, strata_attr attr,
                          uint32_t index) {
  return b->sets[slot][attr - 1] >> (index % 64) & 1;
}

static inline strata_status board_has(const st_expr_env *env, uint32_t slot,
                                      strata_attr attr, uint32_t index,
                                      bool *out) {
  cr_assert(slot != 0);
  *out = in_set(board_of(env), slot, attr, index);
  return called(board_of(env));
}

static inline strata_status board_has_word(const st_expr_env *env,
                                           uint32_t word, strata_attr attr,
                                           uint32_t index, uint64_t candidates,
                                           uint64_t *out) {
  *out = 0;
  for (uint32_t bit = 0; bit < 64 && 64 * word + bit < SLOTS; bit++) {
    if (!(candidates >> bit & 1)) continue;
    bool has = in_set(board_of(env), 64 * word + bit, attr, index);
    *out |= (uint64_t)has << bit;
  }
  return called(board_of(env));
}

/* Values of slots that are not candidates are arbitrary: the evaluator must not
 * use them. */
static inline strata_status board_read_word(const st_expr_env *env,
                                            uint32_t word, strata_attr attr,
                                            uint64_t candidates, int64_t *room,
                                            const int64_t **out) {
  static const int64_t nonsense[] = {INT64_MIN, -1, 0, INT64_MAX, 3};
  cr_assert(ne(u64, candidates, 0));
  for (uint32_t bit = 0; bit < 64; bit++) {
    room[bit] = candidates >> bit & 1
                    ? board_of(env)->values[64 * word + bit][attr - 1]
                    : nonsense[bit % ST_COUNT_OF(nonsense)];
  }
  *out = room;
  return called(board_of(env));
}

static inline strata_status board_flag_word(const st_expr_env *env,
                                            uint32_t word, strata_attr attr,
                                            uint64_t candidates,
                                            uint64_t *out) {
  *out = 0;
  for (uint32_t bit = 0; bit < 64 && 64 * word + bit < SLOTS; bit++) {
    if (!(candidates >> bit & 1)) continue;
    bool flag = board_of(env)->values[64 * word + bit][attr - 1] != 0;
    *out |= (uint64_t)flag << bit;
  }
  return called(board_of(env));
}

static inline strata_status board_any_word(const st_expr_env *env,
                                           uint32_t word, strata_attr attr,
                                           uint64_t candidates, uint64_t *out) {
  *out = 0;
  for (uint32_t bit = 0; bit < 64 && 64 * word + bit < SLOTS; bit++) {
    if (!(candidates >> bit & 1)) continue;
    bool any = board_of(env)->sets[64 * word + bit][attr - 1] != 0;
    *out |= (uint64_t)any << bit;
  }
  return called(board_of(env));
}

static inline strata_status board_join_word(const st_expr_env *env,
                                            uint32_t word, strata_attr attr,
                                            uint64_t candidates,
                                            uint64_t *set) {
  for (uint32_t bit = 0; bit < 64 && 64 * word + bit < SLOTS; bit++) {
    if (!(candidates >> bit & 1)) continue;
    set[0] |= board_of(env)->sets[64 * word + bit][attr - 1];
  }
  return called(board_of(env));
}

static inline uint64_t board_live_word(const st_expr_env *env, uint32_t word) {
  return board_of(env)->live[word];
}

/* Each entity has generation 1. */
static inline strata_entity board_handle(const st_expr_env *env,
                                         uint32_t slot) {
  (void)env;
  cr_assert(slot != 0);
  return st_handle(slot, 1);
}

static inline uint32_t resolve(const board *b, strata_entity handle) {
  uint32_t slot = st_slot_of(handle);
  bool is = slot < SLOTS && st_generation_of(handle) == 1 &&
            st_bit_test(b->live, slot);
  return is ? slot : 0;
}

static inline uint32_t board_resolve(const st_expr_env *env,
                                     strata_entity handle) {
  return resolve(board_of(env), handle);
}

/* Sorted by name, so that the ids below are those of the rules. */
static const strata_attribute attributes[BOARD_ATTRS] = {
    {.name = "abilities", .type = STRATA_ABILITIES},
    {.name = "big", .type = STRATA_SET},
    {.name = "colors", .type = STRATA_SET},
    {.name = "flying", .type = STRATA_FLAG},
    {.name = "note", .type = STRATA_TEXT},
    {.name = "owner", .type = STRATA_REF},
    {.name = "pack:cost", .type = STRATA_INT},
    {.name = "power", .type = STRATA_INT, .default_value = 2},
    {.name = "rarity", .type = STRATA_SYM},
    {.name = "tapped", .type = STRATA_FLAG, .default_value = 1},
    {.name = "toughness", .type = STRATA_INT},
    {.name = "types", .type = STRATA_SET},
};
enum {
  ABILITIES = 1,
  BIG,
  COLORS,
  FLYING,
  NOTE,
  OWNER,
  COST,
  POWER,
  RARITY,
  TAPPED,
  TOUGHNESS,
  TYPES
};

static inline void make_rules(board *b) {
  static const char *const symbols[][2] = {
      {"types", "elf"},  {"types", "goblin"}, {"types", "wall"},
      {"colors", "red"}, {"colors", "green"}, {NULL, "common"},
      {NULL, "rare"}};
  strata_builder *builder = NULL;
  cr_assert(eq(int, strata_builder_new(probe_alloc, &b->probe, &builder), 0));
  for (size_t i = 0; i < BOARD_ATTRS; i++) {
    cr_assert(eq(int, strata_builder_attribute(builder, &attributes[i]), 0));
  }
  for (size_t i = 0; i < ST_COUNT_OF(symbols); i++) {
    cr_assert(eq(
        int, strata_builder_symbol(builder, symbols[i][0], symbols[i][1]), 0));
  }
  static const char *const keywords[] = {"flying", "haste", "reach"};
  for (size_t i = 0; i < ST_COUNT_OF(keywords); i++) {
    strata_ability_desc keyword = {.name = keywords[i]};
    cr_assert(eq(int, strata_builder_ability(builder, &keyword), 0));
  }
  for (int i = 0; i < BIG_DOMAIN; i++) {
    char name[] = "big000";
    name[3] = (char)('0' + i / 100);
    name[4] = (char)('0' + i / 10 % 10);
    name[5] = (char)('0' + i % 10);
    cr_assert(eq(int, strata_builder_symbol(builder, "big", name), 0));
  }
  cr_assert(
      eq(int, strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP), 0));
  cr_assert(eq(int, strata_builder_freeze(builder, &b->rules), 0));
  strata_builder_free(builder);
}

static inline void make_entities(board *b) {
  kit_dice dice = {.state = 1};
  for (uint32_t slot = 1; slot < SLOTS; slot++) {
    if (slot != IT && slot != SOURCE && kit_below(&dice, 3) != 0) continue;
    st_bit_set(b->live, slot, true);
    int64_t *values = b->values[slot];
    values[FLYING - 1] = kit_below(&dice, 2);
    values[OWNER - 1] =
        (int64_t)st_handle(kit_below(&dice, 4), kit_below(&dice, 2));
    values[COST - 1] = kit_below(&dice, 3) ? 4 : INT64_MAX;
    values[POWER - 1] = (int64_t)kit_below(&dice, 5) - 1;
    values[RARITY - 1] =
        kit_below(&dice, 3) ? (int64_t)kit_symbol(b->rules, "rare") : 0;
    if (slot % 5 == 0) values[RARITY - 1] = kit_symbol(b->rules, "goblin");
    if (slot % 5 == 1) values[RARITY - 1] = kit_symbol(b->rules, "haste");
    values[TAPPED - 1] = kit_below(&dice, 2);
    values[TOUGHNESS - 1] = (int64_t)kit_below(&dice, 7) - 3;
    b->sets[slot][BIG - 1] = kit_roll(&dice);
    b->sets[slot][COLORS - 1] = kit_below(&dice, 4);
    b->sets[slot][TYPES - 1] = kit_below(&dice, 8);
    b->sets[slot][ABILITIES - 1] = kit_below(&dice, 8);
  }
  b->values[IT][POWER - 1] = 3;
  b->values[IT][TOUGHNESS - 1] = -7;
  b->values[IT][OWNER - 1] = (int64_t)st_handle(SOURCE, 1);
  b->sets[IT][TYPES - 1] = 1;     /* elf */
  b->sets[IT][ABILITIES - 1] = 2; /* haste */
  b->values[SOURCE][POWER - 1] = 10;
  b->values[SOURCE][RARITY - 1] = kit_symbol(b->rules, "elf");
  b->sets[SOURCE][ABILITIES - 1] = 0;
}

static inline board *board_new(void) {
  board *b = calloc(1, sizeof *b);
  cr_assert(ne(ptr, b, NULL));
  make_rules(b);
  make_entities(b);
  st_mem_init(&b->mem, probe_alloc, &b->probe);
  b->env = (st_expr_env){.rules = b->rules,
                         .it_slot = IT,
                         .this_slot = SOURCE,
                         .word_count = 3,
                         .read = board_read,
                         .has = board_has,
                         .read_word = board_read_word,
                         .flag_word = board_flag_word,
                         .has_word = board_has_word,
                         .any_word = board_any_word,
                         .join_word = board_join_word,
                         .live_word = board_live_word,
                         .handle_of = board_handle,
                         .resolve = board_resolve,
                         .mem = &b->mem,
                         .context = b};
  return b;
}

static inline void board_free(board *b) {
  strata_rules_free(b->rules);
  cr_expect(eq(sz, b->mem.live_bytes, 0));
  EXPECT_NO_LEAK(&b->probe);
  free(b);
}

static inline strata_expr *parse(board *b, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status =
      st_expr_parse(b->rules, &b->mem, text, strlen(text), &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", text, error.text);
  return expr;
}

static inline int64_t eval(board *b, const strata_expr *expr) {
  int64_t value = -1;
  cr_expect(eq(int, st_expr_eval(expr, &b->env, &value), STRATA_OK));
  return value;
}

#endif
