/* step_operand.h - the operands of one unit's parts in one layer. */
#ifndef STRATA_LAYERS_ORDER_STEP_OPERAND_H
#define STRATA_LAYERS_ORDER_STEP_OPERAND_H

#include "layers/pass/layer_unit.h"
#include "layers/values/apply.h"

typedef enum st_unit_step_mode {
  ST_UNIT_STEP_PROBE, /* compute the operands and change nothing */
  ST_UNIT_STEP_TRIAL, /* change the board inside a trial */
  ST_UNIT_STEP_APPLY, /* change the board and record each applied part */
  /* On a finished pass, for a unit that the pass has applied: */
  ST_UNIT_STEP_JOIN, /* apply the unit to one more member */
  ST_UNIT_STEP_RENEW /* compute the operands again; the board stays */
} st_unit_step_mode;

/* Why a unit is applied at its place in the order. */
typedef struct st_order_reason {
  strata_order_reason because;
  st_dependency_kind dependency;
  uint32_t waited_for; /* unit + 1; 0: none */
  uint32_t witness_class;
} st_order_reason;

/* The state of one st_unit_step_run. */
typedef struct st_step_runner {
  st_pass *pass;
  const st_members *members;
  st_u64_vec *operands;
  const st_order_reason *reason;
  bool *differs;
  uint32_t unit;
  st_unit_step_mode mode;
  strata_layer layer;
  uint32_t next_applied; /* JOIN and RENEW: index in pass->applied of the next
                            part's record */
  /* The ability list of the previous member before and after the part, so that
   * members with equal lists share one computation. list_before is UINT64_MAX,
   * which no list is, until a part has changed a list. */
  uint64_t list_before, list_after;
} st_step_runner;

/* Where a part's operand is: one word, or the words of a SET; `each`: as much
 * for each member. */
typedef struct st_step_operand {
  size_t offset; /* in the runner's `operands` */
  bool each, is_set;
  bool none; /* nothing was computed: the part's constant is the operand */
} st_step_operand;

/* Visits one member: `class` is the member, `n` its index among the members. */
typedef strata_status (*st_step_member_fn)(st_step_runner *r,
                                           const st_clause_part *part,
                                           const st_step_operand *op,
                                           uint32_t class, size_t n);

/* Call `visit` for each member, in ascending order of classes, until one call
 * fails. */
strata_status st_step_for_each_member(st_step_runner *r,
                                      const st_clause_part *part,
                                      const st_step_operand *op,
                                      st_step_member_fn visit);

/* Compute the part's operand for all members and append it to the runner's
 * `operands`; *op tells where it is. */
strata_status st_step_operand_evaluate(st_step_runner *r,
                                       const st_clause_part *part,
                                       st_step_operand *op);

/* The operand's word for the n-th member; not for the words of a SET. */
uint64_t st_step_operand_of_member(const st_step_runner *r,
                                   const st_clause_part *part,
                                   const st_step_operand *op, size_t n);

#endif
