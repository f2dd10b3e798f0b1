/* step.h - one unit in one layer: what its parts would do, and doing it. */
#ifndef STRATA_LAYERS_ORDER_UNIT_STEP_H
#define STRATA_LAYERS_ORDER_UNIT_STEP_H

#include "layers/order/step_operand.h"

/* A unit's clause in one layer, on its members. */
typedef struct st_unit_step {
  uint32_t unit;
  strata_layer layer;
  const st_clause *clause;
  const st_members *members;
  st_unit_step_mode mode;
  const st_order_reason *reason; /* for ST_UNIT_STEP_APPLY, else NULL */
  uint32_t first_applied;        /* for JOIN and RENEW: of the step */
  /* For JOIN: set if the abilities that act are others for it. For RENEW: if an
   * operand is. */
  bool *differs;
} st_unit_step;

/*
 * Run the parts. Operands are put behind what `out` holds, so two probes can be
 * compared. A probe writes where a later part reads what an earlier one does,
 * so it must be in a trial.
 */
strata_status st_unit_step_run(st_pass *pass, const st_unit_step *running,
                               st_u64_vec *out);

/* Take back what a trial wrote down beside the board. */
void st_unit_step_undo(st_pass *pass, size_t applied_count);

#endif
