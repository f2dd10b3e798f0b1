/* dependency.h - a whole pass: every layer, in the order of 613.7 and 613.8. */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_H

#include "layers/pass/layer_unit.h"

/* Run a new pass: make all units, then apply each layer's units in order. On an
 * error the pass is not usable. */
strata_status st_pass_run(st_pass *pass);

#endif
