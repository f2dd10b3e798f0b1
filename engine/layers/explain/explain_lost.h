/* explain_lost.h - rows for the parts of an ability that was lost before it
 * could start (613.6). */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_LOST_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_LOST_H

#include "layers/explain/explain_row.h"

/* Add rows for the parts of a unit that was lost before it started, with what
 * took its ability away: of one layer, or of all if `layer` is NULL; on one
 * attribute, or on all if `only_attr` is 0. */
strata_status st_explain_lost_add(strata_why *why, const st_layer_unit *unit,
                                  const strata_layer *layer,
                                  strata_attr only_attr);

#endif
