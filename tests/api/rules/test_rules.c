/* Rules: declaring, freezing, names, and the hash. */
#include "game.h"

#include <string.h>

TestSuite(rules, .timeout = 30);

static strata_builder *builder(kit_mem *mem) {
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  return b;
}

static void expect_freed(const kit_mem *mem) {
  cr_expect(eq(sz, mem->live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, mem->wrong_size, 0), "old_size was not exact");
}

/* What was refused says so, with this word. */
static void refuses(strata_builder *b, strata_status got, strata_status want,
                    const char *word) {
  cr_expect(eq(int, got, want), "%s", strata_builder_error(b));
  cr_expect(strstr(strata_builder_error(b), word) != NULL, "no '%s' in: %s",
            word, strata_builder_error(b));
}

Test(rules, version_is_the_header_s) {
  cr_expect(eq(u32, strata_version(), STRATA_VERSION));
}

Test(rules, status_text_is_total) {
  cr_expect(
      eq(str, TEXT(strata_status_text(STRATA_ENOMEM)), TEXT("out of memory")));
  for (int s = -2; s < 40; s++) {
    cr_expect(ne(ptr, TEXT(strata_status_text((strata_status)s)), NULL));
  }
}

struct attribute_case {
  const char *name;
  strata_attribute attribute;
  strata_status want;
};

static const struct attribute_case attribute_cases[] = {
    {"plain", {.name = "power", .type = STRATA_INT}, STRATA_OK},
    {"of a pack", {.name = "classic:power", .type = STRATA_INT}, STRATA_OK},
    {"range",
     {.name = "a", .type = STRATA_INT, .min = -1, .max = 1},
     STRATA_OK},
    {"no name", {.type = STRATA_INT}, STRATA_EINVAL},
    {"empty name", {.name = "", .type = STRATA_INT}, STRATA_EINVAL},
    {"upper case", {.name = "Power", .type = STRATA_INT}, STRATA_EINVAL},
    {"a space", {.name = "my power", .type = STRATA_INT}, STRATA_EINVAL},
    {"count", {.name = "count", .type = STRATA_INT}, STRATA_EINVAL},
    {"it", {.name = "it", .type = STRATA_INT}, STRATA_EINVAL},
    {"and", {.name = "and", .type = STRATA_FLAG}, STRATA_EINVAL},
    {"no type", {.name = "a"}, STRATA_EINVAL},
    {"type 8", {.name = "a", .type = (strata_type)8}, STRATA_EINVAL},
    {"empty range",
     {.name = "a", .type = STRATA_INT, .min = 2, .max = 1},
     STRATA_EINVAL},
    {"default past the range",
     {.name = "a", .type = STRATA_INT, .min = 0, .max = 9, .default_value = 10},
     STRATA_EINVAL},
    {"flag of 2",
     {.name = "a", .type = STRATA_FLAG, .default_value = 2},
     STRATA_EINVAL},
};

Test(rules, attributes_are_checked) {
  size_t count = sizeof attribute_cases / sizeof attribute_cases[0];
  for (size_t i = 0; i < count; i++) {
    const struct attribute_case *c = &attribute_cases[i];
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    cr_expect(eq(str, TEXT(strata_builder_error(b)), TEXT("")));

    strata_status got = strata_builder_attribute(b, &c->attribute);

    cr_expect(eq(int, got, c->want), "%s: %s", c->name,
              strata_builder_error(b));
    cr_expect(eq(int, strata_builder_error(b)[0] != '\0', c->want != 0), "%s",
              c->name);
    strata_builder_free(b);
    expect_freed(&mem);
  }
}

Test(rules, names_are_unique_within_a_kind) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_attribute a = {.name = "turn", .type = STRATA_SET};
  OK(strata_builder_attribute(b, &a));
  OK(strata_builder_clock(b, "turn"));
  OK(strata_builder_stacking_group(b, "turn", STRATA_STACK_LATEST, 0));
  OK(strata_builder_layer(b, "turn", 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_symbol(b, "turn", "turn"));
  OK(strata_builder_symbol(b, "turn", "turn"));

  refuses(b, strata_builder_attribute(b, &a), STRATA_EEXIST, "turn");
  refuses(b, strata_builder_clock(b, "turn"), STRATA_EEXIST, "turn");
  refuses(b, strata_builder_stacking_group(b, "turn", STRATA_STACK_ALL, 0),
          STRATA_EEXIST, "turn");
  refuses(b, strata_builder_layer(b, "turn", 2, STRATA_BY_TIMESTAMP),
          STRATA_EEXIST, "turn");
  refuses(b, strata_builder_layer(b, "step", 1, STRATA_BY_TIMESTAMP),
          STRATA_EEXIST, "position");

  strata_builder_free(b);
  expect_freed(&mem);
}

Test(rules, symbols_clocks_groups_and_layers_are_checked) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_attribute a = {.name = "power", .type = STRATA_INT};
  OK(strata_builder_attribute(b, &a));

  refuses(b, strata_builder_symbol(b, "power", "elf"), STRATA_ETYPE, "power");
  refuses(b, strata_builder_symbol(b, "typos", "elf"), STRATA_ENOENT, "typos");
  refuses(b, strata_builder_symbol(b, NULL, ""), STRATA_EINVAL, "symbol");
  refuses(b, strata_builder_symbol(b, NULL, "a'b"), STRATA_EINVAL, "symbol");
  refuses(b, strata_builder_symbol(b, NULL, "a\nb"), STRATA_EINVAL, "symbol");
  refuses(b, strata_builder_symbol(b, NULL, "a\\b"), STRATA_EINVAL, "symbol");
  refuses(b, strata_builder_clock(b, "Turn"), STRATA_EINVAL, "Turn");
  refuses(b, strata_builder_stacking_group(b, "a b", STRATA_STACK_ALL, 0),
          STRATA_EINVAL, "a b");
  refuses(b, strata_builder_stacking_group(b, "g", STRATA_STACK_REFRESH, 0),
          STRATA_EINVAL, "g");
  refuses(b, strata_builder_stacking_group(b, "g", STRATA_STACK_HIGHEST, 3),
          STRATA_EINVAL, "g");
  refuses(b, strata_builder_layer(b, "A", 1, STRATA_BY_TIMESTAMP),
          STRATA_EINVAL, "A");

  strata_builder_free(b);
  expect_freed(&mem);
}

Test(rules, symbols_have_up_to_200_bytes) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  char name[202];
  memset(name, 'x', 201);
  name[201] = '\0';

  cr_expect(eq(int, strata_builder_symbol(b, NULL, name), STRATA_EINVAL));
  name[200] = '\0';
  cr_expect(eq(int, strata_builder_symbol(b, NULL, name), STRATA_OK));

  strata_builder_free(b);
  expect_freed(&mem);
}

Test(rules, layers_are_named_or_numbered) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_rules *rules = NULL;
  refuses(b, strata_builder_freeze(b, &rules), STRATA_EINVAL, "layer");
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  refuses(b, strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP),
          STRATA_EINVAL, "layer");
  strata_builder_free(b);

  b = builder(&mem);
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  refuses(b, strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP),
          STRATA_EINVAL, "layer");
  OK(strata_builder_freeze(b, &rules));
  cr_expect(strata_rules_is_numbered(rules));
  strata_rules_free(rules);
  strata_builder_free(b);
  expect_freed(&mem);
}

/* Three attributes, two layers, two symbols, in an order that `turn` gives. */
static strata_rules *shuffled(kit_mem *mem, int turn, int64_t max) {
  strata_builder *b = builder(mem);
  static const char *const names[] = {"power", "armor", "level"};
  strata_rules *rules = NULL;
  for (int i = 0; i < 3; i++) {
    strata_attribute a = {
        .name = names[(i + turn) % 3], .type = STRATA_INT, .max = max};
    OK(strata_builder_attribute(b, &a));
    OK(strata_builder_layer(b,
                            (i + turn) % 2 ? (i < 2 ? "odd" : "third")
                                           : (i < 2 ? "even" : "third"),
                            i < 2 ? (i + turn) % 2 : 7, STRATA_BY_TIMESTAMP));
  }
  OK(strata_builder_symbol(b, NULL, turn % 2 ? "elf" : "orc"));
  OK(strata_builder_symbol(b, NULL, turn % 2 ? "orc" : "elf"));
  OK(strata_builder_clock(b, turn % 2 ? "turn" : "step"));
  OK(strata_builder_clock(b, turn % 2 ? "step" : "turn"));
  OK(strata_builder_freeze(b, &rules));
  strata_builder_free(b);
  return rules;
}

Test(rules, hash_is_of_what_not_of_the_order) {
  kit_mem mem = {0};
  strata_rules *first = shuffled(&mem, 0, 9);
  for (int turn = 1; turn < 6; turn++) {
    strata_rules *other = shuffled(&mem, turn, 9);

    cr_expect(eq(u64, strata_rules_hash(other), strata_rules_hash(first)));
    for (uint32_t id = 1; id <= 3; id++) {
      cr_expect(eq(str,
                   TEXT(strata_rules_name(other, STRATA_NAME_ATTRIBUTE, id)),
                   TEXT(strata_rules_name(first, STRATA_NAME_ATTRIBUTE, id))));
    }
    strata_rules_free(other);
  }
  strata_rules *wider = shuffled(&mem, 0, 10);
  cr_expect(ne(u64, strata_rules_hash(wider), strata_rules_hash(first)));
  strata_rules_free(wider);
  strata_rules_free(first);
  expect_freed(&mem);
}

Test(rules, a_builder_goes_on_after_freezing) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_rules *first = NULL;
  strata_rules *second = NULL;
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_freeze(b, &first));
  OK(strata_builder_clock(b, "turn"));
  OK(strata_builder_freeze(b, &second));
  strata_builder_free(b);

  cr_expect(eq(u32, strata_rules_count(first, STRATA_NAME_CLOCK), 0));
  cr_expect(eq(u32, strata_rules_count(second, STRATA_NAME_CLOCK), 1));
  cr_expect(ne(u64, strata_rules_hash(first), strata_rules_hash(second)));

  strata_rules_free(first);
  strata_rules_free(second);
  expect_freed(&mem);
}

Test(rules, names_are_found_and_suggested) {
  game g = {0};
  game_open(&g, true);

  cr_expect(
      eq(u32, strata_rules_find(g.rules, STRATA_NAME_ATTRIBUTE, "powr"), 0));
  cr_expect(eq(
      str, TEXT(strata_rules_nearest(g.rules, STRATA_NAME_ATTRIBUTE, "powr")),
      TEXT("power")));
  cr_expect(eq(ptr,
               TEXT(strata_rules_nearest(g.rules, STRATA_NAME_ATTRIBUTE,
                                         "qqqqqqqqqqqq")),
               NULL));
  cr_expect(
      eq(ptr, TEXT(strata_rules_name(g.rules, STRATA_NAME_CLOCK, 0)), NULL));
  cr_expect(
      eq(ptr, TEXT(strata_rules_name(g.rules, STRATA_NAME_CLOCK, 3)), NULL));
  cr_expect(eq(u32, strata_rules_count(g.rules, STRATA_NAME_LAYER), 6));
  cr_expect(eq(str, TEXT(strata_rules_name(g.rules, STRATA_NAME_LAYER, 4)),
               TEXT("pt.set")));
  cr_expect(not(strata_rules_is_numbered(g.rules)));
  game_close(&g);
}

Test(rules, attributes_tell_what_was_declared) {
  game g = {0};
  game_open(&g, false);
  strata_attribute a = {.type = STRATA_INT};

  OK(strata_rules_attribute(g.rules, game_attr(&g, "small"), &a));
  cr_expect(eq(str, TEXT(a.name), TEXT("small")));
  cr_expect(eq(i64, a.min, -8));
  cr_expect(eq(i64, a.max, 7));
  OK(strata_rules_attribute(g.rules, game_attr(&g, "types"), &a));
  cr_expect(eq(int, a.type, STRATA_SET));
  cr_expect(eq(sz, a.symbol_count, 3));
  cr_expect(eq(u32, strata_rules_domain(g.rules, game_attr(&g, "types"), 0),
               game_symbol(&g, "elf")));
  cr_expect(
      eq(u32, strata_rules_domain(g.rules, game_attr(&g, "types"), 3), 0));
  OK(strata_rules_attribute(g.rules, game_attr(&g, "seat"), &a));
  cr_expect(a.unlayered);
  cr_expect(eq(int, strata_rules_attribute(g.rules, 0, &a), STRATA_ENOENT));
  cr_expect(eq(int, strata_rules_attribute(g.rules, 99, &a), STRATA_ENOENT));
  game_close(&g);
}

Test(rules, freeing_nothing_is_fine) {
  strata_builder_free(NULL);
  strata_rules_free(NULL);
  strata_world_free(NULL);
  strata_expr_free(NULL);
  strata_why_free(NULL);
}
