/* explain_value.h - explanations of values: an evaluation with its trace kept,
 * and what the pass recorded. */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_VALUE_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_VALUE_H

#include "layers/explain/public_value.h"

/* Explain the value of a live slot. `entity` is its handle. */
strata_status st_explain_value(st_eval *eval, strata_entity entity,
                               strata_attr attr, strata_why **out);

/* Explain what an effect (slot), or all effects and abilities of a source
 * (slot), do to a live slot, and why a part does nothing. */
strata_status st_explain_value_by_source(st_eval *eval, uint32_t slot,
                                         uint32_t source, uint32_t effect,
                                         strata_why **out);

/* Find what took the ability with a watcher definition from a live slot. *had:
 * its base value has such an ability; *has: it has one now. The name of the
 * first effect that took it is added to `taker_name`; nothing if none did. */
strata_status st_explain_value_lost_watcher(st_eval *eval, uint32_t slot,
                                            strata_watcher_def watcher_def,
                                            bool *had, bool *has,
                                            st_text *taker_name);

#endif
