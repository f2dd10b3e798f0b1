/* why.h - explanations: the fold with its trace kept, and what the pass wrote
 * down. */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_VALUE_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_VALUE_H

#include "layers/explain/public_value.h"

/* Explain the value of a live slot. `entity` is its handle. */
strata_status st_explain_value(st_eval *eval, strata_entity entity,
                               strata_attr attr, strata_why **out);

/* Explain what an effect (slot), or all effects and abilities of a source
 * (slot), do to a live slot, and why not. */
strata_status st_explain_value_by_source(st_eval *eval, uint32_t slot,
                                         uint32_t source, uint32_t effect,
                                         strata_why **out);

/* Who took from a live slot the ability with a code: *had if it has one that
 * says it by its base value, and *has if it has one now. The name of the first
 * who took it is added to `took`; nobody's if nobody did. */
strata_status st_explain_value_lost_watcher(st_eval *eval, uint32_t slot,
                                            strata_watcher_def watcher_def,
                                            bool *had, bool *has,
                                            st_text *taker_name);

/* Explain the order within a layer. */
strata_status st_explain_value_layer(st_eval *eval, strata_layer layer,
                                     strata_why **out);

#endif
