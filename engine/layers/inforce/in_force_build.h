/* in_force_build.h - builds the in-force set from the state and adds effects.
 */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H

#include "layers/inforce/in_force.h"

/* Make the in_force anew. On ENOMEM it is still stale. Cost O(entities +
 * effects).
 */
strata_status st_in_force_build(st_in_force *in_force, const st_store *store,
                                st_text_cache *compiled);

/* A new effect: put its clauses in, or make the in_force stale if more than
 * that changes. False if it needs no in_force. */
bool st_in_force_add_effect(st_in_force *in_force, const st_store *store,
                            st_text_cache *compiled, uint32_t effect);

#endif
