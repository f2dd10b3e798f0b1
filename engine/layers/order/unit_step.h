/* step.h - one unit in one layer: what its parts would do, and doing it. */
#ifndef STRATA_LAYERS_ORDER_UNIT_STEP_H
#define STRATA_LAYERS_ORDER_UNIT_STEP_H

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
