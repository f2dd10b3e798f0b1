/* step_write.h - what one part of a unit does to the values on the board. */
#ifndef STRATA_LAYERS_ORDER_STEP_WRITE_H
#define STRATA_LAYERS_ORDER_STEP_WRITE_H

#include "layers/order/step_operand.h"

bool st_step_is_second_switch_half(const st_clause *clause, uint32_t i);

strata_status st_step_write_part(st_step_runner *r, const st_clause *clause,
                                 uint32_t i, const st_step_operand *op);

#endif
