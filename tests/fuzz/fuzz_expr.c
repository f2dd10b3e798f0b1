/* Texts of expressions: what parses prints as something that parses to the
 * same, and evaluates without writing. */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

static strata_world *fuzz_world(strata_rules *rules) {
  strata_world *world = NULL;
  if (strata_world_new(rules, NULL, &world)) return NULL;
  for (int64_t i = 0; i < 3; i++) {
    strata_entity entity = 0;
    if (strata_spawn(world, &entity)) fuzz_found("spawn");
    if (strata_set_base_int(world, entity, kit_attr(rules, "power"), i)) {
      fuzz_found("base");
    }
  }
  return world;
}

/* Refused: the message says where, inside of the text. */
static void fuzz_refused(strata_status status, const strata_error *error,
                         size_t size) {
  if (status != error->status) fuzz_found("status of an error");
  if (error->text[0] == '\0') fuzz_found("an error that says nothing");
  if (!memchr(error->text, 0, sizeof error->text)) fuzz_found("no NUL");
  if (error->offset > size) fuzz_found("an error past the end");
}

static void fuzz_again(const strata_rules *rules, const strata_expr *expr) {
  strata_expr *again = NULL;
  strata_error error;
  const char *text = strata_expr_text(expr);
  if (strata_expr_parse(rules, text, &again, &error)) {
    fuzz_found("a canonical text does not parse");
  }
  if (strcmp(strata_expr_text(again), text) != 0) {
    fuzz_found("a canonical text is not canonical");
  }
  if (strata_expr_type(again) != strata_expr_type(expr)) {
    fuzz_found("another type");
  }
  for (uint32_t n = 0; strata_expr_reads(expr, n); n++) {
    if (strata_expr_reads(again, n) != strata_expr_reads(expr, n)) {
      fuzz_found("other reads");
    }
  }
  strata_expr_free(again);
}

static void fuzz_eval(strata_world *world, const strata_expr *expr) {
  uint64_t hash = strata_hash(world);
  strata_entity it = strata_entity_next(world, 0);
  strata_value value = {.type = STRATA_INT};
  strata_value second = {.type = STRATA_INT};
  if (strata_expr_eval(world, expr, it, 0, &value)) fuzz_found("eval");
  if (strata_expr_eval(world, expr, it, 0, &second)) fuzz_found("eval again");
  if (!kit_same_value(&value, &second)) fuzz_found("two values");
  size_t count = 0;
  strata_status s = strata_select(world, expr, it, NULL, 0, &count);
  bool predicate = strata_expr_type(expr) == STRATA_FLAG;
  if (s != (predicate ? STRATA_OK : STRATA_ETYPE)) fuzz_found("select");
  if (strata_hash(world) != hash) fuzz_found("evaluating wrote");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  strata_rules *rules = NULL;
  if (!text || kit_rules(NULL, false, &rules)) fuzz_found("rules");
  memcpy(text, data, size);
  text[size] = '\0';
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status status = strata_expr_parse(rules, text, &expr, &error);
  if (status) {
    fuzz_refused(status, &error, size);
  } else {
    strata_world *world = fuzz_world(rules);
    fuzz_again(rules, expr);
    fuzz_eval(world, expr);
    strata_expr_free(expr);
    strata_world_free(world);
  }
  strata_rules_free(rules);
  free(text);
  return 0;
}
