/*
 * api_expr.c - compiled expressions.
 *
 * Threads share rules, so what an expression takes of the rules' hook is
 * counted in the expression itself.
 */
#include "base/text.h"
#include "world/expr.h"

#include <string.h>

strata_status strata_expr_parse(const strata_rules *rules, const char *text,
                                strata_expr **out, strata_error *error) {
  if (!text || !out) {
    return ST_ERROR(error, STRATA_EINVAL, 0,
                    "strata_expr_parse: ", text ? "out" : "text", " is NULL");
  }
  st_mem mem;
  st_mem_init(&mem, rules->mem.alloc, rules->mem.user);
  strata_expr *expr = NULL;
  strata_status status =
      st_expr_parse(rules, &mem, text, strlen(text), &expr, error);
  if (status) {
    assert(mem.live_bytes == 0);
    return status;
  }
  expr->own = mem; /* of which the expression itself is part */
  expr->mem = &expr->own;
  *out = expr;
  return STRATA_OK;
}

void strata_expr_free(strata_expr *expr) {
  st_expr_free(expr);
}

const char *strata_expr_text(const strata_expr *expr) {
  return expr->text;
}

strata_type strata_expr_type(const strata_expr *expr) {
  return expr->type;
}

strata_attr strata_expr_reads(const strata_expr *expr, uint32_t n) {
  return n < expr->read_count ? expr->reads[n].attr : 0;
}
