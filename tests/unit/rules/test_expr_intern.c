/* The table of expressions by text that freezing uses. */
#include "kit.h"
#include "rules/expr/expr_intern.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

TestSuite(expr_intern, .timeout = 30);

enum { MANY = 300 };

typedef struct desk {
  probe probe;
  st_mem mem;
  strata_rules *rules;
  st_expr_intern pool;
} desk;

static void desk_open(desk *d) {
  *d = (desk){0};
  st_mem_init(&d->mem, probe_alloc, &d->probe);
  d->pool.mem = &d->mem;
  strata_builder *builder = NULL;
  const strata_attribute power = {.name = "power", .type = STRATA_INT};
  cr_assert(eq(int, strata_builder_new(probe_alloc, &d->probe, &builder), 0));
  cr_assert(eq(int, strata_builder_attribute(builder, &power), 0));
  cr_assert(eq(int, strata_builder_numbered_layers(builder, 0), 0));
  cr_assert(eq(int, strata_builder_freeze(builder, &d->rules), 0));
  strata_builder_free(builder);
}

static void desk_close(desk *d) {
  strata_rules_free(d->rules);
  EXPECT_NO_LEAK(&d->probe);
}

static strata_expr *parsed(desk *d, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  cr_assert(
      eq(int,
         st_expr_parse(d->rules, &d->mem, text, strlen(text), &expr, &error),
         STRATA_OK),
      "%s", error.text);
  return expr;
}

Test(expr_intern, what_was_put_in_is_found_by_text_and_type) {
  desk d;
  desk_open(&d);
  cr_expect(st_expr_intern_find(&d.pool, "power", STRATA_INT) == NULL);
  strata_expr *power = parsed(&d, "power");
  cr_assert(st_expr_intern_add(&d.pool, "power", STRATA_INT, power));
  strata_expr *found = st_expr_intern_find(&d.pool, "power", STRATA_INT);
  cr_expect(found == power);
  cr_expect(st_expr_intern_find(&d.pool, "power", STRATA_SYM) == NULL);
  cr_expect(st_expr_intern_find(&d.pool, "powe", STRATA_INT) == NULL);
  st_expr_free(found);
  st_expr_free(power);
  st_expr_intern_fini(&d.pool);
  desk_close(&d);
}

Test(expr_intern, it_grows_and_holds_what_its_owners_let_go) {
  static char texts[MANY][16];
  desk d;
  desk_open(&d);
  for (int i = 0; i < MANY; i++) {
    (void)snprintf(texts[i], sizeof texts[i], "power + %d", i);
    strata_expr *expr = parsed(&d, texts[i]);
    cr_assert(st_expr_intern_add(&d.pool, texts[i], STRATA_INT, expr));
    st_expr_free(expr); /* the pool has it still */
  }
  for (int i = 0; i < MANY; i++) {
    strata_expr *found = st_expr_intern_find(&d.pool, texts[i], STRATA_INT);
    cr_assert(ne(ptr, found, NULL));
    cr_expect(eq(str, found->text, texts[i]));
    st_expr_free(found);
  }
  cr_expect(eq(sz, d.pool.count, MANY));
  st_expr_intern_fini(&d.pool);
  desk_close(&d);
}

Test(expr_intern, without_memory_it_is_what_it_was) {
  desk d;
  desk_open(&d);
  strata_expr *power = parsed(&d, "power");
  d.probe.fail_at = d.probe.calls + 1;
  cr_expect(st_expr_intern_add(&d.pool, "power", STRATA_INT, power) == false);
  d.probe.fail_at = 0;
  cr_expect(st_expr_intern_find(&d.pool, "power", STRATA_INT) == NULL);
  st_expr_free(power);
  st_expr_intern_fini(&d.pool);
  desk_close(&d);
}
