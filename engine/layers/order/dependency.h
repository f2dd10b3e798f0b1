/* dependency.h - a whole pass: every layer, in the order that 613.7 and 613.8
 * give. */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_H

#include "layers/pass/layer_unit.h"

/* Work everything out anew. */
strata_status st_pass_run(st_pass *pass);

#endif
