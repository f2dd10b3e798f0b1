/* Predicates that are made of expressions in which words mean other things. */
#include "rules/expr/expr_join.h"
#include "rules_stage.h"

TestSuite(expr_join, .timeout = 60);

typedef struct joining {
  probe probe;
  strata_builder *b;
  strata_rules *rules;
  st_mem mem;
} joining;

static void open_rules(joining *j) {
  *j = (joining){0};
  strata_builder *b = stage_builder(&j->probe);
  j->b = b;
  BUILDER_OK(strata_builder_freeze(b, &j->rules));
  st_mem_init(&j->mem, probe_alloc, &j->probe);
}

static void close_rules(joining *j) {
  cr_expect(eq(sz, j->mem.live_bytes, 0));
  strata_rules_free(j->rules);
  strata_builder_free(j->b);
  EXPECT_NO_LEAK(&j->probe);
}

static const st_expr_meaning of_object = {
    .it = ST_WHO_OUTER, .self = ST_WHO_IT, .you = ST_WHO_OUTER};

/* Join two conditions by "and"; the text of the predicate is `want`, NULL if
 * there is none. */
static void expect_joined(joining *j, const char *a, const char *b,
                          const char *want) {
  const char *texts[] = {a, b};
  uint32_t roots[2] = {0};
  st_expr_join join;
  strata_expr *out = NULL;
  st_expr_join_begin(&join, j->rules, &j->mem);
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    strata_expr *part = NULL;
    strata_error error = {0};
    cr_assert(eq(int,
                 st_expr_parse(j->rules, &j->mem, texts[i], strlen(texts[i]),
                               &part, &error),
                 STRATA_OK),
              "%s: %s", texts[i], error.text);
    cr_assert(eq(int, st_expr_join_add(&join, part, &of_object, &roots[i]),
                 STRATA_OK));
    st_expr_free(part);
  }
  uint32_t root;
  const st_expr_node both = {
      .op = ST_EXPR_AND, .type = STRATA_FLAG, .a = roots[0], .b = roots[1]};
  cr_assert(eq(int, st_expr_join_node(&join, both, &root), STRATA_OK));
  cr_assert(eq(int, st_expr_join_end(&join, &out), STRATA_OK));
  if (want) {
    cr_assert(out != NULL, "%s and %s", a, b);
    cr_expect(eq(str, out->text, (char *)want));
  } else {
    cr_expect(out == NULL, "%s and %s", a, b);
  }
  st_expr_free(out);
}

Test(expr_join, words_mean_the_object_and_the_player) {
  joining j;
  open_rules(&j);
  expect_joined(&j, "this.power > cost", "this.controller = it",
                "power > outer.cost and controller = outer");
  expect_joined(&j, "this.types has 'elf'", "not tapped and this.power + 1 < 4",
                "types has 'elf' and (not outer.tapped and power + 1 < 4)");
  close_rules(&j);
}

Test(expr_join, what_is_not_understood_makes_no_predicate) {
  joining j;
  open_rules(&j);
  expect_joined(&j, "this.power > 0", "count(tapped) > 1", NULL);
  expect_joined(&j, "count(tapped) > 1", "this.power > 0", NULL);
  close_rules(&j);
}
