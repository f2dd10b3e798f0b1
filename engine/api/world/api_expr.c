/*
 * api_expr.c - compiled expressions.
 *
 * Threads share rules, so the memory of an expression is counted in the
 * expression itself and not in the rules.
 */
#include "base/text.h"
#include "rules/expr/expr.h"

#include <string.h>

/* Compile with one of the two parsers; `call` is the public one's name. */
static strata_status parse_expr_by(
    strata_status (*parse)(const strata_rules *, st_mem *, const char *, size_t,
                           strata_expr **, strata_error *),
    const char *call, const strata_rules *rules, const char *text,
    strata_expr **out, strata_error *error) {
  if (!text || !out) {
    return ST_ERROR(error, STRATA_EINVAL, 0, call, text ? ": out" : ": text",
                    " is NULL");
  }
  st_mem mem;
  st_mem_init(&mem, rules->region->host_mem.alloc,
              rules->region->host_mem.user);
  strata_expr *expr = NULL;
  strata_status status = parse(rules, &mem, text, strlen(text), &expr, error);
  if (status) {
    assert(mem.live_bytes == 0);
    return status;
  }
  expr->own_mem = mem; /* the expression itself is in it */
  expr->mem = &expr->own_mem;
  *out = expr;
  return STRATA_OK;
}

strata_status strata_expr_parse(const strata_rules *rules, const char *text,
                                strata_expr **out, strata_error *error) {
  return parse_expr_by(st_expr_parse, "strata_expr_parse", rules, text, out,
                       error);
}

strata_status strata_expr_parse_inner(const strata_rules *rules,
                                      const char *text, strata_expr **out,
                                      strata_error *error) {
  return parse_expr_by(st_expr_parse_inner, "strata_expr_parse_inner", rules,
                       text, out, error);
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
