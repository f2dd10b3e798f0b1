/*
 * expr.c - what an expression depends on, and the end of its life.
 */
#include "rules/expr/expr.h"

bool st_expr_reads_world(const strata_expr *expr) {
  if (expr->read_count > 0 || expr->follows_refs || expr->counts_entities) {
    return true;
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    uint8_t op = expr->nodes[i].op;
    if (op == ST_EXPR_ASK || op == ST_EXPR_TOP) return true;
  }
  return false;
}

bool st_expr_depends_on_it_alone(const strata_expr *expr) {
  if (expr->uses_this || expr->follows_refs || expr->counts_entities) {
    return false;
  }
  for (uint32_t i = 0; i < expr->read_count; i++) {
    if (expr->reads[i].of_others) return false;
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    uint8_t op = expr->nodes[i].op;
    if (op == ST_EXPR_ASK || op == ST_EXPR_FIELD || op == ST_EXPR_VARIABLE ||
        op == ST_EXPR_TOP) {
      return false;
    }
  }
  return true;
}

void st_expr_free(strata_expr *expr) {
  if (!expr) return;
  if (expr->extra_refs > 0) {
    expr->extra_refs--;
    return;
  }
  bool has_own_mem = expr->mem == &expr->own_mem;
  st_mem own =
      expr->own_mem; /* a copy, because the block that holds it is freed */
  st_mem *mem = has_own_mem ? &own : expr->mem;
  st_mem_free(mem, expr->nodes, expr->node_count, sizeof expr->nodes[0]);
  st_mem_free(mem, expr->reads, expr->read_count, sizeof expr->reads[0]);
  st_mem_free(mem, expr->text, expr->text_size + 1, 1);
  st_mem_free(mem, expr, 1, sizeof *expr);
  assert(!has_own_mem || own.live_bytes == 0);
}
