/* step_operand.h - the operands of one unit's parts in one layer. */
#ifndef STRATA_LAYERS_ORDER_STEP_OPERAND_H
#define STRATA_LAYERS_ORDER_STEP_OPERAND_H

#include "layers/pass/layer_unit.h"
#include "layers/values/apply.h"

typedef enum st_unit_step_mode {
  ST_UNIT_STEP_PROBE, /* only work out the operands */
  ST_UNIT_STEP_TRIAL, /* change the board, in a trial */
  ST_UNIT_STEP_APPLY, /* change it for good and write down what was applied */
  /* Under a finished pass, of a unit that was applied: */
  ST_UNIT_STEP_JOIN, /* apply it to one member more, too */
  ST_UNIT_STEP_RENEW /* work the operands out anew; the board stays */
} st_unit_step_mode;

/* Why a unit is applied where it is. */
typedef struct st_order_reason {
  strata_order_reason because;
  st_dependency_kind dependency;
  uint32_t waited_for; /* unit + 1 */
  uint32_t witness_class;
} st_order_reason;

/* A run in progress. */
typedef struct st_step_runner {
  st_pass *pass;
  const st_members *members;
  st_u64_vec *operands;
  const st_order_reason *reason;
  bool *differs;
  uint32_t unit;
  st_unit_step_mode mode;
  strata_layer layer;
  uint32_t next_applied; /* for JOIN and RENEW: what the next part was written
                            down as */
  /* The list that a member had before, and what became of it; of a part that
   * does the same to all. */
  uint64_t list_before, list_after;
} st_step_runner;

/* What a part's operand is: one word, a word for each member, or a SET's. */
typedef struct st_step_operand {
  size_t offset; /* in the vector */
  bool each, is_set;
  bool none; /* a constant of the part itself */
} st_step_operand;

/* Calls `visit` for each member, in order. */
typedef strata_status (*st_step_member_fn)(st_step_runner *r,
                                           const st_clause_part *part,
                                           const st_step_operand *op,
                                           uint32_t class, size_t n);

strata_status st_step_for_each_member(st_step_runner *r,
                                      const st_clause_part *part,
                                      const st_step_operand *op,
                                      st_step_member_fn visit);

strata_status st_step_operand_evaluate(st_step_runner *r,
                                       const st_clause_part *part,
                                       st_step_operand *op);

uint64_t st_step_operand_of_member(const st_step_runner *r,
                                   const st_clause_part *part,
                                   const st_step_operand *op, size_t n);

#endif
