/* depend.h - the units of one layer, in the order that dependency gives. */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_H

#include "layers/order/unit_step.h"

/* Apply all units of a bucket, also those that come to it on the way. */
strata_status st_dependency_apply_layer(st_pass *pass, size_t bucket);

#endif
