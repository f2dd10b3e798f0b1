/* Masks of SETs, compared with applying the parts one after the other. */
#include "api/world/api_world.h"
#include "kit.h"
#include "layers/values/evaluate_value.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

TestSuite(set_masks, .timeout = 120);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* -- Rules with a set of a few words and one of a few symbols -- */

enum { WIDE = 130, CARDS = 40, LAYERS = 4 };

static const char *const few[] = {"red", "green", "blue"};

static strata_status declare(strata_builder *b) {
  static char names[WIDE][8];
  const char *wide[WIDE];
  for (int i = 0; i < WIDE; i++) {
    snprintf(names[i], sizeof names[i], "w%d", i);
    wide[i] = names[i];
  }
  const strata_attribute attributes[] = {
      {.name = "tag", .type = STRATA_INT},
      {.name = "which", .type = STRATA_SYM},
      {.name = "wide",
       .type = STRATA_SET,
       .symbols = wide,
       .symbol_count = WIDE,
       .copiable = true},
      {.name = "colors",
       .type = STRATA_SET,
       .symbols = few,
       .symbol_count = 3,
       .copiable = true},
  };
  strata_status s = STRATA_OK;
  for (size_t i = 0; i < ST_COUNT_OF(attributes) && !s; i++) {
    s = strata_builder_attribute(b, &attributes[i]);
  }
  return s ? s
           : strata_builder_stacking_group(b, "latest", STRATA_STACK_LATEST, 0);
}

static strata_rules *make_rules(void) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  OK(strata_builder_new(NULL, NULL, &b));
  OK(declare(b));
  OK(strata_builder_layer(b, "copy", 0, STRATA_BY_TIMESTAMP));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_layer(b, "two", 2, STRATA_BY_PRIORITY));
  OK(strata_builder_layer(b, "three", 3, STRATA_BY_TIMESTAMP));
  OK(strata_builder_copiable_after(b, "copy"));
  OK(strata_builder_freeze(b, &rules));
  strata_builder_free(b);
  return rules;
}

/* -- A random board -- */

typedef struct board {
  probe probe;
  strata_rules *rules;
  strata_world *world;
  kit_dice dice;
  strata_entity cards[CARDS];
  bool reads; /* predicates look at symbols, so that the passes keep them */
  bool odd;   /* with text changes and stacking groups */
  size_t by_mask, folded;
} board;

static uint32_t roll(board *b, uint32_t limit) {
  return kit_below(&b->dice, limit);
}

static strata_symbol any_symbol(board *b, strata_attr attr) {
  uint32_t count = b->rules->attrs[attr - 1].domain_count;
  bool near = roll(b, 2);
  return strata_rules_domain(b->rules, attr,
                             roll(b, near && count > 4 ? 4 : count));
}

static strata_attr any_set(board *b) {
  return kit_attr(b->rules, roll(b, 3) ? "wide" : "colors");
}

static void spawn(board *b, size_t i) {
  strata_entity *card = &b->cards[i];
  OK(strata_spawn(b->world, card));
  uint32_t kind = roll(b, 5); /* many entities are equal */
  OK(strata_set_base_int(b->world, *card, kit_attr(b->rules, "tag"), kind % 3));
  strata_attr wide = kit_attr(b->rules, "wide");
  for (uint32_t k = 0; k < kind; k++) {
    strata_symbol symbol = strata_rules_domain(b->rules, wide, k * 32);
    OK(strata_set_base_symbol(b->world, *card, wide, symbol, true));
  }
  /* Entities differ in values that no effect reads. */
  OK(strata_set_base_symbol(b->world, *card, wide, any_symbol(b, wide), true));
  strata_value which = {.type = STRATA_SYM,
                        .symbol = strata_rules_domain(b->rules, wide, kind)};
  OK(strata_set_base(b->world, *card, kit_attr(b->rules, "which"), &which));
}

typedef struct drawn {
  strata_part part;
  strata_effect_desc desc;
  strata_symbol symbols[3];
  strata_entity targets[2];
  strata_expr *subject, *operand;
} drawn;

static strata_expr *parse(board *b, const char *text) {
  strata_expr *expr = NULL;
  OK(strata_expr_parse(b->rules, text, &expr, NULL));
  return expr;
}

static void draw_part(board *b, drawn *d) {
  static const strata_op ops[] = {STRATA_OP_ADD,    STRATA_OP_ADD,
                                  STRATA_OP_REMOVE, STRATA_OP_SET,
                                  STRATA_OP_CLEAR,  STRATA_OP_SUBSTITUTE};
  strata_attr attr = any_set(b);
  d->part = (strata_part){
      .attr = attr,
      .layer = (strata_layer)(1 + roll(b, 3)),
      .op = ops[roll(b, b->odd ? ST_COUNT_OF(ops) : ST_COUNT_OF(ops) - 1)]};
  if (roll(b, 12) == 0) { /* a copy takes all copiable attributes */
    d->part =
        (strata_part){.op = STRATA_OP_COPY, .ref = b->cards[roll(b, CARDS)]};
    return;
  }
  if (d->part.op == STRATA_OP_CLEAR) return;
  bool computes = d->part.op != STRATA_OP_SUBSTITUTE && roll(b, 3) == 0;
  if (computes) {
    d->operand = parse(b, roll(b, 2) ? "which" : "this.which");
    d->part.expr = d->operand;
    return;
  }
  d->part.symbols = d->symbols;
  d->part.symbol_count =
      d->part.op == STRATA_OP_SUBSTITUTE ? 2 : 1 + roll(b, 3);
  for (size_t i = 0; i < 3; i++) {
    d->symbols[i] = any_symbol(b, attr);
  }
}

static void add_effect(board *b) {
  static const char *const subjects[] = {
      "true",          "tag = 1",          "tag >= 1",
      "wide has 'w0'", "colors has 'red'", "wide has 'w32' or tag = 0"};
  drawn d = {.desc = {.part_count = 1, .source = b->cards[roll(b, CARDS)]}};
  draw_part(b, &d);
  d.desc.parts = &d.part;
  d.desc.priority = (int32_t)roll(b, 3);
  if (b->odd && roll(b, 8) == 0) d.desc.group = 1;
  if (roll(b, 6) == 0) {
    d.targets[0] = b->cards[roll(b, CARDS)];
    d.targets[1] = b->cards[roll(b, CARDS)];
    d.desc.targets = d.targets;
    d.desc.target_count = d.targets[0] == d.targets[1] ? 1 : 2;
  } else {
    d.subject = parse(b, subjects[roll(b, b->reads ? 6 : 3)]);
    d.desc.subject = d.subject;
  }
  strata_effect effect = {0};
  strata_status status = strata_effect_add(b->world, &d.desc, &effect);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_world_error(b->world));
  strata_expr_free(d.subject);
  strata_expr_free(d.operand);
}

static void board_open(board *b, uint64_t seed, uint32_t effects) {
  *b = (board){.dice = {seed}, .reads = seed % 2, .odd = seed % 3 == 0};
  b->rules = make_rules();
  strata_world_config config = {.alloc = probe_alloc, .alloc_user = &b->probe};
  OK(strata_world_new(b->rules, &config, &b->world));
  for (size_t i = 0; i < CARDS; i++) {
    spawn(b, i);
  }
  for (uint32_t i = 0; i < effects; i++) {
    add_effect(b);
  }
}

static void board_close(board *b) {
  strata_world_free(b->world);
  strata_rules_free(b->rules);
  EXPECT_NO_LEAK(&b->probe);
}

/* -- Comparing -- */

static strata_status see(void *user, const st_value_part *entry,
                         const uint64_t *before, const uint64_t *after) {
  (void)entry;
  (void)before;
  (void)after;
  ++*(size_t *)user;
  return STRATA_OK;
}

/* The value by entries: with a trace nothing else is used. */
static void fold_plainly(board *b, strata_attr attr, uint32_t slot,
                         uint64_t *out) {
  size_t rows = 0;
  st_value_trace trace = {see, &rows};
  OK(st_evaluate_value(&b->world->eval, attr, slot, NULL, &trace, out));
}

static void check_mask(board *b, strata_attr attr, uint32_t slot,
                       const uint64_t *want, bool store) {
  st_eval *eval = &b->world->eval;
  const st_attr *a = &b->rules->attrs[attr - 1];
  bool locked = !eval->in_force.is_on_board[attr - 1] &&
                st_get32(eval->store, a->chain_column, slot) != 0;
  if (locked || st_evaluate_value_is_base(eval, attr, slot)) return;
  st_set_mask mask;
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  OK(st_set_masks_find(st_eval_pass(eval), attr, class, store, &mask));
  b->by_mask += mask.keep != NULL;
  b->folded += mask.keep == NULL;
  if (!mask.keep) return;
  uint64_t base[3];
  st_entity_base_symbols(eval->store, a, slot, base);
  for (uint32_t i = 0; i < a->word_count; i++) {
    cr_assert(eq(u64, (base[i] & mask.keep[i]) | mask.give[i], want[i]),
              "word %u of attribute %u of slot %u", i, attr, slot);
  }
  for (uint32_t i = 0; i < a->domain_count; i++) {
    cr_assert(st_set_mask_has(&mask, i, st_bit_test(base, i)) ==
              st_bit_test(want, i));
  }
}

static void check_has(board *b, strata_attr attr, uint32_t slot,
                      const uint64_t *want) {
  st_eval *eval = &b->world->eval;
  for (uint32_t i = 0; i < b->rules->attrs[attr - 1].domain_count; i++) {
    bool known;
    bool has = st_evaluate_value_has(eval, attr, slot, i, &known);
    if (known) cr_assert(has == st_bit_test(want, i), "symbol %u", i);
    OK(st_eval_has(eval, attr, slot, i, &has));
    cr_assert(has == st_bit_test(want, i), "symbol %u", i);
  }
}

/* In which ways, and how many values of 64 are asked for one after another. */
static void check_values(board *b, bool store) {
  st_eval *eval = &b->world->eval;
  const char *const names[] = {"wide", "colors"};
  OK(st_eval_refresh(eval));
  for (size_t n = 0; n < ST_COUNT_OF(names); n++) {
    strata_attr attr = kit_attr(b->rules, names[n]);
    const st_attr *a = &b->rules->attrs[attr - 1];
    for (size_t i = 0; i < CARDS; i++) {
      uint32_t slot = st_slot_of(b->cards[i]);
      uint64_t want[3];
      const uint64_t *got;
      fold_plainly(b, attr, slot, want);
      check_mask(b, attr, slot, want, store);
      check_has(b, attr, slot, want);
      OK(st_eval_value(eval, attr, slot, &got));
      cr_assert(eq(int, memcmp(got, want, a->word_count * sizeof *want), 0),
                "attribute %u of slot %u", attr, slot);
    }
  }
}

Test(set_masks, say_what_the_entries_say_one_after_the_other) {
  static const strata_tune tunes[] = {STRATA_TUNE_AUTO, STRATA_TUNE_NEVER,
                                      STRATA_TUNE_ALWAYS};
  size_t by_mask = 0;
  size_t folded = 0;
  uint64_t seeds = full_test() ? 3000 : 200;
  for (uint64_t seed = 0; seed < seeds; seed++) {
    board b;
    board_open(&b, seed, 1 + (uint32_t)(seed % 25));
    for (size_t i = 0; i < ST_COUNT_OF(tunes); i++) {
      OK(strata_world_tune(b.world, STRATA_TUNE_CLASSES, tunes[i]));
      OK(strata_world_tune(b.world, STRATA_TUNE_SUMS, tunes[(seed + i) % 3]));
      check_values(&b, seed % 2);
      check_values(&b, !(seed % 2));
    }
    by_mask += b.by_mask;
    folded += b.folded;
    board_close(&b);
  }
  cr_expect(lt(sz, 4 * folded, by_mask));
  cr_expect(lt(sz, 100, folded), "text changes and groups have no mask");
}

static void always(board *b) {
  OK(strata_world_tune(b->world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  OK(strata_world_tune(b->world, STRATA_TUNE_SUMS, STRATA_TUNE_ALWAYS));
}

/* How many reads are refused if the allocation number `n` fails. Those that are
 * not give what they give when nothing fails. */
static size_t read_with_failure(board *b, size_t n) {
  size_t refused = 0;
  uint64_t sums[CARDS] = {0};
  bool is_read[CARDS] = {false};
  strata_value value;
  strata_attr wide = kit_attr(b->rules, "wide");
  b->probe.fail_at = b->probe.calls + n;
  for (size_t i = 0; i < CARDS; i++) {
    strata_status status = strata_get(b->world, b->cards[i], wide, &value);
    cr_assert(status == STRATA_OK || status == STRATA_ENOMEM);
    refused += status == STRATA_ENOMEM;
    is_read[i] = status == STRATA_OK;
    if (is_read[i]) sums[i] = kit_fold_value(0, b->rules, &value);
  }
  b->probe.fail_at = 0;
  for (size_t i = 0; i < CARDS; i++) {
    OK(strata_get(b->world, b->cards[i], wide, &value));
    uint64_t sum = kit_fold_value(0, b->rules, &value);
    if (!is_read[i]) continue;
    cr_expect(eq(u64, sums[i], sum), "card %zu, allocation %zu", i, n);
  }
  return refused;
}

Test(set_masks, without_memory_values_are_refused_and_then_right) {
  size_t refused = 0;
  for (size_t n = 1; n <= 12; n++) {
    board b;
    board_open(&b, 1, 25);
    always(&b);
    OK(st_eval_refresh(&b.world->eval));
    refused += read_with_failure(&b, n);
    check_values(&b, n % 2);
    board_close(&b);
  }
  cr_expect(ge(sz, refused, 2), "rows and masks take memory");
}
