/*
 * rw_mask.c - read and write masks.
 */
#include "rules/model/rw_mask.h"

void st_rw_mask_add_expr(st_rw_mask *mask, const strata_expr *expr) {
  if (!expr) return;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    mask->reads |= st_rw_mask_bit(expr->reads[i].attr);
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->op == ST_EXPR_FIELD) mask->field_reads |= st_rw_mask_bit(n->index);
  }
}

void st_rw_mask_add_mask(st_rw_mask *mask, const st_rw_mask *more) {
  mask->reads |= more->reads;
  mask->writes |= more->writes;
  mask->field_reads |= more->field_reads;
  mask->field_writes |= more->field_writes;
}

void st_rw_mask_add_all(st_rw_mask *mask) {
  *mask = (st_rw_mask){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
}

bool st_rw_mask_is_equal(const st_rw_mask *a, const st_rw_mask *b) {
  return a->reads == b->reads && a->writes == b->writes &&
         a->field_reads == b->field_reads && a->field_writes == b->field_writes;
}
