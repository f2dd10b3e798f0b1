/* explain_layer.h - the order of the units within one layer, and its graph. */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_LAYER_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_LAYER_H

#include "layers/explain/public_value.h"

/* Explain the order of the units within a layer. */
strata_status st_explain_layer(st_eval *eval, strata_layer layer,
                               strata_why **out);

#endif
