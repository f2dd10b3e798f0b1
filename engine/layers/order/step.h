/* step.h - one unit in one layer: what its parts would do, and doing it. */
#ifndef STRATA_STEP_H
#define STRATA_STEP_H

#include "layers/pass/unit.h"
#include "layers/values/apply.h"

typedef enum st_running_how {
  ST_RUN_PROBE, /* only work out the operands */
  ST_RUN_TRY,   /* change the board, in a trial */
  ST_RUN_APPLY, /* change it for good and write down what was applied */
  /* Under a finished pass, of a unit that was applied: */
  ST_RUN_JOIN, /* apply it to one member more, too */
  ST_RUN_RENEW /* work the operands out anew; the board stays */
} st_running_how;

/* Why a unit is applied where it is. */
typedef struct st_reason {
  strata_because because;
  st_difference difference;
  uint32_t waited_for; /* unit + 1 */
  uint32_t slot;
} st_reason;

/* A unit's clause in one layer, on its members. */
typedef struct st_running {
  uint32_t unit;
  strata_layer layer;
  const st_clause_code *code;
  const st_members *members;
  st_running_how run;
  const st_reason *reason; /* for ST_RUN_APPLY, else NULL */
  uint32_t first;          /* for JOIN and RENEW: of the step */
  /* For JOIN: set if the abilities that act are others for it. For RENEW: if an
   * operand is. */
  bool *differs;
} st_running;

/*
 * Run the parts. Operands are put behind what `out` holds, so two probes can be
 * compared. A probe writes where a later part reads what an earlier one does,
 * so it must be in a trial.
 */
strata_status st_unit_run(st_pass *pass, const st_running *running,
                          st_vector *out);

/* Take back what a trial wrote down beside the board. */
void st_unit_forget(st_pass *pass, size_t applied_count);

#endif
