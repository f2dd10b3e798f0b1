/* rw_mask.h - which attributes and fields a program reads and writes, to
 * decide if two programs commute. */
#ifndef STRATA_RULES_MODEL_RW_MASK_H
#define STRATA_RULES_MODEL_RW_MASK_H

#include "rules/expr/expr.h"

/* Attributes and fields as bits, by (id - 1) modulo 64. Ids that share a bit
 * are taken for one, so an answer "they commute" is always right. */
typedef struct st_rw_mask {
  uint64_t reads, writes;
  uint64_t field_reads, field_writes;
} st_rw_mask;

/* Add what an expression reads; NULL reads nothing. */
void st_rw_mask_add_expr(st_rw_mask *mask, const strata_expr *expr);
/* Add what another mask reads and writes. */
void st_rw_mask_add_mask(st_rw_mask *mask, const st_rw_mask *more);
/* Add everything: the program may read and write anything. */
void st_rw_mask_add_all(st_rw_mask *mask);

bool st_rw_mask_is_equal(const st_rw_mask *a, const st_rw_mask *b);

/* The bit of an attribute or field. */
static inline uint64_t st_rw_mask_bit(uint32_t id) {
  return UINT64_C(1) << (id - 1) % 64;
}

#endif
