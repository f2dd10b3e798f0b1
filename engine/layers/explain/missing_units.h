/* missing_units.h - finds what a pass kept from being in force for a value. */
#ifndef STRATA_LAYERS_EXPLAIN_MISSING_UNITS_H
#define STRATA_LAYERS_EXPLAIN_MISSING_UNITS_H

#include "layers/pass/layer_unit.h"
#include "layers/update/evaluator.h"

/* What became of a unit with a part on the explained attribute. */
typedef enum st_unit_fate {
  ST_UNIT_FATE_NONE,     /* it applies, or was never about the entity */
  ST_UNIT_FATE_AWAITED,  /* its subject took the entity in as a layer began */
  ST_UNIT_FATE_LOST,     /* its ability was lost before it could start */
  ST_UNIT_FATE_SILENT,   /* its condition did not hold as it started */
  ST_UNIT_FATE_DISPLACED /* its subject came to leave the entity out */
} st_unit_fate;

typedef struct st_missing_unit {
  uint8_t fate;
  strata_layer layer;  /* DISPLACED: where its subject came to leave it out */
  uint32_t taker_unit; /* DISPLACED: the unit that did it, + 1 */
} st_missing_unit;

/* What is missing for one attribute of one entity, by unit of the pass. */
typedef struct st_missing_units {
  st_eval *eval;
  strata_attr attr;
  uint32_t class;
  strata_layer layer; /* the layer that is applied now */
  bool finds_takers;
  size_t displaced_count;
  st_missing_unit *at;
  size_t count, capacity;
} st_missing_units;

/* Whether the current pass has a unit with a part on the attribute that does
 * not affect the slot: only then can anything be missing. */
bool st_missing_units_possible(const st_eval *eval, strata_attr attr,
                               uint32_t slot);

/* Run the current pass of the evaluator anew and find what is missing. If a
 * unit was displaced, the pass is run once more, to find what displaced it. */
strata_status st_missing_units_find(st_missing_units *missing, st_eval *eval,
                                    strata_attr attr, uint32_t slot);
void st_missing_units_fini(st_missing_units *missing);

/* Whether a part is on an attribute: that of its own, or one switched by it. */
bool st_part_is_on(const st_clause_part *part, strata_attr attr);

static inline st_missing_unit
st_missing_units_get(const st_missing_units *missing, uint32_t unit) {
  return unit < missing->count ? missing->at[unit]
                               : (st_missing_unit){.fate = ST_UNIT_FATE_NONE};
}

#endif
