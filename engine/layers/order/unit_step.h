/* unit_step.h - one unit in one layer: compute and apply its parts. */
#ifndef STRATA_LAYERS_ORDER_UNIT_STEP_H
#define STRATA_LAYERS_ORDER_UNIT_STEP_H

#include "layers/order/step_operand.h"

/* One step: the parts of a unit's clause in one layer, applied to its
 * members. */
typedef struct st_unit_step {
  uint32_t unit;
  strata_layer layer;
  const st_clause *clause;
  const st_members *members;
  st_unit_step_mode mode;
  const st_order_reason
      *reason;            /* APPLY: the reason to record; otherwise NULL */
  uint32_t first_applied; /* JOIN and RENEW: the step's first record in
                             pass->applied */
  /* JOIN: set if the abilities with effects that the member gets are not those
   * of its base value. RENEW: set if an operand has changed. */
  bool *differs;
} st_unit_step;

/*
 * Run the parts. Operands are appended to `out`, so that two probes can be
 * compared. A probe writes to the board where a later part reads what an
 * earlier part changes, so the caller must have opened a trial.
 */
strata_status st_unit_step_run(st_pass *pass, const st_unit_step *running,
                               st_u64_vec *out);

/* Take back the records that a trial has added to pass->applied, down to
 * `applied_count`. The board is undone by st_board_end_trial. */
void st_unit_step_undo(st_pass *pass, size_t applied_count);

#endif
