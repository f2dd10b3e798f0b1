/* step_write.h - what one part of a unit does to the values on the board. */
#ifndef STRATA_LAYERS_ORDER_STEP_WRITE_H
#define STRATA_LAYERS_ORDER_STEP_WRITE_H

#include "layers/order/step_operand.h"

/* True if part `i` is the second half of a switch. The first half exchanges
 * both values, so the second writes nothing. */
bool st_step_is_second_switch_half(const st_clause *clause, uint32_t i);

/* Apply part `i` to the values of all members, if the board has the attribute.
 * Where the attribute has stacking groups, the part must be recorded first. */
strata_status st_step_write_part(st_step_runner *r, const st_clause *clause,
                                 uint32_t i, const st_step_operand *op);

#endif
