/* Expressions about abilities, expressions under text-changing effects, and
 * what an expression reads. */
#include "rules_stage.h"

TestSuite(expr_rewrite, .timeout = 60);

typedef struct rewriting {
  probe probe;
  strata_builder *b;
  strata_rules *rules;
  st_mem mem;
} rewriting;

static void open_rules(rewriting *r) {
  *r = (rewriting){0};
  strata_builder *b = stage_builder(&r->probe);
  r->b = b;
  BUILDER_OK(strata_builder_freeze(b, &r->rules));
  st_mem_init(&r->mem, probe_alloc, &r->probe);
}

static void close_rules(rewriting *r) {
  strata_rules_free(r->rules);
  strata_builder_free(r->b);
  cr_expect(eq(sz, r->mem.live_bytes, 0));
  EXPECT_NO_LEAK(&r->probe);
}

static strata_expr *parse_by(rewriting *r, bool within, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status =
      within
          ? st_expr_parse_inner(r->rules, &r->mem, text, strlen(text), &expr,
                                &error)
          : st_expr_parse(r->rules, &r->mem, text, strlen(text), &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", text, error.text);
  return expr;
}

static strata_expr *parse(rewriting *r, const char *text) {
  return parse_by(r, false, text);
}

static void refused(rewriting *r, const char *text, strata_status want,
                    const char *word) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status =
      st_expr_parse(r->rules, &r->mem, text, strlen(text), &expr, &error);
  cr_expect(eq(int, status, want), "%s: %s", text, error.text);
  cr_expect(strstr(error.text, word) != NULL, "%s: no '%s' in: %s", text, word,
            error.text);
}

/* -- Abilities -- */

Test(expr_rewrite, an_ability_is_asked_for_by_its_name) {
  rewriting r;
  open_rules(&r);
  strata_expr *expr = parse(&r, "this.abilities has 'haste'");
  const st_expr_node *root = &expr->nodes[expr->node_count - 1];
  cr_expect(eq(int, root->op, ST_EXPR_HAS));
  cr_expect(eq(int, expr->type, STRATA_FLAG));
  cr_expect(eq(u32, root->attr, r.rules->ability_attr));
  cr_expect(eq(u32, r.rules->abilities[root->index].symbol,
               stage_symbol(r.rules, "haste")));
  cr_assert(eq(u32, expr->read_count, 1));
  cr_expect(expr->reads[0].of_others && !expr->reads[0].of_it);
  cr_expect(eq(str, expr->text, STR("this.abilities has 'haste'")));
  st_expr_free(expr);
  close_rules(&r);
}

Test(expr_rewrite, abilities_are_no_value) {
  rewriting r;
  open_rules(&r);
  refused(&r, "abilities has 'hast'", STRATA_ENOENT, "'haste'");
  refused(&r, "abilities has 'elf'", STRATA_ENOENT, "no ability");
  refused(&r, "abilities", STRATA_ETYPE, "abilities has 'flying'");
  refused(&r, "abilities = abilities", STRATA_ETYPE, "compares no abilities");
  refused(&r, "power = abilities", STRATA_ETYPE, "compares no abilities");
  refused(&r, "abilities + 1", STRATA_ETYPE, "a list of abilities");
  refused(&r, "not abilities", STRATA_ETYPE, "abilities has 'flying'");
  refused(&r, "distinct(abilities, true)", STRATA_ETYPE, "a list of abilities");
  close_rules(&r);
}

/* -- Asking others -- */

Test(expr_rewrite, within_looks_from_outer) {
  rewriting r;
  open_rules(&r);
  strata_expr *expr = parse_by(
      &r, true, "cost > outer.cost and tapped and count(outer.small > 1) > 0");
  static const struct {
    const char *attr;
    bool near, far;
  } want[] = {
      {"cost", true, true}, {"small", false, true}, {"tapped", false, true}};
  cr_expect(expr->is_inner && expr->counts_entities && expr->uses_it);
  cr_assert(eq(u32, expr->read_count, 3));
  for (int i = 0; i < 3; i++) {
    const st_expr_read *read = &expr->reads[i];
    cr_expect(eq(u32, read->attr, stage_attr(r.rules, want[i].attr)));
    cr_expect(eq(int, read->of_it, want[i].near), "%s", want[i].attr);
    cr_expect(eq(int, read->of_others, want[i].far), "%s", want[i].attr);
  }
  st_expr_free(expr);
  expr = parse_by(&r, true, "tapped");
  cr_expect(expr->counts_entities && !expr->uses_it);
  st_expr_free(expr);
  refused(&r, "outer.cost > 1", STRATA_ESYNTAX, "outer");
  close_rules(&r);
}

/* -- Other words -- */

struct word_case {
  const char *before, *after; /* forest and island change places, elf: wall,
                                 flying: reach, haste: rare */
};

static const struct word_case words[] = {
    {"types has 'forest'", "types has 'island'"},
    {"types has 'island' or types has 'forest'",
     "types has 'forest' or types has 'island'"},
    {"rarity = 'forest'", "rarity = 'island'"},
    {"'elf' != this.rarity", "'wall' != this.rarity"},
    {"abilities has 'flying'", "abilities has 'reach'"},
    {"abilities has 'haste'", "false"},
    {"not abilities has 'haste' and tapped", "not false and tapped"},
    {"(abilities has 'haste') = tapped", "false = tapped"},
    {"count(types has 'elf' and it != outer) + 1",
     "count(types has 'wall' and it != outer) + 1"},
    {"distinct(types, types has 'forest')",
     "distinct(types, types has 'island')"},
    {"this.types has 'forest' and this.types has 'elf'",
     "this.types has 'island' and this.types has 'wall'"},
    {"controller.types has 'forest'", "controller.types has 'island'"},
    {"this.controller.abilities has 'haste' or tapped", "false or tapped"},
    {"controller.controller.rarity = 'elf'",
     "controller.controller.rarity = 'wall'"},
    {"types has rarity and types has 'elf'",
     "types has rarity and types has 'wall'"},
    {"rarity != none and none = rarity", "rarity != none and none = rarity"},
    {"abilities = none or types != none", "abilities = none or types != none"},
    {"power - (cost - 1) - 2 > 0", "power - (cost - 1) - 2 > 0"},
};

static uint32_t pairs_of(const rewriting *r, strata_symbol *pairs) {
  static const char *const names[] = {"forest", "island", "island", "forest",
                                      "elf",    "wall",   "flying", "reach",
                                      "haste",  "rare"};
  for (size_t i = 0; i < ST_COUNT_OF(names); i++) {
    pairs[i] = stage_symbol(r->rules, names[i]);
  }
  return ST_COUNT_OF(names) / 2;
}

static void expect_same(const strata_expr *a, const strata_expr *b) {
  cr_expect(eq(str, a->text, b->text));
  cr_assert(eq(u32, a->node_count, b->node_count), "%s", a->text);
  for (uint32_t i = 0; i < a->node_count; i++) {
    const st_expr_node *x = &a->nodes[i];
    const st_expr_node *y = &b->nodes[i];
    cr_expect(x->op == y->op && x->who == y->who && x->type == y->type &&
                  x->uses == y->uses && x->attr == y->attr &&
                  x->index == y->index && x->a == y->a && x->b == y->b &&
                  x->parent == y->parent && x->value == y->value,
              "%s, node %u", a->text, i);
  }
  cr_assert(eq(u32, a->read_count, b->read_count), "%s", a->text);
  for (uint32_t i = 0; i < a->read_count; i++) {
    cr_expect(eq(u32, a->reads[i].attr, b->reads[i].attr), "%s", a->text);
    cr_expect(a->reads[i].of_it == b->reads[i].of_it &&
                  a->reads[i].of_others == b->reads[i].of_others,
              "%s", a->text);
  }
  cr_expect(a->type == b->type && a->uses_it == b->uses_it &&
                a->counts_entities == b->counts_entities &&
                a->is_inner == b->is_inner,
            "%s", a->text);
}

Test(expr_rewrite, other_words_give_what_is_written_with_them) {
  rewriting r;
  open_rules(&r);
  strata_symbol pairs[10];
  uint32_t count = pairs_of(&r, pairs);
  for (size_t i = 0; i < ST_COUNT_OF(words); i++) {
    strata_expr *before = parse(&r, words[i].before);
    strata_expr *want = parse(&r, words[i].after);
    strata_expr *got = NULL;
    cr_assert(eq(int, st_expr_substitute(before, pairs, count, &r.mem, &got),
                 STRATA_OK));
    cr_expect(eq(str, got->text, STR(words[i].after)));
    expect_same(got, want);
    cr_expect(eq(str, before->text, STR(words[i].before)));
    st_expr_free(before);
    st_expr_free(want);
    st_expr_free(got);
  }
  close_rules(&r);
}

Test(expr_rewrite, other_words_of_a_predicate_on_others) {
  rewriting r;
  open_rules(&r);
  strata_symbol pairs[10];
  uint32_t count = pairs_of(&r, pairs);
  strata_expr *before =
      parse_by(&r, true, "outer.types has 'elf' and types has 'forest'");
  strata_expr *want =
      parse_by(&r, true, "outer.types has 'wall' and types has 'island'");
  strata_expr *got = NULL;
  cr_assert(eq(int, st_expr_substitute(before, pairs, count, &r.mem, &got),
               STRATA_OK));
  expect_same(got, want);
  st_expr_free(before);
  st_expr_free(want);
  st_expr_free(got);
  close_rules(&r);
}

Test(expr_rewrite, no_other_words_give_the_same) {
  rewriting r;
  open_rules(&r);
  strata_expr *before = parse(&r, "types has 'elf' and rarity = 'forest'");
  strata_expr *got = NULL;
  cr_assert(
      eq(int, st_expr_substitute(before, NULL, 0, &r.mem, &got), STRATA_OK));
  expect_same(got, before);
  st_expr_free(before);
  st_expr_free(got);
  close_rules(&r);
}

Test(expr_rewrite, no_memory_for_other_words) {
  rewriting r;
  open_rules(&r);
  strata_symbol pairs[10];
  uint32_t count = pairs_of(&r, pairs);
  strata_expr *before =
      parse(&r, "count(types has 'elf') + 1 = 2 and abilities has 'haste'");
  bool failed = true;
  for (size_t at = 1; failed; at++) {
    strata_expr *got = NULL;
    size_t blocks = r.probe.live_blocks;
    r.probe.failures = 0;
    r.probe.fail_at = r.probe.calls + at;
    strata_status status =
        st_expr_substitute(before, pairs, count, &r.mem, &got);
    failed = r.probe.failures > 0;
    cr_assert(eq(int, status, failed ? STRATA_ENOMEM : STRATA_OK));
    cr_assert(failed == (got == NULL));
    st_expr_free(got);
    cr_expect(eq(sz, r.probe.live_blocks, blocks));
  }
  r.probe.fail_at = 0;
  st_expr_free(before);
  close_rules(&r);
}

Test(expr_rewrite, refs_lead_on_64_times_at_most) {
  rewriting r;
  open_rules(&r);
  char text[64 * 11 + 20] = "";
  for (int i = 0; i < 64; i++) {
    strcat(text, "controller.");
  }
  strcat(text, "power");
  strata_expr *expr = parse(&r, text);
  cr_expect(eq(str, expr->text, text));
  st_expr_free(expr);
  memmove(text + 11, text, strlen(text) + 1);
  memcpy(text, "controller.", 11);
  refused(&r, text, STRATA_ERANGE, "64");
  close_rules(&r);
}

/* 64 KiB of a short symbol with room for none of a longer one. */
Test(expr_rewrite, other_words_may_be_too_long) {
  rewriting r;
  open_rules(&r);
  static char text[66000];
  static const char term[] = "rarity = 'elf' or ";
  size_t length = 0;
  while (length + sizeof term + 20 < 65536) {
    memcpy(text + length, term, sizeof term - 1);
    length += sizeof term - 1;
  }
  memcpy(text + length, "tapped", 7);
  strata_expr *before = parse(&r, text);
  strata_symbol pair[2] = {stage_symbol(r.rules, "elf"),
                           stage_symbol(r.rules, "battlefield")};
  strata_expr *got = NULL;
  cr_expect(eq(int, st_expr_substitute(before, pair, 1, &r.mem, &got),
               STRATA_ERANGE));
  cr_expect(got == NULL);
  st_expr_free(before);
  close_rules(&r);
}

/* -- What is read -- */

Test(expr_rewrite, tokens_are_symbols_of_lists_and_whole_attributes) {
  rewriting r;
  open_rules(&r);
  strata_expr *expr = parse(
      &r, "types has 'elf' and power > this.power and "
          "count(types has 'wall' and types has 'elf') > 1 and "
          "distinct(types, abilities has 'haste') > cost and rarity = 'elf'");
  uint32_t types = stage_attr(r.rules, "types") << 16;
  uint32_t want[] = {types | 1,
                     stage_attr(r.rules, "power") << 16,
                     types | 4,
                     stage_attr(r.rules, "abilities") << 16 | 2,
                     types,
                     stage_attr(r.rules, "cost") << 16,
                     stage_attr(r.rules, "rarity") << 16};
  uint32_t got[8] = {0};
  cr_assert(eq(u32, st_expr_read_set(expr, got, 8), ST_COUNT_OF(want)));
  for (size_t i = 0; i < ST_COUNT_OF(want); i++) {
    cr_expect(eq(u32, got[i], want[i]), "%zu", i);
  }
  uint32_t some[3] = {0, 0, 9};
  cr_expect(eq(u32, st_expr_read_set(expr, some, 2), ST_COUNT_OF(want)));
  cr_expect(eq(u32, some[1], want[1]));
  cr_expect(eq(u32, some[2], 9)); /* no more than there is room for */
  cr_expect(eq(u32, st_expr_read_set(expr, NULL, 0), ST_COUNT_OF(want)));
  st_expr_free(expr);
  expr = parse(&r, "controller.types has 'wall' and controller.cost > 1");
  cr_assert(eq(u32, st_expr_read_set(expr, got, 8), 3));
  cr_expect(eq(u32, got[0], stage_attr(r.rules, "controller") << 16));
  cr_expect(eq(u32, got[1], types | 4));
  cr_expect(eq(u32, got[2], stage_attr(r.rules, "cost") << 16));
  st_expr_free(expr);
  expr = parse(&r, "types has rarity and this.abilities = none");
  cr_assert(eq(u32, st_expr_read_set(expr, got, 8), 3));
  cr_expect(eq(u32, got[0], types));
  cr_expect(eq(u32, got[1], stage_attr(r.rules, "rarity") << 16));
  cr_expect(eq(u32, got[2], stage_attr(r.rules, "abilities") << 16));
  st_expr_free(expr);
  expr = parse(&r, "count(true) + 1");
  cr_expect(eq(u32, st_expr_read_set(expr, NULL, 0), 0));
  st_expr_free(expr);
  close_rules(&r);
}

static strata_status curious(void *user, strata_predicate_context *view,
                             strata_entity it, strata_entity source,
                             bool *out) {
  (void)user;
  (void)view;
  (void)it;
  (void)source;
  *out = false;
  return STRATA_OK;
}

/* Whole attributes, each once, of whomever. */
Test(expr_rewrite, tokens_of_a_predicate_are_what_it_may_read) {
  rewriting r;
  open_rules(&r);
  strata_builder *b = r.b;
  strata_rules_free(r.rules);
  const strata_predicate_desc desc = {
      .name = "rich",
      .fn = curious,
      .reads = (const char *const[]){"types", "cost", "types"},
      .read_count = 3};
  BUILDER_OK(strata_builder_predicate(b, &desc));
  BUILDER_OK(strata_builder_freeze(b, &r.rules));
  const char *text = "types has 'elf' and ask('rich') and not ask('rich') or "
                     "cost > count(ask('rich'))";
  strata_expr *expr = parse(&r, text);
  cr_expect(strcmp(expr->text, text) == 0);
  uint32_t types = stage_attr(r.rules, "types") << 16;
  uint32_t cost = stage_attr(r.rules, "cost") << 16;
  uint32_t got[4] = {0};
  cr_assert(eq(u32, st_expr_read_set(expr, got, 4), 3));
  cr_expect(eq(u32, got[0], types | 1));
  cr_expect(eq(u32, got[1], cost < types ? cost : types));
  cr_expect(eq(u32, got[2], cost < types ? types : cost));
  cr_expect(eq(u32, expr->read_count, 2));
  cr_expect(expr->reads[0].of_it && expr->reads[0].of_others);
  cr_expect(not(st_expr_is_constant(expr)));
  cr_expect(not(st_expr_is_closed(expr)));
  strata_symbol pair[] = {stage_symbol(r.rules, "elf"),
                          stage_symbol(r.rules, "wall")};
  strata_expr *changed = NULL;
  cr_assert(
      eq(int, st_expr_substitute(expr, pair, 1, &r.mem, &changed), STRATA_OK));
  cr_expect(strstr(changed->text, "'wall' and ask('rich')") != NULL);
  st_expr_free(changed);
  st_expr_free(expr);
  close_rules(&r);
}

Test(expr_rewrite, constants_read_nothing) {
  static const struct {
    const char *text;
    bool want;
  } cases[] = {{"1 + 2 * -3", true},
               {"'elf' = 'wall'", true},
               {"none = none", true},
               {"true", true},
               {"count(true)", false},
               {"sum(1, true)", false},
               {"this = none", false},
               {"it = none", false},
               {"#1:1 = none", false},
               {"power", false},
               {"types has 'elf'", false},
               {"types = none", false},
               {"distinct(types, true)", false}};
  rewriting r;
  open_rules(&r);
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    strata_expr *expr = parse(&r, cases[i].text);
    cr_expect(eq(int, st_expr_is_constant(expr), cases[i].want), "%s",
              cases[i].text);
    st_expr_free(expr);
  }
  close_rules(&r);
}
